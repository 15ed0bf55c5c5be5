//! Many classes in one file, and the text that tells `LinkAll` where they are. Hundreds of thousands of small files would
//! cost more time than the verifier takes.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

/// Classes that one loader links: what a jar has for one release, say.
#[derive(Debug, Clone)]
pub(super) struct Group {
    pub(super) jar: String,
    pub(super) place: String,
    pub(super) classes: Vec<Packed>,
}

/// A class in the file.
#[derive(Debug, Clone)]
pub(super) struct Packed {
    /// With dots.
    pub(super) name: String,
    offset: u64,
    length: usize,
}

/// Classes in one file.
pub(super) struct Pack {
    path: PathBuf,
    groups: Vec<Group>,
}

/// A pack that is being written.
pub(super) struct Packing {
    path: PathBuf,
    file: BufWriter<File>,
    offset: u64,
    groups: Vec<Group>,
}

impl Packing {
    pub(super) fn start(path: &Path) -> anyhow::Result<Self> {
        let file =
            File::create(path).with_context(|| format!("cannot write `{}`", path.display()))?;
        let file = BufWriter::with_capacity(1 << 20, file);
        Ok(Self { path: path.to_owned(), file, offset: 0, groups: Vec::new() })
    }

    /// Adds a class of a jar. The groups of a jar come one jar after the other.
    pub(super) fn add(
        &mut self,
        jar: &str,
        place: &str,
        name: &str,
        bytes: &[u8],
    ) -> anyhow::Result<()> {
        for word in [jar, place, name] {
            ensure!(!word.contains(['\t', '\n', '\r']), "`{place}` has a name with a line break");
        }
        self.file.write_all(bytes)?;
        let packed = Packed { name: name.to_owned(), offset: self.offset, length: bytes.len() };
        self.offset += bytes.len() as u64;
        let of_jar = self.groups.iter_mut().rev().take_while(|group| group.jar == jar);
        match of_jar.into_iter().find(|group| group.place == place) {
            Some(group) => group.classes.push(packed),
            None => {
                let (jar, place) = (jar.to_owned(), place.to_owned());
                self.groups.push(Group { jar, place, classes: vec![packed] });
            }
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> anyhow::Result<Pack> {
        self.file.flush()?;
        Ok(Pack { path: self.path, groups: self.groups })
    }
}

impl Pack {
    pub(super) fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The groups of these jars, which come one after the other.
    pub(super) fn groups_of(&self, jars: &[String]) -> Range<usize> {
        let is_wanted = |group: &Group| jars.contains(&group.jar);
        let start = self.groups.iter().position(is_wanted).unwrap_or(self.groups.len());
        let behind = self.groups.iter().rposition(is_wanted).map_or(start, |last| last + 1);
        start..behind
    }

    pub(super) fn read(&self, packed: &Packed) -> anyhow::Result<Vec<u8>> {
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(packed.offset))?;
        let mut bytes = vec![0; packed.length];
        file.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}

/// The number of classes in groups.
pub(super) fn classes(groups: &[Group]) -> usize {
    groups.iter().map(|group| group.classes.len()).sum()
}

/// Cuts a range of groups into parts of about so many classes.
pub(super) fn batches(groups: &[Group], range: Range<usize>, most: usize) -> Vec<Range<usize>> {
    let mut batches = Vec::new();
    let (mut start, mut size) = (range.start, 0);
    for (number, group) in groups.iter().enumerate().take(range.end).skip(range.start) {
        if size > 0 && size + group.classes.len() > most {
            batches.push(start..number);
            (start, size) = (number, 0);
        }
        size += group.classes.len();
    }
    if start < range.end {
        batches.push(start..range.end);
    }
    batches
}

/// The text for `LinkAll`: the groups of all packs in order, and what some class extends.
pub(super) fn index(packs: &[&Pack], superclasses: &BTreeSet<String>) -> String {
    let mut text = String::new();
    for pack in packs {
        text.push_str(&format!("pack\t{}\n", pack.path.display()));
        for Group { jar, place, classes } in &pack.groups {
            text.push_str(&format!("group\t{jar}\t{place}\n"));
            for Packed { name, offset, length } in classes {
                text.push_str(&format!("class\t{name}\t{offset}\t{length}\n"));
            }
        }
    }
    for name in superclasses {
        text.push_str(&format!("superclass\t{name}\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_found_by_group_and_offset() {
        let folder = tempfile::tempdir().unwrap();
        let mut packing = Packing::start(&folder.path().join("pack")).unwrap();
        for (jar, place, name, bytes) in [
            ("a.jar", "a.jar", "A", "one"),
            ("a.jar", "a.jar!versions/9", "A", "four"),
            ("a.jar", "a.jar", "B", "eleven"),
            ("b.jar", "b.jar", "A", "x"),
        ] {
            packing.add(jar, place, name, bytes.as_bytes()).unwrap();
        }
        assert!(packing.add("b.jar", "b.jar", "A\tB", b"").is_err());
        let pack = packing.finish().unwrap();
        let places: Vec<_> = pack.groups().iter().map(|group| group.place.as_str()).collect();
        assert_eq!(places, ["a.jar", "a.jar!versions/9", "b.jar"]);
        assert_eq!(pack.read(&pack.groups()[0].classes[1]).unwrap(), b"eleven");
        assert_eq!(pack.groups_of(&["b.jar".to_owned()]), 2..3);
        let text = index(&[&pack], &BTreeSet::from(["S".to_owned()]));
        let lines: Vec<_> = text.lines().skip(1).collect();
        let expected = [
            "group\ta.jar\ta.jar",
            "class\tA\t0\t3",
            "class\tB\t7\t6",
            "group\ta.jar\ta.jar!versions/9",
            "class\tA\t3\t4",
            "group\tb.jar\tb.jar",
            "class\tA\t13\t1",
            "superclass\tS",
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn batches_are_as_large_as_they_may_be_and_never_empty() {
        let group = |classes: usize| {
            let packed = Packed { name: "A".to_owned(), offset: 0, length: 0 };
            let (jar, place) = (String::new(), String::new());
            Group { jar, place, classes: vec![packed; classes] }
        };
        let groups: Vec<_> = [5, 5, 30, 1, 1].map(group).into();
        assert_eq!(batches(&groups, 0..5, 10), [0..2, 2..3, 3..5]);
        assert_eq!(batches(&groups, 1..3, 10), [1..2, 2..3]);
        assert_eq!(batches(&groups, 2..2, 10), []);
    }
}
