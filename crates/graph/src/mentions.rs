//! What a class file mentions: the names of types in its constants, descriptors, signatures and annotations.
//!
//! What the JVMS demands to be in the constant pool is found there: members of references and the classes of superclass,
//! interfaces, `throws`, handlers, nests, inner and permitted classes, bootstrap handles and their arguments. The pool
//! does not say what descriptors of members, generic signatures, record components and annotations name; for these the
//! attributes are looked into. The types of local variables in debug data do not count: no program can observe them.

use tamis_classfile::attributes::annotations::{Annotation, ElementValue};
use tamis_classfile::pool::{PoolOffsets, tag};
use tamis_classfile::{
    Attribute, Attributes, ClassFile, Constant, Location, MStr, ReadError, descriptor,
};

use crate::damage::Cause;
use crate::graph::{Edge, EdgeKind, Node};
use crate::name_table::NameTable;
use crate::signature;

/// Reads class files one after the other; its memory is kept.
#[derive(Default)]
pub(crate) struct Mentions {
    /// The names of all classes read so far. The first one is empty and stands for anything.
    pub(crate) names: NameTable,
    /// By name: the class whose edges have it already.
    seen_by: Vec<u32>,
    /// How many classes were read.
    reading: u32,
    /// The edges of the class that is read.
    edges: Vec<Edge>,
    offsets: PoolOffsets,
    /// By pool index: what is known of a string.
    strings: Vec<Known>,
    descriptors: Descriptors,
}

/// The names in descriptors that were met. Classes share most of their descriptors, and to find one is less work than to
/// find each of its names.
#[derive(Default)]
struct Descriptors {
    texts: NameTable,
    /// Where the names of each text end in `names`; they start where those of the one before end.
    ends: Vec<u32>,
    names: Vec<u32>,
}

impl Descriptors {
    fn clear(&mut self) {
        self.texts.clear();
        self.ends.clear();
        self.names.clear();
    }

    /// The numbers of the names in a descriptor.
    #[inline]
    fn names_in(&mut self, text: &[u8], names: &mut NameTable) -> &[u32] {
        let place = self.texts.intern(text) as usize;
        if place == self.ends.len() {
            signature::for_each_class_of_descriptor(text, |name| {
                self.names.push(names.intern(name));
            });
            self.ends.push(self.names.len() as u32);
        }
        let start = place.checked_sub(1).and_then(|before| self.ends.get(before)).copied();
        let end = self.ends.get(place).copied().unwrap_or_default();
        self.names.get(start.unwrap_or_default() as usize..end as usize).unwrap_or_default()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Nothing,
    /// Its names have been taken: many constants and members share a descriptor.
    Taken,
    /// It is the name of an attribute that can mention types.
    Attribute,
    /// It is `Code`.
    Code,
}

/// What a class needs to be looked into for, by the names of attributes in its pool.
#[derive(Default)]
struct Wanted {
    attributes: bool,
    type_annotations: bool,
}

impl Mentions {
    /// Starts with no names, keeping the memory.
    pub(crate) fn clear(&mut self) {
        self.names.clear();
        self.descriptors.clear();
        self.seen_by.clear();
        self.reading = 0;
        self.names.intern(b"");
    }

    /// The edges of the class file, each type once, in the order of names; targets are numbers of [`Self::names`].
    pub(crate) fn read(&mut self, name: &[u8], bytes: &[u8]) -> Result<&[Edge], Cause> {
        self.edges.clear();
        self.reading += 1;
        let offsets = std::mem::take(&mut self.offsets);
        let class = ClassFile::parse_with(bytes, offsets)?;
        let result = self.collect(&class, name);
        self.offsets = class.recycle();
        result?;
        Ok(&self.edges)
    }

    fn collect(&mut self, class: &ClassFile<'_>, name: &[u8]) -> Result<(), Cause> {
        let own = class.name().as_bytes();
        if own != name {
            return Err(Cause::Misplaced(class.name().to_text().replace('/', ".").into()));
        }
        // An edge to itself says nothing.
        let own = self.names.intern(own);
        is_first(&mut self.seen_by, self.reading, own);
        self.supertypes(class)?;
        let wanted = self.constants(class)?;
        for field in class.fields().iter() {
            self.descriptor(class, field.descriptor_index)?;
            if wanted.attributes {
                self.attributes(class, field.attributes, Location::Field)?;
            }
        }
        for method in class.methods().iter() {
            self.descriptor(class, method.descriptor_index)?;
            if wanted.attributes {
                self.attributes(class, method.attributes, Location::Method)?;
            }
            if wanted.type_annotations {
                self.code_attributes(class, method.attributes)?;
            }
        }
        if wanted.attributes {
            self.attributes(class, class.attributes(), Location::Class)?;
        }
        self.package(name);
        Ok(())
    }

    fn supertypes(&mut self, class: &ClassFile<'_>) -> Result<(), ReadError> {
        if let Some(name) = class.super_name() {
            self.add(name.as_bytes(), EdgeKind::Inheritance);
        }
        for name in class.interface_names() {
            self.add(name?.as_bytes(), EdgeKind::Inheritance);
        }
        Ok(())
    }

    fn constants(&mut self, class: &ClassFile<'_>) -> Result<Wanted, ReadError> {
        let pool = class.pool();
        let mut wanted = Wanted::default();
        self.strings.clear();
        self.strings.resize(usize::from(pool.count()), Known::Nothing);
        for index in pool.indices() {
            match pool.tag(index) {
                Some(tag::CLASS) => {
                    let name = pool.class_name(index).map_err(|error| class.locate(error))?;
                    self.class_constant(name);
                }
                Some(tag::NAME_AND_TYPE | tag::METHOD_TYPE) => {
                    if let Constant::NameAndType { descriptor, .. }
                    | Constant::MethodType { descriptor } =
                        pool.get(index).map_err(|error| class.locate(error))?
                    {
                        self.descriptor(class, descriptor)?;
                    }
                }
                Some(tag::UTF8) => {
                    let text = pool.utf8(index).map_err(|error| class.locate(error))?;
                    let known = attribute_kind(text.as_bytes(), &mut wanted);
                    if let (Some(known), Some(slot)) =
                        (known, self.strings.get_mut(usize::from(index)))
                    {
                        *slot = known;
                    }
                }
                _ => {}
            }
        }
        Ok(wanted)
    }

    fn class_constant(&mut self, name: MStr<'_>) {
        if name.as_bytes().starts_with(b"[") {
            for name in descriptor::class_names(name) {
                self.add(name, EdgeKind::Use);
            }
        } else {
            self.add(name.as_bytes(), EdgeKind::Use);
        }
    }

    fn descriptor(&mut self, class: &ClassFile<'_>, index: u16) -> Result<(), ReadError> {
        if self.is_taken(index) {
            return Ok(());
        }
        let text = class.pool().utf8(index).map_err(|error| class.locate(error))?;
        for target in self.descriptors.names_in(text.as_bytes(), &mut self.names) {
            if is_first(&mut self.seen_by, self.reading, *target) {
                self.edges.push(Edge { target: Node::new(*target), kind: EdgeKind::Use });
            }
        }
        Ok(())
    }

    /// A generic signature, or a descriptor where both can be.
    fn signature(&mut self, class: &ClassFile<'_>, index: u16) -> Result<(), ReadError> {
        if self.is_taken(index) {
            return Ok(());
        }
        let text = class.pool().utf8(index).map_err(|error| class.locate(error))?;
        signature::for_each_class(text.as_bytes(), |name| self.add(name, EdgeKind::Use));
        Ok(())
    }

    /// Whether the names in a string have been taken already; from now on they have. A string can be both a descriptor and
    /// the name of an attribute only in files made to confuse: such a one is looked through each time.
    #[inline]
    fn is_taken(&mut self, index: u16) -> bool {
        match self.strings.get_mut(usize::from(index)) {
            Some(Known::Taken) => true,
            Some(known @ Known::Nothing) => {
                *known = Known::Taken;
                false
            }
            Some(Known::Attribute | Known::Code) | None => false,
        }
    }

    fn attributes(
        &mut self,
        class: &ClassFile<'_>,
        attributes: Attributes<'_>,
        location: Location,
    ) -> Result<(), ReadError> {
        for raw in attributes.iter() {
            if self.strings.get(usize::from(raw.name_index)) != Some(&Known::Attribute) {
                continue;
            }
            match class.decode(&raw, location)? {
                Attribute::Signature(index) => self.signature(class, index)?,
                Attribute::Record(components) => {
                    for component in components {
                        self.descriptor(class, component.descriptor)?;
                        self.attributes(class, component.attributes, Location::RecordComponent)?;
                    }
                }
                Attribute::Annotations { annotations, .. } => {
                    self.annotations(class, &annotations)?;
                }
                Attribute::ParameterAnnotations { parameters, .. } => {
                    parameters.iter().try_for_each(|list| self.annotations(class, list))?;
                }
                Attribute::TypeAnnotations { annotations, .. } => {
                    for annotation in &annotations {
                        self.annotation(class, &annotation.annotation)?;
                    }
                }
                Attribute::AnnotationDefault(value) => self.value(class, &value)?,
                // The pool has said all about the others.
                _ => {}
            }
        }
        Ok(())
    }

    /// Type annotations that stand on casts, allocations and local variables.
    fn code_attributes(
        &mut self,
        class: &ClassFile<'_>,
        attributes: Attributes<'_>,
    ) -> Result<(), ReadError> {
        for raw in attributes.iter() {
            if self.strings.get(usize::from(raw.name_index)) == Some(&Known::Code)
                && let Attribute::Code(code) = class.decode(&raw, Location::Method)?
            {
                self.attributes(class, code.attributes, Location::Code)?;
            }
        }
        Ok(())
    }

    fn annotations(
        &mut self,
        class: &ClassFile<'_>,
        annotations: &[Annotation],
    ) -> Result<(), ReadError> {
        annotations.iter().try_for_each(|annotation| self.annotation(class, annotation))
    }

    fn annotation(
        &mut self,
        class: &ClassFile<'_>,
        annotation: &Annotation,
    ) -> Result<(), ReadError> {
        self.signature(class, annotation.type_index)?;
        annotation.elements.iter().try_for_each(|(_, value)| self.value(class, value))
    }

    fn value(&mut self, class: &ClassFile<'_>, value: &ElementValue) -> Result<(), ReadError> {
        match value {
            ElementValue::Constant { .. } => Ok(()),
            ElementValue::Enum { type_name: index, .. } | ElementValue::Class(index) => {
                self.signature(class, *index)
            }
            ElementValue::Annotation(annotation) => self.annotation(class, annotation),
            ElementValue::Array(values) => {
                values.iter().try_for_each(|value| self.value(class, value))
            }
        }
    }

    /// Annotations of a package are visible from its classes, and `package-info` can appear at any time.
    fn package(&mut self, name: &[u8]) {
        if let Some(slash) = name.iter().rposition(|byte| *byte == b'/') {
            let mut package = name.get(..=slash).unwrap_or_default().to_vec();
            package.extend_from_slice(b"package-info");
            self.add(&package, EdgeKind::Use);
        }
    }

    /// The empty name, which no type has, comes of malformed text and is the name of [`Node::ANYTHING`]: doubt.
    #[inline]
    fn add(&mut self, name: &[u8], kind: EdgeKind) {
        let target = self.names.intern(name);
        if is_first(&mut self.seen_by, self.reading, target) {
            self.edges.push(Edge { target: Node::new(target), kind });
        }
    }
}

/// Whether it is the first time that the class being read has the name; from now on it has it.
#[inline]
fn is_first(seen_by: &mut Vec<u32>, reading: u32, name: u32) -> bool {
    let place = name as usize;
    if seen_by.len() <= place {
        seen_by.resize(place + 1, 0);
    }
    match seen_by.get_mut(place) {
        Some(last) if *last != reading => {
            *last = reading;
            true
        }
        _ => false,
    }
}

fn attribute_kind(text: &[u8], wanted: &mut Wanted) -> Option<Known> {
    if !matches!(text.first(), Some(b'C' | b'S' | b'R' | b'A')) {
        return None;
    }
    match text {
        b"Code" => return Some(Known::Code),
        b"RuntimeVisibleTypeAnnotations" | b"RuntimeInvisibleTypeAnnotations" => {
            wanted.type_annotations = true;
        }
        b"Signature"
        | b"Record"
        | b"AnnotationDefault"
        | b"RuntimeVisibleAnnotations"
        | b"RuntimeInvisibleAnnotations"
        | b"RuntimeVisibleParameterAnnotations"
        | b"RuntimeInvisibleParameterAnnotations" => {}
        _ => return None,
    }
    wanted.attributes = true;
    Some(Known::Attribute)
}
