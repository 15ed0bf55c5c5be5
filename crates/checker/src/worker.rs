//! Checks one program after the other: with a JVM that compiles and runs all tests, and one that a tool watches. What tools
//! do at each revision is in `worker/tools.rs`.

mod tools;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{anyhow, ensure};
use tamis_progen::java::{Sources, sources};
use tamis_progen::testing::{Test, tests};
use tamis_progen::{Evolution, Operator};

use crate::machine::{Ended, Launch, Machine};
use crate::plan::{Base, Plan};
use crate::record::{FORMAT, Record, Revision, ToolRun, VERSION};
use crate::test_files::TestFiles;
use crate::test_set::TestSet;
use crate::times::Times;
use crate::tool::{Evidence, Recorder, Resident, caught};

/// After so many programs, a watched machine is started anew: it keeps the names of all that it has seen.
const MOST_WATCHED: usize = 500;

/// So many programs are tried for the one that E6 evolves to.
const MOST_NEXT: usize = 20;

/// Checks programs.
pub(crate) struct Worker<'c> {
    plan: &'c Plan,
    operators: &'c [Operator],
    tool: &'c dyn Resident,
    launch: &'c Launch,
    /// Whether somebody wants us to end.
    is_stopped: &'c (dyn Fn() -> bool + Sync),
    folder: PathBuf,
    plain: Option<Machine>,
    watched: Option<Watched>,
    /// How long the tests of the program took.
    times: Times,
}

/// A machine with a tool in it.
struct Watched {
    recorder: Box<dyn Recorder>,
    machine: Machine,
    programs: usize,
}

/// Edits of one revision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Group {
    /// The package of all of it. No two groups share one: a class of the same name and content would be known already to
    /// a machine that was watched before.
    root: String,
    pub(crate) before: Sources,
    pub(crate) edits: Vec<(Operator, usize, Evolution)>,
}

/// A first revision, and what is known about it.
struct Ground<'g> {
    base: &'g Base,
    group: &'g Group,
    tests: Vec<Test>,
    files: TestFiles,
    names: Vec<String>,
    excluded: TestSet,
    first: Retested,
    /// What the tools did at the first revision and at the second, which is the same.
    runs: Vec<[ToolRun; 2]>,
    evidence: Box<dyn Evidence>,
}

/// What comes of a revision if all tests run.
#[derive(Default)]
struct Retested {
    revision: Revision,
    /// The states that tests leave.
    states: Vec<String>,
}

impl<'c> Worker<'c> {
    pub(crate) fn new(
        plan: &'c Plan,
        operators: &'c [Operator],
        tool: &'c dyn Resident,
        launch: &'c Launch,
        is_stopped: &'c (dyn Fn() -> bool + Sync),
        folder: PathBuf,
    ) -> Self {
        Self {
            plan,
            operators,
            tool,
            launch,
            is_stopped,
            folder,
            plain: None,
            watched: None,
            times: Times::default(),
        }
    }

    /// All evolving programs of a program; `following` are the programs that come after it. If a machine of ours gives up,
    /// the program is tried once more with new ones; if it does so again, that is what is recorded.
    pub(crate) fn check<'b>(
        &mut self,
        base: &Base,
        following: &(impl Iterator<Item = &'b Base> + Clone),
    ) -> anyhow::Result<Vec<Record>> {
        let first = self.attempt_anew(base, &mut following.clone());
        if first.is_ok() || self.is_stopped() {
            return first;
        }
        self.attempt_anew(base, &mut following.clone())
    }

    /// Tries it, and leaves no machine behind if that goes wrong. What panics here is ours, too.
    fn attempt_anew(
        &mut self,
        base: &Base,
        following: &mut dyn Iterator<Item = &Base>,
    ) -> anyhow::Result<Vec<Record>> {
        let records = caught(|| self.attempt(base, following)).map_err(|cause| anyhow!(cause));
        if records.is_err() {
            self.plain = None;
            self.watched = None;
        }
        records
    }

    /// Whether somebody wants us to end.
    pub(crate) fn is_stopped(&self) -> bool {
        (self.is_stopped)()
    }

    /// How long the tests of the last program took.
    pub(crate) fn times(&self) -> &Times {
        &self.times
    }

    /// One edit, and the revision that it is an edit of.
    pub(crate) fn group_of(
        &mut self,
        base: &Base,
        operator: Operator,
        number: usize,
        following: &mut dyn Iterator<Item = &Base>,
    ) -> anyhow::Result<Option<Group>> {
        let program = self.written(base, &base.root());
        let groups = self.groups(base, &program, following)?;
        let found = groups.into_iter().find_map(|mut group| {
            group.edits.retain(|(each, place, _)| *each == operator && *place == number);
            (!group.edits.is_empty()).then_some(group)
        });
        Ok(found)
    }

    /// Checks edits of one revision, and nothing else.
    pub(crate) fn check_alone(
        &mut self,
        base: &Base,
        group: &Group,
    ) -> anyhow::Result<Option<Record>> {
        let mut records = Vec::new();
        self.check_group(base, group, &mut records)?;
        Ok(records.into_iter().next())
    }

    fn attempt(
        &mut self,
        base: &Base,
        following: &mut dyn Iterator<Item = &Base>,
    ) -> anyhow::Result<Vec<Record>> {
        self.times = Times::default();
        let program = self.written(base, &base.root());
        let mut records = Vec::new();
        if let Some(said) = self.compile(&program, &TestFiles::default())? {
            records.push(broken_base(base, said));
            return Ok(records);
        }
        for group in self.groups(base, &program, following)? {
            self.check_group(base, &group, &mut records)?;
        }
        records.iter_mut().for_each(shorten);
        Ok(records)
    }

    fn written(&self, base: &Base, root: &str) -> Sources {
        sources(&base.program, &base.constraint.names, self.plan.style(), root)
    }

    /// The edits, by the revision that they are edits of.
    fn groups(
        &mut self,
        base: &Base,
        program: &Sources,
        following: &mut dyn Iterator<Item = &Base>,
    ) -> anyhow::Result<Vec<Group>> {
        let next = if self.operators.contains(&Operator::NextProgram) {
            self.next(base, following)?
        } else {
            None
        };
        let root = base.root();
        let mut groups = vec![Group { root, before: program.clone(), edits: Vec::new() }];
        for operator in self.operators {
            let next = match (operator, &next) {
                (Operator::NextProgram, None) => continue,
                (_, next) => next.as_ref().unwrap_or(program),
            };
            if operator.is_newer() && !base.has_newer {
                continue;
            }
            let evolutions = operator.evolve(program, next, self.plan.mode());
            for (number, evolution) in evolutions.into_iter().enumerate() {
                match (&evolution.before, groups.first_mut()) {
                    (Some(_), _) => {
                        groups.extend(self.own_group(base, *operator, number, groups.len()));
                    }
                    (None, Some(own)) => own.edits.push((*operator, number, evolution)),
                    (None, None) => {}
                }
            }
        }
        Ok(groups)
    }

    /// The group of an edit that needs a first revision of its own.
    fn own_group(
        &self,
        base: &Base,
        operator: Operator,
        number: usize,
        place: usize,
    ) -> Option<Group> {
        let root = format!("{}f{place}", base.root());
        let program = self.written(base, &root);
        let mut evolutions = operator.evolve(&program, &program, self.plan.mode()).into_iter();
        let mut evolution = evolutions.nth(number)?;
        let before = evolution.before.take()?;
        Some(Group { root, before, edits: vec![(operator, number, evolution)] })
    }

    /// The next program that compiles.
    fn next(
        &mut self,
        base: &Base,
        following: &mut dyn Iterator<Item = &Base>,
    ) -> anyhow::Result<Option<Sources>> {
        for next in following.take(MOST_NEXT) {
            let program = self.written(next, &base.root());
            if self.compile(&program, &TestFiles::default())?.is_none() {
                return Ok(Some(program));
            }
        }
        Ok(None)
    }

    fn check_group(
        &mut self,
        base: &Base,
        group: &Group,
        records: &mut Vec<Record>,
    ) -> anyhow::Result<()> {
        if group.edits.is_empty() {
            return Ok(());
        }
        let ground = match self.ground(base, group)? {
            Ok(ground) => ground,
            Err(said) => {
                // The first revision with its tests does not compile: nothing can be said about any edit of it.
                for (operator, number, evolution) in &group.edits {
                    let mut record = empty_record(base, *operator, *number, &evolution.site);
                    let broken = Some(said.clone());
                    record.revisions.push(Revision { broken, ..Revision::default() });
                    records.push(record);
                }
                return Ok(());
            }
        };
        for (operator, number, evolution) in &group.edits {
            ensure!(!self.is_stopped(), "stopped");
            records.push(self.check_edit(&ground, *operator, *number, evolution)?);
        }
        Ok(())
    }

    /// Runs the first revision; the error is what the compiler says.
    fn ground<'g>(
        &mut self,
        base: &'g Base,
        group: &'g Group,
    ) -> anyhow::Result<Result<Ground<'g>, String>> {
        let tests = tests(&group.before, &self.plan.test_plan());
        let files = TestFiles::new(&group.before, &tests, &package(group));
        if let Some(said) = self.compile(&group.before, &files)? {
            return Ok(Err(said));
        }
        let name = |test: &Test| format!("{}.{}", package(group), test.name);
        let names: Vec<String> = tests.iter().map(name).collect();
        let ended = self.run_all(&names)?;
        let (all, failed) = (TestSet::first(names.len() as u32), failures(0.., &ended));
        let revision = Revision { all, failed, ..Revision::default() };
        let excluded = revision.failing();
        let first = Retested { revision, states: states(ended) };
        let (runs, evidence) = self.watch(&names, &first)?;
        Ok(Ok(Ground { base, group, tests, files, names, excluded, first, runs, evidence }))
    }

    fn check_edit(
        &mut self,
        ground: &Ground<'_>,
        operator: Operator,
        number: usize,
        evolution: &Evolution,
    ) -> anyhow::Result<Record> {
        let mut record = empty_record(ground.base, operator, number, &evolution.site);
        record.tests = sizes(&ground.tests);
        record.excluded = ground.excluded.clone();
        let first = &ground.first.revision;
        let second = Revision { same_as: Some(0), ..first.clone() };
        record.revisions = vec![first.clone(), second];
        let third = self.retest(ground, evolution)?;
        let runs = self.third_runs(ground, &third, number == 0)?;
        record.revisions.push(third.revision);
        let techniques = self.tool.techniques().into_iter();
        for ((technique, [first, second]), third) in techniques.zip(ground.runs.clone()).zip(runs) {
            record.tools.insert(technique, vec![first, second, third]);
        }
        Ok(record)
    }

    /// Runs all tests after an edit.
    fn retest(&mut self, ground: &Ground<'_>, evolution: &Evolution) -> anyhow::Result<Retested> {
        if let Some(said) = self.compile(&evolution.after, &ground.files)? {
            let revision = Revision { broken: Some(said), ..Revision::default() };
            return Ok(Retested { revision, states: Vec::new() });
        }
        let began = Instant::now();
        let ended = self.run_all(&ground.names)?;
        self.times.add_all(began.elapsed());
        let failed = failures(0.., &ended);
        let all = ground.first.revision.all.clone();
        let states = states(ended);
        let (before, after) = (&ground.group.before, &evolution.after);
        let is_same = before == after;
        let is_same_code = before.without_comments() == after.without_comments();
        let revision = Revision {
            failed,
            other_state: differing(&ground.first, &all, &states),
            all,
            // An edit that changes nothing is there to see that nothing is run.
            same_as: is_same.then_some(1),
            same_code_as: (is_same_code && !is_same).then_some(1),
            broken: None,
        };
        Ok(Retested { revision, states })
    }

    fn jar(&self) -> PathBuf {
        self.folder.join("classes.jar")
    }

    /// Compiles a program with its tests; what the compiler says, if it cannot.
    fn compile(&mut self, program: &Sources, tests: &TestFiles) -> anyhow::Result<Option<String>> {
        let jar = self.jar();
        self.plain()?.compile(program, tests, &jar)
    }

    /// Runs all tests, with their states.
    fn run_all(&mut self, names: &[String]) -> anyhow::Result<Vec<Ended>> {
        let jar = self.jar();
        self.plain()?.run(&jar, names, true)
    }

    fn plain(&mut self) -> anyhow::Result<&mut Machine> {
        started(&mut self.plain, || {
            let folder = subfolder(&self.folder, "plain")?;
            Machine::start(self.launch, &folder, &[])
        })
    }

    fn watched(&mut self) -> anyhow::Result<&mut Watched> {
        if self.watched.as_ref().is_some_and(|watched| watched.programs >= MOST_WATCHED) {
            self.watched = None;
        }
        started(&mut self.watched, || {
            let folder = subfolder(&self.folder, "watched")?;
            let recorder = self.tool.recorder(&folder)?;
            let machine = Machine::start(self.launch, &folder, &recorder.jvm_arguments())?;
            Ok(Watched { recorder, machine, programs: 0 })
        })
    }
}

/// What is there, or is made now.
fn started<T>(
    slot: &mut Option<T>,
    start: impl FnOnce() -> anyhow::Result<T>,
) -> anyhow::Result<&mut T> {
    let made = match slot.take() {
        Some(made) => made,
        None => start()?,
    };
    Ok(slot.insert(made))
}

fn subfolder(folder: &Path, name: &str) -> anyhow::Result<PathBuf> {
    let folder = folder.join(name);
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

fn package(group: &Group) -> String {
    format!("{}.tests", group.root)
}

/// The tests that failed, by number.
fn failures(numbers: impl IntoIterator<Item = u32>, ended: &[Ended]) -> BTreeMap<u32, String> {
    let failed = numbers.into_iter().zip(ended);
    failed.filter_map(|(number, ended)| Some((number, ended.failure.clone()?))).collect()
}

fn states(ended: Vec<Ended>) -> Vec<String> {
    ended.into_iter().map(|each| each.state).collect()
}

/// Which of some tests have left another state than when all ran; `states` are theirs, one for each.
fn differing(retested: &Retested, tests: &TestSet, states: &[String]) -> TestSet {
    let is_other = |(test, state): &(u32, &String)| {
        retested.states.get(*test as usize).is_none_or(|expected| expected != *state)
    };
    tests.iter().zip(states).filter(is_other).map(|(test, _)| test).collect()
}

/// Those of some tests that are not there when all run.
fn unknown(names: &[String], selected: &[String]) -> BTreeSet<String> {
    let names: BTreeSet<&String> = names.iter().collect();
    selected.iter().filter(|name| !names.contains(name)).cloned().collect()
}

/// The numbers of tests.
fn numbers(names: &[String], selected: &[String]) -> TestSet {
    let numbered: BTreeMap<&String, u32> = names.iter().zip(0..).collect();
    selected.iter().filter_map(|name| numbered.get(name).copied()).collect()
}

/// What compilers say can be long.
fn shorten(record: &mut Record) {
    const LONGEST: usize = 200;
    for said in record.revisions.iter_mut().filter_map(|revision| revision.broken.as_mut()) {
        let end = said.char_indices().nth(LONGEST).map_or(said.len(), |(place, _)| place);
        said.truncate(end);
    }
}

fn gave_up(cause: &str) -> ToolRun {
    ToolRun { cause: Some(cause.to_owned()), ..ToolRun::default() }
}

/// How many tests there are of each size.
fn sizes(tests: &[Test]) -> Vec<(usize, u32)> {
    let mut sizes: Vec<(usize, u32)> = Vec::new();
    for test in tests {
        match sizes.last_mut() {
            Some((size, count)) if *size == test.size => *count += 1,
            Some(_) | None => sizes.push((test.size, 1)),
        }
    }
    sizes
}

fn empty_record(base: &Base, operator: Operator, number: usize, site: &str) -> Record {
    Record {
        format: FORMAT.to_owned(),
        version: VERSION,
        id: format!("{}-{operator}-{number}", base.id()),
        constraint: base.constraint.id.to_owned(),
        operator: operator.to_string(),
        site: site.to_owned(),
        tests: Vec::new(),
        names: Vec::new(),
        excluded: TestSet::default(),
        revisions: Vec::new(),
        tools: BTreeMap::new(),
        reordered: None,
    }
}

/// The record of a program that does not compile.
fn broken_base(base: &Base, said: String) -> Record {
    let mut record = empty_record(base, Operator::NextProgram, 0, "");
    record.id = base.id();
    record.operator = String::new();
    record.revisions.push(Revision { broken: Some(said), ..Revision::default() });
    record
}
