//! The matrix: small projects, an edit for each, and which tests have to run after it.
//!
//! A fixture is a folder of `e2e/matrix`; `docs/guide/matrix.md` says what is in it. This module compiles fixtures, has
//! `tamis` record and select, and judges what it selected. What is expected of them is nobody's opinion: [`Matrix::prove`]
//! runs all tests before and after the edit, and a claim that does not follow from what came out is a mistake of the fixture.

mod building;
mod claims;
mod fixture;
mod judgement;
mod parallel;
mod place;
mod proofs;
mod runs;
mod table;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use self::building::Built;
pub use self::fixture::{Fixture, fixtures};
pub use self::judgement::{Cell, Mark};
use self::place::Project;
pub use self::proofs::Proofs;
use self::runs::Program;
pub use self::table::table;

/// The technique whose precision is claimed, too.
pub const PRECISE: &str = "hybrid";

/// Techniques with which it is recorded who asks for classes.
const WITH_CALLERS: [&str; 3] = ["static-border-dynamic", "static-dynamic", "static-per-test"];

/// Fixtures, compiled.
pub struct Matrix<'a> {
    program: Program,
    folder: PathBuf,
    fixtures: Vec<(&'a Fixture, Built)>,
    left_out: BTreeSet<String>,
}

/// What came of one fixture.
pub struct Row {
    /// The name of the fixture.
    pub name: String,
    /// What each technique made of it, in the order in which they were asked for.
    pub cells: Vec<Cell>,
}

/// Before and after an edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Old,
    New,
}

impl<'a> Matrix<'a> {
    /// Compiles fixtures into a folder, to be run by a JDK of that release; those that need a newer one are left out, see
    /// [`Self::left_out`].
    pub fn build(tamis: &Path, release: u16, folder: &Path, fixtures: &'a [Fixture]) -> Self {
        fs::create_dir_all(folder).unwrap();
        let (usable, newer): (Vec<_>, Vec<_>) =
            fixtures.iter().partition(|fixture| fixture.since() <= release);
        let mut fixtures: Vec<_> = usable
            .into_iter()
            .map(|fixture| (fixture, Built::plan(fixture, &folder.join(&fixture.name))))
            .collect();
        let mut left_out = building::compile(&fixtures, release);
        fixtures.retain(|(fixture, _)| !left_out.contains(&fixture.name));
        left_out.extend(newer.into_iter().map(|fixture| fixture.name.clone()));
        Self {
            program: Program::new(tamis, release),
            folder: fs::canonicalize(folder).unwrap(),
            fixtures,
            left_out,
        }
    }

    /// The names of fixtures that need a newer JDK: they say so, or it does not compile them.
    pub fn left_out(&self) -> &BTreeSet<String> {
        &self.left_out
    }

    /// Leaves out more of them.
    pub fn leave_out(&mut self, names: &BTreeSet<String>) {
        self.fixtures.retain(|(fixture, _)| !names.contains(&fixture.name));
    }

    /// Lets each technique select after each edit.
    pub fn check(&self, techniques: &[&str]) -> Vec<Row> {
        parallel::map(&self.fixtures, |(fixture, built)| Row {
            name: fixture.name.clone(),
            cells: self.cells(fixture, built, techniques),
        })
    }

    /// Runs all tests before and after each edit, without the agent and without selection, and says which claims of which
    /// fixture do not follow from it.
    pub fn prove(&self) -> BTreeMap<String, Vec<String>> {
        let wrong = parallel::map(&self.fixtures, |(fixture, built)| {
            let project = self.project(fixture, "all-tests");
            let [old, new] = [Side::Old, Side::New].map(|side| {
                let class_path = project.place(fixture, built, side);
                self.program.run_all(&project, built, side, &class_path)
            });
            (fixture.name.clone(), fixture.claims().contradictions(&old, &new))
        });
        wrong.into_iter().collect()
    }

    /// Records once, and lets each technique select: what is kept serves all of them.
    fn cells(&self, fixture: &Fixture, built: &Built, techniques: &[&str]) -> Vec<Cell> {
        let claims = fixture.claims();
        let project = self.project(fixture, "selection");
        let class_path = project.place(fixture, built, Side::Old);
        let cache = self.cache_for(built);
        building::copy(&cache, &project.cache());
        // The first of those who want more to be kept than others need: who asked for classes, or all classes.
        let is_static = |technique: &&&str| technique.starts_with("static");
        let demanding = techniques.iter().find(|technique| WITH_CALLERS.contains(technique));
        let demanding = demanding.or_else(|| techniques.iter().find(is_static));
        let technique = demanding.copied().unwrap_or(PRECISE);
        let recorded = self.program.record(&project, built, &class_path, technique);
        keep(&project, &cache);
        let class_path = project.place(fixture, built, Side::New);
        let cell = |technique: &&str| {
            let selected = self.program.select(&project, built, &class_path, technique);
            match (&recorded, selected) {
                (Ok(outcomes), Ok(verdicts)) => judgement::judge(
                    &claims,
                    (technique, self.program.release()),
                    outcomes,
                    &verdicts,
                ),
                (Err(problem), _) => Cell::broken(problem.clone()),
                (_, Err(problem)) => Cell::broken(problem),
            }
        };
        techniques.iter().map(cell).collect()
    }

    fn project(&self, fixture: &Fixture, name: &str) -> Project {
        Project::new(self.folder.join(&fixture.name).join(name))
    }

    /// Where what `tamis` has read of the test frameworks is kept for the next project.
    fn cache_for(&self, built: &Built) -> PathBuf {
        let first = built.libraries[0].file_stem().unwrap().to_string_lossy();
        self.folder.join(format!("cache of {first} and {} more", built.libraries.len() - 1))
    }
}

/// Keeps the cache of a project, if none is kept yet: to read a framework takes a third of the time of a recording.
fn keep(project: &Project, cache: &Path) {
    if !cache.is_dir() {
        let copy = project.folder.with_extension("cache");
        building::copy(&project.cache(), &copy);
        // Somebody else may have been first.
        let _ = fs::rename(copy, cache);
    }
}
