//! Fixtures become class files and jars, in one JVM for all of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};

use super::{Fixture, Side};
use crate::{Job, copy_resources, files_below, jdk, sources_below};

/// Where classes for newer releases stand in a jar.
const VERSIONS: &str = "META-INF/versions";

/// One fixture, with what its two sides are made of.
pub(super) struct Built {
    old: SideBuilt,
    new: SideBuilt,
    /// Jars of test frameworks.
    pub(super) libraries: Vec<PathBuf>,
}

/// One side: a folder with all files as they are then, and what they are compiled to.
pub(super) struct SideBuilt {
    /// `src`, `lib`, `data` and the text files.
    pub(super) tree: PathBuf,
    pub(super) classes: PathBuf,
    /// What goes into each jar, by the name of the jar.
    pub(super) jars: BTreeMap<String, PathBuf>,
}

impl Built {
    /// Lays out both sides.
    pub(super) fn plan(fixture: &Fixture, folder: &Path) -> Self {
        let old = SideBuilt::at(&folder.join("old"));
        copy(&fixture.folder.join("old"), &old.tree);
        let new = SideBuilt::at(&folder.join("new"));
        copy(&old.tree, &new.tree);
        for file in fixture.deleted().iter().filter(|file| !file.starts_with("classes/")) {
            fs::remove_file(new.tree.join(file)).unwrap();
        }
        copy(&fixture.folder.join("new"), &new.tree);
        Self { old: old.with_jars(), new: new.with_jars(), libraries: fixture.libraries() }
    }

    pub(super) fn side(&self, side: Side) -> &SideBuilt {
        match side {
            Side::Old => &self.old,
            Side::New => &self.new,
        }
    }
}

impl SideBuilt {
    fn at(folder: &Path) -> Self {
        Self { tree: folder.join("tree"), classes: folder.join("classes"), jars: BTreeMap::new() }
    }

    fn with_jars(mut self) -> Self {
        let folder = self.tree.join("lib");
        if folder.is_dir() {
            let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
            let jars = self.classes.with_file_name("lib");
            self.jars =
                names.map(|name| (name.to_string_lossy().into_owned(), jars.join(&name))).collect();
        }
        self
    }

    /// The text of a file that says something about this side.
    pub(super) fn text(&self, name: &str) -> String {
        fs::read_to_string(self.tree.join(name)).unwrap_or_default()
    }

    fn number(&self, name: &str, otherwise: u16) -> u16 {
        self.text(name).trim().parse().unwrap_or(otherwise)
    }
}

/// The release that fixtures are written for, unless they say another one.
const USUAL: u16 = 17;

/// Compiles both sides of all fixtures, to be run by a JDK of that release. One before the usual compiles itself; the
/// names of fixtures that it refuses are given back.
pub(super) fn compile(fixtures: &[(&Fixture, Built)], release: u16) -> BTreeSet<String> {
    let usual = release.min(USUAL);
    let mut jobs: BTreeMap<u16, Vec<(&str, Job)>> = BTreeMap::new();
    let mut refused = BTreeSet::new();
    for (fixture, built) in fixtures {
        for side in [Side::Old, Side::New] {
            let compiler = built.side(side).number("compiler.txt", usual);
            let needed = built.side(side).number("release.txt", usual);
            if usual < USUAL && needed.max(compiler) > usual {
                refused.insert(fixture.name.clone());
                continue;
            }
            let own = jobs_of(fixture, built, side, usual).into_iter();
            jobs.entry(compiler).or_default().extend(own.map(|job| (&*fixture.name, job)));
        }
    }
    for (compiler, jobs) in jobs {
        let (names, jobs): (Vec<_>, Vec<_>) = jobs.into_iter().unzip();
        if usual == USUAL {
            jdk(compiler).compile(&jobs);
        } else {
            let (places, _) = jdk(compiler).try_to_compile(&jobs);
            let refuses = places.into_iter().filter_map(|place| names.get(place));
            refused.extend(refuses.map(|&name| name.to_owned()));
        }
    }
    refused
}

fn jobs_of(fixture: &Fixture, built: &Built, side: Side, usual: u16) -> Vec<Job> {
    let this = built.side(side);
    let release = this.number("release.txt", usual);
    let flags = this.text("javac.txt");
    let flags: Vec<&str> =
        if flags.is_empty() { vec!["-g"] } else { flags.split_whitespace().collect() };
    let job = |out: &Path, release, class_path: &[PathBuf], sources: Vec<PathBuf>| Job {
        out: out.to_owned(),
        release,
        flags: flags
            .iter()
            .map(|&flag| flag.to_owned())
            .chain(["-cp".to_owned(), join(class_path)])
            .collect(),
        sources,
    };
    let mut class_path = built.libraries.clone();
    let mut jobs = Vec::new();
    for (name, out) in &this.jars {
        let folder = this.tree.join("lib").join(name);
        fs::create_dir_all(out).unwrap();
        copy_resources(&folder, out);
        class_path.push(out.clone());
        let (versions, plain): (Vec<_>, Vec<_>) = sources_below(&folder)
            .into_iter()
            .partition(|source| source.starts_with(folder.join(VERSIONS)));
        let release = this.number("lib-release.txt", release);
        jobs.push(job(out, release, &class_path, plain));
        for source in versions {
            let inside = source.strip_prefix(&folder).unwrap();
            let version: PathBuf = inside.components().take(3).collect();
            jobs.push(job(&out.join(version), release, &class_path, vec![source.clone()]));
        }
    }
    let folder = if side == Side::New && fixture.is_compiled_separately() {
        class_path.insert(0, built.old.classes.clone());
        fixture.folder.join("new/src")
    } else {
        this.tree.join("src")
    };
    let sources = if folder.is_dir() { sources_below(&folder) } else { Vec::new() };
    jobs.push(job(&this.classes, release, &class_path, sources));
    jobs.retain(|job| !job.sources.is_empty());
    jobs
}

/// A class path.
pub(super) fn join(paths: &[PathBuf]) -> String {
    let paths: Vec<_> = paths.iter().map(|path| path.to_string_lossy()).collect();
    paths.join(":")
}

/// Copies a folder over another one; there is nothing to copy if it is not there.
pub(super) fn copy(from: &Path, to: &Path) {
    if !from.is_dir() {
        return;
    }
    for file in files_below(from) {
        let copy = to.join(file.strip_prefix(from).unwrap());
        fs::create_dir_all(copy.parent().unwrap()).unwrap();
        fs::copy(&file, copy).unwrap();
    }
}

/// A jar with the files of a folder, not compressed.
pub(super) fn jar_of(folder: &Path) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let mut archive = rawzip::ZipArchiveWriter::new(&mut bytes);
    for file in files_below(folder) {
        let name = file.strip_prefix(folder).unwrap().to_string_lossy().into_owned();
        let (mut entry, config) = archive.new_file(&name).start().unwrap();
        let mut writer = config.wrap(&mut entry);
        writer.write_all(&fs::read(&file).unwrap()).unwrap();
        let (_, descriptor) = writer.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap();
    bytes.into_inner()
}
