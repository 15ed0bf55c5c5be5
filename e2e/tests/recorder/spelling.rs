//! Whether a fixture has what a claim is about. A claim that something was not touched holds of everything that is not
//! there, and so of every misspelt name.

use std::fs;
use std::path::{Path, PathBuf};

use tamis_testkit::{files_below, sources_below};

/// The words of a fixture.
pub(super) struct Spelling {
    fixture: PathBuf,
    /// Its sources, one after the other.
    sources: String,
    /// Everything in it that is text.
    all: String,
}

impl Spelling {
    pub(super) fn of(fixture: &Path) -> Self {
        let read = |files: Vec<PathBuf>| -> String {
            files.iter().filter_map(|file| fs::read_to_string(file).ok()).collect()
        };
        let sources = read(sources_below(&fixture.join("src")));
        let mut files = files_below(fixture);
        files.retain(|file| file.file_name().is_some_and(|name| name != "expect.txt"));
        Self { fixture: fixture.to_owned(), sources, all: read(files) }
    }

    /// Whether what the claim is about is something of the fixture.
    pub(super) fn knows(&self, claim: &str) -> bool {
        let (kind, what) = claim.split_once(' ').unwrap_or((claim, ""));
        match kind {
            "method" => self.has_method(what),
            "class" | "loaded" | "introspected" | "serialised" | "class-lookup" | "hidden"
            | "after" => self.has_class(what),
            "file-read" | "file-probed" | "folder-listed" | "written" => {
                let name = what.rsplit('/').next().unwrap();
                self.fixture.join(what).exists() || self.all.contains(name)
            }
            "result" => {
                let method = what.rsplit_once(' ').unwrap().0;
                let name = method.split(['(', '/']).next().unwrap();
                method == "-" || self.all.contains(name)
            }
            // Names that stand in the sources or in the words for the JVM; nothing for claims without one.
            _ => self.all.contains(what),
        }
    }

    /// Whether a class is declared: each of its names, in its package.
    fn has_class(&self, class: &str) -> bool {
        let (package, simple) = class.rsplit_once('.').unwrap_or(("", class));
        let kinds = ["class", "interface", "enum", "record"];
        let is_declared = |name: &str| {
            // The numbers of anonymous classes are the compiler's.
            name.bytes().all(|byte| byte.is_ascii_digit())
                || kinds.iter().any(|kind| follows(&self.sources, &format!("{kind} {name}")))
        };
        self.sources.contains(&format!("package {package};")) && simple.split('$').all(is_declared)
    }

    /// Whether there is such a class, and somewhere a method with that name and those parameters.
    fn has_method(&self, method: &str) -> bool {
        let Some((name, parameters)) =
            method.strip_suffix(')').and_then(|method| method.split_once('('))
        else {
            return false;
        };
        let Some((class, name)) = name.rsplit_once('.') else { return false };
        if !self.has_class(class) {
            return false;
        }
        let simple = class.rsplit(['.', '$']).next().unwrap();
        match name {
            "<clinit>" => true,
            // A constructor may go without saying.
            "<init>" => parameters.is_empty() || self.declares(simple, parameters),
            name => self.declares(name, parameters),
        }
    }

    fn declares(&self, name: &str, parameters: &str) -> bool {
        let wanted: Vec<&str> = parameters.split(',').filter(|each| !each.is_empty()).collect();
        self.sources.match_indices(&format!(" {name}(")).any(|(start, found)| {
            let rest = &self.sources[start + found.len()..];
            let written = rest.split(')').next().unwrap_or_default();
            let written: Vec<&str> = written.split(',').filter(|each| !each.is_empty()).collect();
            let is_same = |(wanted, written): (&&str, &&str)| {
                let simple = wanted.rsplit(['.', '$']).next().unwrap();
                written.trim().trim_start_matches("final ").starts_with(simple)
            };
            wanted.len() == written.len() && wanted.iter().zip(&written).all(is_same)
        })
    }
}

/// Whether the text has these words, and no longer ones.
fn follows(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(start, _)| {
        let next = text[start + words.len()..].chars().next();
        next.is_none_or(|next| !next.is_alphanumeric() && next != '_')
    })
}

#[test]
fn misspelt_names_are_not_those_of_the_fixture() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("src/p")).unwrap();
    let source = "package p; class ATest { static class Inner { Inner(int n) {} }
        void f(final String s, int n) { new java.io.File(\"out.txt\"); System.getProperty(\"a.b\"); } }";
    fs::write(folder.path().join("src/p/ATest.java"), source).unwrap();
    fs::write(folder.path().join("expect.txt"), "! p.ATest property wrong").unwrap();
    let spelling = Spelling::of(folder.path());
    for claim in [
        "opaque",
        "class p.ATest$Inner",
        "method p.ATest.f(java.lang.String,int)",
        "method p.ATest$Inner.<init>(int)",
        "method p.ATest.<init>()",
        "file-read data/out.txt",
        "property a.b",
        "after p.ATest",
    ] {
        assert!(spelling.knows(claim), "{claim}");
    }
    for claim in [
        "class p.ATes",
        "class q.ATest",
        "class p.ATest$Iner",
        "method p.ATest.g()",
        "method p.ATest.f(java.lang.String)",
        "method p.ATest.f(int,java.lang.String)",
        "method p.BTest.f(java.lang.String,int)",
        "method p.ATest.f",
        "file-read data/aut.txt",
        "property wrong",
        "after p.BTest",
    ] {
        assert!(!spelling.knows(claim), "{claim}");
    }
}
