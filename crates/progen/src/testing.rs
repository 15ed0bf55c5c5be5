//! Tests for a program: sequences of calls and uses of fields, and what came of each.
//!
//! Small tests are all those that there are, or a drawn part of them; long ones grow the way Randoop grows them: a step
//! takes an operation, and for each of its inputs a test that was found before. What is expected is found out by
//! evaluating the program.

mod grow;
mod list;
mod run;
#[cfg(test)]
mod tests;
mod write;

use std::collections::BTreeSet;

pub use run::Expectation;

use crate::evaluate::Signature;
use crate::java::{ClassName, Sources, Type, Unit, UnitKind};

/// A test.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Test {
    /// Its name: that of its class.
    pub name: String,
    /// The most statements that a test of its group can have.
    pub size: usize,
    /// What it does.
    pub statements: Vec<Statement>,
    /// What comes of each.
    pub expectations: Vec<Expectation>,
}

/// A step of a test. What it gives is known by its place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Statement {
    /// A number of a primitive type.
    Number(Type, i64),
    /// A new object.
    New(ClassName),
    /// A call.
    Call {
        /// The place of the object.
        object: usize,
        /// The class that it is seen as.
        class: ClassName,
        /// The method.
        method: Signature,
        /// The place of what is handed over.
        argument: Option<usize>,
    },
    /// What a field holds.
    Get {
        /// The place of the object.
        object: usize,
        /// The class that it is seen as.
        class: ClassName,
        /// The name of the field.
        field: String,
        /// Its type.
        field_type: Type,
    },
    /// Something is put into a field.
    Set {
        /// The place of the object.
        object: usize,
        /// The class that it is seen as.
        class: ClassName,
        /// The name of the field.
        field: String,
        /// The place of what is put there; `null` if there is none.
        value: Option<usize>,
    },
}

/// How many tests of which length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestPlan {
    /// The most statements of a test, for each group.
    pub sizes: Vec<usize>,
    /// At most so many tests for each size.
    pub most: usize,
    /// For what is drawn.
    pub seed: u64,
}

impl Default for TestPlan {
    fn default() -> Self {
        Self { sizes: vec![1, 2, 4, 100], most: 50, seed: 0 }
    }
}

/// Tests up to this size are listed, longer ones grown.
const LISTED: usize = 4;

/// What can be done to an object of a class, or to get one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Operation {
    class: ClassName,
    what: What,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    New,
    Call(Signature),
    Get(String, Type),
    Set(String, Type),
}

/// Numbers that are handed over.
const NUMBERS: [i64; 5] = [-1, 0, 1, 10, 100];

/// The tests of a program, by size. No test is there twice; what ends in an endless recursion is none.
pub fn tests(sources: &Sources, plan: &TestPlan) -> Vec<Test> {
    let operations = operations(sources);
    let mut known = BTreeSet::new();
    let mut tests = Vec::new();
    for size in &plan.sizes {
        let found = if *size <= LISTED {
            list::tests(sources, &operations, *size, plan)
        } else {
            grow::tests(sources, &operations, *size, plan)
        };
        let mut number = 0;
        for (statements, expectations) in found {
            if known.insert(statements.clone()) {
                let name = format!("TestGroup{size}Case{number}");
                tests.push(Test { name, size: *size, statements, expectations });
                number += 1;
            }
        }
    }
    tests
}

/// All that can be done with the classes of a program from outside, in order.
fn operations(sources: &Sources) -> Vec<Operation> {
    let mut operations = Vec::new();
    let is_usable =
        |unit: &&Unit| unit.kind == UnitKind::Class && !unit.modifiers.contains("abstract");
    for unit in sources.units.iter().filter(is_usable) {
        let mut add = |what| operations.push(Operation { class: unit.name.clone(), what });
        add(What::New);
        let (mut methods, mut fields) = (BTreeSet::new(), BTreeSet::new());
        for declaring in std::iter::once(unit).chain(sources.ancestors(unit)) {
            for method in declaring.methods.iter().filter(|each| is_public(&each.modifiers)) {
                methods.insert(Signature {
                    name: method.name.clone(),
                    parameter: method.parameter.clone(),
                });
            }
            for field in &declaring.fields {
                // One that is hidden cannot be reached, even if what hides it cannot be used.
                let is_first = fields.insert(field.name.clone());
                if is_first && is_public(&field.modifiers) {
                    add(What::Get(field.name.clone(), field.field_type.clone()));
                    add(What::Set(field.name.clone(), field.field_type.clone()));
                }
            }
        }
        methods.into_iter().for_each(|method| add(What::Call(method)));
    }
    operations.sort();
    operations
}

fn is_public(modifiers: &str) -> bool {
    modifiers.split(' ').any(|word| word == "public")
}

impl Statement {
    /// The same statement behind `more` others.
    fn moved(&self, more: usize) -> Self {
        let mut moved = self.clone();
        match &mut moved {
            Self::Number(..) | Self::New(_) => {}
            Self::Call { object, argument: value, .. } | Self::Set { object, value, .. } => {
                *object += more;
                *value = value.map(|place| place + more);
            }
            Self::Get { object, .. } => *object += more,
        }
        moved
    }
}
