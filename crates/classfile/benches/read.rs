//! How fast the reader is: `cargo bench -p tamis-classfile`.
//!
//! Prints the time to read every class of JDK 25, from memory and from disk, beside the crate noak, beside a hash of the
//! same bytes, and beside `jdeps -v`. Rounds are interleaved and the best one counts, because other programs can only
//! make a round slower. Nothing is judged here; the goals are printed next to the ratios.

#![expect(clippy::print_stdout, reason = "the figures are the point")]

#[path = "read/classes.rs"]
mod classes;
#[path = "read/clock.rs"]
mod clock;
#[path = "read/edges.rs"]
mod edges;
#[path = "read/jdeps.rs"]
mod jdeps;
#[path = "read/tasks.rs"]
mod tasks;

use std::hint::black_box;
use std::time::{Duration, Instant};

use classes::Classes;
use clock::Measured;
use tasks::Totals;

type Error = Box<dyn std::error::Error>;

/// How often each row is measured.
const ROUNDS: usize = 9;

/// How often `jdeps` is measured: it takes seconds.
const JDEPS_ROUNDS: usize = 5;

/// One thing that is measured.
struct Row<'a> {
    name: &'static str,
    run: Box<dyn FnMut() -> Result<(), Error> + 'a>,
    best: Measured,
}

impl<'a> Row<'a> {
    fn new(name: &'static str, run: impl FnMut() -> Result<(), Error> + 'a) -> Self {
        Self { name, run: Box::new(run), best: Measured::WORST }
    }

    fn measure(&mut self) -> Result<(), Error> {
        self.best = self.best.min(Measured::of(&mut self.run)?);
        Ok(())
    }
}

fn main() -> Result<(), Error> {
    let classes = Classes::find()?;
    println!(
        "{} classes, {} bytes; best of {ROUNDS} rounds, 1 thread",
        classes.in_memory.len(),
        classes.in_memory.iter().map(Vec::len).sum::<usize>()
    );
    check_totals(&classes)?;
    println!("{:32} {:>8} {:>8} {:>12}", "", "cpu ms", "wall ms", "classes/s");
    let [ours, _, _, noak] = measure(&classes, from_memory(&classes))?;
    let [hashing, reading, _] = measure(&classes, from_disk(&classes))?;
    let [jdeps, edges] = measure_jdeps(&classes)?;
    println!("ratio full task / noak: {:.2}x (goal ≥ 2)", ratio(noak.cpu, ours.cpu));
    println!("read+parse / read+hash: {:.2}x (goal ≤ 1.3)", ratio(reading.cpu, hashing.cpu));
    println!("jdeps -v / ours: {:.2}x (goal ≥ 10)", ratio(jdeps, edges));
    Ok(())
}

/// Both readers must find the same things, or comparing their times means nothing.
fn check_totals(classes: &Classes) -> Result<(), Error> {
    let ours = tasks::full(&classes.in_memory)?;
    assert_eq!(ours, tasks::noak(&classes.in_memory)?, "we and noak find different things");
    let Totals { references, methods, bodies, code_bytes, .. } = ours;
    println!(
        "both find {references} class references, {methods} methods, {bodies} with code, \
         {code_bytes} bytes of code"
    );
    Ok(())
}

fn from_memory(classes: &Classes) -> [Row<'_>; 4] {
    let classes = &classes.in_memory;
    [
        Row::new("full task", || black_box(tasks::full(classes)).map(|_| ())),
        Row::new("full task + xxh3 of each body", || {
            black_box(tasks::full_and_hash(classes)).map(|_| ())
        }),
        Row::new("xxh3 of all bytes", || {
            black_box(tasks::hash(classes));
            Ok(())
        }),
        Row::new("noak, full task", || black_box(tasks::noak(classes)).map(|_| ())),
    ]
}

fn from_disk(classes: &Classes) -> [Row<'_>; 3] {
    let files = &classes.files;
    [
        Row::new("disk: read + xxh3", || black_box(tasks::read_and_hash(files)).map(|_| ())),
        Row::new("disk: read + full task", || black_box(tasks::read_and_full(files)).map(|_| ())),
        Row::new("disk: read + full task + edges", || edges::print_all(files).map(|_| ())),
    ]
}

/// Measures the rows in turn, prints them and returns their best times.
fn measure<const N: usize>(
    classes: &Classes,
    mut rows: [Row<'_>; N],
) -> Result<[Measured; N], Error> {
    for _ in 0..ROUNDS {
        for row in &mut rows {
            row.measure()?;
        }
    }
    for Row { name, best, .. } in &rows {
        println!(
            "{name:32} {:8.1} {:8.1} {:12}",
            milliseconds(best.cpu),
            milliseconds(best.wall),
            classes.files.len() as u128 * 1_000_000_000 / best.cpu.as_nanos()
        );
    }
    Ok(rows.map(|row| row.best))
}

/// Measures `jdeps` and our own edges in turn, and returns the best wall time of each.
fn measure_jdeps(classes: &Classes) -> Result<[Duration; 2], Error> {
    let (mut theirs, mut ours) = (Duration::MAX, Duration::MAX);
    let (mut their_edges, mut our_edges) = (0, 0);
    for _ in 0..JDEPS_ROUNDS {
        let (time, count) = jdeps::run(classes)?;
        (theirs, their_edges) = (theirs.min(time), count);
        let start = Instant::now();
        our_edges = edges::print_all(&classes.files)?;
        ours = ours.min(start.elapsed());
    }
    println!("{:32} {:>8} {:8.1}", "jdeps -v", "-", milliseconds(theirs));
    println!("edges: jdeps {their_edges}, we {our_edges}");
    Ok([theirs, ours])
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn ratio(time: Duration, other: Duration) -> f64 {
    time.as_secs_f64() / other.as_secs_f64()
}
