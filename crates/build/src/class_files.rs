//! The class files and resources of a class path, by name.

use std::cell::RefCell;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use memchr::memmem::Finder;
use tamis_trace::ClassSource;
use tamis_vocab::ClassName;
use tamis_world::{ClassPath, Root, RootKind};
use thiserror::Error;

use crate::archive::Archive;

/// Looks names up on a class path. Jars are opened when they are first needed.
pub struct ClassFiles {
    roots: Vec<Place>,
    /// The release of the JVM, for jars that hold versions of a class.
    release: u16,
}

struct Place {
    path: PathBuf,
    kind: RootKind,
    archive: RefCell<Option<Result<Rc<Archive>, String>>>,
}

/// What is wrong with a file of the class path.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct ClassFilesError(pub(crate) String);

impl ClassFiles {
    /// The files of a class path, as a JVM of that release sees them.
    pub fn new(class_path: &ClassPath, release: u16) -> Self {
        let place = |root: &Root| Place {
            path: root.path.clone(),
            kind: root.kind,
            archive: RefCell::default(),
        };
        Self { roots: class_path.roots.iter().map(place).collect(), release }
    }

    /// All resources of a name, in the order of the class path.
    pub fn resources(&self, name: &str) -> Result<Vec<Vec<u8>>, ClassFilesError> {
        let mut found = Vec::new();
        for root in self.roots.iter().filter(|root| !root.is_no_jar()) {
            found.extend(root.read(name, self.release)?);
        }
        Ok(found)
    }

    /// The class file that wins, if there is one.
    pub fn class(&self, class: &ClassName) -> Result<Option<Vec<u8>>, ClassFilesError> {
        self.first(&format!("{}.class", class.as_str()))
    }

    /// The resource that wins, if there is one.
    pub fn first(&self, name: &str) -> Result<Option<Vec<u8>>, ClassFilesError> {
        for root in self.roots.iter().filter(|root| !root.is_no_jar()) {
            if let Some(bytes) = root.read(name, self.release)?.into_iter().next() {
                return Ok(Some(bytes));
            }
        }
        Ok(None)
    }

    /// Whether a class in one of the jars names something in one of these packages, which end with a slash.
    pub fn is_named_in_jars(&self, packages: &[String]) -> Result<bool, ClassFilesError> {
        let finders: Vec<Finder<'_>> = packages.iter().map(Finder::new).collect();
        for root in self.roots.iter().filter(|root| root.kind == RootKind::Jar && !root.is_no_jar())
        {
            let archive = root.open()?;
            for name in
                archive.names().into_iter().filter(|name| name.strip_suffix(".class").is_some())
            {
                let bytes = archive.read(name).map_err(ClassFilesError)?.unwrap_or_default();
                let is_there = |finder: &Finder<'_>| {
                    finder.find_iter(&bytes).any(|place| is_whole(&bytes, place))
                };
                if finders.iter().any(is_there) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The folders of the class path.
    pub fn folders(&self) -> impl Iterator<Item = &Path> {
        self.of_kind(RootKind::Folder)
    }

    /// The jars of the class path.
    pub fn jars(&self) -> impl Iterator<Item = &Path> {
        self.of_kind(RootKind::Jar)
    }

    fn of_kind(&self, kind: RootKind) -> impl Iterator<Item = &Path> {
        let roots = self.roots.iter().filter(move |root| root.kind == kind);
        roots.map(|root| root.path.as_path())
    }
}

impl Place {
    /// What the root has of a name, versions for newer releases first.
    fn read(&self, name: &str, release: u16) -> Result<Vec<Vec<u8>>, ClassFilesError> {
        match self.kind {
            RootKind::Folder => {
                let path = self.path.join(name);
                match fs::read(&path) {
                    Ok(bytes) => Ok(vec![bytes]),
                    Err(error) if is_absent(&error) => Ok(Vec::new()),
                    Err(error) => {
                        Err(ClassFilesError(format!("cannot read `{}`: {error}", path.display())))
                    }
                }
            }
            RootKind::Jar => {
                let archive = self.open()?;
                let mut found = Vec::new();
                if archive.is_multi_release() {
                    for version in (9..=release).rev() {
                        let name = format!("META-INF/versions/{version}/{name}");
                        found.extend(archive.read(&name).map_err(ClassFilesError)?);
                    }
                }
                found.extend(archive.read(name).map_err(ClassFilesError)?);
                Ok(found)
            }
            // The JVM takes a class file for a damaged jar, and passes over it.
            RootKind::ClassFile => Ok(Vec::new()),
        }
    }

    /// Whether it has the name of a jar and is none. The JVM passes over such a file, and `world` tells of it.
    fn is_no_jar(&self) -> bool {
        self.kind == RootKind::Jar && self.open().is_err()
    }

    fn open(&self) -> Result<Rc<Archive>, ClassFilesError> {
        let mut archive = self.archive.borrow_mut();
        let opened = archive.get_or_insert_with(|| Archive::open(&self.path).map(Rc::new));
        opened.clone().map_err(ClassFilesError)
    }
}

/// Whether a name that begins there is no part of a longer one. A slash before it may also be the length of the text.
fn is_whole(bytes: &[u8], place: usize) -> bool {
    const BEGIN_OF_TEXT: [u8; 2] = [1, 0];
    let before = bytes.get(..place).unwrap_or_default();
    match before.strip_suffix(b"/") {
        Some(before) => before.ends_with(&BEGIN_OF_TEXT),
        None => true,
    }
}

fn is_absent(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory | io::ErrorKind::IsADirectory
    )
}

impl ClassSource for ClassFiles {
    fn copies(&self, class: &ClassName) -> Result<Vec<Arc<[u8]>>, String> {
        let name = format!("{}.class", class.as_str());
        let mut copies = Vec::new();
        for root in &self.roots {
            if root.is_no_jar() {
                // The machine passed over it only if it was none all the time.
                if Archive::open(&root.path).is_ok() {
                    return Err(format!(
                        "`{}` was no jar when tests were looked for",
                        root.path.display()
                    ));
                }
                continue;
            }
            copies.extend(root.read(&name, self.release).map_err(|error| error.0)?);
        }
        Ok(copies.into_iter().map(Arc::from).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::is_whole;

    #[test]
    fn names_of_packages_are_whole() {
        assert!(is_whole(b"Lcore/A;", 1));
        assert!(!is_whole(b"org/core/A", 4));
        assert!(is_whole(b"\x01\x00/core/A", 3));
        assert!(is_whole(b"core/A", 0));
    }
}
