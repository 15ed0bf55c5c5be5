//! Packages and classes without their members, and the ways to rename them.

use std::collections::BTreeSet;

/// The classes of a program, ascending: a class is known by its place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Skeleton {
    /// The classes. Two have not both the same package and the same name.
    pub classes: Vec<ClassShape>,
}

/// A class without members.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassShape {
    /// Its package.
    pub package: u8,
    /// Its name, which a class of another package can have as well.
    pub id: u8,
    /// The place of its superclass.
    pub superclass: Option<u8>,
}

/// A renaming of packages and classes that leaves a skeleton as it is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Symmetry {
    /// Where the class at each place comes to lie.
    pub(crate) places: Vec<u8>,
    /// The new name of each name.
    pub(crate) class_ids: Vec<u8>,
}

impl Skeleton {
    /// How many packages there are.
    pub fn packages(&self) -> usize {
        self.classes.iter().map(|class| usize::from(class.package) + 1).max().unwrap_or(0)
    }

    /// How many names classes have.
    pub fn class_ids(&self) -> usize {
        self.classes.iter().map(|class| usize::from(class.id) + 1).max().unwrap_or(0)
    }

    /// The class at a place.
    pub fn class(&self, place: u8) -> Option<&ClassShape> {
        self.classes.get(usize::from(place))
    }

    /// The places of all classes.
    pub fn places(&self) -> impl Iterator<Item = u8> + use<> {
        0..self.classes.len() as u8
    }

    /// The direct superclass.
    pub fn superclass(&self, place: u8) -> Option<u8> {
        self.class(place).and_then(|class| class.superclass)
    }

    /// All superclasses, nearest first. Ends also if they run in a circle.
    pub fn ancestors(&self, place: u8) -> impl Iterator<Item = u8> + '_ {
        let first = self.superclass(place);
        std::iter::successors(first, |above| self.superclass(*above)).take(self.classes.len())
    }

    /// Whether one class is above another, at any distance.
    pub fn is_ancestor(&self, above: u8, below: u8) -> bool {
        self.ancestors(below).any(|place| place == above)
    }

    /// Whether no class has the name of another.
    pub fn has_distinct_ids(&self) -> bool {
        self.class_ids() == self.classes.len()
    }

    /// Whether a class extends another.
    pub fn has_inheritance(&self) -> bool {
        self.classes.iter().any(|class| class.superclass.is_some())
    }

    /// No class is above itself, nor above one of its own name.
    fn is_well_formed(&self) -> bool {
        self.places().all(|place| {
            let id = self.class(place).map(|class| class.id);
            let is_odd =
                |above: u8| above == place || self.class(above).map(|class| class.id) == id;
            !self.ancestors(place).any(is_odd)
        })
    }

    /// The same skeleton under other names, and where each class comes to lie.
    fn renamed(&self, packages: &[u8], class_ids: &[u8]) -> Option<(Self, Vec<u8>)> {
        let mut keys = Vec::with_capacity(self.classes.len());
        for class in &self.classes {
            let package = packages.get(usize::from(class.package))?;
            keys.push((*package, *class_ids.get(usize::from(class.id))?));
        }
        let mut sorted = keys.clone();
        sorted.sort_unstable();
        let places: Option<Vec<u8>> = keys
            .iter()
            .map(|key| sorted.iter().position(|other| other == key).map(|place| place as u8))
            .collect();
        let places = places?;
        let mut classes = vec![ClassShape { package: 0, id: 0, superclass: None }; keys.len()];
        for ((class, (package, id)), place) in self.classes.iter().zip(&keys).zip(&places) {
            let superclass = match class.superclass {
                Some(above) => Some(*places.get(usize::from(above))?),
                None => None,
            };
            let slot = classes.get_mut(usize::from(*place))?;
            *slot = ClassShape { package: *package, id: *id, superclass };
        }
        Some((Self { classes }, places))
    }

    /// The renamings that leave it as it is. The first `fixed` names of classes stay.
    pub(crate) fn symmetries(&self, fixed: usize) -> Vec<Symmetry> {
        let mut symmetries = BTreeSet::new();
        self.each_renaming(fixed, |renamed, places, class_ids| {
            if renamed == self {
                symmetries.insert(Symmetry { places, class_ids: class_ids.to_vec() });
            }
            true
        });
        symmetries.into_iter().collect()
    }

    /// Whether no renaming comes before it.
    fn is_canonical(&self, fixed: usize) -> bool {
        let mut is_canonical = true;
        self.each_renaming(fixed, |renamed, _, _| {
            is_canonical = renamed >= self;
            is_canonical
        });
        is_canonical
    }

    /// Visits it under each renaming, until `visit` has seen enough.
    fn each_renaming(&self, fixed: usize, mut visit: impl FnMut(&Self, Vec<u8>, &[u8]) -> bool) {
        for packages in permutations(self.packages(), 0) {
            for class_ids in permutations(self.class_ids(), fixed) {
                let renamed = self.renamed(&packages, &class_ids);
                if renamed.is_some_and(|(renamed, places)| !visit(&renamed, places, &class_ids)) {
                    return;
                }
            }
        }
    }
}

/// All skeletons with at least one class and at most so many packages and classes, one of each class of skeletons that
/// differ in names only, ascending. The first `fixed` names of classes stand for themselves, and all of them are used.
pub(crate) fn skeletons(packages: usize, classes: usize, fixed: usize) -> Vec<Skeleton> {
    let mut found = BTreeSet::new();
    for count in 1..=classes {
        for keys in key_sets(packages, count) {
            let uses_fixed = (0..fixed).all(|id| keys.iter().any(|key| usize::from(key.1) == id));
            if !uses_fixed || !is_gapless(&keys) {
                continue;
            }
            each_forest(&keys, |skeleton| {
                if skeleton.is_well_formed() && skeleton.is_canonical(fixed) {
                    found.insert(skeleton);
                }
            });
        }
    }
    found.into_iter().collect()
}

/// All ascending lists of so many pairs of a package and a name.
fn key_sets(packages: usize, count: usize) -> Vec<Vec<(u8, u8)>> {
    let keys: Vec<(u8, u8)> = (0..packages as u8)
        .flat_map(|package| (0..count as u8).map(move |id| (package, id)))
        .collect();
    let mut sets = vec![Vec::new()];
    for _ in 0..count {
        let longer = |set: &Vec<(u8, u8)>| {
            let last = set.last().copied();
            let next = keys.iter().filter(move |key| last.is_none_or(|last| last < **key));
            next.map(|key| [set.as_slice(), &[*key]].concat()).collect::<Vec<_>>()
        };
        sets = sets.iter().flat_map(longer).collect();
    }
    sets
}

/// Whether the packages and names in use are the first ones.
fn is_gapless(keys: &[(u8, u8)]) -> bool {
    let is_full = |numbers: BTreeSet<u8>| numbers.iter().copied().eq(0..numbers.len() as u8);
    is_full(keys.iter().map(|key| key.0).collect())
        && is_full(keys.iter().map(|key| key.1).collect())
}

/// All ways in which classes can extend each other.
fn each_forest(keys: &[(u8, u8)], mut visit: impl FnMut(Skeleton)) {
    let count = keys.len();
    let choices = (count + 1).pow(count as u32);
    for choice in 0..choices {
        let mut rest = choice;
        let mut classes = Vec::with_capacity(count);
        for (package, id) in keys {
            let above = rest % (count + 1);
            rest /= count + 1;
            let superclass = above.checked_sub(1).map(|above| above as u8);
            classes.push(ClassShape { package: *package, id: *id, superclass });
        }
        visit(Skeleton { classes });
    }
}

/// All orders of the numbers below `count` in which the first `fixed` stay where they are.
pub(crate) fn permutations(count: usize, fixed: usize) -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> = vec![(0..fixed.min(count) as u8).collect()];
    for _ in fixed.min(count)..count {
        let longer = |order: &Vec<u8>| {
            let free = (0..count as u8).filter(|number| !order.contains(number));
            free.map(|number| [order.as_slice(), &[number]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skeletons_are_as_many_as_counted_by_hand() {
        let count = |packages, classes| skeletons(packages, classes, 0).len();
        assert_eq!([count(1, 1), count(1, 2), count(2, 2)], [1, 3, 6]);
        assert_eq!([count(1, 3), count(2, 3)], [7, 25]);
        let distinct = skeletons(2, 3, 0).into_iter().filter(Skeleton::has_distinct_ids);
        assert_eq!(distinct.count(), 18);
    }

    #[test]
    fn a_fixed_name_is_used_and_stays() {
        for skeleton in skeletons(2, 3, 1) {
            assert!(skeleton.classes.iter().any(|class| class.id == 0));
            assert!(skeleton.symmetries(1).iter().all(|each| each.class_ids[0] == 0));
        }
    }

    #[test]
    fn permutations_keep_what_is_fixed() {
        assert_eq!(permutations(3, 1), [[0, 1, 2], [0, 2, 1]]);
        assert_eq!(permutations(0, 2), [[]; 1]);
        assert_eq!(permutations(3, 0).len(), 6);
    }
}
