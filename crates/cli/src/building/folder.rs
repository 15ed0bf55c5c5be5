//! The folder in which the processes of one build meet. For each module that has asked, by number:
//!
//! | file | is |
//! |---|---|
//! | `N.module` | what the mojo says |
//! | `N.answer` | which tests run, and how |
//! | `N.roots` | what is on the class path |
//! | `N.journals` | what they recorded |
//! | `N.world` | what was on the class path |
//! | `N.environment` | the variables that the tests get, with Gradle and without Maven |
//! | `N.variables` | the variables that Maven has |
//! | `N.reasons` | why tests run, for events |
//! | `N.unchanged` | since when skipped tests are unchanged |
//! | `N.kept` | how it ended: that all is done |
//!
//! And for the whole build, `recipe`: what Maven did on its way to the tests.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context as _, anyhow};
use tamis_build::maven::Module;
use tamis_report::plural;
use tamis_report::selection::Unchanged;
use tamis_select::Technique;

use crate::evidence::seconds;
use crate::output::WithHint as _;

/// What the user asked for.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    pub(crate) root: PathBuf,
    pub(crate) technique: Technique,
    pub(crate) is_forced: bool,
    /// Whether what was found here is told when everything runs.
    pub(crate) is_verbose: bool,
    /// Whether reports of skipped tests are filled in.
    pub(crate) fills_reports: bool,
    /// Where events are written to.
    pub(crate) events: Option<PathBuf>,
}

/// What the agent reads to leave `MAVEN_OPTS` as it was: see [`BuildFolder::write_maven_words`].
const MAVEN_WORDS: &str = "maven-words";
const MAVEN_OPTS_SET: &str = "maven-opts-set";

/// The folder.
pub(crate) struct BuildFolder {
    path: PathBuf,
    /// Goes away with the process that made it.
    _temporary: Option<tempfile::TempDir>,
}

/// How a module ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Test classes that ran.
    pub(crate) run: usize,
    /// Test classes that did not.
    pub(crate) skipped: usize,
    /// Whether what the first found out is kept.
    pub(crate) is_kept: bool,
    /// Whether a test failed.
    pub(crate) has_failed: bool,
}

/// Whether a path cannot be among the words for Maven's JVM.
pub(crate) fn has_space(path: &Path) -> bool {
    path.as_os_str().as_bytes().iter().any(u8::is_ascii_whitespace)
}

impl BuildFolder {
    pub(crate) fn make() -> anyhow::Result<Self> {
        // The words for Maven's JVM are split at spaces.
        let folder = std::env::temp_dir();
        let folder = if has_space(&folder) { PathBuf::from("/tmp") } else { folder };
        let temporary = tempfile::Builder::new().prefix("tamis-").tempdir_in(folder);
        let temporary = temporary
            .context("cannot make a temporary folder")
            .hint("set TMPDIR to a folder that exists and can be written")?;
        let path = fs::canonicalize(temporary.path()).context("cannot find that folder")?;
        Ok(Self { path, _temporary: Some(temporary) })
    }

    /// The folder of a file that a mojo names, and its number.
    pub(crate) fn of(file: &Path) -> anyhow::Result<(Self, usize)> {
        let number = file.file_name().and_then(|name| name.to_str()?.parse().ok());
        match (file.parent(), number) {
            (Some(path), Some(number)) => {
                Ok((Self { path: path.to_owned(), _temporary: None }, number))
            }
            _ => Err(anyhow!("`{}` belongs to no build", file.display())),
        }
    }

    pub(crate) fn path(&self) -> &PathBuf {
        &self.path
    }

    /// A file of a module.
    pub(crate) fn file(&self, number: usize, kind: &str) -> PathBuf {
        self.path.join(format!("{number}.{kind}"))
    }

    fn put(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
        // Renamed into place: nobody sees half of it.
        let half = path.with_extension("half");
        fs::write(&half, bytes)
            .and_then(|()| fs::rename(&half, path))
            .with_context(|| format!("cannot write `{}`", path.display()))
            .hint("make room there, or set TMPDIR to a folder that can be written")
    }

    pub(crate) fn put_of(&self, number: usize, kind: &str, text: &str) -> anyhow::Result<()> {
        Self::put(&self.file(number, kind), text.as_bytes())
    }

    /// Writes what the others have to know.
    pub(crate) fn write(&self, settings: &Settings) -> anyhow::Result<()> {
        let host = std::env::current_exe().context("cannot find this executable")?;
        Self::put(&self.path.join("host"), host.as_os_str().as_bytes())?;
        Self::put(&self.path.join("root"), settings.root.as_os_str().as_bytes())?;
        Self::put(&self.path.join("technique"), settings.technique.to_string().as_bytes())?;
        if settings.is_forced {
            Self::put(&self.path.join("forced"), b"")?;
        }
        if settings.is_verbose {
            Self::put(&self.path.join("verbose"), b"")?;
        }
        if settings.fills_reports {
            Self::put(&self.path.join("fill-reports"), b"")?;
        }
        if let Some(file) = &settings.events {
            Self::put(&self.path.join("events"), file.as_os_str().as_bytes())?;
        }
        Ok(())
    }

    /// Writes which words were put behind those of `MAVEN_OPTS`, and whether that was set before, so that the agent can take
    /// them out again: what Maven starts is not to have them.
    pub(crate) fn write_maven_words(&self, added: &OsStr, is_set: bool) -> anyhow::Result<()> {
        Self::put(&self.path.join(MAVEN_WORDS), added.as_bytes())?;
        if is_set {
            Self::put(&self.path.join(MAVEN_OPTS_SET), b"")?;
        }
        Ok(())
    }

    pub(crate) fn settings(&self) -> anyhow::Result<Settings> {
        let read = |name: &str| {
            let path = self.path.join(name);
            fs::read(&path).with_context(|| format!("cannot read `{}`", path.display()))
        };
        let technique = String::from_utf8(read("technique")?).context("cannot read a technique")?;
        Ok(Settings {
            root: OsString::from_vec(read("root")?).into(),
            technique: technique.parse().map_err(|_| anyhow!("`{technique}` is no technique"))?,
            is_forced: self.path.join("forced").exists(),
            is_verbose: self.path.join("verbose").exists(),
            fills_reports: self.path.join("fill-reports").exists(),
            events: self.events(),
        })
    }

    /// Keeps the variables of this process, until the build is over.
    pub(crate) fn put_environment(&self, number: usize) -> anyhow::Result<()> {
        self.put_variables(number, "environment", std::env::vars_os())
    }

    /// The same for other variables.
    pub(crate) fn put_variables(
        &self,
        number: usize,
        kind: &str,
        variables: impl Iterator<Item = (OsString, OsString)>,
    ) -> anyhow::Result<()> {
        let mut bytes = Vec::new();
        for (name, value) in variables {
            bytes.extend_from_slice(name.as_bytes());
            bytes.push(b'=');
            bytes.extend_from_slice(value.as_bytes());
            bytes.push(0);
        }
        Self::put(&self.file(number, kind), &bytes)
    }

    /// The variables that were kept for a module.
    pub(crate) fn environment(&self, number: usize) -> Option<BTreeMap<OsString, OsString>> {
        self.variables(number, "environment")
    }

    /// The same for other variables.
    pub(crate) fn variables(
        &self,
        number: usize,
        kind: &str,
    ) -> Option<BTreeMap<OsString, OsString>> {
        let bytes = fs::read(self.file(number, kind)).ok()?;
        let mut variables = BTreeMap::new();
        for line in bytes.split(|byte| *byte == 0).filter(|line| !line.is_empty()) {
            // A name may begin with it.
            let place = line.iter().skip(1).position(|byte| *byte == b'=')? + 1;
            let (name, value) = (line.get(..place)?, line.get(place + 1..)?);
            variables.insert(OsStr::from_bytes(name).into(), OsStr::from_bytes(value).into());
        }
        Some(variables)
    }

    /// Where events are written to, if somebody wants them.
    pub(crate) fn events(&self) -> Option<PathBuf> {
        fs::read(self.path.join("events")).ok().map(|path| OsString::from_vec(path).into())
    }

    /// What a mojo said.
    pub(crate) fn module(&self, number: usize) -> anyhow::Result<Module> {
        let path = self.file(number, "module");
        let text = fs::read_to_string(&path);
        let text = text.with_context(|| format!("cannot read `{}`", path.display()))?;
        Module::parse(&text).with_context(|| format!("cannot understand `{}`", path.display()))
    }

    /// The numbers of the modules that have asked.
    pub(crate) fn numbers(&self) -> Vec<usize> {
        let names = fs::read_dir(&self.path).into_iter().flatten().flatten();
        let number = |name: OsString| name.to_str()?.strip_suffix(".module")?.parse().ok();
        let mut numbers: Vec<usize> = names.filter_map(|entry| number(entry.file_name())).collect();
        numbers.sort_unstable();
        numbers
    }

    /// What went wrong in Maven's JVM.
    pub(crate) fn lost(&self) -> Vec<String> {
        let text = fs::read_to_string(self.path.join("lost")).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    pub(crate) fn is_unknown(&self) -> bool {
        self.path.join("unknown").exists()
    }

    pub(crate) fn is_ready(&self) -> bool {
        self.path.join("ready").exists()
    }

    pub(crate) fn put_counts(&self, number: usize, counts: Counts) -> anyhow::Result<()> {
        let Counts { run, skipped, is_kept, has_failed } = counts;
        let [is_kept, has_failed] = [is_kept, has_failed].map(u8::from);
        self.put_of(number, "kept", &format!("{run} {skipped} {is_kept} {has_failed}\n"))
    }

    /// The counts of a module, once it is done.
    pub(crate) fn counts(&self, number: usize) -> Option<Counts> {
        let text = fs::read_to_string(self.file(number, "kept")).ok()?;
        let mut words = text.split_whitespace().map(str::parse);
        let (run, skipped) = (words.next()?.ok()?, words.next()?.ok()?);
        let mut next_is = || Some(words.next()?.ok()? == 1);
        Some(Counts { run, skipped, is_kept: next_is()?, has_failed: next_is()? })
    }

    /// Keeps since when the skipped tests of a module are unchanged.
    pub(crate) fn put_unchanged(&self, number: usize, unchanged: &Unchanged) -> anyhow::Result<()> {
        let mut text = unchanged.newest.map_or_else(String::new, |newest| newest.to_string());
        // The last first.
        let others =
            unchanged.revisions.iter().filter(|each| unchanged.last.as_ref() != Some(each));
        for revision in unchanged.last.iter().chain(others) {
            text.push('\n');
            text.push_str(revision);
        }
        self.put_of(number, "unchanged", &text)
    }

    /// The same, as far as it was kept; how many they are is said by the counts.
    fn unchanged(&self, number: usize, count: usize) -> Unchanged {
        let text = fs::read_to_string(self.file(number, "unchanged")).unwrap_or_default();
        let mut lines = text.lines();
        let newest = lines.next().and_then(|newest| newest.parse().ok()).filter(|_| count > 0);
        let revisions: Vec<String> = lines.map(str::to_owned).collect();
        let last = revisions.first().cloned();
        Unchanged { count, newest, revisions: revisions.into_iter().collect(), last }
    }

    /// One line about the whole build; `None` if no test was asked for.
    pub(crate) fn summary(&self) -> Option<String> {
        let counted = |number| Some((number, self.counts(number)?));
        let all: Vec<(usize, Counts)> = self.numbers().into_iter().filter_map(counted).collect();
        if all.is_empty() {
            return None;
        }
        let run: usize = all.iter().map(|(_, counts)| counts.run).sum();
        let mut unchanged = Unchanged::default();
        for (number, counts) in &all {
            unchanged.add(self.unchanged(*number, counts.skipped));
        }
        let mut text = format!(
            "tamis: {} run, {}",
            plural(run, "test class", "test classes"),
            unchanged.words(seconds(SystemTime::now()))
        );
        let modules = self.numbers().into_iter().filter_map(|number| self.module(number).ok());
        let modules: BTreeSet<String> = modules.map(|module| module.key()).collect();
        if modules.len() > 1 {
            text.push_str(&format!(", in {} modules", modules.len()));
        }
        if all.iter().any(|(_, counts)| !counts.is_kept && counts.run > 0) {
            text.push_str("; not all of that is recorded, see above");
        }
        Some(text)
    }
}
