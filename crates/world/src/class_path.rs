//! An ordered list of folders and jars.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::manifest_path;

/// A folder or a jar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Root {
    /// As the user wrote it.
    pub path: PathBuf,
    /// Which of the two it is.
    pub kind: RootKind,
}

/// What a root is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RootKind {
    /// A folder of class files and resources.
    Folder,
    /// A jar, or a zip of the same layout.
    Jar,
    /// A single class file.
    ClassFile,
}

/// Where classes and resources are looked for, in order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ClassPath {
    /// The roots, first one first, and behind each jar what its manifest names. None is there twice.
    pub roots: Vec<Root>,
    /// The paths that were given: what to tell a JVM, which follows manifests itself.
    pub written: Vec<PathBuf>,
}

/// A class path that cannot be used as it is written.
#[derive(Debug, Error)]
pub enum ClassPathError {
    /// No such file or folder, or not one that can be looked at.
    #[error("cannot read `{}`: {source}", path.display())]
    Unreadable {
        /// The path.
        path: PathBuf,
        /// What the system says.
        #[source]
        source: io::Error,
    },
    /// Neither a folder nor a file.
    #[error("cannot read `{}`: it is neither a folder nor a regular file", path.display())]
    Special {
        /// The path.
        path: PathBuf,
    },
    /// No root at all.
    #[error("the class path is empty")]
    Empty,
}

impl ClassPath {
    /// Parses a class path as `java` takes it: paths with `:` between them, `folder/*` for all jars of a folder. Every
    /// path must exist; the JVM would pass over one that does not, and so over a typing error.
    pub fn parse(text: &str) -> Result<Self, ClassPathError> {
        let mut roots = Vec::new();
        // A path that exists as written is one root, even if it has a colon in its name.
        if Path::new(text).exists() {
            return Ok(Self::of(vec![root(Path::new(text))?]));
        }
        for element in text.split(':').filter(|element| !element.is_empty()) {
            match element.strip_suffix("/*").or((element == "*").then_some(".")) {
                Some(folder) => roots.extend(jars_in(Path::new(folder))?),
                None => roots.push(root(Path::new(element))?),
            }
        }
        if roots.is_empty() { Err(ClassPathError::Empty) } else { Ok(Self::of(roots)) }
    }

    /// The class path of these roots.
    pub fn of(roots: Vec<Root>) -> Self {
        let written = roots.iter().map(|root| root.path.clone()).collect();
        Self { roots: manifest_path::follow(roots), written }
    }
}

fn root(path: &Path) -> Result<Root, ClassPathError> {
    let unreadable = |source| ClassPathError::Unreadable { path: path.to_owned(), source };
    let metadata = fs::metadata(path).map_err(unreadable)?;
    let kind = if metadata.is_dir() {
        RootKind::Folder
    } else if !metadata.is_file() {
        return Err(ClassPathError::Special { path: path.to_owned() });
    } else if path.extension().is_some_and(|extension| extension == "class") {
        RootKind::ClassFile
    } else {
        RootKind::Jar
    };
    Ok(Root { path: path.to_owned(), kind })
}

/// The jars of a folder, by name: the JVM leaves their order open, and an answer must not depend on the file system.
fn jars_in(folder: &Path) -> Result<Vec<Root>, ClassPathError> {
    let unreadable = |source| ClassPathError::Unreadable { path: folder.to_owned(), source };
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("jar")) {
            paths.push(path);
        }
    }
    paths.sort();
    paths.iter().map(|path| root(path)).collect()
}
