//! Static techniques: a test may be skipped if it passed and every class that it can reach is as it was then.
//!
//! What a test can reach is for a [`Reach`] to know; what changed since a block was made is found here. Of libraries a
//! block knows less than of the project: which ones there were, and those of their classes that facts are about. Classes
//! of a library that is not one of those count as changed, unless their own row says otherwise.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};
use tamis_facts::Digest;
use tamis_facts::fingerprint::Domain;
use tamis_vocab::{ClassName, Entity, Fingerprint};

use crate::block::Block;

/// The row that says that a block knows all classes of its class path. No class has this name.
pub(crate) const ALL_CLASSES: &str = "*";

/// The classes of a class path at one moment.
#[derive(Debug, Clone, Default)]
pub struct ClassPathState<'a> {
    /// By root.
    pub roots: Vec<RootState<'a>>,
    /// Whether there may be classes of which not even the names are known.
    pub is_incomplete: bool,
}

/// The classes that are found in one root.
#[derive(Debug, Clone, Default)]
pub struct RootState<'a> {
    /// Whether it is a library, of which a block keeps one fingerprint.
    pub is_library: bool,
    /// Sorted by name.
    pub classes: Vec<ClassContent<'a>>,
}

/// A class by its name in the class path.
#[derive(Debug, Clone, Copy)]
pub struct ClassContent<'a> {
    /// Internal name.
    pub name: &'a str,
    /// Everything but debug data; `None` if it cannot be read.
    pub all: Option<Fingerprint>,
    /// How many roots have it.
    pub copies: u32,
}

impl RootState<'_> {
    /// The row of a library; `None` if a class of it cannot be read, so that it is never found again.
    pub(crate) fn library_row(&self) -> Option<String> {
        let mut digest = Digest::new();
        for class in &self.classes {
            digest.text(class.name);
            digest.fingerprint(class.all?);
        }
        Some(format!("{ALL_CLASSES}{}", digest.finish(Domain::Surroundings)))
    }
}

/// What happened to a class since a test ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ClassEvent {
    /// It is another one.
    Changed,
    /// It was not there.
    Appeared,
    /// It is not there any more.
    Gone,
    /// It cannot be read.
    Unreadable,
    /// It is in a library that is new or changed; whether the class did is not known.
    OfOtherLibrary,
    /// It is not there, and a library that may have had it is gone or changed.
    PerhapsGone,
}

/// A class that is not known to be as it was.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ClassChange {
    /// The class.
    pub class: ClassName,
    /// What happened to it.
    pub event: ClassEvent,
}

/// What of a class path is not known to be as it was when a block was made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// Classes, sorted.
    pub classes: Vec<ClassChange>,
    /// Whether a library is gone or changed: a class that is not there now may have been in it.
    pub has_lost_library: bool,
}

impl Changes {
    /// `None` if the block does not know all classes that there were, or nobody knows all that there are.
    pub fn since(block: &Block, now: &ClassPathState<'_>) -> Option<Self> {
        if !block.knows_all_classes() || now.is_incomplete {
            return None;
        }
        let mut rows: FxHashMap<&str, Option<Fingerprint>> = FxHashMap::default();
        let mut libraries: FxHashSet<&str> = FxHashSet::default();
        for number in 0..block.class_count() {
            let row = block.class(number)?;
            if row.name.starts_with(ALL_CLASSES) {
                libraries.insert(row.name);
            } else {
                rows.insert(row.name, row.all);
            }
        }
        libraries.remove(ALL_CLASSES);
        let mut found: Vec<(&str, ClassEvent)> = Vec::new();
        for root in &now.roots {
            let is_same = root.is_library
                && (root.classes.is_empty()
                    || root.library_row().is_some_and(|row| libraries.remove(&*row)));
            for class in &root.classes {
                let was = rows.remove(class.name);
                if !is_same {
                    let event = event(was, class, root.is_library);
                    found.extend(event.map(|event| (class.name, event)));
                }
            }
        }
        // What is left was there and is not.
        let gone = rows.into_iter().filter(|(_, was)| was.is_some());
        found.extend(gone.map(|(name, _)| (name, ClassEvent::Gone)));
        let change = |(name, event)| ClassChange { class: ClassName::internal(name), event };
        let mut classes: Vec<ClassChange> = found.into_iter().map(change).collect();
        classes.sort_unstable();
        Some(Self { classes, has_lost_library: !libraries.is_empty() })
    }
}

impl Changes {
    /// With classes of which only the order of members changed, which reflection shows and which is in no fingerprint of a
    /// class: those whose members a test looked at, as that is recorded.
    pub(crate) fn with_reordered<'e>(
        &self,
        broken: impl Iterator<Item = &'e Entity>,
    ) -> Cow<'_, Self> {
        let mut changes = Cow::Borrowed(self);
        for entity in broken {
            let Entity::Members(class) = entity else { continue };
            // A class that the compiler numbers stands behind the name of the one that it is in.
            let name = class.as_str().split('.').next().unwrap_or_default();
            let class = ClassName::internal(name);
            if !changes.classes.iter().any(|change| change.class == class) {
                let change = ClassChange { class, event: ClassEvent::Changed };
                changes.to_mut().classes.push(change);
            }
        }
        changes
    }
}

/// What happened to a class that is there; `was` is its row, and in it the class, if it was there.
fn event(
    was: Option<Option<Fingerprint>>,
    now: &ClassContent<'_>,
    is_library: bool,
) -> Option<ClassEvent> {
    match (was, now.all) {
        (_, None) => Some(ClassEvent::Unreadable),
        (Some(Some(was)), Some(is)) if was == is => None,
        (Some(Some(_)), Some(_)) => Some(ClassEvent::Changed),
        (None, Some(_)) if is_library => Some(ClassEvent::OfOtherLibrary),
        (None | Some(None), Some(_)) => Some(ClassEvent::Appeared),
    }
}

/// Knows what tests can reach.
pub trait Reach {
    /// Those of the changes that a test can reach, with classes that perhaps are gone. What cannot be known is said in
    /// words: the test runs.
    fn changes(&self, test: &ClassName, since: &Changes) -> Result<Vec<ClassChange>, String>;
    /// How many classes a test can reach.
    fn count(&self, test: &ClassName) -> u64;
}

/// What a static technique goes by.
#[derive(Clone, Copy)]
pub struct Statics<'s> {
    /// The classes that there are.
    pub class_path: &'s ClassPathState<'s>,
    /// What tests can reach among them.
    pub reach: &'s dyn Reach,
}
