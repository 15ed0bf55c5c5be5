//! Static fields by their identifiers, which does not initialise their class, and arrays of objects.
#![expect(unsafe_code, reason = "calls through the table of JNI")]

use std::ffi::c_void;
use std::ptr::{NonNull, null};

use super::{FieldId, Jni, Object};
use crate::raw::{self, Table, slot};

impl FieldId {
    pub(crate) fn from_raw(raw: *mut c_void) -> Option<Self> {
        NonNull::new(raw).map(Self)
    }
}

impl<'t> Jni<'t> {
    /// The value of a static field that holds an object.
    ///
    /// # Safety
    ///
    /// The field is a static one of that class, and holds an object.
    pub unsafe fn static_object(&self, class: Object<'_>, field: FieldId) -> Option<Object<'t>> {
        // SAFETY: the slot of GetStaticObjectField; the caller promises that the class has the field.
        let value = unsafe {
            let function: unsafe extern "system" fn(
                *mut Table,
                Object<'_>,
                *mut c_void,
            ) -> *mut c_void = slot(self.0, raw::jni::GET_STATIC_OBJECT_FIELD);
            function(self.0, class, field.0.as_ptr())
        };
        self.object(value)
    }

    /// The bits of a static field that holds a primitive value of the type with that letter.
    ///
    /// # Safety
    ///
    /// The field is a static one of that class, and of that type.
    pub unsafe fn static_value(&self, class: Object<'_>, field: FieldId, letter: u8) -> u64 {
        type Get<T> = unsafe extern "system" fn(*mut Table, Object<'_>, *mut c_void) -> T;
        let field = field.0.as_ptr();
        // SAFETY: the slots of the functions for that type; the caller promises that the class has the field.
        unsafe {
            match letter {
                b'Z' | b'B' => {
                    let of = match letter {
                        b'Z' => raw::jni::GET_STATIC_BOOLEAN_FIELD,
                        _ => raw::jni::GET_STATIC_BYTE_FIELD,
                    };
                    let function: Get<u8> = slot(self.0, of);
                    u64::from(function(self.0, class, field))
                }
                b'C' | b'S' => {
                    let of = match letter {
                        b'C' => raw::jni::GET_STATIC_CHAR_FIELD,
                        _ => raw::jni::GET_STATIC_SHORT_FIELD,
                    };
                    let function: Get<u16> = slot(self.0, of);
                    u64::from(function(self.0, class, field))
                }
                b'I' => {
                    let function: Get<u32> = slot(self.0, raw::jni::GET_STATIC_INT_FIELD);
                    u64::from(function(self.0, class, field))
                }
                b'F' => {
                    let function: Get<f32> = slot(self.0, raw::jni::GET_STATIC_FLOAT_FIELD);
                    u64::from(function(self.0, class, field).to_bits())
                }
                b'D' => {
                    let function: Get<f64> = slot(self.0, raw::jni::GET_STATIC_DOUBLE_FIELD);
                    function(self.0, class, field).to_bits()
                }
                _ => {
                    let function: Get<u64> = slot(self.0, raw::jni::GET_STATIC_LONG_FIELD);
                    function(self.0, class, field)
                }
            }
        }
    }

    /// A new array of that length, with nothing in it.
    pub fn new_array(&self, length: usize, class: Object<'_>) -> Option<Object<'t>> {
        let length = i32::try_from(length).ok()?;
        // SAFETY: the slot of NewObjectArray; nothing is what its elements are at first.
        let array = unsafe {
            let function: unsafe extern "system" fn(
                *mut Table,
                i32,
                Object<'_>,
                *const c_void,
            ) -> *mut c_void = slot(self.0, raw::jni::NEW_OBJECT_ARRAY);
            function(self.0, length, class, null())
        };
        self.object(array)
    }

    /// Puts an object into an array of `Object`s; a place that is not there is passed over.
    pub fn set_element(&self, array: Object<'_>, place: usize, object: Object<'_>) {
        let Ok(place) = i32::try_from(place) else { return };
        // SAFETY: the slot of SetObjectArrayElement, which checks the place.
        unsafe {
            let function: unsafe extern "system" fn(*mut Table, Object<'_>, i32, Object<'_>) =
                slot(self.0, raw::jni::SET_OBJECT_ARRAY_ELEMENT);
            function(self.0, array, place, object);
        }
        self.clear_exception();
    }

    /// One more reference to an object, for this call.
    pub fn local(&self, object: Object<'_>) -> Option<Object<'t>> {
        // SAFETY: the slot of NewLocalRef.
        let object = unsafe {
            let function: unsafe extern "system" fn(*mut Table, Object<'_>) -> *mut c_void =
                slot(self.0, raw::jni::NEW_LOCAL_REF);
            function(self.0, object)
        };
        self.object(object)
    }

    /// The class above a class; none above `Object` and interfaces.
    pub fn superclass(&self, class: Object<'_>) -> Option<Object<'t>> {
        // SAFETY: the slot of GetSuperclass.
        let above = unsafe {
            let function: unsafe extern "system" fn(*mut Table, Object<'_>) -> *mut c_void =
                slot(self.0, raw::jni::GET_SUPERCLASS);
            function(self.0, class)
        };
        self.object(above)
    }
}
