//! `cargo xtask checkout --coverage`: what JaCoCo counts for all tests, with `tamis` beside it and without.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use super::Study;
use crate::builds::reports_below;

const PLUGIN: &str = "org.jacoco:jacoco-maven-plugin";
/// Of builds that do not have it themselves.
const VERSION: &str = "0.8.14";

/// The counters of a class, by file and name.
type Counters = BTreeMap<(PathBuf, String), String>;

impl Study {
    /// Classes of which something else is covered. All tests run twice without `tamis`, since what differs there already says
    /// nothing.
    pub(super) fn coverage(&self) -> anyhow::Result<Vec<String>> {
        let _ = self.build(false)?;
        let modules = reports_below::modules(&self.root);
        let is_bound = modules.iter().any(|module| module.join("target/jacoco.exec").is_file());
        let words = self.words(is_bound);
        println!("coverage with JaCoCo {}", if is_bound { "of the build" } else { VERSION });
        let [first, second] = [self.covered(false, &words)?, self.covered(false, &words)?];
        ensure!(
            !first.is_empty(),
            "JaCoCo wrote nothing: does the build set an `argLine` of its own?"
        );
        let with = self.covered(true, &words)?;
        let unsteady = differing(&first, &second);
        let wrong: Vec<String> = differing(&first, &with)
            .into_iter()
            .filter(|class| !unsteady.contains(class))
            .map(|class| format!("coverage of {class} is another one"))
            .collect();
        println!(
            "coverage: {} classes, {} of {} instructions; {} differ with `tamis`, {} without it",
            first.len(),
            total(&with),
            total(&first),
            wrong.len(),
            unsteady.len()
        );
        Ok(wrong)
    }

    /// The words for Maven: two agents of JaCoCo cannot be in one JVM.
    fn words(&self, is_bound: bool) -> Vec<String> {
        let mut words = vec!["-Dmaven.test.failure.ignore=true".to_owned()];
        if is_bound {
            words.extend(self.options.words.iter().cloned());
            words.push(format!("{PLUGIN}:report"));
        } else {
            words.push(format!("{PLUGIN}:{VERSION}:prepare-agent"));
            words.extend(self.options.words.iter().cloned());
            words.push(format!("{PLUGIN}:{VERSION}:report"));
        }
        words
    }

    fn covered(&self, with_tamis: bool, words: &[String]) -> anyhow::Result<Counters> {
        let modules = reports_below::modules(&self.root);
        let data = modules.iter().map(|module| module.join("target/jacoco.exec"));
        for report in self.coverage_reports().into_iter().chain(data.filter(|file| file.is_file()))
        {
            fs::remove_file(&report)
                .with_context(|| format!("cannot remove `{}`", report.display()))?;
        }
        let built = self.build_with(with_tamis, true, words)?;
        ensure!(
            built.is_success,
            "Maven with JaCoCo fails: {}",
            built.talk.lines().find(|line| line.contains("ERROR")).unwrap_or_default()
        );
        let mut counters = Counters::new();
        for report in self.coverage_reports() {
            let text = fs::read_to_string(&report)
                .with_context(|| format!("cannot read `{}`", report.display()))?;
            counters.extend(read(&report, &text));
        }
        Ok(counters)
    }

    fn coverage_reports(&self) -> Vec<PathBuf> {
        let modules = reports_below::modules(&self.root);
        let report = |module: PathBuf| module.join("target/site/jacoco/jacoco.csv");
        modules.into_iter().map(report).filter(|report| report.is_file()).collect()
    }
}

/// The lines of a table: group, package, class, and the counters.
fn read(report: &Path, text: &str) -> Counters {
    let line = |line: &str| {
        let mut cells = line.splitn(4, ',').skip(1);
        let (package, class, counters) = (cells.next()?, cells.next()?, cells.next()?);
        Some(((report.to_owned(), format!("{package}.{class}")), counters.to_owned()))
    };
    text.lines().skip(1).filter_map(line).collect()
}

fn differing(one: &Counters, other: &Counters) -> Vec<String> {
    let only = other.keys().filter(|class| !one.contains_key(*class));
    let changed = one.iter().filter(|(class, counters)| other.get(*class) != Some(*counters));
    changed.map(|(class, _)| class).chain(only).map(|(_, class)| class.clone()).collect()
}

/// How many instructions are covered.
fn total(counters: &Counters) -> u64 {
    let covered = |line: &String| line.split(',').nth(1)?.parse::<u64>().ok();
    counters.values().filter_map(covered).sum()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{differing, read, total};

    #[test]
    fn classes_that_are_covered_otherwise_or_are_missing_differ() {
        let report = |lines: &str| read(Path::new("jacoco.csv"), &format!("GROUP,…\n{lines}"));
        let one = report("g,p,A,0,5,1\ng,p,B,2,3,1\n");
        assert_eq!(total(&one), 8);
        assert_eq!(differing(&one, &one), Vec::<String>::new());
        assert_eq!(differing(&one, &report("g,p,A,0,5,1\ng,p,B,5,0,1\n")), ["p.B"]);
        assert_eq!(differing(&one, &report("g,p,A,0,5,1\ng,q,C,2,3,1\n")), ["p.B", "q.C"]);
    }
}
