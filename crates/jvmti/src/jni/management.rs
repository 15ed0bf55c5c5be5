//! What the library `management` of a JDK asks the machine for. Release 8 has no other way to its arguments.
#![expect(unsafe_code, reason = "calls through the table of another interface")]

use std::ffi::{CStr, c_char, c_void};

use super::{Jni, Object};
use crate::raw::{RawJni, Table, slot};

/// Version 1.0 of the interface (`jmm.h`); releases 6 and newer have it.
const VERSION: i32 = 0x2001_0000;

/// The slot of `GetInputArgumentArray` in its table.
const GET_INPUT_ARGUMENT_ARRAY: usize = 6;

/// What stands for all libraries that are loaded.
const ALL: *mut c_void = if cfg!(target_os = "macos") {
    std::ptr::without_provenance_mut(usize::MAX - 1)
} else {
    std::ptr::null_mut()
};

/// The function of the machine that hands the interface out.
const GET_MANAGEMENT: &CStr = c"JVM_GetManagement";

type GetManagement = unsafe extern "system" fn(i32) -> Table;

unsafe extern "C" {
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

impl<'t> Jni<'t> {
    /// The arguments of the machine, as an array of strings: from the command line and from variables, without the class path
    /// and the main class. `None` if the machine does not tell, or has none.
    ///
    /// # Safety
    ///
    /// The machine is HotSpot of release 7 or newer.
    pub unsafe fn input_arguments(&self) -> Option<Object<'t>> {
        // SAFETY: a C string.
        let function = unsafe { dlsym(ALL, GET_MANAGEMENT.as_ptr()) };
        // SAFETY: a null pointer is none, which has the same representation; the function is known by its name.
        let function =
            unsafe { std::mem::transmute::<*mut c_void, Option<GetManagement>>(function) };
        // SAFETY: as the library `management` calls it.
        let mut table: Table = unsafe { function?(VERSION) };
        if table.is_null() {
            return None;
        }
        // SAFETY: the caller promises a machine whose table has this function there. The reference is of this thread.
        unsafe {
            let function: unsafe extern "system" fn(RawJni) -> Option<Object<'t>> =
                slot(&raw mut table, GET_INPUT_ARGUMENT_ARRAY);
            function(RawJni(self.0))
        }
    }
}
