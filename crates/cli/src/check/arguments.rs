//! What can be typed after `tamis check`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use tamis_checker::{RETEST_ALL, Shard};
use tamis_progen::{Constraint, Operator, Scope};
use tamis_select::Technique;

use crate::arguments::technique;

#[derive(Debug, Subcommand)]
pub(crate) enum CheckVerb {
    /// List or count the programs that a constraint admits.
    ///
    /// Programs are enumerated, not drawn: one of each class of programs that differ in names only, in an order that is
    /// always the same.
    Programs(ProgramsArguments),
    /// Check techniques on generated evolving programs.
    ///
    /// Programs are generated, tests are made for them, and each is edited in all the ways that there are. All tests run
    /// before and after; what a technique selects is held against that. One JVM compiles and runs many programs.
    Auto(AutoArguments),
    /// Run tools on the corpus: bugs that were found in tools, as small evolving programs.
    Corpus(CorpusArguments),
    /// Judge the records of a campaign again, or say which rules there are, and which of them only a bug violates.
    Rules(RulesArguments),
    /// Say what a campaign found.
    Report(ReportArguments),
    /// Make evolving programs that violate a rule smaller.
    ///
    /// Takes the first violation of each likely cause, and leaves out types, members and tests as long as the rule is
    /// violated. Prints what is left, as Java.
    Reduce(ReduceArguments),
}

#[derive(Debug, Args)]
#[command(
    after_help = "A scope is written as numbers of packages, classes, methods and fields. Without \
--scope, it is that under which the published generator counts its own programs.

Examples:
  tamis check programs --constraint JD2 --count
  tamis check programs --constraint JD1 --scope 1/2/2/0 --count
  tamis check programs --constraint JD9 --stride 1000 --max 2
  tamis check programs --constraint JD6 --max 1 --operator E4"
)]
pub(crate) struct ProgramsArguments {
    /// Which programs: JD1 to JD10.
    #[arg(long, value_name = "JD", value_parser = constraint)]
    pub(crate) constraint: &'static Constraint,
    /// How large: at most so many packages, classes, methods and fields.
    #[arg(long, value_name = "P/C/M/F", value_parser = scope)]
    pub(crate) scope: Option<Scope>,
    /// Print how many programs there are, and nothing else.
    #[arg(long, conflicts_with = "operator")]
    pub(crate) count: bool,
    /// At most so many.
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) max: Option<usize>,
    /// Every so manieth.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = positive)]
    pub(crate) stride: usize,
    /// Draw, instead of taking the first ones. Needed where there are too many to list.
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Print what an operator makes of each: E1 to E9, or one of the newer ones.
    #[arg(long, value_name = "OP", value_parser = operator)]
    pub(crate) operator: Option<Operator>,
    /// Write calls as the published generator does, and leave out no place of an edit.
    #[arg(long)]
    pub(crate) paper_compat: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Records go to the folder of --out, a file for each program. A campaign that was stopped goes on \
with --resume; several machines can share one with --shard, and a folder for each or one for all.

Needs a JDK (17 or newer): the one of JAVA_HOME, else the `java` on the PATH. The first time, it also needs Maven and \
the network, to fetch JUnit 4, which is kept in the cache of the user.

Exit code: 0 if no rule was violated that only a bug violates, or the shard has no programs, 1 if one was, 2 if it could not be done, or if nothing \
could be built and checked.

Examples:
  tamis check auto --techniques class,hybrid,hybrid-f
  tamis check auto --techniques hybrid --constraints JD2,JD4 --operators E4,E8 --max 10
  tamis check auto --techniques hybrid --shard 2/8 --out campaign
  tamis check auto --techniques hybrid --out campaign --resume"
)]
pub(crate) struct AutoArguments {
    /// What is checked: class, hybrid, hybrid-f.
    #[arg(long, value_name = "T", value_delimiter = ',', default_value = "hybrid", value_parser = technique)]
    pub(crate) techniques: Vec<Technique>,
    /// Of which constraints; all of them without it.
    #[arg(long, value_name = "JD", value_delimiter = ',', value_parser = constraint)]
    pub(crate) constraints: Vec<&'static Constraint>,
    /// Edits by which operators; all of them without it.
    #[arg(long, value_name = "OP", value_delimiter = ',', value_parser = operator)]
    pub(crate) operators: Vec<Operator>,
    /// At most so many programs of each constraint, no two of them with the same text.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = positive)]
    pub(crate) max: usize,
    /// Every so manieth program of a constraint.
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = positive)]
    pub(crate) stride: usize,
    /// Newer operators than E1 to E9 are tried on every so manieth of those programs.
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = positive)]
    pub(crate) newer_stride: usize,
    /// For what is drawn: programs without constraint, and tests.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// At most so many tests of each size.
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = positive)]
    pub(crate) tests: usize,
    /// Programs and edits as published, with those that cannot compile.
    #[arg(long)]
    pub(crate) paper_compat: bool,
    /// How our techniques are run.
    #[arg(long, value_enum, default_value_t = CheckMode::Resident)]
    pub(crate) mode: CheckMode,
    /// One part of several, such as 2/8.
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    pub(crate) shard: Shard,
    /// Where records go.
    #[arg(long, value_name = "DIR", default_value = "tamis-check")]
    pub(crate) out: PathBuf,
    /// Go on with a campaign that was stopped.
    #[arg(long)]
    pub(crate) resume: bool,
    /// How many programs are checked at the same time; as many as there are processors without it.
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) workers: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckMode {
    /// In a machine that stays, for many programs.
    Resident,
    /// As anybody runs them: `tamis run` and `tamis select` for each program.
    Process,
    /// Both ways, and a rule that says where they select otherwise.
    Both,
}

impl CheckMode {
    /// The word that is typed for it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Resident => "resident",
            Self::Process => "process",
            Self::Both => "both",
        }
    }
}

#[derive(Debug, Args)]
#[command(
    after_help = "A tool is the name of an adapter that comes with tamis (retest-all, tamis, tamis-class, ekstazi, \
starts, hyrts, openclover) or a TOML file that says how another one is run. Each tool has a project of its own for each \
bug, and is run by Maven, which needs the network for what it has not fetched yet.

The table has the rules that were violated; a star marks tools for which the bug was reported.

Exit code: 0 if tamis violates no rule, 1 if it does, 2 if it could not be done, or a tool was judged on no case, 129, 130 or 143 if a signal stopped it.

Examples:
  tamis check corpus --tools tamis
  tamis check corpus --tools tamis,ekstazi,starts,hyrts,openclover --out bugs
  tamis check corpus --tools tamis,ekstazi,starts,hyrts,openclover --out bugs --resume --format html > bugs.html
  tamis check corpus --tools my-tool.toml --bugs Clover-2,Row-25 --keep projects"
)]
pub(crate) struct CorpusArguments {
    /// Which tools.
    #[arg(long, value_name = "TOOL", value_delimiter = ',', default_value = "tamis")]
    pub(crate) tools: Vec<String>,
    /// What they are held against.
    #[arg(long, value_name = "TOOL", default_value = RETEST_ALL)]
    pub(crate) against: String,
    /// The folder of the corpus.
    #[arg(long, value_name = "DIR", default_value = "corpus")]
    pub(crate) corpus: PathBuf,
    /// Only these bugs.
    #[arg(long, value_name = "BUG", value_delimiter = ',')]
    pub(crate) bugs: Vec<String>,
    /// Write down there what came of each bug with each tool.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Go on with what is in the folder of --out.
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
    /// Work in this folder, which must not exist, and leave the projects there.
    #[arg(long, value_name = "DIR")]
    pub(crate) keep: Option<PathBuf>,
    /// How many bugs are looked at at the same time.
    #[arg(long, value_name = "N", default_value = "1", value_parser = positive)]
    pub(crate) jobs: usize,
    /// Builds may not use the network.
    #[arg(long)]
    pub(crate) offline: bool,
    /// A build that takes longer is ended, if the adapter does not say how long it may take.
    #[arg(long, value_name = "SECONDS", default_value = "300", value_parser = positive)]
    pub(crate) deadline: usize,
    /// How the table is printed.
    #[arg(long, value_enum, default_value_t = CorpusFormat::Text)]
    pub(crate) format: CorpusFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CorpusFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// For browsers.
    Html,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  tamis check rules
  tamis check rules --out campaign > violations.jsonl")]
pub(crate) struct RulesArguments {
    /// The records; prints a line of JSON for each violation.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  tamis check report --out campaign
  tamis check report --out campaign --format html > campaign.html")]
pub(crate) struct ReportArguments {
    /// The records.
    #[arg(long, value_name = "DIR", default_value = "tamis-check")]
    pub(crate) out: PathBuf,
    /// How it is printed.
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub(crate) format: ReportFormat,
}

#[derive(Debug, Args)]
#[command(after_help = "Techniques are run in the mode of the campaign.

Exit code: 1 if a violation was reduced, 0 if none was, 2 if it could not be done.

Examples:
  tamis check reduce --out campaign
  tamis check reduce --out campaign --id JD7-00000-E5-1")]
pub(crate) struct ReduceArguments {
    /// The records.
    #[arg(long, value_name = "DIR", default_value = "tamis-check")]
    pub(crate) out: PathBuf,
    /// Only violations of this evolving program: all of them, not one of each likely cause.
    #[arg(long, value_name = "ID")]
    pub(crate) id: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// For people.
    Text,
    /// For browsers.
    Html,
}

fn constraint(word: &str) -> Result<&'static Constraint, String> {
    Constraint::find(word).ok_or_else(|| "there are JD1 to JD10".to_owned())
}

fn operator(word: &str) -> Result<Operator, String> {
    let names = || Operator::ALL.map(|(name, _)| name).join(", ");
    word.parse().map_err(|_| format!("there are {}", names()))
}

fn scope(word: &str) -> Result<Scope, String> {
    word.parse::<Scope>().map_err(|error| error.to_string())
}

fn positive(word: &str) -> Result<usize, String> {
    match word.parse() {
        Ok(0) | Err(_) => Err("a number from 1 on is expected".to_owned()),
        Ok(number) => Ok(number),
    }
}
