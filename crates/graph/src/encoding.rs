//! A graph as bytes, to be kept between runs: `docs/formats/graph.md`.
//!
//! What comes back is no graph but a [`Previous`] one, good only for making the next: it says nothing of classes that could
//! not be read, and nobody has compared it with the class path yet.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use tamis_vocab::Fingerprint;
use xxhash_rust::xxh3::xxh3_128;

use crate::entry::{ClassEntry, ClassSource, Part};
use crate::graph::{Edge, Graph, Node, Rows, State};
use crate::name_table::NameTable;

/// `TAMISGRF`
const MAGIC: [u8; 8] = *b"TAMISGRF";

/// The version of the format, and of what counts as an edge: a reader that finds more edges in the same class has another
/// one, or unchanged classes would keep the edges of the old reader.
const VERSION: u32 = 1;

/// Magic, version, and the numbers of names, bytes of text and edges.
const HEADER: usize = 24;
const CHECKSUM: usize = 16;
/// One byte for the part, then the fingerprint.
const STATE: usize = 17;

/// The graph of an earlier run.
#[derive(Debug, Clone, Default)]
pub struct Previous(Graph);

impl Previous {
    /// The graph of the class path as it is now; only classes whose content is another one are read.
    pub fn update(self, entries: &[ClassEntry<'_>], source: &(impl ClassSource + ?Sized)) -> Graph {
        self.0.update(entries, source)
    }

    /// Reads what [`Graph::encode`] wrote.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let (content, checksum) =
            bytes.split_last_chunk::<CHECKSUM>().ok_or(DecodeError::End { length: bytes.len() })?;
        let mut rest = content;
        let magic: [u8; 8] = *chunk(&mut rest, bytes.len())?;
        let version = number(&mut rest, bytes.len())?;
        if magic != MAGIC || version != VERSION {
            return Err(DecodeError::Other { magic, version });
        }
        if xxh3_128(content).to_le_bytes() != *checksum {
            return Err(DecodeError::Damaged);
        }
        let mut count = || number(&mut rest, bytes.len()).map(|count| count as usize);
        let (names, text, edges) = (count()?, count()?, count()?);
        let ends = numbers(&mut rest, names, bytes.len())?;
        let text = take(&mut rest, text, bytes.len())?;
        let states = take(&mut rest, names.saturating_mul(STATE), bytes.len())?;
        let starts = numbers(&mut rest, names.saturating_add(1), bytes.len())?;
        let targets = numbers(&mut rest, edges, bytes.len())?;
        let rows = Rows { starts, targets };
        if !rest.is_empty() || !is_sound(&rows, names) {
            return Err(DecodeError::Senseless);
        }
        let names = NameTable::of_parts(text, &ends).ok_or(DecodeError::Senseless)?;
        let states: Option<Vec<State>> = states.chunks_exact(STATE).map(read_state).collect();
        let states = states.ok_or(DecodeError::Senseless)?;
        Ok(Self(Graph::new(names, states, rows, BTreeMap::new())))
    }
}

/// Bytes that are no graph of this version. The graph has to be built anew.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// It ends too early.
    #[error("the stored graph ends after {length} bytes")]
    End {
        /// How long it is.
        length: usize,
    },
    /// It is something else, or of another release.
    #[error("expected a stored graph of version {VERSION}, found `{}`, version {version}", magic.escape_ascii())]
    Other {
        /// Its first bytes.
        magic: [u8; 8],
        /// What stands where the version should be.
        version: u32,
    },
    /// It is not what was written.
    #[error("the stored graph is damaged: its checksum is another one")]
    Damaged,
    /// The checksum is right, but numbers in it lead nowhere.
    #[error("the stored graph makes no sense")]
    Senseless,
}

impl Graph {
    /// The graph as bytes, without the classes that could not be read: these are read again.
    pub fn encode(&self) -> Vec<u8> {
        let length = self.len();
        let mut bytes = Vec::with_capacity(
            HEADER + CHECKSUM + length * (STATE + 8 + 32) + self.edges.targets.len() * 4,
        );
        let is_kept = |node: Node| !self.damages.contains_key(&node);
        let rows = self.nodes().map(|node| if is_kept(node) { self.edges.row(node) } else { &[] });
        let (mut starts, mut targets) = (vec![0], Vec::new());
        for row in rows {
            targets.extend_from_slice(row);
            starts.push(targets.len() as u32);
        }
        let (text, ends) = self.names.parts();
        bytes.extend(MAGIC);
        for number in [VERSION, length as u32, text.len() as u32, targets.len() as u32] {
            bytes.extend(number.to_le_bytes());
        }
        ends.iter().for_each(|end| bytes.extend(end.to_le_bytes()));
        bytes.extend(text);
        for node in self.nodes() {
            let state = if is_kept(node) { self.state(node) } else { State::Absent };
            write_state(state, &mut bytes);
        }
        starts.iter().chain(&targets).for_each(|number| bytes.extend(number.to_le_bytes()));
        let checksum = xxh3_128(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }
}

fn write_state(state: State, bytes: &mut Vec<u8>) {
    let (kind, content) = match state {
        State::Absent => (0, [0; 16]),
        State::Present { part, content } => (
            match part {
                Part::Project => 1,
                Part::Library => 2,
                Part::Platform => 3,
            },
            content.to_bytes(),
        ),
    };
    bytes.push(kind);
    bytes.extend(content);
}

fn read_state(bytes: &[u8]) -> Option<State> {
    let (kind, content) = bytes.split_first()?;
    let part = match kind {
        0 => return Some(State::Absent),
        1 => Part::Project,
        2 => Part::Library,
        3 => Part::Platform,
        _ => return None,
    };
    Some(State::Present { part, content: Fingerprint::from_bytes(content.try_into().ok()?) })
}

/// Whether rows follow each other and lead to nodes.
fn is_sound(rows: &Rows, names: usize) -> bool {
    rows.starts.first() == Some(&0)
        && rows.starts.is_sorted()
        && rows.starts.last().map(|end| *end as usize) == Some(rows.targets.len())
        && rows.targets.iter().all(|packed| Edge::unpack(*packed).target.place() < names)
}

/// So many bytes; `length` is that of the whole.
pub(crate) fn take<'a>(
    rest: &mut &'a [u8],
    count: usize,
    length: usize,
) -> Result<&'a [u8], DecodeError> {
    let (taken, tail) = rest.split_at_checked(count).ok_or(DecodeError::End { length })?;
    *rest = tail;
    Ok(taken)
}

pub(crate) fn chunk<'a, const N: usize>(
    rest: &mut &'a [u8],
    length: usize,
) -> Result<&'a [u8; N], DecodeError> {
    let (taken, tail) = rest.split_first_chunk().ok_or(DecodeError::End { length })?;
    *rest = tail;
    Ok(taken)
}

pub(crate) fn number(rest: &mut &[u8], length: usize) -> Result<u32, DecodeError> {
    chunk(rest, length).map(|bytes| u32::from_le_bytes(*bytes))
}

pub(crate) fn numbers(
    rest: &mut &[u8],
    count: usize,
    length: usize,
) -> Result<Vec<u32>, DecodeError> {
    let bytes = take(rest, count.saturating_mul(4), length)?;
    let (numbers, _) = bytes.as_chunks();
    Ok(numbers.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect())
}
