//! Static fields that a test finds as an earlier one left them, and could not find so without that one: it reads them, has entered
//! nothing that sets them, and no initialiser does. Alone, it would find nothing in them.
//!
//! What is computed when it is first asked for is no such thing, as whoever asks enters what sets it.

use std::sync::Arc;

use tamis_classfile::flags;
use tamis_facts::{ClassFacts, ClassIndex, Lookup, ReferenceKind};
use tamis_vocab::ClassName;

use super::code::Called;
use super::places::Places;
use super::{Leftover, Number, Remembered, Writing};

impl Remembered {
    /// The last of the tests before one that set such a field which a method reads.
    pub(super) fn left_for(
        &self,
        number: Number,
        entered: &[bool],
        before: &Places,
        set: &dyn ClassIndex,
    ) -> Vec<(&ClassName, Leftover)> {
        let Some(method) = self.method(number) else { return Vec::new() };
        let fields = method.code.reads.iter();
        let left = |field: &Called| {
            let left_by = self.left_in(field, entered, before, set)?;
            let (class, name, descriptor) = field.clone();
            Some((left_by, Leftover::Field { class, name, descriptor }))
        };
        fields.filter_map(left).collect()
    }

    fn left_in(
        &self,
        field: &Called,
        entered: &[bool],
        before: &Places,
        set: &dyn ClassIndex,
    ) -> Option<&ClassName> {
        let (owner, name, descriptor) = field;
        let writers = self.writers().get(&(name.clone(), descriptor.clone()))?;
        let related = writers
            .iter()
            .filter(|writer| self.hierarchy.share_fields(owner, &writer.owner, set))
            .filter(|writer| writer.how == Writing::Given);
        let mut places = Places::default();
        for writer in related {
            if entered.get(writer.method as usize) == Some(&true) {
                return None;
            }
            places.take(&self.method(writer.method)?.tests);
        }
        let last = places.and(before).iter().last()?;
        let is_left = self.is_static_without_initialiser(owner, (name, descriptor), set);
        is_left.then(|| self.tests.get(last).map(|test| &test.name)).flatten()
    }

    /// Whether a field is static, and no static initialiser of the class that declares it sets it. What cannot be read may be so.
    fn is_static_without_initialiser(
        &self,
        owner: &ClassName,
        field: (&Arc<str>, &Arc<str>),
        set: &dyn ClassIndex,
    ) -> bool {
        let lineage = self.hierarchy.lineage(owner, set);
        // A class above may have one of that name, too.
        lineage.is_unknown
            || lineage.names.iter().any(|class| match set.find(class.as_str()) {
                Lookup::Found(facts) => is_left_empty(facts, field),
                Lookup::Outside => false,
                Lookup::Unreadable => true,
            })
    }
}

/// Whether a class declares such a static field, and does not set it when it is initialised.
fn is_left_empty(class: &ClassFacts, (name, descriptor): (&Arc<str>, &Arc<str>)) -> bool {
    let is_it = |of: (&str, &str)| of == (&**name, &**descriptor);
    let is_declared = class.fields().any(|field| {
        field.flags & flags::STATIC != 0
            && is_it((class.text(field.name), class.text(field.descriptor)))
    });
    let mut initialisers = class.methods().filter(|method| class.text(method.name) == "<clinit>");
    let is_set = initialisers.any(|initialiser| {
        class.references(initialiser).any(|reference| {
            reference.kind == ReferenceKind::PutStatic
                && is_it((class.text(reference.name), class.text(reference.descriptor)))
        })
    });
    is_declared && !is_set
}
