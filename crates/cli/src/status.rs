//! `tamis status`: what is known.

use std::collections::BTreeMap;
use std::time::SystemTime;

use anyhow::Context as _;
use tamis_report::{plural, selection as report};
use tamis_store::Store;

use crate::arguments::{SelectFormat, StatusArguments};
use crate::evidence::seconds;
use crate::exit::Exit;
use crate::output::{self, WithHint as _};
use crate::project::{FOLDER, root};

pub(crate) fn run(arguments: &StatusArguments) -> anyhow::Result<Exit> {
    let root = root(&arguments.project).hint("name a folder with --project")?;
    let loaded = Store::at(&root.join(FOLDER)).load().context("cannot read the evidence")?;
    for trouble in &loaded.troubles {
        output::warn(trouble, Some("what only it knew about runs again"));
    }
    // The newest record of each test, and how many there are.
    let mut tests: BTreeMap<String, (u64, usize, String)> = BTreeMap::new();
    for block in &loaded.blocks {
        for (test, outcome) in block.outcomes() {
            let known = tests.entry(test.replace('/', ".")).or_default();
            known.1 += 1;
            if block.time() >= known.0 {
                (known.0, known.2) = (block.time(), outcome.word().to_owned());
            }
        }
    }
    let now = seconds(SystemTime::now());
    let mut text = String::new();
    match arguments.format {
        SelectFormat::Json => {
            let tests: Vec<_> = tests
                .iter()
                .map(|(test, (time, records, outcome))| {
                    serde_json::json!({
                        "test": test, "outcome": outcome, "time": time, "records": records,
                    })
                })
                .collect();
            let tests = serde_json::Value::Array(tests);
            text.push_str(&format!(
                "{{\"format\":\"tamis-status\",\"version\":1,\"runs\":{},\"bytes\":{},\"tests\":{tests}}}\n",
                loaded.blocks.len(),
                loaded.bytes
            ));
        }
        SelectFormat::Text if tests.is_empty() => {
            text.push_str("nothing is known yet; `tamis run` finds it out\n");
        }
        SelectFormat::Text => {
            for (test, (time, records, outcome)) in &tests {
                let records = plural(*records, "record", "records");
                text.push_str(&format!(
                    "{outcome:<10} {test}: {}, {records}\n",
                    report::ago(now, *time)
                ));
            }
            text.push_str(&format!(
                "{} known from {}, {} KiB\n",
                plural(tests.len(), "test class", "test classes"),
                plural(loaded.blocks.len(), "run", "runs"),
                loaded.bytes / 1024
            ));
        }
    }
    output::answer(&text)?;
    Ok(Exit::Fine)
}
