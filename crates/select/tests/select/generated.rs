//! Generated edits and histories.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tamis_select::Outcome::{Failed, Incomplete, Passed};
use tamis_select::{Block, ChangeKind, Held, Now as _, Outcome, Technique};
use tamis_testkit::ClassBuilder;
use tamis_vocab::{ClassName, Entity, MethodId};

use crate::model::{NAMES, apply, edits, entities, model, world};
use crate::world::{World, block, record, running};

/// All facts of a block that are different in a world, asked one by one.
fn different(block: &Block, tests: &[&str], now: &World) -> BTreeSet<Entity> {
    let facts = tests.iter().flat_map(|test| block.facts_of(test).unwrap());
    // A class that is gone has no objects that could be called.
    let is_gone = |entity: &Entity| {
        matches!(entity, Entity::Dispatch(_) | Entity::Overrides(_))
            && now.value(entity) == Some(tamis_facts::value::absent())
    };
    facts
        .filter(|(entity, was)| now.value(entity) != Some(*was) && !is_gone(entity))
        .map(|(entity, _)| entity)
        .collect()
}

fn not_held(block: &Block, now: &World) -> BTreeSet<Entity> {
    Held::of(block, now).broken().map(|broken| broken.entity.clone()).collect()
}

fn technique(word: &str) -> Technique {
    word.parse().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(768))]

    /// The most important one: what is not asked for again has not changed.
    #[test]
    fn facts_that_are_not_asked_for_again_are_as_they_were(
        before in model(),
        edits in edits(),
        unreadable in prop::option::weighted(0.1, 0..NAMES.len()),
        copies in (1_u32..3, 0_u128..2, 1_u32..3, 0_u128..2),
    ) {
        let mut old = world(&before);
        old.copies.insert("p/B".to_owned(), (copies.0, copies.1));
        let block = block(&old, 1, vec![record(&old, "p/T", Passed, entities(&old))]);
        prop_assert_eq!(not_held(&block, &old), BTreeSet::new());
        let mut new = world(&apply(&before, &edits));
        new.copies.insert("p/B".to_owned(), (copies.2, copies.3));
        new.unreadable.extend(unreadable.map(|number| NAMES[number].to_owned()));
        let different = different(&block, &["p/T"], &new);
        prop_assert_eq!(not_held(&block, &new), different);
    }

    /// Also for a test that rests on little, and after all others were dropped from its block.
    #[test]
    fn a_few_facts_bring_along_all_classes_that_they_depend_on(
        before in model(),
        edits in edits(),
        chosen in prop::collection::vec(any::<prop::sample::Index>(), 1..4),
    ) {
        let (old, new) = (world(&before), world(&apply(&before, &edits)));
        let all = entities(&old);
        let few: BTreeSet<Entity> =
            chosen.iter().map(|index| all[index.index(all.len())].clone()).collect();
        let alone = block(&old, 1, vec![record(&old, "p/T", Passed, few.clone())]);
        let records =
            vec![record(&old, "p/S", Passed, all), record(&old, "p/T", Passed, few.clone())];
        let kept = block(&old, 1, records).keeping(&|test| test == "p/T").unwrap();
        prop_assert_eq!(kept.facts_of("p/T"), alone.facts_of("p/T"));
        prop_assert_eq!(kept.facts_of("p/S"), None);
        let different = different(&alone, &["p/T"], &new);
        prop_assert_eq!(&not_held(&alone, &new), &different);
        prop_assert_eq!(&not_held(&kept, &new), &different);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// `hybrid` ⊆ `hybrid-f` ⊆ `class`, and the same for each kind of change that counts for whole classes; with evidence
    /// from several states of the world, passes and failures among it.
    #[test]
    fn coarser_techniques_select_more(
        first in model(),
        steps in prop::collection::vec((edits(), 0_u8..4), 1..4),
        chosen in prop::collection::vec(
            prop::collection::vec(any::<prop::sample::Index>(), 1..12), 4),
        now in any::<prop::sample::Index>(),
    ) {
        const TESTS: [&str; 4] = ["p/S", "p/T", "p/U", "p/V"];
        let mut models = vec![first];
        let mut blocks = Vec::new();
        for (time, (edits, outcomes)) in (1_u64..).zip(&steps) {
            let world = world(models.last().unwrap());
            let all = entities(&world);
            let records = TESTS.iter().zip(&chosen).zip(0_u8..).map(|((test, chosen), number)| {
                let facts = chosen.iter().map(|index| all[index.index(all.len())].clone());
                record(&world, test, outcome(number + outcomes), facts)
            });
            blocks.push(block(&world, time, records.collect()));
            models.push(apply(models.last().unwrap(), edits));
        }
        let now = world(&models[now.index(models.len())]);
        let run = |technique| running(&blocks, &TESTS, technique, &now);
        let [hybrid, hybrid_f, class] = ["hybrid", "hybrid-f", "class"].map(technique).map(run);
        prop_assert!(hybrid.is_subset(&hybrid_f), "{hybrid:?} {hybrid_f:?}");
        prop_assert!(hybrid_f.is_subset(&class), "{hybrid_f:?} {class:?}");
        for (word, kind) in ChangeKind::ALL {
            let coarse = run(technique("hybrid").coarsened(kind));
            prop_assert!(hybrid.is_subset(&coarse), "{word}: {hybrid:?} {coarse:?}");
            prop_assert!(coarse.is_subset(&class), "{word}: {coarse:?} {class:?}");
        }
        prop_assert_eq!(run(technique("all")).len(), TESTS.len());
    }
}

fn outcome(number: u8) -> Outcome {
    match number % 4 {
        0 => Failed,
        1 => Incomplete,
        _ => Passed,
    }
}

/// Private members are open to a nest as long as its host says so; compilers other than javac may put classes of other
/// families there.
#[test]
fn a_nest_host_that_disowns_a_class_changes_what_others_may_use() {
    let class = |name: &str| ClassBuilder::class(name, "java/lang/Object");
    let world = |members: &[&str]| {
        let mut user = class("p/X");
        let host = user.class_constant("p/Host");
        let target = user.method_reference("p/Y", "g", "()V").to_be_bytes();
        let code = [0xb8, target[0], target[1], 0xb1];
        let user = user.attribute("NestHost", &[host]).method("f", "()V", &code);
        let mut used = class("p/Y").method_with_flags(0x000a, "g", "()V", &[0xb1]);
        let host = used.class_constant("p/Host");
        let used = used.attribute("NestHost", &[host]);
        let mut host = class("p/Host");
        let numbers: Vec<u16> = members.iter().map(|name| host.class_constant(name)).collect();
        let words = [vec![numbers.len() as u16], numbers].concat();
        let host = host.attribute("NestMembers", &words);
        let files = [("p/X", user), ("p/Y", used), ("p/Host", host)];
        World::of(&files.map(|(name, class)| (name.to_owned(), class.bytes())))
    };
    let (old, new) = (world(&["p/X", "p/Y"]), world(&["p/X"]));
    let class = ClassName::internal("p/X");
    let method = MethodId { class, name: "f".into(), descriptor: "()V".into() };
    let links = Entity::Links(method);
    let block = block(&old, 1, vec![record(&old, "p/T", Passed, [links.clone()])]);
    assert_eq!(not_held(&block, &old), BTreeSet::new());
    assert_eq!(not_held(&block, &new), BTreeSet::from([links]));
}
