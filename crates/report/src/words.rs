//! Small pieces of text that several reports need.

/// `1 class`, `2 classes`.
pub fn plural(count: usize, one: &str, many: &str) -> String {
    let noun = if count == 1 { one } else { many };
    format!("{count} {noun}")
}

/// Text without control characters, which could forge a line or speak to the terminal: they are escaped.
pub fn printable(text: &str) -> String {
    if !text.contains(char::is_control) {
        return text.to_owned();
    }
    let escape = |character: char| {
        if character.is_control() {
            character.escape_default().to_string()
        } else {
            character.to_string()
        }
    };
    text.chars().map(escape).collect()
}

/// Some names in backticks, and how many more there are: `` `a`, `b` and 3 more``.
pub fn quoted_list(names: &[String], most: usize) -> String {
    let shown: Vec<String> = names.iter().take(most).map(|name| format!("`{name}`")).collect();
    let rest = names.len().saturating_sub(most);
    match (shown.split_last(), rest) {
        (None, _) => String::new(),
        (Some((last, [])), 0) => last.clone(),
        (Some((last, others)), 0) => format!("{} and {last}", others.join(", ")),
        (Some(_), rest) => format!("{} and {rest} more", shown.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::{plural, quoted_list};

    #[test]
    fn counts_and_lists_read_well() {
        assert_eq!(plural(1, "class", "classes"), "1 class");
        assert_eq!(plural(0, "class", "classes"), "0 classes");
        let names: Vec<String> = ["a", "b", "c"].map(String::from).to_vec();
        assert_eq!(quoted_list(&names, 3), "`a`, `b` and `c`");
        assert_eq!(quoted_list(&names, 1), "`a` and 2 more");
        assert_eq!(quoted_list(&names[..1], 2), "`a`");
    }
}
