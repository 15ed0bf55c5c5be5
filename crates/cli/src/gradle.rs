//! `tamis gradle`: Gradle as the user calls it, with a script that has each test task ask what runs: see
//! [`crate::building`].

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, anyhow};

use crate::arguments::GradleArguments;
use crate::building::folder::{BuildFolder, Settings};
use crate::building::{code, ended, events, tell, wait};
use crate::exit::Exit;
use crate::output::WithHint as _;
use crate::project::FOLDER;

const HINT: &str = "put Gradle on the PATH, or name it with --with, such as --with ./gradlew";

/// The scripts, with a word in place of the folder that they are in.
const CHOOSE: &str = include_str!("gradle/tamis.gradle");
const SELECT: &str = include_str!("gradle/select.gradle");
const AGENT: &str = include_str!("gradle/agent.gradle");
const OLD_AGENT: &str = include_str!("gradle/agent-before-4.6.gradle");
const PLACE: &str = "TAMIS_PLACE";

/// Runs Gradle.
pub(crate) fn run(arguments: &GradleArguments) -> anyhow::Result<Exit> {
    let here = env::current_dir().context("cannot find the current folder")?;
    let root = root(&here, &arguments.gradle)
        .context("there is no build of Gradle here")
        .hint("go to a folder with `settings.gradle` or `build.gradle`, or name it with -p")?;
    let folder = BuildFolder::make()?;
    let settings = Settings {
        root,
        technique: arguments.technique,
        is_forced: arguments.force,
        is_verbose: arguments.verbose,
        fills_reports: false,
        events: arguments.events.as_deref().map(std::path::absolute).transpose()?,
    };
    if let Some(file) = &settings.events {
        events::start(file).hint("name a file in a folder that can be written")?;
    }
    folder.write(&settings)?;
    let place = settings.root.join(FOLDER).join("gradle");
    let _lock = lock(&place)?;
    let script = scripts(&place, &folder)?;
    let wrapper = settings.root.join("gradlew");
    let default = if wrapper.is_file() { &wrapper } else { Path::new("gradle") };
    let mut command = Command::new(arguments.with.as_deref().unwrap_or(default));
    command.arg("-I").arg(script).args(&arguments.gradle);
    let status = wait(command, HINT)?;
    // A plain build, from now on, is as without us.
    let _ = fs::remove_file(place.join("build"));
    ended::all(&folder);
    tell(&folder, &settings);
    Ok(Exit::Build(code(status)))
}

/// Until it is dropped, no other build of the project with us can begin: both would ask in one folder.
fn lock(place: &Path) -> anyhow::Result<fs::File> {
    let path = place.join("lock");
    let cannot = || format!("cannot lock `{}`", path.display());
    fs::create_dir_all(place).with_context(cannot)?;
    let file = fs::OpenOptions::new().create(true).append(true).open(&path).with_context(cannot)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(anyhow!("another `tamis gradle` runs here"))
            .hint("wait until it is done; one build runs the tests of several projects"),
        Err(fs::TryLockError::Error(error)) => Err(error).with_context(cannot),
    }
}

/// Writes the scripts, and says which folder this build has; gives the first of them. Those that are as they should be are
/// left alone.
fn scripts(place: &Path, folder: &BuildFolder) -> anyhow::Result<PathBuf> {
    let text = place.display().to_string().replace('\\', "\\\\").replace('\'', "\\'");
    let put = |name: &str, content: &str| {
        let path = place.join(name);
        if fs::read_to_string(&path).is_ok_and(|there| there == content) {
            return Ok(path);
        }
        fs::create_dir_all(place)
            .and_then(|()| fs::write(&path, content))
            .with_context(|| format!("cannot write `{}`", path.display()))
            .hint("see who owns the folder `.tamis`, and whether it can be written")?;
        Ok::<PathBuf, anyhow::Error>(path)
    };
    put("select.gradle", &SELECT.replace(PLACE, &text))?;
    put("agent.gradle", &AGENT.replace(PLACE, &text))?;
    put("agent-before-4.6.gradle", &OLD_AGENT.replace(PLACE, &text))?;
    put("build", &folder.path().display().to_string())?;
    put("tamis.gradle", &CHOOSE.replace(PLACE, &text))
}

/// The folder that all projects of a build are in: the nearest one with settings, or else this one, if it has a build.
pub(crate) fn root(folder: &Path, gradle: &[OsString]) -> Option<PathBuf> {
    let mut words = gradle.iter();
    let mut start = folder.to_owned();
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        if word == "-p" || word == "--project-dir" {
            start = folder.join(words.next()?);
        } else if let Some(named) = text.strip_prefix("--project-dir=") {
            start = folder.join(named);
        } else if let Some(named) = text.strip_prefix("-p").filter(|_| !text.starts_with("--")) {
            start = folder.join(named);
        }
    }
    let start = fs::canonicalize(start).ok()?;
    let has = |folder: &Path, name: &str| {
        [".gradle", ".gradle.kts"].iter().any(|end| folder.join(format!("{name}{end}")).is_file())
    };
    let with_settings = start.ancestors().find(|folder| has(folder, "settings"));
    let own = || has(&start, "build").then_some(start.as_path());
    with_settings.or_else(own).map(Path::to_owned)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{OsString, root};

    #[test]
    fn the_root_is_where_the_settings_are() {
        let folder = tempfile::tempdir().unwrap();
        let top = fs::canonicalize(folder.path()).unwrap();
        let inner = top.join("core");
        fs::create_dir_all(&inner).unwrap();
        assert_eq!(root(&inner, &[]), None);
        fs::write(inner.join("build.gradle"), "").unwrap();
        assert_eq!(root(&inner, &[]), Some(inner.clone()));
        fs::write(top.join("settings.gradle.kts"), "").unwrap();
        assert_eq!(root(&inner, &[]), Some(top.clone()));
        for words in [vec!["-p", "core"], vec!["-pcore"], vec!["--project-dir=core"]] {
            let words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
            assert_eq!(root(&top, &words), Some(top.clone()));
        }
    }
}
