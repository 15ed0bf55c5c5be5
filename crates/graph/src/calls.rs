//! Which methods each class names and declares.
//!
//! The constant pool names every method that a class can call, also those behind method references. It may name more, for
//! code that is gone; that is a doubt, and doubt counts as a call.

mod encoding;
#[cfg(test)]
mod tests;

use std::sync::Mutex;

use rayon::prelude::*;
use tamis_classfile::pool::{PoolOffsets, tag};
use tamis_classfile::{ClassFile, MStr, ReadError};

use self::encoding::Known;
pub use self::encoding::PreviousCalls;
use crate::entry::{ClassEntry, ClassSource};
use crate::graph::{Graph, Node, Rows, State};
use crate::name_table::NameTable;

/// A method by name and descriptor, whatever class it is of. Means something in its [`Calls`] only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Selector(u32);

/// A method as another class names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Called {
    /// The class that is named, which may inherit the method.
    pub(crate) class: Node,
    pub(crate) selector: Selector,
}

/// The methods that the classes of a graph name and declare.
#[derive(Debug)]
pub struct Calls {
    selectors: NameTable,
    /// By class: pairs of class and selector, flattened.
    called: Rows,
    /// By class: selectors.
    declared: Rows,
    /// By class: one more than its position among the entries, 0 for none.
    positions: Vec<u32>,
    /// By selector: the classes that call it. Flattened as the others.
    callers: Rows,
}

/// Classes that one task reads.
const CLASSES_A_TASK: usize = 1024;

impl Calls {
    /// Of the class path that the graph was made of. Classes that cannot be read have neither calls nor methods here: the
    /// graph says that they reach everything.
    pub fn read(
        graph: &Graph,
        entries: &[ClassEntry<'_>],
        source: &(impl ClassSource + ?Sized),
    ) -> Self {
        Self::update(&PreviousCalls::default(), graph, entries, source)
    }

    /// The same; classes whose content is as it was before are not read again.
    pub fn update(
        previous: &PreviousCalls,
        graph: &Graph,
        entries: &[ClassEntry<'_>],
        source: &(impl ClassSource + ?Sized),
    ) -> Self {
        let mut positions = vec![0; graph.len()];
        let mut classes = Vec::with_capacity(entries.len());
        let mut known = previous.on(graph);
        for (position, entry) in (1..).zip(entries) {
            let node = graph.node(entry.name);
            let present = node.filter(|node| graph.state(*node) != State::Absent);
            let Some(node) = present else { continue };
            if let Some(slot @ 0) = positions.get_mut(node.place()) {
                *slot = position;
                if !known.take(node, graph.state(node)) {
                    classes.push((node, position as usize - 1));
                }
            }
        }
        let pieces = read_pieces(graph, &classes, source);
        let Known { mut selectors, mut called, mut declared, .. } = known;
        for piece in pieces {
            let numbers = selectors.intern_all(&piece.selectors);
            let number = |local: u32| numbers.get(local as usize).copied().unwrap_or_default();
            for (node, class, selector) in piece.called {
                called.extend([(node, class), (node, number(selector))]);
            }
            declared.extend(
                piece.declared.into_iter().map(|(node, selector)| (node, number(selector))),
            );
        }
        let pairs = called.chunks_exact(2).filter_map(|pair| match pair {
            [(caller, _), (_, selector)] => Some((*selector, *caller)),
            _ => None,
        });
        let callers = Rows::of_pairs(selectors.len(), pairs);
        let called = Rows::of_pairs(graph.len(), called.iter().copied());
        let declared = Rows::of_pairs(graph.len(), declared.iter().copied());
        Self { selectors, called, declared, positions, callers }
    }

    /// The methods that a class names.
    pub(crate) fn of(&self, class: Node) -> impl Iterator<Item = Called> + '_ {
        self.called.row(class).chunks_exact(2).filter_map(|pair| match pair {
            [class, selector] => {
                Some(Called { class: Node::new(*class), selector: Selector(*selector) })
            }
            _ => None,
        })
    }

    /// Whether a class declares a method itself.
    pub(crate) fn declares(&self, class: Node, selector: Selector) -> bool {
        self.declared.row(class).contains(&selector.0)
    }

    /// The position of a class among the entries.
    pub(crate) fn position(&self, class: Node) -> Option<usize> {
        self.positions
            .get(class.place())
            .and_then(|position| position.checked_sub(1))
            .map(|at| at as usize)
    }

    /// The classes that name a method of that selector; some more than once.
    pub(crate) fn callers(&self, selector: Selector) -> impl Iterator<Item = Node> + '_ {
        self.callers.row(Node::new(selector.0)).iter().map(|number| Node::new(*number))
    }

    /// The selector of a name and descriptor, if anybody uses it.
    pub(crate) fn selector(&self, name: &[u8], descriptor: &[u8]) -> Option<Selector> {
        self.selectors.find(&[name, descriptor].concat()).map(Selector)
    }

    /// Name and descriptor of a selector.
    pub(crate) fn text(&self, selector: Selector) -> String {
        MStr::new(self.selectors.get(selector.0)).to_text().into_owned()
    }

    /// All selectors, with name and descriptor.
    pub(crate) fn selectors(&self) -> impl Iterator<Item = (Selector, &[u8], &[u8])> {
        (0..self.selectors.len() as u32).map(|number| {
            let (name, descriptor) = split(self.selectors.get(number));
            (Selector(number), name, descriptor)
        })
    }
}

/// Name and descriptor. The descriptor of a method has one parenthesis that opens, its first character.
fn split(selector: &[u8]) -> (&[u8], &[u8]) {
    let open = selector.iter().rposition(|byte| *byte == b'(').unwrap_or(selector.len());
    selector.split_at_checked(open).unwrap_or_default()
}

#[derive(Default)]
struct Piece {
    selectors: NameTable,
    /// Caller, class, selector.
    called: Vec<(u32, u32, u32)>,
    declared: Vec<(u32, u32)>,
}

fn read_pieces(
    graph: &Graph,
    classes: &[(Node, usize)],
    source: &(impl ClassSource + ?Sized),
) -> Vec<Piece> {
    let idle = Mutex::new(Vec::new());
    classes
        .par_chunks(CLASSES_A_TASK)
        .map(|classes| {
            let known = idle.lock().ok().and_then(|mut idle| idle.pop());
            let (mut buffer, mut offsets): (Vec<u8>, PoolOffsets) = known.unwrap_or_default();
            let mut piece = Piece::default();
            for (node, position) in classes {
                let Ok(bytes) = source.read(*position, &mut buffer) else { continue };
                let Ok(class) = ClassFile::parse_with(bytes, std::mem::take(&mut offsets)) else {
                    continue;
                };
                // Where this fails, so did the graph.
                let _ = piece.add(graph, *node, &class);
                offsets = class.recycle();
            }
            if let Ok(mut idle) = idle.lock() {
                idle.push((buffer, offsets));
            }
            piece
        })
        .collect()
}

impl Piece {
    fn add(&mut self, graph: &Graph, node: Node, class: &ClassFile<'_>) -> Result<(), ReadError> {
        let pool = class.pool();
        let mut key = Vec::new();
        for index in pool.indices() {
            if !matches!(pool.tag(index), Some(tag::METHOD | tag::INTERFACE_METHOD)) {
                continue;
            }
            let member = pool.member(index)?;
            // Arrays have the methods of `Object`.
            let Some(target) = graph.names.find(member.class.as_bytes()) else { continue };
            key.clear();
            key.extend_from_slice(member.name.as_bytes());
            key.extend_from_slice(member.descriptor.as_bytes());
            let selector = self.selectors.intern(&key);
            self.called.push((node.number(), target, selector));
        }
        for method in class.methods().iter() {
            key.clear();
            key.extend_from_slice(method.name(class)?.as_bytes());
            key.extend_from_slice(method.descriptor(class)?.as_bytes());
            let selector = self.selectors.intern(&key);
            self.declared.push((node.number(), selector));
        }
        Ok(())
    }
}

impl Calls {
    /// Whether a call of `called` may run a method that `is_meant` says is meant, on a type above the one that is named.
    /// The search ends at classes that declare the method themselves, unless they belong to the platform, where one that is
    /// not meant may still lead to one that is.
    pub(crate) fn resolves_to(
        &self,
        graph: &Graph,
        called: Called,
        mut is_meant: impl FnMut(Node) -> bool,
    ) -> bool {
        let mut waiting = vec![called.class];
        let mut seen = vec![called.class];
        while let Some(class) = waiting.pop() {
            if is_meant(class) {
                return true;
            }
            if self.declares(class, called.selector) {
                continue;
            }
            for above in graph.supertypes(class) {
                if !seen.contains(&above) {
                    seen.push(above);
                    waiting.push(above);
                }
            }
        }
        false
    }
}

/// Whether one type is the other or below it.
pub(crate) fn is_below(graph: &Graph, class: Node, above: Node) -> bool {
    let mut waiting = vec![class];
    let mut seen = vec![class];
    while let Some(class) = waiting.pop() {
        if class == above {
            return true;
        }
        for next in graph.supertypes(class) {
            if !seen.contains(&next) {
                seen.push(next);
                waiting.push(next);
            }
        }
    }
    false
}
