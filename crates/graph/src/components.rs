//! Strongly connected components, by Tarjan's algorithm without recursion: a class path can be deeper than a stack.

use crate::graph::{Node, Rows};

/// Which nodes reach each other. Components are numbered so that edges between them lead to smaller numbers.
#[derive(Debug)]
pub(crate) struct Components {
    /// By node.
    pub(crate) of: Vec<u32>,
    pub(crate) count: u32,
    /// Edges between different components, each once.
    pub(crate) edges: Rows,
}

const UNSEEN: u32 = u32::MAX;

/// What is known of a node while the search goes on.
struct Search<'f, F> {
    successors: &'f F,
    index: Vec<u32>,
    low: Vec<u32>,
    component: Vec<u32>,
    /// Nodes whose component is not complete.
    open: Vec<u32>,
    next_index: u32,
    count: u32,
}

impl Components {
    /// Of so many nodes, where `successors` puts the targets of a node into a list.
    pub(crate) fn of(length: usize, successors: &impl Fn(Node, &mut Vec<u32>)) -> Self {
        let mut search = Search {
            successors,
            index: vec![UNSEEN; length],
            low: vec![0; length],
            component: vec![UNSEEN; length],
            open: Vec::new(),
            next_index: 0,
            count: 0,
        };
        for start in 0..length as u32 {
            if search.index.get(start as usize) == Some(&UNSEEN) {
                search.run(start);
            }
        }
        let (of, count) = (search.component, search.count);
        let edges = edges_between(&of, count, successors);
        Self { of, count, edges }
    }
}

impl<F: Fn(Node, &mut Vec<u32>)> Search<'_, F> {
    fn run(&mut self, start: u32) {
        // The targets of all nodes on the path, behind each other; a frame is a node and where its targets start.
        let mut targets: Vec<u32> = Vec::new();
        let mut frames: Vec<(u32, usize)> = Vec::new();
        self.enter(start, &mut targets, &mut frames);
        while let Some((node, first)) = frames.last().copied() {
            if targets.len() > first {
                let target = targets.pop().unwrap_or_default();
                match self.index.get(target as usize).copied() {
                    Some(UNSEEN) => self.enter(target, &mut targets, &mut frames),
                    Some(index) if self.component.get(target as usize) == Some(&UNSEEN) => {
                        self.lower(node, index);
                    }
                    _ => {}
                }
                continue;
            }
            frames.pop();
            let low = self.low.get(node as usize).copied().unwrap_or_default();
            if let Some((parent, _)) = frames.last() {
                self.lower(*parent, low);
            }
            if self.index.get(node as usize) == Some(&low) {
                self.complete(node);
            }
        }
    }

    fn enter(&mut self, node: u32, targets: &mut Vec<u32>, frames: &mut Vec<(u32, usize)>) {
        for list in [&mut self.index, &mut self.low] {
            if let Some(slot) = list.get_mut(node as usize) {
                *slot = self.next_index;
            }
        }
        self.next_index += 1;
        self.open.push(node);
        frames.push((node, targets.len()));
        (self.successors)(Node::new(node), targets);
    }

    fn lower(&mut self, node: u32, to: u32) {
        if let Some(low) = self.low.get_mut(node as usize) {
            *low = (*low).min(to);
        }
    }

    fn complete(&mut self, root: u32) {
        while let Some(node) = self.open.pop() {
            if let Some(component) = self.component.get_mut(node as usize) {
                *component = self.count;
            }
            if node == root {
                break;
            }
        }
        self.count += 1;
    }
}

fn edges_between(of: &[u32], count: u32, successors: &impl Fn(Node, &mut Vec<u32>)) -> Rows {
    // Sorted by component, so that one mark for each target is enough to see it a second time.
    let numbered = of.iter().zip(0..).map(|(component, node)| (*component, node));
    let members = Rows::of_pairs(count as usize, numbered);
    let mut rows = Rows { starts: vec![0], targets: Vec::new() };
    let mut seen_by = vec![UNSEEN; count as usize];
    let mut targets = Vec::new();
    for component in 0..count {
        for node in members.row(Node::new(component)) {
            targets.clear();
            successors(Node::new(*node), &mut targets);
            for target in &targets {
                let other = of.get(*target as usize).copied().unwrap_or(component);
                match seen_by.get_mut(other as usize) {
                    Some(seen) if other != component && *seen != component => {
                        *seen = component;
                        rows.targets.push(other);
                    }
                    _ => {}
                }
            }
        }
        rows.starts.push(rows.targets.len() as u32);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::Components;
    use crate::graph::Node;

    #[test]
    fn components_of_circles_and_chains_are_numbered_against_the_edges() {
        // 0 → 1 ⇄ 2 → 3, 4 → 4, 5
        let targets: [&[u32]; 6] = [&[1], &[2], &[1, 3], &[], &[4], &[]];
        let components = Components::of(6, &|node: Node, list: &mut Vec<u32>| {
            list.extend(targets[node.place()]);
        });
        assert_eq!(components.count, 5);
        assert_eq!(components.of[1], components.of[2]);
        for (from, to) in [(0, 1), (2, 3)] {
            assert!(components.of[from] > components.of[to]);
            let row = components.edges.row(Node::new(components.of[from]));
            assert_eq!(row, [components.of[to]]);
        }
        assert!(components.edges.row(Node::new(components.of[4])).is_empty());
    }

    #[test]
    fn a_chain_of_a_million_needs_no_stack() {
        let components = Components::of(1_000_000, &|node: Node, list: &mut Vec<u32>| {
            list.extend((node.number() < 999_999).then_some(node.number() + 1));
        });
        assert_eq!(components.count, 1_000_000);
    }
}
