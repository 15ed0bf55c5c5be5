//! The table for programs and browsers.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::expected::Absent;
use super::row::{Cell, Row};
use crate::adapter::Adapter;
use crate::shown::shown_in_page;

/// The table as JSON: `docs/formats/corpus.md`.
pub fn json(rows: &[Row], absent: &[Absent], tools: &[Adapter]) -> String {
    let cell = |row: &Row, cell: &Cell| {
        json!({
            "tool": cell.tool,
            "reported": cell.is_reported,
            "judged": cell.is_judged(row),
            "seen": cell.is_seen,
            "violated": cell.violated,
            "cause": cell.cause,
            "needs_java": cell.needs,
            "unfetched": cell.unfetched,
            "note": cell.note,
        })
    };
    let row = |row: &Row| {
        json!({
            "bug": row.bug,
            "title": row.title,
            "rule": row.rule,
            "reported": row.reported,
            "unbuilt": row.unbuilt(),
            "cells": row.cells.iter().map(|each| cell(row, each)).collect::<Vec<Value>>(),
            "record": row.record,
        })
    };
    let missing = |bug: &Absent| json!({"bug": bug.bug, "title": bug.title, "rule": bug.rule, "why": bug.why});
    let tool = |tool: &Adapter| json!({"name": tool.name, "title": tool.title});
    let whole = json!({
        "format": "tamis-corpus-table",
        "version": 1,
        "tools": tools.iter().map(tool).collect::<Vec<Value>>(),
        "rows": rows.iter().map(row).collect::<Vec<Value>>(),
        "absent": absent.iter().map(missing).collect::<Vec<Value>>(),
    });
    format!("{whole:#}\n")
}

const STYLE: &str = "body{font:14px sans-serif;margin:2em}table{border-collapse:collapse}\
td,th{border:1px solid #ccc;padding:3px 8px;text-align:left}\
.fine{background:#e8f5e9}.bad{background:#ffebee}.seen{background:#ffcdd2}.none{color:#777}";

/// The table as a page.
pub fn html(rows: &[Row], absent: &[Absent], tools: &[Adapter]) -> String {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Bugs by tool</title>\
         <style>{STYLE}</style></head><body>\n<h1>Bugs by tool</h1>\n\
         <p>The rules that a tool violates. A star marks tools for which the bug was reported.</p>\n\
         <table>\n<tr><th>bug</th><th>rule</th>"
    );
    for tool in tools {
        let _ = write!(page, "<th>{}</th>", shown_in_page(&tool.title));
    }
    page.push_str("<th></th></tr>\n");
    for row in rows {
        let _ = write!(
            page,
            "<tr><td>{}</td><td>{}</td>",
            shown_in_page(&row.bug),
            shown_in_page(&row.rule)
        );
        for cell in &row.cells {
            page.push_str(&cell_of_page(row, cell));
        }
        let _ = writeln!(page, "<td>{}</td></tr>", shown_in_page(&row.title));
    }
    for bug in absent {
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td>{}</td><td colspan=\"{}\" class=\"none\">no case: {}</td><td>{}</td></tr>",
            shown_in_page(&bug.bug),
            shown_in_page(&bug.rule),
            tools.len().max(1),
            shown_in_page(&bug.why),
            shown_in_page(&bug.title)
        );
    }
    page.push_str("</table>\n</body></html>\n");
    page
}

fn cell_of_page(row: &Row, cell: &Cell) -> String {
    let class = match cell {
        _ if !cell.is_judged(row) => "none",
        Cell { is_seen: true, .. } => "seen",
        Cell { violated, .. } if violated.is_empty() => "fine",
        Cell { .. } => "bad",
    };
    let star = if cell.is_reported { "*" } else { "" };
    let more = [&cell.cause, &cell.unfetched, &cell.note].into_iter().flatten().next();
    let title = more.map_or_else(String::new, |more| format!(" title=\"{}\"", shown_in_page(more)));
    format!("<td class=\"{class}\"{title}>{}{star}</td>", shown_in_page(&cell.words(row)))
}
