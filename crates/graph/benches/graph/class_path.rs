//! The input: the image of JDK 25 and jars, as they lie on disk.

use std::fs;
use std::path::PathBuf;

use libdeflater::Decompressor;
use rawzip::{CompressionMethod, ZipArchive};
use tamis_graph::{ClassEntry, ClassSource, Part, Platform, content_of};
use tamis_image::{Image, PATH};
use tamis_testkit::Jdk;
use tamis_vocab::Fingerprint;

use super::Error;

/// Where it lies.
pub(crate) struct Files {
    pub(crate) jdk: Jdk,
    pub(crate) jars: Vec<PathBuf>,
}

impl Files {
    /// Fetches jars that are not there. Another list than ours can be given.
    pub(crate) fn find(list: Option<&str>) -> Result<Self, Error> {
        let list = match list {
            Some(file) => fs::read_to_string(file)?,
            None => include_str!("jars.txt").to_owned(),
        };
        let list: Vec<&str> = list.lines().filter(|line| !line.starts_with('#')).collect();
        let jars = tamis_testkit::jars(&list);
        let jdk = tamis_testkit::jdk(25);
        if jdk.home.join(PATH).is_file() {
            Ok(Self { jdk, jars })
        } else {
            Err("the JDK has no image `lib/modules`".into())
        }
    }
}

/// A class file of a jar in memory, perhaps compressed.
struct Stored {
    name: String,
    /// Which jar.
    jar: usize,
    start: usize,
    end: usize,
    /// Bytes it inflates to; none if it is stored as it is.
    inflated: Option<usize>,
    content: Fingerprint,
}

/// All class files: first those of the JDK, then those of the jars.
pub(crate) struct ClassPath {
    platform: Platform,
    jars: Vec<Vec<u8>>,
    classes: Vec<Stored>,
}

impl ClassPath {
    pub(crate) fn read(files: &Files) -> Result<Self, Error> {
        let platform = Platform::of(Image::open(&files.jdk.home.join(PATH))?)?;
        let (mut jars, mut classes) = (Vec::new(), Vec::new());
        for jar in &files.jars {
            let bytes = fs::read(jar)?;
            add_jar(&bytes, jars.len(), &mut classes)
                .map_err(|error| format!("{}: {error}", jar.display()))?;
            jars.push(bytes);
        }
        Ok(Self { platform, jars, classes })
    }

    pub(crate) fn entries(&self) -> Vec<ClassEntry<'_>> {
        let of_jars = self.classes.iter().map(|class| ClassEntry {
            name: &class.name,
            part: Part::Library,
            content: class.content,
        });
        self.platform.entries().chain(of_jars).collect()
    }

    /// What identifies the bytes of each class, found once more.
    pub(crate) fn identities(&self, files: &Files) -> Result<Vec<Fingerprint>, Error> {
        let platform = Platform::of(Image::open(&files.jdk.home.join(PATH))?)?;
        let stored = |class: &Stored| self.jars.get(class.jar)?.get(class.start..class.end);
        let of_jars = self.classes.iter().filter_map(stored).map(content_of);
        Ok(platform.entries().map(|entry| entry.content).chain(of_jars).collect())
    }
}

/// The classes of a jar, without those of other releases.
fn add_jar(bytes: &[u8], jar: usize, classes: &mut Vec<Stored>) -> Result<(), Error> {
    let archive = ZipArchive::from_slice(bytes)?;
    let mut entries = archive.entries();
    while let Some(entry) = entries.next_entry()? {
        let path = entry.file_path();
        let Ok(path) = std::str::from_utf8(path.as_bytes()) else { continue };
        let Some(name) = path.strip_suffix(".class") else { continue };
        if path.starts_with("META-INF/") || name == "module-info" {
            continue;
        }
        let inflated = match entry.compression_method() {
            CompressionMethod::STORE => None,
            CompressionMethod::DEFLATE => Some(usize::try_from(entry.uncompressed_size_hint())?),
            _ => return Err(format!("`{path}` is compressed in a way that is not known").into()),
        };
        let name = name.to_owned();
        let stored = archive.get_entry(entry.wayfinder())?;
        let data = stored.data();
        let start = data.as_ptr().addr() - bytes.as_ptr().addr();
        classes.push(Stored {
            name,
            jar,
            start,
            end: start + data.len(),
            inflated,
            content: content_of(data),
        });
    }
    Ok(())
}

thread_local! {
    static INFLATER: std::cell::RefCell<Decompressor> =
        std::cell::RefCell::new(Decompressor::new());
}

impl ClassSource for ClassPath {
    fn read<'b>(&'b self, position: usize, buffer: &'b mut Vec<u8>) -> Result<&'b [u8], String> {
        let Some(position) = position.checked_sub(self.platform.len()) else {
            return self.platform.read(position, buffer);
        };
        let class = self.classes.get(position).ok_or("no such class")?;
        let jar = self.jars.get(class.jar).ok_or("no such jar")?;
        let data = jar.get(class.start..class.end).ok_or("past the end")?;
        let Some(length) = class.inflated else { return Ok(data) };
        buffer.resize(length, 0);
        let inflate = |inflater: &std::cell::RefCell<Decompressor>| {
            inflater.borrow_mut().deflate_decompress(data, buffer)
        };
        INFLATER.with(inflate).map_err(|error| format!("`{}`: {error}", class.name))?;
        Ok(buffer)
    }
}
