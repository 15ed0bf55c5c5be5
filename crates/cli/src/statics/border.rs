//! The border methods of a JDK, which are searched for once for each build and then kept in the cache of the user.

use std::fs;
use std::path::{Path, PathBuf};

use tamis_graph::image::Platform;
use tamis_graph::{BorderMethods, BorderSearch, Graph, Methods};

use super::files::Jdk;
use crate::agent_library::cache_folder;
use crate::output;

/// All methods of the JDK that may end in a reflection method.
pub(super) fn of_jdk(jdk: &Jdk, platform: &Platform<'_>) -> BorderMethods {
    let file = cache_folder().ok().map(|folder| file(&folder, &jdk.origin));
    let kept = file.as_ref().and_then(|file| fs::read_to_string(file).ok());
    let kept = kept.and_then(|text| text.parse::<BorderMethods>().ok());
    if let Some(kept) = kept.filter(|kept| kept.origin() == jdk.origin) {
        return kept;
    }
    let entries = platform.entries();
    let graph = Graph::build(&entries, platform);
    let found = BorderSearch::run(&graph, &entries, platform, Methods::Four, &jdk.origin).methods;
    if let Some(file) = file {
        keep(&file, &found.to_string());
    }
    found
}

/// A set that cannot be kept is searched for again.
fn keep(file: &Path, text: &str) {
    let Some(folder) = file.parent() else { return };
    let kept = fs::create_dir_all(folder).and_then(|()| {
        // Renamed into place, so that nobody reads half of it.
        let mut new = tempfile::NamedTempFile::new_in(folder)?;
        std::io::Write::write_all(&mut new, text.as_bytes())?;
        new.persist(file).map_err(|error| error.error)
    });
    if let Err(error) = kept {
        let file = file.display();
        output::warn(&format!("cannot keep the border methods in `{file}`: {error}"), None);
    }
}

fn file(folder: &Path, origin: &str) -> PathBuf {
    let name: String =
        origin.chars().map(|each| if each.is_ascii_alphanumeric() { each } else { '-' }).collect();
    folder.join("border-methods").join(format!("{name}.txt"))
}
