//! The corpus: bugs that were found in tools, as small evolving programs. Each tool runs each in a project of its own.
//!
//! ```text
//! clover-2/expect.json     which bug, which rule, which tools were reported
//! clover-2/rev0/src/…      the revisions, as Maven lays them out
//! clover-2/rev1/src/…      one after the other; `expect.json` can say that one is broken, or that there are two orders
//! matrix.json              fixtures of the matrix that are cases, too
//! absent.json              bugs that no case shows, and why
//! ```

mod expected;
mod export;
mod kept;
mod layout;
mod row;
mod table;

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, anyhow};

pub use self::expected::Absent;
pub(crate) use self::expected::Settings;
use self::expected::{Expected, MatrixRows};
pub use self::export::{html, json};
use self::kept::Kept;
pub(crate) use self::layout::Layout;
pub use self::row::{Cell, Row};
pub use self::table::table;
use crate::adapter::Adapter;
use crate::maven_project::{Built, MavenProject};
use crate::record::{FORMAT, Record, Reordered, Revision, ToolRun, VERSION};
use crate::rules;
use crate::test_set::TestSet;

/// No case has more.
const MOST_REVISIONS: usize = 100;

/// All bugs.
pub struct Corpus {
    /// Those that a program shows, by name.
    pub cases: Vec<Case>,
    /// The others.
    pub absent: Vec<Absent>,
    /// Cases that `matrix.json` names and whose fixtures are not there.
    pub without_fixtures: Option<WithoutFixtures>,
}

/// Cases that cannot be run where the corpus was copied without the fixtures of the matrix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WithoutFixtures {
    /// How many.
    pub cases: usize,
    /// Where the fixtures would be.
    pub folder: PathBuf,
}

/// A bug.
#[derive(Debug, Clone)]
pub struct Case {
    revisions: Vec<Layout>,
    expected: Expected,
}

/// Where and how cases are run.
pub struct Bench<'b> {
    /// The folder of projects.
    pub work: PathBuf,
    /// Where it is kept what came of them, to go on from there.
    pub out: Option<PathBuf>,
    /// Whether what is kept there counts.
    pub is_resumed: bool,
    /// Whether projects stay.
    pub are_projects_kept: bool,
    /// This program.
    pub tamis: PathBuf,
    /// Whether builds may not use the network.
    pub is_offline: bool,
    /// A build that takes longer is ended, unless the adapter says something else.
    pub longest: Duration,
    /// Makes a command that does not outlive us.
    pub bind: &'b (dyn Fn(Command) -> Command + Sync),
    /// Whether somebody wants us to end.
    pub is_stopped: &'b (dyn Fn() -> bool + Sync),
    /// Told before each run of a tool, and whether it was run before.
    pub tell: &'b (dyn Fn(&str, &str, bool) + Sync),
}

impl Bench<'_> {
    /// Whether something is kept of an earlier time.
    pub fn has_runs(&self) -> bool {
        self.out.as_deref().is_some_and(Kept::are_there)
    }
}

impl Corpus {
    /// The corpus in a folder.
    pub fn read(folder: &Path) -> anyhow::Result<Self> {
        let cannot = || format!("cannot read the corpus `{}`", folder.display());
        let mut cases = Vec::new();
        for entry in fs::read_dir(folder).with_context(cannot)? {
            let folder = entry.with_context(cannot)?.path();
            if folder.join("expect.json").is_file() {
                cases.push(Case::read(&folder)?);
            }
        }
        let matrix = folder.join("matrix.json");
        let mut without_fixtures = None;
        if matrix.is_file() {
            let matrix = MatrixRows::read(&matrix)?;
            let fixtures = folder.join(&matrix.folder);
            if fixtures.is_dir() {
                cases.extend(Case::read_matrix(&fixtures, &matrix)?);
            } else {
                let missing = WithoutFixtures { cases: matrix.rows.len(), folder: fixtures };
                without_fixtures = Some(missing);
            }
        }
        let absent = folder.join("absent.json");
        let absent = if absent.is_file() { Absent::read(&absent)? } else { Vec::new() };
        cases.sort_by_key(|case| sortable(&case.expected.bug));
        if cases.is_empty() {
            return Err(anyhow!("there is no case in `{}`", folder.display()));
        }
        if let Some(twice) = cases.windows(2).find(|pair| pair[0].bug() == pair[1].bug()) {
            return Err(anyhow!("`{}` has the bug `{}` twice", folder.display(), twice[0].bug()));
        }
        Ok(Self { cases, absent, without_fixtures })
    }

    /// Tools for which bugs were reported, and of which nobody knows: neither do they come with this program, nor were they
    /// asked for. It is likely that a name is misspelt, and then a bug that was reported counts as one that was not.
    pub fn unknown_tools(&self, tools: &[Adapter]) -> anyhow::Result<Vec<(&str, &str)>> {
        let bundled = Adapter::bundled()?;
        let is_known = |name: &str| bundled.iter().chain(tools).any(|tool| tool.name == name);
        let named = self
            .cases
            .iter()
            .flat_map(|case| case.expected.tools.iter().map(|tool| (case.bug(), tool.as_str())));
        Ok(named.filter(|(_, tool)| !is_known(tool)).collect())
    }
}

impl Case {
    fn read(folder: &Path) -> anyhow::Result<Self> {
        let expected = Expected::read(&folder.join("expect.json"))?;
        let revision = |number: usize| folder.join(format!("rev{number}"));
        let is_there = |number: &usize| revision(*number).is_dir();
        let count = (0..MOST_REVISIONS).take_while(is_there).count();
        // What comes behind a gap would be passed over without a word.
        if let Some(behind) = (count..MOST_REVISIONS).find(is_there) {
            let folder = folder.display();
            return Err(anyhow!("there is a `rev{behind}` in `{folder}`, but no `rev{count}`"));
        }
        if count == 0 {
            return Err(anyhow!("there is no `rev0` in `{}`", folder.display()));
        }
        let revisions: Vec<Layout> = (0..count)
            .map(|number| Layout::read(&revision(number)))
            .collect::<anyhow::Result<_>>()?;
        expected.fits(revisions.len())?;
        Ok(Self { revisions, expected })
    }

    fn read_matrix(fixtures: &Path, matrix: &MatrixRows) -> anyhow::Result<Vec<Self>> {
        let case = |row: &expected::MatrixRow| {
            let fixture = fixtures.join(&row.fixture);
            let claims = fixture.join("expect.txt");
            let claims = fs::read_to_string(&claims)
                .with_context(|| format!("cannot read `{}`", claims.display()))?;
            Ok(Self {
                revisions: Layout::read_fixture(&fixture)?.to_vec(),
                expected: Expected::of_fixture(row, &matrix.reported, &claims),
            })
        };
        matrix.rows.iter().map(case).collect()
    }

    /// The name of the bug.
    pub fn bug(&self) -> &str {
        &self.expected.bug
    }

    /// How many runs there are to do with some tools.
    pub fn runs(&self, tools: &[Adapter]) -> usize {
        1 + tools.iter().filter(|tool| self.needed_by(tool).is_none()).count()
    }

    /// Runs it with all tests, and with each tool.
    pub fn run(&self, all: &Adapter, tools: &[Adapter], bench: &Bench<'_>) -> anyhow::Result<Row> {
        // What could not be built without a tool is tried again, unless it is not meant to be built.
        let is_whole = |before: &[Built]| self.unbuilt(before).is_none();
        let retested = self.run_tool(all, bench, is_whole)?;
        let names: BTreeSet<&String> = retested.iter().flat_map(|built| &built.ran).collect();
        let names: Vec<String> = names.into_iter().cloned().collect();
        let mut record = self.record(&retested, &names);
        let mut unfetched = BTreeMap::new();
        for tool in tools.iter().filter(|tool| self.needed_by(tool).is_none()) {
            let ran = self.run_tool(tool, bench, |_| true)?;
            if let Some(built) = ran.iter().find(|built| built.is_unfetched) {
                unfetched.insert(tool.name.clone(), built.cause.clone().unwrap_or_default());
                continue;
            }
            let mut runs: Vec<ToolRun> = ran.iter().map(|built| tool_run(built, &names)).collect();
            let others = runs.split_off(self.length().min(runs.len()));
            record.tools.insert(tool.name.clone(), runs);
            if let Some(reordered) = &mut record.reordered {
                reordered.tools.insert(tool.name.clone(), others);
            }
        }
        let violations = rules::judge(&record);
        let cell = |tool: &Adapter| {
            let unfetched = unfetched.get(&tool.name).cloned();
            Cell::of(&self.expected, tool, &record, &violations, self.needed_by(tool), unfetched)
        };
        let cells = tools.iter().map(cell).collect();
        Ok(Row::of(&self.expected, cells, record, self.unbuilt(&retested)))
    }

    /// Why a revision could not be built that is meant to be, or that nothing ran there that a tool could be held against.
    fn unbuilt(&self, retested: &[Built]) -> Option<String> {
        retested.iter().enumerate().find_map(|(place, built)| {
            let is_meant = self.expected.broken.contains(&place) && !built.is_unfetched;
            match &built.cause {
                Some(_) if is_meant => None,
                Some(cause) => Some(cause.clone()),
                None if built.ran.is_empty() => Some(format!("no test ran at revision {place}")),
                None => None,
            }
        })
    }

    /// The revisions as they are run, order after order.
    fn sequence(&self) -> Vec<&Layout> {
        match &self.expected.orders {
            None => self.revisions.iter().collect(),
            Some(orders) => {
                orders.iter().flatten().filter_map(|number| self.revisions.get(*number)).collect()
            }
        }
    }

    /// How many of them an order has, which is never none.
    fn length(&self) -> usize {
        let orders = self.expected.orders.as_ref();
        orders.map_or(self.revisions.len(), |[first, _]| first.len()).max(1)
    }

    /// The release that it needs, if class files of that release are too new for the tool.
    fn needed_by(&self, tool: &Adapter) -> Option<u16> {
        let needed = self.expected.settings.release?;
        tool.newest.filter(|newest| needed > *newest).map(|_| needed)
    }

    /// Runs a tool at all revisions; what is kept of an earlier time is taken if it is good enough.
    fn run_tool(
        &self,
        tool: &Adapter,
        bench: &Bench<'_>,
        is_enough: impl Fn(&[Built]) -> bool,
    ) -> anyhow::Result<Vec<Built>> {
        let folder = bench.work.join(&tool.name).join(self.expected.bug.to_lowercase());
        let (settings, sequence) = (&self.expected.settings, self.sequence());
        let of = (tool, tool.is_ours().then(|| edition(&bench.tamis).ok()), settings, &sequence);
        let kept = bench.out.as_ref().map(|out| Kept::new(out, &self.expected.bug, tool, &of));
        let before = kept.as_ref().filter(|_| bench.is_resumed).and_then(Kept::read);
        let before = before.filter(|before| is_enough(before));
        (bench.tell)(&self.expected.bug, &tool.name, before.is_some());
        if let Some(before) = before {
            return Ok(before);
        }
        let project = MavenProject { adapter: tool, settings, folder, bench };
        let mut built = Vec::new();
        for (place, revision) in sequence.into_iter().enumerate() {
            // Nothing is known where an order begins.
            if place % self.length() == 0 {
                empty(&project.folder)?;
            }
            built.push(project.run(revision)?);
        }
        if let Some(kept) = &kept {
            kept.write(&built)?;
        }
        if !bench.are_projects_kept {
            // Only room is lost if it cannot go.
            let _ = fs::remove_dir_all(&project.folder);
        }
        Ok(built)
    }

    fn record(&self, retested: &[Built], names: &[String]) -> Record {
        let (sequence, length) = (self.sequence(), self.length());
        let orders = sequence.chunks(length).zip(retested.chunks(length));
        let mut orders = orders.map(|(layouts, built)| revisions(layouts, built, names));
        let revisions = orders.next().unwrap_or_default();
        let reordered =
            orders.next().map(|revisions| Reordered { revisions, ..Reordered::default() });
        let excluded = revisions.first().map(Revision::failing).unwrap_or_default();
        Record {
            format: FORMAT.to_owned(),
            version: VERSION,
            id: self.expected.bug.clone(),
            constraint: "corpus".to_owned(),
            operator: self.expected.bug.clone(),
            site: self.expected.title.clone(),
            tests: Vec::new(),
            names: names.to_vec(),
            excluded,
            revisions,
            tools: BTreeMap::new(),
            reordered,
        }
    }

    /// Tests that are said to be affected and do not fail when all run, or the other way round; and revisions that are said
    /// to be broken, and are not.
    pub fn disproved(&self, record: &Record) -> Vec<String> {
        let last = record.revisions.len().saturating_sub(1);
        let failed = record.newly_failed(last);
        let failed: BTreeSet<&String> =
            failed.iter().filter_map(|test| record.names.get(test as usize)).collect();
        let said: BTreeSet<&String> = self.expected.affected.iter().collect();
        let is_whole = |number: &&usize| {
            record.revisions.get(**number).is_some_and(|revision| revision.broken.is_none())
        };
        let whole = self.expected.broken.iter().filter(is_whole);
        let tests = failed.symmetric_difference(&said).map(|test| (*test).clone());
        tests.chain(whole.map(|number| format!("rev{number} is not broken"))).collect()
    }
}

/// What came of revisions if all tests run.
fn revisions(layouts: &[&Layout], retested: &[Built], names: &[String]) -> Vec<Revision> {
    let mut revisions = Vec::new();
    for (number, built) in retested.iter().enumerate() {
        let before = number.checked_sub(1).and_then(|before| layouts.get(before));
        let is_same = before.is_some() && before == layouts.get(number);
        revisions.push(Revision {
            same_as: is_same.then(|| number - 1),
            broken: built.cause.clone(),
            all: numbers(&built.ran, names),
            failed: failures(built, names),
            ..Revision::default()
        });
    }
    revisions
}

fn empty(folder: &Path) -> anyhow::Result<()> {
    if !folder.exists() {
        return Ok(());
    }
    fs::remove_dir_all(folder).with_context(|| format!("cannot empty `{}`", folder.display()))
}

fn numbers(ran: &BTreeSet<String>, names: &[String]) -> TestSet {
    let is_in = |(number, name): (u32, &String)| ran.contains(name).then_some(number);
    (0..).zip(names).filter_map(is_in).collect()
}

fn failures(built: &Built, names: &[String]) -> BTreeMap<u32, String> {
    let failed = |(number, name): (u32, &String)| Some((number, built.failed.get(name)?.clone()));
    (0..).zip(names).filter_map(failed).collect()
}

fn tool_run(built: &Built, names: &[String]) -> ToolRun {
    let unknown = built.ran.iter().filter(|name| !names.contains(name));
    ToolRun {
        selected: numbers(&built.ran, names),
        unknown: unknown.cloned().collect(),
        failed: failures(built, names),
        cause: built.cause.clone(),
        ..ToolRun::default()
    }
}

/// What tells one build of this program from another.
fn edition(program: &Path) -> std::io::Result<(u64, SystemTime)> {
    let metadata = fs::metadata(program)?;
    Ok((metadata.len(), metadata.modified()?))
}

/// The same in a word.
pub fn build_hash(program: &Path) -> anyhow::Result<String> {
    let cannot = || format!("cannot look at `{}`", program.display());
    let mut hasher = DefaultHasher::new();
    edition(program).with_context(cannot)?.hash(&mut hasher);
    Ok(format!("{:016x}", hasher.finish()))
}

fn sortable(bug: &str) -> (String, usize) {
    let (tool, number) = bug.rsplit_once('-').unwrap_or((bug, "0"));
    (tool.to_owned(), number.parse().unwrap_or(0))
}

#[cfg(test)]
mod tests;
