//! Makes blocks.

use std::collections::{BTreeMap, BTreeSet};

use roaring::RoaringBitmap;
use rustc_hash::FxHashMap;
use tamis_facts::value::{MethodPrint, method_prints};
use tamis_facts::{ClassIndex, Digest, Lookup, resolve};
use tamis_vocab::{ClassName, Entity, EntityKind, Fingerprint};

use super::layout::{HEADER, VERSION};
use super::{Block, ClassRow, NOTHING, Outcome};
use crate::leanings::Leaver;
use crate::statics::{
    ALL_CLASSES, AskedFor, ClassPathState, REVISION, asked_by_row, is_about_asking,
};

/// What is known of one test class after a run.
#[derive(Debug, Clone)]
pub struct TestRecord {
    /// The test class.
    pub test: ClassName,
    /// How it ended.
    pub outcome: Outcome,
    /// What to say about it, unless it passed.
    pub message: String,
    /// How long it took.
    pub nanos: u64,
    /// What its outcome rests on, in any order; as far as that is known if it is incomplete.
    pub facts: Vec<(Entity, Fingerprint)>,
    /// Tests that wrote or left what this one read.
    pub after: BTreeSet<Leaver>,
}

/// Collects what a run found out.
#[derive(Debug, Default)]
pub struct Builder {
    tests: Vec<Test>,
    /// Facts by entity, numbered as they come.
    facts: FxHashMap<Entity, (u32, Fingerprint)>,
    /// Whether a fact has two values.
    is_torn: bool,
    /// Rows of classes that no fact may be about.
    known: Vec<(String, Class)>,
}

/// A record, with numbers for its facts.
#[derive(Debug)]
struct Test {
    class: ClassName,
    outcome: Outcome,
    message: String,
    nanos: u64,
    facts: Vec<u32>,
    after: BTreeSet<Leaver>,
}

/// A class that facts of the block depend on.
#[derive(Debug, Default)]
struct Class {
    canonical: Option<String>,
    all: Option<Fingerprint>,
    copies: u32,
    above: Vec<String>,
    named: Vec<String>,
    prints: Vec<MethodPrint>,
}

impl Builder {
    /// Adds a test.
    pub fn add(&mut self, record: TestRecord) {
        let TestRecord { test, outcome, message, nanos, facts, after } = record;
        let mut numbers = Vec::with_capacity(facts.len());
        for (entity, value) in facts {
            let next = self.facts.len() as u32;
            let (number, known) = *self.facts.entry(entity).or_insert((next, value));
            // One run, one world: that cannot be.
            self.is_torn |= known != value;
            numbers.push(number);
        }
        self.tests.push(Test { class: test, outcome, message, nanos, facts: numbers, after });
    }

    /// Adds all classes of the class path, for techniques that look at those that no test used: each class of the project,
    /// and each library as a whole.
    pub fn know(&mut self, class_path: &ClassPathState<'_>) {
        if class_path.is_incomplete {
            return;
        }
        let row = |all, copies| Class { all, copies, ..Class::default() };
        self.known.push((ALL_CLASSES.to_owned(), row(None, 0)));
        for root in &class_path.roots {
            if root.is_library {
                self.known.extend(root.row_to_keep().map(|name| (name, row(None, 0))));
                continue;
            }
            let classes = root.classes.iter();
            // One that cannot be read is never found to be the same.
            let classes = classes.map(|c| (c.name.to_owned(), row(c.all, c.copies.max(1))));
            self.known.extend(classes);
        }
    }

    /// Adds who asked for which class while a test ran.
    pub fn asked(&mut self, test: &ClassName, asked: &[AskedFor]) {
        // One that has no row was not asked for by any class: what it made is found otherwise.
        let named: Vec<String> = asked.iter().filter_map(AskedFor::row).collect();
        self.known.extend(named.iter().map(|row| (row.clone(), Class::default())));
        self.known.push((asked_by_row(test.as_str()), Class { named, ..Class::default() }));
    }

    /// Says which revision of the project there was, in words for people.
    pub fn at_revision(&mut self, revision: &str) {
        self.known.push((format!("{REVISION}{revision}"), Class::default()));
    }

    /// Whether there is nothing to keep.
    pub fn is_empty(&self) -> bool {
        self.tests.is_empty()
    }

    /// The block. `copies` says how many copies of a class the class path has. `None` if a class can no longer be read, or
    /// there is more than numbers can count.
    pub fn finish(
        self,
        time: u64,
        set: &dyn ClassIndex,
        copies: &dyn Fn(&str) -> u32,
    ) -> Option<Block> {
        if self.is_torn || u32::try_from(self.facts.len()).is_err() {
            return None;
        }
        let mut facts: Vec<_> = self.facts.into_iter().collect();
        facts.sort_unstable_by(|(left, _), (right, _)| {
            left.kind().cmp(&right.kind()).then_with(|| left.cmp(right))
        });
        let (mut classes, real) = classes(facts.iter().map(|(entity, _)| entity), set, copies)?;
        for (name, class) in self.known {
            classes.entry(name).or_insert(class);
        }
        let mut writer = Writer::default();
        writer.classes(&classes);
        // By the numbers of before.
        let mut numbers = vec![0; facts.len()];
        for (number, (entity, (before, value))) in (0_u32..).zip(&facts) {
            *numbers.get_mut(*before as usize)? = number;
            let class = match entity.class() {
                None => NOTHING,
                Some(class) => {
                    let name = real.get(class.as_str())?;
                    *writer.class_numbers.get(name)?
                }
            };
            writer.fact(entity.kind(), class, &entity.detail(), *value);
        }
        for test in &self.tests {
            let facts: RoaringBitmap =
                test.facts.iter().filter_map(|fact| numbers.get(*fact as usize)).copied().collect();
            let after: Vec<String> = test.after.iter().map(Leaver::written).collect();
            let row = (test.class.as_str(), test.outcome, &*test.message, test.nanos);
            writer.test(row, facts, after.iter().map(String::as_str));
        }
        writer.finish(time)
    }
}

type Classes = BTreeMap<String, Class>;

/// All classes that the facts are about, or that can change what they say, and the names in the class path of those that
/// entities call otherwise.
fn classes<'e>(
    entities: impl Iterator<Item = &'e Entity>,
    set: &dyn ClassIndex,
    copies: &dyn Fn(&str) -> u32,
) -> Option<(Classes, FxHashMap<String, String>)> {
    let mut real: FxHashMap<String, String> = FxHashMap::default();
    let mut wanted: BTreeMap<String, (bool, bool)> = BTreeMap::new();
    for entity in entities {
        let Some(class) = entity.class() else { continue };
        let name = match real.get(class.as_str()) {
            Some(name) => name.clone(),
            None => {
                let name = match set.find_canonical(class.as_str()) {
                    Lookup::Found(facts) => facts.name().to_owned(),
                    Lookup::Outside => class.as_str().to_owned(),
                    Lookup::Unreadable => return None,
                };
                real.insert(class.as_str().to_owned(), name.clone());
                name
            }
        };
        let (links, prints) = wanted.entry(name).or_default();
        *links |= entity.kind() == EntityKind::Links;
        *prints |= entity.kind() == EntityKind::Touched;
    }
    let mut classes = Classes::new();
    let mut waiting: Vec<(String, bool, bool)> =
        wanted.iter().map(|(name, (links, prints))| (name.clone(), *links, *prints)).collect();
    let mut digest = Digest::new();
    while let Some((name, links, prints)) = waiting.pop() {
        if classes.contains_key(&name) {
            continue;
        }
        // Those that are wanted for themselves come with all that is wanted of them.
        let (links, prints) = match wanted.get(&name) {
            Some((wants_links, wants_prints)) => (*wants_links, *wants_prints),
            None => (links, prints),
        };
        let mut class = Class::default();
        match set.find(&name) {
            Lookup::Found(facts) => {
                class.all = Some(facts.all);
                class.copies = copies(&name).max(1);
                let canonical = facts.canonical_name();
                class.canonical = (canonical != name).then(|| canonical.to_owned());
                let host = Some(facts.nest_host()).filter(|host| *host != name);
                let above = facts.superclass().into_iter().chain(facts.interfaces()).chain(host);
                class.above = above.filter(|name| is_possible(name)).map(str::to_owned).collect();
                if links {
                    let named = resolve::named_classes(facts);
                    let named = named.into_iter().filter(|each| is_possible(each) && *each != name);
                    class.named = named.map(str::to_owned).collect();
                }
                if prints {
                    class.prints = method_prints(facts, &mut digest);
                }
            }
            Lookup::Outside => {}
            Lookup::Unreadable => return None,
        }
        waiting.extend(class.above.iter().chain(&class.named).map(|n| (n.clone(), false, false)));
        classes.insert(name, class);
    }
    Some((classes, real))
}

/// Whether the class path can have a class of that name.
fn is_possible(name: &str) -> bool {
    !name.starts_with("java/")
}

/// Writes rows.
#[derive(Default)]
struct Writer {
    texts: Vec<u8>,
    text_bytes: Vec<u8>,
    text_numbers: FxHashMap<String, u32>,
    class_rows: Vec<u8>,
    class_numbers: FxHashMap<String, u32>,
    numbers: Vec<u8>,
    prints: Vec<u8>,
    facts: Vec<u8>,
    tests: Vec<u8>,
    bitmaps: Vec<u8>,
}

fn push(bytes: &mut Vec<u8>, number: u32) {
    bytes.extend_from_slice(&number.to_le_bytes());
}

impl Writer {
    fn text(&mut self, text: &str) -> u32 {
        if let Some(number) = self.text_numbers.get(text) {
            return *number;
        }
        let number = self.text_numbers.len() as u32;
        push(&mut self.texts, self.text_bytes.len() as u32);
        push(&mut self.texts, text.len() as u32);
        self.text_bytes.extend_from_slice(text.as_bytes());
        self.text_numbers.insert(text.to_owned(), number);
        number
    }

    fn optional_text(&mut self, text: &str) -> u32 {
        if text.is_empty() { NOTHING } else { self.text(text) }
    }

    fn classes(&mut self, classes: &Classes) {
        for (number, name) in (0_u32..).zip(classes.keys()) {
            self.class_numbers.insert(name.clone(), number);
        }
        for (name, class) in classes {
            let name = self.text(name);
            let canonical = class.canonical.as_ref().map_or(NOTHING, |name| self.text(name));
            let all = class.all.unwrap_or(Fingerprint::from_u128(0));
            let above = self.list(class.above.iter());
            let named = self.list(class.named.iter());
            let prints = (self.prints.len() / super::layout::PRINT) as u32;
            for print in &class.prints {
                self.prints.push(print.kind as u8);
                self.prints.extend_from_slice(&print.name.to_le_bytes());
                self.prints.extend_from_slice(&print.body.to_le_bytes());
            }
            for number in [name, canonical, class.copies] {
                push(&mut self.class_rows, number);
            }
            self.class_rows.extend_from_slice(&all.to_bytes());
            let prints = (prints, class.prints.len() as u32);
            for (start, count) in [above, named, prints] {
                push(&mut self.class_rows, start);
                push(&mut self.class_rows, count);
            }
        }
    }

    fn list<'n>(&mut self, names: impl Iterator<Item = &'n String>) -> (u32, u32) {
        let start = (self.numbers.len() / super::layout::NUMBER) as u32;
        let mut count = 0;
        for number in names.filter_map(|name| self.class_numbers.get(name)) {
            push(&mut self.numbers, *number);
            count += 1;
        }
        (start, count)
    }

    fn fact(&mut self, kind: EntityKind, class: u32, detail: &str, value: Fingerprint) {
        let detail = self.optional_text(detail);
        self.facts.push(kind as u8);
        push(&mut self.facts, class);
        push(&mut self.facts, detail);
        self.facts.extend_from_slice(&value.to_bytes());
    }

    fn test<'n>(
        &mut self,
        (test, outcome, message, nanos): (&str, Outcome, &str, u64),
        mut facts: RoaringBitmap,
        after: impl Iterator<Item = &'n str>,
    ) {
        let test = self.text(test);
        let message = self.optional_text(message);
        let after: Vec<u32> = after.map(|name| self.text(name)).collect();
        push(&mut self.tests, test);
        self.tests.push(match outcome {
            Outcome::Passed => 0,
            Outcome::Failed => 1,
            Outcome::Incomplete => 2,
            Outcome::Opaque => 3,
        });
        push(&mut self.tests, message);
        self.tests.extend_from_slice(&nanos.to_le_bytes());
        facts.optimize();
        let start = self.bitmaps.len();
        // Writing to memory cannot fail; if it did, the bitmap would be unreadable, and the test would run.
        let _ = facts.serialize_into(&mut self.bitmaps);
        push(&mut self.tests, start as u32);
        push(&mut self.tests, (self.bitmaps.len() - start) as u32);
        push(&mut self.tests, (self.numbers.len() / super::layout::NUMBER) as u32);
        push(&mut self.tests, after.len() as u32);
        after.iter().for_each(|number| push(&mut self.numbers, *number));
    }

    fn finish(self, time: u64) -> Option<Block> {
        let sections = [
            self.texts,
            self.text_bytes,
            self.class_rows,
            self.numbers,
            self.prints,
            self.facts,
            self.tests,
            self.bitmaps,
        ];
        let length: usize = sections.iter().map(Vec::len).sum();
        let mut bytes = Vec::with_capacity(HEADER + length);
        push(&mut bytes, VERSION);
        bytes.extend_from_slice(&time.to_le_bytes());
        for (section, size) in sections.iter().zip(super::layout::SIZES) {
            push(&mut bytes, u32::try_from(section.len() / size).ok()?);
        }
        sections.iter().for_each(|section| bytes.extend_from_slice(section));
        Block::read(bytes).ok()
    }
}

/// See [`Block::keeping`].
pub(super) fn keep(block: &Block, is_wanted: &dyn Fn(&str) -> bool) -> Option<Block> {
    let mut tests = Vec::new();
    let mut kept = RoaringBitmap::new();
    for number in 0..block.test_count() {
        let test = block.test(number)?;
        if is_wanted(test.test) {
            let facts = test.facts?.decode()?;
            kept |= &facts;
            tests.push((test, facts));
        }
    }
    if tests.is_empty() {
        return None;
    }
    let mut classes = needed_classes(block, &kept)?;
    if block.knows_all_classes() {
        for row in (0..block.class_count()).map(|number| block.class(number)) {
            let ClassRow { name, all, copies } = row?;
            let class = || Class { all, copies, ..Class::default() };
            if !is_about_asking(name) {
                classes.entry(name.to_owned()).or_insert_with(class);
            }
        }
    }
    if let Some(revision) = block.revision() {
        classes.insert(format!("{REVISION}{revision}"), Class::default());
    }
    for (test, _) in &tests {
        let row = asked_by_row(test.test);
        let Some(number) = block.class_number(&row) else { continue };
        let name = |number| block.class(number).map(|class| class.name.to_owned());
        let named = block.named(number).map(name).collect::<Option<Vec<String>>>()?;
        classes.extend(named.iter().map(|row| (row.clone(), Class::default())));
        classes.insert(row, Class { named, ..Class::default() });
    }
    let mut writer = Writer::default();
    writer.classes(&classes);
    let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
    for (number, fact) in (0_u32..).zip(&kept) {
        numbers.insert(fact, number);
        let row = block.fact(fact)?;
        let class = match row.class {
            NOTHING => NOTHING,
            class => *writer.class_numbers.get(block.class(class)?.name)?,
        };
        writer.fact(row.kind, class, row.detail, row.value);
    }
    for (test, facts) in tests {
        let facts = facts.iter().filter_map(|fact| numbers.get(&fact)).copied().collect();
        let row = (test.test, test.outcome, test.message, test.nanos);
        writer.test(row, facts, test.after.into_iter());
    }
    writer.finish(block.time())
}

/// The classes that some facts of a block depend on.
fn needed_classes(block: &Block, facts: &RoaringBitmap) -> Option<Classes> {
    let mut waiting: Vec<u32> = Vec::new();
    for fact in facts {
        let (_, class) = block.fact_about(fact)?;
        if class != NOTHING {
            waiting.push(class);
        }
    }
    let mut classes = Classes::new();
    while let Some(number) = waiting.pop() {
        let row = block.class(number)?;
        if classes.contains_key(row.name) {
            continue;
        }
        let canonical = block.canonical(number)?;
        let name = |number| block.class(number).map(|class| class.name.to_owned());
        let class = Class {
            canonical: (canonical != row.name).then(|| canonical.to_owned()),
            all: row.all,
            copies: row.copies,
            above: block.above(number).map(name).collect::<Option<_>>()?,
            named: block.named(number).map(name).collect::<Option<_>>()?,
            prints: block.prints(number)?,
        };
        waiting.extend(block.above(number).chain(block.named(number)));
        classes.insert(row.name.to_owned(), class);
    }
    Some(classes)
}
