//! What was made by reflection while tests ran, as far as evidence knows it.
//!
//! If callers were watched, evidence says who asked the JDK for which class through which method. If not, it says only which
//! classes a test used or looked for: one that no path in the graph leads to was found by reflection, perhaps by each class
//! that the test used and that calls a method that makes classes. That gives more edges than there were, and none is
//! missing. In both cases what a test used is reached by the test itself.

use std::collections::{BTreeMap, BTreeSet};

use tamis_graph::{
    BorderMethods, Calls, ExtraEdges, Graph, Methods, Node, Parts, Recorded, ReflectionSites, View,
};
use tamis_select::{AskedFor, Block};
use tamis_vocab::ClassName;

/// What tests used, by all their records.
#[derive(Debug, Default)]
pub(super) struct Used {
    by_test: BTreeMap<String, UsedByTest>,
}

#[derive(Debug, Default)]
struct UsedByTest {
    classes: BTreeSet<String>,
    /// Who asked for what when it last ran; `None` if that was not watched.
    asked: Option<Vec<AskedFor>>,
    /// When that was.
    time: u64,
}

impl Used {
    pub(super) fn of(blocks: &[Block]) -> Self {
        let mut by_test: BTreeMap<String, UsedByTest> = BTreeMap::new();
        for block in blocks {
            for (test, used) in block.used_by_all() {
                let known = by_test.entry(test.to_owned()).or_default();
                // A row that cannot be read has no verdict to skip either.
                known.classes.extend(used.unwrap_or_default().into_iter().map(str::to_owned));
                if block.time() >= known.time {
                    known.time = block.time();
                    known.asked = block.asked_by(test);
                }
            }
        }
        Self { by_test }
    }

    /// Makes nodes of all that was used, so that a class that is gone can be reached.
    pub(super) fn intern(&self, graph: &mut Graph) {
        for used in self.by_test.values() {
            let asked = used.asked.iter().flatten();
            let asked = asked.flat_map(|asked| [&asked.caller, &asked.class]);
            used.classes.iter().chain(asked).for_each(|name| {
                graph.intern(name);
            });
        }
    }
}

/// How many of these tests were last recorded without their callers, of how many that were recorded.
pub(super) fn without_callers(blocks: &[Block], tests: &[ClassName]) -> (usize, usize) {
    let mut newest: BTreeMap<&str, &Block> = BTreeMap::new();
    for block in blocks {
        for test in block.tests() {
            let slot = newest.entry(test).or_insert(block);
            if block.time() >= slot.time() {
                *slot = block;
            }
        }
    }
    let known = tests.iter().filter_map(|test| newest.get_key_value(test.as_str()));
    let without = known.clone().filter(|(test, block)| block.asked_by(test).is_none()).count();
    (without, known.count())
}

/// What tests found by reflection, and who asked for it.
pub(super) struct Made {
    by_test: BTreeMap<Node, MadeByTest>,
    /// The methods of the JDK that were asked.
    seen: BorderMethods,
}

struct MadeByTest {
    /// What it used and cannot reach.
    made: BTreeSet<Node>,
    asking: Asking,
}

/// Who asked.
enum Asking {
    /// These, for these classes.
    Seen(BTreeSet<(Node, Node)>),
    /// Perhaps these.
    Perhaps(BTreeSet<Node>),
}

impl Made {
    pub(super) fn of(used: &Used, graph: &Graph, calls: &Calls) -> Self {
        let view = View::new(graph, ExtraEdges::default(), Parts::PLATFORM);
        let callers = callers(graph, calls);
        let mut seen = BorderMethods::new("recorded");
        let mut by_test = BTreeMap::new();
        for (test, used) in &used.by_test {
            let Some(test) = graph.node(test) else { continue };
            let classes: BTreeSet<Node> =
                used.classes.iter().filter_map(|name| graph.node(name)).collect();
            let reached = view.reached(test);
            let asking = match &used.asked {
                Some(asked) => Asking::Seen(
                    asked.iter().filter_map(|asked| edge(asked, graph, calls, &mut seen)).collect(),
                ),
                None => Asking::Perhaps(callers.intersection(&classes).copied().collect()),
            };
            let made = classes.into_iter().filter(|node| !reached.contains(*node)).collect();
            by_test.insert(test, MadeByTest { made, asking });
        }
        Self { by_test, seen }
    }

    /// As the edges of a graph.
    pub(super) fn edges(&self) -> Recorded {
        let mut recorded = Recorded::default();
        for (test, MadeByTest { made, asking }) in &self.by_test {
            recorded.add_test(*test);
            made.iter().for_each(|made| recorded.add(*test, *test, *made));
            match asking {
                Asking::Seen(edges) => {
                    edges.iter().for_each(|(caller, made)| recorded.add(*test, *caller, *made));
                }
                Asking::Perhaps(callers) => {
                    for made in made {
                        callers.iter().for_each(|caller| recorded.add(*test, *caller, *made));
                    }
                }
            }
        }
        recorded
    }

    /// From tests to what they found.
    pub(super) fn of_tests(&self) -> BTreeSet<(Node, Node)> {
        let tests = self.by_test.iter();
        tests.flat_map(|(test, by)| by.made.iter().map(|made| (*test, *made))).collect()
    }

    /// The border methods that were seen, and where nobody looked, those of the known ones that may have been on a stack when
    /// something was found: methods that a class calls which a test used that found something.
    pub(super) fn border(&self, graph: &Graph, calls: &Calls) -> BorderMethods {
        let mut border = self.seen.clone();
        let mut perhaps: BTreeSet<Node> = BTreeSet::new();
        for by in self.by_test.values() {
            match &by.asking {
                Asking::Perhaps(callers) if !by.made.is_empty() => perhaps.extend(callers),
                Asking::Perhaps(_) | Asking::Seen(_) => {}
            }
        }
        for (class, method) in known().iter() {
            let mut single = BorderMethods::new("");
            single.add(class, method);
            if !perhaps.is_empty() && !single.callers(graph, calls).is_disjoint(&perhaps) {
                border.add(class, method);
            }
        }
        border
    }
}

/// The edge that a question stands for, and the methods by which it was asked. `None` if it was none: the machine calls
/// `loadClass` for whoever needs a class, which then is in its class file.
fn edge(
    asked: &AskedFor,
    graph: &Graph,
    calls: &Calls,
    seen: &mut BorderMethods,
) -> Option<(Node, Node)> {
    let (caller, class) = (graph.node(&asked.caller)?, graph.node(&asked.class)?);
    let (owner, method) = asked.through.split_once('.')?;
    if !seen.add_called_by(graph, calls, caller, owner, method) {
        if owner == "java/lang/ClassLoader" && method.starts_with("loadClass(") {
            return None;
        }
        // Called in a way that its class file does not show.
        seen.add(owner, method);
    }
    Some((caller, class))
}

/// The classes outside of the JDK that can have asked for a class.
fn callers(graph: &Graph, calls: &Calls) -> BTreeSet<Node> {
    let sites = ReflectionSites::find(graph, calls, Methods::FourAndLookup);
    let mut callers: BTreeSet<Node> = sites.iter().map(|(class, _)| class).collect();
    callers.extend(known().callers(graph, calls));
    callers
}

/// The reflection methods, and those of the list made by hand.
fn known() -> BorderMethods {
    let mut known = BorderMethods::four();
    if let Ok(minimal) = BorderMethods::minimal() {
        known.extend(&minimal);
    }
    known
}
