//! The classes of a JDK, from its image `lib/modules`. They are part of the environment, not of the world; but which
//! methods they declare says what of them a class can override.
//!
//! The image is a hash table over paths such as `/java.base/java/util/List.class` in front of the files themselves, which
//! a JDK stores as they are; `jlink` can compress them, and then nothing is known here.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::sync::Arc;

use rustc_hash::FxHashMap;

/// `0xCAFEDADA`.
const MAGIC: u32 = 0xCAFE_DADA;
const HEADER: usize = 28;
const HASH_SEED: i32 = 0x0100_0193;
/// Types above each other; more are not believed.
const MOST_TYPES: usize = 4096;
/// A larger class file is not read.
const LARGEST: u64 = 16 << 20;

/// Names and descriptors of methods.
pub(crate) type Methods = Arc<BTreeSet<(String, String)>>;

/// The image of a JDK.
#[derive(Debug)]
pub(crate) struct Platform {
    file: File,
    /// All in front of the content.
    index: Vec<u8>,
    table_length: usize,
    locations: usize,
    strings: usize,
    known: RefCell<FxHashMap<String, Option<Methods>>>,
}

/// Where a file is in the image.
#[derive(Debug, Default)]
struct Location {
    module: u64,
    parent: u64,
    base: u64,
    extension: u64,
    offset: u64,
    compressed: u64,
    uncompressed: u64,
}

impl Platform {
    /// The image of the JDK in that folder; `None` if there is none that can be read.
    pub(crate) fn open(java_home: &Path) -> Option<Self> {
        let file = File::open(java_home.join("lib/modules")).ok()?;
        let mut header = [0; HEADER];
        file.read_exact_at(&mut header, 0).ok()?;
        let number = |place: usize| number(&header, place);
        if number(0)? != MAGIC {
            return None;
        }
        let table_length = number(16)? as usize;
        let (locations_size, strings_size) = (number(20)? as usize, number(24)? as usize);
        let locations = HEADER.checked_add(table_length.checked_mul(8)?)?;
        let strings = locations.checked_add(locations_size)?;
        let length = strings.checked_add(strings_size)?;
        if table_length == 0 || length as u64 > file.metadata().ok()?.len() {
            return None;
        }
        let mut index = vec![0; length];
        file.read_exact_at(&mut index, 0).ok()?;
        let known = RefCell::default();
        Some(Self { file, index, table_length, locations, strings, known })
    }

    /// The methods that a class below that type can override, of the type itself and of all above it; `None` if that is not
    /// known.
    pub(crate) fn overridable(&self, class: &str) -> Option<Methods> {
        if let Some(known) = self.known.borrow().get(class) {
            return known.clone();
        }
        let found = self.collect(class).map(Arc::new);
        self.known.borrow_mut().insert(class.to_owned(), found.clone());
        found
    }

    fn collect(&self, class: &str) -> Option<BTreeSet<(String, String)>> {
        const PRIVATE_OR_STATIC: u16 = 0x0002 | 0x0008;
        let mut methods = BTreeSet::new();
        let mut seen = BTreeSet::from([class.to_owned()]);
        let mut waiting = vec![class.to_owned()];
        while let Some(name) = waiting.pop() {
            let bytes = self.class(&name)?;
            let facts = tamis_facts::extract(&[&bytes]).into_iter().next()?.ok()?;
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

    /// The class file of that name.
    fn class(&self, name: &str) -> Option<Vec<u8>> {
        let package = name.rsplit_once('/')?.0.replace('/', ".");
        // Pairs of whether the package is empty there, and the name of the module.
        let modules = self.content(&format!("/packages/{package}"))?;
        modules.chunks_exact(8).find_map(|pair| {
            let module = self.string(u64::from(number(pair, 4)?))?;
            self.content(&format!("/{module}/{name}.class"))
        })
    }

    fn content(&self, path: &str) -> Option<Vec<u8>> {
        let location = self.find(path)?;
        if location.compressed != 0 || location.uncompressed > LARGEST {
            return None;
        }
        let mut bytes = vec![0; usize::try_from(location.uncompressed).ok()?];
        let start = (self.index.len() as u64).checked_add(location.offset)?;
        self.file.read_exact_at(&mut bytes, start).ok()?;
        Some(bytes)
    }

    fn find(&self, path: &str) -> Option<Location> {
        let place = |hash: i32| hash.unsigned_abs() as usize % self.table_length;
        let first = place(hash(path, HASH_SEED));
        let redirect = number(&self.index, HEADER + first * 4)?.cast_signed();
        let place = match redirect {
            0 => return None,
            seed @ 1.. => place(hash(path, seed)),
            direct => usize::try_from(-1_i64 - i64::from(direct)).ok()?,
        };
        let offset = number(&self.index, HEADER + (self.table_length + place) * 4)? as usize;
        let location = self.location(self.locations.checked_add(offset)?)?;
        (self.path(&location)? == path).then_some(location)
    }

    fn location(&self, mut place: usize) -> Option<Location> {
        let mut location = Location::default();
        loop {
            let byte = *self.index.get(place)?;
            let (kind, length) = (byte >> 3, usize::from(byte & 7) + 1);
            let bytes = self.index.get(place + 1..place + 1 + length);
            let value = || {
                let value = bytes?.iter().fold(0, |value, byte| value << 8 | u64::from(*byte));
                Some(value)
            };
            match kind {
                0 => return Some(location),
                1 => location.module = value()?,
                2 => location.parent = value()?,
                3 => location.base = value()?,
                4 => location.extension = value()?,
                5 => location.offset = value()?,
                6 => location.compressed = value()?,
                7 => location.uncompressed = value()?,
                _ => return None,
            }
            place += 1 + length;
        }
    }

    /// The path that a location stands for.
    fn path(&self, location: &Location) -> Option<String> {
        let mut path = String::new();
        let module = self.string(location.module)?;
        if !module.is_empty() {
            path.push('/');
            path.push_str(module);
            path.push('/');
        }
        let parent = self.string(location.parent)?;
        if !parent.is_empty() {
            path.push_str(parent);
            path.push('/');
        }
        path.push_str(self.string(location.base)?);
        let extension = self.string(location.extension)?;
        if !extension.is_empty() {
            path.push('.');
            path.push_str(extension);
        }
        Some(path)
    }

    fn string(&self, offset: u64) -> Option<&str> {
        let start = self.strings.checked_add(usize::try_from(offset).ok()?)?;
        let rest = self.index.get(start..)?;
        let end = rest.iter().position(|byte| *byte == 0)?;
        std::str::from_utf8(rest.get(..end)?).ok()
    }
}

fn number(bytes: &[u8], place: usize) -> Option<u32> {
    let bytes = bytes.get(place..place.checked_add(4)?)?;
    bytes.try_into().ok().map(u32::from_le_bytes)
}

fn hash(path: &str, seed: i32) -> i32 {
    let step = |hash: i32, byte: u8| hash.wrapping_mul(HASH_SEED) ^ i32::from(byte);
    path.bytes().fold(seed, step) & i32::MAX
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
            assert!(platform.overridable("p/None").is_none());
            assert!(platform.overridable("java/util/None").is_none());
        }
    }
}
