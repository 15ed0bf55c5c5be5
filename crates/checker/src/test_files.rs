//! The sources of tests, and which types of their program each of them names.

use std::collections::BTreeSet;

use tamis_progen::java::{ClassName, SourceFile, Sources};
use tamis_progen::testing::Test;

/// The sources of the tests of a program.
#[derive(Debug, Default)]
pub(crate) struct TestFiles {
    pub(crate) files: Vec<TestFile>,
    /// The sets of types that tests name.
    pub(crate) named: Vec<BTreeSet<ClassName>>,
}

/// The source of a test.
#[derive(Debug)]
pub(crate) struct TestFile {
    pub(crate) file: SourceFile,
    /// The number of the set of types that it names.
    pub(crate) names: usize,
}

impl TestFiles {
    /// Of tests in a package.
    pub(crate) fn new(program: &Sources, tests: &[Test], package: &str) -> Self {
        let mut all = Self::default();
        for test in tests {
            let file = test.file(package);
            let units = program.units.iter().map(|unit| &unit.name);
            let named: BTreeSet<ClassName> =
                units.filter(|name| file.text.contains(&name.to_string())).cloned().collect();
            let known = all.named.iter().position(|each| *each == named);
            let names = known.unwrap_or_else(|| {
                all.named.push(named);
                all.named.len() - 1
            });
            all.files.push(TestFile { file, names });
        }
        all
    }

    /// What the tests of each set see of a revision of the program: if that is the same, so are their class files.
    pub(crate) fn seen(&self, revision: &Sources) -> Vec<String> {
        self.named.iter().map(|names| revision.declared(names)).collect()
    }
}
