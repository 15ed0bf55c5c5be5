//! Which methods of the JDK and of test frameworks are watched. Values only.
//!
//! Methods of the JDK are named as they are from release 17 to 25; one that a release does not have is passed over, and
//! one that it has in addition is not seen, so the end-to-end tests run on both ends.

/// What a note is about; the numbers are in the code that calls `TamisProbe.note`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Note {
    Introspected = 1,
    IntrospectedAll = 2,
    IntrospectedObject = 3,
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
    pub(crate) const ALL: [Self; 47] = [
        Self::Introspected,
        Self::IntrospectedAll,
        Self::IntrospectedObject,
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
}

const fn watch(method: &'static str, what: What, note: Note) -> Watched {
    Watched { method, what, note }
}

const STRING: &str = "Ljava/lang/String;";
const CLASS: &str = "Ljava/lang/Class;";
const OBJECT: &str = "Ljava/lang/Object;";
const ADDRESS: &str = "Ljava/net/InetAddress;";

/// Watched methods of a class of the JDK. All overloads of a name that have what the note needs are watched.
pub(crate) fn jdk(class: &[u8]) -> Option<&'static [Watched]> {
    Some(match class {
        b"java/lang/Class" => CLASS_METHODS,
        b"java/lang/ClassLoader" => LOADER_METHODS,
        b"java/lang/System" => SYSTEM_METHODS,
        b"java/lang/Runtime" => {
            const {
                &[
                    watch("load0", What::Two(CLASS, STRING), Note::LibraryLoaded),
                    watch("loadLibrary0", What::Two(CLASS, STRING), Note::LibraryLoaded),
                ]
            }
        }
        b"java/lang/Package" => PACKAGE_METHODS,
        b"sun/management/RuntimeImpl" => BEAN_METHODS,
        b"java/lang/ProcessHandleImpl$Info" => PROCESS_METHODS,
        b"java/net/JarURLConnection" => JAR_CONNECTION_METHODS,
        b"java/util/Locale" => LOCALE_METHODS,
        b"java/util/Properties" => PROPERTIES_METHODS,
        b"java/util/TimeZone" => ZONE_METHODS,
        b"jdk/internal/foreign/abi/AbstractLinker" => LINKER_METHODS,
        b"java/lang/foreign/SymbolLookup" => {
            const { &[watch("libraryLookup", What::Nothing, Note::NativeCalled)] }
        }
        b"java/net/InetAddress" => ADDRESS_METHODS,
        b"java/net/NetworkInterface" => INTERFACE_METHODS,
        b"sun/nio/ch/Net" => SOCKET_METHODS,
        b"sun/nio/ch/UnixDomainSockets" => UNIX_SOCKET_METHODS,
        b"jdk/internal/loader/BuiltinClassLoader" => BUILTIN_LOADER_METHODS,
        b"java/lang/invoke/MethodHandles$Lookup" => LOOKUP_METHODS,
        b"java/lang/reflect/Executable" | b"java/lang/reflect/Field" => {
            const { &[watch("declaredAnnotations", What::By("getDeclaringClass"), Note::Introspected)] }
        }
        b"java/lang/reflect/RecordComponent" => {
            const { &[watch("declaredAnnotations", What::By("getDeclaringRecord"), Note::Introspected)] }
        }
        b"java/lang/reflect/Proxy" => PROXY_METHODS,
        b"java/net/URLClassLoader" => URL_LOADER_METHODS,
        b"java/util/ResourceBundle" => {
            const { &[watch("getBundleImpl", What::First(STRING), Note::BundleLookedUp)] }
        }
        b"java/io/ObjectStreamClass" => {
            const {
                &[
                    watch("lookup", What::First(CLASS), Note::Serialised),
                    watch("lookupAny", What::First(CLASS), Note::Serialised),
                ]
            }
        }
        b"java/beans/Introspector" => {
            const { &[watch("getBeanInfo", What::First(CLASS), Note::Introspected)] }
        }
        // Both keep archives open and hand them out again, in which case no file is opened.
        b"java/util/zip/ZipFile" => {
            const { &[watch("<init>", What::First("Ljava/io/File;"), Note::ArchiveOpened)] }
        }
        b"java/lang/ProcessBuilder" => {
            const { &[watch("environment", What::This, Note::VariablesRead)] }
        }
        b"sun/net/www/protocol/jar/JarURLConnection" => {
            const {
                &[
                    watch("<init>", What::First("Ljava/net/URL;"), Note::AddressOpened),
                    watch("getJarFile", What::This, Note::JarRead),
                ]
            }
        }
        b"java/lang/VirtualThread" => VIRTUAL_THREAD_METHODS,
        b"java/lang/ProcessImpl" => {
            const { &[watch("start", What::First("[Ljava/lang/String;"), Note::ProcessStarted)] }
        }
        _ => return None,
    })
}

/// What hands out members, annotations or structure of a class goes through one of these, also when the answer is cached.
/// What is reached from there (types of fields, annotation types) is worked out by `trace`.
const CLASS_METHODS: &[Watched] = &[
    watch("privateGetDeclaredFields", What::This, Note::Introspected),
    watch("privateGetPublicFields", What::This, Note::Introspected),
    watch("privateGetDeclaredConstructors", What::This, Note::Introspected),
    watch("privateGetDeclaredMethods", What::This, Note::Introspected),
    watch("privateGetPublicMethods", What::This, Note::Introspected),
    watch("getMethodsRecursive", What::This, Note::Introspected),
    watch("annotationData", What::This, Note::Introspected),
    watch("getGenericInfo", What::This, Note::Introspected),
    watch("getEnumConstantsShared", What::This, Note::Introspected),
    watch("enumConstantDirectory", What::This, Note::Introspected),
    watch("getDeclaredClasses", What::This, Note::Introspected),
    watch("getRecordComponents", What::This, Note::Introspected),
    watch("getPermittedSubclasses", What::This, Note::Introspected),
    watch("getNestMembers", What::This, Note::Introspected),
    watch("getEnclosingMethod", What::This, Note::Introspected),
    watch("getEnclosingConstructor", What::This, Note::Introspected),
    watch("getEnclosingClass", What::This, Note::Introspected),
    watch("getDeclaringClass", What::This, Note::Introspected),
    watch("getNestHost", What::This, Note::Introspected),
    watch("isRecord", What::This, Note::Introspected),
    watch("isSealed", What::This, Note::Introspected),
    watch("getAnnotatedSuperclass", What::This, Note::Introspected),
    watch("getAnnotatedInterfaces", What::This, Note::Introspected),
    watch("forName", What::First(STRING), Note::ClassLookedUp),
];

const LOADER_METHODS: &[Watched] = &[
    watch("loadClass", What::First(STRING), Note::ClassLookedUp),
    watch("findSystemClass", What::First(STRING), Note::ClassLookedUp),
    watch("defineClass", What::First(STRING), Note::ClassDefined),
    watch("getResource", What::First(STRING), Note::ResourceLookedUp),
    watch("getResourceAsStream", What::First(STRING), Note::ResourceLookedUp),
    watch("getResources", What::First(STRING), Note::ResourcesListed),
    watch("resources", What::First(STRING), Note::ResourcesListed),
];

const BUILTIN_LOADER_METHODS: &[Watched] = &[
    watch("findResource", What::Last(STRING), Note::ResourceLookedUp),
    watch("findResourceAsStream", What::Last(STRING), Note::ResourceLookedUp),
    watch("findResources", What::Last(STRING), Note::ResourcesListed),
];

const URL_LOADER_METHODS: &[Watched] = &[
    watch("getResourceAsStream", What::First(STRING), Note::ResourceLookedUp),
    watch("findResource", What::First(STRING), Note::ResourceLookedUp),
    watch("findResources", What::First(STRING), Note::ResourcesListed),
];

const SYSTEM_METHODS: &[Watched] = &[
    watch("getProperty", What::First(STRING), Note::PropertyRead),
    watch("setProperty", What::First(STRING), Note::PropertySet),
    watch("clearProperty", What::First(STRING), Note::PropertySet),
    watch("setProperties", What::Nothing, Note::PropertiesSet),
    watch("getProperties", What::Nothing, Note::PropertiesRead),
    // The overload with a name is told apart by what it has.
    watch("getenv", What::First(STRING), Note::VariableRead),
    watch("getenv", What::Nothing, Note::VariablesRead),
];

/// What changes an object that may be the one of the system's properties. All that is loaded is put.
const PROPERTIES_METHODS: &[Watched] = &[
    watch("put", What::With(OBJECT), Note::PropertiesChanged),
    watch("putIfAbsent", What::With(OBJECT), Note::PropertiesChanged),
    watch("remove", What::With(OBJECT), Note::PropertiesChanged),
    watch("replace", What::With(OBJECT), Note::PropertiesChanged),
    watch("compute", What::With(OBJECT), Note::PropertiesChanged),
    watch("computeIfAbsent", What::With(OBJECT), Note::PropertiesChanged),
    watch("computeIfPresent", What::With(OBJECT), Note::PropertiesChanged),
    watch("merge", What::With(OBJECT), Note::PropertiesChanged),
    watch("putAll", What::This, Note::PropertiesChanged),
    watch("replaceAll", What::This, Note::PropertiesChanged),
    watch("clear", What::This, Note::PropertiesChanged),
];

// The words that the machine was started with: properties are among them.
const BEAN_METHODS: &[Watched] = &[
    watch("getInputArguments", What::Nothing, Note::PropertiesRead),
    watch("getSystemProperties", What::Nothing, Note::PropertiesRead),
];

const PROCESS_METHODS: &[Watched] = &[
    watch("arguments", What::Nothing, Note::PropertiesRead),
    watch("commandLine", What::Nothing, Note::PropertiesRead),
];

const LOCALE_METHODS: &[Watched] = &[
    watch("setDefault", What::Nothing, Note::LocaleSet),
    watch("getDefault", What::Nothing, Note::LocaleRead),
];

const ZONE_METHODS: &[Watched] = &[
    watch("setDefault", What::Nothing, Note::ZoneSet),
    watch("getDefault", What::Nothing, Note::ZoneRead),
    // How the JDK asks itself.
    watch("getDefaultRef", What::Nothing, Note::ZoneRead),
];

/// What a package says of itself comes from the manifest of the jar that its first class came from.
const PACKAGE_METHODS: &[Watched] = &[
    watch("getPackageInfo", What::This, Note::PackageInfo),
    watch("getSpecificationTitle", What::Nothing, Note::ManifestRead),
    watch("getSpecificationVersion", What::Nothing, Note::ManifestRead),
    watch("getSpecificationVendor", What::Nothing, Note::ManifestRead),
    watch("getImplementationTitle", What::Nothing, Note::ManifestRead),
    watch("getImplementationVersion", What::Nothing, Note::ManifestRead),
    watch("getImplementationVendor", What::Nothing, Note::ManifestRead),
    watch("isSealed", What::Nothing, Note::ManifestRead),
    watch("isCompatibleWith", What::Nothing, Note::ManifestRead),
];

const JAR_CONNECTION_METHODS: &[Watched] = &[
    watch("getManifest", What::This, Note::JarRead),
    watch("getMainAttributes", What::This, Note::JarRead),
    watch("getAttributes", What::This, Note::JarRead),
    watch("getCertificates", What::This, Note::JarRead),
];

const LINKER_METHODS: &[Watched] = &[
    watch("downcallHandle", What::Nothing, Note::NativeCalled),
    watch("upcallStub", What::Nothing, Note::NativeCalled),
];

const ADDRESS_METHODS: &[Watched] = &[
    // Behind the check whether it is an address already.
    watch("getAllByName0", What::First(STRING), Note::NetworkUsed),
    watch("getHostFromNameService", What::First(ADDRESS), Note::NetworkUsed),
    watch("isReachable", What::This, Note::NetworkUsed),
    watch("getLocalHost", What::Nothing, Note::NetworkUsed),
];

const INTERFACE_METHODS: &[Watched] = &[
    watch("getByName", What::Nothing, Note::NetworkUsed),
    watch("getByIndex", What::Nothing, Note::NetworkUsed),
    watch("getByInetAddress", What::Nothing, Note::NetworkUsed),
    watch("getNetworkInterfaces", What::Nothing, Note::NetworkUsed),
    watch("networkInterfaces", What::Nothing, Note::NetworkUsed),
];

/// All sockets of the JDK end here, but for those of `jdk.net.usePlainSocketImpl`, which release 17 still has.
const SOCKET_METHODS: &[Watched] = &[
    watch("connect", What::First(ADDRESS), Note::NetworkUsed),
    watch("bind", What::First(ADDRESS), Note::NetworkUsed),
];

const UNIX_SOCKET_METHODS: &[Watched] = &[
    watch("connect", What::First("Ljava/nio/file/Path;"), Note::NetworkUsed),
    watch("bind", What::First("Ljava/nio/file/Path;"), Note::NetworkUsed),
];

const VIRTUAL_THREAD_METHODS: &[Watched] = &[
    watch("start", What::This, Note::VirtualStarted),
    // Called before anybody who waits for its end is told; the name changed with release 24.
    watch("afterTerminate", What::This, Note::VirtualEnded),
    watch("afterDone", What::This, Note::VirtualEnded),
];

const PROXY_METHODS: &[Watched] =
    &[watch("getProxyConstructor", What::First("[Ljava/lang/Class;"), Note::IntrospectedAll)];

const LOOKUP_METHODS: &[Watched] = &[
    watch("findStatic", What::First(CLASS), Note::Introspected),
    watch("findVirtual", What::First(CLASS), Note::Introspected),
    watch("findConstructor", What::First(CLASS), Note::Introspected),
    watch("findSpecial", What::First(CLASS), Note::Introspected),
    watch("findGetter", What::First(CLASS), Note::Introspected),
    watch("findSetter", What::First(CLASS), Note::Introspected),
    watch("findVarHandle", What::First(CLASS), Note::Introspected),
    watch("findStaticGetter", What::First(CLASS), Note::Introspected),
    watch("findStaticSetter", What::First(CLASS), Note::Introspected),
    watch("findStaticVarHandle", What::First(CLASS), Note::Introspected),
    watch("bind", What::First(OBJECT), Note::IntrospectedObject),
    watch("findClass", What::First(STRING), Note::ClassLookedUp),
    watch("defineHiddenClass", What::First("[B"), Note::HiddenDefined),
    watch("defineHiddenClassWithClassData", What::First("[B"), Note::HiddenDefined),
];

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
    const PREFIXES: [&[u8]; 4] =
        [b"java/", b"jdk/internal/", b"jdk/proxy", b"com/sun/proxy/$Proxy"];
    PREFIXES.iter().any(|prefix| class.starts_with(prefix))
}
