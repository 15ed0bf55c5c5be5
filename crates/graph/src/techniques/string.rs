//! `static-string`: a class that calls a reflection method reaches the classes that its strings can name, and anything
//! where a string is not known.

use super::{Knowledge, MissingKnowledge};
use crate::entry::Parts;
use crate::view::{ExtraEdges, View};

pub(super) fn view<'g>(knowledge: &Knowledge<'g>) -> Result<View<'g>, MissingKnowledge> {
    let strings = knowledge.strings.ok_or(MissingKnowledge::Strings)?;
    let extra = ExtraEdges::new(knowledge.graph, strings.edges(knowledge.graph));
    Ok(View::new(knowledge.graph, extra, Parts::NONE))
}
