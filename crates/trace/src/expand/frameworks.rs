//! What the classes of test frameworks refer to. They have no probes, and most are as they are in their jars; but a project
//! can have classes in the same packages, and what those use is used by whoever uses them.

use rustc_hash::FxHashMap;
use tamis_journal::{Probing, Unprobed};
use tamis_vocab::ClassName;

use super::Expansion;
use crate::classes::{Classes, Copies};
use crate::execution::Incomplete;
use crate::footprint::Why;
use crate::names::{is_framework_name, is_reserved_for_jdk};
use crate::recorded::Recorded;

/// The classes outside of frameworks that each class of a framework names, by its number.
pub(super) struct Frameworks {
    named: FxHashMap<u32, Vec<(ClassName, Why)>>,
    unreadable: FxHashMap<u32, Incomplete>,
}

impl Frameworks {
    pub(super) fn of(recorded: &Recorded, classes: &Classes<'_>) -> Self {
        let mut frameworks = Self { named: FxHashMap::default(), unreadable: FxHashMap::default() };
        for class in recorded.classes() {
            let Some(name) = classes.name(class.id) else { continue };
            if class.probing != Probing::Unprobed(Unprobed::Framework) {
                continue;
            }
            match &*classes.copies(name) {
                Copies::Outside => {}
                Copies::Known(copies) => {
                    let mut named = Vec::new();
                    for copy in classes.relevant(name, copies) {
                        let above = copy.supertypes.iter();
                        named.extend(
                            above.map(|class| (class, Why::Supertype { of: name.clone() })),
                        );
                        for (place, method) in (0_u32..).zip(&copy.methods) {
                            let implied = copy.whole(place).iter();
                            named.extend(
                                implied.map(|class| (class, Why::Implied { by: method.clone() })),
                            );
                        }
                    }
                    named.retain(|(class, _)| {
                        !is_framework_name(class) && !is_reserved_for_jdk(class)
                    });
                    let named = named.into_iter().map(|(class, why)| (class.clone(), why));
                    frameworks.named.insert(class.id, named.collect());
                }
                Copies::Unreadable(message) => {
                    let (name, message) = (name.clone(), message.clone());
                    let reason = Incomplete::Unreadable { class: name, message };
                    frameworks.unreadable.insert(class.id, reason);
                }
            }
        }
        frameworks
    }
}

impl Expansion<'_, '_, '_> {
    /// Any method of a framework's class may have been entered.
    pub(super) fn assume_framework(&mut self, class: u32) {
        let frameworks = &self.expander.frameworks;
        for (named, why) in frameworks.named.get(&class).into_iter().flatten() {
            self.name(named, why.clone());
        }
        if let Some(reason) = frameworks.unreadable.get(&class) {
            self.note(reason.clone());
        }
    }
}
