//! Which methods may end in a reflection method: a call graph by class hierarchy analysis.
//!
//! A virtual call may run the method of every class below the one that is named. A method that makes a lambda may run its
//! body, one that loads a method handle what is behind it, and one that can initialise a class the initialiser. What native
//! code calls is not seen, and neither are the bootstrap methods of lambdas and concatenation: the JVM calls them on its own
//! account, and with them every method with a lambda would count.
//!
//! The graph is walked against its edges, from the reflection methods to their callers; it is never built whole.

mod read;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use tamis_classfile::{MStr, flags};

use crate::border::BorderMethods;
use crate::entry::{ClassEntry, ClassSource};
use crate::graph::{Graph, Node, Rows};
use crate::hierarchy::Hierarchy;
use crate::name_table::NameTable;
use crate::reflection::{Methods, ReflectionMethod};
use read::Code;

/// Which methods of which may end in a reflection method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Count {
    /// So many may.
    pub border: usize,
    /// Of so many.
    pub all: usize,
}

/// What was found in the classes of a JDK.
#[derive(Debug)]
pub struct BorderSearch {
    /// The public and protected methods that may end in a reflection method, of classes that other code can name or
    /// inherit from.
    pub methods: BorderMethods,
    /// Of the public methods, constructors included.
    pub public: Count,
    /// Of the public methods of public types.
    pub public_of_public_types: Count,
    /// The same by package, in internal form.
    pub by_package: BTreeMap<String, Count>,
    /// Of all methods.
    pub every: Count,
}

/// A method that a class declares.
#[derive(Debug, Clone, Copy)]
struct Declared {
    class: Node,
    selector: u32,
    flags: u16,
}

impl BorderSearch {
    /// Searches the classes of a graph, which should be those of a JDK and nothing else; `origin` names its build.
    pub fn run(
        graph: &Graph,
        entries: &[ClassEntry<'_>],
        source: &(impl ClassSource + ?Sized),
        methods: Methods,
        origin: &str,
    ) -> Self {
        let code = Code::read(graph, entries, source);
        let hierarchy = Hierarchy::of(graph);
        let mut walk = Walk::new(graph, &code, &hierarchy);
        walk.start(methods);
        walk.finish();
        report(graph, &code, &hierarchy, &walk.reaching, origin)
    }
}

/// By selector: who declares it and who names it.
struct Walk<'a> {
    code: &'a Code,
    hierarchy: &'a Hierarchy,
    graph: &'a Graph,
    /// Reference to calling methods.
    callers: Rows,
    /// By class and selector.
    references: FxHashMap<(Node, u32), References>,
    reaching: Vec<bool>,
    waiting: Vec<u32>,
    /// Types whose objects may run a method of that selector that reaches; once for going down, once for going up.
    below: FxHashSet<(Node, u32)>,
    above: FxHashSet<(Node, u32)>,
}

/// One more than the number of a reference, 0 for none.
#[derive(Debug, Clone, Copy, Default)]
struct References {
    exact: u32,
    virtual_: u32,
}

impl<'a> Walk<'a> {
    fn new(graph: &'a Graph, code: &'a Code, hierarchy: &'a Hierarchy) -> Self {
        let calls = code.calls.iter().map(|(caller, reference)| (*reference, *caller));
        let callers = Rows::of_pairs(code.references.len(), calls);
        let mut references: FxHashMap<(Node, u32), References> = FxHashMap::default();
        for (number, reference) in (1..).zip(&code.references) {
            let slot = references.entry((reference.class, reference.selector)).or_default();
            if reference.is_virtual {
                slot.virtual_ = number;
            } else {
                slot.exact = number;
            }
        }
        Self {
            code,
            hierarchy,
            graph,
            callers,
            references,
            reaching: vec![false; code.methods.len()],
            waiting: Vec::new(),
            below: FxHashSet::default(),
            above: FxHashSet::default(),
        }
    }

    /// The reflection methods themselves, and their overrides: what these do is what callers of the former get.
    fn start(&mut self, methods: Methods) {
        for (class, name, method) in ReflectionMethod::ALL {
            let Some(class) = self.graph.node(class).filter(|_| methods.contains(method)) else {
                continue;
            };
            for (number, declared) in (0..).zip(&self.code.methods) {
                if declared.class == class
                    && self.code.name_of(declared.selector) == name.as_bytes()
                {
                    self.mark(number);
                }
            }
        }
    }

    fn mark(&mut self, method: u32) {
        if let Some(reaching @ false) = self.reaching.get_mut(method as usize) {
            *reaching = true;
            self.waiting.push(method);
        }
    }

    fn finish(&mut self) {
        while let Some(number) = self.waiting.pop() {
            let Some(method) = self.code.methods.get(number as usize).copied() else { continue };
            self.inherited_by(method);
        }
    }

    /// All types that have the method from its class: calls that name them, or, if it is selected by the receiver, a type
    /// above them, may run it.
    fn inherited_by(&mut self, method: Declared) {
        let hierarchy = self.hierarchy;
        let selector = method.selector;
        let name = self.code.name_of(selector);
        // Who initialises a class initialises those above it first, whatever it declares itself (JVMS 5.5).
        let is_initialiser = name == b"<clinit>";
        let is_own = name == b"<init>" || method.flags & flags::PRIVATE != 0;
        let selects = !is_own && !is_initialiser && method.flags & flags::STATIC == 0;
        let mut waiting = vec![method.class];
        while let Some(class) = waiting.pop() {
            if !self.below.insert((class, selector)) {
                continue;
            }
            let named = self.references.get(&(class, selector)).copied().unwrap_or_default();
            self.call(named.exact);
            self.call(named.virtual_);
            if selects {
                self.named_above(class, selector);
            }
            if !is_own {
                waiting.extend(
                    hierarchy
                        .below(class)
                        .filter(|below| is_initialiser || !self.code.declares(*below, selector)),
                );
            }
        }
    }

    fn named_above(&mut self, class: Node, selector: u32) {
        let mut waiting = vec![class];
        while let Some(class) = waiting.pop() {
            if !self.above.insert((class, selector)) {
                continue;
            }
            let named = self.references.get(&(class, selector)).copied().unwrap_or_default();
            self.call(named.virtual_);
            waiting.extend(self.hierarchy.above(class));
        }
    }

    /// Whoever has this reference reaches.
    fn call(&mut self, reference: u32) {
        let Some(reference) = reference.checked_sub(1) else { return };
        for place in 0..self.callers.row(Node::new(reference)).len() {
            let caller = self.callers.row(Node::new(reference)).get(place).copied();
            caller.into_iter().for_each(|caller| self.mark(caller));
        }
    }
}

fn report(
    graph: &Graph,
    code: &Code,
    hierarchy: &Hierarchy,
    reaching: &[bool],
    origin: &str,
) -> BorderSearch {
    let mut methods = BorderMethods::new(origin);
    let mut counts = [Count::default(); 3];
    let mut by_package: BTreeMap<String, Count> = BTreeMap::new();
    let visible = visible_types(code, hierarchy);
    for (method, reaches) in code.methods.iter().zip(reaching) {
        let is_public = method.flags & flags::PUBLIC != 0;
        let is_of_public = code.is_public(method.class);
        let [public, public_of_public_types, every] = &mut counts;
        let lists = [
            (public, is_public),
            (public_of_public_types, is_public && is_of_public),
            (every, true),
        ];
        for (count, _) in lists.into_iter().filter(|(_, counts)| *counts) {
            count.add(*reaches);
        }
        if is_public && is_of_public {
            let class = graph.name(method.class);
            let package = class.rsplit_once('/').map_or("", |(package, _)| package);
            by_package.entry(package.to_owned()).or_default().add(*reaches);
        }
        let is_callable = method.flags & (flags::PUBLIC | flags::PROTECTED) != 0;
        if *reaches && is_callable && visible.contains(&method.class) {
            let name = MStr::new(code.selectors.get(method.selector)).to_text();
            methods.add(&graph.name(method.class), &name);
        }
    }
    let [public, public_of_public_types, every] = counts;
    BorderSearch { methods, public, public_of_public_types, by_package, every }
}

impl Count {
    fn add(&mut self, is_border: bool) {
        self.all += 1;
        self.border += usize::from(is_border);
    }
}

/// Public types, and those above them, whose methods they inherit.
fn visible_types(code: &Code, hierarchy: &Hierarchy) -> FxHashSet<Node> {
    let mut waiting: Vec<Node> = code.public.clone();
    let mut visible = FxHashSet::default();
    while let Some(class) = waiting.pop() {
        if visible.insert(class) {
            waiting.extend(hierarchy.above(class));
        }
    }
    visible
}

impl Code {
    fn name_of(&self, selector: u32) -> &[u8] {
        let text = self.selectors.get(selector);
        let open = text.iter().rposition(|byte| *byte == b'(').unwrap_or(text.len());
        text.get(..open).unwrap_or_default()
    }

    fn is_public(&self, class: Node) -> bool {
        self.public.binary_search(&class).is_ok()
    }

    fn declares(&self, class: Node, selector: u32) -> bool {
        self.declared.contains(&(class, selector))
    }
}

/// Names as the readers of several threads put them together.
type Selectors = NameTable;
