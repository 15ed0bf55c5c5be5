//! The methods that make a class out of a name or of bytes, and who calls them.
//!
//! All other reflection starts from a class that somebody has: its literal is an edge of the graph, and everything else
//! came from one of these methods.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use crate::calls::{Called, Calls};
use crate::graph::{Graph, Node, State};

/// A method that makes a class out of a name or of bytes; all its overloads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReflectionMethod {
    /// `Class.forName`
    ForName,
    /// `ClassLoader.loadClass`
    LoadClass,
    /// `ClassLoader.findSystemClass`
    FindSystemClass,
    /// `ClassLoader.defineClass`
    DefineClass,
    /// `MethodHandles.Lookup.findClass`; not one of the four.
    LookupFindClass,
    /// `MethodHandles.Lookup.defineClass` and its hidden siblings; not one of the four.
    LookupDefineClass,
}

use ReflectionMethod::{
    DefineClass, FindSystemClass, ForName, LoadClass, LookupDefineClass, LookupFindClass,
};

impl ReflectionMethod {
    /// All of them: class, name, method.
    pub const ALL: [(&'static str, &'static str, Self); 8] = [
        ("java/lang/Class", "forName", ForName),
        ("java/lang/ClassLoader", "loadClass", LoadClass),
        ("java/lang/ClassLoader", "findSystemClass", FindSystemClass),
        ("java/lang/ClassLoader", "defineClass", DefineClass),
        (LOOKUP, "findClass", LookupFindClass),
        (LOOKUP, "defineClass", LookupDefineClass),
        (LOOKUP, "defineHiddenClass", LookupDefineClass),
        (LOOKUP, "defineHiddenClassWithClassData", LookupDefineClass),
    ];

    /// Whether it is one of the four of the published techniques. The others count only where somebody asks for more.
    pub fn is_of_the_four(self) -> bool {
        match self {
            ForName | LoadClass | FindSystemClass | DefineClass => true,
            LookupFindClass | LookupDefineClass => false,
        }
    }

    /// Whether a string names the class that it gives.
    pub fn takes_a_name(self) -> bool {
        match self {
            ForName | LoadClass | FindSystemClass | LookupFindClass => true,
            DefineClass | LookupDefineClass => false,
        }
    }
}

const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";

/// Which calls count as reflection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Methods {
    /// Those of the four published methods.
    #[default]
    Four,
    /// Also those of `MethodHandles.Lookup`.
    FourAndLookup,
}

impl Methods {
    /// Whether the method counts.
    pub fn contains(self, method: ReflectionMethod) -> bool {
        match self {
            Self::Four => method.is_of_the_four(),
            Self::FourAndLookup => true,
        }
    }
}

/// Who calls reflection methods.
#[derive(Debug, Clone, Default)]
pub struct ReflectionSites {
    by_class: BTreeMap<Node, BTreeSet<ReflectionMethod>>,
}

impl ReflectionSites {
    /// All classes of the graph that name a reflection method, also on a class loader of their own.
    pub fn find(graph: &Graph, calls: &Calls, methods: Methods) -> Self {
        let recogniser = Recogniser::new(graph, calls, methods);
        let mut by_class: BTreeMap<Node, BTreeSet<ReflectionMethod>> = BTreeMap::new();
        for class in graph.classes() {
            for called in calls.of(class) {
                if let Some(method) = recogniser.recognise(called) {
                    by_class.entry(class).or_default().insert(method);
                }
            }
        }
        Self { by_class }
    }

    /// The classes and the methods that each of them calls, sorted.
    pub fn iter(&self) -> impl Iterator<Item = (Node, &BTreeSet<ReflectionMethod>)> {
        self.by_class.iter().map(|(class, methods)| (*class, methods))
    }

    /// What a class calls.
    pub fn of(&self, class: Node) -> impl Iterator<Item = ReflectionMethod> + '_ {
        self.by_class.get(&class).into_iter().flatten().copied()
    }
}

/// Tells whether a call is one of a reflection method.
pub(crate) struct Recogniser<'a> {
    graph: &'a Graph,
    /// By selector: the class whose method it is, and the method. Sorted.
    known: Vec<(crate::calls::Selector, Node, ReflectionMethod)>,
}

impl<'a> Recogniser<'a> {
    pub(crate) fn new(graph: &'a Graph, calls: &Calls, methods: Methods) -> Self {
        let meant: Vec<(&[u8], Node, ReflectionMethod)> = ReflectionMethod::ALL
            .iter()
            .filter(|(_, _, method)| methods.contains(*method))
            .filter_map(|(class, name, method)| {
                Some((name.as_bytes(), graph.node(class)?, *method))
            })
            .collect();
        let mut known = Vec::new();
        for (selector, name, descriptor) in calls.selectors() {
            // A method of that name that gives no class is another one.
            if !descriptor.ends_with(b")Ljava/lang/Class;")
                && !descriptor.ends_with(b")Ljava/lang/invoke/MethodHandles$Lookup;")
            {
                continue;
            }
            let same = meant.iter().filter(|(other, _, _)| *other == name);
            known.extend(same.map(|(_, class, method)| (selector, *class, *method)));
        }
        known.sort_unstable();
        Self { graph, known }
    }

    /// The reflection method that a call is of; a call on a subclass counts, whether or not that overrides the method, and so
    /// does one on a type of which it is not known what it inherits from.
    pub(crate) fn recognise(&self, called: Called) -> Option<ReflectionMethod> {
        let first = self.known.partition_point(|(selector, _, _)| *selector < called.selector);
        let same = self.known.get(first..)?.iter();
        same.take_while(|(selector, _, _)| *selector == called.selector)
            .find(|(_, class, method)| {
                // `Class` and `Lookup` are final.
                let has_subclasses = matches!(method, LoadClass | FindSystemClass | DefineClass);
                called.class == *class || has_subclasses && self.may_be_below(called.class, *class)
            })
            .map(|(_, _, method)| *method)
    }

    fn may_be_below(&self, class: Node, above: Node) -> bool {
        // Of these it is known that they are no class loaders, also where the classes of the JDK are not there.
        let others = ["java/lang/Object", "java/lang/Class", LOOKUP];
        let others = others.map(|name| self.graph.node(name));
        let is_unknown = |class: Node| {
            self.graph.state(class) == State::Absent && !others.contains(&Some(class))
        };
        let mut waiting = vec![class];
        let mut seen = BTreeSet::from([class]);
        while let Some(class) = waiting.pop() {
            if class == above || is_unknown(class) {
                return true;
            }
            waiting.extend(self.graph.supertypes(class).filter(|next| seen.insert(*next)));
        }
        false
    }
}
