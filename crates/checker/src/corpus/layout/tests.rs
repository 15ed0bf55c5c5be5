//! Fixtures as Maven projects, and what is put where.

use super::*;

fn fixture(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let files = files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()));
    write(folder.path(), &files.collect()).unwrap();
    folder
}

#[test]
fn a_fixture_is_laid_out_as_maven_wants_it() {
    let folder = fixture(&[
        ("expect.txt", "run p.UseTest\n"),
        ("delete.txt", "src/p/Gone.java\n"),
        ("old/src/p/A.java", "class A { int f = 1; }"),
        ("old/src/p/Gone.java", "class Gone {}"),
        ("old/src/p/Base.java", "import org.junit.Test;"),
        ("old/src/p/UseTest.java", "class UseTest extends Base {}"),
        ("old/src/p/a.properties", "a=1"),
        ("old/data/b.txt", "b"),
        ("old/lib/q-1/q/Q.java", "class Q {}"),
        ("old/lib/q-2/q/Q.java", "class Q {}"),
        ("old/class-path.txt", "classes\nlib/q-1.jar\n"),
        ("new/src/p/A.java", "class A { int f = 2; }"),
        ("new/class-path.txt", "classes\nlib/q-2.jar\n"),
    ]);
    let [old, new] = Layout::read_fixture(folder.path()).unwrap();
    let paths: Vec<&str> = old.files.keys().map(String::as_str).collect();
    let expected = [
        "data/b.txt",
        "src/main/java/p/A.java",
        "src/main/java/p/Gone.java",
        "src/main/resources/p/a.properties",
        "src/test/java/p/Base.java",
        "src/test/java/p/UseTest.java",
    ];
    assert_eq!(paths, expected);
    assert_eq!((old.class_path, new.class_path), (vec!["q-1".to_owned()], vec!["q-2".to_owned()]));
    assert!(!new.files.contains_key("src/main/java/p/Gone.java"));
    assert_eq!(new.files["src/main/java/p/A.java"], b"class A { int f = 2; }");
}

#[test]
fn a_fixture_without_an_edit_has_two_revisions_that_are_the_same() {
    let folder = fixture(&[("expect.txt", ""), ("old/src/p/A.java", "class A {}")]);
    let [old, new] = Layout::read_fixture(folder.path()).unwrap();
    assert_eq!(old, new);
}

#[test]
fn a_fixture_about_more_than_sources_is_refused() {
    for path in ["old/environment.txt", "old/links.txt", "libraries.txt", "old/lib/loose.txt"] {
        let folder = fixture(&[("old/src/p/A.java", "class A {}"), (path, "x")]);
        let error = Layout::read_fixture(folder.path()).unwrap_err();
        assert!(format!("{error:#}").contains("cannot be a Maven project"), "{path}: {error:#}");
    }
}

#[test]
fn sources_are_replaced_and_what_a_tool_left_stays() {
    let folder = tempfile::tempdir().unwrap();
    let of = |path: &str| Layout {
        files: Files::from([(path.to_owned(), b"class A {}".to_vec())]),
        ..Layout::default()
    };
    of("src/main/java/A.java").put(folder.path(), 8).unwrap();
    fs::write(folder.path().join("state"), "kept").unwrap();
    of("src/main/java/B.java").put(folder.path(), 8).unwrap();
    assert!(!folder.path().join("src/main/java/A.java").exists());
    assert!(folder.path().join("src/main/java/B.java").exists());
    assert!(folder.path().join("state").exists());
}
