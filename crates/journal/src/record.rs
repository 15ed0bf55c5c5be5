//! What the agent has to say. Names are written once, in a record of their own, and by number afterwards.

use serde::{Deserialize, Serialize};

/// The number of a [`Name`]; counts from 0 in each journal.
pub type NameId = u32;

/// One record. The order of the variants is part of the format.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Record {
    /// The first record of every journal.
    Start(Start),
    /// What the machine was given from outside; written before the first test begins.
    Environment(Environment),
    /// Gives the next number to a text.
    Name(Name),
    /// A class was defined, or defined anew.
    Class(Class),
    /// What happened while no test was active; all tests of this machine may rest on it.
    Ambient(Charge),
    /// A static initialiser ended, also by an exception: what happened while it ran. Whoever touches the class inherits
    /// it.
    Initialised {
        /// Number of the class.
        class: u32,
        /// What happened meanwhile.
        charge: Charge,
    },
    /// A test class, or the building of its runner, begins.
    Begin(Begin),
    /// It ends.
    End {
        /// Number of the scope.
        scope: u32,
        /// What happened since it began, in all threads.
        charge: Charge,
    },
    /// A test method ended.
    Result(Result),
    /// Something was recorded more coarsely than it should be, or not at all.
    Trouble(Trouble),
    /// The machine ends in an orderly way.
    Exit,
    /// Static fields that a scope left otherwise than it found them, if that is watched; comes before its end.
    Left {
        /// Number of the scope.
        scope: u32,
        /// The fields, each once.
        fields: Vec<StaticField>,
    },
    /// Code that is not a test framework's ends the machine, while no test class runs.
    Halted,
}

/// A static field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct StaticField {
    /// Internal name of the class that declares it.
    pub class: NameId,
    /// Its name.
    pub name: NameId,
    /// Its descriptor.
    pub descriptor: NameId,
}

/// About the machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// Version of the agent.
    pub agent: String,
    /// Process number.
    pub pid: u32,
    /// `java.vm.version` and similar, as the machine states it.
    pub vm: String,
    /// The folder against which relative paths are resolved.
    pub working_folder: Vec<u8>,
    /// How finely code is recorded.
    pub granularity: Granularity,
    /// Whether [`Observation::AskedFor`] is recorded.
    pub watches_callers: bool,
}

/// What a machine was given from outside. Texts are as the machine gives them, in modified UTF-8.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Environment {
    /// `java.runtime.version`.
    pub version: Vec<u8>,
    /// `java.vm.vendor`.
    pub vendor: Vec<u8>,
    /// The arguments of the machine from all sources, in the order in which it takes them. Without the agent's own, the
    /// class path, and what the launcher adds for itself.
    pub arguments: Vec<Vec<u8>>,
    /// `java.class.path`, as given: the bytes of the command line.
    pub class_path: Vec<u8>,
    /// Properties that the machine works out from its surroundings, such as `user.language`; those that are set.
    pub properties: Vec<(String, Vec<u8>)>,
    /// Where the default time zone comes from; the machine asks when somebody needs it.
    pub time_zone: TimeZone,
}

/// Where a default time zone comes from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeZone {
    /// The variable `TZ`.
    pub variable: Option<Vec<u8>>,
    /// Where the link `/etc/localtime` leads.
    pub link: Option<Vec<u8>>,
    /// XXH3 (128 bits, no seed) of that file.
    pub local_time: Option<u128>,
    /// XXH3 of `/etc/timezone`.
    pub name: Option<u128>,
}

/// How finely code is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Granularity {
    /// Methods entered.
    Method,
    /// Also instructions that can initialise a class which nothing before them in their block, nor the method's entry,
    /// implies.
    Block,
    /// Also every instruction that can initialise a class. For studies: nothing is gained over blocks.
    Site,
}

/// A text: a class in internal form, a file, a property.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Name {
    /// Its number; numbers are given in order.
    pub id: NameId,
    /// The bytes: UTF-8, modified UTF-8 or what the file system gave.
    pub text: Vec<u8>,
}

/// A class as the machine was given it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Class {
    /// Its number; numbers are given in order, and a class that is defined twice from the same bytes has one.
    pub id: u32,
    /// Internal name.
    pub name: NameId,
    /// XXH3 (128 bits, no seed) of the bytes before they were rewritten.
    pub bytes: u128,
    /// If JaCoCo has changed it before, which methods it has beside those that were added (crate `probes`).
    pub covered: Option<u64>,
    /// Who defined it.
    pub loader: Loader,
    /// Whether it was probed.
    pub probing: Probing,
}

/// Who defined a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Loader {
    /// The loader of the class path.
    Application,
    /// The boot loader: a class that is not the JDK's, or it would not be recorded.
    Boot,
    /// Another loader, by the internal name of its class.
    Other(NameId),
}

/// What the probes of a class are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Probing {
    /// All methods have probes, but for those listed by their place in the class; what a number means is a function of
    /// the bytes (crate `probes`).
    Probed {
        /// Methods whose entry could not be probed.
        refused: Vec<u16>,
        /// Whether the static initialiser, if there is one, is watched.
        is_guarded: bool,
        /// Whether probes inside methods are there, where the granularity asks for them. Methods that refused them are
        /// recorded by their entry.
        without_inner: Vec<u16>,
    },
    /// No probe: whoever may have used it must be taken to depend on all of it.
    Unprobed(Unprobed),
}

/// Why a class has no probes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Unprobed {
    /// Part of a test framework.
    Framework,
    /// Not a class file that the agent can read or rewrite.
    Unreadable,
    /// All probe numbers are taken.
    NumbersExhausted,
    /// A hidden class, which no hook sees; defined from these bytes.
    Hidden,
    /// Loaded before the agent could see it.
    Early,
}

/// What happened in a stretch of time.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charge {
    /// Probes that were passed, by class, in the order of classes.
    pub hits: Vec<ClassHits>,
    /// What was looked at, each once, in the order in which it first happened.
    pub observations: Vec<Observation>,
    /// How many classes the machine had been given by the end: numbers below this existed.
    pub classes: u32,
}

/// Probes of one class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClassHits {
    /// Number of the class.
    pub class: u32,
    /// Probe numbers within the class, ascending; each but the first as the distance from the one before.
    pub probes: Vec<u32>,
}

/// Something of the world outside the code was looked at or changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Observation {
    /// A class was looked up by name, found or not.
    ClassLookedUp(NameId),
    /// Members, annotations or the like of a class were looked at.
    Introspected(NameId),
    /// One resource was looked up, found or not.
    ResourceLookedUp(NameId),
    /// All resources of a name were looked up.
    ResourcesListed(NameId),
    /// A resource bundle was asked for, by base name.
    BundleLookedUp(NameId),
    /// A file was opened for reading.
    FileRead(NameId),
    /// Existence, size, times or access of a file were asked for.
    FileProbed(NameId),
    /// The entries of a folder were listed.
    FolderListed(NameId),
    /// A file or folder was created, written, renamed or deleted.
    FileWritten(NameId),
    /// A system property was read, set or not.
    PropertyRead(NameId),
    /// The system properties were handed out as a whole.
    PropertiesRead,
    /// An environment variable was read, set or not.
    VariableRead(NameId),
    /// The environment was handed out as a whole.
    VariablesRead,
    /// A child process was started, by its command.
    ProcessStarted(NameId),
    /// A native library was loaded.
    LibraryLoaded(NameId),
    /// A method was on the stack of a live thread when the stretch began or ended: internal class name, `.`, name and
    /// descriptor; of virtual threads without the descriptor.
    OnStack(NameId),
    /// A class was serialised or deserialised.
    Serialised(NameId),
    /// A hidden class was defined: the number of the class record.
    HiddenDefined(u32),
    /// A folder was made that was not there before. What lies below it is the work of whoever made it, which cannot be
    /// said of a folder that [`Self::FileWritten`] names: it may have been full.
    FolderCreated(NameId),
    /// A thread was alive when the stretch began or ended, and what it was in the middle of is not known.
    StackUnseen,
    /// A socket was connected or bound, or a name or the network of this machine was looked up: what came of it is not
    /// in any file. The address or name.
    NetworkUsed(NameId),
    /// The standard input was read.
    InputRead,
    /// A function outside the machine can be called, or call back: by `java.lang.foreign`.
    NativeCalled(NameId),
    /// A default of the machine was set: `locale` or `time-zone`.
    DefaultSet(NameId),
    /// A system property was set or cleared; `*` if all were replaced.
    PropertySet(NameId),
    /// A default of the machine was asked for after one was set: `locale` or `time-zone`. Only if static state is watched.
    DefaultRead(NameId),
    /// Static state is watched, and what was left of it behind is not known.
    StaticsUnseen,
    /// A default of the machine was left otherwise than it was found: `locale` or `time-zone`. Only if static state is not
    /// watched.
    DefaultLeft(NameId),
    /// A class that is not the JDK's asked it for a class, by name or with its bytes. Only if callers are watched.
    AskedFor {
        /// Internal name of the first class on the stack that is not the JDK's.
        caller: NameId,
        /// The method of the JDK that it called: internal class name, `.`, name and descriptor.
        through: NameId,
        /// Internal name of the class that was asked for, found or not.
        class: NameId,
    },
    /// The words that the machine was started with were handed out.
    WordsRead,
}

/// The begin of a scope.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Begin {
    /// Number of the scope; counts from 0.
    pub scope: u32,
    /// Name of the test class, as `Class.getName` gives it.
    pub test: NameId,
    /// What begins.
    pub phase: Phase,
    /// The scope of the same thread that this one is inside of.
    pub inside: Option<u32>,
    /// Nanoseconds since the machine started.
    pub nanos: u64,
}

/// What a scope is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Phase {
    /// The runner of the test class is built: `@Parameters`, `suite()`.
    Build,
    /// The test class runs.
    Run,
}

/// A test method that ended, was skipped, or a class that failed outside its methods.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Result {
    /// The test class, as `Class.getName` gives it.
    pub test: NameId,
    /// The method, with what tells invocations apart; empty for the class itself.
    pub method: String,
    /// How it ended.
    pub outcome: Outcome,
    /// First line of what was thrown, if it failed.
    pub message: Option<String>,
    /// How long it took, if it was started.
    pub nanos: Option<u64>,
}

/// How a test method ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// Passed.
    Passed,
    /// Failed, or broke down.
    Failed,
    /// An assumption did not hold.
    Aborted,
    /// Was not run: disabled or ignored.
    Skipped,
}

/// What went wrong in the agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trouble {
    /// What is affected.
    pub ending: Ending,
    /// In words.
    pub message: String,
}

/// How far the trouble reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Ending {
    /// Told, and nothing is lost.
    Harmless,
    /// All tests that have not ended, and later ones, are recorded incompletely.
    Incomplete,
}
