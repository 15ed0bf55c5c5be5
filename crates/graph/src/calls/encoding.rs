//! Calls as bytes, to be kept between runs: `docs/formats/calls.md`. What comes back is no [`Calls`] but a [`PreviousCalls`],
//! good only for making the next: nobody has compared it with the class path yet.

use rustc_hash::FxHashMap;
use tamis_vocab::Fingerprint;
use xxhash_rust::xxh3::xxh3_128;

use super::Calls;
use crate::encoding::{DecodeError, chunk, number, numbers, take};
use crate::graph::{Graph, Node, State};
use crate::name_table::NameTable;

/// `TAMISCLL`
const MAGIC: [u8; 8] = *b"TAMISCLL";

/// The version of the format, and of what counts as a call.
const VERSION: u32 = 1;

const CHECKSUM: usize = 16;
/// Name, fingerprint, numbers of calls and of declared methods.
const CLASS: usize = 4 + 16 + 4 + 4;

/// The calls of an earlier run.
#[derive(Debug, Default)]
pub struct PreviousCalls {
    names: NameTable,
    selectors: NameTable,
    classes: Vec<Class>,
    /// Pairs of a name and a selector, of one class after the other.
    called: Vec<u32>,
    declared: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
struct Class {
    name: u32,
    content: Fingerprint,
    /// How many calls, and how many declared methods.
    called: u32,
    declared: u32,
}

/// What is known already while calls are put together.
pub(super) struct Known<'p> {
    pub(super) selectors: NameTable,
    /// By caller: the class that is called, then the selector.
    pub(super) called: Vec<(u32, u32)>,
    pub(super) declared: Vec<(u32, u32)>,
    previous: &'p PreviousCalls,
    /// The nodes of the names.
    nodes: Vec<Option<u32>>,
    /// The numbers that selectors have now.
    numbers: Vec<u32>,
    /// By node: content, where its calls start, its declared methods.
    classes: FxHashMap<u32, (Class, usize, usize)>,
}

impl PreviousCalls {
    /// With the numbers of a graph.
    pub(super) fn on(&self, graph: &Graph) -> Known<'_> {
        let names = 0..self.names.len() as u32;
        let nodes: Vec<Option<u32>> =
            names.map(|name| graph.names.find(self.names.get(name))).collect();
        let mut selectors = NameTable::default();
        let numbers = selectors.intern_all(&self.selectors);
        let mut classes = FxHashMap::default();
        let (mut called, mut declared) = (0, 0);
        for class in &self.classes {
            if let Some(Some(node)) = nodes.get(class.name as usize) {
                classes.insert(*node, (*class, called, declared));
            }
            called += class.called as usize * 2;
            declared += class.declared as usize;
        }
        let empty = Vec::new;
        let (called, declared) = (empty(), empty());
        Known { selectors, called, declared, previous: self, nodes, numbers, classes }
    }

    /// Reads what [`Calls::encode`] wrote.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let length = bytes.len();
        let (content, checksum) =
            bytes.split_last_chunk::<CHECKSUM>().ok_or(DecodeError::End { length })?;
        let mut rest = content;
        let magic: [u8; 8] = *chunk(&mut rest, length)?;
        let version = number(&mut rest, length)?;
        if magic != MAGIC || version != VERSION {
            return Err(DecodeError::Other { magic, version });
        }
        if xxh3_128(content).to_le_bytes() != *checksum {
            return Err(DecodeError::Damaged);
        }
        let names = read_names(&mut rest, length)?;
        let selectors = read_names(&mut rest, length)?;
        let count = number(&mut rest, length)? as usize;
        let rows = take(&mut rest, count.saturating_mul(CLASS), length)?;
        let classes: Option<Vec<Class>> = rows.chunks_exact(CLASS).map(read_class).collect();
        let classes = classes.ok_or(DecodeError::Senseless)?;
        let sum = |of: fn(&Class) -> u32| classes.iter().map(|class| of(class) as usize).sum();
        let (calls, methods): (usize, usize) =
            (sum(|class| class.called), sum(|class| class.declared));
        let called = numbers(&mut rest, calls.saturating_mul(2), length)?;
        let declared = numbers(&mut rest, methods, length)?;
        let is_name = |name: &u32| (*name as usize) < names.len();
        let is_selector = |selector: &u32| (*selector as usize) < selectors.len();
        let (pairs, _) = called.as_chunks();
        let is_sound = rest.is_empty()
            && classes.iter().all(|class| is_name(&class.name))
            && pairs.iter().all(|[name, selector]| is_name(name) && is_selector(selector))
            && declared.iter().all(is_selector);
        if !is_sound {
            return Err(DecodeError::Senseless);
        }
        Ok(Self { names, selectors, classes, called, declared })
    }
}

impl Known<'_> {
    /// Takes over what is known of a class, if it is of the same content.
    pub(super) fn take(&mut self, node: Node, now: State) -> bool {
        let State::Present { content, .. } = now else { return false };
        let Some((class, called, declared)) = self.classes.get(&node.number()) else {
            return false;
        };
        let calls = self.previous.called.get(*called..called + class.called as usize * 2);
        let methods = self.previous.declared.get(*declared..declared + class.declared as usize);
        let (true, Some(calls), Some(methods)) = (class.content == content, calls, methods) else {
            return false;
        };
        let selector = |old: u32| self.numbers.get(old as usize).copied().unwrap_or_default();
        let (pairs, _) = calls.as_chunks();
        for [name, called] in pairs {
            // What the graph has no node for, the class cannot name: it is of the same content.
            if let Some(Some(class)) = self.nodes.get(*name as usize) {
                self.called.extend([(node.number(), *class), (node.number(), selector(*called))]);
            }
        }
        self.declared.extend(methods.iter().map(|method| (node.number(), selector(*method))));
        true
    }
}

impl Calls {
    /// The calls as bytes, without the classes that could not be read.
    pub fn encode(&self, graph: &Graph) -> Vec<u8> {
        let (mut names, mut selectors) = (NameTable::default(), NameTable::default());
        // Tables that are read back begin with nothing.
        names.intern(b"");
        selectors.intern(b"");
        let (mut classes, mut called, mut declared) = (Vec::new(), Vec::new(), Vec::new());
        let mut count = 0_u32;
        for node in graph.classes() {
            let State::Present { content, .. } = graph.state(node) else { continue };
            let is_read = self.positions.get(node.place()).is_some_and(|position| *position > 0);
            if !is_read || graph.damage(node).is_some() {
                continue;
            }
            count += 1;
            let (mut calls, mut methods) = (0_u32, 0_u32);
            for each in self.of(node) {
                let class = names.intern(graph.names.get(each.class.number()));
                let selector = selectors.intern(self.selectors.get(each.selector.0));
                called.extend([class, selector].map(u32::to_le_bytes).concat());
                calls += 1;
            }
            for selector in self.declared.row(node) {
                declared.extend(selectors.intern(self.selectors.get(*selector)).to_le_bytes());
                methods += 1;
            }
            classes.extend(names.intern(graph.names.get(node.number())).to_le_bytes());
            classes.extend(content.to_bytes());
            classes.extend([calls, methods].map(u32::to_le_bytes).concat());
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        write_names(&names, &mut bytes);
        write_names(&selectors, &mut bytes);
        bytes.extend(count.to_le_bytes());
        [classes, called, declared].iter().for_each(|part| bytes.extend(part));
        let checksum = xxh3_128(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }
}

fn write_names(names: &NameTable, bytes: &mut Vec<u8>) {
    let (text, ends) = names.parts();
    for number in [ends.len() as u32, text.len() as u32].iter().chain(ends) {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(text);
}

fn read_names(rest: &mut &[u8], length: usize) -> Result<NameTable, DecodeError> {
    let (count, bytes) = (number(rest, length)? as usize, number(rest, length)? as usize);
    let ends = numbers(rest, count, length)?;
    let text = take(rest, bytes, length)?;
    NameTable::of_parts(text, &ends).ok_or(DecodeError::Senseless)
}

fn read_class(bytes: &[u8]) -> Option<Class> {
    let (name, rest) = bytes.split_first_chunk::<4>()?;
    let (content, rest) = rest.split_first_chunk::<16>()?;
    let (called, rest) = rest.split_first_chunk::<4>()?;
    let declared = rest.first_chunk::<4>()?;
    Some(Class {
        name: u32::from_le_bytes(*name),
        content: Fingerprint::from_bytes(*content),
        called: u32::from_le_bytes(*called),
        declared: u32::from_le_bytes(*declared),
    })
}
