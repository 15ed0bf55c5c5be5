//! What a manifest says (JAR file specification), and which entry of a multi-release jar a JVM of a given release finds.

use rustc_hash::FxHashMap;

use crate::facts_of_files::Candidate;

/// Whether a manifest says `Multi-Release: true`, as `java.util.jar` reads it: in the main section, the value to the letter
/// but for its case, the last one of several, on a line that ends.
pub(super) fn says_multi_release(manifest: &[u8]) -> bool {
    attribute(manifest, "Multi-Release").is_some_and(|value| value.eq_ignore_ascii_case("true"))
}

/// The elements of `Class-Path`, as they are written.
pub(crate) fn class_path(manifest: &[u8]) -> Vec<String> {
    let value = attribute(manifest, "Class-Path").unwrap_or_default();
    value.split_ascii_whitespace().map(str::to_owned).collect()
}

/// The value of an attribute of the main section: the last one of several, on a line that ends.
fn attribute(manifest: &[u8], wanted: &str) -> Option<String> {
    let text = String::from_utf8_lossy(manifest).replace("\r\n", "\n").replace('\r', "\n");
    let mut attributes: Vec<(String, String)> = Vec::new();
    for line in text.split_inclusive('\n') {
        let Some(line) = line.strip_suffix('\n') else { break };
        if line.is_empty() {
            break;
        }
        if let Some(more) = line.strip_prefix(' ') {
            if let Some((_, value)) = attributes.last_mut() {
                value.push_str(more);
            }
        } else if let Some((name, value)) = line.split_once(": ") {
            attributes.push((name.to_owned(), value.to_owned()));
        }
    }
    let found = attributes.into_iter().rfind(|(name, _)| name.eq_ignore_ascii_case(wanted));
    found.map(|(_, value)| value)
}

/// The release that a path is for, and the length of the prefix that says so; 0 and 0 for an unversioned path. The JVM
/// looks for plain numbers from 8 on, and not for anything in `META-INF` itself.
fn version(path: &str) -> (u16, u16) {
    let number = path
        .strip_prefix("META-INF/versions/")
        .and_then(|rest| rest.split_once('/'))
        .filter(|(number, rest)| {
            number.bytes().all(|byte| byte.is_ascii_digit())
                && !number.starts_with('0')
                && !rest.starts_with("META-INF/")
        })
        .and_then(|(number, _)| Some((number.parse::<u16>().ok()?, number.len())));
    match number {
        Some((number, digits)) if number >= 8 => {
            (number, u16::try_from("META-INF/versions//".len() + digits).unwrap_or_default())
        }
        _ => (0, 0),
    }
}

/// Keeps of each class the entry for the highest release that is not above `release`.
pub(super) fn choose_versions(classes: &mut Vec<Candidate>, release: u16) {
    choose(classes, release, false);
}

/// The same for resources; a versioned resource can also be found under its own path.
pub(super) fn choose_resource_versions(resources: &mut Vec<Candidate>, release: u16) {
    choose(resources, release, true);
}

fn choose(candidates: &mut Vec<Candidate>, release: u16, keep_versioned: bool) {
    let mut best: FxHashMap<Box<str>, u16> = FxHashMap::default();
    for candidate in candidates.iter() {
        let (version, prefix) = version(&candidate.path);
        if version <= release {
            let effective: Box<str> =
                candidate.path.get(usize::from(prefix)..).unwrap_or_default().into();
            let known = best.entry(effective).or_default();
            *known = version.max(*known);
        }
    }
    let mut chosen = Vec::with_capacity(candidates.len());
    for mut candidate in candidates.drain(..) {
        let (version, prefix) = version(&candidate.path);
        let effective = candidate.path.get(usize::from(prefix)..).unwrap_or_default();
        let is_best = version <= release && best.get(effective) == Some(&version);
        if keep_versioned && version > 0 {
            let Candidate { path, identity, position, .. } = &candidate;
            let (path, identity, position) = (path.clone(), *identity, *position);
            chosen.push(Candidate { path, prefix: 0, identity, position });
        }
        if is_best {
            candidate.prefix = prefix;
            chosen.push(candidate);
        }
    }
    *candidates = chosen;
}

#[cfg(test)]
mod tests {
    use super::{choose_versions, class_path, says_multi_release, version};
    use crate::facts_of_files::Candidate;

    /// What JDK 17 and 25 do with these manifests.
    #[test]
    fn a_manifest_is_read_as_the_jvm_reads_it() {
        for (manifest, is_multi_release) in [
            ("Manifest-Version: 1.0\r\nmulti-release: TRUE\r\n\r\n", true),
            ("Multi-Release: true\r", true),
            ("Manifest-Version: 1.0\n\nName: x\nMulti-Release: true\n", false),
            ("Multi-Release: false\n", false),
            ("Multi-Release: true", false),
            ("Multi-Release: true \n", false),
            ("Multi-Release:  true\n", false),
            ("Multi-Release: true\n x\n", false),
            ("Multi-Release: true\nMulti-Release: false\n", false),
        ] {
            assert_eq!(says_multi_release(manifest.as_bytes()), is_multi_release, "{manifest:?}");
        }
    }

    #[test]
    fn a_class_path_goes_on_over_lines() {
        let manifest = b"Class-Path: a.jar lib/b\r\n .jar  ../c/\r\n d\r\nX: y\r\n";
        assert_eq!(class_path(manifest), ["a.jar", "lib/b.jar", "../c/d"]);
        assert!(class_path(b"Manifest-Version: 1.0\n\nClass-Path: a.jar\n").is_empty());
    }

    #[test]
    fn the_highest_release_that_fits_wins() {
        let paths =
            ["p/A.class", "META-INF/versions/11/p/A.class", "META-INF/versions/21/p/A.class"];
        let chosen = |release| {
            let mut candidates = paths
                .iter()
                .map(|path| Candidate {
                    path: (*path).into(),
                    prefix: 0,
                    identity: None,
                    position: (0, 0),
                })
                .collect();
            choose_versions(&mut candidates, release);
            candidates.iter().map(|each| each.path.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(chosen(8), ["p/A.class"]);
        assert_eq!(chosen(17), ["META-INF/versions/11/p/A.class"]);
        assert_eq!(chosen(25), ["META-INF/versions/21/p/A.class"]);
        assert_eq!(version("META-INF/versions/7/p/A.class"), (0, 0));
        assert_eq!(version("META-INF/versions/011/p/A.class"), (0, 0));
        assert_eq!(version("META-INF/versions/11/META-INF/services/X"), (0, 0));
    }
}
