//! E1 to E9.

use crate::java::{
    Expression, FieldDeclaration, Initialiser, MethodDeclaration, Sources, Target, Type, Unit,
};
use crate::operators::{Evolution, Mode};

/// Edits of one program.
pub(super) struct Editing<'p> {
    pub(super) program: &'p Sources,
    pub(super) mode: Mode,
}

impl Editing<'_> {
    /// Each class without superclass gets each class as such.
    pub(super) fn add_extends(&self) -> Vec<Evolution> {
        let mut evolutions = Vec::new();
        for (place, unit) in self.units().filter(|(_, unit)| unit.superclass.is_none()) {
            for (_, superclass) in self.units() {
                // What would be above itself never compiles.
                let is_circle = self.program.is_same_or_above(&unit.name, superclass);
                if self.mode == Mode::Default && is_circle {
                    continue;
                }
                let site = format!("{} extends {}", unit.name, superclass.name);
                let name = superclass.name.clone();
                evolutions.push(self.edited(site, place, |unit| unit.superclass = Some(name)));
            }
        }
        evolutions
    }

    /// Each field goes to each other class, with a number that is larger by `more`; if that is not 0, only numbers go.
    pub(super) fn copy_field(&self, more: i64) -> Vec<Evolution> {
        let mut evolutions = Vec::new();
        for (from, source) in self.units() {
            let is_wanted =
                |field: &&FieldDeclaration| more == 0 || field.field_type.is_primitive();
            for field in source.fields.iter().filter(is_wanted) {
                for (to, target) in self.units().filter(|(to, _)| *to != from) {
                    let is_there = target.fields.iter().any(|other| other.name == field.name);
                    if self.mode == Mode::Default && is_there {
                        continue;
                    }
                    let mut copy = field.clone();
                    if let Initialiser::Number(number) = &mut copy.initialiser {
                        *number += more;
                    }
                    let site = format!("{}.{} to {}", source.name, field.name, target.name);
                    evolutions.push(self.edited(site, to, |unit| unit.fields.insert(0, copy)));
                }
            }
        }
        evolutions
    }

    /// Each method goes to each other class, with a number that is larger by `more`. Where there is no number, the copy
    /// is the same, and by default only made if `more` is 0.
    pub(super) fn copy_method(&self, more: i64) -> Vec<Evolution> {
        let mut evolutions = Vec::new();
        for (from, source) in self.units() {
            for method in &source.methods {
                for (to, target) in self.units().filter(|(to, _)| *to != from) {
                    let mut copy = method.clone();
                    let has_number = increase(&mut copy.result, more);
                    let is_there = target.methods.iter().any(|other| other.clashes(method));
                    let is_idle = is_there || (more != 0 && !has_number);
                    if self.mode == Mode::Default && is_idle {
                        continue;
                    }
                    if self.mode == Mode::Default {
                        move_this(&mut copy, target);
                    }
                    let site = format!("{} to {}", described(source, method), target.name);
                    evolutions.push(self.edited(site, to, |unit| unit.methods.insert(0, copy)));
                }
            }
        }
        evolutions
    }

    /// All is replaced by another program. One with the same text is none.
    pub(super) fn next_program(&self, next: &Sources) -> Vec<Evolution> {
        if self.mode == Mode::Default && next == self.program {
            return Vec::new();
        }
        vec![Evolution { site: "all".to_owned(), before: None, after: next.clone() }]
    }

    /// Each number that a method returns or hands over, or that a field holds at first.
    pub(super) fn increase_constants(&self) -> Vec<Evolution> {
        let mut evolutions = Vec::new();
        for (place, unit) in self.units() {
            for (number, method) in unit.methods.iter().enumerate() {
                if increase(&mut method.result.clone(), 1) {
                    let site = described(unit, method);
                    evolutions.push(self.edited(site, place, |unit| {
                        if let Some(method) = unit.methods.get_mut(number) {
                            increase(&mut method.result, 1);
                        }
                    }));
                }
            }
            for (number, field) in unit.fields.iter().enumerate() {
                let Initialiser::Number(value) = field.initialiser else { continue };
                let site = format!("{}.{}", unit.name, field.name);
                evolutions.push(self.edited(site, place, |unit| {
                    if let Some(field) = unit.fields.get_mut(number) {
                        field.initialiser = Initialiser::Number(value + 1);
                    }
                }));
            }
        }
        evolutions
    }

    /// Each superclass.
    pub(super) fn remove_extends(&self) -> Vec<Evolution> {
        let extending = self.units().filter(|(_, unit)| unit.superclass.is_some());
        extending
            .map(|(place, unit)| {
                self.edited(unit.name.to_string(), place, |unit| unit.superclass = None)
            })
            .collect()
    }

    /// Each method.
    pub(super) fn remove_methods(&self) -> Vec<Evolution> {
        let mut evolutions = Vec::new();
        for (place, unit) in self.units() {
            for (number, method) in unit.methods.iter().enumerate() {
                let site = described(unit, method);
                evolutions.push(self.edited(site, place, |unit| {
                    unit.methods.remove(number);
                }));
            }
        }
        evolutions
    }

    fn units(&self) -> impl Iterator<Item = (usize, &Unit)> {
        self.program.units.iter().enumerate()
    }

    fn edited(&self, site: String, place: usize, edit: impl FnOnce(&mut Unit)) -> Evolution {
        let mut after = self.program.clone();
        if let Some(unit) = after.units.get_mut(place) {
            edit(unit);
        }
        Evolution { site, before: None, after }
    }
}

/// `C.this` means the class around it, also where it was copied to.
fn move_this(method: &mut MethodDeclaration, to: &Unit) {
    match &mut method.result {
        Expression::Call { target, .. } | Expression::Read { target, .. } => {
            if let Target::QualifiedThis(class) = target {
                class.clone_from(&to.name);
            }
        }
        Expression::Number(_) | Expression::Text { .. } => {}
    }
}

/// Increases the number that is returned or handed over; whether there is one.
fn increase(expression: &mut Expression, more: i64) -> bool {
    match expression {
        Expression::Number(number) | Expression::Call { argument: Some(number), .. } => {
            *number += more;
            true
        }
        Expression::Call { argument: None, .. }
        | Expression::Read { .. }
        | Expression::Text { .. } => false,
    }
}

fn described(unit: &Unit, method: &MethodDeclaration) -> String {
    let parameter = match &method.parameter {
        None => "",
        Some(Type::Int) => "int",
        Some(Type::Long | Type::Class(_)) => "long",
    };
    format!("{}.{}({parameter})", unit.name, method.name)
}
