//! Damage for the control: rewritten classes that a verifier must refuse.

use tamis_classfile::ClassFile;

use super::rewriting::{self, MethodCode};

/// All kinds of damage. Each says whether it found something to damage.
pub(super) const ALL: [fn(&mut [u8]) -> bool; 2] = [damage_stack, damage_frame];

/// Gives a method less stack than its probe needs.
fn damage_stack(bytes: &mut [u8]) -> bool {
    let Some(position) = first_code(bytes) else { return false };
    // Stack and locals take two bytes each and the length four, before the instructions.
    bytes[position - 8..position - 6].copy_from_slice(&[0, 2]);
    true
}

/// Moves the first frame of a method to where it was before the probe.
fn damage_frame(bytes: &mut [u8]) -> bool {
    let Some(position) = first_short_frame(bytes) else { return false };
    bytes[position] -= 8;
    true
}

fn first_code(bytes: &[u8]) -> Option<usize> {
    let class = ClassFile::parse(bytes).ok()?;
    rewriting::codes(&class).ok()?.first().map(|code| code.code.offset())
}

fn first_short_frame(bytes: &[u8]) -> Option<usize> {
    let class = ClassFile::parse(bytes).ok()?;
    // Frames of older classes are not looked at.
    let (_, major) = class.version();
    if major < 50 {
        return None;
    }
    for MethodCode { code, .. } in rewriting::codes(&class).ok()? {
        for raw in code.attributes.iter() {
            // The frames follow a count of two bytes; a short one is its distance from the start.
            if class.attribute_name(&raw).ok()? == "StackMapTable"
                && raw.info.get(2).is_some_and(|tag| (8..64).contains(tag))
            {
                return Some(raw.offset() + 2);
            }
        }
    }
    None
}
