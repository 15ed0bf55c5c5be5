//! The static techniques: the graph, and the edges that each of them adds for reflection.
//!
//! A technique is a function of values. It gives a [`View`] of the graph, or one for each test; which tests are affected,
//! what a test rests on and the path from one to the other are then the same questions for all.

mod border;
mod dynamic;
mod naive;
mod per_test;
mod string;
mod unaware;

use std::collections::BTreeSet;
use std::str::FromStr;

use crate::border::BorderMethods;
use crate::calls::Calls;
use crate::entry::Parts;
use crate::graph::{Graph, Node};
use crate::recorded::Recorded;
use crate::reflection::ReflectionSites;
use crate::search::Reached;
use crate::strings::StringTargets;
use crate::view::View;

/// A static technique.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Technique {
    /// The class firewall; reflection is not seen.
    Unaware,
    /// Who calls a reflection method reaches everything.
    Naive,
    /// Who calls a reflection method reaches what its strings can name.
    String,
    /// Who calls a border method reaches everything.
    Border(Border),
    /// What was made by reflection while tests ran is reached by who made it.
    Dynamic,
    /// The same, for each test only what was made during it.
    PerTest,
}

/// Which methods of the JDK count as border methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Border {
    /// All that may end in a reflection method by the call graph of the JDK.
    Static,
    /// The reflection methods themselves.
    Four,
    /// Those that were seen on the stack while tests ran.
    Dynamic,
    /// Of these, those that lead to classes which nothing else mentions.
    Minimal,
}

impl Technique {
    /// All of them, by name.
    pub const ALL: [(&'static str, Self); 9] = [
        ("static", Self::Unaware),
        ("static-naive", Self::Naive),
        ("static-string", Self::String),
        ("static-border-static", Self::Border(Border::Static)),
        ("static-border-four", Self::Border(Border::Four)),
        ("static-border-dynamic", Self::Border(Border::Dynamic)),
        ("static-border-minimal", Self::Border(Border::Minimal)),
        ("static-dynamic", Self::Dynamic),
        ("static-per-test", Self::PerTest),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, other)| *other == self).map_or("", |(name, _)| name)
    }
}

impl FromStr for Technique {
    type Err = UnknownTechnique;

    fn from_str(name: &str) -> Result<Self, UnknownTechnique> {
        let found = Self::ALL.iter().find(|(known, _)| *known == name);
        found.map(|(_, technique)| *technique).ok_or_else(|| UnknownTechnique(name.to_owned()))
    }
}

/// A name that no static technique has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no static technique `{0}`")]
pub struct UnknownTechnique(pub String);

/// What techniques know, besides the class files. What is not there is not guessed.
#[derive(Debug, Clone, Copy)]
pub struct Knowledge<'a> {
    /// The graph of all classes, those of the JDK included: types inherit from these.
    pub graph: &'a Graph,
    /// What is assumed to stay as it is, and is left out where that changes nothing.
    pub unchanged: Parts,
    /// Which methods are called.
    pub calls: Option<&'a Calls>,
    /// Who calls reflection methods.
    pub sites: Option<&'a ReflectionSites>,
    /// What the strings at these calls can name.
    pub strings: Option<&'a StringTargets>,
    /// What was made by reflection while tests ran.
    pub recorded: Option<&'a Recorded>,
    /// The border methods that were found in the JDK or seen while tests ran; [`Border::Minimal`] brings its own and adds
    /// these, [`Border::Four`] does not ask for them.
    pub border: Option<&'a BorderMethods>,
}

impl<'a> Knowledge<'a> {
    /// Class files only; what the JDK and libraries are is assumed to stay.
    pub fn of(graph: &'a Graph) -> Self {
        Self {
            graph,
            unchanged: Parts::PLATFORM_AND_LIBRARIES,
            calls: None,
            sites: None,
            strings: None,
            recorded: None,
            border: None,
        }
    }
}

/// Something that a technique cannot do without.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum MissingKnowledge {
    #[error("cannot tell who calls border methods: the calls were not read")]
    Calls,
    #[error("cannot tell who uses reflection: the calls of reflection methods were not looked for")]
    Sites,
    #[error("cannot tell which classes strings name: they were not looked at")]
    Strings,
    #[error("cannot tell what was made by reflection: no run was recorded")]
    Recorded,
    #[error("cannot tell what border methods are: no set of them was given")]
    Border,
}

/// The answer of a technique for all tests, or for one.
enum Scope<'g> {
    /// One view for all.
    Shared(View<'g>),
    /// Nothing is known of the test: it may reach everything.
    Doubt,
}

impl Technique {
    /// Those of the tests that a change of these classes affects, in the order given.
    pub fn affected(
        self,
        knowledge: &Knowledge<'_>,
        tests: &[Node],
        changed: &[Node],
    ) -> Result<Vec<Node>, MissingKnowledge> {
        if changed.is_empty() {
            return Ok(Vec::new());
        }
        if self == Self::PerTest {
            return per_test::affected(knowledge, tests, changed);
        }
        let view = self.shared_view(knowledge)?;
        let affected: BTreeSet<Node> = view.affected(tests, changed).into_iter().collect();
        let is_unknown = |test: &Node| self.is_unknown(knowledge, *test);
        let is_affected = |test: &Node| affected.contains(test) || is_unknown(test);
        Ok(tests.iter().copied().filter(is_affected).collect())
    }

    /// What a test rests on.
    pub fn rests_on(
        self,
        knowledge: &Knowledge<'_>,
        test: Node,
    ) -> Result<Reached, MissingKnowledge> {
        Ok(match self.scope(knowledge, test)? {
            Scope::Shared(view) => view.reached(test),
            Scope::Doubt => Reached::Anything,
        })
    }

    /// A shortest path from a test to one of the changed classes, as [`View::path`] gives it.
    pub fn path(
        self,
        knowledge: &Knowledge<'_>,
        test: Node,
        changed: &[Node],
    ) -> Result<Option<Vec<Node>>, MissingKnowledge> {
        Ok(match self.scope(knowledge, test)? {
            Scope::Shared(view) => view.path(test, changed),
            Scope::Doubt => changed.first().map(|first| vec![test, Node::ANYTHING, *first]),
        })
    }

    /// The view of all tests, for those who ask many questions; that of [`Self::PerTest`] is the one without any edges of
    /// tests, which are added for each.
    pub fn shared_view<'g>(self, knowledge: &Knowledge<'g>) -> Result<View<'g>, MissingKnowledge> {
        match self {
            Self::Unaware => Ok(unaware::view(knowledge)),
            Self::Naive => naive::view(knowledge),
            Self::String => string::view(knowledge),
            Self::Border(border) => border::view(knowledge, border),
            Self::Dynamic => dynamic::view(knowledge),
            Self::PerTest => per_test::view(knowledge),
        }
    }

    fn scope<'g>(
        self,
        knowledge: &Knowledge<'g>,
        test: Node,
    ) -> Result<Scope<'g>, MissingKnowledge> {
        let is_unknown = self.is_unknown(knowledge, test);
        Ok(match self {
            Self::PerTest => match per_test::view_of(knowledge, test)? {
                Some(view) => Scope::Shared(view),
                None => Scope::Doubt,
            },
            _ if is_unknown => Scope::Doubt,
            _ => Scope::Shared(self.shared_view(knowledge)?),
        })
    }

    /// Whether the technique needs a recording of the test and there is none: a new test can use reflection in any way.
    fn is_unknown(self, knowledge: &Knowledge<'_>, test: Node) -> bool {
        match self {
            Self::Dynamic | Self::PerTest => {
                knowledge.recorded.is_some_and(|recorded| !recorded.contains(test))
            }
            Self::Unaware | Self::Naive | Self::String | Self::Border(_) => false,
        }
    }
}
