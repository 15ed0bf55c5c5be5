//! Walks over objects (JVMTI specification, "Heap"). The machine stands still meanwhile and calls back for each reference
//! and each value, so a [`Visitor`] must not call the machine.
#![expect(unsafe_code, reason = "calls through the table of JVMTI, and functions that it calls")]

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null;

use super::{Jvmti, JvmtiError, check};
use crate::jni::Object;
use crate::raw::{self, Table, slot};

/// What a reference is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// A field of an object, by its number: fields of superinterfaces count first, then those of superclasses from
    /// `Object` down.
    Field(i32),
    /// An element of an array.
    Element(i32),
    /// Anything else: the class of an object, the loader of a class.
    Other,
}

/// A reference from one object to another.
#[derive(Debug)]
pub struct Reference<'w> {
    /// Where it is.
    pub place: Place,
    /// The tag of the object that has it; 0 is none.
    pub from: i64,
    /// The tag of that object's class.
    pub from_class: i64,
    /// The tag of the object that it leads to, which can be set.
    pub to: &'w mut i64,
    /// The tag of that object's class.
    pub to_class: i64,
    /// Its length, if it is an array.
    pub length: Option<u32>,
}

/// What to do with an object that a reference leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Look at what is in it, unless that has happened.
    Follow,
    /// Go on with others.
    Pass,
    /// End the walk.
    End,
}

/// Who is told of a walk.
pub trait Visitor {
    /// A reference.
    fn reference(&mut self, reference: Reference<'_>) -> Step;
    /// A field of an object that holds no reference: tags of the object and its class, number of the field, value.
    fn value(&mut self, object: i64, class: i64, field: i32, value: u64);
    /// The elements of an array that holds no references, by the tag of the array.
    fn elements(&mut self, array: i64, bytes: &[u8]);
}

/// `jvmtiHeapCallbacks`.
#[repr(C)]
struct HeapCallbacks {
    iteration: *const c_void,
    reference: *const c_void,
    value: *const c_void,
    elements: *const c_void,
    string: *const c_void,
    reserved: [*const c_void; 11],
}

/// `jvalue`, which is handed over as a whole.
#[derive(Clone, Copy)]
#[repr(C)]
union Value {
    long: u64,
    double: f64,
}

/// `JVMTI_VISIT_OBJECTS`.
const FOLLOW: i32 = 0x100;
/// `JVMTI_VISIT_ABORT`.
const ABORT: i32 = 0x8000;

/// Kinds of references by their numbers in `jvmti.h`.
const FIELD: i32 = 2;
const ARRAY_ELEMENT: i32 = 3;

/// The visitor during a walk, behind a pointer that the machine hands back.
struct Walk<'v> {
    visitor: &'v mut dyn Visitor,
    is_broken: bool,
}

impl Jvmti {
    /// Walks from an object to all that can be reached from it, as the visitor says. False if the visitor broke.
    pub fn walk(self, from: Object<'_>, visitor: &mut dyn Visitor) -> Result<bool, JvmtiError> {
        let callbacks = HeapCallbacks {
            iteration: null(),
            reference: reference as *const c_void,
            value: value as *const c_void,
            elements: elements as *const c_void,
            string: null(),
            reserved: [null(); 11],
        };
        let mut walk = Walk { visitor, is_broken: false };
        // SAFETY: the slot of FollowReferences: no filter, no class, the object, the functions, and what they are handed;
        // they are called before it returns, one after the other.
        let result = unsafe {
            let function: unsafe extern "system" fn(
                *mut Table,
                i32,
                *const c_void,
                Object<'_>,
                *const HeapCallbacks,
                *mut c_void,
            ) -> i32 = slot(self.0, raw::jvmti::FOLLOW_REFERENCES);
            let walk: *mut Walk<'_> = &raw mut walk;
            function(self.0, 0, null(), from, &raw const callbacks, walk.cast())
        };
        check(result)?;
        Ok(!walk.is_broken)
    }
}

/// Runs a part of the walk; a panic must not cross into the machine.
///
/// # Safety
///
/// `data` is the walk that [`Jvmti::walk`] handed over, and nobody else uses it now.
unsafe fn guarded(data: *mut c_void, work: impl FnOnce(&mut dyn Visitor) -> Step) -> i32 {
    // SAFETY: the caller promises it.
    let walk = unsafe { &mut *data.cast::<Walk<'_>>() };
    match catch_unwind(AssertUnwindSafe(|| work(walk.visitor))) {
        Ok(Step::Follow) => FOLLOW,
        Ok(Step::Pass) => 0,
        Ok(Step::End) => ABORT,
        Err(cause) => {
            // Dropping the payload could panic again.
            std::mem::forget(cause);
            walk.is_broken = true;
            ABORT
        }
    }
}

unsafe extern "system" fn reference(
    kind: i32,
    info: *const i32,
    class_tag: i64,
    referrer_class_tag: i64,
    _size: i64,
    tag: *mut i64,
    referrer_tag: *mut i64,
    length: i32,
    data: *mut c_void,
) -> i32 {
    // SAFETY: for these kinds the information begins with an index; the machine lends the tags for this call. The tag of
    // the referrer can be the same place, so it is copied before.
    unsafe {
        let place = match kind {
            FIELD => Place::Field(*info),
            ARRAY_ELEMENT => Place::Element(*info),
            _ => Place::Other,
        };
        let from = if referrer_tag.is_null() { 0 } else { *referrer_tag };
        let reference = Reference {
            place,
            from,
            from_class: referrer_class_tag,
            to: &mut *tag,
            to_class: class_tag,
            length: u32::try_from(length).ok(),
        };
        guarded(data, |visitor| visitor.reference(reference))
    }
}

unsafe extern "system" fn value(
    kind: i32,
    info: *const i32,
    class_tag: i64,
    tag: *mut i64,
    value: Value,
    value_type: i32,
    data: *mut c_void,
) -> i32 {
    if kind != FIELD {
        return FOLLOW;
    }
    // SAFETY: as above; all bits of a value can be read, and those behind its type are cut off.
    unsafe {
        let value = value.long & mask(value_type);
        let (field, object) = (*info, *tag);
        guarded(data, |visitor| {
            visitor.value(object, class_tag, field, value);
            Step::Follow
        })
    }
}

unsafe extern "system" fn elements(
    _class_tag: i64,
    _size: i64,
    tag: *mut i64,
    count: i32,
    element_type: i32,
    elements: *const u8,
    data: *mut c_void,
) -> i32 {
    let width = (u64::BITS - mask(element_type).leading_zeros()) as usize / 8;
    let length = usize::try_from(count).unwrap_or(0) * width;
    // SAFETY: the machine lends that many elements of that type for this call.
    unsafe {
        let bytes = match length {
            0 => &[],
            length => std::slice::from_raw_parts(elements, length),
        };
        let array = *tag;
        guarded(data, |visitor| {
            visitor.elements(array, bytes);
            Step::Follow
        })
    }
}

/// The bits of a value of a primitive type, by its letter.
fn mask(letter: i32) -> u64 {
    match u8::try_from(letter) {
        Ok(b'Z' | b'B') => 0xff,
        Ok(b'C' | b'S') => 0xffff,
        Ok(b'I' | b'F') => 0xffff_ffff,
        _ => u64::MAX,
    }
}
