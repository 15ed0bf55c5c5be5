//! Input that is made to take all memory, the whole stack, or forever: an error like any other, within bounds.
//!
//! What is merely damaged is in `bad_input.rs`.

use std::fs;
use std::path::Path;
use std::process::Command;

use tamis_testkit::ClassBuilder;

use crate::bad_input::{Workshop, jar};
use crate::{Ran, diff, run};

/// What the program may have of addresses, in KiB. Two gigabytes would not fit, nor a bomb of one.
const MEMORY: u32 = 768 << 10;

/// `tamis diff` with bounded memory.
fn bounded_diff(old: &Path, new: &Path) -> Ran {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("ulimit -v {MEMORY} && exec \"$0\" diff \"$1\" \"$2\"")]);
    run(shell.arg(env!("CARGO_BIN_EXE_tamis")).args([old, new]).env_remove("TAMIS_CACHE"))
}

#[track_caller]
fn fails_within_bounds(workshop: &Workshop, bad: &Path, words: &[&str]) {
    let ran = bounded_diff(&workshop.good(), bad);
    assert_eq!(ran.code, 2, "{}{}", ran.stdout, ran.stderr);
    assert_eq!(ran.stdout, "");
    for word in words {
        assert!(ran.stderr.contains(word), "no `{word}` in:\n{}", ran.stderr);
    }
}

#[test]
fn what_claims_gigabytes_is_refused_in_little_memory() {
    let workshop = Workshop::new();
    let ran = bounded_diff(&workshop.good(), &workshop.good());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let check = |content: &[u8], words: &[&str]| {
        let folder = workshop.with_file("A.class", content);
        fails_within_bounds(&workshop, &folder, &[&["A.class`: ", "at byte 0x"], words].concat());
    };
    // The number of constants is at byte 8, and the pool begins with a method reference and a class.
    let mut constants = workshop.class.clone();
    constants[8..10].copy_from_slice(&[0xff, 0xff]);
    check(&constants, &["expected"]);
    // An attribute with two gigabytes, in a class without anything else.
    let mut attribute = ClassBuilder::class("A", "java/lang/Object");
    let name = attribute.utf8("Unheard");
    let mut attribute = attribute.bytes();
    attribute.truncate(attribute.len() - 2);
    attribute.extend([[0, 1], name.to_be_bytes(), [0x7f, 0xff], [0xff, 0xff]].concat());
    check(&attribute, &["expected as many bytes as the length says"]);
    // A body with two gigabytes of code, in an attribute that says so too.
    let mut body = ClassBuilder::class("A", "java/lang/Object").method("f", "()V", &[0xb1]).bytes();
    let end = body.len();
    body[end - 11..end - 7].copy_from_slice(&0x7fff_ffff_u32.to_be_bytes());
    check(&body, &["expected"]);
    // Rows in a table that is not there.
    let mut rows = ClassBuilder::class("A", "java/lang/Object").method("f", "()V", &[0xb1]).bytes();
    rows[end - 6..end - 4].copy_from_slice(&[0xff, 0xff]);
    check(&rows, &["expected"]);
}

#[test]
fn large_files_and_bombs_are_refused_in_little_memory() {
    let workshop = Workshop::new();
    let sparse = |path: &Path, length: u64| {
        fs::File::create(path).unwrap().set_len(length).unwrap();
    };
    let folder = workshop.with_file("B.class", b"");
    sparse(&folder.join("B.class"), 2 << 30);
    fails_within_bounds(&workshop, &folder, &["B.class`: the class file has 2147483648 bytes"]);
    let large = workshop.jar("large.jar", b"");
    sparse(&large, 8 << 30);
    fails_within_bounds(&workshop, &large, &["large.jar`: "]);
    let zeros = vec![0; 60 << 20];
    let names: Vec<String> = (0..30).map(|number| format!("{number}.bin")).collect();
    let entries: Vec<(&str, &[u8])> =
        names.iter().map(|name| (name.as_str(), zeros.as_slice())).collect();
    let bomb = workshop.jar("bomb.jar", &jar(&entries));
    fails_within_bounds(&workshop, &bomb, &["bomb.jar`: the entries claim 1887436800 bytes"]);
    // An entry that claims four gigabytes, in both headers.
    let mut claim = jar(&[("A.class", &vec![0; 5000])]);
    while let Some(at) = claim.windows(4).position(|window| window == 5000_u32.to_le_bytes()) {
        claim[at..at + 4].copy_from_slice(&0xffff_fff0_u32.to_le_bytes());
    }
    let claim = workshop.jar("claim.jar", &claim);
    fails_within_bounds(&workshop, &claim, &["claim.jar`: ", "claim"]);
}

#[test]
fn every_truncation_and_bit_flip_of_a_jar_ends_in_an_answer_or_an_error() {
    let workshop = Workshop::new();
    let whole = jar(&[("A.class", &workshop.class), ("a.txt", b"text")]);
    let folder = workshop.folder.path().join("many");
    fs::create_dir_all(&folder).unwrap();
    let truncated = (0..whole.len()).map(|length| whole[..length].to_vec());
    let flipped = (0..whole.len()).map(|position| {
        let mut bytes = whole.clone();
        bytes[position] ^= 1 << (position % 8);
        bytes
    });
    for (number, bytes) in truncated.chain(flipped).enumerate() {
        fs::write(folder.join(format!("{number}.jar")), bytes).unwrap();
    }
    // One class path with all of them: each jar has its own problem or none.
    let ran = bounded_diff(&workshop.good(), &folder.join("*"));
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
    assert!(ran.stderr.contains("0.jar`: not a jar: "), "{}", ran.stderr);
}

#[test]
fn a_damaged_class_file_that_is_a_root_is_named_with_the_offset() {
    let workshop = Workshop::new();
    let folder = workshop.with_file("A.class", &workshop.class[..100]);
    let file = folder.join("A.class");
    let named = format!("error: cannot read `{}`: ", file.display());
    workshop.fails(&file, &[&named, "at byte 0x", "expected", "found"]);
}

/// Dynamic constants that each use the one before, 30,000 deep, loaded in steps that are small enough each.
#[test]
fn constants_that_would_take_the_stack_are_refused_with_the_offset() {
    let workshop = Workshop::new();
    let mut class = ClassBuilder::class("A", "java/lang/Object");
    let handle = class.static_handle("A", "make", "()Ljava/lang/Object;");
    let name_and_type = class.name_and_type("c", "Ljava/lang/Object;");
    let (mut arguments, mut code) = (Vec::new(), Vec::new());
    for number in 0..30_000 {
        let bootstrap = class.bootstrap(handle, &arguments);
        let constant = class.dynamic_of(bootstrap, name_and_type);
        arguments = vec![constant];
        if number % 30 == 0 {
            let [high, low] = constant.to_be_bytes();
            // ldc_w, pop.
            code.extend([0x13, high, low, 0x57]);
        }
    }
    code.push(0xb1);
    let folder = workshop.with_file("A.class", &class.method("use", "()V", &code).bytes());
    fails_within_bounds(
        &workshop,
        &folder,
        &["A.class`: class `A`: at byte 0x", "at most 32 deep"],
    );
}

/// Two interfaces on each level that extend both on the level above: 2^60 paths, and one field that nobody declares.
#[test]
fn hierarchies_with_more_paths_than_can_be_walked_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let write = |side: &str, top: ClassBuilder| {
        let root = folder.path().join(side);
        fs::create_dir_all(&root).unwrap();
        let put = |name: &str, class: ClassBuilder| {
            fs::write(root.join(format!("{name}.class")), class.bytes()).unwrap();
        };
        put("L0", top);
        put("R0", ClassBuilder::interface("R0"));
        for level in 1..=60 {
            for letter in ["L", "R"] {
                let name = format!("{letter}{level}");
                let interface = ClassBuilder::interface(&name)
                    .implements(&format!("L{}", level - 1))
                    .implements(&format!("R{}", level - 1));
                put(&name, interface);
            }
        }
        let mut user = ClassBuilder::class("User", "java/lang/Object");
        let [high, low] = user.field_reference("L60", "x", "I").to_be_bytes();
        // getstatic, pop, return.
        put("User", user.method("use", "()V", &[0xb2, high, low, 0x57, 0xb1]));
        root
    };
    let old = write("old", ClassBuilder::interface("L0"));
    let new = write("new", ClassBuilder::interface("L0").field(0x0019, "y", "I"));
    let ran = diff(&old, &new);
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert!(ran.stdout.contains("`L0.y`: field added"), "{}", ran.stdout);
}
