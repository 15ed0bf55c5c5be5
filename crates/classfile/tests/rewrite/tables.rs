//! The tables of rewritten methods, read back: for each original instruction they must say what they said before.

use std::collections::BTreeSet;

use super::builder::{ClassBuilder, Method};
use super::plans::{self, Everywhere, Ids, codes};
use super::{CASES, MODERN, java};
use tamis_classfile::attributes::code::Code;
use tamis_classfile::attributes::stack_map_table::{Frame, FrameKind, VerificationType};
use tamis_classfile::attributes::type_annotations::Target;
use tamis_classfile::rewrite::{Insertion, Plan, Position, Snippet, rewrite};
use tamis_classfile::{Attribute, ClassFile, Location, opcode};

/// Where each original instruction is in the old and in the new code, found by counting instructions.
struct Pairs {
    old: Vec<u16>,
    /// The instruction itself.
    new: Vec<u16>,
    /// What is inserted before it.
    start: Vec<u16>,
    old_end: u16,
    new_end: u16,
}

impl Pairs {
    /// The new code has `first` more instructions at the entry and `each` more before every instruction.
    fn new(old: &Code<'_>, new: &Code<'_>, first: usize, each: usize) -> Self {
        let pcs = |code: &Code<'_>| -> Vec<u16> {
            code.instructions().map(|instruction| instruction.unwrap().pc as u16).collect()
        };
        let (old_pcs, new_pcs) = (pcs(old), pcs(new));
        assert_eq!(new_pcs.len(), first + old_pcs.len() * (each + 1));
        let groups = || new_pcs[first..].chunks(each + 1);
        Self {
            new: groups().map(|group| group[each]).collect(),
            start: groups().map(|group| group[0]).collect(),
            old: old_pcs,
            old_end: old.bytes.len() as u16,
            new_end: new.bytes.len() as u16,
        }
    }

    fn place(&self, old: u16) -> usize {
        self.old.iter().position(|&pc| pc == old).unwrap()
    }

    fn start(&self, old: u16) -> u16 {
        if old == self.old_end { self.new_end } else { self.start[self.place(old)] }
    }

    /// Both forms of each original instruction.
    fn instructions(&self) -> impl Iterator<Item = (u16, u16)> {
        self.old.iter().copied().zip(self.new.iter().copied())
    }
}

/// Checks all tables of all methods of a class.
fn check(old_bytes: &[u8], new_bytes: &[u8], first: usize, each: usize) {
    let (old, new) = (ClassFile::parse(old_bytes).unwrap(), ClassFile::parse(new_bytes).unwrap());
    for ((_, member, old_code), (_, _, new_code)) in codes(&old).into_iter().zip(codes(&new)) {
        let name = format!("{}.{}", old.name(), member.name(&old).unwrap());
        let pairs = Pairs::new(&old_code, &new_code, first, each);
        let (old_tables, new_tables) = (tables(&old, &old_code), tables(&new, &new_code));
        for (old_pc, new_pc) in pairs.instructions() {
            let line = line_of(&old_tables.lines, old_pc);
            assert_eq!(line_of(&new_tables.lines, new_pc), line, "{name} at {old_pc}");
            let locals = visible(&old_tables.locals, old_pc);
            assert_eq!(visible(&new_tables.locals, new_pc), locals, "{name} at {old_pc}");
            let ranges = visible(&old_tables.annotated, old_pc);
            assert_eq!(visible(&new_tables.annotated, new_pc), ranges, "{name} at {old_pc}");
        }
        // Code at the entry has the first line and sees the parameters.
        if old_tables.lines.first().is_some_and(|row| row.0 == 0) {
            assert_eq!(line_of(&new_tables.lines, 0), line_of(&old_tables.lines, 0), "{name}");
        }
        assert_eq!(visible(&new_tables.locals, 0), visible(&old_tables.locals, 0), "{name}");
        check_handlers(&old_code, &new_code, &pairs);
        assert_eq!(new_tables.frames, moved_frames(&old_tables.frames, &pairs), "{name}");
        let offsets: Vec<_> =
            old_tables.offsets.iter().map(|&pc| pairs.new[pairs.place(pc)]).collect();
        assert_eq!(new_tables.offsets, offsets, "{name}");
    }
}

fn check_handlers(old: &Code<'_>, new: &Code<'_>, pairs: &Pairs) {
    assert_eq!(old.handlers.len(), new.handlers.len());
    for (old, new) in old.handlers.iter().zip(new.handlers.iter()) {
        let [start, end, handler] =
            [old.start_pc, old.end_pc, old.handler_pc].map(|pc| pairs.start(pc));
        assert_eq!([new.start_pc, new.end_pc, new.handler_pc], [start, end, handler]);
        assert_eq!(new.catch_type, old.catch_type);
    }
}

/// A range, its slot and something that tells it from others.
type Range = (u16, u16, u16, u16);

#[derive(Default)]
struct Tables {
    /// Offset and line.
    lines: Vec<(u16, u16)>,
    locals: Vec<Range>,
    /// Ranges of type annotations on local variables.
    annotated: Vec<Range>,
    /// Offsets of other type annotations.
    offsets: Vec<u16>,
    frames: Vec<(u16, Kind)>,
}

fn tables(class: &ClassFile<'_>, code: &Code<'_>) -> Tables {
    let mut tables = Tables::default();
    for raw in code.attributes.iter() {
        match class.decode(&raw, Location::Code).unwrap() {
            Attribute::LineNumberTable(rows) => {
                tables.lines.extend(rows.iter().map(|row| (row.start_pc, row.line)));
            }
            Attribute::LocalVariableTable(rows) => {
                let rows = rows.iter().map(|row| (row.start_pc, row.length, row.index, row.name));
                tables.locals.extend(rows);
            }
            Attribute::LocalVariableTypeTable(rows) => {
                let row =
                    rows.iter().map(|row| (row.start_pc, row.length, row.index, row.signature));
                tables.locals.extend(row);
            }
            Attribute::TypeAnnotations { annotations, .. } => {
                for annotation in annotations {
                    match annotation.target {
                        Target::LocalVariable(ranges) => tables.annotated.extend(
                            ranges
                                .iter()
                                .map(|range| (range.start_pc, range.length, range.index, 0)),
                        ),
                        Target::Offset(offset) | Target::TypeArgument { offset, .. } => {
                            tables.offsets.push(offset);
                        }
                        _ => {}
                    }
                }
            }
            Attribute::StackMapTable(frames) => tables.frames = absolute(frames.iter()),
            _ => {}
        }
    }
    tables
}

/// A frame without the forms that differ only in length.
#[derive(Debug, PartialEq)]
enum Kind {
    Same,
    SameLocals1(VerificationType),
    Chop(u8),
    Append(Vec<VerificationType>),
    Full(Vec<VerificationType>, Vec<VerificationType>),
}

/// Frames with their offsets.
fn absolute<'a>(frames: impl Iterator<Item = Frame<'a>>) -> Vec<(u16, Kind)> {
    let mut next = 0;
    let mut list = Vec::new();
    for Frame { offset_delta, kind } in frames {
        let pc = next + offset_delta;
        next = pc + 1;
        let kind = match kind {
            FrameKind::Same { .. } => Kind::Same,
            FrameKind::SameLocals1 { stack, .. } => Kind::SameLocals1(stack),
            FrameKind::Chop(count) => Kind::Chop(count),
            FrameKind::Append(locals) => Kind::Append(locals.iter().collect()),
            FrameKind::Full { locals, stack } => {
                Kind::Full(locals.iter().collect(), stack.iter().collect())
            }
        };
        list.push((pc, kind));
    }
    list
}

/// The old frames as they should be in the new code.
fn moved_frames(frames: &[(u16, Kind)], pairs: &Pairs) -> Vec<(u16, Kind)> {
    let item = |item: &VerificationType| match item {
        VerificationType::Uninitialized(pc) => {
            VerificationType::Uninitialized(pairs.new[pairs.place(*pc)])
        }
        other => *other,
    };
    let list = |items: &[VerificationType]| items.iter().map(item).collect();
    let kind = |kind: &Kind| match kind {
        Kind::Same => Kind::Same,
        Kind::SameLocals1(stack) => Kind::SameLocals1(item(stack)),
        Kind::Chop(count) => Kind::Chop(*count),
        Kind::Append(locals) => Kind::Append(list(locals)),
        Kind::Full(locals, stack) => Kind::Full(list(locals), list(stack)),
    };
    frames.iter().map(|(pc, each)| (pairs.start(*pc), kind(each))).collect()
}

/// The line of an instruction, found as HotSpot finds it: the first row for exactly this offset, else the last row with
/// the highest offset before it.
fn line_of(rows: &[(u16, u16)], pc: u16) -> Option<u16> {
    let exact = rows.iter().find(|row| row.0 == pc);
    let before = || rows.iter().filter(|row| row.0 < pc).max_by_key(|row| row.0);
    exact.or_else(before).map(|row| row.1)
}

/// Slots and names of the ranges that cover an instruction.
fn visible(ranges: &[Range], pc: u16) -> BTreeSet<(u16, u16)> {
    let covers =
        |range: &&Range| range.0 <= pc && u32::from(pc) < u32::from(range.0) + u32::from(range.1);
    ranges.iter().filter(covers).map(|range| (range.2, range.3)).collect()
}

#[test]
fn tables_of_all_programs_say_the_same_of_each_instruction() {
    let both = [java::compile_cases(8, CASES, &[]), java::compile_cases(17, CASES, MODERN)];
    for bytes in both.iter().flat_map(|compiled| compiled.classes().values()) {
        let ids = Ids::starting_at(0);
        // A probe has four instructions.
        check(bytes, &plans::entry(&ids, bytes), 4, 0);
        check(bytes, &plans::everywhere(&ids, bytes, Everywhere::Probes), 0, 4);
    }
}

#[test]
fn programs_have_tables_worth_checking() {
    let compiled = java::compile_cases(17, CASES, MODERN);
    let class = ClassFile::parse(&compiled.classes()["cases/Tables"]).unwrap();
    let all = codes(&class).into_iter().map(|(_, _, code)| tables(&class, &code));
    let all: Vec<_> = all.collect();
    assert!(all.iter().any(|tables| !tables.annotated.is_empty() && tables.offsets.len() > 3));
    let class = ClassFile::parse(&compiled.classes()["cases/Objects"]).unwrap();
    let frames = codes(&class).into_iter().flat_map(|(_, _, code)| tables(&class, &code).frames);
    assert!(frames.into_iter().any(|(_, kind)| match kind {
        Kind::Full(_, stack) => {
            stack.iter().any(|item| matches!(item, VerificationType::Uninitialized(_)))
        }
        _ => false,
    }));
}

/// Rewrites a class with one method that has the given attribute, and gives the attribute back.
fn rewritten_attribute(name: &str, info: Vec<u8>, position: Option<u16>) -> Vec<u8> {
    // Four bytes and a return.
    let code = [0, 0, 0, 0, opcode::RETURN];
    let attributes = [(name, info)];
    let method = Method {
        name: "m",
        descriptor: "()V",
        code: &code,
        attributes: &attributes,
        ..Method::default()
    };
    let bytes = ClassBuilder::new("A").full_method(&method).bytes();
    let class = ClassFile::parse(&bytes).unwrap();
    let insertions: Vec<_> = position
        .map(|pc| Insertion {
            method: 0,
            position: Position::Before(pc),
            snippet: Snippet::Probe(1),
        })
        .into_iter()
        .collect();
    let entry = |_| Some(0);
    let plan = Plan { entry: Some(&entry), insertions: &insertions, ..Plan::default() };
    let rewritten = rewrite(&class, &plan).unwrap();
    assert_eq!(rewritten.refused, []);
    let class = ClassFile::parse(&rewritten.bytes).unwrap();
    let (_, _, code) = codes(&class)[0];
    code.attributes.iter().next().unwrap().info.to_vec()
}

#[test]
fn single_line_for_offset_0_stays_there_and_two_move() {
    let check = |before: &[u8], after: &[u8]| {
        assert_eq!(rewritten_attribute("LineNumberTable", before.to_vec(), None), after);
    };
    check(&[0, 2, 0, 0, 0, 7, 0, 2, 0, 8], &[0, 2, 0, 0, 0, 7, 0, 10, 0, 8]);
    check(&[0, 2, 0, 2, 0, 8, 0, 0, 0, 7], &[0, 2, 0, 10, 0, 8, 0, 0, 0, 7]);
    check(&[0, 2, 0, 0, 0, 7, 0, 0, 0, 8], &[0, 2, 0, 8, 0, 7, 0, 8, 0, 8]);
    check(&[0, 1, 0, 3, 0, 7], &[0, 1, 0, 11, 0, 7]);
}

#[test]
fn ranges_of_locals_follow_the_code_that_is_inserted_in_them() {
    let row = |start: u8, length: u8| [0, 1, 0, start, 0, length, 0, 1, 0, 1, 0, 0].to_vec();
    let check = |before: (u8, u8), position, after: (u8, u8)| {
        let info = row(before.0, before.1);
        let expected = row(after.0, after.1);
        assert_eq!(rewritten_attribute("LocalVariableTable", info, position), expected);
    };
    check((0, 5), None, (0, 13));
    check((0, 0), None, (8, 0));
    check((2, 2), None, (10, 2));
    check((2, 2), Some(3), (10, 10));
    check((2, 2), Some(2), (10, 10));
    check((2, 2), Some(4), (10, 2));
    check((0, 5), Some(0), (0, 21));
}

#[test]
fn frames_take_their_long_form_when_the_distance_asks_for_it() {
    // Same frames at 0 and 4; the second delta is one less than the distance.
    let info = vec![0, 2, 0, 3];
    assert_eq!(rewritten_attribute("StackMapTable", info.clone(), None), [0, 2, 8, 3]);
    assert_eq!(rewritten_attribute("StackMapTable", info, Some(4)), [0, 2, 8, 3]);
    let info = vec![0, 2, 0, 3];
    assert_eq!(rewritten_attribute("StackMapTable", info, Some(3)), [0, 2, 8, 11]);
    // 63 bytes into the code a short frame cannot say 71.
    let mut code = vec![0; 80];
    code[79] = opcode::RETURN;
    for (before, after) in [
        (vec![0, 1, 63], vec![0, 1, 251, 0, 71]),
        (vec![0, 1, 127, 1], vec![0, 1, 247, 0, 71, 1]),
        (vec![0, 1, 251, 0, 3], vec![0, 1, 251, 0, 11]),
        (vec![0, 1, 248, 0, 3], vec![0, 1, 248, 0, 11]),
        (vec![0, 1, 255, 0, 3, 0, 1, 8, 0, 2, 0, 0], vec![0, 1, 255, 0, 11, 0, 1, 8, 0, 10, 0, 0]),
    ] {
        let attributes = [("StackMapTable", before)];
        let method = Method {
            name: "m",
            descriptor: "()V",
            code: &code,
            attributes: &attributes,
            ..Method::default()
        };
        let bytes = ClassBuilder::new("A").full_method(&method).bytes();
        let (bytes, refused) = plans::entry_with_refusals(&bytes);
        assert_eq!(refused, []);
        let class = ClassFile::parse(&bytes).unwrap();
        assert_eq!(codes(&class)[0].2.attributes.iter().next().unwrap().info, after);
    }
}

#[test]
fn attributes_outside_the_specification_are_moved_if_known_and_copied_if_not() {
    // One frame at 3 with a local that the `new` at 2 made, and nothing on the stack.
    let stack_map = vec![0, 1, 0, 3, 0, 1, 8, 0, 2, 0, 0];
    let moved = [0, 1, 0, 11, 0, 1, 8, 0, 10, 0, 0];
    assert_eq!(rewritten_attribute("StackMap", stack_map, None), moved);
    let unknown = vec![1, 2, 3];
    assert_eq!(rewritten_attribute("org.example.Other", unknown.clone(), None), unknown);
}

#[test]
fn character_ranges_of_javac_move_with_the_code() {
    let old_bytes = java::compile_with_ranges("Switches");
    let new_bytes = plans::entry(&Ids::starting_at(0), &old_bytes);
    let ranges = |bytes: &[u8]| -> Vec<(u16, u16)> {
        let class = ClassFile::parse(bytes).unwrap();
        let attributes = codes(&class).into_iter().flat_map(|(_, _, code)| code.attributes.iter());
        let tables =
            attributes.filter(|raw| class.attribute_name(raw).unwrap() == "CharacterRangeTable");
        let rows = tables.flat_map(|raw| raw.info[2..].as_chunks::<14>().0.to_vec());
        rows.map(|row| (u16::from_be_bytes([row[0], row[1]]), u16::from_be_bytes([row[2], row[3]])))
            .collect()
    };
    let (old, new) = (ranges(&old_bytes), ranges(&new_bytes));
    assert!(old.len() > 100);
    let moved: Vec<_> = old
        .iter()
        .map(|&(start, last)| (if start == 0 { 0 } else { start + 8 }, last + 8))
        .collect();
    assert_eq!(new, moved);
}
