//! `static-border-…`: every class outside of the JDK that calls a border method may reach anything.
//!
//! The JDK is left out: what goes on behind a border method is what its being one says.

use super::{Border, Knowledge, MissingKnowledge};
use crate::border::BorderMethods;
use crate::entry::Parts;
use crate::graph::Node;
use crate::view::{ExtraEdges, View};

pub(super) fn view<'g>(
    knowledge: &Knowledge<'g>,
    border: Border,
) -> Result<View<'g>, MissingKnowledge> {
    let calls = knowledge.calls.ok_or(MissingKnowledge::Calls)?;
    let methods = match border {
        Border::Four => BorderMethods::four(),
        // The list made by hand, and what a project adds to it.
        Border::Minimal => {
            let mut minimal = BorderMethods::minimal().map_err(|_| MissingKnowledge::Border)?;
            knowledge.border.into_iter().for_each(|more| minimal.extend(more));
            minimal
        }
        Border::Static | Border::Dynamic => {
            knowledge.border.ok_or(MissingKnowledge::Border)?.clone()
        }
    };
    let callers = methods.callers(knowledge.graph, calls);
    let edges = callers.into_iter().map(|class| (class, Node::ANYTHING));
    let extra = ExtraEdges::new(knowledge.graph, edges);
    Ok(View::new(knowledge.graph, extra, Parts::PLATFORM))
}
