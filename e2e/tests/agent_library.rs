//! The executable carries a native library inside itself, and a JVM can load it.

use std::fs;

use tamis_testkit::jdk;

use crate::{repository, run, tamis};

#[test]
fn a_jvm_loads_the_library_that_the_executable_carries() {
    let cache = tempfile::tempdir().unwrap();
    let unpack = || {
        let ran = run(tamis().args(["internal", "agent-path"]).env("XDG_CACHE_HOME", cache.path()));
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        ran.stdout.trim_end().to_owned()
    };
    let library = unpack();
    for release in [17, 25] {
        let journals = cache.path().join(format!("journals-{release}"));
        fs::create_dir(&journals).unwrap();
        let agent = format!("-agentpath:{library}=journal={}", journals.display());
        let ran = run(jdk(release).command("java").args([&agent, "-version"]));
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let journal = fs::read_dir(&journals).unwrap().next().unwrap().unwrap().path();
        assert!(fs::read(journal).unwrap().starts_with(b"tamisj"));
    }
    // A damaged library is replaced, not loaded.
    let whole = fs::read(&library).unwrap();
    fs::write(&library, &whole[..whole.len() / 2]).unwrap();
    assert_eq!(unpack(), library);
    assert_eq!(fs::read(&library).unwrap(), whole);
}

#[test]
fn a_cache_that_cannot_be_written_is_an_error_with_a_hint() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let ran = run(tamis().args(["internal", "agent-path"]).env("XDG_CACHE_HOME", &file));
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.starts_with("error: cannot write the agent library to `"), "{}", ran.stderr);
    assert!(ran.stderr.contains("\nhint: set XDG_CACHE_HOME"), "{}", ran.stderr);
}

#[test]
fn the_classes_of_the_agent_are_what_their_sources_say() {
    let agent = repository().join("crates/agent");
    let classes = ["TamisProbe", "TamisBuild", "TamisRecipe"];
    let out = tempfile::tempdir().unwrap();
    // `--release` would not let a class into `java.lang`.
    let ran = run(jdk(17)
        .command("javac")
        .args(["-source", "8", "-target", "8", "-Xlint:-options", "-g:none", "-d"])
        .arg(out.path())
        .args(classes.map(|class| agent.join(format!("java/java/lang/{class}.java")))));
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    for class in classes {
        let compiled = fs::read(out.path().join(format!("java/lang/{class}.class"))).unwrap();
        assert!(compiled == fs::read(agent.join(format!("classes/{class}.class"))).unwrap());
    }
}
