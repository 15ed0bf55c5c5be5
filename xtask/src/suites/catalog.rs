//! The suites: libraries that publish their compiled tests, and what these need.

/// A library with its tests.
#[derive(Debug)]
pub(super) struct Suite {
    pub(super) name: &'static str,
    /// Maven coordinate of the library; its tests have the classifier `tests`.
    pub(super) library: &'static str,
    /// What its tests need, apart from [`FRAMEWORKS`].
    pub(super) needs: &'static [&'static str],
    /// Packages of `java.base` that the tests look into.
    pub(super) opens: &'static [&'static str],
}

/// What runs the tests. Not the newest: the one that the libraries were tested with.
pub(super) const FRAMEWORKS: [&str; 11] = [
    "junit:junit:4.13.2",
    "org.apiguardian:apiguardian-api:1.1.2",
    "org.junit.jupiter:junit-jupiter-api:5.11.4",
    "org.junit.jupiter:junit-jupiter-engine:5.11.4",
    "org.junit.jupiter:junit-jupiter-params:5.11.4",
    "org.junit.platform:junit-platform-commons:1.11.4",
    "org.junit.platform:junit-platform-engine:1.11.4",
    "org.junit.platform:junit-platform-launcher:1.11.4",
    "org.junit.vintage:junit-vintage-engine:5.11.4",
    "org.opentest4j:opentest4j:1.3.0",
    "org.hamcrest:hamcrest:3.0",
];

const EASYMOCK: &str = "org.easymock:easymock:5.5.0";
const OBJENESIS: &str = "org.objenesis:objenesis:3.4";
const BYTE_BUDDY: &str = "net.bytebuddy:byte-buddy:1.15.10";
const CODEC: &str = "commons-codec:commons-codec:1.18.0";
const IO: &str = "commons-io:commons-io:2.18.0";
const LANG: &str = "org.apache.commons:commons-lang3:3.17.0";

pub(super) const SUITES: [Suite; 4] = [
    Suite {
        name: "collections4",
        library: "org.apache.commons:commons-collections4:4.4",
        needs: &[EASYMOCK, OBJENESIS, BYTE_BUDDY, CODEC, LANG],
        opens: &[],
    },
    Suite {
        name: "lang3",
        library: LANG,
        needs: &[
            "org.apache.commons:commons-text:1.13.0",
            "org.junit-pioneer:junit-pioneer:1.9.1",
            EASYMOCK,
            OBJENESIS,
            BYTE_BUDDY,
            IO,
        ],
        opens: &[
            "java.lang",
            "java.lang.invoke",
            "java.lang.reflect",
            "java.time",
            "java.time.chrono",
            "java.util",
            "java.util.concurrent",
        ],
    },
    Suite {
        name: "math3",
        library: "org.apache.commons:commons-math3:3.6.1",
        needs: &[],
        opens: &[],
    },
    Suite { name: "codec", library: CODEC, needs: &[LANG, IO], opens: &[] },
];

/// Ends of the names of test classes that are left out: they measure, or need a network.
pub(super) const LEFT_OUT: [&str; 3] = ["PerformanceTest", "BenchmarkTest", "IT"];
