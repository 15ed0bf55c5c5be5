//! Where test classes begin and end.
//!
//! Each thread has a stack of brackets. A bracket opens a scope if it says which test class it is about and the thread is
//! not inside that class already; else it only has to be closed again. Work that a thread does for another class while it
//! waits (Jupiter in parallel) looks as if it were inside; there the unique ids tell.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};

use tamis_journal::{Ending, Phase, Record, Trouble};
use tamis_jvmti::{Jni, Object};

use crate::hook_tables::Bracketed;
use crate::probe_class::ProbeClass;
use crate::{Agent, defaults, results, stacks, statics};

/// An open bracket.
#[derive(Debug)]
struct Open {
    /// The scope that it opened.
    scope: Option<Scope>,
    bracket: Option<Bracketed>,
}

#[derive(Debug, Clone)]
struct Scope {
    number: u32,
    test: Vec<u8>,
    phase: Phase,
    /// Unique id of the Platform's node, if it is one.
    unique_id: Option<Vec<u8>>,
}

thread_local! {
    static OPEN: RefCell<Vec<Open>> = const { RefCell::new(Vec::new()) };
}

/// A bracketed method begins.
pub(crate) fn enter(agent: &Agent, jni: &Jni<'_>, object: Option<Object<'_>>, bracket: Bracketed) {
    if is_virtual_thread(agent, jni) {
        tell_of_virtual_threads(agent);
        return;
    }
    let about = object.and_then(|object| match bracket {
        Bracketed::Junit4Run => {
            junit4_runner(agent, jni, object).map(|test| (test, Phase::Run, None))
        }
        Bracketed::Junit4Build | Bracketed::OwnBuild => {
            class_name(jni, object).map(|test| (test, Phase::Build, None))
        }
        Bracketed::OwnRun => class_name(jni, object).map(|test| (test, Phase::Run, None)),
        Bracketed::PlatformNode => platform_node(jni, object),
        // Suites of suites of cases, with names that need not be those of classes: only the outermost counts.
        Bracketed::Junit3Run if has_scope() => None,
        Bracketed::Junit3Run => junit3_test(jni, object).map(|test| (test, Phase::Run, None)),
        Bracketed::Junit3Build => Some((jni.string(object), Phase::Build, None)),
        Bracketed::TestNg => None,
    });
    let scope = about.and_then(|(test, phase, unique_id)| open(agent, jni, test, phase, unique_id));
    OPEN.with_borrow_mut(|stack| stack.push(Open { scope, bracket: Some(bracket) }));
}

/// Whether the current thread has no thread of the machine to itself; then what is kept per thread is not its own.
#[expect(unsafe_code, reason = "asks for what earlier releases do not have")]
fn is_virtual_thread(agent: &Agent, jni: &Jni<'_>) -> bool {
    if agent.release < 21 {
        return false;
    }
    let Some(thread) = agent.jvmti.current_thread(jni) else { return false };
    // SAFETY: the machine is recent enough.
    let is_virtual = unsafe { jni.is_virtual(thread) };
    jni.forget(thread);
    is_virtual
}

/// A test class that begins in a virtual thread has no scope of its own, as what is kept per thread would be somebody
/// else's. What happens in it belongs to the scopes that are active, and if there is none, to all tests.
fn tell_of_virtual_threads(agent: &Agent) {
    static IS_TOLD: AtomicBool = AtomicBool::new(false);
    if !IS_TOLD.swap(true, Ordering::Relaxed) {
        let message = "test classes that begin in virtual threads are not told apart".to_owned();
        agent.recorder.write(&Record::Trouble(Trouble { ending: Ending::Harmless, message }));
    }
}

/// It ends.
pub(crate) fn leave(agent: &Agent, jni: &Jni<'_>) {
    if is_virtual_thread(agent, jni) {
        return;
    }
    match OPEN.with_borrow_mut(Vec::pop) {
        Some(Open { scope, .. }) => {
            if let Some(scope) = scope {
                close(agent, jni, &scope);
            }
        }
        None => {
            let message = "a test ended in another thread than it began in".to_owned();
            agent.recorder.write(&Record::Trouble(Trouble { ending: Ending::Incomplete, message }));
        }
    }
}

/// Opens a scope for the bracket that was entered last, which did not know its test yet.
pub(crate) fn open_for_last(agent: &Agent, jni: &Jni<'_>, test: Vec<u8>) {
    if is_virtual_thread(agent, jni) {
        return;
    }
    if OPEN.with_borrow(|stack| stack.last().is_none_or(|last| last.scope.is_some())) {
        return;
    }
    if let Some(scope) = open(agent, jni, test, Phase::Run, None) {
        OPEN.with_borrow_mut(|stack| {
            if let Some(last) = stack.last_mut() {
                last.scope = Some(scope);
            }
        });
    }
}

/// Opens a scope that is closed by name: for engines of the Platform that have no bracket.
pub(crate) fn open_by_listener(agent: &Agent, jni: &Jni<'_>, test: Vec<u8>, unique_id: &[u8]) {
    if is_virtual_thread(agent, jni) {
        tell_of_virtual_threads(agent);
        return;
    }
    if let Some(scope) = open(agent, jni, test, Phase::Run, Some(unique_id.to_vec())) {
        OPEN.with_borrow_mut(|stack| stack.push(Open { scope: Some(scope), bracket: None }));
    }
}

/// Closes what [`open_by_listener`] has opened, if it has.
pub(crate) fn close_by_listener(agent: &Agent, jni: &Jni<'_>, unique_id: &[u8]) {
    if is_virtual_thread(agent, jni) {
        return;
    }
    let scope = OPEN.with_borrow_mut(|stack| {
        let is_it = |open: &Open| {
            open.bracket.is_none()
                && open
                    .scope
                    .as_ref()
                    .is_some_and(|scope| scope.unique_id.as_deref() == Some(unique_id))
        };
        let place = stack.iter().rposition(is_it)?;
        stack.remove(place).scope
    });
    if let Some(scope) = scope {
        close(agent, jni, &scope);
    }
}

/// Whether the current thread is inside a bracket of that kind.
pub(crate) fn is_inside(bracket: Bracketed) -> bool {
    OPEN.with_borrow(|stack| stack.iter().any(|open| open.bracket == Some(bracket)))
}

/// The test class that our own runner runs in the current thread.
pub(crate) fn own_test() -> Option<Vec<u8>> {
    OPEN.with_borrow(|stack| {
        let own = stack.iter().rfind(|open| open.bracket == Some(Bracketed::OwnRun))?;
        own.scope.as_ref().map(|scope| scope.test.clone())
    })
}

/// Whether the current thread is inside a scope.
fn has_scope() -> bool {
    OPEN.with_borrow(|stack| stack.iter().any(|open| open.scope.is_some()))
}

/// Begins a scope, unless the thread is in that test already.
fn open(
    agent: &Agent,
    jni: &Jni<'_>,
    test: Vec<u8>,
    phase: Phase,
    unique_id: Option<Vec<u8>>,
) -> Option<Scope> {
    let probe = *agent.probe.get()?;
    let around = OPEN.with_borrow(|stack| {
        let scopes: Vec<_> = stack.iter().filter_map(|open| open.scope.clone()).collect();
        scopes
    });
    let is_around = |outer: &Scope| match (&outer.unique_id, &unique_id) {
        (Some(outer), Some(inner)) => inner.starts_with(outer.as_slice()),
        _ => true,
    };
    if around.iter().any(|outer| outer.test == test && outer.phase == phase && is_around(outer)) {
        return None;
    }
    // A nested class of the Platform belongs to the class around it.
    if let Some(inner) = &unique_id
        && around.iter().any(|outer| {
            outer.unique_id.as_ref().is_some_and(|outer| inner.starts_with(outer.as_slice()))
                && !outer.unique_id.as_ref().is_some_and(|outer| is_suite(outer))
        })
    {
        return None;
    }
    let inside = around.iter().rev().find(|outer| is_around(outer)).map(|outer| outer.number);
    let number = boundary(agent, jni, |agent, jni| begin(agent, jni, probe, &test, phase, inside));
    Some(Scope { number, test, phase, unique_id })
}

fn begin(
    agent: &Agent,
    jni: &Jni<'_>,
    probe: ProbeClass,
    test: &[u8],
    phase: Phase,
    inside: Option<u32>,
) -> u32 {
    defaults::settle(agent, jni);
    statics::settle(agent, jni, probe);
    let scope = agent.recorder.begin(jni, probe, test, phase, inside);
    statics::begun(scope);
    scope
}

fn close(agent: &Agent, jni: &Jni<'_>, scope: &Scope) {
    // A framework that gives up, for want of memory say, leaves its brackets all the same.
    results::abandon(agent, &scope.test, scope.unique_id.as_deref());
    if let Some(probe) = agent.probe.get() {
        boundary(agent, jni, |agent, jni| {
            defaults::settle(agent, jni);
            statics::settle(agent, jni, *probe);
            statics::ending(agent, scope.number);
            agent.recorder.end(jni, *probe, scope.number);
        });
    }
}

/// Moves a boundary past the threads that run across it.
fn boundary<T>(agent: &Agent, jni: &Jni<'_>, work: impl FnOnce(&Agent, &Jni<'_>) -> T) -> T {
    let before = stacks::before(agent, jni);
    let result = work(agent, jni);
    stacks::after(agent, jni, before);
    result
}

fn is_suite(unique_id: &[u8]) -> bool {
    let last = unique_id.iter().rposition(|byte| *byte == b'[').unwrap_or(0);
    unique_id.get(last..).is_some_and(|segment| segment.starts_with(b"[suite:"))
}

/// The test class of a JUnit 4 runner: what `safeRunnerForClass` was asked for, or what the runner says of itself.
fn junit4_runner(agent: &Agent, jni: &Jni<'_>, runner: Object<'_>) -> Option<Vec<u8>> {
    if let Some(test) = results::built_for(agent, runner) {
        return Some(test);
    }
    if is_inside(Bracketed::Junit4Run) {
        // A part of something that has a name.
        if has_scope() {
            return None;
        }
    }
    let description =
        jni.call_object(runner, c"getDescription", c"()Lorg/junit/runner/Description;", &[])?;
    let class = jni.call_object(description, c"getTestClass", c"()Ljava/lang/Class;", &[])?;
    class_name(jni, class)
}

/// The class and id of a node that stands for a class.
fn platform_node(jni: &Jni<'_>, task: Object<'_>) -> Option<(Vec<u8>, Phase, Option<Vec<u8>>)> {
    let descriptor =
        jni.field(task, c"testDescriptor", c"Lorg/junit/platform/engine/TestDescriptor;")?;
    let test = source_class(jni, descriptor)?;
    Some((test, Phase::Run, unique_id(jni, descriptor)))
}

/// The unique id of a descriptor, as text.
pub(crate) fn unique_id(jni: &Jni<'_>, descriptor: Object<'_>) -> Option<Vec<u8>> {
    let id = jni.call_object(
        descriptor,
        c"getUniqueId",
        c"()Lorg/junit/platform/engine/UniqueId;",
        &[],
    )?;
    let text = jni.call_object(id, c"toString", c"()Ljava/lang/String;", &[])?;
    Some(jni.string(text))
}

/// The class that a descriptor stands for, if it stands for a class.
pub(crate) fn source_class(jni: &Jni<'_>, descriptor: Object<'_>) -> Option<Vec<u8>> {
    let source = source(jni, descriptor)?;
    let class = jni.class_of(source)?;
    let name = class_name(jni, class)?;
    if name != b"org.junit.platform.engine.support.descriptor.ClassSource" {
        return None;
    }
    let name = jni.call_object(source, c"getClassName", c"()Ljava/lang/String;", &[])?;
    Some(jni.string(name))
}

/// The source of a descriptor, if it has one.
pub(crate) fn source<'t>(jni: &Jni<'t>, descriptor: Object<'_>) -> Option<Object<'t>> {
    let source = jni.call_object(descriptor, c"getSource", c"()Ljava/util/Optional;", &[])?;
    jni.field(source, c"value", c"Ljava/lang/Object;")
}

/// The class of a JUnit 3 test: what a suite is called if that is a class, or the class of a case.
fn junit3_test(jni: &Jni<'_>, test: Object<'_>) -> Option<Vec<u8>> {
    let class = jni.class_of(test)?;
    let own = class_name(jni, class)?;
    if own != b"junit.framework.TestSuite" {
        return Some(own);
    }
    let name = jni.call_object(test, c"getName", c"()Ljava/lang/String;", &[])?;
    let name = jni.string(name);
    // Suites can be called anything; a name with a space or without letters is not that of a class.
    let is_class = !name.is_empty()
        && name
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || b".$_".contains(byte) || *byte > 127);
    is_class.then_some(name)
}

/// `Class.getName`.
pub(crate) fn class_name(jni: &Jni<'_>, class: Object<'_>) -> Option<Vec<u8>> {
    let name = jni.call_object(class, c"getName", c"()Ljava/lang/String;", &[])?;
    Some(jni.string(name))
}
