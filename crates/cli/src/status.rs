//! `tamis status`: what is known.

use std::collections::BTreeMap;
use std::time::SystemTime;

use anyhow::Context as _;
use tamis_report::{plural, selection as report};

use crate::arguments::{SelectFormat, StatusArguments};
use crate::evidence::seconds;
use crate::exit::Exit;
use crate::output::{self, WithHint as _};
use crate::project::{root, root_of_evidence, stores};

pub(crate) fn run(arguments: &StatusArguments) -> anyhow::Result<Exit> {
    let root = root(&arguments.project).hint("name a folder with --project")?;
    // The newest record of each test, and how many there are.
    let mut tests: BTreeMap<(String, String), (u64, usize, String)> = BTreeMap::new();
    let (mut runs, mut bytes) = (0, 0);
    for (module, store) in stores(root_of_evidence(&root)) {
        let loaded = store.load().context("cannot read the evidence")?;
        for trouble in &loaded.troubles {
            output::warn(trouble, Some("what only it knew about runs again"));
        }
        runs += loaded.blocks.len();
        bytes += loaded.bytes;
        for block in &loaded.blocks {
            for (test, outcome) in block.outcomes() {
                let known = tests.entry((module.clone(), test.replace('/', "."))).or_default();
                known.1 += 1;
                if block.time() >= known.0 {
                    (known.0, known.2) = (block.time(), outcome.word().to_owned());
                }
            }
        }
    }
    let now = seconds(SystemTime::now());
    let mut text = String::new();
    match arguments.format {
        SelectFormat::Json => {
            let tests: Vec<_> = tests
                .iter()
                .map(|((module, test), (time, records, outcome))| {
                    let mut value = serde_json::json!({
                        "test": test, "outcome": outcome, "time": time, "records": records,
                    });
                    if let Some(map) = value.as_object_mut().filter(|_| !module.is_empty()) {
                        map.insert("module".to_owned(), module.clone().into());
                    }
                    value
                })
                .collect();
            let tests = serde_json::Value::Array(tests);
            text.push_str(&format!(
                "{{\"format\":\"tamis-status\",\"version\":1,\"runs\":{runs},\"bytes\":{bytes},\"tests\":{tests}}}\n"
            ));
        }
        SelectFormat::Text if tests.is_empty() => {
            text.push_str("nothing is known yet; `tamis run` or `tamis mvn` finds it out\n");
        }
        SelectFormat::Text => {
            for ((module, test), (time, records, outcome)) in &tests {
                let records = plural(*records, "record", "records");
                let module = if module.is_empty() { "" } else { &format!(" ({module})") };
                text.push_str(&format!(
                    "{outcome:<10} {test}{module}: {}, {records}\n",
                    report::ago(now, *time)
                ));
            }
            text.push_str(&format!(
                "{} known from {}, {} KiB\n",
                plural(tests.len(), "test class", "test classes"),
                plural(runs, "run", "runs"),
                bytes / 1024
            ));
        }
    }
    output::answer(&text)?;
    Ok(Exit::Fine)
}
