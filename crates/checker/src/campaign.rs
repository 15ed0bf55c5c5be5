//! Runs a plan: each program gives a file of records, written as a whole or not at all. A campaign that was killed goes on
//! with the programs that have none, and several can share the work.
//!
//! ```text
//! OUT/campaign.json            the plan, and which tools are checked
//! OUT/times/JD2-00025.json     how long its tests took
//! OUT/programs/JD2-00025.jsonl a line for each evolving program (`docs/formats/check.md`)
//! ```

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::{Context as _, anyhow};
use serde::{Deserialize, Serialize};
use tamis_progen::Operator;

use crate::machine::Launch;
use crate::plan::{Base, Plan, Shard};
use crate::record::{FORMAT, Record, VERSION};
use crate::rules;
use crate::times::TIMES;
use crate::tool::Resident;
use crate::worker::Worker;

/// The folder of the files of records.
const PROGRAMS: &str = "programs";

/// The file of the plan.
const CAMPAIGN: &str = "campaign.json";

/// How a campaign is run.
pub struct Campaign<'c> {
    /// What it is about.
    pub plan: Plan,
    /// Which part of it is done here.
    pub shard: Shard,
    /// Where records go.
    pub out: PathBuf,
    /// Whether records that are there already count.
    pub is_resumed: bool,
    /// How many programs are checked at the same time.
    pub workers: usize,
    /// What is checked.
    pub tool: &'c dyn Resident,
    /// How machines are started.
    pub launch: Launch,
}

/// How far a campaign has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// Programs that are done.
    pub programs: usize,
    /// Programs that there are to do.
    pub of: usize,
    /// Programs that were done before.
    pub before: usize,
    /// Evolving programs so far that were built.
    pub evolving: usize,
    /// Violations so far of rules that are certain.
    pub violations: usize,
    /// How many evolving programs there were when the first of them was found; they come in the order in which programs
    /// are done.
    pub first_violation: Option<usize>,
    /// Programs that could not be checked: there is no record of them, and whoever resumes tries again.
    pub unchecked: usize,
}

/// What a campaign file says.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Description {
    format: String,
    version: u32,
    plan: Plan,
    techniques: Vec<String>,
}

/// One program to check, and where it is among those of its constraint.
#[derive(Debug, Clone, Copy)]
struct Task {
    constraint: usize,
    place: usize,
}

impl Campaign<'_> {
    /// Runs it to its end; `tell` is told how far it has come after each program, and `is_stopped` whether to stop before
    /// the next. Why programs could not be checked is told of the first of them.
    pub fn run(
        &self,
        tell: &(dyn Fn(Progress) + Sync),
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> anyhow::Result<(Progress, Option<String>)> {
        let operators = self.plan.operators()?;
        let bases = self.plan.bases()?;
        self.describe()?;
        let (tasks, before) = self.tasks(&bases);
        let counts = Counts { of: tasks.len(), before, ..Counts::default() };
        let next = AtomicUsize::new(0);
        let failure: Mutex<Option<anyhow::Error>> = Mutex::new(None);
        let has_failed = AtomicBool::new(false);
        let work = tempfile::tempdir().context("cannot make a temporary folder")?;
        let work = fs::canonicalize(work.path()).map(|path| (work, path))?;
        thread::scope(|scope| {
            for number in 0..self.workers.max(1) {
                let (next, tasks, counts, failure) = (&next, &tasks, &counts, &failure);
                let (has_failed, bases, operators) = (&has_failed, &bases, &operators);
                let folder = work.1.join(number.to_string());
                scope.spawn(move || {
                    let mut worker =
                        Worker::new(&self.plan, operators, self.tool, &self.launch, folder.clone());
                    let made = fs::create_dir_all(&folder).map_err(anyhow::Error::new);
                    let mut done = made;
                    while done.is_ok() && !has_failed.load(Ordering::Relaxed) && !is_stopped() {
                        let task = next.fetch_add(1, Ordering::Relaxed);
                        let Some(task) = tasks.get(task) else { break };
                        done = self.perform(&mut worker, bases, *task, counts);
                        tell(counts.progress());
                    }
                    if let Err(error) = done {
                        has_failed.store(true, Ordering::Relaxed);
                        let mut failure = failure.lock().unwrap_or_else(PoisonError::into_inner);
                        failure.get_or_insert(error);
                    }
                });
            }
        });
        match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => {
                let progress = counts.progress();
                Ok((progress, counts.cause.into_inner().unwrap_or_else(PoisonError::into_inner)))
            }
        }
    }

    /// Writes down what the campaign is about, or sees that it is what is written there.
    fn describe(&self) -> anyhow::Result<()> {
        for folder in [PROGRAMS, TIMES].map(|name| self.out.join(name)) {
            fs::create_dir_all(&folder)
                .with_context(|| format!("cannot make the folder `{}`", folder.display()))?;
        }
        let path = self.out.join(CAMPAIGN);
        let description = Description {
            format: format!("{FORMAT}-campaign"),
            version: VERSION,
            plan: self.plan.clone(),
            techniques: self.tool.techniques(),
        };
        match fs::read(&path) {
            Ok(bytes) => {
                let known: Description = serde_json::from_slice(&bytes)
                    .with_context(|| format!("cannot read `{}`", path.display()))?;
                let is_mine = known == description;
                match (is_mine, self.is_resumed || self.shard.of > 1) {
                    (true, true) => Ok(()),
                    (true, false) => Err(anyhow!(
                        "`{}` has records of this campaign already",
                        self.out.display()
                    )),
                    (false, _) => {
                        Err(anyhow!("`{}` has records of another campaign", self.out.display()))
                    }
                }
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let text = serde_json::to_string_pretty(&description)?;
                write_whole(&path, &format!("{text}\n"))
            }
            Err(error) => Err(error).with_context(|| format!("cannot read `{}`", path.display())),
        }
    }

    /// The programs of this shard that have no records yet, and how many have. The constraints take turns, so that a
    /// campaign has seen something of each of them early on.
    fn tasks(&self, bases: &[Vec<Base>]) -> (Vec<Task>, usize) {
        let mut tasks = Vec::new();
        let mut before = 0;
        let mut number = 0;
        let longest = bases.iter().map(Vec::len).max().unwrap_or_default();
        for place in 0..longest {
            for (constraint, own) in bases.iter().enumerate() {
                let Some(base) = own.get(place) else { continue };
                let is_mine = self.shard.has(number);
                number += 1;
                if is_mine && self.file(base).is_file() {
                    before += 1;
                } else if is_mine {
                    tasks.push(Task { constraint, place });
                }
            }
        }
        (tasks, before)
    }

    fn file(&self, base: &Base) -> PathBuf {
        self.out.join(PROGRAMS).join(format!("{}.jsonl", base.id()))
    }

    fn perform(
        &self,
        worker: &mut Worker<'_>,
        bases: &[Vec<Base>],
        task: Task,
        counts: &Counts,
    ) -> anyhow::Result<()> {
        let Some(own) = bases.get(task.constraint) else { return Ok(()) };
        let Some(base) = own.get(task.place) else { return Ok(()) };
        let following = own.iter().cycle().skip(task.place + 1).take(own.len() - 1);
        let records = match worker.check(base, &following) {
            Ok(records) => records,
            Err(error) => {
                counts.pass_over(base, &error);
                return Ok(());
            }
        };
        let mut text = String::new();
        for record in &records {
            text.push_str(&serde_json::to_string(record)?);
            text.push('\n');
        }
        let times = self.out.join(TIMES).join(format!("{}.json", base.id()));
        write_whole(&times, &format!("{}\n", serde_json::to_string(worker.times())?))?;
        write_whole(&self.file(base), &text)?;
        counts.add(&records);
        Ok(())
    }
}

#[derive(Default)]
struct Counts {
    of: usize,
    before: usize,
    programs: AtomicUsize,
    evolving: AtomicUsize,
    violations: AtomicUsize,
    /// Evolving programs up to the first violation; 0 if there is none.
    first_violation: AtomicUsize,
    unchecked: AtomicUsize,
    /// Why the first of them was not checked.
    cause: Mutex<Option<String>>,
}

impl Counts {
    fn pass_over(&self, base: &Base, error: &anyhow::Error) {
        self.unchecked.fetch_add(1, Ordering::Relaxed);
        let mut cause = self.cause.lock().unwrap_or_else(PoisonError::into_inner);
        cause.get_or_insert_with(|| format!("{}: {error:#}", base.id()));
    }

    fn add(&self, records: &[Record]) {
        let is_certain = |violation: &rules::Violation| {
            rules::find(&violation.rule).is_some_and(|rule| rule.is_certain)
        };
        for record in records.iter().filter(|record| record.is_built()) {
            let number = self.evolving.fetch_add(1, Ordering::Relaxed) + 1;
            let found = rules::judge(record).iter().filter(|each| is_certain(each)).count();
            if found > 0 && self.violations.fetch_add(found, Ordering::Relaxed) == 0 {
                self.first_violation.store(number, Ordering::Relaxed);
            }
        }
        self.programs.fetch_add(1, Ordering::Relaxed);
    }

    fn progress(&self) -> Progress {
        Progress {
            programs: self.programs.load(Ordering::Relaxed),
            of: self.of,
            before: self.before,
            evolving: self.evolving.load(Ordering::Relaxed),
            violations: self.violations.load(Ordering::Relaxed),
            first_violation: match self.first_violation.load(Ordering::Relaxed) {
                0 => None,
                number => Some(number),
            },
            unchecked: self.unchecked.load(Ordering::Relaxed),
        }
    }
}

/// Writes a file as a whole or not at all.
fn write_whole(path: &Path, text: &str) -> anyhow::Result<()> {
    let cannot = || format!("cannot write `{}`", path.display());
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder).with_context(cannot)?;
    file.write_all(text.as_bytes()).with_context(cannot)?;
    file.persist(path).map_err(|error| error.error).with_context(cannot)?;
    Ok(())
}

/// The plan of the campaign in a folder.
pub(crate) fn described_plan(out: &Path) -> anyhow::Result<Plan> {
    let path = out.join(CAMPAIGN);
    let cannot = || format!("cannot read `{}`", path.display());
    let description: Description =
        serde_json::from_slice(&fs::read(&path).with_context(cannot)?).with_context(cannot)?;
    Ok(description.plan)
}

/// Visits all records of a campaign, by program. What is no record is an error that names the file and the line.
pub fn each_record(out: &Path, mut visit: impl FnMut(Record)) -> anyhow::Result<()> {
    let folder = out.join(PROGRAMS);
    let entries = fs::read_dir(&folder)
        .with_context(|| format!("`{}` has no records of a campaign", out.display()))?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            files.push(path);
        }
    }
    files.sort();
    for file in files {
        let text = fs::read_to_string(&file)
            .with_context(|| format!("cannot read `{}`", file.display()))?;
        for (number, line) in text.lines().enumerate() {
            let place = || format!("line {} of `{}` is no record", number + 1, file.display());
            let record: Record = serde_json::from_str(line).with_context(place)?;
            if record.format != FORMAT || record.version > VERSION {
                let found = format!("{} {}", record.format, record.version);
                return Err(anyhow!("it is of format {found}, not {FORMAT} {VERSION}"))
                    .with_context(place);
            }
            visit(record);
        }
    }
    Ok(())
}

/// The operators that a word or a list of words stands for.
pub fn operators(words: &[String]) -> anyhow::Result<Vec<Operator>> {
    Plan { operators: words.to_vec(), ..Plan::default() }.operators()
}
