//! Text that others wrote, as people are shown it: what tools print, what records and cases say of themselves.

/// Text in one line, which says nothing to a terminal and stands in the order in which it is written: control characters
/// and those that turn the direction of writing are told by their numbers.
pub fn shown(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\r' | '\t' | '\u{2028}' | '\u{2029}' => shown.push(' '),
            other if other.is_control() || is_directing(other) => {
                shown.extend(other.escape_unicode());
            }
            plain => shown.push(plain),
        }
    }
    shown
}

/// Whether it turns the direction of what stands behind it: the marks, embeddings, overrides and isolates of Unicode.
fn is_directing(character: char) -> bool {
    matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

/// The same as a part of a page.
pub(crate) fn shown_in_page(text: &str) -> String {
    let text = shown(text);
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_text_speaks_to_a_terminal_or_turns_its_direction() {
        for (text, expected) in [
            ("plain, é and 漢", "plain, é and 漢"),
            ("\u{1b}[2Ja\u{7}\0", "\\u{1b}[2Ja\\u{7}\\u{0}"),
            ("a\nb\tc\rd\u{2028}e", "a b c d e"),
            ("\u{7f}\u{9b}31m", "\\u{7f}\\u{9b}31m"),
            ("\u{202e}a\u{2066}b\u{2069}\u{200f}", "\\u{202e}a\\u{2066}b\\u{2069}\\u{200f}"),
        ] {
            assert_eq!(shown(text), expected);
        }
        assert_eq!(shown_in_page("<\u{1b}\" & >"), "&lt;\\u{1b}&quot; &amp; &gt;");
    }
}
