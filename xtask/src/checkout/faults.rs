//! Edits of sources: small faults as people make them, and a line that changes code and nothing that it does.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// What is put in place of what. The blanks keep generics, arrows and the like out of it.
const FAULTS: [(&str, &str); 14] = [
    (" == ", " != "),
    (" != ", " == "),
    (" < ", " <= "),
    (" <= ", " < "),
    (" > ", " >= "),
    (" >= ", " > "),
    (" && ", " || "),
    (" || ", " && "),
    (" + 1", " + 2"),
    (" - 1", " - 2"),
    ("return true;", "return false;"),
    ("return false;", "return true;"),
    ("return null;", "throw new IllegalStateException();"),
    ("if (!", "if ("),
];

/// A line that compilers keep.
const HARMLESS: &str = " int editedByNobody = 1;";

/// The sources of a project, without those of its tests.
pub(super) struct Sources {
    files: Vec<(PathBuf, String)>,
}

/// An edit of one place.
pub(super) struct Fault {
    file: PathBuf,
    text: String,
    place: usize,
    from: &'static str,
    to: &'static str,
}

impl Sources {
    pub(super) fn find(root: &Path) -> anyhow::Result<Self> {
        let mut files = Vec::new();
        for path in crate::corpus::files_below(root, "java")? {
            let inside = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
            if !inside.contains("src/main/java/") {
                continue;
            }
            // Some are in older encodings, and are left alone.
            if let Ok(text) = fs::read_to_string(&path) {
                files.push((path, text));
            }
        }
        files.sort();
        Ok(Self { files })
    }

    /// All faults, in an order that the seed decides.
    pub(super) fn faults(&self, seed: u64) -> Vec<Fault> {
        let mut found: Vec<Fault> = Vec::new();
        for (file, text) in &self.files {
            for (from, to) in FAULTS {
                for (place, _) in text.match_indices(from) {
                    if is_code(text, place) {
                        let (file, text) = (file.clone(), text.clone());
                        found.push(Fault { file, text, place, from, to });
                    }
                }
            }
        }
        shuffle(&mut found, seed);
        found
    }

    /// An edit after which all does what it did.
    pub(super) fn harmless(&self, seed: u64) -> Option<Fault> {
        let mut found: Vec<Fault> = Vec::new();
        for (file, text) in &self.files {
            for (place, _) in text.match_indices(") {\n") {
                let line = text.get(..place).and_then(|before| before.lines().last());
                let words: Vec<&str> = line.unwrap_or_default().split_whitespace().collect();
                // A method with a result: no constructor, and no statement.
                let is_method = matches!(words.as_slice(), ["public" | "private" | "protected", second, third, ..]
                    if !second.contains('(') && (third.contains('(') || words.len() > 3));
                if is_method && is_code(text, place) {
                    let (file, text) = (file.clone(), text.clone());
                    found.push(Fault { file, text, place: place + 3, from: "", to: HARMLESS });
                }
            }
        }
        shuffle(&mut found, seed);
        found.into_iter().next()
    }
}

/// Whether a place is on a line that is no comment.
fn is_code(text: &str, place: usize) -> bool {
    let line = text.get(..place).and_then(|before| before.lines().last()).unwrap_or_default();
    let start = line.trim_start();
    !["*", "/*", "//"].iter().any(|mark| start.starts_with(mark))
        && !line.contains("//")
        && line.matches('"').count() % 2 == 0
}

/// The order of `xorshift`, the same on each machine.
fn shuffle(faults: &mut [Fault], seed: u64) {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    for last in (1..faults.len()).rev() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let other = usize::try_from(state % (last as u64 + 1)).unwrap_or_default();
        faults.swap(last, other);
    }
}

impl Fault {
    pub(super) fn file(&self) -> &Path {
        &self.file
    }

    pub(super) fn original(&self) -> &str {
        &self.text
    }

    pub(super) fn edited(&self) -> String {
        let (before, behind) = self.text.split_at(self.place);
        let behind = behind.get(self.from.len()..).unwrap_or_default();
        format!("{before}{}{behind}", self.to)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.file.file_name().unwrap_or_default().to_string_lossy();
        let line = self.text.get(..self.place).unwrap_or_default().matches('\n').count() + 1;
        write!(f, "{name}:{line} `{}` to `{}`", self.from.trim(), self.to.trim())
    }
}

#[cfg(test)]
mod tests {
    use super::{Sources, is_code};

    const TEXT: &str = "class A {\n    // a == b\n    A(int a) {\n    }\n    public int f(int a) {\n        return a < 1 ? 1 : 2;\n    }\n}\n";

    fn sources() -> Sources {
        Sources { files: vec![("A.java".into(), TEXT.to_owned())] }
    }

    #[test]
    fn faults_are_in_code_only() {
        let faults = sources().faults(3);
        assert_eq!(faults.len(), 1);
        let fault = faults.first().unwrap();
        assert_eq!(fault.to_string(), "A.java:6 `<` to `<=`");
        assert_eq!(fault.edited(), TEXT.replace(" < ", " <= "));
        assert!(!is_code(TEXT, TEXT.find("==").unwrap()));
    }

    #[test]
    fn the_harmless_line_goes_into_a_method() {
        let edit = sources().harmless(1).unwrap();
        let expected = "f(int a) { int editedByNobody = 1;\n        return";
        assert!(edit.edited().contains(expected), "{}", edit.edited());
    }
}
