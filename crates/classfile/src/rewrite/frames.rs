//! Stack maps: the `StackMapTable` of the JVMS (4.7.4) and the `StackMap` of CLDC, which came before it.
//!
//! A frame moves with the code that is inserted before its instruction; an `Uninitialized` item follows the `new`
//! instruction itself. Nothing else changes, so only the bytes that differ are written.

use super::refusal::{Refusal, Result};
use super::relocation::Relocation;
use super::splice::Splice;
use crate::attributes::unknown_kind;
use crate::cursor::Cursor;

/// The frame of a handler at the end of a static initialiser: no locals, one exception on the stack.
#[derive(Debug, Clone, Copy)]
pub(super) struct HandlerFrame {
    /// Offset of the handler in the new code.
    pub(super) pc: u16,
    /// Pool index of `java/lang/Throwable`.
    pub(super) throwable: u16,
}

/// Offset that a delta of 0 stands for: 0 at first, then one more than the offset of the frame before.
#[derive(Default)]
struct Next {
    old: u32,
    new: u32,
}

/// Copies the contents of a `StackMapTable`, with one frame more if `added` is given.
#[inline]
pub(super) fn stack_map_table<R: Relocation>(
    splice: &mut Splice<'_, '_>,
    mut cursor: Cursor<'_>,
    relocation: &R,
    added: Option<HandlerFrame>,
) -> Result<()> {
    let start = cursor.offset();
    let count = cursor.u2()?;
    if added.is_some() {
        splice.replace_u2(start, count.checked_add(1).ok_or(Refusal::TooManyRows)?);
    }
    let mut next = Next::default();
    for _ in 0..count {
        frame(splice, &mut cursor, relocation, &mut next)?;
    }
    cursor.finish("the end of the attribute")?;
    splice.copy_to(cursor.offset());
    if let Some(added) = added {
        full_frame(splice, added, next.new);
    }
    Ok(())
}

/// Writes the contents of a `StackMapTable` with nothing but the frame of a handler.
pub(super) fn only_frame(splice: &mut Splice<'_, '_>, added: HandlerFrame) {
    splice.write(&1_u16.to_be_bytes());
    full_frame(splice, added, 0);
}

fn full_frame(splice: &mut Splice<'_, '_>, added: HandlerFrame, next: u32) {
    // The handler stands behind all frames of the body, so the difference is not negative.
    let delta = u32::from(added.pc).saturating_sub(next) as u16;
    let ([d1, d2], [t1, t2]) = (delta.to_be_bytes(), added.throwable.to_be_bytes());
    splice.write(&[255, d1, d2, 0, 0, 0, 1, 7, t1, t2]);
}

#[inline]
fn frame<R: Relocation>(
    splice: &mut Splice<'_, '_>,
    cursor: &mut Cursor<'_>,
    relocation: &R,
    next: &mut Next,
) -> Result<()> {
    let start = cursor.offset();
    let tag = cursor.u1()?;
    let delta = match tag {
        0..=127 => u16::from(tag & 0x3f),
        247..=255 => cursor.u2()?,
        128..=246 => return Err(unknown_kind(start, "a frame type (0–127, 247–255)", tag).into()),
    };
    let old = next.old.saturating_add(u32::from(delta));
    let new = u32::from(relocation.instruction(old)?.target);
    let new_delta = new.checked_sub(next.new).ok_or(Refusal::NotAnInstruction { pc: old })? as u16;
    *next = Next { old: old.saturating_add(1), new: new.saturating_add(1) };
    if new_delta != delta {
        replace_delta(splice, start, tag, new_delta);
    }
    match tag {
        64..=127 | 247 => items(splice, cursor, relocation, 1),
        252..=254 => items(splice, cursor, relocation, u16::from(tag.saturating_sub(251))),
        255 => counted_items(splice, cursor, relocation),
        _ => Ok(()),
    }
}

/// Writes the delta of the frame that starts at `start`, in its short form if it had that and still fits.
fn replace_delta(splice: &mut Splice<'_, '_>, start: usize, tag: u8, delta: u16) {
    let [high, low] = delta.to_be_bytes();
    match tag {
        0..=63 if delta < 64 => splice.replace(start, 1, &[low]),
        0..=63 => splice.replace(start, 1, &[251, high, low]),
        64..=127 if delta < 64 => splice.replace(start, 1, &[low.saturating_add(64)]),
        64..=127 => splice.replace(start, 1, &[247, high, low]),
        _ => splice.replace(start, 3, &[tag, high, low]),
    }
}

/// The locals and the stack of a full frame.
fn counted_items<R: Relocation>(
    splice: &mut Splice<'_, '_>,
    cursor: &mut Cursor<'_>,
    relocation: &R,
) -> Result<()> {
    for _ in 0..2 {
        let count = cursor.u2()?;
        items(splice, cursor, relocation, count)?;
    }
    Ok(())
}

#[inline]
fn items<R: Relocation>(
    splice: &mut Splice<'_, '_>,
    cursor: &mut Cursor<'_>,
    relocation: &R,
    count: u16,
) -> Result<()> {
    for _ in 0..count {
        let start = cursor.offset();
        match cursor.u1()? {
            0..=6 => {}
            7 => cursor.skip(2)?,
            8 => {
                let offset = cursor.offset();
                let place = relocation.instruction(u32::from(cursor.u2()?))?;
                splice.replace_u2(offset, place.instruction);
            }
            unknown => {
                return Err(unknown_kind(start, "a verification type (0–8)", unknown).into());
            }
        }
    }
    Ok(())
}

/// Copies the contents of a `StackMap`: full frames, each with its offset. No current virtual machine reads it, but
/// other tools may.
pub(super) fn stack_map<R: Relocation>(
    splice: &mut Splice<'_, '_>,
    mut cursor: Cursor<'_>,
    relocation: &R,
) -> Result<()> {
    let count = cursor.u2()?;
    for _ in 0..count {
        let offset = cursor.offset();
        let place = relocation.instruction(u32::from(cursor.u2()?))?;
        splice.replace_u2(offset, place.target);
        counted_items(splice, &mut cursor, relocation)?;
    }
    cursor.finish("the end of the attribute")?;
    splice.copy_to(cursor.offset());
    Ok(())
}
