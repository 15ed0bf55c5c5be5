//! The project that a verb works on: its class path, tests, surroundings and evidence.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context as _, anyhow};
use tamis_build::ClassFiles;
use tamis_build::maven::Module;
use tamis_build::plain::{Named, PlainError, Plan, PlannedTest};
use tamis_report::{plural, quoted_list};
use tamis_select::{Block, ClassState, Request, Selection, Statics, Technique};
use tamis_store::{Loaded, Store, StoreError};
use tamis_trace::ClassSource as _;
use tamis_vocab::ClassName;
use tamis_world::{Cache, ClassPath, Now, Surroundings, World};

use crate::arguments::ProjectArguments;
use crate::evidence::seconds;
use crate::jdk;
use crate::kept_file::read_text;
use crate::output::{self, Hint, WithHint as _};
use crate::statics;

/// The folder of the store, in the root of a project.
pub(crate) const FOLDER: &str = ".tamis";
/// The stores of the modules of a build, in that folder.
pub(crate) const MODULES: &str = "modules";
/// What is known about a module since it was last built, in its store.
pub(crate) const MODULE: &str = "module";

/// What follows if a static technique cannot be used.
const ALL_RUN: &str = "all tests run; another technique may do without it";

/// A project.
pub(crate) struct Project {
    pub(crate) root: PathBuf,
    pub(crate) java: PathBuf,
    pub(crate) release: Option<u16>,
    pub(crate) class_path: ClassPath,
    /// The class path, absolute.
    pub(crate) roots: Vec<PathBuf>,
    pub(crate) class_files: ClassFiles,
    pub(crate) plan: Plan,
    pub(crate) surroundings: Surroundings,
    pub(crate) store: Store,
    pub(crate) technique: Technique,
    not_before: u64,
}

/// The evidence that there is.
#[derive(Default)]
pub(crate) struct Known {
    pub(crate) blocks: Vec<Block>,
    /// Whether the store must not be written, as it is not ours to understand.
    pub(crate) is_refused: bool,
    /// Whether something could not be read.
    pub(crate) is_doubtful: bool,
    /// Whether what can be made again may be kept.
    pub(crate) may_write: bool,
    /// Evidence up to this moment may be lost.
    lost_until: u64,
}

/// What was found.
pub(crate) struct Looked {
    /// The class path.
    pub(crate) world: World,
    pub(crate) known: Known,
    /// Whether something of the class path could not be read.
    pub(crate) is_unread: bool,
}

impl Project {
    /// All of the class path, also what manifests of its jars name: what the JVM reads of it to find classes is
    /// known by the names of these.
    pub(crate) fn all_roots(&self) -> Vec<String> {
        let paths = self.class_path.roots.iter().filter_map(|root| absolute(&root.path).ok());
        paths.map(|path| path.display().to_string()).collect()
    }

    pub(crate) fn open(arguments: &ProjectArguments) -> anyhow::Result<Self> {
        let root = root(&arguments.project).hint("name a folder with --project")?;
        let class_path = arguments.classpath.as_deref().unwrap_or_default();
        let class_path = ClassPath::parse(class_path)
            .context("cannot use the class path")
            .hint("name folders and jars that exist, with `:` between")?;
        let java = absolute(&jdk::tool("java")?)?;
        let release = jdk::release(&java);
        let class_files =
            ClassFiles::new(&class_path, release.unwrap_or(tamis_world::NEWEST_RELEASE));
        let plan = plan(&arguments.tests, &class_files)?;
        let roots = class_path.written.iter().map(|path| absolute(path));
        let roots: Vec<PathBuf> = roots.collect::<anyhow::Result<_>>()?;
        let surroundings = Surroundings {
            project: root.clone(),
            home: env::var_os("HOME").filter(|home| !home.is_empty()).map(PathBuf::from),
            java_home: java_home(&java),
            jvm_arguments: arguments.jvm.clone(),
            variables: env::vars_os().collect(),
            class_path: roots.clone(),
        };
        let technique = arguments.coarsen.iter();
        let technique =
            technique.fold(arguments.technique, |technique, kind| technique.coarsened(*kind));
        let age = arguments.max_age.map(|days| days.saturating_mul(86_400));
        // With 0, nothing counts, also not what was found out in this second.
        let not_before = age.map_or(0, |age| (seconds(SystemTime::now()) + 1).saturating_sub(age));
        let store = Store::at(&root.join(FOLDER));
        Ok(Self {
            root,
            java,
            release,
            class_path,
            roots,
            class_files,
            plan,
            surroundings,
            store,
            technique,
            not_before,
        })
    }

    /// The project, or if no class path is given, the modules of a build with Maven as they were last built, with their
    /// names.
    pub(crate) fn all(arguments: &ProjectArguments) -> anyhow::Result<Vec<(String, Self)>> {
        let here = root(&arguments.project).hint("name a folder with --project")?;
        let root = root_of_modules(&here).filter(|_| arguments.classpath.is_none());
        let Some(root) = root else {
            return Ok(vec![(String::new(), Self::open(arguments)?)]);
        };
        let modules = root.join(FOLDER).join(MODULES);
        let folders = fs::read_dir(&modules).context("cannot list the modules")?.flatten();
        let mut texts: Vec<PathBuf> = folders.map(|entry| entry.path().join(MODULE)).collect();
        texts.retain(|text| text.is_file());
        texts.sort();
        let mut projects = Vec::new();
        for file in texts {
            let cannot = || format!("cannot read `{}`", file.display());
            let text = read_text(&file).with_context(cannot)?;
            let module = Module::parse(&text).with_context(cannot)?;
            // Once, modules had folders of other names; the next build takes these away.
            let folder = file.parent().and_then(Path::file_name);
            if folder.is_none_or(|name| name != module.key().as_str()) {
                continue;
            }
            if let Some(other) = module.root.as_ref().filter(|other| *other != root) {
                return Err(anyhow!("this was last built in `{}`", other.display()))
                    .hint("build it here with `tamis mvn test` or `tamis gradle test`; the evidence came along");
            }
            let variables = env::vars_os().collect();
            let project = Self::of_module(&module, root, arguments.technique, variables)
                .hint("build it again with `tamis mvn test` or `tamis gradle test`")?;
            projects.push((module.artifact, project));
        }
        Ok(projects)
    }

    /// A module of a build. Its evidence is in a folder of its own, below that of the whole build. `variables` are those of
    /// the build tool, or of the tests.
    pub(crate) fn of_module(
        module: &Module,
        root: &Path,
        technique: Technique,
        mut variables: BTreeMap<OsString, OsString>,
    ) -> anyhow::Result<Self> {
        // What is not there is passed over by the JVM; a module without code of its own has no folder for it.
        let is_there = |path: &&PathBuf| path.exists();
        let written: Vec<String> = module
            .class_path
            .iter()
            .filter(is_there)
            .map(|path| path.display().to_string())
            .collect();
        let class_path =
            ClassPath::parse(&written.join(":")).context("cannot use the class path")?;
        let java = match &module.java {
            Some(java) => java.clone(),
            None => absolute(&jdk::tool("java")?)?,
        };
        let release = jdk::release(&java);
        let newest = release.unwrap_or(tamis_world::NEWEST_RELEASE);
        let class_files = ClassFiles::new(&class_path, newest);
        let mut jvm_arguments = module.jvm_words();
        jvm_arguments.extend(module_descriptors(&class_files));
        for name in &module.without {
            variables.remove(OsStr::new(name));
        }
        let own = module.variables.iter();
        variables.extend(own.map(|(name, value)| (name.into(), value.into())));
        let roots = class_path.written.clone();
        let surroundings = Surroundings {
            project: root.to_owned(),
            home: env::var_os("HOME").filter(|home| !home.is_empty()).map(PathBuf::from),
            java_home: java_home(&java),
            jvm_arguments,
            variables,
            class_path: roots.clone(),
        };
        let store = Store::at(&root.join(FOLDER).join(MODULES).join(module.key()));
        let test = |class| PlannedTest { class, framework: None };
        let mut tests = module.tests();
        if module.is_of_gradle() {
            tests = Plan::tests_among(&class_files, tests);
        }
        let tests = tests.into_iter().map(test).collect();
        let plan = Plan { tests, ..Plan::default() };
        Ok(Self {
            root: root.to_owned(),
            java,
            release,
            class_path,
            roots,
            class_files,
            plan,
            surroundings,
            store,
            technique,
            not_before: 0,
        })
    }

    /// The folder with what is kept of classes, which only saves time.
    pub(crate) fn cache(&self) -> PathBuf {
        self.store.folder().join("cache")
    }

    /// What is on the class path now. What could not be read is told.
    pub(crate) fn world(&self, may_write: bool) -> World {
        self.reading(may_write)()
    }

    fn reading(&self, may_write: bool) -> impl FnOnce() -> World + Send + '_ {
        let folder = self.cache();
        let cache = if may_write { Cache::new(folder) } else { Cache::read_only(folder) };
        let release = self.release.unwrap_or(tamis_world::NEWEST_RELEASE);
        let (class_path, java_home) = (&self.class_path, &self.surroundings.java_home);
        move || World::read(class_path, release, Some(&cache), &|_| {}).on(java_home)
    }

    /// Says what of the class path could not be read; whether there was something is told.
    fn tell_problems(world: &World) -> bool {
        const MOST: usize = 3;
        let problems: Vec<String> = world.problems().map(ToString::to_string).collect();
        let warn = |texts: &[String]| {
            texts.iter().take(MOST).for_each(|text| output::warn(text, None));
            if texts.len() > MOST {
                output::say(&format!("warning: and {} more", texts.len() - MOST));
            }
        };
        warn(&problems);
        warn(world.notes());
        !problems.is_empty()
    }

    /// What is on the class path now, and the evidence; the two are read side by side. What is wrong with them is told.
    pub(crate) fn look(&self, may_write: bool) -> Looked {
        let read = self.reading(may_write);
        let store = &self.store;
        let load = || if may_write { store.load_and_set_aside() } else { store.load() };
        let (world, loaded) = rayon::join(read, load);
        let is_unread = Self::tell_problems(&world);
        let mut known = Self::known(loaded);
        known.may_write = may_write && !known.is_refused;
        Looked { world, known, is_unread }
    }

    /// The same without evidence: nothing is read of the store, and nothing written.
    pub(crate) fn look_without_evidence(&self) -> Looked {
        let world = self.world(false);
        let is_unread = Self::tell_problems(&world);
        Looked { world, known: Known::default(), is_unread }
    }

    /// The evidence. What is wrong with it is told: it makes tests run, and is never lost.
    fn known(loaded: Result<Loaded, StoreError>) -> Known {
        match loaded {
            Ok(loaded) => {
                for trouble in &loaded.troubles {
                    output::warn(trouble, Some("what only it knew about runs again"));
                }
                let is_doubtful = !loaded.troubles.is_empty();
                let (blocks, lost_until) = (loaded.blocks, loaded.lost_until);
                Known { blocks, is_refused: false, is_doubtful, may_write: false, lost_until }
            }
            Err(error) => {
                let hint = match error {
                    StoreError::Newer { .. } => {
                        "use the newer tamis; with this one everything runs, and nothing is kept"
                    }
                    StoreError::Io { .. } | StoreError::NoEvidence { .. } => {
                        "everything runs, and nothing is kept"
                    }
                };
                output::warn(&error.to_string(), Some(hint));
                Known { is_refused: true, is_doubtful: true, ..Known::default() }
            }
        }
    }

    /// The planned tests.
    pub(crate) fn tests(&self) -> Vec<ClassName> {
        self.plan.tests.iter().map(|test| test.class.clone()).collect()
    }

    /// Selects among the planned tests.
    pub(crate) fn select(&self, known: &Known, now: &Now<'_>, is_forced: bool) -> Selection {
        let reached = if is_forced { None } else { self.reached(known, now.world()) };
        self.select_by(known, now, is_forced, reached.as_ref())
    }

    /// The same, for those who have asked already what tests can reach.
    pub(crate) fn select_by(
        &self,
        known: &Known,
        now: &Now<'_>,
        is_forced: bool,
        reached: Option<&statics::Known>,
    ) -> Selection {
        let request = Request {
            tests: self.tests(),
            technique: self.technique,
            is_forced,
            not_before: self.not_before,
            lost_until: known.lost_until,
        };
        let (blocks, answers) = (&known.blocks, Answers(now));
        match reached.map(statics::Known::ready) {
            Some(Ok(reach)) => {
                let class_path = &statics::class_path_state(now.world());
                let libraries = &statics::Remembered::of(&self.store);
                let statics = Statics { class_path, reach: &reach, libraries };
                tamis_select::select_statically(blocks, &request, &answers, &statics)
            }
            Some(Err(why)) => {
                output::warn(&why, Some(ALL_RUN));
                tamis_select::select(blocks, &request, &answers)
            }
            // A static technique that has nothing to go by finds all tests in doubt.
            None => tamis_select::select(blocks, &request, &answers),
        }
    }

    /// What tests can reach, if the technique is a static one. What keeps it from being known is told.
    pub(crate) fn reached(&self, known: &Known, world: &World) -> Option<statics::Known> {
        let Technique::Static(technique) = self.technique else { return None };
        match statics::Known::read(self, world, known, technique) {
            Ok(read) => {
                if let Some(note) = statics::note(technique, &known.blocks, &self.tests()) {
                    output::say(&note);
                }
                Some(read)
            }
            Err(about) => {
                output::warn(&format!("nothing can be said about {about}"), Some(ALL_RUN));
                None
            }
        }
    }
}

/// The world as selection asks for it.
pub(crate) struct Answers<'n, 'w>(pub(crate) &'n Now<'w>);

impl tamis_select::Now for Answers<'_, '_> {
    fn class(&self, name: &str) -> ClassState {
        state(self.0.class(name))
    }

    fn classes(&self, names: &[&str]) -> Vec<ClassState> {
        self.0.classes(names).into_iter().map(state).collect()
    }

    fn value(&self, entity: &tamis_vocab::Entity) -> Option<tamis_vocab::Fingerprint> {
        self.0.value(entity)
    }

    fn prints(&self, canonical: &str) -> Option<Vec<tamis_facts::value::MethodPrint>> {
        self.0.prints(canonical)
    }
}

/// What a world says of a class, as selection asks for it.
fn state(found: Option<(Option<tamis_vocab::Fingerprint>, u32)>) -> ClassState {
    match found {
        Some((Some(all), copies)) => ClassState::Present { all, copies },
        Some((None, _)) => ClassState::Unreadable,
        None => ClassState::Absent,
    }
}

/// What the world and its surroundings are now.
pub(crate) fn now<'w>(world: &'w World, surroundings: &'w Surroundings) -> Now<'w> {
    Now::new(world, surroundings, tamis_probes::is_framework)
}

/// What the modules of a class path say of themselves, as a word for the JVM: which of them reads which, and what they
/// provide, is no fact of a class.
fn module_descriptors(class_files: &ClassFiles) -> Option<OsString> {
    match class_files.copies(&ClassName::internal("module-info")) {
        Ok(copies) if copies.is_empty() => None,
        Ok(copies) => {
            let print = tamis_facts::fingerprint::of_content(&copies.concat());
            Some(format!("modules {print}").into())
        }
        // Different each time.
        Err(_) => Some(format!("modules {:?}", SystemTime::now()).into()),
    }
}

/// The JDK of a `java`.
pub(crate) fn java_home(java: &Path) -> PathBuf {
    let java = fs::canonicalize(java).ok();
    let home = java.as_deref().and_then(Path::parent).and_then(Path::parent);
    home.unwrap_or(Path::new("/")).to_owned()
}

/// The root of the build that a folder is in, if something is known of its modules: a module finds that further up.
fn root_of_modules(folder: &Path) -> Option<&Path> {
    for folder in folder.ancestors() {
        if folder.join(FOLDER).join(MODULES).is_dir() {
            return Some(folder);
        }
        // What is around a checkout is another one.
        if folder.join(".git").exists() {
            return None;
        }
    }
    None
}

/// The folder whose evidence is meant in a folder: its own, or that of the build that it is in.
pub(crate) fn root_of_evidence(folder: &Path) -> &Path {
    let has_own = folder.join(FOLDER).is_dir();
    root_of_modules(folder).filter(|_| !has_own).unwrap_or(folder)
}

/// The stores of a project: its own, and those of the modules of its build, with their names.
pub(crate) fn stores(root: &Path) -> Vec<(String, Store)> {
    stores_in(&root.join(FOLDER))
}

/// The same for a folder like `.tamis`, whatever it is called.
pub(crate) fn stores_in(own: &Path) -> Vec<(String, Store)> {
    let modules = fs::read_dir(own.join(MODULES)).into_iter().flatten().flatten();
    let module = |entry: fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        entry.path().is_dir().then(|| (name, Store::at(&entry.path())))
    };
    let mut stores: Vec<(String, Store)> = modules.filter_map(module).collect();
    stores.sort_by(|one, other| one.0.cmp(&other.0));
    // What a module has, the build as a whole need not have.
    if stores.is_empty() || own.join("evidence").is_dir() {
        stores.insert(0, (String::new(), Store::at(own)));
    }
    stores
}

/// The root of a project, resolved.
pub(crate) fn root(folder: &Path) -> anyhow::Result<PathBuf> {
    let cannot = || format!("cannot use the project `{}`", folder.display());
    let root = fs::canonicalize(folder).with_context(cannot)?;
    if !root.is_dir() {
        return Err(anyhow!("it is no folder")).with_context(cannot);
    }
    Ok(root)
}

pub(crate) fn absolute(path: &Path) -> anyhow::Result<PathBuf> {
    std::path::absolute(path).with_context(|| format!("cannot find `{}`", path.display()))
}

/// The tests that were asked for, or all.
fn plan(tests: &[String], class_files: &ClassFiles) -> anyhow::Result<Plan> {
    let mut named = Vec::new();
    for text in tests {
        named.push(Named::parse(text, class_files).map_err(with_hint)?);
    }
    let plan = Plan::of(class_files, &named).map_err(with_hint)?;
    // Several test classes may have the same superclass.
    for error in plan.unreadable.iter().collect::<BTreeSet<_>>() {
        output::warn(error, Some("build the project again; other tests run all the same"));
    }
    if !plan.left_out.is_empty() {
        let names: Vec<String> = plan.left_out.iter().map(ToString::to_string).collect();
        output::say(&format!(
            "note: {} by name without tests of a framework that is known: {}",
            plural(names.len(), "test class", "test classes"),
            quoted_list(&names, 3)
        ));
    }
    if plan.tests.is_empty() {
        let hint = no_tests(class_files, &named);
        output::warn("no test class was found", Some(&hint));
    }
    Ok(plan)
}

/// What can be done if nothing was found.
fn no_tests(class_files: &ClassFiles, named: &[Named]) -> String {
    let jars = if named.is_empty() { Plan::jars_with_tests(class_files) } else { Vec::new() };
    let jars: Vec<String> = jars.iter().map(|jar| jar.display().to_string()).collect();
    match jars.as_slice() {
        [] => "test classes are found by name (Test*, *Test, *Tests, *TestCase), and need the \
               annotations or superclass of a framework"
            .to_owned(),
        [_] => format!("there are tests in {}: name it with --tests", quoted_list(&jars, 3)),
        _ => format!("there are tests in {}: name them with --tests", quoted_list(&jars, 3)),
    }
}

/// The error, with what to do about it.
pub(crate) fn with_hint(error: PlainError) -> anyhow::Error {
    let hint = Hint(error.hint());
    anyhow::Error::new(error).context(hint)
}
