//! Which framework a test class is written for, as its class file and those above it say.

use std::cell::RefCell;
use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use tamis_classfile::attributes::annotations::Annotation;
use tamis_classfile::{Attribute, Attributes, ClassFile, Location, MStr, ReadError, flags};
use tamis_vocab::ClassName;

use super::PlainError;
use crate::class_files::ClassFiles;

/// What marks everything that an engine of the JUnit Platform runs.
const TESTABLE: &str = "org/junit/platform/commons/annotation/Testable";

/// Hierarchies and annotations on annotations do not go deeper.
const DEEPEST: usize = 512;

/// What a class is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// An engine of the JUnit Platform, such as Jupiter.
    Platform,
    JUnit4,
    JUnit3,
    TestNg,
    /// Nothing that is recognised.
    Unknown,
}

/// What one class file says.
#[derive(Debug, Clone, Default)]
struct Said {
    above: Vec<ClassName>,
    inner: Vec<ClassName>,
    on_class: BTreeSet<ClassName>,
    on_methods: BTreeSet<ClassName>,
    has_suite: bool,
    is_abstract: bool,
}

/// Reads class files, each once.
pub(super) struct Reader<'c> {
    class_files: &'c ClassFiles,
    known: RefCell<FxHashMap<ClassName, Option<Said>>>,
}

impl<'c> Reader<'c> {
    pub(super) fn new(class_files: &'c ClassFiles) -> Self {
        Self { class_files, known: RefCell::default() }
    }

    /// Whether a class can have no instances: then its subclasses are the tests. None if it is not on the class path.
    pub(super) fn is_abstract(&self, class: &ClassName) -> Result<Option<bool>, PlainError> {
        Ok(self.said(class)?.map(|said| said.is_abstract))
    }

    /// Whether the tests of a class run inside the class around it, as Jupiter has it.
    pub(super) fn runs_inside(&self, class: &ClassName) -> bool {
        let nested = ClassName::internal("org/junit/jupiter/api/Nested");
        let said = self.said(class).ok().flatten();
        said.is_some_and(|said| said.on_class.contains(&nested))
    }

    /// What a class is written for.
    pub(super) fn kind(&self, class: &ClassName) -> Result<Kind, PlainError> {
        let line = self.line(class)?;
        let mut inside = Vec::new();
        let mut pending: Vec<ClassName> =
            line.iter().flat_map(|(_, said)| said.inner.iter().cloned()).collect();
        let mut seen = BTreeSet::new();
        // Nested classes have nested classes.
        while let Some(inner) = pending.pop() {
            if !seen.insert(inner.clone()) {
                continue;
            }
            for (_, said) in self.line(&inner)? {
                pending.extend(said.inner.iter().cloned());
                inside.push(said);
            }
        }
        let all = || line.iter().map(|(_, said)| said).chain(&inside);
        for annotation in all().flat_map(|said| said.on_methods.iter().chain(&said.on_class)) {
            if self.is_testable(annotation)? {
                return Ok(Kind::Platform);
            }
        }
        let has = |name: &str| {
            let name = ClassName::internal(name);
            line.iter()
                .any(|(_, said)| said.on_class.contains(&name) || said.on_methods.contains(&name))
        };
        let extends = |name: &str| line.iter().any(|(class, _)| class.as_str() == name);
        // JUnit finds it in superclasses as well.
        let says_suite = line.iter().any(|(_, said)| said.has_suite);
        Ok(if has("org/junit/Test") || has("org/junit/runner/RunWith") {
            Kind::JUnit4
        } else if extends("junit/framework/TestCase") || says_suite {
            Kind::JUnit3
        } else if has("org/testng/annotations/Test") || has("org/testng/annotations/Factory") {
            Kind::TestNg
        } else {
            Kind::Unknown
        })
    }

    /// A class and all above it that are on the class path.
    fn line(&self, class: &ClassName) -> Result<Vec<(ClassName, Said)>, PlainError> {
        let mut line: Vec<(ClassName, Said)> = Vec::new();
        let mut pending = vec![class.clone()];
        while let Some(class) = pending.pop() {
            let is_known = line.iter().any(|(name, _)| *name == class);
            if is_known || line.len() > DEEPEST {
                continue;
            }
            if let Some(said) = self.said(&class)? {
                pending.extend(said.above.iter().rev().cloned());
                line.push((class, said));
            }
        }
        Ok(line)
    }

    /// Whether an annotation is, or is marked with, what the JUnit Platform looks for.
    fn is_testable(&self, annotation: &ClassName) -> Result<bool, PlainError> {
        let mut seen = BTreeSet::new();
        let mut pending = vec![annotation.clone()];
        while let Some(annotation) = pending.pop() {
            if annotation.as_str() == TESTABLE {
                return Ok(true);
            }
            if seen.len() < DEEPEST
                && seen.insert(annotation.clone())
                && let Some(said) = self.said(&annotation)?
            {
                pending.extend(said.on_class);
            }
        }
        Ok(false)
    }

    fn said(&self, class: &ClassName) -> Result<Option<Said>, PlainError> {
        if let Some(known) = self.known.borrow().get(class) {
            return Ok(known.clone());
        }
        let said = match self.class_files.class(class)? {
            None => None,
            Some(bytes) => Some(read(&bytes).map_err(|error| PlainError::Class {
                class: class.clone(),
                message: error.to_string(),
            })?),
        };
        self.known.borrow_mut().insert(class.clone(), said.clone());
        Ok(said)
    }
}

fn read(bytes: &[u8]) -> Result<Said, ReadError> {
    let class = ClassFile::parse(bytes)?;
    let hidden = flags::ABSTRACT | flags::INTERFACE | flags::MODULE;
    let mut said = Said { is_abstract: class.access_flags() & hidden != 0, ..Said::default() };
    said.above.extend(class.super_name().map(name));
    for interface in class.interface_names() {
        said.above.push(name(interface?));
    }
    annotations(&class, class.attributes(), Location::Class, &mut said.on_class)?;
    for method in class.methods().iter() {
        annotations(&class, method.attributes, Location::Method, &mut said.on_methods)?;
        let is_static = method.access_flags & flags::STATIC != 0;
        said.has_suite |= is_static
            && method.name(&class)? == "suite"
            && method.descriptor(&class)?.as_bytes().starts_with(b"()L");
    }
    if let Some(Attribute::InnerClasses(inner)) =
        class.find(class.attributes(), Location::Class, "InnerClasses")?
    {
        for row in inner.iter().filter(|row| row.outer_class == class.this_class()) {
            let inner = class.pool().class_name(row.inner_class);
            said.inner.push(name(inner.map_err(|error| class.locate(error))?));
        }
    }
    Ok(said)
}

/// The interfaces of the annotations among some attributes that are there at run time.
fn annotations<'a>(
    class: &ClassFile<'a>,
    attributes: Attributes<'a>,
    location: Location,
    found: &mut BTreeSet<ClassName>,
) -> Result<(), ReadError> {
    for attribute in attributes.iter() {
        if class.attribute_name(&attribute)? != "RuntimeVisibleAnnotations" {
            continue;
        }
        if let Attribute::Annotations { annotations, .. } = class.decode(&attribute, location)? {
            for Annotation { type_index, .. } in annotations {
                let descriptor =
                    class.pool().utf8(type_index).map_err(|error| class.locate(error))?;
                if let [b'L', inner @ .., b';'] = descriptor.as_bytes() {
                    found.insert(name(MStr::new(inner)));
                }
            }
        }
    }
    Ok(())
}

fn name(text: MStr<'_>) -> ClassName {
    ClassName::internal(&text.to_unique_text())
}
