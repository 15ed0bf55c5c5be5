//! Whether a change of classes can be seen by other sources when they are compiled: then those have to be compiled too. The
//! body of a method cannot be seen, nor what is numbered by the compiler.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Context as _;
use tamis_facts::changes::{self, Change, Side, Subject, What};
use tamis_facts::parts::PartKind;
use tamis_world::{ClassPath, World};

/// What looks different to those who are compiled against a folder of classes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Visible {
    /// Only what these names lead to: those of sources, without packages.
    Names(BTreeSet<String>),
    /// Anything may, or it is not known what.
    Everything,
}

impl Visible {
    pub(crate) fn nothing() -> Self {
        Self::Names(BTreeSet::new())
    }

    /// As a recipe has it.
    pub(crate) fn of_recipe(names: Option<&BTreeSet<String>>) -> Self {
        names.map_or(Self::Everything, |names| Self::Names(names.clone()))
    }

    /// For a recipe.
    pub(crate) fn for_recipe(&self) -> Option<BTreeSet<String>> {
        match self {
            Self::Names(names) => Some(names.clone()),
            Self::Everything => None,
        }
    }

    /// Whether nothing does.
    pub(crate) fn is_nothing(&self) -> bool {
        *self == Self::nothing()
    }

    /// Both.
    pub(crate) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Names(mut own), Self::Names(more)) => {
                own.extend(more);
                Self::Names(own)
            }
            _ => Self::Everything,
        }
    }
}

/// What differs between two folders of classes and can be seen from outside. `is_expected_gone` are classes that only the
/// old folder has, and that the new one need not have.
pub(crate) fn visible(
    old: &Path,
    new: &Path,
    release: u16,
    is_expected_gone: &dyn Fn(&str) -> bool,
) -> anyhow::Result<Visible> {
    let read = |folder: &Path| -> anyhow::Result<World> {
        let class_path = ClassPath::parse(&folder.display().to_string());
        let class_path = class_path.context("cannot read classes")?;
        Ok(World::read(&class_path, release, None, &|_| {}))
    };
    let (old, new) = (read(old)?, read(new)?);
    if old.problems().chain(new.problems()).next().is_some() {
        return Ok(Visible::Everything);
    }
    let comparison = changes::compare(&side(&old), &side(&new), false);
    if !comparison.unknown.is_empty() {
        return Ok(Visible::Everything);
    }
    let mut names = BTreeSet::new();
    for change in comparison.changes.iter().filter(|change| is_visible(change)) {
        let Some(class) = change.subject.class() else { return Ok(Visible::Everything) };
        let is_class = matches!(change.subject, Subject::Class { .. });
        if change.what == What::Removed && is_class && is_expected_gone(class) {
            continue;
        }
        // A class that comes or goes can give another meaning to its name where nobody meant it.
        if is_class && matches!(change.what, What::Added | What::Removed) && family(class) == class
        {
            return Ok(Visible::Everything);
        }
        names.insert(simple(family(class)).to_owned());
    }
    Ok(Visible::Names(names))
}

/// The class that it is in, outermost.
pub(crate) fn family(name: &str) -> &str {
    let simple = name.rfind('/').map_or(0, |place| place + 1);
    let end = name.get(simple + 1..).and_then(|rest| rest.find('$'));
    end.and_then(|end| name.get(..simple + 1 + end)).unwrap_or(name)
}

/// Its name without the package.
fn simple(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
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
