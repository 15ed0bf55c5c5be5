//! What can be known without a compiler.

use std::collections::BTreeSet;

use super::members::{self, Member};
use super::release::Release;
use super::{Options, SCRIPTS, mistaken};

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// What stands between quotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('\'').skip(1).step_by(2)
}

#[test]
fn the_table_has_what_the_scripts_ask_for_by_name_and_nothing_else() {
    let (_, script) = SCRIPTS.iter().find(|(name, _)| *name == "select").unwrap();
    let calls = script.split("sometimes(").skip(1);
    let calls = calls.filter_map(|call| quoted(call.split(')').next()?).next());
    let listed = script.split("OPTIONS = [").nth(1).and_then(|rest| rest.split(']').next());
    let asked: BTreeSet<&str> = calls.chain(quoted(listed.unwrap())).collect();
    let known: BTreeSet<&str> = members::all().unwrap().iter().map(|member| member.name).collect();
    assert_eq!(asked, known);
    assert!(asked.contains("dryRun") && asked.contains("includeTags"));
}

#[test]
fn scripts_declare_their_types_so_that_the_compiler_can_look() {
    for (name, text) in SCRIPTS {
        let undeclared: Vec<&str> =
            text.split(|c: char| !c.is_alphanumeric()).filter(|word| *word == "def").collect();
        assert!(undeclared.is_empty(), "{name}");
    }
}

#[test]
fn a_release_is_asked_for_the_members_that_it_has() {
    let names = |release: &str| -> Vec<&str> {
        let found = members::of(&Release::parse(release).unwrap()).unwrap();
        found.iter().map(|member| member.name).collect()
    };
    assert!(!names("5.6").contains(&"javaLauncher"));
    assert!(names("7.6.4").contains(&"javaLauncher") && !names("7.6.4").contains(&"dryRun"));
    assert!(names("8.11.1").contains(&"dryRun"));
    let member = Member {
        since: Release::parse("8.3").unwrap(),
        class: "p.Test",
        name: "dryRun",
        kind: "p.Provider",
    };
    assert_eq!(
        members::class(&[member]),
        "class Members {\n    static p.Provider member0(p.Test it) { it.dryRun }\n}\n"
    );
}

#[test]
fn each_mistake_is_made_once() {
    let all = members::class(&members::all().unwrap());
    let mut sources: Vec<(&str, String)> =
        SCRIPTS.iter().map(|(name, text)| (*name, (*text).to_owned())).collect();
    sources.push(("Members", all));
    let wrong = mistaken(&sources).unwrap();
    assert_eq!(wrong.iter().map(|(_, text)| text.matches("mistaken").count()).sum::<usize>(), 5);
    sources.retain(|(name, _)| *name != "agent");
    let error = mistaken(&sources).unwrap_err().to_string();
    assert_eq!(error, "no script says `task.jvmArgumentProviders`");
}

#[test]
fn releases_are_ordered_by_their_numbers_and_have_a_groovy() {
    let release = |text: &str| Release::parse(text).unwrap();
    assert!(release("8.5") < release("8.11.1") && release("7.6.4") < release("8.5"));
    for (text, group, version) in [
        ("5.6", "org.codehaus.groovy", "2.5.23"),
        ("8.5", "org.codehaus.groovy", "3.0.25"),
        ("9.7.1", "org.apache.groovy", "4.0.28"),
    ] {
        let expected = ["groovy", "groovy-xml"].map(|name| format!("{group}:{name}:{version}"));
        assert_eq!(release(text).groovy(), expected);
        assert_eq!(release(text).to_string(), text);
    }
}

#[test]
fn options_are_read_and_wrong_ones_refused() {
    let count = |text: &str| Options::parse(&words(text)).map(|read| read.releases.len());
    assert_eq!(count("").unwrap(), 4);
    assert_eq!(count("--api 7.6.4,8.5").unwrap(), 2);
    assert_eq!(count("--sources x").unwrap(), 0);
    for (text, message) in [
        ("--api 8.x", "`8.x` is no release from 4.9 on"),
        ("--api 4.4.1", "`4.4.1` is no release from 4.9 on"),
        ("--api", "`--api` needs a value"),
        ("--fast", "unknown argument `--fast` for `gradle-api`"),
    ] {
        assert_eq!(count(text).unwrap_err().to_string(), message, "{text}");
    }
}
