//! What a compiler looks at in some types when it compiles others that use them: declarations without bodies. Two
//! revisions in which these are the same give the same class files of whoever uses them.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::java::tree::{ClassName, FieldDeclaration, MethodDeclaration, Sources, Type, Unit};

impl Sources {
    /// What is declared by the types of some names, and by those that their declarations lead to. What the tree has no
    /// form for can lead anywhere, and counts with all of its text.
    pub fn declared(&self, names: &BTreeSet<ClassName>) -> String {
        let mut reached: BTreeSet<&Unit> = BTreeSet::new();
        let mut waiting: Vec<&Unit> = names.iter().filter_map(|name| self.unit(name)).collect();
        while let Some(unit) = waiting.pop() {
            if !unit.members.is_empty() || unit.imports.is_some() {
                return self.units.iter().map(declaration).collect();
            }
            if reached.insert(unit) {
                waiting.extend(leads_to(unit).filter_map(|name| self.unit(name)));
            }
        }
        reached.into_iter().map(declaration).collect()
    }
}

fn leads_to(unit: &Unit) -> impl Iterator<Item = &ClassName> {
    let fields = unit.fields.iter().filter_map(|field| match &field.field_type {
        Type::Class(class) => Some(class),
        Type::Int | Type::Long => None,
    });
    unit.superclass.iter().chain(&unit.interfaces).chain(&unit.permits).chain(fields)
}

fn declaration(unit: &Unit) -> String {
    let Unit { name, imports, kind, modifiers, superclass, interfaces, permits, members, .. } =
        unit;
    let mut text = format!(
        "{name} {imports:?} {kind:?} {modifiers} {superclass:?} {interfaces:?} {permits:?} {members:?}\n"
    );
    for FieldDeclaration { modifiers, field_type, name, initialiser } in &unit.fields {
        let _ = write!(text, " {modifiers} {field_type:?} {name}");
        if modifiers.contains("final") {
            // The compiler copies it to whoever reads it.
            let _ = write!(text, " {initialiser:?}");
        }
        text.push('\n');
    }
    for MethodDeclaration { modifiers, name, parameter, result: _ } in &unit.methods {
        let _ = writeln!(text, " {modifiers} {name} {parameter:?}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::java::{Expression, Initialiser, UnitKind};

    fn class(name: &str, superclass: Option<&str>) -> Unit {
        let mut unit = Unit::empty(UnitKind::Class, ClassName::new("p", name));
        unit.superclass = superclass.map(|name| ClassName::new("p", name));
        unit.methods.push(MethodDeclaration {
            modifiers: "public".to_owned(),
            name: "m".to_owned(),
            parameter: None,
            result: Expression::Number(1),
        });
        unit.fields.push(FieldDeclaration {
            modifiers: "public".to_owned(),
            field_type: Type::Int,
            name: "f".to_owned(),
            initialiser: Initialiser::Number(10),
        });
        unit
    }

    /// Whether an edit of class `A` or `C` is seen by who uses `B`, which extends `A`.
    fn is_seen(place: usize, edit: impl FnOnce(&mut Unit)) -> bool {
        let units = vec![class("A", None), class("B", Some("A")), class("C", Some("B"))];
        let before = Sources { units, ..Sources::default() };
        let mut after = before.clone();
        edit(&mut after.units[place]);
        let names = BTreeSet::from([ClassName::new("p", "B")]);
        before.declared(&names) != after.declared(&names)
    }

    #[test]
    fn bodies_and_numbers_in_fields_are_not_seen_and_the_rest_is() {
        assert!(!is_seen(0, |unit| unit.methods[0].result = Expression::Number(2)));
        assert!(!is_seen(0, |unit| unit.fields[0].initialiser = Initialiser::Number(11)));
        assert!(is_seen(0, |unit| unit.methods[0].parameter = Some(Type::Int)));
        assert!(is_seen(0, |unit| unit.fields.clear()));
        assert!(is_seen(0, |unit| unit.members.push("static {}".to_owned())));
        assert!(is_seen(1, |unit| unit.superclass = None));
        assert!(!is_seen(2, |unit| unit.methods.clear()));
    }

    #[test]
    fn what_fields_lead_to_is_seen() {
        let mut units = vec![class("A", None), class("B", None)];
        units[0].fields[0].field_type = Type::Class(ClassName::new("p", "B"));
        let text = Sources { units, ..Sources::default() }
            .declared(&BTreeSet::from([ClassName::new("p", "A")]));
        assert!(text.contains("p.B "), "{text}");
    }
}
