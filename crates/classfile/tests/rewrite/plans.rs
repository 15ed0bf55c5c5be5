//! The ways in which the programs are rewritten, and how to damage the result.

use std::cell::RefCell;
use std::collections::BTreeSet;

use tamis_classfile::attributes::code::Code;
use tamis_classfile::rewrite::{
    Bracket, Guard, Holder, HookArgument, Insertion, Plan, PoolAppender, Position, Refused,
    Rewriter, Snippet, Wrap, leaders, rewrite,
};
use tamis_classfile::{Attribute, ClassFile, Location, MStr, Member, opcode};

const PROBE: MStr<'static> = MStr::new(b"cases/Probe");
const HOLDER: Holder<'static> = Holder { class: PROBE, field: MStr::new(b"hits") };
const ORIGINAL: &str = "$original";

/// Hands out numbers and remembers what they stand for.
pub(crate) struct Ids {
    start: u32,
    given: RefCell<Vec<String>>,
}

impl Ids {
    pub(crate) fn starting_at(start: u32) -> Self {
        Self { start, given: RefCell::default() }
    }

    fn give(&self, name: String) -> u32 {
        let mut given = self.given.borrow_mut();
        given.push(name);
        self.start + given.len() as u32 - 1
    }

    fn name(&self, id: u32) -> String {
        self.given.borrow()[(id - self.start) as usize].clone()
    }

    pub(crate) fn names(&self, ids: &[u32]) -> BTreeSet<String> {
        ids.iter().map(|&id| self.name(id)).collect()
    }

    /// Hook calls with names instead of numbers.
    pub(crate) fn events(&self, events: &[String]) -> Vec<String> {
        let named = |event: &String| {
            let (what, id) = event.split_once(' ').unwrap();
            format!("{what} {}", self.name(id.parse().unwrap()))
        };
        events.iter().map(named).collect()
    }
}

/// The code of each method of a class that has one, with its place.
pub(crate) fn codes<'a>(class: &ClassFile<'a>) -> Vec<(u16, Member<'a>, Code<'a>)> {
    let code = |(method, member): (u16, Member<'a>)| match class
        .find(member.attributes, Location::Method, "Code")
        .unwrap()
    {
        Some(Attribute::Code(code)) => Some((method, member, code)),
        _ => None,
    };
    (0..=u16::MAX).zip(class.methods().iter()).filter_map(code).collect()
}

fn method_name(class: &ClassFile<'_>, method: u16) -> String {
    let member = class.methods().iter().nth(usize::from(method)).unwrap();
    format!("{}.{}", class.name(), member.name(class).unwrap())
}

/// The numbers for the entry probes of a class: one per method.
fn entry_ids(ids: &Ids, class: &ClassFile<'_>) -> Vec<u32> {
    let count = class.methods().len() as u16;
    (0..count).map(|method| ids.give(method_name(class, method))).collect()
}

fn apply(class: &ClassFile<'_>, plan: &Plan<'_>) -> Vec<u8> {
    let rewritten = rewrite(class, plan).unwrap();
    assert_eq!(rewritten.refused, []);
    assert_decodes(&rewritten.bytes);
    rewritten.bytes
}

/// Our own reader understands every byte of the result.
pub(crate) fn assert_decodes(bytes: &[u8]) {
    let class = ClassFile::parse(bytes).unwrap();
    assert_eq!(tamis_classfile::write::reencode(&class).unwrap(), bytes);
}

pub(crate) fn entry(ids: &Ids, bytes: &[u8]) -> Vec<u8> {
    let class = ClassFile::parse(bytes).unwrap();
    let numbers = entry_ids(ids, &class);
    let entry = |method: u16| numbers.get(usize::from(method)).copied();
    apply(&class, &Plan { holder: HOLDER, entry: Some(&entry), ..Plan::default() })
}

pub(crate) fn entry_with_refusals(bytes: &[u8]) -> (Vec<u8>, Vec<Refused>) {
    let class = ClassFile::parse(bytes).unwrap();
    let plan = Plan { holder: HOLDER, entry: Some(&|_| Some(1)), ..Plan::default() };
    let rewritten = rewrite(&class, &plan).unwrap();
    (rewritten.bytes, rewritten.refused)
}

/// Each `begin` has its `end`, and they nest.
pub(crate) fn assert_balanced(events: &[String]) {
    let mut open = Vec::new();
    for event in events {
        match event.split_once(' ').unwrap() {
            ("begin", id) => open.push(id),
            ("end", id) => assert_eq!(open.pop(), Some(id), "{events:?}"),
            _ => {}
        }
    }
    assert!(open.is_empty(), "{events:?}");
    assert!(!events.is_empty());
}

/// What is inserted before every instruction.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Everywhere {
    /// A probe each, so that switches keep their padding and all else moves.
    Probes,
    /// One to seven `nop`s.
    Nops,
    /// Two snippets each.
    Mixed,
}

fn everywhere_insertions(
    ids: &Ids,
    class: &ClassFile<'_>,
    lengths: Everywhere,
) -> Vec<Insertion<'static>> {
    const NOPS: &[u8] = &[0; 7];
    let mut insertions = Vec::new();
    for (method, _, code) in codes(class) {
        let id = ids.give(method_name(class, method));
        for instruction in code.instructions() {
            let position = Position::Before(instruction.unwrap().pc as u16);
            let nops = &NOPS[..=insertions.len() % 7];
            let nops = Snippet::Code { bytes: nops, stack: 0 };
            let mut insert = |snippet| insertions.push(Insertion { method, position, snippet });
            match lengths {
                Everywhere::Probes => insert(Snippet::Probe(id)),
                Everywhere::Nops => insert(nops),
                Everywhere::Mixed => {
                    insert(nops);
                    insert(Snippet::Probe(id));
                }
            }
        }
    }
    insertions
}

pub(crate) fn everywhere(ids: &Ids, bytes: &[u8], lengths: Everywhere) -> Vec<u8> {
    let class = ClassFile::parse(bytes).unwrap();
    let insertions = everywhere_insertions(ids, &class, lengths);
    apply(&class, &Plan { holder: HOLDER, insertions: &insertions, ..Plan::default() })
}

/// A probe before each basic block.
pub(crate) fn blocks(ids: &Ids, bytes: &[u8]) -> Vec<u8> {
    let class = ClassFile::parse(bytes).unwrap();
    let mut insertions = Vec::new();
    for (method, _, code) in codes(&class) {
        for pc in leaders(&code).unwrap() {
            let snippet = Snippet::Probe(ids.give(method_name(&class, method)));
            insertions.push(Insertion { method, position: Position::Before(pc), snippet });
        }
    }
    apply(&class, &Plan { holder: HOLDER, insertions: &insertions, ..Plan::default() })
}

/// A call of `Probe.count()` at the start of one method.
pub(crate) fn count_calls(bytes: &[u8], method: &str, position: Position) -> Vec<u8> {
    let class = ClassFile::parse(bytes).unwrap();
    let mut constants = PoolAppender::new(&class);
    let hook = constants.method(PROBE, MStr::new(b"count"), MStr::new(b"()V")).unwrap();
    let [h1, h2] = hook.to_be_bytes();
    let code = [opcode::INVOKESTATIC, h1, h2];
    let snippet = Snippet::Code { bytes: &code, stack: 0 };
    let place = class.methods().iter().position(|each| each.name(&class).unwrap() == method);
    let insertions = [Insertion { method: place.unwrap() as u16, position, snippet }];
    let plan = Plan { insertions: &insertions, ..Plan::default() };
    let mut rewriter = Rewriter::default();
    let rewritten = rewriter.rewrite_with(&class, constants, &plan).unwrap();
    assert_eq!(rewritten.refused, []);
    rewritten.bytes.clone()
}

fn guard_of(ids: &Ids, class: &ClassFile<'_>) -> Guard<'static> {
    let (begin, end) = (MStr::new(b"begin"), MStr::new(b"end"));
    Guard { owner: PROBE, begin, end, id: ids.give(class.name().to_string()) }
}

pub(crate) fn guard(ids: &Ids, bytes: &[u8]) -> Vec<u8> {
    let class = ClassFile::parse(bytes).unwrap();
    apply(&class, &Plan { guard: Some(guard_of(ids, &class)), ..Plan::default() })
}

pub(crate) fn guard_and_everywhere(ids: &Ids, bytes: &[u8]) -> Vec<u8> {
    let class = ClassFile::parse(bytes).unwrap();
    let numbers = entry_ids(ids, &class);
    let entry = |method: u16| numbers.get(usize::from(method)).copied();
    let insertions = everywhere_insertions(ids, &class, Everywhere::Nops);
    let plan = Plan {
        holder: HOLDER,
        entry: Some(&entry),
        insertions: &insertions,
        guard: Some(guard_of(ids, &class)),
        ..Plan::default()
    };
    apply(&class, &plan)
}

/// Wraps each method with code, and puts a probe into each original.
pub(crate) fn wrap_all(ids: &Ids, bytes: &[u8]) -> Vec<u8> {
    wrap_and_guard(ids, bytes, false)
}

pub(crate) fn guard_and_wrap(ids: &Ids, bytes: &[u8]) -> Vec<u8> {
    wrap_and_guard(ids, bytes, true)
}

fn wrap_and_guard(ids: &Ids, bytes: &[u8], guards: bool) -> Vec<u8> {
    let class = ClassFile::parse(bytes).unwrap();
    let numbers = entry_ids(ids, &class);
    let entry = |method: u16| numbers.get(usize::from(method)).copied();
    let wrapped = codes(&class).into_iter().filter_map(|(method, member, _)| {
        let name = member.name(&class).unwrap().to_string();
        // Lambda bodies are called by handles that name them; they would do, but add nothing.
        (!name.starts_with('<')).then(|| (method, member, format!("{name}{ORIGINAL}")))
    });
    let wrapped: Vec<_> = wrapped.collect();
    let wraps: Vec<_> = wrapped
        .iter()
        .map(|(method, member, new_name)| Wrap {
            method: *method,
            new_name: MStr::new(new_name.as_bytes()),
            owner: PROBE,
            begin: MStr::new(b"enter"),
            end: MStr::new(b"leave"),
            argument: hook_argument(&class, member),
        })
        .collect();
    let plan = Plan {
        holder: HOLDER,
        entry: Some(&entry),
        insertions: &[],
        guard: guards.then(|| guard_of(ids, &class)),
        wraps: &wraps,
        ..Plan::default()
    };
    apply(&class, &plan)
}

/// Brackets each method, the static initialiser with a guard, and puts a probe into each.
pub(crate) fn bracket_all(ids: &Ids, bytes: &[u8]) -> Vec<u8> {
    let class = ClassFile::parse(bytes).unwrap();
    let numbers = entry_ids(ids, &class);
    let entry = |method: u16| numbers.get(usize::from(method)).copied();
    let brackets: Vec<_> = codes(&class)
        .into_iter()
        .filter(|(_, member, _)| !member.name(&class).unwrap().as_bytes().starts_with(b"<"))
        .map(|(method, member, _)| Bracket {
            method,
            owner: PROBE,
            begin: MStr::new(b"enterBracket"),
            end: MStr::new(b"leaveBracket"),
            argument: hook_argument(&class, &member),
            id: ids.give(format!("{}.{}", class.name(), member.name(&class).unwrap())),
        })
        .collect();
    let plan = Plan {
        holder: HOLDER,
        entry: Some(&entry),
        brackets: &brackets,
        guard: Some(guard_of(ids, &class)),
        ..Plan::default()
    };
    apply(&class, &plan)
}

/// The second argument of one method, nothing for some, the receiver for the rest.
fn hook_argument(class: &ClassFile<'_>, member: &Member<'_>) -> HookArgument {
    match member.name(class).unwrap().as_bytes() {
        b"thrower" => HookArgument::Argument(1),
        b"anInt" => HookArgument::Null,
        _ => HookArgument::This,
    }
}

/// The output of a program without the frames that wrappers add to stack traces: they have no line, and the originals
/// have another name.
pub(crate) fn without_wrappers(output: &str) -> String {
    let is_wrapper = |line: &&str| line.starts_with("  cases.") && line.ends_with(".java)");
    let lines = output.lines().filter(|line| !is_wrapper(line));
    lines.map(|line| line.replace(&format!("{ORIGINAL}("), "(") + "\n").collect()
}

/// Whether a class uses nothing that a class file of version 48 cannot have.
pub(crate) fn fits_version_48(name: &str) -> bool {
    [
        "cases/Loops",
        "cases/Switches",
        "cases/Numbers",
        "cases/Objects$Base",
        "cases/Objects$Derived",
        "cases/Statics$Plain",
        "cases/Statics$Branching",
        "cases/Statics$Throwing",
        "cases/Statics$Sub",
    ]
    .contains(&name)
}

/// Gives the first method with a loop less stack than its probe needs.
pub(crate) fn damage_stack(bytes: &mut [u8]) {
    let class = ClassFile::parse(bytes).unwrap();
    // The bytes before the instructions: two each for stack and locals, four for the length.
    let (_, _, code) = codes(&class).into_iter().find(|(_, _, code)| code.max_stack == 3).unwrap();
    let offset = code.offset() - 8;
    bytes[offset + 1] = 2;
}

/// Moves the first frame of a method back to where it was before the probe.
pub(crate) fn damage_frame(bytes: &mut [u8]) {
    let class = ClassFile::parse(bytes).unwrap();
    let table = codes(&class).into_iter().find_map(|(_, _, code)| {
        code.attributes.iter().find(|raw| {
            // A short frame: the byte is its offset.
            class.attribute_name(raw).unwrap() == "StackMapTable" && (8..64).contains(&raw.info[2])
        })
    });
    let offset = table.unwrap().offset() + 2;
    bytes[offset] -= 8;
}
