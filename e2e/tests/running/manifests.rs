//! Class paths that stand in the manifest of a jar, as Surefire starts its JVMs.

use std::fs;

use tamis_testkit::jdk;

use super::{FOUR, HELPER, JUNIT4, Project, document, results};
use crate::{bad_input, run, tamis};

/// A manifest of which only the class path counts.
fn manifest(elements: &[String]) -> String {
    let line = format!("Class-Path: {}", elements.join(" "));
    // No line has more than 72 bytes.
    let parts: Vec<&str> =
        line.as_bytes().chunks(70).map(|part| std::str::from_utf8(part).unwrap()).collect();
    format!("Manifest-Version: 1.0\r\n{}\r\n\r\n", parts.join("\r\n "))
}

#[test]
fn a_jar_of_nothing_but_a_manifest_is_a_class_path() {
    let project = Project::new(&[JUNIT4], &[FOUR, HELPER]);
    let (_, libraries) = project.class_path.split_once(':').unwrap();
    let mut elements = vec!["classes/".to_owned(), "../not/there.jar".to_owned()];
    elements.extend(libraries.split(':').map(|jar| format!("file:{}", jar.replace(' ', "%20"))));
    let booter = project.path("surefirebooter.jar");
    let text = manifest(&elements);
    fs::write(&booter, bad_input::jar(&[("META-INF/MANIFEST.MF", text.as_bytes())])).unwrap();
    for release in [17, 25] {
        let mut command = tamis();
        command.args(["run", "--record-only", "--format", "json", "--classpath"]).arg(&booter);
        command.arg("--project").arg(project.folder.path());
        let by_manifest = run(command.env("JAVA_HOME", jdk(release).home));
        let plain = run(project.command(release).args(["--record-only", "--format", "json"]));
        assert_eq!(by_manifest.stderr, plain.stderr);
        let (by_manifest, plain) = (document(&by_manifest).0, document(&plain).0);
        assert_eq!(results(&by_manifest), results(&plain));
        let test = &by_manifest["tests"][0];
        assert_eq!(
            (&test["complete"], &test["classes-as-a-whole"]),
            (&true.into(), &plain["tests"][0]["classes-as-a-whole"])
        );
        assert_eq!(test["methods"], plain["tests"][0]["methods"]);
    }
}

#[test]
fn a_difference_in_what_a_manifest_names_is_a_difference() {
    let project = Project::new(&[JUNIT4], &[HELPER]);
    let helper = fs::read(project.path("classes/p/Helper.class")).unwrap();
    let side = |name: &str, entries: &[(&str, &[u8])]| {
        let folder = project.path(name);
        fs::create_dir_all(folder.join("with space")).unwrap();
        let (first, second) = ("with%20space/b.jar none.jar", "../a.jar");
        let (first, second) = (manifest(&[first.to_owned()]), manifest(&[second.to_owned()]));
        let manifests = [("META-INF/MANIFEST.MF", first.as_bytes())];
        fs::write(folder.join("a.jar"), bad_input::jar(&manifests)).unwrap();
        let manifests = [("META-INF/MANIFEST.MF", second.as_bytes())];
        let entries = [&manifests, entries].concat();
        fs::write(folder.join("with space/b.jar"), bad_input::jar(&entries)).unwrap();
        folder.join("a.jar")
    };
    let old = side("old", &[("p/Helper.class", &helper)]);
    let same = side("same", &[("p/Helper.class", &helper)]);
    let new = side("new", &[]);
    assert_eq!(run(tamis().arg("diff").args([&old, &same])).code, 0);
    let ran = run(tamis().arg("diff").args([&old, &new]));
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert!(ran.stdout.contains("`p.Helper`"), "{}", ran.stdout);
}

#[test]
fn another_release_of_a_library_that_a_manifest_names_concerns_only_who_uses_it() {
    let text = "public class GoodTest { @org.junit.Test public void good() {} }";
    let project = Project::new(&[JUNIT4], &[("GoodTest", text)]);
    let (_, libraries) = project.class_path.split_once(':').unwrap();
    let booter = project.path("booter.jar");
    let with_library = |name: &str, content: &[u8]| {
        fs::write(project.path(name), bad_input::jar(&[("q/text.txt", content)])).unwrap();
        // In front, so that it is looked into for each class.
        let mut elements = vec![name.to_owned(), "classes/".to_owned()];
        elements
            .extend(libraries.split(':').map(|jar| format!("file:{}", jar.replace(' ', "%20"))));
        let text = manifest(&elements);
        fs::write(&booter, bad_input::jar(&[("META-INF/MANIFEST.MF", text.as_bytes())])).unwrap();
    };
    let tamis = |verb: &str| {
        let mut command = tamis();
        command.arg(verb).arg("--classpath").arg(&booter);
        command.arg("--project").arg(project.folder.path());
        run(&mut command)
    };
    with_library("library-1.jar", b"1");
    let first = tamis("run");
    assert!(first.stderr.contains("never recorded"), "{}", first.stderr);
    fs::remove_file(project.path("library-1.jar")).unwrap();
    with_library("library-2.jar", b"2");
    let selected = tamis("select");
    assert!(!selected.stdout.contains("\nrun "), "{}", selected.stdout);
    assert!(selected.stdout.contains("\nskip  p."), "{}", selected.stdout);
}
