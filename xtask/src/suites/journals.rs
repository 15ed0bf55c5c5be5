//! A journal, read without the code that judges it: which tests began and ended, with how many results and which hits.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use tamis_journal::{Damage, Phase, Record, frames};

/// What one journal says.
#[derive(Debug, Default)]
pub(super) struct Journal {
    pub(super) tests: BTreeMap<String, JournalTest>,
    /// Whether its last frame is cut off.
    pub(super) is_cut_off: bool,
    /// Whether the machine ended in an orderly way.
    pub(super) has_exit: bool,
    names: BTreeMap<u32, String>,
    classes: BTreeMap<u32, String>,
    scopes: BTreeMap<u32, Scope>,
}

/// What it says about one test class.
#[derive(Debug, Default)]
pub(super) struct JournalTest {
    /// Outermost scopes in which it runs that began, and that ended.
    pub(super) begun: usize,
    pub(super) ended: usize,
    pub(super) results: usize,
    /// Classes of which a method was entered in its scopes.
    pub(super) entered: BTreeSet<String>,
}

#[derive(Debug, Clone)]
struct Scope {
    test: String,
    is_run: bool,
    is_outermost: bool,
}

/// The journals of a folder.
pub(super) fn in_folder(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot list `{}`", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    Ok(paths)
}

impl Journal {
    /// Reads a journal. That its last frame is cut off is no error; any other damage is.
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        let place = || format!("`{}`", path.display());
        let bytes = fs::read(path).with_context(place)?;
        let mut journal = Self::default();
        let frames = frames(&bytes).map_err(|error| anyhow!("{error}")).with_context(place)?;
        for record in frames {
            match record {
                Ok(record) => journal.record(record),
                Err(Damage::CutOff { .. }) => journal.is_cut_off = true,
                Err(damage) => return Err(anyhow!("{damage}")).with_context(place),
            }
        }
        Ok(journal)
    }

    fn record(&mut self, record: Record) {
        match record {
            Record::Name(name) => {
                let text = String::from_utf8_lossy(&name.text).replace('/', ".");
                self.names.insert(name.id, text);
            }
            Record::Class(class) => {
                let name = self.names.get(&class.name).cloned().unwrap_or_default();
                self.classes.insert(class.id, name);
            }
            Record::Begin(begin) => {
                let around = begin.inside.and_then(|scope| self.scopes.get(&scope)).cloned();
                let own = self.names.get(&begin.test).cloned().unwrap_or_default();
                let is_run = begin.phase == Phase::Run;
                let is_outermost = around.is_none();
                let test = around.map_or(own, |around| around.test);
                let found = self.tests.entry(test.clone()).or_default();
                found.begun += usize::from(is_run && is_outermost);
                self.scopes.insert(begin.scope, Scope { test, is_run, is_outermost });
            }
            Record::End { scope, charge } => {
                let Some(scope) = self.scopes.get(&scope) else { return };
                let entered = charge.hits.iter().filter_map(|hits| self.classes.get(&hits.class));
                let test = self.tests.entry(scope.test.clone()).or_default();
                test.entered.extend(entered.cloned());
                test.ended += usize::from(scope.is_run && scope.is_outermost);
            }
            Record::Result(result) => {
                let test = self.names.get(&result.test).cloned().unwrap_or_default();
                self.tests.entry(test).or_default().results += 1;
            }
            Record::Exit => self.has_exit = true,
            Record::Start(_)
            | Record::Environment(_)
            | Record::Ambient(_)
            | Record::Initialised { .. }
            | Record::Trouble(_)
            | Record::Left { .. }
            | Record::Halted => {}
        }
    }
}
