//! What facts are about. An entity and a fingerprint are a fact; it holds as long as the entity has that fingerprint.

use std::fmt;
use std::sync::Arc;

use crate::display::method_signature;
use crate::name::{ClassName, MethodId};

/// Something that the outcome of a test can rest on. Classes and methods go by their canonical names, see
/// `docs/formats/facts.md`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Entity {
    /// Flags and canonical code of a method.
    Body(MethodId),
    /// What the references in a method resolve to.
    Links(MethodId),
    /// What a class and all its supertypes are and extend.
    Header(ClassName),
    /// The types that initialising a class runs through.
    Initialisation(ClassName),
    /// Everything that reflection shows of a class.
    Members(ClassName),
    /// Everything but debug data, where nothing finer can be had.
    Whole(ClassName),
    /// Everything but debug data of a class that was used. It counts for techniques that look at classes.
    Touched(ClassName),
    /// The bytes of all copies of a class that the class path has more than once.
    Copies(ClassName),
    /// Whether there is a class of that name in the class path, and what it is. The name is that of the class file.
    Presence(ClassName),
    /// Where calls of a method arrive for receivers of exactly the class in the method's name.
    Dispatch(MethodId),
    /// What a class overrides or implements of the environment, which calls it unseen.
    Overrides(ClassName),
    /// The classes of the test frameworks.
    Frameworks,
    /// The first copy of a resource of the class path.
    Resource(Arc<str>),
    /// All copies of a resource.
    Resources(Arc<str>),
    /// What a resource bundle can be made of, by its base name.
    Bundle(Arc<str>),
    /// The content of a file.
    File(Arc<str>),
    /// Whether a file is there, of what kind and how large.
    Probe(Arc<str>),
    /// The names in a folder.
    Listing(Arc<str>),
    /// A system property that was given to the JVM.
    Property(Arc<str>),
    /// All of them.
    Properties,
    /// An environment variable.
    Variable(Arc<str>),
    /// All of them.
    Variables,
    /// The JDK, and what it was told on its command line.
    Environment,
    /// Where the project is.
    Place,
}

/// The kind of an [`Entity`], by number, as it is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names are those of `Entity`")]
pub enum EntityKind {
    Body = 0,
    Links,
    Header,
    Initialisation,
    Members,
    Whole,
    Touched,
    Copies,
    Presence,
    Dispatch,
    Overrides,
    Frameworks,
    Resource,
    Resources,
    Bundle,
    File,
    Probe,
    Listing,
    Property,
    Properties,
    Variable,
    Variables,
    Environment,
    Place,
}

impl EntityKind {
    /// All kinds, by number.
    pub const ALL: [Self; 24] = [
        Self::Body,
        Self::Links,
        Self::Header,
        Self::Initialisation,
        Self::Members,
        Self::Whole,
        Self::Touched,
        Self::Copies,
        Self::Presence,
        Self::Dispatch,
        Self::Overrides,
        Self::Frameworks,
        Self::Resource,
        Self::Resources,
        Self::Bundle,
        Self::File,
        Self::Probe,
        Self::Listing,
        Self::Property,
        Self::Properties,
        Self::Variable,
        Self::Variables,
        Self::Environment,
        Self::Place,
    ];

    /// From its number.
    pub fn from_u8(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    /// The word for machines.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Body => "body",
            Self::Links => "links",
            Self::Header => "header",
            Self::Initialisation => "initialisation",
            Self::Members => "members",
            Self::Whole | Self::Touched => "class",
            Self::Copies => "copies",
            Self::Presence => "presence",
            Self::Dispatch => "dispatch",
            Self::Overrides => "overrides",
            Self::Frameworks => "frameworks",
            Self::Resource => "resource",
            Self::Resources => "resources",
            Self::Bundle => "bundle",
            Self::File => "file",
            Self::Probe => "file-state",
            Self::Listing => "folder",
            Self::Property => "property",
            Self::Properties => "properties",
            Self::Variable => "variable",
            Self::Variables => "variables",
            Self::Environment => "environment",
            Self::Place => "place",
        }
    }
}

impl Entity {
    /// Its kind.
    pub const fn kind(&self) -> EntityKind {
        match self {
            Self::Body(_) => EntityKind::Body,
            Self::Links(_) => EntityKind::Links,
            Self::Header(_) => EntityKind::Header,
            Self::Initialisation(_) => EntityKind::Initialisation,
            Self::Members(_) => EntityKind::Members,
            Self::Whole(_) => EntityKind::Whole,
            Self::Touched(_) => EntityKind::Touched,
            Self::Copies(_) => EntityKind::Copies,
            Self::Presence(_) => EntityKind::Presence,
            Self::Dispatch(_) => EntityKind::Dispatch,
            Self::Overrides(_) => EntityKind::Overrides,
            Self::Frameworks => EntityKind::Frameworks,
            Self::Resource(_) => EntityKind::Resource,
            Self::Resources(_) => EntityKind::Resources,
            Self::Bundle(_) => EntityKind::Bundle,
            Self::File(_) => EntityKind::File,
            Self::Probe(_) => EntityKind::Probe,
            Self::Listing(_) => EntityKind::Listing,
            Self::Property(_) => EntityKind::Property,
            Self::Properties => EntityKind::Properties,
            Self::Variable(_) => EntityKind::Variable,
            Self::Variables => EntityKind::Variables,
            Self::Environment => EntityKind::Environment,
            Self::Place => EntityKind::Place,
        }
    }

    /// The class it is about, if it is about one.
    pub fn class(&self) -> Option<&ClassName> {
        match self {
            Self::Body(method) | Self::Links(method) | Self::Dispatch(method) => {
                Some(&method.class)
            }
            Self::Header(class)
            | Self::Initialisation(class)
            | Self::Members(class)
            | Self::Whole(class)
            | Self::Touched(class)
            | Self::Copies(class)
            | Self::Presence(class)
            | Self::Overrides(class) => Some(class),
            Self::Frameworks
            | Self::Resource(_)
            | Self::Resources(_)
            | Self::Bundle(_)
            | Self::File(_)
            | Self::Probe(_)
            | Self::Listing(_)
            | Self::Property(_)
            | Self::Properties
            | Self::Variable(_)
            | Self::Variables
            | Self::Environment
            | Self::Place => None,
        }
    }

    /// What names it apart from the class: name and descriptor of a method, a path, a key; often nothing.
    pub fn detail(&self) -> String {
        match self {
            Self::Body(method) | Self::Links(method) | Self::Dispatch(method) => {
                format!("{}{}", method.name, method.descriptor)
            }
            Self::Resource(text)
            | Self::Resources(text)
            | Self::Bundle(text)
            | Self::File(text)
            | Self::Probe(text)
            | Self::Listing(text)
            | Self::Property(text)
            | Self::Variable(text) => text.to_string(),
            Self::Header(_)
            | Self::Initialisation(_)
            | Self::Members(_)
            | Self::Whole(_)
            | Self::Touched(_)
            | Self::Copies(_)
            | Self::Presence(_)
            | Self::Overrides(_)
            | Self::Frameworks
            | Self::Properties
            | Self::Variables
            | Self::Environment
            | Self::Place => String::new(),
        }
    }

    /// Puts together what [`Self::kind`], [`Self::class`] and [`Self::detail`] took apart; `None` if they do not fit.
    pub fn from_parts(kind: EntityKind, class: Option<&str>, detail: &str) -> Option<Self> {
        let name = || class.map(ClassName::internal);
        let method = || {
            // Canonical names can hold descriptors; a descriptor has one parenthesis that opens.
            let descriptor = detail.rfind('(')?;
            let (name_of_method, descriptor) = detail.split_at_checked(descriptor)?;
            let (name_of_method, descriptor) = (name_of_method.into(), descriptor.into());
            Some(MethodId { class: name()?, name: name_of_method, descriptor })
        };
        Some(match kind {
            EntityKind::Body => Self::Body(method()?),
            EntityKind::Links => Self::Links(method()?),
            EntityKind::Dispatch => Self::Dispatch(method()?),
            EntityKind::Header => Self::Header(name()?),
            EntityKind::Initialisation => Self::Initialisation(name()?),
            EntityKind::Members => Self::Members(name()?),
            EntityKind::Whole => Self::Whole(name()?),
            EntityKind::Touched => Self::Touched(name()?),
            EntityKind::Copies => Self::Copies(name()?),
            EntityKind::Presence => Self::Presence(name()?),
            EntityKind::Overrides => Self::Overrides(name()?),
            EntityKind::Frameworks => Self::Frameworks,
            EntityKind::Resource => Self::Resource(detail.into()),
            EntityKind::Resources => Self::Resources(detail.into()),
            EntityKind::Bundle => Self::Bundle(detail.into()),
            EntityKind::File => Self::File(detail.into()),
            EntityKind::Probe => Self::Probe(detail.into()),
            EntityKind::Listing => Self::Listing(detail.into()),
            EntityKind::Property => Self::Property(detail.into()),
            EntityKind::Properties => Self::Properties,
            EntityKind::Variable => Self::Variable(detail.into()),
            EntityKind::Variables => Self::Variables,
            EntityKind::Environment => Self::Environment,
            EntityKind::Place => Self::Place,
        })
    }
}

/// As a developer would say it.
impl fmt::Display for Entity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let signature = |method: &MethodId| {
            format!("{}.{}", method.class, method_signature(&method.name, &method.descriptor))
        };
        match self {
            Self::Body(method) => write!(f, "`{}`", signature(method)),
            Self::Links(method) => write!(f, "what `{}` refers to", signature(method)),
            Self::Header(class) => write!(f, "what `{class}` is and extends"),
            Self::Initialisation(class) => write!(f, "what initialising `{class}` runs"),
            Self::Members(class) => write!(f, "the members of `{class}`"),
            Self::Whole(class) | Self::Touched(class) => write!(f, "class `{class}`"),
            Self::Copies(class) => write!(f, "the copies of `{class}`"),
            Self::Presence(class) => write!(f, "whether there is a class `{class}`"),
            Self::Dispatch(method) => {
                let name = method_signature(&method.name, &method.descriptor);
                write!(f, "where `{name}` arrives on a `{}`", method.class)
            }
            Self::Overrides(class) => write!(f, "what `{class}` overrides of the JDK"),
            Self::Frameworks => f.write_str("the test frameworks"),
            Self::Resource(path) => write!(f, "resource `{path}`"),
            Self::Resources(path) => write!(f, "resources `{path}`"),
            Self::Bundle(name) => write!(f, "resource bundle `{name}`"),
            Self::File(path) => write!(f, "file `{path}`"),
            Self::Probe(path) => write!(f, "state of file `{path}`"),
            Self::Listing(path) => write!(f, "folder `{path}`"),
            Self::Property(key) => write!(f, "system property `{key}`"),
            Self::Properties => f.write_str("system properties"),
            Self::Variable(name) => write!(f, "environment variable `{name}`"),
            Self::Variables => f.write_str("environment variables"),
            Self::Environment => f.write_str("JDK and its options"),
            Self::Place => f.write_str("the place of the project"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Entity, EntityKind};
    use crate::name::{ClassName, MethodId};

    #[test]
    fn an_entity_is_put_together_again() {
        let class = ClassName::internal("p/A.f()I..0");
        let method = MethodId { class: class.clone(), name: "f".into(), descriptor: "(I)V".into() };
        let all = [
            Entity::Body(method.clone()),
            Entity::Links(method.clone()),
            Entity::Body(MethodId { name: "f()Ljava/lang/Runnable;~0".into(), ..method.clone() }),
            Entity::Dispatch(method),
            Entity::Header(class.clone()),
            Entity::Touched(class),
            Entity::Frameworks,
            Entity::File("a/b.txt".into()),
            Entity::Property("x".into()),
            Entity::Environment,
            Entity::Place,
        ];
        for entity in all {
            let class = entity.class().map(ClassName::as_str);
            let again = Entity::from_parts(entity.kind(), class, &entity.detail());
            assert_eq!(again.as_ref(), Some(&entity));
        }
        for (number, kind) in (0_u8..).zip(EntityKind::ALL) {
            assert_eq!(kind as u8, number);
        }
        assert_eq!(Entity::from_parts(EntityKind::Body, None, "f()V"), None);
        assert_eq!(Entity::from_parts(EntityKind::Body, Some("p/A"), "f"), None);
    }
}
