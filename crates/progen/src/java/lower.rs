//! From a program of the meta-model to Java.

use std::collections::BTreeSet;

use crate::constraint::Names;
use crate::java::tree::{
    ClassName, Expression, FieldDeclaration, Initialiser, MethodDeclaration, Sources, Target, Type,
    Unit, UnitKind,
};
use crate::program::{Access, Body, Field, FieldType, Method, Parameter, Program, Qualifier};

/// How calls are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Style {
    /// Arguments are handed over where a method that can be meant takes one; a class is the one that has the member.
    #[default]
    Resolved,
    /// As the published generator does it: whether there is an argument follows from the names of methods alone, in
    /// whatever class they are. Some programs do not compile.
    Published,
}

/// What all calls hand over.
const ARGUMENT: i64 = 2;

/// The Java of a program. All packages are below `root`, unless it is empty. Members are made public, as tests are in
/// packages of their own; a field of a class type that only its package can use stays as it is.
pub fn sources(program: &Program, names: &Names, style: Style, root: &str) -> Sources {
    let lowering = Lowering { program, names, style, root };
    let mut units: Vec<Unit> =
        program.skeleton.places().filter_map(|place| lowering.unit(place)).collect();
    if style == Style::Published {
        let imports: Vec<Vec<String>> = units.iter().map(|unit| imports(unit, &units)).collect();
        for (unit, imports) in units.iter_mut().zip(imports) {
            unit.imports = Some(imports);
        }
    }
    Sources { units, ..Sources::default() }
}

/// The other packages that have a class of a name that is used.
fn imports(unit: &Unit, units: &[Unit]) -> Vec<String> {
    let used: BTreeSet<&str> =
        unit.referenced().into_iter().map(|class| class.simple.as_str()).collect();
    let is_used = |other: &&Unit| {
        other.name.package != unit.name.package && used.contains(other.name.simple.as_str())
    };
    let packages: BTreeSet<&String> =
        units.iter().filter(is_used).map(|other| &other.name.package).collect();
    packages.into_iter().cloned().collect()
}

struct Lowering<'p> {
    program: &'p Program,
    names: &'p Names,
    style: Style,
    root: &'p str,
}

impl Lowering<'_> {
    fn unit(&self, place: u8) -> Option<Unit> {
        let shape = self.program.skeleton.class(place)?;
        let mut unit = Unit::empty(UnitKind::Class, self.class_name(place)?);
        unit.superclass = shape.superclass.and_then(|above| self.class_name(above));
        for (number, field) in (0..).zip(&self.program.fields) {
            if field.class == place {
                unit.fields.push(self.field(number, *field)?);
            }
        }
        for (number, method) in self.program.methods.iter().enumerate() {
            if method.class == place {
                unit.methods.push(self.method(number, *method)?);
            }
        }
        Some(unit)
    }

    fn class_name(&self, place: u8) -> Option<ClassName> {
        let class = self.program.skeleton.class(place)?;
        let package = format!("Package_{}", class.package);
        let package =
            if self.root.is_empty() { package } else { format!("{}.{package}", self.root) };
        Some(ClassName::new(package, numbered(self.names.classes, "ClassId", class.id)))
    }

    fn method_name(&self, id: u8) -> String {
        numbered(self.names.methods, "methodid", id)
    }

    fn field_name(id: u8) -> String {
        numbered(&[], "fieldid", id)
    }

    fn field(&self, number: i64, field: Field) -> Option<FieldDeclaration> {
        let field_type = match field.field_type {
            FieldType::Int => Type::Int,
            FieldType::Long => Type::Long,
            FieldType::Class(place) => Type::Class(self.class_name(place)?),
        };
        let is_open = !field_type.is_primitive() && field.access == Access::Package;
        let initialiser = if field_type.is_primitive() {
            Initialiser::Number(10 + number)
        } else {
            Initialiser::Null
        };
        let modifiers = if is_open { String::new() } else { "public".to_owned() };
        let name = Self::field_name(field.id);
        Some(FieldDeclaration { modifiers, field_type, name, initialiser })
    }

    fn method(&self, number: usize, method: Method) -> Option<MethodDeclaration> {
        let parameter = match method.parameter {
            Parameter::None => None,
            Parameter::Int => Some(Type::Int),
            Parameter::Long => Some(Type::Long),
        };
        let own = self.class_name(method.class)?;
        let target = |qualifier| match qualifier {
            Qualifier::None => Target::Unqualified,
            Qualifier::This => Target::This,
            Qualifier::Super => Target::Super,
            Qualifier::QualifiedThis => Target::QualifiedThis(own.clone()),
        };
        let result = match method.body {
            Body::Literal => Expression::Number(self.literals_before(number)),
            Body::Call { method: id, qualifier } => Expression::Call {
                target: target(qualifier),
                method: self.method_name(id),
                argument: argument(&self.candidates_of_call(method.class, id, qualifier)),
            },
            Body::NewCall { class_id, method: id } => {
                let declares = |place: u8| {
                    self.program.methods.iter().any(|each| each.class == place && each.id == id)
                };
                let made = self.named_class(method.class, class_id, declares)?;
                Expression::Call {
                    target: Target::New(self.class_name(made)?),
                    method: self.method_name(id),
                    argument: self.argument_of_new(made, id),
                }
            }
            Body::Read { field: id, qualifier } => {
                Expression::Read { target: target(qualifier), field: Self::field_name(id) }
            }
            Body::NewRead { class_id, field: id } => {
                let declares = |place: u8| {
                    self.program.fields.iter().any(|each| each.class == place && each.id == id)
                };
                let made = self.named_class(method.class, class_id, declares)?;
                let target = Target::New(self.class_name(made)?);
                Expression::Read { target, field: Self::field_name(id) }
            }
        };
        let (name, modifiers) = (self.method_name(method.id), "public".to_owned());
        Some(MethodDeclaration { modifiers, name, parameter, result })
    }

    /// Literals are numbered through the program.
    fn literals_before(&self, number: usize) -> i64 {
        let before = self.program.methods.iter().take(number);
        before.map(|method| i64::from(method.body.is_literal())).sum()
    }

    /// The class that a name stands for: one that declares the member, of the same package if there is one.
    fn named_class(&self, from: u8, class_id: u8, declares: impl Fn(u8) -> bool) -> Option<u8> {
        let skeleton = &self.program.skeleton;
        let package = skeleton.class(from)?.package;
        let is_named =
            |place: &u8| skeleton.class(*place).is_some_and(|class| class.id == class_id);
        let is_near =
            |place: &u8| skeleton.class(*place).is_some_and(|class| class.package == package);
        let all: Vec<u8> = skeleton.places().filter(is_named).collect();
        let near = all.iter().copied().find(is_near);
        match self.style {
            // A simple name means the class of the same package.
            Style::Published => near.or(all.first().copied()),
            Style::Resolved => near
                .filter(|place| declares(*place))
                .or_else(|| all.iter().copied().find(|place| declares(*place))),
        }
    }

    /// The methods that a call can mean.
    fn candidates_of_call(&self, class: u8, id: u8, qualifier: Qualifier) -> Vec<&Method> {
        let skeleton = &self.program.skeleton;
        let is_meant = |method: &&Method| {
            let is_above = skeleton.is_ancestor(method.class, class);
            let is_there = match (self.style, qualifier) {
                (Style::Published, _) => true,
                (Style::Resolved, Qualifier::Super) => is_above,
                (Style::Resolved, Qualifier::None | Qualifier::This | Qualifier::QualifiedThis) => {
                    is_above || method.class == class
                }
            };
            method.id == id && is_there
        };
        self.program.methods.iter().filter(is_meant).collect()
    }

    fn argument_of_new(&self, made: u8, id: u8) -> Option<i64> {
        match self.style {
            Style::Published => {
                let takes_one =
                    |method: &&Method| method.id == id && method.parameter != Parameter::None;
                self.program.methods.iter().find(takes_one).map(|_| ARGUMENT)
            }
            Style::Resolved => argument(&self.candidates_of_call(made, id, Qualifier::This)),
        }
    }
}

/// What is handed over to one of them: nothing if one takes nothing.
fn argument(candidates: &[&Method]) -> Option<i64> {
    let takes_nothing = |method: &&Method| method.parameter == Parameter::None;
    let takes_all = !candidates.is_empty() && !candidates.iter().any(takes_nothing);
    takes_all.then_some(ARGUMENT)
}

/// The name of a number: those that stand for themselves first.
fn numbered(fixed: &[&str], free: &str, number: u8) -> String {
    match fixed.get(usize::from(number)) {
        Some(name) => format!("{name}_0"),
        None => format!("{free}_{}", usize::from(number) - fixed.len()),
    }
}
