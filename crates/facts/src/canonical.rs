//! Canonical code: what a method does, without what it does not do.
//!
//! Operands that point into the constant pool are replaced by the content of the constant, branch targets by the
//! position of the instruction they lead to. `ldc` and `ldc_w` count as one, and so do `goto` and `goto_w`: which one
//! the compiler picks depends on where constants and targets happen to land. Line numbers and the names of local
//! variables are left out.

use rustc_hash::FxHashMap;
use tamis_classfile::attributes::Attribute;
use tamis_classfile::attributes::code::Code;
use tamis_classfile::attributes::stack_map_table::{FrameKind, StackMapTable, VerificationType};
use tamis_classfile::instruction::{Instruction, Operand};
use tamis_classfile::{ClassFile, Constant, Location, ReadError, opcode};
use tamis_vocab::Fingerprint;

use crate::class_facts::ReferenceKind;
use crate::constants::{Constants, Synthetic};
use crate::fingerprint::{Digest, Domain};

/// What a method refers to: how, and the index of a class or member in the pool.
pub(crate) type PoolReference = (ReferenceKind, u16);

/// A class's references, each once, and what the method at hand uses of them.
#[derive(Debug, Default)]
pub(crate) struct ReferenceTable {
    pub(crate) all: Vec<PoolReference>,
    positions: FxHashMap<PoolReference, u32>,
    /// For each reference, the method that used it last.
    last_user: Vec<u32>,
    method: u32,
    /// Positions in `all`, of the method at hand.
    pub(crate) used: Vec<u32>,
}

impl ReferenceTable {
    pub(crate) fn clear(&mut self) {
        self.all.clear();
        self.positions.clear();
        self.last_user.clear();
        self.method = 0;
        self.used.clear();
    }

    fn next_method(&mut self) {
        self.method += 1;
        self.used.clear();
    }

    #[inline]
    fn add(&mut self, kind: ReferenceKind, index: u16) {
        let next = self.all.len() as u32;
        let position = *self.positions.entry((kind, index)).or_insert(next);
        if position == next {
            self.all.push((kind, index));
            self.last_user.push(0);
        }
        if let Some(last) = self.last_user.get_mut(position as usize)
            && *last != self.method
        {
            *last = self.method;
            self.used.push(position);
        }
    }
}

/// Memory that is reused from method to method.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    digest: Digest,
    /// Position of the instruction at each offset; `u32::MAX` inside an instruction.
    positions: Vec<u32>,
    pub(crate) references: ReferenceTable,
    /// Numbered methods that the method at hand makes handles of, in order of the sites.
    pub(crate) sites: Vec<Synthetic>,
    /// Numbered methods that the method at hand calls by name, in order of the calls.
    pub(crate) calls: Vec<Synthetic>,
}

/// The fingerprint of a method's code. References, sites and calls are left in `scratch`.
pub(crate) fn body<'a>(
    code: Option<&Code<'a>>,
    constants: &mut Constants<'_, 'a>,
    scratch: &mut Scratch,
) -> Result<Fingerprint, ReadError> {
    scratch.references.next_method();
    scratch.sites.clear();
    scratch.calls.clear();
    scratch.digest.u8(u8::from(code.is_some()));
    if let Some(code) = code {
        let class = constants.class;
        number_instructions(code, &mut scratch.positions).map_err(|error| class.locate(error))?;
        scratch.digest.u16(code.max_stack);
        scratch.digest.u16(code.max_locals);
        for instruction in code.instructions() {
            let instruction = instruction.map_err(|error| class.locate(error))?;
            add_instruction(&instruction, constants, scratch)?;
        }
        add_handlers(code, constants, scratch)?;
        add_frames(code, class, constants, scratch)?;
    }
    Ok(scratch.digest.finish(Domain::Body))
}

fn number_instructions(code: &Code<'_>, positions: &mut Vec<u32>) -> Result<(), ReadError> {
    positions.clear();
    positions.resize(code.bytes.len() + 1, u32::MAX);
    let mut count = 0;
    for instruction in code.instructions() {
        if let Some(position) = positions.get_mut(instruction?.pc as usize) {
            *position = count;
        }
        count += 1;
    }
    if let Some(end) = positions.last_mut() {
        *end = count;
    }
    Ok(())
}

impl Scratch {
    /// The position of the instruction at an offset of the method at hand; marked, if there is none.
    pub(crate) fn position(&self, offset: u16) -> u64 {
        match self.positions.get(usize::from(offset)) {
            Some(&position) if position != u32::MAX => u64::from(position),
            _ => 1 << 32 | u64::from(offset),
        }
    }

    /// Adds the position of the instruction at an offset. An offset that is none (such code does not verify) is added
    /// as it is, marked.
    #[inline]
    fn add_position(&mut self, offset: i64) {
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
    scratch.digest.u8(opcode);
    let pc = i64::from(instruction.pc);
    match instruction.operand {
        Operand::None => {}
        Operand::Byte(value) => scratch.digest.u8(value.cast_unsigned()),
        Operand::Short(value) => scratch.digest.u16(value.cast_unsigned()),
        Operand::Constant(index) | Operand::Dynamic(index) => {
            add_constant(opcode, index, constants, scratch)?;
        }
        Operand::Local { index, .. } => scratch.digest.u16(index),
        Operand::Increment { index, delta, .. } => {
            scratch.digest.u16(index);
            scratch.digest.u16(delta.cast_unsigned());
        }
        Operand::Branch(distance) => scratch.add_position(pc + i64::from(distance)),
        Operand::Interface { index, count } => {
            scratch.digest.u8(count);
            add_constant(opcode, index, constants, scratch)?;
        }
        Operand::ArrayType(kind) => scratch.digest.u8(kind),
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
    }
    Ok(())
}

fn add_constant<'a>(
    opcode: u8,
    index: u16,
    constants: &mut Constants<'_, 'a>,
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
        opcode::INVOKEVIRTUAL => references.add(Kind::InvokeVirtual, index),
        opcode::INVOKEINTERFACE => references.add(Kind::InvokeInterface, index),
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
            add_loaded(index, constants, references, 0)?;
            if matches!(
                constants.class.pool().get(index)?,
                Constant::MethodHandle { .. }
                    | Constant::Dynamic { .. }
                    | Constant::InvokeDynamic { .. }
            ) {
                scratch.sites.extend(constants.handled(index)?);
            }
        }
        // Casts, `instanceof`, arrays.
        _ => references.add(Kind::Class, index),
    }
    Ok(())
}

/// What loading a constant refers to: a class, a handle's member, a bootstrap method and its arguments.
fn add_loaded<'a>(
    index: u16,
    constants: &mut Constants<'_, 'a>,
    references: &mut ReferenceTable,
    depth: u8,
) -> Result<(), ReadError> {
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
        Constant::Dynamic { bootstrap, .. } | Constant::InvokeDynamic { bootstrap, .. }
            if depth < u8::MAX =>
        {
            let bootstrap = constants.bootstrap(bootstrap)?;
            add_loaded(bootstrap.method, constants, references, depth + 1)?;
            for argument in bootstrap.arguments.iter() {
                add_loaded(argument, constants, references, depth + 1)?;
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
                add_types(locals, constants, scratch)?;
            }
            FrameKind::Full { locals, stack } => {
                scratch.digest.u8(4);
                add_types(locals, constants, scratch)?;
                add_types(stack, constants, scratch)?;
            }
        }
    }
    Ok(())
}

fn add_types<'a>(
    types: &[VerificationType],
    constants: &mut Constants<'_, 'a>,
    scratch: &mut Scratch,
) -> Result<(), ReadError> {
    scratch.digest.u16(types.len() as u16);
    types.iter().try_for_each(|each| add_type(*each, constants, scratch))
}

fn add_type<'a>(
    kind: VerificationType,
    constants: &mut Constants<'_, 'a>,
    scratch: &mut Scratch,
) -> Result<(), ReadError> {
    let number = match kind {
        VerificationType::Top => 0,
        VerificationType::Integer => 1,
        VerificationType::Float => 2,
        VerificationType::Double => 3,
        VerificationType::Long => 4,
        VerificationType::Null => 5,
        VerificationType::UninitializedThis => 6,
        VerificationType::Object(index) => {
            scratch.digest.fingerprint(constants.fingerprint(index)?);
            7
        }
        VerificationType::Uninitialized(offset) => {
            scratch.add_position(i64::from(offset));
            8
        }
    };
    scratch.digest.u8(number);
    Ok(())
}
