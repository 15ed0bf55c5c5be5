//! Which classes belong to test frameworks: they get no probes, and are known by their names.

/// Whether a class, by its internal name, lies in a package of a test framework or of the runner.
pub fn is_framework(class: &[u8]) -> bool {
    const PREFIXES: [&[u8]; 13] = [
        b"org/junit/",
        b"junit/framework/",
        b"junit/runner/",
        b"junit/textui/",
        b"junit/extensions/",
        b"org/testng/",
        b"org/opentest4j/",
        // What JUnit annotates its own classes with.
        b"org/apiguardian/api/",
        // What starts them, with Maven.
        b"org/apache/maven/surefire/",
        b"org/apache/maven/plugin/surefire/",
        // And with Gradle, whose other classes tests may use as well.
        b"worker/org/gradle/",
        // An agent beside us that looks up the name of the machine.
        b"org/jacoco/agent/rt/",
        b"tamis/run/",
    ];
    PREFIXES.iter().any(|prefix| class.starts_with(prefix))
}

/// Whether a class, by its internal name, belongs to a library that writes logs.
pub fn is_for_logging(class: &[u8]) -> bool {
    const PREFIXES: [&[u8]; 6] = [
        b"ch/qos/logback/",
        b"org/apache/commons/logging/",
        b"org/apache/log4j/",
        b"org/apache/logging/",
        b"org/jboss/logging/",
        b"org/slf4j/",
    ];
    PREFIXES.iter().any(|prefix| class.starts_with(prefix))
}

/// Whether a class, by its internal name, belongs to a library that makes mocks.
pub fn is_for_mocks(class: &[u8]) -> bool {
    const PREFIXES: [&[u8]; 3] = [b"net/bytebuddy/", b"org/mockito/", b"org/objenesis/"];
    PREFIXES.iter().any(|prefix| class.starts_with(prefix))
}
