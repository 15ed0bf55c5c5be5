//! Keeps, after a build with Maven, what is needed to do the same without it.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, anyhow};
use tamis_build::maven::{Kind, Module, Recipe, RecipeProject, Stamp, TestPatterns, only_gathers};
use tamis_facts::fingerprint::of_content;

use super::conditions;
use super::launch::with_classes;
use super::stamps::{files_below, is_java, is_touched_since, light_stamp, stamp};
use crate::building::folder::BuildFolder;
use crate::kept_file;
use crate::output::WithHint as _;
use crate::project::FOLDER;

/// The folder of recipes, in that of the evidence.
const RECIPES: &str = "recipes";

/// The plugin whose providers run tests.
const SUREFIRE: &str = "maven-surefire-plugin";

/// Those of its providers that bring nothing along which runs with the tests.
const PLAIN: [&str; 2] = [
    "org.apache.maven.surefire.junit.JUnit3Provider",
    "org.apache.maven.surefire.junit4.JUnit4Provider",
];

/// Where the line of a mojo has the version of its plugin.
const VERSION: usize = 4;

/// Words that change what Maven says or how fast it is, and not what it builds.
const TALK: [&str; 14] = [
    "-B",
    "--batch-mode",
    "-ntp",
    "--no-transfer-progress",
    "-o",
    "--offline",
    "-q",
    "--quiet",
    "-e",
    "--errors",
    "-V",
    "--show-version",
    "clean",
    "test",
];

/// Words with another one behind them. Both are part of what a build is known by.
const NAMING: [&str; 16] = [
    "-D",
    "-P",
    "-T",
    "-f",
    "-gs",
    "-pl",
    "-s",
    "-t",
    "--activate-profiles",
    "--define",
    "--file",
    "--global-settings",
    "--projects",
    "--settings",
    "--threads",
    "--toolchains",
];

/// Variables that are not the doing of Maven's script.
const OTHERS: [&str; 4] = ["_", "SHLVL", "PWD", "OLDPWD"];

/// Words for Maven without those that do not change what it builds; and where it is called, if not at the root: it builds
/// the module that it is called in.
pub(crate) fn essence(words: &[OsString], root: &Path) -> Vec<String> {
    let mut texts = words.iter().map(|word| word.to_string_lossy().into_owned());
    let mut essence = Vec::new();
    while let Some(word) = texts.next() {
        let has_value = NAMING.contains(&word.as_str());
        if !TALK.contains(&word.as_str()) {
            essence.push(word);
        }
        if has_value {
            essence.extend(texts.next());
        }
    }
    let here = env::current_dir().and_then(fs::canonicalize).unwrap_or_default();
    if here != root {
        essence.push(format!("in {}", here.display()));
    }
    essence
}

/// A word whose effect on what is done without Maven is not known, if there is one.
pub(crate) fn odd_word(words: &[OsString]) -> Option<String> {
    let mut texts = words.iter().map(|word| word.to_string_lossy().into_owned());
    while let Some(word) = texts.next() {
        if NAMING.contains(&word.as_str()) {
            texts.next();
            continue;
        }
        let is_known = TALK.contains(&word.as_str())
            || ["-am", "-amd", "--also-make", "--also-make-dependents"].contains(&word.as_str())
            || ["-D", "-P", "-T"].iter().any(|start| word.starts_with(start));
        if !is_known {
            return Some(word);
        }
    }
    None
}

/// The file of the recipe for these words.
pub(crate) fn path(root: &Path, words: &[String]) -> PathBuf {
    let name = of_content(words.join("\n").as_bytes()).to_string();
    root.join(FOLDER).join(RECIPES).join(name)
}

pub(crate) fn read(root: &Path, words: &[String]) -> Option<Recipe> {
    Recipe::parse(&kept_file::read_text(&path(root, words)).ok()?)
}

/// Writes a recipe, in one step.
pub(crate) fn write(recipe: &Recipe) -> std::io::Result<()> {
    kept_file::replace(&path(&recipe.root, &recipe.words), recipe.text().as_bytes())
}

/// Until it is dropped, no other `tamis test` works here. Where nothing can be written there is nothing to lock.
pub(crate) fn lock(root: &Path) -> anyhow::Result<Option<fs::File>> {
    let path = root.join(FOLDER).join(RECIPES).join("lock");
    let opened = path
        .parent()
        .map_or(Ok(()), fs::create_dir_all)
        .and_then(|()| fs::OpenOptions::new().create(true).append(true).open(&path));
    let Ok(mut file) = opened else { return Ok(None) };
    match file.try_lock() {
        Ok(()) => {
            kept_file::mark(&mut file);
            Ok(Some(file))
        }
        Err(fs::TryLockError::WouldBlock) => Err(anyhow!("another `tamis test` runs here"))
            .hint("wait until it is done; both would compile into one folder"),
        Err(fs::TryLockError::Error(error)) => {
            Err(error).with_context(|| format!("cannot lock `{}`", path.display()))
        }
    }
}

/// The program that a word names, resolved.
pub(crate) fn program(word: &Path) -> String {
    let on_path = || {
        let paths = env::var_os("PATH")?;
        env::split_paths(&paths).map(|folder| folder.join(word)).find(|path| path.is_file())
    };
    let found = if word.components().count() > 1 { Some(word.to_owned()) } else { on_path() };
    let found = found.and_then(|found| fs::canonicalize(found).ok());
    found.unwrap_or_else(|| word.to_owned()).display().to_string()
}

/// After a build: what was written while it ran, and what files are like. Nothing is kept of a build that did not come to
/// the tests of all modules; what was kept before stays, since it says itself whether it still holds.
pub(crate) fn after_build(
    folder: &BuildFolder,
    root: &Path,
    words: &[OsString],
    maven: &Path,
    began: SystemTime,
) {
    if !words.iter().any(|word| word == "test") {
        return;
    }
    let text = fs::read_to_string(folder.path().join("recipe")).unwrap_or_default();
    let Some(mut recipe) = Recipe::of_build(&text) else { return };
    if !came_to_tests(&recipe, &failing(folder)) {
        return;
    }
    root.clone_into(&mut recipe.root);
    recipe.words = essence(words, root);
    recipe.program = program(maven);
    for number in folder.numbers() {
        let module = fs::read_to_string(folder.file(number, "module")).ok();
        recipe
            .modules
            .extend(module.filter(|text| text.contains("mojo\torg.apache.maven.plugin.surefire")));
        if let Some(variables) = folder.variables(number, "variables") {
            recipe.added = added(&variables);
        }
    }
    tell_whole(&mut recipe);
    tell_patterned(&mut recipe);
    conditions::note(&mut recipe);
    if let Some(before) = read(root, &recipe.words) {
        carry_over(&mut recipe, &before);
    }
    // The clock of files is a little behind.
    let began = began.checked_sub(Duration::from_millis(10)).unwrap_or(began);
    recipe.stamps = stamps(&recipe, began);
    // Without it, the next `tamis test` goes through Maven.
    let _ = write(&recipe);
}

/// The modules of which tests failed: group and artifact.
fn failing(folder: &BuildFolder) -> BTreeSet<[String; 2]> {
    let has_failed =
        |number: &usize| folder.counts(*number).is_some_and(|counts| counts.has_failed);
    let modules = folder.numbers().into_iter().filter(has_failed);
    let modules = modules.filter_map(|number| folder.module(number).ok());
    modules.map(|module| [module.group, module.artifact]).collect()
}

/// Whether all modules came to their tests, and nothing failed before them but tests: what a build does that fails otherwise is
/// not known, and not that it would fail again.
fn came_to_tests(recipe: &Recipe, failing: &BTreeSet<[String; 2]>) -> bool {
    let projects = recipe.projects();
    let reactor = recipe.reactor();
    let is_done = |pom: &PathBuf| {
        projects.get(pom).is_some_and(|project| {
            let has_tests = project.mojos.iter().any(|mojo| mojo.phase == "test");
            let has_failed = failing.contains(&[project.group.clone(), project.artifact.clone()]);
            (project.packaging == "pom" || has_tests)
                && project.is_done_but_for(if has_failed { SUREFIRE } else { "" })
        })
    };
    // A project without code may have no mojo at all.
    let is_empty = |pom: &PathBuf| !projects.contains_key(pom) && only_gathers(pom);
    !reactor.is_empty() && reactor.iter().all(|pom| is_done(pom) || is_empty(pom))
}

/// What the script of Maven adds to the variables.
fn added(variables: &BTreeMap<OsString, OsString>) -> BTreeMap<String, String> {
    let is_added = |(name, value): &(&OsString, &OsString)| {
        !OTHERS.iter().any(|other| OsStr::new(other) == *name)
            && env::var_os(name).as_ref() != Some(*value)
    };
    let text = |text: &OsString| text.to_string_lossy().into_owned();
    let own = variables.iter().filter(is_added);
    own.map(|(name, value)| (text(name), text(value))).collect()
}

/// Says of which kinds all sources were compiled at once.
fn tell_whole(recipe: &mut Recipe) {
    let mut lines = Vec::new();
    for (pom, project) in recipe.projects() {
        for kind in [Kind::Main, Kind::Test] {
            let Some(compilation) = project.compilation(kind) else { continue };
            let units: BTreeSet<&PathBuf> = compilation.units.iter().collect();
            let sources = sources(&project, kind);
            if units == sources.iter().collect::<BTreeSet<_>>() {
                let pom = pom.display().to_string();
                lines.push(vec!["whole".to_owned(), pom, kind.goal().to_owned()]);
            }
        }
    }
    recipe.raw.extend(lines);
}

/// Says of which projects it is understood how their tests are found.
fn tell_patterned(recipe: &mut Recipe) {
    let mut lines = Vec::new();
    let modules = recipe.test_modules();
    for (pom, project) in recipe.projects() {
        let folder = project.output(Kind::Test);
        let is_it =
            |module: &&Module| module.group == project.group && module.artifact == project.artifact;
        let Some(module) = modules.iter().find(is_it) else { continue };
        let Some(patterns) = TestPatterns::of(module) else { continue };
        let name = |path: PathBuf| {
            let below = path.strip_prefix(folder).ok()?.to_str()?.to_owned();
            below.strip_suffix(".class").map(str::to_owned)
        };
        let there = files_below(folder).into_iter().filter_map(name);
        let matching: BTreeSet<String> = there.filter(|class| patterns.matches(class)).collect();
        let found = module.classes.iter().map(|class| class.replace('.', "/"));
        if matching == found.collect::<BTreeSet<_>>() {
            lines.push(vec!["patterned".to_owned(), pom.display().to_string()]);
        }
    }
    recipe.raw.extend(lines);
}

/// The sources that there are.
pub(crate) fn sources(project: &RecipeProject, kind: Kind) -> Vec<PathBuf> {
    let below = project.roots(kind).iter().flat_map(|root| files_below(root));
    let mut sources: Vec<PathBuf> = below.filter(|path| is_java(path)).collect();
    sources.sort();
    sources
}

/// What this build did not do, since nothing had changed, and an earlier one did under the same conditions.
fn carry_over(recipe: &mut Recipe, before: &Recipe) {
    let is_same_maven = recipe.variables == before.variables
        && recipe.program == before.program
        && recipe.said("java-home") == before.said("java-home");
    if !is_same_maven {
        return;
    }
    if recipe.files != before.files {
        carry_providers_over(recipe, before);
        return;
    }
    let now = recipe.projects();
    for (pom, project) in before.projects() {
        let Some(own) = now.get(&pom) else { continue };
        let pom = pom.display().to_string();
        for kind in [Kind::Main, Kind::Test] {
            if !own.whole.contains(&kind) && project.whole.contains(&kind) {
                let is_it = |line: &Vec<String>| match line.as_slice() {
                    [key, of, goal, ..] => {
                        ["compile", "option", "unit", "whole"].contains(&key.as_str())
                            && *of == pom
                            && goal == kind.goal()
                    }
                    _ => false,
                };
                recipe.raw.retain(|line| !is_it(line));
                recipe.raw.extend(before.raw.iter().filter(|line| is_it(line)).cloned());
            }
        }
        if own.providers.is_empty() {
            let lines: Vec<_> = lines_of(before, &pom, |key| key.starts_with("provider")).collect();
            recipe.raw.extend(lines.into_iter().cloned());
        }
    }
}

fn lines_of<'r>(
    recipe: &'r Recipe,
    pom: &'r str,
    is_wanted: fn(&str) -> bool,
) -> impl Iterator<Item = &'r Vec<String>> {
    recipe.raw.iter().filter(move |line| match line.as_slice() {
        [key, of, ..] => *of == pom && is_wanted(key),
        _ => false,
    })
}

/// What runs the tests of projects of which none ran, although a pom changed. Surefire chooses that by its version, by its
/// parameters and what is on the class path, all of which it has said, and by libraries that a pom gives to it. Between two
/// corrections of one release the choice is the same; its libraries are not, and those of the JUnit Platform run with the tests.
fn carry_providers_over(recipe: &mut Recipe, before: &Recipe) {
    let is_alone = |recipe: &Recipe| recipe.said(conditions::ALONE) == ["yes"];
    if !is_alone(recipe) || !is_alone(before) {
        return;
    }
    let mut carried = Vec::new();
    for (pom, project) in recipe.projects() {
        if !project.providers.is_empty() {
            continue;
        }
        let pom = pom.display().to_string();
        let mut providers = lines_of(before, &pom, |key| key == "provider");
        let is_plain = providers.all(|line| line.iter().any(|word| PLAIN.contains(&word.as_str())));
        let mojos = |recipe| -> Vec<Vec<String>> {
            let mojos = lines_of(recipe, &pom, |key| key == "mojo");
            let mojos = mojos.filter(|line| line.iter().any(|word| word == SUREFIRE));
            mojos.map(|line| if is_plain { as_release(line) } else { line.clone() }).collect()
        };
        let said = |recipe: &Recipe| -> Vec<String> {
            let is_own = |text: &&String| {
                let module = Module::parse(text).ok();
                module
                    .is_some_and(|it| it.group == project.group && it.artifact == project.artifact)
            };
            recipe.modules.iter().filter(is_own).map(|text| with_classes(text, &[])).collect()
        };
        let now = said(recipe);
        if now.len() == 1 && now == said(before) && mojos(recipe) == mojos(before) {
            carried.extend(lines_of(before, &pom, |key| key.starts_with("provider")).cloned());
        }
    }
    recipe.raw.extend(carried);
}

/// What is said of a mojo, with the version of its plugin without the number of the correction: `2.22` for `2.22.1`.
fn as_release(mojo: &[String]) -> Vec<String> {
    let mut release = mojo.to_vec();
    if let Some(version) = release.get_mut(VERSION) {
        let numbers: Vec<&str> = version.split('.').collect();
        if let [first, second, last] = numbers.as_slice()
            && [first, second, last].iter().all(|number| number.parse::<u32>().is_ok())
        {
            *version = format!("{first}.{second}");
        }
    }
    release
}

/// What the files of the build are like. Those that were changed while it ran are left out: who knows what it saw of them.
fn stamps(recipe: &Recipe, began: SystemTime) -> BTreeMap<PathBuf, Stamp> {
    let mut stamps = BTreeMap::new();
    for project in recipe.projects().values() {
        let mut inputs: Vec<PathBuf> = Vec::new();
        for kind in [Kind::Main, Kind::Test] {
            inputs.extend(sources(project, kind));
            add_outputs(&mut stamps, project.output(kind));
        }
        for resource in &project.resources {
            // All that is in there, if the folder is that of the project.
            if !resource.includes.is_empty() && resource.includes.iter().all(|name| is_name(name)) {
                inputs.extend(resource.includes.iter().map(|name| resource.folder.join(name)));
            } else {
                inputs.extend(files_below(&resource.folder));
            }
        }
        for input in inputs {
            let stamp = stamp(&input);
            // Afterwards: what is changed before it was looked at is changed after the build began.
            if let Some(stamp) = stamp.filter(|_| !is_touched_since(&input, began)) {
                stamps.insert(input, stamp);
            }
        }
    }
    for library in libraries(recipe) {
        if let Some(stamp) = light_stamp(&library) {
            stamps.insert(library, stamp);
        }
    }
    stamps
}

/// Whether a pattern names one file.
pub(crate) fn is_name(pattern: &str) -> bool {
    !pattern.contains(['*', '?']) && !pattern.ends_with('/')
}

/// Adds what is in a folder of classes.
pub(crate) fn add_outputs(stamps: &mut BTreeMap<PathBuf, Stamp>, folder: &Path) {
    for path in files_below(folder) {
        if let Some(stamp) = stamp(&path) {
            stamps.insert(path, stamp);
        }
    }
}

/// All that is on a class path of the build and is no folder of its own.
pub(crate) fn libraries(recipe: &Recipe) -> BTreeSet<PathBuf> {
    let mut libraries: BTreeSet<PathBuf> = BTreeSet::new();
    for module in recipe.test_modules() {
        libraries.extend(module.class_path);
    }
    let mut outputs = BTreeSet::new();
    for project in recipe.projects().values() {
        outputs.extend(project.outputs.iter().cloned());
        libraries.extend(project.providers.iter().flat_map(|provider| provider.path.clone()));
        for (_, compilation) in &project.compilations {
            libraries.extend(class_path_of(&compilation.options));
        }
    }
    libraries.retain(|path| !outputs.contains(path));
    libraries
}

/// The class path among the words of javac.
pub(crate) fn class_path_of(options: &[String]) -> Vec<PathBuf> {
    let mut words = options.iter();
    while let Some(word) = words.next() {
        if ["-classpath", "-cp", "--class-path"].contains(&word.as_str()) {
            return words.next().map(|path| env::split_paths(path).collect()).unwrap_or_default();
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::as_release;

    #[test]
    fn corrections_of_a_release_of_surefire_are_the_same_release() {
        let mojo = |version: &str| -> Vec<String> {
            let words = ["mojo", "/p/pom.xml", "g", "a", version, "test", "default-test", "test"];
            words.map(str::to_owned).to_vec()
        };
        let is_same = |one: &str, other: &str| as_release(&mojo(one)) == as_release(&mojo(other));
        assert!(is_same("2.22.1", "2.22.2"));
        for other in ["2.21.1", "3.22.1", "2.22.2-M1", "2.22.1.2"] {
            assert!(!is_same("2.22.1", other), "{other}");
        }
    }
}
