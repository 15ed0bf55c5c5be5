//! What an operator adds to a program so that there is something to edit: types beside a class, and a method of the class
//! that uses them, for tests to call.

use crate::java::{
    ClassName, Expression, FieldDeclaration, Initialiser, Library, MethodDeclaration, Outcome,
    Resource, Sources, Type, Unit, UnitKind,
};

/// The name of what is added.
pub(super) const FEATURE: &str = "Feature";

/// The method that uses it.
const USE: &str = "useFeature";

/// A program to which something is added, and the class that uses it.
#[derive(Clone)]
pub(super) struct Scaffold {
    pub(super) sources: Sources,
    place: usize,
}

impl Scaffold {
    /// For the class at a place.
    pub(super) fn new(program: &Sources, place: usize) -> Self {
        Self { sources: program.clone(), place }
    }

    /// The class.
    pub(super) fn class(&self) -> ClassName {
        let unit = self.sources.units.get(self.place);
        unit.map_or_else(|| ClassName::new("", ""), |unit| unit.name.clone())
    }

    /// A type beside it.
    pub(super) fn beside(&self, suffix: &str) -> ClassName {
        ClassName::new(self.class().package, format!("{FEATURE}{suffix}"))
    }

    /// Adds a type beside it.
    pub(super) fn add(&mut self, kind: UnitKind, suffix: &str, edit: impl FnOnce(&mut Unit)) {
        let mut unit = Unit::empty(kind, self.beside(suffix));
        edit(&mut unit);
        self.sources.units.push(unit);
    }

    /// Edits a type beside it.
    pub(super) fn edit(&mut self, suffix: &str, edit: impl FnOnce(&mut Unit)) {
        let name = self.beside(suffix);
        if let Some(unit) = self.sources.units.iter_mut().find(|unit| unit.name == name) {
            edit(unit);
        }
    }

    /// Edits the class.
    pub(super) fn edit_class(&mut self, edit: impl FnOnce(&mut Unit)) {
        if let Some(unit) = self.sources.units.get_mut(self.place) {
            edit(unit);
        }
    }

    /// What the class returns when the feature is used.
    pub(super) fn uses(&mut self, text: String, outcome: i64) {
        let result = Expression::Text { text, outcome: Outcome::Number(outcome) };
        self.edit_class(|unit| {
            unit.methods.retain(|method| method.name != USE);
            unit.methods.push(MethodDeclaration {
                modifiers: "public".to_owned(),
                name: USE.to_owned(),
                parameter: None,
                result,
            });
        });
    }

    /// Puts a resource beside the class.
    pub(super) fn put_resource(&mut self, name: &str, text: &str) {
        let path = format!("{}/{name}", self.class().package.replace('.', "/"));
        self.sources.resources.retain(|resource| resource.path != path);
        self.sources.resources.push(Resource { path, text: text.to_owned() });
    }

    /// Puts types beside the class into a jar.
    pub(super) fn put_in_library(&mut self, file: &str, suffixes: &[&str]) {
        let types = suffixes.iter().map(|suffix| self.beside(suffix)).collect();
        self.sources.library = Some(Library { file: file.to_owned(), types });
    }
}

/// A public field that holds a number.
pub(super) fn number_field(name: &str, number: i64) -> FieldDeclaration {
    FieldDeclaration {
        modifiers: "public".to_owned(),
        field_type: Type::Long,
        name: name.to_owned(),
        initialiser: Initialiser::Number(number),
    }
}

/// A method as text, with a single statement.
pub(super) fn method_text(header: &str, statement: &str) -> String {
    format!("{header} {{\n    {statement}\n}}")
}
