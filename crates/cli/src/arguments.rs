//! What can be typed.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

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
    /// Compiles a small shop, edits it, compiles it again, and says what changed.
    Demo(DemoArguments),
    /// For tests of tamis itself.
    #[command(subcommand, hide = true)]
    Internal(Internal),
}

#[derive(Debug, Subcommand)]
pub(crate) enum Internal {
    /// Write the agent library to the cache and print its path.
    AgentPath,
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// One line for each change.
    Text,
    /// One document, format `tamis-diff`.
    Json,
}

#[derive(Debug, Args)]
#[command(after_help = "Needs a JDK: the one of JAVA_HOME, else the `javac` on the PATH.

Examples:
  tamis demo
  tamis demo --keep shop-demo")]
pub(crate) struct DemoArguments {
    /// Work in this folder, which must not exist, and leave it there.
    #[arg(long, value_name = "DIR")]
    pub(crate) keep: Option<PathBuf>,
}
