//! A graph as a technique sees it: with further edges, without the parts of the class path that it leaves out.

use crate::components::Components;
use crate::entry::Parts;
use crate::graph::{Graph, Node, Rows, State};

/// Edges that are in no class file: those of reflection.
#[derive(Debug, Clone, Default)]
pub struct ExtraEdges {
    forward: Rows,
    backward: Rows,
    pairs: Vec<(Node, Node)>,
}

impl ExtraEdges {
    /// From pairs of nodes of the graph.
    pub fn new(graph: &Graph, pairs: impl IntoIterator<Item = (Node, Node)>) -> Self {
        let mut pairs: Vec<(Node, Node)> = pairs.into_iter().collect();
        pairs.sort_unstable();
        pairs.dedup();
        let numbers = pairs.iter().map(|(from, to)| (from.number(), to.number()));
        let reverse = pairs.iter().map(|(from, to)| (to.number(), from.number()));
        let forward = Rows::of_pairs(graph.len(), numbers);
        let backward = Rows::of_pairs(graph.len(), reverse);
        Self { forward, backward, pairs }
    }

    /// The edges, sorted.
    pub fn pairs(&self) -> &[(Node, Node)] {
        &self.pairs
    }
}

/// A graph with further edges and without some parts.
#[derive(Debug, Clone)]
pub struct View<'g> {
    pub(crate) graph: &'g Graph,
    extra: ExtraEdges,
    left_out: Parts,
}

impl<'g> View<'g> {
    /// The graph with further edges, without the classes of some parts.
    pub fn new(graph: &'g Graph, extra: ExtraEdges, left_out: Parts) -> Self {
        Self { graph, extra, left_out }
    }

    /// The graph below.
    pub fn graph(&self) -> &'g Graph {
        self.graph
    }

    /// The further edges.
    pub fn extra(&self) -> &ExtraEdges {
        &self.extra
    }

    /// Whether a node can be on a path.
    pub fn contains(&self, node: Node) -> bool {
        if self.left_out == Parts::NONE {
            return true;
        }
        match self.graph.state(node) {
            State::Absent => true,
            State::Present { part, .. } => !self.left_out.contains(part),
        }
    }

    /// Where edges from a node lead. [`Node::ANYTHING`] has none: that it leads everywhere is for the caller to know.
    pub(crate) fn successors(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        const TARGET: u32 = u32::MAX >> 1;
        let rows = self
            .contains(node)
            .then(|| self.graph.edges.row(node).iter().chain(self.extra.forward.row(node)));
        let nodes = rows.into_iter().flatten().map(|packed| Node::new(*packed & TARGET));
        nodes.filter(|node| self.contains(*node))
    }

    /// Where edges to a node come from.
    pub(crate) fn predecessors(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        let rows = [self.graph.reverse().row(node), self.extra.backward.row(node)];
        let nodes = rows.into_iter().flatten().map(|number| Node::new(*number));
        nodes.filter(|node| self.contains(*node))
    }

    pub(crate) fn components(&self) -> Components {
        Components::of(self.graph.len(), &|node, targets: &mut Vec<u32>| {
            targets.extend(self.successors(node).map(Node::number));
        })
    }
}
