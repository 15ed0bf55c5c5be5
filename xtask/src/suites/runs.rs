//! One run of a suite by `tamis run`.
//!
//! `tamis` finds a JDK whose `java` is a script of ours: it sends what the tests print to files, where nothing of
//! `tamis` is among it, and has the shell measure the CPU time of the JVM alone (`getrusage` of its child).

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, ensure};

use super::prepare::{Ground, Prepared};

/// Whether and how it is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mode {
    /// Without the agent; the runner writes down how tests end, which takes time of its own.
    Off,
    /// Without the agent, and nobody writes down anything: `tamis` thinks that there is one, and the script leaves it out.
    Bare,
    Method,
    Block,
    Site,
}

/// What to run.
pub(super) struct Run<'a> {
    pub(super) ground: &'a Ground,
    pub(super) suite: &'a Prepared,
    /// Names the folder of what comes of it.
    pub(super) label: &'a str,
    pub(super) mode: Mode,
    /// More words for the JVM.
    pub(super) jvm: Vec<String>,
}

/// What came of it.
pub(super) struct Ran {
    /// User and system time of the JVM, in seconds.
    pub(super) cpu: f64,
    pub(super) stdout: PathBuf,
    pub(super) stderr: PathBuf,
    /// What `tamis run` printed as JSON.
    pub(super) recording: PathBuf,
    pub(super) journals: PathBuf,
    /// The last line of `tamis`.
    pub(super) summary: String,
}

impl Mode {
    pub(super) fn words(self) -> &'static [&'static str] {
        match self {
            Self::Off => &["--no-agent"],
            Self::Bare | Self::Method => &["--granularity", "method"],
            Self::Block => &["--granularity", "block"],
            Self::Site => &["--granularity", "site"],
        }
    }
}

impl Run<'_> {
    /// Runs it to its end. That tests fail is no error.
    pub(super) fn run(&self) -> anyhow::Result<Ran> {
        let Self { ground, suite, label, mode, .. } = self;
        let folder = ground.folder.join(suite.name).join("runs").join(label);
        reset(&folder)?;
        let file = |name: &str| folder.join(name);
        let ran = Ran {
            cpu: 0.0,
            stdout: file("stdout.txt"),
            stderr: file("stderr.txt"),
            recording: file("recording.json"),
            journals: file("journals"),
            summary: String::new(),
        };
        clean(&suite.project, "src")?;
        clean(&ground.folder.join(suite.name).join("temporary"), "")?;
        let cpu = file("cpu.txt");
        let home = ground.folder.join(suite.name).join("jdk");
        wrapper(&home, &ground.home, *mode, [&ran.stdout, &ran.stderr, &cpu])?;
        let mut command = tamis(ground, &home);
        command.args(["run", "--record-only", "--project"]).arg(&suite.project);
        command.args(["--classpath", &suite.class_path, "--format", "json"]).args(mode.words());
        if *mode != Mode::Off {
            command.arg("--journal").arg(&ran.journals);
        }
        suite.only.iter().for_each(|test| {
            command.args(["--tests", test]);
        });
        command.arg("--").args(&suite.jvm).args(&self.jvm);
        let recording = fs::File::create(&ran.recording).context("cannot make a file")?;
        let start = Instant::now();
        let output = command.stdout(recording).output().context("cannot start `tamis`")?;
        let talk = String::from_utf8_lossy(&output.stderr).into_owned();
        fs::write(file("tamis.txt"), &talk).context("cannot write what `tamis` said")?;
        let summary = talk.lines().last().unwrap_or_default().to_owned();
        ensure!(
            matches!(output.status.code(), Some(0 | 1)) && summary.contains("test classes"),
            "`tamis run` of `{}` ended with {}: {}",
            suite.name,
            output.status,
            talk.trim()
        );
        let times = fs::read_to_string(&cpu).context("cannot read the CPU time")?;
        let cpu = parse_times(&times).with_context(|| format!("no CPU time in `{times}`"))?;
        let wall = start.elapsed().as_secs_f64();
        eprintln!("{} {label}: {cpu:.2} s CPU, {wall:.1} s wall; {summary}", suite.name);
        Ok(Ran { cpu, summary, ..ran })
    }
}

/// The program, with a JDK and a cache of its own.
pub(super) fn tamis(ground: &Ground, home: &Path) -> Command {
    let mut command = Command::new(&ground.tamis);
    command
        .env("JAVA_HOME", home)
        .env("XDG_CACHE_HOME", ground.folder.join("cache"))
        .stdin(Stdio::null());
    command
}

/// The sum of the numbers on the last line.
pub(super) fn parse_times(text: &str) -> Option<f64> {
    let numbers = text.lines().last()?.split_whitespace().map(|word| word.parse::<f64>().ok());
    let numbers = numbers.collect::<Option<Vec<f64>>>()?;
    (!numbers.is_empty()).then(|| numbers.iter().sum())
}

/// Writes a JDK whose `java` is a script around the real one.
fn wrapper(
    home: &Path,
    real: &Path,
    mode: Mode,
    [stdout, stderr, cpu]: [&Path; 3],
) -> anyhow::Result<()> {
    let java = home.join("bin/java");
    let cannot = || format!("cannot write `{}`", java.display());
    fs::create_dir_all(home.join("bin")).with_context(cannot)?;
    fs::copy(real.join("release"), home.join("release")).with_context(cannot)?;
    // The agent is the first word.
    let shift = if mode == Mode::Bare { "shift\n" } else { "" };
    let script = format!(
        "#!/usr/bin/env bash\n{shift}TIMEFORMAT='%3U %3S'\n{{ time '{}' \"$@\" >'{}' 2>'{}'; }} \
         2>'{}'\n",
        real.join("bin/java").display(),
        stdout.display(),
        stderr.display(),
        cpu.display()
    );
    fs::write(&java, script).with_context(cannot)?;
    fs::set_permissions(&java, fs::Permissions::from_mode(0o755)).with_context(cannot)
}

/// An empty folder.
pub(super) fn reset(folder: &Path) -> anyhow::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)
            .with_context(|| format!("cannot remove `{}`", folder.display()))?;
    }
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder `{}`", folder.display()))
}

/// Removes what an earlier run left behind, but for one entry.
fn clean(folder: &Path, keep: &str) -> anyhow::Result<()> {
    let cannot = || format!("cannot clean the folder `{}`", folder.display());
    for entry in fs::read_dir(folder).with_context(cannot)? {
        let path = entry.with_context(cannot)?.path();
        if path.file_name().is_some_and(|name| name == keep) {
            continue;
        }
        if path.is_dir() && !path.is_symlink() {
            fs::remove_dir_all(&path).with_context(cannot)?;
        } else {
            fs::remove_file(&path).with_context(cannot)?;
        }
    }
    Ok(())
}
