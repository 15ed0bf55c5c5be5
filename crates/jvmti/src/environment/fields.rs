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
        let mut status = 0;
        // SAFETY: the slot of GetClassStatus.
        let result = unsafe {
            let function: unsafe extern "system" fn(*mut Table, Object<'_>, *mut i32) -> i32 =
                slot(self.0, raw::jvmti::GET_CLASS_STATUS);
            function(self.0, class, &raw mut status)
        };
        check(result).is_ok() && status & (INITIALISED | FAILED) == INITIALISED
    }
}
