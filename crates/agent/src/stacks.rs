//! Threads that run on from one test into the next. A method that was entered before a boundary and is still running
//! passes no probe after it, so the stacks of other live threads belong to the tests on both sides. Virtual threads have a
//! file of their own.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;
use tamis_journal::Observation;
use tamis_jvmti::{Frame, Jni, MethodId};
use tamis_probes::is_framework;

use crate::hook_tables::is_generated_by_jdk;
use crate::{Agent, faults, virtual_threads};

/// Frames of each stack that are asked for at once; of a deeper one, all are asked for apart.
const DEPTH: i32 = 1024;

/// Threads that the program has started and that have not ended.
static STARTED: AtomicI64 = AtomicI64::new(0);
static IS_COUNTING: AtomicBool = AtomicBool::new(false);

pub(crate) fn start_counting() {
    IS_COUNTING.store(true, Ordering::Relaxed);
}

pub(crate) fn thread_started() {
    STARTED.fetch_add(1, Ordering::Relaxed);
}

pub(crate) fn thread_ended() {
    // Those that were there before counting end, too.
    let _ = STARTED
        .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |count| Some((count - 1).max(0)));
}

/// Notes what other threads are in the middle of. Called just before and just after a boundary.
pub(crate) fn observe_others(agent: &Agent, jni: &Jni<'_>) {
    virtual_threads::observe(agent, jni);
    if STARTED.load(Ordering::Relaxed) == 0 || !IS_COUNTING.load(Ordering::Relaxed) {
        return;
    }
    faults::at("stack");
    jni.expect_references(1 << 14);
    let Some(stacks) = agent.jvmti.all_stacks(jni, DEPTH) else {
        agent.fail("the stacks of threads cannot be seen".to_owned());
        return;
    };
    let current = agent.jvmti.current_thread(jni);
    for stack in stacks {
        let is_current = current.is_some_and(|current| jni.is_same(current, stack.thread));
        if !is_current {
            observe(agent, jni, &stack.frames);
            if stack.frames.len() >= DEPTH as usize {
                match agent.jvmti.whole_stack(stack.thread) {
                    Some(frames) => observe(agent, jni, &frames),
                    // Perhaps it has just ended; it may have done so after the boundary.
                    None => agent.recorder.observe_plain(Observation::StackUnseen),
                }
            }
        }
        jni.forget(stack.thread);
    }
}

fn observe(agent: &Agent, jni: &Jni<'_>, frames: &[Frame]) {
    let mut last = None;
    for frame in frames {
        // Deep stacks are those of recursion.
        if last.replace(frame.method) == Some(frame.method) {
            continue;
        }
        if let Some(name) = describe(agent, jni, frame.method) {
            agent.recorder.observe(&name, Observation::OnStack);
        }
    }
}

/// Class, method and descriptor, unless it is the JDK's or a framework's; remembered.
fn describe(agent: &Agent, jni: &Jni<'_>, method: MethodId) -> Option<Vec<u8>> {
    static KNOWN: OnceLock<Mutex<FxHashMap<MethodId, Option<Vec<u8>>>>> = OnceLock::new();
    let known = KNOWN.get_or_init(Mutex::default);
    let lock = || known.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(name) = lock().get(&method) {
        return name.clone();
    }
    let name = look_up(agent, jni, method);
    lock().insert(method, name.clone());
    name
}

fn look_up(agent: &Agent, jni: &Jni<'_>, method: MethodId) -> Option<Vec<u8>> {
    let class = agent.jvmti.method_class(jni, method)?;
    let loader = agent.jvmti.class_loader(jni, class);
    let signature = agent.jvmti.class_signature(class);
    jni.forget(class);
    // Neither an error nor the boot loader.
    jni.forget(loader??);
    let signature = signature?;
    let mut name = signature.strip_prefix(b"L")?.strip_suffix(b";")?.to_vec();
    if is_generated_by_jdk(&name) || is_framework(&name) {
        return None;
    }
    let (method, descriptor) = agent.jvmti.method_name(method)?;
    name.push(b'.');
    name.extend(method);
    name.extend(descriptor);
    Some(name)
}
