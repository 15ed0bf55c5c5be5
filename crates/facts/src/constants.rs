//! Constants by what they say instead of where they stand: each entry of the pool gets a fingerprint of its content,
//! made once.

use rustc_hash::{FxHashMap, FxHashSet};
use tamis_classfile::attributes::{Attribute, BootstrapMethod};
use tamis_classfile::pool::{MemberRef, tag};
use tamis_classfile::{ClassFile, Constant, Location, MStr, ReadError};
use tamis_vocab::Fingerprint;

use crate::family::Family;
use crate::fingerprint::{Digest, Domain};
use crate::numbered::unnumbered;
use crate::switch_maps::SwitchMap;

/// Dynamic constants may use each other; the JVM refuses cycles, and we refuse what is deeper than this.
const DEEPEST: u8 = 32;

/// Parts of bootstrap methods that one class may make us look at. Constants may share arguments by the ten thousand, and
/// methods may load them as often, so that a small file could ask for the product; real classes stay far below this.
const MOST_PARTS: usize = 1 << 22;

/// A method of the family that the compiler numbered: index of the class in the family, ordinal of the method.
pub(crate) type Synthetic = (usize, u16);

/// The content of numbered methods that are called by name, which stands in for their number.
pub(crate) type Contents = FxHashMap<Synthetic, Fingerprint>;

/// What is known of a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Unknown,
    Known,
    /// It is known, and names a method that the compiler numbers.
    Numbered,
}

/// Fingerprints by pool index. Which ones are known is kept apart: that is all there is to clear for the next class.
#[derive(Debug, Default)]
pub(crate) struct KnownConstants {
    states: Vec<State>,
    values: Vec<u128>,
    descriptors: FxHashMap<u16, Fingerprint>,
    digest: Digest,
}

impl KnownConstants {
    fn clear(&mut self, count: usize) {
        self.states.clear();
        self.states.resize(count, State::Unknown);
        self.descriptors.clear();
        if self.values.len() < count {
            self.values.resize(count, 0);
        }
    }

    #[inline]
    fn get(&self, index: u16) -> Option<Fingerprint> {
        let index = usize::from(index);
        match self.states.get(index) {
            Some(State::Known | State::Numbered) => {
                self.values.get(index).copied().map(Fingerprint::from_u128)
            }
            Some(State::Unknown) | None => None,
        }
    }

    fn set(&mut self, index: u16, state: State, fingerprint: Fingerprint) {
        let index = usize::from(index);
        if let (Some(known), Some(value)) = (self.states.get_mut(index), self.values.get_mut(index))
        {
            *known = state;
            *value = fingerprint.as_u128();
        }
    }
}

/// The constants of one class, with fingerprints made on demand.
pub(crate) struct Constants<'f, 'a> {
    pub(crate) class: &'f ClassFile<'a>,
    family: &'f Family<'f, 'a>,
    contents: Option<&'f Contents>,
    /// Numbered methods of this class (ordinals) that count by what they do even where a site creates them.
    by_content: &'f FxHashSet<u16>,
    bootstrap_methods: Option<Vec<BootstrapMethod<'a>>>,
    known: KnownConstants,
    /// How deep known dynamic constants nest.
    depths: FxHashMap<u16, u8>,
    /// Parts of bootstrap methods that were looked at.
    parts: usize,
}

impl<'f, 'a> Constants<'f, 'a> {
    /// Without `contents`, a numbered method that is called by name counts by its name without the number.
    pub(crate) fn new(
        family: &'f Family<'f, 'a>,
        class: &'f ClassFile<'a>,
        contents: Option<&'f Contents>,
        by_content: &'f FxHashSet<u16>,
        mut known: KnownConstants,
    ) -> Self {
        known.clear(usize::from(class.pool().count()));
        Self {
            class,
            family,
            contents,
            by_content,
            bootstrap_methods: None,
            known,
            depths: FxHashMap::default(),
            parts: 0,
        }
    }

    /// Gives back the memory.
    pub(crate) fn recycle(self) -> KnownConstants {
        self.known
    }

    /// The fingerprint of the constant at `index`.
    #[inline]
    pub(crate) fn fingerprint(&mut self, index: u16) -> Result<Fingerprint, ReadError> {
        match self.known.get(index) {
            Some(fingerprint) => Ok(fingerprint),
            None => self.make(index, 0),
        }
    }

    /// The fingerprint of a class's name, which need not be in the pool.
    pub(crate) fn class_name(&self, digest: &mut Digest, name: MStr<'a>) {
        if self.family.names.may_be(name) {
            if name.as_bytes().starts_with(b"[") {
                return self.descriptor(digest, name);
            }
            if let Some(canonical) = self.family.names.relative(self.class.name(), name) {
                return digest.bytes(&canonical);
            }
        }
        digest.bytes_of(name.as_bytes(), self.class.bytes());
    }

    /// The table behind a `switch` over an enum that the field reference at `index` names, if it does.
    pub(crate) fn switch_map(&self, index: u16) -> Option<&'f SwitchMap<'a>> {
        if self.family.switch_maps.is_empty() {
            return None;
        }
        let member = self.class.pool().member(index).ok()?;
        self.family.switch_maps.find(member.class, member.name)
    }

    /// Adds what the class's static initialiser does, if it only fills such tables.
    pub(crate) fn add_switch_maps(&self, digest: &mut Digest) -> bool {
        self.family.switch_maps.add_initialiser(self.class.name(), digest)
    }

    /// Whether the compiler numbers the class of that name.
    pub(crate) fn is_numbered(&self, name: MStr<'_>) -> bool {
        self.family.names.contains(name)
    }

    /// A descriptor or signature, with canonical names.
    pub(crate) fn descriptor(&self, digest: &mut Digest, descriptor: MStr<'a>) {
        if !self.family.names.is_empty()
            && let Some(canonical) = self.family.names.descriptor(self.class.name(), descriptor)
        {
            return digest.bytes(&canonical);
        }
        digest.bytes_of(descriptor.as_bytes(), self.class.bytes());
    }

    /// The numbered methods that the constant at `index` makes a handle of, directly or as an argument of its bootstrap
    /// method: the bodies of the lambdas that a site creates.
    ///
    /// Each with whether it is a method of this class. `seen` is memory for the walk.
    pub(crate) fn handled(
        &mut self,
        index: u16,
        seen: &mut FxHashSet<u16>,
    ) -> Result<Vec<(bool, Synthetic)>, ReadError> {
        let mut found = Vec::new();
        if !self.family.synthetics.is_empty() {
            seen.clear();
            self.collect_handled(index, &mut found, seen)?;
        }
        Ok(found)
    }

    /// The fingerprint of the descriptor at `index`, with canonical names; made once.
    pub(crate) fn descriptor_fingerprint(&mut self, index: u16) -> Result<Fingerprint, ReadError> {
        if let Some(known) = self.known.descriptors.get(&index) {
            return Ok(*known);
        }
        let mut digest = std::mem::take(&mut self.known.digest);
        digest.clear();
        self.descriptor(&mut digest, self.class.pool().utf8(index)?);
        let fingerprint = digest.finish(Domain::Constant);
        self.known.digest = digest;
        self.known.descriptors.insert(index, fingerprint);
        Ok(fingerprint)
    }

    /// The numbered method that the method reference at `index` names, if it does and its fingerprint has been asked for.
    #[inline]
    pub(crate) fn called(&self, index: u16) -> Option<Synthetic> {
        if self.known.states.get(usize::from(index)) == Some(&State::Numbered) {
            self.numbered(index)
        } else {
            None
        }
    }

    fn numbered(&self, index: u16) -> Option<Synthetic> {
        let member = self.class.pool().member(index).ok()?;
        self.family.synthetics.find(member.class, member.name, member.descriptor)
    }

    /// The bootstrap method and arguments of the dynamic constant at `index`, which stand at a position of the
    /// `BootstrapMethods` attribute.
    pub(crate) fn bootstrap(
        &mut self,
        index: u16,
        position: u16,
    ) -> Result<BootstrapMethod<'a>, ReadError> {
        if self.bootstrap_methods.is_none() {
            let found =
                self.class.find(self.class.attributes(), Location::Class, "BootstrapMethods")?;
            let methods = match found {
                Some(Attribute::BootstrapMethods(methods)) => methods,
                _ => Vec::new(),
            };
            self.bootstrap_methods = Some(methods);
        }
        let methods = self.bootstrap_methods.as_deref().unwrap_or_default();
        let offset = self.class.pool().offset(index);
        let Some(found) = methods.get(usize::from(position)).copied() else {
            let expected = "a bootstrap method for every dynamic constant";
            return Err(self.class.malformed(offset, expected, position.into()));
        };
        self.parts += 1 + found.arguments.len();
        if self.parts > MOST_PARTS {
            let expected = "dynamic constants with at most 4194304 parts, counted at each use";
            return Err(self.class.malformed(offset, expected, self.parts as u64));
        }
        Ok(found)
    }

    fn collect_handled(
        &mut self,
        index: u16,
        found: &mut Vec<(bool, Synthetic)>,
        seen: &mut FxHashSet<u16>,
    ) -> Result<(), ReadError> {
        if !seen.insert(index) {
            return Ok(());
        }
        match self.class.pool().get(index)? {
            Constant::MethodHandle { reference, .. } => {
                let member = self.class.pool().member(reference)?;
                let own = member.class == self.class.name();
                let synthetics = &self.family.synthetics;
                let synthetic = synthetics.find(member.class, member.name, member.descriptor);
                found.extend(synthetic.map(|synthetic| (own, synthetic)));
            }
            Constant::InvokeDynamic { bootstrap, .. } | Constant::Dynamic { bootstrap, .. } => {
                let bootstrap = self.bootstrap(index, bootstrap)?;
                self.collect_handled(bootstrap.method, found, seen)?;
                for argument in bootstrap.arguments.iter() {
                    self.collect_handled(argument, found, seen)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn check_depth(&self, index: u16, depth: u8) -> Result<(), ReadError> {
        if depth < DEEPEST {
            return Ok(());
        }
        let offset = self.class.pool().offset(index);
        Err(self.class.malformed(
            offset,
            "dynamic constants that use each other at most 32 deep",
            depth.into(),
        ))
    }

    fn make(&mut self, index: u16, depth: u8) -> Result<Fingerprint, ReadError> {
        if let Some(known) = self.known.get(index) {
            return Ok(known);
        }
        // Constants that this one uses find an empty one here.
        let mut digest = std::mem::take(&mut self.known.digest);
        // Whatever an unreadable class left behind must not get into the next one.
        digest.clear();
        let state = self.describe(&mut digest, index, depth);
        let state = state.map_err(|error| self.class.locate(error))?;
        let fingerprint = digest.finish(Domain::Constant);
        self.known.digest = digest;
        self.known.set(index, state, fingerprint);
        Ok(fingerprint)
    }

    /// Adds what a constant says, and tells what is known of it then.
    fn describe(&mut self, digest: &mut Digest, index: u16, depth: u8) -> Result<State, ReadError> {
        let pool = self.class.pool();
        // Keeps constants of different kinds apart. The numbers are those of the class file.
        let tag = pool.tag(index).unwrap_or_default();
        digest.u8(tag);
        match tag {
            tag::FIELD => {
                self.member(digest, pool.member(index)?, false);
            }
            tag::METHOD | tag::INTERFACE_METHOD => {
                return Ok(self.member(digest, pool.member(index)?, false));
            }
            tag::CLASS => self.class_name(digest, pool.class_name(index)?),
            tag::STRING => digest.bytes_of(pool.string(index)?.as_bytes(), self.class.bytes()),
            _ => self.describe_other(digest, index, depth)?,
        }
        Ok(State::Known)
    }

    /// Adds what a constant of a less common kind says.
    fn describe_other(
        &mut self,
        digest: &mut Digest,
        index: u16,
        depth: u8,
    ) -> Result<(), ReadError> {
        let pool = self.class.pool();
        match pool.get(index)? {
            Constant::Utf8(text) => digest.bytes_of(text.as_bytes(), self.class.bytes()),
            Constant::Integer(value) => digest.u32(value.cast_unsigned()),
            Constant::Float(bits) => digest.u32(bits),
            Constant::Long(value) => digest.u64(value.cast_unsigned()),
            Constant::Double(bits) => digest.u64(bits),
            Constant::Module { name } | Constant::Package { name } => {
                digest.bytes_of(pool.utf8(name)?.as_bytes(), self.class.bytes());
            }
            Constant::MethodType { descriptor } => self.descriptor(digest, pool.utf8(descriptor)?),
            Constant::NameAndType { name, descriptor } => {
                digest.bytes_of(pool.utf8(name)?.as_bytes(), self.class.bytes());
                self.descriptor(digest, pool.utf8(descriptor)?);
            }
            Constant::MethodHandle { kind, reference } => {
                digest.u8(kind);
                digest.u8(pool.tag(reference).unwrap_or_default());
                self.member(digest, pool.member(reference)?, true);
            }
            Constant::Dynamic { bootstrap, name_and_type }
            | Constant::InvokeDynamic { bootstrap, name_and_type } => {
                self.check_depth(index, depth)?;
                let (name, descriptor) = pool.name_and_type(name_and_type)?;
                digest.bytes_of(name.as_bytes(), self.class.bytes());
                self.descriptor(digest, descriptor);
                let bootstrap = self.bootstrap(index, bootstrap)?;
                digest.fingerprint(self.make(bootstrap.method, depth + 1)?);
                digest.u32(bootstrap.arguments.len() as u32);
                // What is known already was not met on the way down.
                let mut deepest = 0;
                for argument in bootstrap.arguments.iter() {
                    digest.fingerprint(self.make(argument, depth + 1)?);
                    deepest = deepest.max(self.depths.get(&argument).copied().unwrap_or_default());
                }
                self.check_depth(index, deepest)?;
                self.depths.insert(index, deepest + 1);
            }
            // Described already.
            Constant::Class { .. }
            | Constant::String { .. }
            | Constant::Field { .. }
            | Constant::Method { .. }
            | Constant::InterfaceMethod { .. } => {}
        }
        Ok(())
    }

    fn member(&self, digest: &mut Digest, member: MemberRef<'a>, by_handle: bool) -> State {
        self.class_name(digest, member.class);
        let synthetic = self.family.synthetics.find(member.class, member.name, member.descriptor);
        match synthetic {
            // The body of a lambda: the site says which one it is, so its number is left out. What it does is a fact of
            // its own.
            Some((_, ordinal))
                if by_handle
                    && member.class == self.class.name()
                    && !self.by_content.contains(&ordinal) =>
            {
                digest.bytes(unnumbered(member.name));
                digest.u8(b'#');
            }
            // An accessor: what it does stands in for its number.
            Some(synthetic) => {
                digest.bytes(unnumbered(member.name));
                digest.u8(b'#');
                digest
                    .optional(self.contents.and_then(|contents| contents.get(&synthetic).copied()));
            }
            None => digest.bytes_of(member.name.as_bytes(), self.class.bytes()),
        }
        if member.name == "<init>"
            && let Some(canonical) =
                self.family.access_constructors.descriptor(member.class, member.descriptor)
        {
            digest.bytes(&canonical);
        } else {
            self.descriptor(digest, member.descriptor);
        }
        if synthetic.is_some() { State::Numbered } else { State::Known }
    }
}
