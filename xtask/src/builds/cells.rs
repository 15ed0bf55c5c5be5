//! Which combinations of releases are tried.

use std::collections::BTreeSet;
use std::fmt;

/// A combination.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) maven: &'static str,
    pub(super) surefire: &'static str,
    pub(super) framework: Framework,
    pub(super) jdk: u32,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { maven, surefire, framework, jdk } = self;
        write!(f, "Maven {maven}, Surefire {surefire}, {framework}, JDK {jdk}")
    }
}

/// What the tests are written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Framework {
    pub(super) kind: Kind,
    pub(super) version: &'static str,
    /// The first JDK that it runs on.
    pub(super) since: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    JUnit3,
    JUnit4,
    Jupiter,
    TestNg,
}

impl fmt::Display for Framework {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if self.kind == Kind::TestNg { "TestNG" } else { "JUnit" };
        write!(f, "{name} {}", self.version)
    }
}

/// What can be combined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Axes {
    pub(super) mavens: Vec<&'static str>,
    pub(super) surefires: Vec<&'static str>,
    pub(super) frameworks: Vec<Framework>,
    pub(super) jdks: Vec<u32>,
}

impl Default for Axes {
    fn default() -> Self {
        let framework = |kind, version, since| Framework { kind, version, since };
        Self {
            mavens: vec!["3.6.3", "3.8.8", "3.9.9", "4.0.0-rc-5"],
            surefires: vec!["2.12.4", "2.22.2", "3.0.0", "3.2.5", "3.5.4", "3.6.0-M1"],
            frameworks: vec![
                framework(Kind::JUnit3, "3.8.2", 8),
                framework(Kind::JUnit4, "4.13.2", 8),
                framework(Kind::Jupiter, "5.11.4", 8),
                framework(Kind::Jupiter, "6.0.0", 17),
                framework(Kind::TestNg, "7.10.2", 11),
            ],
            jdks: vec![8, 11, 17, 21, 25],
        }
    }
}

impl Axes {
    /// All that are meant to work, by what their makers say.
    pub(super) fn all(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        for maven in &self.mavens {
            for surefire in &self.surefires {
                for framework in &self.frameworks {
                    for jdk in &self.jdks {
                        let (framework, jdk) = (*framework, *jdk);
                        let cell = Cell { maven, surefire, framework, jdk };
                        cells.extend(cell.is_meant_to_work().then_some(cell));
                    }
                }
            }
        }
        cells
    }

    /// So few of them that each pair that is in one of all is in one of these.
    pub(super) fn pairwise(&self) -> Vec<Cell> {
        let mut rest = self.all();
        let mut open: BTreeSet<Pair> = rest.iter().flat_map(Cell::pairs).collect();
        let mut chosen = Vec::new();
        while !open.is_empty() {
            let gain = |cell: &Cell| cell.pairs().iter().filter(|pair| open.contains(pair)).count();
            // The first of the best, so that the same ones are chosen each time.
            let best = rest.iter().enumerate().rev().max_by_key(|(_, cell)| gain(cell));
            let Some((place, _)) = best else { break };
            let cell = rest.swap_remove(place);
            rest.sort_by_key(Cell::order);
            cell.pairs().iter().for_each(|pair| {
                open.remove(pair);
            });
            chosen.push(cell);
        }
        chosen
    }
}

/// Two values of different axes.
type Pair = ((u8, String), (u8, String));

impl Cell {
    fn is_meant_to_work(&self) -> bool {
        let is_old_surefire = self.surefire == "2.12.4";
        let has_provider = match (self.framework.kind, self.framework.version) {
            // Its provider for the JUnit Platform knows the first versions only, or there is none.
            (Kind::Jupiter, "6.0.0") => !is_old_surefire && self.surefire != "2.22.2",
            (Kind::Jupiter, _) => !is_old_surefire,
            // Tests of JUnit 3 are run by JUnit 4.12 and later there.
            (Kind::JUnit3, _) => !self.surefire.starts_with("3.6."),
            (Kind::JUnit4 | Kind::TestNg, _) => true,
        };
        let runs_maven = !self.maven.starts_with('4') || self.jdk >= 17;
        has_provider && runs_maven && self.jdk >= self.framework.since
    }

    fn values(&self) -> [(u8, String); 4] {
        let Self { maven, surefire, framework, jdk } = self;
        [
            (0, (*maven).to_owned()),
            (1, (*surefire).to_owned()),
            (2, framework.to_string()),
            (3, format!("{jdk:02}")),
        ]
    }

    fn order(&self) -> [(u8, String); 4] {
        self.values()
    }

    fn pairs(&self) -> Vec<Pair> {
        let values = self.values();
        let mut pairs = Vec::new();
        for (place, one) in values.iter().enumerate() {
            let others = values.iter().skip(place + 1);
            pairs.extend(others.map(|other| (one.clone(), other.clone())));
        }
        pairs
    }
}

#[cfg(test)]
mod tests {
    use super::{Axes, Cell};
    use std::collections::BTreeSet;

    #[test]
    fn each_pair_that_can_be_met_is_met_by_few_cells() {
        let axes = Axes::default();
        let pairs = |cells: &[Cell]| cells.iter().flat_map(Cell::pairs).collect::<BTreeSet<_>>();
        let (all, some) = (axes.all(), axes.pairwise());
        assert_eq!(pairs(&all), pairs(&some));
        assert!(some.len() < 50, "{} of {}", some.len(), all.len());
        assert_eq!(some, axes.pairwise());
    }
}
