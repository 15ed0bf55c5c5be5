//! Type annotations inside code (JVMS 4.7.20): ranges of local variables, and offsets of single instructions.

use super::refusal::Result;
use super::relocation::Relocation;
use super::splice::Splice;
use crate::attributes::type_annotations::{Target, TypeAnnotation};
use crate::cursor::Cursor;

/// Copies the contents of a `RuntimeVisibleTypeAnnotations` or its invisible twin. An offset outside the code is left as
/// it is: compilers have written such, and nothing that runs reads it.
pub(super) fn type_annotations<R: Relocation>(
    splice: &mut Splice<'_, '_>,
    mut cursor: Cursor<'_>,
    relocation: &R,
) -> Result<()> {
    let count = cursor.u2()?;
    for _ in 0..count {
        // The target follows the byte that says what it is.
        let target = cursor.offset().saturating_add(1);
        match TypeAnnotation::read(&mut cursor)?.target {
            Target::LocalVariable(ranges) => {
                let mut row = target.saturating_add(2);
                for range in ranges {
                    if let Ok((start, length)) = relocation.range(range.start_pc, range.length) {
                        splice.replace_u2(row, start);
                        splice.replace_u2(row.saturating_add(2), length);
                    }
                    row = row.saturating_add(6);
                }
            }
            Target::Offset(offset) | Target::TypeArgument { offset, .. } => {
                if let Ok(place) = relocation.place(u32::from(offset)) {
                    splice.replace_u2(target, place.instruction);
                }
            }
            // Rows of the exception table keep their numbers; the rest does not name code.
            Target::Catch(_)
            | Target::TypeParameter(_)
            | Target::Supertype(_)
            | Target::TypeParameterBound { .. }
            | Target::Empty
            | Target::FormalParameter(_)
            | Target::Throws(_) => {}
        }
    }
    cursor.finish("the end of the attribute")?;
    splice.copy_to(cursor.offset());
    Ok(())
}
