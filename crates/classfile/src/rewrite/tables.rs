//! The tables of a method that name offsets: handlers, lines, local variables, character ranges.
//!
//! Lines follow the instruction itself, not what is inserted before it, so each original instruction has the line it
//! had, also where a table is unsorted or has two lines for one offset (JVMS 4.7.12 allows both). One exception: a
//! single row for offset 0 stays there, which gives code inserted at the entry the first line of the method.

use super::refusal::Result;
use super::relocation::Relocation;
use super::splice::Splice;
use crate::attributes::RawAttribute;
use crate::error::{Found, ReadError};

/// Copies an exception table (JVMS 4.7.3) that stands from `start` to `end`, its count included.
#[inline]
pub(super) fn handlers<R: Relocation>(
    splice: &mut Splice<'_, '_>,
    end: usize,
    length: usize,
    relocation: &R,
) -> Result<()> {
    splice.copy_to(end);
    let position = splice.written().saturating_sub(length);
    let (rows, _) = splice.written_from(position).as_chunks_mut::<8>();
    for [s1, s2, e1, e2, h1, h2, ..] in rows {
        for [high, low] in [[s1, s2], [e1, e2], [h1, h2]] {
            let place = relocation.place(u32::from(u16::from_be_bytes([*high, *low])))?;
            [*high, *low] = place.target.to_be_bytes();
        }
    }
    Ok(())
}

/// Copies a `LineNumberTable` (JVMS 4.7.12).
#[inline]
pub(super) fn lines<R: Relocation>(
    splice: &mut Splice<'_, '_>,
    raw: &RawAttribute<'_>,
    relocation: &R,
) -> Result<()> {
    let rows = copy_rows::<4>(splice, raw)?;
    let first_keeps = rows.iter().filter(|row| row.starts_with(&[0, 0])).count() == 1;
    for [high, low, ..] in rows {
        let pc = u16::from_be_bytes([*high, *low]);
        if pc != 0 || !first_keeps {
            [*high, *low] = relocation.place(u32::from(pc))?.instruction.to_be_bytes();
        }
    }
    Ok(())
}

/// Copies a `LocalVariableTable` or `LocalVariableTypeTable` (JVMS 4.7.13, 4.7.14).
#[inline]
pub(super) fn locals<R: Relocation>(
    splice: &mut Splice<'_, '_>,
    raw: &RawAttribute<'_>,
    relocation: &R,
) -> Result<()> {
    for [s1, s2, l1, l2, ..] in copy_rows::<10>(splice, raw)? {
        let start = u16::from_be_bytes([*s1, *s2]);
        let (start, length) = relocation.range(start, u16::from_be_bytes([*l1, *l2]))?;
        [*s1, *s2] = start.to_be_bytes();
        [*l1, *l2] = length.to_be_bytes();
    }
    Ok(())
}

/// Copies a `CharacterRangeTable`, which `javac -Xjcov` writes: first and last offset (both included), then where the
/// expression stands in the source.
pub(super) fn character_ranges<R: Relocation>(
    splice: &mut Splice<'_, '_>,
    raw: &RawAttribute<'_>,
    relocation: &R,
) -> Result<()> {
    for [s1, s2, l1, l2, ..] in copy_rows::<14>(splice, raw)? {
        let start = u16::from_be_bytes([*s1, *s2]);
        let last = u16::from_be_bytes([*l1, *l2]);
        let length = last.saturating_add(1).saturating_sub(start);
        let (start, length) = relocation.range(start, length)?;
        [*s1, *s2] = start.to_be_bytes();
        [*l1, *l2] = start.saturating_add(length).saturating_sub(1).to_be_bytes();
    }
    Ok(())
}

/// Copies an attribute that is a count and as many rows of `N` bytes, and gives the rows as written.
#[inline]
fn copy_rows<'s, const N: usize>(
    splice: &'s mut Splice<'_, '_>,
    raw: &RawAttribute<'_>,
) -> Result<&'s mut [[u8; N]]> {
    let end = raw.offset().saturating_add(raw.info.len());
    splice.copy_to(end);
    let rows = raw.info.get(2..).unwrap_or_default();
    let count = raw.info.first_chunk().map(|chunk| usize::from(u16::from_be_bytes(*chunk)));
    if count.and_then(|count| count.checked_mul(N)) != Some(rows.len()) {
        let found = Found::Value(rows.len() as u64);
        return Err(ReadError::new(raw.offset(), "a table as long as its count says", found).into());
    }
    let position = splice.written().saturating_sub(rows.len());
    Ok(splice.written_from(position).as_chunks_mut().0)
}
