//! Finding JDKs, compiling programs and running them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{LazyLock, Mutex};
use std::{env, fmt, fs};

/// A JDK; without a home, the one on the search path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Jdk {
    home: Option<PathBuf>,
}

impl fmt::Display for Jdk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.home {
            Some(home) => write!(f, "{}", home.display()),
            None => f.write_str("the JDK on the search path"),
        }
    }
}

impl Jdk {
    fn tool(&self, name: &str) -> Command {
        match &self.home {
            Some(home) => Command::new(home.join("bin").join(name)),
            None => Command::new(name),
        }
    }
}

/// The JDKs that `TAMIS_JDK_17` and `TAMIS_JDK_25` name; if none, that of `JAVA_HOME`, else the one on the search path.
pub(crate) fn jdks() -> Vec<Jdk> {
    let home = |name: &str| env::var_os(name).map(|home| Jdk { home: Some(PathBuf::from(home)) });
    let named: Vec<_> = ["TAMIS_JDK_17", "TAMIS_JDK_25"].into_iter().filter_map(home).collect();
    match named.as_slice() {
        [] => vec![home("JAVA_HOME").unwrap_or(Jdk { home: None })],
        _ => named,
    }
}

/// What a run printed, and what the probes saw.
#[derive(Debug, Clone)]
pub(crate) struct Run {
    pub(crate) output: String,
    pub(crate) hits: Vec<u32>,
    /// Calls of hooks, in order.
    pub(crate) events: Vec<String>,
    pub(crate) count: u32,
}

/// Runs the cases with full verification.
pub(crate) fn run(jdk: &Jdk, classes: &Path, cases: &[String]) -> Run {
    let log = classes.join(format!("log-{}", std::process::id()));
    let output = java(jdk, classes, &log, cases);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{jdk}, {}: {error}", classes.display());
    let mut run = Run {
        output: String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n"),
        hits: Vec::new(),
        events: Vec::new(),
        count: 0,
    };
    for line in fs::read_to_string(&log).unwrap().lines() {
        match line.split_once(' ').unwrap() {
            ("hit", id) => run.hits.push(id.parse().unwrap()),
            ("count", count) => run.count = count.parse().unwrap(),
            _ => run.events.push(line.to_owned()),
        }
    }
    run
}

/// Runs the cases, which must fail, and gives everything they print.
pub(crate) fn run_fails(jdk: &Jdk, classes: &Path, cases: &[String]) -> String {
    let output = java(jdk, classes, &classes.join("log"), cases);
    assert!(!output.status.success(), "{jdk}: no failure");
    String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
}

fn java(jdk: &Jdk, classes: &Path, log: &Path, cases: &[String]) -> std::process::Output {
    jdk.tool("java")
        .args(["-Xverify:all", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"])
        .arg(format!("-Dlog={}", log.display()))
        .arg("-cp")
        .arg(classes)
        .arg("cases.Main")
        .args(cases)
        .output()
        .unwrap_or_else(|error| panic!("cannot start `java` of {jdk}: {error}"))
}

/// Compiled programs.
#[derive(Debug, Clone)]
pub(crate) struct Compiled {
    directory: PathBuf,
    cases: Vec<String>,
    /// Internal name to bytes.
    classes: BTreeMap<String, Vec<u8>>,
}

impl Compiled {
    fn read(directory: PathBuf, cases: Vec<String>) -> Self {
        let mut classes = BTreeMap::new();
        read_classes(&directory, &directory, &mut classes);
        Self { directory, cases, classes }
    }

    pub(crate) fn cases(&self) -> &[String] {
        &self.cases
    }

    pub(crate) fn classes(&self) -> &BTreeMap<String, Vec<u8>> {
        &self.classes
    }

    /// What the programs do before they are rewritten.
    pub(crate) fn baseline(&self, jdk: &Jdk) -> Run {
        static KNOWN: Mutex<BTreeMap<(Jdk, PathBuf), Run>> = Mutex::new(BTreeMap::new());
        let key = (jdk.clone(), self.directory.clone());
        let mut known = KNOWN.lock().unwrap();
        known.entry(key).or_insert_with(|| run(jdk, &self.directory, &self.cases)).clone()
    }

    /// Writes all classes, rewritten but for the recorder and the driver, to a folder of their own.
    pub(crate) fn write_variant(
        &self,
        name: &str,
        rewrite: impl Fn(&str, &[u8]) -> Vec<u8>,
    ) -> PathBuf {
        let directory = self.directory.with_extension(name);
        fresh(&directory);
        for (class, bytes) in &self.classes {
            let bytes = match class.as_str() {
                "cases/Main" | "cases/Probe" => bytes.clone(),
                _ => rewrite(class, bytes),
            };
            let path = directory.join(class).with_extension("class");
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        directory
    }
}

/// Compiles the programs of `java/`, once per release and test process.
pub(crate) fn compile_cases(release: u8, cases: &[&str], modern: &[&str]) -> Compiled {
    static KNOWN: LazyLock<Mutex<BTreeMap<u8, Compiled>>> = LazyLock::new(Mutex::default);
    let mut known = KNOWN.lock().unwrap();
    let compile = || {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("java");
        let path = |folder: &str, name: &str| source.join(folder).join(name).with_extension("java");
        let mut files = vec![path("cases", "Main"), path("cases", "Probe")];
        files.extend(cases.iter().map(|name| path("cases", name)));
        files.extend(modern.iter().map(|name| path("modern", name)));
        let directory = temporary(&format!("release-{release}"));
        let release = ["-g".to_owned(), "--release".to_owned(), release.to_string()];
        javac(&jdks()[0], &directory, &release, &files);
        let cases = cases.iter().chain(modern).map(|name| (*name).to_owned()).collect();
        Compiled::read(directory, cases)
    };
    known.entry(release).or_insert_with(compile).clone()
}

/// Compiles programs of package `cases` given as text, next to the driver and the recorder. The first is the one to run.
pub(crate) fn compile_text(name: &str, debug: &str, programs: &[(&str, &str)]) -> Compiled {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("java/cases");
    let directory = temporary(name);
    let mut files = vec![source.join("Main.java"), source.join("Probe.java")];
    for (class, text) in programs {
        let path = directory.join(class).with_extension("java");
        fs::write(&path, text).unwrap();
        files.push(path);
    }
    javac(&jdks()[0], &directory, &[debug.to_owned()], &files);
    let cases = programs.iter().take(1).map(|(class, _)| (*class).to_owned()).collect();
    Compiled::read(directory, cases)
}

/// Compiles one program of `java/cases` with the switch that makes `javac` write character ranges.
pub(crate) fn compile_with_ranges(case: &str) -> Vec<u8> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("java/cases");
    let directory = temporary("ranges");
    let file = source.join(case).with_extension("java");
    javac(&jdks()[0], &directory, &["-g".to_owned(), "-Xjcov".to_owned()], &[file]);
    fs::read(directory.join("cases").join(case).with_extension("class")).unwrap()
}

fn javac(jdk: &Jdk, directory: &Path, options: &[String], files: &[PathBuf]) {
    let output = jdk
        .tool("javac")
        .args(["-encoding", "UTF-8", "-Xlint:-options", "-d"])
        .arg(directory)
        .args(options)
        .args(files)
        .output()
        .unwrap_or_else(|error| panic!("cannot start `javac` of {jdk}: {error}"));
    assert!(output.status.success(), "{jdk}: {}", String::from_utf8_lossy(&output.stderr));
}

fn temporary(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rewrite").join(name);
    fresh(&directory);
    directory
}

fn fresh(directory: &Path) {
    if directory.exists() {
        fs::remove_dir_all(directory).unwrap();
    }
    fs::create_dir_all(directory).unwrap();
}

fn read_classes(root: &Path, directory: &Path, classes: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read_classes(root, &path, classes);
        } else if path.extension().is_some_and(|extension| extension == "class") {
            let name = path.strip_prefix(root).unwrap().with_extension("");
            let name = name.to_str().unwrap().replace('\\', "/");
            classes.insert(name, fs::read(&path).unwrap());
        }
    }
}
