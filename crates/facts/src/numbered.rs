//! Names that the compiler numbers, and what they stand for.
//!
//! `Outer$1` becomes "the first anonymous class in `Outer.f()`": a class that is inserted in another method does not
//! rename it, and a class that trades places with it does change it. A class counts as numbered only if its own
//! attributes say that it is local or anonymous (JVMS 4.7.6, 4.7.7), never by its name alone.

use rustc_hash::{FxHashMap, FxHashSet};
use tamis_classfile::attributes::Attribute;
use tamis_classfile::{ClassFile, Location, MStr, Member, ReadError, descriptor, flags};

/// Enclosing classes nest; a file that claims deeper nesting gets no canonical name, which is safe.
const DEEPEST: usize = 64;

/// A numbered class.
#[derive(Debug)]
struct Numbered<'a> {
    enclosing: MStr<'a>,
    canonical: Vec<u8>,
}

/// The canonical names of a family's numbered classes, by their names in the class files.
#[derive(Debug, Default)]
pub(crate) struct ClassNames<'a> {
    numbered: FxHashMap<&'a [u8], Numbered<'a>>,
    /// What their names in the class files start with, all of them.
    start: &'a [u8],
}

/// A numbered class before it has a canonical name. Siblings have all but the number in common.
struct Claim<'a> {
    name: MStr<'a>,
    enclosing: MStr<'a>,
    sibling: Vec<u8>,
    number: u64,
}

impl<'a> ClassNames<'a> {
    pub(crate) fn of(classes: &[ClassFile<'a>]) -> Result<Self, ReadError> {
        let mut claims = Vec::new();
        for class in classes {
            claims.extend(claim(class)?);
        }
        if claims.is_empty() {
            return Ok(Self::default());
        }
        claims.sort_by(|a, b| {
            (a.enclosing, &a.sibling, a.number, a.name).cmp(&(
                b.enclosing,
                &b.sibling,
                b.number,
                b.name,
            ))
        });
        let mut tails: FxHashMap<MStr<'a>, (MStr<'a>, Vec<u8>)> = FxHashMap::default();
        let mut ordinal = 0_usize;
        let mut before: Option<&Claim<'a>> = None;
        for claim in &claims {
            let sibling_before = before
                .is_some_and(|b| b.enclosing == claim.enclosing && b.sibling == claim.sibling);
            ordinal = if sibling_before { ordinal + 1 } else { 0 };
            let mut tail = claim.sibling.clone();
            tail.extend_from_slice(format!(".{ordinal}").as_bytes());
            tails.insert(claim.name, (claim.enclosing, tail));
            before = Some(claim);
        }
        let mut numbered = FxHashMap::default();
        let mut start = claims.first().map_or(&[] as &[u8], |first| first.name.as_bytes());
        for claim in &claims {
            let same = start.iter().zip(claim.name.as_bytes()).take_while(|(a, b)| a == b).count();
            start = start.get(..same).unwrap_or_default();
            if let Some(canonical) = canonical(&tails, claim.name, 0) {
                numbered.insert(
                    claim.name.as_bytes(),
                    Numbered { enclosing: claim.enclosing, canonical },
                );
            }
        }
        Ok(Self { numbered, start })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.numbered.is_empty()
    }

    pub(crate) fn contains(&self, name: MStr<'_>) -> bool {
        self.numbered.contains_key(name.as_bytes())
    }

    /// Whether a class name, or the descriptor of an array, can be or hold that of a numbered class; a quick answer, since it
    /// is nearly always no. The names of a family start alike, up to a dollar sign, and others hardly have one just there.
    #[inline]
    pub(crate) fn may_be(&self, name: MStr<'_>) -> bool {
        let name = name.as_bytes();
        let at = self.start.len().checked_sub(1);
        !self.is_empty()
            && (name.first() == Some(&b'[')
                || at.is_none_or(|at| name.get(at) == self.start.last()))
    }

    /// The canonical name of a numbered class, in full.
    pub(crate) fn full(&self, name: MStr<'_>) -> Option<&[u8]> {
        self.numbered.get(name.as_bytes()).map(|numbered| numbered.canonical.as_slice())
    }

    /// The canonical name of a numbered class as seen from `this` class: relative, so that a class whose number moves
    /// still refers to itself, to the classes around it and to those inside it by the same names. Starts with a dot or
    /// contains one, which no class name in a class file does.
    pub(crate) fn relative(&self, this: MStr<'_>, name: MStr<'_>) -> Option<Vec<u8>> {
        let target = self.numbered.get(name.as_bytes())?;
        let mut ancestor = this.as_bytes();
        for level in 0..DEEPEST {
            let Some(numbered) = self.numbered.get(ancestor) else { break };
            if ancestor == name.as_bytes() {
                return Some(format!(".{level}").into_bytes());
            }
            ancestor = numbered.enclosing.as_bytes();
        }
        if let Some(own) = self.full(this)
            && let Some(inside) = target.canonical.strip_prefix(own)
            && inside.starts_with(b".")
        {
            return Some([b".in", inside].concat());
        }
        Some(target.canonical.clone())
    }

    /// A descriptor or signature with the names of numbered classes replaced; `None` if there are none in it.
    pub(crate) fn descriptor(&self, this: MStr<'_>, text: MStr<'_>) -> Option<Vec<u8>> {
        let bytes = text.as_bytes();
        // The name of every numbered class has a dollar sign, and most descriptors have none.
        if self.is_empty() || !bytes.contains(&b'$') {
            return None;
        }
        let mut out = Vec::new();
        let mut copied = 0;
        let mut position = 0;
        while let Some(found) = bytes.get(position..)?.iter().position(|&byte| byte == b'L') {
            let start = position + found + 1;
            let rest = bytes.get(start..)?;
            // Inside a signature a name may also be followed by type arguments or by an inner class.
            let length = rest.iter().position(|byte| b";<.:".contains(byte)).unwrap_or(rest.len());
            let name = MStr::new(rest.get(..length)?);
            if let Some(canonical) = self.relative(this, name) {
                out.extend_from_slice(bytes.get(copied..start)?);
                out.extend_from_slice(&canonical);
                copied = start + length;
            }
            position = start + length;
        }
        if copied == 0 {
            return None;
        }
        out.extend_from_slice(bytes.get(copied..)?);
        Some(out)
    }
}

/// What makes a class numbered: it is local or anonymous by its own attributes, and its name ends in a number, before
/// its simple name if it has one.
fn claim<'a>(class: &ClassFile<'a>) -> Result<Option<Claim<'a>>, ReadError> {
    let name = class.name();
    if !name.as_bytes().contains(&b'$') {
        return Ok(None);
    }
    let Some(Attribute::EnclosingMethod(enclosing)) =
        class.find(class.attributes(), Location::Class, "EnclosingMethod")?
    else {
        return Ok(None);
    };
    let Some(Attribute::InnerClasses(inner)) =
        class.find(class.attributes(), Location::Class, "InnerClasses")?
    else {
        return Ok(None);
    };
    let pool = class.pool();
    let Some(own) = inner.iter().find(|entry| pool.class_name(entry.inner_class) == Ok(name))
    else {
        return Ok(None);
    };
    if own.outer_class != 0 {
        return Ok(None);
    }
    let simple = if own.inner_name == 0 { MStr::new(b"") } else { pool.utf8(own.inner_name)? };
    let Some(stem) = name.as_bytes().strip_suffix(simple.as_bytes()) else { return Ok(None) };
    let Some((prefix, number)) = split_number(stem) else { return Ok(None) };
    let mut sibling = vec![b'.'];
    if enclosing.method != 0 {
        let (method, descriptor) = pool.name_and_type(enclosing.method)?;
        sibling.extend_from_slice(method.as_bytes());
        sibling.extend_from_slice(descriptor.as_bytes());
    }
    let is_synthetic = class.access_flags() & flags::SYNTHETIC != 0;
    sibling.extend_from_slice(if is_synthetic { b".synthetic" } else { b"" });
    let enclosing = pool.class_name(enclosing.class)?;
    if prefix != enclosing.as_bytes() {
        // Kotlin and Scala put more than a number after the enclosing class; that part is not numbered.
        sibling.push(b'.');
        sibling.extend_from_slice(prefix);
    }
    // Local classes are numbered per simple name.
    sibling.push(b'.');
    sibling.extend_from_slice(simple.as_bytes());
    Ok(Some(Claim { name, enclosing, sibling, number }))
}

/// `p/Outer$12` is `p/Outer` and 12.
fn split_number(name: &[u8]) -> Option<(&[u8], u64)> {
    let digits = name.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let (stem, number) = name.split_at_checked(name.len().checked_sub(digits)?)?;
    let number = std::str::from_utf8(number).ok()?.parse().ok()?;
    Some((stem.strip_suffix(b"$")?, number))
}

fn canonical<'a>(
    tails: &FxHashMap<MStr<'a>, (MStr<'a>, Vec<u8>)>,
    name: MStr<'a>,
    depth: usize,
) -> Option<Vec<u8>> {
    if depth > DEEPEST {
        return None;
    }
    let Some((enclosing, tail)) = tails.get(&name) else { return Some(name.as_bytes().to_vec()) };
    let mut text = canonical(tails, *enclosing, depth + 1)?;
    text.extend_from_slice(tail);
    Some(text)
}

/// The methods that the compiler makes and numbers: bodies of lambdas, and accessors to private members.
#[derive(Debug, Default)]
pub(crate) struct SyntheticMethods<'a> {
    /// By class, name and descriptor: index of the class in the family, ordinal of the method.
    by_name: FxHashMap<(MStr<'a>, MStr<'a>, MStr<'a>), (usize, u16)>,
    /// All of them, in the order of the family and of the class files.
    all: Vec<(usize, u16)>,
}

impl<'a> SyntheticMethods<'a> {
    pub(crate) fn of(classes: &[ClassFile<'a>]) -> Result<Self, ReadError> {
        let mut by_name = FxHashMap::default();
        for (index, class) in classes.iter().enumerate() {
            if !class.methods().any_has(flags::SYNTHETIC) {
                continue;
            }
            for (ordinal, method) in (0_u16..=u16::MAX).zip(class.methods().iter()) {
                if method.access_flags & (flags::SYNTHETIC | flags::BRIDGE) == flags::SYNTHETIC {
                    let name = method.name(class)?;
                    if split_number(name.as_bytes()).is_some() {
                        let key = (class.name(), name, method.descriptor(class)?);
                        by_name.insert(key, (index, ordinal));
                    }
                }
            }
        }
        let mut all: Vec<_> = by_name.values().copied().collect();
        all.sort_unstable();
        Ok(Self { by_name, all })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.by_name.is_empty()
    }

    pub(crate) fn find(
        &self,
        class: MStr<'_>,
        name: MStr<'_>,
        descriptor: MStr<'_>,
    ) -> Option<(usize, u16)> {
        // Asked for every member that is referred to, and nearly always the answer is no.
        if self.is_empty() || !name.as_bytes().last().is_some_and(u8::is_ascii_digit) {
            return None;
        }
        self.by_name.get(&(class, name, descriptor)).copied()
    }

    /// Those of one class of the family, in the order of the class file.
    pub(crate) fn of_class(&self, class: usize) -> &[(usize, u16)] {
        let start = self.all.partition_point(|(index, _)| *index < class);
        let end = self.all.partition_point(|(index, _)| *index <= class);
        self.all.get(start..end).unwrap_or_default()
    }
}

/// The name of a numbered method without its number: `lambda$total` of `lambda$total$3`.
pub(crate) fn unnumbered(name: MStr<'_>) -> &[u8] {
    split_number(name.as_bytes()).map_or(name.as_bytes(), |(stem, _)| stem)
}

/// Constructors that the compiler makes so that other classes of the family can call a private one (before Java 11).
/// Their last parameter is some numbered class of the family, whichever comes first, and only tells them apart.
#[derive(Debug, Default)]
pub(crate) struct AccessConstructors<'a> {
    descriptors: FxHashSet<(MStr<'a>, MStr<'a>)>,
}

impl<'a> AccessConstructors<'a> {
    pub(crate) fn of(classes: &[ClassFile<'a>], names: &ClassNames<'a>) -> Result<Self, ReadError> {
        let mut descriptors = FxHashSet::default();
        if names.is_empty() {
            return Ok(Self { descriptors });
        }
        for class in classes.iter().filter(|class| class.methods().any_has(flags::SYNTHETIC)) {
            for method in class.methods().iter() {
                if is_access_constructor(class, &method, names)? {
                    descriptors.insert((class.name(), method.descriptor(class)?));
                }
            }
        }
        Ok(Self { descriptors })
    }

    /// The descriptor without the parameter that only tells constructors apart; `None` if it is no such constructor.
    pub(crate) fn descriptor(&self, class: MStr<'_>, descriptor: MStr<'a>) -> Option<Vec<u8>> {
        if self.descriptors.is_empty() || !self.descriptors.contains(&(class, descriptor)) {
            return None;
        }
        let last = descriptor::parameters(descriptor)?.pop()?;
        let bytes = descriptor.as_bytes();
        let start = bytes.len().checked_sub(last.len() + 2)?;
        Some([bytes.get(..start)?, b"L.access;)V"].concat())
    }
}

fn is_access_constructor<'a>(
    class: &ClassFile<'a>,
    method: &Member<'a>,
    names: &ClassNames<'a>,
) -> Result<bool, ReadError> {
    if method.access_flags & flags::SYNTHETIC == 0 || method.name(class)? != "<init>" {
        return Ok(false);
    }
    let parameters = descriptor::parameters(method.descriptor(class)?).unwrap_or_default();
    let last = parameters.last().and_then(|last| last.strip_prefix(b"L")?.strip_suffix(b";"));
    Ok(last.is_some_and(|name| names.contains(MStr::new(name))))
}

/// Whether a class is only there as the parameter of such constructors.
pub(crate) fn is_tag(class: &ClassFile<'_>, names: &ClassNames<'_>) -> bool {
    class.access_flags() & flags::SYNTHETIC != 0
        && class.fields().is_empty()
        && class.methods().is_empty()
        && names.contains(class.name())
}
