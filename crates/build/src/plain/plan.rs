//! Which tests run, in which order, by which framework.

use std::path::{Path, PathBuf};

use tamis_vocab::ClassName;

use super::PlainError;
use super::belongs::{Kind, Reader};
use super::frameworks::{Framework, Frameworks};
use super::scan::scan;
use crate::class_files::ClassFiles;

/// What the user asked for: a folder or jar to look through, or a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Named {
    /// All test classes in it.
    Place(PathBuf),
    /// This class, test or not.
    Class(ClassName),
}

impl Named {
    /// What exists is a place; everything else is a class, with dots or slashes. With slashes it has to be on the class path:
    /// otherwise it was meant to be a place.
    pub fn parse(text: &str, class_files: &ClassFiles) -> Result<Self, PlainError> {
        let path = Path::new(text);
        if path.exists() {
            return Ok(Self::Place(path.to_owned()));
        }
        let no_place = || PlainError::NoSuchPlace { text: text.to_owned() };
        let class = ClassName::of_get_name(text).ok_or_else(no_place)?;
        let is_jar =
            path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("jar"));
        if text.ends_with('/') || is_jar {
            return Err(no_place());
        }
        if text.contains('/') && class_files.class(&class)?.is_none() {
            return Err(no_place());
        }
        Ok(Self::Class(class))
    }
}

/// A test class and what runs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedTest {
    /// The class.
    pub class: ClassName,
    /// What runs it; nothing if its class file cannot be read.
    pub framework: Option<Framework>,
}

/// What will run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    /// In the order in which they were named; those of a folder or jar by name.
    pub tests: Vec<PlannedTest>,
    /// Classes that are tests by their name, but of no framework.
    pub left_out: Vec<ClassName>,
    /// What is wrong with test classes that cannot be read.
    pub unreadable: Vec<String>,
}

impl Plan {
    /// Looks for tests. Without a name, all folders of the class path are looked through.
    pub fn of(class_files: &ClassFiles, named: &[Named]) -> Result<Self, PlainError> {
        let frameworks = Frameworks::on(class_files)?;
        if frameworks.are_none() && !frameworks.has_launcher() {
            return Err(PlainError::NoFramework);
        }
        let mut planning =
            Planning { reader: Reader::new(class_files), frameworks, plan: Self::default() };
        if named.is_empty() {
            for folder in class_files.folders() {
                planning.place(folder)?;
            }
        }
        for each in named {
            match each {
                Named::Place(path) => planning.place(path)?,
                Named::Class(class) => planning.class(class)?,
            }
        }
        Ok(planning.plan)
    }

    /// The jars of the class path that hold tests, which are looked through only if they are named.
    pub fn jars_with_tests(class_files: &ClassFiles) -> Vec<PathBuf> {
        let Ok(frameworks) = Frameworks::on(class_files) else { return Vec::new() };
        let has_tests = |jar: &&Path| {
            let (reader, plan) = (Reader::new(class_files), Self::default());
            let mut planning = Planning { reader, frameworks: frameworks.clone(), plan };
            // What is wrong with one of them is told when it is named.
            planning.place(jar).is_ok() && !planning.plan.tests.is_empty()
        };
        class_files.jars().filter(has_tests).map(Path::to_owned).collect()
    }

    /// Whether a class may have tests that a framework would run; in doubt, it has.
    pub fn may_have_tests(class_files: &ClassFiles, class: &ClassName) -> bool {
        may_have_tests(&Reader::new(class_files), class, &|| has_other_engine(class_files))
    }

    /// Those of some classes that may have tests and that a framework would begin with: not those that run inside the class
    /// around them.
    pub fn tests_among(class_files: &ClassFiles, classes: Vec<ClassName>) -> Vec<ClassName> {
        let reader = Reader::new(class_files);
        // The build tool may have a launcher of its own.
        let other_engine =
            Frameworks::on(class_files).map_or(true, |there| there.names_other_engine());
        let mut tests = classes;
        tests.retain(|class| {
            may_have_tests(&reader, class, &|| other_engine) && !reader.runs_inside(class)
        });
        tests
    }

    /// The text that the runner reads.
    pub fn text(&self) -> String {
        let line =
            |test: &PlannedTest| Some(format!("{} {}\n", test.framework?.word(), test.class));
        self.tests.iter().filter_map(line).collect()
    }

    /// The same without the test classes that cannot be read, and those.
    pub fn without_unreadable(mut self) -> (Self, Vec<ClassName>) {
        let (readable, unreadable) =
            self.tests.into_iter().partition(|test| test.framework.is_some());
        self.tests = readable;
        let unreadable: Vec<PlannedTest> = unreadable;
        (self, unreadable.into_iter().map(|test| test.class).collect())
    }
}

fn has_other_engine(class_files: &ClassFiles) -> bool {
    Frameworks::on(class_files).map_or(true, |there| there.has_other_engine())
}

fn may_have_tests(
    reader: &Reader<'_>,
    class: &ClassName,
    has_other_engine: &dyn Fn() -> bool,
) -> bool {
    match (reader.is_abstract(class), reader.kind(class)) {
        (Ok(Some(true)), _) => false,
        // Other engines find tests by means of their own.
        (Ok(Some(false)), Ok(Kind::Unknown)) => has_other_engine(),
        _ => true,
    }
}

/// What a class is that has the name of a test.
enum Found {
    /// Its subclasses are the tests.
    Abstract,
    Test(Framework),
    /// Nothing that a framework would run.
    Other,
}

struct Planning<'c> {
    reader: Reader<'c>,
    frameworks: Frameworks,
    plan: Plan,
}

impl Planning<'_> {
    fn place(&mut self, path: &Path) -> Result<(), PlainError> {
        for class in scan(path)? {
            match self.found(&class) {
                Ok(Found::Abstract) => {}
                Ok(Found::Test(framework)) => self.add(class, Some(framework)),
                Ok(Found::Other) => self.plan.left_out.push(class),
                // The others can run all the same.
                Err(error @ PlainError::Class { .. }) => {
                    self.plan.unreadable.push(error.to_string());
                    self.add(class, None);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// What a class is that has the name of a test.
    fn found(&self, class: &ClassName) -> Result<Found, PlainError> {
        match self.reader.is_abstract(class)? {
            None => return Err(PlainError::NotOnClassPath { class: class.clone() }),
            Some(true) => return Ok(Found::Abstract),
            Some(false) => {}
        }
        Ok(self.framework(class)?.map_or(Found::Other, Found::Test))
    }

    fn class(&mut self, class: &ClassName) -> Result<(), PlainError> {
        if self.reader.is_abstract(class)?.is_none() {
            return Err(PlainError::NotOnClassPath { class: class.clone() });
        }
        // What is not recognised is for the framework to complain about, as it was asked for.
        let framework = self.framework(class)?.or(if self.frameworks.has_platform() {
            Some(Framework::Platform)
        } else {
            self.frameworks.for_junit3().or(self.frameworks.for_testng())
        });
        match framework {
            Some(framework) => self.add(class.clone(), Some(framework)),
            None => return Err(PlainError::NoFramework),
        }
        Ok(())
    }

    fn add(&mut self, class: ClassName, framework: Option<Framework>) {
        if !self.plan.tests.iter().any(|test| test.class == class) {
            self.plan.tests.push(PlannedTest { class, framework });
        }
    }

    fn framework(&self, class: &ClassName) -> Result<Option<Framework>, PlainError> {
        let missing = |framework, missing, add| PlainError::MissingFramework {
            class: class.clone(),
            framework,
            missing,
            add,
        };
        let there = &self.frameworks;
        let framework = match self.reader.kind(class)? {
            Kind::Platform if !there.has_launcher() => {
                let launcher = "org.junit.platform:junit-platform-launcher";
                return Err(missing("the JUnit Platform", "its launcher", launcher));
            }
            Kind::Platform if !there.has_platform() => {
                let engine = "org.junit.jupiter:junit-jupiter-engine";
                return Err(missing("the JUnit Platform", "its engine", engine));
            }
            Kind::Platform => Some(Framework::Platform),
            Kind::JUnit4 => Some(
                there.for_junit4().ok_or_else(|| missing("JUnit 4", "JUnit 4", "junit:junit"))?,
            ),
            Kind::JUnit3 => {
                Some(there.for_junit3().ok_or_else(|| missing("JUnit 3", "JUnit", "junit:junit"))?)
            }
            Kind::TestNg => {
                let add = "org.testng:testng";
                Some(there.for_testng().ok_or_else(|| missing("TestNG", "TestNG", add))?)
            }
            Kind::Unknown => there.has_other_engine().then_some(Framework::Platform),
        };
        Ok(framework)
    }
}
