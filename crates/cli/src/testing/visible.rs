//! Whether a change of classes can be seen by other sources when they are compiled: then those have to be compiled too. The
//! body of a method cannot be seen, nor what is numbered by the compiler.

use std::path::Path;

use anyhow::Context as _;
use tamis_facts::changes::{self, Change, Side, Subject, What};
use tamis_facts::parts::PartKind;
use tamis_world::{ClassPath, World};

/// What differs between two folders of classes and can be seen from outside, as the name of one class; `None` if nothing
/// does. `is_expected_gone` are classes that only the old folder has, and that the new one need not have.
pub(crate) fn first_visible(
    old: &Path,
    new: &Path,
    release: u16,
    is_expected_gone: &dyn Fn(&str) -> bool,
) -> anyhow::Result<Option<String>> {
    let read = |folder: &Path| -> anyhow::Result<World> {
        let class_path = ClassPath::parse(&folder.display().to_string());
        let class_path = class_path.context("cannot read classes")?;
        Ok(World::read(&class_path, release, None, &|_| {}))
    };
    let (old, new) = (read(old)?, read(new)?);
    if let Some(problem) = old.problems().chain(new.problems()).next() {
        return Ok(Some(problem.to_string()));
    }
    let comparison = changes::compare(&side(&old), &side(&new), false);
    if let Some(unknown) = comparison.unknown.first() {
        return Ok(Some(unknown.clone()));
    }
    let is_seen = |change: &&Change| {
        let is_gone = change.what == What::Removed
            && matches!(&change.subject, Subject::Class { class } if is_expected_gone(class));
        !is_gone && is_visible(change)
    };
    let found = comparison.changes.iter().find(is_seen);
    Ok(found.map(|change| change.subject.class().unwrap_or_default().replace('/', ".")))
}

/// Classes only.
fn side(world: &World) -> Side<'_> {
    Side { set: world, classes: world.classes(), resources: Vec::new() }
}

fn is_visible(change: &Change) -> bool {
    // No other source can name it.
    if change.subject.class().is_some_and(is_numbered) {
        return false;
    }
    let is_initialiser =
        matches!(&change.subject, Subject::Method { name, .. } if name == "<clinit>");
    match &change.what {
        _ if matches!(change.subject, Subject::Lambda { .. } | Subject::Resource { .. }) => false,
        // Whether there is one, only the class itself knows.
        What::Added | What::Removed | What::Flags { .. } => !is_initialiser,
        What::Part { kind, .. } | What::PartOrder { kind } => *kind != PartKind::NestNumbered,
        What::Superclass { .. } | What::Version { .. } | What::Copies { .. } => true,
        // Code; and what follows from other changes, which can be seen themselves.
        What::Body { .. }
        | What::CompilerMade
        | What::Order
        | What::Link { .. }
        | What::Dispatch { .. }
        | What::Initialisation { .. } => false,
    }
}

/// Whether the compiler made up a number in the name: a local or anonymous class, or one inside of it.
fn is_numbered(class: &str) -> bool {
    let parts = class.split('$').skip(1);
    parts.into_iter().any(|part| part.starts_with(|letter: char| letter.is_ascii_digit()))
}
