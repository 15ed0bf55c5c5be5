//! Tests that did not run, in a few words for the last line of a build.

use std::collections::BTreeSet;

use tamis_select::{Selection, Verdict};

use super::words::ago;

/// Tests that are skipped: how many, and since when.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Unchanged {
    /// How many.
    pub count: usize,
    /// When the last of them passed, in seconds since 1970.
    pub newest: Option<u64>,
    /// The revisions at which they passed, and that of the last of them.
    pub revisions: BTreeSet<String>,
    /// The one of the last.
    pub last: Option<String>,
}

impl Unchanged {
    /// Those of a selection.
    pub fn of(selection: &Selection) -> Self {
        let mut all = Self::default();
        for (_, verdict) in &selection.verdicts {
            let Verdict::Skip(skip) = verdict else { continue };
            all.add(Self {
                count: 1,
                newest: Some(skip.passed),
                revisions: skip.revision.iter().cloned().collect(),
                last: skip.revision.clone(),
            });
        }
        all
    }

    /// Those of another part of the build, too.
    pub fn add(&mut self, other: Self) {
        self.count += other.count;
        if other.newest > self.newest {
            (self.newest, self.last) = (other.newest, other.last);
        }
        self.revisions.extend(other.revisions);
    }

    /// `431 unchanged since 3f2a1c9 (last passed 2 h ago)`.
    pub fn words(&self, now: u64) -> String {
        let Self { count, newest, revisions, last } = self;
        let Some(newest) = newest else { return format!("{count} unchanged") };
        let when = ago(now, *newest);
        match (last, revisions.len()) {
            (Some(last), 1) => format!("{count} unchanged since {last} (last passed {when})"),
            (Some(last), many) if many > 1 => format!(
                "{count} unchanged since they passed, at {many} revisions (last passed {when}, at {last})"
            ),
            _ => format!("{count} unchanged since they passed (last passed {when})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Unchanged;

    fn one(newest: u64, revision: Option<&str>) -> Unchanged {
        let revision = revision.map(str::to_owned);
        let revisions = revision.iter().cloned().collect();
        Unchanged { count: 1, newest: Some(newest), revisions, last: revision }
    }

    #[test]
    fn revisions_are_named_if_they_are_known() {
        let mut all = Unchanged::default();
        assert_eq!(all.words(0), "0 unchanged");
        all.add(one(100, None));
        assert_eq!(all.words(130), "1 unchanged since they passed (last passed just now)");
        let mut all = one(7200, Some("3f2a1c9"));
        all.add(one(3600, Some("3f2a1c9")));
        assert_eq!(all.words(14400), "2 unchanged since 3f2a1c9 (last passed 2 h ago)");
        all.add(one(10800, Some("91c0d4e")));
        assert_eq!(
            all.words(14400),
            "3 unchanged since they passed, at 2 revisions (last passed 1 h ago, at 91c0d4e)"
        );
    }
}
