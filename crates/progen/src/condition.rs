//! What can be asked of a program. Conditions are values; [`Condition::holds`] is their only meaning.

use crate::program::{Access, Body, Field, FieldType, Method, Parameter, Program, Qualifier};

/// Something that holds of a program or does not.
#[derive(Debug, Clone, Copy)]
pub enum Condition {
    /// There are exactly so many packages.
    Packages(usize),
    /// No class has the name of another.
    DistinctClassIds,
    /// No method has the name of another.
    DistinctMethodIds,
    /// A class extends another.
    Inheritance,
    /// There are so many methods of a shape.
    Methods(Quantifier, MethodShape),
    /// There are so many ordered pairs of two literals: the first in the class of the second or above it.
    LiteralPairs {
        /// How many.
        quantifier: Quantifier,
        /// The first of a pair.
        first: MethodShape,
        /// The second.
        second: MethodShape,
        /// Where the first has to be, seen from the second.
        hierarchy: Hierarchy,
        /// Whether both have the same name.
        same_id: bool,
        /// Whether their parameters differ.
        different_parameters: bool,
    },
    /// A public field of type `long` is there.
    PublicLongField,
    /// A class of that name has a public field of the type of another class.
    PublicReferenceField {
        /// The name of the class.
        class_id: u8,
    },
    /// A class of that name has a superclass, and a field.
    FieldBelowSuperclass {
        /// The name of the class.
        class_id: u8,
    },
    /// Two fields of type `int` have the same name.
    HiddenIntField,
    /// Two fields are in different classes.
    FieldsInDifferentClasses,
    /// All fields are of type `int`.
    OnlyIntFields,
    /// Fields have exactly so many names.
    FieldIds(usize),
    /// One of these holds.
    Any(&'static [Condition]),
}

/// How many there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantifier {
    /// At least one.
    Some,
    /// Exactly one.
    One,
}

/// Where a method is, seen from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hierarchy {
    /// In the same class, or in one above it.
    SameOrAncestor,
    /// In the same class, or in its direct superclass.
    SameOrSuperclass,
    /// In its direct superclass.
    Superclass,
}

/// What a method looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MethodShape {
    /// Its name, if that matters.
    pub id: Option<u8>,
    /// Its access.
    pub access: AccessShape,
    /// Its parameter.
    pub parameter: ParameterShape,
    /// Its body.
    pub body: BodyShape,
    /// Its class.
    pub host: HostClass,
    /// Whether nothing may call a method of its name.
    pub is_uncalled: bool,
}

/// Which access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccessShape {
    /// Any.
    Any,
    /// Public.
    Public,
}

/// Which parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterShape {
    /// Any, or none.
    Any,
    /// None.
    None,
    /// One, of whatever type.
    One,
    /// `int`
    Int,
    /// `long`
    Long,
}

/// Which body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyShape {
    /// Any.
    Any,
    /// A literal.
    Literal,
    /// Anything but a literal.
    NotLiteral,
    /// A call without qualifier of a method of that name.
    PlainCall(u8),
}

/// Which class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HostClass {
    /// Any.
    Any,
    /// One that has a superclass.
    WithSuperclass,
    /// One that has a subclass.
    WithSubclass,
    /// One of that name.
    Named(u8),
}

/// How much of a program has to be there before a condition can be decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    /// Its classes.
    Skeleton,
    /// Its fields as well.
    Fields,
    /// And those of its methods that return literals.
    Literals,
    /// All of it.
    Complete,
}

impl MethodShape {
    /// A literal with any name.
    pub const fn literal(parameter: ParameterShape) -> Self {
        Self { body: BodyShape::Literal, parameter, ..Self::ANY }
    }

    /// A public method without parameter that returns no literal.
    pub const CALLER: Self = Self {
        access: AccessShape::Public,
        parameter: ParameterShape::None,
        body: BodyShape::NotLiteral,
        ..Self::ANY
    };

    /// Any method.
    pub const ANY: Self = Self {
        id: None,
        access: AccessShape::Any,
        parameter: ParameterShape::Any,
        body: BodyShape::Any,
        host: HostClass::Any,
        is_uncalled: false,
    };

    /// The same shape with a name.
    #[must_use]
    pub const fn named(self, id: u8) -> Self {
        Self { id: Some(id), ..self }
    }

    /// Whether a method has what can be seen of it alone.
    pub(crate) fn fits(&self, method: Method) -> bool {
        let parameter = match self.parameter {
            ParameterShape::Any => true,
            ParameterShape::None => method.parameter == Parameter::None,
            ParameterShape::One => method.parameter != Parameter::None,
            ParameterShape::Int => method.parameter == Parameter::Int,
            ParameterShape::Long => method.parameter == Parameter::Long,
        };
        let body = match self.body {
            BodyShape::Any => true,
            BodyShape::Literal => method.body.is_literal(),
            BodyShape::NotLiteral => !method.body.is_literal(),
            BodyShape::PlainCall(method_id) => {
                method.body == Body::Call { method: method_id, qualifier: Qualifier::None }
            }
        };
        let access = self.access == AccessShape::Any || method.access == Access::Public;
        parameter && body && access && self.id.is_none_or(|id| id == method.id)
    }

    fn fits_in(&self, program: &Program, method: Method) -> bool {
        let skeleton = &program.skeleton;
        let host = match self.host {
            HostClass::Any => true,
            HostClass::WithSuperclass => skeleton.superclass(method.class).is_some(),
            HostClass::WithSubclass => {
                skeleton.places().any(|place| skeleton.superclass(place) == Some(method.class))
            }
            HostClass::Named(id) => {
                skeleton.class(method.class).is_some_and(|class| class.id == id)
            }
        };
        let is_called = |id: u8| program.methods.iter().any(|each| each.body.called() == Some(id));
        host && self.fits(method) && !(self.is_uncalled && is_called(method.id))
    }
}

impl Condition {
    /// Whether it holds of a program.
    pub fn holds(&self, program: &Program) -> bool {
        let skeleton = &program.skeleton;
        let fields = &program.fields;
        let is_named =
            |place: u8, id: u8| skeleton.class(place).is_some_and(|class| class.id == id);
        match self {
            Self::Packages(count) => skeleton.packages() == *count,
            Self::DistinctClassIds => skeleton.has_distinct_ids(),
            Self::DistinctMethodIds => program.method_ids() == program.methods.len(),
            Self::Inheritance => skeleton.has_inheritance(),
            Self::Methods(quantifier, shape) => {
                let fitting = program.methods.iter().filter(|each| shape.fits_in(program, **each));
                quantifier.admits(fitting.count())
            }
            Self::LiteralPairs { .. } => self.pairs_hold(program),
            Self::PublicLongField => {
                let is_it = |field: &Field| {
                    field.access == Access::Public && field.field_type == FieldType::Long
                };
                fields.iter().any(is_it)
            }
            Self::PublicReferenceField { class_id } => {
                let is_it = |field: &Field| match field.field_type {
                    FieldType::Class(target) => target != field.class,
                    FieldType::Int | FieldType::Long => false,
                };
                let is_public = |field: &Field| field.access == Access::Public;
                fields
                    .iter()
                    .any(|each| is_it(each) && is_public(each) && is_named(each.class, *class_id))
            }
            Self::FieldBelowSuperclass { class_id } => fields.iter().any(|field| {
                is_named(field.class, *class_id) && skeleton.superclass(field.class).is_some()
            }),
            Self::HiddenIntField => any_two(fields, |one, other| {
                one.id == other.id
                    && one.field_type == FieldType::Int
                    && other.field_type == FieldType::Int
            }),
            Self::FieldsInDifferentClasses => {
                any_two(fields, |one, other| one.class != other.class)
            }
            Self::OnlyIntFields => {
                !fields.is_empty() && fields.iter().all(|each| each.field_type == FieldType::Int)
            }
            Self::FieldIds(count) => program.field_ids() == *count,
            Self::Any(conditions) => conditions.iter().any(|each| each.holds(program)),
        }
    }

    /// Ordered pairs are counted: two literals of one class that fit both ways are two pairs.
    fn pairs_hold(&self, program: &Program) -> bool {
        let Self::LiteralPairs {
            quantifier,
            first,
            second,
            hierarchy,
            same_id,
            different_parameters,
        } = self
        else {
            return false;
        };
        let mut count = 0;
        for (place, one) in program.methods.iter().enumerate() {
            for (other_place, other) in program.methods.iter().enumerate() {
                let is_pair = place != other_place
                    && first.fits_in(program, *one)
                    && second.fits_in(program, *other)
                    && (!same_id || one.id == other.id)
                    && (!different_parameters || one.parameter != other.parameter)
                    && hierarchy.relates(program, one.class, other.class);
                count += usize::from(is_pair);
            }
        }
        quantifier.admits(count)
    }

    /// When it can be decided.
    pub(crate) fn stage(&self) -> Stage {
        match self {
            Self::Packages(_) | Self::DistinctClassIds | Self::Inheritance => Stage::Skeleton,
            Self::PublicLongField
            | Self::PublicReferenceField { .. }
            | Self::FieldBelowSuperclass { .. }
            | Self::HiddenIntField
            | Self::FieldsInDifferentClasses
            | Self::OnlyIntFields
            | Self::FieldIds(_) => Stage::Fields,
            Self::LiteralPairs { .. } => Stage::Literals,
            Self::DistinctMethodIds | Self::Methods(..) => Stage::Complete,
            Self::Any(conditions) => {
                conditions.iter().map(Self::stage).max().unwrap_or(Stage::Skeleton)
            }
        }
    }
}

impl Quantifier {
    fn admits(self, count: usize) -> bool {
        match self {
            Self::Some => count > 0,
            Self::One => count == 1,
        }
    }
}

impl Hierarchy {
    fn relates(self, program: &Program, upper: u8, lower: u8) -> bool {
        let skeleton = &program.skeleton;
        match self {
            Self::SameOrAncestor => upper == lower || skeleton.is_ancestor(upper, lower),
            Self::SameOrSuperclass => upper == lower || skeleton.superclass(lower) == Some(upper),
            Self::Superclass => skeleton.superclass(lower) == Some(upper),
        }
    }
}

fn any_two(fields: &[Field], holds: impl Fn(&Field, &Field) -> bool) -> bool {
    let rest = |place: usize| fields.iter().skip(place + 1);
    fields.iter().enumerate().any(|(place, one)| rest(place).any(|other| holds(one, other)))
}
