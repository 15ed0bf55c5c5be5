//! Bytes that are no block, or a damaged one.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use tamis_select::Outcome::{Failed, Passed};
use tamis_select::{Block, Leaver, explain, select};
use tamis_testkit::ClassBuilder;
use tamis_vocab::{ClassName, Entity};

use crate::model::{entities, model, world};
use crate::world::{World, block, left_by, record, request};

/// Does everything that can be done with a block.
fn use_up(block: &Block, now: &World) {
    let _ = (block.tests().count(), block.outcomes().count(), block.counts(), block.time());
    for test in ["p/ATest", "p/BTest"] {
        let _ = block.facts_of(test);
        let _ = block.keeping(&|each| each == test).map(|kept| kept.bytes().len());
    }
    let blocks = [block.clone()];
    for technique in ["hybrid", "class"] {
        let selection = select(&blocks, &request(&["p/ATest", "p/BTest"], technique), now);
        assert_eq!(selection.verdicts.len(), 2);
    }
    let explanation = explain(&blocks, &ClassName::internal("p/ATest"), now);
    let _ = explanation.counts();
}

fn some_block(now: &World) -> Block {
    let mut records = vec![
        record(now, "p/ATest", Passed, entities(now)),
        record(now, "p/BTest", Failed, entities(now).into_iter().take(3)),
    ];
    records[1].after.insert(left_by("p/ATest"));
    block(now, 3, records)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn arbitrary_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let world = World::default();
        if let Ok(block) = Block::read(bytes) {
            use_up(&block, &world);
        }
    }

    #[test]
    fn a_damaged_block_does_no_harm(
        model in model(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
        cut in prop::option::weighted(0.2, any::<prop::sample::Index>()),
    ) {
        let world = world(&model);
        let mut bytes = some_block(&world).bytes().to_vec();
        use_up(&Block::read(bytes.clone()).unwrap(), &world);
        for (place, value) in damage {
            let place = place.index(bytes.len());
            bytes[place] = value;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        if let Ok(block) = Block::read(bytes) {
            use_up(&block, &world);
        }
    }
}

#[test]
fn what_is_read_is_what_was_written() {
    let world = World::files(&[("a", 1)]);
    let written = some_block(&world);
    let read = Block::read(written.bytes().to_vec()).unwrap();
    assert_eq!(read.time(), 3);
    assert_eq!(read.outcomes().collect::<Vec<_>>(), [("p/ATest", Passed), ("p/BTest", Failed)]);
    assert_eq!(read.facts_of("p/ATest"), written.facts_of("p/ATest"));
    assert_eq!(read.facts_of("p/ATest").unwrap().len(), entities(&world).len());
}

/// Of a test whose row cannot be read nothing is known, not even which one it is.
#[test]
fn a_row_that_cannot_be_read_makes_no_test_skipped() {
    let world = World::files(&[("a", 1)]);
    let good = some_block(&world);
    let selection = select(std::slice::from_ref(&good), &request(&["p/ATest"], "hybrid"), &world);
    assert_eq!(selection.running().count(), 0);
    // The outcome of the second test is behind its name, in the last but one section.
    let bytes = good.bytes().to_vec();
    let mut found = 0;
    for place in 0..bytes.len() {
        let mut bytes = bytes.clone();
        bytes[place] = 0xee;
        let Ok(block) = Block::read(bytes) else { continue };
        if block.outcomes().count() < 2 {
            found += 1;
            let selection = select(&[block], &request(&["p/ATest"], "hybrid"), &world);
            assert_eq!(selection.running().count(), 1, "damaged at {place}");
        }
    }
    assert!(found > 0);
}

/// Where fuzzing starts from; it also shows that the format did not change by accident.
#[test]
fn the_seed_for_fuzzing_is_what_is_written_today() {
    let class = ClassBuilder::class("p/A", "p/Base").implements("p/I");
    let class = class.method("f", "()V", &[0xb1]).method("<clinit>", "()V", &[0xb1]);
    let files = [("p/A", class), ("p/I", ClassBuilder::interface("p/I"))];
    let files = files.map(|(name, class)| (name.to_owned(), class.bytes()));
    let mut world = World::of(&files);
    world.others.extend([(Entity::Environment, 7), (Entity::File("a".into()), 1)]);
    let mut all = entities(&world);
    all.extend([Entity::File("a".into()), Entity::Environment]);
    let mut records = vec![
        record(&world, "p/ATest", Passed, all.clone()),
        record(&world, "p/BTest", Failed, all.into_iter().take(3)),
    ];
    let what = "file `a`".to_owned();
    records[1].after.insert(Leaver { is_carried: true, what, ..left_by("p/ATest") });
    let seed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/block/small");
    let block = block(&world, 3, records);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::create_dir_all(seed.parent().unwrap()).unwrap();
        fs::write(&seed, block.bytes()).unwrap();
    }
    assert_eq!(fs::read(seed).unwrap(), block.bytes(), "the format changed: so does its version");
}
