//! Numbers of places, against the formulas.

use proptest::prelude::*;

use super::*;
use crate::java::{Expression, Initialiser, Style, sources};
use crate::{CONSTRAINTS, Constraint, Program, enumerate, sample_unconstrained};

/// What the formulas are about.
struct Numbers {
    classes: usize,
    extends: usize,
    methods: usize,
    fields: usize,
    primitive_fields: usize,
    constants: usize,
}

fn numbers(program: &Sources) -> Numbers {
    let units = &program.units;
    let fields = || units.iter().flat_map(|unit| &unit.fields);
    let methods = || units.iter().flat_map(|unit| &unit.methods);
    let has_number = |result: &Expression| {
        matches!(result, Expression::Number(_) | Expression::Call { argument: Some(_), .. })
    };
    let numbers = fields().filter(|field| matches!(field.initialiser, Initialiser::Number(_)));
    Numbers {
        classes: units.len(),
        extends: units.iter().filter(|unit| unit.superclass.is_some()).count(),
        methods: methods().count(),
        fields: fields().count(),
        primitive_fields: fields().filter(|field| field.field_type.is_primitive()).count(),
        constants: numbers.count() + methods().filter(|each| has_number(&each.result)).count(),
    }
}

/// The number of places, by operator.
fn formula(operator: Operator, numbers: &Numbers) -> usize {
    let Numbers { classes, extends, methods, fields, primitive_fields, constants } = *numbers;
    let others = classes.saturating_sub(1);
    match operator {
        Operator::AddExtends => (classes - extends) * classes,
        Operator::CopyField => fields * others,
        Operator::CopyFieldAndReplace => primitive_fields * others,
        Operator::CopyMethod | Operator::CopyMethodAndReplace => methods * others,
        Operator::NextProgram => 1,
        Operator::IncreaseConstant => constants,
        Operator::RemoveExtends => extends,
        Operator::RemoveMethod => methods,
        _ => classes,
    }
}

fn check(program: &Sources, next: &Sources) {
    let numbers = numbers(program);
    for operator in Operator::published() {
        let all = operator.evolve(program, next, Mode::Published);
        assert_eq!(all.len(), formula(operator, &numbers), "{operator} of {program:#?}");
        let some = operator.evolve(program, next, Mode::Default);
        assert!(some.len() <= all.len(), "{operator}");
        for evolution in some {
            assert_ne!(evolution.after, *program, "{operator} at {}", evolution.site);
        }
    }
}

fn written(constraint: &Constraint, program: &Program, style: Style) -> Sources {
    sources(program, &constraint.names, style, "root")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn operators_have_as_many_sites_as_the_formulas_say(seed in any::<u64>()) {
        let constraint = Constraint::find("JD1").unwrap();
        let drawn = sample_unconstrained(constraint, 20, seed);
        for pair in drawn.windows(2) {
            for style in [Style::Resolved, Style::Published] {
                check(&written(constraint, &pair[0], style), &written(constraint, &pair[1], style));
            }
        }
    }
}

#[test]
fn operators_have_as_many_sites_in_the_programs_of_all_constraints() {
    for constraint in CONSTRAINTS.iter().skip(1) {
        let programs = enumerate(constraint).unwrap();
        for pair in programs.windows(2).step_by(97) {
            let [one, next] = [&pair[0], &pair[1]];
            check(
                &written(constraint, one, Style::Published),
                &written(constraint, next, Style::Published),
            );
        }
    }
}

#[test]
fn rows_of_the_published_table_follow_from_the_sizes_of_programs() {
    for (id, classes, methods, fields) in
        [("JD2", 3, 4, 0), ("JD3", 3, 4, 0), ("JD6", 3, 3, 0), ("JD9", 3, 3, 0)]
    {
        let constraint = Constraint::find(id).unwrap();
        for program in enumerate(constraint).unwrap().iter().step_by(25) {
            let numbers = numbers(&written(constraint, program, Style::Published));
            assert!(numbers.classes <= classes, "{id}");
            assert_eq!((numbers.methods, numbers.fields), (methods, fields), "{id}");
        }
    }
}

#[test]
fn newer_operators_change_one_thing_in_each_class() {
    let constraint = Constraint::find("JD6").unwrap();
    let program = written(constraint, &enumerate(constraint).unwrap()[0], Style::Resolved);
    for (name, operator) in Operator::ALL.into_iter().skip(9) {
        let evolutions = operator.evolve(&program, &program, Mode::Default);
        assert_eq!(evolutions.len(), program.units.len(), "{name}");
        for evolution in evolutions {
            let before = evolution.before.unwrap();
            assert_ne!(before, evolution.after, "{name}");
            assert!(before.units.len() >= program.units.len(), "{name}");
        }
    }
}

#[test]
fn a_comment_moves_the_lines_of_a_class_and_is_all_that_is_edited() {
    let constraint = Constraint::find("JD6").unwrap();
    let program = written(constraint, &enumerate(constraint).unwrap()[0], Style::Resolved);
    for evolution in Operator::Comment.evolve(&program, &program, Mode::Default) {
        let before = evolution.before.unwrap();
        assert_eq!(before, evolution.after.without_comments());
        let lines = |sources: &Sources| -> usize {
            sources.files().iter().map(|file| file.text.lines().count()).sum()
        };
        assert_eq!(lines(&evolution.after), lines(&before) + 1);
    }
}

#[test]
fn names_of_operators_are_read_back() {
    for (name, operator) in Operator::ALL {
        assert_eq!(name.parse(), Ok(operator));
        assert_eq!(operator.to_string(), name);
    }
    assert_eq!("e4".parse(), Ok(Operator::CopyMethod));
    assert!("E10".parse::<Operator>().is_err());
}
