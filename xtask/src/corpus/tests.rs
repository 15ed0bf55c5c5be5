//! The parts of the corpus chore that need neither JDK nor network.

use tempfile::TempDir;

use super::jars::{parse_list, pom};
use super::tally::grouped;
use super::*;
use crate::arguments::UsageError;

/// The smallest class file: `interface A`, without members.
const SMALLEST: &[u8] = b"\xca\xfe\xba\xbe\0\0\0\x34\0\x05\
    \x07\0\x02\x01\0\x01A\x07\0\x04\x01\0\x10java/lang/Object\
    \x06\0\0\x01\0\x03\0\0\0\0\0\0\0\0";

fn tally_of(bytes: &[u8]) -> Tally {
    let mut tally = Tally::default();
    check::check(bytes, || "A.class".to_owned(), &mut tally);
    tally
}

#[test]
fn well_formed_class_is_identical_and_the_oracle_agrees() {
    let tally = tally_of(SMALLEST);
    assert_eq!((tally.classes, tally.identical, tally.oracle_agrees), (1, 1, 1));
    assert_eq!(tally.bytes, SMALLEST.len() as u64);
}

#[test]
fn broken_class_fails_and_keeps_its_bytes() {
    let tally = tally_of(&SMALLEST[..SMALLEST.len() - 1]);
    assert_eq!((tally.classes, tally.identical), (1, 0));
    let failure = &tally.failures[0];
    assert_eq!(failure.place, "A.class");
    assert!(failure.error.starts_with("class `A`: at byte "), "{}", failure.error);
    assert_eq!(failure.bytes.len(), SMALLEST.len() - 1);
}

#[test]
fn what_does_not_begin_with_the_magic_is_no_class() {
    let tally = tally_of(b"version https://x");
    assert_eq!(tally.classes, 0);
    let expected = ("A.class".to_owned(), "17 bytes that begin with [76, 65, 72, 73]".to_owned());
    assert_eq!(tally.foreign, [expected]);
    assert_eq!(tally_of(b"").foreign[0].1, "0 bytes that begin with []");
}

#[test]
fn jar_is_read_entry_by_entry() {
    let mut jar = Vec::new();
    let mut archive = rawzip::ZipArchiveWriter::new(&mut jar);
    for (name, contents) in
        [("A.class", SMALLEST), ("META-INF/versions/9/A.class", b"x"), ("a.txt", b"y")]
    {
        let (mut entry, config) = archive.new_file(name).start().unwrap();
        let mut writer = config.wrap(&mut entry);
        std::io::Write::write_all(&mut writer, contents).unwrap();
        let (_, descriptor) = writer.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap();
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("a.jar"), jar).unwrap();
    let source =
        Source::Jars { name: "jars".to_owned(), files: files_below(folder.path(), "jar").unwrap() };
    let row = source.check();
    assert_eq!((row.jars, row.tally.classes, row.tally.identical), (Some(1), 1, 1));
    assert_eq!(row.tally.foreign[0].0, "a.jar!META-INF/versions/9/A.class");
}

#[test]
fn file_that_is_no_jar_fails() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.jar");
    fs::write(&path, "no").unwrap();
    let tally = check_jar(&path, &Progress::start("jars"));
    assert_eq!(tally.failures[0].place, "a.jar");
    assert!(tally.failures[0].error.starts_with("not a jar"), "{}", tally.failures[0].error);
}

#[test]
fn list_of_jars_has_coordinates_and_comments() {
    let list = parse_list("# Comment.\n\na.b:c:1.0\na.b:c:1.0:linux\n").unwrap();
    let names: Vec<_> = list.iter().map(jars::Coordinate::file_name).collect();
    assert_eq!(names, ["a.b.c-1.0.jar", "a.b.c-1.0-linux.jar"]);
    let pom = pom(&list.iter().collect::<Vec<_>>());
    let item = "<artifactItem><groupId>a.b</groupId><artifactId>c</artifactId>\
                <version>1.0</version><classifier>linux</classifier></artifactItem>\n";
    assert_eq!(pom.matches(item).count(), 1, "{pom}");
    assert_eq!(pom.matches("<artifactItem>").count(), 2, "{pom}");
}

#[test]
fn bad_line_in_the_list_of_jars_is_named() {
    let rows = [
        ("a:b", "expected `group:artifact:version` and perhaps `:classifier`, not `a:b`"),
        (
            "a:b:c:d:e",
            "expected `group:artifact:version` and perhaps `:classifier`, not `a:b:c:d:e`",
        ),
        ("a::c", "`a::c` has a part that is empty or not of letters, digits, `._-`"),
        ("a:b:<c>", "`a:b:<c>` has a part that is empty or not of letters, digits, `._-`"),
    ];
    for (row, message) in rows {
        let error = parse_list(&format!("x:y:1\n{row}\n")).unwrap_err();
        assert_eq!(format!("{error:#}"), format!("xtask/corpus-jars.txt:2: {message}"));
    }
    let error = parse_list("x:y:1\nx:y:1\n").unwrap_err();
    assert_eq!(error.to_string(), "xtask/corpus-jars.txt:2: `x:y:1` is listed twice");
}

#[test]
fn list_of_the_project_is_sound_and_long_enough() {
    let list = Workspace::find().unwrap().read("xtask/corpus-jars.txt").unwrap();
    assert!(parse_list(&list).unwrap().len() >= 100);
}

#[test]
fn table_groups_digits_and_names_what_failed() {
    let mut tally = tally_of(SMALLEST);
    tally.fail("B.class".to_owned(), "at byte 0x0".to_owned(), &[]);
    let row = Row { name: "jars".to_owned(), jars: Some(1234), tally, seconds: 1.25 };
    let expected = "\
source    jars   classes          bytes  identical  malformed  failed  seconds
jars     1,234         1             53          1          0       1      1.2
oracle: java-bytecode agrees on 1, differs on 0, cannot read and write 0 of what we can
failed: B.class: at byte 0x0
";
    assert_eq!(tally::render(&[row]), expected);
    assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
}

#[test]
fn option_without_folder_is_a_usage_error() {
    let workspace = Workspace::find().unwrap();
    for words in [&["--jars"] as &[&str], &["--jar", "x"], &["--jars", "x", "y"]] {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        let error = run(&workspace, &words).unwrap_err();
        assert!(error.downcast_ref::<UsageError>().is_some(), "{words:?}: {error}");
    }
}
