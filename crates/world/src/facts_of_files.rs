//! Class files in, facts out: families in parallel, whatever kind of root they come from.

use std::sync::Mutex;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use tamis_facts::{Extractor, family_name, fingerprint};

use crate::entries::{ClassEntry, Entries, ResourceEntry, UnreadableEntry, class_name};
use crate::identity::Identity;
use crate::problem::Problem;
use crate::records::{Block, Record};

/// A class file larger than this is refused: the JVM's own limits keep real ones far below.
pub(crate) const LARGEST_CLASS: u64 = 64 << 20;

/// Families that one task takes: enough to be worth a task, few enough to share the work evenly.
const FAMILIES_A_TASK: usize = 64;

/// Bytes of encoded facts that a task begins with: more than most of them need. What is left is given back, and before it
/// is used it costs nothing.
const ROOM_A_TASK: usize = 1 << 20;

/// A file that may hold a class.
#[derive(Debug)]
pub(crate) struct Candidate {
    pub(crate) path: Box<str>,
    pub(crate) prefix: u16,
    /// If the file has been looked at.
    pub(crate) identity: Option<Identity>,
    /// For the source to find the bytes again.
    pub(crate) position: (u32, u32),
}

/// Where the bytes of candidates come from.
pub(crate) trait Source: Sync {
    /// Replaces the contents of `bytes` with those of the file, and says what the file was before it was read.
    fn read(&self, candidate: &Candidate, bytes: &mut Vec<u8>) -> Result<Identity, Problem>;
    /// The problem, with the file or the entry named.
    fn problem(&self, candidate: &Candidate, offset: usize, message: String) -> Problem;
}

/// The candidates by family, in a fixed order.
pub(crate) fn families(candidates: Vec<Candidate>) -> Vec<Vec<Candidate>> {
    let mut positions: FxHashMap<&str, usize> = FxHashMap::default();
    let mut sizes: Vec<usize> = Vec::new();
    let family_of: Vec<usize> = candidates
        .iter()
        .map(|candidate| {
            let name = class_name(&candidate.path, candidate.prefix).unwrap_or_default();
            let position = *positions.entry(family_name(name)).or_insert(sizes.len());
            match sizes.get_mut(position) {
                Some(size) => *size += 1,
                None => sizes.push(1),
            }
            position
        })
        .collect();
    let mut families: Vec<_> = sizes.into_iter().map(Vec::with_capacity).collect();
    for (candidate, position) in candidates.into_iter().zip(family_of) {
        if let Some(family) = families.get_mut(position) {
            family.push(candidate);
        }
    }
    families
}

/// What one task found.
struct Piece {
    bytes: Vec<u8>,
    entries: Entries,
}

/// Extracts the facts of all families and adds them to `entries`. `done` is told how many class files were read.
pub(crate) fn extract(
    mut families: Vec<Vec<Candidate>>,
    source: &dyn Source,
    entries: &mut Entries,
    done: &(dyn Fn(usize) + Sync),
) {
    let idle = Mutex::new(Vec::new());
    let pieces: Vec<Piece> = families
        .par_chunks_mut(FAMILIES_A_TASK)
        .map(|families| {
            // As many readers as threads: their memory is what makes them quick.
            let known = idle.lock().ok().and_then(|mut idle| idle.pop());
            let mut reader: Reader = known.unwrap_or_default();
            let mut piece =
                Piece { bytes: Vec::with_capacity(ROOM_A_TASK), entries: Entries::default() };
            for family in families {
                reader.family(family, source, &mut piece);
                done(family.len());
            }
            piece.bytes.shrink_to_fit();
            if let Ok(mut idle) = idle.lock() {
                idle.push(reader);
            }
            piece
        })
        .collect();
    for piece in pieces {
        let block = entries.blocks.len() as u32;
        entries.blocks.push(Block::Memory(piece.bytes));
        entries.classes.extend(piece.entries.classes.into_iter().map(|mut class| {
            class.record.block = block;
            class
        }));
        entries.resources.extend(piece.entries.resources);
        entries.unreadable.extend(piece.entries.unreadable);
        entries.problems.extend(piece.entries.problems);
    }
}

#[derive(Default)]
struct Reader {
    extractor: Extractor,
    buffers: Vec<Vec<u8>>,
}

impl Reader {
    /// The candidates are used up.
    fn family(&mut self, family: &mut [Candidate], source: &dyn Source, piece: &mut Piece) {
        if self.buffers.len() < family.len() {
            self.buffers.resize_with(family.len(), Vec::new);
        }
        let mut read = Vec::with_capacity(family.len());
        for (position, (candidate, buffer)) in family.iter_mut().zip(&mut self.buffers).enumerate()
        {
            match source.read(candidate, buffer) {
                Ok(identity) => read.push((candidate, identity, position)),
                Err(problem) => unreadable(piece, candidate, problem),
            }
        }
        let files: Vec<&[u8]> = read
            .iter()
            .filter_map(|(_, _, position)| self.buffers.get(*position).map(Vec::as_slice))
            .collect();
        let results = self.extractor.family(&files);
        for ((candidate, identity, _), (file, result)) in
            read.into_iter().zip(files.iter().zip(results))
        {
            match result {
                Ok(facts)
                    if Some(facts.name()) == class_name(&candidate.path, candidate.prefix) =>
                {
                    let record = Record::append(&facts, 0, &mut piece.bytes);
                    piece.entries.classes.push(ClassEntry {
                        path: std::mem::take(&mut candidate.path),
                        prefix: candidate.prefix,
                        identity,
                        all: facts.all,
                        record,
                    });
                    self.extractor.recycle(facts);
                }
                // No class of that name can be loaded from here; its bytes can.
                Ok(_) => piece.entries.resources.push(ResourceEntry {
                    path: std::mem::take(&mut candidate.path),
                    identity,
                    content: fingerprint::of_content(file),
                }),
                Err(error) => {
                    let problem = source.problem(candidate, error.offset(), error.to_string());
                    unreadable(piece, candidate, problem);
                }
            }
        }
    }
}

fn unreadable(piece: &mut Piece, candidate: &Candidate, problem: Problem) {
    piece
        .entries
        .unreadable
        .push(UnreadableEntry { path: candidate.path.clone(), prefix: candidate.prefix });
    piece.entries.problems.push(problem);
}
