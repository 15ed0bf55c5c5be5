//! What loggers keep. The first one of a machine looks for much and keeps what it finds, and each test that logs picks that up; of
//! all this, only how logging is configured can change what a program does or what it writes. So most of what code of a library
//! for logging keeps is not followed, and instead these count for who logs:
//! - the files, resources, properties and variables at which earlier tests looked that entered such code where it looks outside,
//!   whatever their names, and the classes for logging that they looked up;
//! - what earlier tests entered of classes that a program plugs into such a library: appenders, layouts, filters, also those of
//!   `java.util.logging`; and of those looked up by reflection that can be plugged into these in turn, are given to a method of
//!   the library that sets something, are below a type that the JDK makes objects of by name, give such objects by static
//!   methods, or configure the loggers of the JDK when an object is made of them.
//!
//! What such a library calls by reflection for itself are these. What it calls so for whoever asks it, as its helpers do, may be
//! anything that was looked up.
//!
//! Values that programs keep in such a library for themselves are followed as any others, and so is what they hand to one of its
//! methods that sets a field. Nothing is left out if the tests are those of such a library.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;
use tamis_classfile::descriptor::{class_names, parameters};
use tamis_classfile::{MStr, flags};
use tamis_facts::{ClassIndex, Lookup};
use tamis_probes::is_for_logging;
use tamis_vocab::{ClassName, MethodId};

use super::code::{Called, find};
use super::hierarchy::OBJECT;
use super::{Method, Number, Remembered};
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

/// The types that a descriptor names; without that of all objects, which says nothing.
fn types(descriptor: &[u8]) -> impl Iterator<Item = ClassName> {
    let names =
        class_names(MStr::new(descriptor)).filter_map(|name| std::str::from_utf8(name).ok());
    names.filter(|name| *name != OBJECT).map(ClassName::internal)
}

/// What a method returns, as descriptors have it.
fn given(descriptor: &str) -> &str {
    descriptor.rsplit(')').next().unwrap_or(descriptor)
}

/// The class of what a method returns, if that is one for logging.
fn logger_given(descriptor: &str) -> Option<ClassName> {
    let name = given(descriptor).strip_prefix('L')?.strip_suffix(';')?;
    is_for_logging(name.as_bytes()).then(|| ClassName::internal(name))
}

/// Whether a call only asks for a logger, or for something that one does which is not to give an object. What configures loggers
/// can fill objects of others, too.
fn is_for_logger((owner, name, descriptor): &Called, loggers: &FxHashSet<ClassName>) -> bool {
    const CONFIGURING: [&str; 5] = ["Configurator", "Setter", "Converter", "/joran/", "/config/"];
    let gives_object = given(descriptor).starts_with(['L', '[']);
    let is_done_by_logger = &**name != "<init>"
        && !gives_object
        && loggers.contains(owner)
        && !CONFIGURING.iter().any(|part| owner.as_str().contains(part));
    logger_given(descriptor).is_some() || is_done_by_logger
}

/// Whether a type of the JDK is one of those that loggers or the JDK make objects of by name, so as to write somewhere.
fn is_provided(outside: &str) -> bool {
    const BEGINS: [&str; 10] = [
        "java/lang/System$LoggerFinder",
        "java/net/",
        "java/security/",
        "java/sql/",
        "java/util/logging/",
        "java/util/prefs/",
        "java/util/spi/",
        "javax/naming/",
        "javax/net/",
        "javax/sql/",
    ];
    BEGINS.iter().any(|begin| outside.starts_with(begin)) || outside.ends_with("ThreadFactory")
}

/// Whether a call of the JDK says how its own loggers write.
fn configures_jdk((owner, name, _): &Called) -> bool {
    let of_logger = || ["add", "remove", "set"].iter().any(|begin| name.starts_with(begin));
    match owner.as_str() {
        "java/util/logging/LogManager" => true,
        other => other.starts_with("java/util/logging/") && of_logger(),
    }
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

    /// Whether what a method calls by reflection can only be a part of a logger: nobody but loggers asks for it.
    pub(super) fn reflects_for_loggers(
        &self,
        number: Number,
        method: &Method,
        set: &dyn ClassIndex,
    ) -> bool {
        method.code.is_for_logging && !self.helping(set).contains(&number)
    }

    /// The methods of loggers that run for others than loggers: not only to give them one, or to write what they are given.
    fn helping(&self, set: &dyn ClassIndex) -> &FxHashSet<Number> {
        self.helping.get_or_init(|| {
            let others = || self.methods.iter().filter(|method| !method.code.is_for_logging);
            let asked = others().flat_map(|method| &method.code.calls);
            let asked = asked.filter(|(owner, ..)| is_logger(owner) || self.is_part(owner, set));
            let loggers: FxHashSet<ClassName> =
                asked.clone().filter_map(|(.., descriptor)| logger_given(descriptor)).collect();
            let mut helping = FxHashSet::default();
            let mut waiting = Vec::new();
            for call in asked.filter(|call| !is_for_logger(call, &loggers)) {
                waiting.extend(self.arrivals(call, set));
            }
            while let Some(number) = waiting.pop() {
                let Some(method) = self.method(number) else { continue };
                if method.code.is_for_logging && helping.insert(number) {
                    let targets = self.targets(method, set);
                    waiting.extend(targets.methods.iter().copied());
                    waiting.extend(targets.groups.iter().flat_map(|group| &group.methods).copied());
                }
            }
            helping
        })
    }

    /// What was entered of classes that programs plug into libraries for logging.
    pub(super) fn parts_of_loggers(&self, set: &dyn ClassIndex) -> &[Number] {
        self.parts_of_loggers.get_or_init(|| {
            let mut parts: Vec<&ClassName> =
                self.by_class.keys().filter(|class| self.is_part(class, set)).collect();
            let mut others: BTreeSet<&ClassName> =
                self.tests.iter().flat_map(|test| &test.looked_up).collect();
            others.retain(|class| !is_logger(class) && !self.is_part(class, set));
            let mut all = self.methods.iter();
            if all.any(|method| method.code.calls.iter().any(configures_jdk)) {
                parts.extend(others.extract_if(.., |class| self.configures_jdk(class, set)));
            }
            let mut taken = self.taken_by_loggers();
            let mut followed = 0;
            loop {
                for part in parts.iter().skip(followed) {
                    self.taken_by_part(part, set, &mut taken);
                }
                followed = parts.len();
                parts.extend(others.extract_if(.., |class| self.can_be_taken(class, &taken, set)));
                if parts.len() == followed {
                    break;
                }
            }
            // What they inherit, too.
            let own = parts.iter().flat_map(|part| {
                let lineage = self.hierarchy.lineage(part, set);
                lineage.own().filter(|class| !is_logger(class)).collect::<Vec<_>>()
            });
            let own: BTreeSet<ClassName> = own.chain(parts.iter().copied().cloned()).collect();
            let numbers = own.iter().filter_map(|class| self.by_class.get(class));
            numbers.flatten().copied().collect()
        })
    }

    /// Types of what loggers are given by methods that set something.
    fn taken_by_loggers(&self) -> FxHashSet<ClassName> {
        let loggers = self.methods.iter().filter(|method| method.code.is_for_logging);
        let setters = loggers.filter(|method| {
            ["add", "set", "with"].iter().any(|begin| method.id.name.starts_with(begin))
        });
        let given = setters.filter_map(|method| {
            let given = parameters(MStr::new(method.id.descriptor.as_bytes()))?;
            let [given] = given[..] else { return None };
            Some(types(given).collect::<Vec<_>>())
        });
        given.flatten().collect()
    }

    /// Types that the code or the fields of a class name which is a part of a logger, or those of what it inherits.
    fn taken_by_part(
        &self,
        part: &ClassName,
        set: &dyn ClassIndex,
        taken: &mut FxHashSet<ClassName>,
    ) {
        let lineage = self.hierarchy.lineage(part, set);
        for class in lineage.own().filter(|class| !is_logger(class)) {
            if let Lookup::Found(facts) = set.find(class.as_str()) {
                let descriptors = facts.fields().map(|field| facts.text(field.descriptor));
                taken.extend(descriptors.flat_map(|descriptor| types(descriptor.as_bytes())));
            }
            for method in self.entered_of(&class) {
                let code = &method.code;
                let of_calls = code.calls.iter().map(|(_, _, descriptor)| descriptor);
                let descriptors = of_calls.chain([&method.id.descriptor]);
                taken.extend(descriptors.flat_map(|each| types(each.as_bytes())));
                taken.extend(code.names.iter().filter(|name| name.as_str() != OBJECT).cloned());
            }
        }
    }

    /// The methods of a class that were entered.
    fn entered_of(&self, class: &ClassName) -> impl Iterator<Item = &Method> {
        let numbers = self.by_class.get(class).into_iter().flatten();
        numbers.filter_map(|number| self.method(*number))
    }

    /// Whether objects of a class, or those that its static methods give, are of one of some types, or of one of which the JDK
    /// makes objects by name.
    fn can_be_taken(
        &self,
        class: &ClassName,
        taken: &FxHashSet<ClassName>,
        set: &dyn ClassIndex,
    ) -> bool {
        // Of what the language has, all give some, and a logger is what others ask for.
        let is_of_program =
            |class: &ClassName| !matches!(set.find(class.as_str()), Lookup::Outside);
        let is_asked = |class: &ClassName| {
            is_logger(class) && !["Log", "Logger"].iter().any(|end| class.as_str().ends_with(end))
        };
        let is_given = |method: &Method| {
            let is_static =
                find(set, &method.id).is_none_or(|(_, member)| member.flags & flags::STATIC != 0);
            is_static
                && types(given(&method.id.descriptor).as_bytes()).any(|class| {
                    is_provided(class.as_str())
                        || is_asked(&class)
                        || self.is_part(&class, set)
                        || (is_of_program(&class) && self.can_be_one_of(&class, taken, set))
                })
        };
        self.can_be_one_of(class, taken, set) || self.entered_of(class).any(is_given)
    }

    /// Whether making an object of a class says how the loggers of the JDK write.
    fn configures_jdk(&self, class: &ClassName, set: &dyn ClassIndex) -> bool {
        let mut seen: FxHashSet<&MethodId> = FxHashSet::default();
        let is_constructor =
            |method: &&Method| &*method.id.name == "<init>" && &*method.id.descriptor == "()V";
        let mut waiting: Vec<&Method> = self.entered_of(class).filter(is_constructor).collect();
        while let Some(method) = waiting.pop() {
            if !seen.insert(&method.id) || method.code.is_for_logging {
                continue;
            }
            if method.code.calls.iter().any(configures_jdk) {
                return true;
            }
            let targets = self.targets(method, set);
            waiting.extend(targets.methods.iter().filter_map(|number| self.method(*number)));
        }
        false
    }

    /// Whether a class is below one of some types, or one of which the JDK makes objects. What cannot be read may be.
    fn can_be_one_of(
        &self,
        class: &ClassName,
        types: &FxHashSet<ClassName>,
        set: &dyn ClassIndex,
    ) -> bool {
        let lineage = self.hierarchy.lineage(class, set);
        lineage.is_unknown
            || lineage.names.iter().any(|name| types.contains(name))
            || lineage.outside().any(is_provided)
    }

    fn is_part(&self, class: &ClassName, set: &dyn ClassIndex) -> bool {
        const OF_JDK: &str = "java/util/logging/";
        let lineage = self.hierarchy.lineage(class, set);
        let mut above = lineage.names.iter().map(ClassName::as_str);
        let is_for_loggers =
            |above: &str| is_for_logging(above.as_bytes()) || above.starts_with(OF_JDK);
        !is_logger(class) && above.any(is_for_loggers)
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
