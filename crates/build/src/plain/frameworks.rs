//! Which test frameworks a class path holds.

use tamis_vocab::ClassName;

use crate::class_files::{ClassFiles, ClassFilesError};

/// Where engines of the JUnit Platform register themselves.
const SERVICES: &str = "META-INF/services/org.junit.platform.engine.TestEngine";

const JUPITER: &str = "org.junit.jupiter.engine.JupiterTestEngine";
const VINTAGE: &str = "org.junit.vintage.engine.VintageTestEngine";
const TESTNG: &str = "org.junit.support.testng.engine.TestNGTestEngine";
const SUITE: &str = "org.junit.platform.suite.engine.SuiteTestEngine";

/// What runs a test class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Framework {
    /// The JUnit Platform with whatever engines there are.
    Platform,
    /// JUnit 4 by itself, also for classes of JUnit 3.
    JUnit4,
    /// JUnit 3 by itself.
    JUnit3,
    /// TestNG by itself.
    TestNg,
}

impl Framework {
    /// The word in the plan.
    pub fn word(self) -> &'static str {
        match self {
            Self::Platform => "platform",
            Self::JUnit4 => "junit4",
            Self::JUnit3 => "junit3",
            Self::TestNg => "testng",
        }
    }
}

/// What is there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Frameworks {
    parts: Vec<Part>,
    /// Engines of the JUnit Platform, by class.
    engines: Vec<String>,
}

/// Something that is recognised by one class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Launcher,
    JUnit4,
    JUnit3,
    TestNg,
}

const PARTS: [(Part, &str); 4] = [
    (Part::Launcher, "org/junit/platform/launcher/Launcher"),
    (Part::JUnit4, "org/junit/runner/JUnitCore"),
    (Part::JUnit3, "junit/framework/TestCase"),
    (Part::TestNg, "org/testng/TestNG"),
];

impl Frameworks {
    /// Looks for them.
    pub fn on(class_files: &ClassFiles) -> Result<Self, ClassFilesError> {
        let mut parts = Vec::new();
        for (part, class) in PARTS {
            if class_files.class(&ClassName::internal(class))?.is_some() {
                parts.push(part);
            }
        }
        let mut engines = Vec::new();
        for services in class_files.resources(SERVICES)? {
            let text = String::from_utf8_lossy(&services).into_owned();
            let names = text.lines().filter_map(|line| line.split('#').next());
            engines.extend(names.map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned));
        }
        engines.sort();
        engines.dedup();
        Ok(Self { parts, engines })
    }

    /// Whether nothing is there that could run a test.
    pub fn are_none(&self) -> bool {
        self.parts.iter().all(|part| *part == Part::Launcher) && !self.has_platform()
    }

    /// Whether the JUnit Platform can run something.
    pub(super) fn has_platform(&self) -> bool {
        self.has_launcher() && !self.engines.is_empty()
    }

    pub(super) fn has_launcher(&self) -> bool {
        self.has(Part::Launcher)
    }

    /// Whether there are engines for tests that are not recognised by annotations that we know.
    pub(super) fn has_other_engine(&self) -> bool {
        self.has_launcher() && self.names_other_engine()
    }

    /// The same, whether or not there is a launcher to use them.
    pub(super) fn names_other_engine(&self) -> bool {
        let known = [JUPITER, VINTAGE, TESTNG, SUITE];
        self.engines.iter().any(|engine| !known.contains(&&**engine))
    }

    /// What runs classes of JUnit 4.
    pub(super) fn for_junit4(&self) -> Option<Framework> {
        if self.has_launcher() && self.has_engine(VINTAGE) {
            Some(Framework::Platform)
        } else {
            self.has(Part::JUnit4).then_some(Framework::JUnit4)
        }
    }

    /// What runs classes of JUnit 3.
    pub(super) fn for_junit3(&self) -> Option<Framework> {
        self.for_junit4().or(self.has(Part::JUnit3).then_some(Framework::JUnit3))
    }

    /// What runs classes of TestNG.
    pub(super) fn for_testng(&self) -> Option<Framework> {
        if self.has_launcher() && self.has_engine(TESTNG) {
            Some(Framework::Platform)
        } else {
            self.has(Part::TestNg).then_some(Framework::TestNg)
        }
    }

    fn has(&self, part: Part) -> bool {
        self.parts.contains(&part)
    }

    fn has_engine(&self, name: &str) -> bool {
        self.engines.iter().any(|engine| engine == name)
    }
}
