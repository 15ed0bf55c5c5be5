//! A Maven project that a tool lives in, from one revision to the next: sources are replaced, all else stays.
//!
//! Whatever a tool does here is something to record, and no reason to stop: that it cannot be started, hangs, crashes, or
//! leaves reports that nobody can read.

mod reports;
mod said;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use serde::{Deserialize, Serialize};

use self::reports::read_reports;
use self::said::Said;
use crate::adapter::Adapter;
use crate::corpus::{Bench, Layout, Settings};
use crate::ending::told;
use crate::left_file::make_way;
use crate::straggler::{Stragglers, adopt};
use crate::waiting::{Waited, wait_for};

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
        let pom = self.folder.join("pom.xml");
        make_way(&pom)?;
        fs::write(&pom, self.pom(&revision.class_path)).with_context(|| cannot(&self.folder))?;
        let reports = self.folder.join("target/surefire-reports");
        make_way(&reports)?;
        let mut built = self.execute()?;
        if let Err(error) = read_reports(&reports, &mut built) {
            built.cause.get_or_insert_with(|| format!("{error:#}"));
        }
        // Each tool has a folder of its own, which a message may name.
        let folder = self.folder.display().to_string();
        for said in built.failed.values_mut().filter(|said| said.contains(&folder)) {
            *said = said.replace(&folder, ".");
        }
        Ok(built)
    }

    /// Runs the command. An error is one of ours; what is wrong with the tool is part of what it did.
    fn execute(&self) -> anyhow::Result<Built> {
        let log = self.folder.join("build.log");
        make_way(&log)?;
        let said = File::create_new(&log).with_context(|| cannot(&log))?;
        // Opened now: a tool can put something else in its place.
        let log = File::open(&log).with_context(|| cannot(&log))?;
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
        adopt();
        match command.spawn() {
            Err(error) => Ok(broken(format!("cannot start `{program}`: {error}"))),
            Ok(child) => self.wait(child, log),
        }
    }

    /// Waits for the end.
    fn wait(&self, mut child: Child, log: File) -> anyhow::Result<Built> {
        let longest = self.adapter.deadline.map_or(self.bench.longest, Duration::from_secs);
        let stragglers = Stragglers::of(&child, &self.folder);
        let waited = wait_for(&mut child, longest, self.bench.is_stopped);
        stragglers.iter().for_each(Stragglers::end);
        match waited.context("cannot wait for a build")? {
            Waited::Stopped => Err(anyhow!("stopped")),
            Waited::Late => Ok(broken(format!("it did not end within {} s", longest.as_secs()))),
            Waited::Ended(status) => {
                let said = Said::read(log);
                if status.success() {
                    return Ok(Built { cause: said.dead(), ..Built::default() });
                }
                let is_unfetched = said.is_unfetched();
                // Paths of this machine say nothing to others.
                let cause = match (status.signal(), said.error()) {
                    (Some(_), Some(error)) => format!("{}: {error}", told(status)),
                    (Some(_), None) => told(status),
                    (None, _) => said.cause().to_owned(),
                };
                let cause = cause.replace(&self.folder.display().to_string(), ".");
                Ok(Built { is_unfetched, ..broken(cause) })
            }
        }
    }

    /// A word of the command, as it is typed here.
    fn word(&self, word: &str) -> Option<String> {
        if word == "{offline}" {
            return self.bench.is_offline.then(|| "--offline".to_owned());
        }
        Some(word.replace("{tamis}", &self.bench.tamis.display().to_string()))
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

/// What a build did that did not come to its end.
fn broken(cause: String) -> Built {
    Built { cause: Some(cause), ..Built::default() }
}

fn cannot(path: &Path) -> String {
    format!("cannot use `{}`", path.display())
}
