//! The bundled example, compiled again in ways that change no meaning: `tamis diff` has nothing to say.

use std::fs;
use std::path::{Path, PathBuf};

use tamis_testkit::{Job, jdk, sources_below};

use crate::{diff, repository};

/// The source roots of the example that compile at a release.
fn roots(release: u16) -> Vec<&'static str> {
    let mut roots = vec!["library/src/main/java"];
    roots.extend((release >= 17).then_some("modern/src/main/java"));
    roots.extend((release >= 21).then_some("modern/src/main/java21"));
    roots
}

/// Copies the sources, each changed by `edit`, and gives back where they are.
fn edited(release: u16, to: &Path, edit: impl Fn(&str) -> String) -> Vec<PathBuf> {
    let main = repository().join("examples/shop");
    let mut copies = Vec::new();
    for root in roots(release) {
        for source in sources_below(&main.join(root)) {
            let copy = to.join(source.strip_prefix(&main).unwrap());
            fs::create_dir_all(copy.parent().unwrap()).unwrap();
            fs::write(&copy, edit(&fs::read_to_string(&source).unwrap())).unwrap();
            copies.push(copy);
        }
    }
    copies
}

/// Two blank lines above every line that declares a type, top-level or not.
fn with_blank_lines(source: &str) -> String {
    let declares = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        !line.trim_start().starts_with(['*', '/'])
            && words.windows(2).any(|pair| {
                matches!(pair[0], "class" | "interface" | "@interface" | "enum" | "record")
                    && pair[1].starts_with(char::is_uppercase)
            })
    };
    source
        .lines()
        .map(|line| if declares(line) { format!("\n\n{line}\n") } else { format!("{line}\n") })
        .collect()
}

/// The methods of the first type of a file, in reverse order; everything else stays where it is.
fn with_methods_reversed(source: &str) -> String {
    let Some((head, members, tail)) = members(source) else { return source.to_owned() };
    let is_method = |member: &str| {
        let declaration = member.split('{').next().unwrap_or_default();
        let code: String = declaration
            .lines()
            .filter(|line| !line.trim_start().starts_with(['*', '/', '@']))
            .collect();
        // A constructor or a field counts as staying: their order may have a meaning.
        member.trim_end().ends_with('}')
            && code.contains('(')
            && !code.contains('=')
            && !code.contains(" class ")
            && code.split('(').next().is_some_and(|before| {
                before.split_whitespace().count() >= 2
                    && before
                        .split_whitespace()
                        .last()
                        .is_some_and(|name| name.starts_with(char::is_lowercase))
            })
    };
    let mut methods: Vec<&String> = members.iter().filter(|member| is_method(member)).collect();
    let mut out = head;
    for member in &members {
        out.push_str(if is_method(member) { methods.pop().unwrap() } else { member });
    }
    out + &tail
}

/// Splits a file into what comes before the members of its first type, the members, and the rest. `None` for an enum,
/// whose constants are no members to be moved.
fn members(source: &str) -> Option<(String, Vec<String>, String)> {
    if source.contains(" enum ") || source.contains("@interface") {
        return None;
    }
    let mut depth = 0;
    let mut start = 0;
    let mut members = Vec::new();
    let mut head = None;
    let mut skip = Skip::default();
    for (position, character) in source.char_indices() {
        if skip.is_inside(&source[position..], character) {
            continue;
        }
        match character {
            '{' | '(' => {
                depth += 1;
                if depth == 1 && character == '{' {
                    head = Some(source[..=position].to_owned());
                    start = position + 1;
                }
            }
            '}' | ')' => {
                depth -= 1;
                if depth == 0 && character == '}' {
                    let tail = source[start..].to_owned();
                    return head.map(|head| (head, members, tail));
                }
                let rest = source[position + 1..].trim_start();
                if depth == 1 && character == '}' && !rest.starts_with([';', ')', ',', '.']) {
                    members.push(source[start..=position].to_owned());
                    start = position + 1;
                }
            }
            ';' if depth == 1 => {
                members.push(source[start..=position].to_owned());
                start = position + 1;
            }
            _ => {}
        }
    }
    None
}

/// Keeps track of strings, characters and comments, in which braces mean nothing.
#[derive(Default)]
struct Skip {
    until: Option<&'static str>,
    escaped: bool,
    ending: usize,
}

impl Skip {
    fn is_inside(&mut self, rest: &str, character: char) -> bool {
        if self.ending > 0 {
            self.ending -= 1;
            return true;
        }
        if let Some(end) = self.until {
            if self.escaped {
                self.escaped = false;
            } else if character == '\\' && end != "*/" && end != "\n" {
                self.escaped = true;
            } else if rest.starts_with(end) {
                self.until = None;
                self.ending = end.len() - 1;
            }
            true
        } else {
            for (begin, end) in
                [("\"\"\"", "\"\"\""), ("\"", "\""), ("'", "'"), ("//", "\n"), ("/*", "*/")]
            {
                if rest.starts_with(begin) {
                    self.until = Some(end);
                    self.ending = begin.len() - 1;
                    return true;
                }
            }
            false
        }
    }
}

#[test]
fn recompiling_the_example_changes_nothing() {
    let temporary = tempfile::tempdir().unwrap();
    for (compiler, releases) in [(17, vec![8, 17]), (25, vec![8, 17, 21, 25])] {
        let mut jobs = Vec::new();
        let mut pairs = Vec::new();
        for release in releases {
            let folder = temporary.path().join(format!("{compiler}-{release}"));
            let mut job = |name: &str, flag: &str, edit: &dyn Fn(&str) -> String| {
                let sources = edited(release, &folder.join(name).join("src"), edit);
                let out = folder.join(name).join("classes");
                jobs.push(Job { out: out.clone(), release, flags: vec![flag.to_owned()], sources });
                out
            };
            let plain = job("plain", "-g", &str::to_owned);
            for (name, flag, edit) in [
                ("no debug data", "-g:none", &str::to_owned as &dyn Fn(&str) -> String),
                ("blank lines", "-g", &with_blank_lines),
                ("methods reversed", "-g", &with_methods_reversed),
            ] {
                let out = job(name, flag, edit);
                pairs.push((
                    format!("javac {compiler}, release {release}, {name}"),
                    plain.clone(),
                    out,
                ));
            }
        }
        jdk(compiler).compile(&jobs);
        for (what, plain, other) in pairs {
            let ran = diff(&plain, &other);
            assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{what}:\n{}", ran.stdout);
        }
    }
}

/// The edits above must do something, or the test above proves nothing.
#[test]
fn the_edits_really_change_the_class_files() {
    let source =
        fs::read_to_string(repository().join("examples/shop/library/src/main/java/shop/Cart.java"))
            .unwrap();
    let reversed = with_methods_reversed(&source);
    assert_ne!(reversed, source);
    assert_eq!(sorted_lines(&reversed), sorted_lines(&source), "no line may get lost");
    assert!(with_blank_lines(&source).lines().count() > source.lines().count() + 2);
}

fn sorted_lines(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> =
        text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.sort_unstable();
    lines
}
