//! Edits that turn one revision of a program into the next: the published operators E1 to E9, and those for what the
//! language has since got.
//!
//! An operator finds all places where it applies; each gives an evolving program of its own. By default, places are left
//! out at which the edit can never compile or changes nothing.

mod classic;
mod features;
mod modern;
#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

use crate::java::Sources;

/// An edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operator {
    /// A class gets a superclass.
    AddExtends,
    /// A field is copied to another class.
    CopyField,
    /// The same, with another number in it.
    CopyFieldAndReplace,
    /// A method is copied to another class.
    CopyMethod,
    /// The same, with another number in it.
    CopyMethodAndReplace,
    /// All is replaced by the next program.
    NextProgram,
    /// A number becomes larger by one.
    IncreaseConstant,
    /// A class loses its superclass.
    RemoveExtends,
    /// A method goes.
    RemoveMethod,
    /// A default method returns something else.
    DefaultMethod,
    /// An interface overrides a default method of the one above it.
    OverridingDefault,
    /// An interface extends another no more.
    InterfaceExtends,
    /// A class hides a static method of its superclass.
    StaticHiding,
    /// A class hides a field of its superclass.
    FieldHiding,
    /// A lambda returns something else.
    Lambda,
    /// A constant of an enum returns something else.
    EnumBody,
    /// A record says itself what a component is.
    Record,
    /// A sealed interface permits one more.
    Sealed,
    /// An annotation has another value.
    AnnotationValue,
    /// A method returns something else that only a static initialiser calls.
    InitialiserValue,
    /// A class of which nothing ran gets a static initialiser.
    InitialiserAdded,
    /// A static initialiser throws.
    InitialiserThrows,
    /// The static initialiser of a superclass threw, and the class gets another superclass.
    InitialiserNoLongerThrows,
    /// A resource has another content.
    ResourceEdit,
    /// A library is replaced by another release of it.
    JarSwap,
    /// A line of comment is added above a class: the numbers of its lines are others, and nothing else is.
    Comment,
}

/// How operators go about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// Edits of the tree; places where nothing can come of it are left out.
    #[default]
    Default,
    /// As published: all places, also where a class would extend itself or have a member twice.
    Published,
}

/// Two revisions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evolution {
    /// Where the edit is, in words.
    pub site: String,
    /// The revision before, if it is not the program itself: what the edit is about had to be added.
    pub before: Option<Sources>,
    /// The revision after.
    pub after: Sources,
}

/// A word that is no operator.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no operator")]
pub struct UnknownOperator(String);

impl Operator {
    /// All of them, with their short names.
    pub const ALL: [(&'static str, Self); 26] = [
        ("E1", Self::AddExtends),
        ("E2", Self::CopyField),
        ("E3", Self::CopyFieldAndReplace),
        ("E4", Self::CopyMethod),
        ("E5", Self::CopyMethodAndReplace),
        ("E6", Self::NextProgram),
        ("E7", Self::IncreaseConstant),
        ("E8", Self::RemoveExtends),
        ("E9", Self::RemoveMethod),
        ("default-method", Self::DefaultMethod),
        ("overriding-default", Self::OverridingDefault),
        ("interface-extends", Self::InterfaceExtends),
        ("static-hiding", Self::StaticHiding),
        ("field-hiding", Self::FieldHiding),
        ("lambda", Self::Lambda),
        ("enum-body", Self::EnumBody),
        ("record", Self::Record),
        ("sealed", Self::Sealed),
        ("annotation-value", Self::AnnotationValue),
        ("initialiser-value", Self::InitialiserValue),
        ("initialiser-added", Self::InitialiserAdded),
        ("initialiser-throws", Self::InitialiserThrows),
        ("initialiser-no-longer-throws", Self::InitialiserNoLongerThrows),
        ("resource-edit", Self::ResourceEdit),
        ("jar-swap", Self::JarSwap),
        ("comment", Self::Comment),
    ];

    /// E1 to E9.
    pub fn published() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().take(9).map(|(_, operator)| operator)
    }

    /// Whether it is none of E1 to E9.
    pub fn is_newer(self) -> bool {
        !Self::published().any(|each| each == self)
    }

    /// Its short name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, each)| *each == self).map_or("", |(name, _)| name)
    }

    /// All evolving programs that it makes of a program; `next` is the program that follows in the order of programs.
    pub fn evolve(self, program: &Sources, next: &Sources, mode: Mode) -> Vec<Evolution> {
        let editing = classic::Editing { program, mode };
        match self {
            Self::AddExtends => editing.add_extends(),
            Self::CopyField => editing.copy_field(0),
            Self::CopyFieldAndReplace => editing.copy_field(1),
            Self::CopyMethod => editing.copy_method(0),
            Self::CopyMethodAndReplace => editing.copy_method(1),
            Self::NextProgram => editing.next_program(next),
            Self::IncreaseConstant => editing.increase_constants(),
            Self::RemoveExtends => editing.remove_extends(),
            Self::RemoveMethod => editing.remove_methods(),
            Self::DefaultMethod
            | Self::OverridingDefault
            | Self::InterfaceExtends
            | Self::StaticHiding
            | Self::FieldHiding
            | Self::Lambda
            | Self::EnumBody
            | Self::Record
            | Self::Sealed
            | Self::AnnotationValue
            | Self::InitialiserValue
            | Self::InitialiserAdded
            | Self::InitialiserThrows
            | Self::InitialiserNoLongerThrows
            | Self::ResourceEdit
            | Self::JarSwap
            | Self::Comment => modern::evolve(self, program),
        }
    }
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Operator {
    type Err = UnknownOperator;

    fn from_str(word: &str) -> Result<Self, UnknownOperator> {
        let is_it = |(name, _): &&(&str, Self)| name.eq_ignore_ascii_case(word);
        let found = Self::ALL.iter().find(is_it);
        found.map(|(_, operator)| *operator).ok_or_else(|| UnknownOperator(word.to_owned()))
    }
}
