//! `tamis demo`: a session on a small shop, a Maven build of two modules. All its tests run, one method is edited, two verdicts
//! are explained, few tests run, and then the one that reads a file that is edited. The commands that are printed are the ones
//! that are performed.

mod example;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use tamis_report::plural;

use crate::arguments::DemoArguments;
use crate::building::code;
use crate::exit::Exit;
use crate::jdk;
use crate::output::{self, WithHint as _};

/// The oldest JDK that the example can be compiled with.
const OLDEST: u16 = 17;
/// How many test classes there are.
const ALL: usize = 31;
/// What the edit of a method affects; everything else is to be skipped.
const AFFECTED: [&str; 3] = ["shop.CartTest", "shop.CheckoutTest", "shop.price.PriceRuleTest"];
/// What the edit of a file affects.
const READER: [&str; 1] = ["shop.modern.TillTest"];
/// One of the first.
const SELECTED: &str = "CheckoutTest";
/// A test that uses the edited class, and not the edited method.
const SKIPPED: &str = "RuleBookTest";
/// Where it is written down which tests ran.
const EVENTS: &str = "tests.jsonl";
/// Maven, with few words and no colours.
const MAVEN: [&str; 7] = ["mvn", "--events", EVENTS, "--", "-B", "-q", "test"];

pub(crate) fn run(arguments: &DemoArguments) -> anyhow::Result<Exit> {
    let javac = jdk::tool_since("javac", 17)?;
    if let Some(release) = jdk::release(&javac).filter(|release| *release < OLDEST) {
        return Err(anyhow!("the demo needs a JDK {OLDEST} or newer, and this is {release}"))
            .hint("set JAVA_HOME to the folder of another JDK");
    }
    let has_maven =
        Command::new("mvn").arg("-v").stdout(Stdio::null()).stderr(Stdio::null()).status();
    has_maven
        .context("cannot start `mvn`")
        .hint("install Maven (3.6.3 or newer), and put it on the PATH")?;
    let folder = Folder::make(arguments.keep.as_deref())?;
    env::set_current_dir(folder.path())
        .with_context(|| format!("cannot go to `{}`", folder.path().display()))?;
    let exit = session()?;
    if let (Folder::Kept(path), Exit::Fine) = (&folder, exit) {
        output::say(&format!("The shop is in `{}`: edit, and `tamis test`.", path.display()));
    }
    Ok(exit)
}

/// The session, in the current folder.
fn session() -> anyhow::Result<Exit> {
    remark("A small shop: two modules, built by Maven. Its poms know nothing of tamis.");
    example::write_all()?;
    remark("Nothing is known yet: everything runs, and what each test touches is recorded");
    let first = Timed::run(&MAVEN)?;
    if let Some(exit) = first.failure(ALL)? {
        return Ok(exit);
    }
    output::say("");
    remark("One method is edited");
    example::OF_A_METHOD.perform()?;
    command("mvn -B -q test-compile");
    let compiled = perform(Command::new("mvn").args(["-B", "-q", "test-compile"]))?;
    if !compiled.success() {
        return Ok(Exit::Build(code(compiled)));
    }
    output::say("");
    remark("What does that mean for a test that prices a cart,");
    remark("and for one that makes such a discount and never asks it for a price?");
    for test in [SELECTED, SKIPPED] {
        expect(&tamis(&["explain", test])?.success(), &true)?;
    }
    output::say("");
    remark("Only the tests that rest on the edited method run again");
    let second = Timed::run(&MAVEN)?;
    if let Some(exit) = second.failure(AFFECTED.len())? {
        return Ok(exit);
    }
    expect(&second.ran.as_slice(), &AFFECTED.map(str::to_owned).as_slice())?;
    output::say("");
    remark("A test that reads a file rests on what is in it; and for that, Maven is not needed");
    example::OF_A_FILE.perform()?;
    let third = Timed::run(&["test", "--events", EVENTS, "--", "-B", "-q"])?;
    if let Some(exit) = third.failure(READER.len())? {
        return Ok(exit);
    }
    expect(&third.ran.as_slice(), &READER.map(str::to_owned).as_slice())?;
    output::say("");
    output::say(&first.line("first run"));
    output::say(&second.line("a method"));
    output::say(&third.line("a file"));
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

/// A run, which tests it ran, and how long it took.
struct Timed {
    status: ExitStatus,
    ran: Vec<String>,
    took: Duration,
}

impl Timed {
    fn run(words: &[&str]) -> anyhow::Result<Self> {
        let began = Instant::now();
        let status = tamis(words)?;
        let took = began.elapsed();
        Ok(Self { status, ran: ran()?, took })
    }

    /// With what to end, if it did not go well: whoever stopped the demo knows why.
    fn failure(&self, expected: usize) -> anyhow::Result<Option<Exit>> {
        if !self.status.success() {
            return Ok(Some(Exit::Build(code(self.status))));
        }
        expect(&self.ran.len(), &expected).map(|()| None)
    }

    fn line(&self, name: &str) -> String {
        let all = plural(ALL, "test class", "test classes");
        format!("{name:<11}{:>2} of {all} in {:.1} s", self.ran.len(), self.took.as_secs_f64())
    }
}

/// The test classes that ran, sorted.
fn ran() -> anyhow::Result<Vec<String>> {
    let events = fs::read_to_string(EVENTS).with_context(|| format!("cannot read `{EVENTS}`"))?;
    let mut ran = Vec::new();
    for line in events.lines() {
        let event: serde_json::Value = serde_json::from_str(line).context("no event")?;
        if event.get("verdict").is_some_and(|verdict| verdict == "run") {
            let test = event.get("test").and_then(serde_json::Value::as_str);
            ran.push(test.unwrap_or_default().to_owned());
        }
    }
    ran.sort();
    Ok(ran)
}

/// Prints a command of ours, and performs it.
fn tamis(words: &[&str]) -> anyhow::Result<ExitStatus> {
    command(&format!("tamis {}", words.join(" ")));
    let program = env::current_exe().context("cannot find this executable")?;
    perform(Command::new(program).args(words))
}

/// Performs a command; a Ctrl-C is for it as much as for us, and it ends in its own way.
fn perform(command: &mut Command) -> anyhow::Result<ExitStatus> {
    let program = command.get_program().to_string_lossy().into_owned();
    command.stdin(Stdio::null()).status().with_context(|| format!("cannot start `{program}`"))
}

/// Prints a command line.
fn command(line: &str) {
    output::say(&format!("$ {line}"));
}

fn remark(text: &str) {
    output::say(&format!("# {text}"));
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
