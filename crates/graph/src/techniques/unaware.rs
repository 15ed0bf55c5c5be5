//! `static`: the class firewall. A type is affected if it reaches a changed type over uses and inheritance.
//!
//! What is assumed unchanged is left out: its class files mention no class of the project.

use super::Knowledge;
use crate::view::{ExtraEdges, View};

pub(super) fn view<'g>(knowledge: &Knowledge<'g>) -> View<'g> {
    View::new(knowledge.graph, ExtraEdges::default(), knowledge.unchanged)
}
