//! What the agent is told on the command line of the JVM.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt as _;
use std::path::PathBuf;

use tamis_journal::Granularity;

/// Room for this many probes unless told otherwise: one byte of Java heap each.
const NUMBERS: u32 = 1 << 20;

/// Options of `-agentpath:…=`.
#[derive(Debug, Clone)]
pub(crate) struct Options {
    /// As they were given.
    pub(crate) given: Vec<u8>,
    /// Where the journal goes; nothing is recorded without.
    pub(crate) journal: Option<PathBuf>,
    pub(crate) granularity: Granularity,
    /// How many probes there can be.
    pub(crate) numbers: u32,
    /// How many objects behind static fields are compared at most, if they are.
    pub(crate) statics: Option<usize>,
    /// Whether it is recorded who asks for classes.
    pub(crate) callers: bool,
    /// A file with what is on the class path besides what the machine was told, a line each: tools hide it in a jar that
    /// only names others.
    pub(crate) roots: Option<PathBuf>,
    /// Where to panic.
    pub(crate) fault: Option<String>,
    /// Words that mean nothing to this version.
    pub(crate) unknown: Vec<String>,
}

impl Options {
    /// Reads the text after `=`.
    pub(crate) fn parse(text: &[u8]) -> Self {
        let mut options = Self {
            given: text.to_vec(),
            journal: None,
            granularity: Granularity::Method,
            numbers: NUMBERS,
            statics: None,
            callers: false,
            roots: None,
            fault: None,
            unknown: Vec::new(),
        };
        let mut journal: Option<Vec<u8>> = None;
        for word in text.split(|byte| *byte == b',') {
            if let Some(folder) = word.strip_prefix(b"journal=") {
                journal = Some(folder.to_vec());
                continue;
            }
            let words = String::from_utf8_lossy(word);
            match (options.take(&words), &mut journal) {
                (true, _) => {}
                // The name of a folder can have commas, and nobody says where it ends.
                (false, Some(folder)) => {
                    folder.push(b',');
                    folder.extend(word);
                }
                (false, None) if word.is_empty() => {}
                (false, None) => options.unknown.push(words.into_owned()),
            }
        }
        options.journal = journal.map(|folder| PathBuf::from(OsString::from_vec(folder)));
        options
    }

    /// Takes a word in; says whether it is an option.
    fn take(&mut self, word: &str) -> bool {
        match word.split_once('=') {
            Some(("granularity", "method")) => self.granularity = Granularity::Method,
            Some(("granularity", "block")) => self.granularity = Granularity::Block,
            Some(("granularity", "site")) => self.granularity = Granularity::Site,
            Some(("numbers", number)) => match number.parse() {
                Ok(number) => self.numbers = number,
                Err(_) => return false,
            },
            Some(("statics", number)) => match number.parse() {
                Ok(number) => self.statics = Some(number),
                Err(_) => return false,
            },
            Some(("roots", file)) => self.roots = Some(file.into()),
            Some(("fault", place)) => self.fault = Some(place.to_owned()),
            None if word == "callers" => self.callers = true,
            _ => return false,
        }
        true
    }
}
