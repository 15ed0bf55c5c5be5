//! The JDK's own tool for class dependencies, as a yardstick.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::time::{Duration, Instant};

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use tamis_graph::{ClassEntry, Graph};
use tamis_image::{Image, PATH};

use super::Error;
use super::class_path::Files;

/// As [`run`], with one processor for all its threads.
pub(crate) fn run_on_one_processor(files: &Files) -> Result<(Duration, String), Error> {
    let all = sched_getaffinity(None)?;
    let first = (0..CpuSet::MAX_CPU).find(|processor| all.is_set(*processor));
    let mut one = CpuSet::new();
    one.set(first.ok_or("there is no processor")?);
    // Processes inherit it from the thread that starts them.
    sched_setaffinity(None, &one)?;
    let result = run(files);
    sched_setaffinity(None, &all)?;
    result
}

/// How long `jdeps -verbose:class` takes, start of the JVM included, and what it prints.
///
/// It takes modules as folders. Since it knows modules of these names it reads the classes from the JDK's image, as we do; a
/// folder needs no more than the declaration of its module.
pub(crate) fn run(files: &Files) -> Result<(Duration, String), Error> {
    let folder = tempfile::tempdir()?;
    let image = Image::open(&files.jdk.home.join(PATH))?;
    let (mut modules, mut bytes) = (Vec::new(), Vec::new());
    for class in image.classes()?.iter().filter(|class| class.is_module()) {
        let module = folder.path().join(class.module);
        fs::create_dir_all(&module)?;
        image.read(class.place, &mut bytes)?;
        fs::write(module.join("module-info.class"), &bytes)?;
        modules.push(module);
    }
    modules.sort();
    let output = folder.path().join("output.txt");
    let start = Instant::now();
    let status = files
        .jdk
        .command("jdeps")
        .args(["-verbose:class", "--multi-release", "base", "--ignore-missing-deps"])
        .args(&modules)
        .args(&files.jars)
        .stdout(File::create(&output)?)
        .status()?;
    let time = start.elapsed();
    if !status.success() {
        return Err(format!("`jdeps` failed: {status}").into());
    }
    Ok((time, fs::read_to_string(output)?))
}

/// Prints how many of the edges that `jdeps` tells the graph does not have. It tells those of all classes with one name; the
/// graph has those of the first, so that such classes are left out here.
pub(crate) fn compare(graph: &Graph, entries: &[ClassEntry<'_>], output: &str) {
    let (mut names, mut doubled) = (BTreeSet::new(), BTreeSet::new());
    for entry in entries {
        if !names.insert(entry.name) {
            doubled.insert(entry.name.replace('/', "."));
        }
    }
    let (mut all, mut missing) = (0_usize, BTreeSet::new());
    for line in output.lines().filter(|line| line.starts_with(' ')) {
        let mut words = line.split_whitespace();
        let (Some(from), Some("->"), Some(to)) = (words.next(), words.next(), words.next()) else {
            continue;
        };
        if doubled.contains(from) {
            continue;
        }
        all += 1;
        let node = |name: &str| graph.node(&name.replace('.', "/"));
        let has = node(from)
            .zip(node(to))
            .is_some_and(|(from, to)| graph.edges(from).any(|edge| edge.target == to));
        if !has {
            missing.insert(format!("{from} -> {to}"));
        }
    }
    println!(
        "jdeps tells {all} edges between packages of classes that are there once; we miss {}",
        missing.len()
    );
    missing.iter().take(5).for_each(|edge| println!("  {edge}"));
}
