//! How test methods ended, as their frameworks tell it.

use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Instant;

use rustc_hash::FxHashMap;
use tamis_journal::{Outcome, Record, Result};
use tamis_jvmti::{Jni, Object};
use tamis_probes::is_framework;

use crate::hook_tables::{Bracketed, Note};
use crate::{Agent, faults, frameworks, testng};

/// Tests that have begun, and what is known of their end.
#[derive(Debug, Default)]
struct Running {
    started: FxHashMap<Vec<u8>, Instant>,
    failed: FxHashMap<Vec<u8>, (Outcome, Option<String>)>,
    /// Test classes of runners; a runner is tagged with its place in the list.
    runners: Vec<Vec<u8>>,
}

static RUNNING: OnceLock<Mutex<Running>> = OnceLock::new();

fn with_running<T>(work: impl FnOnce(&mut Running) -> T) -> T {
    let running = RUNNING.get_or_init(Mutex::default);
    let mut running = running.lock().unwrap_or_else(PoisonError::into_inner);
    faults::at("result");
    work(&mut running)
}

/// Tags of runners start here, to be told from tags of classes.
const RUNNER: i64 = 1 << 40;

/// The tag of what a framework has told already; a class has a smaller one.
const TOLD: i64 = 1 << 50;

/// Whether a framework told of an object before. Frameworks tell in several groups of listeners, and suites of the
/// Platform once for themselves and once for those who run them.
pub(crate) fn is_told(agent: &Agent, object: Object<'_>) -> bool {
    let is_told = agent.jvmti.tag(object) == TOLD;
    if !is_told {
        let _ = agent.jvmti.set_tag(object, TOLD);
    }
    is_told
}

/// The class that a runner was built for.
pub(crate) fn built_for(agent: &Agent, runner: Object<'_>) -> Option<Vec<u8>> {
    let place = usize::try_from(agent.jvmti.tag(runner) - RUNNER).ok()?;
    with_running(|running| running.runners.get(place).cloned())
}

/// A note of a framework.
pub(crate) fn note(
    agent: &Agent,
    jni: &Jni<'_>,
    note: Note,
    object: Object<'_>,
    second: Option<Object<'_>>,
) {
    match note {
        Note::Junit4Built => built(agent, jni, object, second),
        Note::Junit4Started => started(junit4_key(jni, object)),
        Note::Junit4Finished => {
            let key = junit4_key(jni, object);
            let test = key.as_deref().map(junit4_test);
            finished(agent, key, test);
        }
        Note::Junit4Failed => junit4_failed(agent, jni, object, Outcome::Failed),
        Note::Junit4Aborted => junit4_failed(agent, jni, object, Outcome::Aborted),
        Note::Junit4Ignored => {
            if let Some((test, method)) = junit4_key(jni, object).as_deref().map(junit4_test) {
                write(agent, &test, method, Outcome::Skipped, None, None);
            }
        }
        Note::PlatformStarted | Note::PlatformFinished | Note::PlatformSkipped
            if is_told_by_junit4(agent, jni, object) => {}
        Note::PlatformStarted => platform_started(agent, jni, object),
        Note::PlatformFinished => platform_finished(agent, jni, object, second),
        Note::PlatformSkipped => {
            if let Some(node) = platform_test(jni, object)
                && !is_told(agent, object)
            {
                write(agent, &node.test, node.method, Outcome::Skipped, None, None);
            }
        }
        // JUnit 4 runs tests of JUnit 3 and tells of them itself.
        Note::Junit3Started | Note::Junit3Ended | Note::Junit3Failed
            if !frameworks::is_inside(Bracketed::Junit4Run) =>
        {
            junit3(agent, jni, note, object, second);
        }
        Note::TestNgInvoked => testng::invoked(agent, jni, object, second),
        Note::TestNgResult => testng::result(agent, jni, object),
        Note::TestNgConfigured => testng::configured(agent, jni, object),
        _ => {}
    }
}

pub(crate) fn write(
    agent: &Agent,
    test: &[u8],
    method: String,
    outcome: Outcome,
    message: Option<String>,
    nanos: Option<u64>,
) {
    let mut state = agent.recorder.lock();
    let state = &mut *state;
    let test = state.names.number(test, &mut state.journal);
    state.journal.add(&Record::Result(Result { test, method, outcome, message, nanos }));
    state.journal.flush_now_and_then();
}

fn started(key: Option<Vec<u8>>) {
    if let Some(key) = key {
        with_running(|running| running.started.insert(key, Instant::now()));
    }
}

/// A test method ended; it has passed unless a failure was told before.
fn finished(agent: &Agent, key: Option<Vec<u8>>, test: Option<(Vec<u8>, String)>) {
    let (Some(key), Some((test, method))) = (key, test) else { return };
    let (nanos, failed) = with_running(|running| {
        let nanos = running.started.remove(&key).map(nanos_since);
        (nanos, running.failed.remove(&key))
    });
    let (outcome, message) = failed.unwrap_or((Outcome::Passed, None));
    write(agent, &test, method, outcome, message, nanos);
}

/// A test failed; one that was never started failed outside its methods and is told at once.
fn failed(
    agent: &Agent,
    key: Vec<u8>,
    test: Option<(Vec<u8>, String)>,
    outcome: Outcome,
    message: Option<String>,
) {
    let is_running = with_running(|running| {
        let is_running = running.started.contains_key(&key);
        if is_running {
            // The first failure is the one that tells why; a later one only matters if that was an assumption.
            let entry = running.failed.entry(key).or_insert((outcome, message.clone()));
            if outcome == Outcome::Failed && entry.0 != Outcome::Failed {
                *entry = (outcome, message.clone());
            }
        }
        is_running
    });
    if let Some((test, method)) = test.filter(|_| !is_running) {
        write(agent, &test, method, outcome, message, None);
    }
}

/// A test class is over: what of it has begun and not ended has failed.
pub(crate) fn abandon(agent: &Agent, test: &[u8], unique_id: Option<&[u8]>) {
    let belongs = |key: &[u8]| match unique_id {
        // Tests of JUnit 4 are known by other names, also below the Platform.
        Some(unique_id) if key.starts_with(unique_id) => true,
        _ => junit4_test(key).0 == test,
    };
    let keys = with_running(|running| {
        let mut keys: Vec<_> = running.started.keys().filter(|key| belongs(key)).cloned().collect();
        keys.sort();
        for key in &keys {
            running.started.remove(key);
        }
        keys
    });
    for key in keys {
        let method = if unique_id.is_some_and(|unique_id| key.starts_with(unique_id)) {
            segments(&text(&key))
                .into_iter()
                .map(|(_, value)| value)
                .skip(2)
                .collect::<Vec<_>>()
                .join("/")
        } else {
            junit4_test(&key).1
        };
        let message = Some("began and did not end".to_owned());
        write(agent, test, method, Outcome::Failed, message, None);
    }
}

fn nanos_since(start: Instant) -> u64 {
    u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX)
}

/// Text in modified UTF-8.
pub(crate) fn text(bytes: &[u8]) -> String {
    tamis_classfile::MStr::new(bytes).to_text().into_owned()
}

/// Class and first line of what was thrown.
pub(crate) fn throwable_message(jni: &Jni<'_>, throwable: Object<'_>) -> Option<String> {
    let class = jni.class_of(throwable)?;
    let name = text(&frameworks::class_name(jni, class)?);
    // The program's own exceptions are not asked: it would notice.
    let is_known = name.starts_with("java.") || is_framework(name.replace('.', "/").as_bytes());
    let message = if is_known {
        jni.call_object(throwable, c"getMessage", c"()Ljava/lang/String;", &[])
    } else {
        jni.field(throwable, c"detailMessage", c"Ljava/lang/String;")
    };
    let message = message.map(|message| text(&jni.string(message))).unwrap_or_default();
    let line: String = message.lines().next().unwrap_or_default().chars().take(500).collect();
    Some(if line.is_empty() { name } else { format!("{name}: {line}") })
}

fn string_of(jni: &Jni<'_>, object: Object<'_>, method: &std::ffi::CStr) -> Option<Vec<u8>> {
    let result = jni.call_object(object, method, c"()Ljava/lang/String;", &[])?;
    Some(jni.string(result))
}

fn built(agent: &Agent, jni: &Jni<'_>, class: Object<'_>, runner: Option<Object<'_>>) {
    let (Some(test), Some(runner)) = (frameworks::class_name(jni, class), runner) else { return };
    let place = with_running(|running| {
        running.runners.push(test);
        running.runners.len() - 1
    });
    let _ = agent.jvmti.set_tag(runner, RUNNER + i64::try_from(place).unwrap_or(0));
}

fn junit4_key(jni: &Jni<'_>, description: Object<'_>) -> Option<Vec<u8>> {
    string_of(jni, description, c"getDisplayName")
}

/// Class and method of a display name, as `Description` itself takes it apart: `method(class)`. Asking it would run a
/// regular expression twice for each test.
fn junit4_test(display_name: &[u8]) -> (Vec<u8>, String) {
    let parts = display_name.strip_suffix(b")").and_then(|rest| {
        let open = rest.iter().rposition(|byte| *byte == b'(')?;
        Some((rest.get(..open)?, rest.get(open + 1..)?))
    });
    match parts {
        Some((method, class)) => (class.to_vec(), text(method)),
        None => (display_name.to_vec(), String::new()),
    }
}

fn junit4_failed(agent: &Agent, jni: &Jni<'_>, failure: Object<'_>, outcome: Outcome) {
    let description =
        jni.call_object(failure, c"getDescription", c"()Lorg/junit/runner/Description;", &[]);
    let Some(description) = description else { return };
    let Some(key) = junit4_key(jni, description) else { return };
    let thrown = jni.call_object(failure, c"getException", c"()Ljava/lang/Throwable;", &[]);
    let message = thrown.and_then(|thrown| throwable_message(jni, thrown));
    let test = junit4_test(&key);
    failed(agent, key, Some(test), outcome, message);
}

/// A node of the Platform.
struct Node {
    test: Vec<u8>,
    /// Empty for a class.
    method: String,
}

/// Kind and value of each segment of a unique id.
fn segments(unique_id: &str) -> Vec<(String, String)> {
    let segments = unique_id.split("]/[").map(|segment| segment.trim_matches(['[', ']']));
    segments
        .filter_map(|segment| segment.split_once(':'))
        .map(|(kind, value)| (kind.to_owned(), value.to_owned()))
        .collect()
}

/// Whether a node of the Platform stands for a test of JUnit 4, of which that tells itself. There can be very many.
fn is_told_by_junit4(agent: &Agent, jni: &Jni<'_>, descriptor: Object<'_>) -> bool {
    const VINTAGE: &[u8] = b"Lorg/junit/vintage/engine/descriptor/VintageTestDescriptor;";
    // Classes of frameworks have negative tags, see `jdk_notes`.
    const IS: i64 = -2;
    const IS_NOT: i64 = -3;
    let Some(class) = jni.class_of(descriptor) else { return false };
    let is_it = match agent.jvmti.tag(class) {
        IS => true,
        IS_NOT => false,
        tag => {
            let is_it = agent.jvmti.class_signature(class).is_some_and(|name| name == VINTAGE);
            if tag <= 0 && (is_it || tag < 0) {
                let _ = agent.jvmti.set_tag(class, if is_it { IS } else { IS_NOT });
            }
            is_it
        }
    };
    jni.forget(class);
    is_it
}

/// What a node is, unless another framework tells of it, too.
fn platform_test(jni: &Jni<'_>, descriptor: Object<'_>) -> Option<Node> {
    let unique_id = frameworks::unique_id(jni, descriptor)?;
    let id = text(&unique_id);
    let segments = segments(&id);
    // A suite has engines below its own.
    let engine = segments.iter().rfind(|(kind, _)| kind == "engine")?.1.clone();
    if engine == "junit-vintage" || engine == "testng" {
        return None;
    }
    if let Some(place) = segments.iter().rposition(|(kind, _)| kind == "class") {
        let test = segments.get(place)?.1.as_bytes().to_vec();
        let rest: Vec<&str> =
            segments.get(place + 1..)?.iter().map(|(_, value)| value.as_str()).collect();
        return Some(Node { test, method: rest.join("/") });
    }
    if let Some(test) = frameworks::source_class(jni, descriptor) {
        return Some(Node { test, method: String::new() });
    }
    let source = frameworks::source(jni, descriptor);
    let test = source
        .and_then(|source| string_of(jni, source, c"getClassName"))
        .unwrap_or_else(|| engine.into_bytes());
    let name = string_of(jni, descriptor, c"getDisplayName")?;
    Some(Node { test, method: text(&name) })
}

fn platform_started(agent: &Agent, jni: &Jni<'_>, descriptor: Object<'_>) {
    if let Some(unique_id) = frameworks::unique_id(jni, descriptor) {
        if let Some(test) = frameworks::source_class(jni, descriptor) {
            frameworks::open_by_listener(agent, jni, test, &unique_id);
        }
        started(Some(unique_id));
    }
}

fn platform_finished(
    agent: &Agent,
    jni: &Jni<'_>,
    descriptor: Object<'_>,
    result: Option<Object<'_>>,
) {
    let Some(unique_id) = frameworks::unique_id(jni, descriptor) else { return };
    // Also of nodes that another framework tells of.
    let nanos = with_running(|running| running.started.remove(&unique_id)).map(nanos_since);
    tell_platform_result(agent, jni, descriptor, result, nanos);
    frameworks::close_by_listener(agent, jni, &unique_id);
}

fn tell_platform_result(
    agent: &Agent,
    jni: &Jni<'_>,
    descriptor: Object<'_>,
    result: Option<Object<'_>>,
    nanos: Option<u64>,
) {
    let (Some(node), Some(result)) = (platform_test(jni, descriptor), result) else { return };
    let status = jni.call_object(
        result,
        c"getStatus",
        c"()Lorg/junit/platform/engine/TestExecutionResult$Status;",
        &[],
    );
    let status = status.and_then(|status| string_of(jni, status, c"name")).unwrap_or_default();
    let outcome = match status.as_slice() {
        b"SUCCESSFUL" => Outcome::Passed,
        b"ABORTED" => Outcome::Aborted,
        _ => Outcome::Failed,
    };
    let is_test = jni.call_boolean(descriptor, c"isTest").unwrap_or(true);
    // That a container has passed says nothing beyond what its tests say.
    if (!is_test && outcome == Outcome::Passed) || is_told(agent, descriptor) {
        return;
    }
    let thrown = jni
        .call_object(result, c"getThrowable", c"()Ljava/util/Optional;", &[])
        .and_then(|thrown| jni.field(thrown, c"value", c"Ljava/lang/Object;"));
    let message = thrown.and_then(|thrown| throwable_message(jni, thrown));
    write(agent, &node.test, node.method, outcome, message, nanos);
}

fn junit3(agent: &Agent, jni: &Jni<'_>, note: Note, test: Object<'_>, thrown: Option<Object<'_>>) {
    let Some(class) = jni.class_of(test) else { return };
    let Some(name) = frameworks::class_name(jni, class) else { return };
    let method = string_of(jni, test, c"getName").unwrap_or_default();
    let key = [name.as_slice(), &method].join(&b'.');
    // A suite has tests of other classes, and answers for them.
    let test = match frameworks::own_test() {
        Some(suite) if suite != name => (suite, text(&key)),
        _ => (name, text(&method)),
    };
    let test = Some(test);
    match note {
        Note::Junit3Started => started(Some(key)),
        Note::Junit3Ended => finished(agent, Some(key), test),
        _ => {
            let message = thrown.and_then(|thrown| throwable_message(jni, thrown));
            failed(agent, key, test, Outcome::Failed, message);
        }
    }
}
