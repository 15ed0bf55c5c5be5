//! `static-naive`: every class that calls a reflection method, in the JDK and in libraries too, may reach anything.

use super::{Knowledge, MissingKnowledge};
use crate::entry::Parts;
use crate::graph::Node;
use crate::view::{ExtraEdges, View};

pub(super) fn view<'g>(knowledge: &Knowledge<'g>) -> Result<View<'g>, MissingKnowledge> {
    let sites = knowledge.sites.ok_or(MissingKnowledge::Sites)?;
    let edges = sites.iter().map(|(class, _)| (class, Node::ANYTHING));
    let extra = ExtraEdges::new(knowledge.graph, edges);
    Ok(View::new(knowledge.graph, extra, Parts::NONE))
}
