//! Tables and slots.

use std::ffi::c_void;

/// What a JVM expects of an agent that is ready.
pub const JNI_OK: i32 = 0;

/// A table of functions.
pub(crate) type Table = *const *const c_void;

/// `JavaVM *` as the JVM hands it over.
#[derive(Debug, Clone, Copy)]
#[repr(transparent)]
pub struct JavaVm(pub(crate) *mut Table);

/// `jvmtiEnv *` as the JVM hands it over.
#[derive(Debug, Clone, Copy)]
#[repr(transparent)]
pub struct RawJvmti(pub(crate) *mut Table);

/// `JNIEnv *` as the JVM hands it over; good for the thread and call it came with.
#[derive(Debug, Clone, Copy)]
#[repr(transparent)]
pub struct RawJni(pub(crate) *mut Table);

/// `jmethodID`: stays the same for the life of the class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct MethodId(pub(crate) *mut c_void);

// SAFETY: an identifier, never followed.
#[expect(unsafe_code, reason = "an identifier that is only compared and handed back")]
unsafe impl Send for MethodId {}

/// The function in a slot of a table.
///
/// # Safety
///
/// The table is one that the JVM gave, the slot exists, and `F` is the type of its function.
#[expect(unsafe_code, reason = "how C sees an interface of JVMTI or JNI")]
#[inline]
pub(crate) unsafe fn slot<F: Copy>(environment: *mut Table, slot: usize) -> F {
    // SAFETY: the caller promises table, slot and type; a function pointer has the size of a pointer.
    unsafe {
        let function: *const c_void = *(*environment).add(slot);
        std::mem::transmute_copy::<*const c_void, F>(&function)
    }
}

/// Slots of JVMTI.
pub(crate) mod jvmti {
    pub(crate) const SET_EVENT_NOTIFICATION_MODE: usize = 1;
    pub(crate) const GET_ALL_THREADS: usize = 3;
    pub(crate) const GET_FRAME_COUNT: usize = 15;
    pub(crate) const GET_CURRENT_THREAD: usize = 17;
    pub(crate) const DEALLOCATE: usize = 46;
    pub(crate) const GET_CLASS_SIGNATURE: usize = 47;
    pub(crate) const GET_CLASS_STATUS: usize = 48;
    pub(crate) const GET_CLASS_METHODS: usize = 51;
    pub(crate) const GET_CLASS_FIELDS: usize = 52;
    pub(crate) const GET_IMPLEMENTED_INTERFACES: usize = 53;
    pub(crate) const GET_CLASS_LOADER: usize = 56;
    pub(crate) const GET_FIELD_NAME: usize = 59;
    pub(crate) const GET_FIELD_MODIFIERS: usize = 61;
    pub(crate) const GET_METHOD_NAME: usize = 63;
    pub(crate) const GET_METHOD_DECLARING_CLASS: usize = 64;
    pub(crate) const GET_METHOD_MODIFIERS: usize = 65;
    pub(crate) const GET_LOADED_CLASSES: usize = 77;
    pub(crate) const GET_STACK_TRACE: usize = 103;
    pub(crate) const GET_TAG: usize = 105;
    pub(crate) const SET_TAG: usize = 106;
    pub(crate) const FOLLOW_REFERENCES: usize = 114;
    pub(crate) const SET_EVENT_CALLBACKS: usize = 121;
    pub(crate) const GET_SYSTEM_PROPERTY: usize = 130;
    pub(crate) const ADD_CAPABILITIES: usize = 141;
    pub(crate) const GET_NAMED_MODULE: usize = 39;
    pub(crate) const ALLOCATE: usize = 45;
    pub(crate) const RETRANSFORM_CLASSES: usize = 151;
}

/// Slots of JNI.
pub(crate) mod jni {
    pub(crate) const DEFINE_CLASS: usize = 5;
    pub(crate) const FIND_CLASS: usize = 6;
    pub(crate) const GET_SUPERCLASS: usize = 10;
    pub(crate) const EXCEPTION_CLEAR: usize = 17;
    pub(crate) const NEW_GLOBAL_REF: usize = 21;
    pub(crate) const DELETE_LOCAL_REF: usize = 23;
    pub(crate) const IS_SAME_OBJECT: usize = 24;
    pub(crate) const NEW_LOCAL_REF: usize = 25;
    pub(crate) const ENSURE_LOCAL_CAPACITY: usize = 26;
    pub(crate) const GET_OBJECT_CLASS: usize = 31;
    pub(crate) const IS_INSTANCE_OF: usize = 32;
    pub(crate) const GET_METHOD_ID: usize = 33;
    pub(crate) const CALL_OBJECT_METHOD_A: usize = 36;
    pub(crate) const CALL_BOOLEAN_METHOD_A: usize = 39;
    pub(crate) const CALL_INT_METHOD_A: usize = 51;
    pub(crate) const CALL_LONG_METHOD_A: usize = 54;
    pub(crate) const GET_FIELD_ID: usize = 94;
    pub(crate) const GET_OBJECT_FIELD: usize = 95;
    pub(crate) const GET_BOOLEAN_FIELD: usize = 96;
    pub(crate) const GET_STATIC_METHOD_ID: usize = 113;
    pub(crate) const CALL_STATIC_OBJECT_METHOD_A: usize = 116;
    pub(crate) const GET_STATIC_FIELD_ID: usize = 144;
    pub(crate) const GET_STATIC_OBJECT_FIELD: usize = 145;
    pub(crate) const GET_STATIC_BOOLEAN_FIELD: usize = 146;
    pub(crate) const SET_STATIC_OBJECT_FIELD: usize = 154;
    pub(crate) const NEW_STRING_UTF: usize = 167;
    pub(crate) const GET_STRING_UTF_LENGTH: usize = 168;
    pub(crate) const GET_STRING_LENGTH: usize = 164;
    pub(crate) const GET_ARRAY_LENGTH: usize = 171;
    pub(crate) const NEW_OBJECT_ARRAY: usize = 172;
    pub(crate) const GET_OBJECT_ARRAY_ELEMENT: usize = 173;
    pub(crate) const SET_OBJECT_ARRAY_ELEMENT: usize = 174;
    pub(crate) const GET_BYTE_ARRAY_REGION: usize = 200;
    pub(crate) const REGISTER_NATIVES: usize = 215;
    pub(crate) const SET_BYTE_ARRAY_REGION: usize = 208;
    pub(crate) const GET_STRING_UTF_REGION: usize = 221;
    pub(crate) const GET_PRIMITIVE_ARRAY_CRITICAL: usize = 222;
    pub(crate) const RELEASE_PRIMITIVE_ARRAY_CRITICAL: usize = 223;
    pub(crate) const NEW_WEAK_GLOBAL_REF: usize = 226;
    pub(crate) const DELETE_WEAK_GLOBAL_REF: usize = 227;
    pub(crate) const EXCEPTION_CHECK: usize = 228;
    pub(crate) const IS_VIRTUAL_THREAD: usize = 234;
}

/// The slot of `GetEnv` in the table of a [`JavaVm`].
pub(crate) const GET_ENV: usize = 6;

/// Version 1.2 of JVMTI.
pub(crate) const JVMTI_VERSION_1_2: i32 = 0x3001_0200;
