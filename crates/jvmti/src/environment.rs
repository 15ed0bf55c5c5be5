//! One JVMTI environment.
#![expect(unsafe_code, reason = "calls through the table of JVMTI")]

mod fields;
mod heap;
mod reading;
mod stacks;

use std::ffi::{CStr, c_char, c_uchar, c_void};
use std::ptr::{null, null_mut};

pub use fields::Field;
pub use heap::{Place, Reference, Step, Visitor};
pub use reading::Layouts;
pub use stacks::Frame;

use crate::events::{Callbacks, Capability, Event, RawCallbacks};
use crate::jni::{Jni, Object};
use crate::raw::{self, GET_ENV, JVMTI_VERSION_1_2, JavaVm, MethodId, RawJvmti, Table, slot};

/// A JVMTI environment. It stays valid until the process ends: this crate never disposes of one.
#[derive(Debug, Clone, Copy)]
pub struct Jvmti(*mut Table);

// SAFETY: JVMTI environments may be used from all threads (JVMTI specification, "Environments").
unsafe impl Send for Jvmti {}
// SAFETY: as above.
unsafe impl Sync for Jvmti {}

/// An error number of JVMTI.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JvmtiError(pub i32);

impl std::fmt::Display for JvmtiError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "JVMTI error {}", self.0)
    }
}

impl std::error::Error for JvmtiError {}

impl Jvmti {
    /// Makes a new environment.
    ///
    /// # Safety
    ///
    /// `vm` is what the JVM handed to `Agent_OnLoad`.
    pub unsafe fn new(vm: JavaVm) -> Result<Self, JvmtiError> {
        let mut environment: *mut c_void = null_mut();
        // SAFETY: slot 6 of the table of a JavaVM is GetEnv (JNI specification, "The Invocation API").
        let result = unsafe {
            let get_env: unsafe extern "system" fn(JavaVm, *mut *mut c_void, i32) -> i32 =
                slot(vm.0, GET_ENV);
            get_env(vm, &raw mut environment, JVMTI_VERSION_1_2)
        };
        match result {
            0 if !environment.is_null() => Ok(Self(environment.cast())),
            other => Err(JvmtiError(other)),
        }
    }

    /// The environment that an event came for.
    ///
    /// # Safety
    ///
    /// `raw` is what the JVM handed to a callback.
    pub unsafe fn of(raw: RawJvmti) -> Self {
        Self(raw.0)
    }

    /// Asks for capabilities; all or none are given.
    pub fn add_capabilities(self, capabilities: &[Capability]) -> Result<(), JvmtiError> {
        let mut set = [0_u8; 16];
        for capability in capabilities {
            let bit = *capability as usize;
            if let Some(byte) = set.get_mut(bit / 8) {
                *byte |= 1 << (bit % 8);
            }
        }
        // SAFETY: the slot of AddCapabilities, which reads 16 bytes.
        unsafe {
            let function: unsafe extern "system" fn(*mut Table, *const u8) -> i32 =
                slot(self.0, raw::jvmti::ADD_CAPABILITIES);
            check(function(self.0, set.as_ptr()))
        }
    }

    /// Sets the functions that events call.
    pub fn set_callbacks(self, callbacks: Callbacks) -> Result<(), JvmtiError> {
        let table = callbacks.to_raw();
        // SAFETY: the slot of SetEventCallbacks, which copies as many bytes as it is told.
        unsafe {
            let function: unsafe extern "system" fn(*mut Table, *const RawCallbacks, i32) -> i32 =
                slot(self.0, raw::jvmti::SET_EVENT_CALLBACKS);
            check(function(self.0, &raw const table, int(size_of::<RawCallbacks>())))
        }
    }

    /// Switches an event on, for all threads.
    pub fn enable(self, event: Event) -> Result<(), JvmtiError> {
        // SAFETY: the slot of SetEventNotificationMode; its last parameter is a thread or null for all.
        unsafe {
            let function: unsafe extern "system" fn(*mut Table, i32, i32, *const c_void) -> i32 =
                slot(self.0, raw::jvmti::SET_EVENT_NOTIFICATION_MODE);
            check(function(self.0, 1, event as i32, null()))
        }
    }

    /// The signature of a class, such as `Lp/A;`.
    pub fn class_signature(self, class: Object<'_>) -> Option<Vec<u8>> {
        let mut signature: *mut c_char = null_mut();
        // SAFETY: the slot of GetClassSignature; the generic one is not asked for.
        let result = unsafe {
            let function: unsafe extern "system" fn(
                *mut Table,
                Object<'_>,
                *mut *mut c_char,
                *mut *mut c_char,
            ) -> i32 = slot(self.0, raw::jvmti::GET_CLASS_SIGNATURE);
            function(self.0, class, &raw mut signature, null_mut())
        };
        check(result).ok()?;
        self.take_string(signature)
    }

    /// The loader of a class: `Some(None)` is the boot loader, `None` an error.
    pub fn class_loader<'t>(self, _jni: &Jni<'t>, class: Object<'_>) -> Option<Option<Object<'t>>> {
        let mut loader: Option<Object<'t>> = None;
        // SAFETY: the slot of GetClassLoader, which makes a local reference of this thread.
        let result = unsafe {
            let function: unsafe extern "system" fn(
                *mut Table,
                Object<'_>,
                *mut Option<Object<'t>>,
            ) -> i32 = slot(self.0, raw::jvmti::GET_CLASS_LOADER);
            function(self.0, class, &raw mut loader)
        };
        check(result).ok()?;
        Some(loader)
    }

    /// Whether a package, with slashes in its name, belongs to a named module of a loader; no loader is the boot loader.
    /// `None` if the machine cannot tell.
    pub fn is_in_named_module(
        self,
        jni: &Jni<'_>,
        loader: Option<Object<'_>>,
        package: &CStr,
    ) -> Option<bool> {
        let mut module: Option<Object<'_>> = None;
        // SAFETY: the slot of GetNamedModule, which is empty before release 9.
        let result = unsafe {
            let function: Option<
                unsafe extern "system" fn(
                    *mut Table,
                    Option<Object<'_>>,
                    *const c_char,
                    *mut Option<Object<'_>>,
                ) -> i32,
            > = slot(self.0, raw::jvmti::GET_NAMED_MODULE);
            function?(self.0, loader, package.as_ptr(), &raw mut module)
        };
        check(result).ok()?;
        if let Some(module) = module {
            jni.forget(module);
        }
        Some(module.is_some())
    }

    /// Name and descriptor of a method.
    pub fn method_name(self, method: MethodId) -> Option<(Vec<u8>, Vec<u8>)> {
        let (mut name, mut descriptor): (*mut c_char, *mut c_char) = (null_mut(), null_mut());
        // SAFETY: the slot of GetMethodName; the generic signature is not asked for.
        let result = unsafe {
            let function: unsafe extern "system" fn(
                *mut Table,
                MethodId,
                *mut *mut c_char,
                *mut *mut c_char,
                *mut *mut c_char,
            ) -> i32 = slot(self.0, raw::jvmti::GET_METHOD_NAME);
            function(self.0, method, &raw mut name, &raw mut descriptor, null_mut())
        };
        check(result).ok()?;
        self.take_string(name).zip(self.take_string(descriptor))
    }

    /// The methods of a class that are native.
    pub fn native_methods(self, class: Object<'_>) -> Vec<MethodId> {
        const NATIVE: i32 = 0x100;
        let mut methods = self.methods(class).unwrap_or_default();
        methods.retain(|method| {
            let mut flags = 0;
            // SAFETY: the slot of GetMethodModifiers.
            unsafe {
                let modifiers: unsafe extern "system" fn(*mut Table, MethodId, *mut i32) -> i32 =
                    slot(self.0, raw::jvmti::GET_METHOD_MODIFIERS);
                modifiers(self.0, *method, &raw mut flags) == 0 && flags & NATIVE != 0
            }
        });
        methods
    }

    /// The methods that a class declares; `None` if the machine does not tell.
    fn methods(self, class: Object<'_>) -> Option<Vec<MethodId>> {
        let mut count = 0;
        let mut methods: *mut MethodId = null_mut();
        // SAFETY: the slot of GetClassMethods, which allocates `count` identifiers.
        let result = unsafe {
            let list: unsafe extern "system" fn(
                *mut Table,
                Object<'_>,
                *mut i32,
                *mut *mut MethodId,
            ) -> i32 = slot(self.0, raw::jvmti::GET_CLASS_METHODS);
            list(self.0, class, &raw mut count, &raw mut methods)
        };
        check(result).ok()?;
        let count = usize::try_from(count).unwrap_or(0);
        // SAFETY: JVMTI promises `count` identifiers.
        let list = (0..count).map(|index| unsafe { *methods.add(index) }).collect();
        self.deallocate(methods.cast());
        Some(list)
    }

    /// Whether a class has a static initialiser; `None` if the machine does not tell.
    pub fn has_initialiser(self, class: Object<'_>) -> Option<bool> {
        let methods = self.methods(class)?;
        let is_it = |method: &MethodId| {
            self.method_name(*method).is_none_or(|(name, _)| name == b"<clinit>")
        };
        Some(methods.iter().any(is_it))
    }

    /// The class that declares a method.
    pub fn method_class<'t>(self, _jni: &Jni<'t>, method: MethodId) -> Option<Object<'t>> {
        let mut class: Option<Object<'t>> = None;
        // SAFETY: the slot of GetMethodDeclaringClass, which makes a local reference of this thread.
        let result = unsafe {
            let function: unsafe extern "system" fn(
                *mut Table,
                MethodId,
                *mut Option<Object<'t>>,
            ) -> i32 = slot(self.0, raw::jvmti::GET_METHOD_DECLARING_CLASS);
            function(self.0, method, &raw mut class)
        };
        check(result).ok()?;
        class
    }

    /// The tag of an object; 0 is none.
    pub fn tag(self, object: Object<'_>) -> i64 {
        let mut tag = 0;
        // SAFETY: the slot of GetTag.
        unsafe {
            let function: unsafe extern "system" fn(*mut Table, Object<'_>, *mut i64) -> i32 =
                slot(self.0, raw::jvmti::GET_TAG);
            if check(function(self.0, object, &raw mut tag)).is_err() {
                return 0;
            }
        }
        tag
    }

    /// Tags an object.
    pub fn set_tag(self, object: Object<'_>, tag: i64) -> Result<(), JvmtiError> {
        // SAFETY: the slot of SetTag.
        unsafe {
            let function: unsafe extern "system" fn(*mut Table, Object<'_>, i64) -> i32 =
                slot(self.0, raw::jvmti::SET_TAG);
            check(function(self.0, object, tag))
        }
    }

    /// A system property as the machine was started with.
    pub fn system_property(self, name: &CStr) -> Option<Vec<u8>> {
        let mut value: *mut c_char = null_mut();
        // SAFETY: the slot of GetSystemProperty.
        let result = unsafe {
            let function: unsafe extern "system" fn(
                *mut Table,
                *const c_char,
                *mut *mut c_char,
            ) -> i32 = slot(self.0, raw::jvmti::GET_SYSTEM_PROPERTY);
            function(self.0, name.as_ptr(), &raw mut value)
        };
        check(result).ok()?;
        self.take_string(value)
    }

    /// All classes that are loaded.
    pub fn loaded_classes<'t>(self, _jni: &Jni<'t>) -> Result<Vec<Object<'t>>, JvmtiError> {
        let mut count = 0;
        let mut classes: *mut *mut c_void = null_mut();
        // SAFETY: the slot of GetLoadedClasses, which allocates `count` local references.
        unsafe {
            let function: unsafe extern "system" fn(
                *mut Table,
                *mut i32,
                *mut *mut *mut c_void,
            ) -> i32 = slot(self.0, raw::jvmti::GET_LOADED_CLASSES);
            check(function(self.0, &raw mut count, &raw mut classes))?;
        }
        let count = usize::try_from(count).unwrap_or(0);
        // SAFETY: JVMTI promises `count` references.
        let list = (0..count)
            .filter_map(|index| unsafe { Object::from_raw(*classes.add(index)) })
            .collect();
        self.deallocate(classes.cast());
        Ok(list)
    }

    /// Has the load hooks of capable environments see classes again.
    pub fn retransform(self, classes: &[Object<'_>]) -> Result<(), JvmtiError> {
        // SAFETY: the slot of RetransformClasses; objects have the layout of a pointer.
        unsafe {
            let function: unsafe extern "system" fn(*mut Table, i32, *const Object<'_>) -> i32 =
                slot(self.0, raw::jvmti::RETRANSFORM_CLASSES);
            check(function(self.0, int(classes.len()), classes.as_ptr()))
        }
    }

    /// Copies bytes into memory that the JVM frees.
    pub fn hand_over(self, bytes: &[u8]) -> Option<*mut c_uchar> {
        let mut memory: *mut c_uchar = null_mut();
        // SAFETY: the slot of Allocate; the memory is as long as the bytes and does not overlap them.
        unsafe {
            let function: unsafe extern "system" fn(*mut Table, i64, *mut *mut c_uchar) -> i32 =
                slot(self.0, raw::jvmti::ALLOCATE);
            check(function(self.0, i64::from(int(bytes.len())), &raw mut memory)).ok()?;
            if memory.is_null() {
                return None;
            }
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), memory, bytes.len());
        }
        Some(memory)
    }

    /// Copies a string that JVMTI allocated, and frees it.
    fn take_string(self, string: *mut c_char) -> Option<Vec<u8>> {
        if string.is_null() {
            return None;
        }
        // SAFETY: JVMTI gives strings with a final zero.
        let bytes = unsafe { CStr::from_ptr(string) }.to_bytes().to_vec();
        self.deallocate(string.cast());
        Some(bytes)
    }

    fn deallocate(self, memory: *mut c_void) {
        if !memory.is_null() {
            // SAFETY: the slot of Deallocate; the memory came from JVMTI and is not used after.
            unsafe {
                let function: unsafe extern "system" fn(*mut Table, *mut c_void) -> i32 =
                    slot(self.0, raw::jvmti::DEALLOCATE);
                function(self.0, memory);
            }
        }
    }

    /// The current thread, for comparing.
    pub fn current_thread<'t>(self, _jni: &Jni<'t>) -> Option<Object<'t>> {
        let mut thread: Option<Object<'t>> = None;
        // SAFETY: the slot of GetCurrentThread, which makes a local reference of this thread.
        let result = unsafe {
            let function: unsafe extern "system" fn(*mut Table, *mut Option<Object<'t>>) -> i32 =
                slot(self.0, raw::jvmti::GET_CURRENT_THREAD);
            function(self.0, &raw mut thread)
        };
        check(result).ok()?;
        thread
    }
}

/// A length as JVMTI wants it; nothing here is longer than a class file or a list of classes.
fn int(length: usize) -> i32 {
    i32::try_from(length).unwrap_or(i32::MAX)
}

fn check(error: i32) -> Result<(), JvmtiError> {
    if error == 0 { Ok(()) } else { Err(JvmtiError(error)) }
}
