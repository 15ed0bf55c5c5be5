//! The syntax tree.

use std::fmt;

/// The sources of a program.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Sources {
    /// One top-level type each.
    pub units: Vec<Unit>,
    /// Files of the class path that are no classes.
    pub resources: Vec<Resource>,
    /// The types that are not beside the others, but in a jar that these name.
    pub library: Option<Library>,
}

/// A jar that the classes of a program use.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Library {
    /// The name of its file.
    pub file: String,
    /// The types in it.
    pub types: Vec<ClassName>,
}

/// A file of the class path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Resource {
    /// Where it is, with `/`.
    pub path: String,
    /// What is in it.
    pub text: String,
}

/// A top-level type.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unit {
    /// Package and name.
    pub name: ClassName,
    /// The packages that it imports, if that is settled: then classes are written by their simple names, whatever these
    /// come to mean.
    pub imports: Option<Vec<String>>,
    /// A line of comment above it, if there is one.
    pub comment: Option<String>,
    /// What it is.
    pub kind: UnitKind,
    /// Annotations and modifiers other than `public`, as text.
    pub modifiers: String,
    /// Its superclass.
    pub superclass: Option<ClassName>,
    /// The interfaces that it implements, or extends.
    pub interfaces: Vec<ClassName>,
    /// The subclasses that it permits.
    pub permits: Vec<ClassName>,
    /// Its fields.
    pub fields: Vec<FieldDeclaration>,
    /// Its methods.
    pub methods: Vec<MethodDeclaration>,
    /// Other members, as text.
    pub members: Vec<String>,
}

/// What a type is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnitKind {
    /// A class.
    Class,
    /// An interface.
    Interface,
    /// An annotation type.
    Annotation,
    /// An enum, with its constants as text.
    Enum(String),
    /// A record, with its components as text.
    Record(String),
}

/// A class by its full name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassName {
    /// Its package.
    pub package: String,
    /// Its name in it.
    pub simple: String,
}

/// A field.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FieldDeclaration {
    /// Modifiers, as text.
    pub modifiers: String,
    /// Its type.
    pub field_type: Type,
    /// Its name.
    pub name: String,
    /// What it holds at first.
    pub initialiser: Initialiser,
}

/// A type.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    /// `int`
    Int,
    /// `long`
    Long,
    /// A class.
    Class(ClassName),
}

/// What a field holds at first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Initialiser {
    /// A number.
    Number(i64),
    /// `null`
    Null,
}

/// A method that returns `long`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MethodDeclaration {
    /// Modifiers, as text.
    pub modifiers: String,
    /// Its name.
    pub name: String,
    /// The type of its parameter, which is `int` or `long`.
    pub parameter: Option<Type>,
    /// What it returns.
    pub result: Expression,
}

/// What a method returns.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Expression {
    /// A number.
    Number(i64),
    /// A call.
    Call {
        /// Of whom.
        target: Target,
        /// The name of the method.
        method: String,
        /// The number that is handed over.
        argument: Option<i64>,
    },
    /// What a field holds.
    Read {
        /// Of whom.
        target: Target,
        /// The name of the field.
        field: String,
    },
    /// Something that the tree has no form for.
    Text {
        /// How it is written; classes by their full names.
        text: String,
        /// What comes of it.
        outcome: Outcome,
    },
}

/// What comes of evaluating something.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// A number.
    Number(i64),
    /// Something is thrown: the full name of its class.
    Thrown(String),
}

/// Whose member it is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// Nothing is said.
    Unqualified,
    /// `this`
    This,
    /// `super`
    Super,
    /// `C.this`
    QualifiedThis(ClassName),
    /// A new object of a class.
    New(ClassName),
    /// A class: the member is static.
    Static(ClassName),
}

impl Sources {
    /// The same without comments.
    #[must_use]
    pub fn without_comments(&self) -> Self {
        let mut sources = self.clone();
        sources.units.iter_mut().for_each(|unit| unit.comment = None);
        sources
    }

    /// The type of a name.
    pub fn unit(&self, name: &ClassName) -> Option<&Unit> {
        self.units.iter().find(|unit| unit.name == *name)
    }

    /// The superclasses of a type, nearest first, as far as they are part of the program.
    pub fn ancestors<'s>(&'s self, unit: &'s Unit) -> impl Iterator<Item = &'s Unit> {
        let above = |unit: &&'s Unit| unit.superclass.as_ref().and_then(|name| self.unit(name));
        std::iter::successors(above(&unit), above).take(self.units.len())
    }

    /// Whether the first type is above the second, or is it.
    pub fn is_same_or_above(&self, upper: &ClassName, lower: &Unit) -> bool {
        lower.name == *upper || self.ancestors(lower).any(|unit| unit.name == *upper)
    }
}

impl Unit {
    /// A public type without anything in it.
    pub fn empty(kind: UnitKind, name: ClassName) -> Self {
        Self {
            name,
            imports: None,
            comment: None,
            kind,
            modifiers: String::new(),
            superclass: None,
            interfaces: Vec::new(),
            permits: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            members: Vec::new(),
        }
    }
}

impl MethodDeclaration {
    /// Whether two methods of one class cannot both be there.
    pub fn clashes(&self, other: &Self) -> bool {
        self.name == other.name && self.parameter == other.parameter
    }
}

impl Type {
    /// Whether it is no class.
    pub fn is_primitive(&self) -> bool {
        !matches!(self, Self::Class(_))
    }
}

impl ClassName {
    /// A class of a package.
    pub fn new(package: impl Into<String>, simple: impl Into<String>) -> Self {
        Self { package: package.into(), simple: simple.into() }
    }
}

impl fmt::Display for ClassName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.package.is_empty() {
            f.write_str(&self.simple)
        } else {
            write!(f, "{}.{}", self.package, self.simple)
        }
    }
}
