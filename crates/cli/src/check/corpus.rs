//! `tamis check corpus`: bugs that were found in tools.

use std::env;
use std::fs;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use tamis_checker::{
    Adapter, Bench, Case, Cell, Corpus, Row, WithoutFixtures, html, json, rules, shown, table,
};

use tamis_report::plural;

use super::arguments::{CorpusArguments, CorpusFormat};
use super::scratch::Scratch;
use super::stopping::Stopped;
use crate::bound;
use crate::exit::Exit;
use crate::output::{self, WithHint as _};
use crate::project::absolute;

/// How the names of our own adapters begin.
const OURS: &str = "tamis";

pub(crate) fn run(arguments: &CorpusArguments) -> anyhow::Result<Exit> {
    let tools = Adapter::find_all(&arguments.tools)?;
    let all = Adapter::find(&arguments.against)?;
    all.is_no_other(&tools)?;
    tools.iter().chain([&all]).try_for_each(Adapter::can_be_started)?;
    let corpus = Corpus::read(&absolute(&arguments.corpus)?)
        .hint("name the folder `corpus` of tamis' sources with --corpus")?;
    warn_of(&corpus, &tools)?;
    let absent = if arguments.bugs.is_empty() { corpus.absent } else { Vec::new() };
    let cases = wanted(corpus.cases, &arguments.bugs)?;
    refuse_blind(&tools, arguments)?;
    let out = arguments.out.as_deref().map(out_folder).transpose()?;
    let (_scratch, work) = work_folder(arguments)?;
    let stopped = Stopped::listen()?;
    let telling = Telling::start(cases.iter().map(|case| case.runs(&tools)).sum());
    let bench = Bench {
        work,
        out,
        is_resumed: arguments.resume,
        are_projects_kept: arguments.keep.is_some(),
        tamis: env::current_exe().context("cannot find this program")?,
        is_offline: arguments.offline,
        longest: Duration::from_secs(arguments.deadline as u64),
        bind: &bound::to_this_process,
        is_stopped: &|| stopped.is_set(),
        tell: &|bug, tool, is_known| telling.tell(bug, tool, is_known),
    };
    if bench.has_runs() && !arguments.resume {
        return Err(anyhow!("the folder of --out has runs already"))
            .hint("go on with --resume, or name another folder");
    }
    let rows = run_cases(&cases, &all, &tools, &bench, arguments.jobs);
    telling.end();
    if let Some(by) = stopped.by() {
        let hint = if arguments.out.is_some() { "; go on with --resume" } else { "" };
        output::say(&format!("Stopped   after {} runs{hint}", telling.done()));
        return Ok(Exit::Stopped(by));
    }
    let rows = rows?;
    for (case, row) in cases.iter().zip(&rows).filter(|(_, row)| row.unbuilt().is_none()) {
        let disproved = case.disproved(&row.record);
        if !disproved.is_empty() {
            let tests = disproved.join(", ");
            let text = format!("{}: not as expected when all tests run: {tests}", row.bug);
            output::warn(&shown(&text), None);
        }
    }
    output::answer(&match arguments.format {
        CorpusFormat::Text => table(&rows, &absent),
        CorpusFormat::Json => json(&rows, &absent, &tools),
        CorpusFormat::Html => html(&rows, &absent, &tools),
    })?;
    if let Some((row, cause)) = rows.iter().find_map(|row| Some((row, row.unbuilt()?))) {
        let message = format!("{} could not be built, and no tool was judged: {cause}", row.bug);
        return Err(anyhow!(shown(&message))).hint("see whether Maven and the network are there");
    }
    if let Some(tool) = unjudged(&rows) {
        return Err(anyhow!("`{tool}` was judged on no case"))
            .hint("the lines below the table say why; ask for other tools, or for other bugs");
    }
    Ok(if has_violation_of_ours(&rows) { Exit::TestsFailed } else { Exit::Fine })
}

/// What is odd about a corpus, and keeps nobody from running it.
fn warn_of(corpus: &Corpus, tools: &[Adapter]) -> anyhow::Result<()> {
    if let Some(WithoutFixtures { cases, folder }) = &corpus.without_fixtures {
        let cases = plural(*cases, "case", "cases");
        let text = format!(
            "{cases} of `matrix.json` are left out: their fixtures are not in `{}`",
            folder.display()
        );
        output::warn(&text, Some("copy the folder `e2e/matrix` of tamis' sources there"));
    }
    for (bug, tool) in corpus.unknown_tools(tools)? {
        let text = format!("{bug} was reported for `{tool}`, and there is no such tool");
        output::warn(
            &shown(&text),
            Some("see `tools` in its `expect.json`, or ask for the tool with --tools"),
        );
    }
    Ok(())
}

/// The folder of --out, made before anything is run: what cannot be kept there is lost.
fn out_folder(out: &Path) -> anyhow::Result<PathBuf> {
    let out = absolute(out)?;
    fs::create_dir_all(&out)
        .with_context(|| format!("cannot make the folder `{}`", out.display()))
        .hint("name another folder with --out")?;
    Ok(out)
}

/// Runs cases, several at the same time if that is wanted. The rows are in the order of the cases.
fn run_cases(
    cases: &[Case],
    all: &Adapter,
    tools: &[Adapter],
    bench: &Bench<'_>,
    jobs: usize,
) -> anyhow::Result<Vec<Row>> {
    let next = AtomicUsize::new(0);
    let rows: Mutex<Vec<(usize, Row)>> = Mutex::default();
    let work = || -> anyhow::Result<()> {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(case) = cases.get(number) else { return Ok(()) };
            let row = case.run(all, tools, bench)?;
            rows.lock().unwrap_or_else(PoisonError::into_inner).push((number, row));
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.min(cases.len())).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| match worker.join() {
            Ok(ended) => ended,
            Err(_) => Err(anyhow!("internal error: a worker panicked")),
        })
    })?;
    let mut rows = rows.into_inner().unwrap_or_else(PoisonError::into_inner);
    rows.sort_by_key(|(number, _)| *number);
    Ok(rows.into_iter().map(|(_, row)| row).collect())
}

/// Whether one of ours leaves out a test, or violates a rule that only a bug violates. That all tests run where whole classes
/// are looked at is as it should be.
fn has_violation_of_ours(rows: &[Row]) -> bool {
    let counts = |rule: &String| {
        let rule = rules::find(rule);
        // The corpus has a rule of its own, which is about safety.
        rule.is_none_or(|rule| rule.is_certain || rule.kind == rules::Kind::Safety)
    };
    let is_bad = |cell: &Cell| cell.tool.starts_with(OURS) && cell.violated.iter().any(counts);
    rows.iter().any(|row| row.cells.iter().any(is_bad))
}

/// A tool that nothing can be said about.
fn unjudged(rows: &[Row]) -> Option<&str> {
    let first = rows.first()?;
    let is_judged = |place: usize| {
        rows.iter().any(|row| row.cells.get(place).is_some_and(|cell| cell.is_judged(row)))
    };
    let mut cells = first.cells.iter().enumerate();
    cells.find(|(place, _)| !is_judged(*place)).map(|(_, cell)| cell.tool.as_str())
}

fn wanted(cases: Vec<Case>, bugs: &[String]) -> anyhow::Result<Vec<Case>> {
    for bug in bugs {
        if !cases.iter().any(|case| case.bug().eq_ignore_ascii_case(bug)) {
            return Err(anyhow!("the corpus has no bug `{bug}`"))
                .hint("leave --bugs out to run them all");
        }
    }
    let is_wanted = |case: &Case| {
        bugs.is_empty() || bugs.iter().any(|bug| case.bug().eq_ignore_ascii_case(bug))
    };
    Ok(cases.into_iter().filter(is_wanted).collect())
}

/// A tool that would see nothing of its projects selects everything, which looks as if it missed nothing.
fn refuse_blind(tools: &[Adapter], arguments: &CorpusArguments) -> anyhow::Result<()> {
    let around = arguments.keep.as_deref().map_or(Path::new("."), |keep| {
        keep.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
    });
    // Where nothing can be made, that is told when it is tried.
    let Ok(folder) = fs::canonicalize(around) else { return Ok(()) };
    for tool in tools {
        if let Some(place) = tool.blind_at(&folder) {
            let (tool, place) = (&tool.name, place.display());
            return Err(anyhow!("`{tool}` takes no notice of classes below `{place}`, and projects would be there"))
                .hint("call it in another folder (and name the corpus with --corpus), or name one elsewhere with --keep");
        }
    }
    Ok(())
}

/// Where projects are. Not in the folder for temporary files if they are to stay; some tools take no notice of what is
/// there.
fn work_folder(arguments: &CorpusArguments) -> anyhow::Result<(Option<Scratch>, PathBuf)> {
    let Some(keep) = &arguments.keep else {
        let folder = env::current_dir().context("cannot find the current folder")?;
        let scratch = Scratch::make_in(&folder)
            .with_context(|| format!("cannot make a folder in `{}`", folder.display()))
            .hint("name a folder that can be made with --keep")?;
        let work = scratch.path()?;
        return Ok((Some(scratch), work));
    };
    fs::create_dir(keep)
        .with_context(|| format!("cannot make the folder `{}`", keep.display()))
        .hint("name a folder with --keep that does not exist yet, in one that does")?;
    Ok((None, fs::canonicalize(keep)?))
}

/// Tells which run is under way, and how long the rest takes.
struct Telling {
    of: usize,
    is_drawn: bool,
    so_far: Mutex<SoFar>,
}

struct SoFar {
    began: usize,
    known: usize,
    since: Instant,
}

impl Telling {
    fn start(of: usize) -> Self {
        let so_far = SoFar { began: 0, known: 0, since: Instant::now() };
        Self { of, is_drawn: std::io::stderr().is_terminal(), so_far: Mutex::new(so_far) }
    }

    fn tell(&self, bug: &str, tool: &str, is_known: bool) {
        let mut so_far = self.so_far.lock().unwrap_or_else(PoisonError::into_inner);
        so_far.began += 1;
        if is_known {
            so_far.known += 1;
            return;
        }
        let SoFar { began, known, since } = *so_far;
        let place = format!("Running   {bug} with {tool}, {began} of {} runs", self.of);
        let left = left(began - 1 - known, self.of - began + 1, since.elapsed());
        let line = left.map_or_else(|| place.clone(), |left| format!("{place}; {left} left"));
        if self.is_drawn {
            output::draw(&line);
        } else {
            output::say(&line);
        }
    }

    fn done(&self) -> usize {
        self.so_far.lock().unwrap_or_else(PoisonError::into_inner).began.saturating_sub(1)
    }

    fn end(&self) {
        if self.is_drawn {
            output::draw("");
        }
    }
}

/// How long the rest takes, if it is like what was done.
fn left(done: usize, rest: usize, spent: Duration) -> Option<String> {
    let done = u32::try_from(done).ok().filter(|done| *done > 0)?;
    let seconds = (spent / done * u32::try_from(rest).ok()?).as_secs();
    Some(if seconds < 90 {
        format!("{seconds} s")
    } else {
        format!("{} min", seconds.div_ceil(60))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_takes_as_long_as_what_was_done() {
        let rows = [(0, 5, None), (2, 3, Some("15 s")), (1, 20, Some("4 min"))];
        for (done, rest, expected) in rows {
            let said = left(done, rest, Duration::from_secs(10));
            assert_eq!(said.as_deref(), expected, "{done} {rest}");
        }
    }
}
