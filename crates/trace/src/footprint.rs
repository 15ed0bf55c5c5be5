//! What an execution touched.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use tamis_journal::Unprobed;
use tamis_vocab::{ClassName, MethodId};

use crate::leaning::Leftover;

/// What one execution rests on, as far as it was recorded. Classes of the JDK are not in it, and those of test frameworks
/// only by their number: they are among the first [`Self::loaded`] ones.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Footprint {
    /// Methods that were entered.
    pub methods: BTreeSet<MethodId>,
    /// Methods that may have been entered: they could not be probed, and their class was there.
    pub assumed: BTreeSet<MethodId>,
    /// Classes that were touched, each with the most direct reason.
    pub classes: BTreeMap<ClassName, Why>,
    /// Classes of which more cannot be said than that all of them may matter.
    pub whole: BTreeMap<ClassName, Whole>,
    /// How many classes the machine had been given when the test ended; any of them could be the class of a receiver.
    pub loaded: u32,
    /// What was looked at, apart from files.
    pub observations: BTreeSet<Observed>,
    /// Files of which something was asked, unless this test or another one of the run made them.
    pub files: BTreeSet<FileUse>,
    /// Files and folders that it created, wrote, renamed or deleted, or an initialiser on which it rests.
    pub written: BTreeSet<PathBuf>,
    /// Whether it asked something of what it had written itself.
    pub reads_own_files: bool,
    /// Tests that wrote or left what this one read, each with one thing of that.
    pub after: BTreeMap<ClassName, Common>,
    /// Who asked the JDK for which class; `None` if that was not watched.
    pub asked: Option<BTreeSet<AskedFor>>,
}

/// A class that is not the JDK's asked it for a class, by name or with its bytes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct AskedFor {
    /// Who asked.
    pub caller: ClassName,
    /// The method of the JDK that it called: internal class name, `.`, name and descriptor.
    pub through: String,
    /// What it asked for, found or not.
    pub class: ClassName,
}

/// What a test finds as another one wrote or left it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Common {
    /// A file or folder.
    File(PathBuf),
    /// State of the machine.
    Left(Leftover),
    /// What came of files or properties that the other one made itself, in objects that are kept.
    Kept,
}

/// Why a class counts as touched.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// A method of it was entered.
    Entered,
    /// A method was entered whose code can initialise it.
    Implied {
        /// The method.
        by: MethodId,
    },
    /// It was looked up, introspected or serialised.
    Reflected,
    /// It has no probes, or other ones than the class path's bytes tell, and was there.
    Unprobed,
    /// It is above another class that was touched.
    Supertype {
        /// That class.
        of: ClassName,
    },
    /// The static initialiser of another class touched it.
    Through {
        /// That class.
        initialiser: ClassName,
    },
}

/// Why a class counts as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Whole {
    /// The machine was given other bytes than the class path has.
    OtherBytes {
        /// Whether the class path has a class of that name at all.
        is_on_class_path: bool,
    },
    /// It was not probed.
    Unprobed(Unprobed),
}

/// Something outside the code that was looked at.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Observed {
    /// A class was looked up by name, found or not.
    ClassLookedUp(ClassName),
    /// What a class declares was looked at.
    Introspected(ClassName),
    /// One resource was looked up, found or not.
    ResourceLookedUp(String),
    /// All resources of a name were looked up.
    ResourcesListed(String),
    /// A resource bundle was asked for.
    BundleLookedUp(String),
    /// A system property was read, set or not.
    PropertyRead(String),
    /// The system properties were handed out as a whole.
    PropertiesRead,
    /// The words that the machine was started with, among them properties. No test changes them.
    WordsRead,
    /// An environment variable was read, set or not.
    VariableRead(String),
    /// The environment was handed out as a whole.
    VariablesRead,
    /// A child process was started: what it does is not known.
    ProcessStarted(String),
    /// A native library was loaded: what its code does is not known.
    LibraryLoaded(String),
    /// A class was serialised or deserialised.
    Serialised(ClassName),
    /// A hidden class was defined.
    HiddenDefined(ClassName),
    /// The network was used, or asked about: what answers is not known.
    NetworkUsed(String),
    /// The standard input was read: what comes is not known.
    InputRead,
    /// A function outside the machine can be called: what its code does is not known.
    NativeCalled(String),
    /// A default of the machine was set.
    DefaultSet(String),
    /// A system property was set or cleared.
    PropertySet(String),
    /// A default of the machine was asked for after one was set.
    DefaultRead(String),
    /// A default of the machine was left otherwise than it was found.
    DefaultLeft(String),
    /// What tests leave behind in static fields was to be compared, and could not be.
    StaticsUnseen,
}

/// What was asked of a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileUse {
    /// Its content.
    Read(PathBuf),
    /// Whether it is there, its size, its times.
    Probed(PathBuf),
    /// What is in the folder.
    Listed(PathBuf),
}

impl FileUse {
    /// The file.
    pub fn path(&self) -> &Path {
        match self {
            Self::Read(path) | Self::Probed(path) | Self::Listed(path) => path,
        }
    }
}

impl Observed {
    /// Whether no fact can stand for it: an execution with it proves nothing about the next one.
    pub fn is_opaque(&self) -> bool {
        match self {
            Self::ProcessStarted(_)
            | Self::LibraryLoaded(_)
            | Self::NetworkUsed(_)
            | Self::InputRead
            | Self::NativeCalled(_)
            | Self::StaticsUnseen => true,
            Self::ClassLookedUp(_)
            | Self::Introspected(_)
            | Self::ResourceLookedUp(_)
            | Self::ResourcesListed(_)
            | Self::BundleLookedUp(_)
            | Self::PropertyRead(_)
            | Self::PropertiesRead
            | Self::WordsRead
            | Self::VariableRead(_)
            | Self::VariablesRead
            | Self::Serialised(_)
            | Self::HiddenDefined(_)
            | Self::DefaultSet(_)
            | Self::PropertySet(_)
            | Self::DefaultRead(_)
            | Self::DefaultLeft(_) => false,
        }
    }
}

impl Footprint {
    /// Whether something happened that no fact can stand for: such an execution proves nothing about the next one.
    pub fn is_opaque(&self) -> bool {
        self.observations.iter().any(Observed::is_opaque)
    }
}
