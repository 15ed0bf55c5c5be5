//! All classes of many jars, each jar with a class loader of its own.
//!
//! The classes of a jar are linked against themselves and, for what the jar lacks, against the other jars. A machine gets
//! some ten thousand classes and then makes room for the next: memory is bounded, and the tables of the machine do not
//! fill up. Rewritten classes depend on the pass and not on the JDK, so both JDKs link the same ones.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, ensure};
use rayon::prelude::*;
use tamis_classfile::{ClassFile, flags};

use super::machine::Machine;
use super::options::Options;
use super::outcome::{Links, report, share_verify_errors};
use super::pack::{Pack, Packing, batches, classes, index};
use super::progress::Progress;
use super::rewriting::{Counts, Pass, rewrite};
use super::{DAMAGED, damage, fresh};
use crate::corpus::{archive, files_below};

/// Classes for one machine, unless a single group has more.
const BATCH: usize = 20_000;

pub(super) fn verify(
    machines: &[Machine],
    folder: &Path,
    out: &Path,
    options: &Options,
) -> anyhow::Result<bool> {
    ensure!(
        folder.exists(),
        "there are no jars in `{}` (hint: `cargo xtask corpus` fetches them)",
        folder.display()
    );
    let jars = files_below(folder, "jar")?;
    fresh(out)?;
    let shard = jars.get(options.shard.part(jars.len())).unwrap_or_default();
    let shard: Vec<String> = shard.iter().map(|jar| name_of(jar)).collect();
    let work = Work { jars, shard, out: out.to_owned() };
    work.verify(machines, &options.passes)
}

/// The jars, those of them that are to be linked, and a folder for what is made of them.
struct Work {
    jars: Vec<PathBuf>,
    shard: Vec<String>,
    out: PathBuf,
}

/// A class of a jar, as it is or rewritten.
struct Class {
    place: String,
    name: String,
    superclass: Option<String>,
    bytes: Vec<u8>,
    counts: Counts,
}

impl Work {
    fn verify(&self, machines: &[Machine], passes: &[Pass]) -> anyhow::Result<bool> {
        eprintln!("reading {} jars", self.jars.len());
        let mut superclasses = BTreeSet::new();
        let (original, _) = self.pack(None, &mut superclasses)?;
        let original_index = self.write_index("original", &[&original], &superclasses)?;
        let mut befores = Vec::new();
        for machine in machines {
            let before = self.link(machine, "as they are", &original, &original_index)?;
            let list = machine.out.join("jars-failed-before.txt");
            fs::write(&list, before.listing())?;
            println!(
                "{}: {} classes in {} jars, {} of them do not link as they are: {}",
                machine.name(),
                before.tried,
                self.shard.len(),
                before.failures.len(),
                before.by_kind()
            );
            befores.push(before);
        }
        share_verify_errors(&mut befores);
        let mut is_fine = true;
        for pass in passes {
            let (pack, counts) = self.pack(Some(*pass), &mut superclasses)?;
            let index = self.write_index("rewritten", &[&pack], &superclasses)?;
            for (machine, before) in machines.iter().zip(&befores) {
                let start = Instant::now();
                let after = self.link(machine, pass.name(), &pack, &index)?;
                is_fine &= report(&machine.name(), *pass, &counts, [before, &after], start);
            }
        }
        for (machine, before) in machines.iter().zip(&befores) {
            is_fine &= self.control(machine, before, &original, &superclasses)?;
        }
        Ok(is_fine)
    }

    /// Links the groups of the shard.
    fn link(
        &self,
        machine: &Machine,
        what: &str,
        pack: &Pack,
        index: &Path,
    ) -> anyhow::Result<Links> {
        let range = pack.groups_of(&self.shard);
        let total = classes(pack.groups().get(range.clone()).unwrap_or_default());
        let mut progress = Progress::start(format!("{}, jars {what}", machine.name()), total);
        let mut links = Links::default();
        for batch in batches(pack.groups(), range, BATCH) {
            links.add(machine.link_groups(index, batch, &mut progress)?);
        }
        ensure!(links.tried == total, "{} of {total} classes were tried", links.tried);
        Ok(links)
    }

    fn write_index(
        &self,
        name: &str,
        packs: &[&Pack],
        superclasses: &BTreeSet<String>,
    ) -> anyhow::Result<PathBuf> {
        let path = self.out.join(format!("{name}.index"));
        fs::write(&path, index(packs, superclasses))
            .with_context(|| format!("cannot write `{}`", path.display()))?;
        Ok(path)
    }

    /// Packs the classes of all jars, as they are or rewritten. What the jars of other shards hold is rewritten as well,
    /// so that the outcome does not depend on shards, but not counted.
    fn pack(
        &self,
        pass: Option<Pass>,
        superclasses: &mut BTreeSet<String>,
    ) -> anyhow::Result<(Pack, Counts)> {
        let name = if pass.is_some() { "rewritten.pack" } else { "original.pack" };
        let mut packing = Packing::start(&self.out.join(name))?;
        let mut counts = Counts::default();
        for jar in &self.jars {
            let name = name_of(jar);
            let context = || format!("cannot read `{}`", jar.display());
            let read = read_jar(&fs::read(jar).with_context(context)?, &name, pass);
            let mut seen = HashSet::new();
            for mut class in read.with_context(context)? {
                // A second class of that name needs a second loader.
                while !seen.insert((class.place.clone(), class.name.clone())) {
                    class.place.push('+');
                }
                packing.add(&name, &class.place, &class.name, &class.bytes)?;
                superclasses.extend(class.superclass);
                if self.shard.contains(&name) {
                    counts = counts.plus(class.counts);
                }
            }
        }
        Ok((packing.finish()?, counts))
    }

    /// Damages rewritten classes of many jars and says whether each is reported.
    fn control(
        &self,
        machine: &Machine,
        before: &Links,
        original: &Pack,
        superclasses: &BTreeSet<String>,
    ) -> anyhow::Result<bool> {
        let mut packing = Packing::start(&self.out.join("control.pack"))?;
        let mut damaged = Vec::new();
        let groups = original.groups().get(original.groups_of(&self.shard)).unwrap_or_default();
        for (kind, damage) in damage::ALL.into_iter().enumerate() {
            let mut left = DAMAGED;
            // One class of a jar for each kind, so that jars of all ages take part.
            let stride = (groups.len() / DAMAGED).max(1);
            let spread = (0..stride).flat_map(|start| groups.iter().skip(start).step_by(stride));
            for group in spread {
                let mut candidates = group.classes.iter().skip(kind).filter(|class| {
                    let key = (group.place.clone(), class.name.clone());
                    !before.failures.contains_key(&key) && !damaged.contains(&key)
                });
                let found = candidates.find_map(|class| {
                    let bytes = original.read(class).ok()?;
                    let (mut bytes, _) = rewrite(&bytes, Pass::Entry, &group.place).ok()?;
                    damage(&mut bytes).then_some((class, bytes))
                });
                let Some((class, bytes)) = found else { continue };
                packing.add(&group.jar, &group.place, &class.name, &bytes)?;
                damaged.push((group.place.clone(), class.name.clone()));
                left -= 1;
                if left == 0 {
                    break;
                }
            }
        }
        let pack = packing.finish()?;
        let index = self.write_index("control", &[original, &pack], superclasses)?;
        let first = original.groups().len();
        let mut progress = Progress::start(format!("{}, control", machine.name()), damaged.len());
        let range = first..first + pack.groups().len();
        let links = machine.link_groups(&index, range, &mut progress)?;
        let is_caught = |key: &&(String, String)| {
            links.failures.get(*key).is_some_and(super::outcome::Failure::is_verify_error)
                || links.fail_overs.contains_key(&key.1)
        };
        let caught = damaged.iter().filter(is_caught).count();
        let name = machine.name();
        println!("{name}  control: {caught} of {} damaged classes are reported", damaged.len());
        Ok(caught == damaged.len() && (caught > 0 || groups.is_empty()))
    }
}

/// The classes of a jar but those that declare modules.
fn read_jar(jar: &[u8], name: &str, pass: Option<Pass>) -> anyhow::Result<Vec<Class>> {
    let classes: Vec<Option<Class>> = archive::class_entries(jar)?
        .par_iter()
        .map(|entry| Ok(read_class(archive::read(jar, entry)?, &entry.name, name, pass)))
        .collect::<anyhow::Result<_>>()?;
    Ok(classes.into_iter().flatten().collect())
}

fn read_class(bytes: Vec<u8>, entry: &str, jar: &str, pass: Option<Pass>) -> Option<Class> {
    let (stem, _) = entry.rsplit_once('.').unwrap_or((entry, ""));
    let parsed = ClassFile::parse(&bytes);
    if parsed.as_ref().is_ok_and(|class| class.access_flags() & flags::MODULE != 0) {
        return None;
    }
    let internal = parsed.as_ref().map_or(stem.into(), |class| class.name().to_text());
    let superclass = parsed.as_ref().ok().and_then(ClassFile::super_name);
    let superclass = superclass.map(|name| name.to_text().replace('/', "."));
    let place = place(jar, stem, &internal);
    let name = internal.replace('/', ".");
    let mut class = Class { place, name, superclass, bytes: Vec::new(), counts: Counts::default() };
    (class.bytes, class.counts) = match pass.map(|pass| rewrite(&bytes, pass, &class.place)) {
        None => (bytes, Counts::default()),
        Some(Ok(rewritten)) => rewritten,
        Some(Err(error)) => {
            let key = (class.place.clone(), class.name.clone());
            let unread = vec![(key, format!("{error:#}"))];
            (bytes, Counts { unread, ..Counts::default() })
        }
    };
    Some(class)
}

/// The group of a class: the jar and the folder in it that a class loader would have to look into.
fn place(jar: &str, stem: &str, internal_name: &str) -> String {
    match stem.strip_suffix(internal_name) {
        Some("") => jar.to_owned(),
        Some(folder) if folder.ends_with('/') => format!("{jar}!{folder}"),
        _ => format!("{jar}!{stem}"),
    }
}

fn name_of(jar: &Path) -> String {
    jar.file_name().unwrap_or(jar.as_os_str()).to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_is_grouped_by_the_folder_that_a_loader_would_search() {
        for (stem, name, expected) in [
            ("p/A", "p/A", "x.jar"),
            ("META-INF/versions/9/p/A", "p/A", "x.jar!META-INF/versions/9/"),
            ("BOOT-INF/classes/A", "A", "x.jar!BOOT-INF/classes/"),
            ("p/BA", "A", "x.jar!p/BA"),
            ("p/template", "q/B", "x.jar!p/template"),
        ] {
            assert_eq!(place("x.jar", stem, name), expected);
        }
    }
}
