//! Patterns of files, as Ant, Surefire and the resources plugin have them: `**` for any number of folders, `*` for any part
//! of a name, `?` for a letter. What is more than that is not understood, and said to be so.

use super::Module;
use super::recipe::Resource;

/// Which classes Surefire takes for tests, by their names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestPatterns {
    includes: Vec<String>,
    excludes: Vec<String>,
}

impl TestPatterns {
    /// Those of a module; `None` if there is more to it than patterns that are understood.
    pub fn of(module: &Module) -> Option<Self> {
        let is_set = |name| module.details_of(name).next().is_some();
        let others = ["getIncludesFile", "getExcludesFile", "getDependenciesToScan"];
        if others.into_iter().any(is_set) {
            return None;
        }
        let all = |name| -> Option<Vec<String>> { module.details_of(name).map(plain).collect() };
        let mut includes = all("getIncludes")?;
        if includes.is_empty() {
            includes = all("getDefaultIncludes")?;
        }
        let mut excludes = all("getExcludes")?;
        if excludes.is_empty() {
            // Classes inside others.
            excludes.push("**/*$*".to_owned());
        }
        (!includes.is_empty()).then_some(Self { includes, excludes })
    }

    /// Whether a class, with `/` in its name, is one.
    pub fn matches(&self, class: &str) -> bool {
        let is_one = |pattern: &String| matches(pattern, class);
        self.includes.iter().any(is_one) && !self.excludes.iter().any(is_one)
    }
}

/// Whether a file of a folder of resources, by its path in there, is one of them; `None` if a pattern is not understood.
pub fn resource_matches(resource: &Resource, path: &str) -> Option<bool> {
    let any = |patterns: &[String]| -> Option<bool> {
        let mut found = false;
        for pattern in patterns {
            found |= matches(is_plain(pattern).then_some(pattern)?, path);
        }
        Some(found)
    };
    let is_included = resource.includes.is_empty() || any(&resource.includes)?;
    Some(is_included && !any(&resource.excludes)?)
}

fn is_plain(pattern: &str) -> bool {
    let is_known = |letter: char| letter.is_alphanumeric() || "*?/_-.$ ".contains(letter);
    !pattern.is_empty() && pattern.chars().all(is_known)
}

/// A pattern for class files, without its ending.
fn plain(pattern: &str) -> Option<String> {
    let pattern = pattern.trim();
    let bare = pattern.strip_suffix(".java").or_else(|| pattern.strip_suffix(".class"));
    // Without an ending it would match more than classes; Surefire has rules of its own for that.
    bare.filter(|bare| is_plain(bare)).map(str::to_owned)
}

/// Whether a path matches.
fn matches(pattern: &str, path: &str) -> bool {
    let pattern = pattern.trim_start_matches('/');
    let whole = if pattern.ends_with('/') { format!("{pattern}**") } else { pattern.to_owned() };
    let pattern: Vec<&str> = whole.split('/').collect();
    let path: Vec<&str> = path.split('/').collect();
    folders(&pattern, &path)
}

fn folders(pattern: &[&str], path: &[&str]) -> bool {
    match (pattern, path) {
        ([], []) => true,
        (["**", rest @ ..], []) => folders(rest, path),
        (["**", rest @ ..], [_, below @ ..]) => folders(rest, path) || folders(pattern, below),
        ([first, rest @ ..], [name, below @ ..]) => {
            let (first, name): (Vec<char>, Vec<char>) =
                (first.chars().collect(), name.chars().collect());
            letters(&first, &name) && folders(rest, below)
        }
        _ => false,
    }
}

fn letters(pattern: &[char], name: &[char]) -> bool {
    match (pattern, name) {
        ([], []) => true,
        (['*', rest @ ..], []) => letters(rest, name),
        (['*', rest @ ..], [_, below @ ..]) => letters(rest, name) || letters(pattern, below),
        (['?', rest @ ..], [_, below @ ..]) => letters(rest, below),
        ([first, rest @ ..], [letter, below @ ..]) => first == letter && letters(rest, below),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{TestPatterns, matches, resource_matches};
    use crate::maven::{Kind, Module, Resource};

    #[test]
    fn patterns_are_those_of_ant() {
        let yes = [
            ("**/*Test", "ATest"),
            ("**/*Test", "p/q/ATest"),
            ("**/Test*", "p/TestA"),
            ("p/**", "p/q/r.txt"),
            ("p/", "p/q/r.txt"),
            ("**/p/*/A?", "x/p/y/AB"),
            ("NOTICE.txt", "NOTICE.txt"),
        ];
        let no = [("**/*Test", "p/ATests"), ("*Test", "p/ATest"), ("p/*", "p/q/r"), ("A?", "A")];
        for (pattern, path) in yes {
            assert!(matches(pattern, path), "{pattern} {path}");
        }
        for (pattern, path) in no {
            assert!(!matches(pattern, path), "{pattern} {path}");
        }
    }

    #[test]
    fn tests_are_found_by_the_patterns_of_the_module() {
        let with = |details: &[(&str, &str)]| {
            let pair = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
            let details = details.iter().map(pair).collect();
            TestPatterns::of(&Module { details, ..Module::default() })
        };
        let default = with(&[("getDefaultIncludes", "**/*Test.java")]).unwrap();
        assert!(default.matches("p/ATest") && !default.matches("p/ATest$BTest"));
        let own = [
            ("getIncludes", "**/*Check.java"),
            ("getDefaultIncludes", "**/*Test.java"),
            ("getExcludes", "**/Abstract*.java"),
        ];
        let own = with(&own).unwrap();
        assert!(own.matches("p/ACheck") && !own.matches("p/ATest"));
        assert!(!own.matches("p/AbstractCheck"));
        // Nothing is made up about what is not understood.
        assert_eq!(with(&[("getIncludes", "%regex[.*Test.*]")]), None);
        assert_eq!(with(&[("getIncludes", "**/*Test.java"), ("getExcludes", "!A.java")]), None);
        assert_eq!(with(&[]), None);
    }

    #[test]
    fn resources_are_chosen_by_their_patterns() {
        let mut resource = Resource {
            kind: Kind::Main,
            is_filtered: false,
            folder: "/p".into(),
            target: "META-INF".to_owned(),
            includes: vec!["NOTICE.txt".to_owned()],
            excludes: Vec::new(),
        };
        assert_eq!(resource_matches(&resource, "NOTICE.txt"), Some(true));
        assert_eq!(resource_matches(&resource, "src/NOTICE.txt"), Some(false));
        resource.excludes.push("**/NOTICE*".to_owned());
        assert_eq!(resource_matches(&resource, "NOTICE.txt"), Some(false));
        resource.includes.push("%regex[a]".to_owned());
        assert_eq!(resource_matches(&resource, "a"), None);
    }
}
