//! Names that come from files of users, and are joined to a folder of ours: they may not lead out of it, since what
//! is there is written and deleted.

use anyhow::ensure;

use crate::shown::shown;

/// Sees that a name can be that of a file or folder.
pub(crate) fn name(what: &str, name: &str) -> anyhow::Result<()> {
    let is_plain = |each: char| each.is_ascii_alphanumeric() || "-_.".contains(each);
    let is_name = name.chars().all(is_plain);
    let told = shown(name);
    ensure!(!name.is_empty(), "{what} is empty");
    ensure!(
        is_name,
        "{what} is `{told}`: only ASCII letters, digits, `-`, `_` and `.` can be in it"
    );
    ensure!(!name.starts_with('.'), "{what} is `{told}`, and cannot begin with `.`");
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn nothing_leads_out_of_a_folder() {
        for (name, expected) in [
            ("Clover-2", None),
            ("a.b", None),
            ("", Some("it is empty")),
            (".", Some("it is `.`, and cannot begin with `.`")),
            ("..", Some("it is `..`, and cannot begin with `.`")),
            ("a/b", Some("it is `a/b`: only ASCII letters")),
            ("é\u{1b}", Some("it is `é\\u{1b}`: only ASCII letters")),
        ] {
            let said = super::name("it", name).err().map(|error| error.to_string());
            let is_told = |part| said.as_deref().is_some_and(|said| said.starts_with(part));
            assert!(expected.map_or(said.is_none(), is_told), "{name}: {said:?}");
        }
    }
}
