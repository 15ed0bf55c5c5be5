//! What many tests reach, all at once: over components instead of nodes, 64 tests in a word.

use rayon::prelude::*;

use crate::components::Components;
use crate::graph::{Node, Rows};
use crate::search::Reached;
use crate::view::View;

/// Tests that one pass over the components carries; their bits are one cache line.
const TESTS_A_PASS: usize = 512;
const WORDS: usize = TESTS_A_PASS / 64;

/// A view, ready to be asked what many tests reach.
#[derive(Debug)]
pub struct Reachability {
    components: Components,
    /// The nodes of each component.
    members: Rows,
}

impl Reachability {
    /// Of a view.
    pub fn of(view: &View<'_>) -> Self {
        let components = view.components();
        let numbered = components.of.iter().zip(0..).map(|(component, node)| (*component, node));
        let members = Rows::of_pairs(components.count as usize, numbered);
        Self { components, members }
    }

    /// What each of some tests reaches. Memory: a bit for each test and component, so that who has very many tests asks for
    /// some thousands at a time.
    pub fn closure(&self, tests: &[Node]) -> Closure<'_> {
        // Tests that reach each other reach the same.
        let mut columns: Vec<u32> =
            tests.iter().filter_map(|test| self.component_of(*test)).collect();
        columns.sort_unstable();
        columns.dedup();
        let column_of = |test: &Node| {
            let component = self.component_of(*test)?;
            columns.binary_search(&component).ok().map(|column| column as u32)
        };
        let tests = tests.iter().map(|test| (*test, column_of(test).unwrap_or(u32::MAX))).collect();
        let passes = columns
            .par_chunks(TESTS_A_PASS)
            .map(|columns| pass(&self.components, columns))
            .collect();
        Closure { reachability: self, tests, passes }
    }

    fn component_of(&self, node: Node) -> Option<u32> {
        self.components.of.get(node.place()).copied()
    }

    fn size(&self, component: u32) -> usize {
        self.members.row(Node::new(component)).len()
    }
}

/// What each of some tests reaches in a view.
#[derive(Debug)]
pub struct Closure<'r> {
    reachability: &'r Reachability,
    /// With the column of their component.
    tests: Vec<(Node, u32)>,
    /// One pass for each [`TESTS_A_PASS`] columns: by component, which of them reach it.
    passes: Vec<Pass>,
}

/// The rows of the components that some column of the pass reaches, up to the highest one.
#[derive(Debug)]
struct Pass {
    rows: Vec<[u64; WORDS]>,
}

impl Closure<'_> {
    /// The tests, in the order given.
    pub fn tests(&self) -> impl ExactSizeIterator<Item = Node> + '_ {
        self.tests.iter().map(|(test, _)| *test)
    }

    /// For each test how many nodes it reaches, itself included; `None` for anything.
    pub fn counts(&self) -> Vec<Option<usize>> {
        let anything = self.reachability.component_of(Node::ANYTHING);
        let of_columns: Vec<Option<usize>> =
            self.passes.par_iter().flat_map_iter(|pass| self.counts_of(pass, anything)).collect();
        let count = |(_, column): &(Node, u32)| of_columns.get(*column as usize).copied().flatten();
        self.tests.iter().map(count).collect()
    }

    fn counts_of(&self, pass: &Pass, anything: Option<u32>) -> Vec<Option<usize>> {
        let mut counts = vec![0; TESTS_A_PASS];
        for (component, row) in (0..).zip(&pass.rows) {
            let size = self.reachability.size(component);
            for (word, counts) in row.iter().zip(counts.chunks_mut(64)) {
                for_each_bit(*word, |bit| {
                    if let Some(count) = counts.get_mut(bit) {
                        *count += size;
                    }
                });
            }
        }
        let everywhere = anything.and_then(|component| pass.rows.get(component as usize));
        let everywhere = everywhere.copied().unwrap_or_default();
        let is_everywhere = |column: usize| {
            everywhere.get(column / 64).is_some_and(|word| word >> (column % 64) & 1 != 0)
        };
        let counts = counts.into_iter().enumerate();
        counts.map(|(column, count)| (!is_everywhere(column)).then_some(count)).collect()
    }

    /// What the test at a position reaches.
    pub fn reached(&self, position: usize) -> Reached {
        if self.reaches(position, Node::ANYTHING) {
            return Reached::Anything;
        }
        let mut nodes: Vec<Node> = (0..self.reachability.components.count)
            .filter(|component| self.has(position, *component))
            .flat_map(|component| self.reachability.members.row(Node::new(component)))
            .map(|node| Node::new(*node))
            .collect();
        nodes.sort_unstable();
        Reached::Nodes(nodes)
    }

    /// Whether the test at a position reaches a node, or anything.
    pub fn reaches(&self, position: usize, node: Node) -> bool {
        [node, Node::ANYTHING]
            .into_iter()
            .filter_map(|node| self.reachability.component_of(node))
            .any(|component| self.has(position, component))
    }

    fn has(&self, position: usize, component: u32) -> bool {
        let Some((_, column)) = self.tests.get(position) else { return false };
        let column = *column as usize;
        let pass = self.passes.get(column / TESTS_A_PASS);
        let row = pass.and_then(|pass| pass.rows.get(component as usize));
        let word = row.and_then(|row| row.get(column % TESTS_A_PASS / 64));
        word.is_some_and(|word| word >> (column % 64) & 1 != 0)
    }
}

fn for_each_bit(mut word: u64, mut tell: impl FnMut(usize)) {
    while word != 0 {
        tell(word.trailing_zeros() as usize);
        word &= word - 1;
    }
}

/// Carries the bits of some components, in ascending order, along all edges.
fn pass(components: &Components, columns: &[u32]) -> Pass {
    let highest = columns.last().copied().unwrap_or_default();
    // Edges lead to smaller numbers: nothing above the highest is reached, and a component is complete when its turn comes.
    let mut rows = vec![[0_u64; WORDS]; highest as usize + 1];
    for (at, component) in columns.iter().enumerate() {
        let row = rows.get_mut(*component as usize);
        if let Some(word) = row.and_then(|row| row.get_mut(at / 64)) {
            *word |= 1 << (at % 64);
        }
    }
    for component in (0..=highest).rev() {
        let Some((targets, row)) = rows.split_at_mut_checked(component as usize) else { continue };
        let Some(row) = row.first().copied() else { continue };
        if row == [0; WORDS] {
            continue;
        }
        for target in components.edges.row(Node::new(component)) {
            if let Some(other) = targets.get_mut(*target as usize) {
                other.iter_mut().zip(row).for_each(|(word, more)| *word |= more);
            }
        }
    }
    Pass { rows }
}
