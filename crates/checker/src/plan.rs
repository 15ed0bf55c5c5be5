//! Which evolving programs a campaign is about.

use std::collections::BTreeSet;

use anyhow::{Context as _, anyhow};
use serde::{Deserialize, Serialize};
use tamis_progen::java::{Style, sources};
use tamis_progen::testing::TestPlan;
use tamis_progen::{
    CONSTRAINTS, Constraint, Mode, Operator, Program, Sampling, enumerate, sample_unconstrained,
};

/// Which evolving programs. Two campaigns with the same plan are about the same ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// Constraints, such as `JD2`.
    pub constraints: Vec<String>,
    /// Operators, such as `E4`.
    pub operators: Vec<String>,
    /// At most so many programs of each constraint, no two of them with the same text.
    pub most: usize,
    /// Every so manieth program of a constraint.
    pub stride: usize,
    /// Newer operators are tried on every so manieth program of those: what they add is the same for each.
    pub newer_stride: usize,
    /// For what is drawn.
    pub seed: u64,
    /// At most so many tests of each size.
    pub tests: usize,
    /// As published, quirks included.
    pub paper_compat: bool,
    /// Only tests with at most so many statements.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longest_test: Option<usize>,
}

/// One part of a campaign of several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// Which, from 1 on.
    pub number: usize,
    /// Of how many.
    pub of: usize,
}

/// A program that evolving programs are made from.
#[derive(Debug, Clone)]
pub(crate) struct Base {
    pub(crate) constraint: &'static Constraint,
    /// Its place among all programs of the constraint, or among those that were drawn.
    pub(crate) number: usize,
    pub(crate) program: Program,
    /// Whether newer operators are tried on it.
    pub(crate) has_newer: bool,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            constraints: CONSTRAINTS.iter().map(|each| each.id.to_owned()).collect(),
            operators: Operator::ALL.iter().map(|(name, _)| (*name).to_owned()).collect(),
            most: 400,
            stride: 25,
            newer_stride: 30,
            seed: 0,
            tests: TestPlan::default().most,
            paper_compat: false,
            longest_test: None,
        }
    }
}

impl Plan {
    pub(crate) fn style(&self) -> Style {
        if self.paper_compat { Style::Published } else { Style::Resolved }
    }

    pub(crate) fn mode(&self) -> Mode {
        if self.paper_compat { Mode::Published } else { Mode::Default }
    }

    pub(crate) fn test_plan(&self) -> TestPlan {
        let mut plan = TestPlan { most: self.tests, seed: self.seed, ..TestPlan::default() };
        plan.sizes.retain(|size| self.longest_test.is_none_or(|longest| *size <= longest));
        plan
    }

    /// The operators; an error names a word that is none.
    pub(crate) fn operators(&self) -> anyhow::Result<Vec<Operator>> {
        let operators = self.operators.iter().map(|word| word.parse::<Operator>());
        Ok(operators.collect::<Result<_, _>>()?)
    }

    /// The programs, by constraint.
    pub(crate) fn bases(&self) -> anyhow::Result<Vec<Vec<Base>>> {
        let mut bases = Vec::new();
        for id in &self.constraints {
            let constraint =
                Constraint::find(id).with_context(|| format!("`{id}` is no constraint"))?;
            bases.push(self.bases_of(constraint)?);
        }
        Ok(bases)
    }

    fn bases_of(&self, constraint: &'static Constraint) -> anyhow::Result<Vec<Base>> {
        let base = |(place, (number, program)): (usize, (usize, Program))| {
            let has_newer = place % self.newer_stride.max(1) == 0;
            Base { constraint, number, program, has_newer }
        };
        if constraint.cast.is_none() {
            let drawn = sample_unconstrained(constraint, self.most, self.seed);
            let drawn = self.distinct(constraint, drawn.into_iter().enumerate().collect());
            return Ok(drawn.into_iter().enumerate().map(base).collect());
        }
        let all = enumerate(constraint).map_err(|error| anyhow!(error))?;
        let sampling = Sampling { most: None, stride: self.stride, seed: None };
        let numbered = sampling.of(all.into_iter().enumerate().collect());
        let distinct = self.distinct(constraint, numbered).into_iter().take(self.most);
        Ok(distinct.enumerate().map(base).collect())
    }

    /// Programs of which no earlier one has the same text: members are written as public ones, so that programs which differ
    /// in access alone are the same to whoever runs them. All of them, if it is to be as published.
    fn distinct(
        &self,
        constraint: &Constraint,
        mut programs: Vec<(usize, Program)>,
    ) -> Vec<(usize, Program)> {
        if !self.paper_compat {
            let mut seen = BTreeSet::new();
            programs.retain(|(_, program)| {
                let files = sources(program, &constraint.names, self.style(), "").files();
                seen.insert(files.into_iter().map(|file| file.text).collect::<String>())
            });
        }
        programs
    }
}

impl Base {
    /// Its name, which sorts.
    pub(crate) fn id(&self) -> String {
        format!("{}-{:05}", self.constraint.id, self.number)
    }

    /// The package that all of it is in; no other program of a campaign has the same.
    pub(crate) fn root(&self) -> String {
        format!("{}x{}", self.constraint.id.to_lowercase(), self.number)
    }
}

impl Shard {
    /// All of it.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Whether it has the program of a constraint at a place: each shard gets some of every constraint.
    pub(crate) fn has(self, constraint: usize, place: usize) -> bool {
        (constraint + place) % self.of == self.number - 1
    }
}

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| {
            Some((number.parse::<usize>().ok()?, of.parse::<usize>().ok()?))
        });
        match numbers {
            Some((number, of)) if number >= 1 && number <= of => Ok(Self { number, of }),
            Some(_) | None => Err("a shard is written 2/8: the second of eight".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(plan: &Plan) -> Vec<String> {
        let bases = plan.bases().unwrap();
        let written = |base: &Base| {
            let files = sources(&base.program, &base.constraint.names, plan.style(), "").files();
            files.into_iter().map(|file| file.text).collect()
        };
        bases.iter().flatten().map(written).collect()
    }

    #[test]
    fn no_two_programs_have_the_same_text_unless_it_is_as_published() {
        let own =
            Plan { constraints: vec!["JD2".to_owned()], most: 12, stride: 1, ..Plan::default() };
        let published = Plan { paper_compat: true, ..own.clone() };
        for (plan, is_distinct) in [(own, true), (published, false)] {
            let texts = texts(&plan);
            assert_eq!(texts.len(), 12);
            assert_eq!(texts.iter().collect::<BTreeSet<_>>().len() == 12, is_distinct);
        }
        // Of ten constraints, of which some have few texts.
        assert!(texts(&Plan::default()).len() > 2_500);
    }

    #[test]
    fn shards_share_the_programs_of_each_constraint() {
        for of in 1..=10 {
            let shards: Vec<Shard> = (1..=of).map(|number| Shard { number, of }).collect();
            for constraint in 0..10 {
                let owners = |place| shards.iter().filter(move |each| each.has(constraint, place));
                assert!((0..50).all(|place| owners(place).count() == 1));
                let has_some = |shard: &Shard| (0..of).any(|place| shard.has(constraint, place));
                assert!(shards.iter().all(has_some), "{of} shards, constraint {constraint}");
            }
        }
    }
}
