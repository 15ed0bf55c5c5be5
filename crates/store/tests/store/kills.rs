//! Processes that are killed while they write. What a process says it has committed is there, and nothing is damaged.
//!
//! `TAMIS_KILLS=1000 cargo test -p tamis-store kill` does it more often than every day.

use std::collections::BTreeSet;
use std::env;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use tamis_select::Block;
use tamis_select::Outcome::Passed;
use tamis_store::{Limits, Store};

use crate::blocks::{block_of, record, records};

const FOLDER: &str = "TAMIS_STORE_OF_CHILD";
const FIRST: &str = "TAMIS_FIRST_TIME_OF_CHILD";
const COLLECTS: &str = "TAMIS_CHILD_COLLECTS";

fn kills() -> u64 {
    env::var("TAMIS_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(150)
}

/// A block that is larger or smaller, so that writing it takes its time.
fn large_block(time: u64) -> Block {
    let tests = (0..=time % 7 * 40).map(|number| format!("p/Some{number}Test"));
    block_of(time, tests.map(|test| record(&test, Passed, u128::from(time))).collect())
}

/// Not a test of its own: it is what the others kill.
#[test]
fn child() {
    let (Some(folder), Ok(first)) = (env::var_os(FOLDER), env::var(FIRST)) else { return };
    let store = Store::at(Path::new(&folder));
    let collects = env::var_os(COLLECTS).is_some();
    let mut output = io::stdout();
    for time in first.parse().unwrap().. {
        store.commit(&large_block(time)).unwrap();
        output.write_all(format!("\ncommitted {time}\n").as_bytes()).unwrap();
        output.flush().unwrap();
        if collects && time % 3 == 0 {
            store.collect(&Limits { records: 2, ..Limits::default() }).unwrap();
        }
    }
}

/// Lets a child commit and kills it at some moment; the times that it says it has committed.
fn kill_one(folder: &Path, first: u64, collects: bool, micros: u64) -> Vec<u64> {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "kills::child", "--nocapture", "--test-threads=1"]);
    command.env(FOLDER, folder).env(FIRST, first.to_string());
    if collects {
        command.env(COLLECTS, "1");
    }
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let time = |line: &str| -> Option<u64> { line.strip_prefix("committed ")?.parse().ok() };
    // The first commit shows that it is at work.
    let mut committed: Vec<u64> =
        lines.by_ref().map_while(Result::ok).find_map(|line| time(&line)).into_iter().collect();
    assert!(!committed.is_empty(), "the child did not begin");
    sleep(Duration::from_micros(micros));
    child.kill().unwrap();
    let status = child.wait().unwrap();
    assert_eq!(status.code(), None, "it was killed");
    let rest: Vec<String> = lines.map_while(Result::ok).collect();
    committed.extend(rest.iter().filter_map(|line| time(line)));
    committed
}

/// Some number, different each time and the same in each run.
fn scattered(number: u64) -> u64 {
    (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32
}

#[test]
fn kills_while_committing_damage_nothing_and_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path());
    let mut committed = BTreeSet::new();
    for number in 0..kills() {
        let micros = scattered(number) % 6000;
        committed.extend(kill_one(folder.path(), number * 100_000, false, micros));
    }
    let loaded = store.load().unwrap();
    assert_eq!(loaded.troubles, Vec::<String>::new());
    let found: BTreeSet<u64> = loaded.blocks.iter().map(Block::time).collect();
    assert_eq!(committed.difference(&found).collect::<Vec<_>>(), Vec::<&u64>::new());
    // Of what a child did not live to say, at most one block is there.
    assert!(found.len() as u64 <= committed.len() as u64 + kills());
}

#[test]
fn kills_while_collecting_damage_nothing_and_lose_no_newest_record() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path());
    for number in 0..kills() / 2 {
        let micros = scattered(number) % 12_000;
        let committed = kill_one(folder.path(), number * 100_000, true, micros);
        let newest = committed.iter().max().unwrap();
        let kept = records(&store);
        let of_first = kept["p/Some0Test"].last().unwrap();
        assert!(of_first.0 >= *newest, "{of_first:?} and {newest}");
    }
    store.collect(&Limits { records: 2, ..Limits::default() }).unwrap();
    assert!(records(&store).values().all(|list| list.len() <= 2));
}
