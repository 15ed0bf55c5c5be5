//! What loggers keep. The first one of a machine looks for much and keeps what it finds, and each test that logs picks that up; of
//! all this, only how logging is configured can change what a program does or what it writes. So most of what code of a library
//! for logging keeps is not followed, and instead these count for who logs:
//! - the files, resources, properties and variables at which earlier tests looked that entered such code where it looks outside,
//!   whatever their names, and the classes for logging that they looked up;
//! - what earlier tests entered of classes that a program plugs into such a library: appenders, layouts, filters; and of those
//!   looked up by reflection that can be plugged into these in turn, or are given to a method of the library that sets something.
//!
//! Values that programs keep in such a library for themselves are followed as any others, and so is what they hand to one of its
//! methods that sets a field. Nothing is left out if the tests are those of such a library.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;
use tamis_classfile::MStr;
use tamis_classfile::descriptor::{class_names, parameters};
use tamis_facts::ClassIndex;
use tamis_probes::is_for_logging;
use tamis_vocab::ClassName;

use super::code::Called;
use super::hierarchy::OBJECT;
use super::{Number, Remembered, Test};
use crate::footprint::Observed;

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

impl Remembered {
    /// Has most of what loggers keep not followed.
    pub(super) fn forget_fields_of_loggers(&mut self, set: &dyn ClassIndex) {
        let set_by_programs = self.fields_that_programs_set(set);
        for method in self.methods.iter_mut().filter(|method| is_logger(&method.id.class)) {
            method.code.is_for_logging = true;
            method.code.forget_fields(&set_by_programs);
        }
    }

    /// The fields that methods of loggers write to which others hand something.
    fn fields_that_programs_set(&self, set: &dyn ClassIndex) -> FxHashSet<Called> {
        let is_called_by_others = |number: &Number| {
            self.method(*number).is_some_and(|method| !is_logger(&method.id.class))
        };
        let loggers = self.methods.iter().filter(|method| is_logger(&method.id.class));
        let setters = loggers.filter(|method| {
            !method.code.writes.is_empty()
                && self.handing(method, set).iter().any(is_called_by_others)
        });
        setters.flat_map(|method| method.code.writes.iter().cloned()).collect()
    }

    /// What was entered of classes that programs plug into libraries for logging.
    pub(super) fn parts_of_loggers(&self, set: &dyn ClassIndex) -> &[Number] {
        self.parts_of_loggers.get_or_init(|| {
            let mut parts: Vec<&ClassName> =
                self.by_class.keys().filter(|class| self.is_part(class, set)).collect();
            let mut others: BTreeSet<&ClassName> =
                self.tests.iter().flat_map(Test::looked_up).collect();
            others.retain(|class| !is_logger(class) && !self.is_part(class, set));
            let mut taken = self.taken_by_loggers();
            let mut followed = 0;
            loop {
                for part in parts.iter().skip(followed) {
                    self.taken_by_part(part, &mut taken);
                }
                followed = parts.len();
                parts.extend(others.extract_if(.., |class| self.can_be_one_of(class, &taken, set)));
                if parts.len() == followed {
                    break;
                }
            }
            let numbers = parts.into_iter().filter_map(|class| self.by_class.get(class));
            numbers.flatten().copied().collect()
        })
    }

    /// Types of what loggers are given by methods that set something, and of what they get by the names of classes.
    fn taken_by_loggers(&self) -> FxHashSet<ClassName> {
        let loggers = self.methods.iter().filter(|method| method.code.is_for_logging);
        let setters = loggers.filter(|method| {
            ["add", "set", "with"].iter().any(|begin| method.id.name.starts_with(begin))
        });
        let given = setters.filter_map(|method| {
            let given = parameters(MStr::new(method.id.descriptor.as_bytes()))?;
            let [given] = given[..] else { return None };
            let name = given.strip_prefix(b"L")?.strip_suffix(b";")?;
            std::str::from_utf8(name).ok().map(ClassName::internal)
        });
        given.chain([ClassName::internal("java/sql/Driver")]).collect()
    }

    /// Types that the code of a class names which is a part of a logger.
    fn taken_by_part(&self, part: &ClassName, taken: &mut FxHashSet<ClassName>) {
        for number in self.by_class.get(part).into_iter().flatten() {
            let Some(method) = self.method(*number) else { continue };
            let code = &method.code;
            let of_calls = code.calls.iter().map(|(_, _, descriptor)| descriptor);
            let descriptors = of_calls.chain([&method.id.descriptor]);
            let types = descriptors.flat_map(|each| class_names(MStr::new(each.as_bytes())));
            let types = types.filter_map(|name| std::str::from_utf8(name).ok());
            let types = types.map(ClassName::internal).chain(code.names.iter().cloned());
            taken.extend(types.filter(|name| name.as_str() != OBJECT));
        }
    }

    /// Whether a class is below one of some types. What cannot be read may be.
    fn can_be_one_of(
        &self,
        class: &ClassName,
        types: &FxHashSet<ClassName>,
        set: &dyn ClassIndex,
    ) -> bool {
        let lineage = self.hierarchy.lineage(class, set);
        lineage.is_unknown || lineage.names.iter().any(|name| types.contains(name))
    }

    fn is_part(&self, class: &ClassName, set: &dyn ClassIndex) -> bool {
        let is_logging = |class: &ClassName| is_for_logging(class.as_str().as_bytes());
        !is_logger(class) && self.hierarchy.lineage(class, set).names.iter().any(is_logging)
    }

    /// Whether what a test that configured loggers looked at can be how they are configured.
    pub(super) fn can_configure(&self, observed: &Observed, set: &dyn ClassIndex) -> bool {
        match observed {
            Observed::ResourceLookedUp(_)
            | Observed::ResourcesListed(_)
            | Observed::BundleLookedUp(_)
            | Observed::PropertyRead(_)
            | Observed::PropertiesRead
            | Observed::WordsRead
            | Observed::VariableRead(_)
            | Observed::VariablesRead => true,
            Observed::ClassLookedUp(class) | Observed::Introspected(class) => {
                is_for_logging(class.as_str().as_bytes()) || self.is_part(class, set)
            }
            Observed::ProcessStarted(_)
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
}
