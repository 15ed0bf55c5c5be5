//! Tables of a report, as text and as a part of a page.

use std::fmt::Write as _;

use crate::shown::{shown, shown_in_page};

/// A table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Table {
    /// What it is about.
    pub(super) title: String,
    /// Names of its columns; the first column has names, too.
    pub(super) head: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
    /// So many columns at the end are sentences.
    pub(super) sentences: usize,
}

impl Table {
    /// With a first column of names, and a column for each of the others.
    pub(super) fn new(title: &str, head: impl IntoIterator<Item = String>) -> Self {
        let (title, head) = (title.to_owned(), head.into_iter().collect());
        Self { title, head, rows: Vec::new(), sentences: 0 }
    }

    /// As text: numbers stand right, names and sentences left.
    pub(super) fn text(&self) -> String {
        let rows = || {
            let rows = std::iter::once(&self.head).chain(&self.rows);
            rows.map(|row| row.iter().map(|cell| shown(cell)))
        };
        let mut widths: Vec<usize> = Vec::new();
        for row in rows() {
            for (column, cell) in row.enumerate() {
                let length = cell.chars().count();
                match widths.get_mut(column) {
                    Some(width) => *width = length.max(*width),
                    None => widths.push(length),
                }
            }
        }
        let mut text = format!("{}\n\n", self.title);
        for row in rows() {
            let mut line = String::new();
            for (column, (cell, width)) in row.zip(&widths).enumerate() {
                let is_word = column == 0 || column + self.sentences >= widths.len();
                let gap = if column == 0 { "" } else { "  " };
                let _ = if is_word {
                    write!(line, "{gap}{cell:width$}")
                } else {
                    write!(line, "{gap}{cell:>width$}")
                };
            }
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }

    /// As a part of a page.
    pub(super) fn html(&self) -> String {
        let mut page = format!("<h2>{}</h2>\n<table>\n<tr>", shown_in_page(&self.title));
        for cell in &self.head {
            let _ = write!(page, "<th>{}</th>", shown_in_page(cell));
        }
        page.push_str("</tr>\n");
        for row in &self.rows {
            page.push_str("<tr>");
            for (column, cell) in row.iter().enumerate() {
                let is_word = column == 0 || column + self.sentences >= row.len();
                let class = if is_word { "" } else { " class=\"number\"" };
                let _ = write!(page, "<td{class}>{}</td>", shown_in_page(cell));
            }
            page.push_str("</tr>\n");
        }
        page.push_str("</table>\n");
        page
    }
}

const STYLE: &str = "body{font:14px sans-serif;margin:2em}table{border-collapse:collapse}\
td,th{border:1px solid #ccc;padding:3px 8px;text-align:left}.number{text-align:right}";

/// A page of tables.
pub(super) fn page(title: &str, lines: &[String], tables: &[Table]) -> String {
    let title = shown_in_page(title);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n"
    );
    for line in lines {
        let _ = writeln!(page, "<p>{}</p>", shown_in_page(line));
    }
    tables.iter().for_each(|table| page.push_str(&table.html()));
    page.push_str("</body></html>\n");
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_right_and_nothing_of_a_name_is_markup() {
        let head = ["", "many", "about"].map(str::to_owned);
        let mut table = Table::new("Things", head);
        table.sentences = 1;
        table.rows.push(["a<b", "7", "a sentence"].map(str::to_owned).to_vec());
        assert_eq!(table.text(), "Things\n\n     many  about\na<b     7  a sentence\n");
        let page = page("It", &["One line".to_owned()], &[table]);
        assert!(page.contains("<td>a&lt;b</td><td class=\"number\">7</td><td>a sentence</td>"));
    }
}
