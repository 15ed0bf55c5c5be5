//! Static techniques: what changed since a block was made, and what follows.

use std::collections::BTreeSet;

use tamis_select::Outcome::{Failed, Passed};
use tamis_select::{
    AskedFor, Block, Builder, Changes, ClassChange, ClassContent, ClassEvent, ClassPathState,
    Libraries, Outcome, Reach, Request, RootState, Statics, select, select_statically,
};
use tamis_vocab::{ClassName, Entity, Fingerprint};

use crate::world::{World, record, request, words};

/// Names and contents of a root; 0 stands for what cannot be read.
type Root<'a> = (bool, &'a [(&'a str, u128)]);

const PROJECT: bool = false;
const LIBRARY: bool = true;

fn state<'a>(roots: &[Root<'a>]) -> ClassPathState<'a> {
    let class = |(name, content): &(&'a str, u128)| ClassContent {
        name,
        all: (*content > 0).then(|| Fingerprint::from_u128(*content)),
        copies: 1,
    };
    let root = |(is_library, classes): &Root<'a>| RootState {
        is_library: *is_library,
        classes: classes.iter().map(class).collect(),
    };
    ClassPathState { roots: roots.iter().map(root).collect(), is_incomplete: false }
}

/// A block of `p/T` in a world without facts but the environment.
fn block(time: u64, outcome: Outcome, roots: &[Root<'_>]) -> Block {
    let mut builder = Builder::default();
    builder.know(&state(roots));
    builder.add(record(&World::default(), "p/T", outcome, [Entity::Environment]));
    builder.finish(time, &World::default(), &|_| 1).unwrap()
}

/// Reaches some classes, or fails to say.
struct Reaches(Result<BTreeSet<&'static str>, String>);

impl Reach for Reaches {
    fn changes(&self, _: &ClassName, since: &Changes) -> Result<Vec<ClassChange>, String> {
        let reached = self.0.clone()?;
        let is_reached = |change: &&ClassChange| reached.contains(change.class.as_str());
        Ok(since.classes.iter().filter(is_reached).cloned().collect())
    }

    fn count(&self, _: &ClassName) -> u64 {
        self.0.as_ref().map_or(0, |reached| reached.len() as u64)
    }
}

/// Knows the classes of some libraries, by fingerprint.
struct Remembers(Vec<(String, Vec<(String, Fingerprint)>)>);

const NOBODY: Remembers = Remembers(Vec::new());

impl Libraries for Remembers {
    fn classes(&self, library: &str) -> Option<Vec<(String, Fingerprint)>> {
        let found = self.0.iter().find(|(name, _)| name == library);
        found.map(|(_, classes)| classes.clone())
    }
}

fn reaches(names: &[&'static str]) -> Reaches {
    Reaches(Ok(names.iter().copied().collect()))
}

#[track_caller]
fn check(blocks: &[Block], now: &[Root<'_>], reach: &Reaches, world: &World, expected: &str) {
    let statics = Statics { class_path: &state(now), reach, libraries: &NOBODY };
    let selection = select_statically(blocks, &request(&["p/T"], "static"), world, &statics);
    let found: Vec<String> =
        words(&selection).iter().map(|word| word.replace("(ClassChange", "")).collect();
    assert_eq!(found, [expected]);
}

#[test]
fn everything_that_can_happen_to_a_class_is_told_apart() {
    let then: &[Root<'_>] = &[
        (PROJECT, &[("p/Gone", 1), ("p/Odd", 0), ("p/Same", 2), ("p/T", 3), ("p/Torn", 4)]),
        (LIBRARY, &[("q/A", 5), ("q/B", 6)]),
        (LIBRARY, &[("r/A", 7)]),
    ];
    let now: &[Root<'_>] = &[
        (PROJECT, &[("p/New", 1), ("p/Odd", 9), ("p/Same", 2), ("p/T", 30), ("p/Torn", 0)]),
        (LIBRARY, &[("r/A", 7)]),
        (LIBRARY, &[("q/A", 5), ("q/C", 6)]),
    ];
    let changes = Changes::since(&block(1, Passed, then), &state(now), &NOBODY).unwrap();
    let found: Vec<(&str, ClassEvent)> =
        changes.classes.iter().map(|change| (change.class.as_str(), change.event)).collect();
    let expected = [
        ("p/Gone", ClassEvent::Gone),
        ("p/New", ClassEvent::Appeared),
        // It could not be read then.
        ("p/Odd", ClassEvent::Changed),
        ("p/T", ClassEvent::Changed),
        ("p/Torn", ClassEvent::Unreadable),
        // Of libraries only the whole is known.
        ("q/A", ClassEvent::OfOtherLibrary),
        ("q/C", ClassEvent::OfOtherLibrary),
    ];
    assert_eq!(found, expected);
    assert!(changes.has_lost_library);
    let same = Changes::since(&block(1, Passed, then), &state(then), &NOBODY).unwrap();
    let odd = ClassChange { class: ClassName::internal("p/Odd"), event: ClassEvent::Unreadable };
    assert_eq!(same, Changes { classes: vec![odd], has_lost_library: false });
}

/// The names of what changed, and whether a library is lost.
fn changes(then: &[Root<'_>], now: &[Root<'_>], libraries: &Remembers) -> (String, bool) {
    let found = Changes::since(&block(1, Passed, then), &state(now), libraries).unwrap();
    let word = |change: &ClassChange| format!("{} {:?}", change.class.as_str(), change.event);
    let words: Vec<String> = found.classes.iter().map(word).collect();
    (words.join(", "), found.has_lost_library)
}

#[test]
fn of_a_library_whose_classes_are_remembered_only_those_count_that_changed() {
    let old: &[Root<'_>] = &[(LIBRARY, &[("q/A", 1), ("q/B", 2), ("q/C", 3)])];
    let new: &[Root<'_>] = &[(LIBRARY, &[("q/A", 1), ("q/B", 9), ("q/D", 4)])];
    let library = state(old).roots[0].library().unwrap();
    let classes = |numbers: [u128; 3]| {
        let names = ["q/A", "q/B", "q/C"].map(str::to_owned);
        names.into_iter().zip(numbers.map(Fingerprint::from_u128)).collect::<Vec<_>>()
    };
    let right = Remembers(vec![(library.clone(), classes([1, 2, 3]))]);
    let exact = "q/B Changed, q/C Gone, q/D Appeared".to_owned();
    assert_eq!(changes(old, new, &right), (exact, false));
    // Who remembers something else is not believed.
    let wrong = Remembers(vec![(library, classes([1, 9, 3]))]);
    let other = "q/A OfOtherLibrary, q/B OfOtherLibrary, q/D OfOtherLibrary".to_owned();
    assert_eq!(changes(old, new, &wrong), (other.clone(), true));
    assert_eq!(changes(old, new, &NOBODY), (other, true));
    assert_eq!(changes(old, old, &NOBODY), (String::new(), false));
    // A new library takes nothing away.
    let more: &[Root<'_>] = &[old[0], (LIBRARY, &[("r/A", 1)])];
    assert_eq!(changes(old, more, &NOBODY), ("r/A Appeared".to_owned(), false));
}

#[test]
fn a_library_that_could_not_be_read_is_lost_and_one_without_classes_is_nothing() {
    let damaged: &[Root<'_>] = &[(LIBRARY, &[("q/A", 1), ("q/B", 0)])];
    let mended: &[Root<'_>] = &[(LIBRARY, &[("q/B", 2)])];
    // What else it had nobody knows.
    assert_eq!(changes(damaged, mended, &NOBODY), ("q/B OfOtherLibrary".to_owned(), true));
    let empty: &[Root<'_>] = &[(LIBRARY, &[]), (PROJECT, &[("p/T", 1)])];
    let without: &[Root<'_>] = &[(PROJECT, &[("p/T", 1)])];
    assert_eq!(changes(empty, empty, &NOBODY), (String::new(), false));
    assert_eq!(changes(empty, without, &NOBODY), (String::new(), false));
    assert_eq!(changes(without, empty, &NOBODY), (String::new(), false));
}

#[test]
fn a_test_is_skipped_while_what_it_reaches_is_as_it_was() {
    let old: &[Root<'_>] = &[(PROJECT, &[("p/A", 1), ("p/T", 2)])];
    let new: &[Root<'_>] = &[(PROJECT, &[("p/A", 9), ("p/T", 2)])];
    let world = World::default();
    let (narrow, wide) = (reaches(&["p/T"]), reaches(&["p/A", "p/T"]));
    let passed = block(1, Passed, old);
    check(&[], old, &wide, &world, "New");
    check(std::slice::from_ref(&passed), old, &wide, &world, "skip");
    check(std::slice::from_ref(&passed), new, &narrow, &world, "skip");
    check(std::slice::from_ref(&passed), new, &wide, &world, "ClassChanged");
    // It stays selected until it passes; what happened in another world does not count.
    check(&[block(1, Failed, old)], old, &wide, &world, "Failed");
    check(&[passed.clone(), block(2, Failed, old)], old, &wide, &world, "Failed");
    check(&[passed.clone(), block(2, Failed, new)], old, &wide, &world, "skip");
    check(&[passed.clone(), block(2, Failed, new)], old, &narrow, &world, "Failed");
    // Another environment is another world for all.
    let mut other = World::default();
    other.others.insert(Entity::Environment, 7);
    check(&[passed], old, &narrow, &other, "EnvironmentChanged");
}

#[test]
fn doubt_runs_the_test() {
    let old: &[Root<'_>] = &[(PROJECT, &[("p/T", 2)])];
    let (world, reach) = (World::default(), reaches(&["p/T"]));
    // Evidence of a run that did not keep all classes.
    let mut builder = Builder::default();
    builder.add(record(&world, "p/T", Passed, [Entity::Environment]));
    let without = builder.finish(1, &world, &|_| 1).unwrap();
    assert!(!without.knows_all_classes());
    check(&[without], old, &reach, &world, "Unknown");
    // A failure of which not all is known is in no other world.
    let mut builder = Builder::default();
    builder.add(record(&world, "p/T", Failed, [Entity::Environment]));
    let failed = builder.finish(2, &world, &|_| 1).unwrap();
    check(&[block(1, Passed, old), failed], old, &reach, &world, "Failed");
    let nobody_knows = Reaches(Err("the way".to_owned()));
    check(&[block(1, Passed, old)], old, &nobody_knows, &world, "Unknown");
    // Now there may be classes that nobody knows.
    let incomplete = ClassPathState { is_incomplete: true, ..state(old) };
    let statics = Statics { class_path: &incomplete, reach: &reach, libraries: &NOBODY };
    let request = request(&["p/T"], "static");
    let selection = select_statically(&[block(1, Passed, old)], &request, &world, &statics);
    assert_eq!(words(&selection), ["Unknown"]);
    // Without anything to go by.
    assert_eq!(words(&select(&[block(1, Passed, old)], &request, &world)), ["Unknown"]);
    let mut builder = Builder::default();
    builder.know(&incomplete);
    builder.add(record(&world, "p/T", Passed, [Entity::Environment]));
    assert!(!builder.finish(1, &world, &|_| 1).unwrap().knows_all_classes());
}

#[test]
fn rows_of_classes_that_no_fact_is_about_change_nothing_for_others() {
    let old: &[Root<'_>] = &[(PROJECT, &[("p/A", 1)]), (LIBRARY, &[("q/A", 1)])];
    let block = block(1, Passed, old);
    let selection = |technique: &str| {
        let request: Request = request(&["p/T"], technique);
        words(&select(std::slice::from_ref(&block), &request, &World::default()))
    };
    assert_eq!(selection("hybrid"), ["skip"]);
    assert_eq!(selection("class"), ["skip"]);
    // They stay when tests are dropped.
    let kept = block.keeping(&|_| true).unwrap();
    assert_eq!(Changes::since(&kept, &state(old), &NOBODY), Some(Changes::default()));
}

#[test]
fn a_failure_is_of_another_world_only_if_that_is_certain() {
    let old: &[Root<'_>] = &[(PROJECT, &[("p/T", 2)]), (LIBRARY, &[("q/A", 5)])];
    let other: &[Root<'_>] = &[(PROJECT, &[("p/T", 2)]), (LIBRARY, &[("q/A", 5), ("q/B", 6)])];
    let world = World::default();
    // Of `q/A` it is not known whether it was the same in the other library: it was.
    let blocks = [block(1, Passed, old), block(2, Failed, other)];
    check(&blocks, old, &reaches(&["p/T", "q/A"]), &world, "Failed");
    check(&blocks, old, &reaches(&["p/T"]), &world, "Failed");
}

#[test]
fn who_asked_for_classes_is_kept_by_test() {
    let asked = |caller: &str, class: &str| AskedFor {
        caller: caller.to_owned(),
        through: "java/lang/Class.forName(Ljava/lang/String;)Ljava/lang/Class;".to_owned(),
        class: class.to_owned(),
    };
    let both = [asked("p/A", "p/B"), asked("p/T", "p/Not$There")];
    let mut builder = Builder::default();
    let world = World::default();
    let old: &[Root<'_>] = &[(PROJECT, &[("p/A", 1), ("p/T", 2)])];
    builder.know(&state(old));
    for (test, asked) in [("p/T", &both[..]), ("p/U", &both[..1]), ("p/V", &[])] {
        builder.add(record(&world, test, Passed, [Entity::Environment]));
        builder.asked(&ClassName::internal(test), asked);
    }
    builder.add(record(&world, "p/W", Passed, [Entity::Environment]));
    let block = builder.finish(1, &world, &|_| 1).unwrap();
    let check = |block: &Block| {
        assert_eq!(block.asked_by("p/T").as_deref(), Some(&both[..]));
        assert_eq!(block.asked_by("p/U").as_deref(), Some(&both[..1]));
        // It was watched, or not.
        assert_eq!(block.asked_by("p/V").as_deref(), Some(&[][..]));
        assert_eq!(block.asked_by("p/W"), None);
        assert_eq!(Changes::since(block, &state(old), &NOBODY), Some(Changes::default()));
    };
    check(&block);
    check(&block.keeping(&|_| true).unwrap());
    let kept = block.keeping(&|test| test == "p/U").unwrap();
    assert_eq!(kept.asked_by("p/U").as_deref(), Some(&both[..1]));
    assert_eq!(kept.asked_by("p/T"), None);
    let selection = select(&[kept], &request(&["p/U"], "hybrid"), &world);
    assert_eq!(words(&selection), ["skip"]);
}

/// A test that looked at the members of a class, of which only their order changed.
#[test]
fn order_of_members_counts_for_who_looked_at_them_and_can_reach_the_class() {
    let old: &[Root<'_>] = &[(PROJECT, &[("p/A", 1), ("p/T", 2)])];
    let members = Entity::Members(ClassName::internal("p/A"));
    let mut builder = Builder::default();
    builder.know(&state(old));
    let mut test = record(&World::default(), "p/T", Passed, [Entity::Environment]);
    // What is now there is no class at all, so that the fact does not hold.
    test.facts.push((members, Fingerprint::from_u128(5)));
    builder.add(test);
    let block = builder.finish(1, &World::default(), &|_| 1).unwrap();
    let (blocks, world) = (std::slice::from_ref(&block), World::default());
    check(blocks, old, &reaches(&["p/A", "p/T"]), &world, "ClassChanged");
    check(blocks, old, &reaches(&["p/T"]), &world, "skip");
}
