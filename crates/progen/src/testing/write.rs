//! Tests as Java, for JUnit 4: a class each. What is expected is part of the tree, and never found by reading text.

use std::fmt::Write as _;

use crate::java::{SourceFile, Type};
use crate::testing::{Expectation, Statement, Test};

/// The field in which a test keeps its objects, in the order in which it made them, so that whoever runs it can look at
/// them when it has ended.
const KEPT: &str = "kept";

impl Test {
    /// The file of the test, in a package.
    pub fn file(&self, package: &str) -> SourceFile {
        let path = format!("{}/{}.java", package.replace('.', "/"), self.name);
        let made = self.statements.iter().filter(|each| matches!(each, Statement::New(_))).count();
        let mut text = format!("package {package};\n\npublic class {} {{\n", self.name);
        let _ = writeln!(text, "    public static Object[] {KEPT} = new Object[{made}];\n");
        text.push_str("    @org.junit.Test\n    public void test() {\n");
        let mut kept = 0;
        for (place, statement) in self.statements.iter().enumerate() {
            let expectation = self.expectations.get(place).unwrap_or(&Expectation::Nothing);
            write_statement(&mut text, place, statement, expectation);
            if matches!(statement, Statement::New(_)) {
                let _ = writeln!(text, "        {KEPT}[{kept}] = v{place};");
                kept += 1;
            }
        }
        text.push_str("    }\n}\n");
        SourceFile { path, text }
    }
}

fn write_statement(
    text: &mut String,
    place: usize,
    statement: &Statement,
    expectation: &Expectation,
) {
    let code = code(place, statement);
    if let Expectation::Thrown(class) = expectation {
        let _ = writeln!(text, "        try {{\n            {code}");
        let _ = writeln!(text, "            org.junit.Assert.fail(\"{class} expected\");");
        let _ = writeln!(text, "        }} catch ({class} expected) {{\n        }}");
        return;
    }
    let _ = writeln!(text, "        {code}");
    let check = match expectation {
        Expectation::Number(number) => format!("assertEquals({number}L, v{place})"),
        Expectation::Null => format!("assertNull(v{place})"),
        Expectation::Object => format!("assertNotNull(v{place})"),
        Expectation::Nothing | Expectation::Thrown(_) => return,
    };
    let _ = writeln!(text, "        org.junit.Assert.{check};");
}

fn code(place: usize, statement: &Statement) -> String {
    match statement {
        Statement::Number(Type::Int, number) => format!("int v{place} = {number};"),
        Statement::Number(_, number) => format!("long v{place} = {number}L;"),
        Statement::New(class) => format!("{class} v{place} = new {class}();"),
        Statement::Call { object, method, argument, .. } => {
            let argument = argument.map(|place| format!("v{place}")).unwrap_or_default();
            format!("long v{place} = v{object}.{}({argument});", method.name)
        }
        Statement::Get { object, field, field_type, .. } => {
            let field_type = match field_type {
                Type::Int => "int".to_owned(),
                Type::Long => "long".to_owned(),
                Type::Class(class) => class.to_string(),
            };
            format!("{field_type} v{place} = v{object}.{field};")
        }
        Statement::Set { object, field, value, .. } => {
            let value = value.map_or_else(|| "null".to_owned(), |place| format!("v{place}"));
            format!("v{object}.{field} = {value};")
        }
    }
}
