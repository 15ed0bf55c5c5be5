//! The border methods of a JDK, which are searched for once for each build and then kept in the cache of the user.

use std::fs;
use std::path::{Path, PathBuf};

use tamis_graph::image::Platform;
use tamis_graph::{BorderMethods, BorderSearch, Graph, Methods};

use super::files::Jdk;
use super::kept::replace;
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
    // A set that cannot be kept is searched for again.
    if let Some(file) = file
        && let Err(error) = replace(&file, found.to_string().as_bytes())
    {
        output::warn(&format!("cannot keep `{}`: {error}", file.display()), None);
    }
    found
}

fn file(folder: &Path, origin: &str) -> PathBuf {
    let name: String =
        origin.chars().map(|each| if each.is_ascii_alphanumeric() { each } else { '-' }).collect();
    folder.join("border-methods").join(format!("{name}.txt"))
}
