//! Walks over objects by reading them one by one, while the machine goes on. Up to release 18, HotSpot ends each
//! [`Jvmti::walk`] with a look at every object there is: with 100 MB of garbage that takes some 60 ms, however little was
//! walked over.
#![expect(unsafe_code, reason = "reads fields by their identifiers")]

use std::sync::Arc;

use super::{Jvmti, Place, Reference, Step, Visitor};
use crate::jni::{FieldId, Jni, Object};

/// Layouts of classes with larger tags are not kept.
const MOST_LAYOUTS: usize = 1 << 20;

/// What is in objects of a class.
#[derive(Debug)]
enum Layout {
    /// Fields: identifier, letter of the type, number.
    Fields(Vec<(FieldId, u8, i32)>),
    /// Elements that are objects.
    Objects,
    /// Elements of the primitive type with that letter.
    Values(u8),
}

/// The layouts of classes that have a tag, which has to be small.
#[derive(Debug, Default)]
pub struct Layouts(Vec<Option<Arc<Layout>>>);

impl Jvmti {
    /// Walks as [`Jvmti::walk`] does. False if the machine does not tell what is in a class.
    pub fn read_all(
        self,
        jni: &Jni<'_>,
        from: Object<'_>,
        layouts: &mut Layouts,
        visitor: &mut dyn Visitor,
    ) -> bool {
        let Some(first) = jni.local(from) else { return false };
        let mut waiting: Vec<Object<'_>> = vec![first];
        let mut is_whole = true;
        while let Some(object) = waiting.pop() {
            if is_whole {
                let mut reading = Reading { jvmti: self, jni, layouts, waiting: &mut waiting };
                match reading.object(object, visitor) {
                    Some(Step::End) => {
                        waiting.drain(..).for_each(|object| jni.forget(object));
                    }
                    Some(Step::Follow | Step::Pass) => {}
                    None => is_whole = false,
                }
            }
            jni.forget(object);
        }
        is_whole
    }
}

struct Reading<'r, 't> {
    jvmti: Jvmti,
    jni: &'r Jni<'t>,
    layouts: &'r mut Layouts,
    /// Objects that are to be looked into.
    waiting: &'r mut Vec<Object<'t>>,
}

impl<'t> Reading<'_, 't> {
    /// Looks into one object.
    fn object(&mut self, object: Object<'t>, visitor: &mut dyn Visitor) -> Option<Step> {
        let (tag, (class, layout)) = (self.jvmti.tag(object), self.layout(object)?);
        let jni = self.jni;
        match &*layout {
            Layout::Fields(fields) => {
                for (field, letter, number) in fields {
                    if b"L[".contains(letter) {
                        // SAFETY: a field of the class of the object, which holds an object.
                        let to = unsafe { jni.field_by_id(object, *field) };
                        if self.reference(Place::Field(*number), (tag, class), to, visitor)?
                            == Step::End
                        {
                            return Some(Step::End);
                        }
                    } else {
                        // SAFETY: a field of the class of the object, of that type.
                        let value = unsafe { jni.field_value(object, *field, *letter) };
                        visitor.value(tag, class, *number, value);
                    }
                }
            }
            Layout::Objects => {
                for place in 0..jni.array_length(object) {
                    let to = jni.element(object, place);
                    if self.reference(Place::Element(place), (tag, class), to, visitor)?
                        == Step::End
                    {
                        return Some(Step::End);
                    }
                }
            }
            Layout::Values(letter) => {
                // SAFETY: an array of elements of that type.
                let bytes = unsafe { jni.elements_of(object, *letter)? };
                visitor.elements(tag, &bytes);
            }
        }
        Some(Step::Pass)
    }

    /// A reference from an object with a tag and the tag of its class.
    fn reference(
        &mut self,
        place: Place,
        (from, from_class): (i64, i64),
        to: Option<Object<'t>>,
        visitor: &mut dyn Visitor,
    ) -> Option<Step> {
        let Some(object) = to else { return Some(Step::Pass) };
        let (to_class, layout) = self.layout(object)?;
        let length = match &*layout {
            Layout::Fields(_) => None,
            Layout::Objects | Layout::Values(_) => {
                u32::try_from(self.jni.array_length(object)).ok()
            }
        };
        let before = self.jvmti.tag(object);
        let mut tag = before;
        let to = &mut tag;
        let step = visitor.reference(Reference { place, from, from_class, to, to_class, length });
        if tag != before {
            self.jvmti.set_tag(object, tag).ok()?;
        }
        match step {
            Step::Follow => self.waiting.push(object),
            Step::Pass | Step::End => self.jni.forget(object),
        }
        Some(step)
    }

    /// The tag of the class of an object, and what is in it.
    fn layout(&mut self, object: Object<'t>) -> Option<(i64, Arc<Layout>)> {
        let class = self.jni.class_of(object)?;
        let tag = self.jvmti.tag(class);
        let place = usize::try_from(tag).ok().filter(|place| (1..MOST_LAYOUTS).contains(place));
        let known = place.and_then(|place| self.layouts.0.get(place).cloned().flatten());
        let layout = match known {
            Some(layout) => layout,
            None => Arc::new(self.look_up(class)?),
        };
        if let Some(place) = place {
            if self.layouts.0.len() <= place {
                self.layouts.0.resize(place + 1, None);
            }
            if let Some(known) = self.layouts.0.get_mut(place) {
                *known = Some(layout.clone());
            }
        }
        self.jni.forget(class);
        Some((tag, layout))
    }

    fn look_up(&self, class: Object<'_>) -> Option<Layout> {
        let signature = self.jvmti.class_signature(class)?;
        Some(match signature.as_slice() {
            [b'[', b'L' | b'[', ..] => Layout::Objects,
            [b'[', letter, ..] => Layout::Values(*letter),
            _ => {
                let fields = self.jvmti.instance_fields(self.jni, class)?.into_iter();
                let fields = fields.filter_map(|(number, _, field)| {
                    Some((field.id, *field.descriptor.first()?, number))
                });
                Layout::Fields(fields.collect())
            }
        })
    }
}
