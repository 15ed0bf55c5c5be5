//! A Maven project that a tool lives in, from one revision to the next: sources are replaced, all else stays.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};

use crate::adapter::Adapter;
use crate::corpus::Settings;

/// A build that takes longer is ended.
const LONGEST: Duration = Duration::from_mins(5);

/// How often it is looked whether it has ended.
const PAUSE: Duration = Duration::from_millis(50);

/// A project.
pub(crate) struct MavenProject<'a> {
    pub(crate) adapter: &'a Adapter,
    pub(crate) settings: &'a Settings,
    pub(crate) folder: PathBuf,
    /// What `{tamis}` stands for.
    pub(crate) tamis: &'a Path,
}

/// What a build did.
#[derive(Debug, Clone, Default)]
pub(crate) struct Built {
    /// The test classes that ran.
    pub(crate) ran: BTreeSet<String>,
    /// Those that failed, with what.
    pub(crate) failed: BTreeMap<String, String>,
    /// What is wrong with the build, if it did not come to its end.
    pub(crate) cause: Option<String>,
}

impl MavenProject<'_> {
    /// Puts a revision in place of the one before, and runs the tool.
    pub(crate) fn run(&self, revision: &Path) -> anyhow::Result<Built> {
        fs::create_dir_all(&self.folder).with_context(|| cannot(&self.folder))?;
        let sources = self.folder.join("src");
        if sources.exists() {
            fs::remove_dir_all(&sources).with_context(|| cannot(&sources))?;
        }
        copy(&revision.join("src"), &sources)?;
        fs::write(self.folder.join("pom.xml"), self.pom()).with_context(|| cannot(&self.folder))?;
        let reports = self.folder.join("target/surefire-reports");
        if reports.exists() {
            fs::remove_dir_all(&reports).with_context(|| cannot(&reports))?;
        }
        let cause = self.execute()?;
        let mut built = Built { cause, ..Built::default() };
        read_reports(&reports, &mut built)?;
        Ok(built)
    }

    /// Runs the command; what is wrong, if something is.
    fn execute(&self) -> anyhow::Result<Option<String>> {
        let log = self.folder.join("build.log");
        let said = File::create(&log).with_context(|| cannot(&log))?;
        let words = self.adapter.command.iter();
        let mut words =
            words.map(|word| word.replace("{tamis}", &self.tamis.display().to_string()));
        let program = words.next().context("an adapter without a command")?;
        let mut command = Command::new(&program);
        command
            .args(words)
            .current_dir(&self.folder)
            .envs(&self.adapter.variables)
            .stdin(Stdio::null())
            .stdout(said.try_clone()?)
            .stderr(said);
        if let Some(home) = std::env::var_os(format!("TAMIS_JDK_{}", self.adapter.jdk)) {
            command.env("JAVA_HOME", home);
        }
        let mut child = command.spawn().with_context(|| format!("cannot start `{program}`"))?;
        let began = Instant::now();
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok((!status.success()).then(|| self.last_words(&log)));
            }
            if began.elapsed() > LONGEST {
                let _ = child.kill();
                let _ = child.wait();
                return Ok(Some(format!("it did not end within {} s", LONGEST.as_secs())));
            }
            thread::sleep(PAUSE);
        }
    }

    /// The first error that a build tells.
    fn last_words(&self, log: &Path) -> String {
        let text = fs::read_to_string(log).unwrap_or_default();
        let mut errors = text.lines().filter_map(|line| line.strip_prefix("[ERROR] "));
        let error = errors.find(|line| !line.trim().is_empty());
        let error = error.unwrap_or("the build failed, and does not say why");
        // Paths of this machine say nothing to others.
        error.replace(&self.folder.display().to_string(), ".")
    }

    fn pom(&self) -> String {
        let Adapter { surefire, junit, plugins, release, .. } = self.adapter;
        let release = self.settings.release.unwrap_or(*release);
        let surefire = self.settings.surefire.as_ref().unwrap_or(surefire);
        let libraries: String =
            self.settings.dependencies.iter().map(|each| library(each)).collect();
        let includes: String =
            self.settings.includes.iter().fold(String::new(), |text, include| {
                text + &format!("<include>{include}</include>")
            });
        let includes = if includes.is_empty() {
            String::new()
        } else {
            format!("<configuration><includes>{includes}</includes></configuration>")
        };
        let output = match &self.settings.test_output {
            Some(name) => format!(
                "<testOutputDirectory>${{project.build.directory}}/{name}</testOutputDirectory>"
            ),
            None => String::new(),
        };
        // Compilers of today take `release`, which is for 9 and later.
        let level = if release > 8 {
            format!("<maven.compiler.release>{release}</maven.compiler.release>")
        } else {
            "<maven.compiler.source>8</maven.compiler.source>\
             <maven.compiler.target>8</maven.compiler.target>"
                .to_owned()
        };
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
             {includes}</plugin>\n\
             {plugins}\n\
             </plugins></build>\n</project>\n"
        )
    }
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

fn cannot(path: &Path) -> String {
    format!("cannot use `{}`", path.display())
}

fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(to).with_context(|| cannot(to))?;
    for entry in fs::read_dir(from).with_context(|| cannot(from))? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target).with_context(|| cannot(&target))?;
        }
    }
    Ok(())
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
        let text = fs::read_to_string(&path).with_context(|| cannot(&path))?;
        let class = path
            .file_stem()
            .and_then(|name| name.to_str()?.strip_prefix("TEST-"))
            .ok_or_else(|| anyhow!("`{}` is named like no report", path.display()))?;
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
