//! Which methods of the JDK and of test frameworks are watched. Values only.

mod jdk;

pub(crate) use jdk::jdk;

/// What a note is about; the numbers are in the code that calls `TamisProbe.note`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Note {
    Introspected = 1,
    IntrospectedAll = 2,
    IntrospectedObject = 3,
    Canonicalised = 4,
    ClassLookedUp = 5,
    ResourceLookedUp = 6,
    ResourcesListed = 7,
    BundleLookedUp = 8,
    PropertyRead = 9,
    PropertiesRead = 10,
    VariableRead = 11,
    VariablesRead = 12,
    Serialised = 13,
    PackageInfo = 14,
    ProcessStarted = 15,
    HiddenDefined = 16,
    LibraryLoaded = 17,
    ArchiveOpened = 18,
    AddressOpened = 19,
    VirtualStarted = 20,
    VirtualEnded = 21,
    NetworkUsed = 22,
    NativeCalled = 23,
    LocaleSet = 24,
    ZoneSet = 25,
    PropertySet = 26,
    PropertiesSet = 27,
    ManifestRead = 28,
    JarRead = 29,
    LocaleRead = 30,
    ZoneRead = 31,
    PropertiesChanged = 38,
    ClassDefined = 39,
    Talked = 43,
    Halted = 44,
    WordsRead = 45,
    Junit4Built = 32,
    Junit4Started = 33,
    Junit4Finished = 34,
    Junit4Failed = 35,
    Junit4Aborted = 36,
    Junit4Ignored = 37,
    PlatformStarted = 40,
    PlatformFinished = 41,
    PlatformSkipped = 42,
    Junit3Started = 48,
    Junit3Ended = 49,
    Junit3Failed = 50,
    TestNgInvoked = 56,
    TestNgResult = 57,
    TestNgConfigured = 58,
}

impl Note {
    /// All of them, to find one by number.
    pub(crate) const ALL: [Self; 51] = [
        Self::Introspected,
        Self::IntrospectedAll,
        Self::IntrospectedObject,
        Self::Canonicalised,
        Self::ClassLookedUp,
        Self::ResourceLookedUp,
        Self::ResourcesListed,
        Self::BundleLookedUp,
        Self::PropertyRead,
        Self::PropertiesRead,
        Self::VariableRead,
        Self::VariablesRead,
        Self::Serialised,
        Self::PackageInfo,
        Self::ProcessStarted,
        Self::HiddenDefined,
        Self::LibraryLoaded,
        Self::ArchiveOpened,
        Self::AddressOpened,
        Self::VirtualStarted,
        Self::VirtualEnded,
        Self::NetworkUsed,
        Self::NativeCalled,
        Self::LocaleSet,
        Self::ZoneSet,
        Self::PropertySet,
        Self::PropertiesSet,
        Self::ManifestRead,
        Self::JarRead,
        Self::LocaleRead,
        Self::ZoneRead,
        Self::PropertiesChanged,
        Self::ClassDefined,
        Self::Talked,
        Self::Halted,
        Self::WordsRead,
        Self::Junit4Built,
        Self::Junit4Started,
        Self::Junit4Finished,
        Self::Junit4Failed,
        Self::Junit4Aborted,
        Self::Junit4Ignored,
        Self::PlatformStarted,
        Self::PlatformFinished,
        Self::PlatformSkipped,
        Self::Junit3Started,
        Self::Junit3Ended,
        Self::Junit3Failed,
        Self::TestNgInvoked,
        Self::TestNgResult,
        Self::TestNgConfigured,
    ];

    /// Whether it is of use only to those who compare what tests leave behind: the machine calls such methods all the time.
    pub(crate) fn is_about_state(self) -> bool {
        matches!(self, Self::LocaleRead | Self::ZoneRead)
    }

    /// Whether it is of use only to those who want to know who asks for classes.
    pub(crate) fn is_about_callers(self) -> bool {
        matches!(self, Self::ClassDefined)
    }

    /// Whether it says the same whenever it is called, and so need not be told again until the next boundary.
    pub(crate) fn is_told_once(self) -> bool {
        matches!(self, Self::LocaleSet | Self::ZoneSet | Self::PropertiesSet)
    }
}

/// What a note is handed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    /// `null`.
    Nothing,
    /// The receiver.
    This,
    /// The class that a method of the receiver gives.
    By(&'static str),
    /// The first parameter of that type.
    First(&'static str),
    /// The last parameter of that type.
    Last(&'static str),
    /// The first parameters of these types.
    Two(&'static str, &'static str),
    /// The receiver and the first parameter of that type.
    With(&'static str),
}

/// A note at the entry of methods.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Watched {
    pub(crate) method: &'static str,
    pub(crate) what: What,
    pub(crate) note: Note,
    /// The releases of the JDK that must have it: one of these without it is not understood. Others may have it.
    pub(crate) first: u16,
    pub(crate) last: u16,
}

const fn watch(method: &'static str, what: What, note: Note) -> Watched {
    Watched { method, what, note, first: 0, last: u16::MAX }
}

impl Watched {
    /// As it is, from that release of the JDK on.
    const fn since(self, first: u16) -> Self {
        Self { first, ..self }
    }

    /// As it is, up to that release of the JDK.
    const fn until(self, last: u16) -> Self {
        Self { last, ..self }
    }
}

const STRING: &str = "Ljava/lang/String;";
const CLASS: &str = "Ljava/lang/Class;";
const OBJECT: &str = "Ljava/lang/Object;";

/// A method of a framework around which a test class runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Bracketed {
    /// Any `run(RunNotifier)`.
    Junit4Run = 1,
    /// `RunnerBuilder.safeRunnerForClass(Class)`.
    Junit4Build = 2,
    /// `NodeTestTask.execute()`.
    PlatformNode = 3,
    /// `TestSuite.run(TestResult)` and `TestCase.run(TestResult)`.
    Junit3Run = 4,
    /// `BaseTestRunner.getTest(String)`.
    Junit3Build = 5,
    /// Any invocation of a method by TestNG.
    TestNg = 6,
    /// `build(Class)` of our own runner, which calls `suite()` of JUnit 3.
    OwnBuild = 7,
    /// `perform(Class, …)` of our own runner, which runs that.
    OwnRun = 8,
}

impl Bracketed {
    pub(crate) const ALL: [Self; 8] = [
        Self::Junit4Run,
        Self::Junit4Build,
        Self::PlatformNode,
        Self::Junit3Run,
        Self::Junit3Build,
        Self::TestNg,
        Self::OwnBuild,
        Self::OwnRun,
    ];
}

/// The bracket of a method, if it is one that runs or builds tests; JUnit 4's runners are known by the descriptor alone,
/// since they may be anybody's.
pub(crate) fn bracket(class: &[u8], method: &[u8], descriptor: &[u8]) -> Option<(Bracketed, What)> {
    const RUN: &[u8] = b"(Lorg/junit/runner/notification/RunNotifier;)V";
    match (class, method, descriptor) {
        (_, b"run", RUN) => Some((Bracketed::Junit4Run, What::This)),
        (
            b"org/junit/runners/model/RunnerBuilder",
            b"safeRunnerForClass",
            b"(Ljava/lang/Class;)Lorg/junit/runner/Runner;",
        ) => Some((Bracketed::Junit4Build, What::First(CLASS))),
        (b"org/junit/platform/engine/support/hierarchical/NodeTestTask", b"execute", b"()V") => {
            Some((Bracketed::PlatformNode, What::This))
        }
        (
            b"junit/framework/TestSuite" | b"junit/framework/TestCase",
            b"run",
            b"(Ljunit/framework/TestResult;)V",
        ) => Some((Bracketed::Junit3Run, What::This)),
        (b"tamis/run/JUnit3", b"build", _) => Some((Bracketed::OwnBuild, What::First(CLASS))),
        (b"tamis/run/JUnit3", b"perform", _) => Some((Bracketed::OwnRun, What::First(CLASS))),
        (b"junit/runner/BaseTestRunner", b"getTest", _) => {
            Some((Bracketed::Junit3Build, What::First(STRING)))
        }
        (
            b"org/testng/internal/MethodInvocationHelper"
            | b"org/testng/internal/invokers/MethodInvocationHelper",
            b"invokeMethod" | b"invokeDataProvider",
            _,
        ) => Some((Bracketed::TestNg, What::Nothing)),
        _ => None,
    }
}

/// Watched methods of frameworks.
pub(crate) fn framework(class: &[u8]) -> &'static [Watched] {
    const DESCRIPTION: &str = "Lorg/junit/runner/Description;";
    const FAILURE: &str = "Lorg/junit/runner/notification/Failure;";
    const DESCRIPTOR: &str = "Lorg/junit/platform/engine/TestDescriptor;";
    const RESULT: &str = "Lorg/junit/platform/engine/TestExecutionResult;";
    const TEST: &str = "Ljunit/framework/Test;";
    const METHOD: &str = "Ljava/lang/reflect/Method;";
    const TESTNG_RESULT: &str = "Lorg/testng/ITestResult;";
    match class {
        b"org/junit/runner/notification/RunNotifier" => {
            const {
                &[
                    watch("fireTestStarted", What::First(DESCRIPTION), Note::Junit4Started),
                    watch("fireTestFinished", What::First(DESCRIPTION), Note::Junit4Finished),
                    watch("fireTestFailure", What::First(FAILURE), Note::Junit4Failed),
                    watch("fireTestAssumptionFailed", What::First(FAILURE), Note::Junit4Aborted),
                    watch("fireTestIgnored", What::First(DESCRIPTION), Note::Junit4Ignored),
                ]
            }
        }
        b"org/junit/platform/launcher/core/ExecutionListenerAdapter" => {
            const {
                &[
                    watch("executionStarted", What::First(DESCRIPTOR), Note::PlatformStarted),
                    watch(
                        "executionFinished",
                        What::Two(DESCRIPTOR, RESULT),
                        Note::PlatformFinished,
                    ),
                    watch("executionSkipped", What::First(DESCRIPTOR), Note::PlatformSkipped),
                ]
            }
        }
        b"junit/framework/TestResult" => {
            const {
                &[
                    watch("startTest", What::First(TEST), Note::Junit3Started),
                    watch("endTest", What::First(TEST), Note::Junit3Ended),
                    watch("addError", What::Two(TEST, "Ljava/lang/Throwable;"), Note::Junit3Failed),
                    watch(
                        "addFailure",
                        What::Two(TEST, "Ljunit/framework/AssertionFailedError;"),
                        Note::Junit3Failed,
                    ),
                ]
            }
        }
        b"org/testng/internal/MethodInvocationHelper"
        | b"org/testng/internal/invokers/MethodInvocationHelper" => {
            const {
                &[
                    watch("invokeMethod", What::Two(METHOD, OBJECT), Note::TestNgInvoked),
                    watch("invokeDataProvider", What::Two(METHOD, OBJECT), Note::TestNgInvoked),
                ]
            }
        }
        b"org/testng/internal/TestListenerHelper"
        | b"org/testng/internal/invokers/TestListenerHelper" => {
            const {
                &[
                    watch("runTestListeners", What::First(TESTNG_RESULT), Note::TestNgResult),
                    watch(
                        "runPostConfigurationListeners",
                        What::First(TESTNG_RESULT),
                        Note::TestNgConfigured,
                    ),
                ]
            }
        }
        _ => const { &[] },
    }
}

/// Whether only the JDK can define a class of that name.
pub(crate) fn is_java(class: &[u8]) -> bool {
    class.starts_with(b"java/")
}

/// Whether a class of the application loader can be one of the JDK's tools.
pub(crate) fn may_be_jdk(class: &[u8]) -> bool {
    const PREFIXES: [&[u8]; 4] = [b"jdk/", b"sun/", b"com/sun/", b"org/graalvm/"];
    PREFIXES.iter().any(|prefix| class.starts_with(prefix))
}

/// Whether the JDK makes a class of that name while the program runs, in whatever loader.
pub(crate) fn is_generated_by_jdk(class: &[u8]) -> bool {
    const PREFIXES: [&[u8]; 5] = [
        b"java/",
        b"jdk/internal/",
        b"jdk/proxy",
        b"com/sun/proxy/$Proxy",
        b"sun/reflect/Generated",
    ];
    PREFIXES.iter().any(|prefix| class.starts_with(prefix))
}

/// The name that a class has in its bytes. To that of a hidden class the JVM appends a dot and an address; to that of an
/// anonymous one, which releases before 15 have in their place, a slash and a number.
pub(crate) fn name_in_bytes(name: &[u8]) -> &[u8] {
    if let Some(dot) = name.iter().position(|byte| *byte == b'.') {
        return name.get(..dot).unwrap_or(name);
    }
    let slash = name.iter().rposition(|byte| *byte == b'/');
    let (Some(class), Some(number)) =
        (slash.and_then(|at| name.get(..at)), slash.and_then(|at| name.get(at + 1..)))
    else {
        return name;
    };
    // No compiler of Java gives such a name to a class.
    let is_number = !number.is_empty() && number.iter().all(u8::is_ascii_digit);
    if is_number { class } else { name }
}

#[cfg(test)]
mod tests {
    use super::name_in_bytes;

    #[test]
    fn what_the_machine_appends_to_names_is_told_from_names() {
        assert_eq!(name_in_bytes(b"p/A"), b"p/A");
        assert_eq!(name_in_bytes(b"p/A$1"), b"p/A$1");
        assert_eq!(name_in_bytes(b"A"), b"A");
        assert_eq!(name_in_bytes(b"p/A.0x0000001"), b"p/A");
        assert_eq!(name_in_bytes(b"p/A$$Lambda$7/1234567"), b"p/A$$Lambda$7");
        assert_eq!(name_in_bytes(b"p/1/A"), b"p/1/A");
    }
}
