//! A part of the graph of types, to be drawn: for Graphviz, as JSON, as a page.

mod html;

#[cfg(test)]
mod tests;

use serde::Serialize;
use serde_json::{Value, json};

use crate::words::printable;

/// Types and how they are connected.
#[derive(Debug, Clone, Default)]
pub struct Picture {
    /// The types.
    pub nodes: Vec<PictureNode>,
    /// Pairs of positions in [`Self::nodes`].
    pub edges: Vec<PictureEdge>,
}

/// A type.
#[derive(Debug, Clone)]
pub struct PictureNode {
    /// As developers write it; `*` for any type.
    pub name: String,
    /// Where it belongs: `project`, `library`, `jdk`, `absent`, `any`.
    pub part: &'static str,
    /// Steps from the type in the middle: below 0 for those that use it, above 0 for those it uses.
    pub distance: i32,
}

/// A connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PictureEdge {
    /// Who uses.
    pub from: usize,
    /// What is used.
    pub to: usize,
    /// `use`, `inherit` or `reflection`.
    pub kind: &'static str,
}

impl Picture {
    /// For Graphviz.
    pub fn dot(&self) -> String {
        let mut text = "digraph tamis {\n  rankdir=LR;\n  node [shape=box];\n".to_owned();
        for node in &self.nodes {
            let style = match node.part {
                "project" => "",
                "library" => " [color=gray]",
                _ => " [style=dashed]",
            };
            text.push_str(&format!("  {}{style};\n", quoted(&node.name)));
        }
        for (from, to, kind) in self.named() {
            let style = match kind {
                "inherit" => " [arrowhead=empty]",
                "reflection" => " [style=dashed]",
                _ => "",
            };
            text.push_str(&format!("  {} -> {}{style};\n", quoted(from), quoted(to)));
        }
        text + "}\n"
    }

    /// For programs, on one line; see `docs/formats/graph-export.md`.
    pub fn json(&self, technique: &str) -> String {
        let node = |node: &PictureNode| json!({"class": node.name, "part": node.part, "distance": node.distance});
        let edge =
            |(from, to, kind): (&str, &str, &str)| json!({"from": from, "to": to, "kind": kind});
        let document = Document {
            format: "tamis-graph",
            version: 1,
            technique,
            classes: self.nodes.iter().map(node).collect(),
            edges: self.named().map(edge).collect(),
        };
        // Text and numbers can always be written.
        serde_json::to_string(&document).unwrap_or_default() + "\n"
    }

    /// One page that needs nothing else.
    pub fn html(&self, title: &str) -> String {
        html::page(self, title)
    }

    fn named(&self) -> impl Iterator<Item = (&str, &str, &'static str)> {
        self.edges.iter().filter_map(|edge| {
            let name = |at: usize| self.nodes.get(at).map(|node| &*node.name);
            Some((name(edge.from)?, name(edge.to)?, edge.kind))
        })
    }
}

#[derive(Serialize)]
struct Document<'d> {
    format: &'static str,
    version: u32,
    technique: &'d str,
    classes: Vec<Value>,
    edges: Vec<Value>,
}

/// A name of Graphviz.
fn quoted(name: &str) -> String {
    let name = printable(name).replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{name}\"")
}
