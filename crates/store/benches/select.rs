//! Selecting on a made-up project: 1,000 test classes on 1,000, 10,000 and 100,000 classes, of which none, 1, 10 and 100
//! changed; beside just hashing all class files. Prints ratios; asserts nothing about time.
//!
//! The class files are made once, in `target/bench-select`. Words choose sizes: `cargo bench -p tamis-store -- 10000`.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rayon::prelude::*;
use tamis_facts::value::MethodPrint;
use tamis_select::{Builder, ClassState, Outcome, Request, TestRecord, select};
use tamis_store::Store;
use tamis_testkit::{ClassBuilder, files_below};
use tamis_vocab::{ClassName, Entity, Fingerprint, MethodId};
use tamis_world::{Cache, ClassPath, NEWEST_RELEASE, Now, Surroundings, World};
use xxhash_rust::xxh3::xxh3_128;

const TESTS: usize = 1000;
/// Classes that a test uses.
const USED: usize = 200;
const METHODS: usize = 8;
const ROUNDS: usize = 7;

fn main() {
    let words: Vec<usize> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    let sizes = if words.is_empty() { vec![1_000, 10_000, 100_000] } else { words };
    println!("{TESTS} test classes; threads: {}; wall time, best of {ROUNDS} rounds", {
        rayon::current_num_threads()
    });
    println!("goal at 10,000 classes, nothing changed: at most 50 ms, and 0.1 of hashing");
    for classes in sizes {
        measure(classes);
    }
}

fn measure(classes: usize) {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/bench-select");
    let project = Project::prepare(&data.join(classes.to_string()), classes);
    let store = Store::at(&project.folder.join("store"));
    let size = store.load().expect("it was just written").bytes;
    println!("\n{classes} classes; {} KB of evidence, {} KB per test", size / 1000, {
        size / 1000 / TESTS as u64
    });
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let mut hash = [f64::MAX; 2];
    for _ in 0..3 {
        best(&mut hash[0], || project.hash_all());
        best(&mut hash[1], || one.install(|| project.hash_all()));
    }
    println!("read and hash          {:8.1} ms, by one thread {:.1} ms", hash[0], hash[1]);
    let folders = project.folders();
    let mut look = [f64::MAX; 2];
    for _ in 0..ROUNDS {
        best(&mut look[0], || look_at_all(&folders));
        best(&mut look[1], || one.install(|| look_at_all(&folders)));
    }
    // Who keeps no process running has to ask the system about each file once.
    println!(
        "look at each file      {:8.1} ms, by one thread {:.1} ms; {:.3} of hashing, {:.3} by one thread each",
        look[0],
        look[1],
        look[0] / hash[0],
        look[1] / hash[1]
    );
    let request = project.request();
    for changed in [0, 1, 10, 100] {
        project.change(changed);
        let (mut load, mut world, mut select, mut all) = (f64::MAX, f64::MAX, f64::MAX, f64::MAX);
        let mut running = 0;
        for _ in 0..ROUNDS {
            let start = Instant::now();
            let (loaded, now) = rayon::join(
                || best(&mut load, || store.load().expect("it can be read")),
                || best(&mut world, || project.world(false)),
            );
            running = best(&mut select, || project.select(&loaded.blocks, &now, &request));
            all = all.min(start.elapsed().as_secs_f64() * 1e3);
        }
        println!(
            "changed {changed:3}: {running:4} run; (store {load:.1} beside world {world:.1}) + select {select:.1} \
             = {all:8.1} ms; {:.3} of hashing, {:.3} of hashing by one thread",
            all / hash[0],
            all / hash[1]
        );
    }
    project.change(0);
}

fn best<T>(best: &mut f64, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    *best = best.min(start.elapsed().as_secs_f64() * 1e3);
    result
}

struct Project {
    folder: PathBuf,
    classes: usize,
    surroundings: Surroundings,
}

fn name(class: usize) -> String {
    format!("p{}/q{}/Class{class}", class / 1000, class % 1000 / 100)
}

/// Some code; `edit` makes it another one.
fn class_file(class: usize, edit: u8) -> Vec<u8> {
    let superclass =
        if class.is_multiple_of(5) { "java/lang/Object".to_owned() } else { name(class / 5 * 5) };
    let mut builder = ClassBuilder::class(&name(class), &superclass);
    for method in 0..METHODS {
        let mut code = vec![0x10, edit, 0x57];
        for number in 0..12 {
            // Each class names some ten others, and is named by as many.
            let distance = 1 + number % 4 * 7 + method % 3;
            let other = name(class / 1000 * 1000 + (class + distance) % 1000);
            let target = builder.method_reference(&other, &format!("method{method}"), "()V");
            code.push(0xb8);
            code.extend(target.to_be_bytes());
            code.extend([0x10, number as u8, 0x57]);
        }
        code.push(0xb1);
        builder = builder.method(&format!("method{method}"), "()V", &code);
    }
    builder.bytes()
}

impl Project {
    fn prepare(folder: &Path, classes: usize) -> Self {
        let surroundings = Surroundings {
            project: folder.to_owned(),
            home: None,
            java_home: folder.to_owned(),
            jvm_arguments: Vec::<OsString>::new(),
            variables: BTreeMap::new(),
            class_path: Vec::new(),
        };
        let project = Self { folder: folder.to_owned(), classes, surroundings };
        let stamp = folder.join("complete");
        if !stamp.exists() {
            println!("making {classes} class files, once");
            let _ = fs::remove_dir_all(folder);
            (0..classes).into_par_iter().for_each(|class| project.write(class, 0));
            fs::write(folder.join("release"), "").expect("writable");
            // What was just written is too young to be trusted by a cache.
            std::thread::sleep(Duration::from_secs(3));
            project.world(true);
            fs::write(stamp, "").expect("writable");
        }
        let _ = fs::remove_dir_all(folder.join("store"));
        project.record();
        project
    }

    fn write(&self, class: usize, edit: u8) {
        let file = self.folder.join(format!("classes/{}.class", name(class)));
        fs::create_dir_all(file.parent().expect("it has a parent")).expect("writable");
        fs::write(file, class_file(class, edit)).expect("writable");
    }

    /// Edits so many classes, spread over all; those of an earlier call are as they were.
    fn change(&self, count: usize) {
        let step = self.classes / 100;
        for number in 0..100 {
            // None that all tests use.
            let (class, edit) = (number * step + 7, u8::from(number < count));
            let file = self.folder.join(format!("classes/{}.class", name(class)));
            if fs::read(file).expect("it is there") != class_file(class, edit) {
                self.write(class, edit);
            }
        }
        std::thread::sleep(Duration::from_secs(3));
        self.world(true);
    }

    fn world(&self, may_write: bool) -> World {
        let cache = self.folder.join("cache");
        let cache = if may_write { Cache::new(cache) } else { Cache::read_only(cache) };
        let classes = self.folder.join("classes").display().to_string();
        let class_path = ClassPath::parse(&classes).expect("it was just made");
        World::read(&class_path, NEWEST_RELEASE, Some(&cache), &|_| {})
    }

    fn hash_all(&self) {
        files_below(&self.folder.join("classes")).par_iter().for_each(|file| {
            let bytes = fs::read(file).expect("the file was just listed");
            std::hint::black_box(xxh3_128(&bytes));
        });
    }

    fn tests(&self) -> Vec<ClassName> {
        let step = self.classes.div_ceil(TESTS);
        (0..TESTS).map(|test| ClassName::internal(&name(test * step % self.classes))).collect()
    }

    /// What each test would have been found to rest on.
    fn record(&self) {
        let world = self.world(true);
        let now = Now::new(&world, &self.surroundings, |_| false);
        let mut builder = Builder::default();
        for (number, test) in self.tests().into_iter().enumerate() {
            let mut entities = vec![Entity::Environment];
            for used in 0..USED {
                // Some are used by all tests, most by few.
                let place = if used < 20 { used * 31 } else { number * 97 + used };
                let class = ClassName::internal(&name(place % self.classes));
                for method in 0..3 {
                    let name = format!("method{}", (method + used) % METHODS).into();
                    let method = MethodId { class: class.clone(), name, descriptor: "()V".into() };
                    entities.extend([Entity::Body(method.clone()), Entity::Links(method)]);
                }
                entities.extend([
                    Entity::Header(class.clone()),
                    Entity::Initialisation(class.clone()),
                    Entity::Touched(class.clone()),
                    Entity::Overrides(class),
                ]);
            }
            let value = |entity: Entity| {
                let value = now.value(&entity).expect("everything can be read");
                (entity, value)
            };
            builder.add(TestRecord {
                test,
                outcome: Outcome::Passed,
                message: String::new(),
                nanos: 1,
                facts: entities.into_iter().map(value).collect(),
                after: BTreeSet::new(),
            });
        }
        let copies = |name: &str| now.class(name).map_or(0, |(_, copies)| copies);
        let block = builder.finish(1, &world, &copies).expect("everything can be read");
        Store::at(&self.folder.join("store")).commit(&block).expect("writable");
    }

    fn request(&self) -> Request {
        Request {
            tests: self.tests(),
            technique: "hybrid".parse().expect("it is one"),
            is_forced: false,
            not_before: 0,
            lost_until: 0,
        }
    }

    /// How many tests run.
    fn select(&self, blocks: &[tamis_select::Block], world: &World, request: &Request) -> usize {
        let now = Now::new(world, &self.surroundings, |_| false);
        select(blocks, request, &Answers(&now)).running().count()
    }

    /// All folders, with the names of the files in each.
    fn folders(&self) -> Vec<(PathBuf, Vec<OsString>)> {
        let mut folders: BTreeMap<PathBuf, Vec<OsString>> = BTreeMap::new();
        for file in files_below(&self.folder.join("classes")) {
            let (Some(folder), Some(name)) = (file.parent(), file.file_name()) else { continue };
            folders.entry(folder.to_owned()).or_default().push(name.to_owned());
        }
        folders.into_iter().collect()
    }
}

/// Asks the system about each file, in the cheapest way it has.
fn look_at_all(folders: &[(PathBuf, Vec<OsString>)]) {
    use rustix::fs::{AtFlags, Mode, OFlags, openat, statat};
    folders.par_iter().for_each(|(path, names)| {
        let folder = openat(rustix::fs::CWD, path, OFlags::DIRECTORY, Mode::empty());
        let folder = folder.expect("the folder is there");
        for name in names {
            let stat = statat(&folder, name, AtFlags::empty()).expect("the file was just listed");
            std::hint::black_box(stat.st_mtime);
        }
    });
}

/// As `cli` asks the world.
struct Answers<'n, 'w>(&'n Now<'w>);

impl tamis_select::Now for Answers<'_, '_> {
    fn class(&self, name: &str) -> ClassState {
        state(self.0.class(name))
    }

    fn classes(&self, names: &[&str]) -> Vec<ClassState> {
        self.0.classes(names).into_iter().map(state).collect()
    }

    fn value(&self, entity: &Entity) -> Option<Fingerprint> {
        self.0.value(entity)
    }

    fn prints(&self, canonical: &str) -> Option<Vec<MethodPrint>> {
        self.0.prints(canonical)
    }
}

/// What a world says of a class, as selection asks for it.
fn state(found: Option<(Option<Fingerprint>, u32)>) -> ClassState {
    match found {
        Some((Some(all), copies)) => ClassState::Present { all, copies },
        Some((None, _)) => ClassState::Unreadable,
        None => ClassState::Absent,
    }
}
