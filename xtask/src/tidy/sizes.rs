//! Size limits and the list of places where another limit holds.

use crate::finding::Finding;
use crate::workspace::TextFile;

/// Most lines of a file.
pub(super) const FILE_LIMIT: usize = 600;

/// Most lines of a function, from its signature to its closing brace.
pub(super) const FUNCTION_LIMIT: usize = 80;

/// A file or function that is longer than the general limit.
#[derive(Debug)]
pub(super) struct Oversize {
    pub(super) path: String,
    /// `None` for the file as a whole.
    pub(super) function: Option<String>,
    pub(super) line: usize,
    pub(super) lines: usize,
}

/// A line of the exception list.
#[derive(Debug)]
pub(super) struct Exception {
    line: usize,
    /// `path` or `path::function`.
    place: String,
    limit: usize,
}

impl Oversize {
    fn place(&self) -> String {
        match &self.function {
            Some(function) => format!("{}::{function}", self.path),
            None => self.path.clone(),
        }
    }

    fn limit(&self) -> usize {
        if self.function.is_some() { FUNCTION_LIMIT } else { FILE_LIMIT }
    }

    fn finding(&self, limit: usize) -> Finding {
        let what = match &self.function {
            Some(function) => format!("function `{function}`"),
            None => "file".to_owned(),
        };
        let message = format!("{what} has {} lines (limit {limit})", self.lines);
        Finding::new(&self.path, self.line, message)
    }
}

pub(super) fn measure_file(file: &TextFile) -> Option<Oversize> {
    let lines = file.text.lines().count();
    (lines > FILE_LIMIT).then(|| Oversize {
        path: file.path.clone(),
        function: None,
        line: 1,
        lines,
    })
}

/// Reads the exception list: place, limit and reason on each line that is not blank and does not
/// begin with `#`.
pub(super) fn parse_exceptions(
    list: &str,
    text: &str,
    findings: &mut Vec<Finding>,
) -> Vec<Exception> {
    let mut exceptions: Vec<Exception> = Vec::new();
    for (index, row) in text.lines().enumerate() {
        let line = index + 1;
        if row.trim().is_empty() || row.starts_with('#') {
            continue;
        }
        match parse_exception(line, row) {
            Ok(new) if exceptions.iter().any(|old| old.place == new.place) => {
                findings.push(Finding::new(list, line, format!("`{}` is listed twice", new.place)));
            }
            Ok(exception) => exceptions.push(exception),
            Err(message) => findings.push(Finding::new(list, line, message)),
        }
    }
    exceptions
}

fn parse_exception(line: usize, row: &str) -> Result<Exception, String> {
    let mut words = row.split_whitespace();
    let place = words.next().unwrap_or_default().to_owned();
    let limit = words.next().unwrap_or_default();
    let limit = limit
        .parse()
        .map_err(|_| format!("`{place}` must be followed by a limit in lines, not `{limit}`"))?;
    if words.next().is_none() {
        return Err(format!("the exception for `{place}` gives no reason"));
    }
    Ok(Exception { line, place, limit })
}

/// Complains about everything too long that has no exception, or one that is too small, and about
/// exceptions without a use.
pub(super) fn judge(
    oversizes: &[Oversize],
    list: &str,
    exceptions: &[Exception],
    findings: &mut Vec<Finding>,
) {
    for oversize in oversizes {
        let place = oversize.place();
        let exception = exceptions.iter().find(|exception| exception.place == place);
        let limit = exception.map_or(oversize.limit(), |exception| exception.limit);
        if oversize.lines > limit {
            findings.push(oversize.finding(limit));
        }
    }
    for Exception { line, place, .. } in exceptions {
        if !oversizes.iter().any(|oversize| oversize.place() == *place) {
            let message = format!("stale exception: `{place}` is not over the general limit");
            findings.push(Finding::new(list, *line, message));
        }
    }
}
