//! Where two lists of lines differ: the algorithm of Myers ("An O(ND) difference algorithm", 1986).

use std::ops::Range;

/// A stretch of the first list, and what the second has in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Hunk {
    pub(super) old: Range<usize>,
    pub(super) new: Range<usize>,
}

impl Hunk {
    /// Whether all of it lies in stretches of the first list that these have, too.
    pub(super) fn is_within(&self, others: &[Self]) -> bool {
        let is_in = |line: usize| others.iter().any(|other| other.old.contains(&line));
        let is_next_to =
            |other: &Self| other.old.start <= self.old.start && self.old.start <= other.old.end;
        if self.old.is_empty() {
            others.iter().any(is_next_to)
        } else {
            self.old.clone().all(is_in)
        }
    }
}

/// The differences, in order. Beyond `most` lines all that is left counts as one.
pub(super) fn hunks<T: PartialEq>(old: &[T], new: &[T], most: usize) -> Vec<Hunk> {
    let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (old_rest, new_rest) = (old.get(start..).unwrap_or(&[]), new.get(start..).unwrap_or(&[]));
    let end = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(a, b)| a == b).count();
    let old_rest = old_rest.get(..old_rest.len() - end).unwrap_or(&[]);
    let new_rest = new_rest.get(..new_rest.len() - end).unwrap_or(&[]);
    if old_rest.is_empty() && new_rest.is_empty() {
        return Vec::new();
    }
    let Some(matches) = matches(old_rest, new_rest, most) else {
        let (old, new) = (start..start + old_rest.len(), start..start + new_rest.len());
        return vec![Hunk { old, new }];
    };
    let mut hunks = Vec::new();
    let (mut a, mut b) = (0, 0);
    for (x, y) in matches.into_iter().chain([(old_rest.len(), new_rest.len())]) {
        if a < x || b < y {
            hunks.push(Hunk { old: start + a..start + x, new: start + b..start + y });
        }
        (a, b) = (x + 1, y + 1);
    }
    hunks
}

/// Pairs of equal lines, ascending; none if more than `most` lines differ.
fn matches<T: PartialEq>(old: &[T], new: &[T], most: usize) -> Option<Vec<(usize, usize)>> {
    let offset = most + 1;
    // The furthest line of `old` reached on each diagonal, for each number of edits.
    let mut reached = vec![0_usize; 2 * most + 3];
    let mut history: Vec<Vec<usize>> = Vec::new();
    for edits in 0..=most {
        history.push(reached.clone());
        for step in 0..=edits {
            let place = offset + 2 * step - edits;
            let (below, above) = (reached.get(place - 1)?, reached.get(place + 1)?);
            let is_down = step == 0 || (step != edits && below < above);
            let mut x = if is_down { *above } else { below + 1 };
            while let (Some(a), Some(b)) = (old.get(x), new.get(line_of_new(x, place, offset))) {
                if a != b {
                    break;
                }
                x += 1;
            }
            *reached.get_mut(place)? = x;
            if x >= old.len() && line_of_new(x, place, offset) >= new.len() {
                return Some(trace(&history, edits, (old.len(), new.len()), offset));
            }
        }
    }
    None
}

/// The line of `new` that belongs to line `x` of `old` on a diagonal. Beyond both lists nothing is looked up.
fn line_of_new(x: usize, place: usize, offset: usize) -> usize {
    (x + offset).checked_sub(place).unwrap_or(usize::MAX)
}

/// Walks back from the end.
fn trace(
    history: &[Vec<usize>],
    edits: usize,
    (mut x, mut y): (usize, usize),
    offset: usize,
) -> Vec<(usize, usize)> {
    let mut matches = Vec::new();
    for edits in (0..=edits).rev() {
        let reached = history.get(edits).map_or(&[][..], Vec::as_slice);
        let at = |place: usize| reached.get(place).copied().unwrap_or(0);
        let place = x + offset - y;
        let (lowest, highest) = (offset - edits, offset + edits);
        let is_down = place == lowest || (place != highest && at(place - 1) < at(place + 1));
        let from = if is_down { place + 1 } else { place - 1 };
        let before = if edits == 0 { (0, 0) } else { (at(from), at(from) + offset - from) };
        // Where the edit arrives; from there on lines are equal.
        let arrival = match (edits, is_down) {
            (0, _) => (0, 0),
            (_, true) => (before.0, before.1 + 1),
            (_, false) => (before.0 + 1, before.1),
        };
        while x > arrival.0 && y > arrival.1 {
            (x, y) = (x - 1, y - 1);
            matches.push((x, y));
        }
        (x, y) = before;
    }
    matches.reverse();
    matches
}
