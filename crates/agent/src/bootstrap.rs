//! From the loading of the library to the end of the JVM.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, OnceLock, PoisonError};

use tamis_journal::{Ending, Record, Start, Trouble};
use tamis_jvmti::{Callbacks, Capability, Event, JavaVm, Jni, Jvmti, JvmtiError};

use crate::journal_file::JournalFile;
use crate::options::Options;
use crate::probe_class::ProbeClass;
use crate::recorder::Recorder;
use crate::{
    AGENT, Agent, build_tool, entry, environment, faults, hook_tables, loaders, natives, paths,
    statics,
};

/// `java.lang.TamisProbe`, compiled from `java/`; a test compares the two.
static PROBE_CLASS: &[u8] = include_bytes!("../classes/TamisProbe.class");

/// Makes the agent, if the options name a journal that can be written.
///
/// # Safety
///
/// `vm` is what the JVM handed to `Agent_OnLoad`.
#[expect(unsafe_code, reason = "takes the JVM from the function that it called")]
pub(crate) unsafe fn load(vm: JavaVm, options: &[u8]) {
    if let Some(folder) = options.strip_prefix(b"build=") {
        let folder = Path::new(OsStr::from_bytes(folder));
        // SAFETY: the caller promises the JVM.
        return unsafe { build_tool::load(vm, folder) };
    }
    let options = Options::parse(options);
    let Some(folder) = &options.journal else { return };
    let Ok(journal) = JournalFile::create(folder) else { return };
    let recorder = Recorder::new(journal, options.numbers);
    // SAFETY: the caller promises the JVM.
    let environments = unsafe { Jvmti::new(vm).and_then(|jvmti| Ok((jvmti, Jvmti::new(vm)?))) };
    let (jvmti, early) = match environments {
        Ok(environments) => environments,
        Err(error) => {
            recorder.write(&incomplete(format!("no JVMTI environment: {error}")));
            return;
        }
    };
    recorder.write(&Record::Start(Start {
        agent: env!("CARGO_PKG_VERSION").to_owned(),
        pid: std::process::id(),
        vm: version(jvmti),
        working_folder: paths::working_folder(),
        granularity: options.granularity,
        watches_callers: options.callers,
    }));
    for word in &options.unknown {
        let message = format!("unknown option `{word}`");
        recorder.write(&Record::Trouble(Trouble { ending: Ending::Harmless, message }));
    }
    let release = release(jvmti);
    let agent = Agent {
        jvmti,
        release,
        options,
        recorder,
        probe: OnceLock::new(),
        loaders: OnceLock::new(),
        is_broken: AtomicBool::new(false),
    };
    let agent = AGENT.get_or_init(|| agent);
    if release < OLDEST {
        agent.fail(format!("JDK {release} is not understood: {OLDEST} is the oldest that is"));
        return;
    }
    if let Some(room) = agent.options.statics {
        // SAFETY: as above.
        let own = unsafe { Jvmti::new(vm) };
        let own = own.and_then(|own| own.add_capabilities(&[Capability::TagObjects]).map(|()| own));
        match own {
            Ok(own) => statics::start(own, room),
            Err(error) => agent.fail(format!("static fields cannot be compared: {error}")),
        }
    }
    agent.options.fault.iter().for_each(|place| faults::arm(place));
    if let Err(error) = listen(jvmti, early) {
        agent.fail(format!("the JVM refuses what the agent needs: {error}"));
    }
}

fn incomplete(message: String) -> Record {
    Record::Trouble(Trouble { ending: Ending::Incomplete, message })
}

fn version(jvmti: Jvmti) -> String {
    let property = |name| jvmti.system_property(name).unwrap_or_default();
    let text = [property(c"java.vm.name"), property(c"java.vm.version")].join(&b' ');
    String::from_utf8_lossy(&text).into_owned()
}

/// The oldest release of the JDK whose inside is known.
const OLDEST: u16 = 8;

/// The feature release of the JDK; 0 if it does not tell.
pub(crate) fn release(jvmti: Jvmti) -> u16 {
    let version = jvmti.system_property(c"java.vm.specification.version").unwrap_or_default();
    let version = String::from_utf8_lossy(&version);
    // As in 1.8.
    version.strip_prefix("1.").unwrap_or(&version).parse().unwrap_or(0)
}

/// Switches events on.
fn listen(jvmti: Jvmti, early: Jvmti) -> Result<(), JvmtiError> {
    jvmti.add_capabilities(&[
        Capability::TagObjects,
        Capability::AllClassHookEvents,
        Capability::NativeMethodBindEvents,
    ])?;
    jvmti.set_callbacks(Callbacks {
        vm_init: Some(entry::vm_init),
        vm_death: Some(entry::vm_death),
        class_file_load_hook: Some(entry::class_file_load_hook),
        vm_start: Some(entry::vm_start),
        native_method_bind: Some(entry::native_method_bind),
    })?;
    for event in [
        Event::VmStart,
        Event::VmInit,
        Event::VmDeath,
        Event::ClassFileLoadHook,
        Event::NativeMethodBind,
    ] {
        jvmti.enable(event)?;
    }
    early.add_capabilities(&[Capability::AllClassHookEvents, Capability::RetransformClasses])?;
    early.set_callbacks(Callbacks {
        class_file_load_hook: Some(entry::early_class_hook),
        ..Callbacks::default()
    })?;
    let _ = EARLY.set(early);
    Ok(())
}

/// The environment that changes classes which are already loaded.
static EARLY: OnceLock<Jvmti> = OnceLock::new();

/// Defines the class that instrumented code calls, before any class of the program is loaded.
pub(crate) fn define_probe(agent: &Agent, jni: &Jni<'_>) {
    faults::at("start");
    let class = jni.define_boot_class(c"java/lang/TamisProbe", PROBE_CLASS);
    match class.and_then(|class| ProbeClass::of(jni, class)) {
        Some(probe) => {
            let _ = agent.probe.set(probe);
        }
        None => agent.fail("the probe class cannot be defined".to_owned()),
    }
}

/// Watches the classes of the JDK that were loaded before, and learns who is who.
pub(crate) fn initialise(agent: &Agent, jni: &Jni<'_>) {
    faults::at("init");
    let _ = agent.loaders.set(loaders::of(agent, jni));
    paths::learn(agent);
    // Before the JDK is watched: what the agent asks is nobody's business.
    match environment::of(agent, jni) {
        Some(environment) => agent.recorder.write(&Record::Environment(environment)),
        None => agent.fail("what the machine was given from outside cannot be seen".to_owned()),
    }
    // Calls back into `watch_loaded`.
    let is_started = jni
        .find_class(c"java/lang/TamisProbe")
        .and_then(|probe| jni.call_static_object(probe, c"start", c"()Ljava/lang/Object;", &[]));
    if is_started.is_none() {
        agent.fail("the JDK cannot be watched".to_owned());
    }
}

/// Classes of the JDK that were loaded before the first hook could see them, by internal name.
static EARLY_CLASSES: OnceLock<Vec<Vec<u8>>> = OnceLock::new();

/// Classes of the JDK that the first hook has seen.
static SEEN: Mutex<Vec<Vec<u8>>> = Mutex::new(Vec::new());

/// The first hook has changed a class of the JDK.
pub(crate) fn seen(name: &[u8]) {
    if EARLY_CLASSES.get().is_none() {
        SEEN.lock().unwrap_or_else(PoisonError::into_inner).push(name.to_vec());
    }
}

/// Whether the second hook is in charge of a class of the JDK.
pub(crate) fn is_early(name: &[u8]) -> bool {
    EARLY_CLASSES.get().is_some_and(|classes| classes.iter().any(|each| each == name))
}

/// Watches what is there already. Called by a native method of the probe class, see [`natives::rebind`].
pub(crate) fn watch_loaded(agent: &Agent, jni: &Jni<'_>) {
    jni.expect_references(1 << 14);
    let seen = std::mem::take(&mut *SEEN.lock().unwrap_or_else(PoisonError::into_inner));
    let (mut with_natives, mut early, mut names) = (Vec::new(), Vec::new(), Vec::new());
    let loaded = agent.jvmti.loaded_classes(jni).unwrap_or_else(|error| {
        agent.fail(format!("the classes of the JDK cannot be listed: {error}"));
        Vec::new()
    });
    for class in loaded {
        let signature = agent.jvmti.class_signature(class).unwrap_or_default();
        let name = signature.strip_prefix(b"L").and_then(|rest| rest.strip_suffix(b";"));
        let name = name.unwrap_or_default().to_vec();
        if natives::is_watched(&signature) {
            with_natives.push((class, signature));
        } else if hook_tables::jdk(&name, agent.release).is_some() && !seen.contains(&name) {
            early.push(class);
            names.push(name);
        } else {
            jni.forget(class);
        }
    }
    natives::rebind(agent, jni, &with_natives);
    let _ = EARLY_CLASSES.set(names);
    let Some(second) = EARLY.get() else { return };
    let changed = second.enable(Event::ClassFileLoadHook).and_then(|()| second.retransform(&early));
    if let Err(error) = changed {
        agent.fail(format!("classes of the JDK cannot be watched: {error}"));
    }
}

/// Writes what is left.
pub(crate) fn finish(agent: &Agent, jni: &Jni<'_>) {
    faults::at("exit");
    if let Some(probe) = agent.probe.get() {
        agent.recorder.settle(jni, *probe);
    }
    agent.recorder.write(&Record::Exit);
}
