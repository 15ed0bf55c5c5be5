//! The classes of the machine: which static fields are compared, and how objects are looked at. A class is asked about once,
//! and goes by its number afterwards, which is its tag.

use tamis_jvmti::{Field, FieldId, Jni, Jvmti, JvmtiError, Object};
use tamis_probes::{is_for_logging, is_framework};

use super::shapes::{self, Shape};
use super::walk::CLASSES;
use crate::{Agent, loaders};

const STATIC: i32 = 0x8;
const FINAL: i32 = 0x10;
const SYNTHETIC: i32 = 0x1000;

/// A static field that is compared.
#[derive(Debug)]
pub(super) struct Root {
    pub(super) id: FieldId,
    pub(super) name: Vec<u8>,
    pub(super) descriptor: Vec<u8>,
    /// The static field of the same class that counts while this one holds nothing.
    pub(super) instead: Option<FieldId>,
}

impl Root {
    /// The letter of its type, if it holds no object.
    pub(super) fn letter(&self) -> Option<u8> {
        self.descriptor.first().copied().filter(|letter| !b"L[".contains(letter))
    }
}

/// `JVMTI_ERROR_INTERNAL`: the machine does not tell what it should.
const NOT_TOLD: JvmtiError = JvmtiError(113);

/// What is known about a class.
#[derive(Debug)]
pub(super) struct Class {
    /// Internal name.
    pub(super) name: Vec<u8>,
    pub(super) roots: Vec<Root>,
    pub(super) before: Before,
    shape: Shape,
    has_spare_room: bool,
}

/// What the static fields of a class hold when it is seen initialised for the first time, and nobody saw its initialiser
/// end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Before {
    /// Nothing: it has no initialiser.
    Nothing,
    /// What they held when the machine started.
    Started,
    /// That is not known.
    Unknown,
}

/// The classes that have a number.
#[derive(Debug, Default)]
pub(super) struct Classes {
    /// By number, from 1 on.
    list: Vec<Class>,
    /// Numbers of those with static fields that are compared.
    with_roots: Vec<bool>,
}

impl Classes {
    /// A class by its tag.
    pub(super) fn get(&self, tag: i64) -> Option<&Class> {
        self.list.get(usize::try_from(tag).ok()?.checked_sub(1)?)
    }

    /// How objects of a class are looked at, by its tag.
    pub(super) fn shape(&self, tag: i64) -> &Shape {
        self.get(tag).map_or(&Shape::Whole, |class| &class.shape)
    }

    /// Whether arrays in objects of a class can be longer than what is in them.
    pub(super) fn has_spare_room(&self, tag: i64) -> bool {
        self.get(tag).is_some_and(|class| class.has_spare_room)
    }

    /// Gives numbers to all classes; hands out those that have static fields to compare, with their numbers.
    pub(super) fn number_all<'t>(
        &mut self,
        agent: &Agent,
        jvmti: Jvmti,
        jni: &Jni<'t>,
    ) -> Result<Vec<(i64, Object<'t>)>, JvmtiError> {
        jni.expect_references(1 << 14);
        let mut found = Vec::new();
        for class in jvmti.loaded_classes(jni)? {
            // The machine does not tell the fields of a class before it is prepared.
            if !jvmti.is_prepared(class) {
                jni.forget(class);
                continue;
            }
            let number = self.number(agent, jvmti, jni, class)?;
            let place = usize::try_from(number - 1).unwrap_or(usize::MAX);
            if self.with_roots.get(place) == Some(&true) {
                found.push((number, class));
            } else {
                jni.forget(class);
            }
        }
        Ok(found)
    }

    /// The number of a class; a new one if it has none.
    pub(super) fn number(
        &mut self,
        agent: &Agent,
        jvmti: Jvmti,
        jni: &Jni<'_>,
        class: Object<'_>,
    ) -> Result<i64, JvmtiError> {
        let tag = jvmti.tag(class);
        if (1..CLASSES).contains(&tag) {
            return Ok(tag);
        }
        let number = i64::try_from(self.list.len()).unwrap_or(i64::MAX - 1) + 1;
        // No fields would be an answer: a machine that does not tell them ends the comparing.
        let about = about(agent, jvmti, jni, class).ok_or(NOT_TOLD)?;
        jvmti.set_tag(class, number)?;
        self.with_roots.push(!about.roots.is_empty());
        self.list.push(about);
        Ok(number)
    }
}

/// What is known about a class; `None` if the machine does not tell its fields.
fn about(agent: &Agent, jvmti: Jvmti, jni: &Jni<'_>, class: Object<'_>) -> Option<Class> {
    let name = name(jvmti, class);
    let shape = if name.starts_with(b"[") { Shape::Whole } else { shape(jvmti, jni, class) };
    let (roots, before) = match shapes::of_jdk(&name) {
        Some(types) => {
            let is_one = |field: &Field| {
                types.iter().any(|each| each.as_bytes() == field.descriptor.as_slice())
                    && (field.flags & FINAL == 0 || name == b"java/lang/System")
            };
            // The zone is worked out when somebody asks for it.
            let before =
                if name == b"java/util/TimeZone" { Before::Nothing } else { Before::Started };
            let mut roots = roots(jvmti, class, is_one)?;
            // As long as nobody has set them, the locales for texts and numbers are the one for all.
            let main = roots.iter().find(|root| root.name == b"defaultLocale").map(|root| root.id);
            roots.iter_mut().for_each(|root| root.instead = main);
            (roots, before)
        }
        None if is_compared(agent, jvmti, jni, class, &name) => {
            let roots = roots(jvmti, class, can_change)?;
            let is_plain = !roots.is_empty() && jvmti.has_initialiser(class) == Some(false);
            let before = if is_plain { Before::Nothing } else { Before::Unknown };
            (roots, before)
        }
        None => (Vec::new(), Before::Unknown),
    };
    let has_spare_room = shapes::has_spare_room(&name);
    Some(Class { name, roots, before, shape, has_spare_room })
}

/// The internal name of a class, or the descriptor of an array or primitive type.
fn name(jvmti: Jvmti, class: Object<'_>) -> Vec<u8> {
    let signature = jvmti.class_signature(class).unwrap_or_default();
    let inner = signature.strip_prefix(b"L").and_then(|rest| rest.strip_suffix(b";"));
    inner.map_or_else(|| signature.clone(), <[u8]>::to_vec)
}

/// Whether the static fields of a class are compared: those of the program and its libraries.
fn is_compared(agent: &Agent, jvmti: Jvmti, jni: &Jni<'_>, class: Object<'_>, name: &[u8]) -> bool {
    if name.starts_with(b"[") || is_framework(name) || is_for_logging(name) {
        return false;
    }
    let Some(loader) = jvmti.class_loader(jni, class) else { return true };
    let is_jdk = loaders::is_jdk_class(agent, jni, loader, Some(name));
    if let Some(loader) = loader {
        jni.forget(loader);
    }
    !is_jdk
}

/// Whether what a static field holds can change, as far as its type tells.
fn can_change(field: &Field) -> bool {
    const CONSTANTS: [&[u8]; 10] = [
        b"Ljava/lang/String;",
        b"Ljava/lang/Class;",
        b"Ljava/lang/Boolean;",
        b"Ljava/lang/Byte;",
        b"Ljava/lang/Character;",
        b"Ljava/lang/Short;",
        b"Ljava/lang/Integer;",
        b"Ljava/lang/Long;",
        b"Ljava/lang/Float;",
        b"Ljava/lang/Double;",
    ];
    let descriptor = field.descriptor.as_slice();
    let is_constant =
        field.flags & FINAL != 0 && (descriptor.len() == 1 || CONSTANTS.contains(&descriptor));
    // Compilers and tools that count lines keep their own things there.
    field.flags & SYNTHETIC == 0 && !is_constant
}

fn roots(jvmti: Jvmti, class: Object<'_>, is_one: impl Fn(&Field) -> bool) -> Option<Vec<Root>> {
    let fields = jvmti.fields(class)?.into_iter();
    let fields = fields.filter(|field| field.flags & STATIC != 0 && is_one(field));
    let root = |Field { id, name, descriptor, .. }| Root { id, name, descriptor, instead: None };
    Some(fields.map(root).collect())
}

/// How objects of a class are looked at.
fn shape(jvmti: Jvmti, jni: &Jni<'_>, class: Object<'_>) -> Shape {
    let mut above = Vec::new();
    let mut next = jni.local(class);
    while let Some(class) = next {
        above.push(name(jvmti, class));
        next = jni.superclass(class);
        jni.forget(class);
    }
    if above.iter().any(|name| shapes::is_not_looked_into(name)) {
        Shape::Identity
    } else if above.iter().any(|name| !shapes::unnoticed(name).is_empty()) {
        Shape::Without(unnoticed(jvmti, jni, class))
    } else {
        Shape::Whole
    }
}

/// The numbers of fields that nobody notices.
fn unnoticed(jvmti: Jvmti, jni: &Jni<'_>, class: Object<'_>) -> Vec<i32> {
    let mut numbers = Vec::new();
    for (number, declared_in, field) in jvmti.instance_fields(jni, class).unwrap_or_default() {
        let declared_in = declared_in.strip_prefix(b"L").and_then(|rest| rest.strip_suffix(b";"));
        let names = shapes::unnoticed(declared_in.unwrap_or_default());
        if names.iter().any(|name| name.as_bytes() == field.name) {
            numbers.push(number);
        }
    }
    numbers
}
