//! A set of classes in which names can be looked up: the built project, or one side of a comparison.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::class_facts::ClassFacts;

/// What is known of a class by its name. Three states, never two.
#[derive(Debug, Clone, Copy)]
pub enum Lookup<'s> {
    /// It is in the set.
    Found(&'s ClassFacts),
    /// It is not in the set: it belongs to the environment (the JDK), or it does not exist.
    Outside,
    /// It is in the set, and its class file could not be read. Nothing that depends on it can be known.
    Unreadable,
}

/// Classes by name.
pub trait ClassSet {
    /// The class of that internal name.
    fn find(&self, name: &str) -> Lookup<'_>;

    /// Names and descriptors of the methods that a class below that type of the environment can override; `None` if that
    /// is not known.
    fn overridable(&self, _outside: &str) -> Option<Arc<BTreeSet<(String, String)>>> {
        None
    }
}

/// The package of a class, from its internal name.
pub(crate) fn package(name: &str) -> &str {
    name.rfind('/').and_then(|slash| name.get(..slash)).unwrap_or_default()
}

/// Type hierarchies are walked recursively; the JVM refuses cycles, and so do we, by this bound.
pub(crate) const DEEPEST_HIERARCHY: usize = 512;
