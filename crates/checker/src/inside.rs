//! Names that come from files of users, and are joined to a folder of ours: they may not lead out of it, since what
//! is there is written and deleted.

use anyhow::ensure;

/// Sees that a name can be that of a file or folder.
pub(crate) fn name(what: &str, name: &str) -> anyhow::Result<()> {
    let is_plain = |each: char| each.is_ascii_alphanumeric() || "-_.".contains(each);
    let is_name = name.chars().all(is_plain) && !name.starts_with('.') && !name.is_empty();
    ensure!(is_name, "{what} is `{name}`: letters, digits, `-`, `_` and `.` can be in it");
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn nothing_leads_out_of_a_folder() {
        for (name, is_fine) in
            [("Clover-2", true), ("a.b", true), ("", false), ("..", false), ("a/b", false)]
        {
            assert_eq!(super::name("it", name).is_ok(), is_fine, "{name}");
        }
    }
}
