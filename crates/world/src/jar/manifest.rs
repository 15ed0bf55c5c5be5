//! Multi-release jars (JAR file specification): which entry a JVM of a given release finds.

use rustc_hash::FxHashMap;

use crate::facts_of_files::Candidate;

/// Whether the main section of a manifest says `Multi-Release: true`.
pub(super) fn says_multi_release(manifest: &[u8]) -> bool {
    let text = String::from_utf8_lossy(manifest);
    text.lines()
        .map(|line| line.trim_end_matches('\r'))
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_once(':'))
        .any(|(name, value)| {
            name.eq_ignore_ascii_case("Multi-Release") && value.trim().eq_ignore_ascii_case("true")
        })
}

/// The release that a path is for, and the length of the prefix that says so; 0 and 0 for an unversioned path.
fn version(path: &str) -> (u16, u16) {
    let number = path
        .strip_prefix("META-INF/versions/")
        .and_then(|rest| rest.split_once('/'))
        .and_then(|(number, _)| Some((number.parse::<u16>().ok()?, number.len())));
    match number {
        Some((number, digits)) if number >= 9 => {
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
    use super::{choose_versions, says_multi_release, version};
    use crate::facts_of_files::Candidate;
    use crate::identity::Identity;

    #[test]
    fn only_the_main_section_counts() {
        assert!(says_multi_release(b"Manifest-Version: 1.0\r\nmulti-release: TRUE\r\n\r\n"));
        assert!(!says_multi_release(b"Manifest-Version: 1.0\n\nName: x\nMulti-Release: true\n"));
        assert!(!says_multi_release(b"Multi-Release: false\n"));
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
                    identity: Identity::of_compressed(0, 0, 0),
                    position: (0, 0),
                })
                .collect();
            choose_versions(&mut candidates, release);
            candidates.iter().map(|each| each.path.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(chosen(8), ["p/A.class"]);
        assert_eq!(chosen(17), ["META-INF/versions/11/p/A.class"]);
        assert_eq!(chosen(25), ["META-INF/versions/21/p/A.class"]);
        assert_eq!(version("META-INF/versions/8/p/A.class"), (0, 0));
    }
}
