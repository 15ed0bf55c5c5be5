//! Which classes reflection hands out together with a class: it caches what it has found, so that a later test gets at
//! them without asking for anything.

use tamis_classfile::attributes::Attributes;
use tamis_classfile::attributes::annotations::{Annotation, ElementValue};
use tamis_classfile::{Attribute, ClassFile, Location, MStr, ReadError, descriptor};
use tamis_vocab::ClassName;

/// Classes that a class file names where reflection looks.
#[derive(Debug, Default)]
pub(crate) struct Shape {
    /// Types of annotations on the class and its members, and enums in their values: looked at as a whole.
    pub(crate) annotations: Vec<ClassName>,
    /// Types in descriptors and signatures of the class and its members, and classes in values of annotations.
    pub(crate) types: Vec<ClassName>,
}

impl Shape {
    pub(crate) fn of(file: &ClassFile<'_>) -> Result<Self, ReadError> {
        let mut shape = Self::default();
        shape.attributes(file, file.attributes(), Location::Class)?;
        for field in file.fields().iter() {
            shape.descriptor(field.descriptor(file)?);
            shape.attributes(file, field.attributes, Location::Field)?;
        }
        for method in file.methods().iter() {
            shape.descriptor(method.descriptor(file)?);
            shape.attributes(file, method.attributes, Location::Method)?;
        }
        for list in [&mut shape.annotations, &mut shape.types] {
            list.sort();
            list.dedup();
        }
        Ok(shape)
    }

    fn attributes<'a>(
        &mut self,
        file: &ClassFile<'a>,
        attributes: Attributes<'a>,
        location: Location,
    ) -> Result<(), ReadError> {
        const LOOKED_AT: [&str; 6] = [
            "Signature",
            "Record",
            "RuntimeVisibleAnnotations",
            "RuntimeVisibleParameterAnnotations",
            "RuntimeVisibleTypeAnnotations",
            "AnnotationDefault",
        ];
        for raw in attributes.iter() {
            let name = file.attribute_name(&raw)?;
            if !LOOKED_AT.iter().any(|looked_at| name == *looked_at) {
                continue;
            }
            match file.decode(&raw, location)? {
                Attribute::Signature(index) => self.descriptor(file.pool().utf8(index)?),
                Attribute::Annotations { annotations, .. } => {
                    annotations.iter().try_for_each(|each| self.annotation(file, each))?;
                }
                Attribute::ParameterAnnotations { parameters, .. } => {
                    let mut annotations = parameters.iter().flatten();
                    annotations.try_for_each(|each| self.annotation(file, each))?;
                }
                Attribute::TypeAnnotations { annotations, .. } => {
                    let mut annotations = annotations.iter();
                    annotations.try_for_each(|each| self.annotation(file, &each.annotation))?;
                }
                Attribute::AnnotationDefault(value) => self.value(file, &value)?,
                Attribute::Record(components) => {
                    for component in components {
                        self.attributes(file, component.attributes, Location::RecordComponent)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn annotation(
        &mut self,
        file: &ClassFile<'_>,
        annotation: &Annotation,
    ) -> Result<(), ReadError> {
        let descriptor = file.pool().utf8(annotation.type_index)?;
        self.annotations.extend(descriptor::class_names(descriptor).map(name));
        annotation.elements.iter().try_for_each(|(_, value)| self.value(file, value))
    }

    fn value(&mut self, file: &ClassFile<'_>, value: &ElementValue) -> Result<(), ReadError> {
        match value {
            ElementValue::Constant { .. } => Ok(()),
            ElementValue::Enum { type_name, .. } => {
                let descriptor = file.pool().utf8(*type_name)?;
                self.annotations.extend(descriptor::class_names(descriptor).map(name));
                Ok(())
            }
            ElementValue::Class(index) => {
                self.descriptor(file.pool().utf8(*index)?);
                Ok(())
            }
            ElementValue::Annotation(annotation) => self.annotation(file, annotation),
            ElementValue::Array(values) => {
                values.iter().try_for_each(|value| self.value(file, value))
            }
        }
    }

    fn descriptor(&mut self, text: MStr<'_>) {
        self.types.extend(descriptor::class_names(text).map(name));
    }
}

fn name(text: &[u8]) -> ClassName {
    ClassName::internal(&MStr::new(text).to_unique_text())
}
