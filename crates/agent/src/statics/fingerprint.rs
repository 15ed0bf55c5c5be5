//! Fingerprints of objects by what can be reached from them. They say nothing about where objects lie in memory or in which
//! order they were found, so that they can be compared after a collection of garbage; two objects that are alike have the
//! same.
//!
//! An object that is on no circle has that of its content and of all it refers to. Objects on common circles (the nodes of a
//! list that is linked both ways, parents and children) are numbered in the order in which references lead to them from
//! the one that was found first, and that order, with what is in each, is the fingerprint of the group. References have
//! places, so it is the same whenever the group is.

/// Where a reference leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    /// To something that is not looked into.
    Value(u64),
    /// To an object, by its place in the list.
    Object(u32),
}

/// A reference: from an object, out of a field or element, to somewhere.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Edge {
    pub(crate) from: u32,
    pub(crate) place: i32,
    pub(crate) to: Target,
}

/// Mixes two numbers into one.
pub(crate) fn mix(left: u64, right: u64) -> u64 {
    // The finaliser of MurmurHash3, over a product that is different for both sides.
    let mut hash = left.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29) ^ right;
    hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash = (hash ^ (hash >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    hash ^ (hash >> 33)
}

/// The fingerprints of objects, given what is in each and where its references lead.
pub(crate) fn fingerprints(contents: &[u64], mut edges: Vec<Edge>) -> Vec<u64> {
    edges.sort_unstable_by_key(|edge| (edge.from, edge.place));
    let graph = Graph { contents, edges: &edges, starts: starts(contents.len(), &edges) };
    let mut found = vec![0; contents.len()];
    for group in groups(&graph) {
        graph.finish(&group, &mut found);
    }
    found
}

/// Where the edges of each object begin.
fn starts(objects: usize, edges: &[Edge]) -> Vec<usize> {
    let mut starts = Vec::with_capacity(objects + 1);
    let mut place = 0;
    for object in 0..=objects {
        while edges.get(place).is_some_and(|edge| (edge.from as usize) < object) {
            place += 1;
        }
        starts.push(place);
    }
    starts
}

struct Graph<'g> {
    contents: &'g [u64],
    /// By object and place.
    edges: &'g [Edge],
    starts: Vec<usize>,
}

impl Graph<'_> {
    fn edges(&self, object: u32) -> &[Edge] {
        let object = object as usize;
        match (self.starts.get(object), self.starts.get(object + 1)) {
            (Some(start), Some(end)) => self.edges.get(*start..*end).unwrap_or_default(),
            _ => &[],
        }
    }

    fn content(&self, object: u32) -> u64 {
        self.contents.get(object as usize).copied().unwrap_or_default()
    }

    /// Sets the fingerprints of a group, all of whose references to others lead to what is finished.
    fn finish(&self, group: &[u32], found: &mut [u64]) {
        let Some(first) = group.iter().min().copied() else { return };
        let mut members = group.to_vec();
        members.sort_unstable();
        // Members in the order in which they are reached, and the number in it of each.
        let mut order = vec![first];
        let mut numbers: Vec<Option<u32>> = vec![None; members.len()];
        set(&mut numbers, 0, Some(0));
        let (mut all, mut next) = (0, 0);
        while let Some(member) = order.get(next).copied() {
            next += 1;
            all = mix(all, self.content(member));
            for edge in self.edges(member) {
                let to = match edge.to {
                    Target::Value(value) => mix(1, value),
                    Target::Object(object) => match members.binary_search(&object) {
                        Ok(place) => {
                            let number = numbers.get(place).copied().flatten();
                            let number = number.unwrap_or_else(|| {
                                order.push(object);
                                order.len() as u32 - 1
                            });
                            set(&mut numbers, place as u32, Some(number));
                            mix(2, u64::from(number))
                        }
                        Err(_) => found.get(object as usize).copied().unwrap_or(0),
                    },
                };
                all = mix(mix(all, u64::from(edge.place.cast_unsigned())), to);
            }
        }
        for (number, member) in (0_u64..).zip(&order) {
            set(found, *member, if number == 0 { all } else { mix(all, number) });
        }
    }
}

/// Objects that can reach each other, each group after those that it refers to (Tarjan's algorithm, without recursion:
/// lists are long).
fn groups(graph: &Graph<'_>) -> Vec<Vec<u32>> {
    const UNSEEN: u32 = u32::MAX;
    let count = graph.contents.len();
    let (mut number, mut low) = (vec![UNSEEN; count], vec![UNSEEN; count]);
    let mut is_open = vec![false; count];
    let (mut open, mut groups): (Vec<u32>, Vec<Vec<u32>>) = (Vec::new(), Vec::new());
    let mut next = 0;
    let at = |list: &[u32], object: u32| list.get(object as usize).copied().unwrap_or(UNSEEN);
    for first in 0..count as u32 {
        if at(&number, first) != UNSEEN {
            continue;
        }
        // An object, and how many of its references were followed.
        let mut path: Vec<(u32, usize)> = vec![(first, 0)];
        while let Some((object, followed)) = path.last_mut() {
            let object = *object;
            if *followed == 0 {
                set(&mut number, object, next);
                set(&mut low, object, next);
                next += 1;
                open.push(object);
                set(&mut is_open, object, true);
            }
            let edge = graph.edges(object).get(*followed);
            *followed += 1;
            match edge.map(|edge| edge.to) {
                Some(Target::Object(to)) if at(&number, to) == UNSEEN => path.push((to, 0)),
                Some(Target::Object(to)) if is_open.get(to as usize) == Some(&true) => {
                    let least = at(&low, object).min(at(&number, to));
                    set(&mut low, object, least);
                }
                Some(_) => {}
                None => {
                    path.pop();
                    if let Some((above, _)) = path.last() {
                        let least = at(&low, *above).min(at(&low, object));
                        set(&mut low, *above, least);
                    }
                    if at(&low, object) == at(&number, object) {
                        let place = open.iter().rposition(|each| *each == object).unwrap_or(0);
                        let group = open.split_off(place);
                        group.iter().for_each(|each| set(&mut is_open, *each, false));
                        groups.push(group);
                    }
                }
            }
        }
    }
    groups
}

fn set<T>(list: &mut [T], object: u32, value: T) {
    if let Some(place) = list.get_mut(object as usize) {
        *place = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(from: u32, place: i32, to: u32) -> Edge {
        Edge { from, place, to: Target::Object(to) }
    }

    /// The fingerprint of a list that is linked both ways, from its first node.
    fn list(contents: &[u64]) -> u64 {
        let count = contents.len() as u32;
        let forth = (1..count).map(|node| edge(node - 1, 0, node));
        let back = (1..count).map(|node| edge(node, 1, node - 1));
        fingerprints(contents, forth.chain(back).collect())[0]
    }

    #[test]
    fn the_order_in_which_objects_are_found_does_not_count() {
        let one = fingerprints(&[1, 2, 3], vec![edge(0, 0, 1), edge(0, 1, 2), edge(1, 0, 2)]);
        let other = fingerprints(&[3, 1, 2], vec![edge(1, 1, 0), edge(2, 0, 0), edge(1, 0, 2)]);
        assert_eq!([one[0], one[1], one[2]], [other[1], other[2], other[0]]);
    }

    #[test]
    fn a_difference_far_away_counts_and_places_do() {
        let chain = |last| {
            let contents: Vec<u64> = (0..100_000).map(|_| 7).chain([last]).collect();
            fingerprints(&contents, (0..100_000).map(|node| edge(node, 0, node + 1)).collect())[0]
        };
        assert_eq!(chain(1), chain(1));
        assert_ne!(chain(1), chain(2));
        let at = |place| fingerprints(&[1, 2], vec![edge(0, place, 1)])[0];
        assert_ne!(at(0), at(1));
    }

    #[test]
    fn circles_are_told_apart_by_what_is_in_them_and_in_which_order() {
        assert_eq!(list(&[1, 2, 3, 4]), list(&[1, 2, 3, 4]));
        assert_ne!(list(&[1, 2, 3, 4]), list(&[1, 2, 3, 5]));
        assert_ne!(list(&[1, 2, 3, 4]), list(&[1, 3, 2, 4]));
        assert_ne!(list(&[1, 1, 1]), list(&[1, 1, 1, 1]));
        let with =
            |place: usize| -> Vec<u64> { (0..30).map(|at| u64::from(at == place)).collect() };
        assert_ne!(list(&with(14)), list(&with(15)));
        let itself = fingerprints(&[1], vec![edge(0, 0, 0)]);
        assert_ne!(itself, fingerprints(&[1], Vec::new()));
    }

    #[test]
    fn what_is_not_looked_into_counts_by_its_value() {
        let to = |value| {
            fingerprints(&[1], vec![Edge { from: 0, place: 0, to: Target::Value(value) }])[0]
        };
        assert_ne!(to(1), to(2));
    }
}
