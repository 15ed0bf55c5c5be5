//! What the agent costs each JVM when it starts: a program that says hello, with C1 and the serial collector.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, bail, ensure};

use super::numbers::{median, minimum};
use super::prepare::Ground;
use super::runs::{parse_times, reset};
use super::table;

/// How often each is started.
const TIMES: usize = 20;

const HELLO: &str = "class Hello {\n\
                     \x20   public static void main(String[] arguments) {\n\
                     \x20       System.out.println(\"hello\");\n\
                     \x20   }\n}\n";

/// Starts a program with and without agents, in turn; a table of CPU times.
pub(super) fn measure(ground: &Ground, jacoco: &str) -> anyhow::Result<String> {
    let folder = ground.folder.join("hello");
    reset(&folder)?;
    fs::write(folder.join("Hello.java"), HELLO).context("cannot write a program")?;
    let javac = ground.tool("javac").current_dir(&folder).arg("Hello.java").output();
    let javac = javac.context("cannot start `javac`")?;
    ensure!(javac.status.success(), "{}", String::from_utf8_lossy(&javac.stderr).trim());
    let journals = folder.join("journals");
    fs::create_dir(&journals).context("cannot make a folder")?;
    let library = library(ground)?;
    let agent = |granularity: &str| {
        let (library, journals) = (library.display(), journals.display());
        format!("-agentpath:{library}=journal={journals},granularity={granularity}")
    };
    let configurations = [
        ("without", None),
        ("tamis, method", Some(agent("method"))),
        ("tamis, block", Some(agent("block"))),
        ("jacoco", Some(format!("{jacoco}={}", "output=none"))),
    ];
    let mut times = vec![Vec::new(); configurations.len()];
    for _ in 0..TIMES {
        for ((_, agent), times) in configurations.iter().zip(&mut times) {
            times.push(start(ground, &folder, agent.as_deref())? * 1000.0);
        }
    }
    let of = |times: &Vec<f64>| (median(times).unwrap_or(0.0), minimum(times).unwrap_or(0.0));
    let base = times.first().map_or((0.0, 0.0), of);
    let rows: Vec<Vec<String>> = configurations
        .iter()
        .zip(&times)
        .map(|((name, _), times)| {
            let (median, minimum) = of(times);
            vec![
                (*name).to_owned(),
                format!("{median:.0}"),
                format!("{:+.0}", median - base.0),
                format!("{minimum:.0}"),
                format!("{:+.0}", minimum - base.1),
            ]
        })
        .collect();
    Ok(table::render(&["start-up, CPU ms", "median", "more", "minimum", "more"], &rows))
}

fn start(ground: &Ground, folder: &std::path::Path, agent: Option<&str>) -> anyhow::Result<f64> {
    let java = ground.home.join("bin/java");
    let script = format!("TIMEFORMAT='%3U %3S'; time '{}' \"$@\" >hello.txt", java.display());
    let mut shell = std::process::Command::new("bash");
    shell.current_dir(folder).args(["-c", &script, "bash"]).args(agent);
    shell.args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", ".", "Hello"]);
    let output = shell.output().context("cannot start `bash`")?;
    let talk = String::from_utf8_lossy(&output.stderr).into_owned();
    ensure!(output.status.success(), "the program ended with {}: {talk}", output.status);
    let said = fs::read_to_string(folder.join("hello.txt")).unwrap_or_default();
    ensure!(said == "hello\n", "the program said `{}`", said.trim());
    parse_times(&talk).with_context(|| format!("no CPU time in `{talk}`"))
}

/// The agent's library: the newest that the program wrote out.
fn library(ground: &Ground) -> anyhow::Result<PathBuf> {
    let folder = ground.folder.join("cache/tamis/agent");
    let entries = fs::read_dir(&folder).context("the program has not written its agent yet")?;
    let written = |path: &PathBuf| fs::metadata(path).and_then(|data| data.modified()).ok();
    match entries.flatten().map(|entry| entry.path()).max_by_key(written) {
        Some(path) => Ok(path),
        None => bail!("there is no agent in `{}`", folder.display()),
    }
}
