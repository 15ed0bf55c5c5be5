//! `tamis graph`: the graph of types, or what is around one of them, to be looked at or read by programs.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context as _, anyhow};
use tamis_graph::{EdgeKind, Graph, Node, Part, State, View};
use tamis_report::picture::{Picture, PictureEdge, PictureNode};
use tamis_report::quoted_list;
use tamis_select::Technique;
use tamis_vocab::{ClassName, simple_class_name};

use crate::arguments::{Export, GraphArguments};
use crate::exit::Exit;
use crate::output::{self, Hint, WithHint as _};
use crate::project::Project;

/// More types than this on a page are no picture any more.
const MOST_ON_A_PAGE: usize = 400;

pub(crate) fn run(arguments: &GraphArguments) -> anyhow::Result<Exit> {
    let mut project = Project::open(&arguments.on)?;
    if !matches!(project.technique, Technique::Static(_)) {
        project.technique = Technique::Static(tamis_graph::Technique::Unaware);
    }
    let looked = project.look(false);
    let reached = project.reached(&looked.known, &looked.world);
    let reached = reached.ok_or_else(|| anyhow!("there is no graph, see above"))?;
    let reaching = reached.ready().map_err(|error| anyhow!(error))?;
    let view = reaching.shared();
    let picture = match &arguments.around {
        Some(class) => around(view, find(view.graph(), class)?, arguments.depth),
        None => of_project(view),
    };
    let technique = project.technique.to_string();
    let text = match arguments.export {
        Export::Dot => picture.dot(),
        Export::Json => picture.json(&technique),
        Export::Html => {
            if picture.nodes.len() > MOST_ON_A_PAGE {
                let count = picture.nodes.len();
                return Err(anyhow!("{count} classes are too many for a page"))
                    .hint("take a smaller --depth, or `--export dot`");
            }
            picture.html(arguments.around.as_deref().unwrap_or_default())
        }
    };
    match &arguments.output {
        Some(file) => {
            fs::write(file, text).with_context(|| format!("cannot write `{}`", file.display()))?;
        }
        None => output::answer(&text)?,
    }
    Ok(Exit::Fine)
}

/// The class of a name, with or without its package.
fn find(graph: &Graph, wanted: &str) -> anyhow::Result<Node> {
    if let Some(node) = graph.node(&wanted.replace('.', "/")) {
        return Ok(node);
    }
    let is_own = |node: &Node| graph.state(*node).part().is_some_and(|part| part != Part::Platform);
    let name = |node: Node| ClassName::internal(&graph.name(node));
    let is_wanted = |node: &Node| simple_class_name(name(*node).as_str()) == wanted;
    let found: Vec<Node> = graph.classes().filter(is_own).filter(is_wanted).collect();
    match found.as_slice() {
        [one] => Ok(*one),
        [] => Err(anyhow!("there is no class `{wanted}`"))
            .hint("name a class of the class path, with its package"),
        several => {
            let names: Vec<String> = several.iter().map(|node| name(*node).to_string()).collect();
            let hint = Hint(format!("there are {}", quoted_list(&names, 3)));
            Err(anyhow!("there is more than one class `{wanted}`").context(hint))
        }
    }
}

/// Edges of the graph and those of the technique, without the JDK; what is not there is told.
fn edges(view: &View<'_>, node: Node) -> BTreeMap<Node, &'static str> {
    let graph = view.graph();
    let is_told = |target: &Node| *target == Node::ANYTHING || is_of_class_path(graph, *target);
    let own = graph.edges(node).map(|edge| {
        let kind = match edge.kind {
            EdgeKind::Use => "use",
            EdgeKind::Inheritance => "inherit",
        };
        (edge.target, kind)
    });
    let extra = view.extra().pairs();
    let start = extra.partition_point(|(from, _)| *from < node);
    let extra = extra.iter().skip(start).take_while(|(from, _)| *from == node);
    let extra = extra.map(|(_, to)| (*to, "reflection"));
    // What class files say comes last, and stays.
    extra.chain(own).filter(|(target, _)| is_told(target)).collect()
}

fn is_of_class_path(graph: &Graph, node: Node) -> bool {
    match graph.state(node) {
        State::Absent => node != Node::ANYTHING,
        State::Present { part, .. } => part != Part::Platform,
    }
}

/// All classes of the project, and how they are connected.
fn of_project(view: &View<'_>) -> Picture {
    let graph = view.graph();
    let is_own = |node: &Node| graph.state(*node).part() == Some(Part::Project);
    let distances = graph.classes().filter(is_own).map(|node| (node, 0)).collect();
    picture(view, &distances)
}

/// What uses a class, and what it uses, so many steps away.
fn around(view: &View<'_>, middle: Node, depth: u32) -> Picture {
    let graph = view.graph();
    let mut users: BTreeMap<Node, BTreeSet<Node>> = BTreeMap::new();
    for node in graph.classes().filter(|node| is_of_class_path(graph, *node)) {
        for target in edges(view, node).into_keys() {
            users.entry(target).or_default().insert(node);
        }
    }
    let used = |node: Node| edges(view, node).into_keys().collect::<Vec<Node>>();
    let using = |node: Node| users.get(&node).into_iter().flatten().copied().collect::<Vec<Node>>();
    let mut distances = BTreeMap::from([(middle, 0)]);
    spread(&mut distances, middle, depth, 1, used);
    spread(&mut distances, middle, depth, -1, using);
    picture(view, &distances)
}

/// Goes from the middle in one direction; who is reached in both stays where it was found first.
fn spread(
    distances: &mut BTreeMap<Node, i32>,
    middle: Node,
    depth: u32,
    step: i32,
    next: impl Fn(Node) -> Vec<Node>,
) {
    let mut outermost = vec![middle];
    let mut distance = 0;
    for _ in 0..depth {
        distance += step;
        let mut reached = Vec::new();
        for node in outermost.into_iter().flat_map(&next) {
            if let Entry::Vacant(new) = distances.entry(node) {
                new.insert(distance);
                reached.push(node);
            }
        }
        outermost = reached;
    }
}

fn picture(view: &View<'_>, distances: &BTreeMap<Node, i32>) -> Picture {
    let graph = view.graph();
    let name = |node: Node| match node {
        Node::ANYTHING => "*".to_owned(),
        node => ClassName::internal(&graph.name(node)).to_string(),
    };
    let part = |node: Node| match graph.state(node).part() {
        _ if node == Node::ANYTHING => "any",
        Some(Part::Project) => "project",
        Some(Part::Library) => "library",
        Some(Part::Platform) => "jdk",
        None => "absent",
    };
    let mut nodes: Vec<(Node, i32)> = distances.iter().map(|(node, at)| (*node, *at)).collect();
    nodes.sort_by_key(|(node, distance)| (*distance, name(*node)));
    let numbers: BTreeMap<Node, usize> =
        nodes.iter().enumerate().map(|(number, (node, _))| (*node, number)).collect();
    let mut drawn: Vec<PictureEdge> = Vec::new();
    for (node, _) in &nodes {
        for (target, kind) in edges(view, *node) {
            if let (Some(from), Some(to)) = (numbers.get(node), numbers.get(&target))
                && from != to
            {
                drawn.push(PictureEdge { from: *from, to: *to, kind });
            }
        }
    }
    drawn.sort_unstable();
    let node = |(node, distance): &(Node, i32)| PictureNode {
        name: name(*node),
        part: part(*node),
        distance: *distance,
    };
    Picture { nodes: nodes.iter().map(node).collect(), edges: drawn }
}
