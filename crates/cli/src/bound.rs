//! A child that does not outlive us: if `tamis` is killed, so is the JVM that it started.
//!
//! Between the two stands a moment of `tamis internal bound`, which asks the kernel for that and then becomes the child: to
//! ask in a child that was only forked takes unsafe code. The child keeps number, parent, folder, files and environment.
//! Only Linux can do it; elsewhere the child is started as it is.

use std::os::unix::process::{CommandExt as _, parent_id};
use std::process::Command;

use anyhow::{Context as _, anyhow};

use crate::arguments::BoundArguments;
use crate::exit::Exit;

/// The command, so that what it starts is killed when this process is.
pub(crate) fn to_this_process(command: Command) -> Command {
    if !cfg!(target_os = "linux") {
        return command;
    }
    // Us, even if the file has been replaced meanwhile.
    let mut bound = Command::new("/proc/self/exe");
    bound.args(["internal", "bound", &std::process::id().to_string(), "--"]);
    bound.arg(command.get_program()).args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        bound.current_dir(folder);
    }
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => bound.env(name, value),
            None => bound.env_remove(name),
        };
    }
    bound
}

/// Becomes the child.
pub(crate) fn run(arguments: &BoundArguments) -> anyhow::Result<Exit> {
    let (program, words) = arguments.words.split_first().context("there is no program to start")?;
    bind().context("cannot bind a process to the one that started it")?;
    // It may be gone since before the kernel was asked.
    if parent_id() != arguments.parent {
        return Err(anyhow!("the process {} is gone", arguments.parent));
    }
    let error = Command::new(program).args(words).exec();
    Err(anyhow!(error).context(format!("cannot start `{}`", program.display())))
}

#[cfg(target_os = "linux")]
fn bind() -> rustix::io::Result<()> {
    use rustix::process::{Signal, set_parent_process_death_signal};
    set_parent_process_death_signal(Some(Signal::KILL))
}

#[cfg(not(target_os = "linux"))]
fn bind() -> rustix::io::Result<()> {
    Ok(())
}
