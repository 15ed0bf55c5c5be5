//! What a test mojo of Maven, or a test task of Gradle, says about itself: `java.lang.TamisBuild` of the agent and the script
//! of `tamis gradle` write it, a line for each word.

mod doubts;
mod parameters;
mod patterns;
mod recipe;
#[cfg(test)]
mod tests;

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use tamis_vocab::ClassName;
use thiserror::Error;

pub use self::doubts::{Runner, checks_left_out, doubt_of_build, only_gathers, runner};
pub use self::patterns::{TestPatterns, resource_matches};
pub use self::recipe::{
    Compilation, Kind, Mojo, Provider, Recipe, RecipeProject, Resource, Stamp, escaped,
};

/// A module, and how its tests run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Module {
    /// The class of the mojo.
    pub mojo: String,
    /// Its coordinates.
    pub group: String,
    /// Its coordinates.
    pub artifact: String,
    /// The folder with its `pom.xml`.
    pub folder: PathBuf,
    /// Where the build writes to.
    pub output: PathBuf,
    /// Where the plugin writes its reports to.
    pub reports: Option<PathBuf>,
    /// Why nothing of it can be recorded, if the build tool knows.
    pub unrecorded: Option<String>,
    /// Folders that the build tool uses for itself in the JVM of the tests.
    pub own: Vec<PathBuf>,
    /// What `-Dtest` names.
    pub named: Option<String>,
    /// Whether the tests run in a JVM of their own.
    pub forks: bool,
    /// What that JVM is given, as one text.
    pub arguments: String,
    /// The same, with all values put in.
    pub evaluated: Option<String>,
    /// The same, a word for each.
    pub words: Vec<String>,
    /// The `java` that runs them.
    pub java: Option<PathBuf>,
    /// Suites of TestNG, which say themselves which classes there are.
    pub suites: Vec<PathBuf>,
    /// The class path, first one first.
    pub class_path: Vec<PathBuf>,
    /// System properties that the tests get.
    pub properties: Vec<(String, String)>,
    /// Environment variables that the tests get besides those of Maven.
    pub variables: Vec<(String, String)>,
    /// Environment variables that they do not get.
    pub without: Vec<String>,
    /// What else says which tests run, and how.
    pub settings: Vec<String>,
    /// What a test does not rest on, but whoever would run it without Maven: name and value.
    pub details: Vec<(String, String)>,
    /// Where the project was when this was kept.
    pub root: Option<PathBuf>,
    /// The test classes, in the order in which they would run, as `Class.getName` has them.
    pub classes: Vec<String>,
}

/// A text that describes no module.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ModuleError {
    /// A line that means nothing.
    #[error("line {0} cannot be understood")]
    Line(usize),
    /// Something that has to be there is not.
    #[error("there is no `{0}`")]
    Missing(&'static str),
}

impl Module {
    /// Reads what the mojo has written.
    pub fn parse(text: &str) -> Result<Self, ModuleError> {
        let mut module = Self::default();
        let mut is_whole = false;
        for (number, line) in (1..).zip(text.lines()) {
            let wrong = ModuleError::Line(number);
            let (key, value) = line.split_once('\t').ok_or_else(|| wrong.clone())?;
            let value = unescaped(value);
            match key {
                "mojo" => module.mojo = value,
                "group" => module.group = value,
                "artifact" => module.artifact = value,
                "folder" => module.folder = value.into(),
                "output" => module.output = value.into(),
                "unrecorded" => module.unrecorded = Some(value),
                "own" => module.own.push(value.into()),
                "reports" => module.reports = Some(value.into()),
                "named" => module.named = Some(value).filter(|named| !named.trim().is_empty()),
                "forks" => module.forks = value == "true",
                "word" => module.words.push(value),
                "arguments" => module.arguments = value,
                "evaluated" => module.evaluated = Some(value),
                "detail" => module.details.push(pair(&value).ok_or(wrong)?),
                "java" => module.java = Some(value.into()),
                "suite" => module.suites.push(value.into()),
                "path" => module.class_path.push(value.into()),
                "property" => module.properties.push(pair(&value).ok_or(wrong)?),
                "variable" => module.variables.push(pair(&value).ok_or(wrong)?),
                "without" => module.without.push(value),
                "setting" => module.settings.push(value),
                "class" => module.classes.push(value),
                "root" => module.root = Some(value.into()),
                "end" => is_whole = true,
                // Where they lie, and where they run, is in the class path and in the properties.
                "tests" | "working" => {}
                _ => return Err(wrong),
            }
        }
        match &module {
            _ if !is_whole => Err(ModuleError::Missing("end")),
            Self { artifact, .. } if artifact.is_empty() => Err(ModuleError::Missing("artifact")),
            Self { class_path, .. } if class_path.is_empty() => Err(ModuleError::Missing("path")),
            Self { folder, .. } if !folder.is_absolute() => Err(ModuleError::Missing("folder")),
            _ => Ok(module),
        }
    }

    /// What is kept with the text for [`Self::root`].
    pub fn root_line(root: &Path) -> String {
        let root = root.display().to_string().replace('\\', "\\\\").replace('\n', "\\n");
        format!("root\t{root}\n")
    }

    /// The name of the folder with its evidence: no two modules or tasks of one build may have the same.
    pub fn key(&self) -> String {
        let artifact = if self.is_of_gradle() {
            // The path of a task.
            self.artifact.replace('_', "__").replace(':', "_.")
        } else {
            self.artifact.clone()
        };
        format!("{}+{}", plain(&self.group), plain(&artifact))
    }

    /// The values of a detail.
    pub fn details_of<'m>(&'m self, name: &'m str) -> impl Iterator<Item = &'m str> {
        self.details.iter().filter(move |(each, _)| each == name).map(|(_, value)| value.as_str())
    }

    /// The test classes.
    pub fn tests(&self) -> Vec<ClassName> {
        self.classes.iter().filter_map(|name| ClassName::of_get_name(name)).collect()
    }

    /// Whether Gradle builds it. It names all classes that may be tests; which ones are, is for others to find out.
    pub fn is_of_gradle(&self) -> bool {
        self.mojo == "gradle"
    }

    /// The file that the agent of JaCoCo writes, if it is there; tests do not read it.
    pub fn coverage_file(&self) -> Option<PathBuf> {
        let mut words = words(&self.arguments);
        words.extend_from_slice(&self.words);
        let agent = words.iter().find(|word| {
            word.starts_with("-javaagent:") && word.contains("jacoco") && word.contains('=')
        })?;
        let (_, options) = agent.split_once('=')?;
        let file = options.split(',').find_map(|option| option.strip_prefix("destfile="));
        // As JaCoCo has it.
        Some(self.folder.join(file.unwrap_or("jacoco.exec")))
    }

    /// Words for the JVM: those of the user, the properties that the tests get, and settings of the mojo. The last are no
    /// words for a JVM, but what the tests rest on in the same way.
    pub fn jvm_words(&self) -> Vec<OsString> {
        let mut words: Vec<OsString> =
            words(&self.arguments).into_iter().map(OsString::from).collect();
        words.extend(self.words.iter().map(OsString::from));
        let mut properties = self.properties.clone();
        properties.sort();
        words.extend(properties.iter().map(|(key, value)| format!("-D{key}={value}").into()));
        // What a relative path means. Maven may name the folder by a link.
        let folder = std::fs::canonicalize(&self.folder).unwrap_or_else(|_| self.folder.clone());
        words.push(format!("surefire folder={}", folder.display()).into());
        words.extend(self.settings.iter().map(|setting| format!("surefire {setting}").into()));
        words.extend(
            self.unusual_details().map(|(name, value)| format!("surefire {name}={value}").into()),
        );
        words
    }

    /// The details that tests rest on after all, where they are not as usual: where the JVM begins, and how it finds classes.
    fn unusual_details(&self) -> impl Iterator<Item = (&str, &str)> {
        self.details.iter().filter_map(|(name, value)| {
            let is_usual = match name.as_str() {
                "getWorkingDirectory" => Path::new(value) == self.folder,
                "isUseSystemClassLoader" | "useModulePath" => value == "true",
                "isChildDelegation" => value == "false",
                // They say which tests there are, or how the build talks to them.
                _ => true,
            };
            (!is_usual).then_some((name.as_str(), value.as_str()))
        })
    }
}

/// A text as part of the name of a folder, different for different ones.
fn plain(text: &str) -> String {
    let mut name = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"._-".contains(&byte) {
            name.push(char::from(byte));
        } else {
            name.push_str(&format!("%{byte:02x}"));
        }
    }
    name
}

fn pair(text: &str) -> Option<(String, String)> {
    let (key, value) = text.split_once('=')?;
    Some((key.to_owned(), value.to_owned()))
}

fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (letter, letter == '\\') {
            (_, true) => match letters.next() {
                Some('n') => plain.push('\n'),
                Some('r') => plain.push('\r'),
                Some('t') => plain.push('\t'),
                Some(other) => plain.push(other),
                None => {}
            },
            (letter, false) => plain.push(letter),
        }
    }
    plain
}

/// Words of a text as a shell would see them, with both kinds of quotes.
pub fn words(text: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in text.chars() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

/// The file of a word that names it in itself: `-fFILE`, `-f=FILE`, `-file=FILE`, `--file=FILE`.
fn named_file(word: &OsString) -> Option<&OsStr> {
    let bytes = word.as_bytes();
    let short = || {
        // Longer words with one hyphen are options of their own.
        let rest = bytes.strip_prefix(b"-f").filter(|_| !OTHERS_WITH_F.contains(&bytes))?;
        Some(rest.strip_prefix(b"=").unwrap_or(rest))
    };
    let long = || bytes.strip_prefix(b"-file=");
    bytes.strip_prefix(b"--file=").or_else(long).or_else(short).map(OsStr::from_bytes)
}

/// Options of Maven with one hyphen that begin like that of a file.
const OTHERS_WITH_F: [&[u8]; 3] = [b"-fae", b"-ff", b"-fn"];

/// The folder that all modules of a build are in: the highest one from here on of which each one below has a `pom.xml`, in
/// the same checkout: one inside another is a build of its own. `None` if there is none here. Of several files that are
/// named, Maven takes the first.
pub fn root(folder: &Path, maven: &[OsString]) -> Option<PathBuf> {
    let mut maven = maven.iter();
    let mut start = folder.to_owned();
    while let Some(word) = maven.next() {
        if ["-f", "-file", "--file"].iter().any(|option| word == option) {
            start = folder.join(maven.next()?);
            break;
        } else if let Some(file) = named_file(word) {
            start = folder.join(file);
            break;
        }
    }
    if start.is_file() {
        start.pop();
    }
    let start = std::fs::canonicalize(start).ok()?;
    let has_pom = |folder: &&Path| folder.join("pom.xml").is_file();
    let mut root = None;
    for folder in start.ancestors().take_while(has_pom) {
        root = Some(folder.to_owned());
        if folder.join(".git").exists() {
            break;
        }
    }
    root
}
