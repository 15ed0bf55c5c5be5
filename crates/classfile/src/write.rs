//! Writes a class from its decoded parts.
//!
//! [`reencode`] decodes everything (constants, members, every attribute of the JVMS, every instruction) and writes it
//! again. That the result is byte-identical is the proof that the reader understands each byte; rewriting proper is in
//! [`crate::rewrite`], which leaves alone what it need not touch.

use crate::attributes::annotations::{Annotation, ElementValue};
use crate::attributes::code::Code;
use crate::attributes::module::{Module, Offered};
use crate::attributes::stack_map_table::{Frame, FrameKind, VerificationType};
use crate::attributes::type_annotations::{Target, TypeAnnotation};
use crate::attributes::{Attribute, Attributes, Location};
use crate::class::{ClassFile, Members};
use crate::error::Result;
use crate::instruction::{Instruction, Operand};
use crate::opcode::{self, Shape};
use crate::pool::{Constant, tag};
use crate::record::{Record, Records};

/// The class file, written from its decoded parts.
pub fn reencode(class: &ClassFile<'_>) -> Result<Vec<u8>> {
    let mut out = Vec::with_capacity(class.bytes().len());
    out.extend_from_slice(&0xcafe_babe_u32.to_be_bytes());
    let (minor, major) = class.version();
    minor.write(&mut out);
    major.write(&mut out);
    class.pool().count().write(&mut out);
    for index in class.pool().indices() {
        constant(&mut out, class.pool().get(index)?);
    }
    class.access_flags().write(&mut out);
    class.this_class().write(&mut out);
    class.super_class().write(&mut out);
    table(&mut out, class.interfaces());
    members(&mut out, class, class.fields(), Location::Field)?;
    members(&mut out, class, class.methods(), Location::Method)?;
    attributes(&mut out, class, class.attributes(), Location::Class)?;
    Ok(out)
}

/// Writes one constant pool entry.
pub fn constant(out: &mut Vec<u8>, constant: Constant<'_>) {
    match constant {
        Constant::Utf8(text) => {
            out.push(tag::UTF8);
            count(out, text.as_bytes().len());
            out.extend_from_slice(text.as_bytes());
        }
        Constant::Integer(value) => number(out, tag::INTEGER, &value.to_be_bytes()),
        Constant::Float(bits) => number(out, tag::FLOAT, &bits.to_be_bytes()),
        Constant::Long(value) => number(out, tag::LONG, &value.to_be_bytes()),
        Constant::Double(bits) => number(out, tag::DOUBLE, &bits.to_be_bytes()),
        Constant::Class { name } => indices(out, tag::CLASS, &[name]),
        Constant::String { text } => indices(out, tag::STRING, &[text]),
        Constant::Field { class, name_and_type } => {
            indices(out, tag::FIELD, &[class, name_and_type]);
        }
        Constant::Method { class, name_and_type } => {
            indices(out, tag::METHOD, &[class, name_and_type]);
        }
        Constant::InterfaceMethod { class, name_and_type } => {
            indices(out, tag::INTERFACE_METHOD, &[class, name_and_type]);
        }
        Constant::NameAndType { name, descriptor } => {
            indices(out, tag::NAME_AND_TYPE, &[name, descriptor]);
        }
        Constant::MethodHandle { kind, reference } => {
            out.extend_from_slice(&[tag::METHOD_HANDLE, kind]);
            reference.write(out);
        }
        Constant::MethodType { descriptor } => indices(out, tag::METHOD_TYPE, &[descriptor]),
        Constant::Dynamic { bootstrap, name_and_type } => {
            indices(out, tag::DYNAMIC, &[bootstrap, name_and_type]);
        }
        Constant::InvokeDynamic { bootstrap, name_and_type } => {
            indices(out, tag::INVOKE_DYNAMIC, &[bootstrap, name_and_type]);
        }
        Constant::Module { name } => indices(out, tag::MODULE, &[name]),
        Constant::Package { name } => indices(out, tag::PACKAGE, &[name]),
    }
}

fn number(out: &mut Vec<u8>, tag: u8, bytes: &[u8]) {
    out.push(tag);
    out.extend_from_slice(bytes);
}

fn indices(out: &mut Vec<u8>, tag: u8, indices: &[u16]) {
    out.push(tag);
    for index in indices {
        index.write(out);
    }
}

fn members(
    out: &mut Vec<u8>,
    class: &ClassFile<'_>,
    members: Members<'_>,
    location: Location,
) -> Result<()> {
    count(out, members.len());
    for member in members.iter() {
        member.access_flags.write(out);
        member.name_index.write(out);
        member.descriptor_index.write(out);
        attributes(out, class, member.attributes, location)?;
    }
    Ok(())
}

fn attributes(
    out: &mut Vec<u8>,
    class: &ClassFile<'_>,
    attributes: Attributes<'_>,
    location: Location,
) -> Result<()> {
    count(out, attributes.len());
    for raw in attributes.iter() {
        // The class outlives the attribute in every caller; decoding anew keeps the two lifetimes apart.
        let decoded =
            Attribute::decode(class.pool(), &raw, location).map_err(|error| class.locate(error))?;
        raw.name_index.write(out);
        let mut body = Vec::with_capacity(raw.info.len());
        attribute(&mut body, class, &decoded)?;
        out.extend_from_slice(&(body.len() as u32).to_be_bytes());
        out.extend_from_slice(&body);
    }
    Ok(())
}

fn attribute(out: &mut Vec<u8>, class: &ClassFile<'_>, attribute: &Attribute<'_>) -> Result<()> {
    match attribute {
        Attribute::ConstantValue(index)
        | Attribute::Signature(index)
        | Attribute::SourceFile(index)
        | Attribute::ModuleMainClass(index)
        | Attribute::NestHost(index) => index.write(out),
        Attribute::Code(body) => code(out, class, body)?,
        Attribute::StackMapTable(frames) => {
            count(out, frames.len());
            frames.iter().for_each(|each| frame(out, &each));
        }
        Attribute::Exceptions(list)
        | Attribute::ModulePackages(list)
        | Attribute::NestMembers(list)
        | Attribute::PermittedSubclasses(list) => table(out, *list),
        Attribute::InnerClasses(list) => table(out, *list),
        Attribute::EnclosingMethod(method) => method.write(out),
        Attribute::Synthetic | Attribute::Deprecated => {}
        Attribute::SourceDebugExtension(bytes) | Attribute::Unknown(bytes) => {
            out.extend_from_slice(bytes);
        }
        Attribute::LineNumberTable(list) => table(out, *list),
        Attribute::LocalVariableTable(list) => table(out, *list),
        Attribute::LocalVariableTypeTable(list) => table(out, *list),
        Attribute::Annotations { annotations: list, .. } => annotations(out, list),
        Attribute::ParameterAnnotations { parameters, .. } => {
            out.push(parameters.len() as u8);
            parameters.iter().for_each(|list| annotations(out, list));
        }
        Attribute::TypeAnnotations { annotations, .. } => {
            count(out, annotations.len());
            annotations.iter().for_each(|each| type_annotation(out, each));
        }
        Attribute::AnnotationDefault(value) => element_value(out, value),
        Attribute::BootstrapMethods(methods) => {
            count(out, methods.len());
            for method in methods {
                method.method.write(out);
                table(out, method.arguments);
            }
        }
        Attribute::MethodParameters(list) => {
            out.push(list.len() as u8);
            list.iter().for_each(|each| each.write(out));
        }
        Attribute::Module(declaration) => module(out, declaration),
        Attribute::Record(components) => {
            count(out, components.len());
            for component in components {
                component.name.write(out);
                component.descriptor.write(out);
                attributes(out, class, component.attributes, Location::RecordComponent)?;
            }
        }
    }
    Ok(())
}

fn code(out: &mut Vec<u8>, class: &ClassFile<'_>, code: &Code<'_>) -> Result<()> {
    code.max_stack.write(out);
    code.max_locals.write(out);
    out.extend_from_slice(&(code.bytes.len() as u32).to_be_bytes());
    for each in code.instructions() {
        instruction(out, &each?);
    }
    table(out, code.handlers);
    attributes(out, class, code.attributes, Location::Code)
}

/// Writes one instruction in the form it was read.
pub fn instruction(out: &mut Vec<u8>, instruction: &Instruction<'_>) {
    let opcode = instruction.opcode;
    if let Operand::Local { wide: true, .. } | Operand::Increment { wide: true, .. } =
        instruction.operand
    {
        out.push(opcode::WIDE);
    }
    out.push(opcode);
    match instruction.operand {
        Operand::None => {}
        Operand::Byte(value) => out.push(value.cast_unsigned()),
        Operand::Short(value) => out.extend_from_slice(&value.to_be_bytes()),
        Operand::Constant(index) if opcode::shape(opcode) == Shape::ShortConstant => {
            out.push(index as u8);
        }
        Operand::Constant(index) | Operand::Local { index, wide: true } => index.write(out),
        Operand::Local { index, wide: false } => out.push(index as u8),
        Operand::Increment { index, delta, wide: false } => {
            out.push(index as u8);
            out.push((delta as i8).cast_unsigned());
        }
        Operand::Increment { index, delta, wide: true } => {
            index.write(out);
            out.extend_from_slice(&delta.to_be_bytes());
        }
        Operand::Branch(distance) if opcode::shape(opcode) == Shape::WideBranch => {
            distance.write(out);
        }
        Operand::Branch(distance) => out.extend_from_slice(&(distance as i16).to_be_bytes()),
        Operand::Interface { index, count } => {
            index.write(out);
            out.extend_from_slice(&[count, 0]);
        }
        Operand::Dynamic(index) => {
            index.write(out);
            out.extend_from_slice(&[0, 0]);
        }
        Operand::ArrayType(kind) => out.push(kind),
        Operand::MultiArray { index, dimensions } => {
            index.write(out);
            out.push(dimensions);
        }
        Operand::TableSwitch(switch) => {
            out.extend_from_slice(switch.padding);
            switch.default.write(out);
            switch.low.write(out);
            switch.high.write(out);
            switch.targets.iter().for_each(|target| target.write(out));
        }
        Operand::LookupSwitch(switch) => {
            out.extend_from_slice(switch.padding);
            switch.default.write(out);
            out.extend_from_slice(&(switch.cases.len() as u32).to_be_bytes());
            switch.cases.iter().for_each(|case| case.write(out));
        }
    }
}

/// Writes a stack map frame in the form it was read.
pub fn frame(out: &mut Vec<u8>, frame: &Frame<'_>) {
    let delta = frame.offset_delta;
    match &frame.kind {
        FrameKind::Same { extended: false } => out.push(delta as u8),
        FrameKind::Same { extended: true } => indices(out, 251, &[delta]),
        FrameKind::SameLocals1 { extended: false, stack } => {
            out.push((delta as u8).saturating_add(64));
            verification_type(out, *stack);
        }
        FrameKind::SameLocals1 { extended: true, stack } => {
            indices(out, 247, &[delta]);
            verification_type(out, *stack);
        }
        FrameKind::Chop(locals) => indices(out, 251_u8.saturating_sub(*locals), &[delta]),
        FrameKind::Append(locals) => {
            indices(out, (locals.len() as u8).saturating_add(251), &[delta]);
            locals.iter().for_each(|each| verification_type(out, each));
        }
        FrameKind::Full { locals, stack } => {
            indices(out, 255, &[delta]);
            for list in [locals, stack] {
                count(out, list.len());
                list.iter().for_each(|each| verification_type(out, each));
            }
        }
    }
}

fn verification_type(out: &mut Vec<u8>, kind: VerificationType) {
    match kind {
        VerificationType::Top => out.push(0),
        VerificationType::Integer => out.push(1),
        VerificationType::Float => out.push(2),
        VerificationType::Double => out.push(3),
        VerificationType::Long => out.push(4),
        VerificationType::Null => out.push(5),
        VerificationType::UninitializedThis => out.push(6),
        VerificationType::Object(index) => indices(out, 7, &[index]),
        VerificationType::Uninitialized(offset) => indices(out, 8, &[offset]),
    }
}

fn annotations(out: &mut Vec<u8>, annotations: &[Annotation]) {
    count(out, annotations.len());
    annotations.iter().for_each(|each| annotation(out, each));
}

fn annotation(out: &mut Vec<u8>, annotation: &Annotation) {
    annotation.type_index.write(out);
    count(out, annotation.elements.len());
    for (name, value) in &annotation.elements {
        name.write(out);
        element_value(out, value);
    }
}

fn element_value(out: &mut Vec<u8>, value: &ElementValue) {
    match value {
        ElementValue::Constant { tag, index } => indices(out, *tag, &[*index]),
        ElementValue::Enum { type_name, constant_name } => {
            indices(out, b'e', &[*type_name, *constant_name]);
        }
        ElementValue::Class(index) => indices(out, b'c', &[*index]),
        ElementValue::Annotation(nested) => {
            out.push(b'@');
            annotation(out, nested);
        }
        ElementValue::Array(values) => {
            indices(out, b'[', &[values.len() as u16]);
            values.iter().for_each(|each| element_value(out, each));
        }
    }
}

/// Writes a type annotation.
pub fn type_annotation(out: &mut Vec<u8>, each: &TypeAnnotation) {
    out.push(each.target_type);
    match &each.target {
        Target::Empty => {}
        Target::TypeParameter(index) | Target::FormalParameter(index) => out.push(*index),
        Target::Supertype(index)
        | Target::Throws(index)
        | Target::Catch(index)
        | Target::Offset(index) => index.write(out),
        Target::TypeParameterBound { parameter, bound } => {
            out.extend_from_slice(&[*parameter, *bound]);
        }
        Target::LocalVariable(ranges) => {
            count(out, ranges.len());
            ranges.iter().for_each(|range| range.write(out));
        }
        Target::TypeArgument { offset, argument } => {
            offset.write(out);
            out.push(*argument);
        }
    }
    out.push(each.path.len() as u8);
    for (kind, argument) in &each.path {
        out.extend_from_slice(&[*kind, *argument]);
    }
    annotation(out, &each.annotation);
}

fn module(out: &mut Vec<u8>, module: &Module<'_>) {
    module.name.write(out);
    module.flags.write(out);
    module.version.write(out);
    table(out, module.requires);
    offered(out, &module.exports);
    offered(out, &module.opens);
    table(out, module.uses);
    count(out, module.provides.len());
    for provided in &module.provides {
        provided.service.write(out);
        table(out, provided.with);
    }
}

fn offered(out: &mut Vec<u8>, packages: &[Offered<'_>]) {
    count(out, packages.len());
    for package in packages {
        package.package.write(out);
        package.flags.write(out);
        table(out, package.to);
    }
}

fn table<T: Record>(out: &mut Vec<u8>, records: Records<'_, T>) {
    count(out, records.len());
    records.iter().for_each(|each| each.write(out));
}

/// A two-byte count. Every list here was read with a two-byte count, so it fits.
fn count(out: &mut Vec<u8>, count: usize) {
    (count as u16).write(out);
}
