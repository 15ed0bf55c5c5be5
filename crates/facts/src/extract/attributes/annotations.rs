//! Annotations, their values and what they are called.

use std::fmt::Write as _;

use tamis_classfile::attributes::annotations::{Annotation, ElementValue};
use tamis_classfile::attributes::type_annotations::{Target, TypeAnnotation};
use tamis_classfile::{ClassFile, ReadError};

use super::{Made, PartMaker};
use crate::canonical::Scratch;
use crate::class_facts::Text;
use crate::constants::Constants;
use crate::extract::text::TextTable;

impl PartMaker<'_> {
    pub(super) fn type_annotation<'a>(
        &mut self,
        class: &ClassFile<'a>,
        each: &TypeAnnotation,
        constants: &mut Constants<'_, 'a>,
        scratch: Option<&Scratch>,
    ) -> Made {
        let position = |pc: u16| scratch.map_or(u64::from(pc), |scratch| scratch.position(pc));
        self.digest.u8(each.target_type);
        match &each.target {
            Target::Empty => {}
            Target::TypeParameter(index) | Target::FormalParameter(index) => self.digest.u8(*index),
            Target::Supertype(index) | Target::Throws(index) | Target::Catch(index) => {
                self.digest.u16(*index);
            }
            Target::TypeParameterBound { parameter, bound } => {
                self.digest.u8(*parameter);
                self.digest.u8(*bound);
            }
            Target::LocalVariable(ranges) => {
                self.digest.u16(ranges.len() as u16);
                for range in ranges {
                    self.digest.u64(position(range.start_pc));
                    self.digest.u64(position(range.start_pc.saturating_add(range.length)));
                    self.digest.u16(range.index);
                }
            }
            Target::Offset(offset) => self.digest.u64(position(*offset)),
            Target::TypeArgument { offset, argument } => {
                self.digest.u64(position(*offset));
                self.digest.u8(*argument);
            }
        }
        self.digest.u8(each.path.len() as u8);
        for (kind, argument) in &each.path {
            self.digest.u8(*kind);
            self.digest.u8(*argument);
        }
        self.annotation(class, &each.annotation, constants)
    }

    pub(super) fn annotation<'a>(
        &mut self,
        class: &ClassFile<'a>,
        annotation: &Annotation,
        constants: &mut Constants<'_, 'a>,
    ) -> Made {
        self.digest.fingerprint(constants.descriptor_fingerprint(annotation.type_index)?);
        self.digest.u16(annotation.elements.len() as u16);
        for (name, value) in &annotation.elements {
            self.digest.fingerprint(constants.fingerprint(*name)?);
            self.element_value(class, value, constants)?;
        }
        Ok(())
    }

    pub(super) fn element_value<'a>(
        &mut self,
        class: &ClassFile<'a>,
        value: &ElementValue,
        constants: &mut Constants<'_, 'a>,
    ) -> Made {
        match value {
            ElementValue::Constant { tag, index } => {
                self.digest.u8(*tag);
                self.digest.fingerprint(constants.fingerprint(*index)?);
            }
            ElementValue::Enum { type_name, constant_name } => {
                self.digest.u8(b'e');
                self.digest.fingerprint(constants.descriptor_fingerprint(*type_name)?);
                self.digest.fingerprint(constants.fingerprint(*constant_name)?);
            }
            ElementValue::Class(index) => {
                self.digest.u8(b'c');
                self.digest.fingerprint(constants.descriptor_fingerprint(*index)?);
            }
            ElementValue::Annotation(nested) => {
                self.digest.u8(b'@');
                self.annotation(class, nested, constants)?;
            }
            ElementValue::Array(values) => {
                self.digest.u8(b'[');
                self.digest.u16(values.len() as u16);
                for each in values {
                    self.element_value(class, each, constants)?;
                }
            }
        }
        Ok(())
    }
}

/// The annotation's class name, from its descriptor.
pub(super) fn annotation_name(
    type_index: u16,
    text: &mut TextTable<'_, '_>,
) -> Result<Text, ReadError> {
    let descriptor = text.utf8(type_index)?;
    let is_class = text.get(descriptor).starts_with('L') && text.get(descriptor).ends_with(';');
    Ok(if is_class { descriptor.without_ends() } else { descriptor })
}

/// Annotations that a label names before it leaves out the rest.
const MOST_NAMED: usize = 8;

/// Several annotations' class names, with spaces between.
pub(super) fn annotation_list(
    types: impl Iterator<Item = u16>,
    text: &mut TextTable<'_, '_>,
) -> Result<Text, ReadError> {
    let mut list = String::new();
    for index in types.take(MOST_NAMED) {
        let name = annotation_name(index, text)?;
        let separator = if list.is_empty() { "" } else { " " };
        // Writing to a string cannot fail.
        let _ = write!(list, "{separator}{}", text.get(name));
    }
    Ok(text.add_str(&list))
}
