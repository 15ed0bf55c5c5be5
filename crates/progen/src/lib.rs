//! Small Java programs, edits of them, and tests: values in, values out.
//!
//! - A [`Constraint`] says which programs are wanted: how large they are, and what has to hold of them. [`CONSTRAINTS`] has
//!   the ten of the published generator.
//! - [`enumerate`] gives all of them, one of each class of programs that differ in names only, in a fixed order.
//! - [`Sampling`] takes some of many; [`sample_unconstrained`] takes some where there are too many to list.
//! - [`java::sources`] writes a program as Java.
//! - [`Operator::evolve`] makes the next revision of a program, in all the ways that there are.
//! - [`testing::tests`] makes tests for a program, with what is expected of it.
#![deny(clippy::disallowed_methods, clippy::expect_used, missing_docs)]

mod candidates;
mod canonical;
mod condition;
mod constraint;
mod enumerate;
mod evaluate;
pub mod java;
mod operators;
mod program;
mod sampling;
mod skeleton;
pub mod testing;
mod unconstrained;
mod well_formed;

pub use condition::{
    AccessShape, BodyShape, Condition, Hierarchy, HostClass, MethodShape, ParameterShape,
    Quantifier,
};
pub use constraint::{Bound, CONSTRAINTS, Constraint, Metamodel, Names, Scope, ScopeError};
pub use enumerate::{TooMany, enumerate};
pub use evaluate::Signature;
pub use operators::{Evolution, Mode, Operator, UnknownOperator};
pub use program::{Access, Body, Field, FieldType, Method, Parameter, Program, Qualifier};
pub use sampling::Sampling;
pub use skeleton::{ClassShape, Skeleton};
pub use unconstrained::sample_unconstrained;
