//! What reflection hands out about a class without asking again: the machine keeps members and annotations once somebody
//! looked at them, and what a later test does with those objects passes no hook.

use std::collections::BTreeSet;

use tamis_classfile::attributes::annotations::{Annotation, ElementValue};
use tamis_classfile::descriptor::class_names;
use tamis_classfile::{Attribute, Attributes, ClassFile, Location, MStr, ReadError};
use tamis_vocab::ClassName;

use crate::names::is_framework_name;

/// The classes that can be reached from the mirror of a class.
#[derive(Debug, Default)]
pub(crate) struct Mirror {
    /// Types of annotations, with classes and enums in their values; of an annotation type also those in its defaults.
    pub(crate) annotations: BTreeSet<ClassName>,
    /// Classes in descriptors, signatures and lists of classes.
    pub(crate) named: BTreeSet<ClassName>,
    /// Whether something in it carries an annotation of a test framework.
    pub(crate) is_test_code: bool,
}

impl Mirror {
    /// Adds what a class file says.
    pub(crate) fn add(&mut self, bytes: &[u8]) -> Result<(), ReadError> {
        let file = ClassFile::parse(bytes)?;
        let mut reading = Reading { file: &file, mirror: self };
        reading.attributes(file.attributes(), Location::Class)?;
        for member in file.fields().iter() {
            reading.descriptor(member.descriptor_index)?;
            reading.attributes(member.attributes, Location::Field)?;
        }
        for member in file.methods().iter() {
            reading.descriptor(member.descriptor_index)?;
            reading.attributes(member.attributes, Location::Method)?;
        }
        Ok(())
    }
}

struct Reading<'m, 'f, 'a> {
    file: &'f ClassFile<'a>,
    mirror: &'m mut Mirror,
}

impl<'a> Reading<'_, '_, 'a> {
    fn attributes(&mut self, list: Attributes<'a>, place: Location) -> Result<(), ReadError> {
        for raw in list.iter() {
            // Code is not reflected upon, and by far the largest part.
            if self.file.attribute_name(&raw)? == "Code" {
                continue;
            }
            match self.file.decode(&raw, place)? {
                Attribute::Annotations { visible: true, annotations } => {
                    self.annotations(&annotations)?;
                }
                Attribute::ParameterAnnotations { visible: true, parameters } => {
                    for annotations in &parameters {
                        self.annotations(annotations)?;
                    }
                }
                Attribute::TypeAnnotations { visible: true, annotations } => {
                    for each in &annotations {
                        self.annotation(&each.annotation)?;
                    }
                }
                Attribute::AnnotationDefault(value) => self.value(&value)?,
                Attribute::Signature(index) => self.descriptor(index)?,
                Attribute::Exceptions(list) | Attribute::PermittedSubclasses(list) => {
                    for index in list.iter() {
                        self.class(index)?;
                    }
                }
                Attribute::InnerClasses(list) => {
                    for each in list.iter() {
                        self.inner_class(each.inner_class, each.outer_class)?;
                    }
                }
                Attribute::EnclosingMethod(enclosing) => self.class(enclosing.class)?,
                Attribute::Record(components) => {
                    for component in &components {
                        self.descriptor(component.descriptor)?;
                        self.attributes(component.attributes, Location::RecordComponent)?;
                    }
                }
                // Not of the class's mirror; invisible annotations are dropped by the machine.
                Attribute::Annotations { visible: false, .. }
                | Attribute::ParameterAnnotations { visible: false, .. }
                | Attribute::TypeAnnotations { visible: false, .. }
                | Attribute::BootstrapMethods(_)
                | Attribute::Code(_)
                | Attribute::ConstantValue(_)
                | Attribute::Deprecated
                | Attribute::LineNumberTable(_)
                | Attribute::LocalVariableTable(_)
                | Attribute::LocalVariableTypeTable(_)
                | Attribute::MethodParameters(_)
                | Attribute::Module(_)
                | Attribute::ModuleMainClass(_)
                | Attribute::ModulePackages(_)
                | Attribute::NestHost(_)
                | Attribute::NestMembers(_)
                | Attribute::SourceDebugExtension(_)
                | Attribute::SourceFile(_)
                | Attribute::StackMapTable(_)
                | Attribute::Synthetic
                | Attribute::Unknown(_) => {}
            }
        }
        Ok(())
    }

    fn annotations(&mut self, list: &[Annotation]) -> Result<(), ReadError> {
        list.iter().try_for_each(|annotation| self.annotation(annotation))
    }

    fn annotation(&mut self, annotation: &Annotation) -> Result<(), ReadError> {
        let names = self.names(annotation.type_index)?;
        self.mirror.is_test_code |= names.iter().any(is_framework_name);
        self.mirror.annotations.extend(names);
        annotation.elements.iter().try_for_each(|(_, value)| self.value(value))
    }

    fn value(&mut self, value: &ElementValue) -> Result<(), ReadError> {
        match value {
            ElementValue::Constant { .. } => {}
            ElementValue::Enum { type_name: index, .. } | ElementValue::Class(index) => {
                let names = self.names(*index)?;
                self.mirror.annotations.extend(names);
            }
            ElementValue::Annotation(inner) => self.annotation(inner)?,
            ElementValue::Array(values) => {
                values.iter().try_for_each(|value| self.value(value))?;
            }
        }
        Ok(())
    }

    fn descriptor(&mut self, index: u16) -> Result<(), ReadError> {
        let names = self.names(index)?;
        self.mirror.named.extend(names);
        Ok(())
    }

    /// The classes in a descriptor or signature.
    fn names(&self, index: u16) -> Result<Vec<ClassName>, ReadError> {
        let text = self.file.pool().utf8(index).map_err(|error| self.file.locate(error))?;
        Ok(class_names(text).map(|name| class_name(MStr::new(name))).collect())
    }

    /// Members of the class, and the class that it is a member of; others are only mentioned.
    fn inner_class(&mut self, inner: u16, outer: u16) -> Result<(), ReadError> {
        if outer == self.file.this_class() {
            self.class(inner)?;
        } else if inner == self.file.this_class() && outer != 0 {
            self.class(outer)?;
        }
        Ok(())
    }

    fn class(&mut self, index: u16) -> Result<(), ReadError> {
        let name = self.file.pool().class_name(index).map_err(|error| self.file.locate(error))?;
        self.mirror.named.insert(class_name(name));
        Ok(())
    }
}

fn class_name(text: MStr<'_>) -> ClassName {
    ClassName::internal(&text.to_unique_text())
}
