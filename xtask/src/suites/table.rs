//! Tables for people, in Markdown.

/// Columns as wide as their widest cell; all but the first to the right.
pub(crate) fn render(head: &[&str], rows: &[Vec<String>]) -> String {
    let cell =
        |row: &[String], column: usize| row.get(column).map_or(0, |text| text.chars().count());
    let widths: Vec<usize> = head
        .iter()
        .enumerate()
        .map(|(column, name)| {
            rows.iter()
                .map(|row| cell(row, column))
                .chain([name.chars().count()])
                .max()
                .unwrap_or(0)
        })
        .collect();
    let line = |cells: Vec<&str>| -> String {
        let padded = cells.iter().zip(&widths).enumerate().map(|(column, (text, width))| {
            if column == 0 { format!(" {text:<width$} ") } else { format!(" {text:>width$} ") }
        });
        format!("|{}|\n", padded.collect::<Vec<String>>().join("|"))
    };
    let rule: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
    let mut text = line(head.to_vec());
    text += &line(rule.iter().map(String::as_str).collect());
    for row in rows {
        text += &line(row.iter().map(String::as_str).collect());
    }
    text
}
