//! `tamis`: arguments in, one function for each verb, an exit code out.

mod agent_library;
mod arguments;
mod audit;
mod border;
mod bound;
mod building;
mod check;
mod demo;
mod deps;
mod diff;
mod doctor;
mod evidence;
mod exit;
mod explain;
mod gradle;
mod graph;
mod jdk;
mod junit;
mod keeping;
mod kept_file;
mod mvn;
mod output;
mod project;
mod revision;
mod run;
mod select;
mod signals;
mod statics;
mod status;
mod store;
mod testing;

use std::panic::catch_unwind;
use std::process::ExitCode;

use clap::Parser as _;

use crate::arguments::{Arguments, Internal, Verb};
use crate::exit::Exit;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let outcome = catch_unwind(|| perform(arguments.verb));
    match outcome {
        Ok(Ok(exit)) => exit.into(),
        Ok(Err(error)) => {
            output::error(&error);
            Exit::Usage.into()
        }
        // The panic's own message has been printed by then.
        Err(_) => {
            output::say(
                "internal error: this is a bug in tamis, please report it with the lines above",
            );
            Exit::OurBug.into()
        }
    }
}

fn perform(verb: Verb) -> anyhow::Result<Exit> {
    match verb {
        Verb::Diff(arguments) => diff::run(&arguments),
        Verb::Demo(arguments) => demo::run(&arguments),
        Verb::Run(arguments) => run::run(&arguments),
        Verb::Select(arguments) => select::run(&arguments),
        Verb::Explain(arguments) => explain::run(&arguments),
        Verb::Deps(arguments) => deps::run(&arguments),
        Verb::Doctor(arguments) => doctor::run(&arguments),
        Verb::Graph(arguments) => graph::run(&arguments),
        Verb::Border(arguments) => border::run(&arguments),
        Verb::Status(arguments) => status::run(&arguments),
        Verb::Audit(arguments) => audit::run(&arguments),
        Verb::Store(verb) => store::run(&verb),
        Verb::Check(verb) => check::run(&verb),
        Verb::Internal(Internal::AgentPath) => {
            let path = agent_library::unpack()?;
            output::answer(&format!("{}\n", path.display()))?;
            Ok(Exit::Fine)
        }
        Verb::Test(arguments) => testing::run(&arguments),
        Verb::Mvn(arguments) => mvn::run(&arguments),
        Verb::Gradle(arguments) => gradle::run(&arguments),
        Verb::Internal(Internal::Build(arguments)) => building::step(&arguments),
        Verb::Internal(Internal::Bound(arguments)) => bound::run(&arguments),
    }
}
