//! Virtual threads that run on from one test into the next.
//!
//! JVMTI hides them unless an agent asks for them, which makes each change of carrier slower. The JDK itself tells when
//! one starts and when it is done, and `Thread.getStackTrace` what it is in the middle of.

use std::sync::{Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;
use tamis_journal::Observation;
use tamis_jvmti::{Jni, Object, Weak};
use tamis_probes::is_framework;

use crate::Agent;
use crate::hook_tables::is_generated_by_jdk;

/// Tags of virtual threads start here, to be told from tags of classes and runners.
const THREAD: i64 = 1 << 44;

/// Virtual threads that were started and are not done, by tag.
#[derive(Debug, Default)]
struct Living {
    next: i64,
    threads: FxHashMap<i64, Weak>,
}

fn with_living<T>(work: impl FnOnce(&mut Living) -> T) -> T {
    static LIVING: OnceLock<Mutex<Living>> = OnceLock::new();
    let living = LIVING.get_or_init(Mutex::default);
    work(&mut living.lock().unwrap_or_else(PoisonError::into_inner))
}

/// A virtual thread is about to start. Overloads call each other, and a program can try twice.
pub(crate) fn started(agent: &Agent, jni: &Jni<'_>, thread: Object<'_>) {
    if agent.jvmti.tag(thread) != 0 {
        return;
    }
    let Some(weak) = jni.weak(thread) else {
        agent.fail("a virtual thread cannot be watched".to_owned());
        return;
    };
    let tag = with_living(|living| {
        let tag = THREAD + living.next;
        living.next += 1;
        living.threads.insert(tag, weak);
        tag
    });
    // One without a tag counts as alive until it is collected.
    let _ = agent.jvmti.set_tag(thread, tag);
}

/// It is done, and nobody knows yet.
pub(crate) fn ended(agent: &Agent, jni: &Jni<'_>, thread: Object<'_>) {
    let tag = agent.jvmti.tag(thread);
    if let Some(weak) = with_living(|living| living.threads.remove(&tag)) {
        jni.forget_weak(weak);
    }
}

/// Notes what virtual threads are in the middle of.
pub(crate) fn observe(agent: &Agent, jni: &Jni<'_>) {
    let mut tags: Vec<i64> = with_living(|living| living.threads.keys().copied().collect());
    tags.sort_unstable();
    for tag in tags {
        // One that ends meanwhile gives its reference back, so it is taken while none can.
        let thread = with_living(|living| {
            let thread = living.threads.get(&tag).map(|weak| jni.upgrade(weak));
            match thread {
                Some(None) => {
                    let gone = living.threads.remove(&tag);
                    gone.into_iter().for_each(|weak| jni.forget_weak(weak));
                    None
                }
                other => other.flatten(),
            }
        });
        if let Some(thread) = thread {
            observe_thread(agent, jni, thread);
            jni.forget(thread);
        }
    }
}

fn observe_thread(agent: &Agent, jni: &Jni<'_>, thread: Object<'_>) {
    let frames =
        jni.call_object(thread, c"getStackTrace", c"()[Ljava/lang/StackTraceElement;", &[]);
    let Some(frames) = frames else {
        agent.recorder.observe_plain(Observation::StackUnseen);
        return;
    };
    let elements = jni.elements(frames);
    jni.forget(frames);
    let mut last = None;
    for element in elements.into_iter().flatten() {
        let text = |field| {
            let string = jni.field(element, field, c"Ljava/lang/String;")?;
            let text = jni.string(string);
            jni.forget(string);
            Some(text)
        };
        let frame = text(c"declaringClass").zip(text(c"methodName"));
        jni.forget(element);
        if last != frame
            && let Some((class, method)) = &frame
        {
            observe_frame(agent, class, method);
        }
        last = frame;
    }
    // The machine cuts off what is deeper than an exception would show; all begin in the same method.
    let is_whole = last.is_none_or(|(class, _)| class == b"java.lang.VirtualThread");
    if !is_whole {
        agent.recorder.observe_plain(Observation::StackUnseen);
    }
}

fn observe_frame(agent: &Agent, class: &[u8], method: &[u8]) {
    let mut name: Vec<u8> =
        class.iter().map(|byte| if *byte == b'.' { b'/' } else { *byte }).collect();
    if is_generated_by_jdk(&name) || is_framework(&name) {
        return;
    }
    name.push(b'.');
    name.extend(method);
    agent.recorder.observe(&name, Observation::OnStack);
}
