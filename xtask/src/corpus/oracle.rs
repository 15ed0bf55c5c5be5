//! A second opinion on a class: the crate `java-bytecode`, which shares no code with ours.
//!
//! It checks more than the format (what constants refer to, for one) and does not keep the padding of switches, so
//! that it refuses or changes a class is counted and not held against anybody. That it counts something else than we
//! do is a difference.

use bytes::{Bytes, BytesMut};
use java_bytecode::raw::ParseOptions;
use java_bytecode::raw::attribute::{RawAttribute, RawAttributeStore};
use java_bytecode::raw::file::RawClassFile;
use tamis_classfile::attributes::code::Code;
use tamis_classfile::{Attribute, Attributes, ClassFile, Location, Members};

/// What the other reader makes of a class that we read.
pub(super) enum Opinion {
    /// It writes the same bytes and counts the same things.
    Agrees,
    /// It does not read or write the class.
    Refuses(String),
    /// It writes other bytes or counts other things.
    Differs(String),
}

/// Things that are counted in a class, by both readers.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    interfaces: usize,
    fields: usize,
    methods: usize,
    /// Of the class, its members and their code; not those of record components.
    attributes: usize,
    bodies: usize,
    code_bytes: usize,
    instructions: usize,
    handlers: usize,
}

/// Asks the other reader about a class that was read from `bytes`.
pub(super) fn ask(bytes: &[u8], class: &ClassFile<'_>) -> Opinion {
    let other = match RawClassFile::parse(Bytes::copy_from_slice(bytes), ParseOptions::new()) {
        Ok(other) => other,
        Err(error) => return Opinion::Refuses(format!("cannot read: {error}")),
    };
    let ours = match Counts::ours(class) {
        Ok(counts) => counts,
        Err(error) => return Opinion::Differs(error.to_string()),
    };
    let theirs = Counts::theirs(&other);
    if ours != theirs {
        return Opinion::Differs(format!("we count {ours:?}, the oracle {theirs:?}"));
    }
    let mut written = BytesMut::with_capacity(bytes.len());
    match other.write(&mut written) {
        Ok(()) if written == bytes => Opinion::Agrees,
        Ok(()) => Opinion::Refuses("writes other bytes".to_owned()),
        Err(error) => Opinion::Refuses(format!("cannot write: {error}")),
    }
}

impl Counts {
    fn ours(class: &ClassFile<'_>) -> Result<Self, tamis_classfile::ReadError> {
        let mut counts = Self {
            interfaces: class.interfaces().len(),
            fields: class.fields().len(),
            methods: class.methods().len(),
            attributes: class.attributes().len(),
            ..Self::default()
        };
        let attributes = |members: Members<'_>| -> usize {
            members.iter().map(|member| member.attributes.len()).sum()
        };
        counts.attributes += attributes(class.fields()) + attributes(class.methods());
        for method in class.methods().iter() {
            counts.add_bodies(class, method.attributes)?;
        }
        Ok(counts)
    }

    fn add_bodies<'a>(
        &mut self,
        class: &ClassFile<'a>,
        attributes: Attributes<'a>,
    ) -> Result<(), tamis_classfile::ReadError> {
        for raw in attributes.iter() {
            if class.attribute_name(&raw)? == "Code"
                && let Attribute::Code(code) = class.decode(&raw, Location::Method)?
            {
                self.add_body(&code)?;
            }
        }
        Ok(())
    }

    fn add_body(&mut self, code: &Code<'_>) -> Result<(), tamis_classfile::ReadError> {
        self.bodies += 1;
        self.code_bytes += code.bytes.len();
        self.handlers += code.handlers.len();
        self.attributes += code.attributes.len();
        for instruction in code.instructions() {
            instruction?;
            self.instructions += 1;
        }
        Ok(())
    }

    fn theirs(class: &RawClassFile) -> Self {
        let mut counts = Self {
            interfaces: class.interfaces.len(),
            fields: class.fields.len(),
            methods: class.methods.len(),
            attributes: class.attributes.attributes.len(),
            ..Self::default()
        };
        for field in &class.fields {
            counts.attributes += field.attributes.attributes.len();
        }
        for method in &class.methods {
            counts.add_their_bodies(&method.attributes);
        }
        counts
    }

    fn add_their_bodies(&mut self, store: &RawAttributeStore) {
        self.attributes += store.attributes.len();
        for attribute in &store.attributes {
            if let RawAttribute::Code(code) = attribute {
                self.bodies += 1;
                self.code_bytes += code.code.byte_length() as usize;
                self.handlers += code.exception_table.len();
                self.attributes += code.attributes.attributes.len();
                self.instructions += code.code.instructions().len();
            }
        }
    }
}
