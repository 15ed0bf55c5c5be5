//! What many tests reach, all at once: over components instead of nodes, 64 tests in a word.

use rayon::prelude::*;

use crate::components::Components;
use crate::graph::{Node, Rows};
use crate::search::Reached;
use crate::view::View;

/// Tests that one pass over the components carries; their bits are one cache line.
const TESTS_A_PASS: usize = 512;
const WORDS: usize = TESTS_A_PASS / 64;

/// What each of some tests reaches in a view.
#[derive(Debug)]
pub struct Closure {
    components: Components,
    /// The nodes of each component.
    members: Rows,
    tests: Vec<Node>,
    /// One pass for each [`TESTS_A_PASS`] tests: by component, which of them reach it.
    passes: Vec<Vec<[u64; WORDS]>>,
}

impl Closure {
    /// For those tests. Memory: a bit for each test and component.
    pub fn of(view: &View<'_>, tests: &[Node]) -> Self {
        let components = view.components();
        let numbered = components.of.iter().zip(0..).map(|(component, node)| (*component, node));
        let members = Rows::of_pairs(components.count as usize, numbered);
        let passes = tests.par_chunks(TESTS_A_PASS).map(|tests| pass(&components, tests)).collect();
        Self { components, members, tests: tests.to_vec(), passes }
    }

    /// The tests, in the order given.
    pub fn tests(&self) -> &[Node] {
        &self.tests
    }

    /// How many nodes the test at a position reaches, itself included; `None` for anything.
    pub fn count(&self, position: usize) -> Option<usize> {
        let mut count = 0;
        let anything = self.component_of(Node::ANYTHING);
        for component in self.components_of_test(position) {
            if Some(component) == anything {
                return None;
            }
            count += self.members.row(Node::new(component)).len();
        }
        Some(count)
    }

    /// For each test how many nodes it reaches, itself included; `None` for anything.
    pub fn counts(&self) -> Vec<Option<usize>> {
        let anything = self.component_of(Node::ANYTHING);
        let passes = self.passes.par_iter().flat_map_iter(|pass| {
            let mut counts = vec![0; TESTS_A_PASS];
            for (component, row) in (0..).zip(pass) {
                let size = self.members.row(Node::new(component)).len();
                if row.iter().all(|word| *word == 0) {
                    continue;
                }
                for (word, counts) in row.iter().zip(counts.chunks_mut(64)) {
                    for_each_bit(*word, |bit| {
                        if let Some(count) = counts.get_mut(bit) {
                            *count += size;
                        }
                    });
                }
            }
            let everywhere = anything.and_then(|component| pass.get(component as usize)).copied();
            let everywhere = everywhere.unwrap_or_default();
            counts.into_iter().enumerate().map(move |(at, count)| {
                let word = everywhere.get(at / 64).copied().unwrap_or_default();
                (word >> (at % 64) & 1 == 0).then_some(count)
            })
        });
        let mut counts: Vec<Option<usize>> = passes.collect();
        counts.truncate(self.tests.len());
        counts
    }

    /// What the test at a position reaches.
    pub fn reached(&self, position: usize) -> Reached {
        if self.reaches(position, Node::ANYTHING) {
            return Reached::Anything;
        }
        let mut nodes: Vec<Node> = self
            .components_of_test(position)
            .flat_map(|component| self.members.row(Node::new(component)))
            .map(|node| Node::new(*node))
            .collect();
        nodes.sort_unstable();
        Reached::Nodes(nodes)
    }

    /// Whether the test at a position reaches a node, or anything.
    pub fn reaches(&self, position: usize, node: Node) -> bool {
        [node, Node::ANYTHING]
            .into_iter()
            .filter_map(|node| self.component_of(node))
            .any(|component| self.has(position, component))
    }

    fn component_of(&self, node: Node) -> Option<u32> {
        self.components.of.get(node.place()).copied()
    }

    fn components_of_test(&self, position: usize) -> impl Iterator<Item = u32> + '_ {
        (0..self.components.count).filter(move |component| self.has(position, *component))
    }

    fn has(&self, position: usize, component: u32) -> bool {
        let pass = self.passes.get(position / TESTS_A_PASS);
        let row = pass.and_then(|rows| rows.get(component as usize));
        let word = row.and_then(|row| row.get(position % TESTS_A_PASS / 64));
        word.is_some_and(|word| word >> (position % 64) & 1 != 0)
    }
}

fn for_each_bit(mut word: u64, mut tell: impl FnMut(usize)) {
    while word != 0 {
        tell(word.trailing_zeros() as usize);
        word &= word - 1;
    }
}

fn pass(components: &Components, tests: &[Node]) -> Vec<[u64; WORDS]> {
    let mut rows = vec![[0_u64; WORDS]; components.count as usize];
    for (at, test) in tests.iter().enumerate() {
        let component = components.of.get(test.place()).copied().unwrap_or_default();
        let row = rows.get_mut(component as usize);
        if let Some(word) = row.and_then(|row| row.get_mut(at / 64)) {
            *word |= 1 << (at % 64);
        }
    }
    // Edges lead to smaller numbers, so a component is complete when its turn comes.
    for component in (0..components.count).rev() {
        let Some((targets, row)) = rows.split_at_mut_checked(component as usize) else { continue };
        let Some(row) = row.first().copied() else { continue };
        if row.iter().all(|word| *word == 0) {
            continue;
        }
        for target in components.edges.row(Node::new(component)) {
            if let Some(other) = targets.get_mut(*target as usize) {
                other.iter_mut().zip(row).for_each(|(word, more)| *word |= more);
            }
        }
    }
    rows
}
