//! The input: the image of JDK 25 and jars, as they lie on disk.

use std::fs;
use std::path::PathBuf;

use libdeflater::Decompressor;
use rawzip::{CompressionMethod, ZipArchive};
use tamis_graph::image::Image;
use tamis_graph::{ClassEntry, ClassSource, Part, content_of};
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
        if jdk.home.join("lib/modules").is_file() {
            Ok(Self { jdk, jars })
        } else {
            Err("the JDK has no image `lib/modules`".into())
        }
    }
}

/// A class file in memory, perhaps compressed.
struct Stored {
    name: String,
    part: Part,
    /// Which container: 0 is the image, the jars follow.
    container: usize,
    start: usize,
    end: usize,
    /// Bytes it inflates to; none if it is stored as it is.
    inflated: Option<usize>,
    content: Fingerprint,
}

/// All class files.
pub(crate) struct ClassPath {
    containers: Vec<Vec<u8>>,
    classes: Vec<Stored>,
}

impl ClassPath {
    pub(crate) fn read(files: &Files) -> Result<Self, Error> {
        let image = fs::read(files.jdk.home.join("lib/modules"))?;
        let mut classes = Vec::new();
        let base = image.as_ptr().addr();
        for class in Image::parse(&image)?.classes() {
            let class = class?;
            if class.simple_name == "module-info" {
                continue;
            }
            let start = class.bytes.as_ptr().addr() - base;
            classes.push(Stored {
                name: class.name(),
                part: Part::Platform,
                container: 0,
                start,
                end: start + class.bytes.len(),
                inflated: None,
                content: content_of(class.bytes),
            });
        }
        let mut containers = vec![image];
        for jar in &files.jars {
            let bytes = fs::read(jar)?;
            add_jar(&bytes, containers.len(), &mut classes)
                .map_err(|error| format!("{}: {error}", jar.display()))?;
            containers.push(bytes);
        }
        Ok(Self { containers, classes })
    }

    pub(crate) fn entries(&self) -> Vec<ClassEntry<'_>> {
        let entry = |class: &Stored| (class.part, class.content);
        self.classes
            .iter()
            .map(|class| {
                let (part, content) = entry(class);
                ClassEntry { name: &class.name, part, content }
            })
            .collect()
    }

    /// What identifies the bytes of each class, found once more.
    pub(crate) fn identities(&self) -> Vec<Fingerprint> {
        let stored =
            |class: &Stored| self.containers.get(class.container)?.get(class.start..class.end);
        self.classes.iter().filter_map(stored).map(content_of).collect()
    }
}

/// The classes of a jar, without those of other releases.
fn add_jar(bytes: &[u8], container: usize, classes: &mut Vec<Stored>) -> Result<(), Error> {
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
            part: Part::Library,
            container,
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
        let class = self.classes.get(position).ok_or("no such class")?;
        let container = self.containers.get(class.container).ok_or("no such container")?;
        let data = container.get(class.start..class.end).ok_or("past the end")?;
        let Some(length) = class.inflated else { return Ok(data) };
        buffer.resize(length, 0);
        let inflate = |inflater: &std::cell::RefCell<Decompressor>| {
            inflater.borrow_mut().deflate_decompress(data, buffer)
        };
        INFLATER.with(inflate).map_err(|error| format!("`{}`: {error}", class.name))?;
        Ok(buffer)
    }
}
