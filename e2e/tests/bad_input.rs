//! Damaged and hostile input: a precise error that names the file, exit code 2, no panic, bounded memory and time.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use rawzip::{CompressionMethod, ZipArchiveWriter};
use tamis_testkit::{Job, jdk};

use crate::{diff, run, tamis};

/// A folder for a test, with the class file of `class A { int f() { return 1; } }` in `good/`.
pub(crate) struct Workshop {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) class: Vec<u8>,
}

impl Workshop {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("A.java");
        fs::write(
            &source,
            "class A { int f() { return 1; } Object g() { return (Runnable) () -> f(); } }",
        )
        .unwrap();
        let out = folder.path().join("good");
        jdk(17).compile(&[Job {
            out: out.clone(),
            release: 17,
            flags: vec![],
            sources: vec![source],
        }]);
        let class = fs::read(out.join("A.class")).unwrap();
        Self { folder, class }
    }

    pub(crate) fn good(&self) -> PathBuf {
        self.folder.path().join("good")
    }

    /// A folder with one file.
    pub(crate) fn with_file(&self, name: &str, content: &[u8]) -> PathBuf {
        let folder = self.folder.path().join(format!("bad-{}", content.len()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(name), content).unwrap();
        folder
    }

    pub(crate) fn jar(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    }

    /// Compares with the good folder, on either side; both must fail with these words.
    #[track_caller]
    pub(crate) fn fails(&self, bad: &Path, words: &[&str]) {
        for ran in [diff(&self.good(), bad), diff(bad, &self.good())] {
            assert_eq!(ran.code, 2, "{}{}", ran.stdout, ran.stderr);
            assert_eq!(ran.stdout, "", "an answer about half of the input");
            for word in words {
                assert!(ran.stderr.contains(word), "no `{word}` in:\n{}", ran.stderr);
            }
            assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
        }
    }
}

/// A jar of entries, each compressed with deflate.
pub(crate) fn jar(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut bytes);
    let mut last: Option<(*const u8, Vec<u8>)> = None;
    for (name, content) in entries {
        // Many entries with one content are compressed once.
        if last.as_ref().is_none_or(|(of, _)| *of != content.as_ptr()) {
            let mut compressor =
                libdeflater::Compressor::new(libdeflater::CompressionLvl::default());
            let mut compressed = vec![0; compressor.deflate_compress_bound(content.len())];
            let length = compressor.deflate_compress(content, &mut compressed).unwrap();
            compressed.truncate(length);
            last = Some((content.as_ptr(), compressed));
        }
        let compressed = &last.as_ref().unwrap().1;
        let file = archive.new_file(name).compression_method(CompressionMethod::DEFLATE);
        let (mut entry, config) = file.start().unwrap();
        let mut writer = config.wrap(Deflated { entry: &mut entry, compressed });
        writer.write_all(content).unwrap();
        let (deflated, descriptor) = writer.finish().unwrap();
        deflated.entry.write_all(deflated.compressed).unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap();
    bytes
}

/// Takes the content for its checksum and size; the bytes written are those compressed before.
struct Deflated<'a, W> {
    entry: W,
    compressed: &'a [u8],
}

impl<W> std::io::Write for Deflated<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn damaged_class_files_are_named_with_the_offset() {
    let workshop = Workshop::new();
    let class = &workshop.class;
    let check = |content: &[u8], words: &[&str]| {
        let folder = workshop.with_file("A.class", content);
        let file = folder.join("A.class").display().to_string();
        workshop.fails(
            &folder,
            &[&[format!("error: cannot read `{file}`: ").as_str()], words].concat(),
        );
    };
    check(b"", &["at byte 0x0: expected 4 bytes, found the end"]);
    check(&class[..100], &["at byte 0x", "expected", "found"]);
    check(&class[..class.len() - 1], &["class `A`: at byte 0x"]);
    check(
        b"PK\x03\x04 not a class",
        &["at byte 0x0: expected the magic 0xcafebabe, found 0x504b0304"],
    );
    let mut future = class.clone();
    future[7] = 99;
    future.push(0);
    check(
        &future,
        &["at byte 0x6: expected a class file version from 45 to 70 (up to Java 26), found 99"],
    );
    // The last attribute claims two gigabytes.
    let mut huge = class.clone();
    let length = huge.len() - 4 - 2 - class_attribute_length(class);
    huge[length..length + 4].copy_from_slice(&0x7fff_ffff_u32.to_be_bytes());
    huge.extend_from_slice(&[0; 3]);
    check(&huge, &["class `A`: at byte 0x", "expected as many bytes as the length says"]);
}

/// The contents of the last attribute of the test class, less two bytes.
fn class_attribute_length(class: &[u8]) -> usize {
    // `InnerClasses` with one entry is the last attribute: a count and four indices.
    let inner = 2 + 8;
    assert_eq!(&class[class.len() - inner - 4..class.len() - inner], &10_u32.to_be_bytes());
    inner - 2
}

#[test]
fn a_class_file_of_gigabytes_is_not_read() {
    let workshop = Workshop::new();
    let folder = workshop.with_file("B.class", b"");
    // Sparse: it takes no room on the disk.
    fs::File::create(folder.join("B.class")).unwrap().set_len(2 << 30).unwrap();
    workshop.fails(
        &folder,
        &["B.class`: the class file has 2147483648 bytes; more than 67108864 are not read"],
    );
}

#[test]
fn every_truncation_and_bit_flip_ends_in_an_answer_or_an_error() {
    let workshop = Workshop::new();
    let folder = workshop.folder.path().join("many");
    let mut count = 0;
    let mut put = |content: &[u8]| {
        let one = folder.join(format!("{count}"));
        count += 1;
        fs::create_dir_all(&one).unwrap();
        fs::write(one.join("A.class"), content).unwrap();
    };
    for length in 0..workshop.class.len() {
        put(&workshop.class[..length]);
    }
    for position in 0..workshop.class.len() {
        let mut flipped = workshop.class.clone();
        flipped[position] ^= 1 << (position % 8);
        put(&flipped);
    }
    // One class path with all of them: each root has its own problem or none.
    let all: Vec<String> =
        (0..count).map(|number| folder.join(number.to_string()).display().to_string()).collect();
    let ran = run(tamis().arg("diff").arg(workshop.good()).arg(all.join(":")));
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
    assert!(ran.stderr.contains("and "), "{}", ran.stderr);
}

#[test]
fn damaged_jars_are_named() {
    let workshop = Workshop::new();
    let whole = jar(&[("A.class", &workshop.class), ("a.txt", b"text")]);
    let check = |bytes: &[u8], words: &[&str]| {
        let path = workshop.jar("bad.jar", bytes);
        let named = format!("`{}`", path.display());
        workshop.fails(&path, &[&[named.as_str()], words].concat());
    };
    check(b"", &["not a jar: "]);
    check(b"no zip at all", &["not a jar: "]);
    check(&whole[..whole.len() - 5], &["not a jar: "]);
    check(&whole[30..], &["bad.jar"]);
    // The compressed bytes of the class.
    let mut flipped = whole.clone();
    flipped[60] ^= 0xff;
    check(&flipped, &["`A.class` in ", "the entry at byte 0x"]);
    let path = workshop.jar("entry.jar", &jar(&[("A.class", &workshop.class[..50])]));
    workshop.fails(&path, &["error: cannot read `A.class` in `", "entry.jar`: ", "at byte 0x"]);
}

#[test]
fn entries_that_lead_out_of_a_jar_are_refused() {
    let workshop = Workshop::new();
    // The writer would normalise such names, so a harmless one of the same length is overwritten.
    for evil in ["../../etc/passwd", "a/../../b/passwd", "/etc/passwd/abcd"] {
        let mut bytes = jar(&[("xxxxxxxxxxxxxxxx", b"x"), ("A.class", &workshop.class)]);
        while let Some(at) = bytes.windows(16).position(|window| window == b"xxxxxxxxxxxxxxxx") {
            bytes[at..at + 16].copy_from_slice(evil.as_bytes());
        }
        let path = workshop.jar("evil.jar", &bytes);
        workshop.fails(&path, &[&format!("`{evil}` in `"), "leads out of the jar"]);
    }
}

#[test]
fn zip_bombs_are_refused_before_they_go_off() {
    let workshop = Workshop::new();
    // A class file of 64 MiB and one byte, all zeros.
    let large = vec![0; (64 << 20) + 1];
    let path = workshop.jar("large.jar", &jar(&[("A.class", &large)]));
    workshop.fails(
        &path,
        &["`A.class` in `", "it claims 67108865 bytes; more than 67108864 are not read"],
    );
    // Many resources that inflate to far more than the jar's size allows.
    let zeros = vec![0; 60 << 20];
    let names: Vec<String> = (0..30).map(|number| format!("{number}.bin")).collect();
    let entries: Vec<(&str, &[u8])> =
        names.iter().map(|name| (name.as_str(), zeros.as_slice())).collect();
    let path = workshop.jar("many.jar", &jar(&entries));
    workshop.fails(&path, &["many.jar`: the entries claim 1887436800 bytes, more than a jar of "]);
    // An entry that inflates to more than it claims.
    let mut lying = jar(&[("A.class", &vec![0; 5000])]);
    let size = 5000_u32.to_le_bytes();
    while let Some(at) = lying.windows(4).position(|window| window == size) {
        lying[at..at + 4].copy_from_slice(&4000_u32.to_le_bytes());
    }
    let path = workshop.jar("lying.jar", &lying);
    workshop.fails(&path, &["it inflates to more than the 4000 bytes it claims"]);
}

#[test]
fn paths_that_cannot_be_used_are_errors_with_a_hint() {
    let workshop = Workshop::new();
    let good = workshop.good().display().to_string();
    let missing = format!("{good}/nothing");
    for arguments in [
        [good.as_str(), missing.as_str()],
        [missing.as_str(), good.as_str()],
        [&good, ""],
        [&good, ":"],
    ] {
        let ran = run(tamis().arg("diff").args(arguments));
        assert_eq!(ran.code, 2, "{arguments:?}: {}", ran.stderr);
        assert!(ran.stderr.starts_with("error: "), "{}", ran.stderr);
        assert!(ran.stderr.contains("\nhint: "), "{}", ran.stderr);
    }
    assert_eq!(run(tamis().arg("diff").arg(&good)).code, 2, "one side is missing");
    assert_eq!(run(tamis().args(["diff", &good, &good, "--format", "xml"])).code, 2);
    assert_eq!(run(tamis().arg("dance")).code, 2);
}

#[test]
#[cfg(unix)]
fn special_files_and_endless_folders_are_named() {
    let workshop = Workshop::new();
    let folder = workshop.with_file("a.txt", b"special");
    assert!(
        std::process::Command::new("mkfifo").arg(folder.join("pipe")).status().unwrap().success()
    );
    workshop.fails(&folder, &["pipe`: it is neither a folder nor a regular file"]);
    let folder = workshop.with_file("a.txt", b"endless folder");
    std::os::unix::fs::symlink(&folder, folder.join("again")).unwrap();
    workshop.fails(&folder, &["again`: the folder contains itself through a symbolic link"]);
    let folder = workshop.with_file("a.txt", b"dangling link");
    std::os::unix::fs::symlink(folder.join("nowhere"), folder.join("link.txt")).unwrap();
    workshop.fails(&folder, &["link.txt`: No such file or directory"]);
}
