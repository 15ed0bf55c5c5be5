//! JNI, for the thread that a native method or event runs on.
#![expect(unsafe_code, reason = "calls through the table of JNI")]

mod management;
mod statics;
mod threads;

use std::ffi::{CStr, c_char, c_void};
use std::marker::PhantomData;
use std::ptr::NonNull;
use std::sync::atomic::AtomicU8;
use std::sync::atomic::Ordering::Relaxed;

use crate::raw::{self, RawJni, Table, slot};

/// `JNI_ABORT`: memory is given back and not copied.
const ABORT: i32 = 2;

static ZERO: u8 = 0;

/// Collects and clears the bytes that are set.
fn collect(bytes: &[AtomicU8], places: &mut Vec<u32>) {
    const STRIDE: usize = 64;
    for (stride, chunk) in bytes.chunks(STRIDE).enumerate() {
        // Nearly all are clear, and a look at a whole stride is quick.
        if chunk.iter().fold(0, |sum, byte| sum | byte.load(Relaxed)) == 0 {
            continue;
        }
        for (offset, byte) in chunk.iter().enumerate() {
            if byte.load(Relaxed) != 0 && byte.swap(0, Relaxed) != 0 {
                places.push((stride * STRIDE + offset) as u32);
            }
        }
    }
}

/// A reference to an object, for the time of the native call it came with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub struct Object<'t>(NonNull<c_void>, PhantomData<&'t ()>);

impl Object<'_> {
    pub(crate) unsafe fn from_raw(raw: *mut c_void) -> Option<Self> {
        NonNull::new(raw).map(|raw| Self(raw, PhantomData))
    }
}

/// A reference that is good everywhere and forever: this crate never frees one.
#[derive(Debug, Clone, Copy)]
pub struct Global(NonNull<c_void>);

// SAFETY: global references may be used from all threads (JNI specification, "Global and Local References").
unsafe impl Send for Global {}
// SAFETY: as above.
unsafe impl Sync for Global {}

impl Global {
    /// As an object of the current call.
    pub fn get<'t>(self) -> Object<'t> {
        Object(self.0, PhantomData)
    }
}

/// A reference that does not keep its object, until it is given back.
#[derive(Debug)]
pub struct Weak(NonNull<c_void>);

// SAFETY: as of global references, of which weak ones are a kind.
unsafe impl Send for Weak {}

/// `jfieldID`: stays the same for the life of the class.
#[derive(Debug, Clone, Copy)]
pub struct FieldId(pub(crate) NonNull<c_void>);

// SAFETY: an identifier, never followed.
unsafe impl Send for FieldId {}
// SAFETY: as above.
unsafe impl Sync for FieldId {}

/// What is handed to a Java method.
#[derive(Clone, Copy)]
#[repr(C)]
pub union Argument<'t> {
    /// `jint`.
    pub int: i32,
    /// An object or null.
    pub object: Option<Object<'t>>,
    /// Makes it as large as JNI wants it.
    pub long: i64,
}

/// JNI of the current thread.
#[derive(Debug)]
pub struct Jni<'t>(*mut Table, PhantomData<&'t ()>);

type ObjectCall =
    unsafe extern "system" fn(*mut Table, *mut c_void, *mut c_void, *const c_void) -> *mut c_void;

impl<'t> Jni<'t> {
    /// For the time of a callback or native method.
    ///
    /// # Safety
    ///
    /// `raw` is what the JVM handed to it, and `'t` does not outlive it.
    pub unsafe fn of(raw: RawJni) -> Self {
        Self(raw.0, PhantomData)
    }

    pub(crate) fn table(&self) -> *mut Table {
        self.0
    }

    /// Forgets an exception that a call has thrown; says whether there was one.
    pub fn clear_exception(&self) -> bool {
        // SAFETY: the slots of ExceptionCheck and ExceptionClear.
        unsafe {
            let check: unsafe extern "system" fn(*mut Table) -> u8 =
                slot(self.0, raw::jni::EXCEPTION_CHECK);
            let is_thrown = check(self.0) != 0;
            if is_thrown {
                let clear: unsafe extern "system" fn(*mut Table) =
                    slot(self.0, raw::jni::EXCEPTION_CLEAR);
                clear(self.0);
            }
            is_thrown
        }
    }

    /// Whether an exception is on its way.
    pub fn is_exception_pending(&self) -> bool {
        // SAFETY: the slot of ExceptionCheck.
        unsafe {
            let check: unsafe extern "system" fn(*mut Table) -> u8 =
                slot(self.0, raw::jni::EXCEPTION_CHECK);
            check(self.0) != 0
        }
    }

    /// Defines a class in the boot loader.
    pub fn define_boot_class(&self, name: &CStr, bytes: &[u8]) -> Option<Object<'t>> {
        let length = i32::try_from(bytes.len()).ok()?;
        // SAFETY: the slot of DefineClass; no loader is the boot loader.
        let class = unsafe {
            let function: unsafe extern "system" fn(
                *mut Table,
                *const c_char,
                *const c_void,
                *const u8,
                i32,
            ) -> *mut c_void = slot(self.0, raw::jni::DEFINE_CLASS);
            function(self.0, name.as_ptr(), std::ptr::null(), bytes.as_ptr(), length)
        };
        self.object(class)
    }

    /// Finds a class of the boot loader or of the caller's.
    pub fn find_class(&self, name: &CStr) -> Option<Object<'t>> {
        // SAFETY: the slot of FindClass.
        let class = unsafe {
            let function: unsafe extern "system" fn(*mut Table, *const c_char) -> *mut c_void =
                slot(self.0, raw::jni::FIND_CLASS);
            function(self.0, name.as_ptr())
        };
        self.object(class)
    }

    /// Keeps an object for good.
    pub fn global(&self, object: Object<'_>) -> Option<Global> {
        // SAFETY: the slot of NewGlobalRef.
        let global = unsafe {
            let function: unsafe extern "system" fn(*mut Table, Object<'_>) -> *mut c_void =
                slot(self.0, raw::jni::NEW_GLOBAL_REF);
            function(self.0, object)
        };
        NonNull::new(global).map(Global)
    }

    /// Remembers an object without keeping it.
    pub fn weak(&self, object: Object<'_>) -> Option<Weak> {
        // SAFETY: the slot of NewWeakGlobalRef.
        let weak = unsafe {
            let function: unsafe extern "system" fn(*mut Table, Object<'_>) -> *mut c_void =
                slot(self.0, raw::jni::NEW_WEAK_GLOBAL_REF);
            function(self.0, object)
        };
        self.clear_exception();
        NonNull::new(weak).map(Weak)
    }

    /// The object, if it is still there.
    pub fn upgrade(&self, weak: &Weak) -> Option<Object<'t>> {
        // SAFETY: the slot of NewLocalRef, which gives null for an object that is gone.
        let object = unsafe {
            let function: unsafe extern "system" fn(*mut Table, *mut c_void) -> *mut c_void =
                slot(self.0, raw::jni::NEW_LOCAL_REF);
            function(self.0, weak.0.as_ptr())
        };
        self.object(object)
    }

    /// Gives a weak reference back.
    #[expect(clippy::needless_pass_by_value, reason = "it must not be used again")]
    pub fn forget_weak(&self, weak: Weak) {
        // SAFETY: the slot of DeleteWeakGlobalRef; nobody has the reference any more.
        unsafe {
            let function: unsafe extern "system" fn(*mut Table, *mut c_void) =
                slot(self.0, raw::jni::DELETE_WEAK_GLOBAL_REF);
            function(self.0, weak.0.as_ptr());
        }
    }

    /// Says that many references will be needed at once.
    pub fn expect_references(&self, count: i32) {
        // SAFETY: the slot of EnsureLocalCapacity.
        unsafe {
            let function: unsafe extern "system" fn(*mut Table, i32) -> i32 =
                slot(self.0, raw::jni::ENSURE_LOCAL_CAPACITY);
            function(self.0, count);
        }
        self.clear_exception();
    }

    /// Gives a reference back early.
    pub fn forget(&self, object: Object<'t>) {
        // SAFETY: the slot of DeleteLocalRef; local references are given back by their own thread.
        unsafe {
            let function: unsafe extern "system" fn(*mut Table, Object<'_>) =
                slot(self.0, raw::jni::DELETE_LOCAL_REF);
            function(self.0, object);
        }
    }

    /// Whether both are the same object.
    pub fn is_same(&self, left: Object<'_>, right: Object<'_>) -> bool {
        // SAFETY: the slot of IsSameObject.
        unsafe {
            let function: unsafe extern "system" fn(*mut Table, Object<'_>, Object<'_>) -> u8 =
                slot(self.0, raw::jni::IS_SAME_OBJECT);
            function(self.0, left, right) != 0
        }
    }

    /// Whether an object is an instance of a class.
    pub fn is_instance(&self, object: Object<'_>, class: Object<'_>) -> bool {
        // SAFETY: the slot of IsInstanceOf.
        unsafe {
            let function: unsafe extern "system" fn(*mut Table, Object<'_>, Object<'_>) -> u8 =
                slot(self.0, raw::jni::IS_INSTANCE_OF);
            function(self.0, object, class) != 0
        }
    }

    /// The class of an object.
    pub fn class_of(&self, object: Object<'_>) -> Option<Object<'t>> {
        // SAFETY: the slot of GetObjectClass.
        let class = unsafe {
            let function: unsafe extern "system" fn(*mut Table, Object<'_>) -> *mut c_void =
                slot(self.0, raw::jni::GET_OBJECT_CLASS);
            function(self.0, object)
        };
        self.object(class)
    }

    /// Calls a method that gives an object. `None` is null, an exception, or no such method.
    pub fn call_object(
        &self,
        receiver: Object<'_>,
        name: &CStr,
        descriptor: &CStr,
        arguments: &[Argument<'_>],
    ) -> Option<Object<'t>> {
        let method = self.method(receiver, name, descriptor)?;
        // SAFETY: the slot of CallObjectMethodA; the method is one of the receiver's class, and the caller's arguments
        // are as its descriptor says.
        let result = unsafe {
            let function: ObjectCall = slot(self.0, raw::jni::CALL_OBJECT_METHOD_A);
            function(self.0, receiver.0.as_ptr(), method, arguments.as_ptr().cast())
        };
        self.object(result)
    }

    /// Calls a method without parameters that gives a `boolean`.
    pub fn call_boolean(&self, receiver: Object<'_>, name: &CStr) -> Option<bool> {
        let method = self.method(receiver, name, c"()Z")?;
        // SAFETY: the slot of CallBooleanMethodA; the method has no parameters.
        let result = unsafe {
            let function: unsafe extern "system" fn(
                *mut Table,
                *mut c_void,
                *mut c_void,
                *const c_void,
            ) -> u8 = slot(self.0, raw::jni::CALL_BOOLEAN_METHOD_A);
            function(self.0, receiver.0.as_ptr(), method, std::ptr::null())
        };
        (!self.clear_exception()).then_some(result != 0)
    }

    /// Calls a method without parameters that gives an `int`.
    pub fn call_int(&self, receiver: Object<'_>, name: &CStr) -> Option<i32> {
        let method = self.method(receiver, name, c"()I")?;
        // SAFETY: the slot of CallIntMethodA; the method has no parameters.
        let result = unsafe {
            let function: unsafe extern "system" fn(
                *mut Table,
                *mut c_void,
                *mut c_void,
                *const c_void,
            ) -> i32 = slot(self.0, raw::jni::CALL_INT_METHOD_A);
            function(self.0, receiver.0.as_ptr(), method, std::ptr::null())
        };
        (!self.clear_exception()).then_some(result)
    }

    /// Calls a method without parameters that gives a `long`.
    pub fn call_long(&self, receiver: Object<'_>, name: &CStr) -> Option<i64> {
        let method = self.method(receiver, name, c"()J")?;
        // SAFETY: the slot of CallLongMethodA; the method has no parameters.
        let result = unsafe {
            let function: unsafe extern "system" fn(
                *mut Table,
                *mut c_void,
                *mut c_void,
                *const c_void,
            ) -> i64 = slot(self.0, raw::jni::CALL_LONG_METHOD_A);
            function(self.0, receiver.0.as_ptr(), method, std::ptr::null())
        };
        (!self.clear_exception()).then_some(result)
    }

    /// Calls a static method that gives an object. `None` is null, an exception, or no such method.
    pub fn call_static_object(
        &self,
        class: Object<'_>,
        name: &CStr,
        descriptor: &CStr,
        arguments: &[Argument<'_>],
    ) -> Option<Object<'t>> {
        let method = self.member(raw::jni::GET_STATIC_METHOD_ID, class, name, descriptor)?;
        // SAFETY: the slot of CallStaticObjectMethodA; the caller's arguments are as the descriptor says.
        let result = unsafe {
            let function: ObjectCall = slot(self.0, raw::jni::CALL_STATIC_OBJECT_METHOD_A);
            function(self.0, class.0.as_ptr(), method, arguments.as_ptr().cast())
        };
        self.object(result)
    }

    /// A new string, from modified UTF-8.
    pub fn new_string(&self, text: &CStr) -> Option<Object<'t>> {
        // SAFETY: the slot of NewStringUTF.
        let string = unsafe {
            let function: unsafe extern "system" fn(*mut Table, *const c_char) -> *mut c_void =
                slot(self.0, raw::jni::NEW_STRING_UTF);
            function(self.0, text.as_ptr())
        };
        self.object(string)
    }

    /// The value of a field that holds an object.
    pub fn field(&self, object: Object<'_>, name: &CStr, descriptor: &CStr) -> Option<Object<'t>> {
        let class = self.class_of(object)?;
        let field = self.member(raw::jni::GET_FIELD_ID, class, name, descriptor);
        self.forget(class);
        let field = field?;
        // SAFETY: the slot of GetObjectField; the field is one of the object's class.
        let value = unsafe {
            let function: unsafe extern "system" fn(
                *mut Table,
                Object<'_>,
                *mut c_void,
            ) -> *mut c_void = slot(self.0, raw::jni::GET_OBJECT_FIELD);
            function(self.0, object, field)
        };
        self.object(value)
    }

    /// The number of a field, for [`Self::field_by_id`].
    pub fn field_id(&self, class: Object<'_>, name: &CStr, descriptor: &CStr) -> Option<FieldId> {
        let field = self.member(raw::jni::GET_FIELD_ID, class, name, descriptor)?;
        NonNull::new(field).map(FieldId)
    }

    /// The value of a field that holds an object.
    ///
    /// # Safety
    ///
    /// The object is of the class that the field was looked up in.
    pub unsafe fn field_by_id(&self, object: Object<'_>, field: FieldId) -> Option<Object<'t>> {
        // SAFETY: the slot of GetObjectField; the caller promises that the object has the field.
        let value = unsafe {
            let function: unsafe extern "system" fn(
                *mut Table,
                Object<'_>,
                *mut c_void,
            ) -> *mut c_void = slot(self.0, raw::jni::GET_OBJECT_FIELD);
            function(self.0, object, field.0.as_ptr())
        };
        // It cannot throw.
        NonNull::new(value).map(|raw| Object(raw, PhantomData))
    }

    /// The value of a static field that holds an object; initialises the class.
    pub fn static_field(
        &self,
        class: Object<'_>,
        name: &CStr,
        descriptor: &CStr,
    ) -> Option<Object<'t>> {
        let field = self.member(raw::jni::GET_STATIC_FIELD_ID, class, name, descriptor)?;
        // SAFETY: the slot of GetStaticObjectField; the field is one of the class.
        let value = unsafe {
            let function: unsafe extern "system" fn(
                *mut Table,
                Object<'_>,
                *mut c_void,
            ) -> *mut c_void = slot(self.0, raw::jni::GET_STATIC_OBJECT_FIELD);
            function(self.0, class, field)
        };
        self.object(value)
    }

    /// The text of a string, in modified UTF-8.
    pub fn string(&self, string: Object<'_>) -> Vec<u8> {
        // SAFETY: the slots of GetStringUTFLength, GetStringLength and GetStringUTFRegion; the region is the whole
        // string, and there is room for its bytes and a final zero.
        unsafe {
            let utf_length: unsafe extern "system" fn(*mut Table, Object<'_>) -> i32 =
                slot(self.0, raw::jni::GET_STRING_UTF_LENGTH);
            let length: unsafe extern "system" fn(*mut Table, Object<'_>) -> i32 =
                slot(self.0, raw::jni::GET_STRING_LENGTH);
            let region: unsafe extern "system" fn(*mut Table, Object<'_>, i32, i32, *mut u8) =
                slot(self.0, raw::jni::GET_STRING_UTF_REGION);
            let count = usize::try_from(utf_length(self.0, string)).unwrap_or(0);
            let mut bytes = vec![0; count + 1];
            region(self.0, string, 0, length(self.0, string), bytes.as_mut_ptr());
            self.clear_exception();
            bytes.truncate(count);
            bytes
        }
    }

    /// The elements of an array of objects.
    pub fn elements(&self, array: Object<'_>) -> Vec<Option<Object<'t>>> {
        let count = self.array_length(array);
        (0..count)
            .map(|index| {
                // SAFETY: the slot of GetObjectArrayElement; the index is within the array.
                let element = unsafe {
                    let function: unsafe extern "system" fn(
                        *mut Table,
                        Object<'_>,
                        i32,
                    ) -> *mut c_void = slot(self.0, raw::jni::GET_OBJECT_ARRAY_ELEMENT);
                    function(self.0, array, index)
                };
                self.object(element)
            })
            .collect()
    }

    /// The bytes of a `byte[]`.
    pub fn bytes(&self, array: Object<'_>) -> Vec<u8> {
        let count = self.array_length(array);
        let mut bytes = vec![0; usize::try_from(count).unwrap_or(0)];
        // SAFETY: the slot of GetByteArrayRegion; the region is the whole array.
        unsafe {
            let function: unsafe extern "system" fn(*mut Table, Object<'_>, i32, i32, *mut u8) =
                slot(self.0, raw::jni::GET_BYTE_ARRAY_REGION);
            function(self.0, array, 0, count, bytes.as_mut_ptr());
        }
        self.clear_exception();
        bytes
    }

    /// Gives the places of a `byte[]`, among the first `count`, that are not 0, and sets them to 0. Each is taken by an
    /// atomic exchange, so a store by another thread is either found here or stays for the next time. A machine that
    /// lends a copy (as the checks of JNI do) cannot offer that: there a store at this very moment may be lost.
    pub fn take_nonzero(&self, array: Object<'_>, count: usize, places: &mut Vec<u32>) -> bool {
        let Ok(length) = usize::try_from(self.array_length(array)) else { return false };
        let mut is_copy = 0_u8;
        // SAFETY: the slots of Get- and ReleasePrimitiveArrayCritical. The memory is that of the array or a copy of it,
        // as long as the array, and other threads write to it, which is what atomics are for. Nothing in between calls
        // the JVM or waits. A copy is not written back.
        unsafe {
            let get: unsafe extern "system" fn(*mut Table, Object<'_>, *mut u8) -> *mut u8 =
                slot(self.0, raw::jni::GET_PRIMITIVE_ARRAY_CRITICAL);
            let release: unsafe extern "system" fn(*mut Table, Object<'_>, *mut u8, i32) =
                slot(self.0, raw::jni::RELEASE_PRIMITIVE_ARRAY_CRITICAL);
            let memory = get(self.0, array, &raw mut is_copy);
            if memory.is_null() {
                return false;
            }
            let bytes: &[AtomicU8] = std::slice::from_raw_parts(memory.cast(), length.min(count));
            collect(bytes, places);
            release(self.0, array, memory, if is_copy == 0 { 0 } else { ABORT });
        }
        if is_copy != 0 {
            self.clear_places(array, places);
        }
        true
    }

    fn clear_places(&self, array: Object<'_>, places: &[u32]) {
        for place in places {
            // SAFETY: the slot of SetByteArrayRegion; the place is within the array.
            unsafe {
                let function: unsafe extern "system" fn(
                    *mut Table,
                    Object<'_>,
                    i32,
                    i32,
                    *const u8,
                ) = slot(self.0, raw::jni::SET_BYTE_ARRAY_REGION);
                function(self.0, array, place.cast_signed(), 1, &raw const ZERO);
            }
            self.clear_exception();
        }
    }

    /// Binds a native method to a function; says whether it could.
    ///
    /// # Safety
    ///
    /// The function is one that the method's descriptor allows.
    pub unsafe fn register_native(
        &self,
        class: Object<'_>,
        name: &CStr,
        descriptor: &CStr,
        function: *mut c_void,
    ) -> bool {
        #[repr(C)]
        struct Native {
            name: *const c_char,
            descriptor: *const c_char,
            function: *mut c_void,
        }
        let native = Native { name: name.as_ptr(), descriptor: descriptor.as_ptr(), function };
        // SAFETY: the slot of RegisterNatives, for one method; the caller promises that the function fits.
        let result = unsafe {
            let register: unsafe extern "system" fn(
                *mut Table,
                Object<'_>,
                *const Native,
                i32,
            ) -> i32 = slot(self.0, raw::jni::REGISTER_NATIVES);
            register(self.0, class, &raw const native, 1)
        };
        !self.clear_exception() && result == 0
    }

    pub(crate) fn array_length(&self, array: Object<'_>) -> i32 {
        // SAFETY: the slot of GetArrayLength.
        unsafe {
            let function: unsafe extern "system" fn(*mut Table, Object<'_>) -> i32 =
                slot(self.0, raw::jni::GET_ARRAY_LENGTH);
            function(self.0, array)
        }
    }

    fn method(&self, receiver: Object<'_>, name: &CStr, descriptor: &CStr) -> Option<*mut c_void> {
        let class = self.class_of(receiver)?;
        let method = self.member(raw::jni::GET_METHOD_ID, class, name, descriptor);
        self.forget(class);
        method
    }

    pub(crate) fn member(
        &self,
        getter: usize,
        class: Object<'_>,
        name: &CStr,
        descriptor: &CStr,
    ) -> Option<*mut c_void> {
        // SAFETY: the slot of one of the four Get…ID functions, which have the same shape.
        let id = unsafe {
            let function: unsafe extern "system" fn(
                *mut Table,
                Object<'_>,
                *const c_char,
                *const c_char,
            ) -> *mut c_void = slot(self.0, getter);
            function(self.0, class, name.as_ptr(), descriptor.as_ptr())
        };
        if self.clear_exception() || id.is_null() { None } else { Some(id) }
    }

    /// The object that a call gave, unless it threw.
    fn object(&self, raw: *mut c_void) -> Option<Object<'t>> {
        if self.clear_exception() {
            return None;
        }
        NonNull::new(raw).map(|raw| Object(raw, PhantomData))
    }
}
