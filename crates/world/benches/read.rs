//! Reads 100,000 class files three ways: into facts without a cache, with an empty cache, and with a cache that knows them
//! all; and, as the limit to compare with, just reads and hashes them. Prints ratios; asserts nothing.
//!
//! The class files are those of a JDK image, four times over, unpacked once into `target/bench-world`. The image is that of
//! `TAMIS_JDK_25`, else of `JAVA_HOME`.
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
    let mut best = [Duration::MAX; 5];
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
    let [hash, cold, filling, warm, hash_alone] = best.map(|time| time.as_secs_f64());
    println!(
        "threads: {}; wall time, best of {ROUNDS} interleaved rounds",
        rayon::current_num_threads()
    );
    println!("read and hash, one thread {:8.1} ms", hash_alone * 1e3);
    println!("read and hash             {:8.1} ms", hash * 1e3);
    println!("world, no cache           {:8.1} ms", cold * 1e3);
    println!("world, filling the cache  {:8.1} ms", filling * 1e3);
    println!("world, nothing changed    {:8.1} ms", warm * 1e3);
    println!(
        "goal: cold at most 3, warm at most 0.2; first against as many threads, then against one"
    );
    println!("ratio cold / read+hash:    {:.2}  {:.2}", cold / hash, cold / hash_alone);
    println!("ratio filling / read+hash: {:.2}  {:.2}", filling / hash, filling / hash_alone);
    println!("ratio warm / read+hash:    {:.2}  {:.2}", warm / hash, warm / hash_alone);
    let executable = std::env::current_exe().expect("this program runs");
    let child = Command::new(executable).arg("--cold-once").output().expect("it can run again");
    println!("{} (goal: at most 1024 MiB)", String::from_utf8_lossy(&child.stdout).trim_end());
}

fn time<T>(best: &mut Duration, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    *best = start.elapsed().min(*best);
    result
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
    let home = std::env::var_os("TAMIS_JDK_25")
        .or_else(|| std::env::var_os("JAVA_HOME"))
        .expect("TAMIS_JDK_25 or JAVA_HOME names a JDK");
    let image = data.join("image");
    let _ = fs::remove_dir_all(data);
    fs::create_dir_all(data).expect("target can be written");
    println!("unpacking the JDK image of {}, once", Path::new(&home).display());
    let status = Command::new(Path::new(&home).join("bin/jimage"))
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
