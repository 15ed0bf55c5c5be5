//! A Maven project that a tool lives in, from one revision to the next: sources are replaced, all else stays.
//!
//! Whatever a tool does here is something to record, and no reason to stop: that it cannot be started, hangs, crashes, or
//! leaves reports that nobody can read.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use rustix::process::{Pid, Signal, kill_process_group};
use serde::{Deserialize, Serialize};

use crate::adapter::Adapter;
use crate::corpus::{Bench, Layout, Settings};

/// How often it is looked whether a build has ended.
const PAUSE: Duration = Duration::from_millis(50);

/// What Maven says if something is not there and cannot be fetched. That is no fault of the tool.
const UNFETCHED: [&str; 4] = [
    "Could not transfer artifact",
    "Could not find artifact",
    "in offline mode and the artifact",
    "PluginResolutionException",
];

/// A project.
pub(crate) struct MavenProject<'a> {
    pub(crate) adapter: &'a Adapter,
    pub(crate) settings: &'a Settings,
    pub(crate) folder: PathBuf,
    pub(crate) bench: &'a Bench<'a>,
}

/// What a build did.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Built {
    /// The test classes that ran.
    pub(crate) ran: BTreeSet<String>,
    /// Those that failed, with what.
    #[serde(default)]
    pub(crate) failed: BTreeMap<String, String>,
    /// What is wrong with the build, if it did not come to its end.
    #[serde(default)]
    pub(crate) cause: Option<String>,
    /// Whether it is that something could not be fetched.
    #[serde(default)]
    pub(crate) is_unfetched: bool,
}

impl MavenProject<'_> {
    /// Puts a revision in place of the one before, and runs the tool.
    pub(crate) fn run(&self, revision: &Layout) -> anyhow::Result<Built> {
        fs::create_dir_all(&self.folder).with_context(|| cannot(&self.folder))?;
        revision.put(&self.folder, self.release())?;
        fs::write(self.folder.join("pom.xml"), self.pom(&revision.class_path))
            .with_context(|| cannot(&self.folder))?;
        let reports = self.folder.join("target/surefire-reports");
        if reports.exists() {
            fs::remove_dir_all(&reports).with_context(|| cannot(&reports))?;
        }
        let mut built = self.execute()?;
        if let Err(error) = read_reports(&reports, &mut built) {
            built.cause.get_or_insert_with(|| format!("{error:#}"));
        }
        Ok(built)
    }

    /// Runs the command. An error is one of ours; what is wrong with the tool is part of what it did.
    fn execute(&self) -> anyhow::Result<Built> {
        let log = self.folder.join("build.log");
        let said = File::create(&log).with_context(|| cannot(&log))?;
        let words: Vec<String> =
            self.adapter.command.iter().filter_map(|word| self.word(word)).collect();
        let (program, words) = words.split_first().context("an adapter without a command")?;
        let mut command = Command::new(program);
        command.args(words).current_dir(&self.folder);
        let mut command = (self.bench.bind)(command);
        command
            .envs(&self.adapter.variables)
            .stdin(Stdio::null())
            .stdout(said.try_clone()?)
            .stderr(said)
            // What a build starts is ended together with it.
            .process_group(0);
        if let Some(home) = std::env::var_os(format!("TAMIS_JDK_{}", self.adapter.jdk)) {
            command.env("JAVA_HOME", home);
        }
        let cause = match command.spawn() {
            Err(error) => Some(format!("cannot start `{program}`: {error}")),
            Ok(child) => self.wait(child, &log)?,
        };
        let is_unfetched = cause.is_some() && is_unfetched(&log);
        Ok(Built { cause, is_unfetched, ..Built::default() })
    }

    /// Waits for the end; what is wrong, if something is.
    fn wait(&self, mut child: Child, log: &Path) -> anyhow::Result<Option<String>> {
        let (group, began) = (Pid::from_child(&child), Instant::now());
        let longest = self.adapter.deadline.map_or(self.bench.longest, Duration::from_secs);
        loop {
            if let Some(status) = child.try_wait().context("cannot wait for a build")? {
                // Whoever is left of it would go on in the folder of the next revision.
                let _ = kill_process_group(group, Signal::KILL);
                return Ok((!status.success()).then(|| self.last_words(log)));
            }
            let is_late = began.elapsed() > longest;
            let is_stopped = (self.bench.is_stopped)();
            if is_late || is_stopped {
                let _ = kill_process_group(group, Signal::KILL);
                let _ = child.wait();
                if is_stopped {
                    return Err(anyhow!("stopped"));
                }
                return Ok(Some(format!("it did not end within {} s", longest.as_secs())));
            }
            thread::sleep(PAUSE);
        }
    }

    /// A word of the command, as it is typed here.
    fn word(&self, word: &str) -> Option<String> {
        if word == "{offline}" {
            return self.bench.is_offline.then(|| "--offline".to_owned());
        }
        Some(word.replace("{tamis}", &self.bench.tamis.display().to_string()))
    }

    /// The first error that a build tells.
    fn last_words(&self, log: &Path) -> String {
        let text = text(log);
        let mut errors = text.lines().filter_map(|line| line.strip_prefix("[ERROR] "));
        let error = errors.find(|line| !line.trim().is_empty());
        let last = || text.lines().rfind(|line| !line.trim().is_empty());
        let error = error.or_else(last).unwrap_or("the build failed, and does not say why");
        // Paths of this machine say nothing to others.
        error.replace(&self.folder.display().to_string(), ".")
    }

    fn release(&self) -> u16 {
        self.settings.release.unwrap_or(self.adapter.release)
    }

    fn pom(&self, jars: &[String]) -> String {
        let Adapter { surefire, junit, plugins, .. } = self.adapter;
        let surefire = self.settings.surefire.as_ref().unwrap_or(surefire);
        let libraries = self.settings.dependencies.iter().map(|each| library(each));
        let libraries: String = libraries.chain(jars.iter().map(|name| own_jar(name))).collect();
        let includes: String =
            self.settings.includes.iter().fold(String::new(), |text, include| {
                text + &format!("<include>{include}</include>")
            });
        let includes = if includes.is_empty() {
            String::new()
        } else {
            format!("<includes>{includes}</includes>")
        };
        let output = match &self.settings.test_output {
            Some(name) => format!(
                "<testOutputDirectory>${{project.build.directory}}/{name}</testOutputDirectory>"
            ),
            None => String::new(),
        };
        let level = level(self.release());
        format!(
            "<project xmlns=\"http://maven.apache.org/POM/4.0.0\">\n\
             <modelVersion>4.0.0</modelVersion>\n\
             <groupId>corpus</groupId><artifactId>program</artifactId><version>1</version>\n\
             <properties>{level}\
             <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>\n\
             <dependencies><dependency><groupId>junit</groupId><artifactId>junit</artifactId>\
             <version>{junit}</version><scope>test</scope></dependency>{libraries}</dependencies>\n\
             <build>{output}<plugins>\n\
             <plugin><groupId>org.apache.maven.plugins</groupId>\
             <artifactId>maven-compiler-plugin</artifactId><version>3.8.1</version></plugin>\n\
             <plugin><groupId>org.apache.maven.plugins</groupId>\
             <artifactId>maven-surefire-plugin</artifactId><version>{surefire}</version>\
             <configuration><runOrder>alphabetical</runOrder>{includes}</configuration></plugin>\n\
             {plugins}\n\
             </plugins></build>\n</project>\n"
        )
    }
}

/// What the compiler is told. It takes `release` only for 9 and later.
fn level(release: u16) -> String {
    if release > 8 {
        return format!("<maven.compiler.release>{release}</maven.compiler.release>");
    }
    format!(
        "<maven.compiler.source>{release}</maven.compiler.source>\
         <maven.compiler.target>{release}</maven.compiler.target>"
    )
}

/// A library in a build file; what is no coordinate is for Maven to complain about.
fn library(coordinate: &str) -> String {
    let mut parts = coordinate.split(':');
    let mut next = || parts.next().unwrap_or_default();
    let (group, artifact, version) = (next(), next(), next());
    format!(
        "<dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId>\
         <version>{version}</version></dependency>"
    )
}

/// A jar that the project brings along.
fn own_jar(name: &str) -> String {
    format!(
        "<dependency><groupId>corpus</groupId><artifactId>{name}</artifactId><version>1</version>\
         <scope>system</scope><systemPath>${{project.basedir}}/lib/{name}.jar</systemPath></dependency>"
    )
}

fn is_unfetched(log: &Path) -> bool {
    let text = text(log);
    UNFETCHED.iter().any(|words| text.contains(words))
}

/// A log, whatever is in it.
fn text(log: &Path) -> String {
    String::from_utf8_lossy(&fs::read(log).unwrap_or_default()).into_owned()
}

fn cannot(path: &Path) -> String {
    format!("cannot use `{}`", path.display())
}

/// The reports of Surefire: which classes ran, and which failed. Only names and kinds are looked at.
fn read_reports(folder: &Path, built: &mut Built) -> anyhow::Result<()> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    for entry in entries {
        let path = entry?.path();
        let is_report = path.extension().is_some_and(|extension| extension == "xml");
        if !is_report {
            continue;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let class = name.strip_prefix("TEST-").and_then(|name| name.strip_suffix(".xml"));
        let class = class.ok_or_else(|| anyhow!("it left a report with the name `{name}`"))?;
        let text = fs::read_to_string(&path)
            .ok()
            .filter(|text| text.trim_end().ends_with("</testsuite>"))
            .with_context(|| format!("it left half a report, `{name}`"))?;
        let mut has_case = false;
        for case in text.split("<testcase ").skip(1) {
            has_case = true;
            let end = case.find("</testcase>").unwrap_or(case.len());
            let own = case.get(..end).unwrap_or(case);
            for kind in ["failure", "error"] {
                if let Some(place) = own.find(&format!("<{kind} ")) {
                    let message = own.get(place..).and_then(|rest| rest.split('"').nth(1));
                    let said = message.unwrap_or(kind).to_owned();
                    built.failed.entry(class.to_owned()).or_insert(said);
                }
            }
        }
        if has_case {
            built.ran.insert(class.to_owned());
        }
    }
    Ok(())
}
