//! What `tamis` says about tests, as a study wants it.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Context;
use serde_json::Value;

/// How tests ended.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Outcomes {
    /// By test class: how it ended, with counts, so that one more failure is another outcome.
    pub(crate) tests: BTreeMap<String, String>,
}

impl Outcomes {
    /// From the lines of `--events`.
    pub(crate) fn read(text: &str) -> anyhow::Result<Self> {
        let mut tests = BTreeMap::new();
        for line in text.lines() {
            let event: Value = serde_json::from_str(line).context("an event is no JSON")?;
            if event["verdict"] != "run" {
                continue;
            }
            let test = event["test"].as_str().context("an event names no test")?.to_owned();
            let outcome =
                format!("{} {} {}", event["outcome"], event["failed"], event["incomplete"]);
            tests.insert(test, outcome);
        }
        Ok(Self { tests })
    }
}

/// The tests that a `tamis-select` document selects.
pub(super) fn selected(text: &str) -> anyhow::Result<BTreeSet<String>> {
    let document: Value = serde_json::from_str(text).context("the selection is no JSON")?;
    let tests = document["tests"].as_array().context("the selection has no tests")?;
    let running = tests.iter().filter(|test| test["verdict"] == "run");
    Ok(running.filter_map(|test| test["test"].as_str()).map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::{Outcomes, selected};

    #[test]
    fn what_ran_and_what_would_run_is_read() {
        let events = "{\"test\":\"p.A\",\"verdict\":\"run\",\"outcome\":\"passed\",\"failed\":0}\n\
                      {\"test\":\"p.B\",\"verdict\":\"skip\",\"evidence\":{}}\n";
        assert_eq!(Outcomes::read(events).unwrap().tests.len(), 1);
        let document = "{\"tests\":[{\"test\":\"p.A\",\"verdict\":\"run\"},\
                        {\"test\":\"p.B\",\"verdict\":\"skip\"}]}";
        assert_eq!(selected(document).unwrap().into_iter().collect::<Vec<_>>(), ["p.A"]);
        assert!(selected("{}").is_err());
    }
}
