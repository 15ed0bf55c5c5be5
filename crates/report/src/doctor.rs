//! What `tamis doctor` found, in words and as JSON.

use serde_json::{Value, json};

/// How something stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// It works.
    Fine,
    /// It may work, or costs something.
    Doubtful,
    /// It keeps tests from being selected.
    Wrong,
}

impl State {
    const fn word(self) -> &'static str {
        match self {
            Self::Fine => "fine",
            Self::Doubtful => "look",
            Self::Wrong => "wrong",
        }
    }
}

/// One thing that was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What.
    pub about: String,
    /// How it stands.
    pub state: State,
    /// What was found.
    pub found: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl Finding {
    /// Something that works.
    pub fn fine(about: &str, found: impl Into<String>) -> Self {
        Self { about: about.to_owned(), state: State::Fine, found: found.into(), hint: None }
    }

    /// Something that may work.
    pub fn doubtful(about: &str, found: impl Into<String>, hint: &str) -> Self {
        let hint = Some(hint.to_owned());
        Self { about: about.to_owned(), state: State::Doubtful, found: found.into(), hint }
    }

    /// Something that keeps tests from being selected.
    pub fn wrong(about: &str, found: impl Into<String>, hint: impl Into<String>) -> Self {
        let hint = Some(hint.into());
        Self { about: about.to_owned(), state: State::Wrong, found: found.into(), hint }
    }
}

/// A line for each, and what follows from all of them.
pub fn text(findings: &[Finding]) -> String {
    let width = findings.iter().map(|finding| finding.about.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for Finding { about, state, found, hint } in findings {
        text.push_str(&format!("{:<5}  {about:<width$}  {found}\n", state.word()));
        if let Some(hint) = hint {
            text.push_str(&format!("       {:width$}  hint: {hint}\n", ""));
        }
    }
    text.push_str(match worst(findings) {
        State::Fine => "tests can be selected\n",
        State::Doubtful => "tests can be selected; look at what is marked\n",
        State::Wrong => "what is marked as wrong makes everything run\n",
    });
    text
}

/// The same for programs.
pub fn json(findings: &[Finding]) -> String {
    let finding = |finding: &Finding| {
        let mut value = json!({
            "about": finding.about, "state": finding.state.word(), "found": finding.found,
        });
        if let (Some(map), Some(hint)) = (value.as_object_mut(), &finding.hint) {
            map.insert("hint".to_owned(), hint.clone().into());
        }
        value
    };
    let findings: Vec<Value> = findings.iter().map(finding).collect();
    format!("{}\n", json!({ "format": "tamis-doctor", "version": 1, "findings": findings }))
}

/// The worst of all states.
pub fn worst(findings: &[Finding]) -> State {
    findings.iter().map(|finding| finding.state).max().unwrap_or(State::Fine)
}

#[cfg(test)]
mod tests {
    use super::{Finding, json, text};

    #[test]
    fn hints_stand_below_what_they_are_about() {
        let findings = [
            Finding::fine("java", "17"),
            Finding::wrong(
                "module core",
                "its tests run in the JVM of Maven",
                "set forkCount to 1",
            ),
        ];
        assert_eq!(
            text(&findings),
            "fine   java         17\n\
             wrong  module core  its tests run in the JVM of Maven\n\
             \x20                   hint: set forkCount to 1\n\
             what is marked as wrong makes everything run\n"
        );
        assert_eq!(
            json(&findings),
            "{\"findings\":[{\"about\":\"java\",\"found\":\"17\",\"state\":\"fine\"},\
             {\"about\":\"module core\",\"found\":\"its tests run in the JVM of Maven\",\
             \"hint\":\"set forkCount to 1\",\"state\":\"wrong\"}],\"format\":\"tamis-doctor\",\"version\":1}\n"
        );
    }
}
