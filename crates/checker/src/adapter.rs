//! How a tool is run, as data: a TOML file each. Whoever wants to check another tool writes such a file, and no code.
//!
//! With an example, and what else a tool has to know: `docs/guide/check.md`, "Your own tool".
//!
//! | key | what |
//! |---|---|
//! | `name` | how it is called in records and on the command line |
//! | `title` | the tool and its version, for people |
//! | `jdk` | the JDK that Maven runs on: that of `TAMIS_JDK_17` for 17, else that of `JAVA_HOME` |
//! | `release` | the release that sources are compiled for |
//! | `newest` | the newest release of class files that the tool takes; without it, it takes all. Cases that need more are not judged |
//! | `blind_below` | folders below which the tool takes no notice of classes; it is not run on projects there |
//! | `surefire`, `junit` | versions that the tool can live with |
//! | `command` | program and words; `{tamis}` is this program, and `{offline}` a word that Maven is told where it may not use the network |
//! | `deadline` | a build that takes longer than so many seconds is ended; without it, `--deadline` says so |
//! | `plugins` | what goes into the build file |
//! | `[variables]` | environment variables |

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, ensure};
use serde::Deserialize;

use crate::inside;
use crate::shown::shown;

/// How a tool is run.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adapter {
    /// How it is called.
    pub name: String,
    /// The tool and its version.
    pub title: String,
    /// The JDK that Maven runs on.
    pub jdk: u16,
    /// The release that sources are compiled for.
    pub release: u16,
    /// The newest release of class files that it takes.
    #[serde(default)]
    pub newest: Option<u16>,
    /// Folders below which it takes no notice of classes.
    #[serde(default)]
    pub blind_below: Vec<PathBuf>,
    /// The version of Surefire.
    #[serde(default = "surefire")]
    pub surefire: String,
    /// The version of JUnit.
    #[serde(default = "junit")]
    pub junit: String,
    /// Program and words.
    pub command: Vec<String>,
    /// A build that takes longer than so many seconds is ended.
    #[serde(default)]
    pub deadline: Option<u64>,
    /// What goes into the build file.
    #[serde(default)]
    pub plugins: String,
    /// Environment variables.
    #[serde(default)]
    pub variables: BTreeMap<String, String>,
}

fn surefire() -> String {
    "2.22.2".to_owned()
}

fn junit() -> String {
    "4.12".to_owned()
}

const HINT: &str = "hint: name adapters that there are, or TOML files";

const KEYS: &str = "hint: a table in `docs/guide/check.md`, below \"Your own tool\", has the keys and what they can be";

/// A name is a part of names of files, and these cannot be as long as one likes.
const LONGEST_NAME: usize = 64;

/// The tool that runs everything.
pub const RETEST_ALL: &str = "retest-all";

/// The adapters that come with the program.
const BUNDLED: [&str; 7] = [
    include_str!("../adapters/retest-all.toml"),
    include_str!("../adapters/tamis.toml"),
    include_str!("../adapters/tamis-class.toml"),
    include_str!("../adapters/ekstazi.toml"),
    include_str!("../adapters/starts.toml"),
    include_str!("../adapters/hyrts.toml"),
    include_str!("../adapters/openclover.toml"),
];

impl Adapter {
    /// The adapter of a name, or in a file.
    pub fn find(word: &str) -> anyhow::Result<Self> {
        if Path::new(word).extension().is_some_and(|extension| extension == "toml") {
            let text = fs::read_to_string(word)
                .with_context(|| format!("cannot read the adapter `{word}`"))
                .context(HINT)?;
            return Self::parse(&text)
                .with_context(|| format!("`{word}` is no adapter"))
                .context(KEYS);
        }
        let all = Self::bundled()?;
        let names: Vec<String> = all.iter().map(|adapter| adapter.name.clone()).collect();
        let found = all.into_iter().find(|adapter| adapter.name == word);
        found.ok_or_else(|| {
            let names = names.join(", ");
            anyhow!("there is no adapter `{word}`, only {names}").context(HINT)
        })
    }

    /// Those of some words, in the same order. A name stands for one tool wherever something is kept or told of it: of two
    /// that share one, each would get what came of the other.
    pub fn find_all(words: &[String]) -> anyhow::Result<Vec<Self>> {
        let mut tools: Vec<Self> = Vec::new();
        for word in words {
            let tool = Self::find(word)?;
            if tools.iter().any(|other| other.is_called_as(&tool)) {
                return Err(two_called(&tool.name));
            }
            tools.push(tool);
        }
        Ok(tools)
    }

    /// Sees that what tools are held against is none of them by its name only.
    pub fn is_no_other(&self, tools: &[Self]) -> anyhow::Result<()> {
        match tools.iter().find(|tool| self.is_called_as(tool) && *tool != self) {
            Some(tool) => Err(two_called(&tool.name)),
            None => Ok(()),
        }
    }

    /// Whether it has the same name. Some file systems know no difference between small letters and capital ones.
    fn is_called_as(&self, other: &Self) -> bool {
        self.name.eq_ignore_ascii_case(&other.name)
    }

    /// Sees that there is a program to start. What is not there is a mistake in the adapter, and no fault of the tool.
    pub fn can_be_started(&self) -> anyhow::Result<()> {
        let Some(program) = self.command.first().filter(|word| !word.contains("{tamis}")) else {
            return Ok(());
        };
        let name = &self.name;
        let folders = match self.variables.get("PATH") {
            Some(path) => Some(path.into()),
            None => env::var_os("PATH"),
        };
        if Path::new(program).is_absolute() && is_program(Path::new(program)) {
            return Ok(());
        }
        // It would be looked for in a project that holds nothing but sources.
        if program.contains('/') {
            return Err(anyhow!("the program of `{name}` is no file that can be run: `{program}`")
                .context("hint: write its whole path in the `command` of the adapter"));
        }
        if folders.iter().flat_map(env::split_paths).any(|each| is_program(&each.join(program))) {
            return Ok(());
        }
        Err(anyhow!("the program of `{name}` is not on the PATH: `{program}`")
            .context("hint: install it, or write its whole path in the `command` of the adapter"))
    }

    /// Whether this program is what it runs.
    pub fn is_ours(&self) -> bool {
        self.command.iter().any(|word| word.contains("{tamis}"))
    }

    /// Those that come with the program.
    pub fn bundled() -> anyhow::Result<Vec<Self>> {
        BUNDLED.iter().map(|text| Self::parse(text)).collect()
    }

    /// The folder around this one, if there is one, below which it takes no notice of classes. Paths are real ones.
    pub fn blind_at(&self, folder: &Path) -> Option<&Path> {
        let is_around =
            |place: &&PathBuf| fs::canonicalize(place).is_ok_and(|place| folder.starts_with(place));
        self.blind_below.iter().find(is_around).map(PathBuf::as_path)
    }

    fn parse(text: &str) -> anyhow::Result<Self> {
        // The text of such an error has lines, and a break behind the last one.
        let adapter: Self = toml::from_str(text)
            .map_err(|error| anyhow!(error.to_string().trim_end().to_owned()))?;
        adapter.check()?;
        Ok(adapter)
    }

    /// Sees that a process can be started with what it says.
    fn check(&self) -> anyhow::Result<()> {
        inside::name("its name", &self.name)?;
        let length = self.name.len();
        ensure!(
            length <= LONGEST_NAME,
            "its name has {length} characters, more than {LONGEST_NAME}"
        );
        ensure!(!self.command.is_empty(), "its `command` has no words");
        let is_whole = |word: &String| !word.contains('\0');
        ensure!(self.command.iter().all(is_whole), "a word of its `command` has a NUL in it");
        ensure!(self.deadline != Some(0), "its `deadline` is 0 seconds, in which nothing ends");
        for (name, value) in &self.variables {
            let told = shown(name);
            ensure!(!name.is_empty(), "one of its `[variables]` has no name");
            ensure!(
                !name.contains(['=', '\0']),
                "the variable `{told}` has `=` or a NUL in its name"
            );
            ensure!(is_whole(value), "the variable `{told}` has a NUL in its value");
        }
        Ok(())
    }
}

fn is_program(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

fn two_called(name: &str) -> anyhow::Error {
    let hint = "hint: name it once, or give each a `name` of its own in its TOML file";
    anyhow!("two tools are called `{name}`").context(hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bundled_adapters_can_be_read() {
        let names: Vec<String> =
            Adapter::bundled().unwrap().into_iter().map(|adapter| adapter.name).collect();
        let expected =
            ["retest-all", "tamis", "tamis-class", "ekstazi", "starts", "hyrts", "openclover"];
        assert_eq!(names, expected);
    }

    #[test]
    fn what_is_no_adapter_is_refused() {
        let nobody = Adapter::find("nobody").unwrap_err();
        assert!(format!("{nobody:#}").contains("only retest-all"), "{nobody:#}");
        let named = |name: &str, more: &str| {
            format!("name = '{name}'\ntitle = 'b'\njdk = 17\nrelease = 8\n{more}")
        };
        let with = |more: &str| named("a", &format!("command = ['a']\n{more}"));
        let called = |name: &str| named(name, "command = ['a']");
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.toml");
        for (text, expected) in [
            (String::new(), "missing field `name`"),
            ("name = 1".to_owned(), "invalid type"),
            (with("other = 1"), "unknown field `other`"),
            (with("deadline = 0"), "its `deadline` is 0 seconds"),
            (named("a", "command = []"), "its `command` has no words"),
            (named("a", "command = ['a', \"\\u0000\"]"), "a word of its `command` has a NUL"),
            (called(""), "its name is empty"),
            (called(".."), "its name is `..`, and cannot begin with `.`"),
            (called(&"a".repeat(65)), "its name has 65 characters, more than 64"),
            (with("[variables]\n'' = 'a'"), "one of its `[variables]` has no name"),
            (with("[variables]\n'a=b' = 'a'"), "the variable `a=b` has `=` or a NUL"),
            (with("[variables]\n\"\\u0000\" = 'a'"), "the variable `\\u{0}` has `=` or a NUL"),
            (with("[variables]\na = \"\\u0000\""), "the variable `a` has a NUL in its value"),
        ] {
            fs::write(&file, &text).unwrap();
            let error = Adapter::find(&file.display().to_string()).unwrap_err();
            let error = format!("{error:#}");
            assert!(error.contains("is no adapter") && error.contains(expected), "{error}");
            assert!(error.starts_with("hint: a table in `docs/guide/check.md`"), "{error}");
            assert!(!error.ends_with('\n'), "{error}");
        }
        assert!(Adapter::parse(&called(&"a".repeat(64))).is_ok());
    }

    #[test]
    fn a_program_that_is_not_there_is_a_mistake_in_the_adapter() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("tool.sh");
        fs::write(&script, "").unwrap();
        let whole = script.display().to_string();
        let adapter = |program: &str| {
            let text = format!("name='a'\ntitle='b'\njdk=17\nrelease=8\ncommand=['{program}']");
            Adapter::parse(&text).unwrap()
        };
        let said = |program: &str| {
            adapter(program).can_be_started().err().map(|error| format!("{error:#}"))
        };
        let contains = |said: Option<String>, part: &str| said.unwrap().contains(part);
        assert!(contains(said(&whole), "no file that can be run"));
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        assert_eq!((said(&whole), said("sh"), said("{tamis}")), (None, None, None));
        assert!(contains(said("./tool.sh"), "hint: write its whole path"));
        assert!(contains(said("no-such-program"), "the program of `a` is not on the PATH"));
        // Its own variables count.
        let path = folder.path().display().to_string();
        let own = Adapter { variables: [("PATH".to_owned(), path)].into(), ..adapter("tool.sh") };
        assert!(own.can_be_started().is_ok());
    }

    #[test]
    fn two_tools_of_one_name_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, called: &str| {
            let file = folder.path().join(name);
            let text = format!("name='{called}'\ntitle='{name}'\njdk=17\nrelease=8\ncommand=['a']");
            fs::write(&file, text).unwrap();
            file.display().to_string()
        };
        let [a, b, ours] = [("a.toml", "mine"), ("b.toml", "Mine"), ("c.toml", "tamis")]
            .map(|(name, called)| file(name, called));
        let tamis = "tamis".to_owned();
        for (words, called) in [
            (vec![a.clone(), b.clone()], Some("Mine")),
            (vec![tamis.clone(), ours.clone()], Some("tamis")),
            (vec![tamis.clone(), a.clone(), tamis.clone()], Some("tamis")),
            (vec![tamis, a.clone()], None),
        ] {
            let error = Adapter::find_all(&words).err().map(|error| format!("{error:#}"));
            let is_told = |called| error.as_deref().is_some_and(|error| error.ends_with(called));
            let expected = called.map(|called| format!("two tools are called `{called}`"));
            assert!(expected.as_deref().map_or(error.is_none(), is_told), "{words:?}: {error:?}");
        }
        let tools = Adapter::find_all(std::slice::from_ref(&a)).unwrap();
        assert!(Adapter::find(&b).unwrap().is_no_other(&tools).is_err());
        // The same one may run on both sides.
        assert!(Adapter::find(&a).unwrap().is_no_other(&tools).is_ok());
    }
}
