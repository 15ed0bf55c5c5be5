//! The build tool, and what is known of the modules since the last build.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tamis_build::maven::{self, Module};
use tamis_report::doctor::Finding;
use tamis_report::plural;

use crate::building::module::why_all;
use crate::kept_file::read_text;
use crate::project::{MODULE, root_of_evidence, stores};

/// Test frameworks, by the names of their jars.
const FRAMEWORKS: [(&str, &str); 5] = [
    ("junit-jupiter-api-", "JUnit Jupiter"),
    ("junit-vintage-engine-", "JUnit Vintage"),
    ("junit-4", "JUnit 4"),
    ("junit-3", "JUnit 3"),
    ("testng-", "TestNG "),
];

pub(super) fn look(root: &Path) -> Vec<Finding> {
    if !root.join("pom.xml").is_file() {
        let gradle = ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"];
        if gradle.iter().any(|name| root.join(name).is_file()) {
            let mut findings = vec![gradle_of(root)];
            findings.extend(modules(root, "tamis gradle test"));
            return findings;
        }
        return vec![Finding::fine("build", "no `pom.xml`: `tamis run` takes a class path")];
    }
    let mut findings = vec![maven(root)];
    let given = env::var("MAVEN_OPTS").unwrap_or_default();
    findings.extend(agents_of("MAVEN_OPTS", maven::words(&given)));
    let configured = fs::read_to_string(root.join(".mvn/jvm.config")).unwrap_or_default();
    findings.extend(agents_of(".mvn/jvm.config", maven::words(&configured)));
    findings.extend(modules(root, "tamis mvn test"));
    findings
}

/// What is known of the modules since the last build.
fn modules(root: &Path, command: &str) -> Vec<Finding> {
    let (mut findings, mut modules) = (Vec::new(), 0);
    for (_, store) in stores(root_of_evidence(root)) {
        let Ok(text) = read_text(&store.folder().join(MODULE)) else { continue };
        modules += 1;
        findings.extend(match Module::parse(&text) {
            Ok(module) => module_findings(&module),
            Err(error) => vec![Finding::doubtful(
                "module",
                format!("cannot read what is known of one: {error}"),
                "the next build writes it again",
            )],
        });
    }
    if modules == 0 {
        let found = format!("nothing is known of them before the first `{command}`");
        findings.push(Finding::fine("modules", found));
    }
    findings
}

/// The Gradle that `tamis gradle` would start.
fn gradle_of(root: &Path) -> Finding {
    if root.join("gradlew").is_file() {
        return Finding::fine("build", "Gradle, with a wrapper `gradlew`");
    }
    let path = env::var_os("PATH").unwrap_or_default();
    match env::split_paths(&path).map(|folder| folder.join("gradle")).find(|file| file.is_file()) {
        Some(file) => Finding::fine("build", format!("Gradle, {}", file.display())),
        None => Finding::wrong(
            "build",
            "there is a build of Gradle, but no `gradlew`, and no `gradle` on the PATH",
            "install Gradle, or name it with `tamis gradle --with …`",
        ),
    }
}

/// The Maven that `tamis mvn` would start.
fn maven(root: &Path) -> Finding {
    let output = Command::new("mvn").arg("--version").current_dir(root).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let version = text.iter().flat_map(|text| text.lines()).find_map(|line| {
        let (_, rest) = line.split_once("Apache Maven ")?;
        // Colours may end behind it.
        rest.split(|each: char| !each.is_ascii_alphanumeric() && !".-".contains(each)).next()
    });
    let has_wrapper = root.join("mvnw").is_file();
    match version {
        Some(version) if has_wrapper => Finding::doubtful(
            "build",
            format!("Maven {version}, and a wrapper `mvnw`"),
            "for the wrapper, `tamis mvn --with ./mvnw …`",
        ),
        Some(version) => Finding::fine("build", format!("Maven {version}")),
        None if has_wrapper => Finding::doubtful(
            "build",
            "no `mvn` on the PATH, but a wrapper `mvnw`",
            "use it with `tamis mvn --with ./mvnw …`",
        ),
        None => Finding::wrong(
            "build",
            "there is a `pom.xml`, but no `mvn` on the PATH",
            "install Maven, or name it with `tamis mvn --with …`",
        ),
    }
}

fn module_findings(module: &Module) -> Vec<Finding> {
    let about = format!("module {}", module.artifact);
    let mut findings = Vec::new();
    let classes = if module.is_of_gradle() {
        plural(module.classes.len(), "class of tests", "classes of tests")
    } else {
        plural(module.classes.len(), "test class", "test classes")
    };
    findings.push(match why_all(module) {
        Some(why) => {
            let hint = "as long as that is so, the build is there as without tamis";
            Finding::wrong(&about, format!("{classes}, all of which run: {why}"), hint)
        }
        None => Finding::fine(&about, format!("{classes}; {}", frameworks(&module.class_path))),
    });
    let place = format!("JVM of {}", module.artifact);
    findings.extend(agents_of(&place, maven::words(&module.arguments)));
    findings.extend(agents_of(&place, module.words.clone()));
    // Folders of resources are named also by those that have none.
    let is_jar = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "jar");
    let is_gone = |path: &&PathBuf| is_jar(path) && !path.exists();
    let gone = module.class_path.iter().filter(is_gone).count();
    if gone > 0 {
        findings.push(Finding::doubtful(
            &about,
            format!(
                "{} of its class path {} not there now",
                plural(gone, "jar", "jars"),
                if gone == 1 { "is" } else { "are" }
            ),
            "`tamis select` and `explain` go by the last build: build again before you ask them",
        ));
    }
    findings
}

fn frameworks(class_path: &[PathBuf]) -> String {
    let names: Vec<&str> =
        class_path.iter().filter_map(|path| path.file_stem()?.to_str()).collect();
    let mut found = Vec::new();
    for (start, framework) in FRAMEWORKS {
        let version = names.iter().find_map(|name| {
            let rest = name.strip_prefix(start)?;
            rest.starts_with(|next: char| next.is_ascii_digit() || next == '.').then_some(rest)
        });
        if let Some(version) = version {
            let space = if start.ends_with('-') { " " } else { "" };
            found.push(format!("{}{space}{version}", framework.trim_end()));
        }
    }
    if found.is_empty() { "no test framework that is known".to_owned() } else { found.join(", ") }
}

/// Other agents among some words for a JVM.
fn agents_of(place: &str, words: Vec<String>) -> Vec<Finding> {
    let agents = words.into_iter().filter(|word| {
        ["-javaagent:", "-agentpath:", "-agentlib:"].iter().any(|start| word.starts_with(start))
    });
    let finding = |word: String| {
        if word.contains("jacoco") {
            return Finding::fine(place, "JaCoCo, which works beside tamis");
        }
        let hint = "JaCoCo and Mockito are tested beside tamis; of others, compare the results with and without";
        Finding::doubtful(place, format!("another agent: {word}"), hint)
    };
    agents.map(finding).collect()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use tamis_report::doctor::State;

    use super::{agents_of, frameworks};

    #[test]
    fn frameworks_are_known_by_their_jars() {
        let path =
            ["/r/junit-4.13.2.jar", "/r/junit-jupiter-api-5.11.4.jar", "/r/testng-7.10.2.jar"];
        let path: Vec<PathBuf> = path.iter().map(PathBuf::from).collect();
        assert_eq!(frameworks(&path), "JUnit Jupiter 5.11.4, JUnit 4.13.2, TestNG 7.10.2");
        assert_eq!(frameworks(&[]), "no test framework that is known");
    }

    #[test]
    fn other_agents_are_named() {
        let words = super::maven::words("-Xmx1g \"-javaagent:/a b/jacoco.jar=x\" -agentlib:jdwp");
        let found = agents_of("argLine", words);
        let states: Vec<State> = found.iter().map(|finding| finding.state).collect();
        assert_eq!(states, [State::Fine, State::Doubtful]);
        assert_eq!(found.last().unwrap().found, "another agent: -agentlib:jdwp");
    }
}
