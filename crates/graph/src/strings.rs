//! Which classes the strings at calls of reflection methods can name.
//!
//! Inside a method, constants and concatenation are followed; between methods, parameters back to the arguments of all
//! callers and results forward out of callees, to a bounded depth; of fields, those that are static and final. What is not
//! known stays a gap in a [`Pattern`], and a name of which nothing is known can be any class.
//!
//! Callers are those in class files. That a method is called by reflection, with a string from nowhere, is not seen, unless
//! it has no other caller.

mod class_files;
mod machine;
mod pattern;
mod solver;
mod state;
mod text;

use std::collections::{BTreeMap, BTreeSet};

use tamis_classfile::MStr;

use crate::calls::Calls;
use crate::entry::ClassSource;
use crate::graph::{Graph, Node};
use crate::reflection::{Methods, ReflectionMethod, ReflectionSites};
pub use pattern::{Pattern, Piece};
use solver::Solver;

/// A call of a reflection method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// The class it is in.
    pub class: Node,
    /// Name and descriptor of the method it is in.
    pub method: String,
    /// Offset of the call in the code of that method; none if it is a method reference.
    pub pc: Option<u32>,
    /// What is called.
    pub called: ReflectionMethod,
    /// What it can be asked for, sorted.
    pub names: Names,
}

/// The names that a reflection method is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Names {
    /// These.
    Patterns(BTreeSet<Pattern>),
    /// Nothing is known of them.
    Anything,
}

/// What the strings at all reflection sites of a class path can name.
#[derive(Debug, Clone, Default)]
pub struct StringTargets {
    sites: Vec<Site>,
}

impl StringTargets {
    /// Looks into the classes that call reflection methods, and into those that these depend on for a string.
    pub fn find(
        graph: &Graph,
        calls: &Calls,
        source: &(impl ClassSource + ?Sized),
        methods: Methods,
    ) -> Self {
        let sites = ReflectionSites::find(graph, calls, methods);
        let mut solver = Solver::new(graph, calls, source, methods);
        let mut found = Vec::new();
        for (class, called) in sites.iter() {
            match solver.sites_of(class) {
                Some(sites) => found.extend(sites),
                // The graph reads every part of a class that it takes edges from, but no code.
                None => found.extend(called.iter().map(|called| Site {
                    class,
                    method: String::new(),
                    pc: None,
                    called: *called,
                    names: Names::Anything,
                })),
            }
        }
        Self { sites: found }
    }

    /// All calls, by class.
    pub fn sites(&self) -> &[Site] {
        &self.sites
    }

    /// The edges that the sites stand for, one to [`Node::ANYTHING`] where nothing is known.
    pub fn edges(&self, graph: &Graph) -> BTreeSet<(Node, Node)> {
        let mut edges = BTreeSet::new();
        let mut with_gaps: BTreeMap<&Pattern, Vec<Node>> = BTreeMap::new();
        for site in &self.sites {
            match &site.names {
                Names::Anything => {
                    edges.insert((site.class, Node::ANYTHING));
                }
                Names::Patterns(patterns) => {
                    for pattern in patterns {
                        match pattern.as_literal() {
                            Some(name) => {
                                let target = element_class(name).and_then(|name| graph.node(&name));
                                edges.extend(target.map(|target| (site.class, target)));
                            }
                            None => with_gaps.entry(pattern).or_default().push(site.class),
                        }
                    }
                }
            }
        }
        if !with_gaps.is_empty() {
            for node in graph.nodes().skip(1) {
                let name = MStr::new(graph.names.get(node.number())).to_text().replace('/', ".");
                let meant = with_gaps.iter().filter(|(pattern, _)| pattern.matches(&name));
                edges.extend(meant.flat_map(|(_, classes)| classes).map(|class| (*class, node)));
            }
        }
        edges
    }

    /// The internal names that sites ask for, gaps apart: also those of classes that nobody else mentions, which have to
    /// stay as absent as they are. [`Graph::intern`] makes nodes of them.
    pub fn literal_names(&self) -> BTreeSet<String> {
        let patterns = self.sites.iter().filter_map(|site| match &site.names {
            Names::Patterns(patterns) => Some(patterns),
            Names::Anything => None,
        });
        patterns.flatten().filter_map(Pattern::as_literal).filter_map(element_class).collect()
    }
}

/// The internal name of a class from that of `Class.getName`; of an array, that of its elements.
fn element_class(name: &str) -> Option<String> {
    let name = tamis_vocab::ClassName::of_get_name(name.trim())?;
    Some(name.as_str().to_owned())
}
