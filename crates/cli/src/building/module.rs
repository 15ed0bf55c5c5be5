//! Which tests of a module run.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::Path;

use anyhow::Context as _;
use tamis_build::maven::Module;
use tamis_build::plain::Plan;
use tamis_facts::Digest;
use tamis_facts::fingerprint::Domain;
use tamis_report::selection as report;
use tamis_select::{Selection, Skip, Verdict};
use tamis_vocab::ClassName;
use tamis_world::World;

use super::folder::{BuildFolder, Counts, Settings};
use super::{events, reports};
use crate::evidence::seconds;
use crate::project::{Looked, MODULE, Project, now};
use crate::statics::needs_callers;
use crate::{agent_library, doctor, kept_file, output};

/// Selects, and answers the mojo.
pub(crate) fn run(folder: &BuildFolder, number: usize) -> anyhow::Result<()> {
    let module = folder.module(number)?;
    let settings = folder.settings()?;
    if let Some(why) = why_all(&module) {
        output::say(&format!(
            "tamis: {}: running everything, recording nothing: {why}",
            module.artifact
        ));
        if settings.is_verbose {
            doctor::tell(&settings.root);
        }
        // Gradle does not say which of its classes are named.
        let run = if module.is_of_gradle() { 0 } else { module.classes.len() };
        let counts = Counts { run, skipped: 0, is_kept: false, has_failed: false };
        folder.put_counts(number, counts)?;
        events::unrecorded(folder, &module, &why)?;
        return folder.put_of(number, "answer", "all\n");
    }
    if module.is_of_gradle() {
        folder.put_environment(number)?;
    } else {
        folder.put_variables(number, "variables", env::vars_os())?;
    }
    let project = project(folder, number, &module, &settings)?;
    let Looked { world, known, .. } = project.look(true);
    let before = now(&world, &project.surroundings);
    let selection = project.select(&known, &before, settings.is_forced);
    let heading = report::heading(&selection, seconds(std::time::SystemTime::now()));
    output::say(&format!("tamis: {}: {}", module.artifact, heading.trim_end()));
    let skips = selection.verdicts.len() > selection.running().count();
    if module.coverage_file().is_some() && skips {
        output::say(
            "note: JaCoCo sees only the tests that run; for the coverage of all, use --force",
        );
    }
    events::selected(folder, number, &module, &selection)?;
    see_to_reports(&module, &project, &selection, &settings);
    folder.put_unchanged(number, &report::Unchanged::of(&selection))?;
    folder.put_of(number, "world", &print(&world))?;
    remember(folder, number, &project);
    let journals = folder.file(number, "journals");
    fs::create_dir_all(&journals).context("cannot make a folder for journals")?;
    let running: BTreeSet<&ClassName> = selection.running().collect();
    let mut answer = String::new();
    for name in names(&module, &project) {
        let is_run = ClassName::of_get_name(&name).is_none_or(|class| running.contains(&class));
        if is_run {
            answer.push_str(&format!("run\t{name}\n"));
        }
    }
    let library = agent_library::unpack()?;
    // Surefire splits the text as a shell would; Gradle takes the quotes off.
    let callers = if needs_callers(settings.technique) { "callers," } else { "" };
    answer.push_str(&format!(
        "jvm\t\"-agentpath:{}={callers}roots={},journal={}\"\n",
        library.display(),
        folder.file(number, "roots").display(),
        journals.display()
    ));
    // The JVM is told of one jar only, which names all others.
    let named = module.class_path.iter().map(|path| path.display().to_string());
    let roots: Vec<String> = named.chain(project.all_roots()).collect();
    folder.put_of(number, "roots", &roots.join("\n"))?;
    if running.is_empty() {
        let skipped = names(&module, &project).len();
        let counts = Counts { run: 0, skipped, is_kept: true, has_failed: false };
        folder.put_counts(number, counts)?;
    }
    folder.put_of(number, "answer", &answer)
}

/// Writes the reports of tests that are skipped, if they are wanted, and names those that are old.
fn see_to_reports(module: &Module, project: &Project, selection: &Selection, settings: &Settings) {
    if settings.fills_reports {
        let skipped = selection.verdicts.iter().filter_map(|(test, verdict)| match verdict {
            // Classes without tests have no reports.
            Verdict::Skip(skip) if Plan::may_have_tests(&project.class_files, test) => {
                Some((test.clone(), skipped_since(skip)))
            }
            Verdict::Skip(_) | Verdict::Run(_) => None,
        });
        reports::fill(module, project.store.folder(), &skipped.collect::<Vec<_>>());
    }
    let is_skipped = |verdict: &Verdict| matches!(verdict, Verdict::Skip(_));
    let skipped = selection.verdicts.iter().filter(|(_, verdict)| is_skipped(verdict));
    reports::tell_stale(module, skipped.map(|(test, _)| test));
}

/// The test classes, as `Class.getName` has them.
pub(crate) fn names(module: &Module, project: &Project) -> Vec<String> {
    if module.is_of_gradle() {
        return project.tests().iter().map(|class| class.as_str().replace('/', ".")).collect();
    }
    // Those that are no names we know, too.
    module.classes.clone()
}

/// What a filled-in report says.
fn skipped_since(skip: &Skip) -> String {
    let passed = skip.passed;
    let at = skip.revision.as_ref().map_or_else(String::new, |revision| format!(" at {revision}"));
    format!("unchanged since it passed{at}, {passed} seconds after the start of 1970")
}

/// Keeps what the mojo said, for those who ask without a build. It is no evidence: without it, they have to say more.
fn remember(folder: &BuildFolder, number: usize, project: &Project) {
    let target = project.store.folder().join(MODULE);
    let Ok(text) = fs::read_to_string(folder.file(number, "module")) else { return };
    let text = text + &Module::root_line(&project.root);
    let _ = kept_file::replace(&target, text.as_bytes());
    remove_old_name(project.store.folder());
}

/// Removes the folder of a module by the name that it once had: its evidence is none any more. No folder has such a name today.
fn remove_old_name(own: &Path) {
    let name = own.file_name().and_then(|name| name.to_str());
    if let Some((group, artifact)) = name.and_then(|name| name.split_once('+')) {
        let _ = fs::remove_dir_all(own.with_file_name(format!("{group}.{artifact}")));
    }
}

/// Why nothing can be selected or recorded.
pub(crate) fn why_all(module: &Module) -> Option<String> {
    if let Some(why) = &module.unrecorded {
        return Some(why.clone());
    }
    if !module.forks {
        return Some("the tests run in the JVM of Maven (forkCount is 0)".to_owned());
    }
    if !module.suites.is_empty() {
        return Some("suites of TestNG say which classes run".to_owned());
    }
    let named = module.named.as_ref()?;
    let option = if module.is_of_gradle() { "--tests " } else { "-Dtest=" };
    Some(format!("the tests were named with {option}{named}"))
}

/// The tests that a run is about, which of them ran, and what they rest on, as for a plain class path.
pub(crate) fn project(
    folder: &BuildFolder,
    number: usize,
    module: &Module,
    settings: &Settings,
) -> anyhow::Result<Project> {
    // Those of the tests, as who asked had them. With Gradle it is another process in the end that keeps what they
    // recorded; without Maven it is the same one, which does not have all of them.
    let found = folder.environment(number);
    let variables = if let Some(found) = found {
        found
    } else if module.is_of_gradle() {
        anyhow::bail!("the variables of {} are lost", module.artifact);
    } else {
        // In Maven's JVM the agent has taken its words out of `MAVEN_OPTS`.
        env::vars_os().collect()
    };
    Project::of_module(module, &settings.root, settings.technique, variables)
}

/// What is on a class path, in one text that is the same if all of it is.
pub(crate) fn print(world: &World) -> String {
    let mut digest = Digest::new();
    for (name, all, copies) in world.classes() {
        digest.text(name);
        digest.u64(u64::from(copies));
        if let Some(all) = all {
            digest.fingerprint(all);
        }
    }
    for resource in world.resources() {
        digest.text(resource.path);
        resource.copies.iter().for_each(|copy| digest.fingerprint(*copy));
    }
    digest.finish(Domain::Surroundings).to_string()
}
