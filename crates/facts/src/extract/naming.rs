//! Gives the methods that the compiler numbers their canonical names.
//!
//! The body of a lambda is named after the site that creates it: `total(I)J~1` is what the second site in `total`
//! makes. A numbered method that no site makes, such as an accessor, is named after what it does.

use rustc_hash::{FxHashMap, FxHashSet};
use tamis_classfile::{ClassFile, MStr};
use tamis_vocab::Fingerprint;

use super::text::TextTable;
use crate::class_facts::MemberFacts;
use crate::constants::{Contents, Synthetic};
use crate::family::Family;
use crate::fingerprint::{Digest, Domain};
use crate::numbered::unnumbered;

/// Sites may share a body, and bodies may hold sites: more names than this for one body, and it is named after what it
/// does instead.
const MOST_NAMES: usize = 16;

/// Bodies that only name the numbered methods they use without their numbers, and those methods in order of use.
pub(super) type Shallow = FxHashMap<Synthetic, (Fingerprint, Vec<Synthetic>)>;

/// For each method of a class, the numbered methods (ordinals) that its sites create.
pub(super) type Sites = Vec<Vec<u16>>;

/// What each numbered method does, including the numbered methods it uses.
pub(super) fn deep(shallow: &Shallow, digest: &mut Digest) -> Contents {
    let mut contents = Contents::default();
    let mut order: Vec<Synthetic> = shallow.keys().copied().collect();
    order.sort_unstable();
    for synthetic in order {
        deep_one(synthetic, shallow, digest, &mut contents, &mut Vec::new());
    }
    contents
}

/// `None` if the method uses itself: then it has no content of its own, and its real name counts.
fn deep_one(
    synthetic: Synthetic,
    shallow: &Shallow,
    digest: &mut Digest,
    contents: &mut Contents,
    path: &mut Vec<Synthetic>,
) -> Option<Fingerprint> {
    if let Some(known) = contents.get(&synthetic) {
        return Some(*known);
    }
    if path.contains(&synthetic) || path.len() > 64 {
        return None;
    }
    let (body, uses) = shallow.get(&synthetic)?;
    path.push(synthetic);
    let used: Option<Vec<Fingerprint>> =
        uses.iter().map(|used| deep_one(*used, shallow, digest, contents, path)).collect();
    path.pop();
    digest.fingerprint(*body);
    if let Some(used) = used {
        used.iter().for_each(|fingerprint| digest.fingerprint(*fingerprint));
    } else {
        // Part of a cycle: its place in the class file is all there is to tell it apart.
        digest.u64(synthetic.0 as u64);
        digest.u16(synthetic.1);
    }
    let content = digest.finish(Domain::Deep);
    contents.insert(synthetic, content);
    Some(content)
}

/// Replaces the names of numbered methods; one that several sites create gets an entry for each. Gives back those that
/// sites create and that are named after what they do all the same, because they would have too many names.
pub(super) fn name_members<'a>(
    family: &Family<'_, 'a>,
    class: &ClassFile<'a>,
    contents: &Contents,
    sites: &Sites,
    text: &mut TextTable<'_, 'a>,
    members: &mut Vec<MemberFacts>,
) -> FxHashSet<u16> {
    let mut unnamed = FxHashSet::default();
    if family.synthetics.is_empty() {
        return unnamed;
    }
    let own = family.classes.iter().position(|other| other.name() == class.name());
    let numbered = own.map_or(&[] as &[_], |own| family.synthetics.of_class(own));
    if numbered.is_empty() {
        return unnamed;
    }
    let numbered: Vec<u16> = numbered.iter().map(|(_, ordinal)| *ordinal).collect();
    let fields = class.fields().len();
    let mut hosts: FxHashMap<u16, Vec<(u16, usize)>> = FxHashMap::default();
    for (host, made) in (0_u16..=u16::MAX).zip(sites) {
        for (site, target) in made.iter().enumerate() {
            hosts.entry(*target).or_default().push((host, site));
        }
    }
    let namer = Namer { hosts, numbered: &numbered, fields, members };
    let names: Vec<(u16, Vec<String>)> = numbered
        .iter()
        .map(|ordinal| (*ordinal, namer.names(*ordinal, text, 0).unwrap_or_default()))
        .collect();
    for (ordinal, mut names) in names {
        let position = fields + usize::from(ordinal);
        let Some(member) = members.get(position).copied() else { continue };
        if names.is_empty() {
            if sites.iter().flatten().any(|created| *created == ordinal) {
                unnamed.insert(ordinal);
            }
            let stem = unnumbered(MStr::new(text.get(member.name).as_bytes())).to_vec();
            let stem = String::from_utf8_lossy(&stem).into_owned();
            let content = own.and_then(|own| contents.get(&(own, ordinal)));
            names.push(match content {
                Some(content) => format!("{stem}#{content}"),
                None => text.get(member.name).to_owned(),
            });
        }
        for (extra, name) in names.iter().enumerate() {
            let canonical = text.add_str(name);
            let named = MemberFacts { canonical, ..member };
            match members.get_mut(position) {
                Some(slot) if extra == 0 => *slot = named,
                _ => members.push(named),
            }
        }
    }
    members.sort_by_key(|member| (member.kind, member.ordinal));
    unnamed
}

struct Namer<'m> {
    hosts: FxHashMap<u16, Vec<(u16, usize)>>,
    numbered: &'m [u16],
    fields: usize,
    members: &'m [MemberFacts],
}

impl Namer<'_> {
    /// The names of a method: one for each site that creates it. `None` if there is none, or no end of them.
    fn names(&self, ordinal: u16, text: &TextTable<'_, '_>, depth: u8) -> Option<Vec<String>> {
        let member = self.members.get(self.fields + usize::from(ordinal))?;
        if !self.numbered.contains(&ordinal) {
            return Some(vec![format!("{}{}", text.get(member.name), text.get(member.descriptor))]);
        }
        if depth > 32 {
            return None;
        }
        let mut names = Vec::new();
        for (host, site) in self.hosts.get(&ordinal)? {
            for name in self.names(*host, text, depth + 1)? {
                names.push(format!("{name}~{site}"));
                if names.len() > MOST_NAMES {
                    return None;
                }
            }
        }
        Some(names)
    }
}
