//! The body of a method (JVMS 4.7.3).

use super::tables::ExceptionHandler;
use super::{Attributes, RawAttribute};
use crate::cursor::Cursor;
use crate::error::{Found, ReadError, Result};
use crate::instruction::Instructions;
use crate::record::Records;

/// A method's code; the instructions are decoded on demand.
#[derive(Debug, Clone, Copy)]
pub struct Code<'a> {
    /// Words the operand stack needs.
    pub max_stack: u16,
    /// Words the local variables need, arguments included.
    pub max_locals: u16,
    /// The bytes of the instructions.
    pub bytes: &'a [u8],
    /// Handlers, in order of precedence.
    pub handlers: Records<'a, ExceptionHandler>,
    /// Attributes of the code.
    pub attributes: Attributes<'a>,
    instructions: Cursor<'a>,
}

impl<'a> Code<'a> {
    /// The contents of an attribute that is known to be a `Code`.
    pub(crate) fn of(raw: &RawAttribute<'a>) -> Result<Self> {
        let mut cursor = raw.body;
        let code = Self::read(&mut cursor)?;
        cursor.finish("the end of the attribute")?;
        Ok(code)
    }

    #[inline]
    pub(crate) fn read(cursor: &mut Cursor<'a>) -> Result<Self> {
        let max_stack = cursor.u2()?;
        let max_locals = cursor.u2()?;
        let offset = cursor.offset();
        let length = cursor.u4()? as usize;
        if length == 0 || length > 0xffff {
            return Err(ReadError::new(
                offset,
                "a code length from 1 to 65535",
                Found::Value(length as u64),
            ));
        }
        let instructions = cursor.split(length)?;
        let bytes = instructions.rest();
        let handlers = cursor.table()?;
        let attributes = Attributes::read(cursor)?;
        Ok(Self { max_stack, max_locals, bytes, handlers, attributes, instructions })
    }

    /// Offset of the first instruction in the file.
    pub fn offset(&self) -> usize {
        self.instructions.offset()
    }

    /// The instructions, in order.
    pub fn instructions(&self) -> Instructions<'a> {
        Instructions::new(self.instructions)
    }

    /// The instructions from an offset on, which must be that of an instruction; none past the end.
    #[inline]
    pub fn instructions_at(&self, pc: usize) -> Instructions<'a> {
        Instructions::starting_at(self.instructions, pc)
    }
}
