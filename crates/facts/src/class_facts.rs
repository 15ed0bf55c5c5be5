//! The facts that one class file states by itself.

use tamis_vocab::Fingerprint;

use crate::fingerprint::{Digest, Domain};
use crate::parts::{Part, PartKind};

/// A string in the text of a [`ClassFacts`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Text {
    pub(crate) start: u32,
    pub(crate) length: u32,
}

impl Text {
    /// The string without its first and its last byte.
    pub(crate) fn without_ends(self) -> Self {
        Self { start: self.start.saturating_add(1), length: self.length.saturating_sub(2) }
    }
}

/// What a class file states, with fingerprints that do not depend on debug data, on the order of the constant pool or
/// of the members, or on numbers that the compiler gives to lambdas, accessors and anonymous classes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassFacts {
    /// UTF-8; kept as bytes so that reading many classes need not check each string on the way.
    pub(crate) text: Vec<u8>,
    pub(crate) name: Text,
    pub(crate) canonical: Text,
    pub(crate) superclass: Option<Text>,
    pub(crate) interfaces: Vec<Text>,
    pub(crate) nest_host: Option<Text>,
    /// Major class file version.
    pub version: u16,
    /// Access flags of the class.
    pub flags: u16,
    /// Whether the class is only there to tell two constructors apart: it has no members, and nothing refers to it but
    /// descriptors of constructors that the compiler made.
    pub is_tag: bool,
    pub(crate) parts: Vec<Part>,
    pub(crate) members: Vec<MemberFacts>,
    pub(crate) references: Vec<Reference>,
    /// Indices into `references`, in runs, one run a method.
    pub(crate) uses: Vec<u32>,
    /// What it is and extends.
    pub header: Fingerprint,
    /// What reflection shows of it, but for the order of members.
    pub declared: Fingerprint,
    /// The order in which members are declared.
    pub order: Fingerprint,
    /// Everything but debug data.
    pub all: Fingerprint,
    /// As `all`, without the class's own name: tells numbered classes apart that only swapped numbers.
    pub content: Fingerprint,
}

/// Field or method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MemberKind {
    /// A field.
    Field,
    /// A method, constructor or initialiser.
    Method,
}

/// A field or method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemberFacts {
    /// Field or method.
    pub kind: MemberKind,
    /// Access flags.
    pub flags: u16,
    /// Position among the fields or the methods of the class file. A method that several sites share under different
    /// canonical names stands here once for each name, with the same ordinal.
    pub ordinal: u16,
    /// The name in the class file.
    pub name: Text,
    /// The name that facts use: the same, unless the compiler numbers it.
    pub canonical: Text,
    /// The descriptor in the class file.
    pub descriptor: Text,
    /// The descriptor that facts use.
    pub canonical_descriptor: Text,
    /// Canonical code; for a field, its constant. Flags are apart, see [`MemberFacts::fact`].
    pub body: Fingerprint,
    pub(crate) parts: (u32, u32),
    pub(crate) uses: (u32, u32),
}

impl MemberFacts {
    /// The fingerprint of the method fact: flags and canonical code.
    pub fn fact(&self, digest: &mut Digest) -> Fingerprint {
        digest.u16(self.flags);
        digest.fingerprint(self.body);
        digest.finish(Domain::Body)
    }
}

/// What a method refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reference {
    /// How.
    pub kind: ReferenceKind,
    /// Name of the class in the class file.
    pub owner: Text,
    /// Name of the member; empty for a class.
    pub name: Text,
    /// Its descriptor; empty for a class.
    pub descriptor: Text,
}

/// How a method refers to something. The instruction counts, since it decides what is initialised and how a member is
/// looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(
    missing_docs,
    reason = "the names are those of the instructions and of method handle kinds"
)]
pub enum ReferenceKind {
    New = 0,
    /// A class named by a cast, `instanceof`, array creation, class literal, handler or stack map.
    Class,
    GetField,
    PutField,
    GetStatic,
    PutStatic,
    InvokeVirtual,
    /// `invokespecial` and `invokestatic` say in the pool whether the owner is an interface.
    InvokeSpecial,
    InvokeSpecialInterface,
    InvokeStatic,
    InvokeStaticInterface,
    InvokeInterface,
    HandleGetField,
    HandleGetStatic,
    HandlePutField,
    HandlePutStatic,
    HandleVirtual,
    HandleStatic,
    HandleStaticInterface,
    HandleSpecial,
    HandleSpecialInterface,
    HandleNew,
    HandleInterface,
    /// `putstatic` of what the field held before plus a constant, whatever else the method does.
    CountStatic,
}

impl ReferenceKind {
    /// All kinds, by number.
    pub const ALL: [Self; 24] = [
        Self::New,
        Self::Class,
        Self::GetField,
        Self::PutField,
        Self::GetStatic,
        Self::PutStatic,
        Self::InvokeVirtual,
        Self::InvokeSpecial,
        Self::InvokeSpecialInterface,
        Self::InvokeStatic,
        Self::InvokeStaticInterface,
        Self::InvokeInterface,
        Self::HandleGetField,
        Self::HandleGetStatic,
        Self::HandlePutField,
        Self::HandlePutStatic,
        Self::HandleVirtual,
        Self::HandleStatic,
        Self::HandleStaticInterface,
        Self::HandleSpecial,
        Self::HandleSpecialInterface,
        Self::HandleNew,
        Self::HandleInterface,
        Self::CountStatic,
    ];

    /// The kind by which the instruction is linked.
    pub(crate) const fn linked(self) -> Self {
        if matches!(self, Self::CountStatic) { Self::PutStatic } else { self }
    }

    /// Whether it names a class and no member.
    pub const fn is_class(self) -> bool {
        matches!(self, Self::New | Self::Class)
    }

    /// Whether it names a field.
    pub const fn is_field(self) -> bool {
        matches!(
            self,
            Self::GetField
                | Self::PutField
                | Self::GetStatic
                | Self::PutStatic
                | Self::CountStatic
                | Self::HandleGetField
                | Self::HandleGetStatic
                | Self::HandlePutField
                | Self::HandlePutStatic
        )
    }

    /// Whether a method is looked up as an interface's (JVMS 5.4.3.4).
    pub const fn is_interface_method(self) -> bool {
        matches!(
            self,
            Self::InvokeInterface
                | Self::InvokeSpecialInterface
                | Self::InvokeStaticInterface
                | Self::HandleInterface
                | Self::HandleSpecialInterface
                | Self::HandleStaticInterface
        )
    }

    /// Whether the receiver's class selects the method (JVMS 5.4.6).
    pub const fn dispatches(self) -> bool {
        matches!(
            self,
            Self::InvokeVirtual
                | Self::InvokeInterface
                | Self::HandleVirtual
                | Self::HandleInterface
        )
    }
}

impl ClassFacts {
    /// To be filled by extraction, and never seen before that.
    pub(crate) fn empty() -> Self {
        let nothing = Fingerprint::from_u128(0);
        Self {
            text: Vec::new(),
            name: Text::default(),
            canonical: Text::default(),
            superclass: None,
            interfaces: Vec::new(),
            nest_host: None,
            version: 0,
            flags: 0,
            is_tag: false,
            parts: Vec::new(),
            members: Vec::new(),
            references: Vec::new(),
            uses: Vec::new(),
            header: nothing,
            declared: nothing,
            order: nothing,
            all: nothing,
            content: nothing,
        }
    }

    /// Empties the lists, to be filled again.
    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.interfaces.clear();
        self.parts.clear();
        self.members.clear();
        self.references.clear();
        self.uses.clear();
    }

    /// A string of this class.
    pub fn text(&self, text: Text) -> &str {
        // Only UTF-8 is ever put in.
        std::str::from_utf8(self.bytes(text)).unwrap_or_default()
    }

    /// A string of this class, as bytes.
    pub(crate) fn bytes(&self, text: Text) -> &[u8] {
        let start = text.start as usize;
        self.text.get(start..start + text.length as usize).unwrap_or_default()
    }

    /// The name in the class file, such as `p/Outer$1`.
    pub fn name(&self) -> &str {
        self.text(self.name)
    }

    /// The name that facts use: the same, unless the compiler numbers it.
    pub fn canonical_name(&self) -> &str {
        self.text(self.canonical)
    }

    /// Whether the compiler numbers the class: it is anonymous, local, or made for a `switch`.
    pub fn is_numbered(&self) -> bool {
        self.name != self.canonical
    }

    /// The superclass's name in the class file.
    pub fn superclass(&self) -> Option<&str> {
        self.superclass.map(|name| self.text(name))
    }

    /// Names of the direct superinterfaces.
    pub fn interfaces(&self) -> impl Iterator<Item = &str> {
        self.interfaces.iter().map(|name| self.text(*name))
    }

    /// The host of the class's nest: itself if the class names none.
    pub fn nest_host(&self) -> &str {
        self.nest_host.map_or(self.name(), |name| self.text(name))
    }

    /// Whether the class counts another one, or itself, as part of the nest it hosts.
    pub fn has_nest_member(&self, name: &str) -> bool {
        name == self.name()
            || self.parts().iter().any(|part| {
                matches!(part.kind, PartKind::NestMember | PartKind::NestNumbered)
                    && self.text(part.label) == name
            })
    }

    /// The parts of the class itself, by kind.
    pub fn parts(&self) -> &[Part] {
        let end = self.members.first().map_or(self.parts.len(), |member| member.parts.0 as usize);
        self.parts.get(..end).unwrap_or_default()
    }

    /// Fields, then methods, each in the order of the class file.
    pub fn members(&self) -> &[MemberFacts] {
        &self.members
    }

    /// The methods.
    pub fn methods(&self) -> impl Iterator<Item = &MemberFacts> {
        self.members.iter().filter(|member| member.kind == MemberKind::Method)
    }

    /// The fields.
    pub fn fields(&self) -> impl Iterator<Item = &MemberFacts> {
        self.members.iter().filter(|member| member.kind == MemberKind::Field)
    }

    /// The member with that name and descriptor in the class file.
    pub fn member(&self, kind: MemberKind, name: &str, descriptor: &str) -> Option<&MemberFacts> {
        self.members.iter().find(|member| {
            member.kind == kind
                && self.bytes(member.name) == name.as_bytes()
                && self.bytes(member.descriptor) == descriptor.as_bytes()
        })
    }

    /// The parts of a member of this class, by kind.
    pub fn member_parts(&self, member: &MemberFacts) -> &[Part] {
        self.parts.get(member.parts.0 as usize..member.parts.1 as usize).unwrap_or_default()
    }

    /// What a method of this class refers to, in the order of first use.
    pub fn references(&self, method: &MemberFacts) -> impl Iterator<Item = &Reference> {
        let uses = self.uses.get(method.uses.0 as usize..method.uses.1 as usize);
        uses.unwrap_or_default().iter().filter_map(|index| self.references.get(*index as usize))
    }

    /// The first part of that kind of the class itself.
    pub fn part(&self, kind: PartKind) -> Option<&Part> {
        self.parts().iter().find(|part| part.kind == kind)
    }
}
