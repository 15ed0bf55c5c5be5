//! The methods of classes, and what their code can call.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use tamis_classfile::attributes::BootstrapMethod;
use tamis_classfile::instruction::Operand;
use tamis_classfile::opcode::{
    GETSTATIC, INVOKEINTERFACE, INVOKESTATIC, INVOKEVIRTUAL, NEW, PUTSTATIC,
};
use tamis_classfile::{
    Attribute, ClassFile, Constant, ConstantPool, Location, Member, ReadError, flags,
};

use super::{Declared, Selectors};
use crate::entry::{ClassEntry, ClassSource};
use crate::graph::{Graph, Node};
use crate::name_table::NameTable;

/// A method as code names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Reference {
    pub(super) class: Node,
    pub(super) selector: u32,
    /// Whether the class of the receiver decides.
    pub(super) is_virtual: bool,
}

/// All methods and what they call.
#[derive(Debug, Default)]
pub(super) struct Code {
    pub(super) selectors: Selectors,
    pub(super) methods: Vec<Declared>,
    pub(super) declared: FxHashSet<(Node, u32)>,
    pub(super) references: Vec<Reference>,
    /// Pairs of calling method and reference.
    pub(super) calls: Vec<(u32, u32)>,
    /// Public classes, sorted.
    pub(super) public: Vec<Node>,
}

/// Classes that one task reads.
const CLASSES_A_TASK: usize = 512;

/// How deep constants that are computed from others are followed.
const DEEPEST: u8 = 8;

impl Code {
    /// Classes that cannot be read are left out here; the graph tells of them.
    pub(super) fn read(
        graph: &Graph,
        entries: &[ClassEntry<'_>],
        source: &(impl ClassSource + ?Sized),
    ) -> Self {
        let positions: Vec<usize> = (0..entries.len()).collect();
        let pieces: Vec<Piece> = positions
            .par_chunks(CLASSES_A_TASK)
            .map(|positions| {
                let mut piece = Piece::default();
                let mut buffer = Vec::new();
                for position in positions {
                    let node = entries.get(*position).and_then(|entry| graph.node(entry.name));
                    let bytes = source.read(*position, &mut buffer).ok();
                    let class = bytes.and_then(|bytes| ClassFile::parse(bytes).ok());
                    if let (Some(node), Some(class)) = (node, class) {
                        // What was understood before an error stays: it is more than nothing.
                        let _ = piece.add(graph, node, &class);
                    }
                }
                piece
            })
            .collect();
        let mut code = Self::default();
        let mut known: FxHashMap<Reference, u32> = FxHashMap::default();
        for piece in pieces {
            code.merge(piece, &mut known);
        }
        code.public.sort_unstable();
        code
    }

    fn merge(&mut self, piece: Piece, known: &mut FxHashMap<Reference, u32>) {
        let numbers = self.selectors.intern_all(&piece.selectors);
        let number = |local: u32| numbers.get(local as usize).copied().unwrap_or_default();
        let base = self.methods.len() as u32;
        self.methods.extend(
            piece
                .methods
                .into_iter()
                .map(|method| Declared { selector: number(method.selector), ..method }),
        );
        let new = self.methods.get(base as usize..).unwrap_or_default();
        self.declared.extend(new.iter().map(|method| (method.class, method.selector)));
        for (caller, reference) in piece.calls {
            let reference = Reference { selector: number(reference.selector), ..reference };
            let next = self.references.len() as u32;
            let reference_number = *known.entry(reference).or_insert(next);
            if reference_number == next {
                self.references.push(reference);
            }
            self.calls.push((base + caller, reference_number));
        }
        self.public.extend(piece.public);
    }
}

#[derive(Default)]
struct Piece {
    selectors: NameTable,
    methods: Vec<Declared>,
    calls: Vec<(u32, Reference)>,
    public: Vec<Node>,
    /// References of the method that is read.
    seen: FxHashSet<Reference>,
    key: Vec<u8>,
}

/// What is the same for all methods of a class.
struct Context<'c, 'a> {
    graph: &'c Graph,
    pool: &'c ConstantPool<'a>,
    bootstraps: Vec<BootstrapMethod<'a>>,
}

impl Piece {
    fn add(&mut self, graph: &Graph, node: Node, class: &ClassFile<'_>) -> Result<(), ReadError> {
        if class.access_flags() & flags::PUBLIC != 0 {
            self.public.push(node);
        }
        let attribute = class.find(class.attributes(), Location::Class, "BootstrapMethods")?;
        let bootstraps = match attribute {
            Some(Attribute::BootstrapMethods(methods)) => methods,
            _ => Vec::new(),
        };
        let context = Context { graph, pool: class.pool(), bootstraps };
        for method in class.methods().iter() {
            let name = method.name(class)?;
            let descriptor = method.descriptor(class)?;
            let selector = self.selector(name.as_bytes(), descriptor.as_bytes());
            self.methods.push(Declared { class: node, selector, flags: method.access_flags });
            self.code(&context, class, &method)?;
        }
        Ok(())
    }

    fn selector(&mut self, name: &[u8], descriptor: &[u8]) -> u32 {
        self.key.clear();
        self.key.extend_from_slice(name);
        self.key.extend_from_slice(descriptor);
        self.selectors.intern(&self.key)
    }

    fn code(
        &mut self,
        context: &Context<'_, '_>,
        class: &ClassFile<'_>,
        method: &Member<'_>,
    ) -> Result<(), ReadError> {
        self.seen.clear();
        let Some(code) = method.code(class)? else { return Ok(()) };
        for instruction in code.instructions() {
            let instruction = instruction?;
            match instruction.operand {
                Operand::Constant(index) => match instruction.opcode {
                    GETSTATIC | PUTSTATIC => {
                        self.initialise(context, context.pool.member(index)?.class.as_bytes());
                    }
                    NEW => {
                        self.initialise(context, context.pool.class_name(index)?.as_bytes());
                    }
                    opcode => self.constant(context, index, opcode == INVOKEVIRTUAL, DEEPEST)?,
                },
                Operand::Interface { index, .. } => {
                    let is_virtual = instruction.opcode == INVOKEINTERFACE;
                    self.constant(context, index, is_virtual, DEEPEST)?;
                }
                Operand::Dynamic(index) => self.constant(context, index, false, DEEPEST)?,
                _ => continue,
            }
            if let (INVOKESTATIC, Operand::Constant(index)) =
                (instruction.opcode, instruction.operand)
            {
                self.initialise(context, context.pool.member(index)?.class.as_bytes());
            }
        }
        Ok(())
    }

    /// A constant that an instruction names: a method, or something that leads to methods.
    fn constant(
        &mut self,
        context: &Context<'_, '_>,
        index: u16,
        is_virtual: bool,
        depth: u8,
    ) -> Result<(), ReadError> {
        /// Kinds of method handles that the receiver decides about (JVMS 5.4.3.5).
        const VIRTUAL_HANDLES: [u8; 2] = [5, 9];
        let Some(depth) = depth.checked_sub(1) else { return Ok(()) };
        match context.pool.get(index)? {
            Constant::Method { .. } | Constant::InterfaceMethod { .. } => {
                let member = context.pool.member(index)?;
                let name = (member.name.as_bytes(), member.descriptor.as_bytes());
                self.call(context, member.class.as_bytes(), name, is_virtual);
            }
            Constant::MethodHandle { kind, reference } => {
                let is_virtual = VIRTUAL_HANDLES.contains(&kind);
                self.constant(context, reference, is_virtual, depth)?;
            }
            Constant::InvokeDynamic { bootstrap, .. } | Constant::Dynamic { bootstrap, .. } => {
                let bootstrap = context.bootstraps.get(usize::from(bootstrap));
                for argument in bootstrap.into_iter().flat_map(|method| method.arguments.iter()) {
                    self.constant(context, argument, false, depth)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn initialise(&mut self, context: &Context<'_, '_>, class: &[u8]) {
        self.call(context, class, (b"<clinit>", b"()V"), false);
    }

    fn call(
        &mut self,
        context: &Context<'_, '_>,
        class: &[u8],
        (name, descriptor): (&[u8], &[u8]),
        is_virtual: bool,
    ) {
        // What is called on an array is a method of `Object`.
        let class = if class.starts_with(b"[") { b"java/lang/Object" } else { class };
        let Some(class) = context.graph.names.find(class).map(Node::new) else { return };
        let selector = self.selector(name, descriptor);
        let reference = Reference { class, selector, is_virtual };
        if self.seen.insert(reference) {
            let caller = self.methods.len() as u32 - 1;
            self.calls.push((caller, reference));
        }
    }
}
