//! Reads the crate table of the architecture page.
//!
//! The table stands between two HTML comments and has the columns layer, crate, purpose, may use.
//! Other tables of the page are left alone.

use std::collections::BTreeSet;
use std::fmt;

use crate::finding::Finding;

const BEGIN: &str = "<!-- layers:begin -->";
const END: &str = "<!-- layers:end -->";

/// One crate's row.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) line: usize,
    pub(super) layer: Layer,
    pub(super) name: String,
    pub(super) may_use: BTreeSet<String>,
}

/// How high a crate stands; the order is the order of the house, lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Layer {
    /// Below the program.
    Library(u8),
    /// Written `′`: stands beside the product's libraries. It may use them, they may not use it,
    /// the program may.
    Beside,
    /// The layer of the program and whatever comes above it.
    Program(u8),
    /// Written `dev`: is in no product.
    Dev,
}

/// The lowest layer that may use what stands beside the libraries.
const PROGRAM: u8 = 6;

impl Layer {
    fn parse(text: &str) -> Option<Self> {
        match text {
            "′" | "'" => Some(Self::Beside),
            "dev" => Some(Self::Dev),
            number => number.parse().ok().map(|number| {
                if number < PROGRAM { Self::Library(number) } else { Self::Program(number) }
            }),
        }
    }
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Library(number) | Self::Program(number) => number.fmt(f),
            Self::Beside => f.write_str("′"),
            Self::Dev => f.write_str("dev"),
        }
    }
}

/// The rows of the table in `text`, the content of `page`. Rows that cannot be read become
/// findings.
pub(super) fn parse(page: &str, text: &str, findings: &mut Vec<Finding>) -> Vec<Row> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let begin = lines.iter().position(|line| *line == BEGIN);
    let end = lines.iter().position(|line| *line == END);
    let (Some(begin), Some(end)) = (begin, end) else {
        findings.push(Finding::new(page, 1, format!("no lines `{BEGIN}` and `{END}`")));
        return Vec::new();
    };
    let mut rows: Vec<Row> = Vec::new();
    let lines = lines.iter().enumerate().take(end).skip(begin + 1);
    // The first two lines with bars are the heading and the rule under it.
    for (index, line) in lines.filter(|(_, line)| line.starts_with('|')).skip(2) {
        match parse_row(index + 1, line) {
            Ok(new) if rows.iter().any(|old| old.name == new.name) => {
                findings.push(Finding::new(
                    page,
                    new.line,
                    format!("second row for `{}`", new.name),
                ));
            }
            Ok(row) => rows.push(row),
            Err(message) => findings.push(Finding::new(page, index + 1, message)),
        }
    }
    if rows.is_empty() {
        findings.push(Finding::new(page, begin + 1, "the crate table has no rows"));
    }
    rows
}

fn parse_row(line: usize, row: &str) -> Result<Row, String> {
    let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
    let &[layer, name, _purpose, may_use] = cells.as_slice() else {
        return Err(format!(
            "row has {} cells, expected layer, crate, purpose, may use",
            cells.len()
        ));
    };
    let layer = Layer::parse(layer)
        .ok_or_else(|| format!("unknown layer `{layer}` (known: a number, `′`, `dev`)"))?;
    let may_use = if matches!(may_use, "–" | "-" | "—") {
        BTreeSet::new()
    } else {
        may_use.split(',').map(|cell| parse_name(cell.trim())).collect::<Result<_, _>>()?
    };
    Ok(Row { line, layer, name: parse_name(name)?, may_use })
}

/// The name in `` `name` ``.
fn parse_name(cell: &str) -> Result<String, String> {
    cell.strip_prefix('`')
        .and_then(|cell| cell.strip_suffix('`'))
        .filter(|name| !name.is_empty() && !name.contains('`'))
        .map(str::to_owned)
        .ok_or_else(|| {
            format!("expected one crate name in backticks (or – for none), not `{cell}`")
        })
}
