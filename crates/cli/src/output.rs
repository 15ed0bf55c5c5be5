//! Answers go to stdout, talk goes to stderr.

use std::fmt;
use std::io::{self, Write as _};

/// Prints the answer. A reader that has seen enough and closed the pipe is no failure.
pub(crate) fn answer(text: &str) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(anyhow::Error::new(error).context("cannot write the answer to stdout")),
        Ok(()) => Ok(()),
    }
}

/// Prints a line for people.
pub(crate) fn say(text: &str) {
    // Nobody is left to be told if this fails.
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Draws a line for people over the last one that was drawn.
pub(crate) fn draw(text: &str) {
    let _ = write!(io::stderr().lock(), "\r\x1b[K{text}");
}

/// Prints an error with its causes, and the hint if it has one.
pub(crate) fn error(error: &anyhow::Error) {
    let mut line = "error".to_owned();
    let mut hints = Vec::new();
    for cause in error.chain().map(ToString::to_string) {
        if cause.starts_with(HINT) {
            hints.push(cause);
        } else if !line.ends_with(&cause) {
            line.push_str(": ");
            line.push_str(&cause);
        }
    }
    say(&line);
    hints.iter().for_each(|hint| say(hint));
}

/// Prints a warning, and what can be done about it.
pub(crate) fn warn(text: &str, hint: Option<&str>) {
    say(&format!("warning: {text}"));
    if let Some(hint) = hint {
        say(&format!("{HINT}{hint}"));
    }
}

const HINT: &str = "hint: ";

/// Attaches to an error what the user can do about it.
pub(crate) trait WithHint<T> {
    fn hint(self, text: &str) -> anyhow::Result<T>;
}

impl<T> WithHint<T> for anyhow::Result<T> {
    fn hint(self, text: &str) -> Self {
        self.map_err(|error| error.context(Hint(text.to_owned())))
    }
}

/// What the user can do about an error; attach it with `context`.
#[derive(Debug)]
pub(crate) struct Hint(pub(crate) String);

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{HINT}{}", self.0)
    }
}
