//! The words after a chore's name: flags, or one option with a value. Chores need no more than that.

use std::fmt;

/// Wrong words on the command line, with the way out on a line of its own.
#[derive(Debug)]
pub(crate) struct UsageError {
    message: String,
    hint: String,
}

impl UsageError {
    pub(crate) fn new(message: String, hint: String) -> Self {
        Self { message, hint }
    }

    pub(crate) fn hint(&self) -> &str {
        &self.hint
    }
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for UsageError {}

/// Says for each known flag whether it was given; any other word is an error.
pub(crate) fn flags<const N: usize>(
    chore: &str,
    words: &[String],
    known: [&str; N],
) -> Result<[bool; N], UsageError> {
    if let Some(word) = words.iter().find(|word| !known.contains(&word.as_str())) {
        let hint = if known.is_empty() {
            format!("`{chore}` takes no arguments")
        } else {
            format!("`{chore}` knows {}", known.join(", "))
        };
        return Err(unknown(chore, word, hint));
    }
    Ok(known.map(|flag| words.iter().any(|word| word == flag)))
}

/// The value of the one option that a chore knows, if it was given; any other word is an error.
pub(crate) fn option(
    chore: &str,
    words: &[String],
    known: &str,
) -> Result<Option<String>, UsageError> {
    let hint = || format!("`{chore}` knows {known} with a value");
    match words {
        [] => Ok(None),
        [word] if word == known => Err(UsageError::new(format!("`{known}` has no value"), hint())),
        [word, value] if word == known => Ok(Some(value.clone())),
        [word, _, surplus, ..] if word == known => Err(unknown(chore, surplus, hint())),
        [word, ..] => Err(unknown(chore, word, hint())),
    }
}

/// A word that the chore does not know.
pub(crate) fn unknown(chore: &str, word: &str, hint: String) -> UsageError {
    UsageError::new(format!("unknown argument `{word}` for `{chore}`"), hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_tell_what_was_given() {
        let words = ["--b".to_owned()];
        assert_eq!(flags("x", &words, ["--a", "--b"]).unwrap(), [false, true]);
    }

    #[test]
    fn unknown_word_is_refused_with_the_known_flags() {
        let error = flags("x", &["--c".to_owned()], ["--a", "--b"]).unwrap_err();
        assert_eq!(error.to_string(), "unknown argument `--c` for `x`");
        assert_eq!(error.hint(), "`x` knows --a, --b");
    }

    #[test]
    fn option_gives_its_value() {
        let words = |text: &str| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
        assert_eq!(option("x", &[], "--a").unwrap(), None);
        assert_eq!(option("x", &words("--a b"), "--a").unwrap().as_deref(), Some("b"));
        let rows = [
            ("--a", "`--a` has no value"),
            ("--a b c", "unknown argument `c` for `x`"),
            ("--b c", "unknown argument `--b` for `x`"),
        ];
        for (line, message) in rows {
            let error = option("x", &words(line), "--a").unwrap_err();
            assert_eq!(error.to_string(), message);
            assert_eq!(error.hint(), "`x` knows --a with a value");
        }
    }
}
