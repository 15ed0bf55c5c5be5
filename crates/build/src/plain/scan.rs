//! The classes of a folder or jar that are tests by their name, the way Surefire finds them: `**/Test*.class`,
//! `**/*Test.class`, `**/*Tests.class`, `**/*TestCase.class`, and none that is inside another.

use std::fs;
use std::path::Path;

use tamis_vocab::ClassName;

use super::PlainError;
use crate::archive::Archive;

/// Folders do not nest deeper.
const DEEPEST: usize = 255;

/// The test classes of a folder or jar, sorted by name.
pub(super) fn scan(path: &Path) -> Result<Vec<ClassName>, PlainError> {
    let unreadable =
        |message: String| PlainError::Unreadable { path: path.display().to_string(), message };
    let mut found = Vec::new();
    if path.is_dir() {
        below(path, &mut Vec::new(), &mut found).map_err(|error| unreadable(error.to_string()))?;
    } else {
        let archive = Archive::open(path).map_err(unreadable)?;
        let names = archive.names().into_iter();
        let names = names.filter(|name| !name.starts_with("META-INF/"));
        found.extend(names.filter_map(|name| name.strip_suffix(".class")).map(ClassName::internal));
    }
    found.retain(is_test_name);
    found.sort();
    Ok(found)
}

/// Collects the classes below a folder. `parts` are the names of the folders on the way.
fn below(
    folder: &Path,
    parts: &mut Vec<String>,
    found: &mut Vec<ClassName>,
) -> Result<(), std::io::Error> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        if path.is_dir() {
            if parts.len() < DEEPEST {
                parts.push(name.to_owned());
                below(&path, parts, found)?;
                parts.pop();
            }
        } else if let Some(simple) = name.strip_suffix(".class") {
            let mut internal = parts.join("/");
            if !internal.is_empty() {
                internal.push('/');
            }
            found.push(ClassName::internal(&(internal + simple)));
        }
    }
    Ok(())
}

fn is_test_name(class: &ClassName) -> bool {
    let simple = class.as_str().rsplit('/').next().unwrap_or_default();
    let has_test_name = simple.starts_with("Test")
        || ["Test", "Tests", "TestCase"].iter().any(|end| simple.ends_with(end));
    has_test_name && !simple.contains('$')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_matched_as_surefire_does() {
        let tests = ["TestA", "p/ATest", "p/q/ATests", "ATestCase", "Test"];
        let others = ["p/A", "p/ATest$Inner", "p/ContestHelper", "p/Latest", "test/A"];
        for name in tests {
            assert!(is_test_name(&ClassName::internal(name)), "{name}");
        }
        for name in others {
            assert!(!is_test_name(&ClassName::internal(name)), "{name}");
        }
    }
}
