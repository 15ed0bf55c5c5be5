//! `Class-Path` in the manifests of jars (JAR file specification): which folders and jars a jar brings along. Elements are
//! relative URLs, and understood the way `jdk.internal.loader.URLClassPath` does. An `INDEX.LIST`, which JDKs before 22 take
//! instead of a `Class-Path`, is not read.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt as _;
use std::path::{Path, PathBuf};

use rawzip::{CompressionMethod, RECOMMENDED_BUFFER_SIZE, ZipArchive};
use rayon::prelude::*;

use crate::class_path::{Root, RootKind};
use crate::jar::manifest;

/// No manifest is larger.
const LARGEST: u64 = 16 << 20;

/// The roots with all that their manifests name: what a jar names comes right behind it, and what was there before is
/// passed over. What a manifest names need not exist.
pub(crate) fn follow(written: Vec<Root>) -> Vec<Root> {
    let mut pending: Vec<Found> = written.into_par_iter().map(Found::written).collect();
    pending.reverse();
    let mut known = BTreeSet::new();
    let mut roots = Vec::new();
    while let Some(found) = pending.pop() {
        if known.insert(found.place.clone()) {
            let named = found.named.iter().rev();
            pending.extend(named.filter_map(|element| Found::named(&found.place, element)));
            roots.push(found.root);
        }
    }
    roots
}

struct Found {
    root: Root,
    /// Its path, by which it is told from others and what it names is found.
    place: PathBuf,
    /// What its manifest names.
    named: Vec<String>,
}

impl Found {
    /// The JVM follows symbolic links in what it is given.
    fn written(root: Root) -> Self {
        let place = fs::canonicalize(&root.path).unwrap_or_else(|_| root.path.clone());
        Self::of(root, place)
    }

    /// What an element stands for, if there is such a thing.
    fn named(jar: &Path, element: &str) -> Option<Self> {
        let (path, is_folder) = resolve(jar, element)?;
        let metadata = fs::metadata(&path).ok()?;
        let kind = match is_folder {
            true if metadata.is_dir() => RootKind::Folder,
            false if metadata.is_file() => RootKind::Jar,
            true | false => return None,
        };
        Some(Self::of(Root { path: path.clone(), kind }, path))
    }

    fn of(root: Root, place: PathBuf) -> Self {
        let named = match root.kind {
            RootKind::Jar => read(&root.path).map(|manifest| manifest::class_path(&manifest)),
            RootKind::Folder | RootKind::ClassFile => None,
        };
        Self { root, place, named: named.unwrap_or_default() }
    }
}

/// The path that an element of a manifest stands for, and whether it is that of a folder, which a slash at its end says.
/// None for what no JVM looks for.
fn resolve(jar: &Path, element: &str) -> Option<(PathBuf, bool)> {
    let rest = match element.split_once(':') {
        Some((scheme, rest)) => Some(rest).filter(|_| scheme.eq_ignore_ascii_case("file"))?,
        None => element,
    };
    let rest = rest.split('#').next().filter(|rest| !rest.is_empty())?;
    let rest = match rest.strip_prefix("//") {
        // The name of a host, which has to be this one.
        Some(rest) => {
            let slash = rest.find('/')?;
            let (host, path) = rest.split_at(slash);
            Some(path).filter(|_| host.is_empty() || host.eq_ignore_ascii_case("localhost"))?
        }
        None => rest,
    };
    let base = if rest.starts_with('/') { Path::new("/") } else { jar.parent()? };
    let mut path = base.to_owned();
    for part in rest.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                path.pop();
            }
            _ => path.push(OsString::from_vec(decoded(part)?)),
        }
    }
    let is_folder = matches!(rest.rsplit('/').next(), Some("" | "." | ".."));
    Some((path, is_folder))
}

/// Text without its percent signs; none if one is not followed by two digits.
fn decoded(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let mut digit = || char::from(rest.next()?).to_digit(16);
            bytes.push(u8::try_from(digit()? * 16 + digit()?).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    Some(bytes)
}

/// The manifest of a jar, without reading the rest of it. If it cannot be read, that is told when the jar is.
fn read(jar: &Path) -> Option<Vec<u8>> {
    let file = fs::File::open(jar).ok()?;
    let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
    let archive = ZipArchive::from_file(file, &mut buffer).ok()?;
    let mut entries = archive.entries(&mut buffer);
    let mut found = None;
    while let Some(entry) = entries.next_entry().ok()? {
        if entry.file_path().as_bytes().eq_ignore_ascii_case(b"META-INF/MANIFEST.MF") {
            // Of two entries with one name, Java finds the last.
            let (method, size) = (entry.compression_method(), entry.uncompressed_size_hint());
            found = Some((entry.wayfinder(), method, size, entry.compressed_size_hint()));
        }
    }
    let (wayfinder, method, size, compressed) = found?;
    if size > LARGEST || compressed > LARGEST {
        return None;
    }
    let mut data = Vec::new();
    let mut reader = archive.get_entry(wayfinder).ok()?.reader();
    std::io::Read::read_to_end(&mut reader, &mut data).ok()?;
    match method {
        CompressionMethod::STORE => Some(data),
        CompressionMethod::DEFLATE => {
            let mut bytes = vec![0; usize::try_from(size).ok()?];
            let mut decompressor = libdeflater::Decompressor::new();
            let length = decompressor.deflate_decompress(&data, &mut bytes).ok()?;
            bytes.truncate(length);
            Some(bytes)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::resolve;

    #[test]
    fn elements_are_understood_as_the_jvm_does() {
        for (element, path, is_folder) in [
            ("b.jar", "/lib/x/b.jar", false),
            ("../y/b.jar", "/lib/y/b.jar", false),
            ("./y/", "/lib/x/y", true),
            (".", "/lib/x", true),
            ("..", "/lib", true),
            ("with%20space/%C3%A9.jar", "/lib/x/with space/\u{e9}.jar", false),
            ("a+b.jar", "/lib/x/a+b.jar", false),
            ("/abs/b.jar", "/abs/b.jar", false),
            ("file:/abs/b.jar", "/abs/b.jar", false),
            ("FILE:///abs/classes/", "/abs/classes", true),
            ("file://localhost/abs/b.jar", "/abs/b.jar", false),
            ("file:b.jar", "/lib/x/b.jar", false),
            ("b.jar#part", "/lib/x/b.jar", false),
        ] {
            let found = resolve(Path::new("/lib/x/a.jar"), element);
            assert_eq!(found, Some((path.into(), is_folder)), "{element}");
        }
        for element in ["http://host/b.jar", "C:/b.jar", "file://host/b.jar", "b%2.jar", "#", ""] {
            assert_eq!(resolve(Path::new("/lib/x/a.jar"), element), None, "{element}");
        }
    }
}
