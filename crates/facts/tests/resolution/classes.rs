//! A set of classes in memory.

use std::collections::BTreeMap;
use std::fs;

use tamis_facts::{ClassFacts, ClassSet, Extractor, Lookup, family_name};
use tamis_testkit::{Job, files_below, jdk};

/// Classes by name; `None` for one that cannot be read.
pub(crate) struct Classes(BTreeMap<String, Option<ClassFacts>>);

impl Classes {
    /// What JDK 17 makes of these sources.
    pub(crate) fn compile(sources: &[(&str, &str)]) -> Self {
        let mut families: BTreeMap<String, Vec<Vec<u8>>> = BTreeMap::new();
        for file in Self::compile_files(sources) {
            let name = tamis_classfile::ClassFile::parse(&file).unwrap().name().to_string();
            families.entry(family_name(&name).to_owned()).or_default().push(file);
        }
        let mut extractor = Extractor::default();
        let mut classes = BTreeMap::new();
        for files in families.values() {
            let files: Vec<&[u8]> = files.iter().map(Vec::as_slice).collect();
            for facts in extractor.family(&files) {
                let facts = facts.unwrap();
                classes.insert(facts.name().to_owned(), Some(facts));
            }
        }
        Self(classes)
    }

    /// The class files that JDK 17 makes of these sources, by path.
    pub(crate) fn compile_files(sources: &[(&str, &str)]) -> Vec<Vec<u8>> {
        let folder = tempfile::tempdir().unwrap();
        let mut paths = Vec::new();
        for (path, text) in sources {
            let path = folder.path().join("src").join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
            paths.push(path);
        }
        let out = folder.path().join("out");
        jdk(17).compile(&[Job {
            out: out.clone(),
            release: 17,
            flags: Vec::new(),
            sources: paths,
        }]);
        files_below(&out).iter().map(|file| fs::read(file).unwrap()).collect()
    }

    pub(crate) fn get(&self, name: &str) -> &ClassFacts {
        self.0.get(name).and_then(Option::as_ref).unwrap()
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &ClassFacts> {
        self.0.values().flatten()
    }

    pub(crate) fn replace(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    pub(crate) fn break_class(&mut self, name: &str) {
        self.0.insert(name.to_owned(), None);
    }
}

impl ClassSet for Classes {
    fn find(&self, name: &str) -> Lookup<'_> {
        match self.0.get(name) {
            Some(Some(facts)) => Lookup::Found(facts),
            Some(None) => Lookup::Unreadable,
            None => Lookup::Outside,
        }
    }
}
