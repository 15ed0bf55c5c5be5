//! From the loading of the library to the end of the JVM.

use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use tamis_journal::{Ending, Record, Start, Trouble};
use tamis_jvmti::{Callbacks, Capability, Event, JavaVm, Jni, Jvmti, JvmtiError};

use crate::journal_file::JournalFile;
use crate::options::Options;
use crate::recorder::Recorder;
use crate::{AGENT, Agent, Loaders, entry, hook_tables, paths, stacks};

/// `java.lang.TamisProbe`, compiled from `java/`; a test compares the two.
static PROBE_CLASS: &[u8] = include_bytes!("../classes/TamisProbe.class");

/// Makes the agent, if the options name a journal that can be written.
///
/// # Safety
///
/// `vm` is what the JVM handed to `Agent_OnLoad`.
#[expect(unsafe_code, reason = "takes the JVM from the function that it called")]
pub(crate) unsafe fn load(vm: JavaVm, options: &str) {
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
    }));
    for word in &options.unknown {
        let message = format!("unknown option `{word}`");
        recorder.write(&Record::Trouble(Trouble { ending: Ending::Harmless, message }));
    }
    let agent = Agent {
        jvmti,
        options,
        recorder,
        hits: OnceLock::new(),
        loaders: OnceLock::new(),
        is_broken: AtomicBool::new(false),
    };
    let agent = AGENT.get_or_init(|| agent);
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
        thread_start: Some(entry::thread_start),
        thread_end: Some(entry::thread_end),
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
    agent.fault("start");
    let class = jni.define_boot_class(c"java/lang/TamisProbe", PROBE_CLASS);
    let hits = class
        .and_then(|class| jni.static_field(class, c"hits", c"[B"))
        .and_then(|hits| jni.global(hits));
    match hits {
        Some(hits) => {
            let _ = agent.hits.set(hits);
        }
        None => agent.fail("the probe class cannot be defined".to_owned()),
    }
}

/// Watches the classes of the JDK that were loaded before, and learns who is who.
pub(crate) fn initialise(agent: &Agent, jni: &Jni<'_>) {
    agent.fault("init");
    let loader = |method| {
        let class = jni.find_class(c"java/lang/ClassLoader")?;
        let loader = jni.call_static_object(class, method, c"()Ljava/lang/ClassLoader;")?;
        jni.global(loader)
    };
    let _ = agent.loaders.set(Loaders {
        application: loader(c"getSystemClassLoader"),
        platform: loader(c"getPlatformClassLoader"),
    });
    paths::learn(agent);
    // What it does is in `natives::rebind`.
    if let Some(probe) = jni.find_class(c"java/lang/TamisProbe") {
        jni.call_static_object(probe, c"start", c"()Ljava/lang/Object;");
    }
    if let Err(error) = watch_early_classes(jni) {
        agent.fail(format!("classes of the JDK cannot be watched: {error}"));
    }
    stacks::start_counting();
    let _ = agent.jvmti.enable(Event::ThreadStart);
    let _ = agent.jvmti.enable(Event::ThreadEnd);
}

fn watch_early_classes(jni: &Jni<'_>) -> Result<(), JvmtiError> {
    let Some(early) = EARLY.get() else { return Ok(()) };
    early.enable(Event::ClassFileLoadHook)?;
    // Found by name, which loads those that are not there yet: listing all classes would take longer.
    let classes: Vec<_> =
        hook_tables::EARLY.iter().filter_map(|name| jni.find_class(name)).collect();
    early.retransform(&classes)
}

/// Writes what is left.
pub(crate) fn finish(agent: &Agent, jni: &Jni<'_>) {
    if let Some(hits) = agent.hits.get() {
        agent.recorder.settle(jni, *hits);
    }
    agent.recorder.write(&Record::Exit);
}
