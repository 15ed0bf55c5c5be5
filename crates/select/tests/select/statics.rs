//! Static techniques: what changed since a block was made, and what follows.

use std::collections::BTreeSet;

use tamis_select::Outcome::{Failed, Passed};
use tamis_select::{
    Block, Builder, Changes, ClassChange, ClassContent, ClassEvent, ClassPathState, Outcome, Reach,
    Request, RootState, Statics, select, select_statically,
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

fn reaches(names: &[&'static str]) -> Reaches {
    Reaches(Ok(names.iter().copied().collect()))
}

#[track_caller]
fn check(blocks: &[Block], now: &[Root<'_>], reach: &Reaches, world: &World, expected: &str) {
    let statics = Statics { class_path: &state(now), reach };
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
    let changes = Changes::since(&block(1, Passed, then), &state(now)).unwrap();
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
    let same = Changes::since(&block(1, Passed, then), &state(then)).unwrap();
    let odd = ClassChange { class: ClassName::internal("p/Odd"), event: ClassEvent::Unreadable };
    assert_eq!(same, Changes { classes: vec![odd], has_lost_library: false });
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
    let statics = Statics { class_path: &incomplete, reach: &reach };
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
    assert_eq!(Changes::since(&kept, &state(old)), Some(Changes::default()));
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
