//! What the machine was given from outside: evidence that holds in one environment need not hold in another.
//!
//! The machine keeps what it was started with (`jdk.internal.misc.VM`, before release 9 `sun.misc.VM`), so what a program sets
//! later is not seen here. Asked once, when the machine is ready, and before anything of the JDK is watched.

use std::ffi::{CStr, OsString};
use std::os::unix::ffi::OsStringExt as _;

use tamis_journal::{Environment, TimeZone};
use tamis_jvmti::{Argument, Jni, Object};
use xxhash_rust::xxh3::xxh3_128;

use crate::Agent;

/// The first release that says itself what it was started with.
const FIRST_WITH_MODULES: u16 = 9;

/// Properties that the JDK derives from variables and settings of the system: locale and character sets.
const DERIVED: [&CStr; 16] = [
    c"file.encoding",
    c"native.encoding",
    c"sun.jnu.encoding",
    c"user.country",
    c"user.country.display",
    c"user.country.format",
    c"user.language",
    c"user.language.display",
    c"user.language.format",
    c"user.script",
    c"user.script.display",
    c"user.script.format",
    c"user.timezone",
    c"user.variant",
    c"user.variant.display",
    c"user.variant.format",
];

/// Asks the machine; none if it does not answer.
pub(crate) fn of(agent: &Agent, jni: &Jni<'_>) -> Option<Environment> {
    let is_new = agent.release >= FIRST_WITH_MODULES;
    let machine = jni.find_class(if is_new { c"jdk/internal/misc/VM" } else { c"sun/misc/VM" })?;
    let properties = DERIVED.iter().filter_map(|name| {
        let value = saved_property(jni, machine, name)?;
        Some((name.to_string_lossy().into_owned(), value))
    });
    Some(Environment {
        version: saved_property(jni, machine, c"java.runtime.version").or_else(|| version(jni))?,
        vendor: saved_property(jni, machine, c"java.vm.vendor").unwrap_or_default(),
        arguments: arguments(agent, jni, machine)?,
        class_path: agent.jvmti.system_property(c"java.class.path").unwrap_or_default(),
        properties: properties.collect(),
        time_zone: time_zone(),
    })
}

/// Releases up to 11 set it after they have kept the others. Nothing of the program has run yet.
fn version(jni: &Jni<'_>) -> Option<Vec<u8>> {
    let system = jni.find_class(c"java/lang/System")?;
    let name = jni.new_string(c"java.runtime.version")?;
    let descriptor = c"(Ljava/lang/String;)Ljava/lang/String;";
    let arguments = [Argument { object: Some(name) }];
    let value = jni.call_static_object(system, c"getProperty", descriptor, &arguments);
    [name, system].into_iter().for_each(|object| jni.forget(object));
    let value = value?;
    let text = jni.string(value);
    jni.forget(value);
    Some(text)
}

fn saved_property(jni: &Jni<'_>, machine: Object<'_>, name: &CStr) -> Option<Vec<u8>> {
    let name = jni.new_string(name)?;
    let value = jni.call_static_object(
        machine,
        c"getSavedProperty",
        c"(Ljava/lang/String;)Ljava/lang/String;",
        &[Argument { object: Some(name) }],
    );
    jni.forget(name);
    let value = value?;
    let text = jni.string(value);
    jni.forget(value);
    Some(text)
}

/// The arguments from the command line, files that it names, and variables. The machine leaves out the class path and the
/// main class; what loads this agent is left out here.
fn arguments(agent: &Agent, jni: &Jni<'_>, machine: Object<'_>) -> Option<Vec<Vec<u8>>> {
    let list = if agent.release >= FIRST_WITH_MODULES {
        jni.call_static_object(machine, c"getRuntimeArguments", c"()[Ljava/lang/String;", &[])?
    } else {
        given_before(jni)?
    };
    // What a machine in another character set cannot decode is replaced in the argument.
    let plain = |text: &[u8]| -> Vec<u8> {
        text.iter().copied().filter(|byte| byte.is_ascii() && *byte != b'?').collect()
    };
    let own = plain(&[b"=", agent.options.given.as_slice()].concat());
    let is_own = |argument: &[u8]| {
        (argument.starts_with(b"-agentpath:") || argument.starts_with(b"-agentlib:"))
            && plain(argument).ends_with(&own)
    };
    let arguments = jni.elements(list).into_iter().flatten().map(|argument| jni.string(argument));
    Some(arguments.filter(|argument| !is_own(argument)).collect())
}

/// The arguments of a machine before release 9.
#[expect(unsafe_code, reason = "asks an interface that is known for these releases")]
fn given_before<'t>(jni: &Jni<'t>) -> Option<Object<'t>> {
    // SAFETY: older releases than 8 are refused when the agent is loaded.
    unsafe { jni.input_arguments() }
}

/// Where `TimeZone.getDefault` looks when it is asked for the first time.
fn time_zone() -> TimeZone {
    let hash = |file| std::fs::read(file).ok().map(|bytes| xxh3_128(&bytes));
    let link = std::fs::read_link("/etc/localtime").ok();
    TimeZone {
        variable: std::env::var_os("TZ").map(OsString::into_vec),
        link: link.map(|link| link.into_os_string().into_vec()),
        local_time: hash("/etc/localtime"),
        name: hash("/etc/timezone"),
    }
}
