//! Values that are others in each build, such as the time: whether something that is done without Maven rests on one.

use std::collections::BTreeSet;

/// What Maven and a plugin set anew each time.
const MOVING: [&str; 5] =
    ["maven.build.timestamp", "buildNumber", "timestamp", "scmBranch", "git.commit.id"];

/// Parameters of a plugin by which such a value gets another name.
const NAMING: [&str; 3] =
    ["<buildNumberPropertyName>", "<timestampPropertyName>", "<scmBranchPropertyName>"];

/// Plugins whose parameters are recorded, and used again.
const USED: [&str; 3] =
    ["maven-surefire-plugin", "maven-compiler-plugin", "maven-resources-plugin"];

/// Why such a value counts, if one does: in poms, or in resources that values are put into.
pub(crate) fn doubt(poms: &[String], filtered: &[String]) -> Option<String> {
    let mut names: BTreeSet<String> = MOVING.into_iter().map(str::to_owned).collect();
    for name in NAMING {
        let given = poms.iter().flat_map(|pom| pom.split(name).skip(1));
        names.extend(given.filter_map(|rest| Some(rest.split_once('<')?.0.trim().to_owned())));
    }
    // Properties that have one of them in their values, and so on.
    loop {
        let tags = poms.iter().flat_map(|pom| tags_with(pom, &names));
        let new: Vec<String> = tags.filter(|tag| !names.contains(tag)).collect();
        if new.is_empty() {
            break;
        }
        names.extend(new);
    }
    if names.contains("argLine") {
        return Some("`argLine` has a value that is another one in each build".to_owned());
    }
    let plugins = poms.iter().flat_map(|pom| pom.split("<plugin>").skip(1));
    let plugins = plugins.filter_map(|rest| rest.split("</plugin>").next());
    let used = plugins.filter(|plugin| USED.iter().any(|name| plugin.contains(name)));
    let is_in = |text: &str| names.iter().any(|name| has(text, name));
    if used.into_iter().any(is_in) {
        return Some("a plugin is given a value that is another one in each build".to_owned());
    }
    let is_put_in = filtered.iter().any(|text| is_in(text));
    is_put_in.then(|| "resources are given a value that is another one in each build".to_owned())
}

fn has(text: &str, name: &str) -> bool {
    text.contains(&format!("${{{name}}}")) || text.contains(&format!("@{name}@"))
}

/// The elements with nothing but text in them, and one of these values in that.
fn tags_with(pom: &str, names: &BTreeSet<String>) -> Vec<String> {
    let mut tags = Vec::new();
    for part in pom.split('<').skip(1) {
        let Some((tag, text)) = part.split_once('>') else { continue };
        if !tag.starts_with(['/', '!', '?']) && names.iter().any(|name| has(text, name)) {
            tags.push(tag.split_whitespace().next().unwrap_or_default().to_owned());
        }
    }
    tags
}

#[cfg(test)]
mod tests {
    use super::doubt;

    #[test]
    fn a_value_that_moves_is_followed_to_where_it_counts() {
        let properties = "<properties><build>r${buildNumber}; ${maven.build.timestamp}</build>\
                          <line>-Dbuild=${build}</line></properties>";
        let plugin = |name: &str, value: &str| {
            format!("{properties}<plugin><artifactId>{name}</artifactId><x>{value}</x></plugin>")
        };
        let of = |pom: String, resource: &str| doubt(&[pom], &[resource.to_owned()]);
        assert_eq!(of(plugin("maven-jar-plugin", "${build}"), "${project.version}"), None);
        assert_eq!(of(plugin("maven-surefire-plugin", "${other}"), ""), None);
        assert!(of(plugin("maven-surefire-plugin", "${line}"), "").is_some());
        assert!(of(plugin("maven-jar-plugin", ""), "built: @build@").is_some());
        assert!(of("<p><argLine>-Dt=${timestamp}</argLine></p>".to_owned(), "").is_some());
        let named = "<timestampPropertyName>now</timestampPropertyName>";
        assert!(of(named.to_owned(), "${now}").is_some());
    }
}
