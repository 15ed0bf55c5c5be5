//! Which nodes reach which: from changes back to tests, from one test forward, and the shortest way between them.

use std::collections::VecDeque;

use crate::graph::Node;
use crate::view::View;

/// Marks on nodes.
struct Marks(Vec<u64>);

impl Marks {
    fn new(nodes: usize) -> Self {
        Self(vec![0; nodes.div_ceil(64)])
    }

    fn contains(&self, node: Node) -> bool {
        self.0.get(node.place() / 64).is_some_and(|word| word >> (node.place() % 64) & 1 != 0)
    }

    /// Whether the mark is a new one.
    fn insert(&mut self, node: Node) -> bool {
        let bit = 1 << (node.place() % 64);
        match self.0.get_mut(node.place() / 64) {
            Some(word) if *word & bit == 0 => {
                *word |= bit;
                true
            }
            _ => false,
        }
    }
}

/// What a test rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reached {
    /// These nodes, sorted, itself included; absent ones are those that have to stay absent.
    Nodes(Vec<Node>),
    /// Every type there is and may be.
    Anything,
}

impl Reached {
    /// Whether a node is among them.
    pub fn contains(&self, node: Node) -> bool {
        match self {
            Self::Nodes(nodes) => nodes.binary_search(&node).is_ok(),
            Self::Anything => true,
        }
    }
}

impl View<'_> {
    /// Those of the tests that reach a changed type, in the order given. A node that is left out reaches nothing, but a
    /// test that changed itself is affected in any case.
    pub fn affected(&self, tests: &[Node], changed: &[Node]) -> Vec<Node> {
        if changed.is_empty() {
            return Vec::new();
        }
        let mut marks = Marks::new(self.graph.len());
        let mut waiting = Vec::new();
        // Whatever changed, what reaches anything reaches it.
        for node in changed.iter().chain([&Node::ANYTHING]) {
            if marks.insert(*node) && self.contains(*node) {
                waiting.push(*node);
            }
        }
        while let Some(node) = waiting.pop() {
            for before in self.predecessors(node) {
                if marks.insert(before) {
                    waiting.push(before);
                }
            }
        }
        tests.iter().copied().filter(|test| marks.contains(*test)).collect()
    }

    /// All that a test reaches.
    pub fn reached(&self, test: Node) -> Reached {
        let mut marks = Marks::new(self.graph.len());
        marks.insert(test);
        let mut nodes = vec![test];
        let mut next = 0;
        while let Some(node) = nodes.get(next).copied() {
            if node == Node::ANYTHING {
                return Reached::Anything;
            }
            next += 1;
            for after in self.successors(node) {
                if marks.insert(after) {
                    nodes.push(after);
                }
            }
        }
        nodes.sort_unstable();
        Reached::Nodes(nodes)
    }

    /// A shortest path from a test to one of the changed types, both ends included. [`Node::ANYTHING`] on it says that the
    /// node before it may reach any type, and is followed by the first changed type.
    pub fn path(&self, test: Node, changed: &[Node]) -> Option<Vec<Node>> {
        let mut goal = Marks::new(self.graph.len());
        changed.iter().for_each(|node| {
            goal.insert(*node);
        });
        let first = *changed.first()?;
        let mut parents: Vec<Option<Node>> = vec![None; self.graph.len()];
        let mut marks = Marks::new(self.graph.len());
        marks.insert(test);
        let mut waiting = VecDeque::from([test]);
        while let Some(node) = waiting.pop_front() {
            if goal.contains(node) || node == Node::ANYTHING {
                let mut path = if goal.contains(node) { Vec::new() } else { vec![first] };
                path.push(node);
                let mut at = node;
                while let Some(parent) = parents.get(at.place()).copied().flatten() {
                    path.push(parent);
                    at = parent;
                }
                path.reverse();
                return Some(path);
            }
            for after in self.successors(node) {
                if marks.insert(after) {
                    if let Some(parent) = parents.get_mut(after.place()) {
                        *parent = Some(node);
                    }
                    waiting.push_back(after);
                }
            }
        }
        None
    }
}
