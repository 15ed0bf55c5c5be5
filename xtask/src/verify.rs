//! Rewrites every class of the JDKs (and of the jars in `target/corpus/jars`) and lets a virtual machine verify them.
//!
//! Each corpus is linked as it is, then rewritten in several ways; an error that the original does not have fails the
//! chore. So does a control: rewritten classes that are damaged on purpose and must be reported, or nothing is proved.
//!
//! The classes of a JDK are put in the place of its own with `--patch-module`, so the machine that links them also runs
//! on them. Linking is done by `crates/classfile/java/LinkAll.java`.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use anyhow::{Context, bail, ensure};
use rayon::prelude::*;
use tamis_classfile::attributes::code::Code;
use tamis_classfile::rewrite::{
    Guard, HookArgument, Insertion, Part, Plan, Position, Rewriter, Snippet, Wrap,
};
use tamis_classfile::{Attribute, ClassFile, Location, MStr, opcode};

use crate::Exit;
use crate::arguments;
use crate::requirements::jdk_home;
use crate::workspace::Workspace;

/// Probe numbers are taken modulo this, which is less than what the holder has room for.
const NUMBERS: u32 = 1_000_000;

/// Damaged classes of each kind that the control makes.
const DAMAGED: usize = 20;

/// How classes are rewritten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pass {
    /// A probe in each method.
    Entry,
    /// Also one before each `new`, `getstatic`, `putstatic` and `invokestatic`, with some `nop`s, and a guard for each
    /// static initialiser.
    Sites,
    /// A wrapper around each method. Not for `java.base`: the virtual machine itself looks for some of its methods, and
    /// some look for their caller.
    Wraps,
}

impl Pass {
    const ALL: [Self; 3] = [Self::Entry, Self::Sites, Self::Wraps];

    fn name(self) -> &'static str {
        match self {
            Self::Entry => "entry",
            Self::Sites => "sites",
            Self::Wraps => "wraps",
        }
    }
}

/// What was rewritten.
#[derive(Debug, Clone, Default)]
struct Counts {
    classes: usize,
    methods: usize,
    insertions: usize,
    guards: usize,
    wraps: usize,
    refused: usize,
    /// Classes that could not be rewritten at all, with the reason.
    unread: Vec<((String, String), String)>,
}

impl Counts {
    fn plus(mut self, other: Self) -> Self {
        self.classes += other.classes;
        self.methods += other.methods;
        self.insertions += other.insertions;
        self.guards += other.guards;
        self.wraps += other.wraps;
        self.refused += other.refused;
        self.unread.extend(other.unread);
        self
    }
}

/// The classes that failed to link, as module or jar and name, with the kind of error.
type Failures = BTreeMap<(String, String), String>;

const VERIFY_ERROR: &str = "java.lang.VerifyError";

/// Verifies the JDKs, or the jars, or both.
pub(crate) fn run(workspace: &Workspace, words: &[String]) -> anyhow::Result<Exit> {
    let [jdks, jars] = arguments::flags("verify", words, ["--jdks", "--jars"])?;
    let both = jdks == jars;
    let mut is_fine = true;
    let homes = jdk_homes()?;
    for home in &homes {
        let bench = Bench::new(workspace, home)?;
        if jdks || both {
            is_fine &= bench.verify_jdk()?;
        }
        if jars || both {
            is_fine &= bench.verify_jars()?;
        }
    }
    Ok(if is_fine { Exit::Fine } else { Exit::Failed })
}

/// The JDKs of both releases, found as the tests find them.
fn jdk_homes() -> anyhow::Result<Vec<PathBuf>> {
    let found = |major| {
        jdk_home(major).map_err(|missing| {
            anyhow::anyhow!("JDK {major}: {}\nhint: {}", missing.cause, missing.hint)
        })
    };
    [17, 25].into_iter().map(found).collect()
}

/// One JDK and the folders that belong to it.
struct Bench {
    home: PathBuf,
    /// What the JDK says of itself.
    release: String,
    /// `jdk-` and the feature version, such as `jdk-17`.
    name: String,
    /// Classes that are kept from run to run.
    corpus: PathBuf,
    /// Rewritten classes.
    out: PathBuf,
    /// The compiled `LinkAll`.
    harness: PathBuf,
    /// The compiled class that probes store into, as a folder for `java.base`.
    holder: PathBuf,
}

impl Bench {
    fn new(workspace: &Workspace, home: &Path) -> anyhow::Result<Self> {
        let release = fs::read_to_string(home.join("release"))
            .with_context(|| format!("cannot read `release` in `{}`", home.display()))?;
        let version = release
            .lines()
            .find_map(|line| line.strip_prefix("JAVA_VERSION=\""))
            .and_then(|version| version.split(['.', '"', '-']).next())
            .context("the `release` file of the JDK names no version")?
            .to_owned();
        let target = workspace.root().join("target");
        let name = format!("jdk-{version}");
        let out = target.join("verify").join(&name);
        let bench = Self {
            home: home.to_owned(),
            corpus: target.join("corpus"),
            harness: out.join("harness"),
            holder: out.join("holder"),
            out,
            name,
            release,
        };
        let java = workspace.root().join("crates/classfile/java");
        fresh(&bench.harness)?;
        fresh(&bench.holder)?;
        let javac = |classes: &Path| {
            let mut command = bench.tool("javac");
            command.arg("-d").arg(classes);
            command
        };
        output(javac(&bench.harness).arg(java.join("LinkAll.java")))?;
        let mut patch = OsString::from("java.base=");
        patch.push(java.join("holder"));
        output(
            javac(&bench.holder)
                .arg("--patch-module")
                .arg(patch)
                .arg(java.join("holder/java/lang/TamisProbe.java")),
        )?;
        Ok(bench)
    }

    fn tool(&self, name: &str) -> Command {
        Command::new(self.home.join("bin").join(name))
    }

    /// All classes of the JDK's own image.
    fn verify_jdk(&self) -> anyhow::Result<bool> {
        let original = self.corpus.join(&self.name);
        // As `cargo xtask corpus` does: a folder without the stamp was cut short or is of another build.
        let stamp = original.join("complete");
        if !fs::read_to_string(&stamp).is_ok_and(|found| found == self.release) {
            fresh(&original)?;
            let modules = self.home.join("lib").join("modules");
            output(self.tool("jimage").arg("extract").arg("--dir").arg(&original).arg(modules))?;
            fs::write(&stamp, &self.release)?;
        }
        let files = class_files(&original)?;
        println!("{}: {} classes", self.name, files.len());
        let list = self.out.join("classes.txt");
        fs::write(&list, names(&original, &files))?;
        let before = self.link_modules(None, &list)?;
        let mut is_fine = true;
        for pass in Pass::ALL {
            let start = Instant::now();
            let target = self.out.join(pass.name());
            let counts = rewrite_all(&original, &files, &target, pass)?;
            copy_holder(&self.holder, &target.join("java.base"))?;
            let after = self.link_modules(Some(&target), &list)?;
            is_fine &= report(pass, &counts, &before, &after, start);
        }
        Ok(is_fine & self.control(&original, &files)?)
    }

    /// All classes of the jars in `target/corpus/jars`.
    fn verify_jars(&self) -> anyhow::Result<bool> {
        let jars = self.corpus.join("jars");
        if !jars.exists() {
            println!("{}: no jars in `target/corpus/jars`, skipped", self.name);
            return Ok(true);
        }
        let original = self.out.join("jars");
        fresh(&original)?;
        let mut unpack = self.tool("java");
        unpack.arg("-cp").arg(&self.harness).args(["LinkAll", "unpack"]).arg(&jars).arg(&original);
        output(&mut unpack)?;
        let files = class_files(&original)?;
        println!("{}: {} classes in jars", self.name, files.len());
        let before = self.link_folders(&original)?;
        let mut is_fine = true;
        for pass in Pass::ALL {
            let start = Instant::now();
            let target = self.out.join(format!("jars-{}", pass.name()));
            let counts = rewrite_all(&original, &files, &target, pass)?;
            let after = self.link_folders(&target)?;
            is_fine &= report(pass, &counts, &before, &after, start);
        }
        Ok(is_fine)
    }

    /// Links the classes of a list, with the modules in `patches` in the place of the JDK's own.
    fn link_modules(&self, patches: Option<&Path>, list: &Path) -> anyhow::Result<Failures> {
        let mut java = self.verifying_java();
        java.args(["--add-modules", "ALL-SYSTEM"]);
        if let Some(patches) = patches {
            for module in sorted_entries(patches)? {
                let mut patch = module.file_name().unwrap_or_default().to_owned();
                patch.push("=");
                patch.push(&module);
                java.arg("--patch-module").arg(patch);
            }
        }
        failures(java.arg("-cp").arg(&self.harness).args(["LinkAll", "modules"]).arg(list))
    }

    fn link_folders(&self, folders: &Path) -> anyhow::Result<Failures> {
        let mut java = self.verifying_java();
        let mut patch = OsString::from("java.base=");
        patch.push(&self.holder);
        java.arg("--patch-module").arg(patch);
        failures(java.arg("-cp").arg(&self.harness).args(["LinkAll", "folders"]).arg(folders))
    }

    fn verifying_java(&self) -> Command {
        let mut java = self.tool("java");
        java.args(["-Xverify:all", "-Xmx4g", "-XX:TieredStopAtLevel=1"]);
        java
    }

    /// Damages rewritten classes of one module and says whether each is reported.
    fn control(&self, original: &Path, files: &[PathBuf]) -> anyhow::Result<bool> {
        let target = self.out.join("control");
        fresh(&target)?;
        let list = self.out.join("control.txt");
        let module = "java.desktop";
        let mut damaged = Vec::new();
        for (file, damage) in files
            .iter()
            .filter(|file| file.starts_with(original.join(module)))
            .zip([damage_stack as fn(&mut [u8]) -> bool, damage_frame].iter().cycle())
        {
            let (mut bytes, _) = rewrite(&fs::read(file)?, Pass::Entry, module)?;
            if damaged.len() < 2 * DAMAGED && damage(&mut bytes) {
                write(&target.join(file.strip_prefix(original)?), &bytes)?;
                damaged.push(file.clone());
            }
        }
        fs::write(&list, names(original, &damaged))?;
        copy_holder(&self.holder, &target.join("java.base"))?;
        let failures = self.link_modules(Some(&target), &list)?;
        let caught = failures.values().filter(|kind| *kind == VERIFY_ERROR).count();
        println!("  control  {caught} of {} damaged classes are reported", damaged.len());
        Ok(caught == damaged.len() && caught > DAMAGED)
    }
}

/// Prints one line for a pass and says whether nothing has become worse, and whether each class that our reader does not
/// understand is one that the virtual machine does not understand either.
fn report(
    pass: Pass,
    counts: &Counts,
    before: &Failures,
    after: &Failures,
    start: Instant,
) -> bool {
    let Counts { classes, methods, insertions, guards, wraps, refused, unread } = counts;
    // A class that failed may fail for another reason: which of several missing classes is missed first depends on the
    // order in which HotSpot verifies methods, and that on addresses.
    let is_new = |key: &(String, String), kind: &str| match before.get(key) {
        None => true,
        Some(old) => kind == VERIFY_ERROR && old != VERIFY_ERROR,
    };
    let new: Vec<_> = after.iter().filter(|(key, kind)| is_new(key, kind)).collect();
    let verify = new.iter().filter(|(_, kind)| *kind == VERIFY_ERROR).count();
    println!(
        "  {:7}  {classes} classes, {methods} probes, {insertions} insertions, {guards} guards, {wraps} wraps, {refused} \
         refused; {verify} verify errors, {} other new errors ({} before); {:.0} s",
        pass.name(),
        new.len() - verify,
        before.len(),
        start.elapsed().as_secs_f64(),
    );
    for ((place, name), kind) in new.iter().take(20) {
        println!("    {kind} in {place}: {name}");
    }
    let mut is_fine = new.is_empty();
    for (key, reason) in unread {
        let is_excused = before.contains_key(key);
        is_fine &= is_excused;
        let note = if is_excused { "broken before" } else { "not readable" };
        println!("    {note} in {}: {}: {reason}", key.0, key.1);
    }
    is_fine
}

/// Rewrites all files to a fresh folder.
fn rewrite_all(
    original: &Path,
    files: &[PathBuf],
    target: &Path,
    pass: Pass,
) -> anyhow::Result<Counts> {
    fresh(target)?;
    files
        .par_iter()
        .map(|file| {
            let relative = file.strip_prefix(original)?;
            let key = place_and_name(relative);
            let original = fs::read(file)?;
            let (bytes, counts) = rewrite(&original, pass, &key.0).unwrap_or_else(|error| {
                let unread = vec![(key, format!("{error:#}"))];
                (original, Counts { unread, ..Counts::default() })
            });
            write(&target.join(relative), &bytes)?;
            Ok(counts)
        })
        .try_reduce(Counts::default, |one, other| Ok(one.plus(other)))
}

/// Rewrites one class; `place` is its module or jar.
fn rewrite(bytes: &[u8], pass: Pass, place: &str) -> anyhow::Result<(Vec<u8>, Counts)> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let class = ClassFile::parse(bytes)?;
    let codes = codes(&class)?;
    let first = NEXT.fetch_add(codes.len() as u32, Ordering::Relaxed) % NUMBERS;
    let entry = |method: u16| Some((first + u32::from(method)) % NUMBERS);
    let insertions = if pass == Pass::Sites { sites(&codes)? } else { Vec::new() };
    let hook = |name| MStr::new(name);
    let owner = Plan::default().holder.class;
    let guard = Guard { owner, begin: hook(b"begin"), end: hook(b"end"), id: first };
    let new_names = if pass == Pass::Wraps && place != "java.base" {
        new_names(&class, &codes)
    } else {
        Vec::new()
    };
    let wraps: Vec<_> = new_names
        .iter()
        .map(|(method, name)| Wrap {
            method: *method,
            new_name: MStr::new(name),
            owner,
            begin: hook(b"enter"),
            end: hook(b"leave"),
            argument: HookArgument::This,
        })
        .collect();
    let plan = Plan {
        entry: Some(&entry),
        insertions: &insertions,
        guard: (pass == Pass::Sites).then_some(guard),
        wraps: &wraps,
        ..Plan::default()
    };
    let mut rewriter = Rewriter::default();
    let rewritten = rewriter.rewrite(&class, &plan)?;
    let refused = |part| rewritten.refused.iter().filter(|each| each.part == part).count();
    let has_guard = pass == Pass::Sites && codes.iter().any(|code| code.name == "<clinit>");
    let counts = Counts {
        classes: usize::from(rewritten.is_changed),
        methods: codes.len() - refused(Part::Entry),
        insertions: insertions.len(),
        guards: usize::from(has_guard) - refused(Part::Guard),
        wraps: wraps.len() - refused(Part::Wrap),
        refused: rewritten.refused.len(),
        unread: Vec::new(),
    };
    Ok((rewritten.bytes.clone(), counts))
}

/// A method with code.
struct MethodCode<'a> {
    method: u16,
    name: MStr<'a>,
    code: Code<'a>,
}

fn codes<'a>(class: &ClassFile<'a>) -> anyhow::Result<Vec<MethodCode<'a>>> {
    let mut codes = Vec::new();
    for (method, member) in (0..=u16::MAX).zip(class.methods().iter()) {
        let code = class.find(member.attributes, Location::Method, "Code")?;
        if let Some(Attribute::Code(code)) = code {
            codes.push(MethodCode { method, name: member.name(class)?, code });
        }
    }
    Ok(codes)
}

/// A probe before each instruction that can initialise a class.
fn sites(codes: &[MethodCode<'_>]) -> anyhow::Result<Vec<Insertion<'static>>> {
    const NOPS: &[u8] = &[opcode::NOP; 5];
    let mut insertions = Vec::new();
    for MethodCode { method, code, .. } in codes {
        for instruction in code.instructions() {
            let instruction = instruction?;
            if matches!(
                instruction.opcode,
                opcode::NEW | opcode::GETSTATIC | opcode::PUTSTATIC | opcode::INVOKESTATIC
            ) {
                let (method, position) = (*method, Position::Before(instruction.pc as u16));
                // Odd lengths give switches another padding.
                let nops = NOPS.get(..=insertions.len() % NOPS.len()).unwrap_or_default();
                let snippet = Snippet::Code { bytes: nops, stack: 0 };
                insertions.push(Insertion { method, position, snippet });
                // Some of these numbers need a constant, others do not.
                let snippet = Snippet::Probe(32_000 + insertions.len() as u32 % 2_000);
                insertions.push(Insertion { method, position, snippet });
            }
        }
    }
    Ok(insertions)
}

/// Names for the originals of all methods that can be wrapped.
fn new_names(class: &ClassFile<'_>, codes: &[MethodCode<'_>]) -> Vec<(u16, Vec<u8>)> {
    let (_, major) = class.version();
    if class.access_flags() & tamis_classfile::flags::INTERFACE != 0 && major < 52 {
        return Vec::new();
    }
    let wrapped = codes.iter().filter(|code| !code.name.as_bytes().starts_with(b"<"));
    wrapped.map(|code| (code.method, [code.name.as_bytes(), b"$tamis"].concat())).collect()
}

/// Gives a method less stack than its probe needs.
fn damage_stack(bytes: &mut [u8]) -> bool {
    let Some(position) = first_code(bytes) else { return false };
    // Stack and locals take two bytes each and the length four, before the instructions.
    bytes[position - 8..position - 6].copy_from_slice(&[0, 2]);
    true
}

/// Moves the first frame of a method to where it was before the probe.
fn damage_frame(bytes: &mut [u8]) -> bool {
    let Some(position) = first_short_frame(bytes) else { return false };
    bytes[position] -= 8;
    true
}

fn first_code(bytes: &[u8]) -> Option<usize> {
    let class = ClassFile::parse(bytes).ok()?;
    codes(&class).ok()?.first().map(|code| code.code.offset())
}

fn first_short_frame(bytes: &[u8]) -> Option<usize> {
    let class = ClassFile::parse(bytes).ok()?;
    for MethodCode { code, .. } in codes(&class).ok()? {
        for raw in code.attributes.iter() {
            // The frames follow a count of two bytes; a short one is its distance from the start.
            if class.attribute_name(&raw).ok()? == "StackMapTable"
                && raw.info.get(2).is_some_and(|tag| (8..64).contains(tag))
            {
                return Some(raw.offset() + 2);
            }
        }
    }
    None
}

/// Lines with module and class, for `LinkAll`.
fn names(root: &Path, files: &[PathBuf]) -> String {
    let mut text = String::new();
    for file in files {
        let (module, class) = place_and_name(file.strip_prefix(root).unwrap_or(file));
        text.extend([&module, " ", &class, "\n"]);
    }
    text
}

/// The module or jar, and the class with dots, of a path below a corpus.
fn place_and_name(relative: &Path) -> (String, String) {
    let relative = relative.with_extension("");
    let mut parts = relative.iter().map(|part| part.to_string_lossy());
    let place = parts.next().unwrap_or_default().into_owned();
    (place, parts.collect::<Vec<_>>().join("."))
}

/// Starts `LinkAll` and reads what it reports.
fn failures(java: &mut Command) -> anyhow::Result<Failures> {
    let text = output(java)?;
    let mut failures = Failures::new();
    let mut tried = None;
    for line in text.lines() {
        match line.split(' ').collect::<Vec<_>>().as_slice() {
            ["error", kind, place, name] => {
                failures.insert(((*place).to_owned(), (*name).to_owned()), (*kind).to_owned());
            }
            ["tried", count] => tried = count.parse::<usize>().ok(),
            // Classes that are linked may talk.
            _ => {}
        }
    }
    match tried {
        Some(0) | None => bail!("`LinkAll` has linked nothing: {text}"),
        Some(_) => Ok(failures),
    }
}

/// Starts a program that must succeed, and gives what it printed.
fn output(command: &mut Command) -> anyhow::Result<String> {
    let output = command
        .output()
        .with_context(|| format!("cannot start `{}`", command.get_program().display()))?;
    ensure!(
        output.status.success(),
        "`{}` failed ({}): {}",
        command.get_program().display(),
        output.status,
        String::from_utf8_lossy(&output.stderr).lines().take(20).collect::<Vec<_>>().join("\n")
    );
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// All class files under a folder but those of modules and packages, in order.
fn class_files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for path in sorted_entries(&folder)? {
            let is_class = path.extension().is_some_and(|extension| extension == "class");
            let is_info =
                path.file_stem().is_some_and(|name| name.to_string_lossy().ends_with("-info"));
            if path.is_dir() {
                folders.push(path);
            } else if is_class && !is_info {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

fn sorted_entries(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot list `{}`", folder.display()))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn copy_holder(holder: &Path, module: &Path) -> anyhow::Result<()> {
    let class = Path::new("java/lang/TamisProbe.class");
    write(&module.join(class), &fs::read(holder.join(class))?)
}

fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, bytes).with_context(|| format!("cannot write `{}`", path.display()))
}

fn fresh(folder: &Path) -> anyhow::Result<()> {
    let context = || format!("cannot empty `{}`", folder.display());
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(context)?;
    }
    fs::create_dir_all(folder).with_context(context)
}
