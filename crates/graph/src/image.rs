//! The image of a JDK, `lib/modules`: a hash table over paths in front of the files themselves.
//!
//! A header of seven numbers; a table of redirections for looking a path up, which is of no use here; a table of offsets
//! of locations; the locations; the strings that they are made of; the files. A location is a list of attributes, each a
//! byte with kind and length and a number of that length. Numbers of the header and of the tables are in the order of the
//! machine that the image is for, those of attributes have the high byte first.
//!
//! `jlink` can compress files; these are refused one by one. Whoever has no image (a JDK before 9) has none of this.

#[cfg(test)]
mod tests;

use crate::entry::{ClassEntry, ClassSource, Part, content_of};

const MAGIC: u32 = 0xCAFE_DADA;
const HEADER: usize = 28;

/// Modules that are no modules but indices.
const INDICES: [&str; 2] = ["modules", "packages"];

/// Bytes that are no image, or a file in one that cannot be had.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImageError {
    /// It begins with something else.
    #[error("at byte 0: expected the magic 0xcafedada of a JDK image, found {found:#x}")]
    Magic {
        /// What is there.
        found: u32,
    },
    /// It ends too early.
    #[error("at byte {offset:#x}: expected {expected}, found the end after {length} bytes")]
    End {
        /// Where something should be.
        offset: usize,
        /// What should be there.
        expected: &'static str,
        /// How long the image is.
        length: usize,
    },
    /// An attribute of a location is of a kind that is not known.
    #[error("at byte {offset:#x}: expected the kind of an attribute (0–7), found {found}")]
    Attribute {
        /// Where it is.
        offset: usize,
        /// Its kind.
        found: u8,
    },
    /// A string is not text.
    #[error("at byte {offset:#x}: expected UTF-8")]
    Text {
        /// Where it is.
        offset: usize,
    },
    /// A file is compressed.
    #[error("`{path}` is compressed: only images that store classes as they are can be read")]
    Compressed {
        /// Its path in the image.
        path: String,
    },
}

/// A class in an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImageClass<'a> {
    /// The module it is in.
    pub module: &'a str,
    /// Its package, with slashes.
    pub package: &'a str,
    /// Its name in the package.
    pub simple_name: &'a str,
    /// Its class file.
    pub bytes: &'a [u8],
}

impl ImageClass<'_> {
    /// The internal name.
    pub fn name(&self) -> String {
        match self.package {
            "" => self.simple_name.to_owned(),
            package => format!("{package}/{}", self.simple_name),
        }
    }
}

/// Where a file is.
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

/// The image of a JDK, in memory.
#[derive(Debug)]
pub struct Image<'a> {
    bytes: &'a [u8],
    is_little_endian: bool,
    table_length: usize,
    locations: usize,
    strings: usize,
    files: usize,
}

impl<'a> Image<'a> {
    /// Checks the header.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, ImageError> {
        let mut image = Self {
            bytes,
            is_little_endian: true,
            table_length: 0,
            locations: 0,
            strings: 0,
            files: 0,
        };
        let magic = image.number(0, "the magic")?;
        if magic == MAGIC.swap_bytes() {
            image.is_little_endian = false;
        } else if magic != MAGIC {
            return Err(ImageError::Magic { found: magic });
        }
        let number = |offset| image.number(offset, "a header of 28 bytes").map(|n| n as usize);
        let (table_length, locations_size, strings_size) = (number(16)?, number(20)?, number(24)?);
        let end = |offset| ImageError::End { offset, expected: "its index", length: bytes.len() };
        let locations = table_length.checked_mul(8).and_then(|size| size.checked_add(HEADER));
        let locations = locations.ok_or(end(16))?;
        let strings = locations.checked_add(locations_size).ok_or(end(20))?;
        let files = strings.checked_add(strings_size).ok_or(end(24))?;
        if files > bytes.len() {
            return Err(end(files));
        }
        Ok(Self { table_length, locations, strings, files, ..image })
    }

    /// All classes, those of modules too that are there for themselves: `module-info`.
    pub fn classes(&self) -> impl Iterator<Item = Result<ImageClass<'a>, ImageError>> + '_ {
        (0..self.table_length).filter_map(|place| self.class_at(place).transpose())
    }

    fn class_at(&self, place: usize) -> Result<Option<ImageClass<'a>>, ImageError> {
        let entry = HEADER + (self.table_length + place) * 4;
        let offset = self.number(entry, "the offset of a location")? as usize;
        let location = self.location(self.locations.saturating_add(offset))?;
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
        let start = usize::try_from(location.offset).ok().and_then(|at| at.checked_add(self.files));
        let length = usize::try_from(location.uncompressed).ok();
        let range = start
            .zip(length)
            .and_then(|(start, length)| self.bytes.get(start..start.checked_add(length)?));
        let bytes = range.ok_or(ImageError::End {
            offset: start.unwrap_or(usize::MAX),
            expected: "a class file",
            length: self.bytes.len(),
        })?;
        Ok(Some(ImageClass { module, package, simple_name, bytes }))
    }

    fn location(&self, mut offset: usize) -> Result<Location, ImageError> {
        let mut location = Location::default();
        loop {
            let end = |expected| ImageError::End { offset, expected, length: self.bytes.len() };
            let byte = *self.bytes.get(offset).ok_or(end("an attribute of a location"))?;
            let (kind, length) = (byte >> 3, usize::from(byte & 7) + 1);
            if kind == 0 {
                return Ok(location);
            }
            let digits = self.bytes.get(offset + 1..offset + 1 + length);
            let digits = digits.ok_or(end("the value of an attribute"))?;
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
    fn string(&self, offset: u64) -> Result<&'a str, ImageError> {
        let start = usize::try_from(offset).ok().and_then(|at| at.checked_add(self.strings));
        let start = start.unwrap_or(usize::MAX);
        let rest = self.bytes.get(start..self.files.max(start)).unwrap_or_default();
        let end = rest.iter().position(|byte| *byte == 0);
        let text = end.and_then(|end| rest.get(..end)).ok_or(ImageError::End {
            offset: start,
            expected: "a string that ends with a zero byte",
            length: self.bytes.len(),
        })?;
        std::str::from_utf8(text).map_err(|_| ImageError::Text { offset: start })
    }

    fn number(&self, offset: usize, expected: &'static str) -> Result<u32, ImageError> {
        let bytes = self.bytes.get(offset..).and_then(|rest| rest.first_chunk());
        let end = ImageError::End { offset, expected, length: self.bytes.len() };
        let bytes = bytes.ok_or(end)?;
        Ok(if self.is_little_endian {
            u32::from_le_bytes(*bytes)
        } else {
            u32::from_be_bytes(*bytes)
        })
    }
}

/// The classes of an image as a part of a class path.
#[derive(Debug)]
pub struct Platform<'a> {
    names: Vec<String>,
    files: Vec<&'a [u8]>,
}

impl<'a> Platform<'a> {
    /// All classes of the image, sorted by name, without declarations of modules, of which each has the same name.
    pub fn of(image: &Image<'a>) -> Result<Self, ImageError> {
        let mut classes = Vec::new();
        for class in image.classes() {
            let class = class?;
            if class.simple_name != "module-info" {
                classes.push((class.name(), class.bytes));
            }
        }
        classes.sort_unstable();
        let (names, files) = classes.into_iter().unzip();
        Ok(Self { names, files })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// As the input of a graph; [`Self`] is the source for it.
    pub fn entries(&self) -> Vec<ClassEntry<'_>> {
        let classes = self.names.iter().zip(&self.files);
        classes
            .map(|(name, bytes)| ClassEntry {
                name,
                part: Part::Platform,
                content: content_of(bytes),
            })
            .collect()
    }
}

impl ClassSource for Platform<'_> {
    fn read<'b>(&'b self, position: usize, buffer: &'b mut Vec<u8>) -> Result<&'b [u8], String> {
        self.files.as_slice().read(position, buffer)
    }
}
