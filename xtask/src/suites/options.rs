//! The words after the name of a study.

use std::path::PathBuf;

use super::catalog::{SUITES, Suite};
use crate::arguments::UsageError;

/// What all studies understand.
#[derive(Debug)]
pub(super) struct Options {
    pub(super) suites: Vec<&'static Suite>,
    /// Feature release of the JDK.
    pub(super) jdk: u32,
    /// Only test classes with one of these in their names.
    pub(super) only: Vec<String>,
    /// No test classes with one of these in their names.
    pub(super) except: Vec<String>,
    /// Rows of a table that are not measured.
    pub(super) without: Vec<String>,
    /// How often something is repeated; what, and how often without this, depends on the study.
    pub(super) times: Option<usize>,
    /// Where everything is kept, instead of the usual folder.
    pub(super) folder: Option<PathBuf>,
    /// Where random numbers start.
    pub(super) seed: u64,
}

impl Options {
    pub(super) fn parse(words: &[String]) -> Result<Self, UsageError> {
        let mut options = Self {
            suites: Vec::new(),
            jdk: 17,
            only: Vec::new(),
            except: Vec::new(),
            without: Vec::new(),
            times: None,
            folder: None,
            seed: 1,
        };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let known = "--suite NAME, --jdk N, --only PATTERN, --except PATTERN, --without ROW, \
                         --times N, --seed N, --folder DIR";
            if !known.split(", ").any(|each| each.split(' ').next() == Some(word)) {
                let hint = format!("`suites` knows {known}");
                return Err(UsageError::new(format!("unknown argument `{word}`"), hint));
            }
            let value = words.next().ok_or_else(|| {
                let hint = format!("`suites` knows {known}");
                UsageError::new(format!("`{word}` has no value"), hint)
            })?;
            match word.as_str() {
                "--suite" => options.suites.push(suite(value)?),
                "--jdk" => options.jdk = number(word, value)?,
                "--only" => options.only.push(value.clone()),
                "--except" => options.except.push(value.clone()),
                "--without" => options.without.push(value.clone()),
                "--folder" => options.folder = Some(PathBuf::from(value)),
                "--times" => options.times = Some(number(word, value)?),
                _ => options.seed = number(word, value)?,
            }
        }
        if options.suites.is_empty() {
            options.suites = SUITES.iter().collect();
        }
        Ok(options)
    }
}

fn suite(name: &str) -> Result<&'static Suite, UsageError> {
    SUITES.iter().find(|suite| suite.name == name).ok_or_else(|| {
        let known: Vec<&str> = SUITES.iter().map(|suite| suite.name).collect();
        UsageError::new(format!("unknown suite `{name}`"), format!("one of {}", known.join(", ")))
    })
}

fn number<N: std::str::FromStr>(word: &str, value: &str) -> Result<N, UsageError> {
    value.parse().map_err(|_| {
        UsageError::new(format!("`{value}` is no number"), format!("`{word}` takes a number"))
    })
}
