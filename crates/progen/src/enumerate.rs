//! All programs that a constraint wants, one of each class of programs that differ in names only.
//!
//! Skeletons come first, then fields, then methods that return literals, then the others; what can be decided after a
//! step is decided there. A program is kept if no renaming of it comes before it.

use std::collections::BTreeSet;

use crate::candidates;
use crate::canonical::Renamings;
use crate::condition::{BodyShape, MethodShape, Stage};
use crate::constraint::Constraint;
use crate::program::{Field, Method, Program};
use crate::skeleton::{Skeleton, skeletons};
use crate::well_formed::is_well_formed;

/// More combinations than this are not gone through.
const MOST: f64 = 3e8;

/// There are too many programs to list.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error(
    "{constraint} within {scope} has some {combinations:.0e} combinations of members, too many to go through"
)]
pub struct TooMany {
    constraint: &'static str,
    scope: String,
    combinations: f64,
}

/// All programs, ascending.
pub fn enumerate(constraint: &Constraint) -> Result<Vec<Program>, TooMany> {
    let skeletons = wanted_skeletons(constraint);
    let combinations: f64 = skeletons.iter().map(|each| combinations(constraint, each)).sum();
    if combinations > MOST {
        let scope = constraint.scope.to_string();
        return Err(TooMany { constraint: constraint.id, scope, combinations });
    }
    let mut found = BTreeSet::new();
    for skeleton in skeletons {
        enumerate_over(constraint, skeleton, &mut found);
    }
    Ok(found.into_iter().collect())
}

/// The skeletons that a constraint admits.
pub(crate) fn wanted_skeletons(constraint: &Constraint) -> Vec<Skeleton> {
    let scope = &constraint.scope;
    let fixed = constraint.names.classes.len();
    let mut all = skeletons(scope.packages.most, scope.classes, fixed);
    all.retain(|skeleton| {
        let bare = Program { skeleton: skeleton.clone(), fields: Vec::new(), methods: Vec::new() };
        scope.packages.admits(skeleton.packages())
            && scope.class_ids.admits(skeleton.class_ids())
            && holds(constraint, Stage::Skeleton, &bare)
    });
    all
}

/// Whether all conditions hold that are decided at a stage.
pub(crate) fn holds(constraint: &Constraint, stage: Stage, program: &Program) -> bool {
    let mut decided = constraint.conditions.iter().filter(|each| each.stage() == stage);
    decided.all(|condition| condition.holds(program))
}

/// How many combinations of members have to be tried: an upper bound. What literals rule out is counted in where there is
/// a cast.
fn combinations(constraint: &Constraint, skeleton: &Skeleton) -> f64 {
    let fields = candidates::fields(constraint, skeleton).len();
    let field_sets: f64 = (0..=constraint.scope.fields).map(|count| choose(fields, count)).sum();
    let count = |shape: &MethodShape| {
        candidates::methods(constraint, skeleton, constraint.scope.fields, shape).len()
    };
    let method_sets: f64 = match constraint.cast {
        Some(cast) => {
            let (literals, others) = split(cast);
            let pairs = choose(literals.first().map_or(0, |shape| count(shape)), literals.len());
            // Few literals make a pair; each of the others is tried with those.
            let others: f64 = others.iter().map(|shape| float(count(shape))).product();
            pairs.max(1.0) + pairs.max(1.0).sqrt() * others
        }
        None => {
            let all = count(&MethodShape::ANY);
            (0..=constraint.scope.methods).map(|count| choose(all, count)).sum()
        }
    };
    field_sets * method_sets
}

fn choose(from: usize, count: usize) -> f64 {
    (0..count).map(|place| float(from.saturating_sub(place)) / float(place + 1)).product()
}

#[expect(clippy::cast_precision_loss, reason = "it is for an estimate")]
fn float(number: usize) -> f64 {
    number as f64
}

/// The literals of a cast, and the others.
fn split(cast: &[MethodShape]) -> (Vec<&MethodShape>, Vec<&MethodShape>) {
    cast.iter().partition(|shape| shape.body == BodyShape::Literal)
}

fn enumerate_over(constraint: &Constraint, skeleton: Skeleton, found: &mut BTreeSet<Program>) {
    let symmetries = skeleton.symmetries(constraint.names.classes.len());
    let renamings = Renamings::new(symmetries, constraint.names.methods.len());
    let fields = candidates::fields(constraint, &skeleton);
    let bare = Program { skeleton, fields: Vec::new(), methods: Vec::new() };
    each_field_set(constraint, &fields, &bare, &mut |program| {
        if !holds(constraint, Stage::Fields, program) || !renamings.has_canonical_fields(program) {
            return;
        }
        for cast in casts(constraint) {
            let (literals, _) = split(&cast);
            let mut casting = Casting {
                constraint,
                renamings: &renamings,
                candidates: cast
                    .iter()
                    .map(|shape| {
                        let field_ids = program.field_ids();
                        candidates::methods(constraint, &program.skeleton, field_ids, shape)
                    })
                    .collect(),
                literals: if constraint.cast.is_some() { literals.len() } else { cast.len() },
                cast,
                found: &mut *found,
            };
            casting.extend(&mut program.clone());
        }
    });
}

/// The lists of shapes that the methods of a program can have.
fn casts(constraint: &Constraint) -> Vec<Vec<MethodShape>> {
    match constraint.cast {
        Some(cast) if cast.len() > constraint.scope.methods => Vec::new(),
        Some(cast) => vec![cast.to_vec()],
        None => (0..=constraint.scope.methods).map(|count| vec![MethodShape::ANY; count]).collect(),
    }
}

/// All sets of fields in which the names in use are the first ones.
fn each_field_set(
    constraint: &Constraint,
    candidates: &[Field],
    program: &Program,
    visit: &mut impl FnMut(&Program),
) {
    if are_first(program.fields.iter().map(|field| field.id), 0) {
        visit(program);
    }
    if program.fields.len() == constraint.scope.fields {
        return;
    }
    for (place, field) in candidates.iter().enumerate() {
        let is_taken = |other: &Field| other.class == field.class && other.id == field.id;
        if program.fields.iter().any(is_taken) {
            continue;
        }
        let mut longer = program.clone();
        longer.fields.push(*field);
        let rest = candidates.get(place + 1..).unwrap_or_default();
        each_field_set(constraint, rest, &longer, visit);
    }
}

/// Whether these are the first numbers without a gap, and at least so many.
fn are_first(ids: impl Iterator<Item = u8>, least: usize) -> bool {
    let used = ids.fold(0_u32, |used, id| used | 1 << id);
    used.trailing_ones() == used.count_ones() && used.count_ones() as usize >= least
}

/// Gives a method to each shape of a cast.
struct Casting<'c> {
    constraint: &'c Constraint,
    renamings: &'c Renamings,
    cast: Vec<MethodShape>,
    /// For each shape, the methods that fit.
    candidates: Vec<Vec<Method>>,
    /// How many shapes, from the first on, have to be there for conditions on literals to be decided.
    literals: usize,
    found: &'c mut BTreeSet<Program>,
}

impl Casting<'_> {
    fn extend(&mut self, program: &mut Program) {
        let place = program.methods.len();
        if place == self.literals && !holds(self.constraint, Stage::Literals, program) {
            return;
        }
        if place == self.cast.len() {
            self.judge(program);
            return;
        }
        // Methods of one shape are taken in ascending order, so that each set comes once.
        let is_repeated = place > 0 && self.cast.get(place - 1) == self.cast.get(place);
        let after = program.methods.last().copied().filter(|_| is_repeated);
        let count = self.candidates.get(place).map_or(0, Vec::len);
        for number in 0..count {
            let Some(method) = self.candidates.get(place).and_then(|all| all.get(number)).copied()
            else {
                continue;
            };
            let is_taken = |other: &Method| {
                (other.class, other.id, other.parameter)
                    == (method.class, method.id, method.parameter)
            };
            if after.is_some_and(|after| method <= after) || program.methods.iter().any(is_taken) {
                continue;
            }
            program.methods.push(method);
            self.extend(program);
            program.methods.pop();
        }
    }

    fn judge(&mut self, program: &Program) {
        let fixed = self.constraint.names.methods.len();
        let ids = program.methods.iter().map(|method| method.id);
        let is_wanted = are_first(ids, fixed)
            && self.constraint.scope.method_ids.admits(program.method_ids())
            && is_well_formed(program)
            && holds(self.constraint, Stage::Complete, program);
        if !is_wanted {
            return;
        }
        let mut sorted = program.clone();
        sorted.methods.sort_unstable();
        if self.renamings.is_canonical(&sorted) {
            self.found.insert(sorted);
        }
    }
}

#[cfg(test)]
mod tests;
