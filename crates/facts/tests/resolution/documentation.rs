//! The table of `docs/formats/facts.md` has a row for everything that a class file can hold.

use std::path::Path;

use tamis_classfile::attributes::DEFINED;

#[test]
fn every_attribute_of_the_specification_is_in_the_table() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/formats/facts.md");
    let text = std::fs::read_to_string(&page).unwrap();
    let rows: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once("` |").map(|(name, _)| name))
        .collect();
    let missing: Vec<&str> =
        DEFINED.iter().map(|(name, _)| *name).filter(|name| !rows.contains(name)).collect();
    assert!(missing.is_empty(), "no row for {missing:?}");
    // The specification (JVMS table 4.7-C, Java 26) lists thirty.
    assert_eq!(DEFINED.len(), 30);
}
