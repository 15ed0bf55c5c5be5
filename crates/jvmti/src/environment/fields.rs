//! Classes and their fields, as JVMTI tells of them. Nothing here initialises a class.
#![expect(unsafe_code, reason = "calls through the table of JVMTI")]

use std::ffi::{c_char, c_void};
use std::ptr::null_mut;

use super::{Jvmti, check};
use crate::jni::{FieldId, Jni, Object};
use crate::raw::{self, Table, slot};

/// A field that a class declares.
#[derive(Debug, Clone)]
pub struct Field {
    /// For reading it.
    pub id: FieldId,
    /// Its name.
    pub name: Vec<u8>,
    /// Its descriptor.
    pub descriptor: Vec<u8>,
    /// Its access flags.
    pub flags: i32,
}

impl Jvmti {
    /// The fields that a class declares, in the order in which they are numbered; `None` if the machine does not tell.
    pub fn fields(self, class: Object<'_>) -> Option<Vec<Field>> {
        let mut count = 0;
        let mut fields: *mut *mut c_void = null_mut();
        // SAFETY: the slot of GetClassFields, which allocates `count` identifiers.
        let result = unsafe {
            let function: unsafe extern "system" fn(
                *mut Table,
                Object<'_>,
                *mut i32,
                *mut *mut *mut c_void,
            ) -> i32 = slot(self.0, raw::jvmti::GET_CLASS_FIELDS);
            function(self.0, class, &raw mut count, &raw mut fields)
        };
        check(result).ok()?;
        let count = usize::try_from(count).unwrap_or(0);
        // SAFETY: JVMTI promises `count` identifiers.
        let ids: Vec<_> = (0..count).map(|index| unsafe { *fields.add(index) }).collect();
        self.deallocate(fields.cast());
        ids.into_iter().map(|id| self.field(class, id)).collect()
    }

    fn field(self, class: Object<'_>, id: *mut c_void) -> Option<Field> {
        let (mut name, mut descriptor): (*mut c_char, *mut c_char) = (null_mut(), null_mut());
        let mut flags = 0;
        // SAFETY: the slots of GetFieldName, of which the generic signature is not asked for, and GetFieldModifiers.
        let result = unsafe {
            let names: unsafe extern "system" fn(
                *mut Table,
                Object<'_>,
                *mut c_void,
                *mut *mut c_char,
                *mut *mut c_char,
                *mut *mut c_char,
            ) -> i32 = slot(self.0, raw::jvmti::GET_FIELD_NAME);
            let modifiers: unsafe extern "system" fn(
                *mut Table,
                Object<'_>,
                *mut c_void,
                *mut i32,
            ) -> i32 = slot(self.0, raw::jvmti::GET_FIELD_MODIFIERS);
            check(modifiers(self.0, class, id, &raw mut flags)).and_then(|()| {
                check(names(self.0, class, id, &raw mut name, &raw mut descriptor, null_mut()))
            })
        };
        result.ok()?;
        let (name, descriptor) = self.take_string(name).zip(self.take_string(descriptor))?;
        Some(Field { id: FieldId::from_raw(id)?, name, descriptor, flags })
    }

    /// The fields of objects of a class, each with its number and the signature of the class that declares it; `None` if the
    /// machine does not tell. The fields of all superinterfaces are counted first, then those of the classes from the top,
    /// static ones too (JVMTI specification, `jvmtiHeapReferenceInfoField`).
    pub fn instance_fields(
        self,
        jni: &Jni<'_>,
        class: Object<'_>,
    ) -> Option<Vec<(i32, Vec<u8>, Field)>> {
        const STATIC: i32 = 8;
        let mut above = Vec::new();
        let mut next = jni.local(class);
        while let Some(class) = next {
            above.push(class);
            next = jni.superclass(class);
        }
        let (mut seen, mut number) = (Vec::new(), 0);
        for class in &above {
            number += self.interface_fields(jni, *class, &mut seen)?;
        }
        let mut found = Vec::new();
        for class in above.into_iter().rev() {
            let signature = self.class_signature(class)?;
            for field in self.fields(class)? {
                if field.flags & STATIC == 0 {
                    found.push((number, signature.clone(), field));
                }
                number += 1;
            }
            jni.forget(class);
        }
        Some(found)
    }

    /// How many fields the interfaces above a class have that were not seen yet.
    fn interface_fields(
        self,
        jni: &Jni<'_>,
        class: Object<'_>,
        seen: &mut Vec<Vec<u8>>,
    ) -> Option<i32> {
        let mut count = 0;
        for interface in self.interfaces(jni, class) {
            let signature = self.class_signature(interface)?;
            if !seen.contains(&signature) {
                seen.push(signature);
                count += i32::try_from(self.fields(interface)?.len()).ok()?;
                count += self.interface_fields(jni, interface, seen)?;
            }
            jni.forget(interface);
        }
        Some(count)
    }

    /// The interfaces that a class names itself.
    pub fn interfaces<'t>(self, _jni: &Jni<'t>, class: Object<'_>) -> Vec<Object<'t>> {
        let mut count = 0;
        let mut interfaces: *mut *mut c_void = null_mut();
        // SAFETY: the slot of GetImplementedInterfaces, which allocates `count` local references of this thread.
        let result = unsafe {
            let function: unsafe extern "system" fn(
                *mut Table,
                Object<'_>,
                *mut i32,
                *mut *mut *mut c_void,
            ) -> i32 = slot(self.0, raw::jvmti::GET_IMPLEMENTED_INTERFACES);
            function(self.0, class, &raw mut count, &raw mut interfaces)
        };
        if check(result).is_err() {
            return Vec::new();
        }
        let count = usize::try_from(count).unwrap_or(0);
        // SAFETY: JVMTI promises `count` references.
        let list = (0..count)
            .filter_map(|index| unsafe { Object::from_raw(*interfaces.add(index)) })
            .collect();
        self.deallocate(interfaces.cast());
        list
    }

    /// Whether a class is initialised, and its initialiser did not fail.
    pub fn is_initialised(self, class: Object<'_>) -> bool {
        const INITIALISED: i32 = 4;
        const FAILED: i32 = 8;
        let status = self.class_status(class);
        status.is_some_and(|status| status & (INITIALISED | FAILED) == INITIALISED)
    }

    /// Whether a class has its static fields, or is of arrays or primitive values. In doubt it has.
    pub fn is_prepared(self, class: Object<'_>) -> bool {
        const PREPARED: i32 = 2;
        const ARRAY: i32 = 16;
        const PRIMITIVE: i32 = 32;
        let status = self.class_status(class);
        status.is_none_or(|status| status & (PREPARED | ARRAY | PRIMITIVE) != 0)
    }

    fn class_status(self, class: Object<'_>) -> Option<i32> {
        let mut status = 0;
        // SAFETY: the slot of GetClassStatus.
        let result = unsafe {
            let function: unsafe extern "system" fn(*mut Table, Object<'_>, *mut i32) -> i32 =
                slot(self.0, raw::jvmti::GET_CLASS_STATUS);
            function(self.0, class, &raw mut status)
        };
        check(result).is_ok().then_some(status)
    }
}
