//! Fields by their identifiers, which does not initialise their class, and arrays.
#![expect(unsafe_code, reason = "calls through the table of JNI")]

use std::ffi::{CStr, c_void};
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
        // SAFETY: the caller promises that the class has the field.
        unsafe { self.value(raw::jni::GET_STATIC_BOOLEAN_FIELD, class, field, letter) }
    }

    /// The bits of a field of an object that holds a primitive value of the type with that letter.
    ///
    /// # Safety
    ///
    /// The field is one of the class of the object, and of that type.
    pub(crate) unsafe fn field_value(&self, object: Object<'_>, field: FieldId, letter: u8) -> u64 {
        // SAFETY: the caller promises that the object has the field.
        unsafe { self.value(raw::jni::GET_BOOLEAN_FIELD, object, field, letter) }
    }

    /// # Safety
    ///
    /// `first` is the slot of one of the two functions for `boolean`s, and the field is what it wants.
    unsafe fn value(&self, first: usize, holder: Object<'_>, field: FieldId, letter: u8) -> u64 {
        type Get<T> = unsafe extern "system" fn(*mut Table, Object<'_>, *mut c_void) -> T;
        let field = field.0.as_ptr();
        // SAFETY: the functions for the other types follow that for `boolean`s, in this order; the caller promises the rest.
        unsafe {
            match letter {
                b'Z' | b'B' => {
                    let function: Get<u8> = slot(self.0, first + usize::from(letter == b'B'));
                    u64::from(function(self.0, holder, field))
                }
                b'C' | b'S' => {
                    let function: Get<u16> = slot(self.0, first + 2 + usize::from(letter == b'S'));
                    u64::from(function(self.0, holder, field))
                }
                b'I' => {
                    let function: Get<u32> = slot(self.0, first + 4);
                    u64::from(function(self.0, holder, field))
                }
                b'F' => {
                    let function: Get<f32> = slot(self.0, first + 6);
                    u64::from(function(self.0, holder, field).to_bits())
                }
                b'D' => {
                    let function: Get<f64> = slot(self.0, first + 7);
                    function(self.0, holder, field).to_bits()
                }
                _ => {
                    let function: Get<u64> = slot(self.0, first + 5);
                    function(self.0, holder, field)
                }
            }
        }
    }

    /// The value of a field that holds an `int`. `None` if the class has no such field.
    pub fn int_field(&self, object: Object<'_>, name: &CStr) -> Option<i32> {
        let class = self.class_of(object)?;
        let field = self.field_id(class, name, c"I");
        self.forget(class);
        // SAFETY: the field was looked up in the class of the object.
        let value = unsafe { self.field_value(object, field?, b'I') };
        Some((value as u32).cast_signed())
    }

    /// An element of an array of objects.
    pub(crate) fn element(&self, array: Object<'_>, place: i32) -> Option<Object<'t>> {
        // SAFETY: the slot of GetObjectArrayElement, which checks the place.
        let element = unsafe {
            let function: unsafe extern "system" fn(*mut Table, Object<'_>, i32) -> *mut c_void =
                slot(self.0, raw::jni::GET_OBJECT_ARRAY_ELEMENT);
            function(self.0, array, place)
        };
        self.object(element)
    }

    /// The bytes of an array of primitive values; `None` if the machine does not lend them.
    ///
    /// # Safety
    ///
    /// The array has elements of the type with that letter.
    pub(crate) unsafe fn elements_of(&self, array: Object<'_>, letter: u8) -> Option<Vec<u8>> {
        let width = match letter {
            b'Z' | b'B' => 1,
            b'C' | b'S' => 2,
            b'I' | b'F' => 4,
            _ => 8,
        };
        let length = usize::try_from(self.array_length(array)).unwrap_or(0) * width;
        let mut bytes = vec![0; length];
        // SAFETY: the slots of Get- and ReleasePrimitiveArrayCritical; the memory is as long as the array, is copied at
        // once, and is not written back. Other threads may write to it meanwhile: any bytes will do.
        unsafe {
            let get: unsafe extern "system" fn(*mut Table, Object<'_>, *mut u8) -> *mut u8 =
                slot(self.0, raw::jni::GET_PRIMITIVE_ARRAY_CRITICAL);
            let release: unsafe extern "system" fn(*mut Table, Object<'_>, *mut u8, i32) =
                slot(self.0, raw::jni::RELEASE_PRIMITIVE_ARRAY_CRITICAL);
            let memory = get(self.0, array, std::ptr::null_mut());
            if memory.is_null() {
                self.clear_exception();
                return None;
            }
            std::ptr::copy_nonoverlapping(memory.cast_const(), bytes.as_mut_ptr(), length);
            release(self.0, array, memory, super::ABORT);
        }
        Some(bytes)
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
