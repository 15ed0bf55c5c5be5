//! Static techniques: a test may be skipped if it passed and every class that it can reach is as it was then.
//!
//! What a test can reach is for a [`Reach`] to know; what changed since a block was made is found here. Of libraries a
//! block knows less than of the project: which ones there were, and those of their classes that facts are about. The others
//! are for [`Libraries`] to know; if those do not, all classes of another library count as changed.

use std::borrow::Cow;
use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use tamis_facts::Digest;
use tamis_facts::fingerprint::Domain;
use tamis_vocab::{ClassName, Entity, Fingerprint};

use crate::block::Block;
use crate::holding::Broken;

/// The row that says that a block knows all classes of its class path. No class has this name.
pub(crate) const ALL_CLASSES: &str = "*";

/// What the names of other rows begin with that stand for no class: a test of which it is known who asked for classes, and
/// such a question.
const ASKED_BY: &str = "*@";
const ASKED: &str = "*>";

/// What the name of the row begins with that says which revision of the project there was.
pub(crate) const REVISION: &str = "*=";

/// A class that is not the JDK's asked it for a class while a test ran, by name or with its bytes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct AskedFor {
    /// Internal name of who asked.
    pub caller: String,
    /// The method of the JDK that it called: internal class name, `.`, name and descriptor.
    pub through: String,
    /// Internal name of what it asked for, found or not.
    pub class: String,
}

impl AskedFor {
    /// Its row; names in it have no dots but that of the method. `None` if they do.
    pub(crate) fn row(&self) -> Option<String> {
        let row = format!("{ASKED}{}.{}.{}", self.caller, self.through, self.class);
        (Self::of_row(&row).as_ref() == Some(self)).then_some(row)
    }

    pub(crate) fn of_row(row: &str) -> Option<Self> {
        let parts: Vec<&str> = row.strip_prefix(ASKED)?.split('.').collect();
        let [caller, owner, method, class] = parts.as_slice() else { return None };
        let (caller, class) = ((*caller).to_owned(), (*class).to_owned());
        Some(Self { caller, through: format!("{owner}.{method}"), class })
    }
}

/// The row of a test of which it is known who asked for classes; what it names are the rows of these questions.
pub(crate) fn asked_by_row(test: &str) -> String {
    format!("{ASKED_BY}{test}")
}

/// Whether a row is about such questions.
pub(crate) fn is_about_asking(row: &str) -> bool {
    row.starts_with(ASKED_BY) || row.starts_with(ASKED)
}

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

/// The row of a library that cannot be read, so that it is never found again.
const UNREADABLE_LIBRARY: &str = "*?";

/// The fingerprint in the row of a library; `None` if it is another row.
pub(crate) fn library_of_row(row: &str) -> Option<&str> {
    let is_other = row.starts_with(REVISION) || is_about_asking(row);
    row.strip_prefix(ALL_CLASSES).filter(|rest| !rest.is_empty() && !is_other)
}

impl RootState<'_> {
    /// What a block keeps of a library; nothing if it has no classes.
    pub(crate) fn row_to_keep(&self) -> Option<String> {
        let row = || self.library_row().unwrap_or_else(|| UNREADABLE_LIBRARY.to_owned());
        (!self.classes.is_empty()).then(row)
    }

    /// The fingerprint by which [`Libraries`] knows a library; `None` if a class of it cannot be read.
    pub fn library(&self) -> Option<String> {
        self.library_row()?.strip_prefix(ALL_CLASSES).map(str::to_owned)
    }

    /// The row of a library; `None` if a class of it cannot be read.
    fn library_row(&self) -> Option<String> {
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

impl ClassEvent {
    /// Whether the class is known to be another one, or to have come or gone; else it may be as it was.
    pub fn is_certain(self) -> bool {
        match self {
            Self::Changed | Self::Appeared | Self::Gone => true,
            Self::Unreadable | Self::OfOtherLibrary | Self::PerhapsGone => false,
        }
    }
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
    /// Whether a library is gone or changed of which nobody knows the classes: one that is not there now may have been in it.
    pub has_lost_library: bool,
}

impl Changes {
    /// `None` if the block does not know all classes that there were, or nobody knows all that there are.
    pub fn since(
        block: &Block,
        now: &ClassPathState<'_>,
        libraries: &dyn Libraries,
    ) -> Option<Self> {
        if !block.knows_all_classes() || now.is_incomplete {
            return None;
        }
        let mut was = Rows::of(block)?;
        let is_same: Vec<bool> = now.roots.iter().map(|root| was.find_again(root)).collect();
        let (lost, has_lost_library) = was.lost(libraries);
        for (name, content) in &lost {
            was.classes.entry(name.as_str()).or_insert(Some(*content));
        }
        let mut found: Vec<(&str, ClassEvent)> = Vec::new();
        for (root, is_same) in now.roots.iter().zip(is_same) {
            for class in &root.classes {
                let was = was.classes.remove(class.name);
                if !is_same {
                    let event = event(was, class, root.is_library && has_lost_library);
                    found.extend(event.map(|event| (class.name, event)));
                }
            }
        }
        // What is left was there and is not.
        let gone = was.classes.into_iter().filter(|(_, was)| was.is_some());
        found.extend(gone.map(|(name, _)| (name, ClassEvent::Gone)));
        let change = |(name, event)| ClassChange { class: ClassName::internal(name), event };
        let mut classes: Vec<ClassChange> = found.into_iter().map(change).collect();
        classes.sort_unstable();
        Some(Self { classes, has_lost_library })
    }
}

/// What a block says of the class path that there was.
struct Rows<'b> {
    classes: FxHashMap<&'b str, Option<Fingerprint>>,
    /// Libraries that have not been found again.
    libraries: BTreeSet<&'b str>,
}

impl<'b> Rows<'b> {
    fn of(block: &'b Block) -> Option<Self> {
        let (mut classes, mut libraries) = (FxHashMap::default(), BTreeSet::new());
        for number in 0..block.class_count() {
            let row = block.class(number)?;
            if !row.name.starts_with(ALL_CLASSES) {
                classes.insert(row.name, row.all);
            } else if library_of_row(row.name).is_some() {
                libraries.insert(row.name);
            }
        }
        Some(Self { classes, libraries })
    }

    /// Whether a root is a library that there was.
    fn find_again(&mut self, root: &RootState<'_>) -> bool {
        root.is_library
            && (root.classes.is_empty()
                || root.library_row().is_some_and(|row| self.libraries.remove(&*row)))
    }

    /// The classes of libraries that there are no more, as far as they are known, and whether some are not.
    fn lost(&self, libraries: &dyn Libraries) -> (Vec<(String, Fingerprint)>, bool) {
        let mut lost = Vec::new();
        let mut is_unknown = false;
        for row in &self.libraries {
            let known = row.get(ALL_CLASSES.len()..).and_then(|name| libraries.classes(name));
            match known.filter(|classes| library_row(classes).as_deref() == Some(*row)) {
                Some(classes) => lost.extend(classes),
                None => is_unknown = true,
            }
        }
        (lost, is_unknown)
    }
}

/// Remembers the classes of libraries, of which a block has a fingerprint only. What it says is compared with that.
pub trait Libraries {
    /// The classes of the library with that fingerprint, sorted by name; `None` if they are not known.
    fn classes(&self, library: &str) -> Option<Vec<(String, Fingerprint)>>;
}

fn library_row(classes: &[(String, Fingerprint)]) -> Option<String> {
    let classes = classes.iter();
    let classes = classes.map(|(name, all)| ClassContent { name, all: Some(*all), copies: 1 });
    RootState { is_library: true, classes: classes.collect() }.library_row()
}

impl Changes {
    /// With classes of which only the order of members changed, which reflection shows and which is in no fingerprint of a
    /// class: those whose members a test looked at, as that is recorded.
    pub(crate) fn with_reordered<'e>(
        &self,
        broken: impl Iterator<Item = &'e Broken>,
    ) -> Cow<'_, Self> {
        let mut changes = Cow::Borrowed(self);
        for Broken { entity, is, .. } in broken {
            let Entity::Members(class) = entity else { continue };
            // A class that the compiler numbers stands behind the name of the one that it is in.
            let name = class.as_str().split('.').next().unwrap_or_default();
            let class = ClassName::internal(name);
            if !changes.classes.iter().any(|change| change.class == class) {
                let event = if is.is_some() { ClassEvent::Changed } else { ClassEvent::Unreadable };
                changes.to_mut().classes.push(ClassChange { class, event });
            }
        }
        changes
    }
}

/// What happened to a class that is there; `was` is its row, and in it the class, if it was there. It may have been in a library
/// of which nobody knows the classes.
fn event(
    was: Option<Option<Fingerprint>>,
    now: &ClassContent<'_>,
    may_have_been: bool,
) -> Option<ClassEvent> {
    match (was, now.all) {
        (_, None) => Some(ClassEvent::Unreadable),
        (Some(Some(was)), Some(is)) if was == is => None,
        (Some(Some(_)), Some(_)) => Some(ClassEvent::Changed),
        (None, Some(_)) if may_have_been => Some(ClassEvent::OfOtherLibrary),
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
    /// The classes of libraries that there were.
    pub libraries: &'s dyn Libraries,
}
