//! Builds what the executable carries inside itself: the agent library and the bundled example.
//!
//! Cargo cannot (on stable) make one package wait for another's cdylib, so this script builds the agent with a cargo of
//! its own, into a target folder of its own. `TAMIS_AGENT_LIBRARY` names a library built elsewhere instead, for
//! releases that need an older C library. See `docs/design/0002-one-file-to-install.md`.

use std::collections::BTreeSet;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, exit};

fn main() {
    let manifest = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    let out = PathBuf::from(variable("OUT_DIR"));
    let workspace = manifest.join("../..");
    let library = agent_library(&workspace, &out);
    emit(&format!("rustc-env=TAMIS_AGENT_FILE={}", library.display()));
    bundle(&workspace.join("examples/shop"), &out.join("bundled_example.rs"));
}

fn agent_library(workspace: &Path, out: &Path) -> PathBuf {
    emit("rerun-if-env-changed=TAMIS_AGENT_LIBRARY");
    if let Some(library) = env::var_os("TAMIS_AGENT_LIBRARY").map(PathBuf::from) {
        emit(&format!("rerun-if-changed={}", library.display()));
        return library;
    }
    let mut seen = BTreeSet::new();
    watch_crate(workspace, "agent", &mut seen);
    emit(&format!("rerun-if-changed={}", workspace.join("Cargo.lock").display()));

    let target_folder = out.join("agent");
    let mut cargo = Command::new(variable("CARGO"));
    cargo
        .current_dir(workspace)
        .args(["build", "--release", "--locked", "--package", "tamis-agent", "--target-dir"])
        .arg(&target_folder)
        // These belong to the build around this one: clippy's wrapper, coverage, and where its results go.
        .env_remove("RUSTC_WORKSPACE_WRAPPER")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env_remove("CARGO_TARGET_DIR")
        .env_remove("CARGO_BUILD_TARGET");
    let (host, target) = (variable("HOST"), variable("TARGET"));
    let mut folder = target_folder;
    if host != target {
        cargo.args(["--target", &target]);
        folder.push(&target);
    }
    match cargo.status() {
        Ok(status) if status.success() => {}
        Ok(status) => fail(&format!("cannot build the agent library: cargo ended with {status}")),
        Err(error) => fail(&format!("cannot build the agent library: {error}")),
    }
    let (prefix, suffix) = match variable("CARGO_CFG_TARGET_OS").as_str() {
        "windows" => ("", ".dll"),
        "macos" => ("lib", ".dylib"),
        _ => ("lib", ".so"),
    };
    folder.join("release").join(format!("{prefix}tamis_agent{suffix}"))
}

/// Has cargo run this script again when a crate changes that the agent is made of.
fn watch_crate(workspace: &Path, name: &str, seen: &mut BTreeSet<String>) {
    if !seen.insert(name.to_owned()) {
        return;
    }
    let folder = workspace.join("crates").join(name);
    emit(&format!("rerun-if-changed={}", folder.join("src").display()));
    emit(&format!("rerun-if-changed={}", folder.join("Cargo.toml").display()));
    // What is included beside the sources.
    if folder.join("classes").is_dir() {
        emit(&format!("rerun-if-changed={}", folder.join("classes").display()));
    }
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
    for line in manifest.lines() {
        if let Some((dependency, _)) =
            line.strip_prefix("tamis-").and_then(|rest| rest.split_once(['.', ' ', '=']))
        {
            watch_crate(workspace, dependency, seen);
        }
    }
}

/// The folders of the example that the demo copies. What needs a JDK newer than the oldest one we test with is left out.
const EXAMPLE: [&str; 6] = [
    "library/src/main/java",
    "library/src/main/resources",
    "library/src/test/java",
    "modern/config",
    "modern/src/main/java",
    "modern/src/test/java",
];
/// The files beside them.
const POMS: [&str; 3] = ["pom.xml", "library/pom.xml", "modern/pom.xml"];

/// Writes a Rust file with all sources and resources of the example.
fn bundle(example: &Path, file: &Path) {
    let mut files = Vec::new();
    for part in EXAMPLE {
        let root = example.join(part);
        emit(&format!("rerun-if-changed={}", root.display()));
        list(&root, &mut files);
    }
    for pom in POMS {
        emit(&format!("rerun-if-changed={}", example.join(pom).display()));
        files.push(example.join(pom));
    }
    files.sort();
    let mut text = "pub(super) static SHOP: &[(&str, &[u8])] = &[\n".to_owned();
    for path in &files {
        let relative = path.strip_prefix(example).unwrap_or(path);
        let _ = writeln!(
            text,
            "    ({:?}, include_bytes!({:?})),",
            relative.to_string_lossy(),
            fs::canonicalize(path).unwrap_or_else(|_| path.clone()).to_string_lossy()
        );
    }
    text.push_str("];\n");
    if let Err(error) = fs::write(file, text) {
        fail(&format!("cannot write `{}`: {error}", file.display()));
    }
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    match fs::read_dir(folder) {
        Ok(entries) => {
            for path in entries.flatten().map(|entry| entry.path()) {
                if path.is_dir() {
                    list(&path, files);
                } else {
                    files.push(path);
                }
            }
        }
        Err(error) => fail(&format!("cannot read `{}`: {error}", folder.display())),
    }
}

fn variable(name: &str) -> String {
    match env::var(name) {
        Ok(value) => value,
        Err(error) => fail(&format!("cannot build without the variable {name}: {error}")),
    }
}

fn emit(instruction: &str) {
    println!("cargo:{instruction}");
}

#[expect(clippy::print_stderr, reason = "how a build script talks to people")]
fn fail(message: &str) -> ! {
    eprintln!("error: {message}");
    exit(1);
}
