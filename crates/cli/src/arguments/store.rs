//! What can be typed to look after the evidence.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Debug, Subcommand)]
pub(crate) enum StoreVerb {
    /// Drop old evidence.
    Gc(GcArguments),
    /// Write all evidence into one file.
    Export(ExportArguments),
    /// Add the evidence of such a file.
    Import(ImportArguments),
    /// Add the evidence of the second store, or exported file, to the first.
    Merge(MergeArguments),
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  tamis store gc
  tamis store gc --keep 3 --max-age 30 --max-size 100")]
pub(crate) struct GcArguments {
    /// Whose evidence.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) project: PathBuf,
    /// Keep so many records of each test.
    #[arg(long, value_name = "N", default_value = "8")]
    pub(crate) keep: NonZeroUsize,
    /// Keep nothing that is older.
    #[arg(long, value_name = "DAYS")]
    pub(crate) max_age: Option<u64>,
    /// Keep no more than this; whole runs go, oldest first.
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    pub(crate) max_size: u64,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  tamis store export evidence.tamis
  tamis store export evidence.tamis --project ../shop")]
pub(crate) struct ExportArguments {
    /// The file.
    pub(crate) file: PathBuf,
    /// Whose evidence.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) project: PathBuf,
}

#[derive(Debug, Args)]
#[command(after_help = "What is there already is not added twice.

Examples:
  tamis store import evidence.tamis")]
pub(crate) struct ImportArguments {
    /// The file.
    pub(crate) file: PathBuf,
    /// Whose evidence.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) project: PathBuf,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  tamis store merge .tamis ../other-checkout/.tamis
  tamis store merge .tamis shard-2.tamis")]
pub(crate) struct MergeArguments {
    /// The `.tamis` folder that gets it.
    pub(crate) into: PathBuf,
    /// The `.tamis` folder, or exported file, that has it.
    pub(crate) from: PathBuf,
}
