//! Small houses with one thing wrong each.

use serde_json::json;

use super::*;

/// Rows of a table, from line 4 of the page on.
fn page(rows: &[&str]) -> String {
    let head = "<!-- layers:begin -->\n| layer | crate | purpose | may use |\n|---|---|---|---|";
    format!("{head}\n{}\n<!-- layers:end -->\n", rows.join("\n"))
}

/// A member written `name: used used`.
fn member(text: &str) -> Member {
    let (name, uses) = text.split_once(':').expect("a colon after the name");
    Member {
        name: name.to_owned(),
        manifest: format!("crates/{name}/Cargo.toml"),
        uses: uses.split_whitespace().map(str::to_owned).collect(),
    }
}

#[track_caller]
fn check_page(page: &str, members: &[&str], expected: &[&str]) {
    let members: Vec<Member> = members.iter().map(|text| member(text)).collect();
    let mut findings = check(page, &members);
    findings.sort();
    let findings: Vec<String> = findings.iter().map(Finding::to_string).collect();
    assert_eq!(findings, expected);
}

const VOCAB: &str = "| 0 | `vocab` | nouns | – |";
const FACTS: &str = "| 2 | `facts` | facts | `vocab` |";

#[test]
fn table_that_tells_the_truth_has_no_findings() {
    check_page(&page(&[VOCAB, FACTS]), &["vocab:", "facts: vocab"], &[]);
}

#[test]
fn edge_that_is_not_listed_is_found() {
    let world = "| 3 | `world` | reads | `facts` |";
    check_page(
        &page(&[VOCAB, FACTS, world]),
        &["vocab:", "facts: vocab", "world: facts vocab"],
        &["ARCHITECTURE.md:6: `world` uses `vocab`, which its row does not list"],
    );
}

#[test]
fn listed_edge_that_does_not_exist_is_found() {
    check_page(
        &page(&[VOCAB, FACTS]),
        &["vocab:", "facts:"],
        &["ARCHITECTURE.md:5: the row of `facts` lists `vocab`, which `facts` does not use"],
    );
}

#[test]
fn edge_up_is_found_even_when_listed() {
    check_page(
        &page(&["| 0 | `vocab` | nouns | `facts` |", "| 2 | `facts` | facts | – |"]),
        &["vocab: facts", "facts:"],
        &["ARCHITECTURE.md:4: `vocab` (layer 0) uses `facts` (layer 2): no edge goes up"],
    );
}

#[test]
fn edge_within_a_layer_must_be_listed() {
    let listed = "| 2 | `graph` | edges | `facts` |";
    let members = ["vocab:", "facts: vocab", "graph: facts"];
    check_page(&page(&[VOCAB, FACTS, listed]), &members, &[]);
    check_page(
        &page(&[VOCAB, FACTS, "| 2 | `graph` | edges | – |"]),
        &members,
        &["ARCHITECTURE.md:6: `graph` uses `facts`, which its row does not list"],
    );
}

#[test]
fn crate_without_row_and_row_without_crate_are_found() {
    check_page(
        &page(&[VOCAB, FACTS]),
        &["vocab:", "world:"],
        &[
            "ARCHITECTURE.md:5: there is no crate `facts` in the workspace",
            "crates/world/Cargo.toml:1: crate `world` has no row in ARCHITECTURE.md",
        ],
    );
}

#[test]
fn testkit_as_normal_dependency_is_found_once() {
    for uses in ["`testkit`", "–"] {
        let testkit = "| dev | `testkit` | projects | – |";
        let world = format!("| 3 | `world` | facts | {uses} |");
        check_page(
            &page(&[testkit, &world]),
            &["testkit:", "world: testkit"],
            &["crates/world/Cargo.toml:1: `testkit` may only be a development dependency"],
        );
    }
}

#[test]
fn what_is_in_no_product_may_use_testkit_if_its_row_lists_it() {
    let rows = |uses: &str| {
        let testkit = "| dev | `testkit` | projects | – |";
        page(&[testkit, &format!("| dev | `xtask` | chores | {uses} |")])
    };
    let members = ["testkit:", "xtask: testkit"];
    check_page(&rows("`testkit`"), &members, &[]);
    let unlisted = "ARCHITECTURE.md:5: `xtask` uses `testkit`, which its row does not list";
    check_page(&rows("–"), &members, &[unlisted]);
}

#[test]
fn layer_beside_stands_between_libraries_and_program() {
    let rows = |report: &str, checker: &str, cli: &str| {
        page(&[
            &format!("| 5 | `report` | text | {report} |"),
            &format!("| ′ | `checker` | rules | {checker} |"),
            &format!("| 6 | `cli` | verbs | {cli} |"),
        ])
    };
    check_page(
        &rows("–", "`report`", "`checker`"),
        &["report:", "checker: report", "cli: checker"],
        &[],
    );
    check_page(
        &rows("`checker`", "`cli`", "–"),
        &["report: checker", "checker: cli", "cli:"],
        &[
            "ARCHITECTURE.md:4: `report` (layer 5) uses `checker` (layer ′): no edge goes up",
            "ARCHITECTURE.md:5: `checker` (layer ′) uses `cli` (layer 6): no edge goes up",
        ],
    );
}

#[test]
fn nothing_in_a_product_may_use_the_dev_layer() {
    check_page(
        &page(&["| 6 | `cli` | verbs | `xtask` |", "| dev | `xtask` | chores | – |"]),
        &["cli: xtask", "xtask:"],
        &["ARCHITECTURE.md:4: `cli` (layer 6) uses `xtask` (layer dev): no edge goes up"],
    );
}

#[test]
fn rows_that_cannot_be_read_are_found() {
    let rows = [
        VOCAB,
        "| 1 | `a` | – |",
        "| top | `b` | b | – |",
        "| 1 | c | c | – |",
        "| 1 | `d` | d | vocab |",
        VOCAB,
    ];
    check_page(
        &page(&rows),
        &["vocab:"],
        &[
            "ARCHITECTURE.md:5: row has 3 cells, expected layer, crate, purpose, may use",
            "ARCHITECTURE.md:6: unknown layer `top` (known: a number, `′`, `dev`)",
            "ARCHITECTURE.md:7: expected one crate name in backticks (or – for none), not `c`",
            "ARCHITECTURE.md:8: expected one crate name in backticks (or – for none), not `vocab`",
            "ARCHITECTURE.md:9: second row for `vocab`",
        ],
    );
}

#[test]
fn page_without_table_is_found() {
    let missing = "ARCHITECTURE.md:1: no lines `<!-- layers:begin -->` and `<!-- layers:end -->`";
    check_page("# Architecture\n", &[], &[missing]);
    check_page(&page(&[]), &[], &["ARCHITECTURE.md:1: the crate table has no rows"]);
}

#[test]
fn metadata_gives_short_names_and_leaves_out_foreign_and_dev_dependencies() {
    let package = |name: &str, dependencies: Value| {
        let manifest = format!("/p/crates/{name}/Cargo.toml");
        json!({ "name": name, "manifest_path": manifest, "dependencies": dependencies })
    };
    let metadata = json!({ "packages": [
        package("tamis-vocab", json!([{ "name": "serde", "kind": null }])),
        package("tamis-testkit", json!([])),
        package("tamis-cli", json!([
            { "name": "tamis-vocab", "kind": null },
            { "name": "tamis-testkit", "kind": "dev" },
            { "name": "xtask", "kind": "build" },
        ])),
        package("xtask", json!([])),
    ]});
    let members = read_members(Path::new("/p"), &metadata).unwrap();
    let lines: Vec<String> =
        members.iter().map(|m| format!("{} {} {:?}", m.name, m.manifest, m.uses)).collect();
    let expected = [
        "vocab crates/tamis-vocab/Cargo.toml {}",
        "testkit crates/tamis-testkit/Cargo.toml {}",
        r#"cli crates/tamis-cli/Cargo.toml {"vocab", "xtask"}"#,
        "xtask crates/xtask/Cargo.toml {}",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn metadata_without_packages_is_an_error() {
    let error = read_members(Path::new("/p"), &json!({})).unwrap_err();
    assert_eq!(error.to_string(), "`cargo metadata` printed no list `packages`");
}
