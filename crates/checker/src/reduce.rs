//! Makes an evolving program that violates a rule smaller, as long as it does: types and members go from both revisions, and
//! tests become fewer and shorter. What is left is what the violation needs.

use std::path::PathBuf;

use anyhow::Context as _;
use tamis_progen::Operator;
use tamis_progen::java::{ClassName, Sources, Unit};

use crate::campaign::Description;
use crate::machine::Launch;
use crate::plan::{Base, Plan};
use crate::record::Record;
use crate::rules::{self, Violation};
use crate::tool::Resident;
use crate::worker::{Group, Worker};

/// What is left of an evolving program.
#[derive(Debug, Clone)]
pub struct Reduced {
    /// The violation, in what is left.
    pub violation: Violation,
    /// What came of it.
    pub record: Record,
    /// The revision before the edit.
    pub before: Sources,
    /// The revision after it.
    pub after: Sources,
    /// How many smaller programs were tried.
    pub tried: usize,
}

/// Makes evolving programs of one campaign smaller.
pub struct Reducer<'c> {
    /// The folder of the campaign.
    pub out: PathBuf,
    /// A folder for files.
    pub work: PathBuf,
    /// The tool that violates rules.
    pub tool: &'c dyn Resident,
    /// How machines are started.
    pub launch: Launch,
}

/// A part that can go.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Unit(ClassName),
    Method(ClassName, usize),
    Field(ClassName, usize),
}

impl Reducer<'_> {
    /// Reduces the evolving program of a violation. `None` if it violates the rule no more when it is checked alone.
    pub fn reduce(&self, violation: &Violation) -> anyhow::Result<Option<Reduced>> {
        let described = Description::read(&self.out)?;
        let missing = || format!("`{}` does not say what it is about", self.out.display());
        let mut plan = described.with_context(missing)?.plan;
        let named = Named::parse(&violation.id)
            .with_context(|| format!("`{}` is no evolving program", violation.id))?;
        plan.constraints = vec![named.constraint.clone()];
        let bases = plan.bases()?.into_iter().next().unwrap_or_default();
        let place = bases.iter().position(|base| base.number == named.number);
        let missing = || format!("the campaign has no program `{}`", violation.id);
        let place = place.with_context(missing)?;
        let base = bases.get(place).with_context(missing)?;
        let operators = [named.operator];
        let mut worker =
            Worker::new(&plan, &operators, self.tool, &self.launch, &|| false, self.work.clone());
        let mut following = bases.iter().cycle().skip(place + 1).take(bases.len() - 1);
        let group = worker.group_of(base, named.operator, named.site, &mut following)?;
        drop(worker);
        let group = group.with_context(missing)?;
        let mut reducing = Reducing { reducer: self, base, violation, operators, plan, tried: 0 };
        let Some(mut best) = reducing.check(group)? else { return Ok(None) };
        reducing.reduce_tests(&mut best)?;
        reducing.reduce_parts(&mut best)?;
        let (group, record, violation) = best;
        let after = group.edits.into_iter().next().map(|(_, _, evolution)| evolution.after);
        Ok(Some(Reduced {
            violation,
            record,
            before: group.before,
            after: after.unwrap_or_default(),
            tried: reducing.tried,
        }))
    }
}

/// An evolving program that violates the rule.
type Found = (Group, Record, Violation);

struct Reducing<'r> {
    reducer: &'r Reducer<'r>,
    base: &'r Base,
    violation: &'r Violation,
    operators: [Operator; 1],
    plan: Plan,
    tried: usize,
}

impl Reducing<'_> {
    /// Checks an evolving program in machines of its own, which know nothing of the ones before.
    fn check(&mut self, group: Group) -> anyhow::Result<Option<Found>> {
        self.tried += 1;
        let (tool, launch) = (self.reducer.tool, &self.reducer.launch);
        let folder = self.reducer.work.clone();
        let mut worker = Worker::new(&self.plan, &self.operators, tool, launch, &|| false, folder);
        let Some(record) = worker.check_alone(self.base, &group)? else { return Ok(None) };
        let same =
            |each: &Violation| each.rule == self.violation.rule && each.tool == self.violation.tool;
        let violation = rules::judge(&record).into_iter().find(same);
        Ok(violation.map(|violation| (group, record, violation)))
    }

    /// With fewer tests, and none of the longer ones.
    fn reduce_tests(&mut self, best: &mut Found) -> anyhow::Result<()> {
        for (most, longest) in [(10, 4), (50, 4), (10, 100)] {
            let before = self.plan.clone();
            self.plan.tests = most.min(before.tests);
            self.plan.longest_test = Some(longest);
            if let Some(found) = self.check(best.0.clone())? {
                *best = found;
                return Ok(());
            }
            self.plan = before;
        }
        Ok(())
    }

    /// Without the parts that it does not need.
    fn reduce_parts(&mut self, best: &mut Found) -> anyhow::Result<()> {
        loop {
            let mut is_smaller = false;
            for part in parts(&best.0.before) {
                let smaller = without(&best.0, &part);
                if smaller == best.0 {
                    continue;
                }
                if let Some(found) = self.check(smaller)? {
                    *best = found;
                    is_smaller = true;
                    break;
                }
            }
            if !is_smaller {
                return Ok(());
            }
        }
    }
}

/// What can go, large parts first.
fn parts(program: &Sources) -> Vec<Part> {
    let names = || program.units.iter().map(|unit| unit.name.clone());
    let mut parts: Vec<Part> = names().map(Part::Unit).collect();
    for unit in &program.units {
        let methods = 0..unit.methods.len();
        parts.extend(methods.map(|place| Part::Method(unit.name.clone(), place)));
        let fields = 0..unit.fields.len();
        parts.extend(fields.map(|place| Part::Field(unit.name.clone(), place)));
    }
    parts
}

/// Both revisions without a part.
fn without(group: &Group, part: &Part) -> Group {
    let mut smaller = group.clone();
    for (_, _, evolution) in &mut smaller.edits {
        remove(&mut evolution.after, &group.before, part);
    }
    remove(&mut smaller.before, &group.before, part);
    smaller
}

fn remove(revision: &mut Sources, first: &Sources, part: &Part) {
    let of = |name: &ClassName| first.unit(name);
    match part {
        Part::Unit(name) => revision.units.retain(|unit| unit.name != *name),
        Part::Method(name, place) => {
            if let Some(gone) = of(name).and_then(|unit| unit.methods.get(*place)) {
                edit(revision, name, |unit| unit.methods.retain(|each| !each.clashes(gone)));
            }
        }
        Part::Field(name, place) => {
            if let Some(gone) = of(name).and_then(|unit| unit.fields.get(*place)) {
                edit(revision, name, |unit| unit.fields.retain(|each| each.name != gone.name));
            }
        }
    }
}

fn edit(revision: &mut Sources, name: &ClassName, edit: impl FnOnce(&mut Unit)) {
    if let Some(unit) = revision.units.iter_mut().find(|unit| unit.name == *name) {
        edit(unit);
    }
}

/// What the name of an evolving program says.
#[derive(Debug, PartialEq, Eq)]
struct Named {
    constraint: String,
    number: usize,
    operator: Operator,
    site: usize,
}

impl Named {
    fn parse(id: &str) -> Option<Self> {
        let (constraint, rest) = id.split_once('-')?;
        let (number, rest) = rest.split_once('-')?;
        let (operator, site) = rest.rsplit_once('-')?;
        Some(Self {
            constraint: constraint.to_owned(),
            number: number.parse().ok()?,
            operator: operator.parse().ok()?,
            site: site.parse().ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evolving_programs_are_found_by_their_names() {
        let named = Named::parse("JD1-00025-initialiser-value-3").unwrap();
        assert_eq!((named.number, named.site), (25, 3));
        assert_eq!(named.operator, Operator::InitialiserValue);
        assert_eq!(Named::parse("JD1-00025"), None);
    }
}
