//! `tamis demo`: a session on a small shop. All its tests run, one method is edited, two verdicts are explained, and few
//! tests run. The commands that are printed are the ones that are performed.

mod example;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow, bail};
use clap::Parser as _;
use tamis_report::plural;
use tamis_select::Selection;

use self::example::Example;
use crate::arguments::{Arguments, DemoArguments, Verb};
use crate::exit::Exit;
use crate::output::{self, WithHint as _};
use crate::{jdk, junit, run};

/// The class path of the tests, as it is typed in the folder of the example.
const CLASS_PATH: &str = "test-classes:classes:lib/*";
/// The oldest JDK that the example can be compiled with.
const OLDEST: u16 = 17;
/// What the edit affects; everything else is to be skipped.
const AFFECTED: [&str; 3] = ["shop.CartTest", "shop.CheckoutTest", "shop.price.PriceRuleTest"];
/// One of those.
const SELECTED: &str = "CheckoutTest";
/// A test that uses the edited class, and not the edited method.
const SKIPPED: &str = "RuleBookTest";

pub(crate) fn run(arguments: &DemoArguments) -> anyhow::Result<Exit> {
    let javac = jdk::tool("javac")?;
    if let Some(release) = jdk::release(&javac).filter(|release| *release < OLDEST) {
        return Err(anyhow!("the demo needs a JDK {OLDEST} or newer, and this is {release}"))
            .hint("set JAVA_HOME to the folder of another JDK");
    }
    let folder = Folder::make(arguments.keep.as_deref())?;
    let example = Example { javac, jars: junit::jars(junit::JUPITER)? };
    env::set_current_dir(folder.path())
        .with_context(|| format!("cannot go to `{}`", folder.path().display()))?;
    let exit = session(&example)?;
    if let (Folder::Kept(path), Exit::Fine) = (&folder, exit) {
        output::say(&format!("The shop is in `{}`: edit, compile, run again.", path.display()));
    }
    Ok(exit)
}

/// The session, in the current folder.
fn session(example: &Example) -> anyhow::Result<Exit> {
    remark("A small shop and its tests, compiled by hand");
    example.write()?;
    example.compile_main()?;
    example.compile_tests()?;
    output::say(&format!("$ CP='{CLASS_PATH}'"));
    output::say("");
    remark("Nothing is known yet: everything runs, and what each test touches is recorded");
    let first = Timed::run()?;
    if first.exit != Exit::Fine {
        return failed(&first);
    }
    output::say("");
    remark("One method is edited");
    Example::edit()?;
    example.compile_main()?;
    output::say("");
    remark("What is different, and what does it mean for a test that prices a cart,");
    remark("and for one that makes such a discount and never asks it for a price?");
    expect(&tamis(&["diff", "before", "classes"])?, &Exit::Different)?;
    for test in [SELECTED, SKIPPED] {
        expect(&tamis(&["explain", test, "--classpath", CLASS_PATH])?, &Exit::Fine)?;
    }
    output::say("");
    remark("Only the tests that rest on the edited method run again");
    let second = Timed::run()?;
    if second.exit != Exit::Fine {
        return failed(&second);
    }
    let running: Vec<String> = running(&second.selection);
    expect(&running.as_slice(), &AFFECTED.map(str::to_owned).as_slice())?;
    output::say("");
    sum_up(&first, &second);
    Ok(Exit::Fine)
}

/// Where the session takes place.
enum Folder {
    Temporary(tempfile::TempDir),
    Kept(PathBuf),
}

impl Folder {
    fn make(keep: Option<&Path>) -> anyhow::Result<Self> {
        let Some(folder) = keep else {
            let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
            return Ok(Self::Temporary(folder));
        };
        fs::create_dir(folder)
            .with_context(|| format!("cannot make the folder `{}`", folder.display()))?;
        let folder = fs::canonicalize(folder)
            .with_context(|| format!("cannot find `{}`", folder.display()))?;
        Ok(Self::Kept(folder))
    }

    fn path(&self) -> &Path {
        match self {
            Self::Temporary(folder) => folder.path(),
            Self::Kept(folder) => folder,
        }
    }
}

/// A run, and how long it took.
struct Timed {
    exit: Exit,
    selection: Selection,
    took: Duration,
}

impl Timed {
    fn run() -> anyhow::Result<Self> {
        let began = Instant::now();
        let ran = match parse(&["run", "--classpath", CLASS_PATH])? {
            Verb::Run(arguments) => run::perform(&arguments)?,
            other => bail!("internal error: `run` was taken for {other:?}"),
        };
        Ok(Self { exit: ran.exit, selection: ran.selection, took: began.elapsed() })
    }

    fn line(&self, name: &str) -> String {
        let running = self.selection.running().count();
        let all = plural(self.selection.verdicts.len(), "test class", "test classes");
        format!("{name:<15}{running:>2} of {all} in {:.1} s", self.took.as_secs_f64())
    }
}

/// Performs a command, as if it had been typed.
fn tamis(words: &[&str]) -> anyhow::Result<Exit> {
    crate::perform(parse(words)?)
}

/// Prints a command, and reads it as the command line is read.
fn parse(words: &[&str]) -> anyhow::Result<Verb> {
    let shown = words.iter().map(|word| if *word == CLASS_PATH { "\"$CP\"" } else { word });
    command(&format!("tamis {}", shown.collect::<Vec<_>>().join(" ")));
    let words = ["tamis"].iter().chain(words);
    let arguments = Arguments::try_parse_from(words).context("internal error: no such command")?;
    Ok(arguments.verb)
}

/// Prints a command line.
fn command(line: &str) {
    output::say(&format!("$ {line}"));
}

fn remark(text: &str) {
    output::say(&format!("# {text}"));
}

fn running(selection: &Selection) -> Vec<String> {
    let mut tests: Vec<String> = selection.running().map(ToString::to_string).collect();
    tests.sort();
    tests
}

/// Whoever stopped the demo knows why; that a test of the example fails is not planned.
fn failed(timed: &Timed) -> anyhow::Result<Exit> {
    match timed.exit {
        stopped @ Exit::Stopped(_) => Ok(stopped),
        other => expect(&other, &Exit::Fine).map(|()| other),
    }
}

/// What is shown has to be true, or it is no demonstration.
fn expect<T: PartialEq + std::fmt::Debug>(is: &T, should_be: &T) -> anyhow::Result<()> {
    if is == should_be {
        return Ok(());
    }
    let result: anyhow::Result<()> =
        Err(anyhow!("the demo did not go as planned: expected {should_be:?}, found {is:?}"));
    result.hint("please report this, with the lines above and the version of your JDK")
}

fn sum_up(first: &Timed, second: &Timed) {
    output::say(&first.line("first run"));
    output::say(&second.line("after an edit"));
    let all = first.selection.verdicts.len();
    let saved = all - second.selection.running().count();
    let seconds = first.took.saturating_sub(second.took).as_secs_f64();
    output::say(&format!("saved          {saved:>2} of {all} test classes and {seconds:.1} s"));
}
