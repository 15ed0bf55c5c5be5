//! Reads arbitrary bytes as a block of evidence, and does everything with it that can be done: no panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tamis_facts::value::MethodPrint;
use tamis_select::{Block, ClassState, Now, Request, explain, select};
use tamis_vocab::{ClassName, Entity, Fingerprint};

fuzz_target!(|data: &[u8]| {
    let Ok(block) = Block::read(data.to_vec()) else { return };
    let tests: Vec<String> = block.tests().map(str::to_owned).collect();
    let _ = (block.outcomes().count(), block.counts(), block.time());
    for test in &tests {
        let _ = block.facts_of(test);
        if let Some(kept) = block.keeping(&|each| each == test) {
            assert!(kept.tests().all(|each| each == test));
        }
    }
    let blocks = [block];
    for world in [Empty { is_known: true }, Empty { is_known: false }] {
        let request = Request {
            tests: tests.iter().map(|test| ClassName::internal(test)).collect(),
            technique: "class".parse().expect("it is one"),
            is_forced: false,
            not_before: 0,
            lost_until: 0,
        };
        let selection = select(&blocks, &request, &world);
        for (test, verdict) in &selection.verdicts {
            let explanation = explain(&blocks, test, &world);
            let _ = explanation.counts();
            if let tamis_select::Verdict::Run(reasons) = verdict {
                reasons.iter().for_each(|reason| drop(explanation.chain(reason)));
            }
        }
    }
});

/// A world without anything, or one of which nothing is known.
struct Empty {
    is_known: bool,
}

impl Now for Empty {
    fn class(&self, _: &str) -> ClassState {
        if self.is_known { ClassState::Absent } else { ClassState::Unreadable }
    }

    fn value(&self, _: &Entity) -> Option<Fingerprint> {
        self.is_known.then(tamis_facts::value::absent)
    }

    fn prints(&self, _: &str) -> Option<Vec<MethodPrint>> {
        self.is_known.then(Vec::new)
    }
}
