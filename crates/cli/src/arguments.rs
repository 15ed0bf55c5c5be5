//! What can be typed.

mod building;
mod store;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use tamis_select::{ChangeKind, Technique};

pub(crate) use self::building::{
    BuildStep, BuildStepArguments, GradleArguments, MavenArguments, TestArguments,
};
pub(crate) use self::store::StoreVerb;
use crate::check::arguments::CheckVerb;

/// Runs only the tests that a change can affect, and says on what evidence it skips the others.
#[derive(Debug, Parser)]
#[command(name = "tamis", version, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Say what changed between two builds, or two releases of a library.
    ///
    /// In terms of what a test could notice: bodies of methods, members, annotations, where calls arrive, what references
    /// resolve to, resources. Line numbers, the order of members and the numbers that compilers give to lambdas and
    /// anonymous classes are no change.
    Diff(DiffArguments),
    /// Show on a bundled example what tamis does.
    ///
    /// Compiles a small shop, runs its tests, edits one method, explains what that means for two of them, and runs those
    /// that the edit can affect. Takes about half a minute.
    Demo(DemoArguments),
    /// Run the tests of this build that a change can affect.
    ///
    /// Finds the build: Maven, Gradle, or a class path that is named. What Maven did the last time is done without it where
    /// that can be: sources are compiled, resources copied, and the selected tests run in one JVM. Where there is a doubt,
    /// Maven is called, and it is said why.
    Test(TestArguments),
    /// Run Maven, and in it only the tests that a change can affect.
    ///
    /// Nothing has to be added to a build file. When Surefire or Failsafe has found the test classes of a module, those are
    /// left out that passed before and of which all holds that their outcome rests on; the others are recorded.
    Mvn(MavenArguments),
    /// Call Gradle, and run the tests that a change can affect.
    Gradle(GradleArguments),
    /// Run those tests of a class path that a change can affect.
    ///
    /// A test is skipped if and only if it passed, everything that its outcome rests on is known, and all of that is as it
    /// was. What the tests print passes through unchanged; lines of tamis itself go to stderr. What was found out is kept
    /// in `.tamis` in the project.
    Run(RunArguments),
    /// Say which tests would run, and why. Runs nothing and writes nothing.
    Select(SelectArguments),
    /// Say why a test runs, or on what evidence it is skipped.
    Explain(ExplainArguments),
    /// Say which classes a test rests on, or how two techniques differ about that.
    Deps(DepsArguments),
    /// Write the graph of classes, or what is around one of them.
    Graph(GraphArguments),
    /// Say how many methods of a JDK may end in a reflection method, or list border methods.
    Border(BorderArguments),
    /// Say what is known: evidence by test, its age and size.
    Status(StatusArguments),
    /// Say what was found here, what will work, and what to do about the rest.
    Doctor(DoctorArguments),
    /// Run everything, and say what selection would have missed.
    Audit(AuditArguments),
    /// Look after the evidence.
    #[command(subcommand)]
    Store(StoreVerb),
    /// Check tools that select tests, this one included, on evolving programs.
    #[command(subcommand)]
    Check(CheckVerb),
    /// For tests of tamis itself.
    #[command(subcommand, hide = true)]
    Internal(Internal),
}

#[derive(Debug, Subcommand)]
pub(crate) enum Internal {
    /// Write the agent library to the cache and print its path.
    AgentPath,
    /// A step of a build, which the build tool asks for.
    Build(BuildStepArguments),
    /// Become another program, which is killed when the process that started it is gone.
    Bound(BoundArguments),
}

#[derive(Debug, Args)]
pub(crate) struct BoundArguments {
    /// The process that has to be there.
    pub(crate) parent: u32,
    /// The program and its words.
    #[arg(last = true, required = true)]
    pub(crate) words: Vec<OsString>,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Exit code: 0 if nothing changed, 1 if something did, 2 if something could not be read.

Examples:
  tamis diff build/before target/classes
  tamis diff commons-codec-1.17.jar commons-codec-1.18.jar --stat
  tamis diff 'old/classes:old/lib/*' 'new/classes:new/lib/*' --format json"
)]
pub(crate) struct DiffArguments {
    /// The old side: a folder, a jar, a class file, or a class path (with `:` between, `lib/*` for all jars of a folder).
    pub(crate) old: String,
    /// The new side, in the same form.
    pub(crate) new: String,
    /// How to print the changes.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Count changes by class instead of listing them.
    #[arg(long)]
    pub(crate) stat: bool,
    /// Also report members that are declared in another order, which reflection can show.
    #[arg(long)]
    pub(crate) order: bool,
    /// The Java release that versioned entries of multi-release jars are chosen for.
    #[arg(long, value_name = "N", default_value_t = tamis_world::NEWEST_RELEASE,
          value_parser = clap::value_parser!(u16).range(8..=i64::from(tamis_world::NEWEST_RELEASE)))]
    pub(crate) release: u16,
    /// Keep what was read in this folder, so that unchanged files are not read again.
    #[arg(long, value_name = "DIR", env = "TAMIS_CACHE")]
    pub(crate) cache: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Needs a JDK: the one of JAVA_HOME, else the `java` on the PATH. Test classes are found by name, as \
Surefire does: Test*, *Test, *Tests, *TestCase. They run by the JUnit Platform, JUnit 4, JUnit 3 or TestNG, whichever \
they are written for; it has to be on the class path.

Exit code: 0 if all tests that ran passed, 1 if one failed or a test class is incomplete, 2 if they could not be run, \
4 with --strict if it cannot be decided safely what to skip, 130 or 143 if a signal stopped them.

Examples:
  tamis run --classpath 'target/test-classes:target/classes:lib/*'
  tamis run --classpath 'build:lib/*' --force
  tamis run --classpath 'build:lib/*' --isolation forked --technique class
  tamis run --classpath 'build:lib/*' --tests com.acme.CartTest --show
  tamis run --classpath 'build:lib/*' --events events.jsonl -- -ea -Xmx1g"
)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch on the command line")]
pub(crate) struct RunArguments {
    #[command(flatten)]
    pub(crate) on: ProjectArguments,
    /// Run all tests, whatever is known about them.
    #[arg(long)]
    pub(crate) force: bool,
    /// Run nothing, with exit code 4, if it cannot be decided safely what to skip.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Whether tests share a JVM, and what is done about what they leave behind.
    #[arg(long, value_enum, default_value_t = Isolation::Shared)]
    pub(crate) isolation: Isolation,
    /// How finely code is recorded.
    #[arg(long, value_enum, default_value_t = Granularity::Method)]
    pub(crate) granularity: Granularity,
    /// As --force, without a word about what is selected: for looking at recordings.
    #[arg(long)]
    pub(crate) record_only: bool,
    /// Print what was recorded, of one test class (its package can be left out) or of all.
    #[arg(long, value_name = "TEST", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub(crate) show: Option<String>,
    /// Run without recording, to compare results.
    #[arg(long)]
    pub(crate) no_agent: bool,
    /// Keep the journals of the JVM in this folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) journal: Option<PathBuf>,
    /// How to print what was recorded; `json` prints it even without --show, as one line.
    #[arg(long, value_enum, default_value_t = RecordingFormat::Text)]
    pub(crate) format: RecordingFormat,
    /// Write what was recorded to this file instead of stdout, which the tests print to as well.
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write a line of JSON for each test class to this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) events: Option<PathBuf>,
    /// Write to this file how long analysis, the tests and keeping what they recorded took.
    #[arg(long, value_name = "FILE")]
    pub(crate) phases: Option<PathBuf>,
}

impl RunArguments {
    /// Everything runs.
    pub(crate) fn forced(on: ProjectArguments, isolation: Isolation) -> Self {
        Self {
            on,
            force: true,
            strict: false,
            isolation,
            granularity: Granularity::Method,
            record_only: false,
            show: None,
            no_agent: false,
            journal: None,
            format: RecordingFormat::Text,
            output: None,
            events: None,
            phases: None,
        }
    }
}

/// The project and what is asked of it: the same words for all verbs that select.
#[derive(Debug, Clone, Args)]
pub(crate) struct ProjectArguments {
    /// Where the tests run, and what their paths are relative to. Evidence is in `.tamis` in it.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) project: PathBuf,
    /// Folders and jars with `:` between them; `lib/*` for all jars of a folder. Relative to the current folder, also with
    /// --project. `select` and `explain` know it of the modules of a Maven build, from the last `tamis mvn`.
    #[arg(long, value_name = "CP")]
    pub(crate) classpath: Option<String>,
    /// Which tests there are: a folder or jar with tests, or a class. Can be repeated. Without it, all folders of the class
    /// path.
    #[arg(long, value_name = "DIR|JAR|CLASS")]
    pub(crate) tests: Vec<String>,
    /// How tests are selected: all, class, hybrid, hybrid-f or static; static-naive, static-string, static-border-static,
    /// static-border-four, static-border-dynamic, static-border-minimal, static-dynamic or static-per-test.
    #[arg(long, value_name = "T", default_value = "hybrid", value_parser = technique)]
    pub(crate) technique: Technique,
    /// For studies: count this kind of change for the whole class (DSI ASI CSI DI AI CI DSM ASM CSM DIM AIM CIM). Can be
    /// repeated.
    #[arg(long, value_name = "KIND", value_parser = change_kind)]
    pub(crate) coarsen: Vec<ChangeKind>,
    /// Do not count on evidence that is older.
    #[arg(long, value_name = "DAYS")]
    pub(crate) max_age: Option<u64>,
    /// Words for the JVM.
    #[arg(last = true, value_name = "JVM ARGS")]
    pub(crate) jvm: Vec<OsString>,
}

pub(crate) fn technique(word: &str) -> Result<Technique, String> {
    word.parse().map_err(|_| format!("there are {}", Technique::words().join(", ")))
}

fn change_kind(word: &str) -> Result<ChangeKind, String> {
    let known = || ChangeKind::ALL.map(|(word, _)| word).join(", ");
    word.parse().map_err(|_| format!("there are {}", known()))
}

#[derive(Debug, Args)]
#[command(after_help = "Exit code: 0, whatever is selected; 2 if nothing can be said.

Examples:
  tamis select --classpath 'target/test-classes:target/classes:lib/*'
  tamis select --classpath 'build:lib/*' --technique class --format json
  tamis select                            # after `tamis mvn test`, for all modules")]
pub(crate) struct SelectArguments {
    #[command(flatten)]
    pub(crate) on: ProjectArguments,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = SelectFormat::Text)]
    pub(crate) format: SelectFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SelectFormat {
    /// One line for each test class.
    Text,
    /// One document for programs.
    Json,
}

#[derive(Debug, Args)]
#[command(
    after_help = "It is about what is there now: once a test has run again and passed, it is skipped, and that is \
what is explained.

Examples:
  tamis explain com.acme.CartTest --classpath 'target/test-classes:target/classes:lib/*'
  tamis explain CartTest --classpath 'build:lib/*'
  tamis explain CartTest                  # after `tamis mvn test`"
)]
pub(crate) struct ExplainArguments {
    /// The test class; its package can be left out.
    pub(crate) test: String,
    #[command(flatten)]
    pub(crate) on: ProjectArguments,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Static techniques say what a test can reach by what class files say; the others say which classes it used \
when it last ran.

With --compare, safety is what A finds and B does not, precision what B finds and A does not, both of what either finds: \
for the classes of the project that a test rests on, and for the tests that would run now.

Examples:
  tamis deps CartTest --classpath 'build:lib/*' --technique static
  tamis deps CartTest --classpath 'build:lib/*' --format json
  tamis deps --compare class static --classpath 'build:lib/*'"
)]
pub(crate) struct DepsArguments {
    /// The test class; its package can be left out.
    #[arg(required_unless_present = "compare", conflicts_with = "compare")]
    pub(crate) test: Option<String>,
    /// Compare two techniques on all tests.
    #[arg(long, num_args = 2, value_names = ["A", "B"], value_parser = technique)]
    pub(crate) compare: Vec<Technique>,
    #[command(flatten)]
    pub(crate) on: ProjectArguments,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = SelectFormat::Text)]
    pub(crate) format: SelectFormat,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Without --around, all classes of the project and the edges between them. With --technique static-…, edges \
of reflection are there too. Classes of the JDK are left out.

Examples:
  tamis graph --export dot --classpath 'build:lib/*' > graph.dot
  tamis graph --export html --around com.acme.Cart --depth 2 --classpath 'build:lib/*' --output cart.html
  tamis graph --export json --classpath 'build:lib/*' --technique static-border-minimal"
)]
pub(crate) struct GraphArguments {
    /// In which form.
    #[arg(long, value_enum)]
    pub(crate) export: Export,
    /// Only what uses this class and what it uses; its package can be left out.
    #[arg(long, value_name = "CLASS", required_if_eq("export", "html"))]
    pub(crate) around: Option<String>,
    /// How many steps around it.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "around")]
    pub(crate) depth: u32,
    /// Write to this file instead of stdout.
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) on: ProjectArguments,
}

#[derive(Debug, Args)]
#[command(
    after_help = "A border method is a method of the JDK that may end in Class.forName, ClassLoader.loadClass, \
findSystemClass or defineClass, by the call graph of the JDK. It is searched for once for each build of a JDK, which takes \
some seconds, and kept in the cache of the user.

Examples:
  tamis border
  tamis border --jdk /usr/lib/jvm/jdk-25 --list static --output border-methods.txt
  tamis border --list packages
  tamis border --list minimal"
)]
pub(crate) struct BorderArguments {
    /// The folder of the JDK; that of JAVA_HOME, or the one on the PATH, if it is not named.
    #[arg(long, value_name = "DIR")]
    pub(crate) jdk: Option<PathBuf>,
    /// Print a set of methods, or counts by package, instead of counts.
    #[arg(long, value_enum, value_name = "SET")]
    pub(crate) list: Option<BorderList>,
    /// The project whose `tamis-border-methods.txt` adds to the minimal set.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) project: PathBuf,
    /// Write to this file instead of stdout.
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum BorderList {
    /// All that the call graph of the JDK finds.
    Static,
    /// The four reflection methods.
    Four,
    /// The list made by hand, with what the project adds.
    Minimal,
    /// How many of the public methods of public types, by package.
    Packages,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Export {
    /// For Graphviz.
    Dot,
    /// One document, format `tamis-graph`.
    Json,
    /// A page that needs nothing else.
    Html,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  tamis status
  tamis status --project ../shop")]
pub(crate) struct StatusArguments {
    /// Whose evidence.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) project: PathBuf,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = SelectFormat::Text)]
    pub(crate) format: SelectFormat,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Exit code: 0 if tests can be selected here, 1 if something keeps them from it.

Examples:
  tamis doctor
  tamis doctor --project ../shop --format json"
)]
pub(crate) struct DoctorArguments {
    /// Where to look.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) project: PathBuf,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = SelectFormat::Text)]
    pub(crate) format: SelectFormat,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Each audit adds a line of JSON to `.tamis/audit.jsonl` in the project: how many tests ran, would have \
been skipped, and failed although they would have been.

Exit code: 0 if nothing would have been missed, 1 if something would have been or a test failed, 2 if it could not be done.

Examples:
  tamis audit --classpath 'target/test-classes:target/classes:lib/*'
  tamis audit --classpath 'build:lib/*' --technique class
  tamis audit --classpath 'build:lib/*' --isolation checked"
)]
pub(crate) struct AuditArguments {
    #[command(flatten)]
    pub(crate) on: ProjectArguments,
    /// Whether tests share a JVM, and what is done about what they leave behind.
    #[arg(long, value_enum, default_value_t = Isolation::Shared)]
    pub(crate) isolation: Isolation,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Isolation {
    /// All tests in one JVM, as Surefire runs them.
    Shared,
    /// As shared, and what tests leave behind in static fields is compared: tests that lean on each other run together.
    Checked,
    /// A JVM for each test class: nothing can leak from one to another.
    Forked,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Granularity {
    /// Methods that are entered.
    Method,
    /// Also where a block can initialise a class.
    Block,
    /// Also each instruction that can initialise a class; for studies.
    Site,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RecordingFormat {
    /// A block for each test class.
    Text,
    /// One document, format `tamis-recording`.
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// One line for each change.
    Text,
    /// One document, format `tamis-diff`.
    Json,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Needs a JDK (17 or newer): the one of JAVA_HOME, else the `javac` on the PATH. The first time, it also needs \
Maven and the network, to fetch JUnit, which is kept in the cache of the user.

Exit code: 0 if all went as planned, 2 if not, 130 or 143 if a signal stopped it.

Examples:
  tamis demo
  tamis demo --keep shop-demo"
)]
pub(crate) struct DemoArguments {
    /// Work in this folder, which must not exist, and leave it there.
    #[arg(long, value_name = "DIR")]
    pub(crate) keep: Option<PathBuf>,
}
