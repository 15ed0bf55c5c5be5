//! The library that a JVM loads with `-agentpath`. It records what tests rest on, into a journal, and decides nothing.
//!
//! - `entry` has the functions that the JVM calls; a panic behind any of them is caught and becomes a record.
//! - `class_hook` sees each class before it is parsed and places probes, guards, brackets and notes.
//! - `natives` stands before the native methods of the JDK that touch files.
//! - `recorder` keeps what was passed and looked at, and charges it to all tests that are active.
//! - `frameworks` knows where test classes begin and end.
//! - `statics` finds what they leave behind in static fields, if that is asked for.
//! - `callers` finds who asks for classes by name, if that is asked for.
//!
//! Options, separated by commas, of which the folder may have some: `journal=FOLDER`, `granularity=method|block|site`, `numbers=N` (room for probes),
//! `statics=N` (compares static fields, with at most N objects behind them), `callers` (records who asks for classes), `roots=FILE` (more of the class path), `fault=PLACE` (panics there, for tests of ours).

mod bootstrap;
mod build_tool;
mod callers;
mod class_hook;
mod connections;
mod defaults;
mod entry;
mod environment;
mod faults;
mod frameworks;
mod hook_tables;
mod jdk_notes;
mod journal_file;
mod loaders;
mod names;
mod natives;
mod options;
mod paths;
mod probe_class;
mod recorder;
mod results;
mod stacks;
mod statics;
mod testng;
mod virtual_threads;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use tamis_journal::{Ending, Record, Trouble};
use tamis_jvmti::Jvmti;

use loaders::Loaders;
use options::Options;
use probe_class::ProbeClass;
use recorder::Recorder;

/// Everything about this machine; there is one agent for each process.
struct Agent {
    /// For classes that are not the JDK's: cannot retransform, so that what it does to a class stays.
    jvmti: Jvmti,
    /// The feature release of the JDK, such as 17; 0 if it does not tell.
    release: u16,
    options: Options,
    recorder: Recorder,
    /// The class that instrumented code calls, once it is there.
    probe: OnceLock<ProbeClass>,
    /// Loaders that have to be told apart.
    loaders: OnceLock<Loaders>,
    /// Set after a failure of ours: nothing more is recorded.
    is_broken: AtomicBool,
}

static AGENT: OnceLock<Agent> = OnceLock::new();

impl Agent {
    fn get() -> Option<&'static Self> {
        AGENT.get().filter(|agent| !agent.is_broken.load(Ordering::Relaxed))
    }

    /// Tells of a failure after which recordings cannot be trusted.
    fn fail(&self, message: String) {
        if !self.is_broken.swap(true, Ordering::Relaxed) {
            let trouble = Trouble { ending: Ending::Incomplete, message };
            self.recorder.write(&Record::Trouble(trouble));
        }
    }
}
