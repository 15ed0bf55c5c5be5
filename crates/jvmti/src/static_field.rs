//! Static fields that hold objects, as the agent holds on to them.
#![expect(unsafe_code, reason = "calls through the table of JNI")]

use std::ffi::{CStr, c_void};
use std::ptr::NonNull;

use crate::jni::{FieldId, Global, Jni, Object};
use crate::raw::{self, Table, slot};

/// A static field that holds an object, of a class that stays.
#[derive(Debug, Clone, Copy)]
pub struct StaticField {
    class: Global,
    field: FieldId,
}

impl Jni<'_> {
    /// Finds a static field that holds an object; initialises the class.
    pub fn find_static_field(
        &self,
        class: Object<'_>,
        name: &CStr,
        descriptor: &CStr,
    ) -> Option<StaticField> {
        let field = self.member(raw::jni::GET_STATIC_FIELD_ID, class, name, descriptor)?;
        let field = NonNull::new(field).map(FieldId)?;
        Some(StaticField { class: self.global(class)?, field })
    }

    /// Sets it.
    ///
    /// # Safety
    ///
    /// The object is of the type of the field, which the JVM does not check.
    pub unsafe fn set_static_field(
        &self,
        StaticField { class, field }: StaticField,
        to: Option<Object<'_>>,
    ) {
        // SAFETY: the slot of SetStaticObjectField; the field is one of the class, which a global reference keeps, and the
        // caller has an object for it.
        unsafe {
            let function: unsafe extern "system" fn(
                *mut Table,
                Object<'_>,
                *mut c_void,
                Option<Object<'_>>,
            ) = slot(self.table(), raw::jni::SET_STATIC_OBJECT_FIELD);
            function(self.table(), class.get(), field.0.as_ptr(), to);
        }
    }
}
