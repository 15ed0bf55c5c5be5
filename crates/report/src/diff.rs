//! The answer of `tamis diff`, as text, as counts and as JSON.

mod json;
mod text;

use tamis_facts::changes::{Change, Subject, What};

pub use json::json;
pub use text::{line, stat, text};

/// What was compared, and what came out.
#[derive(Debug, Clone)]
pub struct Diff<'d> {
    /// The old class path, as the user wrote it.
    pub old: &'d str,
    /// The new class path, as the user wrote it.
    pub new: &'d str,
    /// Classes and resources on the new side.
    pub counts: (usize, usize),
    /// The differences, sorted.
    pub changes: &'d [Change],
}

/// How many classes and resources a list of changes concerns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Totals {
    /// Classes that were added.
    pub classes_added: usize,
    /// Classes that were removed.
    pub classes_removed: usize,
    /// Classes of which something else is different.
    pub classes_changed: usize,
    /// Resources that were added, removed or changed.
    pub resources: usize,
}

impl Totals {
    /// Counts.
    pub fn of(changes: &[Change]) -> Self {
        let mut totals = Self::default();
        let mut last_changed: Option<&str> = None;
        for Change { subject, what } in changes {
            match (subject, what) {
                (Subject::Resource { .. }, _) => totals.resources += 1,
                (Subject::Class { .. }, What::Added) => totals.classes_added += 1,
                (Subject::Class { .. }, What::Removed) => totals.classes_removed += 1,
                _ => {}
            }
        }
        let mut classes: Vec<&str> = changes
            .iter()
            .filter(|change| !is_whole_class(change) && !is_consequence(&change.what))
            .filter_map(|change| change.subject.class())
            .collect();
        classes.sort_unstable();
        for class in classes {
            if last_changed != Some(class) {
                totals.classes_changed += 1;
                last_changed = Some(class);
            }
        }
        totals
    }
}

fn is_whole_class(change: &Change) -> bool {
    matches!((&change.subject, &change.what), (Subject::Class { .. }, What::Added | What::Removed))
}

/// Whether the change follows from an edit elsewhere.
fn is_consequence(what: &What) -> bool {
    matches!(what, What::Dispatch { .. } | What::Link { .. } | What::Initialisation { .. })
}
