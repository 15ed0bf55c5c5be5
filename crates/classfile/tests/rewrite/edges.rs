//! Sizes at the limit, damaged input, and plans that cannot be carried out.

use super::builder::{ClassBuilder, Method};
use super::plans::{assert_decodes, codes};
use tamis_classfile::rewrite::{
    Guard, HookArgument, Insertion, Part, Plan, Position, Refusal, Rewritten, Snippet, Wrap,
    rewrite,
};
use tamis_classfile::{ClassFile, MStr, opcode};

const GOTO: u8 = opcode::GOTO;
const RETURN: u8 = opcode::RETURN;
const ENTRY: &dyn Fn(u16) -> Option<u32> = &|_| Some(1);

fn apply(bytes: &[u8], plan: &Plan<'_>) -> Result<Rewritten, Refusal> {
    let rewritten = rewrite(&ClassFile::parse(bytes).unwrap(), plan)?;
    assert_decodes(&rewritten.bytes);
    assert_eq!(rewritten.is_changed, rewritten.bytes != bytes);
    Ok(rewritten)
}

/// The parts that were refused, with the reason.
fn refusals(rewritten: &Rewritten) -> Vec<(Part, Refusal)> {
    rewritten.refused.iter().map(|each| (each.part, each.refusal.clone())).collect()
}

fn probe(method: u16, position: Position) -> Insertion<'static> {
    Insertion { method, position, snippet: Snippet::Probe(2) }
}

/// A class whose only method jumps over `nop`s to a return.
fn jump_over(distance: u16) -> Vec<u8> {
    let [high, low] = distance.to_be_bytes();
    let mut code = vec![0; usize::from(distance) + 1];
    code[..3].copy_from_slice(&[GOTO, high, low]);
    code[usize::from(distance)] = RETURN;
    ClassBuilder::new("A").major(49).method("m", "()V", &code).bytes()
}

/// The instructions of a method as text.
fn listing(bytes: &[u8], method: usize) -> Vec<String> {
    let class = ClassFile::parse(bytes).unwrap();
    let (_, _, code) = codes(&class)[method];
    let text = |instruction: tamis_classfile::instruction::Instruction<'_>| {
        format!("{} {}", instruction.pc, opcode::mnemonic(instruction.opcode))
    };
    code.instructions().map(|instruction| text(instruction.unwrap())).collect()
}

#[test]
fn branch_that_no_longer_reaches_drops_the_insertions_and_keeps_the_probe() {
    let insertions = [probe(0, Position::Before(3))];
    let plan = Plan { entry: Some(ENTRY), insertions: &insertions, ..Plan::default() };
    let fits = apply(&jump_over(32_759), &plan).unwrap();
    assert_eq!(refusals(&fits), []);
    let far = apply(&jump_over(32_760), &plan).unwrap();
    assert_eq!(refusals(&far), [(Part::Insertions, Refusal::BranchTooFar { pc: 0 })]);
    let entry_only = Plan { entry: Some(ENTRY), ..Plan::default() };
    assert_eq!(far.bytes, apply(&jump_over(32_760), &entry_only).unwrap().bytes);
}

#[test]
fn too_much_code_drops_insertions_then_guard_then_probe() {
    let hook = MStr::new(b"hook");
    let guard = Guard { owner: hook, begin: hook, end: hook, id: 3 };
    let insertions = [probe(0, Position::Before(0))];
    let check = |length: usize, expected: &[Part]| {
        let mut code = vec![0; length];
        code[length - 1] = RETURN;
        let bytes = ClassBuilder::new("A").method("<clinit>", "()V", &code).bytes();
        let plan = Plan {
            entry: Some(ENTRY),
            insertions: &insertions,
            guard: Some(guard),
            ..Plan::default()
        };
        let rewritten = apply(&bytes, &plan).unwrap();
        let parts: Vec<_> = rewritten.refused.iter().map(|each| each.part).collect();
        assert_eq!(parts, expected, "{length}");
    };
    // The guard takes 6 bytes at the entry, 6 before the return and 7 for the handler; each probe takes 8.
    check(65_535 - 35, &[]);
    check(65_535 - 34, &[Part::Insertions]);
    check(65_535 - 27, &[Part::Insertions]);
    check(65_535 - 26, &[Part::Insertions, Part::Guard]);
    check(65_535 - 8, &[Part::Insertions, Part::Guard]);
    check(65_535 - 7, &[Part::Insertions, Part::Guard, Part::Entry]);
}

#[test]
fn wide_branches_and_subroutines_are_aimed_anew() {
    // 0: jsr_w 11 · 5: goto_w 15 · 10: nop · 11: astore 1 · 13: ret 1 · 15: return
    let code = [201, 0, 0, 0, 11, 200, 0, 0, 0, 10, 0, 58, 1, 169, 1, RETURN];
    let bytes = ClassBuilder::new("A").major(48).method("m", "()V", &code).bytes();
    let insertions: Vec<_> = [0, 5, 11, 15].map(|pc| probe(0, Position::Before(pc))).into();
    let plan = Plan { insertions: &insertions, ..Plan::default() };
    let rewritten = apply(&bytes, &plan).unwrap();
    assert_eq!(rewritten.refused, []);
    let class = ClassFile::parse(&rewritten.bytes).unwrap();
    let (_, _, new) = codes(&class)[0];
    // Each target is the start of the probe before it: the subroutine's at 27, the return's at 39.
    assert_eq!(new.bytes[8..13], [201, 0, 0, 0, 27 - 8]);
    assert_eq!(new.bytes[21..26], [200, 0, 0, 0, 39 - 21]);
}

#[test]
fn pool_takes_exactly_what_fits() {
    let plan = Plan { entry: Some(ENTRY), ..Plan::default() };
    let class =
        |count| ClassBuilder::new("A").method("m", "()V", &[RETURN]).fill_pool(count).bytes();
    // A probe needs six entries, and the count is one more than the highest index.
    assert!(apply(&class(65_529), &plan).unwrap().is_changed);
    assert_eq!(apply(&class(65_530), &plan).unwrap_err(), Refusal::PoolFull);
    let large = Plan { entry: Some(&|_| Some(32_768)), ..Plan::default() };
    assert_eq!(apply(&class(65_529), &large).unwrap_err(), Refusal::PoolFull);
    assert!(apply(&class(65_528), &large).unwrap().is_changed);
}

#[test]
fn constants_that_come_late_are_put_behind_the_earlier_ones() {
    let code = [RETURN];
    let mut class = ClassBuilder::new("A");
    for name in ["a", "b", "c"] {
        class = class.method(name, "()V", &code);
    }
    let number = |method| [Some(5), Some(70_000), Some(80_000)][usize::from(method)];
    let plan = Plan { entry: Some(&number), ..Plan::default() };
    let rewritten = apply(&class.bytes(), &plan).unwrap();
    let class = ClassFile::parse(&rewritten.bytes).unwrap();
    let numbers: Vec<_> = codes(&class)
        .iter()
        .map(|(_, _, code)| match code.bytes {
            [178, _, _, 17, a, b, 4, 84, 177] => i32::from(i16::from_be_bytes([*a, *b])),
            [178, _, _, 19, a, b, 4, 84, 177] => {
                match class.pool().get(u16::from_be_bytes([*a, *b])).unwrap() {
                    tamis_classfile::Constant::Integer(value) => value,
                    other => panic!("{other:?}"),
                }
            }
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(numbers, [5, 70_000, 80_000]);
}

#[test]
fn stack_past_its_limit_refuses_what_needs_it() {
    let method = Method {
        name: "m",
        descriptor: "()V",
        max_stack: 65_533,
        code: &[RETURN],
        ..Method::default()
    };
    let bytes = ClassBuilder::new("A").full_method(&method).bytes();
    let insertions = [probe(0, Position::Before(0))];
    let plan = Plan { entry: Some(ENTRY), insertions: &insertions, ..Plan::default() };
    let rewritten = apply(&bytes, &plan).unwrap();
    assert_eq!(refusals(&rewritten), [(Part::Insertions, Refusal::StackTooDeep)]);
    assert!(rewritten.is_changed);
}

#[test]
fn insertions_that_cannot_be_are_refused() {
    let code = [opcode::SIPUSH, 0, 0, 87, RETURN];
    let bytes = ClassBuilder::new("A").method("m", "()V", &code).bytes();
    let check = |insertion: Insertion<'_>, refusal: Refusal| {
        let plan = Plan { insertions: &[insertion], ..Plan::default() };
        let rewritten = apply(&bytes, &plan).unwrap();
        assert_eq!(refusals(&rewritten), [(Part::Insertions, refusal)]);
        assert!(!rewritten.is_changed);
    };
    check(probe(0, Position::Before(1)), Refusal::NotAnInstruction { pc: 1 });
    check(probe(0, Position::Before(5)), Refusal::NotAnInstruction { pc: 5 });
    check(probe(7, Position::Entry), Refusal::NoCode);
    for bytes in [&[GOTO, 0, 3][..], &[RETURN], &[opcode::SIPUSH, 0], &[opcode::ATHROW], &[0xca]] {
        let snippet = Snippet::Code { bytes, stack: 0 };
        let insertion = Insertion { method: 0, position: Position::Before(3), snippet };
        check(insertion, Refusal::NotStraight { pc: 3 });
    }
}

#[test]
fn faulty_plans_are_refused_for_the_class() {
    let bytes = ClassBuilder::new("A").method("m", "()V", &[0, RETURN]).bytes();
    let insertions = [probe(0, Position::Before(1)), probe(0, Position::Before(0))];
    let plan = Plan { insertions: &insertions, ..Plan::default() };
    assert_eq!(apply(&bytes, &plan).unwrap_err(), Refusal::Unordered { index: 1 });
    let plan = Plan { entry: Some(&|_| Some(1 << 31)), ..Plan::default() };
    assert_eq!(apply(&bytes, &plan).unwrap_err(), Refusal::NumberTooLarge { id: 1 << 31 });
    let old = ClassBuilder::new("A").major(45).bytes();
    let refusal = Refusal::BeforeFirstRelease { minor: 0 };
    assert_eq!(apply(&old, &Plan::default()).unwrap_err(), refusal);
}

#[test]
fn malformed_method_is_left_alone_and_the_others_are_done() {
    let bad = |attributes: &[(&str, Vec<u8>)], handlers: &[[u16; 4]]| {
        let method = Method {
            name: "bad",
            descriptor: "()V",
            code: &[RETURN],
            handlers,
            attributes,
            ..Method::default()
        };
        let good = ClassBuilder::new("A").method("good", "()V", &[RETURN]);
        good.full_method(&method).method("fine", "()V", &[RETURN]).bytes()
    };
    for bytes in [
        bad(&[("LineNumberTable", vec![0, 2, 0, 0, 0, 1])], &[]),
        bad(&[("LineNumberTable", vec![0, 1, 0, 2, 0, 1])], &[]),
        bad(&[("StackMapTable", vec![0, 1, 200])], &[]),
        bad(&[("StackMapTable", vec![0, 1, 5])], &[]),
        bad(&[("StackMapTable", vec![0, 1])], &[]),
        bad(&[("StackMapTable", vec![0, 1, 64, 8, 0, 9])], &[]),
        bad(&[("RuntimeVisibleTypeAnnotations", vec![0, 1, 0x60])], &[]),
        bad(&[], &[[0, 9, 0, 0]]),
    ] {
        let class = ClassFile::parse(&bytes).unwrap();
        let plan = Plan { entry: Some(ENTRY), ..Plan::default() };
        let rewritten = rewrite(&class, &plan).unwrap();
        let refused: Vec<_> =
            rewritten.refused.iter().map(|each| (each.method, each.part)).collect();
        assert_eq!(refused, [(1, Part::Entry)]);
        let bodies = [0, 1, 2].map(|method| listing(&rewritten.bytes, method).len());
        assert_eq!(bodies, [5, 1, 5]);
    }
}

#[test]
fn empty_finalizer_stays_empty_and_others_do_not() {
    let check = |name: &str, descriptor: &str, code: &[u8], is_changed: bool| {
        let bytes = ClassBuilder::new("A").method(name, descriptor, code).bytes();
        let insertions = [probe(0, Position::Entry)];
        let plan = Plan { entry: Some(ENTRY), insertions: &insertions, ..Plan::default() };
        let rewritten = apply(&bytes, &plan).unwrap();
        assert_eq!(rewritten.is_changed, is_changed, "{name}{descriptor}");
        let refused = refusals(&rewritten);
        let expected = [Part::Entry, Part::Insertions].map(|part| (part, Refusal::EmptyFinalizer));
        assert_eq!(refused, if is_changed { &[][..] } else { &expected[..] });
    };
    check("finalize", "()V", &[RETURN], false);
    check("finalize", "()V", &[0, RETURN], true);
    check("finalize", "(I)V", &[RETURN], true);
    check("close", "()V", &[RETURN], true);
}

#[test]
fn methods_that_cannot_be_wrapped_are_refused() {
    let wrap = |method, new_name: &'static str, argument| Wrap {
        method,
        new_name: MStr::new(new_name.as_bytes()),
        owner: MStr::new(b"Hooks"),
        begin: MStr::new(b"begin"),
        end: MStr::new(b"end"),
        argument,
    };
    let class = ClassBuilder::new("A")
        .method("<clinit>", "()V", &[RETURN])
        .method("m", "(IJ)V", &[RETURN])
        .method("m", "()V", &[RETURN])
        .method("n", "()V", &[RETURN]);
    let check = |bytes: &[u8], wraps: &[Wrap<'_>], expected: &[(u16, Refusal)]| {
        let plan = Plan { wraps, ..Plan::default() };
        let rewritten = apply(bytes, &plan).unwrap();
        let refused: Vec<_> =
            rewritten.refused.iter().map(|each| (each.method, each.refusal.clone())).collect();
        assert_eq!(refused, expected);
    };
    let bytes = class.bytes();
    let null = HookArgument::Null;
    check(&bytes, &[wrap(0, "x", null)], &[(0, Refusal::Initialiser)]);
    check(&bytes, &[wrap(2, "n", null)], &[(2, Refusal::NameTaken)]);
    check(&bytes, &[wrap(1, "n", null)], &[]);
    check(&bytes, &[wrap(2, "x", null), wrap(3, "x", null)], &[(3, Refusal::NameTaken)]);
    check(&bytes, &[wrap(2, "<x>", null)], &[(2, Refusal::NameTaken)]);
    check(&bytes, &[wrap(9, "x", null)], &[(9, Refusal::NoCode)]);
    for index in [0, 1, 2] {
        let argument = HookArgument::Argument(index);
        check(&bytes, &[wrap(1, "x", argument)], &[(1, Refusal::NoSuchArgument { index })]);
    }
    let mut interface = class.major(51).bytes();
    let flags = interface.windows(2).position(|pair| pair == [0x00, 0x21]).unwrap();
    interface[flags] = 0x02;
    check(&interface, &[wrap(2, "x", null)], &[(2, Refusal::OldInterface { major: 51 })]);
}
