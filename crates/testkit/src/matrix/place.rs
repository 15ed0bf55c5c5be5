//! The folder in which the tests of a fixture run, before and after the edit.

use std::fs;
use std::path::{Path, PathBuf};

use super::building::{Built, SideBuilt, copy, jar_of, join};
use super::{Fixture, Side};
use crate::copy_resources;

/// A project as `tamis` sees it: `classes`, `lib` with jars, `data`, and whatever tests and `tamis` leave there.
pub(super) struct Project {
    pub(super) folder: PathBuf,
}

impl Project {
    pub(super) fn new(folder: PathBuf) -> Self {
        fs::create_dir_all(&folder).unwrap();
        Self { folder }
    }

    pub(super) fn classes(&self) -> PathBuf {
        self.folder.join("classes")
    }

    /// What `tamis` keeps of class files that it has read.
    pub(super) fn cache(&self) -> PathBuf {
        self.folder.join(".tamis/cache")
    }

    /// Puts one side in place of whatever was there, and gives back its class path. What tests or `tamis` wrote stays.
    pub(super) fn place(&self, fixture: &Fixture, built: &Built, side: Side) -> String {
        for name in ["classes", "lib", "data"] {
            let _ = fs::remove_dir_all(self.folder.join(name));
        }
        let this = built.side(side);
        let classes = self.classes();
        fs::create_dir_all(&classes).unwrap();
        if side == Side::New && fixture.is_compiled_separately() {
            copy(&built.side(Side::Old).classes, &classes);
        }
        copy(&this.classes, &classes);
        copy_resources(&this.tree.join("src"), &classes);
        let deleted = match side {
            Side::Old => this.text("delete.txt").lines().map(str::to_owned).collect(),
            Side::New => fixture.deleted(),
        };
        for file in deleted.iter().filter(|file| file.starts_with("classes/")) {
            fs::remove_file(self.folder.join(file)).unwrap();
        }
        self.place_data(this);
        self.class_path(built, this)
    }

    fn place_data(&self, this: &SideBuilt) {
        copy(&this.tree.join("data"), &self.folder.join("data"));
        for line in this.text("links.txt").lines() {
            let (link, target) = line.split_once(" -> ").unwrap();
            link_to(target, &self.folder.join(link));
        }
        for (name, content) in &this.jars {
            fs::create_dir_all(self.folder.join("lib")).unwrap();
            fs::write(self.folder.join(format!("lib/{name}.jar")), jar_of(content)).unwrap();
        }
    }

    /// What `class-path.txt` says, or else the classes and all jars; and the test framework.
    fn class_path(&self, built: &Built, this: &SideBuilt) -> String {
        let list = this.text("class-path.txt");
        let mut entries: Vec<PathBuf> = list.lines().map(|line| self.folder.join(line)).collect();
        if entries.is_empty() {
            entries.push(self.classes());
            let jars = this.jars.keys().map(|name| self.folder.join(format!("lib/{name}.jar")));
            entries.extend(jars);
        }
        entries.extend(built.libraries.iter().cloned());
        join(&entries)
    }
}

fn link_to(target: &str, link: &Path) {
    std::os::unix::fs::symlink(target, link).unwrap();
}
