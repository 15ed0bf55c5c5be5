//! The inter-type relation graph: which types of a class path use or inherit from which.
//!
//! - [`Graph::build`] reads class files, in parallel, into nodes and edges; [`Graph::update`] reads only those whose
//!   bytes are others than before.
//! - [`View`] is a graph with some edges more and some parts of the class path left out. It answers which tests reach a
//!   changed type, what a test reaches, and on which path.
//! - [`Reachability`] answers the same for many tests at once.
//!
//! [`Node::ANYTHING`] is the node that reaches every type. A class file that cannot be read has an edge to it: doubt
//! runs the test. No input makes this crate panic.
//!
//! The graph knows classes only: files, resources and what services name are not in it. This crate reads no clock and
//! no file but the image of a JDK; class files come from a [`ClassSource`].
#![deny(clippy::disallowed_methods, clippy::indexing_slicing, missing_docs)]

pub mod border;
mod build;
pub mod call_graph;
mod calls;
mod closure;
mod components;
mod damage;
mod encoding;
mod entry;
mod graph;
mod hierarchy;
mod mentions;
mod name_table;
mod platform;
mod recorded;
mod reflection;
mod search;
mod signature;
mod strings;
mod techniques;
mod view;

pub use border::BorderMethods;
pub use call_graph::{BorderSearch, Count};
pub use calls::{Calls, PreviousCalls};
pub use closure::{Closure, Reachability};
pub use damage::{Cause, Damage};
pub use encoding::{DecodeError, Previous};
pub use entry::{ClassEntry, ClassSource, Part, Parts, content_of};
pub use graph::{Edge, EdgeKind, Graph, Node, State};
pub use platform::Platform;
pub use recorded::Recorded;
pub use reflection::{Methods, ReflectionMethod, ReflectionSites};
pub use search::Reached;
pub use strings::{Names, Pattern, Piece, Site, StringTargets};
pub use techniques::{Border, Knowledge, MissingKnowledge, Technique, UnknownTechnique};
pub use view::{ExtraEdges, View};
