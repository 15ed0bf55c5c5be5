//! `tamis deps`: what a test rests on, and how two techniques differ about that.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::anyhow;
use tamis_graph::{Part, Reached, State};
use tamis_report::deps::{self as report, Comparison, Dependencies, Side};
use tamis_report::quoted_list;
use tamis_select::{Block, Technique};
use tamis_vocab::{ClassName, simple_class_name};
use tamis_world::World;

use crate::arguments::{DepsArguments, SelectFormat};
use crate::exit::Exit;
use crate::output::{self, Hint};
use crate::project::{Known, Looked, Project, now};
use crate::statics::{self, Reaching};

pub(crate) fn run(arguments: &DepsArguments) -> anyhow::Result<Exit> {
    let mut project = Project::open(&arguments.on)?;
    let looked = project.look(false);
    let text = match (&arguments.compare[..], &arguments.test) {
        ([first, second], None) => {
            let first = side(&mut project, &looked, *first)?;
            let second = side(&mut project, &looked, *second)?;
            let all = classes_of_project(&looked.world);
            let comparison = Comparison::of(&first, &second, &all);
            match arguments.format {
                SelectFormat::Text => comparison.text(),
                SelectFormat::Json => comparison.json(),
            }
        }
        (_, Some(test)) => one(&project, &looked, test, arguments.format)?,
        (_, None) => {
            let hint = Hint("name a test, or two techniques with --compare".to_owned());
            return Err(anyhow!("there is nothing to look at").context(hint));
        }
    };
    output::answer(&text)?;
    Ok(Exit::Fine)
}

/// The tests of a name, with or without package.
fn one(
    project: &Project,
    looked: &Looked,
    wanted: &str,
    format: SelectFormat,
) -> anyhow::Result<String> {
    let is_wanted =
        |test: &ClassName| test.to_string() == wanted || simple_class_name(test.as_str()) == wanted;
    let tests: Vec<ClassName> = project.tests().into_iter().filter(is_wanted).collect();
    if tests.is_empty() {
        let there: Vec<String> = project.tests().iter().map(ToString::to_string).collect();
        let hint = Hint(format!("there are {}", quoted_list(&there, 3)));
        return Err(anyhow!("there is no test class `{wanted}`").context(hint));
    }
    let technique = project.technique.to_string();
    let reached = project.reached(&looked.known, &looked.world);
    let found = dependencies(project, looked, &tests, Scope::ClassPath, reached.as_ref())?;
    let text = found.iter().map(|(test, found)| match format {
        SelectFormat::Text => report::text(test, &technique, found),
        SelectFormat::Json => report::to_json(test, &technique, found),
    });
    Ok(text.collect())
}

/// What one technique says of all tests.
fn side(project: &mut Project, looked: &Looked, technique: Technique) -> anyhow::Result<Side> {
    project.technique = technique;
    // Once for both questions: it takes its time.
    let reached = project.reached(&looked.known, &looked.world);
    let reached = reached.as_ref();
    let rests_on = dependencies(project, looked, &project.tests(), Scope::Project, reached)?;
    let now = now(&looked.world, &project.surroundings);
    let selection = project.select_by(&looked.known, &now, false, reached);
    let selected = selection.running().cloned().collect();
    Ok(Side { technique: technique.to_string(), rests_on, selected })
}

/// Which classes are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// Of the project and its libraries.
    ClassPath,
    /// Without libraries, as studies do.
    Project,
}

/// What the technique of the project says that tests rest on.
fn dependencies(
    project: &Project,
    looked: &Looked,
    tests: &[ClassName],
    scope: Scope,
    reached: Option<&statics::Known>,
) -> anyhow::Result<BTreeMap<ClassName, Dependencies>> {
    let Looked { world, known, .. } = looked;
    let of_project = classes_of_project(world);
    let is_told = |class: &ClassName| match scope {
        Scope::ClassPath => world.class(class.as_str()).is_some(),
        Scope::Project => of_project.contains(class),
    };
    let reaching = match (project.technique, reached) {
        (Technique::Static(_), None) => return Err(anyhow!("nothing can be said, see above")),
        (_, None) => None,
        (_, Some(reached)) => Some(reached.ready().map_err(|error| anyhow!(error))?),
    };
    let found = tests.iter().map(|test| {
        let found = match (project.technique, &reaching) {
            (Technique::All, _) => Dependencies::Anything { steps: Vec::new() },
            (_, Some(reaching)) => statically(reaching, test),
            (_, None) => recorded(known, test),
        };
        let found = match found {
            Dependencies::Classes(mut classes) => {
                classes.retain(is_told);
                Dependencies::Classes(classes)
            }
            Dependencies::Anything { .. } | Dependencies::NeverRecorded => found,
        };
        (test.clone(), found)
    });
    Ok(found.collect())
}

/// The classes that a test can reach, without those of the JDK.
fn statically(reaching: &Reaching<'_>, test: &ClassName) -> Dependencies {
    let Some(node) = reaching.node(test) else { return Dependencies::NeverRecorded };
    match &*reaching.reached(node) {
        Reached::Anything => Dependencies::Anything { steps: reaching.steps_to_anything(node) },
        Reached::Nodes(nodes) => {
            let graph = reaching.graph();
            let is_own = |state: State| matches!(state, State::Present { part, .. } if part != Part::Platform);
            let own = nodes.iter().filter(|node| is_own(graph.state(**node)));
            Dependencies::Classes(own.map(|node| ClassName::internal(&graph.name(*node))).collect())
        }
    }
}

/// The classes that the newest record of a test says it used.
fn recorded(known: &Known, test: &ClassName) -> Dependencies {
    let has_test = |block: &&Block| block.tests().any(|name| name == test.as_str());
    let newest = known.blocks.iter().filter(has_test).max_by_key(|block| block.time());
    match newest.and_then(|block| block.used_by(test.as_str())) {
        Some(used) => Dependencies::Classes(used.into_iter().map(ClassName::internal).collect()),
        None => Dependencies::NeverRecorded,
    }
}

fn classes_of_project(world: &World) -> BTreeSet<ClassName> {
    let folders = world.by_root().into_iter().filter(|root| !root.is_jar);
    let classes = folders.flat_map(|root| root.classes);
    classes.map(|class| ClassName::internal(class.name)).collect()
}
