//! What is done in a cell, and what has to come of it.

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, anyhow};

use super::cells::Cell;
use super::project::{self, ALL, CORE_GRADLE, CORE_POM, PRICE};
use super::reports::{self, Results};
use crate::requirements;

const MODULES: [&str; 2] = ["core", "app"];

/// What came of a cell.
#[derive(Debug)]
pub(super) enum Told {
    Fine,
    /// The build tool alone cannot build it.
    NoBuild {
        why: String,
    },
    Wrong {
        step: &'static str,
        why: String,
    },
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fine => f.write_str("all steps"),
            Self::NoBuild { why } => write!(f, "fails without `tamis`: {why}"),
            Self::Wrong { step, why } => write!(f, "**{step}: {why}**"),
        }
    }
}

/// What was built.
struct Built {
    is_success: bool,
    results: Results,
    talk: String,
}

struct Build<'b> {
    root: PathBuf,
    home: PathBuf,
    tamis: &'b Path,
    /// Where the build tool is, if not on the PATH.
    folder: Option<&'b Path>,
    tool: Tool,
    manner: &'b Manner,
}

/// How a build is called and made, beside what all are.
#[derive(Debug, Default)]
pub(super) struct Manner {
    /// Words that each call gets.
    pub(super) words: Vec<String>,
    /// More for the test tasks of Gradle.
    pub(super) configuration: &'static str,
    /// Where Gradle keeps what builds have in common; its own place, if none.
    pub(super) user_home: Option<PathBuf>,
}

/// What builds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tool {
    Maven,
    Gradle,
}

impl Tool {
    fn verb(self) -> &'static str {
        match self {
            Self::Maven => "mvn",
            Self::Gradle => "gradle",
        }
    }

    /// Words that go before all others.
    fn always(self) -> &'static [&'static str] {
        match self {
            Self::Maven => &["-B", "-ntp"],
            Self::Gradle => &["--console=plain"],
        }
    }

    /// All tests, also if some fail.
    fn all(self) -> &'static [&'static str] {
        match self {
            Self::Maven => &["test", "-fae"],
            Self::Gradle => &["test", "--continue"],
        }
    }

    /// One test class only.
    fn narrow(self) -> &'static [&'static str] {
        match self {
            Self::Maven => &[
                "test",
                "-Dtest=PriceTest",
                "-DfailIfNoTests=false",
                "-Dsurefire.failIfNoSpecifiedTests=false",
            ],
            Self::Gradle => &[":core:test", "--tests", "core.PriceTest"],
        }
    }

    /// The file that says what the JVM of the tests of `core` is given.
    fn arguments(self) -> &'static str {
        match self {
            Self::Maven => CORE_POM,
            Self::Gradle => CORE_GRADLE,
        }
    }
}

/// Why a step went wrong.
type Step = Result<(), (&'static str, String)>;

/// Takes all steps of a cell, up to the first that goes wrong.
pub(super) fn take(
    cell: &Cell,
    tool: Tool,
    tamis: &Path,
    place: Option<&Path>,
    folder: &Path,
    manner: &Manner,
) -> anyhow::Result<Told> {
    if folder.exists() {
        fs::remove_dir_all(folder)
            .with_context(|| format!("cannot empty `{}`", folder.display()))?;
    }
    let home = requirements::jdk_home(cell.jdk).map_err(|missing| anyhow!(missing.cause))?;
    let root = folder.join("shop");
    project::write(cell, &root, manner.configuration)?;
    let mut build = Build { root, home, tamis, folder: place, tool, manner };
    let plain = build.plain(&["test"])?;
    // Gradle would not run again what it has run.
    build.clean();
    if !plain.is_success || plain.results.keys().ne(ALL) {
        return Ok(Told::NoBuild { why: cause(&plain) });
    }
    Ok(match build.steps(&plain, folder)? {
        Ok(()) => Told::Fine,
        Err((step, why)) => Told::Wrong { step, why },
    })
}

impl Build<'_> {
    fn steps(&mut self, plain: &Built, folder: &Path) -> anyhow::Result<Step> {
        let mut steps: Vec<(&'static str, Result<(), String>)> = Vec::new();
        let first = self.tamis(&["test"])?;
        steps.push(("first run", same(&first, plain)));
        steps.push(("second run", ran(&self.tamis(&["test"])?, &[])));
        for _ in 0..2 {
            // Whether or not the build tool thinks that it knows the results.
            steps.push(("forced", ran(&self.tamis_with(&["--force"], &["test"])?, &ALL)));
        }
        self.edit(PRICE, "return pieces * each;", "int all = each * pieces; return all;")?;
        let affected = ["app.CartTest", "core.PriceTest"];
        steps.push(("one method edited", ran(&self.tamis(&["test"])?, &affected)));
        steps.extend(self.failure()?);
        if self.tool == Tool::Gradle {
            self.edit(CORE_GRADLE, "'fast'", "'slow'")?;
            let told = ran(&self.tamis(self.tool.all())?, &["core.DiscountTest"]);
            steps.push(("another variable", told));
            self.edit(CORE_GRADLE, "'slow'", "'fast'")?;
            steps.push(("that taken back", ran(&self.tamis(&["test"])?, &[])));
        }
        let (from, to) = match self.tool {
            Tool::Maven => ("-Dcurrency=EUR", "-Dcurrency=EUR -Xss2m"),
            Tool::Gradle => ("'-Dcurrency=EUR'", "'-Dcurrency=EUR', '-Xss2m'"),
        };
        self.edit(self.tool.arguments(), from, to)?;
        let of_core = ["core.DiscountTest", "core.PriceTest"];
        steps.push(("argLine of one module", ran(&self.tamis(&["test"])?, &of_core)));
        self.edit(PRICE, "percent / 100", "percent * 2 / 200")?;
        let narrow = self.tamis(self.tool.narrow())?;
        steps.push(("one test named", ran(&narrow, &["core.PriceTest"])));
        let due = ran(&self.tamis(&["test"])?, &["core.DiscountTest"]);
        steps.push(("what is due after that", due));
        let elsewhere = folder.join("elsewhere");
        fs::rename(&self.root, &elsewhere).context("cannot move the build")?;
        self.root = elsewhere;
        self.clean();
        steps.push(("moved and built anew", ran(&self.tamis(&["test"])?, &[])));
        let wrong = steps.into_iter().find_map(|(step, told)| told.err().map(|why| (step, why)));
        Ok(wrong.map_or(Ok(()), Err))
    }

    /// A failure is found, stays, and goes with its cause.
    fn failure(&self) -> anyhow::Result<Vec<(&'static str, Result<(), String>)>> {
        let mut steps = Vec::new();
        self.edit(PRICE, "percent / 100", "percent / 10")?;
        let broken = self.tamis(self.tool.all())?;
        let plain = self.plain(self.tool.all())?;
        let failing = |built: &Built| -> BTreeSet<String> {
            let failed = built.results.iter().filter(|(_, passed)| !**passed);
            failed.map(|(class, _)| class.clone()).collect()
        };
        let is_found = failing(&broken) == failing(&plain) && !failing(&plain).is_empty();
        let is_same = is_found && broken.is_success == plain.is_success;
        let told = if is_same { Ok(()) } else { Err(cause(&broken)) };
        steps.push(("failure as without", told));
        let again = self.tamis(self.tool.all())?;
        steps.push(("failure again", ran(&again, &["core.DiscountTest"])));
        self.edit(PRICE, "percent / 10", "percent / 100")?;
        steps.push(("edit taken back", ran(&self.tamis(&["test"])?, &[])));
        Ok(steps)
    }

    fn edit(&self, file: &str, from: &str, to: &str) -> anyhow::Result<()> {
        let path = self.root.join(file);
        let text = fs::read_to_string(&path)?;
        anyhow::ensure!(text.contains(from), "`{file}` has no `{from}`");
        Ok(fs::write(path, text.replace(from, to))?)
    }

    /// As if it had just been checked out.
    fn clean(&self) {
        for module in MODULES {
            // What is not there need not be removed.
            let _ = fs::remove_dir_all(self.root.join(module).join("target"));
            let _ = fs::remove_dir_all(self.root.join(module).join("build"));
        }
    }

    fn plain(&self, words: &[&str]) -> anyhow::Result<Built> {
        // By its name, so that it is looked for where `tamis` looks.
        let mut command = Command::new("env");
        command.arg(self.tool.verb());
        self.build(command, words)
    }

    fn tamis(&self, words: &[&str]) -> anyhow::Result<Built> {
        self.tamis_with(&[], words)
    }

    fn tamis_with(&self, options: &[&str], words: &[&str]) -> anyhow::Result<Built> {
        let mut command = Command::new(self.tamis);
        command.arg(self.tool.verb()).args(options).arg("--");
        self.build(command, words)
    }

    fn build(&self, mut command: Command, words: &[&str]) -> anyhow::Result<Built> {
        reports::clear(&self.root, &MODULES);
        let mut path = self.folder.map(|folder| folder.as_os_str().to_owned()).unwrap_or_default();
        if self.folder.is_some() {
            path.push(":");
        }
        path.push(std::env::var_os("PATH").unwrap_or_default());
        if let Some(home) = &self.manner.user_home {
            command.env("GRADLE_USER_HOME", home);
        }
        let output = command
            .args(self.tool.always())
            .args(&self.manner.words)
            .args(words)
            .current_dir(&self.root)
            .env("PATH", path)
            .env("JAVA_HOME", &self.home)
            .env_remove("MAVEN_OPTS")
            .env_remove("M2_HOME")
            .output()
            .context("cannot start the build")?;
        let mut talk = String::from_utf8_lossy(&output.stdout).into_owned();
        talk.push_str(&String::from_utf8_lossy(&output.stderr));
        let results = reports::read(&self.root, &MODULES);
        Ok(Built { is_success: output.status.success(), results, talk })
    }
}

/// Whether exactly these ran, and passed or failed as Maven says.
fn ran(built: &Built, expected: &[&str]) -> Result<(), String> {
    if built.results.keys().eq(expected.iter()) {
        return Ok(());
    }
    let names: Vec<&str> = built.results.keys().map(String::as_str).collect();
    Err(format!("ran [{}] instead of [{}]; {}", names.join(" "), expected.join(" "), cause(built)))
}

fn same(built: &Built, plain: &Built) -> Result<(), String> {
    if built.is_success == plain.is_success && built.results == plain.results {
        return Ok(());
    }
    Err(format!("not as without; {}", cause(built)))
}

/// The line that says most about what went wrong.
fn cause(built: &Built) -> String {
    let lines = || built.talk.lines().map(str::trim);
    let says = |mark: &'static str| lines().find(|line| line.contains(mark));
    let marks = ["running everything", "[ERROR]", "> ", "warning: ", "tamis: "];
    let line = marks.into_iter().find_map(says);
    let line = line.unwrap_or("nothing is said");
    line.chars().take(160).collect::<String>().replace('|', "/")
}
