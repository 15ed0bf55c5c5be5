//! `tamis select`: which tests would run, and why.

use std::time::SystemTime;

use anyhow::Context as _;
use tamis_report::selection as report;

use crate::arguments::{SelectArguments, SelectFormat};
use crate::evidence::seconds;
use crate::exit::Exit;
use crate::output;
use crate::project::{Looked, Project, now};

pub(crate) fn run(arguments: &SelectArguments) -> anyhow::Result<Exit> {
    for (module, project) in Project::all(&arguments.on)? {
        let Looked { world, known, .. } = project.look(false);
        let selection = project.select(&known, &now(&world, &project.surroundings), false);
        let text = match arguments.format {
            SelectFormat::Text => report::text(&selection, seconds(SystemTime::now())),
            SelectFormat::Json => {
                report::json(&selection, project.technique).context("cannot write JSON")?
            }
        };
        if !module.is_empty() && arguments.format == SelectFormat::Text {
            output::answer(&format!("{module}:\n"))?;
        }
        output::answer(&text)?;
    }
    Ok(Exit::Fine)
}
