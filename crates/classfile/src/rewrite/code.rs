//! Writing a `Code` attribute (JVMS 4.7.3) again, with code inserted.
//!
//! The frame of the attribute is the same for both ways of inserting: [`shifted`] puts eight bytes at the entry and
//! never looks at an instruction; [`edited`] inserts anywhere and moves branches.

use super::edit::{Edit, Edited};
use super::frames::{self, HandlerFrame};
use super::names::{Kind, Names};
use super::refusal::{Refusal, Result};
use super::relocation::{Places, Relocation, Shift};
use super::splice::Splice;
use super::{tables, type_annotations};
use crate::ClassFile;
use crate::attributes::RawAttribute;
use crate::attributes::code::Code;
use crate::attributes::tables::ExceptionHandler;

/// Bytes of a probe: a multiple of four, so that switches keep their padding.
pub(super) const PROBE: usize = 8;

/// Words of stack that a probe needs.
pub(super) const PROBE_STACK: u16 = 3;

/// What is written besides the original: rows at the end of the exception table, a frame at the end of the stack map.
#[derive(Clone, Copy, Default)]
struct Added<'e> {
    handlers: &'e [ExceptionHandler],
    frame: Option<AddedFrame>,
}

#[derive(Clone, Copy)]
struct AddedFrame {
    frame: HandlerFrame,
    /// Pool index of `StackMapTable`, if the code has no such attribute.
    table_name: Option<u16>,
}

/// The constants for a handler's frame.
#[derive(Debug, Clone, Copy)]
pub(super) struct FrameConstants {
    /// Pool index of `java/lang/Throwable`.
    pub(super) throwable: u16,
    /// Pool index of `StackMapTable`, if the code has no such attribute.
    pub(super) table_name: Option<u16>,
}

/// Reads the code of a method.
#[inline]
pub(super) fn read<'a>(raw: &RawAttribute<'a>) -> Result<Code<'a>> {
    let mut cursor = raw.cursor();
    let code = Code::read(&mut cursor)?;
    cursor.finish("the end of the attribute")?;
    Ok(code)
}

/// Writes the attribute with a probe at the entry.
#[inline]
pub(super) fn shifted(
    splice: &mut Splice<'_, '_>,
    class: &ClassFile<'_>,
    names: &mut Names,
    raw: &RawAttribute<'_>,
    probe: [u8; PROBE],
) -> Result<()> {
    let code = read(raw)?;
    let length = code.bytes.len().saturating_add(PROBE);
    let start = header(splice, raw, code.max_stack.max(PROBE_STACK), &code, length)?;
    splice.write(&probe);
    // The length of the code fits into two bytes: it was checked when the code was read.
    let relocation = Shift { by: PROBE as u16, length: code.bytes.len() as u16 };
    splice.copy_to(code.offset().saturating_add(code.bytes.len()));
    tail(splice, class, names, &code, &relocation, Added::default())?;
    splice.patch_length(start);
    Ok(())
}

/// Writes the attribute with what `edit` holds. `frame` gives the constants for the handler's frame, if the class
/// needs one.
pub(super) fn edited(
    splice: &mut Splice<'_, '_>,
    class: &ClassFile<'_>,
    names: &mut Names,
    raw: &RawAttribute<'_>,
    edit: &mut Edit,
    frame: Option<FrameConstants>,
) -> Result<()> {
    let code = read(raw)?;
    let Edited { max_stack, code: bytes, places, handlers, handler_pc } = edit.apply(&code)?;
    let start = header(splice, raw, max_stack, &code, bytes.len())?;
    splice.write(bytes);
    splice.skip_to(code.offset().saturating_add(code.bytes.len()));
    let frame = frame.zip(handler_pc).map(|(FrameConstants { throwable, table_name }, pc)| {
        AddedFrame { frame: HandlerFrame { pc, throwable }, table_name }
    });
    tail(splice, class, names, &code, &Places(places), Added { handlers, frame })?;
    splice.patch_length(start);
    Ok(())
}

/// Writes everything before the instructions and gives the position of the attribute's length.
#[inline]
fn header(
    splice: &mut Splice<'_, '_>,
    raw: &RawAttribute<'_>,
    max_stack: u16,
    code: &Code<'_>,
    length: usize,
) -> Result<usize> {
    if length > usize::from(u16::MAX) {
        return Err(Refusal::CodeTooLarge { length });
    }
    splice.copy_to(raw.offset());
    let start = splice.written().saturating_sub(4);
    let [s1, s2] = max_stack.to_be_bytes();
    let [m1, m2] = code.max_locals.to_be_bytes();
    let [c1, c2] = (length as u16).to_be_bytes();
    splice.write(&[s1, s2, m1, m2, 0, 0, c1, c2]);
    splice.skip_to(code.offset());
    Ok(start)
}

/// Writes everything after the instructions.
#[inline]
fn tail<R: Relocation>(
    splice: &mut Splice<'_, '_>,
    class: &ClassFile<'_>,
    names: &mut Names,
    code: &Code<'_>,
    relocation: &R,
    added: Added<'_>,
) -> Result<()> {
    let count_offset = code.offset().saturating_add(code.bytes.len());
    if !added.handlers.is_empty() {
        let count = code.handlers.len().saturating_add(added.handlers.len());
        splice.replace_u2(count_offset, u16::try_from(count).map_err(|_| Refusal::TooManyRows)?);
    }
    // The count of the attributes stands between the handlers and the first attribute.
    let handlers_end = code.attributes.start().saturating_sub(2);
    let handlers_length = handlers_end.saturating_sub(count_offset).saturating_sub(2);
    tables::handlers(splice, handlers_end, handlers_length, relocation)?;
    for handler in added.handlers {
        let ExceptionHandler { start_pc, end_pc, handler_pc, catch_type } = handler;
        for value in [start_pc, end_pc, handler_pc, catch_type] {
            splice.write(&value.to_be_bytes());
        }
    }
    let table_name = added.frame.and_then(|added| added.table_name);
    if table_name.is_some() {
        let count =
            u16::try_from(code.attributes.len()).ok().and_then(|count| count.checked_add(1));
        splice.replace_u2(handlers_end, count.ok_or(Refusal::TooManyRows)?);
    }
    splice.copy_to(code.attributes.start());
    for raw in code.attributes.iter() {
        let kind = names.kind(class, raw.name_index)?;
        attribute(splice, &raw, kind, relocation, added.frame.map(|added| added.frame))?;
    }
    if let Some((name, added)) = table_name.zip(added.frame) {
        splice.write(&name.to_be_bytes());
        let start = splice.written();
        splice.write(&[0; 4]);
        frames::only_frame(splice, added.frame);
        splice.patch_length(start);
    }
    Ok(())
}

/// Writes one attribute of the code.
#[inline]
fn attribute<R: Relocation>(
    splice: &mut Splice<'_, '_>,
    raw: &RawAttribute<'_>,
    kind: Kind,
    relocation: &R,
    frame: Option<HandlerFrame>,
) -> Result<()> {
    match kind {
        Kind::LineNumberTable => tables::lines(splice, raw, relocation),
        Kind::LocalVariables => tables::locals(splice, raw, relocation),
        Kind::CharacterRangeTable => tables::character_ranges(splice, raw, relocation),
        Kind::StackMapTable => {
            splice.copy_to(raw.offset());
            let start = splice.written().saturating_sub(4);
            frames::stack_map_table(splice, raw.cursor(), relocation, frame)?;
            splice.patch_length(start);
            Ok(())
        }
        Kind::StackMap => frames::stack_map(splice, raw.cursor(), relocation),
        Kind::TypeAnnotations => {
            type_annotations::type_annotations(splice, raw.cursor(), relocation)
        }
        Kind::Code | Kind::Other => {
            splice.copy_to(raw.offset().saturating_add(raw.info.len()));
            Ok(())
        }
    }
}
