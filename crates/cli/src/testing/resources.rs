//! Which resources have to be copied, as the plugin for resources does it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use tamis_build::maven::{Kind, RecipeProject, Resource, resource_matches};

use super::conditions::shown;
use super::record::is_name;
use super::stamps::{files_below, is_class};

/// Files that were looked at, each with where it is to be copied to, if it is. The error says why Maven is needed.
/// `is_same` says whether a file is as it was after the last build, and `is_known` whether it was there.
pub(crate) fn plan(
    project: &RecipeProject,
    kind: Kind,
    is_same: &dyn Fn(&Path) -> bool,
    is_known: &dyn Fn(&Path) -> bool,
    root: &Path,
) -> Result<Vec<(PathBuf, Option<PathBuf>)>, String> {
    let mut planned = Vec::new();
    let (mut targets, mut doubled) = (BTreeSet::new(), BTreeSet::new());
    for resource in project.resources.iter().filter(|resource| resource.kind == kind) {
        for file in files(resource) {
            let below = file.strip_prefix(&resource.folder).unwrap_or(&file);
            let (told, is_file_same) = (shown(&file, root), is_same(&file));
            match resource_matches(resource, &below.to_string_lossy()) {
                None | Some(false) if is_file_same => {}
                None => return Err(format!("it is not known whether `{told}` is a resource")),
                Some(false) => planned.push((file, None)),
                Some(true) => {
                    let target = project.output(kind).join(&resource.target).join(below);
                    if !targets.insert(target.clone()) {
                        doubled.insert(target.clone());
                    }
                    let is_odd = is_class(&file) || is_odd(below);
                    if is_file_same && (is_same(&target) || (is_odd && !is_known(&target))) {
                        continue;
                    }
                    if resource.is_filtered {
                        return Err(format!("`{told}` changed, and values are put into it"));
                    }
                    if is_odd {
                        return Err(format!("`{told}` is no usual resource"));
                    }
                    planned.push((file, Some(target)));
                }
            }
        }
    }
    // Which of them wins is for the plugin to say.
    let is_doubled = |(_, target): &&(PathBuf, Option<PathBuf>)| {
        target.as_ref().is_some_and(|target| doubled.contains(target))
    };
    match planned.iter().find(is_doubled) {
        Some((file, _)) => Err(format!("there are two of `{}`", shown(file, root))),
        None => Ok(planned),
    }
}

fn files(resource: &Resource) -> Vec<PathBuf> {
    // Names in the folder of the project, say: not all files there are resources.
    let names = resource.includes.iter();
    if !resource.includes.is_empty() && names.clone().all(|name| is_name(name)) {
        return names
            .map(|name| resource.folder.join(name))
            .filter(|path| path.is_file())
            .collect();
    }
    files_below(&resource.folder)
}

/// Folders and files of tools that the plugin for resources passes over.
const PASSED_OVER: [&str; 9] =
    ["BitKeeper", "CVS", "ChangeSet", "RCS", "SCCS", "_MTN", "_darcs", "project.pj", "vssver.scc"];

/// Files that scanners pass over, or may.
fn is_odd(path: &Path) -> bool {
    path.components().any(|part| {
        let name = part.as_os_str().to_string_lossy().into_owned();
        name.starts_with(['.', '#', '%'])
            || name.ends_with(['~', '#', '%'])
            || PASSED_OVER.contains(&name.as_str())
    })
}
