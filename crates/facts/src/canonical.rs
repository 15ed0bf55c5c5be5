//! Canonical code: what a method does, without what it does not do.
//!
//! Operands that point into the constant pool are replaced by the content of the constant, branch targets by the
//! canonical offset of the instruction they lead to. `ldc` and `ldc_w` count as one, and so do `goto` and `goto_w`: which
//! one the compiler picks depends on where constants and targets happen to land. For the same reason a canonical offset
//! counts each instruction with its shortest form, and a switch as one byte. A `switch` over an enum goes by the names of
//! the constants instead of the numbers the compiler gave them, see [`crate::switch_maps`]. Line numbers and the names of
//! local variables are left out.

use rustc_hash::FxHashSet;
use tamis_classfile::attributes::Attribute;
use tamis_classfile::attributes::code::Code;
use tamis_classfile::attributes::stack_map_table::{
    FrameKind, StackMapTable, VerificationType, VerificationTypes,
};
use tamis_classfile::instruction::{self, Instruction, Operand};
use tamis_classfile::opcode::{self, Shape};
use tamis_classfile::{ClassFile, Constant, Location, MStr, ReadError};
use tamis_vocab::Fingerprint;

use crate::class_facts::ReferenceKind;
use crate::constants::{Constants, Synthetic};
use crate::fingerprint::{Digest, Domain};
use crate::reference_table::ReferenceTable;
use crate::switch_maps::SwitchMap;

/// Memory that is reused from method to method.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    digest: Digest,
    /// Canonical offset of the instruction at each offset; `u32::MAX` inside an instruction. Empty if the two kinds of
    /// offset are the same throughout the method at hand.
    positions: Vec<u32>,
    pub(crate) references: ReferenceTable,
    /// Numbered methods that the method at hand makes handles of, in order of the sites.
    pub(crate) sites: Vec<Synthetic>,
    /// Numbered methods that the method at hand calls by name, in order of the calls.
    pub(crate) calls: Vec<Synthetic>,
}

/// The fingerprint of a method's code. References, sites and calls are left in `scratch`.
pub(crate) fn body<'a>(
    is_initialiser: bool,
    code: Option<&Code<'a>>,
    constants: &mut Constants<'_, 'a>,
    scratch: &mut Scratch,
) -> Result<Fingerprint, ReadError> {
    // Whatever an unreadable class left behind must not get into the next one.
    scratch.digest.clear();
    scratch.references.next_method();
    scratch.sites.clear();
    scratch.calls.clear();
    scratch.digest.u8(u8::from(code.is_some()));
    if let Some(code) = code {
        if is_initialiser && constants.add_switch_maps(&mut scratch.digest) {
            return switch_maps_body(code, constants, scratch);
        }
        number_instructions(code.bytes, constants.class, &mut scratch.positions);
        scratch.digest.u16(code.max_stack);
        scratch.digest.u16(code.max_locals);
        add_instructions(code, constants, scratch)?;
        add_handlers(code, constants, scratch)?;
        add_frames(code, constants.class, constants, scratch)?;
    }
    Ok(scratch.digest.finish(Domain::Body))
}

/// The body of an initialiser that fills tables for switches, which are in the digest already: what it refers to, in an
/// order that does not depend on the numbers.
fn switch_maps_body<'a>(
    code: &Code<'a>,
    constants: &mut Constants<'_, 'a>,
    scratch: &mut Scratch,
) -> Result<Fingerprint, ReadError> {
    let body = scratch.digest.finish(Domain::Body);
    number_instructions(code.bytes, constants.class, &mut scratch.positions);
    add_instructions(code, constants, scratch)?;
    scratch.digest.clear();
    let pool = constants.class.pool();
    let ReferenceTable { all, used, .. } = &mut scratch.references;
    used.sort_by_key(|position| {
        let (kind, index) =
            all.get(*position as usize).copied().unwrap_or((ReferenceKind::Class, 0));
        (kind, pool.member(index).ok(), pool.class_name(index).ok())
    });
    Ok(body)
}

/// Whether a byte could be an instruction whose canonical length is not its length. Any byte of the code may be asked:
/// one that is really an operand only costs the time to number the instructions.
fn may_shrink(byte: u8) -> bool {
    matches!(byte, opcode::GOTO_W | opcode::JSR_W | opcode::TABLESWITCH | opcode::LOOKUPSWITCH)
}

/// Notes the canonical offset of each instruction. Stops at bytes that are no instruction: decoding them gives the error.
fn number_instructions(code: &[u8], class: &ClassFile<'_>, positions: &mut Vec<u32>) {
    positions.clear();
    // No compiler writes `ldc_w` for a constant that `ldc` can reach.
    let wide_constants = class.pool().count() > 256;
    let found = |byte: u8| may_shrink(byte) || (wide_constants && byte == opcode::LDC_W);
    // Folded, not searched: looking at every byte is what lets the compiler look at many at once.
    if !code.iter().fold(false, |any, byte| any | found(*byte)) {
        return;
    }
    positions.resize(code.len() + 1, u32::MAX);
    let (mut pc, mut canonical) = (0, 0);
    while let Some(rest) = code.get(pc..)
        && let Some(length) = instruction::length(rest, pc)
    {
        if let Some(position) = positions.get_mut(pc) {
            *position = canonical;
        }
        canonical += match rest.first() {
            Some(&opcode::LDC_W) => 2,
            Some(&(opcode::GOTO_W | opcode::JSR_W)) => 3,
            Some(&(opcode::TABLESWITCH | opcode::LOOKUPSWITCH)) => 1,
            _ => length as u32,
        };
        pc += length;
    }
    if let Some(end) = positions.last_mut() {
        *end = canonical;
    }
}

impl Scratch {
    /// The canonical offset of the instruction at an offset of the method at hand; marked, if there is none.
    pub(crate) fn position(&self, offset: u16) -> u64 {
        match self.positions.get(usize::from(offset)) {
            Some(&position) if position != u32::MAX => u64::from(position),
            _ if self.positions.is_empty() => u64::from(offset),
            _ => 1 << 32 | u64::from(offset),
        }
    }

    /// Adds the canonical offset of the instruction at an offset. An offset that is none (such code does not verify) is
    /// added as it is, marked.
    #[inline]
    fn add_position(&mut self, offset: i64) {
        if self.positions.is_empty() {
            return self.digest.u32((offset as i32).cast_unsigned());
        }
        let position = usize::try_from(offset).ok().and_then(|offset| self.positions.get(offset));
        match position {
            Some(&position) if position != u32::MAX => self.digest.u32(position),
            _ => {
                self.digest.u32(u32::MAX);
                self.digest.u64(offset.cast_unsigned());
            }
        }
    }
}

/// What came before an instruction, as far as a `switch` over an enum needs to know.
#[derive(Default)]
struct Before<'f, 'a> {
    /// Tables that were loaded and not used yet, the last one on top.
    maps: Vec<&'f SwitchMap<'a>>,
    /// Where the last instruction starts.
    last: usize,
    /// Where a call of `ordinal()` ended, and on which class.
    ordinal: Option<(usize, MStr<'a>)>,
}

/// Most instructions say the same wherever they stand and are added as they are, many at a time; the others are decoded.
fn add_instructions<'a>(
    code: &Code<'a>,
    constants: &mut Constants<'_, 'a>,
    scratch: &mut Scratch,
) -> Result<(), ReadError> {
    let bytes = code.bytes;
    let (mut pc, mut plain) = (0, 0);
    let mut before = Before::default();
    while let Some(first) = bytes.get(pc) {
        let length = opcode::self_contained_length(*first);
        if length > 0 && pc + length <= bytes.len() {
            before.last = pc;
            pc += length;
            continue;
        }
        scratch.digest.raw(bytes.get(plain..pc).unwrap_or_default());
        if let Some(next) = add_common(bytes, pc, &mut before, constants, scratch)? {
            before.last = pc;
            pc = next;
            plain = pc;
            continue;
        }
        let mut instructions = code.instructions_at(pc);
        let next = instructions.next().transpose();
        let instruction = next.map_err(|error| constants.class.locate(error))?;
        let Some(instruction) = instruction else { break };
        let next = instructions.pc() as usize;
        if !add_enum_switch(&instruction, bytes, &mut before, scratch) {
            add_instruction(&instruction, constants, scratch)?;
        }
        before.last = pc;
        pc = next;
        plain = pc;
    }
    scratch.digest.raw(bytes.get(plain..pc).unwrap_or_default());
    // Loaded for something else than a switch: then the numbers themselves count.
    before.maps.iter().for_each(|map| map.add_numbers(&mut scratch.digest));
    Ok(())
}

/// Adds an instruction of the most common kinds, those with one pool index or one short branch, without decoding it first;
/// gives back where the next one is. `None` if it is of another kind.
#[inline]
fn add_common<'f, 'a>(
    bytes: &[u8],
    pc: usize,
    before: &mut Before<'f, 'a>,
    constants: &mut Constants<'f, 'a>,
    scratch: &mut Scratch,
) -> Result<Option<usize>, ReadError> {
    let Some([opcode, high, low]) = bytes.get(pc..).and_then(<[u8]>::first_chunk) else {
        return Ok(None);
    };
    match opcode::shape(*opcode) {
        Shape::Constant => {
            let index = u16::from_be_bytes([*high, *low]);
            let opcode = if *opcode == opcode::LDC_W { opcode::LDC } else { *opcode };
            scratch.digest.u8(opcode);
            add_constant(opcode, index, constants, scratch)?;
            before.note(opcode, index, pc + 3, constants)?;
        }
        Shape::Branch => {
            let distance = i16::from_be_bytes([*high, *low]);
            scratch.digest.u8(*opcode);
            scratch.add_position(i64::from(pc as u32) + i64::from(distance));
        }
        _ => return Ok(None),
    }
    Ok(Some(pc + 3))
}

impl<'f, 'a> Before<'f, 'a> {
    #[inline]
    fn note(
        &mut self,
        opcode: u8,
        index: u16,
        next: usize,
        constants: &Constants<'f, 'a>,
    ) -> Result<(), ReadError> {
        match opcode {
            opcode::GETSTATIC => self.maps.extend(constants.switch_map(index)),
            opcode::INVOKEVIRTUAL if !self.maps.is_empty() => {
                let member = constants.class.pool().member(index)?;
                self.ordinal = (member.name == "ordinal").then_some((next, member.class));
            }
            _ => {}
        }
        Ok(())
    }
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
    let (default, cases): (i32, Vec<(i32, i32)>) = match instruction.operand {
        Operand::TableSwitch(switch) => {
            (switch.default, (switch.low..=switch.high).zip(switch.targets.iter()).collect())
        }
        Operand::LookupSwitch(switch) => {
            (switch.default, switch.cases.iter().map(|case| (case.value, case.target)).collect())
        }
        _ => return false,
    };
    // array, constant.ordinal(), array[ordinal], switch.
    let Some((end, of)) = before.ordinal else { return false };
    let is_table_look_up = end == before.last && bytes.get(before.last) == Some(&opcode::IALOAD);
    let Some(map) = before.maps.last().filter(|map| is_table_look_up && map.of == of) else {
        return false;
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
    scratch.add_position(pc + i64::from(default));
    for (constant, target) in named {
        scratch.digest.bytes(constant.as_bytes());
        scratch.add_position(pc + i64::from(target));
    }
    before.maps.pop();
    true
}

/// Adds an instruction that is not plain.
#[inline]
fn add_instruction<'a>(
    instruction: &Instruction<'a>,
    constants: &mut Constants<'_, 'a>,
    scratch: &mut Scratch,
) -> Result<(), ReadError> {
    let opcode = match instruction.opcode {
        opcode::LDC_W => opcode::LDC,
        opcode::GOTO_W => opcode::GOTO,
        opcode::JSR_W => opcode::JSR,
        other => other,
    };
    let pc = i64::from(instruction.pc);
    scratch.digest.u8(opcode);
    match instruction.operand {
        Operand::Constant(index) | Operand::Dynamic(index) => {
            add_constant(opcode, index, constants, scratch)?;
        }
        Operand::Branch(distance) => scratch.add_position(pc + i64::from(distance)),
        Operand::Interface { index, count } => {
            scratch.digest.u8(count);
            add_constant(opcode, index, constants, scratch)?;
        }
        Operand::MultiArray { index, dimensions } => {
            scratch.digest.u8(dimensions);
            add_constant(opcode, index, constants, scratch)?;
        }
        Operand::TableSwitch(switch) => {
            scratch.digest.u32(switch.low.cast_unsigned());
            scratch.digest.u32(switch.high.cast_unsigned());
            scratch.add_position(pc + i64::from(switch.default));
            for target in switch.targets.iter() {
                scratch.add_position(pc + i64::from(target));
            }
        }
        Operand::LookupSwitch(switch) => {
            scratch.digest.u32(switch.cases.len() as u32);
            scratch.add_position(pc + i64::from(switch.default));
            for case in switch.cases.iter() {
                scratch.digest.u32(case.value.cast_unsigned());
                scratch.add_position(pc + i64::from(case.target));
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
        // Plain.
        Operand::None | Operand::Byte(_) | Operand::Short(_) | Operand::ArrayType(_) => {}
    }
    Ok(())
}

fn add_constant(
    opcode: u8,
    index: u16,
    constants: &mut Constants<'_, '_>,
    scratch: &mut Scratch,
) -> Result<(), ReadError> {
    use ReferenceKind as Kind;
    scratch.digest.fingerprint(constants.fingerprint(index)?);
    let references = &mut scratch.references;
    match opcode {
        opcode::NEW => references.add(Kind::New, index),
        opcode::GETSTATIC => references.add(Kind::GetStatic, index),
        opcode::PUTSTATIC => references.add(Kind::PutStatic, index),
        opcode::GETFIELD => references.add(Kind::GetField, index),
        opcode::PUTFIELD => references.add(Kind::PutField, index),
        opcode::INVOKEVIRTUAL => {
            references.add(Kind::InvokeVirtual, index);
            scratch.calls.extend(constants.called(index)?);
        }
        opcode::INVOKEINTERFACE => {
            references.add(Kind::InvokeInterface, index);
            scratch.calls.extend(constants.called(index)?);
        }
        opcode::INVOKESPECIAL | opcode::INVOKESTATIC => {
            let interface = constants.class.pool().tag(index)
                == Some(tamis_classfile::pool::tag::INTERFACE_METHOD);
            let kind = match (opcode, interface) {
                (opcode::INVOKESPECIAL, false) => Kind::InvokeSpecial,
                (opcode::INVOKESPECIAL, true) => Kind::InvokeSpecialInterface,
                (_, false) => Kind::InvokeStatic,
                (_, true) => Kind::InvokeStaticInterface,
            };
            references.add(kind, index);
            scratch.calls.extend(constants.called(index)?);
        }
        opcode::LDC | opcode::LDC2_W | opcode::INVOKEDYNAMIC => {
            add_loaded(index, constants, references, &mut FxHashSet::default())?;
            if matches!(
                constants.class.pool().get(index)?,
                Constant::MethodHandle { .. }
                    | Constant::Dynamic { .. }
                    | Constant::InvokeDynamic { .. }
            ) {
                for (own, synthetic) in constants.handled(index)? {
                    if own { scratch.sites.push(synthetic) } else { scratch.calls.push(synthetic) }
                }
            }
        }
        // Casts, `instanceof`, arrays.
        _ => references.add(Kind::Class, index),
    }
    Ok(())
}

/// What loading a constant refers to: a class, a handle's member, a bootstrap method and its arguments. Constants that
/// several others use are visited once.
fn add_loaded(
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
            let interface = constants.class.pool().tag(reference)
                == Some(tamis_classfile::pool::tag::INTERFACE_METHOD);
            if let Some(kind) = handle_kind(kind, interface) {
                references.add(kind, reference);
            }
        }
        // Making the fingerprint has refused what nests too deep.
        Constant::Dynamic { bootstrap, .. } | Constant::InvokeDynamic { bootstrap, .. } => {
            let bootstrap = constants.bootstrap(index, bootstrap)?;
            add_loaded(bootstrap.method, constants, references, seen)?;
            for argument in bootstrap.arguments.iter() {
                add_loaded(argument, constants, references, seen)?;
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

fn add_handlers<'a>(
    code: &Code<'a>,
    constants: &mut Constants<'_, 'a>,
    scratch: &mut Scratch,
) -> Result<(), ReadError> {
    scratch.digest.u32(code.handlers.len() as u32);
    for handler in code.handlers.iter() {
        scratch.add_position(i64::from(handler.start_pc));
        scratch.add_position(i64::from(handler.end_pc));
        scratch.add_position(i64::from(handler.handler_pc));
        let caught = match handler.catch_type {
            0 => None,
            index => {
                scratch.references.add(ReferenceKind::Class, index);
                Some(constants.fingerprint(index)?)
            }
        };
        scratch.digest.optional(caught);
    }
    Ok(())
}

/// Stack maps count: the verifier reads them, and they follow from the code for any one compiler.
fn add_frames<'a>(
    code: &Code<'a>,
    class: &ClassFile<'a>,
    constants: &mut Constants<'_, 'a>,
    scratch: &mut Scratch,
) -> Result<(), ReadError> {
    let found = class.find(code.attributes, Location::Code, "StackMapTable")?;
    let Some(Attribute::StackMapTable(frames)) = found else { return Ok(()) };
    let frames: StackMapTable<'_> = frames;
    let mut offset: i64 = -1;
    for frame in frames.iter() {
        offset += i64::from(frame.offset_delta) + 1;
        scratch.add_position(offset);
        match &frame.kind {
            FrameKind::Same { .. } => scratch.digest.u8(0),
            FrameKind::SameLocals1 { stack, .. } => {
                scratch.digest.u8(1);
                add_type(*stack, constants, scratch)?;
            }
            FrameKind::Chop(count) => {
                scratch.digest.u8(2);
                scratch.digest.u8(*count);
            }
            FrameKind::Append(locals) => {
                scratch.digest.u8(3);
                add_types(*locals, constants, scratch)?;
            }
            FrameKind::Full { locals, stack } => {
                scratch.digest.u8(4);
                add_types(*locals, constants, scratch)?;
                add_types(*stack, constants, scratch)?;
            }
        }
    }
    Ok(())
}

fn add_types(
    types: VerificationTypes<'_>,
    constants: &mut Constants<'_, '_>,
    scratch: &mut Scratch,
) -> Result<(), ReadError> {
    scratch.digest.u16(types.len() as u16);
    types.iter().try_for_each(|each| add_type(each, constants, scratch))
}

fn add_type(
    kind: VerificationType,
    constants: &mut Constants<'_, '_>,
    scratch: &mut Scratch,
) -> Result<(), ReadError> {
    match kind {
        VerificationType::Top => scratch.digest.u8(0),
        VerificationType::Integer => scratch.digest.u8(1),
        VerificationType::Float => scratch.digest.u8(2),
        VerificationType::Double => scratch.digest.u8(3),
        VerificationType::Long => scratch.digest.u8(4),
        VerificationType::Null => scratch.digest.u8(5),
        VerificationType::UninitializedThis => scratch.digest.u8(6),
        VerificationType::Object(index) => {
            // The verifier asks whether one such type extends another.
            scratch.references.add(ReferenceKind::Class, index);
            scratch.digest.u8(7);
            scratch.digest.fingerprint(constants.fingerprint(index)?);
        }
        VerificationType::Uninitialized(offset) => {
            scratch.digest.u8(8);
            scratch.add_position(i64::from(offset));
        }
    }
    Ok(())
}
