//! The border methods of a JDK, which are searched for once for each build and then kept in the cache of the user; and those
//! that a project adds to the list made by hand.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use tamis_graph::{BorderMethods, BorderSearch, ClassEntry, Count, Graph, Methods, content_of};

use super::files::Jdk;
use crate::agent_library::cache_folder;
use crate::kept_file::{read_text, replace};
use crate::output;

/// The file of a project with methods that its `static-border-minimal` adds.
pub(crate) const OF_PROJECT: &str = "tamis-border-methods.txt";

/// What is known of the methods of a JDK.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct JdkBorder {
    /// Those that may end in a reflection method, as far as others can call them.
    pub(crate) methods: BorderMethods,
    /// Of the public methods.
    pub(crate) public: Count,
    /// Of the public methods of public types.
    pub(crate) public_of_public_types: Count,
    /// The same by package, in internal form.
    pub(crate) by_package: BTreeMap<String, Count>,
}

/// The border methods of a JDK.
pub(crate) fn of_jdk(jdk: &Jdk) -> JdkBorder {
    let file = cache_folder().ok().map(|folder| file(&folder, &jdk.origin));
    let kept = file.as_ref().and_then(|file| read_text(file).ok());
    let kept = kept.and_then(|text| JdkBorder::of_text(&text));
    if let Some(kept) = kept.filter(|kept| kept.methods.origin() == jdk.origin) {
        return kept;
    }
    let entries: Vec<ClassEntry<'_>> = jdk.platform.entries().collect();
    let graph = Graph::build(&entries, &jdk.platform);
    let found = BorderSearch::run(&graph, &entries, &jdk.platform, Methods::Four, &jdk.origin);
    let found = JdkBorder {
        methods: found.methods,
        public: found.public,
        public_of_public_types: found.public_of_public_types,
        by_package: found.by_package,
    };
    // A set that cannot be kept is searched for again.
    if let Some(file) = file
        && let Err(error) = replace(&file, found.text().as_bytes())
    {
        output::warn(&format!("cannot keep `{}`: {error}", file.display()), None);
    }
    found
}

/// The methods that a project adds; none if it has no such file.
pub(crate) fn of_project(root: &Path) -> Result<BorderMethods, String> {
    let file = root.join(OF_PROJECT);
    let text = match fs::read_to_string(&file) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(BorderMethods::default()),
        Err(error) => {
            return Err(format!("border methods: cannot read `{}`: {error}", file.display()));
        }
    };
    text.parse().map_err(|error| format!("border methods: `{}`, {error}", file.display()))
}

fn file(folder: &Path, origin: &str) -> PathBuf {
    let name: String =
        origin.chars().map(|each| if each.is_ascii_alphanumeric() { each } else { '-' }).collect();
    folder.join("border-methods").join(format!("{name}.txt"))
}

const COUNT: &str = "# count ";
const CHECKSUM: &str = "# checksum ";

impl JdkBorder {
    /// The set in its text form; counts and a checksum are comments at its end, since a set with holes would select too
    /// little.
    fn text(&self) -> String {
        let mut text = self.methods.to_string();
        let own = [("*public", &self.public), ("*public-types", &self.public_of_public_types)];
        let packages = self.by_package.iter().map(|(name, count)| (name.as_str(), count));
        for (name, count) in own.into_iter().chain(packages) {
            text.push_str(&format!("{COUNT}{} {} {name}\n", count.border, count.all));
        }
        let checksum = content_of(text.as_bytes());
        text.push_str(&format!("{CHECKSUM}{checksum}\n"));
        text
    }

    fn of_text(text: &str) -> Option<Self> {
        let (content, checksum) = text.trim_end().rsplit_once('\n')?;
        let checksum = checksum.strip_prefix(CHECKSUM)?;
        let content = format!("{content}\n");
        if content_of(content.as_bytes()).to_string() != checksum {
            return None;
        }
        let mut by_package = BTreeMap::new();
        for line in content.lines().filter_map(|line| line.strip_prefix(COUNT)) {
            let mut words = line.splitn(3, ' ');
            let mut number = || words.next()?.parse().ok();
            let count = Count { border: number()?, all: number()? };
            by_package.insert(words.next()?.to_owned(), count);
        }
        let public = by_package.remove("*public")?;
        let public_of_public_types = by_package.remove("*public-types")?;
        let methods = content.parse().ok()?;
        Some(Self { methods, public, public_of_public_types, by_package })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use tamis_graph::{BorderMethods, Count};

    use super::JdkBorder;

    #[test]
    fn a_set_with_holes_is_not_taken_from_the_cache() {
        let mut methods = BorderMethods::new("25+1 0123");
        methods.add("java/lang/Class", "forName(Ljava/lang/String;)Ljava/lang/Class;");
        methods.add("java/util/ServiceLoader", "load");
        let count = |border, all| Count { border, all };
        let by_package =
            BTreeMap::from([("java/lang".to_owned(), count(1, 7)), (String::new(), count(0, 1))]);
        let found = JdkBorder {
            methods,
            public: count(2, 9),
            public_of_public_types: count(2, 8),
            by_package,
        };
        let text = found.text();
        assert_eq!(JdkBorder::of_text(&text), Some(found));
        let lines: Vec<&str> = text.lines().collect();
        for hole in 0..lines.len() {
            let mut left = lines.clone();
            left.remove(hole);
            let damaged = left.join("\n") + "\n";
            assert_eq!(JdkBorder::of_text(&damaged), None, "{damaged}");
        }
        assert_eq!(JdkBorder::of_text(""), None);
    }
}
