//! Which numbered class or lambda is which, when one of them was inserted or removed.

use std::collections::{BTreeMap, BTreeSet};

use super::Side;
use crate::class_facts::ClassFacts;
use crate::class_set::Lookup;
use crate::family::family_name;

/// Longer sequences than this are not aligned but compared position by position: safe, and less to the point.
const LONGEST: usize = 2000;

/// The numbered classes of these families, side by side. As long as a method has as many of them as before, the first
/// corresponds to the first and so on: bodies that trade places are then a change. Otherwise those with equal content
/// correspond, in order, and the rest fills the gaps.
pub(super) fn numbered_classes<'s>(
    old: &Side<'s>,
    new: &Side<'s>,
    families: &BTreeSet<&str>,
) -> Vec<(Option<&'s ClassFacts>, Option<&'s ClassFacts>)> {
    if families.is_empty() {
        return Vec::new();
    }
    let before = siblings(old, families);
    let mut after = siblings(new, families);
    let mut pairs = Vec::new();
    for (group, was) in before {
        let is = after.remove(&group).unwrap_or_default();
        pairs.extend(align(&was, &is, |was, is| was.content == is.content));
    }
    pairs.extend(after.into_values().flatten().map(|is| (None, Some(is))));
    pairs
}

/// Numbered classes by what they have in common, in order of their numbers.
fn siblings<'s>(
    side: &Side<'s>,
    families: &BTreeSet<&str>,
) -> BTreeMap<&'s str, Vec<&'s ClassFacts>> {
    let mut groups: BTreeMap<&str, Vec<(usize, &ClassFacts)>> = BTreeMap::new();
    for (name, _, _) in &side.classes {
        if !families.contains(family_name(name)) {
            continue;
        }
        let Lookup::Found(facts) = side.set.find(name) else { continue };
        if !facts.is_numbered() {
            continue;
        }
        if let Some((group, number)) = facts.canonical_name().rsplit_once('.') {
            let number = number.parse().unwrap_or(usize::MAX);
            groups.entry(group).or_default().push((number, facts));
        }
    }
    groups
        .into_iter()
        .map(|(group, mut list)| {
            list.sort_by_key(|(number, _)| *number);
            (group, list.into_iter().map(|(_, facts)| facts).collect())
        })
        .collect()
}

/// Pairs the elements of two sequences.
pub(super) fn align<T: Copy>(
    was: &[T],
    is: &[T],
    same: impl Fn(&T, &T) -> bool,
) -> Vec<(Option<T>, Option<T>)> {
    if was.len() == is.len() || was.len().max(is.len()) > LONGEST {
        let longest = was.len().max(is.len());
        return (0..longest).map(|i| (was.get(i).copied(), is.get(i).copied())).collect();
    }
    let mut pairs = Vec::new();
    let (mut from_was, mut from_is) = (0, 0);
    for (w, i) in common_subsequence(was, is, same).into_iter().chain([(was.len(), is.len())]) {
        let gap_was = was.get(from_was..w).unwrap_or_default();
        let gap_is = is.get(from_is..i).unwrap_or_default();
        for k in 0..gap_was.len().max(gap_is.len()) {
            pairs.push((gap_was.get(k).copied(), gap_is.get(k).copied()));
        }
        if w < was.len() {
            pairs.push((was.get(w).copied(), is.get(i).copied()));
        }
        (from_was, from_is) = (w + 1, i + 1);
    }
    pairs
}

/// Positions of a longest common subsequence.
fn common_subsequence<T>(
    was: &[T],
    is: &[T],
    same: impl Fn(&T, &T) -> bool,
) -> Vec<(usize, usize)> {
    let width = is.len() + 1;
    let mut lengths = vec![0_u32; (was.len() + 1) * width];
    let at = |w: usize, i: usize| w * width + i;
    let get = |lengths: &[u32], position: usize| lengths.get(position).copied().unwrap_or_default();
    for (w, old) in was.iter().enumerate().rev() {
        for (i, new) in is.iter().enumerate().rev() {
            let length = if same(old, new) {
                get(&lengths, at(w + 1, i + 1)) + 1
            } else {
                get(&lengths, at(w + 1, i)).max(get(&lengths, at(w, i + 1)))
            };
            if let Some(slot) = lengths.get_mut(at(w, i)) {
                *slot = length;
            }
        }
    }
    let mut common = Vec::new();
    let (mut w, mut i) = (0, 0);
    while let (Some(old), Some(new)) = (was.get(w), is.get(i)) {
        if same(old, new) {
            common.push((w, i));
            (w, i) = (w + 1, i + 1);
        } else if get(&lengths, at(w + 1, i)) >= get(&lengths, at(w, i + 1)) {
            w += 1;
        } else {
            i += 1;
        }
    }
    common
}

#[cfg(test)]
mod tests {
    use super::align;

    fn check(was: &str, is: &str, expected: &[(&str, &str)]) {
        let was: Vec<char> = was.chars().collect();
        let is: Vec<char> = is.chars().collect();
        let text = |side: Option<char>| side.map(String::from).unwrap_or_default();
        let pairs: Vec<_> = align(&was, &is, |a, b| a == b)
            .into_iter()
            .map(|(was, is)| (text(was), text(is)))
            .collect();
        let expected: Vec<_> =
            expected.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
        assert_eq!(pairs, expected);
    }

    #[test]
    fn one_inserted_before_others_leaves_them_alone() {
        check("abc", "xabc", &[("", "x"), ("a", "a"), ("b", "b"), ("c", "c")]);
        check("abc", "ac", &[("a", "a"), ("b", ""), ("c", "c")]);
        check("ab", "axyb", &[("a", "a"), ("", "x"), ("", "y"), ("b", "b")]);
        check("abc", "xyac", &[("", "x"), ("", "y"), ("a", "a"), ("b", ""), ("c", "c")]);
    }

    #[test]
    fn two_that_trade_places_both_change() {
        check("ab", "ba", &[("a", "b"), ("b", "a")]);
    }
}
