//! Which types are above and below each other.

use crate::graph::{Graph, Node, Rows};

/// The inheritance edges of a graph, both ways.
#[derive(Debug)]
pub(crate) struct Hierarchy {
    above: Rows,
    below: Rows,
}

impl Hierarchy {
    pub(crate) fn of(graph: &Graph) -> Self {
        let pairs: Vec<(u32, u32)> = graph
            .nodes()
            .flat_map(|node| {
                graph.supertypes(node).map(move |above| (node.number(), above.number()))
            })
            .collect();
        let reverse = pairs.iter().map(|(below, above)| (*above, *below));
        Self {
            above: Rows::of_pairs(graph.len(), pairs.iter().copied()),
            below: Rows::of_pairs(graph.len(), reverse),
        }
    }

    /// The types that it names as its own supertypes.
    pub(crate) fn above(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        self.above.row(node).iter().map(|number| Node::new(*number))
    }

    /// The types that name it as a supertype of their own.
    pub(crate) fn below(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        self.below.row(node).iter().map(|number| Node::new(*number))
    }
}
