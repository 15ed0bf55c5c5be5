//! `static-per-test`: as `static-dynamic`, but a test has only the edges that were recorded during itself.
//!
//! It misses what an earlier test of the same JVM did for a later one, such as run a static initialiser, unless the
//! recording charges that to both.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::{Knowledge, MissingKnowledge};
use crate::entry::Parts;
use crate::graph::Node;
use crate::view::{ExtraEdges, View};

/// Without the edges of any test.
pub(super) fn view<'g>(knowledge: &Knowledge<'g>) -> Result<View<'g>, MissingKnowledge> {
    knowledge.recorded.ok_or(MissingKnowledge::Recorded)?;
    Ok(View::new(knowledge.graph, ExtraEdges::default(), Parts::NONE))
}

/// With the edges of one test; `None` if it was not recorded.
pub(super) fn view_of<'g>(
    knowledge: &Knowledge<'g>,
    test: Node,
) -> Result<Option<View<'g>>, MissingKnowledge> {
    let recorded = knowledge.recorded.ok_or(MissingKnowledge::Recorded)?;
    Ok(recorded.of(test).map(|edges| {
        let extra = ExtraEdges::new(knowledge.graph, edges);
        View::new(knowledge.graph, extra, Parts::NONE)
    }))
}

pub(super) fn affected(
    knowledge: &Knowledge<'_>,
    tests: &[Node],
    changed: &[Node],
) -> Result<Vec<Node>, MissingKnowledge> {
    let recorded = knowledge.recorded.ok_or(MissingKnowledge::Recorded)?;
    // Tests without edges of their own are most of them, and need one search together.
    let (plain, own): (Vec<Node>, Vec<Node>) = tests
        .iter()
        .copied()
        .partition(|test| recorded.of(*test).is_some_and(|edges| edges.is_empty()));
    let mut affected: BTreeSet<Node> =
        view(knowledge)?.affected(&plain, changed).into_iter().collect();
    let with_edges: Result<Vec<Option<Node>>, MissingKnowledge> = own
        .par_iter()
        .map(|test| {
            let is_affected = match view_of(knowledge, *test)? {
                Some(view) => !view.affected(&[*test], changed).is_empty(),
                None => true,
            };
            Ok(is_affected.then_some(*test))
        })
        .collect();
    affected.extend(with_edges?.into_iter().flatten());
    Ok(tests.iter().copied().filter(|test| affected.contains(test)).collect())
}
