//! Functions that the JVM calls. A panic behind any of them ends the recording, not the program.
#![expect(
    unsafe_code,
    reason = "the JVM finds the functions by their C names and hands over pointers"
)]

use std::ffi::{CStr, c_char, c_uchar, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

use tamis_jvmti::{JNI_OK, JavaVm, Jni, Jvmti, MethodId, Object, RawJni, RawJvmti};

use crate::{
    Agent, bootstrap, class_hook, faults, frameworks, jdk_notes, loaders, natives, statics,
};

/// Runs work for the agent, if there is one that records.
pub(crate) fn guarded(work: impl FnOnce(&'static Agent)) {
    let Some(agent) = Agent::get() else { return };
    if let Err(cause) = catch_unwind(AssertUnwindSafe(|| work(agent))) {
        let message = cause
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| cause.downcast_ref::<&str>().map(|text| (*text).to_owned()))
            .unwrap_or_else(|| "of unknown cause".to_owned());
        // Dropping the payload could panic again.
        std::mem::forget(cause);
        let _ =
            catch_unwind(AssertUnwindSafe(|| agent.fail(format!("the agent broke: {message}"))));
    }
}

/// Called by the JVM when it loads the library (JVMTI specification, "Agent Start-Up"). Never fails: a test must not
/// break because it is watched.
///
/// # Safety
///
/// `vm` is the JVM, and `options` is null or a C string, which is what the JVM promises.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "system" fn Agent_OnLoad(
    vm: JavaVm,
    options: *const c_char,
    _reserved: *mut c_void,
) -> i32 {
    // A panic must not cross into the JVM, nor print: the program's output is its own.
    std::panic::set_hook(Box::new(|_| {}));
    let _ = catch_unwind(|| {
        let options = if options.is_null() {
            &[]
        } else {
            // SAFETY: not null, and the JVM promises a C string that lives as long as this call.
            unsafe { CStr::from_ptr(options) }.to_bytes()
        };
        // SAFETY: the JVM hands over itself.
        unsafe { bootstrap::load(vm, options) };
    });
    JNI_OK
}

pub(crate) unsafe extern "system" fn vm_start(_: RawJvmti, raw: RawJni) {
    // SAFETY: the environment of this event, here and below.
    guarded(|agent| bootstrap::define_probe(agent, &unsafe { Jni::of(raw) }));
}

pub(crate) unsafe extern "system" fn vm_init(_: RawJvmti, raw: RawJni, _: Option<Object<'_>>) {
    // SAFETY: as above.
    guarded(|agent| bootstrap::initialise(agent, &unsafe { Jni::of(raw) }));
}

pub(crate) unsafe extern "system" fn vm_death(_: RawJvmti, raw: RawJni) {
    // SAFETY: as above.
    guarded(|agent| bootstrap::finish(agent, &unsafe { Jni::of(raw) }));
}

/// The hook for all classes but those of the JDK that were there before it.
pub(crate) unsafe extern "system" fn class_file_load_hook(
    _: RawJvmti,
    raw: RawJni,
    _redefined: Option<Object<'_>>,
    loader: Option<Object<'_>>,
    name: *const c_char,
    _protection_domain: Option<Object<'_>>,
    length: i32,
    bytes: *const c_uchar,
    new_length: *mut i32,
    new_bytes: *mut *mut c_uchar,
) {
    guarded(|agent| {
        faults::at("class");
        // SAFETY: the environment of this event; the JVM promises a C string or null, and `length` bytes.
        let (jni, name, bytes) = unsafe { (Jni::of(raw), text(name), class_bytes(bytes, length)) };
        if agent.probe.get().is_none() || (name.is_none() && class_hook::is_for_lambda(bytes)) {
            return;
        }
        let rewritten = if loaders::is_jdk_class(agent, &jni, loader, name) {
            let jdk = |name| class_hook::jdk_class(agent, name, bytes);
            name.and_then(|name| jdk(name).inspect(|_| bootstrap::seen(name)))
        } else {
            class_hook::application_class(agent, &jni, loader, name, bytes)
        };
        // SAFETY: the JVM promises places for the answer.
        unsafe { answer(agent.jvmti, rewritten, new_length, new_bytes) };
    });
}

/// The hook of the second environment, for classes of the JDK that were loaded early.
pub(crate) unsafe extern "system" fn early_class_hook(
    _: RawJvmti,
    _: RawJni,
    redefined: Option<Object<'_>>,
    loader: Option<Object<'_>>,
    name: *const c_char,
    _protection_domain: Option<Object<'_>>,
    length: i32,
    bytes: *const c_uchar,
    new_length: *mut i32,
    new_bytes: *mut *mut c_uchar,
) {
    // Classes that are loaded from now on are seen by the other hook.
    if redefined.is_none() || loader.is_some() {
        return;
    }
    guarded(|agent| {
        faults::at("early");
        // SAFETY: as above.
        let (name, bytes) = unsafe { (text(name), class_bytes(bytes, length)) };
        let rewritten = name
            .filter(|name| bootstrap::is_early(name))
            .and_then(|name| class_hook::jdk_class(agent, name, bytes));
        // SAFETY: as above.
        unsafe { answer(agent.jvmti, rewritten, new_length, new_bytes) };
    });
}

pub(crate) unsafe extern "system" fn native_method_bind(
    _: RawJvmti,
    raw: RawJni,
    _: Option<Object<'_>>,
    method: MethodId,
    address: *mut c_void,
    new_address: *mut *mut c_void,
) {
    guarded(|agent| {
        faults::at("bind");
        // SAFETY: the environment of this event.
        let jni = unsafe { Jni::of(raw) };
        if let Some(function) = natives::replace(agent, &jni, method, address) {
            // SAFETY: the JVM promises a place for the answer.
            unsafe { *new_address = function };
        }
    });
}

/// # Safety
///
/// Null or a C string that outlives the answer.
pub(crate) unsafe fn text<'t>(text: *const c_char) -> Option<&'t [u8]> {
    // SAFETY: the caller promises a C string if it is not null.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_bytes())
}

/// # Safety
///
/// `length` bytes that outlive the answer.
pub(crate) unsafe fn class_bytes<'t>(bytes: *const c_uchar, length: i32) -> &'t [u8] {
    match usize::try_from(length) {
        // SAFETY: the caller promises the bytes.
        Ok(length) if !bytes.is_null() => unsafe { std::slice::from_raw_parts(bytes, length) },
        _ => &[],
    }
}

/// # Safety
///
/// Both places can be written.
pub(crate) unsafe fn answer(
    jvmti: Jvmti,
    rewritten: Option<Vec<u8>>,
    new_length: *mut i32,
    new_bytes: *mut *mut c_uchar,
) {
    let Some(rewritten) = rewritten else { return };
    if let (Ok(length), Some(memory)) =
        (i32::try_from(rewritten.len()), jvmti.hand_over(&rewritten))
    {
        // SAFETY: the caller promises the places.
        unsafe {
            *new_length = length;
            *new_bytes = memory;
        }
    }
}

/// `TamisProbe.capacity`.
#[unsafe(no_mangle)]
pub(crate) extern "system" fn Java_java_lang_TamisProbe_capacity(_: RawJni, _: *mut c_void) -> i32 {
    let numbers = crate::AGENT.get().map_or(0, |agent| agent.options.numbers);
    i32::try_from(numbers).unwrap_or(i32::MAX)
}

/// `TamisProbe.rebind`.
#[unsafe(no_mangle)]
pub(crate) extern "system" fn Java_java_lang_TamisProbe_rebind(raw: RawJni, _: *mut c_void) {
    // SAFETY: the environment of this native method.
    guarded(|agent| bootstrap::watch_loaded(agent, &unsafe { Jni::of(raw) }));
}

/// `TamisProbe.initBegin`.
#[unsafe(no_mangle)]
pub(crate) extern "system" fn Java_java_lang_TamisProbe_initBegin(
    raw: RawJni,
    _: *mut c_void,
    id: i32,
) {
    guarded(|agent| {
        // SAFETY: the environment of this native method, here and below.
        let jni = unsafe { Jni::of(raw) };
        if let (Some(probe), Ok(class)) = (agent.probe.get(), u32::try_from(id)) {
            faults::at("initialiser");
            agent.recorder.begin_initialiser(&jni, *probe, class);
        }
    });
}

/// `TamisProbe.initEnd`.
#[unsafe(no_mangle)]
pub(crate) extern "system" fn Java_java_lang_TamisProbe_initEnd(
    raw: RawJni,
    _: *mut c_void,
    id: i32,
) {
    guarded(|agent| {
        // SAFETY: as above.
        let jni = unsafe { Jni::of(raw) };
        if let (Some(probe), Ok(class)) = (agent.probe.get(), u32::try_from(id)) {
            faults::at("initialised");
            agent.recorder.end_initialiser(&jni, *probe, class);
            statics::initialised(agent, &jni);
        }
    });
}

/// `TamisProbe.enter`.
#[unsafe(no_mangle)]
pub(crate) extern "system" fn Java_java_lang_TamisProbe_enter(
    raw: RawJni,
    _: *mut c_void,
    object: Option<Object<'_>>,
    bracket: i32,
) {
    guarded(|agent| {
        faults::at("enter");
        // SAFETY: as above.
        let jni = unsafe { Jni::of(raw) };
        if let Some(bracket) = class_hook::bracketed(bracket) {
            frameworks::enter(agent, &jni, object, bracket);
        }
    });
}

/// `TamisProbe.leave`.
#[unsafe(no_mangle)]
pub(crate) extern "system" fn Java_java_lang_TamisProbe_leave(
    raw: RawJni,
    _: *mut c_void,
    bracket: i32,
) {
    guarded(|agent| {
        faults::at("leave");
        // SAFETY: as above.
        let jni = unsafe { Jni::of(raw) };
        if class_hook::bracketed(bracket).is_some() {
            frameworks::leave(agent, &jni);
        }
    });
}

/// `TamisProbe.tell`.
#[unsafe(no_mangle)]
pub(crate) extern "system" fn Java_java_lang_TamisProbe_tell(
    raw: RawJni,
    _: *mut c_void,
    class: Option<Object<'_>>,
) -> u8 {
    let mut stays = false;
    guarded(|agent| {
        faults::at("note");
        // SAFETY: as above.
        let jni = unsafe { Jni::of(raw) };
        if let Some(class) = class {
            jdk_notes::introspected(agent, &jni, class);
            stays = jdk_notes::stays(agent, &jni, class);
        }
    });
    u8::from(stays)
}

/// `TamisProbe.note` with one object.
#[unsafe(no_mangle)]
pub(crate) extern "system" fn Java_java_lang_TamisProbe_note__Ljava_lang_Object_2I(
    raw: RawJni,
    _: *mut c_void,
    object: Option<Object<'_>>,
    kind: i32,
) {
    guarded(|agent| {
        faults::at("note");
        // SAFETY: as above.
        let jni = unsafe { Jni::of(raw) };
        if let Some(note) = class_hook::noted(kind) {
            jdk_notes::note(agent, &jni, note, object, None);
        }
    });
}

/// `TamisProbe.note` with two objects.
#[unsafe(no_mangle)]
pub(crate) extern "system" fn Java_java_lang_TamisProbe_note__Ljava_lang_Object_2Ljava_lang_Object_2I(
    raw: RawJni,
    _: *mut c_void,
    first: Option<Object<'_>>,
    second: Option<Object<'_>>,
    kind: i32,
) {
    guarded(|agent| {
        // SAFETY: as above.
        let jni = unsafe { Jni::of(raw) };
        if let Some(note) = class_hook::noted(kind) {
            jdk_notes::note(agent, &jni, note, first, second);
        }
    });
}
