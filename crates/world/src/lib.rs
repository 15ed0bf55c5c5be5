//! Reads a built project (class folders, jars, resources) into the facts that hold now.
//!
//! - A [`ClassPath`] is an ordered list of [`Root`]s; the first root that has a class or resource wins, as in the JVM.
//!   Jars that name others in the `Class-Path` of their manifest bring them along.
//! - [`World::read`] reads them in parallel. With a [`Cache`], files whose size, times and inode are as they were are
//!   not opened again; of a jar that changed, only the entries whose compressed bytes changed are inflated.
//! - What cannot be read is a [`Problem`] that names the file and the offset, and an unreadable class: never an absent
//!   one.
//!
//! Unix only for now: folders are read relative to their descriptors, which is what makes a warm read cheap.
#![deny(missing_docs)]

mod cache;
mod class_files;
mod class_path;
mod entries;
mod facts_of_files;
mod folder;
mod identity;
mod jar;
mod manifest_path;
mod now;
mod platform;
mod problem;
mod records;
mod root;
mod surroundings;
mod walk;
mod world;

pub use cache::Cache;
pub use class_files::{ClassBytes, FoundClass, RootClasses};
pub use class_path::{ClassPath, ClassPathError, Root, RootKind};
pub use now::Now;
pub use problem::Problem;
pub use surroundings::Surroundings;
pub use world::{NEWEST_RELEASE, Progress, Resource, World};
