//! A set of hand-made classes in memory.

use std::collections::BTreeMap;

use tamis_facts::changes::Side;
use tamis_facts::{ClassFacts, ClassSet, Lookup, MemberFacts, Reference, extract};
use tamis_testkit::ClassBuilder;

/// Classes by name.
pub(crate) struct Classes(BTreeMap<String, ClassFacts>);

impl Classes {
    pub(crate) fn of(builders: impl IntoIterator<Item = ClassBuilder>) -> Self {
        let facts = builders.into_iter().map(facts);
        Self(facts.map(|facts| (facts.name().to_owned(), facts)).collect())
    }

    pub(crate) fn add(&mut self, builder: ClassBuilder) {
        let facts = facts(builder);
        self.0.insert(facts.name().to_owned(), facts);
    }

    pub(crate) fn get(&self, name: &str) -> &ClassFacts {
        self.0.get(name).unwrap()
    }

    pub(crate) fn side(&self) -> Side<'_> {
        let classes = self.0.iter().map(|(name, facts)| (name.as_str(), Some(facts.all), 1));
        Side { set: self, classes: classes.collect(), resources: Vec::new() }
    }
}

impl ClassSet for Classes {
    fn find(&self, name: &str) -> Lookup<'_> {
        self.0.get(name).map_or(Lookup::Outside, Lookup::Found)
    }
}

/// The facts of a class that has no relatives.
pub(crate) fn facts(builder: ClassBuilder) -> ClassFacts {
    extract(&[&builder.bytes()]).remove(0).unwrap()
}

/// The method of that name, and its first reference to a member of that name.
pub(crate) fn reference<'f>(
    class: &'f ClassFacts,
    method: &str,
    name: &str,
) -> (&'f MemberFacts, &'f Reference) {
    let method = class.methods().find(|each| class.text(each.name) == method).unwrap();
    let mut references = class.references(method);
    (method, references.find(|reference| class.text(reference.name) == name).unwrap())
}
