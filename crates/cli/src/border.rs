//! `tamis border`: which methods of a JDK may end in a reflection method, and the other sets of border methods.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use tamis_graph::{BorderMethods, Count};

use crate::arguments::{BorderArguments, BorderList};
use crate::exit::Exit;
use crate::jdk;
use crate::output::{self, Hint, WithHint as _};
use crate::statics::Jdk;
use crate::statics::border::{self, JdkBorder};

pub(crate) fn run(arguments: &BorderArguments) -> anyhow::Result<Exit> {
    let text = match arguments.list {
        Some(BorderList::Four) => BorderMethods::four().to_string(),
        Some(BorderList::Minimal) => minimal(&arguments.project)?,
        Some(BorderList::Static) => searched(arguments)?.2.methods.to_string(),
        Some(BorderList::Packages) => packages(&searched(arguments)?.2),
        None => {
            let (build, classes, found) = searched(arguments)?;
            counts(&build, classes, &found)
        }
    };
    match &arguments.output {
        Some(file) => fs::write(file, text)
            .with_context(|| format!("cannot write `{}`", file.display()))
            .hint("name a file in a folder that exists and can be written")?,
        None => output::answer(&text)?,
    }
    Ok(Exit::Fine)
}

/// The list made by hand, with what the project adds.
fn minimal(project: &Path) -> anyhow::Result<String> {
    let mut methods = BorderMethods::minimal().context("cannot read the list of this program")?;
    let hint = || Hint("see docs/formats/border-methods.md".to_owned());
    let own = border::of_project(project).map_err(|about| anyhow!(about).context(hint()))?;
    methods.extend(&own);
    Ok(methods.to_string())
}

/// The build of the JDK, how many classes it has, and what was found in it.
fn searched(arguments: &BorderArguments) -> anyhow::Result<(String, usize, JdkBorder)> {
    let home = match &arguments.jdk {
        Some(home) => home.clone(),
        None => home()?,
    };
    let hint = || Hint("name the folder of a JDK, 17 or newer, with --jdk".to_owned());
    let cannot = |about: String| anyhow!("nothing can be said about {about}").context(hint());
    let jdk = Jdk::read(&home).map_err(cannot)?;
    let found = border::of_jdk(&jdk);
    let build = jdk.origin.split(' ').next().unwrap_or_default().to_owned();
    Ok((build, jdk.platform.len(), found))
}

fn home() -> anyhow::Result<PathBuf> {
    let java = jdk::tool("java")?;
    let java =
        fs::canonicalize(&java).with_context(|| format!("cannot find `{}`", java.display()))?;
    java.parent()
        .and_then(Path::parent)
        .map(Path::to_owned)
        .with_context(|| format!("`{}` is in no JDK", java.display()))
        .hint("set JAVA_HOME to the folder of a JDK, or name it with --jdk")
}

fn counts(build: &str, classes: usize, found: &JdkBorder) -> String {
    let mut text = format!("JDK {build}: {classes} classes\n");
    for (what, count) in [
        ("public methods", found.public),
        ("public methods of public types", found.public_of_public_types),
    ] {
        let Count { border, all } = count;
        let share = percent(count);
        text.push_str(&format!(
            "{border:>8} of {all:>7} {what} may end in a reflection method, {share}\n"
        ));
    }
    let set = found.methods.len();
    text.push_str(&format!(
        "{set:>8} border methods, with protected ones and those of types above public ones\n"
    ));
    text
}

fn packages(found: &JdkBorder) -> String {
    let line = |(package, count): (&String, &Count)| {
        let Count { border, all } = count;
        format!("{border:>6} of {all:>6}  {}\n", package.replace('/', "."))
    };
    found.by_package.iter().map(line).collect()
}

fn percent(count: Count) -> String {
    let thousandths = (count.border * 1000 + count.all / 2) / count.all.max(1);
    format!("{}.{} %", thousandths / 10, thousandths % 10)
}
