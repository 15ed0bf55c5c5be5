//! From what single methods say to patterns: follows parameters to callers, results to callees, constants to fields.

use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

use rustc_hash::FxHashMap;
use tamis_classfile::MStr;

use super::class_files::{Body, ClassFiles, FieldValue, Method};
use super::pattern::{Pattern, Piece};
use super::text::{Binding, FieldName, Invocation, Symbol, Texts};
use super::{Names, Site};
use crate::calls::{Called, Calls, is_below};
use crate::entry::ClassSource;
use crate::graph::{Graph, Node};
use crate::reflection::{Methods, Recogniser};

/// Calls and returns that are followed one after the other.
const DEEPEST: usize = 5;
/// Classes that call a method; of more, nothing is known.
const MOST_CALLERS: usize = 24;
/// Methods that a virtual call can run; of more, nothing is known.
const MOST_TARGETS: usize = 8;
/// Types below another one that are looked at for such methods.
const MOST_SUBTYPES: usize = 256;
/// Names that one site can ask for; of more, nothing is known.
const MOST_PATTERNS: usize = 64;
/// Symbols that are looked at for one site.
const MOST_SYMBOLS: usize = 4096;

pub(super) struct Solver<'a, S: ?Sized> {
    files: ClassFiles<'a, S>,
    recogniser: Recogniser<'a>,
    callers: FxHashMap<Method, Option<Rc<[Method]>>>,
    /// Parameters whose arguments are being looked for: a method that hands its own on adds nothing.
    open: Vec<(Method, u16)>,
    symbols: usize,
}

/// The method in which symbols mean something, and the call that it is looked at for, if there is one.
struct Frame<'f> {
    method: Method,
    call: Option<(&'f Invocation, &'f Frame<'f>)>,
}

/// Sorted; none if the value is never made.
type Patterns = BTreeSet<Pattern>;

fn unknown() -> Patterns {
    BTreeSet::from([Pattern::anything()])
}

impl<'a, S: ClassSource + ?Sized> Solver<'a, S> {
    pub(super) fn new(graph: &'a Graph, calls: &'a Calls, source: &'a S, methods: Methods) -> Self {
        Self {
            files: ClassFiles::new(graph, calls, source),
            recogniser: Recogniser::new(graph, calls, methods),
            callers: FxHashMap::default(),
            open: Vec::new(),
            symbols: 0,
        }
    }

    /// The calls of reflection methods in a class; `None` if it cannot be read.
    pub(super) fn sites_of(&mut self, class: Node) -> Option<Vec<Site>> {
        let recogniser = &self.recogniser;
        let calling =
            self.files.methods_that_call(class, |called| recogniser.recognise(called).is_some())?;
        let mut sites = Vec::new();
        for called in calling.handles {
            sites.extend(self.recogniser.recognise(called).map(|called| Site {
                class,
                method: String::new(),
                pc: None,
                called,
                names: Names::Anything,
            }));
        }
        for method in calling.methods {
            let Body::Known(summary) = self.files.body(method) else { return None };
            for (pc, invocation) in &summary.invocations {
                let called = self.called(invocation);
                let Some(kind) = called.and_then(|called| self.recogniser.recognise(called)) else {
                    continue;
                };
                let names = if kind.takes_a_name() {
                    self.names_at(invocation, method)
                } else {
                    Names::Anything
                };
                let (class, name) = (method.0, self.files.calls.text(method.1));
                sites.push(Site { class, method: name, pc: Some(*pc), called: kind, names });
            }
        }
        Some(sites)
    }

    /// What the first argument of type `String` can be.
    fn names_at(&mut self, invocation: &Invocation, method: Method) -> Names {
        let descriptor = MStr::new(&invocation.descriptor);
        let parameters = tamis_classfile::descriptor::parameters(descriptor).unwrap_or_default();
        let position = parameters.iter().position(|kind| *kind == b"Ljava/lang/String;");
        let texts = position.and_then(|position| invocation.arguments.get(position));
        let Some(texts) = texts else { return Names::Anything };
        self.symbols = 0;
        self.open.clear();
        let frame = Frame { method, call: None };
        let patterns = self.expand(texts, &frame, DEEPEST);
        let says_nothing = |pattern: &Pattern| match pattern.pieces().first() {
            // An array of something: what comes behind the brackets is not worth a rule of its own.
            Some(Piece::Literal(text)) => text.starts_with('[') && pattern.as_literal().is_none(),
            Some(Piece::Gap) => pattern.is_anything(),
            None => false,
        };
        if patterns.is_empty() || patterns.iter().any(says_nothing) {
            return Names::Anything;
        }
        Names::Patterns(patterns)
    }

    fn expand(&mut self, texts: &Texts, frame: &Frame<'_>, depth: usize) -> Patterns {
        let mut all = Patterns::new();
        for parts in texts.alternatives() {
            let mut fronts = BTreeSet::from([Pattern::default()]);
            for symbol in parts {
                let mut ends = self.symbol(symbol, frame, depth);
                // A string that goes round in circles adds nothing, unless something is put to it on each round.
                if ends.is_empty() && parts.len() > 1 {
                    ends = unknown();
                }
                if fronts.len() * ends.len() > MOST_PATTERNS {
                    return unknown();
                }
                let put_together = fronts.iter().flat_map(|front| {
                    ends.iter().map(move |end| {
                        let mut whole = front.clone();
                        whole.push(end);
                        whole
                    })
                });
                fronts = put_together.collect();
            }
            all.extend(fronts);
            if all.len() > MOST_PATTERNS {
                return unknown();
            }
        }
        all
    }

    fn symbol(&mut self, symbol: &Symbol, frame: &Frame<'_>, depth: usize) -> Patterns {
        self.symbols += 1;
        if self.symbols > MOST_SYMBOLS {
            return unknown();
        }
        match symbol {
            Symbol::Literal(text) => BTreeSet::from([Pattern::literal(text)]),
            Symbol::Unknown => unknown(),
            Symbol::Parameter(number) => match frame.call {
                Some((call, caller)) => match call.arguments.get(usize::from(*number)) {
                    Some(texts) => self.expand(texts, caller, depth),
                    None => unknown(),
                },
                None => self.arguments(frame.method, *number, depth),
            },
            Symbol::Returned(call) => self.returned(call, frame, depth),
            Symbol::Field(field) => self.field(field, depth),
        }
    }

    /// What all callers of a method give for a parameter.
    fn arguments(&mut self, method: Method, number: u16, depth: usize) -> Patterns {
        if self.open.contains(&(method, number)) {
            return Patterns::new();
        }
        let Some(depth) = depth.checked_sub(1) else { return unknown() };
        self.open.push((method, number));
        let found = self.arguments_of_callers(method, number, depth);
        self.open.pop();
        match found {
            // Who calls it is not in a class file, if it is called at all.
            None => unknown(),
            Some(patterns) => patterns,
        }
    }

    fn arguments_of_callers(
        &mut self,
        method: Method,
        number: u16,
        depth: usize,
    ) -> Option<Patterns> {
        let graph = self.files.graph;
        let mut all = Patterns::new();
        let mut is_called = false;
        for caller in self.callers(method)?.iter() {
            let Body::Known(summary) = self.files.body(*caller) else { return None };
            for invocation in summary.invocations.values() {
                let called = self.called(invocation);
                if !called.is_some_and(|called| may_run(graph, called, method)) {
                    continue;
                }
                is_called = true;
                let texts = invocation.arguments.get(usize::from(number))?;
                let frame = Frame { method: *caller, call: None };
                all.extend(self.expand(texts, &frame, depth));
            }
        }
        is_called.then_some(all)
    }

    /// The methods whose code calls a method; `None` if they are too many or some are not known.
    fn callers(&mut self, method: Method) -> Option<Rc<[Method]>> {
        if let Some(known) = self.callers.get(&method) {
            return known.clone();
        }
        let found = self.find_callers(method).map(Rc::from);
        self.callers.insert(method, found.clone());
        found
    }

    fn find_callers(&mut self, method: Method) -> Option<Vec<Method>> {
        let (graph, calls) = (self.files.graph, self.files.calls);
        let is_meant = |called: Called| may_run(graph, called, method);
        let mut classes = BTreeSet::new();
        for caller in calls.callers(method.1) {
            if !classes.contains(&caller) && calls.of(caller).any(is_meant) {
                classes.insert(caller);
            }
            if classes.len() > MOST_CALLERS {
                return None;
            }
        }
        let mut methods = Vec::new();
        for class in classes {
            let calling = self.files.methods_that_call(class, is_meant)?;
            if !calling.handles.is_empty() {
                return None;
            }
            methods.extend(calling.methods);
        }
        Some(methods)
    }

    fn called(&self, invocation: &Invocation) -> Option<Called> {
        let class = Node::new(self.files.graph.names.find(&invocation.class)?);
        let selector = self.files.calls.selector(&invocation.name, &invocation.descriptor)?;
        Some(Called { class, selector })
    }

    /// What a call can give back.
    fn returned(&mut self, call: &Rc<Invocation>, frame: &Frame<'_>, depth: usize) -> Patterns {
        let Some(depth) = depth.checked_sub(1) else { return unknown() };
        let targets = self.called(call).and_then(|called| self.targets(called, call.binding));
        let Some(targets) = targets else { return unknown() };
        let mut all = Patterns::new();
        let mut has_body = false;
        for method in targets {
            match self.files.body(method) {
                Body::Known(summary) => {
                    has_body = true;
                    let inner = Frame { method, call: Some((call, frame)) };
                    all.extend(self.expand(&summary.returns, &inner, depth));
                }
                Body::Abstract => {}
                Body::Unknown => return unknown(),
            }
        }
        if has_body { all } else { unknown() }
    }

    /// The methods that a call can run; `None` if that is not known.
    fn targets(&self, called: Called, binding: Binding) -> Option<BTreeSet<Method>> {
        let (graph, calls) = (self.files.graph, self.files.calls);
        let mut targets = BTreeSet::new();
        calls.resolves_to(graph, called, |class| {
            if calls.declares(class, called.selector) {
                targets.insert((class, called.selector));
            }
            false
        });
        if targets.is_empty() {
            return None;
        }
        if binding == Binding::Virtual {
            let mut seen = BTreeSet::from([called.class]);
            let mut waiting = VecDeque::from([called.class]);
            while let Some(class) = waiting.pop_front() {
                for number in graph.reverse().row(class) {
                    let below = Node::new(*number);
                    if graph.supertypes(below).any(|above| above == class) && seen.insert(below) {
                        waiting.push_back(below);
                        if calls.declares(below, called.selector) {
                            targets.insert((below, called.selector));
                        }
                    }
                }
                if seen.len() > MOST_SUBTYPES {
                    return None;
                }
            }
        }
        (targets.len() <= MOST_TARGETS).then_some(targets)
    }

    fn field(&mut self, field: &FieldName, depth: usize) -> Patterns {
        let Some(depth) = depth.checked_sub(1) else { return unknown() };
        let graph = self.files.graph;
        let mut waiting: VecDeque<Node> =
            graph.names.find(&field.class).map(Node::new).into_iter().collect();
        let mut seen = BTreeSet::new();
        while let Some(class) = waiting.pop_front() {
            if !seen.insert(class) {
                continue;
            }
            match self.files.constant(class, &field.name) {
                None => waiting.extend(graph.supertypes(class)),
                Some(FieldValue::Unknown) => return unknown(),
                Some(FieldValue::Text(text)) => return BTreeSet::from([Pattern::literal(&text)]),
                Some(FieldValue::SetBy(method)) => {
                    return self.stored(method, field, depth).unwrap_or_else(unknown);
                }
            }
        }
        unknown()
    }

    /// What an initialiser writes into a field.
    fn stored(&mut self, method: Method, field: &FieldName, depth: usize) -> Option<Patterns> {
        let Body::Known(summary) = self.files.body(method) else { return None };
        let mut all = Patterns::new();
        for (stored, texts) in &summary.stores {
            if stored.name == field.name {
                all.extend(self.expand(texts, &Frame { method, call: None }, depth));
            }
        }
        (!all.is_empty()).then_some(all)
    }
}

/// Whether a call may run a method: one of a class above or below the one that is named.
fn may_run(graph: &Graph, called: Called, (class, selector): Method) -> bool {
    called.selector == selector
        && (is_below(graph, called.class, class) || is_below(graph, class, called.class))
}
