//! What decides how Maven builds a project, apart from its sources: poms and their parents, settings, `.mvn`, variables, the
//! JDK, which files profiles ask for.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use tamis_build::maven::{Recipe, RecipeProject};

use super::moving;
use super::stamps::{content, files_below};
use crate::jdk;

/// Variables that Maven, its script or a JVM look at.
const TELLING: [&str; 22] = [
    "MAVEN_CONFIG",
    "MAVEN_DEBUG_OPTS",
    "MAVEN_OPTS",
    "MAVEN_ARGS",
    "MAVEN_HOME",
    "M2_HOME",
    "MAVEN_SKIP_RC",
    "MAVEN_BASEDIR",
    "MAVEN_PROJECTBASEDIR",
    "JAVA_HOME",
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "_JAVA_OPTIONS",
    "CLASSPATH",
    "HOME",
    "USER",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "LC_MESSAGES",
    "TZ",
    "XDG_CONFIG_HOME",
];

/// Stands for the `java` that is called, among the variables.
const JAVA: &str = "(java)";

/// Whether no pom gives libraries to Surefire, or names what it takes for a test framework.
pub(crate) const ALONE: &str = "surefire-alone";

/// Adds to a recipe what the conditions are now.
pub(crate) fn note(recipe: &mut Recipe) {
    let projects = recipe.projects();
    let mut poms: BTreeSet<PathBuf> = recipe.reactor().into_iter().collect();
    let own = poms.clone();
    poms.extend(projects.values().flat_map(|project| project.parents.iter().cloned()));
    let mut files: BTreeSet<PathBuf> = poms.clone();
    files.extend(recipe.said("settings").into_iter().filter(|s| !s.is_empty()).map(PathBuf::from));
    for (folder, is_there) in above(&recipe.root) {
        files.extend(files_below(&folder));
        recipe.probes.insert(folder, is_there);
    }
    files.extend(env::var_os("HOME").map(|home| Path::new(&home).join(".mavenrc")));
    files.extend(["/etc/mavenrc", "/usr/local/etc/mavenrc"].map(PathBuf::from));
    files.insert(recipe.root.join("mvnw"));
    // Their names have the version of Maven.
    for home in recipe.said("maven-home") {
        let library = Path::new(&home).join("lib");
        let jars = fs::read_dir(library).into_iter().flatten().flatten().map(|entry| entry.path());
        let core = jars.filter(|jar| jar.to_string_lossy().contains("maven-core"));
        recipe.probes.extend(core.map(|jar| (jar, true)));
    }
    for home in recipe.said("java-home") {
        files.insert(Path::new(&home).join("release"));
    }
    let (mut doubts, mut is_alone) = (Vec::new(), true);
    let mut names: BTreeSet<String> = TELLING.into_iter().map(str::to_owned).collect();
    let settings = recipe.said("settings").into_iter().map(PathBuf::from);
    // Those that are not there have no profiles.
    let settings = settings.filter(|file| file.is_file()).collect::<BTreeSet<_>>();
    let mut texts = Vec::new();
    for pom in poms.iter().chain(&settings) {
        let Ok(text) = fs::read_to_string(pom) else {
            doubts.push(format!("`{}` cannot be read", pom.display()));
            continue;
        };
        names.extend(variables_in(&text));
        is_alone &= leaves_surefire_alone(&text);
        if own.contains(pom) && leaves_versions_open(&text) {
            doubts.push(format!("`{}` leaves it open which version is used", pom.display()));
        }
        if extends_maven(&text) {
            doubts.push(format!("a plugin in `{}` extends Maven", pom.display()));
        }
        for asked in asked_for(&text) {
            for module in &own {
                let folder = module.parent().unwrap_or(Path::new("/"));
                match place(&asked, folder) {
                    Some(path) => {
                        let is_there = path.exists();
                        recipe.probes.insert(path, is_there);
                    }
                    None => doubts.push(format!("a profile asks for the file `{asked}`")),
                }
            }
        }
        texts.push(text);
    }
    if files.iter().any(|file| file.ends_with(".mvn/extensions.xml") && file.exists()) {
        doubts.push("there are extensions in `.mvn/extensions.xml`".to_owned());
    }
    let filtered = filtered(&projects);
    names.extend(filtered.iter().flat_map(|text| variables_in(text)));
    doubts.extend(moving::doubt(&texts, &filtered));
    recipe.files = files.into_iter().map(|file| (file.clone(), content(&file))).collect();
    recipe.variables = variables(names.iter().map(String::as_str));
    recipe.variables.extend(variables([JAVA].into_iter()));
    recipe.raw.push(vec![ALONE.to_owned(), if is_alone { "yes" } else { "no" }.to_owned()]);
    recipe.raw.extend(doubts.into_iter().map(|doubt| vec!["doubt".to_owned(), doubt]));
}

/// What is not as it was, if something is not.
pub(crate) fn changed(recipe: &Recipe) -> Option<String> {
    let now = variables(recipe.variables.keys().map(String::as_str));
    for (name, value) in &recipe.variables {
        if now.get(name) != Some(value) {
            return Some(match name.as_str() {
                JAVA => "another `java` is called".to_owned(),
                _ => format!("the variable `{name}` changed"),
            });
        }
    }
    let there = above(&recipe.root).into_iter().flat_map(|(folder, _)| files_below(&folder));
    let there: Vec<PathBuf> = there.collect();
    if let Some(new) = there.iter().find(|file| !recipe.files.contains_key(*file)) {
        return Some(format!("`{}` is new", shown(new, &recipe.root)));
    }
    let is_other = |(file, was): &(&PathBuf, &Option<String>)| content(file) != **was;
    if let Some((file, _)) = recipe.files.iter().find(is_other) {
        return Some(format!("`{}` changed", shown(file, &recipe.root)));
    }
    let is_other = |(file, was): &(&PathBuf, &bool)| file.exists() != **was;
    let (file, was) = recipe.probes.iter().find(is_other)?;
    let how = if *was { "is gone" } else { "appeared" };
    Some(format!("`{}`, which Maven looks for, {how}", shown(file, &recipe.root)))
}

/// The folders `.mvn` from the root of a build upwards, to the first that is there, which is the one that Maven takes; and
/// whether they are.
fn above(root: &Path) -> Vec<(PathBuf, bool)> {
    let mut folders = Vec::new();
    for folder in root.ancestors() {
        let folder = folder.join(".mvn");
        let is_there = folder.is_dir();
        folders.push((folder, is_there));
        if is_there {
            break;
        }
    }
    folders
}

/// The resources that values are put into.
fn filtered(projects: &BTreeMap<PathBuf, RecipeProject>) -> Vec<String> {
    let resources = projects.values().flat_map(|project| &project.resources);
    let folders: BTreeSet<&Path> =
        resources.filter(|it| it.is_filtered).map(|it| it.folder.as_path()).collect();
    let files = folders.into_iter().flat_map(files_below);
    let texts = files.filter_map(|file| fs::read(file).ok());
    texts.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).collect()
}

/// A path as it is told: from the root of the build, if it is in there.
pub(crate) fn shown(path: &Path, root: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).display().to_string()
}

fn variables<'n>(names: impl Iterator<Item = &'n str>) -> BTreeMap<String, Option<String>> {
    let value = |name: &str| match name {
        JAVA => {
            let java = jdk::tool("java").ok().and_then(|java| fs::canonicalize(java).ok());
            java.map(|java| java.display().to_string())
        }
        _ => env::var_os(name).map(|value| value.to_string_lossy().into_owned()),
    };
    names.map(|name| (name.to_owned(), value(name))).collect()
}

/// The variables that a pom names.
fn variables_in(text: &str) -> Vec<String> {
    let named = text.split("env.").skip(1).map(|rest| {
        let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        rest.chars().take_while(|letter| is_letter(*letter)).collect::<String>()
    });
    named.filter(|name| !name.is_empty()).collect()
}

/// Whether there may be another version tomorrow, although no pom changed.
fn leaves_versions_open(pom: &str) -> bool {
    // Each text with the end of the tag before it. A profile may name a range of JDKs; which one is used is known.
    let tags = pom.split('>').zip(pom.split('>').skip(1));
    let is_about_jdk = |tag: &str| tag.trim_end().ends_with("<jdk");
    let texts = tags.filter(|(tag, _)| !is_about_jdk(tag));
    let texts = texts.filter_map(|(_, rest)| rest.split_once('<'));
    let is_range = |text: &str| {
        text.starts_with(['[', '(']) && text.ends_with([']', ')']) && text.contains(',')
            || text.starts_with('[') && text.ends_with(']')
    };
    if texts
        .map(|(text, _)| text.trim())
        .any(|text| is_range(text) || text == "LATEST" || text == "RELEASE")
    {
        return true;
    }
    // What another pom says of versions, if it can change under its name.
    let dependencies = pom.split("<dependency>").skip(1);
    let mut imported = dependencies
        .filter_map(|rest| rest.split("</dependency>").next())
        .filter(|dependency| dependency.contains("<scope>import</scope>"));
    let own = ["${project.version}", "${revision}", "${project.parent.version}"];
    imported.any(|dependency| {
        dependency.contains("SNAPSHOT")
            || (dependency.contains("<version>${")
                && pom.contains("SNAPSHOT")
                && !own.iter().any(|version| dependency.contains(version)))
    })
}

/// Whether a plugin takes part in how Maven builds, other than the one that makes bundles.
fn extends_maven(pom: &str) -> bool {
    let plugins = pom.split("<plugin>").skip(1).filter_map(|rest| rest.split("</plugin>").next());
    let mut extending = plugins.filter(|plugin| plugin.contains("<extensions>true"));
    extending.any(|plugin| !plugin.contains("<artifactId>maven-bundle-plugin</artifactId>"))
}

/// Whether a pom says nothing of the libraries by which Surefire runs tests.
fn leaves_surefire_alone(text: &str) -> bool {
    // `junitArtifactName` and the like: what a framework is called.
    if text.contains("ArtifactName") {
        return false;
    }
    text.match_indices("maven-surefire-plugin").all(|(place, _)| {
        let (before, after) = text.split_at(place);
        let begin = before.rsplit_once("<plugin>").map(|(_, begin)| begin);
        let end = after.split_once("</plugin>").map(|(end, _)| end);
        let is_plain = |part: Option<&str>| part.is_some_and(|part| !part.contains("<dependenc"));
        is_plain(begin) && is_plain(end)
    })
}

/// The files that profiles of a pom ask for.
fn asked_for(text: &str) -> Vec<String> {
    let mut asked = Vec::new();
    for word in ["exists", "missing"] {
        let tag = format!("<{word}>");
        let parts = text.split(&tag).skip(1);
        let inner = parts.filter_map(|part| part.split_once('<').map(|(inner, _)| inner.trim()));
        asked.extend(inner.map(str::to_owned));
    }
    asked
}

/// Where such a file is for a module.
fn place(asked: &str, folder: &Path) -> Option<PathBuf> {
    let base = folder.display().to_string();
    let mut text = asked.replace("${basedir}", &base).replace("${project.basedir}", &base);
    if let Some(home) = env::var_os("HOME") {
        text = text.replace("${user.home}", &home.to_string_lossy());
    }
    (!text.contains("${")).then(|| folder.join(text))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{
        asked_for, extends_maven, leaves_surefire_alone, leaves_versions_open, place, variables_in,
    };

    #[test]
    fn versions_can_be_left_open() {
        for (pom, expected) in [
            ("<version>1.0</version>", false),
            ("<version>[1.0,2.0)</version>", true),
            ("<junit>[4.13]</junit>", true),
            ("<activation><jdk>[1.9,)</jdk></activation>", false),
            ("<activation><jdk>[1.9,)</jdk></activation><version>[1,)</version>", true),
            ("<version>LATEST</version>", true),
            ("<name>(c) somebody, somewhere</name>", false),
            ("<dependency><version>1-SNAPSHOT</version><scope>import</scope></dependency>", true),
            ("<dependency><version>1</version><scope>import</scope></dependency>", false),
        ] {
            assert_eq!(leaves_versions_open(pom), expected, "{pom}");
        }
        let plugin = "<plugin><artifactId>tycho</artifactId><extensions>true</extensions></plugin>";
        assert!(extends_maven(plugin));
        assert!(!extends_maven(&plugin.replace("tycho", "maven-bundle-plugin")));
    }

    #[test]
    fn a_pom_may_give_libraries_to_surefire() {
        let plugin = |inner: &str| {
            let name = "<artifactId>maven-surefire-plugin</artifactId>";
            format!(
                "<dependencies/><plugins><plugin>{name}{inner}</plugin></plugins><dependencies/>"
            )
        };
        let rows = [
            (plugin(""), true),
            (plugin("<configuration/>"), true),
            (plugin("<dependencies><dependency/></dependencies>"), false),
            (
                plugin("<configuration><junitArtifactName>a:b</junitArtifactName></configuration>"),
                false,
            ),
            ("<p/>".to_owned(), true),
            ("maven-surefire-plugin".to_owned(), false),
        ];
        for (text, expected) in rows {
            assert_eq!(leaves_surefire_alone(&text), expected, "{text}");
        }
    }

    #[test]
    fn a_pom_says_which_files_and_variables_it_asks_for() {
        let text = "<a>${env.JAVA_11_HOME}/x</a><name>env.CI</name>\
                    <exists>src/a.txt</exists><missing> ${basedir}/b </missing>";
        assert_eq!(variables_in(text), ["JAVA_11_HOME", "CI"]);
        let asked = asked_for(text);
        assert_eq!(asked, ["src/a.txt", "${basedir}/b"]);
        let place = |asked: &str| place(asked, Path::new("/p/core"));
        let found: Vec<_> = asked.iter().map(|asked| place(asked).unwrap()).collect();
        assert_eq!(found, [Path::new("/p/core/src/a.txt"), Path::new("/p/core/b")]);
        assert_eq!(place("${unknown}/c"), None);
    }
}
