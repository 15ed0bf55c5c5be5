//! The classes of JDK 25: where they lie, and their bytes.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::Error;

/// What `cargo xtask corpus` writes into a folder of classes that is complete.
const STAMP: &str = "complete";

/// Folders whose entries may be JDKs, if no variable names one.
const COLLECTIONS: [&str; 2] = ["/usr/lib/jvm", "/Library/Java/JavaVirtualMachines"];

/// Every class of the JDK.
pub(crate) struct Classes {
    /// The JDK itself.
    pub(crate) home: PathBuf,
    /// One folder per module.
    pub(crate) modules: Vec<PathBuf>,
    pub(crate) files: Vec<PathBuf>,
    /// Their contents, in the same order.
    pub(crate) in_memory: Vec<Vec<u8>>,
}

impl Classes {
    /// The classes that the corpus has extracted; extracts them if it has not.
    pub(crate) fn find() -> Result<Self, Error> {
        let home = jdk()?;
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/corpus/jdk-25");
        let stamp = folder.join(STAMP);
        if !stamp.is_file() {
            extract(&home, &folder)?;
            fs::copy(home.join("release"), stamp)?;
        }
        let folder = fs::canonicalize(folder)?;
        let mut modules = Vec::new();
        let mut files = Vec::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                add_classes(&path, &mut files)?;
                modules.push(path);
            }
        }
        modules.sort();
        files.sort();
        let in_memory = files.iter().map(fs::read).collect::<Result<_, _>>()?;
        Ok(Self { home, modules, files, in_memory })
    }
}

fn extract(home: &Path, folder: &Path) -> Result<(), Error> {
    println!("extracting the classes of JDK 25 into {}", folder.display());
    fs::create_dir_all(folder)?;
    let status = Command::new(home.join("bin/jimage"))
        .args(["extract", "--include", "glob:**.class", "--dir"])
        .args([folder, &home.join("lib/modules")])
        .status()?;
    if status.success() { Ok(()) } else { Err(format!("`jimage extract` failed: {status}").into()) }
}

fn add_classes(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Error> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            add_classes(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "class") {
            files.push(path);
        }
    }
    Ok(())
}

fn jdk() -> Result<PathBuf, Error> {
    let mut homes: Vec<PathBuf> =
        ["TAMIS_JDK_25", "JAVA_HOME"].into_iter().filter_map(env::var_os).map(Into::into).collect();
    for collection in COLLECTIONS {
        let Ok(entries) = fs::read_dir(collection) else { continue };
        for entry in entries.flatten() {
            homes.extend([entry.path(), entry.path().join("Contents/Home")]);
        }
    }
    homes
        .into_iter()
        .find(|home| {
            fs::read_to_string(home.join("release"))
                .is_ok_and(|release| release.contains("JAVA_VERSION=\"25"))
        })
        .ok_or_else(|| "no JDK 25 found\nhint: set TAMIS_JDK_25 to its folder".into())
}
