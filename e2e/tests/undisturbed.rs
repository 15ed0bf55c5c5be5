//! A program prints and does the same with the agent as without it. What is run and how is in `e2e/undisturbed`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tamis_testkit::{Jdk, Job, jdk, sources_below};

use crate::{Ran, repository, run, tamis};

/// The library that the executable carries.
pub(crate) fn agent_library() -> String {
    let ran = run(tamis().args(["internal", "agent-path"]));
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    ran.stdout.trim_end().to_owned()
}

#[test]
fn programs_print_the_same_with_the_agent() {
    let library = agent_library();
    let folder = tempfile::tempdir().unwrap();
    let classes = |program: &Path| folder.path().join(program.file_name().unwrap());
    let job = |program: &PathBuf| Job {
        out: classes(program),
        release: 17,
        flags: vec!["-g".to_owned()],
        sources: sources_below(&program.join("src")),
    };
    jdk(17).compile(&programs().iter().map(job).collect::<Vec<_>>());
    let mut differences = Vec::new();
    for release in [17, 25] {
        let jdk = jdk(release);
        for program in programs() {
            let name = format!("{} on {release}", program.file_name().unwrap().display());
            let journals = folder.path().join(format!("journals of {name}"));
            fs::create_dir_all(&journals).unwrap();
            let without = run(&mut command(&jdk, &program, &classes(&program), None));
            let modes =
                ["granularity=method", "granularity=block", "granularity=site", "statics=100000"];
            for mode in modes {
                let agent = format!("-agentpath:{library}=journal={},{mode}", journals.display());
                let with = run(&mut command(&jdk, &program, &classes(&program), Some(&agent)));
                if let Some(difference) = difference(&without, &with) {
                    differences.push(format!("{name}, {mode}: {difference}"));
                }
            }
            let count = fs::read_dir(&journals).unwrap().count();
            assert_eq!(count, modes.len(), "{name}: a journal of each run");
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

fn programs() -> Vec<PathBuf> {
    let list = fs::read_dir(repository().join("e2e/undisturbed")).unwrap();
    let mut programs: Vec<_> = list.map(|entry| entry.unwrap().path()).collect();
    programs.sort();
    assert!(programs.len() >= 9, "{programs:?}");
    programs
}

fn command(jdk: &Jdk, program: &Path, classes: &Path, agent: Option<&str>) -> Command {
    let words = fs::read_to_string(program.join("run.txt")).unwrap();
    let words = words.lines().map(|word| word.replace("{classes}", &classes.to_string_lossy()));
    let mut command = jdk.command("java");
    command.args(agent).args(words).current_dir(program);
    command
}

/// The first line that differs.
fn difference(without: &Ran, with: &Ran) -> Option<String> {
    if without.code != with.code {
        return Some(format!(
            "exit code {} became {}\n{}\n{}",
            without.code, with.code, with.stdout, with.stderr
        ));
    }
    for (before, after) in [(&without.stdout, &with.stdout), (&without.stderr, &with.stderr)] {
        let mut lines = before.lines().zip(after.lines());
        if let Some((before, after)) = lines.find(|(before, after)| before != after) {
            return Some(format!("\n- {before}\n+ {after}"));
        }
        if before != after {
            return Some(format!("more or fewer lines\n- {before}\n+ {after}"));
        }
    }
    None
}
