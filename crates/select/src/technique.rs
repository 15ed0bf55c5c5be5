//! Which of the recorded facts count. One recording serves all techniques: each is a rule about facts.
//!
//! | technique | counts |
//! |---|---|
//! | `all` | nothing: every test runs |
//! | `class` | everything, and for each class that a test used all of it |
//! | `hybrid` | bodies, links, dispatch, headers, members of what was used |
//! | `hybrid-f` | as `hybrid`, and for each used class the added and deleted instance methods |
//! | `static…` | all of each class that a test can reach, by what class files say; no other fact but the environment |
//!
//! `hybrid` with further [`ChangeKind`]s is the study of HyRTS: what if that kind of change counted for the whole class?
//! Since a rule only ever adds facts, what `hybrid` selects is selected by `hybrid-f`, and what that selects by `class`.

use std::fmt;
use std::str::FromStr;

use tamis_facts::value::{MethodKind, MethodPrint};

/// A kind of change to the methods of a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u16)]
#[expect(missing_docs, reason = "deleted, added, changed; the kind of method is in the name")]
pub enum ChangeKind {
    DeletedStaticInitialiser = 0,
    AddedStaticInitialiser,
    ChangedStaticInitialiser,
    DeletedInitialiser,
    AddedInitialiser,
    ChangedInitialiser,
    DeletedStaticMethod,
    AddedStaticMethod,
    ChangedStaticMethod,
    DeletedInstanceMethod,
    AddedInstanceMethod,
    ChangedInstanceMethod,
}

impl ChangeKind {
    /// All kinds with their abbreviations.
    pub const ALL: [(&'static str, Self); 12] = [
        ("DSI", Self::DeletedStaticInitialiser),
        ("ASI", Self::AddedStaticInitialiser),
        ("CSI", Self::ChangedStaticInitialiser),
        ("DI", Self::DeletedInitialiser),
        ("AI", Self::AddedInitialiser),
        ("CI", Self::ChangedInitialiser),
        ("DSM", Self::DeletedStaticMethod),
        ("ASM", Self::AddedStaticMethod),
        ("CSM", Self::ChangedStaticMethod),
        ("DIM", Self::DeletedInstanceMethod),
        ("AIM", Self::AddedInstanceMethod),
        ("CIM", Self::ChangedInstanceMethod),
    ];
}

impl FromStr for ChangeKind {
    type Err = UnknownTechnique;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL.iter().find(|(word, _)| word.eq_ignore_ascii_case(text));
        known.map(|(_, kind)| *kind).ok_or_else(|| UnknownTechnique(text.to_owned()))
    }
}

/// A set of [`ChangeKind`]s.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ChangeKinds(u16);

impl ChangeKinds {
    /// With one more kind.
    #[must_use]
    pub const fn with(self, kind: ChangeKind) -> Self {
        Self(self.0 | 1 << kind as u16)
    }

    /// Whether both have a kind.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The words for the kinds.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        let is_in = move |kind: ChangeKind| self.0 & 1 << kind as u16 != 0;
        ChangeKind::ALL.into_iter().filter(move |(_, kind)| is_in(*kind)).map(|(word, _)| word)
    }

    /// What changed between two lists of methods, each sorted.
    pub fn between(was: &[MethodPrint], is: &[MethodPrint]) -> Self {
        let mut kinds = Self::default();
        let find = |list: &[MethodPrint], print: &MethodPrint| {
            let same = |each: &&MethodPrint| each.kind == print.kind && each.name == print.name;
            list.iter().find(same).map(|found| found.body)
        };
        for print in was {
            let [deleted, _, changed] = of(print.kind);
            match find(is, print) {
                None => kinds = kinds.with(deleted),
                Some(body) if body != print.body => kinds = kinds.with(changed),
                Some(_) => {}
            }
        }
        for print in is {
            let [_, added, _] = of(print.kind);
            if find(was, print).is_none() {
                kinds = kinds.with(added);
            }
        }
        kinds
    }
}

/// Deleted, added, changed.
const fn of(kind: MethodKind) -> [ChangeKind; 3] {
    use ChangeKind as Kind;
    match kind {
        MethodKind::StaticInitialiser => [
            Kind::DeletedStaticInitialiser,
            Kind::AddedStaticInitialiser,
            Kind::ChangedStaticInitialiser,
        ],
        MethodKind::Initialiser => {
            [Kind::DeletedInitialiser, Kind::AddedInitialiser, Kind::ChangedInitialiser]
        }
        MethodKind::Static => {
            [Kind::DeletedStaticMethod, Kind::AddedStaticMethod, Kind::ChangedStaticMethod]
        }
        MethodKind::Instance => {
            [Kind::DeletedInstanceMethod, Kind::AddedInstanceMethod, Kind::ChangedInstanceMethod]
        }
    }
}

/// How tests are selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Technique {
    /// Every test runs.
    All,
    /// Whole classes count.
    Class,
    /// Methods count, and classes where one of these kinds of change happened to them.
    Hybrid(ChangeKinds),
    /// Classes count that a test can reach.
    Static(tamis_graph::Technique),
}

/// The kinds that `hybrid-f` looks at.
const HYBRID_F: ChangeKinds = ChangeKinds::with(
    ChangeKinds(0).with(ChangeKind::DeletedInstanceMethod),
    ChangeKind::AddedInstanceMethod,
);

impl Technique {
    /// The words that can be typed, without those of static techniques.
    const WORDS: [&'static str; 4] = ["all", "class", "hybrid", "hybrid-f"];

    /// The words that can be typed.
    pub fn words() -> Vec<&'static str> {
        let statics = tamis_graph::Technique::ALL.iter().map(|(word, _)| *word);
        Self::WORDS.into_iter().chain(statics).collect()
    }

    /// With one more kind of change that counts for whole classes; for the other techniques, the same.
    #[must_use]
    pub fn coarsened(self, kind: ChangeKind) -> Self {
        match self {
            Self::Hybrid(kinds) => Self::Hybrid(kinds.with(kind)),
            Self::All | Self::Class | Self::Static(_) => self,
        }
    }

    /// Whether a class that a test used counts as changed.
    pub(crate) fn counts_touched(self, kinds: ChangeKinds) -> bool {
        match self {
            Self::All | Self::Class | Self::Static(_) => true,
            Self::Hybrid(coarse) => coarse.meets(kinds),
        }
    }
}

/// A word that is no technique or kind of change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownTechnique(pub String);

impl fmt::Display for UnknownTechnique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not known", self.0)
    }
}

impl std::error::Error for UnknownTechnique {}

impl FromStr for Technique {
    type Err = UnknownTechnique;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "all" => Ok(Self::All),
            "class" => Ok(Self::Class),
            "hybrid" => Ok(Self::Hybrid(ChangeKinds::default())),
            "hybrid-f" => Ok(Self::Hybrid(HYBRID_F)),
            other => match other.parse() {
                Ok(technique) => Ok(Self::Static(technique)),
                Err(tamis_graph::UnknownTechnique(word)) => Err(UnknownTechnique(word)),
            },
        }
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("all"),
            Self::Class => f.write_str("class"),
            Self::Hybrid(kinds) if *kinds == ChangeKinds::default() => f.write_str("hybrid"),
            Self::Hybrid(kinds) if *kinds == HYBRID_F => f.write_str("hybrid-f"),
            Self::Hybrid(kinds) => {
                f.write_str("hybrid")?;
                kinds.words().try_for_each(|word| write!(f, "+{word}"))
            }
            Self::Static(technique) => f.write_str(technique.name()),
        }
    }
}
