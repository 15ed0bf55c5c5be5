//! A program of the meta-model: classes in packages, at most one superclass each, one-line methods, fields.
//!
//! Everything is a number: packages, names of classes, methods and fields count from 0, and classes are known by their
//! place in the [`Skeleton`]. What the numbers are called is the business of [`java`](crate::java).

use crate::skeleton::Skeleton;

/// A program.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Program {
    /// Packages and classes.
    pub skeleton: Skeleton,
    /// Fields, ascending.
    pub fields: Vec<Field>,
    /// Methods, ascending.
    pub methods: Vec<Method>,
}

/// A field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Field {
    /// The class that declares it.
    pub class: u8,
    /// Its name.
    pub id: u8,
    /// Its type.
    pub field_type: FieldType,
    /// Who may use it.
    pub access: Access,
}

/// The type of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FieldType {
    /// `int`
    Int,
    /// `long`
    Long,
    /// A class of the program.
    Class(u8),
}

/// A method; all return `long`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Method {
    /// The class that declares it.
    pub class: u8,
    /// Its name.
    pub id: u8,
    /// Its parameter, if it has one.
    pub parameter: Parameter,
    /// Who may call it.
    pub access: Access,
    /// What it returns.
    pub body: Body,
}

/// The parameter of a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Parameter {
    /// There is none.
    None,
    /// `int`
    Int,
    /// `long`
    Long,
}

/// Who may use a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Access {
    /// Everybody.
    Public,
    /// Its package and subclasses.
    Protected,
    /// Its package.
    Package,
    /// Its class.
    Private,
}

/// What a method returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Body {
    /// A number.
    Literal,
    /// What a method gives: `m()`, `this.m()`, `super.m()`, `C.this.m()`.
    Call {
        /// Name of the method.
        method: u8,
        /// What stands before it.
        qualifier: Qualifier,
    },
    /// What a method of a new object gives: `new C().m()`.
    NewCall {
        /// Name of the class.
        class_id: u8,
        /// Name of the method.
        method: u8,
    },
    /// What is in a field: `f`, `this.f`, `super.f`, `C.this.f`.
    Read {
        /// Name of the field.
        field: u8,
        /// What stands before it.
        qualifier: Qualifier,
    },
    /// What is in a field of a new object: `new C().f`.
    NewRead {
        /// Name of the class.
        class_id: u8,
        /// Name of the field.
        field: u8,
    },
}

/// What stands before the name of a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Qualifier {
    /// Nothing.
    None,
    /// `this`
    This,
    /// `super`
    Super,
    /// `C.this`, with the class that it is in.
    QualifiedThis,
}

impl Parameter {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::None, Self::Int, Self::Long];
}

impl Access {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Public, Self::Protected, Self::Package, Self::Private];
}

impl Qualifier {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::None, Self::This, Self::Super, Self::QualifiedThis];
}

impl Body {
    /// Whether it is a number.
    pub fn is_literal(self) -> bool {
        self == Self::Literal
    }

    /// The name of the method that it calls, if it calls one.
    pub fn called(self) -> Option<u8> {
        match self {
            Self::Call { method, .. } | Self::NewCall { method, .. } => Some(method),
            Self::Literal | Self::Read { .. } | Self::NewRead { .. } => None,
        }
    }
}

impl Program {
    /// How many names methods have.
    pub fn method_ids(&self) -> usize {
        self.methods.iter().map(|method| usize::from(method.id) + 1).max().unwrap_or(0)
    }

    /// How many names fields have.
    pub fn field_ids(&self) -> usize {
        self.fields.iter().map(|field| usize::from(field.id) + 1).max().unwrap_or(0)
    }
}
