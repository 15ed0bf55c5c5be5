//! Pictures of three types.

use super::{Picture, PictureEdge, PictureNode};

fn picture() -> Picture {
    let node = |name: &str, part, distance| PictureNode { name: name.to_owned(), part, distance };
    Picture {
        nodes: vec![
            node("p.Test", "project", -1),
            node("p.\"<A&B>", "library", 0),
            node("*", "any", 1),
        ],
        edges: vec![
            PictureEdge { from: 0, to: 1, kind: "inherit" },
            PictureEdge { from: 1, to: 2, kind: "reflection" },
            // Leads nowhere, and is not drawn.
            PictureEdge { from: 1, to: 9, kind: "use" },
        ],
    }
}

#[test]
fn names_are_quoted_for_graphviz() {
    let text = picture().dot();
    assert!(text.contains("  \"p.Test\" -> \"p.\\\"<A&B>\" [arrowhead=empty];\n"), "{text}");
    assert!(text.contains("  \"p.\\\"<A&B>\" -> \"*\" [style=dashed];\n"), "{text}");
    assert_eq!(text.matches("->").count(), 2);
}

#[test]
fn json_names_classes_and_edges() {
    let text = picture().json("static");
    assert!(text.starts_with("{\"format\":\"tamis-graph\",\"version\":1,"), "{text}");
    let document: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(document["classes"].as_array().unwrap().len(), 3);
    assert_eq!(document["edges"][1]["kind"], "reflection");
}

#[test]
fn page_stands_for_itself_and_names_are_escaped() {
    let page = picture().html("p.\"<A&B>");
    assert!(page.contains("<title>p.&quot;&lt;A&amp;B&gt;</title>"), "{page}");
    assert!(!page.contains("<A&B>"));
    for forbidden in ["src=", "href=", "url("] {
        assert!(!page.contains(forbidden), "{forbidden}");
    }
    assert_eq!(page.matches("<path").count(), 2);
    assert_eq!(page.matches("<g class").count(), 3);
}
