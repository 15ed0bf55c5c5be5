//! Runs the fuzz targets of `fuzz/`, each for a while. Not part of `test`: installing the fuzzer alone takes minutes.

use std::process::Command;

use anyhow::{Context, bail};

use crate::Exit;
use crate::arguments::{self, UsageError};
use crate::workspace::Workspace;

/// How long each target runs unless told otherwise.
const SECONDS: u32 = 900;

/// All targets, each with the folder of `fuzz/seeds` that it starts from.
const TARGETS: [(&str, &str); 3] =
    [("reader", "reader"), ("rewriter", "reader"), ("block", "block")];

pub(crate) fn run(workspace: &Workspace, words: &[String]) -> anyhow::Result<Exit> {
    let seconds = match arguments::option("fuzz", words, "--seconds")? {
        None => SECONDS,
        Some(text) => text.parse().map_err(|_| {
            let hint = "`--seconds` takes a whole number".to_owned();
            UsageError::new(format!("`{text}` is not a number of seconds"), hint)
        })?,
    };
    let installed = Command::new("cargo").args(["fuzz", "--version"]).output();
    if !installed.is_ok_and(|output| output.status.success()) {
        bail!("cargo-fuzz is missing (hint: `cargo install cargo-fuzz`, some minutes)");
    }
    let mut exit = Exit::Fine;
    for (target, seeds) in TARGETS {
        println!("== fuzz {target}, {seconds} s");
        let corpus = workspace.root().join("fuzz/corpus").join(target);
        std::fs::create_dir_all(&corpus)
            .with_context(|| format!("cannot make `{}`", corpus.display()))?;
        let status = workspace
            .command("cargo")
            .args(["fuzz", "run", target, "--sanitizer", "none"])
            .arg(&corpus)
            .arg(format!("fuzz/seeds/{seeds}"))
            .args(["--", &format!("-max_total_time={seconds}"), "-print_final_stats=1"])
            // The fuzzer's instrumentation needs compiler flags that a stable compiler takes only so.
            .env("RUSTC_BOOTSTRAP", "1")
            .status()
            .context("cannot start `cargo fuzz`")?;
        if !status.success() {
            println!("fuzz {target}: failed; the input is in fuzz/artifacts/{target}");
            exit = Exit::Failed;
        }
    }
    Ok(exit)
}
