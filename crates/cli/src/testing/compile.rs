//! Compiles what changed, with the words that Maven gave to javac.
//!
//! If sources were only edited, these alone are compiled, against the classes that are there. If something of the result can
//! be seen by other sources, those that have a way to it are compiled with them; the rest would become what it is. Otherwise,
//! and if it is not known who sees what, all sources of the folder are compiled. Classes are made in a folder of their own,
//! and moved when all is well.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context as _;
use tamis_build::ClassFiles;
use tamis_build::maven::{Kind, RecipeProject};
use tamis_world::ClassPath;

use super::naming::Naming;
use super::record::{class_path_of, sources};
use super::stamps::{files_below, half, is_class};
use super::visible::{Visible, family, visible};
use crate::output::{self, WithHint as _};

/// Which sources are to be compiled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Which {
    /// All that there are.
    All,
    /// These at least, and who sees what is visible of them and of what the folder is compiled against: nothing else changed.
    Edited(Vec<PathBuf>),
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Compiled {
    /// Done. What looks different to those who are compiled against it.
    Done { visible: Visible, sources: usize },
    /// javac has complained.
    Failed,
}

/// A folder of sources and what makes classes of them.
pub(crate) struct Compiler<'c> {
    pub(crate) java_home: &'c Path,
    pub(crate) release: u16,
    pub(crate) project: &'c RecipeProject,
    pub(crate) kind: Kind,
    /// What looks different on its class path.
    pub(crate) seen: &'c Visible,
    /// The packages of the build, as [`packages`] has them.
    pub(crate) packages: &'c [String],
    /// Where javac is called.
    pub(crate) root: &'c Path,
    /// For temporary files.
    pub(crate) work: &'c Path,
}

/// So many sources take javac hardly longer than one.
const FEW: usize = 8;

/// Files by which a library says that it processes annotations.
const PROCESSORS: &str = "META-INF/services/javax.annotation.processing.Processor";

/// The same of those that change what javac does.
const PLUGINS: &str = "META-INF/services/com.sun.source.util.Plugin";

impl Compiler<'_> {
    /// Why it cannot be done, if it cannot.
    pub(crate) fn doubt(&self) -> Option<String> {
        let name = &self.project.artifact;
        let what = if self.kind == Kind::Main { "code" } else { "tests" };
        let compilation = self.project.compilation(self.kind);
        let Some(compilation) = compilation.filter(|_| self.project.whole.contains(&self.kind))
        else {
            return Some(format!("it is not known how the {what} of `{name}` is compiled"));
        };
        let is_module = |path: &PathBuf| path.ends_with("module-info.java");
        if sources(self.project, self.kind).iter().any(is_module) {
            return Some(format!("`{name}` is a module of Java"));
        }
        let options = &compilation.options;
        let odd = ["-processor", "-processorpath", "--processor-path", "--processor-module-path"];
        if let Some(option) = options.iter().find(|option| odd.contains(&option.as_str())) {
            return Some(format!("javac is called with {option} in `{name}`"));
        }
        if let Some(option) =
            options.iter().find(|it| it.starts_with("-Xplugin") || it.starts_with("-A"))
        {
            return Some(format!("javac is called with {option} in `{name}`"));
        }
        let services: &[&str] = if options.iter().any(|option| option == "-proc:none") {
            &[PLUGINS]
        } else {
            &[PROCESSORS, PLUGINS]
        };
        let class_path = class_path_of(options).into_iter().filter(|path| path.exists());
        let class_path: Vec<String> = class_path.map(|path| path.display().to_string()).collect();
        if class_path.is_empty() {
            return None;
        }
        // What cannot be read is not taken for harmless.
        let files = ClassPath::parse(&class_path.join(":")).ok();
        let files = files.map(|path| ClassFiles::new(&path, self.release));
        let is_absent = |service: &&str| {
            let found = files.as_ref().and_then(|files| files.resources(service).ok());
            found.is_some_and(|found| found.is_empty())
        };
        let is_harmless = services.iter().all(is_absent);
        (!is_harmless).then(|| format!("annotations may be processed in `{name}`"))
    }

    /// Compiles, and puts classes in place.
    pub(crate) fn compile(&self, which: &Which) -> anyhow::Result<Compiled> {
        // If something can be seen, or it is not known what, all are compiled.
        if let Which::Edited(edited) = which
            && let Some(compiled) = self.compile_edited(edited)?
        {
            return Ok(compiled);
        }
        self.compile_all()
    }

    fn output(&self) -> &Path {
        self.project.output(self.kind)
    }

    fn folder(&self, name: &str) -> anyhow::Result<PathBuf> {
        let folder = self.work.join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).context("cannot empty a temporary folder")?;
        }
        fs::create_dir_all(&folder).context("cannot make a temporary folder")?;
        Ok(folder)
    }

    /// `None` if all have to be compiled.
    fn compile_edited(&self, edited: &[PathBuf]) -> anyhow::Result<Option<Compiled>> {
        let Visible::Names(seen) = self.seen else { return Ok(None) };
        // A class with another name than its source is not found by it.
        if !class_names(self.output()).iter().all(|name| self.has_source(family(name))) {
            return Ok(None);
        }
        let all = sources(self.project, self.kind);
        let Some(naming) = Naming::read(&all) else { return Ok(None) };
        let mut names = seen.clone();
        let mut chosen: BTreeSet<PathBuf> = edited.iter().cloned().collect();
        // If they are few, those that could see something are compiled at once, whether there is something to see or not.
        let stems = edited.iter().filter_map(|source| source.file_stem()?.to_str());
        let all_names = names.iter().cloned().chain(stems.map(str::to_owned)).collect();
        if let Some((few, _)) = naming.closure(&all_names).filter(|(found, _)| found.len() <= FEW) {
            chosen.extend(few);
        }
        let closure = |names: &BTreeSet<String>| {
            let is_open = !names.is_empty() && self.has_way_through_libraries();
            if is_open { None } else { naming.closure(names) }
        };
        loop {
            let Some((found, visible)) = closure(&names) else { return Ok(None) };
            let is_done = found.is_subset(&chosen);
            chosen.extend(found);
            if chosen.is_empty() {
                return Ok(Some(Compiled::Done { visible, sources: 0 }));
            }
            // All at once do not take much longer then.
            if !is_done && chosen.len() * 2 > all.len() {
                return Ok(None);
            }
            let Some(seen) = self.compile_some(&chosen)? else { return Ok(None) };
            names.extend(seen);
            let Some((found, visible)) = closure(&names) else { return Ok(None) };
            if found.is_subset(&chosen) {
                self.put_some()?;
                return Ok(Some(Compiled::Done { visible, sources: chosen.len() }));
            }
        }
    }

    /// Whether a library names classes of the build: whoever uses it may see them and not name them.
    fn has_way_through_libraries(&self) -> bool {
        let compilation = self.project.compilation(self.kind);
        let class_path = compilation.map(|it| class_path_of(&it.options)).unwrap_or_default();
        let class_path: Vec<String> = class_path
            .iter()
            .filter(|path| path.is_file())
            .map(|path| path.display().to_string())
            .collect();
        if class_path.is_empty() {
            return false;
        }
        let path = ClassPath::parse(&class_path.join(":")).ok();
        let is_named = path.and_then(|path| {
            ClassFiles::new(&path, self.release).is_named_in_jars(self.packages).ok()
        });
        is_named.unwrap_or(true)
    }

    /// Compiles some sources against the classes of the others; which names look different to those. Nothing if all have to
    /// be compiled.
    fn compile_some(&self, chosen: &BTreeSet<PathBuf>) -> anyhow::Result<Option<BTreeSet<String>>> {
        let fresh = self.folder("fresh")?;
        let chosen: Vec<PathBuf> = chosen.iter().cloned().collect();
        // What is wrong is told when all are compiled: another source may have to change as well.
        if !self.javac(&fresh, &chosen, false)? {
            return Ok(None);
        }
        let made = class_names(&fresh);
        // A source that does not have the class of its name any more may have had others.
        let has_class = |source: &PathBuf| {
            let mut roots = self.project.roots(self.kind).iter();
            let below = roots.find_map(|root| source.strip_prefix(root).ok());
            let name = below.and_then(|below| below.with_extension("").to_str().map(str::to_owned));
            name.is_some_and(|name| made.contains(&name))
        };
        // Nor may there be a class in it that belongs to a source which was not compiled.
        let is_own = |name: &String| {
            let file = format!("{}.java", family(name));
            let mut places = self.project.roots(self.kind).iter().map(|root| root.join(&file));
            places.all(|place| chosen.contains(&place) || !place.exists())
        };
        if !chosen.iter().all(has_class) || !made.iter().all(is_own) {
            return Ok(None);
        }
        let families: BTreeSet<&str> = made.iter().map(|name| family(name)).collect();
        let folders: BTreeSet<&str> = made.iter().map(|name| package(name)).collect();
        let (old, all) = (self.folder("old")?, class_names(self.output()));
        for name in all.iter().filter(|name| folders.contains(package(name))) {
            if families.contains(family(name)) {
                let from = self.output().join(format!("{name}.class"));
                let target = old.join(format!("{name}.class"));
                target.parent().map_or(Ok(()), fs::create_dir_all)?;
                fs::copy(&from, &target)
                    .with_context(|| format!("cannot read `{}`", from.display()))?;
            } else if !self.has_source(family(name)) {
                // It may be of one of the compiled files, or have been.
                return Ok(None);
            }
        }
        Ok(match visible(&old, &fresh, self.release, &|_| false)? {
            Visible::Names(names) => Some(names),
            Visible::Everything => None,
        })
    }

    /// Puts what was compiled of some sources into place.
    fn put_some(&self) -> anyhow::Result<()> {
        let (old, fresh) = (self.work.join("old"), self.work.join("fresh"));
        let gone = class_names(&old).difference(&class_names(&fresh)).cloned().collect::<Vec<_>>();
        self.put(&fresh, &gone)
    }

    fn compile_all(&self) -> anyhow::Result<Compiled> {
        let fresh = self.folder("fresh")?;
        let sources = sources(self.project, self.kind);
        if !sources.is_empty() && !self.javac(&fresh, &sources, true)? {
            return Ok(Compiled::Failed);
        }
        // Maven makes empty ones where javac makes none.
        let is_description =
            |name: &str| name.rsplit('/').next() == Some("package-info") && self.has_source(name);
        fs::create_dir_all(self.output()).context("cannot make the folder of classes")?;
        let visible = visible(self.output(), &fresh, self.release, &is_description)?;
        let (old, made) = (class_names(self.output()), class_names(&fresh));
        let is_kept = |name: &str| is_description(name) || self.is_resource(name);
        let gone = old.difference(&made).filter(|name| !is_kept(name)).cloned();
        self.put(&fresh, &gone.collect::<Vec<_>>())?;
        let visible = visible.and(self.seen.clone());
        // A class with another name than its source is not found by it.
        let is_named = made.iter().all(|name| self.has_source(family(name)));
        let visible = match visible {
            _ if visible.is_nothing() => visible,
            Visible::Names(names) if is_named && !self.has_way_through_libraries() => {
                led(&sources, &names)
            }
            Visible::Names(_) | Visible::Everything => Visible::Everything,
        };
        Ok(Compiled::Done { visible, sources: sources.len() })
    }

    /// Whether it is no class of ours, but a resource that is called like one.
    fn is_resource(&self, class: &str) -> bool {
        let own = self.project.resources.iter().filter(|resource| resource.kind == self.kind);
        let path = PathBuf::from(format!("{class}.class"));
        own.into_iter().any(|resource| {
            let below = path.strip_prefix(&resource.target);
            below.is_ok_and(|below| resource.folder.join(below).is_file())
        })
    }

    fn has_source(&self, class: &str) -> bool {
        let roots = self.project.roots(self.kind);
        roots.iter().any(|root| root.join(format!("{class}.java")).is_file())
    }

    /// Calls javac; whether all is well. What it says is told if all sources are compiled.
    fn javac(&self, fresh: &Path, sources: &[PathBuf], is_all: bool) -> anyhow::Result<bool> {
        let compilation = self.project.compilation(self.kind).context("no compiler is known")?;
        let mut words: Vec<String> = Vec::new();
        let mut options = compilation.options.iter();
        while let Some(option) = options.next() {
            match option.as_str() {
                "-d" => {
                    options.next();
                    words.extend(["-d".to_owned(), fresh.display().to_string()]);
                }
                // All others are as they were compiled.
                "-sourcepath" | "--source-path" if !is_all => {
                    options.next();
                }
                "-classpath" | "-cp" | "--class-path" => {
                    let given = options.next().cloned().unwrap_or_default();
                    words.extend([option.clone(), self.class_path(&given, fresh, is_all)]);
                }
                "-s" | "-h" => {
                    let folder = options.next().cloned().unwrap_or_default();
                    fs::create_dir_all(&folder).context("cannot make a folder for javac")?;
                    words.extend([option.clone(), folder]);
                }
                _ => words.push(option.clone()),
            }
        }
        words.extend(sources.iter().map(|source| source.display().to_string()));
        let file = self.work.join("javac.txt");
        fs::write(&file, words.iter().map(|word| quoted(word)).collect::<String>())
            .context("cannot write words for javac")?;
        let javac = self.java_home.join("bin/javac");
        let output = Command::new(&javac)
            // It does not run for long.
            .args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"])
            .arg(format!("@{}", file.display()))
            .current_dir(self.root)
            .output()
            .with_context(|| format!("cannot start `{}`", javac.display()))
            .hint("set JAVA_HOME to the folder of a JDK")?;
        if !output.status.success() && is_all {
            let said = [output.stdout, output.stderr].concat();
            output::say(String::from_utf8_lossy(&said).trim_end());
        }
        Ok(output.status.success())
    }

    /// If all are compiled anew, none of the old ones may be found.
    fn class_path(&self, given: &str, fresh: &Path, is_all: bool) -> String {
        let output = self.output();
        let entries = std::env::split_paths(given);
        let entries =
            entries.map(|path| if is_all && path == output { fresh.to_owned() } else { path });
        let entries: Vec<String> = entries.map(|path| path.display().to_string()).collect();
        entries.join(":")
    }

    /// Puts new classes into place, and takes old ones away.
    fn put(&self, fresh: &Path, gone: &[String]) -> anyhow::Result<()> {
        let cannot = |path: &Path| format!("cannot write `{}`", path.display());
        for from in files_below(fresh) {
            let below = from.strip_prefix(fresh).unwrap_or(&from);
            let target = self.output().join(below);
            let bytes = fs::read(&from).context("cannot read a class")?;
            if fs::read(&target).is_ok_and(|there| there == bytes) {
                continue;
            }
            let half = half(&target);
            target
                .parent()
                .map_or(Ok(()), fs::create_dir_all)
                .and_then(|()| fs::write(&half, &bytes))
                .and_then(|()| fs::rename(&half, &target))
                .with_context(|| cannot(&target))?;
        }
        for name in gone {
            let path = self.output().join(format!("{name}.class"));
            fs::remove_file(&path).with_context(|| cannot(&path))?;
        }
        Ok(())
    }
}

/// The classes of a folder, with `/` in their names.
fn class_names(folder: &Path) -> BTreeSet<String> {
    let files = files_below(folder).into_iter().filter(|path| is_class(path));
    let name = |path: PathBuf| {
        let below = path.strip_prefix(folder).ok()?.to_str()?.to_owned();
        below.strip_suffix(".class").map(str::to_owned)
    };
    files.filter_map(name).collect()
}

/// The packages that classes of some folders are in, such as `shop/price/`. One that is below another is left out: the name
/// of the other is in its own.
pub(crate) fn packages(folders: &[&Path]) -> Vec<String> {
    let classes = folders.iter().flat_map(|folder| class_names(folder));
    let all: BTreeSet<String> = classes
        .map(|class| format!("{}/", package(&class)).trim_start_matches('/').to_owned())
        .collect();
    let is_top =
        |own: &&String| !all.iter().any(|other| other != *own && own.starts_with(other.as_str()));
    all.iter().filter(is_top).cloned().collect()
}

fn package(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(package, _)| package)
}

/// What names lead to: a class can look different since one above it does.
fn led(sources: &[PathBuf], names: &BTreeSet<String>) -> Visible {
    let found = Naming::read(sources).and_then(|naming| naming.closure(names));
    found.map_or(Visible::Everything, |(_, visible)| visible)
}

/// A word of a file that javac reads.
fn quoted(word: &str) -> String {
    format!("\"{}\"\n", word.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::{package, quoted};
    use crate::testing::visible::family;

    #[test]
    fn classes_belong_to_the_one_around_them() {
        assert_eq!(family("p/q/A$1$B"), "p/q/A");
        assert_eq!(family("A"), "A");
        assert_eq!(family("p/$A$B"), "p/$A");
        assert_eq!((package("p/q/A"), package("A")), ("p/q", ""));
        assert_eq!(quoted("a \"b\\c"), "\"a \\\"b\\\\c\"\n");
    }
}
