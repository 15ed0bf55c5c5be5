//! Class files in, [`ClassFacts`] out, one family at a time.

mod attributes;
mod naming;
mod text;

use rustc_hash::FxHashSet;
use tamis_classfile::attributes::Attribute;
use tamis_classfile::pool::PoolOffsets;
use tamis_classfile::{ClassFile, Location, MStr, Member, ReadError};
use tamis_vocab::Fingerprint;

use crate::canonical::{self, Scratch};
use crate::class_facts::{ClassFacts, MemberFacts, MemberKind, Reference, Text};
use crate::constants::{Constants, Contents, KnownConstants};
use crate::family::Family;
use crate::fingerprint::{Digest, Domain};
use crate::numbered;
use crate::parts::{FactKind, Part};
use crate::reference_table::PoolReference;

use attributes::PartMaker;
use naming::Sites;
use text::{Check, TextTable};

/// The facts of a family's class files, in the order given. What one file gets wrong costs only that file its facts.
pub fn extract(files: &[&[u8]]) -> Vec<Result<ClassFacts, ReadError>> {
    Extractor::default().family(files)
}

/// Facts whose memory is kept for the next ones.
const MOST_SPARE: usize = 64;

/// Extracts facts, and keeps its memory from family to family.
#[derive(Debug, Default)]
pub struct Extractor {
    scratch: Scratch,
    known: KnownConstants,
    digest: Digest,
    offsets: Vec<PoolOffsets>,
    texts: Vec<Text>,
    order: Vec<SortKey>,
    spare: Vec<ClassFacts>,
}

impl Extractor {
    /// See [`extract`].
    pub fn family(&mut self, files: &[&[u8]]) -> Vec<Result<ClassFacts, ReadError>> {
        let mut classes = Vec::with_capacity(files.len());
        let mut failed = Vec::with_capacity(files.len());
        for file in files {
            match ClassFile::parse_with(file, self.offsets.pop().unwrap_or_default()) {
                Ok(class) => {
                    classes.push(class);
                    failed.push(None);
                }
                Err(error) => failed.push(Some(error)),
            }
        }
        let mut results = self.related(&classes).into_iter();
        self.offsets.extend(classes.into_iter().map(ClassFile::recycle));
        failed
            .into_iter()
            .filter_map(|error| error.map_or_else(|| results.next(), |e| Some(Err(e))))
            .collect()
    }

    /// Gives back facts that are no longer needed, so that their memory serves the next ones.
    pub fn recycle(&mut self, facts: ClassFacts) {
        if self.spare.len() < MOST_SPARE {
            self.spare.push(facts);
        }
    }

    /// The facts of parsed classes of one family.
    fn related(&mut self, classes: &[ClassFile<'_>]) -> Vec<Result<ClassFacts, ReadError>> {
        let all = Family::new(classes).and_then(|family| {
            let contents = self.contents(&family)?;
            Ok((family, contents))
        });
        if let Ok((family, contents)) = all {
            return classes.iter().map(|class| self.class(&family, class, &contents)).collect();
        }
        // One of them spoils it for all. Then every name counts as it stands, numbers included: safe, if coarser.
        let family = Family::unrelated(classes);
        classes.iter().map(|class| self.class(&family, class, &Contents::default())).collect()
    }

    /// What each numbered method of the family does, all the way down.
    fn contents(&mut self, family: &Family<'_, '_>) -> Result<Contents, ReadError> {
        let mut shallow = naming::Shallow::default();
        for (index, class) in family.classes.iter().enumerate() {
            let synthetics = family.synthetics.of_class(index);
            if synthetics.is_empty() {
                continue;
            }
            self.scratch.references.clear(class.pool().count());
            let none = FxHashSet::default();
            let known = std::mem::take(&mut self.known);
            let mut constants = Constants::new(family, class, None, &none, known);
            for (ordinal, method) in (0_u16..=u16::MAX).zip(class.methods().iter()) {
                if synthetics.binary_search(&(index, ordinal)).is_ok() {
                    let code = method.code(class)?;
                    let body =
                        canonical::body(false, code.as_ref(), &mut constants, &mut self.scratch)?;
                    let uses =
                        self.scratch.calls.iter().chain(&self.scratch.sites).copied().collect();
                    shallow.insert((index, ordinal), (body, uses));
                }
            }
            self.known = constants.recycle();
        }
        Ok(naming::deep(&shallow, &mut self.digest))
    }

    /// The facts of one class. Two things are found out on the way, and then the class is gone through once more: that
    /// there are strings to escape; and that more sites create a numbered method than it can have names for, so that it
    /// counts by what it does, at those sites too.
    fn class<'a>(
        &mut self,
        family: &Family<'_, 'a>,
        class: &ClassFile<'a>,
        contents: &Contents,
    ) -> Result<ClassFacts, ReadError> {
        let none = FxHashSet::default();
        let mut check = Check::Whole;
        let (mut facts, mut again) = self.class_with(family, class, contents, &none, check)?;
        if again.is_odd {
            check = Check::Each;
            (facts, again) = self.class_with(family, class, contents, &none, check)?;
        }
        if !again.unnamed.is_empty() {
            (facts, _) = self.class_with(family, class, contents, &again.unnamed, check)?;
        }
        Ok(facts)
    }

    fn class_with<'a>(
        &mut self,
        family: &Family<'_, 'a>,
        class: &ClassFile<'a>,
        contents: &Contents,
        by_content: &FxHashSet<u16>,
        check: Check,
    ) -> Result<(ClassFacts, Again), ReadError> {
        self.scratch.references.clear(class.pool().count());
        let mut facts = self.spare.pop().unwrap_or_else(ClassFacts::empty);
        facts.clear();
        let known = std::mem::take(&mut self.known);
        let mut constants = Constants::new(family, class, Some(contents), by_content, known);
        let text = std::mem::take(&mut facts.text);
        let mut text = TextTable::new(class, check, text, std::mem::take(&mut self.texts));
        PartMaker::new(&mut self.digest, &mut facts.parts).class(
            class,
            &mut constants,
            &mut text,
        )?;
        for (ordinal, field) in (0_u16..=u16::MAX).zip(class.fields().iter()) {
            let start = facts.parts.len();
            PartMaker::new(&mut self.digest, &mut facts.parts).field(
                class,
                &field,
                &mut constants,
                &mut text,
            )?;
            let body = self.field_body(facts.parts.get(start..).unwrap_or_default());
            let mut member = member(class, &field, &mut text, MemberKind::Field, ordinal, body)?;
            member.parts = (start as u32, facts.parts.len() as u32);
            member.canonical_descriptor = canonical_descriptor(family, class, &field, &mut text)?
                .unwrap_or(member.descriptor);
            facts.members.push(member);
        }
        let mut sites = Sites::default();
        for (ordinal, method) in (0_u16..=u16::MAX).zip(class.methods().iter()) {
            let code = method.code(class)?;
            let is_initialiser = method.name(class)? == "<clinit>";
            let body =
                canonical::body(is_initialiser, code.as_ref(), &mut constants, &mut self.scratch)?;
            let mut member = member(class, &method, &mut text, MemberKind::Method, ordinal, body)?;
            let start = facts.uses.len();
            facts.uses.extend_from_slice(&self.scratch.references.used);
            member.uses = (start as u32, facts.uses.len() as u32);
            if !family.synthetics.is_empty() {
                sites.push(self.scratch.sites.iter().map(|(_, ordinal)| *ordinal).collect());
            }
            let start = facts.parts.len();
            PartMaker::new(&mut self.digest, &mut facts.parts).method(
                class,
                &method,
                code.as_ref(),
                &mut constants,
                &mut text,
                &self.scratch,
            )?;
            member.parts = (start as u32, facts.parts.len() as u32);
            member.canonical_descriptor = canonical_descriptor(family, class, &method, &mut text)?
                .unwrap_or(member.descriptor);
            facts.members.push(member);
        }
        let unnamed =
            naming::name_members(family, class, contents, &sites, &mut text, &mut facts.members);
        references(class, &self.scratch, &mut text, &mut facts.references)?;
        self.known = constants.recycle();
        let again = Again { is_odd: !text.is_sound(), unnamed };
        Ok((self.assemble(family, class, text, facts)?, again))
    }

    fn field_body(&mut self, parts: &[Part]) -> Fingerprint {
        for part in parts.iter().filter(|part| part.kind == crate::PartKind::ConstantValue) {
            self.digest.fingerprint(part.fingerprint);
        }
        self.digest.finish(Domain::Body)
    }

    /// Adds what the class says of itself, and the fingerprints of the whole.
    fn assemble<'a>(
        &mut self,
        family: &Family<'_, 'a>,
        class: &ClassFile<'a>,
        mut text: TextTable<'_, 'a>,
        mut facts: ClassFacts,
    ) -> Result<ClassFacts, ReadError> {
        facts.name = text.class(class.this_class())?;
        facts.canonical = match family.names.full(class.name()) {
            Some(canonical) => text.add(MStr::new(canonical)),
            None => facts.name,
        };
        facts.superclass = match class.super_class() {
            0 => None,
            index => Some(text.class(index)?),
        };
        for index in class.interfaces().iter() {
            facts.interfaces.push(text.class(index)?);
        }
        facts.nest_host = match class.find(class.attributes(), Location::Class, "NestHost")? {
            Some(Attribute::NestHost(index)) => Some(text.class(index)?),
            _ => None,
        };
        facts.version = class.version().1;
        facts.flags = class.access_flags();
        facts.is_tag = numbered::is_tag(class, &family.names);
        (facts.text, self.texts) = text.finish();
        fingerprint_class(&mut facts, &mut self.digest, &mut self.order);
        Ok(facts)
    }
}

/// Why a class is to be gone through once more.
struct Again {
    /// There are strings to escape.
    is_odd: bool,
    /// Numbered methods that count by what they do.
    unnamed: FxHashSet<u16>,
}

/// The fingerprints of the class as a whole, from its parts and members.
fn fingerprint_class(facts: &mut ClassFacts, digest: &mut Digest, order: &mut Vec<SortKey>) {
    add_parts(digest, facts.parts(), |fact| fact == FactKind::Header);
    facts.header = digest.finish(Domain::Header);

    sort_members(facts, order);
    let sorted = || order.iter().filter_map(|key| facts.members.get(key.position as usize));
    for member in sorted() {
        digest.u8(member.kind as u8);
        digest.bytes_of(facts.bytes(member.canonical), &facts.text);
        digest.bytes_of(facts.bytes(member.canonical_descriptor), &facts.text);
    }
    let identities = digest.finish(Domain::Identities);

    digest.fingerprint(facts.header);
    add_parts(digest, facts.parts(), |fact| fact == FactKind::Members);
    digest.fingerprint(identities);
    for member in sorted() {
        digest.u16(member.flags);
        add_parts(digest, facts.member_parts(member), |fact| fact != FactKind::Class);
    }
    let declared = digest.finish(Domain::Members);

    // Which members there are, and where each of them stands.
    digest.fingerprint(identities);
    order.iter().for_each(|key| digest.u32(key.position));
    let declared_order = digest.finish(Domain::Order);

    digest.fingerprint(declared);
    add_parts(digest, facts.parts(), |fact| fact == FactKind::Class);
    for member in sorted() {
        digest.fingerprint(member.body);
        add_parts(digest, facts.member_parts(member), |fact| fact == FactKind::Class);
    }
    let content = digest.finish(Domain::Class);
    digest.text(facts.canonical_name());
    digest.fingerprint(content);
    facts.all = digest.finish(Domain::Class);
    facts.declared = declared;
    facts.order = declared_order;
    facts.content = content;
}

/// Where a member stands in the class file, and where it belongs: by the start of its name, as one number, as long as
/// that decides.
#[derive(Debug, Clone, Copy)]
struct SortKey {
    kind: MemberKind,
    position: u32,
    start: u128,
}

/// The members by kind, canonical name and canonical descriptor.
fn sort_members(facts: &ClassFacts, order: &mut Vec<SortKey>) {
    order.clear();
    order.extend((0_u32..).zip(&facts.members).map(|(position, member)| {
        let start = start_of(facts, member.canonical);
        SortKey { kind: member.kind, start, position }
    }));
    let rest = |key: &SortKey| {
        facts
            .members
            .get(key.position as usize)
            .map(|member| (facts.bytes(member.canonical), facts.bytes(member.canonical_descriptor)))
    };
    order.sort_unstable_by(|a, b| {
        (a.kind, a.start)
            .cmp(&(b.kind, b.start))
            .then_with(|| rest(a).cmp(&rest(b)))
            .then(a.position.cmp(&b.position))
    });
}

/// The first bytes of a name: if those of two names differ, they compare as the names do.
fn start_of(facts: &ClassFacts, name: Text) -> u128 {
    let mut start = [0; 16];
    // What follows the name in the text is read too, and taken away again: so all names are read alike.
    if let Some(text) = facts.text.get(name.start as usize..) {
        match text.first_chunk() {
            Some(first) => start = *first,
            None => start.iter_mut().zip(text).for_each(|(byte, text)| *byte = *text),
        }
    }
    let start = u128::from_be_bytes(start);
    match name.length {
        0 => 0,
        1..16 => start & (u128::MAX << (8 * (16 - name.length))),
        16.. => start,
    }
}

fn add_parts(digest: &mut Digest, parts: &[Part], wanted: impl Fn(FactKind) -> bool) {
    for part in parts.iter().filter(|part| wanted(part.kind.fact())) {
        digest.u8(part.kind as u8);
        digest.fingerprint(part.fingerprint);
    }
    digest.u8(u8::MAX);
}

fn member<'a>(
    class: &ClassFile<'a>,
    member: &Member<'a>,
    text: &mut TextTable<'_, 'a>,
    kind: MemberKind,
    ordinal: u16,
    body: Fingerprint,
) -> Result<MemberFacts, ReadError> {
    let name = text.utf8(member.name_index).map_err(|error| class.locate(error))?;
    let descriptor = text.utf8(member.descriptor_index).map_err(|error| class.locate(error))?;
    Ok(MemberFacts {
        kind,
        flags: member.access_flags,
        ordinal,
        name,
        canonical: name,
        descriptor,
        canonical_descriptor: descriptor,
        body,
        parts: (0, 0),
        uses: (0, 0),
    })
}

fn canonical_descriptor<'a>(
    family: &Family<'_, 'a>,
    class: &ClassFile<'a>,
    member: &Member<'a>,
    text: &mut TextTable<'_, 'a>,
) -> Result<Option<Text>, ReadError> {
    if family.names.is_empty() {
        return Ok(None);
    }
    let descriptor = member.descriptor(class)?;
    let canonical = family
        .access_constructors
        .descriptor(class.name(), descriptor)
        .or_else(|| family.names.descriptor(class.name(), descriptor));
    Ok(canonical.map(|canonical| text.add(MStr::new(&canonical))))
}

fn references<'a>(
    class: &ClassFile<'a>,
    scratch: &Scratch,
    text: &mut TextTable<'_, 'a>,
    references: &mut Vec<Reference>,
) -> Result<(), ReadError> {
    for PoolReference { kind, index, .. } in scratch.references.all.iter().copied() {
        let reference = if kind.is_class() {
            let owner = text.class(index)?;
            Reference { kind, owner, name: Text::default(), descriptor: Text::default() }
        } else {
            let (owner, name, descriptor) =
                text.member(index).map_err(|error| class.locate(error))?;
            Reference { kind, owner, name, descriptor }
        };
        references.push(reference);
    }
    Ok(())
}
