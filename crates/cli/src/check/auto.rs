//! `tamis check auto`: techniques of ours on generated evolving programs.

use std::env;
use std::io::IsTerminal as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use tamis_checker::{
    Campaign, Checked, Launch, Plan, Progress, Resident, Shard, Summary, build_hash,
};
use tamis_report::plural;
use tamis_select::Technique;

use super::arguments::{AutoArguments, CheckMode};
use super::both::Both;
use super::processes::Processes;
use super::stopping::Stopped;
use super::watching::Watching;
use crate::exit::Exit;
use crate::output::{self, WithHint as _};
use crate::{bound, jdk, junit};

/// The oldest JDK that compiles what all operators make: records, and sealed types.
pub(super) const OLDEST: u16 = 17;

/// How often progress is told where it cannot be drawn.
const PAUSE: Duration = Duration::from_secs(30);

/// And where it can.
const BLINK: Duration = Duration::from_millis(500);

pub(crate) fn run(arguments: &AutoArguments) -> anyhow::Result<Exit> {
    let java = jdk::tool_since("java", OLDEST)?;
    let junit = junit::jars(junit::JUNIT4)?;
    let stopped = Stopped::listen()?;
    let launch = launch(java, junit, &stopped);
    let techniques = distinct(&arguments.techniques);
    let tool = tool(arguments.mode, techniques, &launch, &stopped)?;
    let campaign = Campaign {
        plan: plan(arguments),
        shard: arguments.shard,
        out: arguments.out.clone(),
        is_resumed: arguments.resume,
        workers: arguments.workers.unwrap_or_else(processors),
        checked: checked(arguments.mode, &launch.java)?,
        tool: &*tool,
        launch,
        warn: &|text| output::warn(text, None),
    };
    let telling = Telling::start();
    let (done, cause) = campaign.run(&|progress| telling.tell(progress), &|| stopped.is_set())?;
    telling.end();
    if let Some(by) = stopped.by() {
        let left = plural(done.of - done.programs, "program", "programs");
        output::say(&format!("Stopped   {left} left; go on with --resume"));
        return Ok(Exit::Stopped(by));
    }
    if done.of + done.before == 0 {
        let Shard { number, of } = arguments.shard;
        if of == 1 {
            return Err(anyhow!("no program was generated, so nothing was checked"));
        }
        output::say(&format!(
            "Nothing   shard {number}/{of} has no programs: there are fewer than shards"
        ));
        return Ok(Exit::Fine);
    }
    if let Some(number) = done.first_violation {
        let before = plural(number, "evolving program", "evolving programs");
        output::say(&format!("Found     the first violation within {before} of this run"));
    }
    let summary = Summary::read(&arguments.out)?;
    output::answer(&summary.text())?;
    for warning in [summary.untimed(), summary.generator_bugs()].into_iter().flatten() {
        output::warn(&warning, None);
    }
    if let Some(cause) = cause {
        let programs = plural(done.unchecked, "program", "programs");
        return Err(anyhow!("{programs} could not be checked; the first is {cause}"))
            .hint("try them again with --resume");
    }
    if summary.has_certain_violation() {
        return Ok(Exit::TestsFailed);
    }
    if summary.built() == 0 {
        return Err(anyhow!("no evolving program could be built, so nothing was checked"))
            .hint("ask for more programs with --max, or for other operators or constraints");
    }
    Ok(Exit::Fine)
}

/// How machines are started, which end when somebody wants us to.
pub(super) fn launch(java: PathBuf, junit: Vec<PathBuf>, stopped: &Stopped) -> Launch {
    let stopped = stopped.clone();
    let is_stopped = Arc::new(move || stopped.is_set());
    Launch { java, junit, bind: bound::to_this_process, is_stopped, is_brief: false }
}

/// Our techniques, run as it is wanted.
pub(super) fn tool(
    mode: CheckMode,
    techniques: Vec<Technique>,
    launch: &Launch,
    stopped: &Stopped,
) -> anyhow::Result<Box<dyn Resident>> {
    let processes = |techniques| Processes {
        techniques,
        junit: launch.junit.clone(),
        bind: launch.bind,
        stopped: stopped.clone(),
    };
    Ok(match mode {
        CheckMode::Resident => Box::new(Watching::new(&launch.java, techniques)?),
        CheckMode::Process => Box::new(processes(techniques)),
        CheckMode::Both => Box::new(Both {
            resident: Watching::new(&launch.java, techniques.clone())?,
            processes: processes(techniques),
        }),
    })
}

/// Who runs a campaign: records of another build or mode are of another campaign.
pub(super) fn checked(mode: CheckMode, java: &Path) -> anyhow::Result<Checked> {
    let tamis = env::current_exe().context("cannot find this program")?;
    Ok(Checked {
        mode: mode.word().to_owned(),
        build: format!("{} {}", env!("CARGO_PKG_VERSION"), build_hash(&tamis)?),
        jdk: jdk::version(java).unwrap_or_else(|| "unknown".to_owned()),
    })
}

/// Words without those that were said before: twice the same makes every test of it run twice.
fn distinct<T: PartialEq + Clone>(words: &[T]) -> Vec<T> {
    let mut distinct: Vec<T> = Vec::new();
    for word in words {
        if !distinct.contains(word) {
            distinct.push(word.clone());
        }
    }
    distinct
}

fn plan(arguments: &AutoArguments) -> Plan {
    let mut plan = Plan {
        most: arguments.max,
        stride: arguments.stride,
        newer_stride: arguments.newer_stride,
        seed: arguments.seed,
        tests: arguments.tests,
        paper_compat: arguments.paper_compat,
        ..Plan::default()
    };
    if !arguments.constraints.is_empty() {
        plan.constraints = distinct(
            &arguments.constraints.iter().map(|each| each.id.to_owned()).collect::<Vec<_>>(),
        );
    }
    if !arguments.operators.is_empty() {
        plan.operators = distinct(&arguments.operators).iter().map(ToString::to_string).collect();
    }
    plan
}

fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Tells how far a campaign has come, and how long it takes.
struct Telling {
    began: Instant,
    last: Mutex<Instant>,
    is_drawn: bool,
}

impl Telling {
    fn start() -> Self {
        let now = Instant::now();
        Self { began: now, last: Mutex::new(now), is_drawn: std::io::stderr().is_terminal() }
    }

    fn tell(&self, progress: Progress) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let pause = if self.is_drawn { BLINK } else { PAUSE };
        if last.elapsed() < pause {
            return;
        }
        *last = Instant::now();
        let line = line(progress, self.began.elapsed());
        if self.is_drawn {
            output::draw(&line);
        } else {
            output::say(&line);
        }
    }

    fn end(&self) {
        if self.is_drawn {
            output::draw("");
        }
    }
}

fn line(progress: Progress, spent: Duration) -> String {
    let Progress { programs, of, evolving, violations, .. } = progress;
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let left = spent / count(programs).max(1) * count(of.saturating_sub(programs));
    format!(
        "Checked   {programs} of {of} programs, {evolving} evolving, {}; {} left",
        plural(violations, "violation", "violations"),
        minutes(left)
    )
}

fn minutes(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds < 90 { format!("{seconds} s") } else { format!("{} min", seconds.div_ceil(60)) }
}
