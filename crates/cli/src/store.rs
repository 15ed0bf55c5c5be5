//! `tamis store`: looks after the evidence.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context as _, anyhow};
use tamis_report::plural;
use tamis_store::{Limits, Store, export_all, has_many, import_all};

use crate::arguments::StoreVerb;
use crate::evidence::seconds;
use crate::exit::Exit;
use crate::output::{self, WithHint as _};
use crate::project::{FOLDER, MODULES, root, stores, stores_in};
use crate::statics::Remembered;

pub(crate) fn run(verb: &StoreVerb) -> anyhow::Result<Exit> {
    match verb {
        StoreVerb::Gc(arguments) => {
            let root = root(&arguments.project).hint("name a folder with --project")?;
            let age = arguments.max_age.map(|days| days.saturating_mul(86_400));
            let now = seconds(SystemTime::now());
            let limits = Limits {
                records: arguments.keep.get(),
                not_before: age.map_or(0, |age| now.saturating_sub(age)),
                bytes: arguments.max_size.saturating_mul(1 << 20),
            };
            for (module, store) in stores(&root) {
                let done = store.collect(&limits).context("cannot drop old evidence")?;
                done.troubles.iter().for_each(|trouble| output::warn(trouble, None));
                let left = store.load().context("cannot read what is left")?;
                let forgotten = Remembered::of(&store).forget_others(&left.blocks);
                let module = if module.is_empty() { module } else { format!("{module}: ") };
                output::say(&format!(
                    "{module}{} of {} left, {} KiB of {} KiB",
                    done.files_after,
                    plural(done.files_before, "run", "runs"),
                    done.bytes_after / 1024,
                    done.bytes_before / 1024
                ));
                if forgotten > 0 {
                    let libraries = plural(forgotten, "library", "libraries");
                    output::say(&format!("classes of {libraries} forgotten that no run had"));
                }
            }
        }
        StoreVerb::Export(arguments) => {
            let folder = folder(&arguments.project)?;
            let count = match modules(&folder).as_slice() {
                [] => Store::at(&folder).export(&arguments.file)?,
                modules => export_all(modules, &arguments.file)?,
            };
            output::say(&format!("exported the evidence of {}", plural(count, "run", "runs")));
        }
        StoreVerb::Import(arguments) => {
            let count = add(&folder(&arguments.project)?, &arguments.file)?;
            output::say(&format!("added the evidence of {}", plural(count, "run", "runs")));
        }
        StoreVerb::Merge(arguments) => {
            if !arguments.from.exists() {
                let message = format!("there is no `{}`", arguments.from.display());
                return Err(anyhow!(message))
                    .hint("name a `.tamis` folder or a file that `tamis store export` wrote");
            }
            let is_ours = arguments.into.ends_with(FOLDER)
                || ["evidence", MODULES].iter().any(|name| arguments.into.join(name).is_dir());
            if arguments.into.is_dir() && !is_ours {
                return Err(anyhow!("`{}` is no `.tamis` folder", arguments.into.display())).hint(
                    "the first folder gets the evidence; it may also be one that is not there yet",
                );
            }
            let count = add(&arguments.into, &arguments.from)?;
            output::say(&format!("added the evidence of {}", plural(count, "run", "runs")));
        }
    }
    Ok(Exit::Fine)
}

fn folder(project: &Path) -> anyhow::Result<PathBuf> {
    Ok(root(project).hint("name a folder with --project")?.join(FOLDER))
}

/// The stores of modules in a `.tamis` folder, and that of the whole, if it has evidence beside them.
fn modules(folder: &Path) -> Vec<(String, Store)> {
    let stores = stores_in(folder);
    if stores.iter().all(|(name, _)| name.is_empty()) { Vec::new() } else { stores }
}

/// Adds the evidence of a file or a folder to a `.tamis` folder, module by module.
fn add(into: &Path, from: &Path) -> anyhow::Result<usize> {
    let of = |name: &str| match name {
        "" => Store::at(into),
        name => Store::at(&into.join(MODULES).join(name)),
    };
    if from.is_file() && has_many(from) {
        return Ok(import_all(from, &of)?);
    }
    let from = &std::path::absolute(from).context("cannot find the current folder")?;
    let modules = if from.is_dir() { modules(from) } else { Vec::new() };
    if modules.is_empty() {
        return Ok(Store::at(into).import(from)?);
    }
    let mut count = 0;
    for (name, store) in modules {
        count += of(&name).import(store.folder())?;
    }
    Ok(count)
}
