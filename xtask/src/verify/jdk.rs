//! All classes of a JDK's own image, rewritten and put in the place of the originals.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use rayon::prelude::*;

use super::machine::Machine;
use super::options::Options;
use super::outcome::report;
use super::progress::Progress;
use super::rewriting::{Counts, Pass, rewrite};
use super::{DAMAGED, damage, fresh, sorted_entries, write};
use crate::corpus::jdk::extract;

/// The module whose classes the control damages. A damaged class of `java.base` would end the machine at its start.
const CONTROL: &str = "java.desktop";

pub(super) fn verify(machine: &Machine, corpus: &Path, options: &Options) -> anyhow::Result<bool> {
    let original = extract(corpus, machine.major)?;
    let files = class_files(&original)?;
    let name = machine.name();
    let list = machine.out.join("classes.txt");
    fs::write(&list, names(&original, &files))?;
    let progress = |what: &str| Progress::start(format!("{name}, {what}"), files.len());
    let before = machine.link_modules(None, &list, &mut progress("as it is"))?;
    println!(
        "{name}: {} classes, {} of them do not link as they are: {}",
        before.tried,
        before.failures.len(),
        before.by_kind()
    );
    let mut is_fine = before.tried == files.len();
    for pass in &options.passes {
        let start = Instant::now();
        let target = machine.out.join(pass.name());
        let counts = rewrite_all(&original, &files, &target, *pass)?;
        machine.copy_holder(&target.join("java.base"))?;
        let after = machine.link_modules(Some(&target), &list, &mut progress(pass.name()))?;
        is_fine &= report(&name, *pass, &counts, [&before, &after], start);
        fs::remove_dir_all(&target)?;
    }
    Ok(is_fine & control(machine, &original, &files)?)
}

/// Damages rewritten classes of one module and says whether each is reported.
fn control(machine: &Machine, original: &Path, files: &[PathBuf]) -> anyhow::Result<bool> {
    let target = machine.out.join("control");
    fresh(&target)?;
    let list = machine.out.join("control.txt");
    let mut damaged = Vec::new();
    let of_module = files.iter().filter(|file| file.starts_with(original.join(CONTROL)));
    for (file, damage) in of_module.zip(damage::ALL.iter().cycle()) {
        if damaged.len() == damage::ALL.len() * DAMAGED {
            break;
        }
        let (mut bytes, _) = rewrite(&fs::read(file)?, Pass::Entry, CONTROL)?;
        if damage(&mut bytes) {
            write(&target.join(file.strip_prefix(original)?), &bytes)?;
            damaged.push(file.clone());
        }
    }
    fs::write(&list, names(original, &damaged))?;
    machine.copy_holder(&target.join("java.base"))?;
    let mut progress = Progress::start(format!("{}, control", machine.name()), damaged.len());
    let links = machine.link_modules(Some(&target), &list, &mut progress)?;
    let caught = links.failures.values().filter(|failure| failure.is_verify_error()).count();
    println!(
        "{}  control: {caught} of {} damaged classes are reported",
        machine.name(),
        damaged.len()
    );
    Ok(caught == damaged.len() && caught > DAMAGED)
}

/// Rewrites all files to a fresh folder.
fn rewrite_all(
    original: &Path,
    files: &[PathBuf],
    target: &Path,
    pass: Pass,
) -> anyhow::Result<Counts> {
    fresh(target)?;
    files
        .par_iter()
        .map(|file| {
            let relative = file.strip_prefix(original)?;
            let key = module_and_name(relative);
            let original = fs::read(file)?;
            let (bytes, counts) = rewrite(&original, pass, &key.0).unwrap_or_else(|error| {
                let unread = vec![(key, format!("{error:#}"))];
                (original, Counts { unread, ..Counts::default() })
            });
            write(&target.join(relative), &bytes)?;
            Ok(counts)
        })
        .try_reduce(Counts::default, |one, other| Ok(one.plus(other)))
}

/// Lines with module and class, for `LinkAll`.
fn names(root: &Path, files: &[PathBuf]) -> String {
    let mut text = String::new();
    for file in files {
        let (module, class) = module_and_name(file.strip_prefix(root).unwrap_or(file));
        text.extend([&module, "\t", &class, "\n"]);
    }
    text
}

/// The module, and the class with dots, of a path below the folder of a JDK.
fn module_and_name(relative: &Path) -> (String, String) {
    let relative = relative.with_extension("");
    let mut parts = relative.iter().map(|part| part.to_string_lossy());
    let module = parts.next().unwrap_or_default().into_owned();
    (module, parts.collect::<Vec<_>>().join("."))
}

/// All class files under a folder but those of modules and packages, in order.
fn class_files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for path in sorted_entries(&folder)? {
            let is_class = path.extension().is_some_and(|extension| extension == "class");
            let is_info =
                path.file_stem().is_some_and(|name| name.to_string_lossy().ends_with("-info"));
            if path.is_dir() {
                folders.push(path);
            } else if is_class && !is_info {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}
