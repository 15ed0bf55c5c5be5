//! `suites kills`: what is left of a recording if the JVM is killed.
//!
//! A small project runs again and again, and each time the JVM gets SIGKILL at a random moment. Whatever the moment:
//! its journal is whole but for a last frame; a test class whose end is not in it is incomplete; and one that ended is
//! complete, with all its results. That a test class ended is known without the journal: the next one said that it
//! begins.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use rustix::process::{Pid, Signal, kill_process};

use super::bundled::{self, Bundled, CLASSES, METHODS, test_name};
use super::journals::{self, Journal};
use super::numbers::Random;
use super::options::Options;
use super::prepare::Ground;
use super::recording::{Recording, Test};
use super::runs::{reset, tamis};
use crate::Exit;
use crate::workspace::Workspace;

/// How often, unless told otherwise.
const TIMES: usize = 200;

/// A JVM that did not start by then never will.
const PATIENCE: Duration = Duration::from_mins(1);

/// What came of one run.
struct Attempt {
    /// From the first byte of the journal to the end of the run.
    lasted: Duration,
    /// Names that test classes printed when they began, in order.
    printed: Vec<String>,
    journals: Vec<PathBuf>,
    recording: Recording,
    /// The outcome of each test class, from the events.
    events: BTreeMap<String, String>,
}

/// Counts over all attempts.
#[derive(Default)]
struct Tally {
    attempts: usize,
    cut_off: usize,
    finished: usize,
    complete: usize,
    incomplete: usize,
    not_begun: usize,
}

pub(super) fn run(workspace: &Workspace, options: &Options) -> anyhow::Result<Exit> {
    let ground = Ground::prepare(workspace, options)?;
    let bundled = bundled::make(workspace, &ground)?;
    let times = options.times.unwrap_or(TIMES);
    let mut random = Random::new(options.seed);
    let whole = attempt(&ground, &bundled, None)?;
    let mut tally = Tally::default();
    let mut problems = check(&whole, &mut tally);
    ensure!(
        problems.is_empty() && tally.complete == CLASSES,
        "the run that is not killed is wrong"
    );
    let limit = usize::try_from(whole.lasted.as_micros()).unwrap_or(usize::MAX).max(1);
    eprintln!("{CLASSES} test classes in {:.2} s when nobody kills", whole.lasted.as_secs_f64());
    tally = Tally::default();
    for number in 1..=times {
        let delay = Duration::from_micros(random.below(limit) as u64);
        let found = attempt(&ground, &bundled, Some(delay))?;
        for problem in check(&found, &mut tally) {
            let problem = format!("attempt {number}, killed after {delay:?}: {problem}");
            println!("{problem}");
            problems.push(problem);
        }
        if number % 20 == 0 {
            eprintln!("{number} of {times}");
        }
    }
    let Tally { attempts, cut_off, finished, complete, incomplete, not_begun } = tally;
    println!(
        "{attempts} runs killed at random moments (seed {}), {finished} of them too late: {cut_off} \
         journals end in a frame that is cut off; {complete} test classes complete, {incomplete} \
         incomplete, {not_begun} not begun; {} problems",
        options.seed,
        problems.len()
    );
    Ok(if problems.is_empty() { Exit::Fine } else { Exit::Failed })
}

/// Runs the project, and kills the JVM this long after it began to write.
fn attempt(
    ground: &Ground,
    bundled: &Bundled,
    kill_after: Option<Duration>,
) -> anyhow::Result<Attempt> {
    let folder = bundled.folder.join("run");
    reset(&folder)?;
    let [journals, printed, talk, events] =
        ["journals", "stdout.txt", "stderr.txt", "events.txt"].map(|name| folder.join(name));
    fs::create_dir(&journals).context("cannot make a folder")?;
    let make = |path: &Path| fs::File::create(path).context("cannot make a file");
    let mut command = tamis(ground, &ground.home);
    command.args(["run", "--record-only", "--classpath", &bundled.class_path, "--format", "json"]);
    command.arg("--project");
    command.arg(&bundled.folder).arg("--journal").arg(&journals).arg("--events").arg(&events);
    command.stdout(make(&printed)?).stderr(make(&talk)?);
    let mut child = command.spawn().context("cannot start `tamis`")?;
    let pid = first_journal(&mut child, &journals)?;
    let start = Instant::now();
    if let Some(delay) = kill_after {
        sleep(delay);
        // If it is gone already, it was quicker.
        let _ = kill_process(pid, Signal::KILL);
    }
    let status = child.wait().context("cannot wait for `tamis`")?;
    let text = String::from_utf8_lossy(&fs::read(&talk).unwrap_or_default()).into_owned();
    ensure!(matches!(status.code(), Some(0 | 1)), "`tamis run` ended with {status}: {text}");
    let text = fs::read_to_string(&printed).context("cannot read what the tests printed")?;
    let begun = text.lines().filter_map(|line| line.strip_prefix("begin "));
    Ok(Attempt {
        lasted: start.elapsed(),
        printed: begun.map(str::to_owned).collect(),
        journals: journals::in_folder(&journals)?,
        recording: Recording::parse(&text)?,
        events: read_events(&events)?,
    })
}

/// Waits for the journal of the JVM, which is named for its process.
fn first_journal(child: &mut Child, folder: &Path) -> anyhow::Result<Pid> {
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        for path in journals::in_folder(folder)? {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let pid = name.split('-').next().and_then(|pid| pid.parse().ok());
            if let Some(pid) = pid.and_then(Pid::from_raw) {
                return Ok(pid);
            }
        }
        ensure!(child.try_wait()?.is_none(), "`tamis run` ended without a journal");
        sleep(Duration::from_millis(1));
    }
    anyhow::bail!("there is no journal after {PATIENCE:?}")
}

fn read_events(path: &Path) -> anyhow::Result<BTreeMap<String, String>> {
    let text = fs::read_to_string(path).context("cannot read the events")?;
    let mut events = BTreeMap::new();
    for line in text.lines() {
        let event: serde_json::Value = serde_json::from_str(line).context("no event")?;
        let field =
            |name: &str| event.get(name).and_then(|value| value.as_str()).map(str::to_owned);
        events.insert(field("test").unwrap_or_default(), field("outcome").unwrap_or_default());
    }
    Ok(events)
}

/// What is wrong with an attempt.
fn check(attempt: &Attempt, tally: &mut Tally) -> Vec<String> {
    let mut problems = Vec::new();
    let [path] = attempt.journals.as_slice() else {
        return vec![format!("{} journals instead of one", attempt.journals.len())];
    };
    // Nothing was flushed yet: not even the header need be there.
    let is_empty = fs::metadata(path).is_ok_and(|data| data.len() == 0);
    let journal = match Journal::read(path) {
        Ok(journal) => journal,
        Err(_) if is_empty => Journal::default(),
        Err(error) => return vec![format!("the journal cannot be read: {error:#}")],
    };
    tally.attempts += 1;
    tally.cut_off += usize::from(journal.is_cut_off);
    tally.finished += usize::from(journal.has_exit);
    let judged: BTreeMap<&str, &Test> =
        attempt.recording.tests.iter().map(|test| (test.name.as_str(), test)).collect();
    for number in 0..CLASSES {
        let name = test_name(number);
        let written = journal.tests.get(&name);
        let is_begun = written.is_some_and(|test| test.begun > 0);
        let is_ended = written.is_some_and(|test| test.begun > 0 && test.ended == test.begun);
        let place = attempt.printed.iter().position(|printed| *printed == name);
        let next_began = place.is_some_and(|place| place + 1 < attempt.printed.len());
        let judged = judged.get(name.as_str());
        let is_complete = judged.is_some_and(|test| test.complete == Some(true));
        if next_began && !is_complete {
            problems.push(format!("{name} ended before the kill and is not complete"));
        }
        if place.is_some() && !is_begun {
            problems.push(format!("{name} began before the kill, which the journal does not say"));
        }
        if is_ended != is_complete {
            problems.push(format!("{name}: ended {is_ended}, complete {is_complete}"));
        }
        if is_begun && !is_ended && judged.is_none_or(|test| test.incomplete.is_empty()) {
            problems.push(format!("{name} did not end and is not reported as incomplete"));
        }
        let passed = judged.map_or(0, |test| {
            test.results.iter().filter(|result| result.outcome == "passed").count()
        });
        if is_complete && passed != METHODS {
            problems.push(format!("{name} is complete with {passed} of {METHODS} results"));
        }
        let expected = if is_complete { "passed" } else { "incomplete" };
        let event = attempt.events.get(&name).map_or("nothing", String::as_str);
        if event != expected {
            problems.push(format!("{name}: the events say {event} instead of {expected}"));
        }
        match (is_complete, is_begun) {
            (true, _) => tally.complete += 1,
            (false, true) => tally.incomplete += 1,
            (false, false) => tally.not_begun += 1,
        }
    }
    problems
}
