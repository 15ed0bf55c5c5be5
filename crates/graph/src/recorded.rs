//! Reflective edges that were seen while tests ran.

use std::collections::{BTreeMap, BTreeSet};

use crate::graph::Node;

/// Who made which class by reflection during which test.
#[derive(Debug, Clone, Default)]
pub struct Recorded {
    by_test: BTreeMap<Node, BTreeSet<(Node, Node)>>,
    shared: BTreeSet<(Node, Node)>,
}

impl Recorded {
    /// The test was recorded, perhaps without any edge.
    pub fn add_test(&mut self, test: Node) {
        self.by_test.entry(test).or_default();
    }

    /// During the test, `caller` called a reflection method that gave `made`.
    pub fn add(&mut self, test: Node, caller: Node, made: Node) {
        self.by_test.entry(test).or_default().insert((caller, made));
    }

    /// The same outside of any test: it counts for all of them.
    pub fn add_shared(&mut self, caller: Node, made: Node) {
        self.shared.insert((caller, made));
    }

    /// The edges of all tests.
    pub fn all(&self) -> BTreeSet<(Node, Node)> {
        self.by_test.values().flatten().chain(&self.shared).copied().collect()
    }

    /// The edges of one test; `None` if it was not recorded.
    pub fn of(&self, test: Node) -> Option<BTreeSet<(Node, Node)>> {
        Some(self.by_test.get(&test)?.union(&self.shared).copied().collect())
    }

    /// Whether the test was recorded.
    pub fn contains(&self, test: Node) -> bool {
        self.by_test.contains_key(&test)
    }
}
