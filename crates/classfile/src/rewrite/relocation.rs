//! Where an offset into the original code points after the rewrite.

use super::refusal::{Refusal, Result};

/// Where something that stood at one offset is now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    /// Start of what is inserted before the instruction: for branches, frames and ranges.
    pub(super) target: u16,
    /// The instruction itself: for `Uninitialized` items, annotations and lines.
    pub(super) instruction: u16,
    /// Whether an instruction starts there.
    pub(super) is_instruction: bool,
}

/// A map from old to new offsets.
pub(super) trait Relocation {
    /// The place of an offset that may be inside an instruction or the end of the code.
    fn place(&self, pc: u32) -> Result<Place>;

    /// The place of an instruction.
    #[inline]
    fn instruction(&self, pc: u32) -> Result<Place> {
        let place = self.place(pc)?;
        if place.is_instruction { Ok(place) } else { Err(Refusal::NotAnInstruction { pc }) }
    }

    /// Start and length of a range. One that starts with the code goes on doing so, whatever is inserted there, so that
    /// parameters are visible from the first instruction on.
    #[inline]
    fn range(&self, start: u16, length: u16) -> Result<(u16, u16)> {
        let end = u32::from(start).saturating_add(u32::from(length));
        let new_end = self.place(end)?.target;
        let new_start = match (start, length) {
            (0, 1..) => 0,
            _ => self.place(u32::from(start))?.target,
        };
        Ok((new_start, new_end.saturating_sub(new_start)))
    }
}

/// Everything moves by the same distance: code is inserted at the entry only, and runs once per call.
pub(super) struct Shift {
    pub(super) by: u16,
    /// Length of the original code.
    pub(super) length: u16,
}

impl Relocation for Shift {
    #[inline]
    fn place(&self, pc: u32) -> Result<Place> {
        if pc > u32::from(self.length) {
            return Err(Refusal::NotAnInstruction { pc });
        }
        let moved = (pc as u16).saturating_add(self.by);
        Ok(Place { target: moved, instruction: moved, is_instruction: true })
    }
}

/// One place for each offset from 0 to the length of the code.
pub(super) struct Places<'e>(pub(super) &'e [Place]);

impl Relocation for Places<'_> {
    #[inline]
    fn place(&self, pc: u32) -> Result<Place> {
        self.0.get(pc as usize).copied().ok_or(Refusal::NotAnInstruction { pc })
    }
}
