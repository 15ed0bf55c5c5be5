//! The library that a JVM loads with `-agentpath`. It records nothing yet: it proves that the `tamis` executable can carry
//! a native library inside itself, write it out and have a JVM load it.
//!
//! With the option `stamp=FILE` it writes its name and version to that file, so that a test can tell that it ran.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::panic::catch_unwind;

/// What a JVM expects of an agent that is ready.
const JNI_OK: c_int = 0;

/// Called by the JVM when it loads the library (JVMTI specification, "Agent Start-Up"). Never fails: a test must not
/// break because it is watched.
///
/// # Safety
///
/// `options` is null or a C string, which is what the JVM promises.
#[expect(
    unsafe_code,
    reason = "the JVM finds the function by its C name and hands over a C string"
)]
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Agent_OnLoad(
    _vm: *mut c_void,
    options: *const c_char,
    _reserved: *mut c_void,
) -> c_int {
    // A panic must not cross into the JVM.
    let _ = catch_unwind(|| {
        if options.is_null() {
            return;
        }
        // SAFETY: not null, and the JVM promises a C string that lives as long as this call.
        let options = unsafe { CStr::from_ptr(options) };
        if let Ok(options) = options.to_str() {
            stamp(options);
        }
    });
    JNI_OK
}

/// Writes the stamp, if the options ask for one. A file that cannot be written is left alone.
fn stamp(options: &str) {
    if let Some(file) = options.split(',').find_map(|option| option.strip_prefix("stamp=")) {
        let _ = std::fs::write(file, concat!("tamis-agent ", env!("CARGO_PKG_VERSION"), "\n"));
    }
}
