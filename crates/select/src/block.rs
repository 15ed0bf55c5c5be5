//! What one run found out, as bytes that are read in place: nothing is decoded that nobody asks for.
//!
//! The layout is `docs/formats/store.md`. Every number is checked where it is used; bytes that do not fit together are
//! [`Malformed`], and a damaged row makes its test unknown, never skipped.

mod builder;
mod fact_set;
mod layout;

use std::collections::{BTreeMap, BTreeSet};

use tamis_facts::value::{MethodKind, MethodPrint};
use tamis_vocab::{Entity, EntityKind, Fingerprint};

pub use self::builder::{Builder, TestRecord};
pub(crate) use self::fact_set::FactSet;
use self::layout::{Row, Sections};
use crate::statics::{ALL_CLASSES, AskedFor, REVISION, asked_by_row, library_of_row};

/// A number that stands for nothing.
pub(crate) const NOTHING: u32 = u32::MAX;

/// Bytes that are no block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Malformed(pub &'static str);

impl std::fmt::Display for Malformed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for Malformed {}

/// How a test class ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// All its methods passed or were skipped, and everything it rests on is known.
    Passed,
    /// A method failed.
    Failed,
    /// It did not end, or not all that it rests on is known.
    Incomplete,
    /// It passed, and rests on something that no fact stands for.
    Opaque,
}

impl Outcome {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Incomplete => "incomplete",
            Self::Opaque => "opaque",
        }
    }
}

/// What one run found out.
#[derive(Debug, Clone)]
pub struct Block {
    bytes: Vec<u8>,
    sections: Sections,
}

/// A class as it was when the block was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ClassRow<'b> {
    /// Internal name.
    pub(crate) name: &'b str,
    /// Everything but debug data; `None` if there was no such class.
    pub(crate) all: Option<Fingerprint>,
    pub(crate) copies: u32,
}

/// A fact as it was recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FactRow<'b> {
    pub(crate) kind: EntityKind,
    /// Number of the class, or [`NOTHING`].
    pub(crate) class: u32,
    pub(crate) detail: &'b str,
    pub(crate) value: Fingerprint,
}

/// A test of the block.
#[derive(Debug, Clone)]
pub(crate) struct TestRow<'b> {
    /// Internal name of the test class.
    pub(crate) test: &'b str,
    pub(crate) outcome: Outcome,
    /// What to say about an outcome that is not a pass.
    pub(crate) message: &'b str,
    /// Nanoseconds it took.
    pub(crate) nanos: u64,
    /// `None` if the bytes are damaged.
    pub(crate) facts: Option<FactSet<'b>>,
    /// Tests that wrote or left what this one read, as they are [written](crate::leanings::Leaver).
    pub(crate) after: Vec<&'b str>,
}

impl Block {
    /// The version of the bytes, and of what they mean.
    pub const VERSION: u32 = layout::VERSION;

    /// Takes bytes that [`Builder::finish`] made.
    pub fn read(bytes: Vec<u8>) -> Result<Self, Malformed> {
        let sections = Sections::of(&bytes)?;
        Ok(Self { bytes, sections })
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// When it was made, in seconds since 1970.
    pub fn time(&self) -> u64 {
        self.sections.time
    }

    /// Internal names of its tests.
    pub fn tests(&self) -> impl Iterator<Item = &str> {
        (0..self.test_count()).filter_map(|number| {
            let mut row = Row::of(&self.bytes, self.sections.tests, number)?;
            self.text(row.u32()?)
        })
    }

    /// Internal names of its tests, and how they ended.
    pub fn outcomes(&self) -> impl Iterator<Item = (&str, Outcome)> {
        let rows = (0..self.test_count()).filter_map(|number| self.test(number));
        rows.map(|row| (row.test, row.outcome))
    }

    /// What the outcome of a test rested on, as far as that was known; `None` if there is no such test, or its row cannot
    /// be read.
    pub fn facts_of(&self, test: &str) -> Option<BTreeMap<Entity, Fingerprint>> {
        let rows = (0..self.test_count()).filter_map(|number| self.test(number));
        let row = rows.into_iter().find(|row| row.test == test)?;
        let facts = row.facts?.decode()?;
        let fact = |number| {
            let row = self.fact(number)?;
            Some((self.entity(&row)?, row.value))
        };
        facts.iter().map(fact).collect()
    }

    /// Names in the class path of the classes that a test used or looked for, found or not; `None` if there is no such test,
    /// or its row cannot be read. Classes of which it only could have had objects are not among them.
    pub fn used_by(&self, test: &str) -> Option<BTreeSet<&str>> {
        let mut rows = (0..self.test_count()).filter_map(|number| self.test(number));
        self.used_in(&rows.find(|row| row.test == test)?)
    }

    /// The same for each test that it has a row of.
    pub fn used_by_all(&self) -> impl Iterator<Item = (&str, Option<BTreeSet<&str>>)> {
        let rows = (0..self.test_count()).filter_map(|number| self.test(number));
        rows.map(|row| (row.test, self.used_in(&row)))
    }

    fn used_in(&self, row: &TestRow<'_>) -> Option<BTreeSet<&str>> {
        let mut used = BTreeSet::new();
        for fact in &row.facts?.decode()? {
            let (kind, class) = self.fact_about(fact)?;
            let is_use = matches!(
                kind,
                EntityKind::Body
                    | EntityKind::Touched
                    | EntityKind::Whole
                    | EntityKind::Members
                    | EntityKind::Copies
                    | EntityKind::Presence
            );
            if is_use && class != NOTHING {
                used.insert(self.class(class)?.name);
            }
        }
        Some(used)
    }

    /// The fingerprints of the libraries whose classes it knows of, as [`crate::Libraries`] is asked for them.
    pub fn libraries(&self) -> impl Iterator<Item = &str> {
        let names = (0..self.class_count()).filter_map(|number| Some(self.class(number)?.name));
        names.filter_map(library_of_row)
    }

    /// Who asked for which class while a test ran; `None` if that was not watched, or cannot be read.
    pub fn asked_by(&self, test: &str) -> Option<Vec<AskedFor>> {
        let row = self.class_number(&asked_by_row(test))?;
        self.named(row).map(|number| AskedFor::of_row(self.class(number)?.name)).collect()
    }

    /// Names in the class path of all classes that it knows of, those included that were not there.
    pub fn class_names(&self) -> impl Iterator<Item = &str> {
        let names = (0..self.class_count()).filter_map(|number| Some(self.class(number)?.name));
        names.filter(|name| !name.starts_with(ALL_CLASSES))
    }

    /// Whether it knows all classes of the class path that there was.
    pub fn knows_all_classes(&self) -> bool {
        self.class_number(ALL_CLASSES).is_some()
    }

    /// The revision of the project that there was, in words for people; `None` if that is not known.
    pub fn revision(&self) -> Option<&str> {
        let first = self.class_at_or_behind(REVISION)?;
        self.class(first)?.name.strip_prefix(REVISION)
    }

    /// The number of the row of that name.
    pub(crate) fn class_number(&self, name: &str) -> Option<u32> {
        let number = self.class_at_or_behind(name)?;
        (self.class(number)?.name == name).then_some(number)
    }

    /// The number of the first row whose name is not less; there may be no such row.
    fn class_at_or_behind(&self, name: &str) -> Option<u32> {
        let (mut low, mut high) = (0, self.class_count());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.class(middle)?.name < name {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Some(low)
    }

    /// How many facts it holds, and how many tests.
    pub fn counts(&self) -> (usize, usize) {
        (self.fact_count() as usize, self.test_count() as usize)
    }

    /// A copy with only the tests that are wanted; facts that nobody needs any more are dropped. `None` if none is left, or
    /// if a row cannot be read.
    pub fn keeping(&self, is_wanted: &dyn Fn(&str) -> bool) -> Option<Self> {
        builder::keep(self, is_wanted)
    }

    pub(crate) fn class_count(&self) -> u32 {
        self.sections.classes.count
    }

    pub(crate) fn fact_count(&self) -> u32 {
        self.sections.facts.count
    }

    pub(crate) fn test_count(&self) -> u32 {
        self.sections.tests.count
    }

    pub(crate) fn text(&self, number: u32) -> Option<&str> {
        let mut row = Row::of(&self.bytes, self.sections.texts, number)?;
        let (start, length) = (row.u32()? as usize, row.u32()? as usize);
        let bytes = self.sections.text_bytes.slice(&self.bytes)?;
        std::str::from_utf8(bytes.get(start..start.checked_add(length)?)?).ok()
    }

    pub(crate) fn class(&self, number: u32) -> Option<ClassRow<'_>> {
        let mut row = Row::of(&self.bytes, self.sections.classes, number)?;
        let name = self.text(row.u32()?)?;
        let _canonical = row.u32()?;
        let copies = row.u32()?;
        let all = row.fingerprint()?;
        Some(ClassRow { name, all: (copies > 0).then_some(all), copies })
    }

    /// The name that entities use for a class.
    pub(crate) fn canonical(&self, number: u32) -> Option<&str> {
        let mut row = Row::of(&self.bytes, self.sections.classes, number)?;
        let name = row.u32()?;
        let canonical = row.u32()?;
        self.text(if canonical == NOTHING { name } else { canonical })
    }

    /// Numbers of the classes that one extends or nests in.
    pub(crate) fn above(&self, number: u32) -> impl Iterator<Item = u32> + '_ {
        self.numbers(Row::of(&self.bytes, self.sections.classes, number), layout::CLASS_ABOVE)
    }

    /// Numbers of the classes that the code of one names.
    pub(crate) fn named(&self, number: u32) -> impl Iterator<Item = u32> + '_ {
        self.numbers(Row::of(&self.bytes, self.sections.classes, number), layout::CLASS_NAMED)
    }

    /// The methods that a class had.
    pub(crate) fn prints(&self, number: u32) -> Option<Vec<MethodPrint>> {
        let mut row = Row::of(&self.bytes, self.sections.classes, number)?;
        row.skip(layout::CLASS_PRINTS);
        let (start, count) = (row.u32()?, row.u32()?);
        (start..start.checked_add(count)?).map(|number| self.print(number)).collect()
    }

    fn print(&self, number: u32) -> Option<MethodPrint> {
        let mut row = Row::of(&self.bytes, self.sections.prints, number)?;
        let kind = match row.u8()? {
            0 => MethodKind::StaticInitialiser,
            1 => MethodKind::Initialiser,
            2 => MethodKind::Static,
            3 => MethodKind::Instance,
            _ => return None,
        };
        Some(MethodPrint { kind, name: row.u64()?, body: row.u64()? })
    }

    /// A list of numbers to which a row points.
    fn numbers<'b>(&'b self, row: Option<Row<'b>>, skip: usize) -> impl Iterator<Item = u32> + 'b {
        let range = row.and_then(|mut row| {
            row.skip(skip);
            Some((row.u32()?, row.u32()?))
        });
        let (start, count) = range.unwrap_or_default();
        let places = start..start.saturating_add(count).min(self.sections.numbers.count);
        places.filter_map(|place| Row::of(&self.bytes, self.sections.numbers, place)?.u32())
    }

    pub(crate) fn fact(&self, number: u32) -> Option<FactRow<'_>> {
        let mut row = Row::of(&self.bytes, self.sections.facts, number)?;
        let kind = EntityKind::from_u8(row.u8()?)?;
        let class = row.u32()?;
        let detail = row.u32()?;
        let detail = if detail == NOTHING { "" } else { self.text(detail)? };
        Some(FactRow { kind, class, detail, value: row.fingerprint()? })
    }

    /// Kind and class of a fact, without the rest of it.
    pub(crate) fn fact_about(&self, number: u32) -> Option<(EntityKind, u32)> {
        let mut row = Row::of(&self.bytes, self.sections.facts, number)?;
        Some((EntityKind::from_u8(row.u8()?)?, row.u32()?))
    }

    pub(crate) fn entity(&self, fact: &FactRow<'_>) -> Option<Entity> {
        let class = match (fact.class, fact.kind) {
            (NOTHING, _) => None,
            // Who looks a class up knows the name in the class path.
            (number, EntityKind::Presence) => Some(self.class(number)?.name),
            (number, _) => Some(self.canonical(number)?),
        };
        Entity::from_parts(fact.kind, class, fact.detail)
    }

    pub(crate) fn test(&self, number: u32) -> Option<TestRow<'_>> {
        let mut row = Row::of(&self.bytes, self.sections.tests, number)?;
        let test = self.text(row.u32()?)?;
        let outcome = match row.u8()? {
            0 => Outcome::Passed,
            1 => Outcome::Failed,
            2 => Outcome::Incomplete,
            3 => Outcome::Opaque,
            _ => return None,
        };
        let message = row.u32()?;
        let message = if message == NOTHING { "" } else { self.text(message)? };
        let nanos = row.u64()?;
        let (start, length) = (row.u32()? as usize, row.u32()? as usize);
        let facts = self.sections.bitmaps.slice(&self.bytes).and_then(|bitmaps| {
            let bytes = bitmaps.get(start..start.checked_add(length)?)?;
            Some(FactSet::new(bytes, self.fact_count()))
        });
        let whole = Row::of(&self.bytes, self.sections.tests, number);
        let after = self.numbers(whole, layout::TEST_AFTER);
        let after = after.map(|text| self.text(text)).collect::<Option<Vec<&str>>>()?;
        Some(TestRow { test, outcome, message, nanos, facts, after })
    }
}
