//! `tamis check corpus`: bugs that were found in tools.

use std::env;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, anyhow};
use tamis_checker::{Adapter, Case, Cell, Row, table};

use super::arguments::CorpusArguments;
use crate::exit::Exit;
use crate::output::{self, WithHint as _};
use crate::project::absolute;

/// How the names of our own adapters begin.
const OURS: &str = "tamis";

pub(crate) fn run(arguments: &CorpusArguments) -> anyhow::Result<Exit> {
    let tools: Vec<Adapter> = arguments
        .tools
        .iter()
        .map(|word| Adapter::find(word))
        .collect::<anyhow::Result<_>>()
        .hint("name adapters that there are, or TOML files")?;
    let corpus = absolute(&arguments.corpus)?;
    let cases =
        Case::all(&corpus).hint("name the folder `corpus` of tamis' sources with --corpus")?;
    let cases = wanted(cases, &arguments.bugs)?;
    let (_temporary, work) = work_folder(arguments)?;
    let tamis = env::current_exe().context("cannot find this program")?;
    let mut rows = Vec::new();
    for (number, case) in cases.iter().enumerate() {
        output::say(&format!("Running   {} ({} of {})", case.bug(), number + 1, cases.len()));
        let row = case.run(&tools, &work, &tamis)?;
        let disproved = case.disproved(&row.record);
        if !disproved.is_empty() {
            let tests = disproved.join(", ");
            output::warn(
                &format!("{}: not as expected when all tests run: {tests}", row.bug),
                None,
            );
        }
        rows.push(row);
    }
    output::answer(&table(&rows))?;
    if let Some((row, cause)) = rows.iter().find_map(|row| Some((row, row.unbuilt()?))) {
        let message = format!("{} could not be built, and no tool was judged: {cause}", row.bug);
        return Err(anyhow!(message)).hint("see whether Maven and the network are there");
    }
    Ok(if has_violation_of_ours(&rows) { Exit::TestsFailed } else { Exit::Fine })
}

fn has_violation_of_ours(rows: &[Row]) -> bool {
    let is_bad = |cell: &Cell| cell.tool.starts_with(OURS) && !cell.violated.is_empty();
    rows.iter().any(|row| row.cells.iter().any(is_bad))
}

fn wanted(cases: Vec<Case>, bugs: &[String]) -> anyhow::Result<Vec<Case>> {
    for bug in bugs {
        if !cases.iter().any(|case| case.bug().eq_ignore_ascii_case(bug)) {
            return Err(anyhow!("the corpus has no bug `{bug}`"))
                .hint("leave --bugs out to run them all");
        }
    }
    let is_wanted = |case: &Case| {
        bugs.is_empty() || bugs.iter().any(|bug| case.bug().eq_ignore_ascii_case(bug))
    };
    Ok(cases.into_iter().filter(is_wanted).collect())
}

/// Where projects are. Not in the folder for temporary files if they are to stay; some tools take no notice of what is
/// there.
fn work_folder(
    arguments: &CorpusArguments,
) -> anyhow::Result<(Option<tempfile::TempDir>, PathBuf)> {
    let Some(keep) = &arguments.keep else {
        let folder = env::current_dir().context("cannot find the current folder")?;
        let temporary = tempfile::Builder::new().prefix(".tamis-corpus").tempdir_in(&folder);
        let temporary = temporary
            .with_context(|| format!("cannot make a folder in `{}`", folder.display()))
            .hint("name a folder that can be made with --keep")?;
        let work = fs::canonicalize(temporary.path())?;
        return Ok((Some(temporary), work));
    };
    fs::create_dir(keep)
        .with_context(|| format!("cannot make the folder `{}`", keep.display()))
        .hint("name a folder with --keep that does not exist yet, in one that does")?;
    Ok((None, fs::canonicalize(keep)?))
}
