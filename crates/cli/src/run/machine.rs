//! The JVM while it runs: progress on a terminal, signals passed on.

use std::collections::BTreeSet;
use std::fs;
use std::io::{IsTerminal as _, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::thread::sleep;
use std::time::Duration;

use anyhow::Context as _;
use indicatif::{ProgressBar, ProgressStyle};
use tamis_build::plain::{Plan, Recording, RunFolder};
use tamis_report::run::failure;

use super::live::{Live, Source};
use crate::bound;
use crate::exit::StoppedBy;
use crate::signals::Listening;

/// How long to wait before looking again.
const PAUSE: Duration = Duration::from_millis(40);

/// The files of the folder for journals, sorted; none if nothing is recorded.
pub(super) fn journals(recording: &Recording) -> BTreeSet<PathBuf> {
    match recording {
        Recording::Off => BTreeSet::new(),
        Recording::On { journals, .. } => {
            let entries = fs::read_dir(journals).into_iter().flatten().flatten();
            entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect()
        }
    }
}

/// How a machine ended.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ended {
    pub(crate) status: ExitStatus,
    /// The signal that it was ended by, if it came through us.
    pub(crate) stopped_by: Option<StoppedBy>,
}

/// Runs the machine to its end. Output and input of the tests are ours.
pub(crate) fn run(
    command: Command,
    folder: &RunFolder,
    recording: &Recording,
    known: &BTreeSet<PathBuf>,
    plan: &Plan,
) -> anyhow::Result<Ended> {
    let java = command.get_program().display().to_string();
    let mut listening = Listening::start().context("cannot listen to signals")?;
    let mut command = bound::to_this_process(command);
    let mut child = command.spawn().with_context(|| format!("cannot start `{java}`"))?;
    let bar = bar(plan.tests.len());
    let mut live = Live::default();
    let mut tails = Vec::new();
    loop {
        let ended = child.try_wait().context("cannot wait for the JVM")?;
        listening.pass_on(&child);
        if !bar.is_hidden() {
            look(&mut tails, folder, recording, known, &mut live);
            show(&bar, &mut live);
        }
        if let Some(status) = ended {
            bar.finish_and_clear();
            return Ok(Ended { status, stopped_by: listening.first });
        }
        sleep(PAUSE);
    }
}

/// A file that grows.
struct Tail {
    path: PathBuf,
    source: Source,
    offset: u64,
    /// What was read and is not a whole record yet.
    rest: Vec<u8>,
}

fn look(
    tails: &mut Vec<Tail>,
    folder: &RunFolder,
    recording: &Recording,
    known: &BTreeSet<PathBuf>,
    live: &mut Live,
) {
    let fresh: Vec<(PathBuf, Source)> = match recording {
        Recording::Off => vec![(folder.results(), Source::Lines)],
        Recording::On { .. } => {
            let files = journals(recording).into_iter().filter(|file| !known.contains(file));
            files.map(|file| (file, Source::Journal)).collect()
        }
    };
    for (path, source) in fresh {
        if !tails.iter().any(|tail| tail.path == path) {
            tails.push(Tail { path, source, offset: 0, rest: Vec::new() });
        }
    }
    for (number, tail) in tails.iter_mut().enumerate() {
        if let Some(bytes) = read_from(&tail.path, tail.offset) {
            tail.offset += bytes.len() as u64;
            tail.rest.extend(bytes);
            live.feed(number, tail.source, &mut tail.rest);
        }
    }
}

fn read_from(path: &Path, offset: u64) -> Option<Vec<u8>> {
    let mut file = fs::File::open(path).ok()?;
    file.seek(SeekFrom::Start(offset)).ok()?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

fn bar(tests: usize) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(tests as u64);
    let template = "{spinner} [{elapsed}] {pos} of {len} test classes, {msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Draws the bar again, and tells failures above it.
fn show(bar: &ProgressBar, live: &mut Live) {
    for failed in live.take_failures() {
        bar.println(format!("failed: {}", failure(&failed)));
    }
    bar.set_position(live.ended() as u64);
    let current = live.current().map(|test| format!(", in {test}")).unwrap_or_default();
    bar.set_message(format!("{} passed, {} failed{current}", live.passed(), live.failed()));
}
