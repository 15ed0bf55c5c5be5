//! What notes in the JDK mean. Notes of frameworks are handed on.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use tamis_journal::{NameId, Observation, Record, Unprobed};
use tamis_jvmti::{Global, Jni, Object};
use tamis_probes::is_framework;
use xxhash_rust::xxh3::xxh3_128;

use crate::defaults::{self, Default};
use crate::hook_tables::{Note, is_generated_by_jdk, is_java};
use crate::paths::{self, Access};
use crate::{
    Agent, callers, class_hook, connections, hook_tables, natives, results, virtual_threads,
};

/// A note was called.
pub(crate) fn note(
    agent: &Agent,
    jni: &Jni<'_>,
    note: Note,
    first: Option<Object<'_>>,
    second: Option<Object<'_>>,
) {
    match (note, first) {
        (Note::PropertiesRead, _) => whole(agent, jni, Observation::PropertiesRead),
        (Note::WordsRead, _) => whole(agent, jni, Observation::WordsRead),
        (Note::VariablesRead, _) => whole(agent, jni, Observation::VariablesRead),
        (Note::NetworkUsed, address) => connections::network(agent, jni, address, second),
        (Note::Talked, descriptor) => connections::talked(agent, jni, descriptor),
        (_, None) => plain(agent, jni, note),
        (Note::PropertySet, Some(name)) => property_set(agent, jni, &jni.string(name)),
        (Note::PropertiesChanged, Some(properties)) => {
            properties_changed(agent, jni, properties, second);
        }
        (Note::JarRead, Some(connection)) => {
            if is_called_by_program(agent, jni) {
                paths::observe_jar(agent, jni, connection);
            }
        }
        (Note::IntrospectedAll, Some(classes)) => {
            for class in jni.elements(classes).into_iter().flatten() {
                introspected(agent, jni, class);
                jni.forget(class);
            }
        }
        (Note::IntrospectedObject, Some(object)) => {
            introspected_some(agent, jni, jni.class_of(object));
        }
        (Note::Serialised, Some(class)) => {
            if let Some(name) = project_class(agent, jni, class) {
                agent.recorder.observe(&name, Observation::Serialised);
                agent.recorder.observe(&name, Observation::Introspected);
            }
        }
        (Note::PackageInfo, Some(package)) => package_info(agent, jni, package),
        (Note::ClassLookedUp, Some(name)) => looked_up(agent, jni, &internal(&jni.string(name))),
        (Note::ClassDefined, Some(name)) => {
            callers::defined(agent, jni, &internal(&jni.string(name)));
        }
        // Surefire asks another process whether Maven is still there.
        (Note::ProcessStarted, Some(_)) if is_running_tests(agent, jni) => {}
        (Note::ProcessStarted, Some(command)) => {
            let words = jni.elements(command).into_iter().flatten();
            let words: Vec<_> = words.map(|word| jni.string(word)).collect();
            if !attaches_here(&words) {
                agent.recorder.observe(&words.join(&b' '), Observation::ProcessStarted);
            }
        }
        (Note::ArchiveOpened, Some(file)) => looked_at(agent, jni, file, Access::Read),
        (Note::Canonicalised, Some(file)) => looked_at(agent, jni, file, Access::Probed),
        (Note::AddressOpened, Some(address)) => paths::observe_address(agent, jni, address),
        (Note::VirtualStarted, Some(thread)) => virtual_threads::started(agent, jni, thread),
        (Note::VirtualEnded, Some(thread)) => virtual_threads::ended(agent, jni, thread),
        (Note::HiddenDefined, Some(bytes)) => hidden(agent, jni, bytes),
        (Note::LibraryLoaded, Some(class)) => {
            if let (Some(_), Some(name)) = (project_class(agent, jni, class), second) {
                agent.recorder.observe(&jni.string(name), Observation::LibraryLoaded);
            }
        }
        (_, Some(object)) => match by_name(note) {
            Some(observation) => {
                let name = jni.string(object);
                if note == Note::PropertyRead {
                    property_read(agent, jni, &name);
                } else {
                    agent.recorder.observe(&name, observation);
                }
            }
            None => results::note(agent, jni, note, object, second),
        },
    }
}

/// Whether a process only has this machine load an agent, as Mockito does: a machine may not attach to itself. What the agent
/// then does is done here.
fn attaches_here(words: &[Vec<u8>]) -> bool {
    let this = std::process::id().to_string();
    let main = words.iter().position(|word| word == b"net.bytebuddy.agent.Attacher");
    let given = main.and_then(|main| words.get(main + 1..)).unwrap_or_default();
    given.iter().any(|word| *word == this.as_bytes())
}

/// A note without an object.
fn plain(agent: &Agent, jni: &Jni<'_>, note: Note) {
    let recorder = &agent.recorder;
    match note {
        Note::LocaleSet => {
            IS_LOCALE_SET.store(true, Ordering::Relaxed);
            defaults::setting(jni, Default::Locale);
            recorder.observe_once(b"locale", Observation::DefaultSet);
        }
        Note::ZoneSet => {
            IS_ZONE_SET.store(true, Ordering::Relaxed);
            defaults::setting(jni, Default::Zone);
            recorder.observe_once(b"time-zone", Observation::DefaultSet);
        }
        Note::LocaleRead => default_read(agent, jni, &IS_LOCALE_SET, b"locale"),
        Note::ZoneRead => default_read(agent, jni, &IS_ZONE_SET, b"time-zone"),
        Note::PropertiesSet if recorder.has_scope() => {
            recorder.observe_once(b"*", Observation::PropertySet);
        }
        // Nobody's, and yet to be told again behind the next boundary.
        Note::PropertiesSet => recorder.look(None),
        Note::NativeCalled if is_called_by_program(agent, jni) => {
            recorder.observe(b"java.lang.foreign", Observation::NativeCalled);
        }
        // A test that does it does not end.
        Note::Halted if !recorder.has_scope() && !is_for_framework(agent, jni) => {
            recorder.write(&Record::Halted);
        }
        // Which one is not known any more.
        Note::ManifestRead if is_called_by_program(agent, jni) => {
            recorder.observe(b"META-INF/MANIFEST.MF", Observation::ResourcesListed);
        }
        _ => {}
    }
}

/// Whether a default was set in this machine.
static IS_LOCALE_SET: AtomicBool = AtomicBool::new(false);
static IS_ZONE_SET: AtomicBool = AtomicBool::new(false);

/// A default was asked for, which counts once somebody has set one.
fn default_read(agent: &Agent, jni: &Jni<'_>, is_set: &AtomicBool, which: &[u8]) {
    // Dates and numbers ask all the time, and a look at the stack takes its time.
    let is_news = || !agent.recorder.is_pending(which, Observation::DefaultRead);
    if is_set.load(Ordering::Relaxed) && is_news() && !is_for_others(agent, jni) {
        agent.recorder.observe(which, Observation::DefaultRead);
    }
}

/// The property in which the JDK keeps the name of the default time zone, once it has looked for it.
const ZONE: &[u8] = b"user.timezone";

/// What stands for it in recordings when the JDK sets it, and for whom that matters.
const ZONE_BY_JDK: &[u8] = b"user.timezone of java.util.TimeZone";

/// Whether the JDK is looking for the default time zone.
fn is_for_zone(agent: &Agent, jni: &Jni<'_>) -> bool {
    let (frames, count) = agent.jvmti.stack::<16>(0);
    frames.iter().take(count).any(|frame| {
        agent.jvmti.method_class(jni, frame.method).is_some_and(|class| {
            let name = agent.jvmti.class_signature(class).unwrap_or_default();
            jni.forget(class);
            name.starts_with(b"Ljava/util/TimeZone;")
        })
    })
}

/// Whether a library that Surefire has moved into itself asks, and not the JDK for it. One of them asks for half a hundred
/// properties before the first test runs.
fn is_for_surefire(agent: &Agent, jni: &Jni<'_>) -> bool {
    // Behind the native method and the watched one.
    let (frames, count) = agent.jvmti.stack::<1>(2);
    let caller = frames.first().filter(|_| count > 0);
    caller.and_then(|frame| agent.jvmti.method_class(jni, frame.method)).is_some_and(|class| {
        let name = agent.jvmti.class_signature(class).unwrap_or_default();
        jni.forget(class);
        let name = name.strip_prefix(b"Lorg/apache/maven/surefire/").unwrap_or_default();
        name.starts_with(b"shared/") || name.starts_with(b"shade/")
    })
}

fn property_read(agent: &Agent, jni: &Jni<'_>, name: &[u8]) {
    // The JDK reads the same ones all the time, and a look at the stack takes its time.
    let is_known = name != ZONE && agent.recorder.is_pending(name, Observation::PropertyRead);
    if is_known || is_for_surefire(agent, jni) {
        return;
    }
    if name == ZONE && !is_for_zone(agent, jni) {
        agent.recorder.observe(ZONE_BY_JDK, Observation::PropertyRead);
    }
    // Frameworks look for classes there, and find them by their names.
    if name != b"java.class.path" || !is_for_framework(agent, jni) {
        agent.recorder.observe(name, Observation::PropertyRead);
    }
}

fn property_set(agent: &Agent, jni: &Jni<'_>, name: &[u8]) {
    if name == ZONE && is_for_zone(agent, jni) {
        // It finds the same again whoever asks first; only who reads the property otherwise rests on somebody having asked.
        if agent.recorder.has_scope() {
            agent.recorder.observe(ZONE_BY_JDK, Observation::PropertySet);
        }
        return;
    }
    // Surefire sets those that the build gives to the tests.
    if is_for_framework(agent, jni) && !agent.recorder.has_scope() {
        return;
    }
    // What is set before a test begins, it finds there every time.
    if agent.recorder.has_scope() {
        agent.recorder.observe(name, Observation::PropertySet);
    }
    // The value that was there before is handed out.
    agent.recorder.observe(name, Observation::PropertyRead);
}

/// An object with properties is about to change, which counts if it is the one of the system.
fn properties_changed(
    agent: &Agent,
    jni: &Jni<'_>,
    properties: Object<'_>,
    key: Option<Object<'_>>,
) {
    static SYSTEM: OnceLock<Option<Global>> = OnceLock::new();
    let system = SYSTEM.get_or_init(|| jni.global(jni.find_class(c"java/lang/System")?));
    let held = system
        .as_ref()
        .and_then(|system| jni.static_field(system.get(), c"props", c"Ljava/util/Properties;"));
    // If it cannot be found, it may be any.
    let is_system = held.is_none_or(|held| {
        let is_same = jni.is_same(held, properties);
        jni.forget(held);
        is_same
    });
    if !is_system {
        return;
    }
    let Some(key) = key else {
        if agent.recorder.has_scope() {
            agent.recorder.observe(b"*", Observation::PropertySet);
        }
        return;
    };
    if let Some(string) = jni.find_class(c"java/lang/String") {
        if jni.is_instance(key, string) {
            property_set(agent, jni, &jni.string(key));
        }
        jni.forget(string);
    }
}

/// What a note about a string is recorded as.
fn by_name(note: Note) -> Option<fn(NameId) -> Observation> {
    Some(match note {
        Note::ResourceLookedUp => Observation::ResourceLookedUp,
        Note::ResourcesListed => Observation::ResourcesListed,
        Note::BundleLookedUp => Observation::BundleLookedUp,
        Note::PropertyRead => Observation::PropertyRead,
        Note::VariableRead => Observation::VariableRead,
        _ => return None,
    })
}

/// Everything was handed out at once; the JDK does that for itself all the time.
fn whole(agent: &Agent, jni: &Jni<'_>, observation: Observation) {
    if is_called_by_program(agent, jni) {
        agent.recorder.observe_plain(observation);
    }
}

/// The standard input is about to be read.
pub(crate) fn input(agent: &Agent, jni: &Jni<'_>) {
    if !is_for_framework(agent, jni) {
        agent.recorder.observe_plain(Observation::InputRead);
    }
}

fn package_info(agent: &Agent, jni: &Jni<'_>, package: Object<'_>) {
    if let Some(name) = jni.call_object(package, c"getName", c"()Ljava/lang/String;", &[]) {
        let mut name = internal(&jni.string(name));
        name.extend(b"/package-info");
        if !is_java(&name) {
            agent.recorder.observe(&name, Observation::Introspected);
        }
    }
}

/// A zip file was asked for, perhaps one that is open already.
fn looked_at(agent: &Agent, jni: &Jni<'_>, file: Object<'_>, access: Access) {
    if let Some(path) = jni.field(file, c"path", c"Ljava/lang/String;") {
        paths::observe(agent, jni, &natives::plain(jni.string(path)), access);
    }
}

fn looked_up(agent: &Agent, jni: &Jni<'_>, name: &[u8]) {
    let element = element(name);
    if !element.is_empty() && !is_java(element) && !is_framework(element) {
        agent.recorder.observe(element, Observation::ClassLookedUp);
        if agent.options.callers {
            callers::asked(agent, jni, element);
        }
    }
}

fn introspected_some(agent: &Agent, jni: &Jni<'_>, class: Option<Object<'_>>) {
    if let Some(class) = class {
        introspected(agent, jni, class);
    }
}

/// `p.A` or `p/A` as an internal name.
fn internal(name: &[u8]) -> Vec<u8> {
    name.iter().map(|byte| if *byte == b'.' { b'/' } else { *byte }).collect()
}

/// The class of an array's elements, or the class itself; empty for arrays of primitives.
fn element(name: &[u8]) -> &[u8] {
    let dimensions = name.iter().take_while(|byte| **byte == b'[').count();
    if dimensions == 0 {
        return name;
    }
    let inner = name.get(dimensions..).unwrap_or_default();
    inner.strip_prefix(b"L").and_then(|rest| rest.strip_suffix(b";")).unwrap_or_default()
}

/// The members of a class were looked at.
pub(crate) fn introspected(agent: &Agent, jni: &Jni<'_>, class: Object<'_>) {
    // A tag spares the way to the name: -1 for classes of the JDK, else one more than the number of the name.
    let name = match agent.jvmti.tag(class) {
        0 => number(agent, jni, class),
        tag => u32::try_from(tag - 1).ok(),
    };
    agent.recorder.look(name);
}

/// Whether the machine never unloads a class: it is of a loader that stays, and not hidden.
pub(crate) fn stays(agent: &Agent, jni: &Jni<'_>, class: Object<'_>) -> bool {
    let loader = agent.jvmti.class_loader(jni, class);
    let is_of_lasting = match loader {
        None => return false,
        Some(None) => true,
        Some(Some(loader)) => {
            let lasting = agent.loaders.get();
            let lasting = lasting.map(|loaders| [loaders.application, loaders.platform]);
            let lasting = lasting.into_iter().flatten().flatten();
            let is_lasting = lasting.into_iter().any(|each| jni.is_same(each.get(), loader));
            jni.forget(loader);
            is_lasting
        }
    };
    let is_hidden = |signature: Vec<u8>| {
        let name = signature.strip_suffix(b";").unwrap_or(&signature);
        hook_tables::name_in_bytes(name).len() < name.len()
    };
    is_of_lasting && agent.jvmti.class_signature(class).is_some_and(|name| !is_hidden(name))
}

/// The number of a class's name, unless nobody is interested; it is tagged with that.
fn number(agent: &Agent, jni: &Jni<'_>, class: Object<'_>) -> Option<NameId> {
    let number = project_class(agent, jni, class).map(|name| agent.recorder.number_name(&name));
    let _ = agent.jvmti.set_tag(class, number.map_or(-1, |number| i64::from(number) + 1));
    number
}

/// The internal name of a class, or of an array's elements, unless it is the JDK's or a framework's. Of a hidden class,
/// the name in its bytes.
fn project_class(agent: &Agent, jni: &Jni<'_>, class: Object<'_>) -> Option<Vec<u8>> {
    if is_of_jdk_loader(agent, jni, class) {
        return None;
    }
    let signature = agent.jvmti.class_signature(class)?;
    let dimensions = signature.iter().take_while(|byte| **byte == b'[').count();
    let inner = signature.get(dimensions..)?.strip_prefix(b"L")?.strip_suffix(b";")?;
    let inner = hook_tables::name_in_bytes(inner);
    let is_program = !is_generated_by_jdk(inner) && !is_framework(inner) && !is_lambda(inner);
    is_program.then(|| inner.to_vec())
}

/// Whether the boot or the platform loader has defined a class.
pub(crate) fn is_of_jdk_loader(agent: &Agent, jni: &Jni<'_>, class: Object<'_>) -> bool {
    match agent.jvmti.class_loader(jni, class) {
        None => false,
        Some(None) => true,
        Some(Some(loader)) => {
            let platform = agent.loaders.get().and_then(|loaders| loaders.platform);
            let is_platform = platform.is_some_and(|platform| jni.is_same(platform.get(), loader));
            jni.forget(loader);
            is_platform
        }
    }
}

/// Whether a class was made for a lambda: it is in no class file, and has a number for a name.
pub(crate) fn is_lambda(name: &[u8]) -> bool {
    name.windows(8).any(|part| part == b"$$Lambda")
}

/// A hidden class is recorded by its bytes; the hook for classes does not see it.
fn hidden(agent: &Agent, jni: &Jni<'_>, bytes: Object<'_>) {
    let bytes = jni.bytes(bytes);
    let class = tamis_classfile::ClassFile::parse(&bytes);
    let name = class.as_ref().map_or(&b"?"[..], |class| class.name().as_bytes());
    // Those that the JDK makes for lambdas and handles say nothing.
    if is_generated_by_jdk(name) || is_lambda(name) {
        return;
    }
    let id = class_hook::record(agent, jni, None, name, xxh3_128(&bytes), Err(Unprobed::Hidden));
    agent.recorder.observe_plain(Observation::HiddenDefined(id));
}

/// Whether the method that the note is in was called by neither the JDK nor a test framework. Reflection, handles and
/// lambdas call for somebody else. In doubt, it was.
fn is_called_by_program(agent: &Agent, jni: &Jni<'_>) -> bool {
    // Behind the native method and the watched one.
    let (frames, count) = agent.jvmti.stack::<32>(2);
    for frame in frames.iter().take(count) {
        let Some(class) = agent.jvmti.method_class(jni, frame.method) else { return true };
        let is_jdk = is_of_jdk_loader(agent, jni, class);
        let signature = agent.jvmti.class_signature(class).unwrap_or_default();
        jni.forget(class);
        let name = signature.strip_prefix(b"L").unwrap_or_default();
        let calls_for_others: [&[u8]; 4] = [
            b"java/lang/reflect/",
            b"jdk/internal/reflect/",
            b"sun/reflect/",
            b"java/lang/invoke/",
        ];
        if calls_for_others.iter().any(|prefix| name.starts_with(prefix)) {
            continue;
        }
        return !is_jdk && !is_framework(name);
    }
    true
}

/// What starts machines with tests and talks to them.
const STARTERS: [&[u8]; 3] = [b"org/gradle/", b"worker/org/gradle/", b"com/intellij/rt/"];

/// Whether something is done for a test framework, or for what starts machines with tests: by the first on the stack that is
/// not the JDK. In doubt, it is not.
pub(crate) fn is_for_framework(agent: &Agent, jni: &Jni<'_>) -> bool {
    is_behind(agent, jni, &[], &STARTERS)
}

/// As above, for processes and connections. What starts machines has its connections before the first test; later, a test uses
/// it for itself, and not always in a thread that shows that.
pub(crate) fn is_running_tests(agent: &Agent, jni: &Jni<'_>) -> bool {
    let starters: &[&[u8]] = if agent.recorder.has_begun() { &[] } else { &STARTERS };
    is_behind(agent, jni, &[], starters)
}

/// As above, or for finding a class.
fn is_for_others(agent: &Agent, jni: &Jni<'_>) -> bool {
    is_behind(
        agent,
        jni,
        &[b"jdk/internal/loader/", b"sun/misc/Launcher", b"java/lang/ClassLoader;"],
        &STARTERS,
    )
}

/// Whether one of these classes of the JDK, or a test framework, is the first that tells who something is done for.
fn is_behind(agent: &Agent, jni: &Jni<'_>, of_jdk: &[&[u8]], starters: &[&[u8]]) -> bool {
    const DEEPEST: usize = 128;
    let (frames, count) = agent.jvmti.stack::<DEEPEST>(0);
    let mut is_starter = false;
    for frame in frames.iter().take(count) {
        let Some(class) = agent.jvmti.method_class(jni, frame.method) else { return false };
        let is_jdk = is_of_jdk_loader(agent, jni, class);
        let signature = agent.jvmti.class_signature(class).unwrap_or_default();
        jni.forget(class);
        let name = signature.strip_prefix(b"L").unwrap_or_default();
        let is_one_of = |prefixes: &[&[u8]]| prefixes.iter().any(|each| name.starts_with(each));
        if is_jdk {
            if !is_starter && is_one_of(of_jdk) {
                return true;
            }
        } else if is_one_of(starters) {
            // A test may use it, too: then the test is further down, if it is the same thread.
            is_starter = true;
        } else if !is_starter || !is_framework(name) {
            return !is_starter && is_framework(name);
        }
    }
    is_starter && count < DEEPEST
}
