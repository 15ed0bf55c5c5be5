//! Long tests, grown from shorter ones.

use std::collections::BTreeSet;

use crate::evaluate::Value;
use crate::java::{ClassName, Sources, Type};
use crate::testing::run::{Expectation, Ran, run};
use crate::testing::{NUMBERS, Operation, Statement, TestPlan, What};

/// So many steps for each test that is wanted.
const PATIENCE: usize = 40;

/// In so many of a hundred cases `null`, or 0, is handed over instead of what there is.
const NULLS: u8 = 5;

/// A test that others can be made from.
struct Grown {
    statements: Vec<Statement>,
    ran: Ran,
    is_used: bool,
}

/// Tests of at most `size` statements; those that others were made from are left out.
pub(super) fn tests(
    sources: &Sources,
    operations: &[Operation],
    size: usize,
    plan: &TestPlan,
) -> Vec<(Vec<Statement>, Vec<Expectation>)> {
    let mut growing = Growing {
        sources,
        operations: operations.to_vec(),
        random: fastrand::Rng::with_seed(plan.seed ^ size as u64),
        numbers: NUMBERS.to_vec(),
        pool: Vec::new(),
        seen: BTreeSet::new(),
    };
    for _ in 0..plan.most * PATIENCE {
        if growing.pool.len() == plan.most {
            break;
        }
        growing.step(size);
    }
    let kept = growing.pool.into_iter().filter(|grown| !grown.is_used);
    kept.map(|grown| (grown.statements, grown.ran.expectations)).collect()
}

struct Growing<'p> {
    sources: &'p Sources,
    operations: Vec<Operation>,
    random: fastrand::Rng,
    /// Numbers to hand over: some to begin with, and those that were seen.
    numbers: Vec<i64>,
    pool: Vec<Grown>,
    seen: BTreeSet<Vec<Statement>>,
}

impl Growing<'_> {
    /// Takes an operation, and puts a test together that ends with it.
    fn step(&mut self, size: usize) {
        if self.operations.is_empty() {
            return;
        }
        let place = self.random.usize(..self.operations.len());
        let Some(Operation { class, what }) = self.operations.get(place).cloned() else { return };
        let mut used = Vec::new();
        let statements = match what {
            What::New => {
                // There is one way to do it.
                self.operations.remove(place);
                Some(vec![Statement::New(class)])
            }
            What::Call(method) => self.receiver(&class, &mut used).map(|(mut all, object)| {
                let argument = method.parameter.as_ref().map(|of| self.number(of, &mut all));
                all.push(Statement::Call { object, class, method, argument });
                all
            }),
            What::Get(field, field_type) => {
                self.receiver(&class, &mut used).map(|(mut all, object)| {
                    all.push(Statement::Get { object, class, field, field_type });
                    all
                })
            }
            What::Set(field, field_type) => {
                self.receiver(&class, &mut used).map(|(mut all, object)| {
                    let value = self.value(&field_type, &mut all, &mut used);
                    all.push(Statement::Set { object, class, field, value });
                    all
                })
            }
        };
        let Some(statements) = statements else { return };
        if statements.len() > size || !self.seen.insert(statements.clone()) {
            return;
        }
        let Some(ran) = run(self.sources, &statements) else { return };
        for value in &ran.values {
            if let Value::Number(number) = value
                && !self.numbers.contains(number)
            {
                self.numbers.push(*number);
            }
        }
        for place in used {
            if let Some(grown) = self.pool.get_mut(place) {
                grown.is_used = true;
            }
        }
        self.pool.push(Grown { statements, ran, is_used: false });
    }

    /// A test that has an object of a class, and the place of the object.
    fn receiver(
        &mut self,
        class: &ClassName,
        used: &mut Vec<usize>,
    ) -> Option<(Vec<Statement>, usize)> {
        let mut choices = Vec::new();
        for (number, grown) in self.pool.iter().enumerate() {
            if !grown.ran.is_thrown() {
                let objects = grown.objects_of(class);
                choices.extend(objects.into_iter().map(|place| (number, place)));
            }
        }
        let (number, place) = *self.random.choice(&choices)?;
        used.push(number);
        Some((self.pool.get(number)?.statements.clone(), place))
    }

    /// Adds a number, and gives its place.
    fn number(&mut self, of: &Type, statements: &mut Vec<Statement>) -> usize {
        let is_zero = self.random.u8(..100) < NULLS;
        let number = self.random.choice(&self.numbers).copied().unwrap_or(0);
        // A number that an `int` cannot hold is no `int`.
        let number = if is_zero || i32::try_from(number).is_err() { 0 } else { number };
        statements.push(Statement::Number(of.clone(), number));
        statements.len() - 1
    }

    /// Adds what can be put into a field, and gives its place; none for `null`.
    fn value(
        &mut self,
        field_type: &Type,
        statements: &mut Vec<Statement>,
        used: &mut Vec<usize>,
    ) -> Option<usize> {
        let Type::Class(class) = field_type else {
            return Some(self.number(field_type, statements));
        };
        if self.random.u8(..100) < NULLS {
            return None;
        }
        let fitting: Vec<ClassName> = self
            .sources
            .units
            .iter()
            .filter(|unit| self.sources.is_same_or_above(class, unit))
            .map(|unit| unit.name.clone())
            .collect();
        let made = self.random.choice(&fitting)?.clone();
        let (others, place) = self.receiver(&made, used)?;
        let more = statements.len();
        statements.extend(others.iter().map(|statement| statement.moved(more)));
        Some(place + more)
    }
}

impl Grown {
    /// The places of objects that are known to be of a class.
    fn objects_of(&self, class: &ClassName) -> Vec<usize> {
        let is_it = |(statement, value): (&Statement, &Value)| {
            let seen_as = match statement {
                Statement::New(made) => Some(made),
                Statement::Get { field_type: Type::Class(held), .. } => Some(held),
                Statement::Get { .. }
                | Statement::Number(..)
                | Statement::Call { .. }
                | Statement::Set { .. } => None,
            };
            seen_as == Some(class) && matches!(value, Value::Object(_))
        };
        let both = self.statements.iter().zip(&self.ran.values).enumerate();
        both.filter(|(_, pair)| is_it(*pair)).map(|(place, _)| place).collect()
    }
}
