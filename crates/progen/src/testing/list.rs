//! All small tests.

use crate::java::{ClassName, Sources, Type};
use crate::testing::run::{Expectation, run};
use crate::testing::{NUMBERS, Operation, Statement, TestPlan, What};

/// More tests than this of one size are not listed before some are drawn.
const MOST_LISTED: usize = 20_000;

/// All tests of at most `size` statements that cannot be made longer, or a drawn part of them.
pub(super) fn tests(
    sources: &Sources,
    operations: &[Operation],
    size: usize,
    plan: &TestPlan,
) -> Vec<(Vec<Statement>, Vec<Expectation>)> {
    let mut listing = Listing { sources, operations, size, found: Vec::new() };
    listing.extend(&mut Vec::new());
    let mut random = fastrand::Rng::with_seed(plan.seed ^ size as u64);
    let mut places: Vec<usize> = (0..listing.found.len()).collect();
    if places.len() > plan.most {
        random.shuffle(&mut places);
    }
    let mut kept = Vec::new();
    for place in places {
        if kept.len() == plan.most {
            break;
        }
        let Some(statements) = listing.found.get(place) else { continue };
        if let Some(ran) = run(sources, statements) {
            kept.push((place, statements.clone(), ran.expectations));
        }
    }
    kept.sort();
    kept.into_iter().map(|(_, statements, expectations)| (statements, expectations)).collect()
}

struct Listing<'p> {
    sources: &'p Sources,
    operations: &'p [Operation],
    size: usize,
    found: Vec<Vec<Statement>>,
}

impl Listing<'_> {
    /// Adds all that `statements` can become. Each statement but the last gives something that a later one uses, or is
    /// a use of an object itself; a number stands right before its use.
    fn extend(&mut self, statements: &mut Vec<Statement>) {
        if self.found.len() >= MOST_LISTED {
            return;
        }
        let before = self.found.len();
        for operation in self.operations {
            self.apply(operation, statements);
        }
        if self.found.len() == before && !statements.is_empty() {
            self.found.push(statements.clone());
        }
    }

    fn apply(&mut self, operation: &Operation, statements: &mut Vec<Statement>) {
        let class = &operation.class;
        match &operation.what {
            What::New => self.push(statements, None, Statement::New(class.clone())),
            What::Call(method) => {
                for object in objects_of(statements, class) {
                    for number in numbers(method.parameter.as_ref()) {
                        let argument = number.as_ref().map(|_| statements.len());
                        let (class, method) = (class.clone(), method.clone());
                        let call = Statement::Call { object, class, method, argument };
                        self.push(statements, number, call);
                    }
                }
            }
            What::Get(field, field_type) => {
                for object in objects_of(statements, class) {
                    let (class, field) = (class.clone(), field.clone());
                    let field_type = field_type.clone();
                    let get = Statement::Get { object, class, field, field_type };
                    self.push(statements, None, get);
                }
            }
            What::Set(field, field_type) => {
                for object in objects_of(statements, class) {
                    for (number, value) in self.values(statements, field_type) {
                        let (class, field) = (class.clone(), field.clone());
                        let set = Statement::Set { object, class, field, value };
                        self.push(statements, number, set);
                    }
                }
            }
        }
    }

    /// What can be put into a field: a number of its own, or the place of an object, or `null` if there is none.
    fn values(
        &self,
        statements: &[Statement],
        field_type: &Type,
    ) -> Vec<(Option<Statement>, Option<usize>)> {
        let Type::Class(class) = field_type else {
            let place = statements.len();
            return numbers(Some(field_type)).into_iter().map(|each| (each, Some(place))).collect();
        };
        let is_fit = |(_, statement): &(usize, &Statement)| match statement {
            Statement::New(made) => self
                .sources
                .unit(made)
                .is_some_and(|unit| self.sources.is_same_or_above(class, unit)),
            Statement::Number(..)
            | Statement::Call { .. }
            | Statement::Get { .. }
            | Statement::Set { .. } => false,
        };
        let fit = statements.iter().enumerate().filter(is_fit);
        let mut values: Vec<_> = fit.map(|(place, _)| (None, Some(place))).collect();
        if values.is_empty() {
            values.push((None, None));
        }
        values
    }

    fn push(
        &mut self,
        statements: &mut Vec<Statement>,
        number: Option<Statement>,
        statement: Statement,
    ) {
        let length = statements.len();
        statements.extend(number);
        statements.push(statement);
        if statements.len() <= self.size {
            self.extend(statements);
        }
        statements.truncate(length);
    }
}

/// What can be handed over to a method: a number of its own, or nothing.
fn numbers(parameter: Option<&Type>) -> Vec<Option<Statement>> {
    match parameter {
        None => vec![None],
        Some(of) => {
            NUMBERS.iter().map(|number| Some(Statement::Number(of.clone(), *number))).collect()
        }
    }
}

/// The places of objects that were made as such.
fn objects_of(statements: &[Statement], class: &ClassName) -> Vec<usize> {
    let is_it = |(_, statement): &(usize, &Statement)| match statement {
        Statement::New(made) => made == class,
        Statement::Number(..)
        | Statement::Call { .. }
        | Statement::Get { .. }
        | Statement::Set { .. } => false,
    };
    statements.iter().enumerate().filter(is_it).map(|(place, _)| place).collect()
}
