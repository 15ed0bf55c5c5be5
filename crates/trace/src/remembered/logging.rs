//! What loggers keep. The first one of a machine looks for much and keeps what it finds, and each test that logs picks that up; of
//! all this, only how logging is configured can change what a program does or what it writes. So what code of a library for
//! logging keeps is not followed, and instead the files, resources, properties and classes that configure it count for who
//! logs, if an earlier test looked at them.
//!
//! Values that programs keep in such a library for themselves are followed as any others. Nothing is left out if the tests are
//! those of such a library.

use std::path::Path;

use tamis_probes::is_for_logging;
use tamis_vocab::ClassName;

use crate::footprint::{FileUse, Observed};

/// How the names of files begin that configure a library for logging.
const FILES: [&str; 6] =
    ["commons-logging", "log4j", "logback", "logging.properties", "simplelogger", "jboss-logging"];

/// How the names of services begin that do.
const SERVICES: [&str; 5] = [
    "META-INF/services/ch.qos.logback",
    "META-INF/services/org.apache.commons.logging",
    "META-INF/services/org.apache.logging",
    "META-INF/services/org.jboss.logging",
    "META-INF/services/org.slf4j",
];

/// How the names of properties and variables begin that do.
const KEYS: [&str; 9] = [
    "LOG4J",
    "java.util.logging",
    "log4j",
    "logback",
    "logging",
    "org.apache.commons.logging",
    "org.apache.logging",
    "org.jboss.logging",
    "org.slf4j",
];

/// Whether what a class keeps is what a logger keeps. A binding that a program writes for itself is code like any other, and
/// so is what holds values for whoever logs.
pub(super) fn is_logger(class: &ClassName) -> bool {
    const BINDING: &str = "org/slf4j/impl/";
    const HOLDERS: [&str; 4] = ["MDC", "NDC", "ThreadContext", "Marker"];
    let name = class.as_str();
    let simple = name.rsplit('/').next().unwrap_or(name);
    is_for_logging(name.as_bytes())
        && !name.starts_with(BINDING)
        && !HOLDERS.iter().any(|part| simple.contains(part))
}

/// Whether something is how logging is configured.
pub(super) fn configures(observed: &Observed) -> bool {
    let begins = |name: &str, starts: &[&str]| starts.iter().any(|start| name.starts_with(start));
    match observed {
        Observed::ResourceLookedUp(name)
        | Observed::ResourcesListed(name)
        | Observed::BundleLookedUp(name) => {
            begins(name, &SERVICES) || is_file(Path::new(name.trim_start_matches('/')))
        }
        Observed::PropertyRead(key) | Observed::VariableRead(key) => begins(key, &KEYS),
        Observed::ClassLookedUp(class) | Observed::Introspected(class) => {
            is_for_logging(class.as_str().as_bytes())
        }
        Observed::PropertiesRead
        | Observed::VariablesRead
        | Observed::ProcessStarted(_)
        | Observed::LibraryLoaded(_)
        | Observed::Serialised(_)
        | Observed::HiddenDefined(_)
        | Observed::NetworkUsed(_)
        | Observed::InputRead
        | Observed::NativeCalled(_)
        | Observed::DefaultSet(_)
        | Observed::PropertySet(_)
        | Observed::DefaultRead(_)
        | Observed::DefaultLeft(_)
        | Observed::StaticsUnseen => false,
    }
}

/// Whether a file does.
pub(super) fn is_configuration(file: &FileUse) -> bool {
    is_file(file.path())
}

fn is_file(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let is_library = path.extension().is_some_and(|extension| extension == "jar");
    FILES.iter().any(|start| name.starts_with(start)) && !is_library
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holders_of_values_and_bindings_of_programs_are_no_loggers() {
        let rows = [
            ("ch/qos/logback/classic/LoggerContext", true),
            ("org/apache/commons/logging/impl/LogFactoryImpl", true),
            ("org/slf4j/MDC", false),
            ("org/apache/logging/log4j/ThreadContext", false),
            ("org/slf4j/impl/StaticLoggerBinder", false),
            ("p/Logger", false),
        ];
        for (name, expected) in rows {
            assert_eq!(is_logger(&ClassName::internal(name)), expected, "{name}");
        }
    }

    #[test]
    fn files_that_configure_loggers_are_known_by_their_names() {
        let rows = [
            ("logback-test.xml", true),
            ("p/log4j2.yaml", true),
            ("/simplelogger.properties", true),
            ("META-INF/services/org.slf4j.spi.SLF4JServiceProvider", true),
            ("p/catalog.xml", false),
            ("lib/log4j-core-2.24.jar", false),
        ];
        for (name, expected) in rows {
            assert_eq!(configures(&Observed::ResourceLookedUp(name.into())), expected, "{name}");
        }
    }
}
