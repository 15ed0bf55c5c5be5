//! For tests: the JDKs they need, javac for many source trees at once, class files made by hand, golden text, and the
//! matrix.
//!
//! A test that cannot find its JDK fails: one that skipped itself in silence would look like one that passed.
#![expect(
    clippy::panic,
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "a test that cannot be set up has to fail, and this is how tests do"
)]

mod class_builder;
mod jars;
pub mod matrix;

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub use class_builder::ClassBuilder;
pub use jars::jars;

/// An installed JDK.
#[derive(Debug, Clone)]
pub struct Jdk {
    /// Its folder.
    pub home: PathBuf,
    /// Its feature release, such as 17.
    pub release: u16,
}

/// What javac is to compile.
#[derive(Debug, Clone)]
pub struct Job {
    /// Where the class files go; made if it is not there.
    pub out: PathBuf,
    /// `--release`.
    pub release: u16,
    /// More words for javac.
    pub flags: Vec<String>,
    /// The source files.
    pub sources: Vec<PathBuf>,
}

/// The JDK of that release: the one of `TAMIS_JDK_17` or `TAMIS_JDK_25`, else that of `JAVA_HOME`, else that on the PATH,
/// if it is of that release, else one in a usual place.
pub fn jdk(release: u16) -> Jdk {
    let name = format!("TAMIS_JDK_{release}");
    if let Some(home) = env::var_os(&name) {
        return Jdk { home: home.into(), release };
    }
    let on_path = env::var_os("PATH")
        .iter()
        .flat_map(env::split_paths)
        .map(|folder| folder.join("javac"))
        .find_map(|javac| fs::canonicalize(javac).ok())
        .and_then(|javac| Some(javac.parent()?.parent()?.to_owned()));
    let installed = ["/usr/lib/jvm", "/opt/java", "/Library/Java/JavaVirtualMachines"]
        .iter()
        .flat_map(|folder| fs::read_dir(folder).into_iter().flatten().flatten())
        .flat_map(|entry| [entry.path(), entry.path().join("Contents/Home")]);
    env::var_os("JAVA_HOME")
        .map(PathBuf::from)
        .into_iter()
        .chain(on_path)
        .chain(installed)
        .find(|home| release_of(home) == Some(release) && home.join("bin/javac").is_file())
        .map_or_else(
            || panic!("no JDK {release} was found; set {name} to its folder"),
            |home| Jdk { home, release },
        )
}

/// The feature release that a JDK's `release` file names.
fn release_of(home: &Path) -> Option<u16> {
    let text = fs::read_to_string(home.join("release")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="))?;
    let mut numbers = line.trim_matches('"').split(['.', '_', '+', '-']);
    match numbers.next()?.parse().ok()? {
        // As in 1.8.
        1 => numbers.next()?.parse().ok(),
        release => Some(release),
    }
}

impl Jdk {
    /// A command of this JDK, such as `java`.
    pub fn command(&self, tool: &str) -> Command {
        Command::new(self.home.join("bin").join(tool))
    }

    /// Compiles all jobs, in one JVM.
    pub fn compile(&self, jobs: &[Job]) {
        let (refused, talk) = self.try_to_compile(jobs);
        assert!(refused.is_empty(), "JDK {} could not compile:\n{talk}", self.release);
    }

    /// Compiles all jobs that can be, in one JVM. Gives back the places of the others, and what was said about them.
    pub fn try_to_compile(&self, jobs: &[Job]) -> (BTreeSet<usize>, String) {
        let mut text = String::new();
        for job in jobs {
            fs::create_dir_all(&job.out).unwrap();
            for word in ["-nowarn", "-Xlint:none", "-proc:none", "-encoding", "UTF-8", "-d"] {
                text.push_str(word);
                text.push('\n');
            }
            text.push_str(&format!("{}\n", job.out.display()));
            // To look things up in an older release takes a third of the time.
            if job.release != self.release {
                text.push_str(&format!("--release\n{}\n", job.release));
            }
            job.flags.iter().for_each(|flag| text.push_str(&format!("{flag}\n")));
            job.sources.iter().for_each(|file| text.push_str(&format!("{}\n", file.display())));
            text.push('\n');
        }
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join("jobs.txt");
        fs::write(&list, text).unwrap();
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("java/CompileAll.java");
        // The quick compiler alone: this JVM lives for seconds.
        let mut java = self.command("java");
        java.args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]);
        if self.release < 11 {
            // It takes no source files. The compiler is a library of its own there.
            let mut javac = self.command("javac");
            let status = javac.arg("-d").arg(folder.path()).arg(program).status().unwrap();
            assert!(status.success());
            let tools = self.home.join("lib/tools.jar");
            let class_path = format!("{}:{}", folder.path().display(), tools.display());
            java.args(["-cp", &class_path, "CompileAll"]);
        } else {
            java.arg(program);
        }
        let output = java.arg(&list).output().unwrap();
        let talk = String::from_utf8_lossy(&output.stderr).into_owned();
        let places = String::from_utf8_lossy(&output.stdout);
        let refused: BTreeSet<usize> = places.lines().map(|place| place.parse().unwrap()).collect();
        assert_eq!(output.status.success(), refused.is_empty(), "{talk}");
        (refused, talk)
    }
}

/// All files below a folder, sorted.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in
            fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files
}

/// The Java sources below a folder, sorted.
pub fn sources_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = files_below(folder);
    files.retain(|file| file.extension().is_some_and(|extension| extension == "java"));
    files
}

/// Copies what is not a Java source from one folder to another.
pub fn copy_resources(from: &Path, to: &Path) {
    for file in files_below(from) {
        if file.extension().is_none_or(|extension| extension != "java") {
            let copy = to.join(file.strip_prefix(from).unwrap());
            fs::create_dir_all(copy.parent().unwrap()).unwrap();
            fs::copy(&file, copy).unwrap();
        }
    }
}

/// Compares text with what a file says; with `UPDATE_GOLDEN=1` in the environment, writes the file instead. Gives back
/// what is wrong, so that a test can go through all its files before it fails.
pub fn golden(file: &Path, actual: &str) -> Result<(), String> {
    if env::var_os("UPDATE_GOLDEN").is_some() {
        return fs::write(file, actual).map_err(|error| format!("{}: {error}", file.display()));
    }
    let expected = fs::read_to_string(file).unwrap_or_default();
    if expected == actual {
        return Ok(());
    }
    Err(format!("{}\n--- expected\n{expected}--- actual\n{actual}", file.display()))
}
