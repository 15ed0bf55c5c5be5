//! What tests can see apart from the class path: the JDK and its options, files, environment variables.
//!
//! Paths below the project are named relative to it, those below the home folder with `~/`, so that evidence survives a
//! move. All other paths are named as they are.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use tamis_facts::Digest;
use tamis_facts::fingerprint::{Domain, of_content};
use tamis_facts::value::absent;
use tamis_vocab::Fingerprint;

use crate::platform;

/// What tests can see apart from the class path.
#[derive(Debug, Clone)]
pub struct Surroundings {
    /// The root of the project, resolved.
    pub project: PathBuf,
    /// The folder of the user, if there is one.
    pub home: Option<PathBuf>,
    /// The folder of the JDK, resolved.
    pub java_home: PathBuf,
    /// Words for the JVM.
    pub jvm_arguments: Vec<OsString>,
    /// The environment variables that the JVM gets.
    pub variables: BTreeMap<OsString, OsString>,
    /// The class path, for the property of that name.
    pub class_path: Vec<PathBuf>,
}

/// Variables that the shell changes by itself.
const VOLATILE: [&str; 4] = ["_", "SHLVL", "PWD", "OLDPWD"];

/// Variables that change what a JVM does by itself.
const TELLING: [&str; 9] = [
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "_JAVA_OPTIONS",
    "CLASSPATH",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "LC_MESSAGES",
    "TZ",
];

/// Beginnings of properties that the JDK or a test framework reads, unseen.
const TELLING_PROPERTIES: [&str; 18] = [
    "java.",
    "javax.",
    "jdk.",
    "sun.",
    "com.sun.",
    "user.",
    "file.",
    "os.",
    "line.",
    "path.",
    "native.",
    "stdout.",
    "stderr.",
    "awt.",
    "http",
    "junit.",
    "org.junit.",
    "testng.",
];

impl Surroundings {
    /// How a path is named in facts; `None` if it is no text.
    pub fn name_of(&self, path: &Path) -> Option<String> {
        let text = |path: &Path| path.to_str().map(str::to_owned);
        if let Ok(below) = path.strip_prefix(&self.project) {
            let below = text(below)?;
            return Some(match &*below {
                "" => ".".to_owned(),
                // A folder of that name is not the home folder.
                _ if below.starts_with('~') => format!("./{below}"),
                _ => below,
            });
        }
        if let Some(below) = self.home.as_ref().and_then(|home| path.strip_prefix(home).ok()) {
            return Some(format!("~/{}", text(below)?));
        }
        text(path)
    }

    /// The path of such a name.
    pub fn path_of(&self, name: &str) -> PathBuf {
        match (name.strip_prefix("~/"), &self.home) {
            (Some(below), Some(home)) => home.join(below),
            _ => self.project.join(name),
        }
    }

    /// Whether a file of such a name is outside the project, and near it: where it is may have been found out from where the
    /// project is, and a copy of the project may find another one. What shares nothing but the home folder is not near.
    pub fn is_near(&self, name: &str) -> bool {
        let path = self.path_of(name);
        if path.starts_with(&self.project) {
            return false;
        }
        let shared = |other: &Path| {
            let both = path.components().zip(other.components());
            both.take_while(|(one, other)| one == other).count()
        };
        let home = self.home.as_ref().map_or(0, |home| {
            let is_around = self.project.starts_with(home) && path.starts_with(home);
            if is_around { home.components().count() } else { 0 }
        });
        // The root of all is shared by all.
        shared(&self.project) > home.max(1)
    }

    /// Where the project is.
    pub(crate) fn place(&self) -> Fingerprint {
        of_content(self.project.as_os_str().as_bytes())
    }

    /// Whether a path belongs to the JDK, which is a fact of its own.
    pub fn is_of_jdk(&self, path: &Path) -> bool {
        path.starts_with(&self.java_home)
    }

    /// The content of a file.
    pub(crate) fn file(&self, name: &str) -> Option<Fingerprint> {
        let path = self.path_of(name);
        match fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => self.listing(name),
            // A device has no content that could be compared.
            Ok(metadata) if !metadata.is_file() => Some(kind_only(3)),
            Ok(_) => fs::read(&path).ok().map(|bytes| of_content(&bytes)),
            Err(error) if is_absence(&error) => Some(absent()),
            Err(_) => None,
        }
    }

    /// Whether a file is there, of what kind and how large.
    pub(crate) fn probe(&self, name: &str) -> Option<Fingerprint> {
        let path = self.path_of(name);
        let metadata = match fs::metadata(&path) {
            Ok(metadata) => metadata,
            Err(error) if is_absence(&error) => return Some(absent()),
            Err(_) => return None,
        };
        let mut digest = Digest::new();
        match (metadata.is_file(), metadata.is_dir()) {
            (true, _) => {
                digest.u8(1);
                digest.u64(metadata.len());
            }
            (false, true) => digest.u8(2),
            (false, false) => digest.u8(3),
        }
        // Links can be asked for where they lead, themselves and on the way.
        let real = fs::canonicalize(&path).ok().and_then(|real| self.name_of(&real));
        digest.text(&real.unwrap_or_default());
        if let Ok(target) = fs::read_link(&path) {
            digest.bytes(self.relative(target.as_os_str()).as_bytes());
        }
        Some(digest.finish(Domain::Surroundings))
    }

    /// The names in a folder.
    pub(crate) fn listing(&self, name: &str) -> Option<Fingerprint> {
        let entries = match fs::read_dir(self.path_of(name)) {
            Ok(entries) => entries,
            Err(error) if is_absence(&error) => return Some(absent()),
            Err(_) => return None,
        };
        let mut names = Vec::new();
        for entry in entries {
            let entry = entry.ok()?;
            let name = entry.file_name();
            // Our own folder comes with the first run.
            if name != ".tamis" {
                names.push((name, entry.file_type().ok()?.is_dir()));
            }
        }
        names.sort();
        let mut digest = Digest::new();
        for (name, is_folder) in names {
            digest.bytes(name.as_bytes());
            digest.u8(u8::from(is_folder));
        }
        Some(digest.finish(Domain::Surroundings))
    }

    /// A system property, as far as it comes from outside.
    pub(crate) fn property(&self, key: &str) -> Fingerprint {
        let given = self.given_properties();
        let value = given.get(OsStr::new(key)).map(|value| self.relative(value));
        let variable = |name: &str| self.variables.get(OsStr::new(name)).cloned();
        let value = value.or_else(|| match key {
            "user.name" => variable("USER").or_else(|| variable("LOGNAME")),
            "user.home" => variable("HOME"),
            "java.home" => Some(self.java_home.clone().into_os_string()),
            "os.name" | "os.version" | "os.arch" => Some(system()),
            "java.class.path" => {
                let names = self.class_path.iter().filter_map(|path| self.name_of(path));
                Some(names.collect::<Vec<String>>().join(":").into())
            }
            _ => None,
        });
        value.map_or_else(absent, |value| of_content(value.as_bytes()))
    }

    /// All properties that come from outside.
    pub(crate) fn properties(&self) -> Fingerprint {
        let mut digest = Digest::new();
        for (key, value) in self.given_properties() {
            digest.bytes(key.as_bytes());
            digest.bytes(self.relative(value).as_bytes());
        }
        for key in ["user.name", "user.home", "java.home", "os.version", "java.class.path"] {
            digest.fingerprint(self.property(key));
        }
        digest.finish(Domain::Surroundings)
    }

    /// An environment variable.
    pub(crate) fn variable(&self, name: &str) -> Fingerprint {
        let value = self.variables.get(OsStr::new(name));
        value.map_or_else(absent, |value| of_content(self.relative(value).as_bytes()))
    }

    /// All environment variables, but for those that shells change by themselves.
    pub(crate) fn all_variables(&self) -> Fingerprint {
        let mut digest = Digest::new();
        for (name, value) in &self.variables {
            if !VOLATILE.iter().any(|volatile| name == volatile) {
                digest.bytes(name.as_bytes());
                digest.bytes(self.relative(value).as_bytes());
            }
        }
        digest.finish(Domain::Surroundings)
    }

    /// The JDK, and all that it is told apart from properties of the program.
    pub(crate) fn environment(&self) -> Option<Fingerprint> {
        let mut digest = Digest::new();
        digest.bytes(&platform::identity(&self.java_home)?);
        digest.bytes(system().as_bytes());
        for argument in &self.jvm_arguments {
            if property(argument).is_none_or(|(key, _)| is_telling(key)) {
                digest.bytes(self.relative(argument).as_bytes());
                self.add_named_files(argument, &mut digest)?;
            }
        }
        let has_modules = |argument: &OsString| {
            ["-p", "--module-path", "--upgrade-module-path", "--patch-module"]
                .iter()
                .any(|option| argument == option)
        };
        if self.jvm_arguments.iter().any(has_modules) {
            return None;
        }
        for name in TELLING {
            digest.text(name);
            digest.fingerprint(self.variable(name));
        }
        let zone = fs::read("/etc/localtime").map_or_else(|_| absent(), |zone| of_content(&zone));
        digest.fingerprint(zone);
        Some(digest.finish(Domain::Surroundings))
    }

    /// The content of files that an argument makes the JVM read: further arguments, other agents, jars for the boot loader,
    /// settings. Files that it writes are none of them. `None` if there is a folder among them, of which nothing is known.
    fn add_named_files(&self, argument: &OsStr, digest: &mut Digest) -> Option<()> {
        // Some of them are of releases before 9 only.
        const LISTS: [&str; 8] = [
            "-Xbootclasspath/a:",
            "-Xbootclasspath/p:",
            "-Xbootclasspath:",
            "-Djava.ext.dirs=",
            "-Djava.endorsed.dirs=",
            "--patch-module=",
            "--module-path=",
            "--upgrade-module-path=",
        ];
        const FILES: [&str; 8] = [
            "@",
            "-XX:VMOptionsFile=",
            "-XX:Flags=",
            "-XX:CompileCommandFile=",
            "-Djava.util.logging.config.file=",
            "-Djava.security.policy=",
            "-Djava.security.properties=",
            "-javaagent:",
        ];
        let Some(text) = argument.to_str() else { return Some(()) };
        let list = LISTS.iter().find_map(|option| text.strip_prefix(option));
        let file = FILES.iter().find_map(|option| text.strip_prefix(option));
        // A module's name stands before the paths, an agent's options behind its path.
        let list = list.map(|list| list.rsplit('=').next().unwrap_or(list)).into_iter();
        let file = file.map(|file| file.split('=').next().unwrap_or(file)).into_iter();
        for name in list.flat_map(|list| list.split(':')).chain(file) {
            let path = self.project.join(name.trim_start_matches('='));
            match fs::metadata(&path) {
                Ok(metadata) if metadata.is_file() => {
                    digest.fingerprint(of_content(&fs::read(&path).ok()?));
                }
                Ok(_) => return None,
                Err(_) => digest.u8(0),
            }
        }
        Some(())
    }

    fn given_properties(&self) -> BTreeMap<&OsStr, &OsStr> {
        self.jvm_arguments.iter().filter_map(|argument| property(argument)).collect()
    }

    /// A value without the place of the project.
    fn relative(&self, value: &OsStr) -> OsString {
        match (value.to_str(), self.project.to_str()) {
            (Some(value), Some(project)) if project.len() > 1 => without(value, project).into(),
            _ => value.to_owned(),
        }
    }
}

/// A text in which a folder is `.`, wherever a path begins with it that does not lead out of it again.
fn without(text: &str, folder: &str) -> String {
    const ENDS: [char; 6] = [':', ';', ',', '"', '\'', '\n'];
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(place) = rest.find(folder) {
        let (before, found) = rest.split_at(place);
        let behind = found.get(folder.len()..).unwrap_or_default();
        let path = behind.split(ENDS).next().unwrap_or_default();
        let is_below = path.is_empty() || path.starts_with('/');
        let leads_out = path.split('/').any(|part| part == "..");
        let is_begun =
            !before.ends_with(|last: char| last.is_alphanumeric() || "._-".contains(last));
        plain.push_str(before);
        plain.push_str(if is_begun && is_below && !leads_out { "." } else { folder });
        rest = behind;
    }
    plain.push_str(rest);
    plain
}

/// Key and value of an argument that sets a property.
fn property(argument: &OsStr) -> Option<(&OsStr, &OsStr)> {
    let bytes = argument.as_bytes().strip_prefix(b"-D")?;
    let end = bytes.iter().position(|byte| *byte == b'=').unwrap_or(bytes.len());
    let (key, value) = bytes.split_at_checked(end)?;
    let value = value.strip_prefix(b"=").unwrap_or(value);
    Some((OsStr::from_bytes(key), OsStr::from_bytes(value)))
}

fn is_telling(key: &OsStr) -> bool {
    TELLING_PROPERTIES.iter().any(|start| key.as_bytes().starts_with(start.as_bytes()))
}

fn kind_only(kind: u8) -> Fingerprint {
    let mut digest = Digest::new();
    digest.u8(kind);
    digest.finish(Domain::Surroundings)
}

fn is_absence(error: &std::io::Error) -> bool {
    matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory)
}

/// The operating system and the processor.
fn system() -> OsString {
    let name = rustix::system::uname();
    let part = |text: &std::ffi::CStr| OsStr::from_bytes(text.to_bytes()).to_owned();
    let mut system = part(name.sysname());
    system.push(" ");
    system.push(part(name.release()));
    system.push(" ");
    system.push(part(name.machine()));
    system
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::{Surroundings, without};

    fn surroundings(project: &Path) -> Surroundings {
        Surroundings {
            project: project.to_owned(),
            home: Some(PathBuf::from("/people/me")),
            java_home: PathBuf::from("/jdk"),
            jvm_arguments: Vec::new(),
            variables: BTreeMap::new(),
            class_path: Vec::new(),
        }
    }

    #[test]
    fn a_path_is_found_again_by_its_name() {
        let around = surroundings(Path::new("/at/shop"));
        for (path, name) in [
            ("/at/shop", "."),
            ("/at/shop/a/b.txt", "a/b.txt"),
            ("/at/shop/~/b.txt", "./~/b.txt"),
            ("/at/shopping", "/at/shopping"),
            ("/people/me/b.txt", "~/b.txt"),
            ("/etc/b.txt", "/etc/b.txt"),
        ] {
            assert_eq!(around.name_of(Path::new(path)).as_deref(), Some(name));
            let found: PathBuf = around.path_of(name).components().collect();
            assert_eq!(found, Path::new(path));
        }
        assert!(around.is_of_jdk(Path::new("/jdk/lib/modules")));
        assert!(!around.is_of_jdk(Path::new("/jdk2")));
    }

    #[test]
    fn values_do_not_depend_on_where_the_project_is() {
        let values = |project: &str| {
            let mut around = surroundings(Path::new(project));
            around.jvm_arguments = vec![format!("-Ddata={project}/data").into(), "-Dx=1".into()];
            around.variables.insert("CONFIG".into(), format!("{project}/config").into());
            [around.property("data"), around.properties(), around.variable("CONFIG")]
        };
        assert_eq!(values("/at/shop"), values("/other/place"));
        let around = surroundings(Path::new("/at/shop"));
        assert_eq!(around.property("data"), around.property("missing"));
        assert_ne!(values("/at/shop")[0], around.property("data"));
    }

    #[test]
    fn only_whole_paths_are_told_from_the_project() {
        for (text, expected) in [
            ("/at/shop", "."),
            ("-Da=/at/shop/a:/at/shop/b", "-Da=./a:./b"),
            ("destfile=/at/shop,x", "destfile=.,x"),
            ("file:///at/shop/a", "file://./a"),
            ("/at/shop-common/a", "/at/shop-common/a"),
            ("/at/shopping", "/at/shopping"),
            ("/x/at/shop", "/x/at/shop"),
            ("/at/shop/core/../../data", "/at/shop/core/../../data"),
            ("/at/shop/a..b", "./a..b"),
        ] {
            let found = without(text, "/at/shop");
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn what_is_beside_the_project_is_near() {
        let around = surroundings(Path::new("/people/me/src/shop"));
        for (path, is_near) in [
            ("/people/me/src/shop/a", false),
            ("/people/me/src/data", true),
            ("/people/me/src/shopping/a", true),
            ("/people/me/.m2/settings.xml", false),
            ("/people/you/data", true),
            ("/etc/hosts", false),
        ] {
            let name = around.name_of(Path::new(path)).unwrap();
            assert_eq!(around.is_near(&name), is_near, "{path}");
        }
        let moved = surroundings(Path::new("/people/me/src/other"));
        assert_ne!(around.place(), moved.place());
    }

    #[test]
    fn files_folders_and_what_is_not_there_differ() {
        let folder = tempfile::tempdir().unwrap();
        let around = surroundings(folder.path());
        fs::write(folder.path().join("a"), "one").unwrap();
        fs::create_dir(folder.path().join("d")).unwrap();
        let (file, probe) = (around.file("a").unwrap(), around.probe("a").unwrap());
        let listing = around.listing(".").unwrap();
        assert_ne!(Some(file), around.file("missing"));
        assert_ne!(around.file("d"), around.file("missing"));
        assert_ne!(around.probe("d"), around.probe("missing"));
        assert_eq!(around.probe("a/below"), around.probe("missing"));
        fs::write(folder.path().join("a"), "two").unwrap();
        assert_ne!(around.file("a"), Some(file));
        assert_eq!(around.probe("a"), Some(probe), "of the same size");
        fs::create_dir(folder.path().join(".tamis")).unwrap();
        assert_eq!(around.listing("."), Some(listing), "our own folder does not count");
        fs::write(folder.path().join("b"), "").unwrap();
        assert_ne!(around.listing("."), Some(listing));
    }

    #[test]
    fn words_for_the_jvm_are_part_of_the_environment_unless_only_tests_read_them() {
        let folder = tempfile::tempdir().unwrap();
        let mut around = surroundings(folder.path());
        around.java_home = folder.path().to_owned();
        assert_eq!(around.environment(), None, "a JDK without a `release` file is not known");
        fs::write(folder.path().join("release"), "JAVA_VERSION=17").unwrap();
        let mut with = |word: &str| {
            around.jvm_arguments = vec![word.into()];
            around.environment().unwrap()
        };
        let plain = with("-Dmine=1");
        assert_eq!(with("-Dmine=2"), plain);
        assert_ne!(with("-Xint"), plain);
        assert_ne!(with("-Duser.language=de"), plain);
        fs::write(folder.path().join("words"), "-Xint").unwrap();
        let before = with("@words");
        fs::write(folder.path().join("words"), "-Xcomp").unwrap();
        assert_ne!(with("@words"), before);
    }
}
