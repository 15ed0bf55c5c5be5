//! What programs of the meta-model do, without a JVM: which method a call reaches, what fields hold, what is thrown.
//!
//! Only what the tree has forms for is evaluated; of the rest it is stated what comes of it. That the answers are those of
//! a JVM is checked by whoever runs the tests that are made from them.

use std::collections::BTreeMap;

use crate::java::{
    ClassName, Expression, FieldDeclaration, Initialiser, MethodDeclaration, Outcome, Sources,
    Target, Type, Unit,
};

/// Calls deeper than this count as endless: no program nests calls without calling in a circle so deep.
const DEEPEST: usize = 64;

/// What a variable or field holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Value {
    /// A number.
    Number(i64),
    /// `null`
    Null,
    /// The object of that number.
    Object(usize),
}

/// Why there is no value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Fault {
    /// Calls go in a circle.
    StackOverflow,
    /// Something is thrown: the full name of its class.
    Thrown(String),
    /// It means nothing: such a program does not compile.
    Unresolved,
}

/// A member function of a class: which one, seen from outside.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signature {
    /// Its name.
    pub name: String,
    /// The type of its parameter.
    pub parameter: Option<Type>,
}

/// Objects, and the program that they belong to.
#[derive(Debug, Clone)]
pub(crate) struct Machine<'s> {
    sources: &'s Sources,
    objects: Vec<Object<'s>>,
}

#[derive(Debug, Clone)]
struct Object<'s> {
    class: &'s Unit,
    /// By declaring class and name.
    fields: BTreeMap<(&'s ClassName, &'s str), Value>,
}

impl<'s> Machine<'s> {
    pub(crate) fn new(sources: &'s Sources) -> Self {
        Self { sources, objects: Vec::new() }
    }

    /// A new object.
    pub(crate) fn instantiate(&mut self, class: &ClassName) -> Result<Value, Fault> {
        let class = self.sources.unit(class).ok_or(Fault::Unresolved)?;
        let mut fields = BTreeMap::new();
        for unit in chain(self.sources, class) {
            for field in &unit.fields {
                let value = match field.initialiser {
                    Initialiser::Number(number) => Value::Number(number),
                    Initialiser::Null => Value::Null,
                };
                fields.insert((&unit.name, field.name.as_str()), value);
            }
        }
        self.objects.push(Object { class, fields });
        Ok(Value::Object(self.objects.len() - 1))
    }

    /// Calls a method of an object that is seen as an object of `class`.
    pub(crate) fn call(
        &mut self,
        object: usize,
        class: &ClassName,
        method: &Signature,
    ) -> Result<Value, Fault> {
        let seen_as = self.sources.unit(class).ok_or(Fault::Unresolved)?;
        find_method(self.sources, seen_as, method).ok_or(Fault::Unresolved)?;
        self.dispatch(object, method, 0).map(Value::Number)
    }

    /// What a field of an object holds that is seen as an object of `class`.
    pub(crate) fn get(&self, object: usize, class: &ClassName, name: &str) -> Result<Value, Fault> {
        let seen_as = self.sources.unit(class).ok_or(Fault::Unresolved)?;
        let (declaring, field) =
            find_field(self.sources, seen_as, name).ok_or(Fault::Unresolved)?;
        let object = self.objects.get(object).ok_or(Fault::Unresolved)?;
        let value = object.fields.get(&(&declaring.name, field.name.as_str()));
        value.copied().ok_or(Fault::Unresolved)
    }

    /// Puts something into it.
    pub(crate) fn set(
        &mut self,
        object: usize,
        class: &ClassName,
        name: &str,
        value: Value,
    ) -> Result<(), Fault> {
        let seen_as = self.sources.unit(class).ok_or(Fault::Unresolved)?;
        let (declaring, field) =
            find_field(self.sources, seen_as, name).ok_or(Fault::Unresolved)?;
        let object = self.objects.get_mut(object).ok_or(Fault::Unresolved)?;
        object.fields.insert((&declaring.name, field.name.as_str()), value);
        Ok(())
    }

    fn dispatch(&mut self, object: usize, method: &Signature, depth: usize) -> Result<i64, Fault> {
        let class = self.objects.get(object).ok_or(Fault::Unresolved)?.class;
        let (unit, found) = find_method(self.sources, class, method).ok_or(Fault::Unresolved)?;
        self.evaluate(object, unit, found, depth)
    }

    fn evaluate(
        &mut self,
        this: usize,
        unit: &'s Unit,
        method: &'s MethodDeclaration,
        depth: usize,
    ) -> Result<i64, Fault> {
        if depth > DEEPEST {
            return Err(Fault::StackOverflow);
        }
        match &method.result {
            Expression::Number(number)
            | Expression::Text { outcome: Outcome::Number(number), .. } => Ok(*number),
            Expression::Text { outcome: Outcome::Thrown(class), .. } => {
                Err(Fault::Thrown(class.clone()))
            }
            Expression::Call { target, method, argument } => {
                let (object, seen_as, is_exact) = self.receiver(this, unit, target)?;
                let method = overload(self.sources, seen_as, method, argument.is_some())
                    .ok_or(Fault::Unresolved)?;
                if is_exact {
                    let (unit, found) =
                        find_method(self.sources, seen_as, &method).ok_or(Fault::Unresolved)?;
                    return self.evaluate(object, unit, found, depth + 1);
                }
                self.dispatch(object, &method, depth + 1)
            }
            Expression::Read { target, field } => {
                let (object, seen_as, _) = self.receiver(this, unit, target)?;
                match self.get(object, &seen_as.name, field)? {
                    Value::Number(number) => Ok(number),
                    Value::Null | Value::Object(_) => Err(Fault::Unresolved),
                }
            }
        }
    }

    /// The object that a member belongs to, the class it is seen as, and whether calls stay in that class.
    fn receiver(
        &mut self,
        this: usize,
        unit: &'s Unit,
        target: &Target,
    ) -> Result<(usize, &'s Unit, bool), Fault> {
        match target {
            Target::Unqualified | Target::This | Target::QualifiedThis(_) => {
                Ok((this, unit, false))
            }
            Target::Super => {
                let above = unit.superclass.as_ref().and_then(|name| self.sources.unit(name));
                Ok((this, above.ok_or(Fault::Unresolved)?, true))
            }
            Target::New(class) => {
                let Value::Object(object) = self.instantiate(class)? else {
                    return Err(Fault::Unresolved);
                };
                Ok((object, self.sources.unit(class).ok_or(Fault::Unresolved)?, false))
            }
            Target::Static(_) => Err(Fault::Unresolved),
        }
    }
}

/// A class and those above it.
fn chain<'s>(sources: &'s Sources, unit: &'s Unit) -> impl Iterator<Item = &'s Unit> {
    std::iter::once(unit).chain(sources.ancestors(unit))
}

fn find_method<'s>(
    sources: &'s Sources,
    unit: &'s Unit,
    signature: &Signature,
) -> Option<(&'s Unit, &'s MethodDeclaration)> {
    chain(sources, unit).find_map(|unit| {
        let is_it = |method: &&MethodDeclaration| {
            method.name == signature.name && method.parameter == signature.parameter
        };
        unit.methods.iter().find(is_it).map(|method| (unit, method))
    })
}

fn find_field<'s>(
    sources: &'s Sources,
    unit: &'s Unit,
    name: &str,
) -> Option<(&'s Unit, &'s FieldDeclaration)> {
    chain(sources, unit).find_map(|unit| {
        let found = unit.fields.iter().find(|field| field.name == name);
        found.map(|field| (unit, field))
    })
}

/// Which method a call with an `int`, or with nothing, means (JLS 15.12.2): `int` before `long`.
fn overload(sources: &Sources, unit: &Unit, name: &str, has_argument: bool) -> Option<Signature> {
    let wanted: &[Option<Type>] =
        if has_argument { &[Some(Type::Int), Some(Type::Long)] } else { &[None] };
    wanted.iter().find_map(|parameter| {
        let signature = Signature { name: name.to_owned(), parameter: parameter.clone() };
        find_method(sources, unit, &signature).map(|_| signature)
    })
}
