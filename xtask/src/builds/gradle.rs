//! `cargo xtask gradle`: the steps of `matrix-build` with Gradle: the one of the machine, or one in a folder.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::Context;

use super::cells::{Axes, Cell, Framework};
use super::steps::{self, Manner, Told, Tool};
use crate::Exit;
use crate::arguments::{UsageError, unknown};
use crate::suites::build_program;
use crate::workspace::Workspace;

const HINT: &str = "cargo xtask gradle [--in FOLDER] [--jdk N,…] [--framework V,…] [--words WORD,…] [--forks] [--tamis FILE]: with the \
`gradle` in that folder, or on the PATH; each call gets these words; --forks: two JVMs at a time, a new one for each class; --tamis: a \
program that is built already";

/// What `--forks` tells test tasks.
const FORKS: &str = "maxParallelForks = 2\n  forkEvery = 1";

pub(crate) fn run(workspace: &Workspace, words: &[String]) -> anyhow::Result<Exit> {
    let Options { place, jdks, frameworks, mut manner, tamis } = Options::parse(words)?;
    let folder = workspace.root().join("target/builds");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make `{}`", folder.display()))?;
    let user_home = folder.join("gradle-user-home");
    manner.user_home = Some(user_home.clone());
    let tamis = match tamis {
        Some(tamis) => std::path::absolute(tamis).context("cannot use the program")?,
        None => build_program(workspace)?,
    };
    let mut is_fine = true;
    for jdk in jdks {
        for framework in frameworks.iter().filter(|each| each.since <= jdk) {
            let cell = Cell { maven: "", surefire: "", framework: *framework, jdk };
            let work = folder.join("work");
            let told = steps::take(&cell, Tool::Gradle, &tamis, place.as_deref(), &work, &manner)?;
            println!("{framework}, JDK {jdk}: {told}");
            is_fine &= !matches!(told, Told::Wrong { .. });
        }
    }
    let name = PathBuf::from("gradle");
    let gradle = place.map_or(name.clone(), |folder| folder.join(name));
    // Daemons of this folder serve nobody else. If they cannot be stopped, they stop by themselves.
    let _ = Command::new(gradle).arg("--stop").env("GRADLE_USER_HOME", user_home).output();
    Ok(if is_fine { Exit::Fine } else { Exit::Failed })
}

#[derive(Debug)]
struct Options {
    /// The folder of the command.
    place: Option<PathBuf>,
    jdks: Vec<u32>,
    frameworks: Vec<Framework>,
    manner: Manner,
    tamis: Option<PathBuf>,
}

impl Options {
    fn parse(words: &[String]) -> Result<Self, UsageError> {
        let frameworks = Axes::default().frameworks;
        let mut options = Self {
            place: None,
            jdks: vec![17],
            frameworks,
            manner: Manner::default(),
            tamis: None,
        };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let wrong = |what: &str| UsageError::new(format!("`{word}` {what}"), HINT.to_owned());
            if word == "--forks" {
                options.manner.configuration = FORKS;
                continue;
            }
            if !["--in", "--jdk", "--framework", "--words", "--tamis"].contains(&word.as_str()) {
                return Err(unknown("gradle", word, HINT.to_owned()));
            }
            let value = words.next().ok_or_else(|| wrong("needs a value"))?;
            let mut listed = value.split(',');
            match word.as_str() {
                "--tamis" => options.tamis = Some(PathBuf::from(value)),
                "--in" => options.place = Some(PathBuf::from(value)),
                "--words" => options.manner.words = listed.map(str::to_owned).collect(),
                "--framework" => {
                    options
                        .frameworks
                        .retain(|each| listed.clone().any(|name| name == each.version));
                }
                _ => {
                    let numbers = listed.try_fold(Vec::new(), |mut numbers, text| {
                        numbers.push(text.parse::<u32>().ok()?);
                        Some(numbers)
                    });
                    options.jdks = numbers.ok_or_else(|| wrong("needs numbers"))?;
                }
            }
        }
        if options.frameworks.is_empty() {
            let known: Vec<&str> =
                Axes::default().frameworks.iter().map(|each| each.version).collect();
            let message = "no such framework".to_owned();
            return Err(UsageError::new(message, format!("known: {}", known.join(", "))));
        }
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::{FORKS, Options};

    fn parse(text: &str) -> Result<Options, String> {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        Options::parse(&words).map_err(|error| error.to_string())
    }

    #[test]
    fn options_are_read_and_wrong_ones_refused() {
        let read =
            parse("--jdk 17,25 --framework 4.13.2 --words --build-cache,-q --forks").unwrap();
        assert_eq!(read.jdks, [17, 25]);
        assert_eq!(read.frameworks.len(), 1);
        assert_eq!(read.manner.words, ["--build-cache", "-q"]);
        assert_eq!(read.manner.configuration, FORKS);
        assert_eq!(parse("").unwrap().frameworks.len(), 5);
        assert!(parse("--tamis x").unwrap().tamis.is_some());
        for (text, message) in [
            ("--jdk x", "`--jdk` needs numbers"),
            ("--in", "`--in` needs a value"),
            ("--framework 1.0", "no such framework"),
            ("--fast", "unknown argument `--fast` for `gradle`"),
        ] {
            assert_eq!(parse(text).unwrap_err(), message, "{text}");
        }
    }
}
