//! What was made by reflection while tests ran, as far as evidence knows it.
//!
//! Evidence says which classes a test used or looked for, not who asked for them. A class that a test used though no path
//! in the graph leads there was found by reflection: by the test, and perhaps by each class that it used and that calls a
//! method that makes classes. So there may be more edges than a recording of callers would have, and none is missing.

use std::collections::{BTreeMap, BTreeSet};

use tamis_graph::{
    BorderMethods, Calls, ExtraEdges, Graph, Methods, Node, Parts, Recorded, ReflectionSites, View,
};
use tamis_select::Block;

/// What tests used, by all their records.
#[derive(Debug, Default)]
pub(super) struct Used {
    by_test: BTreeMap<String, BTreeSet<String>>,
}

impl Used {
    pub(super) fn of(blocks: &[Block]) -> Self {
        let mut by_test: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for block in blocks {
            for test in block.tests() {
                // A row that cannot be read has no verdict to skip either.
                let used = block.used_by(test).unwrap_or_default();
                let names = used.into_iter().map(str::to_owned);
                by_test.entry(test.to_owned()).or_default().extend(names);
            }
        }
        Self { by_test }
    }

    /// Makes nodes of all that was used, so that a class that is gone can be reached.
    pub(super) fn intern(&self, graph: &mut Graph) {
        self.by_test.values().flatten().for_each(|name| {
            graph.intern(name);
        });
    }
}

/// What a test found by reflection, and who may have asked for it.
pub(super) struct Made {
    by_test: BTreeMap<Node, (BTreeSet<Node>, BTreeSet<Node>)>,
}

impl Made {
    pub(super) fn of(used: &Used, graph: &Graph, calls: &Calls) -> Self {
        let view = View::new(graph, ExtraEdges::default(), Parts::PLATFORM);
        let callers = callers(graph, calls);
        let mut by_test = BTreeMap::new();
        for (test, used) in &used.by_test {
            let Some(test) = graph.node(test) else { continue };
            let used: BTreeSet<Node> = used.iter().filter_map(|name| graph.node(name)).collect();
            let reached = view.reached(test);
            let made: BTreeSet<Node> =
                used.iter().copied().filter(|node| !reached.contains(*node)).collect();
            let asking: BTreeSet<Node> = callers.intersection(&used).copied().collect();
            by_test.insert(test, (made, asking));
        }
        Self { by_test }
    }

    /// As the edges of a graph.
    pub(super) fn edges(&self) -> Recorded {
        let mut recorded = Recorded::default();
        for (test, (made, asking)) in &self.by_test {
            recorded.add_test(*test);
            for made in made {
                recorded.add(*test, *test, *made);
                asking.iter().for_each(|caller| recorded.add(*test, *caller, *made));
            }
        }
        recorded
    }

    /// From tests to what they found.
    pub(super) fn of_tests(&self) -> BTreeSet<(Node, Node)> {
        let tests = self.by_test.iter();
        tests.flat_map(|(test, (made, _))| made.iter().map(|made| (*test, *made))).collect()
    }

    /// Those of the known border methods that may have been on a stack when something was found: methods that a class calls
    /// which a test used that found something.
    pub(super) fn border(&self, graph: &Graph, calls: &Calls) -> BorderMethods {
        let found = self.by_test.values().filter(|(made, _)| !made.is_empty());
        let asking: BTreeSet<Node> = found.flat_map(|(_, asking)| asking).copied().collect();
        let mut seen = BorderMethods::new("recorded");
        for (class, method) in known().iter() {
            let mut single = BorderMethods::new("");
            single.add(class, method);
            if !single.callers(graph, calls).is_disjoint(&asking) {
                seen.add(class, method);
            }
        }
        seen
    }
}

/// The classes outside of the JDK that can have asked for a class.
fn callers(graph: &Graph, calls: &Calls) -> BTreeSet<Node> {
    let sites = ReflectionSites::find(graph, calls, Methods::FourAndLookup);
    let mut callers: BTreeSet<Node> = sites.iter().map(|(class, _)| class).collect();
    callers.extend(known().callers(graph, calls));
    callers
}

/// The reflection methods, and those of the list made by hand.
fn known() -> BorderMethods {
    let mut known = BorderMethods::four();
    if let Ok(minimal) = BorderMethods::minimal() {
        known.extend(&minimal);
    }
    known
}
