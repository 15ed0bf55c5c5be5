//! What Maven does on its way to the tests, done without it: module by module, compile what changed, copy resources, run the
//! tests that are selected. A module whose tests fail is the last one, as with Maven.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use tamis_build::maven::{
    Kind, Module, Recipe, RecipeProject, Runner, Stamp, TestPatterns, checks_left_out,
    doubt_of_build, runner,
};
use tamis_report::plural;

use super::compile::{Compiled, Compiler, Which, packages};
use super::conditions::{self, shown};
use super::launch::{Ended, Ready, run, with_classes};
use super::record::{self, add_outputs, class_path_of, sources};
use super::resources;
use super::stamps::{files_below, half, is_class, is_java, is_same, look, stamp};
use super::visible::Visible;
use crate::arguments::TestArguments;
use crate::building::folder::{BuildFolder, Settings};
use crate::building::module::why_all;
use crate::building::{events, tell};
use crate::exit::Exit;
use crate::output::{self, WithHint as _};
use crate::{jdk, project};

/// What came of it.
pub(crate) enum Replayed {
    Done(Exit),
    /// It turned out on the way that Maven is needed.
    NeedsMaven(String),
}

/// A build that can be done without Maven, as far as can be told before.
pub(crate) struct Replay {
    recipe: Recipe,
    projects: BTreeMap<PathBuf, RecipeProject>,
    /// The file of the project, what its mojo said, and how its tests are run.
    modules: Modules,
    settings: Settings,
    java_home: PathBuf,
    release: u16,
    /// Folders of classes that were compiled, or need not be.
    done: BTreeSet<PathBuf>,
    /// Whether something was compiled.
    has_compiled: bool,
}

impl Replay {
    /// Finds out whether Maven is needed; the error says why.
    pub(crate) fn begin(
        arguments: &TestArguments,
        root: &Path,
        program: &Path,
    ) -> Result<Self, String> {
        if let Some(word) = record::odd_word(&arguments.words) {
            return Err(format!("what `{word}` means is for Maven to say"));
        }
        let words = record::essence(&arguments.words, root);
        let recipe = record::read(root, &words)
            .ok_or_else(|| "nothing is known of a build with these words yet".to_owned())?;
        if recipe.root != *root {
            return Err("the project has been moved".to_owned());
        }
        if recipe.program != record::program(program) {
            return Err("another Maven is called".to_owned());
        }
        if arguments.words.iter().any(|word| word == "clean") {
            return Err("`clean` is for Maven".to_owned());
        }
        if let Some(why) = conditions::changed(&recipe).or_else(|| doubt_of_build(&recipe)) {
            return Err(why);
        }
        if let Some(why) = libraries_changed(&recipe) {
            return Err(why);
        }
        let projects = recipe.projects();
        let modules = modules(&recipe, &projects)?;
        let java_home = jdk_of(recipe.said("java-home").first().map(PathBuf::from));
        let release = jdk::release(&java_home.join("bin/javac"));
        let settings = Settings {
            root: root.to_owned(),
            technique: arguments.technique,
            is_forced: arguments.force,
            is_verbose: arguments.verbose,
            fills_reports: false,
            events: arguments.events.clone(),
        };
        Ok(Self {
            release: release.ok_or_else(|| "the JDK of Maven is gone".to_owned())?,
            recipe,
            projects,
            modules,
            settings,
            java_home,
            done: BTreeSet::new(),
            has_compiled: false,
        })
    }

    /// Does it.
    pub(crate) fn perform(mut self) -> anyhow::Result<Replayed> {
        let folder = BuildFolder::make()?;
        if let Some(file) = &mut self.settings.events {
            *file = project::absolute(file)?;
            events::start(file).hint("name a file in a folder that can be written")?;
        }
        folder.write(&self.settings)?;
        let exit = match self.go_through(&folder)? {
            Way::Ended(exit) => exit,
            Way::NeedsMaven(why) => {
                self.forget_stale_classes()?;
                return Ok(Replayed::NeedsMaven(why));
            }
        };
        self.forget_stale_classes()?;
        let mut outputs = self.projects.values().flat_map(|project| &project.outputs);
        if outputs.all(|output| self.done.contains(output)) {
            self.settle()?;
        }
        let checks = checks_left_out(&self.recipe);
        if self.has_compiled && !checks.is_empty() {
            output::say(&format!("note: not checked without Maven: {}", checks.join(", ")));
        }
        tell(&folder, &self.settings);
        Ok(Replayed::Done(exit))
    }

    /// Module by module.
    fn go_through(&mut self, folder: &BuildFolder) -> anyhow::Result<Way> {
        for (number, pom) in self.recipe.reactor().iter().enumerate() {
            let Some(project) = self.projects.get(pom).cloned() else { continue };
            match self.bring_up_to_date(pom, &project, folder.path())? {
                UpToDate::Yes => {}
                UpToDate::NeedsMaven(why) => return Ok(Way::NeedsMaven(why)),
                UpToDate::DoesNotCompile => return Ok(Way::Ended(Exit::Build(1))),
            }
            let project = self.projects.get(pom).cloned().unwrap_or(project);
            match self.test(pom, &project, folder, number)? {
                Ok(Ended::Passed) => {}
                Ok(Ended::Failed) => return Ok(Way::Ended(Exit::Build(1))),
                Ok(Ended::Stopped(signal)) => return Ok(Way::Ended(Exit::Stopped(signal))),
                Ok(Ended::NeedsMaven(why)) | Err(why) => return Ok(Way::NeedsMaven(why)),
            }
        }
        Ok(Way::Ended(Exit::Build(0)))
    }

    /// All have been compiled who see what looks different.
    fn settle(&mut self) -> anyhow::Result<()> {
        if self.recipe.owed.is_empty() {
            return Ok(());
        }
        self.recipe.owed.clear();
        record::write(&self.recipe).context("cannot keep what is known of the build")
    }

    /// Takes classes away that were compiled against others than there are now: Maven, who goes by times, would take them for
    /// fresh.
    fn forget_stale_classes(&mut self) -> anyhow::Result<()> {
        for project in self.projects.values() {
            for kind in [Kind::Main, Kind::Test] {
                let output = project.output(kind);
                if self.done.contains(output) || self.seen(project, kind).is_nothing() {
                    continue;
                }
                for class in files_below(output).into_iter().filter(|path| is_class(path)) {
                    fs::remove_file(&class)
                        .with_context(|| format!("cannot remove `{}`", class.display()))?;
                }
            }
        }
        Ok(())
    }

    /// Notes, before classes are put into place, that those who see them may have to be compiled again.
    fn owe(&mut self, output: &Path, visible: &Visible) -> anyhow::Result<()> {
        let known = self.recipe.owed.get(output).map(|names| Visible::of_recipe(names.as_ref()));
        let all = known.unwrap_or_else(Visible::nothing).and(visible.clone());
        if all.is_nothing() {
            self.recipe.owed.remove(output);
        } else {
            self.recipe.owed.insert(output.to_owned(), all.for_recipe());
        }
        record::write(&self.recipe).context("cannot keep what is known of the build")
    }

    /// Compiles and copies.
    fn bring_up_to_date(
        &mut self,
        pom: &Path,
        project: &RecipeProject,
        work: &Path,
    ) -> anyhow::Result<UpToDate> {
        for kind in [Kind::Main, Kind::Test] {
            if let Err(why) = self.copy_resources(project, kind)? {
                return Ok(UpToDate::NeedsMaven(why));
            }
            let seen = self.seen(project, kind);
            let Found { changed, which, stamps } = self.which(project, kind, &seen);
            let Some(which) = which else {
                self.done.insert(project.output(kind).to_owned());
                continue;
            };
            // Whether javac makes a class of it, and whether Maven does, is a matter of its own.
            if let Some(file) = changed.iter().find(|file| file.ends_with("package-info.java")) {
                let file = shown(file, &self.settings.root);
                return Ok(UpToDate::NeedsMaven(format!("`{file}` changed")));
            }
            let outputs = self.projects.values().flat_map(|it| it.outputs.iter());
            let packages = packages(&outputs.map(PathBuf::as_path).collect::<Vec<_>>());
            let compiler = Compiler {
                java_home: &self.java_home,
                release: self.release,
                project,
                kind,
                seen: &seen,
                packages: &packages,
                root: &self.settings.root,
                work,
            };
            if let Some(why) = compiler.doubt() {
                return Ok(UpToDate::NeedsMaven(why));
            }
            let output = project.output(kind).to_owned();
            let before = self.recipe.owed.get(&output).cloned();
            self.recipe.owed.insert(output.clone(), None);
            record::write(&self.recipe).context("cannot keep what is known of the build")?;
            let compiled = compiler.compile(&which)?;
            // Now it is known what looks different.
            match before {
                Some(before) => self.recipe.owed.insert(output.clone(), before),
                None => self.recipe.owed.remove(&output),
            };
            match compiled {
                Compiled::Failed => {
                    record::write(&self.recipe)
                        .context("cannot keep what is known of the build")?;
                    output::say(&format!("tamis: {}: javac failed", project.artifact));
                    return Ok(UpToDate::DoesNotCompile);
                }
                // Nobody sees what changed.
                Compiled::Done { sources: 0, .. } => {
                    self.done.insert(output);
                    continue;
                }
                Compiled::Done { visible, sources: count } => {
                    let of = if kind == Kind::Main { "" } else { " of tests" };
                    let count = plural(count, "source", "sources");
                    output::say(&format!("tamis: {}: compiled {count}{of}", project.artifact));
                    self.note(pom, project, kind, stamps)?;
                    self.owe(&output, &visible)?;
                    self.done.insert(output);
                }
            }
            self.has_compiled = true;
        }
        Ok(UpToDate::Yes)
    }

    /// Which sources changed, came or went, and which have to be compiled, if any. What they are like is looked at once: what is
    /// changed after that is compiled again the next time.
    fn which(&self, project: &RecipeProject, kind: Kind, seen: &Visible) -> Found {
        let known = &self.recipe.stamps;
        let roots = project.roots(kind);
        let is_own = |path: &&PathBuf| roots.iter().any(|root| path.starts_with(root));
        let before: BTreeSet<&PathBuf> =
            known.keys().filter(|path| is_own(path) && is_java(path)).collect();
        let mut found = Found { changed: Vec::new(), which: None, stamps: Vec::new() };
        let mut edited = Vec::new();
        let there = sources(project, kind);
        for path in &there {
            let now = look(path, known.get(path));
            if now.is_none()
                || now.as_ref().map(|it| &it.content) != known.get(path).map(|it| &it.content)
            {
                edited.push(path.clone());
            }
            found.stamps.extend(now.map(|now| (path.clone(), now)));
        }
        let there: BTreeSet<&PathBuf> = there.iter().collect();
        if there.is_empty() && before.is_empty() {
            return found;
        }
        let other = there.symmetric_difference(&before).map(|path| (*path).clone());
        found.changed = edited.iter().cloned().chain(other).collect();
        found.which = if there != before || !self.is_intact(project, kind) {
            Some(Which::All)
        } else {
            (!edited.is_empty() || !seen.is_nothing()).then_some(Which::Edited(edited))
        };
        found
    }

    /// What looks different of that which a folder is compiled against.
    fn seen(&self, project: &RecipeProject, kind: Kind) -> Visible {
        let compilation = project.compilation(kind);
        let class_path = compilation.map(|it| class_path_of(&it.options)).unwrap_or_default();
        let owed = class_path.iter().filter_map(|path| self.recipe.owed.get(path));
        let owed = owed.map(|names| Visible::of_recipe(names.as_ref()));
        owed.fold(Visible::nothing(), Visible::and)
    }

    /// Whether the classes are those that were there.
    fn is_intact(&self, project: &RecipeProject, kind: Kind) -> bool {
        let folder = project.output(kind);
        let is_own = |(path, _): &(&PathBuf, &Stamp)| is_class(path) && path.starts_with(folder);
        let mut known = self
            .recipe
            .stamps
            .range(folder.to_owned()..)
            .take_while(|(path, _)| path.starts_with(folder))
            .filter(is_own);
        let there = files_below(folder).into_iter().filter(|path| is_class(path));
        let is_known = |path: &PathBuf| self.recipe.stamps.contains_key(path);
        known.all(|(path, was)| is_same(path, was)) && there.into_iter().all(|path| is_known(&path))
    }

    /// Notes what the sources were like that were compiled, and what came of them.
    fn note(
        &mut self,
        pom: &Path,
        project: &RecipeProject,
        kind: Kind,
        seen: Vec<(PathBuf, Stamp)>,
    ) -> anyhow::Result<()> {
        let output = project.output(kind).to_owned();
        let roots = project.roots(kind).to_vec();
        let stamps = &mut self.recipe.stamps;
        stamps.retain(|path, _| {
            let is_source = is_java(path) && roots.iter().any(|root| path.starts_with(root));
            !is_source && !path.starts_with(&output)
        });
        stamps.extend(seen);
        add_outputs(stamps, &output);
        if kind == Kind::Test && !project.is_recompiled {
            self.recipe.raw.push(vec!["recompiled".to_owned(), pom.display().to_string()]);
            self.projects = self.recipe.projects();
        }
        record::write(&self.recipe).context("cannot keep what is known of the build")
    }

    /// Copies resources that changed, or whose copies did; the inner error says why Maven is needed.
    fn copy_resources(
        &mut self,
        project: &RecipeProject,
        kind: Kind,
    ) -> anyhow::Result<Result<(), String>> {
        let stamps = &self.recipe.stamps;
        let is_same = |path: &Path| stamps.get(path).is_some_and(|was| is_same(path, was));
        let known = |path: &Path| stamps.contains_key(path);
        let planned = match resources::plan(project, kind, &is_same, &known, &self.settings.root) {
            Ok(planned) => planned,
            Err(why) => return Ok(Err(why)),
        };
        let mut copied = BTreeMap::new();
        for (file, target) in planned {
            // Before it is copied: what is changed meanwhile is copied again the next time.
            copied.extend(stamp(&file).map(|stamp| (file.clone(), stamp)));
            if let Some(target) = target {
                copy(&file, &target)?;
                copied.extend(stamp(&target).map(|stamp| (target, stamp)));
            }
        }
        let output = project.output(kind);
        let own = self.recipe.stamps.range(output.to_owned()..);
        let mut own = own.take_while(|(path, _)| path.starts_with(output));
        let is_lost = |path: &Path, was: &Stamp| {
            !is_class(path) && !copied.contains_key(path) && !super::stamps::is_same(path, was)
        };
        if let Some((path, _)) = own.find(|(path, was)| is_lost(path, was)) {
            return Ok(Err(format!("`{}` is not as it was", shown(path, &self.settings.root))));
        }
        if !copied.is_empty() {
            self.recipe.stamps.extend(copied);
            record::write(&self.recipe).context("cannot keep what is known of the build")?;
        }
        Ok(Ok(()))
    }

    /// Runs what is selected of a module; the inner error says why Maven is needed.
    fn test(
        &self,
        pom: &Path,
        project: &RecipeProject,
        folder: &BuildFolder,
        number: usize,
    ) -> anyhow::Result<Result<Ended, String>> {
        let Some((module, text, runner)) = self.modules.get(pom) else {
            // If there are tests now, it is for Surefire to say which.
            let is_new = project.is_recompiled || self.has_compiled;
            let has_tests = is_new && !sources(project, Kind::Test).is_empty();
            let why = || format!("nothing is known of the tests of `{}`", project.artifact);
            return Ok(if has_tests { Err(why()) } else { Ok(Ended::Passed) });
        };
        let classes = match test_classes(module, project) {
            Ok(classes) => classes,
            Err(why) => return Ok(Err(why)),
        };
        if classes.is_empty() {
            return Ok(Ok(Ended::Passed));
        }
        let text = with_classes(text, &classes);
        let module = Module::parse(&text).context("a module cannot be understood")?;
        let ready = Ready { module: &module, text, runner, added: &self.recipe.added };
        run(&ready, folder, number, &self.settings).map(Ok)
    }
}

/// The folder of the JDK whose `java` runs Maven: before release 9 that is the one of the JRE inside.
fn jdk_of(java_home: Option<PathBuf>) -> PathBuf {
    let home = java_home.unwrap_or_default();
    match home.parent() {
        Some(above) if home.ends_with("jre") && !home.join("bin/javac").exists() => {
            above.to_owned()
        }
        _ => home,
    }
}

/// What was found of the sources of a folder.
struct Found {
    changed: Vec<PathBuf>,
    which: Option<Which>,
    stamps: Vec<(PathBuf, Stamp)>,
}

/// How far it went.
enum Way {
    Ended(Exit),
    NeedsMaven(String),
}

enum UpToDate {
    Yes,
    NeedsMaven(String),
    DoesNotCompile,
}

/// Copies a file, in one step.
fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    let half = half(to);
    to.parent()
        .map_or(Ok(()), fs::create_dir_all)
        .and_then(|()| fs::copy(from, &half))
        .and_then(|_| fs::rename(&half, to))
        .with_context(|| format!("cannot write `{}`", to.display()))
}

/// A library that is not as it was, or of which Maven may find a newer one.
fn libraries_changed(recipe: &Recipe) -> Option<String> {
    for library in record::libraries(recipe) {
        let told = shown(&library, &recipe.root);
        if library.is_dir() {
            return Some(format!("no module of the build makes `{told}`"));
        }
        if library.to_string_lossy().contains("-SNAPSHOT") {
            return Some(format!("there may be a newer `{told}`"));
        }
        let was = recipe.stamps.get(&library);
        let is_other = match was {
            Some(was) => !is_same(&library, was),
            None => library.exists(),
        };
        if is_other {
            return Some(format!("`{told}` changed"));
        }
    }
    None
}

type Modules = BTreeMap<PathBuf, (Module, String, Result<Runner, String>)>;

/// What is known of the tests, by the file of the project; the error says why Maven is needed.
fn modules(
    recipe: &Recipe,
    projects: &BTreeMap<PathBuf, RecipeProject>,
) -> Result<Modules, String> {
    let mut modules = BTreeMap::new();
    for text in &recipe.modules {
        let module = Module::parse(text).map_err(|error| format!("of a module, {error}"))?;
        if let Some(why) = why_all(&module) {
            return Err(format!("{}: {why}", module.artifact));
        }
        let is_it = |(_, project): &(&PathBuf, &RecipeProject)| {
            project.group == module.group && project.artifact == module.artifact
        };
        let Some((pom, project)) = projects.iter().find(is_it) else {
            return Err(format!("`{}` was not built", module.artifact));
        };
        let runner = runner(&module, project);
        if modules.insert(pom.clone(), (module, text.clone(), runner)).is_some() {
            return Err(format!("`{}` has tests more than once", project.artifact));
        }
    }
    Ok(modules)
}

/// The test classes that there are now: those that were found by Surefire and are still there, and new ones whose names
/// match.
fn test_classes(module: &Module, project: &RecipeProject) -> Result<Vec<String>, String> {
    let folder = project.output(Kind::Test);
    let is_other = |given: &str| Path::new(given) != folder;
    if module.details_of("getTestClassesDirectory").any(is_other) {
        return Err(format!("the tests of `{}` are elsewhere", project.artifact));
    }
    if module.details_of("getDependenciesToScan").any(|given| !given.is_empty()) {
        return Err(format!("tests of `{}` are in libraries", project.artifact));
    }
    let name = |path: &PathBuf| {
        let below = path.strip_prefix(folder).ok()?.to_str()?;
        below.strip_suffix(".class").map(str::to_owned)
    };
    let there: BTreeSet<String> = files_below(folder).iter().filter_map(name).collect();
    let known = module.classes.iter().map(|class| class.replace('.', "/"));
    let mut classes: Vec<String> = known.filter(|class| there.contains(class)).collect();
    match TestPatterns::of(module).filter(|_| project.is_patterned) {
        Some(patterns) => {
            let found: BTreeSet<String> = classes.iter().cloned().collect();
            let is_new = |class: &&String| patterns.matches(class) && !found.contains(*class);
            classes.extend(there.iter().filter(is_new).cloned());
        }
        None if project.is_recompiled => {
            let name = &project.artifact;
            return Err(format!("how Surefire finds the tests of `{name}` is not known"));
        }
        None => {}
    }
    Ok(classes.into_iter().map(|class| class.replace('/', ".")).collect())
}
