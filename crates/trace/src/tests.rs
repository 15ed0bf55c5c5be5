//! Hand-made journals and class files.

mod bundle;
mod class_files;
mod completeness;
mod damage;
mod expansion;
mod files;
mod leaning;
mod reflection;
mod rests;
