//! The graph of a large class path: `cargo bench -p tamis-graph`, or `bench/graph`.
//!
//! The classes of JDK 25 and of 100 libraries, from the image and from jars, by one thread: read, made into a graph, and
//! asked what every class reaches. Beside it `jdeps -verbose:class` on the same input, in turn, the best round of each: once
//! on one processor, as we are, and once on as many as it likes, since it compiles and collects garbage in threads of its
//! own. Then an update after one class has changed, and the memory that all of it took. Nothing is judged here; the goals
//! are printed next to the figures.
//!
//! The libraries are those of `graph/jars.txt`, fetched with Maven once. `--list FILE` names others, `--rounds N`
//! takes other than three rounds, `--no-jdeps` leaves that out.
#![expect(clippy::print_stdout, reason = "the figures are the point")]

#[path = "graph/class_path.rs"]
mod class_path;
#[path = "graph/jdeps.rs"]
mod jdeps;

use std::fs;
use std::hint::black_box;
use std::time::{Duration, Instant};

use class_path::ClassPath;
use tamis_graph::{
    Calls, ExtraEdges, Graph, Methods, Names, Node, Parts, Reachability, ReflectionSites, Site,
    StringTargets, View, content_of,
};

type Error = Box<dyn std::error::Error + Send + Sync>;

/// Tests whose reach is kept at a time: memory is a bit for each of them and each component.
const TESTS_A_STEP: usize = 8192;

/// How long the steps took.
#[derive(Clone, Copy)]
struct Times {
    read: Duration,
    build: Duration,
    reach: Duration,
}

impl Times {
    fn all(self) -> Duration {
        self.read + self.build + self.reach
    }
}

fn main() -> Result<(), Error> {
    let words: Vec<String> = std::env::args().collect();
    let option = |name: &str| {
        let at = words.iter().position(|word| word == name)?;
        words.get(at + 1).map(String::as_str)
    };
    let rounds = option("--rounds").map_or(Ok(3), str::parse)?;
    let with_jdeps = !words.iter().any(|word| word == "--no-jdeps");
    let files = class_path::Files::find(option("--list"))?;
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let mut best: Option<Times> = None;
    let (mut theirs, mut theirs_on_all) = (None, None);
    let mut output = String::new();
    let mut processor = (f64::MAX, f64::MAX);
    for round in 0..rounds {
        let before = processor_time()?;
        let times = one.install(|| measure(&files, round == 0))?;
        processor.0 = processor.0.min(processor_time()?.0 - before.0);
        if best.is_none_or(|best| times.all() < best.all()) {
            best = Some(times);
        }
        if round == 0 {
            println!("peak memory {} MiB (goal ≤ 1536)", peak_memory()? >> 20);
        }
        if with_jdeps {
            let (time, printed) = jdeps::run_on_one_processor(&files)?;
            lower(&mut theirs, time);
            let before = processor_time()?;
            lower(&mut theirs_on_all, jdeps::run(&files)?.0);
            processor.1 = processor.1.min(processor_time()?.1 - before.1);
            output = printed;
        }
    }
    let best = best.ok_or("at least one round is needed")?;
    println!(
        "one thread, best of {rounds}: read {:.0} + build {:.0} + reach {:.0} = {:.0} ms",
        milliseconds(best.read),
        milliseconds(best.build),
        milliseconds(best.reach),
        milliseconds(best.all())
    );
    let ratio = |theirs: Duration| theirs.as_secs_f64() / best.all().as_secs_f64();
    if let Some((theirs, on_all)) = theirs.zip(theirs_on_all) {
        println!(
            "jdeps on one processor, best of {rounds}: {:.0} ms; jdeps / ours: {:.1} (goal ≥ 10)",
            milliseconds(theirs),
            ratio(theirs)
        );
        println!(
            "jdeps on all processors: {:.0} ms; jdeps / ours on one: {:.1}",
            milliseconds(on_all),
            ratio(on_all)
        );
        println!(
            "processor time: jdeps {:.0} ms, ours {:.0} ms, ratio {:.1}",
            processor.1,
            processor.0,
            processor.1 / processor.0
        );
    }
    let class_path = ClassPath::read(&files)?;
    let graph = one.install(|| Graph::build(&class_path.entries(), &class_path));
    if with_jdeps {
        jdeps::compare(&graph, &class_path.entries(), &output);
    }
    one.install(|| update(&files, &class_path, &graph, best.read + best.build))?;
    one.install(|| reflection(&class_path, &graph));
    Ok(())
}

fn lower(best: &mut Option<Duration>, time: Duration) {
    *best = Some(best.map_or(time, |best| best.min(time)));
}

/// Reads, builds and asks once.
fn measure(files: &class_path::Files, is_first: bool) -> Result<Times, Error> {
    let start = Instant::now();
    let class_path = ClassPath::read(files)?;
    let read = start.elapsed();
    let start = Instant::now();
    let entries = class_path.entries();
    let graph = Graph::build(&entries, &class_path);
    let build = start.elapsed();
    let asked = Instant::now();
    let view = View::new(&graph, ExtraEdges::default(), Parts::NONE);
    let tests: Vec<Node> = graph.classes().collect();
    let mut reached = 0;
    let reachability = Reachability::of(&view);
    for tests in tests.chunks(TESTS_A_STEP) {
        let closure = reachability.closure(tests);
        reached +=
            closure.counts().into_iter().map(|count| count.unwrap_or(graph.len())).sum::<usize>();
    }
    let reach = asked.elapsed();
    if is_first {
        println!(
            "{} jars; {} class files, {} classes, {} nodes, {} edges, {} damaged; a class reaches {} types on average",
            files.jars.len(),
            entries.len(),
            tests.len(),
            graph.len(),
            graph.edge_count(),
            graph.damages().count(),
            reached / tests.len().max(1)
        );
        for damage in graph.damages().take(5) {
            println!("  {damage}");
        }
    }
    black_box(reached);
    Ok(Times { read, build, reach })
}

/// One class changes: its bytes are another method body away.
fn update(
    files: &class_path::Files,
    class_path: &ClassPath,
    graph: &Graph,
    full: Duration,
) -> Result<(), Error> {
    let mut entries = class_path.entries();
    let middle = entries.len() / 2;
    if let Some(entry) = entries.get_mut(middle) {
        entry.content = content_of(b"changed");
    }
    let mut best = Duration::MAX;
    for _ in 0..9 {
        let old = graph.clone();
        let start = Instant::now();
        let new = old.update(&entries, class_path);
        best = best.min(start.elapsed());
        assert_eq!(new.edge_count(), graph.edge_count(), "the bytes are the same ones");
    }
    let hashing = Instant::now();
    black_box(class_path.identities(files)?);
    let hashing = hashing.elapsed();
    let share = |time: Duration| 100.0 * time.as_secs_f64() / full.as_secs_f64();
    println!(
        "update after one changed class: {:.1} ms, {:.2} % of reading and building all (goal ≤ 2 %)",
        milliseconds(best),
        share(best)
    );
    println!(
        "  to find it by hashing all compressed bytes again takes {:.1} ms more ({:.2} %)",
        milliseconds(hashing),
        share(hashing)
    );
    Ok(())
}

/// What the techniques that know of reflection need on top.
fn reflection(class_path: &ClassPath, graph: &Graph) {
    let entries = class_path.entries();
    let start = Instant::now();
    let calls = Calls::read(graph, &entries, class_path);
    let read = start.elapsed();
    let start = Instant::now();
    let sites = ReflectionSites::find(graph, &calls, Methods::Four);
    let found = start.elapsed();
    let start = Instant::now();
    let strings = StringTargets::find(graph, &calls, class_path, Methods::Four);
    let followed = start.elapsed();
    let is_known = |site: &&Site| matches!(site.names, Names::Patterns(_));
    println!(
        "reflection, one thread: calls of all classes {:.0} ms; {} classes call one of the four, found in {:.0} ms; of {} \
         calls the strings of {} are known, found in {:.0} ms",
        milliseconds(read),
        sites.iter().count(),
        milliseconds(found),
        strings.sites().len(),
        strings.sites().iter().filter(is_known).count(),
        milliseconds(followed)
    );
}

/// Processor time that this process and its children that ended have taken, in milliseconds.
fn processor_time() -> Result<(f64, f64), Error> {
    let status = fs::read_to_string("/proc/self/stat")?;
    let fields = status.rsplit_once(')').map(|(_, rest)| rest).unwrap_or_default();
    // Behind the name come the state and 10 further numbers; ticks are hundredths of a second.
    let ticks: Vec<f64> =
        fields.split_whitespace().skip(11).take(4).map(str::parse).collect::<Result<_, _>>()?;
    match ticks.as_slice() {
        [user, system, of_children, system_of_children] => {
            Ok(((user + system) * 10.0, (of_children + system_of_children) * 10.0))
        }
        _ => Err("`/proc/self/stat` is too short".into()),
    }
}

/// The most memory that this process has had, in bytes.
fn peak_memory() -> Result<u64, Error> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|rest| rest.split_whitespace().next()).ok_or("no VmHWM")?;
    Ok(kilobytes.parse::<u64>()? << 10)
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
