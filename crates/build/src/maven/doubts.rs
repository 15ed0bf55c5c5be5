//! Why a build cannot be done without Maven. What is on the lists here has a known effect; everything else is a doubt.

use std::path::{Path, PathBuf};

use super::recipe::{Mojo, Recipe, RecipeProject};
use super::{Module, parameters, words};
use crate::plain::Framework;

/// What a mojo does, as far as tests can tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effect {
    /// Done here as well.
    Replayed,
    /// Sets values that were recorded where they are used.
    Sets,
    /// Fails the build or does nothing.
    Checks,
    /// Writes files that are no classes or resources of the tests.
    Apart,
}

const KNOWN: [(&str, &[&str], Effect); 19] = [
    ("maven-resources-plugin", &["resources", "testResources"], Effect::Replayed),
    ("maven-compiler-plugin", &["compile", "testCompile"], Effect::Replayed),
    ("maven-surefire-plugin", &["test"], Effect::Replayed),
    ("jacoco-maven-plugin", &["prepare-agent"], Effect::Sets),
    ("buildnumber-maven-plugin", &["create", "create-timestamp"], Effect::Sets),
    ("maven-dependency-plugin", &["properties"], Effect::Sets),
    (
        "build-helper-maven-plugin",
        &["parse-version", "add-source", "add-test-source", "add-resource", "add-test-resource"],
        Effect::Sets,
    ),
    ("maven-enforcer-plugin", &["enforce", "display-info"], Effect::Checks),
    ("maven-artifact-plugin", &["check-buildplan"], Effect::Checks),
    ("apache-rat-plugin", &["check"], Effect::Checks),
    ("animal-sniffer-maven-plugin", &["check"], Effect::Checks),
    ("maven-checkstyle-plugin", &["check", "checkstyle"], Effect::Checks),
    ("maven-pmd-plugin", &["check", "cpd-check"], Effect::Checks),
    ("spotless-maven-plugin", &["check"], Effect::Checks),
    ("forbiddenapis", &["check", "testCheck"], Effect::Checks),
    ("license-maven-plugin", &["check"], Effect::Checks),
    ("maven-remote-resources-plugin", &["process"], Effect::Apart),
    ("maven-bundle-plugin", &["manifest"], Effect::Apart),
    ("maven-antrun-plugin", &["run"], Effect::Apart),
];

/// The phases that a build goes through until tests have run.
const PHASES: [&str; 15] = [
    "validate",
    "initialize",
    "generate-sources",
    "process-sources",
    "generate-resources",
    "process-resources",
    "compile",
    "process-classes",
    "generate-test-sources",
    "process-test-sources",
    "generate-test-resources",
    "process-test-resources",
    "test-compile",
    "process-test-classes",
    "test",
];

/// Elements of Ant that only copy.
const ANT: [&str; 6] = ["copy", "fileset", "filterset", "filter", "include", "exclude"];

/// What runs the tests of a module in our machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Runner {
    /// By what.
    pub framework: Framework,
    /// What is on the class path behind that of the module.
    pub path: Vec<PathBuf>,
    /// Words for the machine.
    pub words: Vec<String>,
    /// Where it runs.
    pub folder: PathBuf,
}

/// Who publishes plugins that are on the list.
const GROUPS: [&str; 9] = [
    "com.diffplug.spotless",
    "com.mycila",
    "de.thetaphi",
    "org.apache.felix",
    "org.apache.maven.plugins",
    "org.apache.rat",
    "org.codehaus.mojo",
    "org.jacoco",
    "com.mycila.maven-license-plugin",
];

fn effect(mojo: &Mojo) -> Option<Effect> {
    let known = KNOWN.iter().find(|(artifact, goals, _)| {
        *artifact == mojo.artifact
            && goals.contains(&mojo.goal.as_str())
            && GROUPS.contains(&mojo.group.as_str())
    });
    known.map(|(_, _, effect)| *effect)
}

fn on_the_way(project: &RecipeProject) -> impl Iterator<Item = &Mojo> {
    project.mojos.iter().filter(|mojo| PHASES.contains(&mojo.phase.as_str()))
}

/// Why the build as a whole needs Maven, if it does.
pub fn doubt_of_build(recipe: &Recipe) -> Option<String> {
    let projects = recipe.projects();
    if let Some(doubt) = recipe.said("doubt").into_iter().next() {
        return Some(doubt);
    }
    for (pom, project) in &projects {
        let name = &project.artifact;
        if project.has_extensions {
            return Some(format!("`{name}` has build extensions"));
        }
        if let Some(mojo) = project.mojos.iter().find(|mojo| mojo.phase.is_empty()) {
            return Some(format!("`{}:{}` is bound to no phase", mojo.artifact, mojo.goal));
        }
        if let Some(mojo) = on_the_way(project).find(|mojo| effect(mojo).is_none()) {
            let Mojo { artifact, goal, phase, .. } = mojo;
            return Some(format!("what `{artifact}:{goal}` does in phase {phase} is not known"));
        }
        for goal in ["compile", "testCompile", "test"] {
            let is_it = |mojo: &&Mojo| mojo.goal == goal && effect(mojo) == Some(Effect::Replayed);
            if project.mojos.iter().filter(is_it).count() > 1 {
                return Some(format!("`{name}` has more than one execution of `{goal}`"));
            }
        }
        if !project.ant.iter().all(|told| only_copies_documentation(told, &project.target)) {
            return Some(format!("what Ant does in `{name}` is not known"));
        }
        if let Some(doubt) = parameters::doubt(project) {
            return Some(doubt);
        }
        if !project.filters.is_empty() && project.resources.iter().any(|it| it.is_filtered) {
            return Some(format!("`{name}` has files of values for its resources"));
        }
        let manifest = project.outputs.iter().any(|out| out.join("META-INF/MANIFEST.MF").exists());
        if manifest && project.mojos.iter().any(|mojo| mojo.goal == "manifest") {
            return Some(format!("a manifest is made in the classes of `{name}`"));
        }
        let is_generated = |root: &&PathBuf| root.starts_with(&project.target) && has_files(root);
        if let Some(root) = project.roots.iter().flatten().find(is_generated) {
            return Some(format!("there are sources in `{}`, which are generated", root.display()));
        }
        let [main, test] = &project.outputs;
        if main.starts_with(test) || test.starts_with(main) {
            return Some(format!("code and tests of `{name}` are compiled into one folder"));
        }
        if !["jar", "pom", "war", "bundle"].contains(&project.packaging.as_str()) {
            return Some(format!("`{}` is packaged as {}", pom.display(), project.packaging));
        }
    }
    let is_missing = |pom: &&PathBuf| !projects.contains_key(*pom) && !only_gathers(pom);
    let reactor = recipe.reactor();
    reactor.iter().find(is_missing).map(|pom| format!("`{}` was not built", pom.display()))
}

/// Whether a project only gathers others, or is above them: nothing is built of it.
pub fn only_gathers(pom: &Path) -> bool {
    let text = std::fs::read_to_string(pom).unwrap_or_default();
    text.contains("<packaging>pom</packaging>")
}

/// Checks of the build that are not made without Maven.
pub fn checks_left_out(recipe: &Recipe) -> Vec<String> {
    let mut checks: Vec<String> = Vec::new();
    for project in recipe.projects().values() {
        let own = on_the_way(project).filter(|mojo| effect(mojo) == Some(Effect::Checks));
        checks.extend(own.map(|mojo| format!("{}:{}", mojo.artifact, mojo.goal)));
    }
    checks.sort();
    checks.dedup();
    checks
}

fn has_files(folder: &Path) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).any(|path| path.is_file() || has_files(&path))
}

/// Whether Ant is told only to copy, to where documentation is made: below `folder`, where the project puts all that it makes.
fn only_copies_documentation(told: &str, folder: &Path) -> bool {
    // What is around it are parameters of the plugin.
    let inner = ["target", "tasks"].into_iter().find_map(|name| {
        let (_, rest) = told.split_once(&format!("<{name}"))?;
        rest.split_once(&format!("</{name}>")).map(|(inner, _)| inner)
    });
    let Some(told) = inner else { return false };
    let elements = told.split('<').skip(1).map(|part| {
        let part = part.trim_start_matches('/');
        part.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default()
    });
    let mut elements = elements.filter(|name| !name.is_empty());
    let targets = told.split("todir=\"").skip(1).filter_map(|rest| rest.split('"').next());
    elements.all(|name| ANT.contains(&name))
        && !told.contains("tofile=")
        && targets.into_iter().all(|target| {
            // Maven may have put in what a name stands for.
            let folder = format!("{}/", folder.display());
            let places =
                ["${project.build.directory}/", "${project.reporting.outputDirectory}/", &folder];
            let is_below = |place: &&str| target.strip_prefix(*place).is_some_and(is_documentation);
            places.iter().any(is_below)
        })
}

fn is_documentation(below: &str) -> bool {
    let is_there = below.starts_with("apidocs") || below.starts_with("site/apidocs");
    is_there && !below.contains("..")
}

/// Settings of the mojo that are as they are if nobody sets them, with the value that is understood.
const SETTINGS: [(&str, &[&str]); 8] = [
    ("getForkCount", &["1"]),
    ("getForkMode", &["once"]),
    ("isReuseForks", &["true"]),
    ("getRunOrder", &["filesystem"]),
    ("getRerunFailingTestsCount", &["0"]),
    ("getSkipAfterFailureCount", &["0"]),
    ("isEnableAssertions", &["true", "false"]),
    ("isUseModulePath", &["true", "false"]),
];

/// How the tests of a module are run without Maven, or why they cannot be.
pub fn runner(module: &Module, project: &RecipeProject) -> Result<Runner, String> {
    for setting in &module.settings {
        let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
        let known = SETTINGS.iter().find(|(each, _)| *each == name);
        // Lists and maps with nothing in them.
        if ["", "[]", "{}"].contains(&value.trim()) {
            continue;
        }
        if !known.is_some_and(|(_, values)| values.contains(&value.trim())) {
            return Err(format!("Surefire is set to {setting}"));
        }
    }
    let is_set = |name: &str, usual: &str| module.details_of(name).any(|value| value != usual);
    for (name, usual) in [
        ("getDependenciesToScan", ""),
        ("isUseSystemClassLoader", "true"),
        ("isChildDelegation", "false"),
        ("getDebugForkedProcess", ""),
        ("getForkNode", ""),
    ] {
        if is_set(name, usual) {
            return Err(format!("Surefire has a value for {name}"));
        }
    }
    let surefire = project.providers.iter().rfind(|provider| provider.mojo == module.mojo);
    let provider = surefire.ok_or_else(|| "it has not run a test yet".to_owned())?;
    if provider.configuration != "ClasspathConfiguration" {
        return Err("its tests run on the module path".to_owned());
    }
    let framework = match provider.class.as_str() {
        "org.apache.maven.surefire.junit4.JUnit4Provider" => Framework::JUnit4,
        "org.apache.maven.surefire.junit.JUnit3Provider" => Framework::JUnit3,
        "org.apache.maven.surefire.junitplatform.JUnitPlatformProvider" => Framework::Platform,
        other => return Err(format!("its tests are run by `{other}`")),
    };
    let line = module.evaluated.as_deref().unwrap_or(&module.arguments);
    if ["${", "@{", "surefire.forkNumber", "surefire.threadNumber"].iter().any(|w| line.contains(w))
    {
        return Err("its `argLine` has values that only Surefire knows".to_owned());
    }
    let mut words = words(line);
    if module.settings.iter().any(|setting| setting == "isEnableAssertions=true") {
        words.push("-ea".to_owned());
    }
    let given = module.details_of("getWorkingDirectory").next();
    let mut folder = given.map_or_else(|| module.folder.clone(), PathBuf::from);
    if folder.to_string_lossy().contains("${") {
        return Err("the folder of its tests is another one in each JVM".to_owned());
    }
    for (name, value) in &module.properties {
        if value.contains("surefire.forkNumber") {
            return Err(format!("the property `{name}` is another one in each JVM"));
        }
        match name.as_str() {
            "user.dir" => folder = value.into(),
            _ if ["java.", "jdk.", "sun.", "file.", "user."]
                .iter()
                .any(|s| name.starts_with(s)) =>
            {
                return Err(format!("Surefire sets the property `{name}` while the JVM runs"));
            }
            _ => words.push(format!("-D{name}={value}")),
        }
    }
    Ok(Runner { framework, path: provider.path.clone(), words, folder })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::only_copies_documentation;

    #[test]
    fn ant_may_copy_documentation_and_nothing_else() {
        let told = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<configuration><target>\n<copy \
                    todir=\"${project.build.directory}/apidocs/META-INF\"><fileset dir=\"${basedir}\">\
                    <include name=\"LICENSE.txt\"/></fileset></copy></target></configuration>";
        let folder = Path::new("/project/target");
        for place in ["${project.build.directory}", "/project/target"] {
            let told = told.replace("${project.build.directory}", place);
            assert!(only_copies_documentation(&told, folder));
            assert!(!only_copies_documentation(&told.replace("/apidocs", "/classes"), folder));
            assert!(!only_copies_documentation(&told.replace("<fileset", "<exec"), folder));
            let back = told.replace("/apidocs/META-INF", "/apidocs/../classes");
            assert!(!only_copies_documentation(&back, folder));
        }
        let elsewhere = told.replace("${project.build.directory}", "/other/target");
        assert!(!only_copies_documentation(&elsewhere, folder));
    }
}
