//! What was looked at, and what that says about classes.

use tamis_journal::Observation;
use tamis_vocab::ClassName;

use super::{Expansion, Origin};
use crate::classes::Copies;
use crate::execution::Incomplete;
use crate::footprint::{Observed, Why};
use crate::names::{self, Named};

impl Expansion<'_, '_, '_> {
    pub(super) fn observation(&mut self, observation: Observation, origin: &Origin<'_>) {
        let recorded = self.expander.machine.recorded;
        let text = |id| names::text(recorded, id);
        let observed = match observation {
            Observation::ClassLookedUp(id) => {
                return self.look(id, Observed::ClassLookedUp, origin);
            }
            Observation::Introspected(id) => return self.look(id, Observed::Introspected, origin),
            Observation::Serialised(id) => return self.look(id, Observed::Serialised, origin),
            Observation::OnStack(id) => return self.on_stack(id, origin),
            Observation::HiddenDefined(number) => {
                let name = self.expander.classes.name(number).cloned();
                if name.as_ref().is_some_and(names::is_made_by_jdk) {
                    return;
                }
                name.map(Observed::HiddenDefined).ok_or(("class", number))
            }
            Observation::FileRead(id)
            | Observation::FileProbed(id)
            | Observation::FolderListed(id)
            | Observation::FileWritten(id)
            | Observation::FolderCreated(id) => {
                // Files are told apart elsewhere; here it counts only whether there is a name.
                if recorded.name(id).is_none() {
                    self.note(Incomplete::Dangling { what: "name", number: id });
                }
                return;
            }
            Observation::ResourceLookedUp(id) => {
                text(id).map(Observed::ResourceLookedUp).ok_or(("name", id))
            }
            Observation::ResourcesListed(id) => {
                text(id).map(Observed::ResourcesListed).ok_or(("name", id))
            }
            Observation::BundleLookedUp(id) => {
                text(id).map(Observed::BundleLookedUp).ok_or(("name", id))
            }
            Observation::PropertyRead(id) => {
                text(id).map(Observed::PropertyRead).ok_or(("name", id))
            }
            Observation::VariableRead(id) => {
                text(id).map(Observed::VariableRead).ok_or(("name", id))
            }
            Observation::ProcessStarted(id) => {
                text(id).map(Observed::ProcessStarted).ok_or(("name", id))
            }
            Observation::LibraryLoaded(id) => {
                text(id).map(Observed::LibraryLoaded).ok_or(("name", id))
            }
            Observation::PropertiesRead => Ok(Observed::PropertiesRead),
            Observation::VariablesRead => Ok(Observed::VariablesRead),
        };
        match observed {
            Ok(observed) => {
                self.footprint.observations.insert(observed);
            }
            Err((what, number)) => self.note(Incomplete::Dangling { what, number }),
        }
    }

    /// A class that was looked at: it can be used from then on without passing a probe.
    fn look(&mut self, id: u32, observed: fn(ClassName) -> Observed, origin: &Origin<'_>) {
        let class = match names::class(self.expander.machine.recorded, id) {
            Some(Named::Class(class)) => class,
            Some(Named::NoClass) => return,
            None => return self.note(Incomplete::Dangling { what: "name", number: id }),
        };
        if let Origin::Ambient { test } = origin
            && !self.expander.introspection.concerns(test, &class)
        {
            return;
        }
        self.touch(&class, origin.why(Why::Reflected));
        let observed = observed(class.clone());
        let is_introspection = matches!(observed, Observed::Introspected(_));
        if self.footprint.observations.insert(observed) && is_introspection {
            self.introspect(&class, origin);
        }
    }

    /// What can be had from a class once it was introspected: its supertypes and the types of its annotations, of which
    /// everything counts, and the types in its descriptors.
    fn introspect(&mut self, class: &ClassName, origin: &Origin<'_>) {
        let mut pending = vec![class.clone()];
        while let Some(class) = pending.pop() {
            let copies = self.expander.classes.copies(&class);
            let Copies::Known(copies) = &*copies else { continue };
            for copy in self.expander.classes.relevant(&class, copies) {
                for named in &copy.shape.types {
                    self.touch(named, origin.why(Why::Reflected));
                }
                for named in copy.supertypes.iter().chain(&copy.shape.annotations) {
                    let is_known =
                        matches!(&*self.expander.classes.copies(named), Copies::Known(_));
                    if !is_known || self.is_framework(named) {
                        continue;
                    }
                    self.touch(named, origin.why(Why::Reflected));
                    if self.footprint.observations.insert(Observed::Introspected(named.clone())) {
                        pending.push(named.clone());
                    }
                }
            }
        }
    }

    fn on_stack(&mut self, id: u32, origin: &Origin<'_>) {
        let Some((class, name, descriptor)) = names::method(self.expander.machine.recorded, id)
        else {
            return self.note(Incomplete::Dangling { what: "method", number: id });
        };
        let copies = self.expander.classes.copies(&class);
        let Copies::Known(copies) = &*copies else { return };
        self.touch(&class, origin.why(Why::Entered));
        let mut is_found = false;
        for copy in self.expander.classes.relevant(&class, copies) {
            for (place, method) in (0_u32..).zip(&copy.methods) {
                if *method.name == *name && *method.descriptor == *descriptor {
                    is_found = true;
                    self.enter(method, copy.whole(place), origin);
                }
            }
        }
        if !is_found {
            self.other_bytes(&class, origin);
        }
    }
}
