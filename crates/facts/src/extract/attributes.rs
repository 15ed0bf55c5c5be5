//! Attributes in, parts out: everything a class, field or method states beside its code.

mod annotations;

use tamis_classfile::attributes::code::Code;
use tamis_classfile::attributes::module::{Module, Offered};
use tamis_classfile::attributes::record::RecordComponent;
use tamis_classfile::attributes::tables::{EnclosingMethod, InnerClass};
use tamis_classfile::{Attribute, Attributes, ClassFile, Location, Member, ReadError, Records};

use super::text::TextTable;
use crate::canonical::Scratch;
use crate::class_facts::Text;
use crate::constants::Constants;
use crate::fingerprint::{Digest, Domain, of_content};
use crate::parts::{Part, PartKind};

use annotations::{annotation_list, annotation_name};

type Made = Result<(), ReadError>;

/// Makes the parts of one element.
pub(super) struct PartMaker<'d> {
    digest: &'d mut Digest,
    parts: &'d mut Vec<Part>,
    /// Where the parts of this element start.
    start: usize,
}

impl<'d> PartMaker<'d> {
    pub(super) fn new(digest: &'d mut Digest, parts: &'d mut Vec<Part>) -> Self {
        // Whatever an unreadable class left behind must not get into the next one.
        digest.clear();
        let start = parts.len();
        Self { digest, parts, start }
    }

    /// Parts stand by kind; those of one kind as the class file has them, unless that order comes from numbers.
    fn sort(&mut self) {
        if let Some(parts) = self.parts.get_mut(self.start..)
            && parts.len() > 1
        {
            parts.sort_by_key(|part| {
                let numbered = part.kind == PartKind::NestNumbered;
                (part.kind, numbered.then_some(part.fingerprint))
            });
        }
    }

    /// The parts of the class itself, by kind.
    pub(super) fn class<'a>(
        mut self,
        class: &ClassFile<'a>,
        constants: &mut Constants<'_, 'a>,
        text: &mut TextTable<'_, 'a>,
    ) -> Made {
        let (minor, major) = class.version();
        let label = text.add_str(&major.to_string());
        self.digest.u16(major);
        self.digest.u16(if class.is_preview() { minor } else { 0 });
        self.finish(PartKind::Version, label);
        self.flags(class.access_flags());
        if class.super_class() != 0 {
            self.constant(PartKind::Superclass, class.super_class(), constants, text)?;
        }
        for index in class.interfaces().iter() {
            self.constant(PartKind::Interface, index, constants, text)?;
        }
        for raw in class.attributes().iter() {
            let attribute = class.decode(&raw, Location::Class)?;
            match &attribute {
                Attribute::InnerClasses(list) => {
                    self.inner_classes(class, list, constants, text)?;
                }
                Attribute::EnclosingMethod(method) => {
                    self.enclosing(class, *method, constants, text)?;
                }
                Attribute::NestHost(index) => {
                    self.constant(PartKind::NestHost, *index, constants, text)?;
                }
                Attribute::NestMembers(list) => self.nest_members(class, list, constants, text)?,
                Attribute::PermittedSubclasses(list) => {
                    for index in list.iter() {
                        self.constant(PartKind::PermittedSubclass, index, constants, text)?;
                    }
                }
                Attribute::Record(components) => {
                    for component in components {
                        self.component(class, component, constants, text)?;
                    }
                }
                Attribute::Module(module) => self.module(class, module, constants, text)?,
                Attribute::ModulePackages(list) => {
                    for index in list.iter() {
                        self.digest.fingerprint(constants.fingerprint(index)?);
                    }
                    let label = text.add_str("packages");
                    self.finish(PartKind::Module, label);
                }
                Attribute::ModuleMainClass(index) => {
                    self.constant(PartKind::Module, *index, constants, text)?;
                }
                other => self.general(class, raw.name_index, other, constants, text, None)?,
            }
        }
        self.sort();
        Ok(())
    }

    pub(super) fn field<'a>(
        mut self,
        class: &ClassFile<'a>,
        field: &Member<'a>,
        constants: &mut Constants<'_, 'a>,
        text: &mut TextTable<'_, 'a>,
    ) -> Made {
        for raw in field.attributes.iter() {
            let attribute = class.decode(&raw, Location::Field)?;
            if let Attribute::ConstantValue(index) = attribute {
                self.digest.fingerprint(constants.fingerprint(index)?);
                self.finish(PartKind::ConstantValue, Text::default());
            } else {
                self.general(class, raw.name_index, &attribute, constants, text, None)?;
            }
        }
        self.sort();
        Ok(())
    }

    pub(super) fn method<'a>(
        mut self,
        class: &ClassFile<'a>,
        method: &Member<'a>,
        code: Option<&Code<'a>>,
        constants: &mut Constants<'_, 'a>,
        text: &mut TextTable<'_, 'a>,
        scratch: &Scratch,
    ) -> Made {
        if let Some(code) = code
            && scratch.has_other_attributes
        {
            self.code(class, code, constants, text, scratch)?;
        }
        if method.attributes.len() == 1 && code.is_some() {
            self.sort();
            return Ok(());
        }
        for raw in method.attributes.iter() {
            if class.attribute_name(&raw)? == "Code" {
                continue;
            }
            match class.decode(&raw, Location::Method)? {
                Attribute::Exceptions(list) => {
                    for index in list.iter() {
                        self.digest.fingerprint(constants.fingerprint(index)?);
                    }
                    self.finish(PartKind::Exceptions, Text::default());
                }
                Attribute::MethodParameters(list) => {
                    for parameter in list.iter() {
                        self.digest.u16(parameter.access_flags);
                        if parameter.name != 0 {
                            self.digest.fingerprint(constants.fingerprint(parameter.name)?);
                        }
                        self.digest.u8(0);
                    }
                    self.finish(PartKind::MethodParameters, Text::default());
                }
                Attribute::AnnotationDefault(value) => {
                    self.element_value(class, &value, constants)?;
                    self.finish(PartKind::AnnotationDefault, Text::default());
                }
                Attribute::ParameterAnnotations { visible, parameters } => {
                    self.digest.u8(parameters.len() as u8);
                    for annotations in &parameters {
                        self.digest.u16(annotations.len() as u16);
                        for annotation in annotations {
                            self.annotation(class, annotation, constants)?;
                        }
                    }
                    let names = parameters.iter().flatten().map(|each| each.type_index);
                    let label = annotation_list(names, text)?;
                    let kind = if visible {
                        PartKind::ParameterAnnotations
                    } else {
                        PartKind::InvisibleParameterAnnotations
                    };
                    self.finish(kind, label);
                }
                other => self.general(class, raw.name_index, &other, constants, text, None)?,
            }
        }
        self.sort();
        Ok(())
    }

    /// Attributes of code: no reflection shows them, so they count for the class as a whole.
    fn code<'a>(
        &mut self,
        class: &ClassFile<'a>,
        code: &Code<'a>,
        constants: &mut Constants<'_, 'a>,
        text: &mut TextTable<'_, 'a>,
        scratch: &Scratch,
    ) -> Made {
        for raw in code.attributes.iter() {
            // These are debug data, or part of the canonical code: not worth decoding again.
            let name = class.attribute_name(&raw)?;
            if matches!(
                name.as_bytes(),
                b"StackMapTable"
                    | b"LineNumberTable"
                    | b"LocalVariableTable"
                    | b"LocalVariableTypeTable"
            ) {
                continue;
            }
            match class.decode(&raw, Location::Code)? {
                Attribute::TypeAnnotations { annotations, .. } => {
                    for annotation in &annotations {
                        self.type_annotation(class, annotation, constants, Some(scratch))?;
                        let label = annotation_name(annotation.annotation.type_index, text)?;
                        self.finish(PartKind::InvisibleTypeAnnotation, label);
                    }
                }
                other => {
                    self.general(class, raw.name_index, &other, constants, text, Some(scratch))?;
                }
            }
        }
        Ok(())
    }

    /// Attributes that stand in several places.
    fn general<'a>(
        &mut self,
        class: &ClassFile<'a>,
        name_index: u16,
        attribute: &Attribute<'a>,
        constants: &mut Constants<'_, 'a>,
        text: &mut TextTable<'_, 'a>,
        scratch: Option<&Scratch>,
    ) -> Made {
        match attribute {
            Attribute::Signature(index) => {
                self.digest.fingerprint(constants.descriptor_fingerprint(*index)?);
                self.finish(PartKind::Signature, Text::default());
            }
            Attribute::Annotations { visible, annotations } => {
                let kind =
                    if *visible { PartKind::Annotation } else { PartKind::InvisibleAnnotation };
                for annotation in annotations {
                    self.annotation(class, annotation, constants)?;
                    let label = annotation_name(annotation.type_index, text)?;
                    self.finish(kind, label);
                }
            }
            Attribute::TypeAnnotations { visible, annotations } => {
                let kind = if *visible {
                    PartKind::TypeAnnotation
                } else {
                    PartKind::InvisibleTypeAnnotation
                };
                for annotation in annotations {
                    self.type_annotation(class, annotation, constants, scratch)?;
                    let label = annotation_name(annotation.annotation.type_index, text)?;
                    self.finish(kind, label);
                }
            }
            Attribute::Deprecated => self.finish(PartKind::Deprecated, Text::default()),
            Attribute::Synthetic => self.finish(PartKind::Synthetic, Text::default()),
            // Nobody knows what the bytes mean; they may point into the pool, so the pool counts with them.
            Attribute::Unknown(bytes) => {
                let label = text.utf8(name_index)?;
                self.digest.bytes(class.pool().utf8(name_index)?.as_bytes());
                self.digest.bytes(bytes);
                let pool = class.bytes().get(..class.pool().end()).unwrap_or_default();
                self.digest.fingerprint(of_content(pool));
                self.finish(PartKind::Unknown, label);
            }
            // First debug data; then what is part of the code that uses it (constants, stack maps); then what the callers
            // read, and what is not defined where this is asked.
            Attribute::SourceFile(_)
            | Attribute::SourceDebugExtension(_)
            | Attribute::LineNumberTable(_)
            | Attribute::LocalVariableTable(_)
            | Attribute::LocalVariableTypeTable(_)
            | Attribute::BootstrapMethods(_)
            | Attribute::StackMapTable(_)
            | Attribute::ConstantValue(_)
            | Attribute::Code(_)
            | Attribute::Exceptions(_)
            | Attribute::InnerClasses(_)
            | Attribute::EnclosingMethod(_)
            | Attribute::ParameterAnnotations { .. }
            | Attribute::AnnotationDefault(_)
            | Attribute::MethodParameters(_)
            | Attribute::Module(_)
            | Attribute::ModulePackages(_)
            | Attribute::ModuleMainClass(_)
            | Attribute::NestHost(_)
            | Attribute::NestMembers(_)
            | Attribute::Record(_)
            | Attribute::PermittedSubclasses(_) => {}
        }
        Ok(())
    }

    fn finish(&mut self, kind: PartKind, label: Text) {
        let fingerprint = self.digest.finish(Domain::Part);
        self.parts.push(Part { kind, label, fingerprint });
    }

    fn flags(&mut self, flags: u16) {
        self.digest.u16(flags);
        self.finish(PartKind::Flags, Text::default());
    }

    /// A part that is one constant, and labelled with its class name.
    fn constant<'a>(
        &mut self,
        kind: PartKind,
        index: u16,
        constants: &mut Constants<'_, 'a>,
        text: &mut TextTable<'_, 'a>,
    ) -> Made {
        let label = text.class(index)?;
        self.digest.fingerprint(constants.fingerprint(index)?);
        self.finish(kind, label);
        Ok(())
    }

    /// What a class says of itself, and of its members; what it repeats of other classes is theirs to say.
    fn inner_classes<'a>(
        &mut self,
        class: &ClassFile<'a>,
        list: &Records<'a, InnerClass>,
        constants: &mut Constants<'_, 'a>,
        text: &mut TextTable<'_, 'a>,
    ) -> Made {
        let pool = class.pool();
        let mut member_classes = Vec::new();
        for entry in list.iter() {
            let inner = pool.class_name(entry.inner_class)?;
            let outer = pool.optional_class_name(entry.outer_class)?;
            if inner == class.name() {
                self.digest.u16(entry.access_flags);
                self.digest.u8(u8::from(outer.is_some()));
                if let Some(outer) = outer {
                    constants.class_name(self.digest, outer);
                }
                if entry.inner_name != 0 {
                    self.digest.fingerprint(constants.fingerprint(entry.inner_name)?);
                }
                self.finish(PartKind::InnerSelf, Text::default());
            } else if outer == Some(class.name()) {
                member_classes.push((inner, entry));
            }
        }
        // The compiler lists them in the order in which it first met them.
        member_classes.sort_by_key(|(inner, _)| *inner);
        for (_, entry) in member_classes {
            self.digest.u16(entry.access_flags);
            self.constant(PartKind::MemberClass, entry.inner_class, constants, text)?;
        }
        Ok(())
    }

    fn enclosing<'a>(
        &mut self,
        class: &ClassFile<'a>,
        method: EnclosingMethod,
        constants: &mut Constants<'_, 'a>,
        text: &mut TextTable<'_, 'a>,
    ) -> Made {
        if method.method != 0 {
            self.digest.fingerprint(constants.fingerprint(method.method)?);
        }
        constants.class_name(self.digest, class.pool().class_name(method.class)?);
        let label = text.class(method.class)?;
        self.finish(PartKind::Enclosing, label);
        Ok(())
    }

    fn nest_members<'a>(
        &mut self,
        class: &ClassFile<'a>,
        list: &Records<'a, u16>,
        constants: &mut Constants<'_, 'a>,
        text: &mut TextTable<'_, 'a>,
    ) -> Made {
        // Sorted: the compiler lists them in the order in which it first met them, and a set is all that counts.
        let mut members = Vec::new();
        for index in list.iter() {
            members.push((class.pool().class_name(index)?, index));
        }
        members.sort_unstable();
        for (name, index) in members {
            let kind = if constants.is_numbered(name) {
                PartKind::NestNumbered
            } else {
                PartKind::NestMember
            };
            self.constant(kind, index, constants, text)?;
        }
        Ok(())
    }

    fn component<'a>(
        &mut self,
        class: &ClassFile<'a>,
        component: &RecordComponent<'a>,
        constants: &mut Constants<'_, 'a>,
        text: &mut TextTable<'_, 'a>,
    ) -> Made {
        let label = text.utf8(component.name)?;
        self.digest.fingerprint(constants.fingerprint(component.name)?);
        constants.descriptor(self.digest, class.pool().utf8(component.descriptor)?);
        self.finish(PartKind::RecordComponent, label);
        let attributes: Attributes<'a> = component.attributes;
        for raw in attributes.iter() {
            let attribute = class.decode(&raw, Location::RecordComponent)?;
            self.digest.fingerprint(constants.fingerprint(component.name)?);
            let before = self.parts.len();
            self.general(class, raw.name_index, &attribute, constants, text, None)?;
            if self.parts.len() == before {
                // Nothing was made of it; what was added for it must not leak into the next part.
                let _ = self.digest.finish(Domain::Part);
            }
        }
        Ok(())
    }

    fn module<'a>(
        &mut self,
        class: &ClassFile<'a>,
        module: &Module<'a>,
        constants: &mut Constants<'_, 'a>,
        text: &mut TextTable<'_, 'a>,
    ) -> Made {
        let label = text.add(class.pool().module_name(module.name)?);
        self.digest.fingerprint(constants.fingerprint(module.name)?);
        self.digest.u16(module.flags);
        self.optional_constant(module.version, constants)?;
        self.digest.u32(module.requires.len() as u32);
        for requires in module.requires.iter() {
            self.digest.fingerprint(constants.fingerprint(requires.module)?);
            self.digest.u16(requires.flags);
            self.optional_constant(requires.version, constants)?;
        }
        self.offered(&module.exports, constants)?;
        self.offered(&module.opens, constants)?;
        self.constants(&module.uses, constants)?;
        self.digest.u32(module.provides.len() as u32);
        for provides in &module.provides {
            self.digest.fingerprint(constants.fingerprint(provides.service)?);
            self.constants(&provides.with, constants)?;
        }
        self.finish(PartKind::Module, label);
        Ok(())
    }

    fn offered<'a>(&mut self, list: &[Offered<'a>], constants: &mut Constants<'_, 'a>) -> Made {
        self.digest.u32(list.len() as u32);
        for offered in list {
            self.digest.fingerprint(constants.fingerprint(offered.package)?);
            self.digest.u16(offered.flags);
            self.constants(&offered.to, constants)?;
        }
        Ok(())
    }

    fn constants<'a>(
        &mut self,
        list: &Records<'a, u16>,
        constants: &mut Constants<'_, 'a>,
    ) -> Made {
        self.digest.u32(list.len() as u32);
        for index in list.iter() {
            self.digest.fingerprint(constants.fingerprint(index)?);
        }
        Ok(())
    }

    fn optional_constant(&mut self, index: u16, constants: &mut Constants<'_, '_>) -> Made {
        let constant = if index == 0 { None } else { Some(constants.fingerprint(index)?) };
        self.digest.optional(constant);
        Ok(())
    }
}
