//! Classes that JaCoCo has changed before us.
//!
//! It must come first, as it knows classes by their bytes; so the agent sees what it has made of them. It adds a method behind
//! all others and changes what is in methods, not which there are. So the entry of method *n* is that of method *n* of the
//! class file, which is told by the names and descriptors of all of them.

use tamis_classfile::ClassFile;
use xxhash_rust::xxh3::Xxh3;

const ADDED: &str = "$jacocoInit";

/// The methods of a class that JaCoCo has changed, without its own, as a number; `None` if it has not.
pub fn covered_methods(class: &ClassFile<'_>) -> Option<u64> {
    let last = class.methods().iter().last()?;
    if last.name(class).ok()? != ADDED {
        return None;
    }
    print(class, class.methods().len().checked_sub(1)?)
}

/// The same of a class file as it was compiled.
pub fn methods_print(class: &ClassFile<'_>) -> Option<u64> {
    print(class, class.methods().len())
}

fn print(class: &ClassFile<'_>, count: usize) -> Option<u64> {
    let mut hash = Xxh3::new();
    for member in class.methods().iter().take(count) {
        for text in [member.name(class).ok()?, member.descriptor(class).ok()?] {
            hash.update(&(text.as_bytes().len() as u64).to_le_bytes());
            hash.update(text.as_bytes());
        }
    }
    Some(hash.digest())
}
