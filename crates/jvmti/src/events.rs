//! Events, their callbacks, and the capabilities they need.

use std::ffi::{c_char, c_uchar, c_void};

use crate::jni::Object;
use crate::raw::{MethodId, RawJni, RawJvmti};

/// Events by their numbers in `jvmti.h`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub enum Event {
    /// The machine is ready.
    VmInit = 50,
    /// It ends.
    VmDeath = 51,
    /// A class file is about to be parsed.
    ClassFileLoadHook = 54,
    /// Java code can be defined from now on.
    VmStart = 57,
    /// A native method is bound to its function.
    NativeMethodBind = 67,
}

/// Capabilities by their places in `jvmtiCapabilities`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Capability {
    /// Tags on objects.
    TagObjects = 0,
    /// Hooks for the classes of the JDK, too.
    AllClassHookEvents = 26,
    /// [`Event::NativeMethodBind`].
    NativeMethodBindEvents = 30,
    /// Changing classes that are loaded.
    RetransformClasses = 37,
}

type ThreadEvent = unsafe extern "system" fn(RawJvmti, RawJni, Option<Object<'_>>);

/// `ClassFileLoadHook`.
pub type ClassFileLoadHook = unsafe extern "system" fn(
    jvmti: RawJvmti,
    jni: RawJni,
    class_being_redefined: Option<Object<'_>>,
    loader: Option<Object<'_>>,
    name: *const c_char,
    protection_domain: Option<Object<'_>>,
    length: i32,
    bytes: *const c_uchar,
    new_length: *mut i32,
    new_bytes: *mut *mut c_uchar,
);

/// `NativeMethodBind`.
pub type NativeMethodBind = unsafe extern "system" fn(
    jvmti: RawJvmti,
    jni: RawJni,
    thread: Option<Object<'_>>,
    method: MethodId,
    address: *mut c_void,
    new_address: *mut *mut c_void,
);

/// Which functions the JVM calls; those of events that are not switched on are not called.
#[derive(Debug, Clone, Copy, Default)]
pub struct Callbacks {
    /// See [`Event::VmInit`].
    pub vm_init: Option<ThreadEvent>,
    /// See [`Event::VmDeath`].
    pub vm_death: Option<unsafe extern "system" fn(RawJvmti, RawJni)>,
    /// See [`Event::ClassFileLoadHook`].
    pub class_file_load_hook: Option<ClassFileLoadHook>,
    /// See [`Event::VmStart`].
    pub vm_start: Option<unsafe extern "system" fn(RawJvmti, RawJni)>,
    /// See [`Event::NativeMethodBind`].
    pub native_method_bind: Option<NativeMethodBind>,
}

/// `jvmtiEventCallbacks`: one pointer for each number from 50 on.
#[repr(C)]
pub(crate) struct RawCallbacks([*const c_void; 39]);

impl Callbacks {
    pub(crate) fn to_raw(self) -> RawCallbacks {
        let mut table = [std::ptr::null(); 39];
        let mut set = |event: Event, function: *const c_void| {
            if let Some(entry) = table.get_mut(event as usize - Event::VmInit as usize) {
                *entry = function;
            }
        };
        let or_null = |function: Option<*const c_void>| function.unwrap_or(std::ptr::null());
        set(Event::VmInit, or_null(self.vm_init.map(|f| f as *const c_void)));
        set(Event::VmDeath, or_null(self.vm_death.map(|f| f as *const c_void)));
        let hook = self.class_file_load_hook.map(|f| f as *const c_void);
        set(Event::ClassFileLoadHook, or_null(hook));
        set(Event::VmStart, or_null(self.vm_start.map(|f| f as *const c_void)));
        let bind = self.native_method_bind.map(|f| f as *const c_void);
        set(Event::NativeMethodBind, or_null(bind));
        RawCallbacks(table)
    }
}
