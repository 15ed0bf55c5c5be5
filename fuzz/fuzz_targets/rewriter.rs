//! Rewrites arbitrary bytes with an arbitrary plan: no panic, and a class that could be read in full still can be.
//!
//! The plan comes from the last sixteen bytes. If the bytes are a class as a whole, as seeds are, it comes from their
//! sum.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tamis_classfile::attributes::code::Code;
use tamis_classfile::rewrite::{
    Guard, HookArgument, Insertion, Part, Plan, Position, Rewritten, Snippet, Wrap, rewrite,
};
use tamis_classfile::{Attribute, ClassFile, Location, MStr, write};

fuzz_target!(|data: &[u8]| {
    let (bytes, seed) = split(data);
    let Ok(class) = ClassFile::parse(bytes) else { return };
    let mut choice = Choice(seed | 1);
    let first = choice.below(70_000);
    let entry = |method: u16| (first % 7 != u32::from(method)).then_some(first + u32::from(method));
    let insertions = insertions(&class, &mut choice);
    let guard = Guard {
        owner: MStr::new(b"Hooks"),
        begin: MStr::new(b"begin"),
        end: MStr::new(b"end"),
        id: choice.below(70_000),
    };
    let wraps = wraps(&class, &mut choice);
    let plan = Plan {
        entry: choice.yes().then_some(&entry),
        insertions: &insertions,
        guard: choice.yes().then_some(guard),
        wraps: &wraps,
        ..Plan::default()
    };
    if let Ok(rewritten) = rewrite(&class, &plan) {
        check(&class, &rewritten, wraps.len());
    }
});

/// Bytes of the class and a number for the plan.
fn split(data: &[u8]) -> (&[u8], u64) {
    match data.split_last_chunk::<16>() {
        Some((bytes, tail)) if ClassFile::parse(data).is_err() => {
            let (high, low) = tail.split_at(8);
            let number = |half: &[u8]| half.iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
            (bytes, number(high) ^ number(low).rotate_left(7))
        }
        _ => (data, data.iter().fold(17, |sum: u64, &byte| sum.wrapping_mul(31) ^ u64::from(byte))),
    }
}

/// Numbers that depend on the plan's bytes only (xorshift).
struct Choice(u64);

impl Choice {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as u32 % limit
    }

    fn yes(&mut self) -> bool {
        self.below(2) == 0
    }
}

fn codes<'a>(class: &ClassFile<'a>) -> Vec<(u16, Code<'a>)> {
    let code = |(method, member): (u16, tamis_classfile::Member<'a>)| {
        match class.find(member.attributes, Location::Method, "Code") {
            Ok(Some(Attribute::Code(code))) => Some((method, code)),
            _ => None,
        }
    };
    (0..=u16::MAX).zip(class.methods().iter()).filter_map(code).collect()
}

fn insertions(class: &ClassFile<'_>, choice: &mut Choice) -> Vec<Insertion<'static>> {
    const BYTES: &[u8] = &[0, 3, 87, 0, 0, 16, 5, 87, 167, 0, 3, 177];
    let mut insertions = Vec::new();
    for (method, code) in codes(class) {
        let every = choice.below(9);
        if every == 0 {
            continue;
        }
        if choice.yes() {
            let snippet = Snippet::Probe(choice.below(40_000));
            insertions.push(Insertion { method, position: Position::Entry, snippet });
        }
        for instruction in code.instructions().map_while(Result::ok) {
            // Now and then an offset that is none.
            let pc = instruction.pc as u16 + u16::from(choice.below(500) == 0);
            if choice.below(every) == 0 {
                let length = choice.below(9) as usize;
                let snippet = match choice.below(3) {
                    0 => Snippet::Probe(choice.below(40_000)),
                    1 => Snippet::Code { bytes: &BYTES[..length.min(5)], stack: 1 },
                    _ if choice.below(50) == 0 => Snippet::Code { bytes: BYTES, stack: 9 },
                    _ => Snippet::Code { bytes: &BYTES[5..8], stack: 1 },
                };
                insertions.push(Insertion { method, position: Position::Before(pc), snippet });
            }
        }
    }
    insertions
}

fn wraps(class: &ClassFile<'_>, choice: &mut Choice) -> Vec<Wrap<'static>> {
    const NAMES: [&[u8]; 4] = [b"a$", b"run", b"<x>", b"b$"];
    let mut wraps = Vec::new();
    for method in 0..class.methods().len().min(usize::from(u16::MAX)) as u16 {
        if choice.below(4) == 0 {
            let argument = match choice.below(3) {
                0 => HookArgument::This,
                1 => HookArgument::Null,
                _ => HookArgument::Argument(choice.below(3) as u8),
            };
            wraps.push(Wrap {
                method,
                new_name: MStr::new(NAMES[choice.below(4) as usize]),
                owner: MStr::new(b"Hooks"),
                begin: MStr::new(b"enter"),
                end: MStr::new(b"leave"),
                argument,
            });
        }
    }
    wraps
}

fn check(class: &ClassFile<'_>, rewritten: &Rewritten, wraps: usize) {
    let after = ClassFile::parse(&rewritten.bytes).expect("what was rewritten can be read");
    let refused = rewritten.refused.iter().filter(|each| each.part == Part::Wrap).count();
    assert_eq!(after.methods().len(), class.methods().len() + wraps - refused);
    assert_eq!(after.fields().len(), class.fields().len());
    assert!(rewritten.is_changed || rewritten.bytes == class.bytes());
    for index in class.pool().indices() {
        assert_eq!(after.pool().get(index), class.pool().get(index));
    }
    // Whoever could decode every attribute and instruction before still can, to the same bytes.
    if write::reencode(class).is_ok_and(|bytes| bytes == class.bytes()) {
        let bytes = write::reencode(&after).expect("what was rewritten can be decoded");
        assert!(bytes == rewritten.bytes, "what was rewritten is not in its own form");
    }
}
