//! What `cargo xtask verify` is told to do.

use crate::arguments::{self, UsageError};

use super::rewriting::Pass;

/// What to verify, and how.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Options {
    pub(super) jdks: bool,
    pub(super) jars: bool,
    /// In the order of [`Pass::ALL`].
    pub(super) passes: Vec<Pass>,
    pub(super) shard: Shard,
}

/// One of several runs that share the work, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shard {
    number: usize,
    of: usize,
}

impl Options {
    pub(super) fn parse(words: &[String]) -> Result<Self, UsageError> {
        let mut options = Self {
            jdks: false,
            jars: false,
            passes: Vec::new(),
            shard: Shard { number: 0, of: 1 },
        };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match word.as_str() {
                "--jdks" => options.jdks = true,
                "--jars" => options.jars = true,
                "--pass" => options.passes.push(pass(words.next())?),
                "--shard" => options.shard = shard(words.next())?,
                other => return Err(arguments::unknown("verify", other, hint())),
            }
        }
        if options.jdks == options.jars {
            (options.jdks, options.jars) = (true, true);
        }
        let named = std::mem::take(&mut options.passes);
        let is_wanted = |pass: &Pass| named.is_empty() || named.contains(pass);
        options.passes = Pass::ALL.into_iter().filter(is_wanted).collect();
        Ok(options)
    }
}

impl Shard {
    /// Whether this is the shard for work that cannot be shared.
    pub(super) fn is_first(self) -> bool {
        self.number == 0
    }

    /// The part of so many things that this shard is about; together the shards have each of them once.
    pub(super) fn part(self, things: usize) -> std::ops::Range<usize> {
        let start = |number| things * number / self.of;
        start(self.number)..start(self.number + 1)
    }
}

fn hint() -> String {
    "`verify` knows --jdks, --jars, --pass entry|sites|wraps, --shard I/N".to_owned()
}

fn pass(word: Option<&String>) -> Result<Pass, UsageError> {
    let found = Pass::ALL.into_iter().find(|pass| word.is_some_and(|word| word == pass.name()));
    let word = word.map_or("", String::as_str);
    found.ok_or_else(|| UsageError::new(format!("`{word}` is no pass"), hint()))
}

fn shard(word: Option<&String>) -> Result<Shard, UsageError> {
    let word = word.map_or("", String::as_str);
    let parts = word.split_once('/').map(|(number, of)| (number.parse(), of.parse()));
    match parts {
        Some((Ok(number @ 1..), Ok(of))) if number <= of => Ok(Shard { number: number - 1, of }),
        _ => Err(UsageError::new(format!("`{word}` is no shard, such as 1/4"), hint())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Options, UsageError> {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        Options::parse(&words)
    }

    #[test]
    fn without_words_everything_is_verified() {
        let options = parse("").unwrap();
        assert!(options.jdks && options.jars && options.shard.is_first());
        assert_eq!(options.passes, Pass::ALL);
        assert_eq!(parse("--jdks --jars --shard 1/1").unwrap(), options);
    }

    #[test]
    fn passes_are_taken_in_order_and_once() {
        let options = parse("--jars --pass wraps --pass entry --pass wraps").unwrap();
        assert!(options.jars && !options.jdks);
        assert_eq!(options.passes, [Pass::Entry, Pass::Wraps]);
    }

    #[test]
    fn shards_have_each_thing_once() {
        for things in [0, 1, 7, 297] {
            let parts = (1..=4).map(|number| parse(&format!("--shard {number}/4")).unwrap().shard);
            let all: Vec<usize> = parts.flat_map(|shard| shard.part(things)).collect();
            assert_eq!(all, (0..things).collect::<Vec<_>>());
        }
    }

    #[test]
    fn wrong_words_are_refused() {
        for (line, message) in [
            ("--fast", "unknown argument `--fast` for `verify`"),
            ("--pass", "`` is no pass"),
            ("--pass exit", "`exit` is no pass"),
            ("--shard", "`` is no shard, such as 1/4"),
            ("--shard 0/4", "`0/4` is no shard, such as 1/4"),
            ("--shard 5/4", "`5/4` is no shard, such as 1/4"),
            ("--shard 1", "`1` is no shard, such as 1/4"),
        ] {
            assert_eq!(parse(line).unwrap_err().to_string(), message, "{line}");
        }
    }
}
