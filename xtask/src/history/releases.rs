//! The releases of a library that publishes its compiled tests.

use std::path::PathBuf;

use anyhow::bail;

use super::{Step, Study, folder};
use crate::Exit;
use crate::arguments::UsageError;
use crate::suites::{fetch_jars, frameworks, needs_of};
use crate::workspace::Workspace;

const HINT: &str = "cargo xtask releases GROUP:ARTIFACT VERSION VERSION … [--jdk N]";

pub(crate) fn run(workspace: &Workspace, words: &[String]) -> anyhow::Result<Exit> {
    let wrong = |message: &str| UsageError::new(message.to_owned(), HINT.to_owned());
    let (mut plain, mut jdk) = (Vec::new(), 17);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if word == "--jdk" {
            let number = words.next().and_then(|text| text.parse().ok());
            jdk = number.ok_or_else(|| wrong("`--jdk` has no number"))?;
        } else {
            plain.push(word.as_str());
        }
    }
    let [library, versions @ ..] = plain.as_slice() else {
        return Err(wrong("`releases` needs a library and its versions").into());
    };
    let Some((_, artifact)) = library.split_once(':').filter(|_| versions.len() > 1) else {
        return Err(wrong("`releases` needs GROUP:ARTIFACT and two versions at least").into());
    };
    let folder = folder(workspace, artifact)?;
    let project = folder.join("project");
    std::fs::create_dir_all(&project)?;
    let mut study = Study::new(workspace, project, jdk)?;
    for version in versions {
        let own = [format!("{library}:{version}"), format!("{library}:{version}:tests")];
        let mut names: Vec<&str> = own.iter().map(String::as_str).collect();
        for name in needs_of(library).chain(frameworks()) {
            names.push(name);
        }
        let jars = fetch_jars(workspace, &folder.join("jars"), &names)?;
        let [main, tests, rest @ ..] = jars.as_slice() else {
            bail!("`{library}` has no jars");
        };
        let text = |path: &PathBuf| path.display().to_string();
        let rest: Vec<String> = rest.iter().map(text).collect();
        let class_path = format!("{}:{}:{}", text(tests), text(main), rest.join(":"));
        let label = format!("{artifact} {version}");
        study.step(&Step { label, class_path, tests: text(tests) })?;
    }
    Ok(study.finish())
}
