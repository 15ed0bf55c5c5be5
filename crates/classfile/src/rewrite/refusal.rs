//! Why a class, or one method of it, is left as it is.

use crate::ReadError;

/// A rewrite that cannot be done. What is refused stays byte for byte as it was; no refusal yields a broken class.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The class or method does not follow the format.
    #[error("malformed: {0}")]
    Malformed(#[from] ReadError),
    /// The whole class: the constant pool cannot take what the plan needs.
    #[error("the constant pool would pass 65535 entries")]
    PoolFull,
    /// The whole class: before version 45.3 code had shorter counts, which the reader does not know.
    #[error("class file version 45.{minor} is from before the first release of Java")]
    BeforeFirstRelease {
        /// Minor version; major is 45.
        minor: u16,
    },
    /// The whole class: wrapping would give it too many methods.
    #[error("the class would have more than 65535 methods")]
    TooManyMethods,
    /// The whole class: the plan's insertions are not in the order of methods and positions.
    #[error("insertion {index} of the plan does not come after the one before it")]
    Unordered {
        /// Place in the plan's list.
        index: usize,
    },
    /// The whole class: a name of the plan does not fit into a constant.
    #[error("a name of {length} bytes does not fit into a constant (at most 65535)")]
    NameTooLong {
        /// Its length in bytes.
        length: usize,
    },
    /// The whole class: a probe or guard number does not fit into an `int`.
    #[error("number {id} does not fit into an int")]
    NumberTooLarge {
        /// The number.
        id: u32,
    },
    /// The method has no code, or the class no such method.
    #[error("the method has no code")]
    NoCode,
    /// An empty `finalize()` tells HotSpot that the class needs no finalisation; any code in it would make every object
    /// of the class finalisable.
    #[error("an empty `finalize` must stay empty")]
    EmptyFinalizer,
    /// The code would pass what the format allows (JVMS 4.7.3).
    #[error("the code would be {length} bytes long (at most 65535)")]
    CodeTooLarge {
        /// Length it would have.
        length: usize,
    },
    /// A branch with a 16-bit distance would not reach its target.
    #[error("the branch at {pc} would not reach its target with 16 bits")]
    BranchTooFar {
        /// Offset of the branch in the original code.
        pc: u16,
    },
    /// An offset that should be that of an instruction is not.
    #[error("offset {pc} is not that of an instruction")]
    NotAnInstruction {
        /// The offset, in the original code.
        pc: u32,
    },
    /// The operand stack would pass 65535 words.
    #[error("the operand stack would need more than 65535 words")]
    StackTooDeep,
    /// The exception table or the stack map would pass 65535 rows.
    #[error("the exception table or the stack map would have more than 65535 rows")]
    TooManyRows,
    /// A snippet is not straight-line code.
    #[error("the snippet for offset {pc} is not straight-line code")]
    NotStraight {
        /// Where it was to be inserted; 0 for the entry.
        pc: u16,
    },
    /// `<init>` and `<clinit>` cannot be wrapped.
    #[error("an initialiser cannot be wrapped")]
    Initialiser,
    /// The name for the wrapped original is not a method name, or a method has it.
    #[error("the new name is taken or is not a method name")]
    NameTaken,
    /// Private methods in interfaces need version 52.
    #[error("an interface of version {major} cannot have private methods (52 can)")]
    OldInterface {
        /// Its version.
        major: u16,
    },
    /// The hook was to be given an argument that is not there or not a reference.
    #[error("the method has no reference argument {index}")]
    NoSuchArgument {
        /// Place among the parameters, from 0.
        index: u8,
    },
}

impl Refusal {
    /// Whether nothing at all can be done to the class, for lack of constants or for a fault of the plan.
    pub(super) fn concerns_class(&self) -> bool {
        match self {
            Self::PoolFull
            | Self::BeforeFirstRelease { .. }
            | Self::TooManyMethods
            | Self::Unordered { .. }
            | Self::NameTooLong { .. }
            | Self::NumberTooLarge { .. } => true,
            Self::Malformed(_)
            | Self::NoCode
            | Self::EmptyFinalizer
            | Self::CodeTooLarge { .. }
            | Self::BranchTooFar { .. }
            | Self::NotAnInstruction { .. }
            | Self::StackTooDeep
            | Self::TooManyRows
            | Self::NotStraight { .. }
            | Self::Initialiser
            | Self::NameTaken
            | Self::OldInterface { .. }
            | Self::NoSuchArgument { .. } => false,
        }
    }
}

/// A part of the plan that was refused for one method; the rest was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// Place of the method in the class, from 0.
    pub method: u16,
    /// What was not done.
    pub part: Part,
    /// Why.
    pub refusal: Refusal,
}

/// The parts of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The probe at the entry.
    Entry,
    /// All insertions into the method.
    Insertions,
    /// The guard of the static initialiser.
    Guard,
    /// The bracket around the code of the method.
    Bracket,
    /// The wrapper around the method.
    Wrap,
}

pub(super) type Result<T> = std::result::Result<T, Refusal>;
