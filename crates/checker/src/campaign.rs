//! Runs a plan: each program gives a file of records, written as a whole or not at all. A campaign that was killed goes on
//! with the programs whose file is not there or not whole, and several can share the work.
//!
//! ```text
//! OUT/campaign.json            the plan, which tools are checked, and how
//! OUT/times/JD2-00025.json     how long its tests took
//! OUT/programs/JD2-00025.jsonl a line for each evolving program (`docs/formats/check.md`)
//! ```

mod description;
mod record_file;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::{Context as _, anyhow};
use tamis_progen::Operator;

use self::description::describe;
pub use self::description::{Checked, checked, gaps};
pub(crate) use self::description::{Description, Gaps};
pub use self::record_file::{Files, each_record};
use self::record_file::{PROGRAMS, State};
use crate::machine::{Launch, Machine};
use crate::plan::{Base, Plan, Shard};
use crate::record::Record;
use crate::rules;
use crate::times::TIMES;
use crate::tool::Resident;
use crate::whole_file::write_whole;
use crate::worker::Worker;

/// How many programs a worker has to check for the second compiler of its machines to pay: it is half a minute before it does.
const FEW_PROGRAMS: usize = 12;

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
    /// Who runs it.
    pub checked: Checked,
    /// What is checked.
    pub tool: &'c dyn Resident,
    /// How machines are started.
    pub launch: Launch,
    /// Tells whoever runs it that something is wrong which does not keep it from going on.
    pub warn: &'c (dyn Fn(&str) + Sync),
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
        for folder in [PROGRAMS, TIMES].map(|name| self.out.join(name)) {
            fs::create_dir_all(&folder)
                .with_context(|| format!("cannot make the folder `{}`", folder.display()))
                .context("hint: name another folder with --out")?;
        }
        describe(self, &bases)?;
        let (tasks, before) = self.tasks(&bases)?;
        let counts = Counts { of: tasks.len(), before, ..Counts::default() };
        let is_brief = tasks.len() < FEW_PROGRAMS * self.workers.max(1);
        let launch = Launch { is_brief, ..self.launch.clone() };
        let next = AtomicUsize::new(0);
        let failure: Mutex<Option<anyhow::Error>> = Mutex::new(None);
        let has_failed = AtomicBool::new(false);
        let work = tempfile::tempdir().context("cannot make a temporary folder")?;
        let work = fs::canonicalize(work.path()).map(|path| (work, path))?;
        // No program is to blame for a Java that cannot compile.
        if !tasks.is_empty() {
            match Machine::try_out(&self.launch, &work.1.join("first")) {
                Err(_) if is_stopped() => return Ok((counts.progress(), None)),
                tried => tried?,
            }
        }
        thread::scope(|scope| {
            for number in 0..self.workers.max(1) {
                let (next, tasks, counts, failure) = (&next, &tasks, &counts, &failure);
                let (has_failed, bases, operators) = (&has_failed, &bases, &operators);
                let launch = &launch;
                let folder = work.1.join(number.to_string());
                scope.spawn(move || {
                    let mut worker = Worker::new(
                        &self.plan,
                        operators,
                        self.tool,
                        launch,
                        is_stopped,
                        folder.clone(),
                    );
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

    /// The programs of this shard that have no records yet, and how many have. The constraints take turns, so that a
    /// campaign has seen something of each of them early on.
    fn tasks(&self, bases: &[Vec<Base>]) -> anyhow::Result<(Vec<Task>, usize)> {
        let mut tasks = Vec::new();
        let mut before = 0;
        let longest = bases.iter().map(Vec::len).max().unwrap_or_default();
        for place in 0..longest {
            for (constraint, own) in bases.iter().enumerate() {
                let Some(base) = own.get(place) else { continue };
                let is_mine = self.shard.has(constraint, place);
                if is_mine && self.is_done(base)? {
                    before += 1;
                } else if is_mine {
                    tasks.push(Task { constraint, place });
                }
            }
        }
        Ok((tasks, before))
    }

    /// Whether there are records of a program. A file that nobody can read any more is put aside, and those who run the
    /// campaign are told.
    fn is_done(&self, base: &Base) -> anyhow::Result<bool> {
        let file = self.file(base);
        match record_file::state(&file) {
            State::Undone => Ok(false),
            State::Unusable(cause) => {
                record_file::put_aside(&file)?;
                (self.warn)(&format!("{} is done anew: {cause}", base.id()));
                Ok(false)
            }
            State::Whole { tools } => {
                let own: BTreeSet<String> = self.tool.techniques().into_iter().collect();
                // Programs that do not compile are records of no tool.
                if !tools.is_empty() && tools != own {
                    let [theirs, ours] =
                        [tools, own].map(|names| names.into_iter().collect::<Vec<_>>().join(", "));
                    let file = file.display();
                    let error =
                        anyhow!("`{file}` has records of other tools: {theirs}, not {ours}");
                    return Err(error.context("hint: delete this file, and go on with --resume"));
                }
                Ok(true)
            }
        }
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
            // What came of it may be that we were to end.
            Ok(_) | Err(_) if worker.is_stopped() => return Ok(()),
            Ok(records) => records,
            Err(error) => {
                counts.pass_over(base, &error);
                return Ok(());
            }
        };
        let times = self.out.join(TIMES).join(format!("{}.json", base.id()));
        write_whole(&times, format!("{}\n", serde_json::to_string(worker.times())?).as_bytes())?;
        record_file::write(&self.file(base), &records)?;
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
        for record in records {
            let built = usize::from(record.is_built());
            let number = self.evolving.fetch_add(built, Ordering::Relaxed) + built;
            // Revisions before one that cannot be built are judged as any.
            let found = rules::judge(record).iter().filter(|each| is_certain(each)).count();
            if found > 0 && self.violations.fetch_add(found, Ordering::Relaxed) == 0 {
                self.first_violation.store(number.max(1), Ordering::Relaxed);
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

/// The operators that a word or a list of words stands for.
pub fn operators(words: &[String]) -> anyhow::Result<Vec<Operator>> {
    Plan { operators: words.to_vec(), ..Plan::default() }.operators()
}
