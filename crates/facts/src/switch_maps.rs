//! The tables behind a `switch` over an enum, as javac makes them.
//!
//! A class that switches over an enum gets a hidden companion with an array `$SwitchMap$p$Colour`: it gives each constant
//! that occurs in a `case` a number, in the order in which the compiler meets them, and the `switch` goes by these
//! numbers. So a method that moves, or one more `case` elsewhere, renumbers the rest. What counts is which constant
//! leads where, and this is how to tell.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use tamis_classfile::attributes::Attribute;
use tamis_classfile::attributes::code::Code;
use tamis_classfile::attributes::stack_map_table::{FrameKind, VerificationType};
use tamis_classfile::instruction::{Instruction, Operand};
use tamis_classfile::pool::MemberRef;
use tamis_classfile::{ClassFile, Location, MStr, ReadError, flags, opcode};

use crate::fingerprint::Digest;

/// What a table says: which constant has which number.
#[derive(Debug)]
pub(crate) struct SwitchMap<'a> {
    /// Internal name of the enum.
    pub(crate) of: MStr<'a>,
    /// Which table of its class it is: the first use of an enum initialises it, so the order can be felt.
    position: usize,
    by_number: BTreeMap<i32, MStr<'a>>,
}

impl<'a> SwitchMap<'a> {
    /// The constant that has this number.
    pub(crate) fn constant(&self, number: i32) -> Option<MStr<'a>> {
        self.by_number.get(&number).copied()
    }

    /// Adds everything, for code that does something else with the numbers than to switch.
    pub(crate) fn add_numbers(&self, digest: &mut Digest) {
        digest.bytes(self.of.as_bytes());
        for (number, constant) in &self.by_number {
            digest.u32(number.cast_unsigned());
            digest.bytes(constant.as_bytes());
        }
    }
}

/// The tables of a family, by class and field.
#[derive(Debug, Default)]
pub(crate) struct SwitchMaps<'a> {
    maps: FxHashMap<(&'a [u8], &'a [u8]), SwitchMap<'a>>,
}

impl<'a> SwitchMaps<'a> {
    pub(crate) fn of(classes: &[ClassFile<'a>]) -> Result<Self, ReadError> {
        let mut maps = FxHashMap::default();
        for class in classes {
            if class.access_flags() & flags::SYNTHETIC != 0 {
                for (field, map) in read(class)?.unwrap_or_default() {
                    maps.insert((class.name().as_bytes(), field.as_bytes()), map);
                }
            }
        }
        Ok(Self { maps })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.maps.is_empty()
    }

    pub(crate) fn find(&self, class: MStr<'a>, field: MStr<'a>) -> Option<&SwitchMap<'a>> {
        self.maps.get(&(class.as_bytes(), field.as_bytes()))
    }

    /// What the initialiser of a class does that holds nothing but such tables, without the numbers: those who use them
    /// say what they mean. `false` if it is no such class.
    pub(crate) fn add_initialiser(&self, class: MStr<'_>, digest: &mut Digest) -> bool {
        let mut tables: Vec<_> =
            self.maps.iter().filter(|((owner, _), _)| *owner == class.as_bytes()).collect();
        tables.sort_by_key(|(_, map)| map.position);
        for ((_, field), map) in &tables {
            digest.bytes(field);
            digest.bytes(map.of.as_bytes());
            let mut constants: Vec<_> = map.by_number.values().collect();
            constants.sort();
            digest.u32(constants.len() as u32);
            constants.iter().for_each(|constant| digest.bytes(constant.as_bytes()));
        }
        !tables.is_empty()
    }
}

/// The tables that the static initialiser of a class fills, if it does that and nothing else, to the letter as javac does.
fn read<'a>(class: &ClassFile<'a>) -> Result<Option<Vec<(MStr<'a>, SwitchMap<'a>)>>, ReadError> {
    let only_tables = class.fields().iter().all(|field| {
        field.name(class).is_ok_and(|name| name.as_bytes().starts_with(b"$SwitchMap$"))
            && field.descriptor(class).is_ok_and(|descriptor| descriptor == "[I")
    });
    let mut methods = class.methods().iter();
    let (Some(initialiser), None) = (methods.next(), methods.next()) else { return Ok(None) };
    if !only_tables || initialiser.name(class)? != "<clinit>" {
        return Ok(None);
    }
    let Some(code) = initialiser.code(class)? else { return Ok(None) };
    let mut steps = Vec::new();
    for instruction in code.instructions() {
        steps.push(instruction.map_err(|error| class.locate(error))?);
    }
    let mut reader = Reader { class, code, steps: &steps, handlers: Vec::new() };
    Ok(reader.tables().filter(|_| reader.frames_fit()))
}

struct Reader<'r, 'a> {
    class: &'r ClassFile<'a>,
    code: Code<'a>,
    /// Instructions that are still to be read.
    steps: &'r [Instruction<'a>],
    /// Where handlers have to be: start, end and handler.
    handlers: Vec<(u32, u32, u32)>,
}

impl<'a> Reader<'_, 'a> {
    /// `None` as soon as something is not as it should be.
    fn tables(&mut self) -> Option<Vec<(MStr<'a>, SwitchMap<'a>)>> {
        let mut tables = Vec::new();
        while self.steps.first()?.opcode != opcode::RETURN {
            tables.push(self.table(tables.len())?);
        }
        let is_last = self.steps.len() == 1;
        let handlers = self.code.handlers.iter().map(|handler| {
            let caught = self.class.pool().class_name(handler.catch_type).ok()?;
            let place = (handler.start_pc, handler.end_pc, handler.handler_pc);
            (caught == "java/lang/NoSuchFieldError").then_some(place)
        });
        let expected = self.handlers.iter().map(|(start, end, handler)| {
            Some((
                u16::try_from(*start).ok()?,
                u16::try_from(*end).ok()?,
                u16::try_from(*handler).ok()?,
            ))
        });
        (is_last && self.code.max_stack == 3 && self.code.max_locals == 1 && handlers.eq(expected))
            .then_some(tables)
    }

    /// `field = new int[values().length]`, then the constants.
    fn table(&mut self, position: usize) -> Option<(MStr<'a>, SwitchMap<'a>)> {
        let values = self.member(opcode::INVOKESTATIC)?;
        let array = values.descriptor.as_bytes().strip_prefix(b"()[L")?.strip_suffix(b";")?;
        self.next(opcode::ARRAYLENGTH)?;
        let int_array = matches!(self.next(opcode::NEWARRAY)?.operand, Operand::ArrayType(10));
        let field = self.member(opcode::PUTSTATIC)?;
        let of = values.class;
        let fits = values.name == "values" && array == of.as_bytes() && int_array;
        if !fits || !self.is_own_table(&field) {
            return None;
        }
        let mut by_number = BTreeMap::new();
        while self.steps.first()?.opcode == opcode::GETSTATIC {
            let (number, constant) = self.constant(field.name, of)?;
            if by_number.insert(number, constant).is_some() {
                return None;
            }
        }
        Some((field.name, SwitchMap { of, position, by_number }))
    }

    /// `try { field[CONSTANT.ordinal()] = number; } catch (NoSuchFieldError ignored) { }`
    fn constant(&mut self, field: MStr<'a>, of: MStr<'a>) -> Option<(i32, MStr<'a>)> {
        let start = self.steps.first()?.pc;
        let table = self.member(opcode::GETSTATIC)?;
        let constant = self.member(opcode::GETSTATIC)?;
        let ordinal = self.member(opcode::INVOKEVIRTUAL)?;
        let (number, rest) = self.steps.split_first()?;
        self.steps = rest;
        let number = match (number.opcode, number.operand) {
            (opcode::ICONST_M1..=opcode::ICONST_5, _) => {
                i32::from(number.opcode) - i32::from(opcode::ICONST_0)
            }
            (opcode::BIPUSH, Operand::Byte(value)) => i32::from(value),
            (opcode::SIPUSH, Operand::Short(value)) => i32::from(value),
            _ => return None,
        };
        self.next(opcode::IASTORE)?;
        let jump = *self.next(opcode::GOTO)?;
        let handler = self.next(opcode::ASTORE_0)?.pc;
        let Operand::Branch(distance) = jump.operand else { return None };
        self.handlers.push((start, jump.pc, handler));
        let own_type = constant.descriptor.as_bytes().strip_prefix(b"L")?.strip_suffix(b";")?;
        let fits = self.is_own_table(&table)
            && table.name == field
            && constant.class == of
            && own_type == of.as_bytes()
            && ordinal.class == of
            && (ordinal.name == "ordinal" && ordinal.descriptor == "()I")
            && i64::from(jump.pc) + i64::from(distance) == i64::from(self.steps.first()?.pc);
        fits.then_some((number, constant.name))
    }

    fn is_own_table(&self, member: &MemberRef<'a>) -> bool {
        member.class == self.class.name() && member.descriptor == "[I"
    }

    fn next(&mut self, opcode: u8) -> Option<&Instruction<'a>> {
        let (first, rest) = self.steps.split_first()?;
        self.steps = rest;
        (first.opcode == opcode).then_some(first)
    }

    fn member(&mut self, opcode: u8) -> Option<MemberRef<'a>> {
        match self.next(opcode)?.operand {
            Operand::Constant(index) => self.class.pool().member(index).ok(),
            _ => None,
        }
    }

    /// Whether the stack map has what javac writes: at each handler the error that was caught, at each end nothing.
    fn frames_fit(&self) -> bool {
        let found = self.class.find(self.code.attributes, Location::Code, "StackMapTable");
        let Ok(Some(Attribute::StackMapTable(frames))) = found else { return false };
        let mut pc: i64 = -1;
        let mut expected = self
            .handlers
            .iter()
            .flat_map(|(_, _, handler)| [(*handler, true), (*handler + 1, false)]);
        frames.iter().all(|frame| {
            pc += i64::from(frame.offset_delta) + 1;
            let Some((place, is_handler)) = expected.next() else { return false };
            let fits = match frame.kind {
                FrameKind::SameLocals1 { stack: VerificationType::Object(index), .. } => {
                    is_handler
                        && self.class.pool().class_name(index)
                            == Ok(MStr::new(b"java/lang/NoSuchFieldError"))
                }
                FrameKind::Same { .. } => !is_handler,
                _ => false,
            };
            fits && pc == i64::from(place)
        }) && expected.next().is_none()
    }
}
