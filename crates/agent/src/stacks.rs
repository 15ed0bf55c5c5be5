//! Threads that run on from one test into the next. A method that was entered before a boundary and is still running
//! passes no probe after it, so the stacks of other live threads belong to the tests on both sides. Virtual threads have a
//! file of their own.

use std::sync::{Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;
use tamis_journal::Observation;
use tamis_jvmti::{Frame, Jni, MethodId, Object};
use tamis_probes::is_framework;

use crate::hook_tables::is_generated_by_jdk;
use crate::{Agent, faults, virtual_threads};

/// Other platform threads just before a boundary, and what they were in the middle of.
pub(crate) struct Others<'t>(Vec<(Object<'t>, Vec<Frame>)>);

/// Notes what other threads are in the middle of just before a boundary.
pub(crate) fn before<'t>(agent: &Agent, jni: &Jni<'t>) -> Others<'t> {
    virtual_threads::observe(agent, jni);
    let others = others(agent, jni);
    others.0.iter().for_each(|(_, frames)| observe(agent, jni, frames));
    others
}

/// Notes what they are in the middle of just after it. One that has ended meanwhile has perhaps done so behind the
/// boundary.
pub(crate) fn after(agent: &Agent, jni: &Jni<'_>, before: Others<'_>) {
    virtual_threads::observe(agent, jni);
    let after = others(agent, jni);
    // Both are in the order of the machine, so the next one is most often the one behind the last.
    let mut next = 0;
    for (thread, frames) in before.0 {
        let mut places = (next..after.0.len()).chain(0..next);
        let is_it =
            |place: &usize| after.0.get(*place).is_some_and(|(each, _)| jni.is_same(*each, thread));
        match places.find(is_it) {
            Some(place) => next = place + 1,
            None => observe(agent, jni, &frames),
        }
        jni.forget(thread);
    }
    for (thread, frames) in after.0 {
        observe(agent, jni, &frames);
        jni.forget(thread);
    }
}

/// The live platform threads apart from the current one. Each is asked for its stack alone: most of them wait, and such a
/// stack can be read while everybody else goes on.
fn others<'t>(agent: &Agent, jni: &Jni<'t>) -> Others<'t> {
    faults::at("stack");
    jni.expect_references(1 << 14);
    let Some(threads) = agent.jvmti.threads(jni) else {
        agent.fail("the stacks of threads cannot be seen".to_owned());
        return Others(Vec::new());
    };
    let current = agent.jvmti.current_thread(jni);
    let mut others = Vec::with_capacity(threads.len());
    for thread in threads {
        let is_current = current.is_some_and(|current| jni.is_same(current, thread));
        match (!is_current).then(|| agent.jvmti.whole_stack(thread)) {
            Some(Ok(Some(frames))) => others.push((thread, frames)),
            // Itself, or it has just ended.
            None | Some(Ok(None)) => jni.forget(thread),
            Some(Err(_)) => {
                agent.recorder.observe_plain(Observation::StackUnseen);
                jni.forget(thread);
            }
        }
    }
    current.into_iter().for_each(|current| jni.forget(current));
    Others(others)
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
