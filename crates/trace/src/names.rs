//! Bytes of a journal as names of classes, methods and files.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt as _;
use std::path::{Component, PathBuf};

use tamis_classfile::MStr;
use tamis_journal::NameId;
use tamis_probes::is_framework;
use tamis_vocab::ClassName;

use crate::recorded::Recorded;

/// Any text; different for different bytes.
pub(crate) fn text(recorded: &Recorded, id: NameId) -> Option<String> {
    let bytes = recorded.name(id)?;
    Some(match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => MStr::new(bytes).to_unique_text(),
    })
}

/// A class in whatever form it was written; an array is the class of its elements.
pub(crate) fn class(recorded: &Recorded, id: NameId) -> Option<Named> {
    let text = MStr::new(recorded.name(id)?).to_unique_text();
    Some(ClassName::of_get_name(&text).map_or(Named::NoClass, Named::Class))
}

/// What a class name stands for.
pub(crate) enum Named {
    Class(ClassName),
    /// An array of a primitive type.
    NoClass,
}

/// A file; relative ones are in the folder that the machine works in. `..` stays, as what it means depends on links.
pub(crate) fn path(recorded: &Recorded, id: NameId) -> Option<PathBuf> {
    let path = PathBuf::from(OsString::from_vec(recorded.name(id)?.to_vec()));
    let base = recorded.start().map(|start| start.working_folder.clone()).unwrap_or_default();
    let whole = PathBuf::from(OsString::from_vec(base)).join(path);
    Some(whole.components().filter(|part| *part != Component::CurDir).collect())
}

/// Class, name and descriptor of `p/A.f(I)V`; of `p/A.f`, which stands for all methods of the name, no descriptor.
pub(crate) fn method(
    recorded: &Recorded,
    id: NameId,
) -> Option<(ClassName, String, Option<String>)> {
    let text = MStr::new(recorded.name(id)?).to_unique_text();
    let (class, member) = text.split_once('.')?;
    let (name, descriptor) = match member.find('(') {
        Some(place) => (member.get(..place)?, Some(member.get(place..)?.to_owned())),
        None => (member, None),
    };
    Some((ClassName::internal(class), name.to_owned(), descriptor))
}

/// Whether a class is of a test framework, by its name.
pub(crate) fn is_framework_name(class: &ClassName) -> bool {
    is_framework(class.as_str().as_bytes())
}

/// Whether a class can only be the JDK's: no other loader may define it.
pub(crate) fn is_reserved_for_jdk(class: &ClassName) -> bool {
    class.as_str().starts_with("java/")
}

/// Whether a hidden class is one that the JDK makes for lambdas, concatenations and the like: it is in no class file, and
/// what it does is said at the place that asks for it.
pub(crate) fn is_made_by_jdk(class: &ClassName) -> bool {
    let name = class.as_str();
    ["java/", "jdk/", "sun/"].iter().any(|package| name.starts_with(package))
        || ["$$Lambda", "$$StringConcat", "$$TypeSwitch"].iter().any(|part| name.contains(part))
}
