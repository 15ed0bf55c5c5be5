//! `cargo xtask requirements`: the tools and JDKs that the tests need, and where they are.
//!
//! Nothing is skipped because a tool is missing: a test that quietly does not run proves nothing.
//! Each missing thing is named with its use and the way to get it.

mod jdk;
#[cfg(test)]
mod tests;

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use self::jdk::Places;
use crate::workspace::Workspace;
use crate::{Exit, arguments};

/// The JDK releases that the tests run on: the oldest whose class files we must meet today, and the
/// newest.
const JDKS: [u32; 2] = [17, 25];

/// All that was looked for.
pub(crate) struct Requirements {
    items: Vec<Requirement>,
    jdks: Vec<(u32, PathBuf)>,
}

/// One thing that was looked for.
struct Requirement {
    name: String,
    purpose: &'static str,
    /// Where it is or which version it has, or else what is wrong and what to do about it.
    found: Result<String, Missing>,
}

/// What is wrong, and what to do about it.
pub(crate) struct Missing {
    pub(crate) cause: String,
    pub(crate) hint: String,
}

pub(crate) fn run(workspace: &Workspace, words: &[String]) -> anyhow::Result<Exit> {
    let [] = arguments::flags("requirements", words, [])?;
    let requirements = Requirements::look(workspace);
    print!("{}", requirements.render());
    Ok(if requirements.are_met() { Exit::Fine } else { Exit::Unusable })
}

impl Requirements {
    /// Looks for everything, whether or not something is missing.
    pub(crate) fn look(workspace: &Workspace) -> Self {
        let places = Places::of_this_machine();
        let mut items = vec![
            cargo_tool(workspace, "cargo", &["--version"], "builds and tests the project"),
            cargo_tool(workspace, "rustfmt", &["fmt", "--version"], "checks the form of the code"),
            cargo_tool(workspace, "clippy", &["clippy", "--version"], "checks the lints"),
            git(),
            c_compiler(),
            java(&places),
        ];
        let mut jdks = Vec::new();
        for major in JDKS {
            let found = places.find(major);
            if let Ok(home) = &found {
                jdks.push((major, home.clone()));
            }
            items.push(jdk_requirement(major, found));
        }
        Self { items, jdks }
    }

    pub(crate) fn are_met(&self) -> bool {
        self.items.iter().all(|item| item.found.is_ok())
    }

    /// The variables by which tests find the JDKs.
    pub(crate) fn variables(&self) -> Vec<(String, OsString)> {
        self.jdks.iter().map(|(major, home)| (jdk::variable(*major), home.into())).collect()
    }

    /// One line per thing, and the hints under what is missing.
    pub(crate) fn render(&self) -> String {
        let width = self.items.iter().map(|item| item.name.len()).max().unwrap_or_default();
        let render_item = |Requirement { name, purpose, found }: &Requirement| match found {
            Ok(place) => format!("found    {name:width$}  {place}\n"),
            Err(Missing { cause, hint }) => {
                format!("missing  {name:width$}  {cause}; it {purpose}\nhint: {hint}\n")
            }
        };
        self.items.iter().map(render_item).collect()
    }
}

/// The folder of a JDK of this release.
pub(crate) fn jdk_home(major: u32) -> Result<PathBuf, Missing> {
    Places::of_this_machine().find(major).map_err(|cause| missing_jdk(major, &cause))
}

fn cargo_tool(
    workspace: &Workspace,
    name: &str,
    words: &[&str],
    purpose: &'static str,
) -> Requirement {
    let hint = match name {
        "cargo" => "install Rust with rustup",
        _ => "rustup component add rustfmt clippy",
    };
    let found = first_line_of(workspace.cargo().args(words));
    requirement(name, purpose, found.ok_or_else(|| missing("does not start", hint)))
}

fn git() -> Requirement {
    let found = first_line_of(Command::new("git").arg("--version"));
    let purpose = "lists the files that `tidy` checks";
    let hint = "install git with the system's package manager";
    requirement("git", purpose, found.ok_or_else(|| missing("does not start", hint)))
}

fn c_compiler() -> Requirement {
    let named = env::var("CC").ok().filter(|name| !name.trim().is_empty());
    let candidates = match &named {
        Some(name) => vec![name.as_str()],
        None => vec!["cc", "gcc", "clang", "cl"],
    };
    let found = candidates.iter().find_map(|candidate| {
        let mut words = candidate.split_whitespace();
        first_line_of(Command::new(words.next()?).args(words).arg("--version"))
    });
    let cause = format!("cannot start {}", candidates.join(", "));
    let hint = "install gcc or clang with the system's package manager, or set CC to a C compiler";
    requirement(
        "C compiler",
        "compiles and links the native libraries",
        found.ok_or_else(|| missing(&cause, hint)),
    )
}

fn java(places: &Places) -> Requirement {
    let found = places.default_java().map_err(|cause| {
        missing(&cause, "set JAVA_HOME to the folder of a JDK, or put its `bin` on the PATH")
    });
    requirement("java, javac", "compiles and runs test projects", found)
}

fn jdk_requirement(major: u32, found: Result<PathBuf, String>) -> Requirement {
    let found =
        found.map(|home| home.display().to_string()).map_err(|cause| missing_jdk(major, &cause));
    requirement(&format!("JDK {major}"), "is one of the JDKs that the tests run on", found)
}

fn missing_jdk(major: u32, cause: &str) -> Missing {
    let variable = jdk::variable(major);
    missing(cause, &format!("install JDK {major}, or set {variable} to the folder of one"))
}

fn requirement(name: &str, purpose: &'static str, found: Result<String, Missing>) -> Requirement {
    Requirement { name: name.to_owned(), purpose, found }
}

fn missing(cause: &str, hint: &str) -> Missing {
    Missing { cause: cause.to_owned(), hint: hint.to_owned() }
}

/// What the program says of itself, if it starts and ends well.
fn first_line_of(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    output.status.success().then(|| text.lines().next().unwrap_or_default().to_owned())
}
