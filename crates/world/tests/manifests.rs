//! Jars that name others in their manifests: the roots of a class path are those that a JVM finds, in its order.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has to fail")]

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::symlink;
use std::path::Path;

use tamis_testkit::{Job, jdk};
use tamis_world::{ClassPath, RootKind};

/// Prints where a resource is found, place by place.
const LIST: &str = r#"
public class List {
    public static void main(String[] words) throws Exception {
        for (java.net.URL url : java.util.Collections.list(ClassLoader.getSystemResources("mark.txt"))) {
            System.out.println(new String(url.openStream().readAllBytes()));
        }
    }
}
"#;

/// A jar whose mark is its name, with a manifest.
fn jar(folder: &Path, name: &str, class_path: &str) {
    let mut archive = rawzip::ZipArchiveWriter::new(Vec::new());
    // Lines of a manifest have at most 72 bytes.
    let line: Vec<String> = format!("Class-Path: {class_path}")
        .as_bytes()
        .chunks(70)
        .map(|part| String::from_utf8_lossy(part).into_owned())
        .collect();
    let manifest = format!("Manifest-Version: 1.0\r\n{}\r\n\r\n", line.join("\r\n "));
    for (path, content) in [("META-INF/MANIFEST.MF", manifest.as_str()), ("mark.txt", name)] {
        let (mut entry, config) = archive.new_file(path).start().unwrap();
        let mut writer = config.wrap(&mut entry);
        writer.write_all(content.as_bytes()).unwrap();
        let (_, descriptor) = writer.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    let file = folder.join(name);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, archive.finish().unwrap()).unwrap();
}

fn folder(folder: &Path, name: &str) {
    fs::create_dir_all(folder.join(name)).unwrap();
    fs::write(folder.join(name).join("mark.txt"), name).unwrap();
}

/// The marks in the order of the roots.
fn marks(class_path: &ClassPath, top: &Path) -> Vec<String> {
    let mark = |root: &tamis_world::Root| match root.kind {
        RootKind::Folder => fs::read_to_string(root.path.join("mark.txt")).unwrap(),
        RootKind::Jar | RootKind::ClassFile => {
            let path = fs::canonicalize(&root.path).unwrap();
            path.strip_prefix(top).unwrap().display().to_string()
        }
    };
    class_path.roots.iter().map(mark).collect()
}

#[test]
fn roots_are_those_that_a_jvm_finds() {
    let temporary = tempfile::tempdir().unwrap();
    let top = fs::canonicalize(temporary.path()).unwrap();
    let absolute = format!("file:{}/absolute.jar", top.display());
    jar(&top, "a.jar", &format!("missing.jar with%20space/b.jar classes/ other {absolute} a.jar"));
    jar(&top, "with space/b.jar", "../c.jar ../a.jar");
    jar(&top, "c.jar", "./classes/ deep/../e.jar");
    jar(&top, "absolute.jar", "");
    jar(&top, "e.jar", "c.jar");
    jar(&top, "last.jar", "absolute.jar real/");
    folder(&top, "real");
    jar(&top, "real/link.jar", "beside.jar");
    jar(&top, "real/beside.jar", "");
    jar(&top, "beside.jar", "");
    folder(&top, "classes");
    // Without a slash this is taken for a jar, and passed over.
    folder(&top, "other");
    symlink("real/link.jar", top.join("link.jar")).unwrap();
    let program = top.join("List.java");
    fs::write(&program, LIST).unwrap();
    let program_classes = top.join("program");
    let out = program_classes.clone();
    jdk(17).compile(&[Job { out, release: 11, flags: Vec::new(), sources: vec![program] }]);
    let named = |names: &[&str]| {
        let paths: Vec<String> =
            names.iter().map(|name| top.join(name).display().to_string()).collect();
        paths.join(":")
    };
    for names in [
        &["a.jar"][..],
        &["c.jar", "a.jar", "last.jar"],
        &["link.jar", "a.jar", "link.jar", "real/link.jar"],
        &["classes", "classes", "last.jar"],
    ] {
        let text = named(names);
        let class_path = ClassPath::parse(&text).unwrap();
        assert_eq!(class_path.written.len(), names.len());
        let found = marks(&class_path, &top);
        for release in [17, 25] {
            let mut java = jdk(release).command("java");
            let class_path = format!("{text}:{}", program_classes.display());
            let output = java.args(["-cp", &class_path, "List"]).output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let printed = String::from_utf8(output.stdout).unwrap();
            let expected: Vec<&str> = printed.lines().collect();
            assert_eq!(found, expected, "{names:?} on {release}");
        }
    }
}
