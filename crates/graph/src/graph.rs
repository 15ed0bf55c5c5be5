//! The graph itself: nodes are types by name, edges say that one uses or inherits from another.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use tamis_classfile::MStr;
use tamis_vocab::Fingerprint;

use crate::damage::Damage;
use crate::entry::Part;
use crate::name_table::{NameTable, modified_utf8};

/// A type, or [`Node::ANYTHING`]. Means something in its graph only, and in what [`Graph::update`] makes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(u32);

impl Node {
    /// The node that reaches every type. Printed as `*`.
    pub const ANYTHING: Self = Self(0);

    pub(crate) const fn new(number: u32) -> Self {
        Self(number)
    }

    pub(crate) const fn number(self) -> u32 {
        self.0
    }

    pub(crate) const fn place(self) -> usize {
        self.0 as usize
    }
}

/// What one type has to do with another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum EdgeKind {
    /// It mentions it.
    Use,
    /// It extends or implements it.
    Inheritance,
}

/// An edge, from the type that has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// Where it leads.
    pub target: Node,
    /// What it says.
    pub kind: EdgeKind,
}

/// The bit of a packed edge that says that it is inheritance.
const INHERITANCE: u32 = 1 << 31;

impl Edge {
    #[inline]
    pub(crate) fn pack(self) -> u32 {
        match self.kind {
            EdgeKind::Use => self.target.0,
            EdgeKind::Inheritance => self.target.0 | INHERITANCE,
        }
    }

    #[inline]
    pub(crate) fn unpack(packed: u32) -> Self {
        let kind = if packed & INHERITANCE == 0 { EdgeKind::Use } else { EdgeKind::Inheritance };
        Self { target: Node(packed & !INHERITANCE), kind }
    }
}

/// What is known of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// No class file of that name is on the class path; somebody mentions it.
    Absent,
    /// There is a class file.
    Present {
        /// Where it belongs.
        part: Part,
        /// What identifies its bytes.
        content: Fingerprint,
    },
}

impl State {
    /// Where it belongs, if it is there.
    pub fn part(self) -> Option<Part> {
        match self {
            Self::Absent => None,
            Self::Present { part, .. } => Some(part),
        }
    }
}

/// The inter-type relation graph of a class path.
#[derive(Debug, Clone)]
pub struct Graph {
    pub(crate) names: NameTable,
    pub(crate) states: Vec<State>,
    pub(crate) edges: Rows,
    pub(crate) damages: BTreeMap<Node, Damage>,
    reverse: OnceLock<Rows>,
}

impl Default for Graph {
    fn default() -> Self {
        let mut names = NameTable::default();
        names.intern(b"");
        Self::new(names, vec![State::Absent], Rows::default(), BTreeMap::new())
    }
}

impl Graph {
    pub(crate) fn new(
        names: NameTable,
        states: Vec<State>,
        edges: Rows,
        damages: BTreeMap<Node, Damage>,
    ) -> Self {
        Self { names, states, edges, damages, reverse: OnceLock::new() }
    }

    /// How many nodes there are, [`Node::ANYTHING`] included.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is no type.
    pub fn is_empty(&self) -> bool {
        self.len() <= 1
    }

    /// How many edges there are.
    pub fn edge_count(&self) -> usize {
        self.edges.targets.len()
    }

    /// All nodes, [`Node::ANYTHING`] first.
    pub fn nodes(&self) -> impl Iterator<Item = Node> + use<> {
        (0..self.len() as u32).map(Node)
    }

    /// The nodes that have a class file.
    pub fn classes(&self) -> impl Iterator<Item = Node> + '_ {
        self.nodes().filter(|node| self.state(*node) != State::Absent)
    }

    /// The node of an internal name such as `p/A`, if anybody mentions it.
    pub fn node(&self, name: &str) -> Option<Node> {
        if name.is_empty() {
            return None;
        }
        self.names.find(&modified_utf8(name)).map(Node)
    }

    /// As [`Self::node`]; makes an absent node if there is none, so that a removed class can be asked for.
    pub fn intern(&mut self, name: &str) -> Node {
        let node = Node(self.names.intern(&modified_utf8(name)));
        self.states.resize(self.names.len(), State::Absent);
        node
    }

    /// The internal name; `*` for [`Node::ANYTHING`].
    pub fn name(&self, node: Node) -> Cow<'_, str> {
        if node == Node::ANYTHING {
            return Cow::Borrowed("*");
        }
        MStr::new(self.names.get(node.0)).to_text()
    }

    /// What is known of a node.
    pub fn state(&self, node: Node) -> State {
        self.states.get(node.place()).copied().unwrap_or(State::Absent)
    }

    /// The edges of a type, in no particular order; a damaged class has one to [`Node::ANYTHING`].
    pub fn edges(&self, node: Node) -> impl Iterator<Item = Edge> + '_ {
        self.edges.row(node).iter().map(|packed| Edge::unpack(*packed))
    }

    /// The types that a type extends or implements, as far as its class file says so.
    pub fn supertypes(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        let inherits = |edge: &Edge| edge.kind == EdgeKind::Inheritance;
        self.edges(node).filter(inherits).map(|edge| edge.target)
    }

    /// The classes that could not be read, by name.
    pub fn damages(&self) -> impl Iterator<Item = &Damage> {
        self.damages.values()
    }

    /// What is wrong with a class, if something is.
    pub fn damage(&self, node: Node) -> Option<&Damage> {
        self.damages.get(&node)
    }

    /// From each node to those that have an edge to it.
    pub(crate) fn reverse(&self) -> &Rows {
        self.reverse.get_or_init(|| self.edges.reversed(self.len()))
    }
}

/// Lists of numbers, one for each node, behind each other.
#[derive(Debug, Clone, Default)]
pub(crate) struct Rows {
    /// Where the list of a node starts; it ends where the next one starts.
    pub(crate) starts: Vec<u32>,
    pub(crate) targets: Vec<u32>,
}

impl Rows {
    #[inline]
    pub(crate) fn row(&self, node: Node) -> &[u32] {
        match (self.starts.get(node.place()), self.starts.get(node.place() + 1)) {
            (Some(start), Some(end)) => {
                self.targets.get(*start as usize..*end as usize).unwrap_or_default()
            }
            _ => &[],
        }
    }

    /// From pairs, for so many nodes.
    pub(crate) fn of_pairs(nodes: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut starts = vec![0_u32; nodes + 1];
        for (from, _) in pairs.clone() {
            if let Some(count) = starts.get_mut(from as usize + 1) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut next = starts.clone();
        let mut targets = vec![0; sum as usize];
        for (from, to) in pairs {
            if let Some(place) = next.get_mut(from as usize) {
                if let Some(target) = targets.get_mut(*place as usize) {
                    *target = to;
                }
                *place += 1;
            }
        }
        Self { starts, targets }
    }

    fn reversed(&self, nodes: usize) -> Self {
        let rows = (0..nodes as u32).flat_map(|from| {
            self.row(Node(from)).iter().map(move |packed| (Edge::unpack(*packed).target.0, from))
        });
        Self::of_pairs(nodes, rows)
    }
}
