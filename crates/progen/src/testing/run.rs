//! What comes of the statements of a test.

use crate::evaluate::{Fault, Machine, Value};
use crate::java::Sources;
use crate::testing::Statement;

/// What a statement gives.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Expectation {
    /// Nothing to look at.
    Nothing,
    /// A number.
    Number(i64),
    /// `null`
    Null,
    /// An object.
    Object,
    /// Something is thrown: the full name of its class. Nothing comes after it.
    Thrown(String),
}

/// What came of a test.
#[derive(Debug, Clone)]
pub(super) struct Ran {
    pub(super) expectations: Vec<Expectation>,
    /// What each statement gave.
    pub(super) values: Vec<Value>,
}

impl Ran {
    /// Whether it ended with something thrown.
    pub(super) fn is_thrown(&self) -> bool {
        matches!(self.expectations.last(), Some(Expectation::Thrown(_)))
    }
}

/// Runs statements; none if they do not end, or mean nothing.
pub(super) fn run(sources: &Sources, statements: &[Statement]) -> Option<Ran> {
    let mut machine = Machine::new(sources);
    let mut ran = Ran { expectations: Vec::new(), values: Vec::new() };
    for (place, statement) in statements.iter().enumerate() {
        let object = |place: &usize| match ran.values.get(*place) {
            Some(Value::Object(object)) => Some(*object),
            Some(Value::Number(_) | Value::Null) | None => None,
        };
        let given = match statement {
            Statement::Number(_, number) => Ok(Value::Number(*number)),
            Statement::New(class) => machine.instantiate(class),
            Statement::Call { object: on, class, method, .. } => {
                machine.call(object(on)?, class, method)
            }
            Statement::Get { object: on, class, field, .. } => {
                machine.get(object(on)?, class, field)
            }
            Statement::Set { object: on, class, field, value } => {
                let value = match value {
                    Some(place) => *ran.values.get(*place)?,
                    None => Value::Null,
                };
                machine.set(object(on)?, class, field, value).map(|()| value)
            }
        };
        let is_last = place + 1 == statements.len();
        match given {
            Ok(value) => {
                ran.expectations.push(expectation(statement, value));
                ran.values.push(value);
            }
            Err(Fault::Thrown(class)) if is_last => {
                ran.expectations.push(Expectation::Thrown(class));
                ran.values.push(Value::Null);
            }
            Err(Fault::Thrown(_) | Fault::StackOverflow | Fault::Unresolved) => return None,
        }
    }
    Some(ran)
}

fn expectation(statement: &Statement, value: Value) -> Expectation {
    match (statement, value) {
        (Statement::Number(..) | Statement::New(_) | Statement::Set { .. }, _) => {
            Expectation::Nothing
        }
        (_, Value::Number(number)) => Expectation::Number(number),
        (_, Value::Null) => Expectation::Null,
        (_, Value::Object(_)) => Expectation::Object,
    }
}
