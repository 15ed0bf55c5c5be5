//! Instructions (JVMS chapter 6), decoded one after the other; nothing is copied.

use crate::cursor::Cursor;
use crate::error::{Found, ReadError, Result};
use crate::opcode::{self, Shape};
use crate::record::{Record, Records};

/// One instruction.
#[derive(Debug, Clone, Copy)]
pub struct Instruction<'a> {
    /// Offset from the start of the code.
    pub pc: u32,
    /// What it does; for a `wide` instruction, the opcode that is widened.
    pub opcode: u8,
    /// What it does it with.
    pub operand: Operand<'a>,
}

/// The operand of an instruction.
#[derive(Debug, Clone, Copy)]
pub enum Operand<'a> {
    /// None, or implied by the opcode.
    None,
    /// The number that `bipush` pushes.
    Byte(i8),
    /// The number that `sipush` pushes.
    Short(i16),
    /// A pool index.
    Constant(u16),
    /// A local variable.
    Local {
        /// Slot.
        index: u16,
        /// Whether the instruction is prefixed with `wide`.
        wide: bool,
    },
    /// `iinc`.
    Increment {
        /// Slot.
        index: u16,
        /// What is added.
        delta: i16,
        /// Whether the instruction is prefixed with `wide`.
        wide: bool,
    },
    /// Distance from this instruction's offset to the target.
    Branch(i32),
    /// `invokeinterface`: pool index and argument words.
    Interface {
        /// Pool index.
        index: u16,
        /// Words on the stack, receiver included.
        count: u8,
    },
    /// `invokedynamic`: pool index.
    Dynamic(u16),
    /// `newarray`: the primitive type.
    ArrayType(u8),
    /// `multianewarray`: pool index and dimensions.
    MultiArray {
        /// Pool index.
        index: u16,
        /// Dimensions that are given.
        dimensions: u8,
    },
    /// `tableswitch`.
    TableSwitch(TableSwitch<'a>),
    /// `lookupswitch`.
    LookupSwitch(LookupSwitch<'a>),
}

/// Consecutive cases.
#[derive(Debug, Clone, Copy)]
pub struct TableSwitch<'a> {
    /// Bytes between the opcode and the next multiple of four.
    pub padding: &'a [u8],
    /// Distance to the default target.
    pub default: i32,
    /// Value of the first case.
    pub low: i32,
    /// Value of the last case.
    pub high: i32,
    /// Distance to the target of each case.
    pub targets: Records<'a, i32>,
}

/// Cases in ascending order.
#[derive(Debug, Clone, Copy)]
pub struct LookupSwitch<'a> {
    /// Bytes between the opcode and the next multiple of four.
    pub padding: &'a [u8],
    /// Distance to the default target.
    pub default: i32,
    /// The cases.
    pub cases: Records<'a, Case>,
}

/// A value and the distance to its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Case {
    pub value: i32,
    pub target: i32,
}

impl Record for Case {
    const SIZE: usize = 8;
    fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        Ok(Self { value: cursor.i4()?, target: cursor.i4()? })
    }
    fn write(self, out: &mut Vec<u8>) {
        self.value.write(out);
        self.target.write(out);
    }
}

/// An iterator over the instructions of a method; it ends after the first error.
#[derive(Debug, Clone)]
pub struct Instructions<'a> {
    cursor: Cursor<'a>,
    start: usize,
}

impl<'a> Instructions<'a> {
    pub(crate) fn new(cursor: Cursor<'a>) -> Self {
        Self { cursor, start: cursor.offset() }
    }

    /// The instructions that fill `bytes`, which need not be part of a class file.
    pub(crate) fn of(bytes: &'a [u8]) -> Self {
        Self::new(Cursor::new(bytes))
    }

    /// Offset of the next instruction.
    #[inline]
    pub(crate) fn starting_at(mut cursor: Cursor<'a>, pc: usize) -> Self {
        let start = cursor.offset();
        match cursor.skip(pc) {
            Ok(()) => Self { cursor, start },
            Err(_) => Self { cursor: Cursor::new(&[]), start },
        }
    }

    /// Offset of the next instruction, or of the end, from the start of the code.
    #[inline]
    pub fn pc(&self) -> u32 {
        self.cursor.offset().saturating_sub(self.start) as u32
    }

    // Inlined into the caller's loop, so that an operand is matched where it is made instead of being stored and loaded.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a third of the time of a walk, measured")]
    fn read(&mut self) -> Result<Instruction<'a>> {
        let pc = self.pc();
        let cursor = &mut self.cursor;
        let offset = cursor.offset();
        let mut opcode = cursor.u1()?;
        let operand = match opcode::shape(opcode) {
            Shape::None => Operand::None,
            Shape::Byte => Operand::Byte(cursor.i1()?),
            Shape::Short => Operand::Short(cursor.i2()?),
            Shape::ShortConstant => Operand::Constant(u16::from(cursor.u1()?)),
            Shape::Constant => Operand::Constant(cursor.u2()?),
            Shape::Local => Operand::Local { index: u16::from(cursor.u1()?), wide: false },
            Shape::Increment => Operand::Increment {
                index: u16::from(cursor.u1()?),
                delta: i16::from(cursor.i1()?),
                wide: false,
            },
            Shape::Branch => Operand::Branch(i32::from(cursor.i2()?)),
            Shape::WideBranch => Operand::Branch(cursor.i4()?),
            Shape::TableSwitch => return self.table_switch(pc, opcode),
            Shape::LookupSwitch => return self.lookup_switch(pc, opcode),
            Shape::Interface => {
                let operand = Operand::Interface { index: cursor.u2()?, count: cursor.u1()? };
                zeros(cursor, 1)?;
                operand
            }
            Shape::Dynamic => {
                let operand = Operand::Dynamic(cursor.u2()?);
                zeros(cursor, 2)?;
                operand
            }
            Shape::ArrayType => Operand::ArrayType(cursor.u1()?),
            Shape::MultiArray => {
                Operand::MultiArray { index: cursor.u2()?, dimensions: cursor.u1()? }
            }
            Shape::Wide => {
                opcode = cursor.u1()?;
                wide_operand(cursor, opcode)?
            }
            Shape::Illegal => {
                return Err(ReadError::new(
                    offset,
                    "an opcode (0–201)",
                    Found::Value(u64::from(opcode)),
                ));
            }
        };
        Ok(Instruction { pc, opcode, operand })
    }

    fn padding(&mut self) -> Result<&'a [u8]> {
        // The operands start at the next multiple of four, counted from the start of the code.
        let count = self.pc().wrapping_neg() & 3;
        self.cursor.take(count as usize)
    }

    #[inline(never)]
    fn table_switch(&mut self, pc: u32, opcode: u8) -> Result<Instruction<'a>> {
        let padding = self.padding()?;
        let default = self.cursor.i4()?;
        let offset = self.cursor.offset();
        let low = self.cursor.i4()?;
        let high = self.cursor.i4()?;
        let count = i64::from(high).saturating_sub(i64::from(low)).saturating_add(1);
        let Ok(count) = usize::try_from(count) else {
            return Err(ReadError::new(
                offset,
                "a tableswitch whose lowest case is not above its highest",
                Found::Value(u64::from(low.cast_unsigned())),
            ));
        };
        let targets = self.cursor.records(count)?;
        let switch = TableSwitch { padding, default, low, high, targets };
        Ok(Instruction { pc, opcode, operand: Operand::TableSwitch(switch) })
    }

    #[inline(never)]
    fn lookup_switch(&mut self, pc: u32, opcode: u8) -> Result<Instruction<'a>> {
        let padding = self.padding()?;
        let default = self.cursor.i4()?;
        let offset = self.cursor.offset();
        let count = self.cursor.i4()?;
        let Ok(count) = usize::try_from(count) else {
            return Err(ReadError::new(
                offset,
                "a lookupswitch with no fewer than 0 cases",
                Found::Value(u64::from(count.cast_unsigned())),
            ));
        };
        let cases = self.cursor.records(count)?;
        let switch = LookupSwitch { padding, default, cases };
        Ok(Instruction { pc, opcode, operand: Operand::LookupSwitch(switch) })
    }
}

impl<'a> Iterator for Instructions<'a> {
    type Item = Result<Instruction<'a>>;

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "see `read`")]
    fn next(&mut self) -> Option<Self::Item> {
        if self.cursor.left() == 0 {
            return None;
        }
        let instruction = self.read();
        if instruction.is_err() {
            self.cursor = Cursor::new(&[]);
        }
        Some(instruction)
    }
}

/// The length of the instruction at the start of `code`, whose own offset is `pc`; `None` if it is no instruction or does
/// not end within `code`. For walks that only need to know where instructions are.
#[inline]
pub fn length(code: &[u8], pc: usize) -> Option<usize> {
    let opcode = *code.first()?;
    let length = match opcode::shape(opcode) {
        Shape::None => 1,
        Shape::Byte | Shape::ShortConstant | Shape::Local | Shape::ArrayType => 2,
        Shape::Short | Shape::Constant | Shape::Increment | Shape::Branch => 3,
        Shape::WideBranch | Shape::Interface | Shape::Dynamic => 5,
        Shape::Wide if *code.get(1)? == opcode::IINC => 6,
        Shape::Wide | Shape::MultiArray => 4,
        Shape::TableSwitch | Shape::LookupSwitch => switch_length(code, pc, opcode)?,
        Shape::Illegal => return None,
    };
    (length <= code.len()).then_some(length)
}

#[cold]
fn switch_length(code: &[u8], pc: usize, opcode: u8) -> Option<usize> {
    let operands = pc.wrapping_add(1).wrapping_neg() & 3;
    let number = |at: usize| {
        let start = operands.checked_add(at)?;
        code.get(start..)?.first_chunk::<4>().map(|chunk| i64::from(i32::from_be_bytes(*chunk)))
    };
    // After the opcode and the padding: the default, then the bounds or the number of cases.
    let (header, entries, size) = if opcode == opcode::TABLESWITCH {
        (13_usize, number(9)?.checked_sub(number(5)?)?.checked_add(1)?, 4)
    } else {
        (9, number(5)?, 8)
    };
    let entries = usize::try_from(entries).ok()?.checked_mul(size)?;
    operands.checked_add(header)?.checked_add(entries)
}

fn wide_operand<'a>(cursor: &mut Cursor<'a>, opcode: u8) -> Result<Operand<'a>> {
    let offset = cursor.offset().saturating_sub(1);
    match opcode::shape(opcode) {
        Shape::Local => Ok(Operand::Local { index: cursor.u2()?, wide: true }),
        Shape::Increment => {
            Ok(Operand::Increment { index: cursor.u2()?, delta: cursor.i2()?, wide: true })
        }
        _ => Err(ReadError::new(
            offset,
            "an opcode that can be wide",
            Found::Value(u64::from(opcode)),
        )),
    }
}

fn zeros(cursor: &mut Cursor<'_>, count: usize) -> Result<()> {
    let offset = cursor.offset();
    let bytes = cursor.take(count)?;
    match bytes.iter().find(|&&byte| byte != 0) {
        None => Ok(()),
        Some(&byte) => Err(ReadError::new(offset, "zero bytes", Found::Value(u64::from(byte)))),
    }
}
