//! Counts of programs, and that the casts follow from the conditions.

use super::*;
use crate::constraint::{CONSTRAINTS, Scope};
use crate::program::{Access, Body, Parameter, Qualifier};

fn constraint(id: &str) -> &'static Constraint {
    Constraint::find(id).unwrap()
}

#[test]
fn constraints_have_as_many_programs_as_at_the_scopes_of_the_published_tests() {
    let expected = [
        ("JD2", 8_937),
        ("JD3", 16_944),
        ("JD4", 5_464),
        ("JD5", 22_905),
        ("JD6", 8_798),
        ("JD7", 6_512),
        ("JD8", 5_968),
        ("JD9", 15_967),
        ("JD10", 672),
    ];
    let counted = expected.map(|(id, _)| (id, enumerate(constraint(id)).unwrap().len()));
    assert_eq!(counted, expected);
}

#[test]
fn constraints_have_more_programs_without_exact_numbers_of_names() {
    for (id, scope, count) in
        [("JD2", "2/3/4/0", 14_532), ("JD3", "2/3/4/0", 21_792), ("JD9", "2/3/3/0", 30_492)]
    {
        let wider = constraint(id).within(scope.parse().unwrap());
        assert_eq!(enumerate(&wider).unwrap().len(), count, "{id}");
    }
}

#[test]
fn small_scopes_without_constraint_have_as_many_programs_as_counted_otherwise() {
    for (scope, count) in [
        ("1/1/1/0", 13),
        ("1/1/0/1", 13),
        ("1/1/1/1", 745),
        ("1/2/1/0", 51),
        ("1/2/0/1", 63),
        ("1/2/1/1", 5_439),
        ("2/2/1/0", 102),
        ("1/2/2/0", 9_309),
        ("2/2/2/0", 18_996),
        ("2/3/1/0", 745),
        ("2/3/0/1", 1_173),
    ] {
        let small = constraint("JD1").within(scope.parse().unwrap());
        assert_eq!(enumerate(&small).unwrap().len(), count, "{scope}");
    }
}

#[test]
fn what_cannot_be_listed_is_refused() {
    let refused = enumerate(constraint("JD1")).unwrap_err();
    assert!(refused.to_string().contains("JD1 within 2/3/3/2"), "{refused}");
}

#[test]
fn programs_come_ascending_and_each_once() {
    for id in ["JD4", "JD10"] {
        let programs = enumerate(constraint(id)).unwrap();
        assert!(programs.windows(2).all(|pair| pair[0] < pair[1]));
    }
}

/// The casts say what the conditions imply. Here methods of programs are replaced by others at random, and what the
/// conditions still admit has to be castable.
#[test]
fn every_program_that_the_conditions_admit_has_the_methods_of_the_cast() {
    let mut random = fastrand::Rng::with_seed(7);
    for constraint in &CONSTRAINTS {
        let Some(cast) = constraint.cast else { continue };
        let programs = enumerate(constraint).unwrap();
        let mut changed = 0;
        for _ in 0..100_000 {
            let original = &programs[random.usize(..programs.len())];
            let mut program = original.clone();
            for method in &mut program.methods {
                if random.bool() {
                    *method = drawn(constraint, &original.skeleton, &mut random);
                }
            }
            let conditions = constraint.conditions;
            if is_well_formed(&program) && conditions.iter().all(|each| each.holds(&program)) {
                changed += usize::from(program != *original);
                assert!(is_castable(cast, &program.methods), "{}: {program:?}", constraint.id);
            }
        }
        assert!(changed > 100, "{} admits only {changed} of what was drawn", constraint.id);
    }
}

fn drawn(constraint: &Constraint, skeleton: &Skeleton, random: &mut fastrand::Rng) -> Method {
    let ids = constraint.scope.method_ids.most.max(1) as u8;
    let method = random.u8(..ids);
    let field = random.u8(..constraint.scope.fields.max(1) as u8);
    let body = match random.u8(..6) {
        0 | 1 => Body::Literal,
        2 | 3 => Body::Call { method, qualifier: Qualifier::None },
        4 => Body::NewCall { class_id: random.u8(..skeleton.class_ids() as u8), method },
        _ => Body::Read { field, qualifier: Qualifier::This },
    };
    Method {
        class: random.u8(..skeleton.classes.len() as u8),
        id: random.u8(..ids),
        parameter: Parameter::ALL[random.usize(..3)],
        access: Access::ALL[random.usize(..4) % 2 * random.usize(..4)],
        body,
    }
}

/// Whether each method can be given a shape of its own.
fn is_castable(cast: &[MethodShape], methods: &[Method]) -> bool {
    let Some((method, rest)) = methods.split_first() else { return true };
    (0..cast.len()).any(|place| {
        let others: Vec<MethodShape> =
            cast.iter().enumerate().filter(|each| each.0 != place).map(|each| *each.1).collect();
        cast[place].fits(*method) && is_castable(&others, rest)
    })
}

#[test]
fn a_scope_that_is_none_is_refused() {
    for text in ["", "2/3/3", "2/3/3/2/1", "a/3/3/2", "-1/3/3/2", "2/3/3/9", "0/1/1/1", "1/0/1/1"] {
        assert!(text.parse::<Scope>().is_err(), "{text}");
    }
}
