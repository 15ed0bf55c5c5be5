//! The tools that are compared, and how each is run.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};

use super::pom;
use super::summary::Outcome;
use crate::builds::{Results, reports_below};
use crate::history::Outcomes;

/// One of them.
pub(super) struct Tool {
    /// Its name in the table and of its folder.
    pub(super) name: &'static str,
    way: Way,
}

/// How it is run.
enum Way {
    Maven,
    /// `tamis` with this word.
    Tamis(&'static str),
    /// A plugin in the pom of the clone, and what Maven is to do.
    Plugin {
        plugin: &'static str,
        goal: &'static str,
    },
}

/// All of them; Maven alone is the first, and what the others are compared with.
pub(super) const TOOLS: [Tool; 5] = [
    Tool { name: "maven", way: Way::Maven },
    Tool { name: "tamis-mvn", way: Way::Tamis("mvn") },
    Tool { name: "tamis-test", way: Way::Tamis("test") },
    Tool {
        name: "ekstazi",
        way: Way::Plugin {
            plugin: "<groupId>org.ekstazi</groupId><artifactId>ekstazi-maven-plugin</artifactId>\
                     <version>5.3.0</version><executions><execution><id>ekstazi</id><goals>\
                     <goal>select</goal></goals></execution></executions>",
            goal: "test",
        },
    },
    Tool {
        name: "starts",
        way: Way::Plugin {
            plugin: "<groupId>edu.illinois</groupId><artifactId>starts-maven-plugin</artifactId>\
                     <version>1.4</version>",
            goal: "starts:starts",
        },
    },
];

/// Checks that are no tests and that builds often make on the way to them. Nobody makes them here.
const WITHOUT: [&str; 12] = [
    "-Drat.skip",
    "-Denforcer.skip",
    "-Dcheckstyle.skip",
    "-Dpmd.skip",
    "-Dcpd.skip",
    "-Dspotbugs.skip",
    "-Dfindbugs.skip",
    "-Djacoco.skip",
    "-Danimal.sniffer.skip",
    "-Djapicmp.skip",
    "-Dclirr.skip",
    "-Dcyclonedx.skip",
];

/// Ekstazi and STARTS attach themselves to the JVM of Maven, which has to allow it.
const ATTACH: &str = "-Djdk.attach.allowAttachSelf=true";

/// What all runs share.
pub(super) struct Bench {
    /// The program, as a release.
    pub(super) tamis: PathBuf,
    pub(super) home: PathBuf,
    /// The folder with `mvn` in it, if it is not that of the `PATH`.
    pub(super) maven: Option<PathBuf>,
    /// More words for Maven.
    pub(super) words: Vec<String>,
    pub(super) folder: PathBuf,
    pub(super) logs: PathBuf,
}

impl Bench {
    /// Where a tool works.
    pub(super) fn clone_of(&self, tool: &Tool) -> PathBuf {
        self.folder.join(tool.name)
    }

    /// Runs the tests of a clone as it is.
    pub(super) fn run(&self, tool: &Tool, label: &str) -> anyhow::Result<Outcome> {
        let clone = self.clone_of(tool);
        for folder in reports_below::folders(&clone) {
            fs::remove_dir_all(&folder)
                .with_context(|| format!("cannot empty `{}`", folder.display()))?;
        }
        let events = self.folder.join("events.jsonl");
        let mut words: Vec<OsString> = Vec::new();
        let common = || ["-B", "-ntp"].iter().chain(&WITHOUT).map(OsString::from);
        let own = || self.words.iter().map(OsString::from);
        match &tool.way {
            Way::Maven => words.push("mvn".into()),
            Way::Tamis(word) => {
                words.extend([self.tamis.as_os_str().to_owned(), (*word).into()]);
                if *word == "test" {
                    words.extend(["--events".into(), events.as_os_str().to_owned()]);
                }
                words.push("--".into());
            }
            Way::Plugin { plugin, .. } => {
                pom::add_plugin(&clone.join("pom.xml"), plugin)?;
                words.extend(["mvn".into(), format!("-P{}", pom::PROFILE).into()]);
            }
        }
        words.extend(common().chain(own()));
        match &tool.way {
            Way::Maven | Way::Tamis("mvn") => words.push("test".into()),
            Way::Tamis(_) => {}
            Way::Plugin { goal, .. } => words.push((*goal).into()),
        }
        let attaches = matches!(tool.way, Way::Plugin { .. });
        let log = self.logs.join(format!("{label}-{}.txt", tool.name));
        let (code, seconds) = self.measure(&words, &clone, attaches, &log)?;
        let results = match &tool.way {
            Way::Tamis("test") => of_events(&events)?,
            Way::Maven | Way::Tamis(_) | Way::Plugin { .. } => {
                outermost(reports_below::read(&clone))
            }
        };
        let text = fs::read_to_string(&log).context("cannot read what a tool said")?;
        let through = text.lines().find_map(|line| line.strip_prefix("tamis: through Maven: "));
        Ok(Outcome { is_success: code == 0, seconds, results, through: through.map(str::to_owned) })
    }

    /// Runs a command; its exit code and the processor time of it and all its children.
    fn measure(
        &self,
        words: &[OsString],
        clone: &Path,
        attaches: bool,
        log: &Path,
    ) -> anyhow::Result<(i32, f64)> {
        let mut path = std::env::var_os("PATH").unwrap_or_default();
        if let Some(maven) = &self.maven {
            let mut first = maven.as_os_str().to_owned();
            first.push(":");
            first.push(path);
            path = first;
        }
        // The shell measures its children, also those that they waited for.
        let script = "TIMEFORMAT='%3U %3S'; log=$1; shift; time \"$@\" >\"$log\" 2>&1 </dev/null";
        let mut command = Command::new("bash");
        command.args(["-c", script, "bash"]).arg(log).args(words).current_dir(clone);
        command.env("PATH", path).env("JAVA_HOME", &self.home).env_remove("MAVEN_OPTS");
        if attaches {
            command.env("MAVEN_OPTS", ATTACH);
        }
        let output = command.output().context("cannot start `bash`")?;
        let talk = String::from_utf8_lossy(&output.stderr);
        let last = talk.lines().last().unwrap_or_default();
        let times: Vec<f64> = last.split(' ').filter_map(|time| time.parse().ok()).collect();
        ensure!(times.len() == 2, "cannot measure `{}`: {}", words[0].display(), talk.trim());
        let code = output.status.code().context("a tool was killed")?;
        Ok((code, times.iter().sum()))
    }
}

/// What ran, by the events of `tamis test`, which writes no reports.
fn of_events(events: &Path) -> anyhow::Result<Results> {
    // If nothing compiles there are none.
    let Ok(text) = fs::read_to_string(events) else { return Ok(Results::new()) };
    fs::remove_file(events).context("cannot remove the events")?;
    let outcomes = Outcomes::read(&text)?.tests.into_iter();
    // Nor is there a report of one that no engine knows.
    let is_none = |outcome: &str| {
        ["without-tests", "it did not begin"].iter().any(|word| outcome.contains(word))
    };
    let ran = outcomes.filter(|(_, outcome)| !is_none(outcome));
    Ok(outermost(ran.map(|(test, outcome)| (test, has_passed(&outcome))).collect()))
}

/// Of an outcome with its number of failures.
fn has_passed(outcome: &str) -> bool {
    let mut words = outcome.split(' ');
    words.next() != Some("\"failed\"") && words.next() == Some("0")
}

/// A class inside another one counts as that.
fn outermost(results: Results) -> Results {
    let mut folded = Results::new();
    for (test, has_passed) in results {
        let outer = test.split('$').next().unwrap_or_default().to_owned();
        *folded.entry(outer).or_insert(true) &= has_passed;
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::{Results, has_passed, outermost};

    #[test]
    fn what_has_failures_has_not_passed() {
        let rows = [
            ("\"passed\" 0 null", true),
            ("\"skipped\" 0 null", true),
            ("\"failed\" 1 null", false),
            ("\"incomplete\" 0 [\"x\"]", true),
            ("\"incomplete\" 2 [\"x\"]", false),
        ];
        for (outcome, expected) in rows {
            assert_eq!(has_passed(outcome), expected, "{outcome}");
        }
    }

    #[test]
    fn classes_inside_others_count_as_those() {
        let results = Results::from([
            ("p.A".to_owned(), true),
            ("p.A$B".to_owned(), false),
            ("p.C".to_owned(), true),
        ]);
        let folded = [("p.A".to_owned(), false), ("p.C".to_owned(), true)].into();
        assert_eq!(outermost(results), folded);
    }
}
