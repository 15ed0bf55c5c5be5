//! What is measured. The full task: name, superclass, interfaces, the names behind all class constants, all methods
//! with their code.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use tamis_classfile::pool::PoolOffsets;
use tamis_classfile::{ClassFile, ReadError};
use xxhash_rust::xxh3::xxh3_64;

use super::Error;

/// What the full task finds; lengths are summed up so that names have to be found, not only counted.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    pub(crate) supertypes: usize,
    pub(crate) references: usize,
    pub(crate) methods: usize,
    pub(crate) bodies: usize,
    pub(crate) code_bytes: usize,
    pub(crate) name_bytes: usize,
}

/// The full task with our reader.
pub(crate) fn full(classes: &[Vec<u8>]) -> Result<Totals, Error> {
    let mut totals = Totals::default();
    let mut offsets = PoolOffsets::default();
    for bytes in classes {
        let class = ClassFile::parse_with(bytes, offsets)?;
        totals.add(&class, |_| ())?;
        offsets = class.recycle();
    }
    Ok(totals)
}

/// The full task and a hash of each method's code.
pub(crate) fn full_and_hash(classes: &[Vec<u8>]) -> Result<u64, Error> {
    let mut totals = Totals::default();
    let mut offsets = PoolOffsets::default();
    let mut all = 0;
    for bytes in classes {
        let class = ClassFile::parse_with(bytes, offsets)?;
        totals.add(&class, |code| all ^= xxh3_64(code))?;
        offsets = class.recycle();
    }
    Ok(all)
}

/// No parsing at all: the least that looking at every byte costs.
pub(crate) fn hash(classes: &[Vec<u8>]) -> u64 {
    classes.iter().fold(0, |all, bytes| all ^ xxh3_64(bytes))
}

pub(crate) fn read_and_hash(files: &[PathBuf]) -> Result<u64, Error> {
    let mut buffer = Vec::new();
    let mut all = 0;
    for file in files {
        all ^= xxh3_64(read(file, &mut buffer)?);
    }
    Ok(all)
}

pub(crate) fn read_and_full(files: &[PathBuf]) -> Result<Totals, Error> {
    let mut buffer = Vec::new();
    let mut totals = Totals::default();
    let mut offsets = PoolOffsets::default();
    for file in files {
        let class = ClassFile::parse_with(read(file, &mut buffer)?, offsets)?;
        totals.add(&class, |_| ())?;
        offsets = class.recycle();
    }
    Ok(totals)
}

/// The contents of a file, in memory that is used again. Does not ask for the file's size first, which would cost two
/// more system calls.
pub(crate) fn read<'b>(path: &Path, buffer: &'b mut Vec<u8>) -> Result<&'b [u8], Error> {
    let mut file = File::open(path)?;
    let mut length = 0;
    loop {
        if length == buffer.len() {
            buffer.resize(buffer.len() * 2 + (1 << 16), 0);
        }
        match file.read(buffer.get_mut(length..).unwrap_or_default())? {
            0 => return Ok(buffer.get(..length).unwrap_or_default()),
            count => length += count,
        }
    }
}

impl Totals {
    pub(crate) fn add<'a>(
        &mut self,
        class: &ClassFile<'a>,
        mut each_body: impl FnMut(&'a [u8]),
    ) -> Result<(), ReadError> {
        self.name_bytes += class.name().as_bytes().len();
        if let Some(name) = class.super_name() {
            self.supertypes += 1;
            self.name_bytes += name.as_bytes().len();
        }
        for name in class.interface_names() {
            self.supertypes += 1;
            self.name_bytes += name?.as_bytes().len();
        }
        for name in class.pool().class_names() {
            self.references += 1;
            self.name_bytes += name?.as_bytes().len();
        }
        for method in class.methods().iter() {
            self.methods += 1;
            if let Some(code) = method.code(class)? {
                self.bodies += 1;
                self.code_bytes += code.bytes.len();
                each_body(code.bytes);
            }
        }
        Ok(())
    }
}

/// The full task with noak.
pub(crate) fn noak(classes: &[Vec<u8>]) -> Result<Totals, Error> {
    let mut totals = Totals::default();
    for bytes in classes {
        totals.add_noak(bytes)?;
    }
    Ok(totals)
}

impl Totals {
    fn add_noak(&mut self, bytes: &[u8]) -> Result<(), Error> {
        use noak::reader::cpool::Item;

        let class = noak::reader::Class::new(bytes)?;
        let pool = class.pool();
        self.name_bytes += pool.retrieve(class.this_class())?.name.len();
        if let Some(index) = class.super_class() {
            self.supertypes += 1;
            self.name_bytes += pool.retrieve(index)?.name.len();
        }
        for index in class.interfaces() {
            self.supertypes += 1;
            self.name_bytes += pool.retrieve(index?)?.name.len();
        }
        for item in pool.iter() {
            if let Item::Class(reference) = item {
                self.references += 1;
                self.name_bytes += pool.retrieve(reference.name)?.len();
            }
        }
        for method in class.methods() {
            self.methods += 1;
            for attribute in method?.attributes() {
                let attribute = attribute?;
                if pool.retrieve(attribute.name())?.as_bytes() == b"Code" {
                    self.bodies += 1;
                    self.code_bytes += code_bytes(attribute.content())?.len();
                    break;
                }
            }
        }
        Ok(())
    }
}

/// The instructions in a `Code` attribute: noak gives them decoded only, which would be no fair comparison.
fn code_bytes(content: &[u8]) -> Result<&[u8], Error> {
    let length = content.get(4..8).and_then(|length| length.first_chunk()).ok_or("no length")?;
    let end = 8 + u32::from_be_bytes(*length) as usize;
    Ok(content.get(8..end).ok_or("no code")?)
}
