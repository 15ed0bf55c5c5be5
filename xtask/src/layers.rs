//! `cargo xtask layers`: the crate table of ARCHITECTURE.md and the real dependencies must agree,
//! and edges go down.
//!
//! Normal and build dependencies between our own crates count. Development dependencies are free,
//! as they are in no product. What must only ever be one (`testkit`) is checked here too; a crate that is
//! itself in no product may be built from it.

mod table;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, ensure};
use serde_json::Value;

use self::table::{Layer, Row};
use crate::finding::{self, Finding};
use crate::workspace::Workspace;
use crate::{Exit, arguments};

/// The page that holds the table.
const PAGE: &str = "ARCHITECTURE.md";

/// The crate that products may not contain.
const DEV_ONLY: &str = "testkit";

/// A crate of the workspace, by its short name, and the crates of the workspace that it is built
/// from.
#[derive(Debug)]
struct Member {
    name: String,
    /// Relative to the root, with `/`.
    manifest: String,
    uses: BTreeSet<String>,
}

pub(crate) fn run(workspace: &Workspace, words: &[String]) -> anyhow::Result<Exit> {
    let [] = arguments::flags("layers", words, [])?;
    Ok(finding::print("layers", check_workspace(workspace)?))
}

pub(crate) fn check_workspace(workspace: &Workspace) -> anyhow::Result<Vec<Finding>> {
    let output = workspace
        .cargo()
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .output()
        .context("cannot start `cargo metadata`")?;
    ensure!(
        output.status.success(),
        "`cargo metadata` failed: {}",
        String::from_utf8_lossy(&output.stderr).trim()
    );
    let metadata = serde_json::from_slice(&output.stdout)
        .context("cannot read what `cargo metadata` printed")?;
    let members = read_members(workspace.root(), &metadata)?;
    Ok(check(&workspace.read(PAGE)?, &members))
}

/// Compares the table in `page` with the members of the workspace.
fn check(page: &str, members: &[Member]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let rows = table::parse(PAGE, page, &mut findings);
    let rows: BTreeMap<&str, &Row> = rows.iter().map(|row| (row.name.as_str(), row)).collect();
    for member in members {
        if let Some(row) = rows.get(member.name.as_str()) {
            check_member(member, row, &rows, &mut findings);
        } else {
            let message = format!("crate `{}` has no row in {PAGE}", member.name);
            findings.push(Finding::new(&member.manifest, 1, message));
        }
        let is_product = rows.get(member.name.as_str()).is_none_or(|row| row.layer != Layer::Dev);
        if member.uses.contains(DEV_ONLY) && is_product {
            let message = format!("`{DEV_ONLY}` may only be a development dependency");
            findings.push(Finding::new(&member.manifest, 1, message));
        }
    }
    for row in rows.values() {
        if !members.iter().any(|member| member.name == row.name) {
            let message = format!("there is no crate `{}` in the workspace", row.name);
            findings.push(Finding::new(PAGE, row.line, message));
        }
    }
    findings
}

fn check_member(
    member: &Member,
    row: &Row,
    rows: &BTreeMap<&str, &Row>,
    findings: &mut Vec<Finding>,
) {
    let name = &member.name;
    let mut complain = |message| findings.push(Finding::new(PAGE, row.line, message));
    let is_product = row.layer != Layer::Dev;
    for used in member.uses.iter().filter(|used| !is_product || *used != DEV_ONLY) {
        let above = rows.get(used.as_str()).filter(|used| used.layer > row.layer);
        if let Some(above) = above {
            complain(format!(
                "`{name}` (layer {}) uses `{used}` (layer {}): no edge goes up",
                row.layer, above.layer
            ));
        } else if !row.may_use.contains(used) {
            complain(format!("`{name}` uses `{used}`, which its row does not list"));
        }
    }
    for listed in row.may_use.difference(&member.uses) {
        complain(format!("the row of `{name}` lists `{listed}`, which `{name}` does not use"));
    }
}

/// Reads the workspace's crates from what `cargo metadata --no-deps` prints.
fn read_members(root: &Path, metadata: &Value) -> anyhow::Result<Vec<Member>> {
    let packages = array(metadata, "packages")?;
    let names: BTreeSet<&str> =
        packages.iter().map(|package| text(package, "name")).collect::<Result<_, _>>()?;
    packages.iter().map(|package| read_member(root, package, &names)).collect()
}

fn read_member(root: &Path, package: &Value, names: &BTreeSet<&str>) -> anyhow::Result<Member> {
    let manifest = Path::new(text(package, "manifest_path")?);
    let manifest = manifest.strip_prefix(root).unwrap_or(manifest);
    let mut uses = BTreeSet::new();
    for dependency in array(package, "dependencies")? {
        // `name` is the package's own name, also where the dependency is renamed.
        let name = text(dependency, "name")?;
        let is_dev = dependency.get("kind").and_then(Value::as_str) == Some("dev");
        if names.contains(name) && !is_dev {
            uses.insert(short(name));
        }
    }
    Ok(Member {
        name: short(text(package, "name")?),
        manifest: manifest.to_string_lossy().replace('\\', "/"),
        uses,
    })
}

/// `facts` for package `tamis-facts`; a package without the prefix keeps its name.
fn short(package: &str) -> String {
    package.strip_prefix("tamis-").unwrap_or(package).to_owned()
}

fn array<'a>(value: &'a Value, key: &str) -> anyhow::Result<&'a Vec<Value>> {
    value
        .get(key)
        .and_then(Value::as_array)
        .with_context(|| format!("`cargo metadata` printed no list `{key}`"))
}

fn text<'a>(value: &'a Value, key: &str) -> anyhow::Result<&'a str> {
    value
        .get(key)
        .and_then(Value::as_str)
        .with_context(|| format!("`cargo metadata` printed no text `{key}`"))
}
