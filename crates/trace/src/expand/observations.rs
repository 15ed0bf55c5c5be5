//! What was looked at, and what that says about classes.

use tamis_journal::Observation;
use tamis_vocab::ClassName;

use super::{Expansion, Origin};
use crate::classes::Copies;
use crate::execution::Incomplete;
use crate::footprint::{AskedFor, Observed, Why};
use crate::names::{self, Named};

impl Expansion<'_, '_, '_> {
    pub(super) fn observation(&mut self, observation: Observation, origin: &Origin<'_>) {
        let recorded = self.expander.machine.recorded;
        let text = |id| names::text(recorded, id);
        let observed = match observation {
            Observation::ClassLookedUp(id) => return self.looked_up(id, origin),
            Observation::Introspected(id) => return self.introspected(id, origin),
            Observation::Serialised(id) => return self.look(id, Observed::Serialised, origin),
            Observation::OnStack(id) => return self.on_stack(id, origin),
            Observation::StackUnseen => return self.note(Incomplete::StackUnseen),
            Observation::AskedFor { caller, through, class } => {
                return self.asked_for(caller, through, class);
            }
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
            Observation::NetworkUsed(id) => text(id).map(Observed::NetworkUsed).ok_or(("name", id)),
            Observation::NativeCalled(id) => {
                text(id).map(Observed::NativeCalled).ok_or(("name", id))
            }
            Observation::DefaultSet(id) => text(id).map(Observed::DefaultSet).ok_or(("name", id)),
            Observation::PropertySet(id) => text(id).map(Observed::PropertySet).ok_or(("name", id)),
            Observation::DefaultLeft(id) => text(id).map(Observed::DefaultLeft).ok_or(("name", id)),
            Observation::DefaultRead(id) => text(id).map(Observed::DefaultRead).ok_or(("name", id)),
            Observation::StaticsUnseen => Ok(Observed::StaticsUnseen),
            Observation::InputRead => Ok(Observed::InputRead),
            Observation::PropertiesRead => Ok(Observed::PropertiesRead),
            Observation::WordsRead => Ok(Observed::WordsRead),
            Observation::VariablesRead => Ok(Observed::VariablesRead),
        };
        match observed {
            Ok(observed) => {
                self.footprint.observations.insert(observed);
            }
            Err((what, number)) => self.note(Incomplete::Dangling { what, number }),
        }
    }

    /// Somebody asked for a class. That it was looked up is an observation of its own; this says who did.
    fn asked_for(&mut self, caller: u32, through: u32, class: u32) {
        let recorded = self.expander.machine.recorded;
        let numbers = [caller, through, class];
        if let Some(number) = numbers.into_iter().find(|id| recorded.name(*id).is_none()) {
            return self.note(Incomplete::Dangling { what: "name", number });
        }
        // What is no name of a class cannot be found.
        if let (Some(Named::Class(caller)), Some(through), Some(Named::Class(class)), Some(asked)) = (
            names::class(recorded, caller),
            names::text(recorded, through),
            names::class(recorded, class),
            &mut self.footprint.asked,
        ) {
            asked.insert(AskedFor { caller, through, class });
        }
    }

    /// A class was loaded, or asked for. Outside all tests that is how a framework gets to know what the members of test
    /// classes are about, which says nothing about tests that do not name it. What is used of it later is entered, or
    /// looked at, or named by what is.
    fn looked_up(&mut self, id: u32, origin: &Origin<'_>) {
        if matches!(origin, Origin::Ambient { .. }) {
            if let Some(class) = self.looked_at(id, origin) {
                self.footprint.observations.insert(Observed::ClassLookedUp(class));
            }
        } else {
            self.look(id, Observed::ClassLookedUp, origin);
        }
    }

    /// A class that was looked at: it can be used from then on without passing a probe.
    fn look(&mut self, id: u32, observed: fn(ClassName) -> Observed, origin: &Origin<'_>) {
        if let Some(class) = self.looked_at(id, origin) {
            self.touch(&class, origin.why(Why::Reflected));
            self.footprint.observations.insert(observed(class));
        }
    }

    /// The class that an observation is about, if it concerns the test.
    fn looked_at(&mut self, id: u32, origin: &Origin<'_>) -> Option<ClassName> {
        let class = match names::class(self.expander.machine.recorded, id) {
            Some(Named::Class(class)) => class,
            Some(Named::NoClass) => return None,
            None => {
                self.note(Incomplete::Dangling { what: "name", number: id });
                return None;
            }
        };
        match origin {
            Origin::Ambient { test } => {
                self.expander.introspection.concerns(test, &class).then_some(class)
            }
            Origin::Own | Origin::Initialiser(_) => Some(class),
        }
    }

    /// Members or annotations of a class were looked at. With them come those of everything above it and of its
    /// annotations, and the classes that its members name: the machine keeps them, so that no hook sees who asks next.
    fn introspected(&mut self, id: u32, origin: &Origin<'_>) {
        let Some(class) = self.looked_at(id, origin) else { return };
        let classes = self.expander.classes;
        let mut pending = vec![class];
        while let Some(class) = pending.pop() {
            self.touch(&class, origin.why(Why::Reflected));
            if !self.footprint.observations.insert(Observed::Introspected(class.clone())) {
                continue;
            }
            let mirror = match classes.mirror(&class) {
                Ok(mirror) => mirror,
                Err(message) => {
                    self.note(Incomplete::Unreadable { class, message });
                    continue;
                }
            };
            let above = classes.supertypes(&class);
            for reached in above.iter().chain(&mirror.annotations) {
                if classes.has(reached) && !names::is_framework_name(reached) {
                    pending.push(reached.clone());
                } else {
                    self.name(reached, origin.why(Why::Reflected));
                }
            }
            for named in &mirror.named {
                self.name(named, origin.why(Why::Reflected));
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
            for entered in (0_u32..).map_while(|place| copy.entered(place)) {
                let method = entered.method;
                let is_it = descriptor.as_ref().is_none_or(|each| *method.descriptor == **each);
                if *method.name == *name && is_it {
                    is_found = true;
                    self.enter(entered, origin);
                }
            }
        }
        if !is_found {
            self.other_bytes(&class, origin);
        }
    }
}
