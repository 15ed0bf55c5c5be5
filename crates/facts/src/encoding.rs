//! [`ClassFacts`] as bytes and back, for caches.
//!
//! The layout belongs to [`LAYOUT_VERSION`]; a cache that was written by another version is not read. Decoding checks
//! every length: bytes that were damaged give `None`, never facts that look right.

use tamis_vocab::Fingerprint;

use crate::class_facts::{ClassFacts, MemberFacts, MemberKind, Reference, ReferenceKind, Text};
use crate::parts::{Part, PartKind};

/// Changes with every change of this layout or of what [`ClassFacts`] means.
pub const LAYOUT_VERSION: u32 = 1;

/// Appends the facts to `out`.
pub fn encode(facts: &ClassFacts, out: &mut Vec<u8>) {
    let ClassFacts {
        text,
        name,
        canonical,
        superclass,
        interfaces,
        nest_host,
        version,
        flags,
        is_tag,
        parts,
        members,
        references,
        uses,
        header,
        declared,
        order,
        all,
        content,
    } = facts;
    put_length(out, text.len());
    out.extend_from_slice(text);
    put_text(out, *name);
    put_text(out, *canonical);
    put_optional(out, *superclass);
    put_length(out, interfaces.len());
    interfaces.iter().for_each(|each| put_text(out, *each));
    put_optional(out, *nest_host);
    out.extend_from_slice(&version.to_le_bytes());
    out.extend_from_slice(&flags.to_le_bytes());
    out.push(u8::from(*is_tag));
    put_length(out, parts.len());
    for Part { kind, label, fingerprint } in parts {
        let mut record = Record::<25>::new();
        record.put([*kind as u8]);
        record.put_text(*label);
        record.put(fingerprint.to_bytes());
        out.extend_from_slice(&record.bytes);
    }
    put_length(out, members.len());
    members.iter().for_each(|member| put_member(out, member));
    put_length(out, references.len());
    for Reference { kind, owner, name, descriptor } in references {
        let mut record = Record::<25>::new();
        record.put([*kind as u8]);
        [owner, name, descriptor].iter().for_each(|text| record.put_text(**text));
        out.extend_from_slice(&record.bytes);
    }
    put_length(out, uses.len());
    uses.iter().for_each(|each| out.extend_from_slice(&each.to_le_bytes()));
    for fingerprint in [header, declared, order, all, content] {
        out.extend_from_slice(&fingerprint.to_bytes());
    }
}

fn put_member(out: &mut Vec<u8>, member: &MemberFacts) {
    let MemberFacts {
        kind,
        flags,
        ordinal,
        name,
        canonical,
        descriptor,
        canonical_descriptor,
        body,
        parts,
        uses,
    } = member;
    let mut record = Record::<69>::new();
    record.put([*kind as u8]);
    record.put(flags.to_le_bytes());
    record.put(ordinal.to_le_bytes());
    [name, canonical, descriptor, canonical_descriptor]
        .iter()
        .for_each(|text| record.put_text(**text));
    record.put(body.to_bytes());
    [parts.0, parts.1, uses.0, uses.1].iter().for_each(|number| record.put(number.to_le_bytes()));
    out.extend_from_slice(&record.bytes);
}

/// A record of fixed size, put together before it is appended: one check for room instead of one for each field.
struct Record<const SIZE: usize> {
    bytes: [u8; SIZE],
    filled: usize,
}

impl<const SIZE: usize> Record<SIZE> {
    fn new() -> Self {
        Self { bytes: [0; SIZE], filled: 0 }
    }

    #[inline]
    fn put<const N: usize>(&mut self, field: [u8; N]) {
        if let Some(room) = self.bytes.get_mut(self.filled..self.filled + N) {
            room.copy_from_slice(&field);
        }
        self.filled += N;
    }

    #[inline]
    fn put_text(&mut self, text: Text) {
        self.put(text.start.to_le_bytes());
        self.put(text.length.to_le_bytes());
    }
}

fn put_length(out: &mut Vec<u8>, length: usize) {
    out.extend_from_slice(&(length as u32).to_le_bytes());
}

fn put_text(out: &mut Vec<u8>, text: Text) {
    out.extend_from_slice(&text.start.to_le_bytes());
    out.extend_from_slice(&text.length.to_le_bytes());
}

fn put_optional(out: &mut Vec<u8>, text: Option<Text>) {
    out.push(u8::from(text.is_some()));
    put_text(out, text.unwrap_or_default());
}

/// The facts that fill `bytes` exactly; `None` if the bytes are not such.
pub fn decode(bytes: &[u8]) -> Option<ClassFacts> {
    let mut reader = Reader { bytes };
    let length = reader.length()?;
    let text = reader.take(length)?.to_vec();
    std::str::from_utf8(&text).ok()?;
    let facts = ClassFacts {
        name: reader.text()?,
        canonical: reader.text()?,
        superclass: reader.optional()?,
        interfaces: reader.list(Reader::text)?,
        nest_host: reader.optional()?,
        version: reader.u16()?,
        flags: reader.u16()?,
        is_tag: reader.bool()?,
        parts: reader.list(|reader| {
            Some(Part {
                kind: PartKind::from_u8(reader.u8()?)?,
                label: reader.text()?,
                fingerprint: reader.fingerprint()?,
            })
        })?,
        members: reader.list(Reader::member)?,
        references: reader.list(|reader| {
            Some(Reference {
                kind: ReferenceKind::ALL.get(usize::from(reader.u8()?)).copied()?,
                owner: reader.text()?,
                name: reader.text()?,
                descriptor: reader.text()?,
            })
        })?,
        uses: reader.list(Reader::u32)?,
        header: reader.fingerprint()?,
        declared: reader.fingerprint()?,
        order: reader.fingerprint()?,
        all: reader.fingerprint()?,
        content: reader.fingerprint()?,
        text,
    };
    reader.bytes.is_empty().then_some(facts)
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(count)?;
        self.bytes = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.bytes.split_first_chunk::<N>()?;
        self.bytes = rest;
        Some(*taken)
    }

    fn u8(&mut self) -> Option<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    fn bool(&mut self) -> Option<bool> {
        match self.u8()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    fn length(&mut self) -> Option<usize> {
        self.u32().map(|length| length as usize)
    }

    fn fingerprint(&mut self) -> Option<Fingerprint> {
        self.array().map(Fingerprint::from_bytes)
    }

    fn text(&mut self) -> Option<Text> {
        Some(Text { start: self.u32()?, length: self.u32()? })
    }

    fn optional(&mut self) -> Option<Option<Text>> {
        let present = self.bool()?;
        let text = self.text()?;
        Some(present.then_some(text))
    }

    fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = self.length()?;
        // Every element takes at least a byte: a count that the bytes cannot hold must not cost memory.
        let mut list = Vec::with_capacity(count.min(self.bytes.len()));
        for _ in 0..count {
            list.push(read(self)?);
        }
        Some(list)
    }

    fn member(&mut self) -> Option<MemberFacts> {
        let kind = match self.u8()? {
            0 => MemberKind::Field,
            1 => MemberKind::Method,
            _ => return None,
        };
        Some(MemberFacts {
            kind,
            flags: self.u16()?,
            ordinal: self.u16()?,
            name: self.text()?,
            canonical: self.text()?,
            descriptor: self.text()?,
            canonical_descriptor: self.text()?,
            body: self.fingerprint()?,
            parts: (self.u32()?, self.u32()?),
            uses: (self.u32()?, self.u32()?),
        })
    }
}
