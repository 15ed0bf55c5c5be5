//! Which sources can see a change of classes when they are compiled: those that name one of them, and those that name one of
//! those. Others have no way to it: whatever type an expression has, some source on the way to it names it.
//!
//! Words are looked for, in comments too; a source with a name in it that it does not mean is compiled in vain.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use super::visible::Visible;

/// Sources, by the words in them.
pub(crate) struct Naming {
    words: BTreeMap<PathBuf, BTreeSet<String>>,
}

impl Naming {
    /// Nothing if one cannot be read.
    pub(crate) fn read(sources: &[PathBuf]) -> Option<Self> {
        let mut words = BTreeMap::new();
        for source in sources {
            words.insert(source.clone(), words_of(&fs::read(source).ok()?)?);
        }
        Some(Self { words })
    }

    /// The sources that names lead to, and all names then. Nothing if that cannot be told.
    pub(crate) fn closure(&self, names: &BTreeSet<String>) -> Option<(BTreeSet<PathBuf>, Visible)> {
        let mut names = names.clone();
        if !names.iter().all(|name| name.bytes().all(is_letter)) {
            return None;
        }
        let mut found: BTreeSet<PathBuf> = BTreeSet::new();
        loop {
            let is_new = |(source, words): &(&PathBuf, &BTreeSet<String>)| {
                !found.contains(*source) && !words.is_disjoint(&names)
            };
            let new: Vec<PathBuf> =
                self.words.iter().filter(is_new).map(|(source, _)| source.clone()).collect();
            if new.is_empty() {
                return Some((found, Visible::Names(names)));
            }
            for source in new {
                let name = source.file_stem()?.to_str()?.to_owned();
                if !name.bytes().all(is_letter) {
                    return None;
                }
                names.insert(name);
                found.insert(source);
            }
        }
    }
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The words of a source, as far as they are ASCII; nothing if some are written in a way that hides them.
fn words_of(text: &[u8]) -> Option<BTreeSet<String>> {
    // An escape can stand for a letter of a name.
    let hides = |rest: &[u8]| {
        let digits = rest.iter().skip_while(|byte| **byte == b'u').take(4).copied();
        let digits: Vec<u8> = digits.collect();
        digits.starts_with(b"00") && digits.get(2).is_some_and(|digit| *digit < b'8')
    };
    let has_hidden = text
        .windows(2)
        .enumerate()
        .any(|(place, pair)| pair == b"\\u" && text.get(place + 1..).is_some_and(hides));
    if has_hidden || text.contains(&0) {
        return None;
    }
    let words = text.split(|byte| !is_letter(*byte)).filter(|word| !word.is_empty());
    Some(words.map(|word| String::from_utf8_lossy(word).into_owned()).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use super::{Naming, words_of};
    use crate::testing::visible::Visible;

    #[test]
    fn sources_are_found_by_names_and_by_names_of_those() {
        let folder = tempfile::tempdir().unwrap();
        let mut sources = Vec::new();
        for (name, text) in [
            ("A", "class A { int a; }"),
            ("B", "class B extends A {}"),
            ("C", "class C { int c = new B().a; }"),
            ("D", "class D { String s = \"\\u00e9AA\"; }"),
        ] {
            let file = folder.path().join(format!("{name}.java"));
            fs::write(&file, text).unwrap();
            sources.push(file);
        }
        let naming = Naming::read(&sources).unwrap();
        let names = |names: &[&str]| -> BTreeSet<String> {
            names.iter().map(|name| (*name).to_owned()).collect()
        };
        let (found, all) = naming.closure(&names(&["A"])).unwrap();
        assert_eq!(found.into_iter().collect::<Vec<_>>(), sources[..3]);
        assert_eq!(all, Visible::Names(names(&["A", "B", "C"])));
        assert_eq!(naming.closure(&names(&["C"])).unwrap().0.len(), 1);
        assert!(naming.closure(&names(&["X"])).unwrap().0.is_empty());
        assert!(naming.closure(&names(&["\u{e4}"])).is_none());
    }

    #[test]
    fn words_that_are_hidden_are_not_passed_over() {
        assert!(words_of(b"int \\u0041;").is_none());
        assert!(words_of(b"int \\uuu0041;").is_none());
        assert!(words_of("int \\u00e9, \u{e4}b;".as_bytes()).unwrap().contains("b"));
    }
}
