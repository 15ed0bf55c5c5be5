//! Static techniques: what tests can reach in the graph of the class path.

pub(crate) mod border;
mod files;
mod kept;
mod libraries;
mod recording;
mod words;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use tamis_graph::{
    Border, BorderMethods, Calls, ExtraEdges, Graph, Knowledge, Methods, Node, Parts, Reached,
    Recorded, ReflectionSites, State, StringTargets, Technique, View,
};
use tamis_select::{
    Changes, ClassChange, ClassContent, ClassEvent, ClassPathState, Reach, RootState,
};
use tamis_vocab::ClassName;
use tamis_world::World;

use self::files::Files;
pub(crate) use self::files::Jdk;
use self::kept::{Kept, Scope};
pub(crate) use self::libraries::Remembered;
use self::recording::{Made, Used};
use self::words::is_recorded;
pub(crate) use self::words::{NOT_LOOKED_AT, needs_callers, note};
use crate::project::{Known as Evidence, Project};

/// The classes of a world, as selection asks for them.
pub(crate) fn class_path_state(world: &World) -> ClassPathState<'_> {
    let roots = world.by_root().into_iter().map(|root| {
        let classes = root.classes.iter();
        let content = classes.map(|class| ClassContent {
            name: class.name,
            all: class.all,
            copies: class.copies,
        });
        RootState { is_library: root.is_jar, classes: content.collect() }
    });
    ClassPathState { roots: roots.collect(), is_incomplete: world.is_incomplete() }
}

/// What a technique needs to know of a class path.
pub(crate) struct Known {
    technique: Technique,
    graph: Graph,
    calls: Option<Calls>,
    sites: Option<ReflectionSites>,
    strings: Option<StringTargets>,
    recorded: Option<Recorded>,
    border: Option<BorderMethods>,
    /// Edges from tests to what they found by reflection, where a technique has no other place for them.
    of_tests: BTreeSet<(Node, Node)>,
}

impl Known {
    /// Reads what the technique needs. What cannot be had is said in words.
    pub(crate) fn read(
        project: &Project,
        world: &World,
        evidence: &Evidence,
        technique: Technique,
    ) -> Result<Self, String> {
        let files = Files::of(world);
        let jdk = Jdk::read(&project.surroundings.java_home)?;
        let entries = files.entries(Some(&jdk.platform));
        let source = files.source(&jdk.platform);
        let used =
            if is_recorded(technique) { Used::of(&evidence.blocks) } else { Used::default() };
        let kept = Kept::of(project, world, evidence.may_write);
        let mut graph = kept.graph(&entries, &source);
        // What is gone can be reached, too.
        used.intern(&mut graph);
        for block in &evidence.blocks {
            block.class_names().for_each(|name| {
                graph.intern(name);
            });
        }
        let mut known = Self::without_reflection(technique, graph);
        let graph = &known.graph;
        let own_calls = || {
            let entries = files.entries(None);
            kept.calls(Scope::ClassPath, graph, &entries, &source)
        };
        let all_calls = || kept.calls(Scope::All, graph, &entries, &source);
        let methods = Methods::FourAndLookup;
        match technique {
            Technique::Unaware => {}
            Technique::Naive => {
                known.sites = Some(ReflectionSites::find(graph, &all_calls(), methods));
            }
            Technique::String => {
                let strings = StringTargets::find(graph, &all_calls(), &source, methods);
                // Also what nobody else mentions: it may be gone.
                for name in strings.literal_names() {
                    known.graph.intern(&name);
                }
                known.strings = Some(strings);
            }
            Technique::Border(border) => {
                let calls = own_calls();
                match border {
                    Border::Static => known.border = Some(border::of_jdk(&jdk).methods),
                    Border::Four => {}
                    Border::Minimal => known.border = Some(border::of_project(&project.root)?),
                    Border::Dynamic => {
                        let made = Made::of(&used, graph, &calls);
                        known.border = Some(made.border(graph, &calls));
                        known.of_tests = made.of_tests();
                    }
                }
                known.calls = Some(calls);
            }
            Technique::Dynamic | Technique::PerTest => {
                known.recorded = Some(Made::of(&used, graph, &own_calls()).edges());
            }
        }
        Ok(known)
    }

    fn without_reflection(technique: Technique, graph: Graph) -> Self {
        Self {
            technique,
            graph,
            calls: None,
            sites: None,
            strings: None,
            recorded: None,
            border: None,
            of_tests: BTreeSet::new(),
        }
    }

    fn knowledge(&self) -> Knowledge<'_> {
        Knowledge {
            // Libraries can change; only what the JDK is counts as a whole.
            unchanged: Parts::PLATFORM,
            calls: self.calls.as_ref(),
            sites: self.sites.as_ref(),
            strings: self.strings.as_ref(),
            recorded: self.recorded.as_ref(),
            border: self.border.as_ref(),
            ..Knowledge::of(&self.graph)
        }
    }

    /// Ready to be asked what tests reach.
    pub(crate) fn ready(&self) -> Result<Reaching<'_>, String> {
        let view = self.technique.shared_view(&self.knowledge());
        let mut view = view.map_err(|error| error.to_string())?;
        if !self.of_tests.is_empty() {
            let pairs = view.extra().pairs().iter().chain(&self.of_tests).copied();
            let extra = ExtraEdges::new(&self.graph, pairs);
            view = View::new(&self.graph, extra, Parts::PLATFORM);
        }
        Ok(Reaching { known: self, shared: view, last: RefCell::default() })
    }
}

/// What tests reach.
pub(crate) struct Reaching<'k> {
    known: &'k Known,
    shared: View<'k>,
    /// What was asked for last; tests are asked for one after the other.
    last: RefCell<Option<(Node, Rc<Reached>)>>,
}

impl<'k> Reaching<'k> {
    pub(crate) fn graph(&self) -> &Graph {
        &self.known.graph
    }

    /// The graph with the edges that count for all tests.
    pub(crate) fn shared(&self) -> &View<'k> {
        &self.shared
    }

    pub(crate) fn node(&self, test: &ClassName) -> Option<Node> {
        let node = self.known.graph.node(test.as_str())?;
        (self.known.graph.state(node) != State::Absent).then_some(node)
    }

    /// What a class can reach.
    pub(crate) fn reached(&self, test: Node) -> Rc<Reached> {
        if let Some((last, reached)) = &*self.last.borrow()
            && *last == test
        {
            return reached.clone();
        }
        let reached = Rc::new(match self.own_view(test) {
            Own::Shared => self.shared.reached(test),
            Own::View(view) => view.reached(test),
            Own::Doubt => Reached::Anything,
        });
        *self.last.borrow_mut() = Some((test, reached.clone()));
        reached
    }

    /// A shortest path to a class.
    fn path(&self, test: Node, class: Node) -> Option<Vec<Node>> {
        match self.own_view(test) {
            Own::Shared => self.shared.path(test, &[class]),
            Own::View(view) => view.path(test, &[class]),
            Own::Doubt => Some(vec![test, Node::ANYTHING, class]),
        }
    }

    /// The view of a test, where each has its own.
    fn own_view(&self, test: Node) -> Own<'_> {
        let Some(recorded) = &self.known.recorded else { return Own::Shared };
        match (self.known.technique, recorded.of(test)) {
            // A test that was never recorded can use reflection in any way.
            (_, None) => Own::Doubt,
            (Technique::PerTest, Some(edges)) => {
                let extra = ExtraEdges::new(&self.known.graph, edges);
                Own::View(Box::new(View::new(&self.known.graph, extra, Parts::NONE)))
            }
            (_, Some(_)) => Own::Shared,
        }
    }

    /// Classes that are not there, and that a library may have had.
    fn missing(&self, reached: &[Node]) -> Vec<ClassChange> {
        let is_missing =
            |node: &&Node| self.graph().state(**node) == State::Absent && **node != Node::ANYTHING;
        let missing = reached.iter().filter(is_missing).map(|node| ClassChange {
            class: ClassName::internal(&self.graph().name(*node)),
            event: ClassEvent::PerhapsGone,
        });
        missing.collect()
    }
}

enum Own<'g> {
    Shared,
    View(Box<View<'g>>),
    Doubt,
}

impl Reach for Reaching<'_> {
    fn changes(&self, test: &ClassName, since: &Changes) -> Result<Vec<ClassChange>, String> {
        if since.classes.is_empty() && !since.has_lost_library {
            return Ok(Vec::new());
        }
        let node = self.node(test).ok_or("what it can reach, as its class is not there")?;
        let reached = self.reached(node);
        let Reached::Nodes(nodes) = &*reached else {
            if since.classes.is_empty() {
                return Err(
                    "a library that is gone or changed, as it can reach anything".to_owned()
                );
            }
            return Ok(since.classes.clone());
        };
        let is_reached = |change: &&ClassChange| match self.graph().node(change.class.as_str()) {
            Some(node) => nodes.binary_search(&node).is_ok(),
            // Nobody mentions it, but a string with gaps may mean it.
            None => self.known.technique == Technique::String,
        };
        let mut changes: Vec<ClassChange> =
            since.classes.iter().filter(is_reached).cloned().collect();
        if since.has_lost_library {
            let known: BTreeSet<&ClassName> =
                since.classes.iter().map(|each| &each.class).collect();
            let missing = self.missing(nodes).into_iter();
            changes.extend(missing.filter(|change| !known.contains(&change.class)));
        }
        Ok(changes)
    }

    fn count(&self, test: &ClassName) -> u64 {
        let graph = self.graph();
        let is_own = |node: &Node| matches!(graph.state(*node).part(), Some(part) if part != tamis_graph::Part::Platform);
        let count = match self.node(test).map(|node| self.reached(node)) {
            Some(reached) => match &*reached {
                Reached::Nodes(nodes) => nodes.iter().filter(|node| is_own(node)).count(),
                Reached::Anything => graph.classes().filter(is_own).count(),
            },
            None => 0,
        };
        u64::try_from(count).unwrap_or(u64::MAX)
    }
}
