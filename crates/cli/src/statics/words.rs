//! How a test reaches a class, in words.

use tamis_graph::{Border, EdgeKind, Graph, Node, Technique};
use tamis_report::plural;
use tamis_select::Block;
use tamis_vocab::ClassName;

use super::Reaching;
use super::recording::without_callers;

/// What is said with each answer of a static technique.
pub(crate) const NOT_LOOKED_AT: &str = "  static techniques look at class files only: not at files, resources, \
properties, variables or services that files name\n";

/// Whether a technique goes by who asked for classes while tests ran.
pub(crate) fn needs_callers(technique: tamis_select::Technique) -> bool {
    match technique {
        tamis_select::Technique::Static(technique) => is_recorded(technique),
        tamis_select::Technique::All
        | tamis_select::Technique::Class
        | tamis_select::Technique::Hybrid(_) => false,
    }
}

pub(super) fn is_recorded(technique: Technique) -> bool {
    match technique {
        Technique::Border(Border::Dynamic) | Technique::Dynamic | Technique::PerTest => true,
        Technique::Unaware
        | Technique::Naive
        | Technique::String
        | Technique::Border(Border::Static | Border::Four | Border::Minimal) => false,
    }
}

/// What a technique lacks of what it goes by, if it lacks something.
pub(crate) fn note(technique: Technique, blocks: &[Block], tests: &[ClassName]) -> Option<String> {
    if !is_recorded(technique) {
        return None;
    }
    if blocks.is_empty() {
        let text =
            "nothing was recorded yet: what tests find by reflection is not known, and they run";
        return Some(format!("note: {text}"));
    }
    let (without, all) = without_callers(blocks, tests);
    let text = "recorded without who asks for classes; all that they used and that may have asked stand for \
                those who did: `tamis run --force` with this technique records it";
    (without > 0).then(|| {
        let tests = plural(all, "test class was", "test classes were");
        format!("note: {without} of {tests} {text}")
    })
}

impl Reaching<'_> {
    /// The steps from a test to a class.
    pub(crate) fn steps(&self, test: &ClassName, class: &ClassName) -> Vec<String> {
        let Some(test) = self.node(test) else { return Vec::new() };
        // A class that nobody mentions is reached by those who can reach anything.
        self.steps_to(test, self.graph().node(class.as_str()).unwrap_or(Node::ANYTHING))
    }

    /// The steps from a test to where any class can be reached.
    pub(crate) fn steps_to_anything(&self, test: Node) -> Vec<String> {
        self.steps_to(test, Node::ANYTHING)
    }

    fn steps_to(&self, test: Node, goal: Node) -> Vec<String> {
        let path = self.path(test, goal).unwrap_or_default();
        let pairs = path.iter().zip(path.iter().skip(1));
        let steps = pairs.filter(|(from, _)| **from != Node::ANYTHING);
        steps.map(|(from, to)| step(self.graph(), *from, *to)).collect()
    }
}

fn step(graph: &Graph, from: Node, to: Node) -> String {
    let name = |node| ClassName::internal(&graph.name(node));
    let user = name(from);
    if to == Node::ANYTHING {
        return match graph.damage(from) {
            Some(_) => format!("`{user}` cannot be read, and may use any class"),
            None => format!("`{user}` may find any class by reflection"),
        };
    }
    let mut kinds = graph.edges(from).filter(|edge| edge.target == to).map(|edge| edge.kind);
    let used = name(to);
    match kinds.next() {
        Some(EdgeKind::Use) => format!("`{user}` uses `{used}`"),
        Some(EdgeKind::Inheritance) => format!("`{user}` extends or implements `{used}`"),
        None => format!("`{user}` finds `{used}` by reflection"),
    }
}
