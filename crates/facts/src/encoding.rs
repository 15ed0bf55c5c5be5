//! [`ClassFacts`] as bytes and back, for caches.
//!
//! The layout belongs to [`LAYOUT_VERSION`]; a cache that was written by another version is not read. Decoding checks
//! every length: bytes that were damaged give `None`, never facts that look right.

use tamis_vocab::Fingerprint;

use crate::class_facts::{ClassFacts, MemberFacts, MemberKind, Reference, ReferenceKind, Text};
use crate::parts::{Part, PartKind};

/// Changes with every change of this layout or of what [`ClassFacts`] means.
pub const LAYOUT_VERSION: u32 = 3;

/// Bytes of a number in most classes, and in those that are too large for that.
const NARROW: usize = 2;
const WIDE: usize = 4;

/// Appends the facts to `out`.
pub fn encode(facts: &ClassFacts, out: &mut Vec<u8>) {
    let ClassFacts { text, parts, references, uses, .. } = facts;
    // A string may start just behind the text.
    let largest = text.len().max(parts.len()).max(references.len()).max(uses.len());
    if largest < usize::from(u16::MAX) {
        encode_as::<NARROW>(facts, out);
    } else {
        encode_as::<WIDE>(facts, out);
    }
}

/// Appends the facts, with numbers of so many bytes.
fn encode_as<const NUMBER: usize>(facts: &ClassFacts, out: &mut Vec<u8>) {
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
    out.push(NUMBER as u8);
    put_length(out, text.len());
    out.extend_from_slice(text);
    put_list(out, 2 * NUMBER, &[*name, *canonical], Slot::text::<NUMBER>);
    put_list(out, 2 * NUMBER, superclass.as_slice(), Slot::text::<NUMBER>);
    put_list(out, 2 * NUMBER, interfaces, Slot::text::<NUMBER>);
    put_list(out, 2 * NUMBER, nest_host.as_slice(), Slot::text::<NUMBER>);
    out.extend_from_slice(&version.to_le_bytes());
    out.extend_from_slice(&flags.to_le_bytes());
    out.push(u8::from(*is_tag));
    put_list(out, 17 + 2 * NUMBER, parts, Slot::part::<NUMBER>);
    put_list(out, 21 + 12 * NUMBER, members, Slot::member::<NUMBER>);
    put_list(out, 1 + 6 * NUMBER, references, Slot::reference::<NUMBER>);
    put_list(out, NUMBER, uses, Slot::number::<NUMBER>);
    for fingerprint in [header, declared, order, all, content] {
        out.extend_from_slice(&fingerprint.to_bytes());
    }
}

fn put_length(out: &mut Vec<u8>, length: usize) {
    out.extend_from_slice(&(length as u32).to_le_bytes());
}

/// Appends a list. Room for all of it is made at once: each element knows its place, and none has to look for room.
#[inline]
fn put_list<'o, T: Copy>(
    out: &'o mut Vec<u8>,
    size: usize,
    list: &[T],
    put: impl Fn(&mut Slot<'o>, T),
) {
    put_length(out, list.len());
    let start = out.len();
    out.resize(start + size * list.len(), 0);
    let room = out.get_mut(start..).unwrap_or_default();
    for (room, element) in room.chunks_exact_mut(size).zip(list) {
        put(&mut Slot { room }, *element);
    }
}

/// Where an element goes.
struct Slot<'s> {
    room: &'s mut [u8],
}

impl Slot<'_> {
    #[inline]
    fn put<const N: usize>(&mut self, field: [u8; N]) {
        if let Some((first, rest)) = std::mem::take(&mut self.room).split_first_chunk_mut() {
            *first = field;
            self.room = rest;
        }
    }

    /// The low bytes of a number, which are all there is to it.
    #[inline]
    fn number<const NUMBER: usize>(&mut self, number: u32) {
        if let Some(low) = number.to_le_bytes().first_chunk::<NUMBER>() {
            self.put(*low);
        }
    }

    #[inline]
    fn text<const NUMBER: usize>(&mut self, text: Text) {
        self.number::<NUMBER>(text.start);
        self.number::<NUMBER>(text.length);
    }

    #[inline]
    fn part<const NUMBER: usize>(&mut self, part: Part) {
        let Part { kind, label, fingerprint } = part;
        self.put([kind as u8]);
        self.text::<NUMBER>(label);
        self.put(fingerprint.to_bytes());
    }

    #[inline]
    fn reference<const NUMBER: usize>(&mut self, reference: Reference) {
        let Reference { kind, owner, name, descriptor } = reference;
        self.put([kind as u8]);
        [owner, name, descriptor].into_iter().for_each(|text| self.text::<NUMBER>(text));
    }

    #[inline]
    fn member<const NUMBER: usize>(&mut self, member: MemberFacts) {
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
        self.put([kind as u8]);
        self.put(flags.to_le_bytes());
        self.put(ordinal.to_le_bytes());
        [name, canonical, descriptor, canonical_descriptor]
            .into_iter()
            .for_each(|text| self.text::<NUMBER>(text));
        self.put(body.to_bytes());
        [parts.0, parts.1, uses.0, uses.1]
            .into_iter()
            .for_each(|number| self.number::<NUMBER>(number));
    }
}

/// The facts that fill `bytes` exactly; `None` if the bytes are not such.
pub fn decode(bytes: &[u8]) -> Option<ClassFacts> {
    let (number, bytes) = bytes.split_first()?;
    match usize::from(*number) {
        NARROW => decode_as::<NARROW>(bytes),
        WIDE => decode_as::<WIDE>(bytes),
        _ => None,
    }
}

fn decode_as<const NUMBER: usize>(bytes: &[u8]) -> Option<ClassFacts> {
    let mut reader = Reader::<NUMBER> { bytes };
    let length = reader.length()?;
    let text = reader.take(length)?.to_vec();
    std::str::from_utf8(&text).ok()?;
    let [name, canonical] = reader.list(Reader::text)?.try_into().ok()?;
    let facts = ClassFacts {
        name,
        canonical,
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
        uses: reader.list(Reader::number)?,
        header: reader.fingerprint()?,
        declared: reader.fingerprint()?,
        order: reader.fingerprint()?,
        all: reader.fingerprint()?,
        content: reader.fingerprint()?,
        text,
    };
    reader.bytes.is_empty().then_some(facts)
}

/// Reads numbers of so many bytes.
struct Reader<'a, const NUMBER: usize> {
    bytes: &'a [u8],
}

impl<'a, const NUMBER: usize> Reader<'a, NUMBER> {
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

    fn bool(&mut self) -> Option<bool> {
        match self.u8()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    fn number(&mut self) -> Option<u32> {
        let mut number = [0; 4];
        *number.first_chunk_mut::<NUMBER>()? = self.array()?;
        Some(u32::from_le_bytes(number))
    }

    fn length(&mut self) -> Option<usize> {
        self.array().map(|length| u32::from_le_bytes(length) as usize)
    }

    fn fingerprint(&mut self) -> Option<Fingerprint> {
        self.array().map(Fingerprint::from_bytes)
    }

    fn text(&mut self) -> Option<Text> {
        Some(Text { start: self.number()?, length: self.number()? })
    }

    fn optional(&mut self) -> Option<Option<Text>> {
        match self.list(Self::text)?.as_slice() {
            [] => Some(None),
            [text] => Some(Some(*text)),
            _ => None,
        }
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
            parts: (self.number()?, self.number()?),
            uses: (self.number()?, self.number()?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{NARROW, WIDE, decode, encode};
    use crate::class_facts::{ClassFacts, Text};

    #[test]
    fn facts_come_back_whether_their_numbers_are_narrow_or_wide() {
        for (length, number) in [(0, NARROW), (65_534, NARROW), (65_535, WIDE), (70_000, WIDE)] {
            let mut facts = ClassFacts::empty();
            facts.text = vec![b'a'; length];
            facts.name = Text { start: length as u32, length: 0 }.without_ends();
            facts.superclass = Some(Text { start: 0, length: length as u32 });
            facts.interfaces = vec![facts.name; 2];
            facts.uses = vec![1, 2, 3];
            let mut bytes = Vec::new();
            encode(&facts, &mut bytes);
            assert_eq!(bytes.first().copied(), Some(number as u8), "{length}");
            assert_eq!(decode(&bytes), Some(facts), "{length}");
        }
    }
}
