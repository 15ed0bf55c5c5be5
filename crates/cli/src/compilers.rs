//! Leaves the second compiler of HotSpot out of JVMs that do not run for long: there it takes more time of the processor than
//! all else (2.5 of 5.0 s in a build of commons-validator in which no test runs), and its code is hardly used.
//!
//! Whoever says anything about compilers is left alone.

use std::ffi::{OsStr, OsString};

/// Leaves out the second compiler.
pub(crate) const WITHOUT_SECOND: &str = "-XX:TieredStopAtLevel=1";

/// What else tells a JVM how to compile.
const CHOOSING: [&str; 9] = [
    "-Xint", "-Xcomp", "-Xjit", "-server", "-client", "Tiered", "Compil", "JVMCI",
    // Files of words, which are not read here.
    "@",
];

/// Variables that have words for all JVMs.
const VARIABLES: [&str; 3] = ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"];

/// Whether words or variables tell a JVM how to compile.
pub(crate) fn are_chosen<'w>(
    mut words: impl Iterator<Item = &'w OsStr>,
    variable: impl Fn(&str) -> Option<OsString>,
) -> bool {
    words.any(choose) || VARIABLES.iter().filter_map(|name| variable(name)).any(|it| choose(&it))
}

fn choose(words: &OsStr) -> bool {
    let words = words.to_string_lossy();
    words.split_whitespace().any(|word| CHOOSING.iter().any(|part| word.contains(part)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_says_how_to_compile_has_chosen() {
        let rows = [
            ("-Xmx1g -Dx=y -XX:+UseG1GC", false),
            ("-XX:TieredStopAtLevel=4", true),
            ("-XX:-TieredCompilation", true),
            ("-Xmx1g -Xint", true),
            ("-XX:+UseJVMCICompiler", true),
            ("@words", true),
            ("", false),
        ];
        for (words, expected) in rows {
            let word = [OsStr::new(words)];
            assert_eq!(are_chosen(word.into_iter(), |_| None), expected, "{words}");
            for name in VARIABLES {
                let given = |asked: &str| (asked == name).then(|| OsString::from(words));
                assert_eq!(are_chosen([].into_iter(), given), expected, "{name}={words}");
            }
        }
    }
}
