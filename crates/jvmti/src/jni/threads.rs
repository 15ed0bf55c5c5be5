//! Threads.
#![expect(unsafe_code, reason = "calls through the table of JNI")]

use super::{Jni, Object};
use crate::raw::{self, Table, slot};

impl Jni<'_> {
    /// Whether a thread is a virtual one.
    ///
    /// # Safety
    ///
    /// The machine is of release 21 or later: the table of earlier ones ends before this function.
    pub unsafe fn is_virtual(&self, thread: Object<'_>) -> bool {
        // SAFETY: the slot of IsVirtualThread, which the caller promises to be there.
        unsafe {
            let function: unsafe extern "system" fn(*mut Table, Object<'_>) -> u8 =
                slot(self.0, raw::jni::IS_VIRTUAL_THREAD);
            function(self.0, thread) != 0
        }
    }
}
