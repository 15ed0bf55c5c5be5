//! The table of fixtures and techniques.

use super::{Mark, Row};

/// Rows, a line for each mark that was used, and what is wrong.
pub fn table(rows: &[Row], techniques: &[&str]) -> String {
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or_default();
    let line = |name: &str, cells: Vec<String>| format!("{name:width$}  {}\n", cells.join("  "));
    let padded = |text: String, technique: &&str| format!("{text:len$}", len = technique.len());
    let head = techniques.iter().map(|&name| name.to_owned()).collect();
    let mut text = line("", head);
    for row in rows {
        let cells = row.cells.iter().map(|cell| sign(cell.mark).to_owned());
        let cells = cells.zip(techniques).map(|(cell, technique)| padded(cell, technique));
        text.push_str(line(&row.name, cells.collect()).trim_end());
        text.push('\n');
    }
    text.push('\n');
    for (mark, words) in MARKS {
        let counts = techniques.iter().enumerate().map(|(column, technique)| {
            let count = rows.iter().filter(|row| row.cells[column].mark == mark).count();
            padded(count.to_string(), technique)
        });
        text.push_str(line(&format!("{} {words}", sign(mark)), counts.collect()).trim_end());
        text.push('\n');
    }
    text
}

const MARKS: [(Mark, &str); 5] = [
    (Mark::Handled, "handled"),
    (Mark::Missed, "missed"),
    (Mark::Needless, "selected though not needed"),
    (Mark::Known, "missed, and known to be"),
    (Mark::Broken, "no answer"),
];

fn sign(mark: Mark) -> &'static str {
    match mark {
        Mark::Handled => "·",
        Mark::Known => "k",
        Mark::Needless => "o",
        Mark::Missed => "✗",
        Mark::Broken => "?",
    }
}

#[cfg(test)]
mod tests {
    use super::super::Cell;
    use super::*;

    #[test]
    fn marks_stand_below_their_technique_and_are_counted() {
        let row = |name: &str, marks: [Mark; 2]| Row {
            name: name.to_owned(),
            cells: marks.map(|mark| Cell { mark, wrong: Vec::new() }).into(),
        };
        let rows = [
            row("a-long-name-that-is-wide-enough", [Mark::Handled, Mark::Missed]),
            row("b", [Mark::Needless, Mark::Handled]),
        ];
        let text = table(&rows, &["class", "hybrid"]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "                                 class  hybrid");
        assert_eq!(lines[1], "a-long-name-that-is-wide-enough  ·      ✗");
        assert_eq!(lines[2], "b                                o      ·");
        assert_eq!(lines[4], "· handled                        1      1");
        assert_eq!(lines[5], "✗ missed                         0      1");
    }
}
