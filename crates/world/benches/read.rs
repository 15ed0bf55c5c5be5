//! Reads 100,000 class files three ways: into facts without a cache, with an empty cache, and with a cache that knows them
//! all; and, as the limit to compare with, just reads and hashes them. Prints ratios; asserts nothing.
//!
//! The class files are those of a JDK image, four times over, unpacked once into `target/bench-world`. The image is that of
//! JDK 25.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use tamis_world::{Cache, ClassPath, NEWEST_RELEASE, World};
use xxhash_rust::xxh3::xxh3_128;

const COPIES: usize = 4;
const ROUNDS: usize = 5;

fn main() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/bench-world");
    let roots = prepare(&data);
    let text: Vec<String> = roots.iter().map(|root| root.display().to_string()).collect();
    let class_path = ClassPath::parse(&text.join(":")).expect("the roots were just made");
    if std::env::args().any(|argument| argument == "--cold-once") {
        let world = read(&class_path, None);
        println!("peak memory, cold: {} MiB", peak_memory() / 1024);
        drop(world);
        return;
    }
    let cache_folder = data.join("cache");
    let mut best = [Best::NONE; 5];
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    for round in 0..ROUNDS {
        time(&mut best[4], || one.install(|| hash_all(&roots)));
        let hashed = time(&mut best[0], || hash_all(&roots));
        let world = time(&mut best[1], || read(&class_path, None));
        drop(world);
        let _ = fs::remove_dir_all(&cache_folder);
        let cache = Cache::new(&cache_folder);
        let world = time(&mut best[2], || read(&class_path, Some(&cache)));
        let (classes, resources) = world.counts();
        drop(world);
        let warm = time(&mut best[3], || read(&class_path, Some(&cache)));
        assert_eq!(warm.counts(), (classes, resources), "the cache lost something");
        if round == 0 {
            println!("{classes} class files, {resources} other files, {} MB", hashed / 1_000_000);
        }
    }
    report(best);
    let executable = std::env::current_exe().expect("this program runs");
    let child = Command::new(executable).arg("--cold-once").output().expect("it can run again");
    println!("{} (goal: at most 1024 MiB)", String::from_utf8_lossy(&child.stdout).trim_end());
}

fn report(best: [Best; 5]) {
    let [hash, cold, filling, warm, hash_alone] = best;
    println!(
        "threads: {}; wall time, processor time in the program and in the kernel; each the best of {ROUNDS} interleaved rounds",
        rayon::current_num_threads()
    );
    for (name, best) in [
        ("read and hash, one thread", hash_alone),
        ("read and hash            ", hash),
        ("world, no cache          ", cold),
        ("world, filling the cache ", filling),
        ("world, nothing changed   ", warm),
    ] {
        let [wall, program, kernel] = best.0.map(|seconds| seconds * 1e3);
        println!("{name} {wall:8.1} ms {program:8.0} ms {kernel:8.0} ms");
    }
    println!(
        "goal: cold at most 3, warm at most 0.2; first against as many threads, then against one, then by processor time"
    );
    for (name, best) in [
        ("cold / read+hash:   ", cold),
        ("filling / read+hash:", filling),
        ("warm / read+hash:   ", warm),
    ] {
        let processor = |best: Best| best.0[1] + best.0[2];
        println!(
            "ratio {name} {:.2}  {:.2}  {:.2}",
            best.0[0] / hash.0[0],
            best.0[0] / hash_alone.0[0],
            processor(best) / processor(hash)
        );
    }
}

/// The shortest wall time, time in the program and time in the kernel, in seconds.
#[derive(Clone, Copy)]
struct Best([f64; 3]);

impl Best {
    const NONE: Self = Self([f64::MAX; 3]);
}

fn time<T>(best: &mut Best, work: impl FnOnce() -> T) -> T {
    let (start, processor) = (Instant::now(), processor_time());
    let result = work();
    let after = processor_time();
    let times = [start.elapsed().as_secs_f64(), after[0] - processor[0], after[1] - processor[1]];
    for (best, time) in best.0.iter_mut().zip(times) {
        *best = time.min(*best);
    }
    result
}

/// What this process has used so far, in the program and in the kernel. It does not depend on what else the machine is
/// doing as much as wall time does. In steps of 10 ms.
fn processor_time() -> [f64; 2] {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program stands in parentheses and may hold anything; the times are the 14th and 15th field.
    let fields = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
    let mut times =
        fields.split(' ').skip(11).map(|field| field.parse::<f64>().unwrap_or(0.0) / 100.0);
    [times.next().unwrap_or(0.0), times.next().unwrap_or(0.0)]
}

fn read(class_path: &ClassPath, cache: Option<&Cache>) -> World {
    let world = World::read(class_path, NEWEST_RELEASE, cache, &|_| {});
    assert_eq!(world.problems().count(), 0, "the class files of a JDK are well-formed");
    assert_eq!(world.notes(), [] as [String; 0]);
    world
}

/// The physical limit: list the files, read each, hash it.
fn hash_all(roots: &[PathBuf]) -> u64 {
    let files: Vec<PathBuf> = roots.par_iter().flat_map_iter(|root| list(root)).collect();
    files
        .par_iter()
        .map(|file| {
            let bytes = fs::read(file).expect("the file was just listed");
            std::hint::black_box(xxh3_128(&bytes));
            bytes.len() as u64
        })
        .sum()
}

fn list(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the folder was just made") {
            let entry = entry.expect("the folder can be read");
            if entry.file_type().expect("it has a type").is_dir() {
                folders.push(entry.path());
            } else {
                files.push(entry.path());
            }
        }
    }
    files
}

/// Unpacks the image once, and copies it with all modules in one folder.
fn prepare(data: &Path) -> Vec<PathBuf> {
    let roots: Vec<PathBuf> =
        (0..COPIES).map(|copy| data.join(format!("classes-{copy}"))).collect();
    let stamp = data.join("complete");
    if stamp.exists() {
        return roots;
    }
    let home = tamis_testkit::jdk(25).home;
    let image = data.join("image");
    let _ = fs::remove_dir_all(data);
    fs::create_dir_all(data).expect("target can be written");
    println!("unpacking the JDK image of {}, once", home.display());
    let status = Command::new(home.join("bin/jimage"))
        .arg("extract")
        .arg("--dir")
        .arg(&image)
        .arg(Path::new(&home).join("lib/modules"))
        .status()
        .expect("the JDK has jimage");
    assert!(status.success(), "jimage failed");
    for root in &roots {
        for module in fs::read_dir(&image).expect("jimage made it") {
            let module = module.expect("it can be read").path();
            for file in
                list(&module).iter().filter(|file| file.extension().is_some_and(|e| e == "class"))
            {
                let relative = file.strip_prefix(&module).expect("it is inside");
                if relative.as_os_str() == "module-info.class" {
                    continue;
                }
                let copy = root.join(relative);
                fs::create_dir_all(copy.parent().expect("it has a parent")).expect("writable");
                fs::copy(file, copy).expect("writable");
            }
        }
    }
    let _ = fs::remove_dir_all(&image);
    // What was just written is too young to be trusted by a cache.
    std::thread::sleep(Duration::from_secs(3));
    fs::write(stamp, "").expect("writable");
    roots
}

/// The most memory this process has had, in KiB.
fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .and_then(|rest| rest.trim().trim_end_matches(" kB").parse().ok())
        .unwrap_or_default()
}
