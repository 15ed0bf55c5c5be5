//! What has to be known to run the tests of a Maven build without Maven. `java.lang.TamisRecipe` writes one part of it while
//! Maven runs; the rest is what files and variables were like then. See `docs/formats/recipe.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_128;

use super::{Module, unescaped};

/// The first line: what it is, and the version.
const HEADER: &str = "tamis-recipe\t2";

/// How the last line begins.
const END: &str = "of\tend\t";

/// What tells a whole text from a damaged one.
fn check(text: &str) -> String {
    format!("{:032x}", xxh3_128(text.as_bytes()))
}

/// Keys of lines that are about no single project.
const GENERAL: [&str; 7] =
    ["settings", "repository", "maven-home", "java-home", "reactor", "doubt", "surefire-alone"];

/// Whether something belongs to the code of a module or to its tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The code.
    Main,
    /// Its tests.
    Test,
}

impl Kind {
    /// The goal of the compiler plugin.
    pub fn goal(self) -> &'static str {
        match self {
            Self::Main => "compile",
            Self::Test => "testCompile",
        }
    }

    fn of_goal(goal: &str) -> Self {
        if goal == Self::Test.goal() { Self::Test } else { Self::Main }
    }

    fn of_word(word: &str) -> Option<Self> {
        match word {
            "main" => Some(Self::Main),
            "test" => Some(Self::Test),
            _ => None,
        }
    }
}

/// A mojo that ran.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mojo {
    /// Who publishes the plugin.
    pub group: String,
    /// The plugin.
    pub artifact: String,
    /// What it did.
    pub goal: String,
    /// Which of its executions.
    pub execution: String,
    /// The phase it is bound to; empty if it was called by name.
    pub phase: String,
}

/// What is said of how a mojo works: in a pom, or by a property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// The plugin.
    pub artifact: String,
    /// What it does.
    pub goal: String,
    /// The name of the parameter.
    pub name: String,
    /// Its value; as XML, if it is not just a text.
    pub value: String,
}

/// A folder of resources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resource {
    /// Whose.
    pub kind: Kind,
    /// Whether the plugin changes their content.
    pub is_filtered: bool,
    /// Where they are.
    pub folder: PathBuf,
    /// Where they go, in the folder of classes.
    pub target: String,
    /// Patterns.
    pub includes: Vec<String>,
    /// Patterns.
    pub excludes: Vec<String>,
}

/// How javac was called.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Compilation {
    /// Its words.
    pub options: Vec<String>,
    /// What it compiled.
    pub units: Vec<PathBuf>,
}

/// What Surefire runs tests by.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Provider {
    /// The class of the mojo.
    pub mojo: String,
    /// The class of the provider.
    pub class: String,
    /// How its class path is put together.
    pub configuration: String,
    /// What is on the class path behind that of the module.
    pub path: Vec<PathBuf>,
}

/// A project of the build.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RecipeProject {
    /// Its coordinates.
    pub group: String,
    /// Its coordinates.
    pub artifact: String,
    /// What it becomes.
    pub packaging: String,
    /// Folders of classes: of the code, and of its tests.
    pub outputs: [PathBuf; 2],
    /// Where the build writes to.
    pub target: PathBuf,
    /// Whether it has build extensions.
    pub has_extensions: bool,
    /// The files of its parents: that of the project, or where the local repository has it.
    pub parents: Vec<PathBuf>,
    /// What ran, in order.
    pub mojos: Vec<Mojo>,
    /// What of that ended well: plugin, goal and execution.
    pub done: Vec<[String; 3]>,
    /// What Ant was told.
    pub ant: Vec<String>,
    /// What the others were told.
    pub parameters: Vec<Parameter>,
    /// Files with values that are put into resources.
    pub filters: Vec<String>,
    /// Resources.
    pub resources: Vec<Resource>,
    /// Folders of sources, of code and of tests.
    pub roots: [Vec<PathBuf>; 2],
    /// How javac was called.
    pub compilations: Vec<(Kind, Compilation)>,
    /// Of which kinds all sources were compiled at once, so that it is known which ones there are.
    pub whole: Vec<Kind>,
    /// Whether the patterns of Surefire, as they are understood here, find what it found.
    pub is_patterned: bool,
    /// Whether its tests were compiled without Maven since.
    pub is_recompiled: bool,
    /// How the tests were run.
    pub providers: Vec<Provider>,
}

impl RecipeProject {
    /// Whether all that began in it ended well, but for mojos of a plugin.
    pub fn is_done_but_for(&self, plugin: &str) -> bool {
        self.mojos.iter().all(|mojo| {
            let Mojo { artifact, goal, execution, .. } = mojo;
            let is_it = |done: &[String; 3]| done.each_ref() == [artifact, goal, execution];
            artifact == plugin || self.done.iter().any(is_it)
        })
    }

    /// The folder of classes of a kind.
    pub fn output(&self, kind: Kind) -> &Path {
        let [main, test] = &self.outputs;
        match kind {
            Kind::Main => main,
            Kind::Test => test,
        }
    }

    /// The folders of sources of a kind.
    pub fn roots(&self, kind: Kind) -> &[PathBuf] {
        let [main, test] = &self.roots;
        match kind {
            Kind::Main => main,
            Kind::Test => test,
        }
    }

    /// How javac was called, if it was once.
    pub fn compilation(&self, kind: Kind) -> Option<&Compilation> {
        let mut own = self.compilations.iter().filter(|(each, _)| *each == kind);
        let first = own.next().map(|(_, compilation)| compilation);
        first.filter(|_| own.next().is_none())
    }
}

/// What a file was like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stamp {
    /// Its content, or nothing if only its times count.
    pub content: String,
    /// Its size and times.
    pub identity: String,
}

/// What is known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recipe {
    /// The folder of the whole build.
    pub root: PathBuf,
    /// Words for Maven that change what is built.
    pub words: Vec<String>,
    /// The program that is Maven.
    pub program: String,
    /// Variables that Maven may look at, and what they were.
    pub variables: BTreeMap<String, Option<String>>,
    /// Variables that the script of Maven adds.
    pub added: BTreeMap<String, String>,
    /// Files that say how the build is done, and their content; nothing if they were not there.
    pub files: BTreeMap<PathBuf, Option<String>>,
    /// Files that profiles ask for, and whether they were there.
    pub probes: BTreeMap<PathBuf, bool>,
    /// Sources, resources, classes, libraries.
    pub stamps: BTreeMap<PathBuf, Stamp>,
    /// Folders of classes that were made anew, and what of them looks different to those who may not have been compiled
    /// again since: names of sources; nothing if anything may.
    pub owed: BTreeMap<PathBuf, Option<BTreeSet<String>>>,
    /// What the test mojos said of themselves.
    pub modules: Vec<String>,
    /// What was written while Maven ran, line by line.
    pub raw: Vec<Vec<String>>,
}

/// A text as one word of a line.
pub fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r").replace('\t', "\\t")
}

impl Recipe {
    /// Reads what was written while Maven ran; `None` if something could not be written then.
    pub fn of_build(text: &str) -> Option<Self> {
        let raw = text.lines().map(|line| line.split('\t').map(unescaped).collect());
        let raw: Vec<Vec<String>> = raw.collect();
        let is_broken = |line: &Vec<String>| line.first().is_some_and(|key| key == "broken");
        (!raw.iter().any(is_broken)).then(|| Self { raw, ..Self::default() })
    }

    /// Reads what [`text`](Self::text) gives; `None` if it is of another version, or not whole.
    pub fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        if lines.next() != Some(HEADER) {
            return None;
        }
        let mut recipe = Self::default();
        // The last line says what is above it.
        let (above, last) = text.trim_end_matches('\n').rsplit_once('\n')?;
        if last.strip_prefix(END) != Some(&check(above)) {
            return None;
        }
        for line in lines {
            let words: Vec<String> = line.split('\t').map(unescaped).collect();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let known = |text: &str| (!text.is_empty()).then(|| text.to_owned());
            match words.as_slice() {
                ["of", "root", path] => recipe.root = path.into(),
                ["of", "word", word] => recipe.words.push((*word).to_owned()),
                ["of", "program", program] => recipe.program = String::from(*program),
                ["of", "variable", name, value] => {
                    recipe.variables.insert((*name).to_owned(), Some((*value).to_owned()));
                }
                ["of", "no-variable", name] => {
                    recipe.variables.insert((*name).to_owned(), None);
                }
                ["of", "added", name, value] => {
                    recipe.added.insert((*name).to_owned(), (*value).to_owned());
                }
                ["of", "file", path, content] => {
                    recipe.files.insert(path.into(), known(content));
                }
                ["of", "probe", path, is_there] => {
                    recipe.probes.insert(path.into(), *is_there == "yes");
                }
                ["of", "stamp", path, identity, content] => {
                    let (identity, content) = ((*identity).to_owned(), (*content).to_owned());
                    recipe.stamps.insert(path.into(), Stamp { content, identity });
                }
                ["of", "module", text] => recipe.modules.push((*text).to_owned()),
                ["of", "owed", folder, names @ ..] => {
                    let names = names.iter().map(|name| (*name).to_owned()).collect();
                    recipe.owed.insert(folder.into(), Some(names));
                }
                ["of", "owed-all", folder] => {
                    recipe.owed.insert(folder.into(), None);
                }
                ["of", "end", _] => {}
                _ => recipe.raw.push(words.iter().map(|word| (*word).to_owned()).collect()),
            }
        }
        Some(recipe)
    }

    /// All of it, as text.
    pub fn text(&self) -> String {
        let mut text = format!("{HEADER}\n");
        let mut put = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| escaped(word)).collect();
            text.push_str(&words.join("\t"));
            text.push('\n');
        };
        put(&["of", "root", &self.root.to_string_lossy()]);
        self.words.iter().for_each(|word| put(&["of", "word", word]));
        put(&["of", "program", &self.program]);
        for (name, value) in &self.variables {
            match value {
                Some(value) => put(&["of", "variable", name, value]),
                None => put(&["of", "no-variable", name]),
            }
        }
        self.added.iter().for_each(|(name, value)| put(&["of", "added", name, value]));
        for (path, content) in &self.files {
            put(&["of", "file", &path.to_string_lossy(), content.as_deref().unwrap_or_default()]);
        }
        for (path, is_there) in &self.probes {
            put(&["of", "probe", &path.to_string_lossy(), if *is_there { "yes" } else { "no" }]);
        }
        for (path, Stamp { content, identity }) in &self.stamps {
            put(&["of", "stamp", &path.to_string_lossy(), identity, content]);
        }
        for (folder, names) in &self.owed {
            let folder = folder.to_string_lossy();
            match names {
                Some(names) => {
                    let mut words = vec!["of", "owed", &*folder];
                    words.extend(names.iter().map(String::as_str));
                    put(&words);
                }
                None => put(&["of", "owed-all", &folder]),
            }
        }
        self.modules.iter().for_each(|module| put(&["of", "module", module]));
        for line in &self.raw {
            put(&line.iter().map(String::as_str).collect::<Vec<_>>());
        }
        let check = check(text.trim_end_matches('\n'));
        text.push_str(&format!("{END}{check}\n"));
        text
    }

    /// The values of lines that have one word besides their key.
    pub fn said(&self, key: &str) -> Vec<String> {
        let value = |line: &'_ Vec<String>| match line.as_slice() {
            [first, value] if first == key => Some(value.clone()),
            _ => None,
        };
        self.raw.iter().filter_map(value).collect()
    }

    /// The files of the projects of the build, in the order in which they are built.
    pub fn reactor(&self) -> Vec<PathBuf> {
        self.said("reactor").into_iter().map(PathBuf::from).collect()
    }

    /// What the test mojos said of themselves, by the folder of their project.
    pub fn test_modules(&self) -> Vec<Module> {
        self.modules.iter().filter_map(|text| Module::parse(text).ok()).collect()
    }

    /// The projects, by their files. Lines that are not understood are passed over; what is missing then is missed by who
    /// asks for it.
    pub fn projects(&self) -> BTreeMap<PathBuf, RecipeProject> {
        let mut projects: BTreeMap<PathBuf, RecipeProject> = BTreeMap::new();
        let repository = self.said("repository").first().map(PathBuf::from).unwrap_or_default();
        for line in &self.raw {
            let words: Vec<&str> = line.iter().map(String::as_str).collect();
            let [key, pom, rest @ ..] = words.as_slice() else { continue };
            if GENERAL.contains(key) {
                continue;
            }
            let project = projects.entry(pom.into()).or_default();
            project.take(key, rest, &repository);
        }
        projects
    }
}

impl RecipeProject {
    fn take_resource(&mut self, key: &str, rest: &[&str]) {
        let text = |text: &str| text.to_owned();
        match (key, rest) {
            ("resource", [kind, filtering, folder, target]) => {
                let Some(kind) = Kind::of_word(kind) else { return };
                let is_filtered = *filtering != "false" && !filtering.is_empty();
                let (folder, target) = (folder.into(), text(target));
                let (includes, excludes) = Default::default();
                self.resources.push(Resource {
                    kind,
                    is_filtered,
                    folder,
                    target,
                    includes,
                    excludes,
                });
            }
            ("resource-include", [pattern]) => {
                self.resources.last_mut().into_iter().for_each(|r| r.includes.push(text(pattern)));
            }
            ("resource-exclude", [pattern]) => {
                self.resources.last_mut().into_iter().for_each(|r| r.excludes.push(text(pattern)));
            }
            _ => {}
        }
    }

    fn take(&mut self, key: &str, rest: &[&str], repository: &Path) {
        let text = |text: &str| text.to_owned();
        match (key, rest) {
            ("project", [group, artifact, packaging, main, test, target]) => {
                (self.group, self.artifact) = (text(group), text(artifact));
                (self.packaging, self.target) = (text(packaging), target.into());
                self.outputs = [main.into(), test.into()];
            }
            ("extensions", []) => self.has_extensions = true,
            ("parent", [group, artifact, version, file]) => {
                let name = format!("{artifact}-{version}.pom");
                let group = group.replace('.', "/");
                let kept = || repository.join(group).join(artifact).join(version).join(name);
                self.parents.push(if file.is_empty() { kept() } else { file.into() });
            }
            ("mojo", [group, artifact, _version, goal, execution, phase]) => {
                self.mojos.push(Mojo {
                    group: text(group),
                    artifact: text(artifact),
                    goal: text(goal),
                    execution: text(execution),
                    phase: text(phase),
                });
            }
            ("done", [artifact, goal, execution]) => {
                self.done.push([artifact, goal, execution].map(|word| text(word)));
            }
            ("ant", [told]) => self.ant.push(text(told)),
            ("parameter", [artifact, goal, name, value]) => {
                let (artifact, goal) = (text(artifact), text(goal));
                let (name, value) = (text(name), text(value));
                self.parameters.push(Parameter { artifact, goal, name, value });
            }
            ("filter", [file]) => self.filters.push(text(file)),
            (_, rest) if key.starts_with("resource") => self.take_resource(key, rest),
            ("main-root" | "test-root", [folder]) => {
                let [main, test] = &mut self.roots;
                let roots = if key == "main-root" { main } else { test };
                let folder = PathBuf::from(folder);
                if !roots.contains(&folder) {
                    roots.push(folder);
                }
            }
            ("compile", [goal, _execution]) => {
                self.compilations.push((Kind::of_goal(goal), Compilation::default()));
            }
            ("option", [_goal, option]) => {
                let last = self.compilations.last_mut();
                last.into_iter().for_each(|(_, last)| last.options.push(text(option)));
            }
            ("unit", [_goal, unit]) => {
                let path = unit.split_once('[').and_then(|(_, rest)| rest.strip_suffix(']'));
                let last = self.compilations.last_mut();
                let path = path.unwrap_or(unit);
                last.into_iter().for_each(|(_, last)| last.units.push(path.into()));
            }
            ("whole", [goal]) => self.whole.push(Kind::of_goal(goal)),
            ("patterned", []) => self.is_patterned = true,
            ("recompiled", []) => self.is_recompiled = true,
            ("provider", [mojo, class, configuration]) => self.providers.push(Provider {
                mojo: text(mojo),
                class: text(class),
                configuration: text(configuration),
                path: Vec::new(),
            }),
            ("provider-path", [path]) => {
                self.providers.last_mut().into_iter().for_each(|p| p.path.push(path.into()));
            }
            _ => {}
        }
    }
}
