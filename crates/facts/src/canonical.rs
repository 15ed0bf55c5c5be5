//! Canonical code: what a method does, without what it does not do.
//!
//! Operands that point into the constant pool are replaced by the content of the constant, branch targets by the
//! canonical offset of the instruction they lead to. `ldc` and `ldc_w` count as one, and so do `goto` and `goto_w`: which
//! one the compiler picks depends on where constants and targets happen to land. For the same reason a canonical offset
//! counts each instruction with its shortest form, and a switch as one byte. A `switch` over an enum goes by the names of
//! the constants instead of the numbers the compiler gave them, see [`crate::switch_maps`]. Line numbers and the names of
//! local variables are left out.

mod instructions;
mod offsets;

use rustc_hash::FxHashSet;
use tamis_classfile::attributes::code::Code;
use tamis_classfile::attributes::stack_map_table::{
    FrameKind, StackMapTable, VerificationType, VerificationTypes,
};
use tamis_classfile::{ClassFile, ReadError};
use tamis_vocab::Fingerprint;

use crate::class_facts::ReferenceKind;
use crate::constants::{Constants, Synthetic};
use crate::fingerprint::{Digest, Domain};
use crate::reference_table::ReferenceTable;

use instructions::add_instructions;
use offsets::Offsets;

/// Memory that is reused from method to method.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    digest: Digest,
    offsets: Offsets,
    pub(crate) references: ReferenceTable,
    /// Numbered methods that the method at hand makes handles of, in order of the sites.
    pub(crate) sites: Vec<Synthetic>,
    /// Numbered methods that the method at hand calls by name, in order of the calls.
    pub(crate) calls: Vec<Synthetic>,
    /// Whether the code at hand has attributes that are neither part of the canonical code nor debug data.
    pub(crate) has_other_attributes: bool,
    /// Constants that a walk over dynamic ones has been at.
    seen: FxHashSet<u16>,
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
    scratch.has_other_attributes = true;
    scratch.digest.u8(u8::from(code.is_some()));
    if let Some(code) = code {
        if is_initialiser && constants.add_switch_maps(&mut scratch.digest) {
            return switch_maps_body(code, constants, scratch);
        }
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
    add_instructions(code, constants, scratch)?;
    scratch.digest.clear();
    let pool = constants.class.pool();
    let ReferenceTable { all, used, .. } = &mut scratch.references;
    used.sort_by_key(|position| {
        all.get(*position as usize)
            .map(|each| (each.kind, pool.member(each.index).ok(), pool.class_name(each.index).ok()))
    });
    Ok(body)
}

impl Scratch {
    /// The canonical offset of the instruction at an offset of the method at hand; marked, if there is none.
    pub(crate) fn position(&self, offset: u16) -> u64 {
        u64::from(self.offsets.canonical(i64::from(offset)))
    }

    /// Adds the canonical offset of the instruction at an offset, once all instructions were met.
    #[inline]
    fn add_position(&mut self, offset: i64) {
        self.digest.u32(self.offsets.canonical(offset));
    }

    /// Adds the canonical offset of the instruction that a branch leads to, which may not have been met yet.
    #[inline]
    fn add_target(&mut self, offset: i64) {
        self.offsets.note_target(self.digest.len(), offset);
        self.digest.u32(offsets::plain(offset));
    }
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
    let mut frames = None;
    scratch.has_other_attributes = false;
    for raw in code.attributes.iter() {
        match class.attribute_name(&raw)?.as_bytes() {
            b"StackMapTable" => frames = frames.or(Some(raw)),
            // Debug data.
            b"LineNumberTable" | b"LocalVariableTable" | b"LocalVariableTypeTable" => {}
            _ => scratch.has_other_attributes = true,
        }
    }
    let Some(frames) = frames else { return Ok(()) };
    let mut offset: i64 = -1;
    for frame in StackMapTable::frames(&frames) {
        let frame = frame.map_err(|error| class.locate(error))?;
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
