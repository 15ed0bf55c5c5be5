//! From class files to the graph, and from one graph to the next.

#[cfg(test)]
mod tests;

use std::sync::Mutex;

use rayon::prelude::*;

use crate::damage::{Cause, Damage};
use crate::entry::{ClassEntry, ClassSource};
use crate::graph::{Edge, Graph, Node, Rows, State};
use crate::mentions::Mentions;
use crate::name_table::{NameTable, modified_utf8};

/// Classes that one task reads: enough for most names to be known already, few enough to share the work evenly.
const CLASSES_A_TASK: usize = 1024;

impl Graph {
    /// The graph of a class path. Of several classes with one name the first counts, as for a class loader.
    pub fn build(entries: &[ClassEntry<'_>], source: &(impl ClassSource + ?Sized)) -> Self {
        Self::default().update(entries, source)
    }

    /// The graph of a class path that this graph was made of earlier: a class whose content is the same is not read
    /// again. Nodes keep their numbers; types that nobody mentions any longer stay as absent nodes.
    #[must_use]
    pub fn update(
        mut self,
        entries: &[ClassEntry<'_>],
        source: &(impl ClassSource + ?Sized),
    ) -> Self {
        let mut names = std::mem::take(&mut self.names);
        let (states, nodes) = place(&mut names, entries);
        let is_new = |(node, position): &(Node, usize)| {
            let now = states.get(node.place()).copied();
            // What could not be read at all may be readable now.
            let is_known = self.damages.get(node).is_none_or(Damage::is_of_the_bytes);
            (now != self.states.get(node.place()).copied() || !is_known)
                .then_some((*node, *position))
        };
        let new: Vec<(Node, usize)> = nodes.iter().filter_map(is_new).collect();
        let pieces = read(&new, entries, source);
        self.merge(names, states, &nodes, &new, pieces)
    }

    fn merge(
        mut self,
        mut names: NameTable,
        mut states: Vec<State>,
        nodes: &[(Node, usize)],
        new: &[(Node, usize)],
        pieces: Vec<Piece>,
    ) -> Self {
        for (node, _) in new {
            self.damages.remove(node);
        }
        self.damages.retain(|node, _| {
            states.get(node.place()).is_some_and(|state| *state != State::Absent)
        });
        let mut fresh = Rows { starts: vec![0], targets: Vec::new() };
        let mut damages = Vec::new();
        for piece in pieces {
            let numbers = names.intern_all(&piece.names);
            fresh.targets.reserve(piece.rows.targets.len());
            let base = fresh.targets.len() as u32;
            for packed in &piece.rows.targets {
                let edge = Edge::unpack(*packed);
                // The first name of a piece is the empty one, as it is here.
                let target = numbers.get(edge.target.place()).copied().unwrap_or_default();
                fresh.targets.push(Edge { target: Node::new(target), ..edge }.pack());
            }
            fresh.starts.extend(piece.rows.starts.iter().skip(1).map(|end| base + end));
            damages.extend(piece.damages);
        }
        states.resize(names.len(), State::Absent);
        for (position, cause) in damages {
            if let Some((node, _)) = new.get(position) {
                let name = tamis_classfile::MStr::new(names.get(node.number())).to_text();
                self.damages.insert(*node, Damage { name: name.replace('/', "."), cause });
            }
        }
        let edges = join(names.len(), &self.edges, &fresh, nodes, new);
        Self::new(names, states, edges, self.damages)
    }
}

impl Damage {
    /// Whether the same bytes will have it again.
    fn is_of_the_bytes(&self) -> bool {
        match self.cause {
            Cause::Unreadable(_) => false,
            Cause::Malformed(_) | Cause::Misplaced(_) => true,
        }
    }
}

/// Nodes and states of the entries; each node once, with the position of its entry.
fn place(names: &mut NameTable, entries: &[ClassEntry<'_>]) -> (Vec<State>, Vec<(Node, usize)>) {
    let mut states = vec![State::Absent; names.len()];
    let mut nodes = Vec::with_capacity(entries.len());
    for (position, entry) in entries.iter().enumerate() {
        let node = Node::new(names.intern(&modified_utf8(entry.name)));
        if node.place() >= states.len() {
            states.push(State::Absent);
        }
        match states.get_mut(node.place()) {
            // A class without a name cannot be asked for; its number is that of anything.
            Some(slot @ State::Absent) if node != Node::ANYTHING => {
                *slot = State::Present { part: entry.part, content: entry.content };
                nodes.push((node, position));
            }
            _ => {}
        }
    }
    (states, nodes)
}

/// What one task found.
struct Piece {
    names: NameTable,
    /// A row for each class, by its place in the task.
    rows: Rows,
    /// By position among the classes that are read.
    damages: Vec<(usize, Cause)>,
}

fn read(
    new: &[(Node, usize)],
    entries: &[ClassEntry<'_>],
    source: &(impl ClassSource + ?Sized),
) -> Vec<Piece> {
    let idle = Mutex::new(Vec::new());
    new.par_chunks(CLASSES_A_TASK)
        .enumerate()
        .map(|(task, classes)| {
            // As many readers as threads: their memory is what makes them quick.
            let known = idle.lock().ok().and_then(|mut idle| idle.pop());
            let mut reader: Reader = known.unwrap_or_default();
            let piece = reader.read_all(task * CLASSES_A_TASK, classes, entries, source);
            if let Ok(mut idle) = idle.lock() {
                idle.push(reader);
            }
            piece
        })
        .collect()
}

#[derive(Default)]
struct Reader {
    mentions: Mentions,
    buffer: Vec<u8>,
}

impl Reader {
    fn read_all(
        &mut self,
        first: usize,
        classes: &[(Node, usize)],
        entries: &[ClassEntry<'_>],
        source: &(impl ClassSource + ?Sized),
    ) -> Piece {
        self.mentions.clear();
        let mut rows = Rows { starts: vec![0], targets: Vec::new() };
        let mut damages = Vec::new();
        for (at, (_, position)) in classes.iter().enumerate() {
            let name = entries.get(*position).map(|entry| entry.name).unwrap_or_default();
            let edges = source
                .read(*position, &mut self.buffer)
                .map_err(|message| Cause::Unreadable(message.into()))
                .and_then(|bytes| self.mentions.read(&modified_utf8(name), bytes));
            match edges {
                Ok(edges) => rows.targets.extend(edges.iter().map(|edge| edge.pack())),
                Err(cause) => {
                    rows.targets.push(Node::ANYTHING.number());
                    damages.push((first + at, cause));
                }
            }
            rows.starts.push(rows.targets.len() as u32);
        }
        Piece { names: self.mentions.names.clone(), rows, damages }
    }
}

/// The rows of all nodes: those of `new` from `fresh`, the others as they were.
fn join(
    length: usize,
    old: &Rows,
    fresh: &Rows,
    nodes: &[(Node, usize)],
    new: &[(Node, usize)],
) -> Rows {
    /// Which row of which list; one more than its place, 0 for none.
    #[derive(Clone, Copy, Default)]
    struct Origin {
        fresh: u32,
        is_kept: bool,
    }
    let mut origins = vec![Origin::default(); length];
    for (node, _) in nodes {
        if let Some(origin) = origins.get_mut(node.place()) {
            origin.is_kept = true;
        }
    }
    for (row, (node, _)) in (1..).zip(new) {
        if let Some(origin) = origins.get_mut(node.place()) {
            origin.fresh = row;
        }
    }
    let mut rows = Rows {
        starts: Vec::with_capacity(length + 1),
        targets: Vec::with_capacity(old.targets.len() + fresh.targets.len()),
    };
    rows.starts.push(0);
    for (node, origin) in (0..).map(Node::new).zip(origins) {
        let row = match (origin.fresh, origin.is_kept) {
            (0, false) => &[],
            (0, true) => old.row(node),
            (fresh_row, _) => fresh.row(Node::new(fresh_row - 1)),
        };
        rows.targets.extend_from_slice(row);
        rows.starts.push(rows.targets.len() as u32);
    }
    rows.targets.shrink_to_fit();
    rows
}
