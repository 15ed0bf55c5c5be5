//! The instructions of canonical code, and what they refer to.

use rustc_hash::FxHashSet;
use tamis_classfile::attributes::code::Code;
use tamis_classfile::instruction::{Instruction, Operand};
use tamis_classfile::pool::tag;
use tamis_classfile::{Constant, MStr, ReadError, opcode};

use super::Scratch;
use crate::class_facts::ReferenceKind;
use crate::constants::Constants;
use crate::reference_table::ReferenceTable;
use crate::short_copy;
use crate::switch_maps::SwitchMap;

/// What came before an instruction, as far as a `switch` over an enum and a count need to know.
#[derive(Default)]
struct Before<'f, 'a> {
    /// Tables that were loaded and not used yet, the last one on top.
    maps: Vec<&'f SwitchMap<'a>>,
    /// Where the last call of `ordinal()` ended, and on which class.
    ordinal: Option<(usize, MStr<'a>)>,
    /// Where the last load of a static field ended, and of which.
    loaded: Option<(usize, u16)>,
    /// Whether there was anything on which it can depend whether, and with what, code comes to the instruction: a branch,
    /// a call, a class that is initialised or cast to.
    is_crooked: bool,
}

impl Before<'_, '_> {
    /// What a `putstatic` is, with the plain instructions in front of it.
    fn put_static(&self, run: Run<'_>, pc: usize, index: u16) -> ReferenceKind {
        let is_of_loaded = self.loaded == Some((pc - run.length, index));
        if is_of_loaded && !self.is_crooked && is_count(run) {
            ReferenceKind::CountStatic
        } else {
            ReferenceKind::PutStatic
        }
    }
}

/// Adds the instructions of a method. Most of them say the same wherever they stand and are added as they are, many at a
/// time; the others are looked at.
pub(super) fn add_instructions<'a>(
    code: &Code<'a>,
    constants: &mut Constants<'_, 'a>,
    scratch: &mut Scratch,
) -> Result<(), ReadError> {
    scratch.offsets.clear();
    let bytes = code.bytes;
    // The code and what follows it: runs are copied by a fixed size, and many a method is shorter than that.
    let file = short_copy::tail_from(constants.class.bytes(), bytes).unwrap_or(bytes);
    let (mut pc, mut plain) = (0, 0);
    let mut before = Before::default();
    while let Some(opcode) = bytes.get(pc) {
        let length = opcode::self_contained_length(*opcode);
        if length > 0 {
            pc += length;
            continue;
        }
        let run = Run { file: file.get(plain..).unwrap_or_default(), length: pc - plain };
        let rest = bytes.get(pc..).unwrap_or_default();
        pc = match add_common(run, rest, pc, &mut before, constants, scratch)? {
            Some(length) => pc + length,
            None => {
                scratch.digest.run(run.file, run.length);
                add_uncommon(code, pc, &mut before, constants, scratch)?
            }
        };
        plain = pc;
    }
    if pc > bytes.len() {
        // The last instruction is cut off: reading it gives the error.
        code.instructions()
            .try_for_each(|each| each.map(|_| ()))
            .map_err(|e| constants.class.locate(e))?;
    }
    if let Some(length) = bytes.len().checked_sub(plain) {
        scratch.digest.run(file.get(plain..).unwrap_or_default(), length);
    }
    scratch.offsets.settle(&mut scratch.digest);
    // Loaded for something else than a switch: then the numbers themselves count.
    before.maps.iter().for_each(|map| map.add_numbers(&mut scratch.digest));
    Ok(())
}

/// Plain instructions: the first bytes of what is left of the file.
#[derive(Clone, Copy)]
struct Run<'r> {
    file: &'r [u8],
    length: usize,
}

/// Adds a run and the instruction behind it, at the start of `rest`, if it is of the most common kinds, those with a pool
/// index or a short branch; gives back its length. `None` if it is of another kind or cut off.
#[inline]
fn add_common<'f, 'a>(
    run: Run<'_>,
    rest: &[u8],
    pc: usize,
    before: &mut Before<'f, 'a>,
    constants: &mut Constants<'f, 'a>,
    scratch: &mut Scratch,
) -> Result<Option<usize>, ReadError> {
    use ReferenceKind as Kind;
    let Some([opcode, high, low]) = rest.first_chunk() else { return Ok(None) };
    let Run { file, length: plain } = run;
    let index = u16::from_be_bytes([*high, *low]);
    let mut argument_words = None;
    let kind = match *opcode {
        opcode::LDC => {
            scratch.digest.run(file, plain + 1);
            add_load(u16::from(*high), constants, scratch)?;
            return Ok(Some(2));
        }
        opcode::LDC_W => {
            scratch.digest.run(file, plain);
            add_wide_load(index, pc, constants, scratch)?;
            return Ok(Some(3));
        }
        opcode::LDC2_W => {
            scratch.digest.run(file, plain + 1);
            add_load(index, constants, scratch)?;
            return Ok(Some(3));
        }
        opcode::IFEQ..=opcode::JSR | opcode::IFNULL | opcode::IFNONNULL => {
            before.is_crooked = true;
            scratch.digest.run(file, plain + 1);
            scratch.add_target(i64::from(pc as u32) + i64::from(index.cast_signed()));
            return Ok(Some(3));
        }
        opcode::GETSTATIC => {
            before.maps.extend(constants.switch_map(index));
            before.loaded = Some((pc + 3, index));
            Kind::GetStatic
        }
        opcode::PUTSTATIC => before.put_static(run, pc, index),
        opcode::GETFIELD => Kind::GetField,
        opcode::PUTFIELD => Kind::PutField,
        opcode::INVOKEVIRTUAL => {
            if !before.maps.is_empty() {
                let member = constants.class.pool().member(index)?;
                before.ordinal = (member.name == "ordinal").then_some((pc + 3, member.class));
            }
            Kind::InvokeVirtual
        }
        opcode::INVOKESPECIAL | opcode::INVOKESTATIC => {
            let interface = constants.class.pool().tag(index) == Some(tag::INTERFACE_METHOD);
            match (*opcode, interface) {
                (opcode::INVOKESPECIAL, false) => Kind::InvokeSpecial,
                (opcode::INVOKESPECIAL, true) => Kind::InvokeSpecialInterface,
                (_, false) => Kind::InvokeStatic,
                (_, true) => Kind::InvokeStaticInterface,
            }
        }
        opcode::INVOKEINTERFACE => {
            // The last byte is zero, or else there is an error to be told.
            let Some([count, 0]) = rest.get(3..).and_then(<[u8]>::first_chunk) else {
                return Ok(None);
            };
            argument_words = Some(*count);
            Kind::InvokeInterface
        }
        opcode::NEW => Kind::New,
        opcode::ANEWARRAY | opcode::CHECKCAST | opcode::INSTANCEOF => Kind::Class,
        _ => return Ok(None),
    };
    before.is_crooked |= !kind.is_field() && !is_plain_start(kind, index, constants);
    scratch.digest.run(file, plain + 1);
    if let Some(words) = argument_words {
        scratch.digest.u8(words);
    }
    add_reference(kind, index, constants, scratch)?;
    Ok(Some(if argument_words.is_some() { 5 } else { 3 }))
}

/// Whether a reference is the call of `Object`'s constructor, which does nothing.
fn is_plain_start(kind: ReferenceKind, index: u16, constants: &Constants<'_, '_>) -> bool {
    kind == ReferenceKind::InvokeSpecial
        && constants
            .class
            .pool()
            .member(index)
            .is_ok_and(|member| member.class == "java/lang/Object")
}

/// Whether instructions between the load of a number and its store add a constant and nothing else.
fn is_count(Run { file, length }: Run<'_>) -> bool {
    // Opcodes (JVMS 6.5) that nothing else here needs.
    const ICONST_M1: u8 = 2;
    const LCONST_1: u8 = 10;
    const DUP: u8 = 89;
    const DUP2: u8 = 92;
    const DUP2_X2: u8 = 94;
    const IADD: u8 = 96;
    const LADD: u8 = 97;
    const ISUB: u8 = 100;
    const LSUB: u8 = 101;
    const I2B: u8 = 145;
    const I2S: u8 = 147;
    // The old value may be wanted, too, and so may the new one.
    let run = file.get(..length).unwrap_or_default();
    let run = if let [DUP | DUP2, rest @ ..] = run { rest } else { run };
    let ([ICONST_M1..=LCONST_1, rest @ ..]
    | [opcode::BIPUSH, _, rest @ ..]
    | [opcode::SIPUSH, _, _, rest @ ..]) = run
    else {
        return false;
    };
    let [IADD | LADD | ISUB | LSUB, rest @ ..] = rest else { return false };
    let rest = if let [I2B..=I2S, rest @ ..] = rest { rest } else { rest };
    matches!(rest, [] | [DUP..=DUP2_X2])
}

/// Adds any instruction, and gives back where the next one is.
#[inline(never)]
fn add_uncommon<'a>(
    code: &Code<'a>,
    pc: usize,
    before: &mut Before<'_, 'a>,
    constants: &mut Constants<'_, 'a>,
    scratch: &mut Scratch,
) -> Result<usize, ReadError> {
    before.is_crooked = true;
    let mut instructions = code.instructions_at(pc);
    let instruction = instructions.next().transpose().map_err(|e| constants.class.locate(e))?;
    let Some(instruction) = instruction else { return Ok(code.bytes.len()) };
    let next = instructions.pc() as usize;
    match instruction.opcode {
        opcode::GOTO_W | opcode::JSR_W => scratch.offsets.note_shrunk(pc, next, 3),
        opcode::TABLESWITCH | opcode::LOOKUPSWITCH => scratch.offsets.note_shrunk(pc, next, 1),
        _ => {}
    }
    if !add_enum_switch(&instruction, code.bytes, before, scratch) {
        add_instruction(&instruction, constants, scratch)?;
    }
    Ok(next)
}

/// Stands for a `switch` over an enum; no instruction has this opcode.
const ENUM_SWITCH: u8 = 0xf0;

/// Adds a `switch` over an enum by the names of the constants; `false` if it is none, or none that is understood.
fn add_enum_switch<'a>(
    instruction: &Instruction<'a>,
    bytes: &[u8],
    before: &mut Before<'_, 'a>,
    scratch: &mut Scratch,
) -> bool {
    // array, constant.ordinal(), array[ordinal], switch.
    let Some((end, of)) = before.ordinal else { return false };
    let is_table_look_up =
        end + 1 == instruction.pc as usize && bytes.get(end) == Some(&opcode::IALOAD);
    let Some(map) = before.maps.last().filter(|map| is_table_look_up && map.of == of) else {
        return false;
    };
    let (default, cases): (i32, Vec<(i32, i32)>) = match instruction.operand {
        Operand::TableSwitch(switch) => {
            (switch.default, (switch.low..=switch.high).zip(switch.targets.iter()).collect())
        }
        Operand::LookupSwitch(switch) => {
            (switch.default, switch.cases.iter().map(|case| (case.value, case.target)).collect())
        }
        _ => return false,
    };
    // A number without a case of its own leads where the default does.
    let named: Option<Vec<_>> = cases
        .iter()
        .filter(|(_, target)| *target != default)
        .map(|(number, target)| Some((map.constant(*number)?, *target)))
        .collect();
    let Some(mut named) = named else { return false };
    named.sort_unstable();
    let pc = i64::from(instruction.pc);
    scratch.digest.u8(ENUM_SWITCH);
    scratch.digest.u32(named.len() as u32);
    scratch.add_target(pc + i64::from(default));
    for (constant, target) in named {
        scratch.digest.bytes(constant.as_bytes());
        scratch.add_target(pc + i64::from(target));
    }
    before.maps.pop();
    true
}

/// Adds an instruction that is not plain.
fn add_instruction<'a>(
    instruction: &Instruction<'a>,
    constants: &mut Constants<'_, 'a>,
    scratch: &mut Scratch,
) -> Result<(), ReadError> {
    let opcode = match instruction.opcode {
        opcode::GOTO_W => opcode::GOTO,
        opcode::JSR_W => opcode::JSR,
        other => other,
    };
    let pc = i64::from(instruction.pc);
    scratch.digest.u8(opcode);
    match instruction.operand {
        Operand::Dynamic(index) => add_load(index, constants, scratch)?,
        Operand::Branch(distance) => scratch.add_target(pc + i64::from(distance)),
        Operand::MultiArray { index, dimensions } => {
            scratch.digest.u8(dimensions);
            add_reference(ReferenceKind::Class, index, constants, scratch)?;
        }
        Operand::TableSwitch(switch) => {
            scratch.digest.u32(switch.low.cast_unsigned());
            scratch.digest.u32(switch.high.cast_unsigned());
            scratch.add_target(pc + i64::from(switch.default));
            for target in switch.targets.iter() {
                scratch.add_target(pc + i64::from(target));
            }
        }
        Operand::LookupSwitch(switch) => {
            scratch.digest.u32(switch.cases.len() as u32);
            scratch.add_target(pc + i64::from(switch.default));
            for case in switch.cases.iter() {
                scratch.digest.u32(case.value.cast_unsigned());
                scratch.add_target(pc + i64::from(case.target));
            }
        }
        // `wide` in front of a local variable, which says so once more.
        Operand::Local { index, .. } => {
            scratch.digest.u8(opcode::WIDE);
            scratch.digest.u16(index);
        }
        Operand::Increment { index, delta, .. } => {
            scratch.digest.u8(opcode::WIDE);
            scratch.digest.u16(index);
            scratch.digest.u16(delta.cast_unsigned());
        }
        // Plain or common.
        Operand::None
        | Operand::Byte(_)
        | Operand::Short(_)
        | Operand::ArrayType(_)
        | Operand::Constant(_)
        | Operand::Interface { .. } => {}
    }
    Ok(())
}

/// Adds a constant that names a class or member, and notes the reference.
#[inline]
fn add_reference(
    kind: ReferenceKind,
    index: u16,
    constants: &mut Constants<'_, '_>,
    scratch: &mut Scratch,
) -> Result<(), ReadError> {
    scratch.digest.fingerprint(constants.fingerprint(index)?);
    scratch.references.add(kind, index);
    if let Some(called) = constants.called(index) {
        scratch.calls.push(called);
    }
    Ok(())
}

/// Longer strings count by their fingerprints, since a method may load one many times.
const LONGEST_STRING: usize = 64;

/// Stands for a fingerprint where the tag of a number or a string could stand.
const BY_FINGERPRINT: u8 = 0;

/// Adds a constant that is loaded, or the site of an `invokedynamic`. Numbers and short strings, which are most of them,
/// are added as they are: a fingerprint would take longer to make.
fn add_load(
    index: u16,
    constants: &mut Constants<'_, '_>,
    scratch: &mut Scratch,
) -> Result<(), ReadError> {
    let pool = constants.class.pool();
    let tag = pool.tag(index).unwrap_or_default();
    if tag == tag::STRING {
        let text = pool.string(index).map_err(|error| constants.class.locate(error))?.as_bytes();
        if text.len() <= LONGEST_STRING {
            scratch.digest.u8(tag);
            scratch.digest.u8(text.len() as u8);
            scratch.digest.raw_of(text, constants.class.bytes());
            return Ok(());
        }
    } else if let Some(number) = pool.number_bytes(index) {
        scratch.digest.u8(tag);
        scratch.digest.raw(number);
        return Ok(());
    }
    scratch.digest.u8(BY_FINGERPRINT);
    scratch.digest.fingerprint(constants.fingerprint(index)?);
    match tag {
        tag::CLASS => scratch.references.add(ReferenceKind::Class, index),
        tag::METHOD_HANDLE | tag::DYNAMIC | tag::INVOKE_DYNAMIC => {
            scratch.seen.clear();
            refer_to_loaded(index, constants, &mut scratch.references, &mut scratch.seen)?;
            for (own, synthetic) in constants.handled(index, &mut scratch.seen)? {
                let list = if own { &mut scratch.sites } else { &mut scratch.calls };
                list.push(synthetic);
            }
        }
        // Long strings and method types refer to nothing.
        _ => {}
    }
    Ok(())
}

/// Adds an `ldc_w` as the `ldc` that it would be elsewhere.
fn add_wide_load(
    index: u16,
    pc: usize,
    constants: &mut Constants<'_, '_>,
    scratch: &mut Scratch,
) -> Result<(), ReadError> {
    // No compiler writes it for a constant that `ldc` can reach.
    if constants.class.pool().count() > 256 {
        scratch.offsets.note_shrunk(pc, pc + 3, 2);
    }
    scratch.digest.u8(opcode::LDC);
    add_load(index, constants, scratch)
}

/// What loading a constant refers to: a class, a handle's member, a bootstrap method and its arguments. Constants that
/// several others use are visited once.
fn refer_to_loaded(
    index: u16,
    constants: &mut Constants<'_, '_>,
    references: &mut ReferenceTable,
    seen: &mut FxHashSet<u16>,
) -> Result<(), ReadError> {
    if !seen.insert(index) {
        return Ok(());
    }
    match constants.class.pool().get(index)? {
        Constant::Class { .. } => references.add(ReferenceKind::Class, index),
        Constant::MethodHandle { kind, reference } => {
            let interface = constants.class.pool().tag(reference) == Some(tag::INTERFACE_METHOD);
            if let Some(kind) = handle_kind(kind, interface) {
                references.add(kind, reference);
            }
        }
        // Making the fingerprint has refused what nests too deep.
        Constant::Dynamic { bootstrap, .. } | Constant::InvokeDynamic { bootstrap, .. } => {
            let bootstrap = constants.bootstrap(index, bootstrap)?;
            refer_to_loaded(bootstrap.method, constants, references, seen)?;
            for argument in bootstrap.arguments.iter() {
                refer_to_loaded(argument, constants, references, seen)?;
            }
        }
        _ => {}
    }
    Ok(())
}

/// JVMS table 5.4.3.5-A.
fn handle_kind(kind: u8, interface: bool) -> Option<ReferenceKind> {
    use ReferenceKind as Kind;
    Some(match (kind, interface) {
        (1, _) => Kind::HandleGetField,
        (2, _) => Kind::HandleGetStatic,
        (3, _) => Kind::HandlePutField,
        (4, _) => Kind::HandlePutStatic,
        (5, _) => Kind::HandleVirtual,
        (6, false) => Kind::HandleStatic,
        (6, true) => Kind::HandleStaticInterface,
        (7, false) => Kind::HandleSpecial,
        (7, true) => Kind::HandleSpecialInterface,
        (8, _) => Kind::HandleNew,
        (9, _) => Kind::HandleInterface,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Run, is_count};

    #[test]
    fn a_count_adds_a_constant_and_nothing_else() {
        // ++n, n++, n += 2 as a long, n -= 300, and of a byte.
        for run in [&[4, 96, 89][..], &[89, 4, 96], &[10, 97], &[17, 1, 44, 100], &[4, 96, 145]] {
            assert!(is_count(Run { file: run, length: run.len() }), "{run:?}");
        }
        // A local variable, a product, a sum of sums, nothing at all.
        for run in [&[26, 96][..], &[5, 104], &[4, 96, 5, 96], &[4], &[]] {
            assert!(!is_count(Run { file: run, length: run.len() }), "{run:?}");
        }
    }
}
