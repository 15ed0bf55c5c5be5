//! `tamis store`: looks after the evidence.

use std::path::Path;
use std::time::SystemTime;

use anyhow::{Context as _, anyhow};
use tamis_report::plural;
use tamis_store::{Limits, Store};

use crate::arguments::StoreVerb;
use crate::evidence::seconds;
use crate::exit::Exit;
use crate::output::{self, WithHint as _};
use crate::project::{FOLDER, MODULES, root, stores};

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
                let module = if module.is_empty() { module } else { format!("{module}: ") };
                output::say(&format!(
                    "{module}{} of {} left, {} KiB of {} KiB",
                    done.files_after,
                    plural(done.files_before, "run", "runs"),
                    done.bytes_after / 1024,
                    done.bytes_before / 1024
                ));
            }
        }
        StoreVerb::Export(arguments) => {
            let count = store(&arguments.project)?.export(&arguments.file)?;
            output::say(&format!("exported the evidence of {}", plural(count, "run", "runs")));
        }
        StoreVerb::Import(arguments) => {
            let count = store(&arguments.project)?.import(&arguments.file)?;
            output::say(&format!("added the evidence of {}", plural(count, "run", "runs")));
        }
        StoreVerb::Merge(arguments) => {
            if !arguments.from.exists() {
                let message = format!("there is no `{}`", arguments.from.display());
                return Err(anyhow!(message))
                    .hint("name a `.tamis` folder or a file that `tamis store export` wrote");
            }
            let count = Store::at(&arguments.into).import(&arguments.from)?;
            output::say(&format!("added the evidence of {}", plural(count, "run", "runs")));
        }
    }
    Ok(Exit::Fine)
}

fn store(project: &Path) -> anyhow::Result<Store> {
    let root = root(project).hint("name a folder with --project")?;
    if root.join(FOLDER).join(MODULES).is_dir() {
        return Err(anyhow!("the evidence of modules cannot be written into one file yet"))
            .hint("copy the folder `.tamis/modules`: nothing in it depends on where it lies");
    }
    Ok(Store::at(&root.join(FOLDER)))
}
