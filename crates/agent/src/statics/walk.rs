//! One walk over what static fields hold.
//!
//! Tags tell objects apart, in a JVMTI environment of our own: a small one is the number of a class, one with the highest
//! bit is the number of an object that is not looked into and stays, any other is the number of a walk and of an object in
//! it, and means nothing in the next walk.

use tamis_jvmti::{Place, Reference, Step, Visitor};
use xxhash_rust::xxh3::xxh3_64;

use super::classes::Classes;
use super::fingerprint::{Edge, Target, fingerprints, mix};
use super::shapes::Shape;

/// The tag of the array that a walk begins at.
pub(super) const ROOTS: i64 = -1;

/// The bit of the tags of objects that are not looked into.
const KEPT: i64 = 1 << 62;

/// Tags below this are numbers of classes.
pub(super) const CLASSES: i64 = 1 << 32;

/// What a walk finds.
pub(super) struct Walk<'c> {
    classes: &'c Classes,
    /// The number of the walk, from 1 on.
    number: i64,
    /// How many objects may be looked into.
    room: usize,
    /// How many objects that are not looked into have a tag.
    kept: &'c mut i64,
    contents: Vec<u64>,
    edges: Vec<Edge>,
    roots: Vec<Option<Target>>,
    is_full: bool,
}

impl<'c> Walk<'c> {
    pub(super) fn new(
        classes: &'c Classes,
        number: i64,
        room: usize,
        kept: &'c mut i64,
        roots: usize,
    ) -> Self {
        let (contents, edges, is_full) = (Vec::new(), Vec::new(), false);
        Self { classes, number, room, kept, contents, edges, roots: vec![None; roots], is_full }
    }

    /// The fingerprints of the objects that the walk began at; `None` if there are too many behind them.
    pub(super) fn finish(self) -> Option<Vec<u64>> {
        if self.is_full {
            return None;
        }
        let found = fingerprints(&self.contents, self.edges);
        let of = |root: &Option<Target>| match root {
            None => NOTHING,
            Some(Target::Value(value)) => mix(1, *value),
            Some(Target::Object(object)) => found.get(*object as usize).copied().unwrap_or(NOTHING),
        };
        Some(self.roots.iter().map(of).collect())
    }

    /// The object of a tag, if it is one of this walk.
    fn object(&self, tag: i64) -> Option<u32> {
        u32::try_from(tag.checked_sub(self.number * CLASSES)?).ok()
    }

    /// Where a reference leads, and whether to go on there.
    fn target(&mut self, reference: &mut Reference<'_>) -> Option<(Target, Step)> {
        let tag = *reference.to;
        if tag & KEPT != 0 || (1..CLASSES).contains(&tag) {
            return Some((Target::Value(tag.cast_unsigned()), Step::Pass));
        }
        if let Some(object) = self.object(tag) {
            return Some((Target::Object(object), Step::Pass));
        }
        if *self.classes.shape(reference.to_class) == Shape::Identity {
            *self.kept += 1;
            *reference.to = KEPT | *self.kept;
            return Some((Target::Value(reference.to.cast_unsigned()), Step::Pass));
        }
        if self.contents.len() >= self.room {
            return None;
        }
        let object = self.contents.len() as u32;
        let length =
            reference.length.filter(|_| !self.classes.has_spare_room(reference.from_class));
        let length = length.map_or(u64::MAX, u64::from);
        self.contents.push(mix(reference.to_class.cast_unsigned(), length));
        *reference.to = self.number * CLASSES + i64::from(object);
        Some((Target::Object(object), Step::Follow))
    }

    fn add(&mut self, object: i64, content: u64) {
        if let Some(object) = self.object(object)
            && let Some(all) = self.contents.get_mut(object as usize)
        {
            *all = mix(*all, content);
        }
    }
}

/// The fingerprint of a field that holds no object.
pub(super) const NOTHING: u64 = 0;

impl Visitor for Walk<'_> {
    fn reference(&mut self, mut reference: Reference<'_>) -> Step {
        let place = match reference.place {
            Place::Field(place) | Place::Element(place) => place,
            Place::Other => return Step::Pass,
        };
        if let (Place::Field(field), Shape::Without(fields)) =
            (reference.place, self.classes.shape(reference.from_class))
            && fields.contains(&field)
        {
            return Step::Pass;
        }
        let Some((to, step)) = self.target(&mut reference) else {
            self.is_full = true;
            return Step::End;
        };
        if reference.from == ROOTS {
            if let Some(root) = usize::try_from(place).ok().and_then(|at| self.roots.get_mut(at)) {
                *root = Some(to);
            }
        } else if let Some(from) = self.object(reference.from) {
            self.edges.push(Edge { from, place, to });
        }
        step
    }

    fn value(&mut self, object: i64, class: i64, field: i32, value: u64) {
        if let Shape::Without(fields) = self.classes.shape(class)
            && fields.contains(&field)
        {
            return;
        }
        self.add(object, mix(u64::from(field.cast_unsigned()), value));
    }

    fn elements(&mut self, array: i64, bytes: &[u8]) {
        self.add(array, xxh3_64(bytes));
    }
}
