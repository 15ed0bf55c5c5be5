//! Feeds tidy one bad file at a time and reads back what it says.

use super::*;

/// A file that has nothing to complain about, to put other text after.
const GOOD: &str = "//! What it is for.\n";

/// Path and text of each file, and the findings in printed order.
fn findings_of(files: &[(&str, &str)]) -> Vec<String> {
    let files: Vec<TextFile> = files
        .iter()
        .map(|&(path, text)| TextFile { path: path.to_owned(), text: text.to_owned() })
        .collect();
    let mut findings = check_files(&files);
    findings.sort();
    findings.iter().map(Finding::to_string).collect()
}

#[track_caller]
fn check(files: &[(&str, &str)], expected: &[&str]) {
    assert_eq!(findings_of(files), expected);
}

/// A file of exactly so many lines.
fn file_of(lines: usize) -> String {
    format!("{GOOD}{}", "// x\n".repeat(lines - 1))
}

/// A function of exactly so many lines, beginning on the second line of its file.
fn function_of(lines: usize) -> String {
    format!("{GOOD}fn long() {{\n{}}}\n", "    f();\n".repeat(lines - 2))
}

#[test]
fn good_file_has_no_findings() {
    check(&[("crates/x/src/a.rs", "//! A.\n\nfn f() -> u8 {\n    1\n}\n")], &[]);
}

#[test]
fn missing_empty_or_late_module_docs_are_found() {
    let message = "begin with `//!` and what this file is for";
    for text in ["", "fn f() {}\n", "//!\nfn f() {}\n", "\n//! Late.\n", "/// Outer.\nfn f() {}\n"]
    {
        check(&[("e2e/a.rs", text)], &[&format!("e2e/a.rs:1: {message}")]);
    }
}

#[test]
fn fuzz_target_may_put_attributes_before_its_docs() {
    let text = "#![no_main]\n\n//! Reads any bytes.\n";
    check(&[("fuzz/fuzz_targets/a.rs", text)], &[]);
    let message = "bench/a.rs:1: begin with `//!` and what this file is for";
    check(&[("bench/a.rs", text)], &[message]);
    let message = "fuzz/fuzz_targets/a.rs:1: begin with `//!` and what this file is for";
    check(&[("fuzz/fuzz_targets/a.rs", "#![no_main]\nfn f() {}\n")], &[message]);
}

#[test]
fn file_of_601_lines_is_found_and_one_of_600_is_not() {
    check(&[("crates/x/src/a.rs", &file_of(600))], &[]);
    let message = "crates/x/src/a.rs:1: file has 601 lines (limit 600)";
    check(&[("crates/x/src/a.rs", &file_of(601))], &[message]);
    check(&[("java/A.java", &file_of(600))], &[]);
    check(&[("java/A.java", &file_of(601))], &["java/A.java:1: file has 601 lines (limit 600)"]);
}

#[test]
fn function_of_81_lines_is_found_and_one_of_80_is_not() {
    check(&[("xtask/src/a.rs", &function_of(80))], &[]);
    let message = "xtask/src/a.rs:2: function `long` has 81 lines (limit 80)";
    check(&[("xtask/src/a.rs", &function_of(81))], &[message]);
}

#[test]
fn long_methods_of_impls_traits_and_inner_modules_are_found() {
    let body = "        f();\n".repeat(80);
    for head in
        ["impl A {\n    pub fn long() {", "trait A {\n    fn long() {", "mod a {\n    fn long() {"]
    {
        let text = format!("{GOOD}{head}\n{body}    }}\n}}\n");
        let message = "xtask/src/a.rs:3: function `long` has 82 lines (limit 80)";
        check(&[("xtask/src/a.rs", &text)], &[message]);
    }
}

#[test]
fn exception_lifts_the_limit_as_far_as_it_says() {
    let (long_file, long_function) = (file_of(700), function_of(90));
    let files = |list| {
        [("xtask/src/a.rs", &*long_file), ("xtask/src/b.rs", &*long_function), (EXCEPTIONS, list)]
    };
    let enough = "# Comment.\n\nxtask/src/a.rs 700 a table\nxtask/src/b.rs::long 90 one match\n";
    check(&files(enough), &[]);
    let too_small = "xtask/src/a.rs 699 a table\nxtask/src/b.rs::long 89 one match\n";
    let expected = [
        "xtask/src/a.rs:1: file has 700 lines (limit 699)",
        "xtask/src/b.rs:2: function `long` has 90 lines (limit 89)",
    ];
    check(&files(too_small), &expected);
}

#[test]
fn stale_exception_is_found() {
    for place in ["xtask/src/a.rs", "xtask/src/gone.rs", "xtask/src/a.rs::f"] {
        let list = format!("{place} 700 a table\n");
        let message =
            format!("{EXCEPTIONS}:1: stale exception: `{place}` is not over the general limit");
        check(&[("xtask/src/a.rs", GOOD), (EXCEPTIONS, &list)], &[&message]);
    }
}

#[test]
fn exception_for_a_place_just_within_the_limit_is_stale() {
    for (place, text) in [("bench/a.rs", file_of(600)), ("bench/a.rs::long", function_of(80))] {
        let list = format!("{place} 700 a table\n");
        let message =
            format!("{EXCEPTIONS}:1: stale exception: `{place}` is not over the general limit");
        check(&[("bench/a.rs", &text), (EXCEPTIONS, &list)], &[&message]);
    }
}

#[test]
fn exception_without_limit_or_reason_or_written_twice_is_found() {
    let long = file_of(601);
    let good = "xtask/src/a.rs 601 a table\n";
    let rows = [
        ("b.rs many a table", "`b.rs` must be followed by a limit in lines, not `many`"),
        ("b.rs", "`b.rs` must be followed by a limit in lines, not ``"),
        ("b.rs 700", "the exception for `b.rs` gives no reason"),
        ("xtask/src/a.rs 602 a table", "`xtask/src/a.rs` is listed twice"),
    ];
    for (bad, message) in rows {
        let list = format!("{good}{bad}\n");
        let message = format!("{EXCEPTIONS}:2: {message}");
        check(&[("xtask/src/a.rs", &long), (EXCEPTIONS, &list)], &[&message]);
    }
}

#[test]
fn unfinished_macros_are_found_wherever_they_stand() {
    let rows = [
        ("fn f() { NAME!() }", "todo"),
        ("fn f() { std::NAME!(\"later\") }", "unimplemented"),
        ("fn f() { let _ = vec![NAME!(1)]; }", "dbg"),
        ("macro_rules! m { () => { NAME! { } } }", "todo"),
    ];
    for (code, name) in rows {
        let code = code.replace("NAME", name);
        let message = format!("xtask/src/a.rs:2: `{name}!` does not belong in finished code");
        check(&[("xtask/src/a.rs", &format!("{GOOD}{code}\n"))], &[&message]);
    }
}

#[test]
fn words_that_look_like_unfinished_macros_are_not_found() {
    let code =
        "// NAME!() here\nfn f(dbg: u8) -> &str { if dbg != (1) { \"NAME!()\" } else { \"\" } }\n";
    let code = code.replace("NAME", "todo");
    check(&[("xtask/src/a.rs", &format!("{GOOD}{code}"))], &[]);
}

#[test]
fn ignored_tests_are_found() {
    let message = "xtask/src/a.rs:3: no ignored tests: assert what holds today, or delete the test";
    for inner in ["ignore", "ignore = \"slow\"", "cfg_attr(windows, ignore)"] {
        let attribute = format!("#[{inner}]");
        let text = format!("{GOOD}#[test]\n{attribute}\nfn f() {{}}\n");
        check(&[("xtask/src/a.rs", &text)], &[message]);
    }
    let allowed = format!("{GOOD}#[serde(ignore)]\nfn f() {{ let _ = x[ignore]; }}\n");
    check(&[("xtask/src/a.rs", &allowed)], &[]);
}

#[test]
fn file_names_that_say_nothing_are_found() {
    for name in ["utils", "helpers", "common", "imp", "types"] {
        let path = format!("crates/x/src/{name}.rs");
        let message = format!(
            "{path}:1: `{name}.rs` does not say what is in it; name it for its main type or verb"
        );
        check(&[(&path, GOOD)], &[&message]);
    }
    let message = "e2e/tests/a/mod.rs:1: a module `foo` lives in `foo.rs`, not in `foo/mod.rs`";
    check(&[("e2e/tests/a/mod.rs", GOOD)], &[message]);
}

#[test]
fn code_that_does_not_parse_is_found() {
    let found = findings_of(&[("xtask/src/a.rs", "//! A.\n\nfn f( {}\n")]);
    assert!(
        found.len() == 1 && found[0].starts_with("xtask/src/a.rs:3: cannot parse: "),
        "{found:?}"
    );
}

#[test]
fn machine_paths_are_found_in_every_text_file() {
    for folder in ["work", "root", "home"] {
        let message = format!("an absolute path under `{folder}` holds on one machine only");
        for text in [
            format!("a\nsee `/{folder}/x`"),
            format!("\nfile:///{folder}/x"),
            format!("\n/{folder}/"),
        ] {
            check(&[("examples/a.md", &text)], &[&format!("examples/a.md:2: {message}")]);
        }
        let allowed =
            format!("a/{folder}/b $HOME/{folder}/ ${{x}}/{folder}/y ~/{folder}/ /{folder}\n");
        check(&[("docs/a.md", &allowed)], &[]);
    }
}

#[test]
fn pure_crate_must_deny_impure_calls() {
    let manifest = ("crates/facts/Cargo.toml", "");
    let message = "crates/facts/src/lib.rs:1: `facts` is a pure crate and must have \
                   `#![deny(clippy::disallowed_methods)]` here";
    for lib in [
        "//! A.\n",
        "//! Has clippy::disallowed_methods.\n",
        "//! A.\n#![warn(clippy::disallowed_methods)]\n",
        "//! A.\n#[deny(clippy::disallowed_methods)]\nfn f() {}\n",
    ] {
        check(&[manifest, ("crates/facts/src/lib.rs", lib)], &[message]);
    }
    check(&[manifest], &[message]);
    for lib in [
        "//! A.\n#![deny(clippy::disallowed_methods, missing_docs)]\n",
        "//! A.\n#![forbid(missing_docs, clippy::disallowed_methods)]\n",
    ] {
        check(&[manifest, ("crates/facts/src/lib.rs", lib)], &[]);
    }
    check(&[("crates/world/src/lib.rs", GOOD)], &[]);
}

#[test]
fn specimens_and_foreign_folders_follow_no_style() {
    for path in ["examples/a/utils.rs", "e2e/fixtures/a/mod.rs", "fuzz/seeds/a.rs", "docs/a.rs"] {
        check(&[(path, &format!("fn f() {{ {}!() }}", "todo"))], &[]);
    }
    check(&[("examples/A.java", &file_of(601))], &[]);
}
