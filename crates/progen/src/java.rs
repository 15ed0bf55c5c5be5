//! Programs as Java: a small syntax tree, how a [`Program`](crate::Program) becomes one, and its text.
//!
//! The tree holds what the generator makes and the operators edit. Types are named in full; whether a reference needs an
//! import, or its full name, is found out when the text is written.

mod declared;
mod lower;
mod tree;
mod write;

pub use lower::{Style, sources};
pub use tree::{
    ClassName, Expression, FieldDeclaration, Initialiser, Library, MethodDeclaration, Outcome,
    Resource, Sources, Target, Type, Unit, UnitKind,
};
pub use write::SourceFile;
