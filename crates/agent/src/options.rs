//! What the agent is told on the command line of the JVM.

use std::path::PathBuf;

use tamis_journal::Granularity;

/// Room for this many probes unless told otherwise: one byte of Java heap each.
const NUMBERS: u32 = 1 << 20;

/// Options of `-agentpath:…=`.
#[derive(Debug, Clone)]
pub(crate) struct Options {
    /// As they were given.
    pub(crate) given: String,
    /// Where the journal goes; nothing is recorded without.
    pub(crate) journal: Option<PathBuf>,
    pub(crate) granularity: Granularity,
    /// How many probes there can be.
    pub(crate) numbers: u32,
    /// Where to panic.
    pub(crate) fault: Option<String>,
    /// Words that mean nothing to this version.
    pub(crate) unknown: Vec<String>,
}

impl Options {
    /// Reads the text after `=`.
    pub(crate) fn parse(text: &str) -> Self {
        let mut options = Self {
            given: text.to_owned(),
            journal: None,
            granularity: Granularity::Method,
            numbers: NUMBERS,
            fault: None,
            unknown: Vec::new(),
        };
        for word in text.split(',').filter(|word| !word.is_empty()) {
            match word.split_once('=') {
                Some(("journal", folder)) => options.journal = Some(PathBuf::from(folder)),
                Some(("granularity", "method")) => options.granularity = Granularity::Method,
                Some(("granularity", "block")) => options.granularity = Granularity::Block,
                Some(("granularity", "site")) => options.granularity = Granularity::Site,
                Some(("numbers", number)) => match number.parse() {
                    Ok(number) => options.numbers = number,
                    Err(_) => options.unknown.push(word.to_owned()),
                },
                Some(("fault", place)) => options.fault = Some(place.to_owned()),
                _ => options.unknown.push(word.to_owned()),
            }
        }
        options
    }
}
