//! Makes what a suite needs: its jars, its unpacked tests, the folder it runs in, the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail, ensure};
use tamis_classfile::{ClassFile, flags};

use super::catalog::{FRAMEWORKS, LEFT_OUT, Suite};
use super::options::Options;
use crate::corpus::jars::{self, Coordinate};
use crate::requirements;
use crate::workspace::Workspace;

/// Where everything lies, relative to the root.
const FOLDER: &str = "target/suites";

/// Written last, so that a folder without it is one where unpacking was cut short.
const STAMP: &str = "unpacked";

/// What all suites share.
pub(super) struct Ground {
    pub(super) folder: PathBuf,
    /// The program, as a release.
    pub(super) tamis: PathBuf,
    /// The JDK.
    pub(super) home: PathBuf,
    pub(super) jdk: u32,
}

/// A suite that is ready to run.
pub(super) struct Prepared {
    pub(super) name: &'static str,
    /// Where its tests run.
    pub(super) project: PathBuf,
    pub(super) class_path: String,
    /// Words for the JVM.
    pub(super) jvm: Vec<String>,
    /// Names of the test classes to run; none for all.
    pub(super) only: Vec<String>,
}

impl Ground {
    pub(super) fn prepare(workspace: &Workspace, options: &Options) -> anyhow::Result<Self> {
        let jdk = options.jdk;
        let home = match requirements::jdk_home(jdk) {
            Ok(home) => home,
            Err(missing) => bail!("JDK {jdk}: {}\nhint: {}", missing.cause, missing.hint),
        };
        // A name that is relative is so to the folder that the user is in, which is not the one where tests run.
        let folder = match &options.folder {
            Some(folder) => std::path::absolute(folder).context("cannot use the folder")?,
            None => workspace.root().join(FOLDER),
        };
        fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make the folder `{}`", folder.display()))?;
        Ok(Self { folder, tamis: build(workspace)?, home, jdk })
    }

    /// Fetches and unpacks a suite.
    pub(super) fn suite(
        &self,
        workspace: &Workspace,
        suite: &Suite,
        options: &Options,
    ) -> anyhow::Result<Prepared> {
        let tests = format!("{}:tests", suite.library);
        let mut names = vec![suite.library, tests.as_str()];
        names.extend(suite.needs.iter().chain(&FRAMEWORKS));
        let jars = self.fetch(workspace, &names)?;
        let [library, tests, needs @ ..] = jars.as_slice() else {
            bail!("`{}` has no jars", suite.name);
        };
        let folder = self.folder.join(suite.name);
        let classes = folder.join("test-classes");
        let project = folder.join("project");
        if !folder.join(STAMP).is_file() {
            self.unpack(tests, &project.join("src/test/resources"))?;
            self.unpack(tests, &classes)?;
            remove_left_out(&classes)?;
            fs::write(folder.join(STAMP), "").context("cannot write a stamp")?;
        }
        let is_all = options.only.is_empty() && options.except.is_empty();
        let only = if is_all { Vec::new() } else { only(&classes, options)? };
        ensure!(is_all || !only.is_empty(), "no test class of `{}` is left", suite.name);
        let mut roots = vec![classes.display().to_string(), library.display().to_string()];
        roots.extend(needs.iter().map(|jar| jar.display().to_string()));
        let temporary = folder.join("temporary");
        fs::create_dir_all(&temporary).context("cannot make a temporary folder")?;
        // What tests leave there is removed before the next run.
        let mut jvm = vec![format!("-Djava.io.tmpdir={}", temporary.display())];
        // Tests that are hungry look at the heap and leave themselves out, or run into its end at random.
        jvm.push("-Xmx2g".to_owned());
        for package in suite.opens {
            jvm.push("--add-opens".to_owned());
            jvm.push(format!("java.base/{package}=ALL-UNNAMED"));
        }
        Ok(Prepared { name: suite.name, project, class_path: roots.join(":"), jvm, only })
    }

    /// The jars of these coordinates, in their order.
    pub(super) fn fetch(
        &self,
        workspace: &Workspace,
        names: &[&str],
    ) -> anyhow::Result<Vec<PathBuf>> {
        fetch(workspace, &self.folder.join("jars"), names)
    }

    /// A tool of the JDK.
    pub(super) fn tool(&self, name: &str) -> Command {
        Command::new(self.home.join("bin").join(name))
    }

    fn unpack(&self, jar: &Path, folder: &Path) -> anyhow::Result<()> {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder `{}`", folder.display()))?;
        let output = self
            .tool("jar")
            .arg("xf")
            .arg(jar)
            .current_dir(folder)
            .output()
            .context("cannot start `jar`")?;
        let talk = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "cannot unpack `{}`: {}", jar.display(), talk.trim());
        Ok(())
    }
}

/// Builds the program; gives its path.
/// The jars of these coordinates, in their order, in that folder.
pub(super) fn fetch(
    workspace: &Workspace,
    folder: &Path,
    names: &[&str],
) -> anyhow::Result<Vec<PathBuf>> {
    let list: Vec<Coordinate> =
        names.iter().map(|name| Coordinate::parse(name)).collect::<anyhow::Result<_>>()?;
    let folder = jars::fetch_listed(workspace, &list, folder)?;
    Ok(list.iter().map(|coordinate| folder.join(coordinate.file_name())).collect())
}

/// Builds the program, as a release, and says where it is.
pub(crate) fn build(workspace: &Workspace) -> anyhow::Result<PathBuf> {
    eprintln!("building the program");
    let mut cargo = workspace.cargo();
    cargo.args(["build", "--release", "--package", "tamis-cli", "--message-format=json"]);
    let output = cargo.stderr(Stdio::inherit()).output().context("cannot start cargo")?;
    ensure!(output.status.success(), "the program could not be built");
    let text = String::from_utf8_lossy(&output.stdout);
    let mut executable = text.lines().filter_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        Some(PathBuf::from(message.get("executable")?.as_str()?))
    });
    executable.next_back().context("cargo does not say where the program is")
}

fn remove_left_out(classes: &Path) -> anyhow::Result<()> {
    for class in class_files(classes)? {
        let simple = class.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let outermost = simple.split('$').next().unwrap_or_default();
        if LEFT_OUT.iter().any(|end| outermost.ends_with(end)) {
            fs::remove_file(&class)
                .with_context(|| format!("cannot remove `{}`", class.display()))?;
        }
    }
    Ok(())
}

/// The test classes that the options leave, sorted.
fn only(classes: &Path, options: &Options) -> anyhow::Result<Vec<String>> {
    let mut found = Vec::new();
    for path in class_files(classes)? {
        let relative = path.strip_prefix(classes).unwrap_or(&path).with_extension("");
        let name = relative.to_string_lossy().replace('/', ".");
        let is_generated = name.contains(".jmh_generated.");
        let is_test = name.ends_with("Test") && !name.contains('$') && !is_generated;
        let has = |patterns: &[String]| patterns.iter().any(|pattern| name.contains(pattern));
        let is_wanted = options.only.is_empty() || has(&options.only);
        if !is_test || !is_wanted || has(&options.except) {
            continue;
        }
        let bytes = fs::read(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
        let class = ClassFile::parse(&bytes).with_context(|| format!("cannot read `{name}`"))?;
        if class.access_flags() & flags::ABSTRACT == 0 {
            found.push(name);
        }
    }
    found.sort();
    Ok(found)
}

fn class_files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    crate::corpus::files_below(folder, "class")
}
