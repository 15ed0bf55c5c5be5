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
    let four;
    let methods = match border {
        Border::Four => {
            four = BorderMethods::four();
            &four
        }
        Border::Static | Border::Dynamic | Border::Minimal => {
            knowledge.border.ok_or(MissingKnowledge::Border)?
        }
    };
    let callers = methods.callers(knowledge.graph, calls);
    let edges = callers.into_iter().map(|class| (class, Node::ANYTHING));
    let extra = ExtraEdges::new(knowledge.graph, edges);
    Ok(View::new(knowledge.graph, extra, Parts::PLATFORM))
}
