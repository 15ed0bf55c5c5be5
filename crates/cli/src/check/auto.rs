//! `tamis check auto`: techniques of ours on generated evolving programs.

use std::io::IsTerminal as _;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use signal_hook::consts::{SIGINT, SIGTERM};
use tamis_checker::{Campaign, Launch, Plan, Progress, Resident, Summary};
use tamis_report::plural;

use super::arguments::{AutoArguments, CheckMode};
use super::both::Both;
use super::processes::Processes;
use super::watching::Watching;
use crate::exit::{Exit, StoppedBy};
use crate::output::{self, WithHint as _};
use crate::{jdk, junit};

/// How often progress is told where it cannot be drawn.
const PAUSE: Duration = Duration::from_secs(30);

/// And where it can.
const BLINK: Duration = Duration::from_millis(500);

pub(crate) fn run(arguments: &AutoArguments) -> anyhow::Result<Exit> {
    let java = jdk::tool("java")?;
    let junit = junit::jars(junit::JUNIT4)?;
    let techniques = arguments.techniques.clone();
    let tool: Box<dyn Resident> = match arguments.mode {
        CheckMode::Resident => Box::new(Watching::new(&java, techniques)?),
        CheckMode::Process => Box::new(Processes { techniques, junit: junit.clone() }),
        CheckMode::Both => Box::new(Both {
            resident: Watching::new(&java, techniques.clone())?,
            processes: Processes { techniques, junit: junit.clone() },
        }),
    };
    let campaign = Campaign {
        plan: plan(arguments),
        shard: arguments.shard,
        out: arguments.out.clone(),
        is_resumed: arguments.resume,
        workers: arguments.workers.unwrap_or_else(processors),
        tool: &*tool,
        launch: Launch { java, junit },
    };
    let stopped = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register_conditional_default(signal, Arc::clone(&stopped))
            .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&stopped)))
            .context("cannot listen to signals")?;
    }
    let telling = Telling::start();
    let (done, cause) = campaign
        .run(&|progress| telling.tell(progress), &|| stopped.load(Ordering::Relaxed))
        .hint("go on with --resume, or name another folder with --out")?;
    telling.end();
    if stopped.load(Ordering::Relaxed) {
        let left = plural(done.of - done.programs, "program", "programs");
        output::say(&format!("Stopped   {left} left; go on with --resume"));
        return Ok(Exit::Stopped(StoppedBy::Interrupt));
    }
    if let Some(number) = done.first_violation {
        let before = plural(number, "evolving program", "evolving programs");
        output::say(&format!("Found     the first violation within {before} of this run"));
    }
    let summary = Summary::read(&arguments.out)?;
    output::answer(&summary.text())?;
    if let Some(cause) = cause {
        let programs = plural(done.unchecked, "program", "programs");
        return Err(anyhow!("{programs} could not be checked; the first is {cause}"))
            .hint("try them again with --resume");
    }
    Ok(if summary.has_certain_violation() { Exit::TestsFailed } else { Exit::Fine })
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
        plan.constraints = arguments.constraints.iter().map(|each| each.id.to_owned()).collect();
    }
    if !arguments.operators.is_empty() {
        plan.operators = arguments.operators.iter().map(ToString::to_string).collect();
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
