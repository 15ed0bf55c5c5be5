//! Class files that the search for strings looks into, each read once.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use tamis_classfile::pool::tag;
use tamis_classfile::{Attribute, ClassFile, Constant, Location, Member, flags};

use super::machine::{Context, Opaque, Summary};
use crate::calls::{Called, Calls, Selector};
use crate::entry::ClassSource;
use crate::graph::{Graph, Node};

/// A method: the class that declares it, and its selector.
pub(crate) type Method = (Node, Selector);

/// What is known of the body of a method.
#[derive(Debug, Clone)]
pub(crate) enum Body {
    Known(Rc<Summary>),
    /// It is abstract: others implement it.
    Abstract,
    /// Nothing.
    Unknown,
}

/// The class files of a graph.
pub(crate) struct ClassFiles<'a, S: ?Sized> {
    pub(crate) graph: &'a Graph,
    pub(crate) calls: &'a Calls,
    source: &'a S,
    files: FxHashMap<Node, Option<Rc<[u8]>>>,
    bodies: FxHashMap<Method, Body>,
}

impl<'a, S: ClassSource + ?Sized> ClassFiles<'a, S> {
    pub(crate) fn new(graph: &'a Graph, calls: &'a Calls, source: &'a S) -> Self {
        Self { graph, calls, source, files: FxHashMap::default(), bodies: FxHashMap::default() }
    }

    /// The bytes of a class.
    pub(crate) fn bytes(&mut self, class: Node) -> Option<Rc<[u8]>> {
        if let Some(known) = self.files.get(&class) {
            return known.clone();
        }
        let mut buffer = Vec::new();
        let position = self.calls.position(class);
        let bytes = position
            .and_then(|position| self.source.read(position, &mut buffer).ok())
            .map(Rc::from);
        self.files.insert(class, bytes.clone());
        bytes
    }

    /// What a method does with strings.
    pub(crate) fn body(&mut self, method: Method) -> Body {
        if let Some(known) = self.bodies.get(&method) {
            return known.clone();
        }
        let body = self.summarise(method).unwrap_or(Body::Unknown);
        self.bodies.insert(method, body.clone());
        body
    }

    fn summarise(&mut self, (class, selector): Method) -> Option<Body> {
        let bytes = self.bytes(class)?;
        let class = ClassFile::parse(&bytes).ok()?;
        let context = Context::of(&class).ok()?;
        let method = class
            .methods()
            .iter()
            .find(|method| self.selector_of(&class, method) == Some(selector))?;
        if method.access_flags & flags::ABSTRACT != 0 {
            return Some(Body::Abstract);
        }
        match context.summarise(&method) {
            Ok(summary) => Some(Body::Known(Rc::new(summary))),
            Err(Opaque::NoCode | Opaque::Unfollowed | Opaque::Unreadable) => None,
        }
    }

    pub(crate) fn selector_of(
        &self,
        class: &ClassFile<'_>,
        method: &Member<'_>,
    ) -> Option<Selector> {
        let (name, descriptor) = (method.name(class).ok()?, method.descriptor(class).ok()?);
        self.calls.selector(name.as_bytes(), descriptor.as_bytes())
    }

    /// The methods of a class whose code calls something that `is_meant`; `None` if the class cannot be read, or if such a
    /// method is also behind a method handle, from where it is called with whatever arguments.
    pub(crate) fn methods_that_call(
        &mut self,
        class: Node,
        mut is_meant: impl FnMut(Called) -> bool,
    ) -> Option<Calling> {
        let bytes = self.bytes(class)?;
        let class_file = ClassFile::parse(&bytes).ok()?;
        let pool = class_file.pool();
        let mut meant = vec![false; usize::from(pool.count())];
        for index in pool.indices() {
            if matches!(pool.tag(index), Some(tag::METHOD | tag::INTERFACE_METHOD)) {
                let called = self.called(&class_file, index);
                if let Some(slot) = meant.get_mut(usize::from(index)) {
                    *slot = called.is_some_and(&mut is_meant);
                }
            }
        }
        let is_meant = |index: u16| meant.get(usize::from(index)) == Some(&true);
        let mut calling = Calling::default();
        for index in pool.indices() {
            if let Some(tag::METHOD_HANDLE) = pool.tag(index)
                && let Constant::MethodHandle { reference, .. } = pool.get(index).ok()?
                && is_meant(reference)
            {
                calling.handles.extend(self.called(&class_file, reference));
            }
        }
        for method in class_file.methods().iter() {
            let Some(code) = method.code(&class_file).ok()? else { continue };
            let mut calls = false;
            for instruction in code.instructions() {
                use tamis_classfile::instruction::Operand;
                calls |= match instruction.ok()?.operand {
                    Operand::Constant(index) | Operand::Interface { index, .. } => is_meant(index),
                    _ => false,
                };
            }
            if calls {
                calling.methods.push((class, self.selector_of(&class_file, &method)?));
            }
        }
        Some(calling)
    }

    /// The method behind a reference.
    fn called(&self, class: &ClassFile<'_>, index: u16) -> Option<Called> {
        let member = class.pool().member(index).ok()?;
        let class = Node::new(self.graph.names.find(member.class.as_bytes())?);
        let selector = self.calls.selector(member.name.as_bytes(), member.descriptor.as_bytes())?;
        Some(Called { class, selector })
    }

    /// The value of a static final field of this class; where its initialiser sets it, that method. `None` if the class has
    /// no such field.
    pub(crate) fn constant(&mut self, class: Node, name: &[u8]) -> Option<FieldValue> {
        let bytes = self.bytes(class)?;
        let file = ClassFile::parse(&bytes).ok()?;
        let field = file
            .fields()
            .iter()
            .find(|field| field.name(&file).is_ok_and(|own| own.as_bytes() == name))?;
        if field.access_flags & flags::FINAL == 0 || field.access_flags & flags::STATIC == 0 {
            return Some(FieldValue::Unknown);
        }
        if let Ok(Some(Attribute::ConstantValue(index))) =
            file.find(field.attributes, Location::Field, "ConstantValue")
            && let Ok(text) = file.pool().string(index)
        {
            return Some(FieldValue::Text(text.to_text().into_owned()));
        }
        let initialiser = self.calls.selector(b"<clinit>", b"()V");
        Some(
            initialiser
                .map_or(FieldValue::Unknown, |selector| FieldValue::SetBy((class, selector))),
        )
    }
}

/// Who calls, in one class.
#[derive(Debug, Default)]
pub(crate) struct Calling {
    pub(crate) methods: Vec<Method>,
    /// What is behind method handles.
    pub(crate) handles: Vec<Called>,
}

/// What a static field holds.
#[derive(Debug)]
pub(crate) enum FieldValue {
    Text(String),
    SetBy(Method),
    Unknown,
}
