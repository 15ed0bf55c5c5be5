//! What a check complains about, and how complaints are printed.

use std::fmt;

use crate::Exit;

/// One complaint about one place. The order of fields is the order of the printed list.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    path: String,
    line: usize,
    message: String,
}

impl Finding {
    /// `path` is relative to the workspace root, with `/`; `line` counts from 1.
    pub(crate) fn new(path: &str, line: usize, message: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, message: message.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, line, message } = self;
        write!(f, "{path}:{line}: {message}")
    }
}

/// Prints all findings, sorted, and their number under the name of the check.
pub(crate) fn print(check: &str, findings: Vec<Finding>) -> Exit {
    let exit = if findings.is_empty() { Exit::Fine } else { Exit::Failed };
    print!("{}", render(check, findings));
    exit
}

fn render(check: &str, mut findings: Vec<Finding>) -> String {
    findings.sort();
    let total = format!("{check}: {}\n", count(findings.len(), "finding"));
    let mut lines: Vec<String> = findings.iter().map(Finding::to_string).collect();
    lines.push(total);
    lines.join("\n")
}

/// `1 finding`, `2 findings`.
fn count(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_are_printed_by_path_then_line_then_total() {
        let findings =
            vec![Finding::new("b", 1, "x"), Finding::new("a", 10, "y"), Finding::new("a", 9, "z")];
        assert_eq!(render("tidy", findings), "a:9: z\na:10: y\nb:1: x\ntidy: 3 findings\n");
    }

    #[test]
    fn totals_have_singular_and_zero_forms() {
        assert_eq!(render("layers", vec![]), "layers: 0 findings\n");
        assert_eq!(
            render("layers", vec![Finding::new("a", 1, "x")]),
            "a:1: x\nlayers: 1 finding\n"
        );
    }
}
