//! Some programs of a scope that has too many to list: drawn by strata, so that small and rare shapes are there as well.

use std::collections::BTreeSet;

use crate::candidates;
use crate::canonical::Renamings;
use crate::condition::{MethodShape, Stage};
use crate::constraint::Constraint;
use crate::enumerate::{holds, wanted_skeletons};
use crate::program::{Field, Method, Program};
use crate::skeleton::Skeleton;
use crate::well_formed::{is_well_formed, returns_numbers};

/// So many draws in vain, and a stratum is left.
const PATIENCE: usize = 2_000;

/// A skeleton, and how many members of which kind there are.
struct Stratum {
    skeleton: Skeleton,
    renamings: Renamings,
    fields: Vec<Field>,
    methods: Vec<Method>,
    field_count: usize,
    method_count: usize,
    is_left: bool,
}

/// Up to `count` programs, no two the same but for names, in the order in which they were drawn: one of each stratum, then
/// another of each, until there are enough. Within a stratum, members are drawn evenly. What returns an object where a number
/// is declared is not drawn: it would not compile.
pub fn sample_unconstrained(constraint: &Constraint, count: usize, seed: u64) -> Vec<Program> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut strata = strata(constraint);
    let mut seen = BTreeSet::new();
    let mut sample = Vec::new();
    while sample.len() < count && strata.iter().any(|stratum| !stratum.is_left) {
        for stratum in strata.iter_mut().filter(|stratum| !stratum.is_left) {
            if sample.len() == count {
                break;
            }
            let drawn = (0..PATIENCE).find_map(|_| {
                let program = stratum.draw(constraint, &mut random)?;
                seen.insert(program.clone()).then_some(program)
            });
            stratum.is_left = drawn.is_none();
            sample.extend(drawn);
        }
    }
    sample
}

fn strata(constraint: &Constraint) -> Vec<Stratum> {
    let scope = &constraint.scope;
    let mut strata = Vec::new();
    for skeleton in wanted_skeletons(constraint) {
        for field_count in 0..=scope.fields {
            for method_count in 0..=scope.methods {
                let symmetries = skeleton.symmetries(constraint.names.classes.len());
                let any = &MethodShape::ANY;
                strata.push(Stratum {
                    renamings: Renamings::new(symmetries, constraint.names.methods.len()),
                    fields: candidates::fields(constraint, &skeleton),
                    methods: candidates::methods(constraint, &skeleton, field_count, any),
                    skeleton: skeleton.clone(),
                    field_count,
                    method_count,
                    is_left: false,
                });
            }
        }
    }
    strata
}

impl Stratum {
    /// One draw; `None` if it is no program.
    fn draw(&self, constraint: &Constraint, random: &mut fastrand::Rng) -> Option<Program> {
        let mut fields: Vec<Field> = Vec::new();
        for _ in 0..self.field_count {
            let field = random.choice(&self.fields)?;
            if fields.iter().any(|each| (each.class, each.id) == (field.class, field.id)) {
                return None;
            }
            fields.push(*field);
        }
        let mut methods: Vec<Method> = Vec::new();
        for _ in 0..self.method_count {
            let method = random.choice(&self.methods)?;
            let key = |each: &Method| (each.class, each.id, each.parameter);
            if methods.iter().any(|each| key(each) == key(method)) {
                return None;
            }
            methods.push(*method);
        }
        fields.sort_unstable();
        methods.sort_unstable();
        let program = Program { skeleton: self.skeleton.clone(), fields, methods };
        let is_gapless = |count: usize, ids: BTreeSet<u8>| ids.len() == count;
        let is_wanted = is_gapless(
            program.method_ids(),
            program.methods.iter().map(|method| method.id).collect(),
        ) && is_gapless(
            program.field_ids(),
            program.fields.iter().map(|field| field.id).collect(),
        ) && is_well_formed(&program)
            && returns_numbers(&program)
            && [Stage::Skeleton, Stage::Fields, Stage::Literals, Stage::Complete]
                .into_iter()
                .all(|stage| holds(constraint, stage, &program));
        is_wanted.then(|| self.renamings.canonical(&program))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::enumerate;
    use crate::java::{self, Expression, Sources, Style, Target, Type, Unit};
    use crate::program::FieldType;

    #[test]
    fn a_small_scope_is_drawn_whole() {
        let constraint = Constraint::find("JD1").unwrap().within("1/2/1/0".parse().unwrap());
        let all: BTreeSet<Program> = enumerate(&constraint).unwrap().into_iter().collect();
        let sample = sample_unconstrained(&constraint, 1_000, 1);
        assert_eq!(sample.len(), all.len());
        assert_eq!(sample.into_iter().collect::<BTreeSet<_>>(), all);
    }

    #[test]
    fn no_method_returns_an_object() {
        let constraint = Constraint::find("JD1").unwrap();
        let sample = sample_unconstrained(constraint, 400, 0);
        let holds_object = |field: &Field| matches!(field.field_type, FieldType::Class(_));
        assert!(sample.iter().any(|program| program.fields.iter().any(holds_object)));
        for program in sample {
            let sources = java::sources(&program, &constraint.names, Style::Resolved, "");
            for unit in &sources.units {
                for method in &unit.methods {
                    let Expression::Read { target, field } = &method.result else { continue };
                    let read = found(&sources, unit, target, field);
                    assert!(read.is_some_and(Type::is_primitive), "{program:?}");
                }
            }
        }
    }

    /// The type of the field that an expression in a class reads.
    fn found<'s>(
        sources: &'s Sources,
        unit: &'s Unit,
        target: &Target,
        field: &str,
    ) -> Option<&'s Type> {
        let above = |unit: &Unit| unit.superclass.as_ref().and_then(|name| sources.unit(name));
        let first = match target {
            Target::New(name) => sources.unit(name),
            Target::Super => above(unit),
            _ => Some(unit),
        };
        std::iter::successors(first, |unit| above(unit))
            .find_map(|unit| unit.fields.iter().find(|each| each.name == field))
            .map(|field| &field.field_type)
    }

    #[test]
    fn the_full_scope_is_drawn_the_same_again() {
        let constraint = Constraint::find("JD1").unwrap();
        let sample = sample_unconstrained(constraint, 400, 0);
        assert_eq!(sample.len(), 400);
        assert_eq!(sample, sample_unconstrained(constraint, 400, 0));
        let skeletons: BTreeSet<&Skeleton> = sample.iter().map(|each| &each.skeleton).collect();
        assert_eq!(skeletons.len(), 25);
    }
}
