//! Border methods: methods of the JDK that may end in a reflection method.
//!
//! A set of them has a text form, described in `docs/formats/border-methods.md`.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};
use std::str::FromStr;

use rustc_hash::FxHashMap;

use crate::calls::{Calls, Selector, is_below};
use crate::entry::Part;
use crate::graph::{Graph, Node};
use crate::name_table::modified_utf8;
use crate::reflection::ReflectionMethod;

/// The first word of the text form, and its version.
const HEADING: &str = "tamis-border-methods 1";

/// A set of methods of the JDK.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BorderMethods {
    /// What the set was made from, such as the build of a JDK; empty if it stands for itself.
    origin: String,
    /// By class: names with a descriptor, or without one for all overloads.
    by_class: BTreeMap<String, BTreeSet<String>>,
}

impl BorderMethods {
    /// An empty set; `origin` says what it is made from, in one line.
    pub fn new(origin: &str) -> Self {
        let origin = origin.split(['\n', '\r']).next().unwrap_or_default();
        Self { origin: origin.to_owned(), by_class: BTreeMap::new() }
    }

    /// The four reflection methods.
    pub fn four() -> Self {
        let mut set = Self::new("");
        for (class, name, method) in ReflectionMethod::ALL {
            if method.is_of_the_four() {
                set.add(class, name);
            }
        }
        set
    }

    /// Methods that make classes of which only a string or a file knows: a list made by hand. A project can add to it with
    /// [`Self::extend`].
    pub fn minimal() -> Result<Self, ParseBorderError> {
        include_str!("border/minimal.txt").parse()
    }

    /// Adds a method of a class, by name and descriptor, or by name alone for all overloads.
    pub fn add(&mut self, class: &str, method: &str) {
        self.by_class.entry(class.to_owned()).or_default().insert(method.to_owned());
    }

    /// Adds the methods by which a class can have called this one of the JDK: those that it names, with the same name and
    /// descriptor, on a type that is above or below. Says whether there are any.
    pub fn add_called_by(
        &mut self,
        graph: &Graph,
        calls: &Calls,
        caller: Node,
        class: &str,
        method: &str,
    ) -> bool {
        let Some((owner, at)) = graph.node(class).zip(method.rfind('(')) else { return false };
        let (name, descriptor) = method.split_at(at);
        let selector = calls.selector(&modified_utf8(name), &modified_utf8(descriptor));
        let named = calls.of(caller).filter(|called| Some(called.selector) == selector);
        let is_related =
            |class: Node| is_below(graph, class, owner) || is_below(graph, owner, class);
        let classes: BTreeSet<Node> =
            named.map(|called| called.class).filter(|class| is_related(*class)).collect();
        classes.iter().for_each(|class| self.add(&graph.name(*class), method));
        !classes.is_empty()
    }

    /// Adds all methods of another set.
    pub fn extend(&mut self, other: &Self) {
        for (class, methods) in &other.by_class {
            self.by_class.entry(class.clone()).or_default().extend(methods.iter().cloned());
        }
    }

    /// Whether the set has exactly this entry.
    pub fn contains(&self, class: &str, method: &str) -> bool {
        self.by_class.get(class).is_some_and(|methods| methods.contains(method))
    }

    /// What the set was made from.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.by_class.values().map(BTreeSet::len).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.by_class.is_empty()
    }

    /// The entries: class and method, sorted.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.by_class.iter().flat_map(|(class, methods)| {
            methods.iter().map(|method| (class.as_str(), method.as_str()))
        })
    }

    /// The classes outside of the JDK that call one of the methods, also by the name of a subclass that inherits it.
    pub fn callers(&self, graph: &Graph, calls: &Calls) -> BTreeSet<Node> {
        let meant = self.by_selector(graph, calls);
        let is_outside = |class: &Node| graph.state(*class).part() != Some(Part::Platform);
        graph
            .classes()
            .filter(is_outside)
            .filter(|class| {
                calls.of(*class).any(|called| {
                    meant.get(&called.selector).is_some_and(|classes| {
                        calls.resolves_to(graph, called, |class| classes.contains(&class))
                    })
                })
            })
            .collect()
    }

    /// The classes of the set by the selectors that the calls know.
    fn by_selector(&self, graph: &Graph, calls: &Calls) -> FxHashMap<Selector, Vec<Node>> {
        let mut overloads: FxHashMap<&[u8], Vec<Selector>> = FxHashMap::default();
        for (selector, name, _) in calls.selectors() {
            overloads.entry(name).or_default().push(selector);
        }
        let mut meant: FxHashMap<Selector, Vec<Node>> = FxHashMap::default();
        for (class, method) in self.iter() {
            let Some(class) = graph.node(class) else { continue };
            let selectors = match method.rfind('(') {
                Some(at) => {
                    let (name, descriptor) = method.split_at(at);
                    let name = modified_utf8(name);
                    calls.selector(&name, &modified_utf8(descriptor)).into_iter().collect()
                }
                None => overloads.get(&*modified_utf8(method)).cloned().unwrap_or_default(),
            };
            for selector in selectors {
                meant.entry(selector).or_default().push(class);
            }
        }
        meant
    }
}

impl fmt::Display for BorderMethods {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = format!("{HEADING} {}", self.origin).trim_end().to_owned();
        text.push('\n');
        for (class, methods) in &self.by_class {
            writeln!(text, "{class}")?;
            for method in methods {
                writeln!(text, " {method}")?;
            }
        }
        f.write_str(&text)
    }
}

/// Text that is not the text form of a set of border methods.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseBorderError {
    /// It begins with something else.
    #[error("line 1: expected `{HEADING}`, found `{found}`")]
    Heading {
        /// What it begins with.
        found: String,
    },
    /// A method stands before any class.
    #[error("line {line}: expected the name of a class before the method `{found}`")]
    NoClass {
        /// Counted from 1.
        line: usize,
        /// The method.
        found: String,
    },
    /// Something that is neither a class nor a method.
    #[error("line {line}: expected a name without blanks, found `{found}`")]
    Name {
        /// Counted from 1.
        line: usize,
        /// What is there.
        found: String,
    },
}

impl FromStr for BorderMethods {
    type Err = ParseBorderError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut lines = (1..).zip(text.lines());
        let first = lines.next().map(|(_, line)| line).unwrap_or_default();
        let origin = first.strip_prefix(HEADING);
        let origin = origin.filter(|rest| rest.is_empty() || rest.starts_with(' '));
        let Some(origin) = origin else {
            return Err(ParseBorderError::Heading { found: first.chars().take(80).collect() });
        };
        let mut set = Self::new(origin.trim());
        let mut class = None;
        for (line, text) in lines {
            let name = text.trim();
            let found = || name.chars().take(80).collect();
            if name.is_empty() || name.starts_with('#') {
                continue;
            }
            if name.contains(char::is_whitespace) {
                return Err(ParseBorderError::Name { line, found: found() });
            }
            if !text.starts_with(char::is_whitespace) {
                class = Some(name);
                continue;
            }
            let class = class.ok_or_else(|| ParseBorderError::NoClass { line, found: found() })?;
            set.add(class, name);
        }
        Ok(set)
    }
}
