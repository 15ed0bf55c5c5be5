//! What the scripts ask for by its name.

use std::fmt::Write as _;

use anyhow::{Context, bail};

use super::release::Release;

const TABLE: &str = include_str!("members.txt");

/// A member that releases have from some point on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Member {
    pub(super) since: Release,
    pub(super) class: &'static str,
    pub(super) name: &'static str,
    /// What the scripts take it for.
    pub(super) kind: &'static str,
}

/// What a release has to have.
pub(super) fn of(release: &Release) -> anyhow::Result<Vec<Member>> {
    Ok(all()?.into_iter().filter(|member| member.since <= *release).collect())
}

pub(super) fn all() -> anyhow::Result<Vec<Member>> {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    let member = |line: &'static str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [since, class, name, kind] = *words.as_slice() else {
            bail!("`members.txt` has the line `{line}`, which has not four words");
        };
        let since = Release::any(since).with_context(|| format!("`{since}` is no release"))?;
        Ok(Member { since, class, name, kind })
    };
    lines.map(member).collect()
}

/// A class that compiles if the members are there and are what they should be.
pub(super) fn class(members: &[Member]) -> String {
    let mut text = String::from("class Members {\n");
    for (number, Member { class, name, kind, .. }) in members.iter().enumerate() {
        // Writing to a text does not fail.
        let _ = writeln!(text, "    static {kind} member{number}({class} it) {{ it.{name} }}");
    }
    text.push_str("}\n");
    text
}
