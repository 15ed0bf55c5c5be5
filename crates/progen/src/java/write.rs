//! The text of a syntax tree.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::java::tree::{
    ClassName, Expression, FieldDeclaration, Initialiser, MethodDeclaration, Sources, Target, Type,
    Unit, UnitKind,
};

/// A file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceFile {
    /// Where it is, with `/`.
    pub path: String,
    /// What is in it.
    pub text: String,
}

impl Sources {
    /// The files, sorted by path. Resources are not among them.
    pub fn files(&self) -> Vec<SourceFile> {
        let mut files: Vec<SourceFile> = self.units.iter().map(|unit| self.file(unit)).collect();
        files.sort();
        files
    }

    fn file(&self, unit: &Unit) -> SourceFile {
        let folder = unit.name.package.replace('.', "/");
        let path = format!("{folder}/{}.java", unit.name.simple);
        SourceFile { path, text: Writing { sources: self, unit }.text() }
    }
}

/// Writes one type.
struct Writing<'s> {
    sources: &'s Sources,
    unit: &'s Unit,
}

impl Writing<'_> {
    fn text(&self) -> String {
        let unit = self.unit;
        let mut text = format!("package {};\n\n", unit.name.package);
        let imports = self.imports();
        for package in &imports {
            let _ = writeln!(text, "import {package}.*;");
        }
        if !imports.is_empty() {
            text.push('\n');
        }
        if let Some(comment) = &unit.comment {
            let _ = writeln!(text, "// {comment}");
        }
        self.header(&mut text);
        for field in &unit.fields {
            self.field(&mut text, field);
        }
        for method in &unit.methods {
            self.method(&mut text, method);
        }
        for member in &unit.members {
            for line in member.lines() {
                let _ = writeln!(text, "    {line}");
            }
        }
        text.push_str("}\n");
        text
    }

    fn header(&self, text: &mut String) {
        let unit = self.unit;
        let modifiers = [unit.modifiers.as_str(), "public"];
        let modifiers: Vec<&str> = modifiers.into_iter().filter(|word| !word.is_empty()).collect();
        let keyword = match unit.kind {
            UnitKind::Class => "class",
            UnitKind::Interface => "interface",
            UnitKind::Annotation => "@interface",
            UnitKind::Enum(_) => "enum",
            UnitKind::Record(_) => "record",
        };
        let _ = write!(text, "{} {keyword} {}", modifiers.join(" "), unit.name.simple);
        if let UnitKind::Record(components) = &unit.kind {
            let _ = write!(text, "({components})");
        }
        if let Some(superclass) = &unit.superclass {
            let _ = write!(text, " extends {}", self.reference(superclass));
        }
        let is_interface = unit.kind == UnitKind::Interface;
        self.list(text, if is_interface { "extends" } else { "implements" }, &unit.interfaces);
        self.list(text, "permits", &unit.permits);
        text.push_str(" {\n");
        if let UnitKind::Enum(constants) = &unit.kind {
            let _ = writeln!(text, "    {constants};");
        }
    }

    fn list(&self, text: &mut String, keyword: &str, names: &[ClassName]) {
        if !names.is_empty() {
            let names: Vec<String> = names.iter().map(|name| self.reference(name)).collect();
            let _ = write!(text, " {keyword} {}", names.join(", "));
        }
    }

    fn field(&self, text: &mut String, field: &FieldDeclaration) {
        let field_type = self.type_text(&field.field_type);
        let modifiers = spaced(&field.modifiers);
        let value = match field.initialiser {
            Initialiser::Number(number) => number.to_string(),
            Initialiser::Null => "null".to_owned(),
        };
        let _ = writeln!(text, "    {modifiers}{field_type} {} = {value};", field.name);
    }

    fn method(&self, text: &mut String, method: &MethodDeclaration) {
        let modifiers = spaced(&method.modifiers);
        let parameter = match &method.parameter {
            Some(parameter) => format!("{} a", self.type_text(parameter)),
            None => String::new(),
        };
        let result = self.expression(&method.result);
        let _ = writeln!(text, "    {modifiers}long {}({parameter}) {{", method.name);
        let _ = writeln!(text, "        return {result};\n    }}");
    }

    fn expression(&self, expression: &Expression) -> String {
        match expression {
            Expression::Number(number) => number.to_string(),
            Expression::Call { target, method, argument } => {
                let argument = argument.map(|number| number.to_string()).unwrap_or_default();
                format!("{}{method}({argument})", self.target(target))
            }
            Expression::Read { target, field } => format!("{}{field}", self.target(target)),
            Expression::Text { text, .. } => text.clone(),
        }
    }

    fn target(&self, target: &Target) -> String {
        match target {
            Target::Unqualified => String::new(),
            Target::This => "this.".to_owned(),
            Target::Super => "super.".to_owned(),
            Target::QualifiedThis(class) => format!("{}.this.", class.simple),
            Target::New(class) => format!("new {}().", self.reference(class)),
            Target::Static(class) => format!("{}.", self.reference(class)),
        }
    }

    fn type_text(&self, field_type: &Type) -> String {
        match field_type {
            Type::Int => "int".to_owned(),
            Type::Long => "long".to_owned(),
            Type::Class(class) => self.reference(class),
        }
    }

    /// A class as it is written here: by its simple name, or by its full one if another class has the same.
    fn reference(&self, class: &ClassName) -> String {
        if self.unit.imports.is_some() {
            return class.simple.clone();
        }
        let is_shared = self
            .sources
            .units
            .iter()
            .any(|unit| unit.name.simple == class.simple && unit.name != *class);
        if is_shared { class.to_string() } else { class.simple.clone() }
    }

    /// The packages of classes that are written by their simple names.
    fn imports(&self) -> BTreeSet<&str> {
        if let Some(imports) = &self.unit.imports {
            return imports.iter().map(String::as_str).collect();
        }
        let own = self.unit.name.package.as_str();
        let is_foreign =
            |class: &&ClassName| class.package != own && self.reference(class) == class.simple;
        let referenced = self.unit.referenced().into_iter();
        referenced.filter(is_foreign).map(|name| name.package.as_str()).collect()
    }
}

impl Unit {
    /// The classes that it names.
    pub(crate) fn referenced(&self) -> Vec<&ClassName> {
        let mut classes: Vec<&ClassName> = self.superclass.iter().collect();
        classes.extend(&self.interfaces);
        classes.extend(&self.permits);
        for field in &self.fields {
            if let Type::Class(class) = &field.field_type {
                classes.push(class);
            }
        }
        for method in &self.methods {
            let target = match &method.result {
                Expression::Number(_) | Expression::Text { .. } => continue,
                Expression::Call { target, .. } | Expression::Read { target, .. } => target,
            };
            if let Target::New(class) | Target::Static(class) = target {
                classes.push(class);
            }
        }
        classes
    }
}

fn spaced(modifiers: &str) -> String {
    if modifiers.is_empty() { String::new() } else { format!("{modifiers} ") }
}
