//! The classes of a JDK, from its image, or before release 9 from its jars. They are part of the environment, not of the world; but which methods they declare
//! says what of them a class can override.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use rustc_hash::FxHashMap;
use tamis_facts::fingerprint::of_content;
use tamis_image::{Image, PATH};

use crate::jar::Jar;

/// Types above each other; more are not believed.
const MOST_TYPES: usize = 4096;

/// Names and descriptors of methods.
pub(crate) type Methods = Arc<BTreeSet<(String, String)>>;

/// A JDK.
#[derive(Debug)]
pub(crate) struct Platform {
    classes: Classes,
    known: Mutex<FxHashMap<String, Option<Methods>>>,
}

/// Where its classes are.
enum Classes {
    Image(Image),
    Jars(Vec<LazyJar>),
}

/// A jar that is opened when it is looked into, and where its entries are.
type LazyJar = LazyLock<Option<OpenJar>, Box<dyn FnOnce() -> Option<OpenJar> + Send + Sync>>;
type OpenJar = (Jar<'static>, FxHashMap<Box<str>, usize>);

impl std::fmt::Debug for Classes {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::Image(_) => "Image",
            Self::Jars(_) => "Jars",
        })
    }
}

impl Classes {
    fn open(java_home: &Path) -> Option<Self> {
        if let Ok(image) = Image::open(&java_home.join(PATH)) {
            return Some(Self::Image(image));
        }
        let library = old_library(java_home)?;
        let others =
            ["jsse.jar", "jce.jar", "charsets.jar", "jfr.jar"].map(|name| library.join(name));
        let first = [library.join(OLD_CLASSES)].into_iter().chain(others);
        let jars = first.chain(extensions(&library));
        let lazy = |file: PathBuf| -> LazyJar {
            LazyLock::new(Box::new(move || {
                let jar = Jar::open(file, &mut Vec::new()).ok()?;
                let places = jar.places();
                Some((jar, places))
            }))
        };
        Some(Self::Jars(jars.map(lazy).collect()))
    }

    fn class(&self, name: &str) -> Option<Vec<u8>> {
        match self {
            Self::Image(image) => image.class(name),
            Self::Jars(jars) => {
                let path = format!("{name}.class");
                let open = jars.iter().filter_map(|jar| jar.as_ref());
                let mut found =
                    open.filter_map(|(jar, places)| jar.read_at(*places.get(path.as_str())?));
                found.next()
            }
        }
    }
}

/// Where releases before 9 have most of their classes.
const OLD_CLASSES: &str = "rt.jar";

/// The folder with the jars of a JDK before release 9. Its `java` may be that of the JRE inside.
pub(crate) fn old_library(java_home: &Path) -> Option<PathBuf> {
    let folders = ["lib", "jre/lib"].map(|folder| java_home.join(folder));
    folders.into_iter().find(|folder| folder.join(OLD_CLASSES).is_file())
}

/// What tells a JDK from others: its file `release`, or if it has none, which is so of some before release 9, its classes.
pub(crate) fn identity(java_home: &Path) -> Option<Vec<u8>> {
    let inside = java_home.file_name().is_some_and(|name| name == "jre");
    let above = java_home.parent().filter(|_| inside);
    let mut files = [Some(java_home), above].into_iter().flatten();
    let text = files.find_map(|home| fs::read(home.join("release")).ok());
    let Some(library) = old_library(java_home) else { return text };
    let mut identity = match text {
        Some(text) => text,
        None => of_content(&fs::read(library.join(OLD_CLASSES)).ok()?).to_string().into_bytes(),
    };
    // Anybody may add to these.
    for jar in extensions(&library) {
        let name = jar.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let content = of_content(&fs::read(&jar).ok()?);
        identity.extend(format!("{name} {content}\n").into_bytes());
    }
    Some(identity)
}

/// The jars that extend a JDK before release 9.
fn extensions(library: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(library.join("ext")).into_iter().flatten().flatten();
    let files = entries.map(|entry| entry.path());
    let mut jars: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|end| end == "jar")).collect();
    jars.sort();
    jars
}

impl Platform {
    /// The JDK in that folder; `None` if it has neither an image nor jars that can be read.
    pub(crate) fn open(java_home: &Path) -> Option<Self> {
        Some(Self { classes: Classes::open(java_home)?, known: Mutex::default() })
    }

    /// The methods that a class below that type can override, of the type itself and of all above it; `None` if that is not
    /// known.
    pub(crate) fn overridable(&self, class: &str) -> Option<Methods> {
        let all_known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all_known().get(class) {
            return known.clone();
        }
        let found = self.collect(class).map(Arc::new);
        all_known().insert(class.to_owned(), found.clone());
        found
    }

    fn collect(&self, class: &str) -> Option<BTreeSet<(String, String)>> {
        const PRIVATE_OR_STATIC: u16 = 0x0002 | 0x0008;
        const FINAL: u16 = 0x0010;
        let mut methods = BTreeSet::new();
        let mut seen = BTreeSet::from([class.to_owned()]);
        let mut waiting = vec![class.to_owned()];
        while let Some(name) = waiting.pop() {
            let bytes = self.classes.class(&name)?;
            let facts = tamis_facts::extract(&[&bytes]).into_iter().next()?.ok()?;
            if facts.flags & FINAL != 0 {
                // It is the class that was asked for, and nothing is below it.
                break;
            }
            for method in facts.methods() {
                let name = facts.text(method.name);
                if method.flags & PRIVATE_OR_STATIC == 0 && !name.starts_with('<') {
                    methods.insert((name.to_owned(), facts.text(method.descriptor).to_owned()));
                }
            }
            for above in facts.superclass().into_iter().chain(facts.interfaces()) {
                if seen.insert(above.to_owned()) {
                    waiting.push(above.to_owned());
                }
            }
            if seen.len() > MOST_TYPES {
                return None;
            }
        }
        Some(methods)
    }
}

#[cfg(test)]
mod tests {
    use super::Platform;

    #[test]
    fn a_jdk_says_what_can_be_overridden() {
        for release in [17, 25] {
            let platform = Platform::open(&tamis_testkit::jdk(release).home).unwrap();
            let has = |class: &str, name: &str, descriptor: &str| {
                let methods = platform.overridable(class).unwrap();
                methods.contains(&(name.to_owned(), descriptor.to_owned()))
            };
            assert!(has("java/lang/Runnable", "run", "()V"));
            assert!(has("java/util/ArrayList", "size", "()I"));
            assert!(has("java/util/ArrayList", "stream", "()Ljava/util/stream/Stream;"));
            assert!(has("java/sql/Driver", "acceptsURL", "(Ljava/lang/String;)Z"));
            assert!(has("java/io/Serializable", "toString", "()Ljava/lang/String;"));
            assert!(!has("java/lang/Runnable", "walk", "()V"));
            assert!(has("java/lang/Number", "intValue", "()I"));
            // There is nothing below a final class.
            assert!(!has("java/lang/Integer", "compareTo", "(Ljava/lang/Object;)I"));
            assert!(platform.overridable("p/None").is_none());
            assert!(platform.overridable("java/util/None").is_none());
        }
    }
}
