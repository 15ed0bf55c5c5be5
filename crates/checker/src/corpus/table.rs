//! The table for people: bug by tool, and below it what the table has no room for.

use std::fmt::Write as _;

use super::expected::Absent;
use super::row::{Cell, Row};
use crate::shown::shown;

/// The table. A star marks tools for which the bug was reported.
pub fn table(rows: &[Row], absent: &[Absent]) -> String {
    let mut text = String::new();
    let Some(first) = rows.first() else { return text };
    let _ = write!(text, "{:12}{:5}", "bug", "rule");
    for cell in &first.cells {
        let _ = write!(text, "  {:14}", cell.tool);
    }
    text.push('\n');
    for row in rows {
        let _ = write!(text, "{:12}{:5}", row.bug, row.rule);
        for cell in &row.cells {
            let star = if cell.is_reported { "*" } else { "" };
            let _ = write!(text, "  {:14}", format!("{}{star}", cell.words(row)));
        }
        let _ = writeln!(text, "  {}", shown(&row.title));
    }
    for bug in absent {
        let [bug, rule, why, title] =
            [&bug.bug, &bug.rule, &bug.why, &bug.title].map(|said| shown(said));
        let _ = writeln!(text, "{bug:12}{rule:5}  no case: {why} ({title})");
    }
    text.push_str(&totals(rows));
    for row in rows {
        if let Some(cause) = row.unbuilt() {
            let line = format!("{}: cannot be built without a tool: {cause}", row.bug);
            let _ = writeln!(text, "\n{}", shown(&line));
            continue;
        }
        for cell in &row.cells {
            if let Some(line) = remark(row, cell) {
                let _ = writeln!(text, "\n{}", shown(&line));
            }
        }
    }
    text
}

/// For each tool how many of the bugs that were reported are there, and what else it does.
fn totals(rows: &[Row]) -> String {
    let mut text = "\n".to_owned();
    let Some(first) = rows.first() else { return text };
    for (place, tool) in first.cells.iter().enumerate() {
        let cells = || rows.iter().filter_map(|row| Some((row, row.cells.get(place)?)));
        let judged = || cells().filter(|(row, cell)| cell.is_judged(row));
        let seen = judged().filter(|(_, cell)| cell.is_reported && cell.is_seen).count();
        let reported = cells().filter(|(_, cell)| cell.is_reported).count();
        let others = judged().filter(|(_, cell)| !cell.is_reported && !cell.violated.is_empty());
        let _ = writeln!(
            text,
            "{:14}judged on {} of {} cases; {seen} of {reported} reported bugs seen; {} others violate a rule",
            tool.tool,
            judged().count(),
            rows.len(),
            others.count(),
        );
    }
    text
}

/// What there is to say about a cell besides its words.
fn remark(row: &Row, cell: &Cell) -> Option<String> {
    let about = format!("{} with {}", row.bug, cell.tool);
    if let Some(cause) = &cell.unfetched {
        return Some(format!("{about}: not judged, as it could not be fetched: {cause}"));
    }
    if let Some(release) = cell.needs {
        return Some(format!(
            "{about}: not judged, as the tool takes no class files of Java {release}"
        ));
    }
    if let Some(cause) = &cell.cause {
        return Some(format!("{about}: {cause}"));
    }
    if !cell.is_reported || cell.is_seen {
        return None;
    }
    let why = cell.note.clone().unwrap_or_else(|| format!("it was reported as: {}", row.reported));
    Some(format!("{about}: not seen; {why}"))
}
