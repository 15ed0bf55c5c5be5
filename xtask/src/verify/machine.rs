//! A virtual machine that links classes, by `LinkAll`, and what it says of them.

use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, anyhow, ensure};

use super::outcome::{Failure, Links};
use super::progress::Progress;
use super::{fresh, sorted_entries, write};
use crate::requirements::jdk_home;
use crate::workspace::Workspace;

/// What HotSpot writes to its log when the verifier with frames refuses a class of version 50. The old verifier then
/// has the last word, so a rewritten class with wrong frames would still link.
const FAIL_OVER: &str = "Fail over class verification to old verifier for: ";

/// One JDK and the folders that belong to it.
pub(super) struct Machine {
    home: PathBuf,
    pub(super) major: u32,
    /// Rewritten classes, lists and logs.
    pub(super) out: PathBuf,
    /// The compiled `LinkAll`.
    harness: PathBuf,
    /// The compiled class that probes store into, as a folder for `java.base`.
    holder: PathBuf,
}

impl Machine {
    /// Finds the JDK as the tests find it, and compiles what it needs.
    pub(super) fn new(workspace: &Workspace, major: u32) -> anyhow::Result<Self> {
        let home = jdk_home(major)
            .map_err(|missing| anyhow!("JDK {major}: {}\nhint: {}", missing.cause, missing.hint))?;
        let out = workspace.root().join("target/verify").join(format!("jdk-{major}"));
        let machine =
            Self { home, major, harness: out.join("harness"), holder: out.join("holder"), out };
        let java = workspace.root().join("crates/classfile/java");
        fresh(&machine.harness)?;
        fresh(&machine.holder)?;
        let mut patch = OsString::from("java.base=");
        patch.push(java.join("holder"));
        let link_all = java.join("LinkAll.java");
        machine.javac(&machine.harness, &[link_all.as_os_str()])?;
        let holder = java.join("holder/java/lang/TamisProbe.java");
        machine.javac(&machine.holder, &["--patch-module".as_ref(), &patch, holder.as_os_str()])?;
        Ok(machine)
    }

    pub(super) fn name(&self) -> String {
        format!("jdk-{}", self.major)
    }

    fn javac(&self, classes: &Path, words: &[&std::ffi::OsStr]) -> anyhow::Result<()> {
        let mut javac = Command::new(self.home.join("bin/javac"));
        let output = javac.arg("-d").arg(classes).args(words).output();
        let output = output.with_context(|| format!("cannot start `javac` of {}", self.name()))?;
        let talk = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "`javac` of {} failed: {}", self.name(), talk.trim());
        Ok(())
    }

    /// Puts the class that probes store into among the classes of a module.
    pub(super) fn copy_holder(&self, module: &Path) -> anyhow::Result<()> {
        let class = Path::new("java/lang/TamisProbe.class");
        write(&module.join(class), &fs::read(self.holder.join(class))?)
    }

    /// Links the classes of a list, with the modules in `patches` in the place of the JDK's own: the machine that links
    /// them also runs on them.
    pub(super) fn link_modules(
        &self,
        patches: Option<&Path>,
        list: &Path,
        progress: &mut Progress,
    ) -> anyhow::Result<Links> {
        let mut java = self.java();
        java.args(["--add-modules", "ALL-SYSTEM"]);
        if let Some(patches) = patches {
            for module in sorted_entries(patches)? {
                let mut patch = module.file_name().unwrap_or_default().to_owned();
                patch.push("=");
                patch.push(&module);
                java.arg("--patch-module").arg(patch);
            }
        }
        java.arg("-cp").arg(&self.harness).args(["LinkAll", "modules"]).arg(list);
        self.links(&mut java, progress)
    }

    /// Links the classes of some groups of an index.
    pub(super) fn link_groups(
        &self,
        index: &Path,
        groups: std::ops::Range<usize>,
        progress: &mut Progress,
    ) -> anyhow::Result<Links> {
        let mut java = self.java();
        let mut patch = OsString::from("java.base=");
        patch.push(&self.holder);
        java.arg("--patch-module").arg(patch);
        java.arg("-cp").arg(&self.harness).args(["LinkAll", "packed"]).arg(index);
        java.arg(groups.start.to_string()).arg(groups.end.to_string());
        self.links(&mut java, progress)
    }

    fn log(&self) -> PathBuf {
        self.out.join("initialisation.log")
    }

    fn java(&self) -> Command {
        let mut java = Command::new(self.home.join("bin/java"));
        java.args(["-Xverify:all", "-Xmx2g", "-XX:TieredStopAtLevel=1", "-XX:MetaspaceSize=512m"]);
        // The table has 32,768 chains and does not grow fast enough: with 160,000 classes in one machine, three quarters
        // of the time went into walking along them.
        java.args(["-XX:+UnlockExperimentalVMOptions", "-XX:SymbolTableSize=1048576"]);
        let mut log = OsString::from("-Xlog:class+init=info:file=");
        log.push(self.log());
        log.push(":none:filecount=0");
        java.arg(log);
        java
    }

    /// Starts `LinkAll` and reads what it reports.
    fn links(&self, java: &mut Command, progress: &mut Progress) -> anyhow::Result<Links> {
        let talk = self.out.join("talk.txt");
        java.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(fs::File::create(&talk)?);
        let mut child =
            java.spawn().with_context(|| format!("cannot start `java` of {}", self.name()))?;
        let mut links = Links::default();
        let mut tried = None;
        for line in BufReader::new(child.stdout.take().context("no stdout")?).split(b'\n') {
            let line = line?;
            let line = String::from_utf8_lossy(&line);
            match line.split('\t').collect::<Vec<_>>().as_slice() {
                ["error", kind, place, name, message] => {
                    let (kind, message) = ((*kind).to_owned(), (*message).to_owned());
                    let key = ((*place).to_owned(), (*name).to_owned());
                    links.failures.insert(key, Failure { kind, message });
                }
                ["done", place, count] => progress.add(count.parse()?, place),
                ["tried", count] => tried = Some(count.parse::<usize>()?),
                // Classes that are linked may talk.
                _ => {}
            }
        }
        let status = child.wait()?;
        let said = || fs::read_to_string(&talk).unwrap_or_default();
        ensure!(status.success(), "`LinkAll` of {} failed ({status}): {}", self.name(), said());
        links.tried = tried.with_context(|| format!("`LinkAll` did not end: {}", said()))?;
        let log = fs::read(self.log()).context("the machine has written no log")?;
        for line in String::from_utf8_lossy(&log).lines() {
            if let Some(class) = line.strip_prefix(FAIL_OVER) {
                *links.fail_overs.entry(class.to_owned()).or_default() += 1;
            }
        }
        Ok(links)
    }
}
