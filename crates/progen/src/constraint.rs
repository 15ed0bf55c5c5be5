//! Which programs are wanted: the ten constraints of the published generator, as data.
//!
//! Each is a theory of JDolly, read literally: `one` counts ordered pairs, so that two literals of one class that fit both
//! ways are not "exactly one". The scopes are those under which JDolly's own tests count solutions.

use std::fmt;
use std::str::FromStr;

use crate::condition::{
    AccessShape, BodyShape, Condition, Hierarchy, HostClass, MethodShape, ParameterShape,
    Quantifier,
};

/// Which programs are wanted.
#[derive(Debug, Clone, Copy)]
pub struct Constraint {
    /// `JD1` to `JD10`.
    pub id: &'static str,
    /// As the paper calls it.
    pub summary: &'static str,
    /// The theory that it comes from.
    pub theory: &'static str,
    /// What programs are made of.
    pub metamodel: Metamodel,
    /// How large they are.
    pub scope: Scope,
    /// Names that stand for themselves.
    pub names: Names,
    /// What has to hold.
    pub conditions: &'static [Condition],
    /// What the methods of every such program are, literals first: it follows from the conditions and the scope. `None` if
    /// it does not.
    pub cast: Option<&'static [MethodShape]>,
}

/// What programs are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Metamodel {
    /// Methods only.
    WithoutFields,
    /// Also fields, which no body reads.
    UnreadFields,
    /// All of it.
    Full,
}

/// How large programs are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scope {
    /// Packages.
    pub packages: Bound,
    /// Classes; there is at least one.
    pub classes: usize,
    /// Names of classes.
    pub class_ids: Bound,
    /// Methods.
    pub methods: usize,
    /// Names of methods.
    pub method_ids: Bound,
    /// Fields, each of which can have a name of its own.
    pub fields: usize,
}

/// From how many to how many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bound {
    /// At least.
    pub least: usize,
    /// At most.
    pub most: usize,
}

/// Names that stand for themselves: the first ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Names {
    /// Of classes.
    pub classes: &'static [&'static str],
    /// Of methods.
    pub methods: &'static [&'static str],
}

/// A scope that is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScopeError {
    /// Not four numbers.
    #[error("`{0}` is no scope: four numbers are expected, such as 2/3/3/2")]
    Form(String),
    /// Too large to be counted through.
    #[error("a scope has at most {most} {what}, and `{given}` has {count}")]
    Size {
        /// What there is too much of.
        what: &'static str,
        /// The most.
        most: usize,
        /// As given.
        given: String,
        /// How many.
        count: usize,
    },
    /// No class.
    #[error("`{0}` has no package or no class, so there is no program")]
    Empty(String),
}

impl Bound {
    /// Up to so many.
    pub const fn up_to(most: usize) -> Self {
        Self { least: 0, most }
    }

    /// So many.
    pub const fn exactly(count: usize) -> Self {
        Self { least: count, most: count }
    }

    pub(crate) fn admits(self, count: usize) -> bool {
        (self.least..=self.most).contains(&count)
    }
}

impl Scope {
    /// Up to so many packages, classes, methods and fields, with as many names as there is room for.
    pub const fn up_to(packages: usize, classes: usize, methods: usize, fields: usize) -> Self {
        Self {
            packages: Bound::up_to(packages),
            classes,
            class_ids: Bound::up_to(classes),
            methods,
            method_ids: Bound::up_to(methods),
            fields,
        }
    }

    const fn with_packages(self, packages: Bound) -> Self {
        Self { packages, ..self }
    }

    const fn with_ids(self, class_ids: Bound, method_ids: Bound) -> Self {
        Self { class_ids, method_ids, ..self }
    }
}

impl FromStr for Scope {
    type Err = ScopeError;

    fn from_str(text: &str) -> Result<Self, ScopeError> {
        let numbers: Option<Vec<usize>> = text.split('/').map(|word| word.parse().ok()).collect();
        let Some(&[packages, classes, methods, fields]) = numbers.as_deref() else {
            return Err(ScopeError::Form(text.to_owned()));
        };
        // With more of anything, the ways to rename are too many to try.
        let limits = [
            ("packages", packages, 3),
            ("classes", classes, 4),
            ("methods", methods, 5),
            ("fields", fields, 4),
        ];
        for (what, count, most) in limits {
            if count > most {
                return Err(ScopeError::Size { what, most, given: text.to_owned(), count });
            }
        }
        if packages == 0 || classes == 0 {
            return Err(ScopeError::Empty(text.to_owned()));
        }
        Ok(Self::up_to(packages, classes, methods, fields))
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { packages, classes, methods, fields, .. } = self;
        write!(f, "{}/{classes}/{methods}/{fields}", packages.most)
    }
}

impl Constraint {
    /// The constraint of an id, in whatever case.
    pub fn find(id: &str) -> Option<&'static Self> {
        CONSTRAINTS.iter().find(|each| each.id.eq_ignore_ascii_case(id))
    }

    /// The same within another scope. With room for more methods than the conditions need, the others can be anything.
    #[must_use]
    pub fn within(self, scope: Scope) -> Self {
        let cast = self.cast.filter(|cast| scope.methods <= cast.len());
        Self { scope, cast, ..self }
    }
}

const NO_NAMES: Names = Names { classes: &[], methods: &[] };
const M: Names = Names { classes: &[], methods: &["m"] };

/// The calling method of JD2 and JD3 that nothing calls.
const MAIN: MethodShape = MethodShape {
    access: AccessShape::Public,
    parameter: ParameterShape::None,
    body: BodyShape::PlainCall(0),
    is_uncalled: true,
    ..MethodShape::ANY
};

const LITERAL: MethodShape = MethodShape::literal(ParameterShape::Any);
const ONE_CALLER: Condition = Condition::Methods(Quantifier::One, MethodShape::CALLER);

/// Exactly one pair of literals of the same name.
const fn one_pair(
    first: ParameterShape,
    second: ParameterShape,
    hierarchy: Hierarchy,
) -> Condition {
    Condition::LiteralPairs {
        quantifier: Quantifier::One,
        first: MethodShape::literal(first),
        second: MethodShape::literal(second),
        hierarchy,
        same_id: true,
        different_parameters: false,
    }
}

const OVERRIDE: Condition =
    one_pair(ParameterShape::None, ParameterShape::None, Hierarchy::SameOrAncestor);
const OVERRIDE_NEAR: Condition =
    one_pair(ParameterShape::None, ParameterShape::None, Hierarchy::SameOrSuperclass);
const OVERLOAD_INT_LONG: Condition =
    one_pair(ParameterShape::Int, ParameterShape::Long, Hierarchy::SameOrSuperclass);
const OVERLOAD_NONE_ONE: Condition =
    one_pair(ParameterShape::None, ParameterShape::One, Hierarchy::SameOrAncestor);
const OVERLOAD_ONE_ONE: Condition = Condition::LiteralPairs {
    quantifier: Quantifier::One,
    first: MethodShape::literal(ParameterShape::One),
    second: MethodShape::literal(ParameterShape::One),
    hierarchy: Hierarchy::SameOrAncestor,
    same_id: true,
    different_parameters: true,
};
const SOME_OVERRIDE_INT: Condition = Condition::LiteralPairs {
    quantifier: Quantifier::Some,
    first: MethodShape::literal(ParameterShape::Int),
    second: MethodShape::literal(ParameterShape::Int),
    hierarchy: Hierarchy::SameOrSuperclass,
    same_id: true,
    different_parameters: false,
};

const fn caller_in(host: HostClass) -> Condition {
    Condition::Methods(Quantifier::Some, MethodShape { id: Some(0), host, ..MethodShape::CALLER })
}

const CALLER_AND_MAIN: &[MethodShape] = &[LITERAL, LITERAL, MethodShape::CALLER.named(0), MAIN];
const CALLER_AND_LITERALS: &[MethodShape] = &[LITERAL, LITERAL, MethodShape::CALLER];
const ONLY_CALLER: &[MethodShape] = &[MethodShape::CALLER];

// The numbers of `K`, `N`, `M` of JD7, and of `getfieldid`, `caller` of JD10.
const K: u8 = 0;
const N: u8 = 1;
const JD7_M: u8 = 2;
const GETTER: u8 = 0;
const CALLER: u8 = 1;

const fn tester(called: u8) -> MethodShape {
    MethodShape {
        access: AccessShape::Public,
        parameter: ParameterShape::None,
        body: BodyShape::PlainCall(called),
        ..MethodShape::ANY
    }
}

const PLAIN_GETTER: MethodShape = MethodShape::literal(ParameterShape::None).named(GETTER);

const JD7_PAIR: Condition = Condition::LiteralPairs {
    quantifier: Quantifier::One,
    first: MethodShape::literal(ParameterShape::One).named(K),
    second: MethodShape::literal(ParameterShape::Int).named(N),
    hierarchy: Hierarchy::Superclass,
    same_id: false,
    different_parameters: false,
};

const TWO: Bound = Bound::exactly(2);

/// JD1 to JD10.
pub const CONSTRAINTS: [Constraint; 10] = [
    Constraint {
        id: "JD1",
        summary: "NoConstraints",
        theory: "default",
        metamodel: Metamodel::Full,
        scope: Scope::up_to(2, 3, 3, 2),
        names: NO_NAMES,
        conditions: &[],
        cast: None,
    },
    Constraint {
        id: "JD2",
        summary: "ClzWithMethodAndSuperClz",
        theory: "pullupmethod",
        metamodel: Metamodel::WithoutFields,
        scope: Scope::up_to(2, 3, 4, 0)
            .with_packages(TWO)
            .with_ids(Bound::exactly(3), Bound::exactly(3)),
        names: M,
        conditions: &[
            Condition::Any(&[OVERLOAD_ONE_ONE, OVERRIDE]),
            caller_in(HostClass::WithSuperclass),
            Condition::Methods(Quantifier::One, MAIN),
        ],
        cast: Some(CALLER_AND_MAIN),
    },
    Constraint {
        id: "JD3",
        summary: "ClzWithMethodAndSubClz",
        theory: "pushdownmethod",
        metamodel: Metamodel::WithoutFields,
        scope: Scope::up_to(2, 3, 4, 0)
            .with_packages(TWO)
            .with_ids(Bound::up_to(3), Bound::exactly(3)),
        names: M,
        conditions: &[
            Condition::Any(&[OVERLOAD_ONE_ONE, OVERRIDE]),
            caller_in(HostClass::WithSubclass),
            Condition::Methods(Quantifier::One, MAIN),
        ],
        cast: Some(CALLER_AND_MAIN),
    },
    Constraint {
        id: "JD4",
        summary: "ClzWithFieldAndSuperClz",
        theory: "pullupfield",
        metamodel: Metamodel::Full,
        scope: Scope::up_to(2, 3, 1, 2),
        names: Names { classes: &["ID1"], methods: &[] },
        conditions: &[
            Condition::Packages(2),
            Condition::DistinctClassIds,
            Condition::FieldBelowSuperclass { class_id: 0 },
            Condition::HiddenIntField,
            ONE_CALLER,
        ],
        cast: Some(ONLY_CALLER),
    },
    Constraint {
        id: "JD5",
        summary: "ClzWithMethodAndField",
        theory: "movemethod",
        metamodel: Metamodel::UnreadFields,
        scope: Scope::up_to(2, 3, 3, 1),
        names: Names { classes: &["A"], methods: &["m"] },
        conditions: &[
            Condition::Packages(2),
            Condition::DistinctClassIds,
            Condition::PublicReferenceField { class_id: 0 },
            Condition::Any(&[OVERLOAD_INT_LONG, SOME_OVERRIDE_INT]),
            Condition::Methods(
                Quantifier::Some,
                MethodShape {
                    id: Some(0),
                    host: HostClass::Named(0),
                    ..MethodShape::literal(ParameterShape::Int)
                },
            ),
            ONE_CALLER,
        ],
        cast: Some(CALLER_AND_LITERALS),
    },
    Constraint {
        id: "JD6",
        summary: "SomeInheritance",
        theory: "renameclass",
        metamodel: Metamodel::WithoutFields,
        scope: Scope::up_to(2, 3, 3, 0),
        names: NO_NAMES,
        conditions: &[
            Condition::Packages(2),
            Condition::DistinctClassIds,
            Condition::Inheritance,
            Condition::Any(&[OVERLOAD_INT_LONG, OVERRIDE_NEAR]),
            ONE_CALLER,
        ],
        cast: Some(CALLER_AND_LITERALS),
    },
    Constraint {
        id: "JD7",
        summary: "SomeMethod",
        theory: "renamemethod",
        metamodel: Metamodel::WithoutFields,
        scope: Scope::up_to(2, 3, 3, 0),
        names: Names { classes: &[], methods: &["k", "n", "m"] },
        conditions: &[
            Condition::Packages(2),
            Condition::DistinctClassIds,
            Condition::Inheritance,
            JD7_PAIR,
            Condition::DistinctMethodIds,
            Condition::Methods(Quantifier::One, MethodShape::CALLER.named(JD7_M)),
        ],
        cast: Some(&[
            MethodShape::literal(ParameterShape::One).named(K),
            MethodShape::literal(ParameterShape::Int).named(N),
            MethodShape::CALLER.named(JD7_M),
        ]),
    },
    Constraint {
        id: "JD8",
        summary: "SomeField",
        theory: "renamefield",
        metamodel: Metamodel::Full,
        scope: Scope::up_to(2, 3, 1, 2),
        names: NO_NAMES,
        conditions: &[
            Condition::Packages(2),
            Condition::DistinctClassIds,
            Condition::Inheritance,
            Condition::OnlyIntFields,
            Condition::FieldIds(2),
            Condition::FieldsInDifferentClasses,
            ONE_CALLER,
        ],
        cast: Some(ONLY_CALLER),
    },
    Constraint {
        id: "JD9",
        summary: "SomeCaller",
        theory: "addparameter",
        metamodel: Metamodel::WithoutFields,
        scope: Scope::up_to(2, 3, 3, 0)
            .with_packages(TWO)
            .with_ids(Bound::exactly(3), Bound::exactly(2)),
        names: M,
        conditions: &[
            Condition::Inheritance,
            Condition::Any(&[OVERRIDE, OVERLOAD_NONE_ONE]),
            Condition::Methods(Quantifier::One, MethodShape::CALLER.named(0)),
        ],
        cast: Some(&[LITERAL, LITERAL, MethodShape::CALLER.named(0)]),
    },
    Constraint {
        id: "JD10",
        summary: "SomeFieldSomeFieldAccess",
        theory: "encapsulatefield",
        metamodel: Metamodel::UnreadFields,
        scope: Scope::up_to(2, 3, 3, 1),
        names: Names { classes: &[], methods: &["getfieldid", "caller"] },
        conditions: &[
            Condition::Packages(2),
            Condition::DistinctClassIds,
            Condition::PublicLongField,
            Condition::DistinctMethodIds,
            Condition::Methods(Quantifier::One, PLAIN_GETTER),
            Condition::Methods(Quantifier::One, tester(GETTER)),
            Condition::Methods(Quantifier::One, tester(CALLER)),
        ],
        cast: Some(&[PLAIN_GETTER, tester(GETTER), tester(CALLER)]),
    },
];
