//! Names of classes and methods, as types of their own.

use std::fmt;
use std::sync::Arc;

use crate::display::{class_name, method_signature};

/// A class by its internal name, such as `com/acme/Cart$Line`. Prints with dots.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassName(Arc<str>);

impl ClassName {
    /// From the internal form, with slashes.
    pub fn internal(name: &str) -> Self {
        Self(name.into())
    }

    /// From the form of `Class.getName`, with dots. An array becomes the class of its elements; for arrays of primitive
    /// types there is none.
    pub fn of_get_name(name: &str) -> Option<Self> {
        let element = name.trim_start_matches('[');
        let class = if element.len() == name.len() {
            element
        } else {
            element.strip_prefix('L')?.strip_suffix(';')?
        };
        (!class.is_empty()).then(|| Self(class.replace('.', "/").into()))
    }

    /// The internal form.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether the name says that this class is nested in the other one, at any depth.
    pub fn is_nested_in(&self, outer: &Self) -> bool {
        self.0.strip_prefix(&*outer.0).is_some_and(|rest| rest.starts_with('$'))
    }

    /// The classes around it, by its name, from the inside out.
    pub fn enclosing(&self) -> impl Iterator<Item = Self> + '_ {
        let package = self.0.rfind('/').map_or(0, |slash| slash + 1);
        let ends = self.0.match_indices('$').map(|(at, _)| at).filter(move |at| *at > package);
        let mut ends: Vec<usize> = ends.collect();
        ends.reverse();
        ends.into_iter().filter_map(|end| self.0.get(..end)).map(Self::internal)
    }
}

impl fmt::Display for ClassName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&class_name(&self.0))
    }
}

impl fmt::Debug for ClassName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.0, f)
    }
}

/// A method of a class. Prints as a developer writes it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MethodId {
    /// The class that declares it.
    pub class: ClassName,
    /// Its name.
    pub name: Arc<str>,
    /// Its descriptor.
    pub descriptor: Arc<str>,
}

impl fmt::Display for MethodId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.class, method_signature(&self.name, &self.descriptor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_in_both_forms() {
        let line = ClassName::internal("com/acme/Cart$Line");
        assert_eq!(ClassName::of_get_name("com.acme.Cart$Line"), Some(line.clone()));
        assert_eq!(ClassName::of_get_name("[[Lcom.acme.Cart$Line;"), Some(line.clone()));
        assert_eq!(ClassName::of_get_name("[[I"), None);
        assert_eq!(ClassName::of_get_name(""), None);
        assert_eq!(line.to_string(), "com.acme.Cart$Line");
    }

    #[test]
    fn the_name_tells_what_is_around_a_class() {
        let inner = ClassName::internal("p/$A$B$C");
        let around: Vec<String> = inner.enclosing().map(|name| name.to_string()).collect();
        assert_eq!(around, ["p.$A$B", "p.$A"]);
        assert!(inner.is_nested_in(&ClassName::internal("p/$A")));
        assert!(!ClassName::internal("p/AB").is_nested_in(&ClassName::internal("p/A")));
    }
}
