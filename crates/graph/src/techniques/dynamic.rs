//! `static-dynamic`: what was made by reflection during any test is reached by the class that made it.

use super::{Knowledge, MissingKnowledge};
use crate::entry::Parts;
use crate::view::{ExtraEdges, View};

pub(super) fn view<'g>(knowledge: &Knowledge<'g>) -> Result<View<'g>, MissingKnowledge> {
    let recorded = knowledge.recorded.ok_or(MissingKnowledge::Recorded)?;
    let extra = ExtraEdges::new(knowledge.graph, recorded.all());
    Ok(View::new(knowledge.graph, extra, Parts::NONE))
}
