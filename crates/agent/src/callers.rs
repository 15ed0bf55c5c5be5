//! Who asks the JDK for a class, by name or with its bytes: the first on the stack that is not the JDK's, and the method of
//! the JDK that it called. Only if that is asked for, as a look at the stack takes its time.
//!
//! What the machine itself looks for while it links or verifies a class is no question of anybody's: the class file of
//! whoever needs it names it. What code outside of Java asks for is not seen.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;
use tamis_jvmti::{Frame, Jni, MethodId};
use tamis_probes::is_framework;

use crate::Agent;
use crate::hook_tables::{is_generated_by_jdk, is_java, may_be_jdk, name_in_bytes};
use crate::jdk_notes::is_of_jdk_loader;

/// Whoever is behind more frames of the JDK than this is not found.
const DEEPEST: usize = 256;

/// What JVMTI gives for the place in a native method.
const IN_NATIVE_CODE: i64 = -1;

/// A class was asked for by name, by its internal name.
pub(crate) fn asked(agent: &Agent, jni: &Jni<'_>, class: &[u8]) {
    with_stack(agent, jni, class, |asking, caller, frame| {
        // The machine calls this to link, and says so by calling it from where no Java code does.
        let is_load = asking.method.starts_with(b"java/lang/ClassLoader.loadClass(");
        let is_of_machine = frame.location == IN_NATIVE_CODE
            || caller.class.starts_with(b"java/lang/invoke/")
            || caller.class.starts_with(b"jdk/internal/reflect/")
            || caller.class.starts_with(b"sun/reflect/");
        !(is_load && is_of_machine)
    });
}

/// A class was defined from bytes, by its internal name. Loaders of the JDK do so when somebody asks for a class by name.
pub(crate) fn defined(agent: &Agent, jni: &Jni<'_>, class: &[u8]) {
    if !is_java(class) && !is_framework(class) {
        with_stack(agent, jni, class, |_, caller, _| !caller.is_jdk);
    }
}

/// Notes who asked, if the frame behind the method that was asked is of interest.
fn with_stack(
    agent: &Agent,
    jni: &Jni<'_>,
    class: &[u8],
    is_wanted: impl Fn(&Described, &Described, &Frame) -> bool,
) {
    // Behind the native method of the note.
    let (frames, count) = agent.jvmti.stack::<DEEPEST>(1);
    let mut frames = frames.iter().take(count);
    let asking = frames.next().and_then(|frame| describe(agent, jni, frame.method));
    let Some(asking) = asking else { return };
    let mut through = asking.clone();
    for (depth, frame) in frames.enumerate() {
        let Some(caller) = describe(agent, jni, frame.method) else { return };
        if depth == 0 && !is_wanted(&asking, &caller, frame) {
            return;
        }
        if caller.is_jdk {
            through = caller;
            continue;
        }
        // Outside of tests, frameworks look for the tests.
        if !is_framework(&caller.class) || agent.recorder.has_scope() {
            agent.recorder.observe_asked(&caller.class, &through.method, class);
        }
        return;
    }
}

/// A method, in words.
struct Described {
    is_jdk: bool,
    /// Internal name of its class; for that of a lambda, of the class that has it.
    class: Vec<u8>,
    /// Internal name of the class as it is, `.`, name and descriptor.
    method: Vec<u8>,
}

/// Remembered, as there are always the same ones.
fn describe(agent: &Agent, jni: &Jni<'_>, method: MethodId) -> Option<Arc<Described>> {
    static KNOWN: OnceLock<Mutex<FxHashMap<MethodId, Arc<Described>>>> = OnceLock::new();
    let known = KNOWN.get_or_init(Mutex::default);
    let lock = || known.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(described) = lock().get(&method) {
        return Some(described.clone());
    }
    let described = Arc::new(look_up(agent, jni, method)?);
    lock().insert(method, described.clone());
    Some(described)
}

fn look_up(agent: &Agent, jni: &Jni<'_>, method: MethodId) -> Option<Described> {
    let class = agent.jvmti.method_class(jni, method)?;
    let is_of_jdk = is_of_jdk_loader(agent, jni, class);
    let signature = agent.jvmti.class_signature(class);
    jni.forget(class);
    let signature = signature?;
    let name = signature.strip_prefix(b"L")?.strip_suffix(b";")?;
    let name = name_in_bytes(name);
    let lambda = name.windows(8).position(|part| part == b"$$Lambda");
    let outer = name.get(..lambda.unwrap_or(name.len()))?;
    let (simple, descriptor) = agent.jvmti.method_name(method)?;
    Some(Described {
        is_jdk: is_of_jdk || is_generated_by_jdk(name) || may_be_jdk(name),
        class: outer.to_vec(),
        method: [name, b".", simple.as_slice(), descriptor.as_slice()].concat(),
    })
}
