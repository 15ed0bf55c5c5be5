//! Which fixtures were proven, by a number that their files make.
//!
//! Whether a claim follows from what the tests do has nothing to do with our code, so it need not be found out again while
//! a fixture stays as it is. It takes most of the time, too.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::Fixture;
use crate::files_below;

/// The list of proven fixtures, a file beside them.
pub struct Proofs {
    file: PathBuf,
    /// Numbers by the name of the fixture and the release of the JDK.
    proven: BTreeMap<(String, u16), String>,
}

impl Proofs {
    /// Reads the list; one that is not there is empty.
    pub fn read(file: &Path) -> Self {
        let text = fs::read_to_string(file).unwrap_or_default();
        let proven = text.lines().map(|line| match *line.split(' ').collect::<Vec<_>>() {
            [name, release, number] => {
                ((name.to_owned(), release.parse().unwrap()), number.to_owned())
            }
            _ => panic!("{}: no proof: `{line}`", file.display()),
        });
        Self { proven: proven.collect(), file: file.to_owned() }
    }

    /// Whether the fixture was proven on a JDK of that release, as it is now, or needs a newer one.
    pub fn has(&self, fixture: &Fixture, release: u16) -> bool {
        let number = self.proven.get(&(fixture.name.clone(), release));
        fixture.since() > release || number.is_some_and(|number| *number == number_of(fixture))
    }

    /// Notes that it was.
    pub fn add(&mut self, fixture: &Fixture, release: u16) {
        self.proven.insert((fixture.name.clone(), release), number_of(fixture));
    }

    /// Writes the list, without fixtures that are no longer there.
    pub fn write(&mut self, all: &[Fixture]) {
        self.proven.retain(|(name, _), _| all.iter().any(|fixture| fixture.name == *name));
        let lines = self.proven.iter();
        let lines = lines.map(|((name, release), number)| format!("{name} {release} {number}\n"));
        fs::write(&self.file, lines.collect::<String>()).unwrap();
    }
}

/// FNV-1a over names and contents of all files. It tells edits apart, and need not do more.
fn number_of(fixture: &Fixture) -> String {
    let mut number = 0xcbf2_9ce4_8422_2325_u64;
    let mut eat = |bytes: &[u8]| {
        for &byte in bytes.iter().chain(&[0]) {
            number = (number ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for file in files_below(&fixture.folder) {
        let name = file.strip_prefix(&fixture.folder).unwrap().to_string_lossy();
        eat(name.as_bytes());
        eat(&fs::read(&file).unwrap());
    }
    format!("{number:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixture_that_changes_has_to_be_proven_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("fixture/expect.txt");
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, "run p.T\n").unwrap();
        let fixture = Fixture { name: "fixture".to_owned(), folder: folder.path().join("fixture") };
        let list = folder.path().join("proven.txt");
        let mut proofs = Proofs::read(&list);
        assert!(!proofs.has(&fixture, 17));
        proofs.add(&fixture, 17);
        proofs.write(std::slice::from_ref(&fixture));
        assert!(Proofs::read(&list).has(&fixture, 17));
        fs::write(&file, "skip p.T\n").unwrap();
        assert!(!Proofs::read(&list).has(&fixture, 17));
    }
}
