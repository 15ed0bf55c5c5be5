//! TestNG, which has no bracket around a test class: its methods interleave. Every invocation is a scope of the class of
//! the instance, but for those that set up more than one class.

use tamis_journal::Outcome;
use tamis_jvmti::{Jni, Object};

use crate::results::{is_told, text, throwable_message, write};
use crate::{Agent, frameworks};

/// Methods with these annotations run for all classes; what they do stays ambient.
const SHARED: [&[u8]; 6] = [
    b"org.testng.annotations.BeforeSuite",
    b"org.testng.annotations.AfterSuite",
    b"org.testng.annotations.BeforeTest",
    b"org.testng.annotations.AfterTest",
    b"org.testng.annotations.BeforeGroups",
    b"org.testng.annotations.AfterGroups",
];

/// A method is about to be invoked.
pub(crate) fn invoked(
    agent: &Agent,
    jni: &Jni<'_>,
    method: Object<'_>,
    instance: Option<Object<'_>>,
) {
    if is_shared(jni, method) {
        return;
    }
    let class = match instance {
        Some(instance) => jni.class_of(instance),
        None => jni.call_object(method, c"getDeclaringClass", c"()Ljava/lang/Class;", &[]),
    };
    if let Some(test) = class.and_then(|class| frameworks::class_name(jni, class)) {
        frameworks::open_for_last(agent, jni, test);
    }
}

fn is_shared(jni: &Jni<'_>, method: Object<'_>) -> bool {
    let annotations = jni.call_object(
        method,
        c"getDeclaredAnnotations",
        c"()[Ljava/lang/annotation/Annotation;",
        &[],
    );
    let annotations = annotations.map(|list| jni.elements(list)).unwrap_or_default();
    annotations.into_iter().flatten().any(|annotation| {
        jni.call_object(annotation, c"annotationType", c"()Ljava/lang/Class;", &[])
            .and_then(|class| frameworks::class_name(jni, class))
            .is_some_and(|name| SHARED.contains(&name.as_slice()))
    })
}

/// Listeners are told of a result, also of one that is just beginning.
pub(crate) fn result(agent: &Agent, jni: &Jni<'_>, result: Object<'_>) {
    let outcome = match jni.call_int(result, c"getStatus") {
        Some(1) => Outcome::Passed,
        Some(2 | 4) => Outcome::Failed,
        Some(3) => Outcome::Skipped,
        _ => return,
    };
    tell(agent, jni, result, outcome);
}

/// Listeners are told how a method ended that sets up or tears down; that matters if it failed.
pub(crate) fn configured(agent: &Agent, jni: &Jni<'_>, result: Object<'_>) {
    if jni.call_int(result, c"getStatus") == Some(2) {
        tell(agent, jni, result, Outcome::Failed);
    }
}

fn tell(agent: &Agent, jni: &Jni<'_>, result: Object<'_>, outcome: Outcome) {
    // Listeners are told in several groups.
    if is_told(agent, result) {
        return;
    }
    let Some(test) = class(jni, result).and_then(|class| frameworks::class_name(jni, class)) else {
        return;
    };
    let name = jni.call_object(result, c"getName", c"()Ljava/lang/String;", &[]);
    let method = name.map(|name| text(&jni.string(name))).unwrap_or_default();
    let time = |name| jni.call_long(result, name).unwrap_or(0);
    let millis = time(c"getEndMillis").saturating_sub(time(c"getStartMillis"));
    let thrown = jni.call_object(result, c"getThrowable", c"()Ljava/lang/Throwable;", &[]);
    let message = thrown.and_then(|thrown| throwable_message(jni, thrown));
    let nanos = u64::try_from(millis).ok().map(|millis| millis.saturating_mul(1_000_000));
    write(agent, &test, method, outcome, message, nanos);
}

/// The class that a result is about: that of the instance or, of a test that was not even begun, the one it is listed under.
fn class<'t>(jni: &Jni<'t>, result: Object<'_>) -> Option<Object<'t>> {
    if let Some(instance) = jni.call_object(result, c"getInstance", c"()Ljava/lang/Object;", &[]) {
        return jni.class_of(instance);
    }
    let listed = jni.call_object(result, c"getTestClass", c"()Lorg/testng/IClass;", &[])?;
    jni.call_object(listed, c"getRealClass", c"()Ljava/lang/Class;", &[])
}
