//! The image of a JDK, `lib/modules`: a hash table over paths in front of the files themselves.
//!
//! A header of seven numbers; a table of redirections for looking a path up; a table of offsets of locations; the
//! locations; the strings that they are made of; the files. A location is a list of attributes, each a byte with kind and
//! length and a number of that length. Numbers of the header and of the tables are in the order of the machine that the
//! image is for, those of attributes have the high byte first.
//!
//! Only the tables are kept in memory, some megabytes of more than a hundred; files are read when they are asked for.
//! `jlink` can compress files; these cannot be had. Whoever has no image (a JDK before 9) has none of this.
#![deny(clippy::indexing_slicing, missing_docs)]

mod error;
mod lookup;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::path::Path;

pub use error::ImageError;

const MAGIC: u32 = 0xCAFE_DADA;
const HEADER: usize = 28;

/// Where it is in the folder of a JDK.
pub const PATH: &str = "lib/modules";

/// Modules that are no modules but indices.
const INDICES: [&str; 2] = ["modules", "packages"];

/// So many bytes are read at once.
const WINDOW: u64 = 1 << 20;

/// The image of a JDK.
#[derive(Debug)]
pub struct Image {
    file: File,
    length: u64,
    /// All in front of the files.
    index: Vec<u8>,
    is_little_endian: bool,
    table_length: usize,
    locations: usize,
    strings: usize,
}

/// A class in an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImageClass<'i> {
    /// The module it is in.
    pub module: &'i str,
    /// Its package, with slashes.
    pub package: &'i str,
    /// Its name in the package.
    pub simple_name: &'i str,
    /// Where its class file is.
    pub place: Place,
}

impl ImageClass<'_> {
    /// The internal name.
    pub fn name(&self) -> String {
        match self.package {
            "" => self.simple_name.to_owned(),
            package => [package, self.simple_name].join("/"),
        }
    }

    /// Whether it is the declaration of a module, which is no class; each module has one of the same name.
    pub fn is_module(&self) -> bool {
        self.simple_name == "module-info"
    }
}

/// Where a file is in an image. It is known to be inside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    start: u64,
    length: usize,
}

impl Place {
    fn end(self) -> u64 {
        self.start.saturating_add(self.length as u64)
    }
}

/// What a location says.
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

impl Image {
    /// Opens it and reads its tables.
    pub fn open(path: &Path) -> Result<Self, ImageError> {
        let cannot = |error| ImageError::io(path, &error);
        let file = File::open(path).map_err(cannot)?;
        let length = file.metadata().map_err(cannot)?.len();
        let mut image = Self {
            file,
            length,
            index: Vec::new(),
            is_little_endian: true,
            table_length: 0,
            locations: 0,
            strings: 0,
        };
        image.index = image.bytes(0, length.min(HEADER as u64) as usize)?;
        let magic = image.number(0, "the magic")?;
        if magic == MAGIC.swap_bytes() {
            image.is_little_endian = false;
        } else if magic != MAGIC {
            return Err(ImageError::Magic { found: magic });
        }
        let number = |offset| image.number(offset, "a header of 28 bytes").map(|n| n as usize);
        let (table_length, locations_size, strings_size) = (number(16)?, number(20)?, number(24)?);
        let end = |offset| ImageError::End { offset, expected: "its index", length };
        let locations = table_length.checked_mul(8).and_then(|size| size.checked_add(HEADER));
        let locations = locations.ok_or(end(16))?;
        let strings = locations.checked_add(locations_size).ok_or(end(20))?;
        let files = strings.checked_add(strings_size).ok_or(end(24))?;
        if files as u64 > length {
            return Err(end(files as u64));
        }
        let index = image.bytes(0, files)?;
        Ok(Self { index, table_length, locations, strings, ..image })
    }

    /// All classes, those of modules too that are there for themselves, in the order in which they are in the file.
    pub fn classes(&self) -> Result<Vec<ImageClass<'_>>, ImageError> {
        let mut classes = Vec::with_capacity(self.table_length);
        for place in 0..self.table_length {
            classes.extend(self.class_at(place)?);
        }
        classes.sort_unstable_by_key(|class| class.place.start);
        Ok(classes)
    }

    /// Reads many classes, many at once if they are in the order of [`Self::classes`], and tells each with its bytes.
    pub fn read_all(
        &self,
        classes: &[ImageClass<'_>],
        mut tell: impl FnMut(&ImageClass<'_>, &[u8]),
    ) -> Result<(), ImageError> {
        let mut window = Vec::new();
        let mut rest = classes;
        while let Some(first) = rest.first() {
            let start = first.place.start;
            let is_near = |class: &&ImageClass<'_>| {
                class.place.start >= start && class.place.end() <= start.saturating_add(WINDOW)
            };
            let near = rest.iter().take_while(is_near).count().max(1);
            let (now, later) = rest.split_at_checked(near).unwrap_or((rest, &[]));
            let end = now.iter().map(|class| class.place.end()).max().unwrap_or(start);
            let length = end.saturating_sub(start) as usize;
            self.read(Place { start, length }, &mut window)?;
            for class in now {
                let from = class.place.start.saturating_sub(start) as usize;
                let bytes = window.get(from..).and_then(|rest| rest.get(..class.place.length));
                tell(class, bytes.unwrap_or_default());
            }
            rest = later;
        }
        Ok(())
    }

    /// The bytes of a file, in place of what the buffer holds.
    pub fn read(&self, place: Place, buffer: &mut Vec<u8>) -> Result<(), ImageError> {
        buffer.resize(place.length, 0);
        self.file.read_exact_at(buffer, place.start).map_err(|error| ImageError::Unreadable {
            offset: place.start,
            cause: error.to_string(),
        })
    }

    fn class_at(&self, place: usize) -> Result<Option<ImageClass<'_>>, ImageError> {
        let location = self.location_at(place)?;
        if self.string(location.extension)? != "class" {
            return Ok(None);
        }
        let (module, package) = (self.string(location.module)?, self.string(location.parent)?);
        let simple_name = self.string(location.base)?;
        if module.is_empty() || INDICES.contains(&module) {
            return Ok(None);
        }
        if location.compressed != 0 {
            let path = format!("/{module}/{package}/{simple_name}.class");
            return Err(ImageError::Compressed { path });
        }
        let place = self.place(&location)?;
        Ok(Some(ImageClass { module, package, simple_name, place }))
    }

    /// Where a file is that is not compressed.
    fn place(&self, location: &Location) -> Result<Place, ImageError> {
        let start = (self.index.len() as u64).saturating_add(location.offset);
        let is_inside =
            start.checked_add(location.uncompressed).is_some_and(|end| end <= self.length);
        let length = usize::try_from(location.uncompressed).ok().filter(|_| is_inside);
        let length = length.ok_or(ImageError::End {
            offset: start,
            expected: "a class file",
            length: self.length,
        })?;
        Ok(Place { start, length })
    }

    /// The location at a place of the table.
    fn location_at(&self, place: usize) -> Result<Location, ImageError> {
        let entry = place.saturating_add(self.table_length).saturating_mul(4);
        let offset = self.number(entry.saturating_add(HEADER), "the offset of a location")?;
        self.location(self.locations.saturating_add(offset as usize))
    }

    fn location(&self, mut offset: usize) -> Result<Location, ImageError> {
        let mut location = Location::default();
        loop {
            let end = |expected| self.end(offset, expected);
            let byte = *self.index.get(offset).ok_or_else(|| end("an attribute of a location"))?;
            let (kind, length) = (byte >> 3, usize::from(byte & 7) + 1);
            if kind == 0 {
                return Ok(location);
            }
            let digits = self.index.get(offset + 1..offset + 1 + length);
            let digits = digits.ok_or_else(|| end("the value of an attribute"))?;
            let value = digits.iter().fold(0, |value, byte| value << 8 | u64::from(*byte));
            match kind {
                1 => location.module = value,
                2 => location.parent = value,
                3 => location.base = value,
                4 => location.extension = value,
                5 => location.offset = value,
                6 => location.compressed = value,
                7 => location.uncompressed = value,
                found => return Err(ImageError::Attribute { offset, found }),
            }
            offset += 1 + length;
        }
    }

    /// The text that ends with a zero byte.
    fn string(&self, offset: u64) -> Result<&str, ImageError> {
        let start = usize::try_from(offset).ok().and_then(|at| at.checked_add(self.strings));
        let start = start.unwrap_or(usize::MAX);
        let rest = self.index.get(start..).unwrap_or_default();
        let end = rest.iter().position(|byte| *byte == 0);
        let text = end.and_then(|end| rest.get(..end));
        let text = text.ok_or_else(|| self.end(start, "a string that ends with a zero byte"))?;
        std::str::from_utf8(text).map_err(|_| ImageError::Text { offset: start })
    }

    fn number(&self, offset: usize, expected: &'static str) -> Result<u32, ImageError> {
        let bytes = self.index.get(offset..).and_then(|rest| rest.first_chunk());
        let bytes = bytes.ok_or_else(|| self.end(offset, expected))?;
        Ok(self.number_of(*bytes))
    }

    fn number_of(&self, bytes: [u8; 4]) -> u32 {
        if self.is_little_endian { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) }
    }

    fn end(&self, offset: usize, expected: &'static str) -> ImageError {
        ImageError::End { offset: offset as u64, expected, length: self.length }
    }

    /// That many bytes of the file.
    fn bytes(&self, start: u64, length: usize) -> Result<Vec<u8>, ImageError> {
        let mut bytes = Vec::new();
        self.read(Place { start, length }, &mut bytes)?;
        Ok(bytes)
    }
}
