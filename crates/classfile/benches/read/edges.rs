//! Every class that a class mentions, as `jdeps -v` prints it: from constants, descriptors, signatures and annotations.

use std::hint::black_box;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use rustc_hash::FxHashSet;
use tamis_classfile::attributes::annotations::{Annotation, ElementValue};
use tamis_classfile::pool::{PoolOffsets, tag};
use tamis_classfile::{
    Attribute, Attributes, ClassFile, Constant, Location, ReadError, descriptor,
};

use super::Error;
use super::tasks::{self, Totals};

/// What was found so far.
#[derive(Default)]
struct Edges {
    count: usize,
    /// The lines about one class.
    text: Vec<u8>,
    totals: Totals,
}

/// Reads all classes from disk, does the full task, prints all edges into a file and tells how many there are.
pub(crate) fn print_all(files: &[PathBuf]) -> Result<usize, Error> {
    let mut out = BufWriter::new(tempfile::tempfile()?);
    let mut edges = Edges::default();
    let mut buffer = Vec::new();
    let mut offsets = PoolOffsets::default();
    for file in files {
        let class = ClassFile::parse_with(tasks::read(file, &mut buffer)?, offsets)?;
        edges.totals.add(&class, |_| ())?;
        edges.add(&class)?;
        out.write_all(&edges.text)?;
        edges.text.clear();
        offsets = class.recycle();
    }
    out.flush()?;
    black_box(edges.totals);
    Ok(edges.count)
}

impl Edges {
    fn add(&mut self, class: &ClassFile<'_>) -> Result<(), ReadError> {
        let mut mentioned = Mentioned::of(class);
        mentioned.collect()?;
        let mut names = mentioned.names;
        names.sort_unstable();
        self.count += names.len();
        for name in names {
            print(class.name().as_bytes(), &mut self.text);
            self.text.extend_from_slice(b" -> ");
            print(name, &mut self.text);
            self.text.push(b'\n');
        }
        Ok(())
    }
}

fn print(name: &[u8], text: &mut Vec<u8>) {
    text.extend(name.iter().map(|&byte| if byte == b'/' { b'.' } else { byte }));
}

/// Collects internal names.
struct Mentioned<'c, 'a> {
    class: &'c ClassFile<'a>,
    /// Each once, without the class itself.
    names: Vec<&'a [u8]>,
    known: FxHashSet<&'a [u8]>,
    /// The strings of the pool that have been looked through: many constants and members share a descriptor.
    is_done: Vec<bool>,
}

impl<'c, 'a> Mentioned<'c, 'a> {
    fn of(class: &'c ClassFile<'a>) -> Self {
        Self {
            class,
            names: Vec::new(),
            known: FxHashSet::from_iter([class.name().as_bytes()]),
            is_done: vec![false; usize::from(class.pool().count())],
        }
    }

    fn collect(&mut self) -> Result<(), ReadError> {
        let class = self.class;
        self.constants()?;
        for field in class.fields().iter() {
            self.signature(field.descriptor_index)?;
            self.attributes(field.attributes, Location::Field)?;
        }
        for method in class.methods().iter() {
            self.signature(method.descriptor_index)?;
            self.attributes(method.attributes, Location::Method)?;
        }
        self.attributes(class.attributes(), Location::Class)
    }

    fn constants(&mut self) -> Result<(), ReadError> {
        let pool = self.class.pool();
        for name in pool.class_names() {
            let name = name?;
            if name.as_bytes().starts_with(b"[") {
                descriptor::class_names(name).for_each(|name| self.add(name));
            } else {
                self.add(name.as_bytes());
            }
        }
        for index in pool.indices() {
            if matches!(pool.tag(index), Some(tag::NAME_AND_TYPE | tag::METHOD_TYPE))
                && let Constant::NameAndType { descriptor, .. }
                | Constant::MethodType { descriptor } = pool.get(index)?
            {
                self.signature(descriptor)?;
            }
        }
        Ok(())
    }

    fn add(&mut self, name: &'a [u8]) {
        if self.known.insert(name) {
            self.names.push(name);
        }
    }

    /// A descriptor or generic signature.
    fn signature(&mut self, index: u16) -> Result<(), ReadError> {
        if let Some(is_done @ false) = self.is_done.get_mut(usize::from(index)) {
            *is_done = true;
            let text = self.class.pool().utf8(index)?;
            descriptor::class_names(text).for_each(|name| self.add(name));
        }
        Ok(())
    }

    fn attributes(
        &mut self,
        attributes: Attributes<'a>,
        location: Location,
    ) -> Result<(), ReadError> {
        for raw in attributes.iter() {
            let name = self.class.attribute_name(&raw)?;
            // The others hold no names that are not in the pool, and code takes long to look through.
            if !matches!(name.as_bytes(), b"Signature" | b"Record" | b"AnnotationDefault")
                && !name.as_bytes().ends_with(b"Annotations")
            {
                continue;
            }
            match self.class.decode(&raw, location)? {
                Attribute::Signature(index) => self.signature(index)?,
                Attribute::Record(components) => {
                    for component in components {
                        self.signature(component.descriptor)?;
                        self.attributes(component.attributes, Location::RecordComponent)?;
                    }
                }
                Attribute::Annotations { annotations, .. } => self.annotations(&annotations)?,
                Attribute::ParameterAnnotations { parameters, .. } => {
                    parameters.iter().try_for_each(|list| self.annotations(list))?;
                }
                Attribute::TypeAnnotations { annotations, .. } => {
                    annotations.iter().try_for_each(|each| self.annotation(&each.annotation))?;
                }
                Attribute::AnnotationDefault(value) => self.value(&value)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn annotations(&mut self, annotations: &[Annotation]) -> Result<(), ReadError> {
        annotations.iter().try_for_each(|annotation| self.annotation(annotation))
    }

    fn annotation(&mut self, annotation: &Annotation) -> Result<(), ReadError> {
        self.signature(annotation.type_index)?;
        annotation.elements.iter().try_for_each(|(_, value)| self.value(value))
    }

    fn value(&mut self, value: &ElementValue) -> Result<(), ReadError> {
        match value {
            ElementValue::Constant { .. } => Ok(()),
            ElementValue::Enum { type_name: index, .. } | ElementValue::Class(index) => {
                self.signature(*index)
            }
            ElementValue::Annotation(annotation) => self.annotation(annotation),
            ElementValue::Array(values) => values.iter().try_for_each(|value| self.value(value)),
        }
    }
}
