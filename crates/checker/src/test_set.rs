//! A set of tests, by their numbers. Written as ranges: `0-4,7`.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A set of tests.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct TestSet(BTreeSet<u32>);

/// Text that is no set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoTestSet(String);

impl TestSet {
    /// The first `count` tests.
    pub fn first(count: u32) -> Self {
        Self((0..count).collect())
    }

    /// Adds a test.
    pub fn insert(&mut self, test: u32) {
        self.0.insert(test);
    }

    /// Whether a test is in it.
    pub fn contains(&self, test: u32) -> bool {
        self.0.contains(&test)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The same as a number of 32 bits, which all numbers of tests are.
    pub fn count(&self) -> u32 {
        self.0.len() as u32
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The tests, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().copied()
    }

    /// Those that are not in the other.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        Self(self.0.difference(&other.0).copied().collect())
    }

    /// Those that are in both.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self(self.0.intersection(&other.0).copied().collect())
    }

    /// Those that are in one of them.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        Self(self.0.union(&other.0).copied().collect())
    }
}

impl FromIterator<u32> for TestSet {
    fn from_iter<I: IntoIterator<Item = u32>>(tests: I) -> Self {
        Self(tests.into_iter().collect())
    }
}

impl fmt::Display for TestSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for test in self.iter() {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == test => *last = test,
                Some(_) | None => ranges.push((test, test)),
            }
        }
        for (place, (first, last)) in ranges.iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            if first == last {
                write!(f, "{comma}{first}")?;
            } else {
                write!(f, "{comma}{first}-{last}")?;
            }
        }
        Ok(())
    }
}

impl FromStr for TestSet {
    type Err = NoTestSet;

    fn from_str(text: &str) -> Result<Self, NoTestSet> {
        // More tests than this no program has; a range is not taken at its word.
        const MOST: u32 = 1 << 20;
        let mut set = Self::default();
        for range in text.split(',').filter(|range| !range.is_empty()) {
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            let number = |text: &str| text.parse::<u32>().ok().filter(|number| *number < MOST);
            match (number(first), number(last)) {
                (Some(first), Some(last)) if first <= last => set.0.extend(first..=last),
                _ => return Err(NoTestSet(text.to_owned())),
            }
        }
        Ok(set)
    }
}

impl fmt::Display for NoTestSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no set of tests, such as 0-4,7", self.0)
    }
}

impl Serialize for TestSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TestSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_written_as_ranges_and_read_back() {
        for (tests, text) in [(vec![], ""), (vec![3], "3"), (vec![0, 1, 2, 5, 7, 8], "0-2,5,7-8")] {
            let set: TestSet = tests.into_iter().collect();
            assert_eq!(set.to_string(), text);
            assert_eq!(text.parse(), Ok(set));
        }
        for text in ["a", "1-", "5-3", "4294967295", "0-4000000000", "1,b"] {
            assert!(text.parse::<TestSet>().is_err(), "{text}");
        }
    }
}
