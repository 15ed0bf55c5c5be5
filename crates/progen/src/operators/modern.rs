//! Operators for what the language has got since the published ones: each adds to a class what the edit is about, and a
//! method that returns the same as long as the edit is not made.

use crate::java::{Sources, Unit, UnitKind};
use crate::operators::features::{FEATURE, Scaffold, method_text, number_field};
use crate::operators::{Evolution, Operator};

/// Two revisions with the feature in it, for each class.
pub(super) fn evolve(operator: Operator, program: &Sources) -> Vec<Evolution> {
    let classes = program.units.iter().enumerate();
    let classes = classes.filter(|(_, unit)| unit.kind == UnitKind::Class);
    let evolutions = classes.filter_map(|(place, unit)| {
        let (before, after) = revisions(operator, Scaffold::new(program, place))?;
        let site = format!("used by {}", unit.name);
        Some(Evolution { site, before: Some(before.sources), after: after.sources })
    });
    evolutions.collect()
}

fn revisions(operator: Operator, scaffold: Scaffold) -> Option<(Scaffold, Scaffold)> {
    Some(match operator {
        Operator::DefaultMethod => default_method(scaffold),
        Operator::OverridingDefault => overriding_default(scaffold),
        Operator::InterfaceExtends => interface_extends(scaffold),
        Operator::StaticHiding => static_hiding(scaffold),
        Operator::FieldHiding => field_hiding(scaffold),
        Operator::Lambda => lambda(scaffold),
        Operator::EnumBody => enum_body(scaffold),
        Operator::Record => record(scaffold),
        Operator::Sealed => sealed(scaffold),
        Operator::AnnotationValue => annotation_value(scaffold),
        Operator::InitialiserValue => initialiser_value(scaffold),
        Operator::InitialiserAdded => initialiser_added(scaffold),
        Operator::InitialiserThrows => initialiser_throws(scaffold),
        Operator::InitialiserNoLongerThrows => initialiser_no_longer_throws(scaffold),
        Operator::ResourceEdit => resource_edit(scaffold),
        Operator::JarSwap => jar_swap(scaffold),
        Operator::Comment => comment(scaffold),
        Operator::AddExtends
        | Operator::CopyField
        | Operator::CopyFieldAndReplace
        | Operator::CopyMethod
        | Operator::CopyMethodAndReplace
        | Operator::NextProgram
        | Operator::IncreaseConstant
        | Operator::RemoveExtends
        | Operator::RemoveMethod => return None,
    })
}

const DEFAULT: &str = "default long feature()";
const STATIC: &str = "public static long feature()";
const THROWING: &str =
    "static {\n    if (true) {\n        throw new IllegalStateException();\n    }\n}";

fn edited(before: Scaffold, edit: impl FnOnce(&mut Scaffold)) -> (Scaffold, Scaffold) {
    let mut after = before.clone();
    edit(&mut after);
    (before, after)
}

fn default_method(mut before: Scaffold) -> (Scaffold, Scaffold) {
    before.add(UnitKind::Interface, "", |unit| {
        unit.members.push(method_text(DEFAULT, "return 1;"));
    });
    implement(&mut before);
    before.uses("feature()".to_owned(), 1);
    edited(before, |after| {
        after.edit("", |unit| unit.members = vec![method_text(DEFAULT, "return 2;")]);
    })
}

/// The class implements what was added.
fn implement(scaffold: &mut Scaffold) {
    let feature = scaffold.beside("");
    scaffold.edit_class(|unit| unit.interfaces.push(feature));
}

fn overriding_default(mut before: Scaffold) -> (Scaffold, Scaffold) {
    let base = before.beside("Base");
    before.add(UnitKind::Interface, "Base", |unit| {
        unit.members.push(method_text(DEFAULT, "return 1;"));
    });
    before.add(UnitKind::Interface, "", |unit| unit.interfaces.push(base.clone()));
    implement(&mut before);
    before.uses(format!("(({base}) this).feature()"), 1);
    edited(before, |after| {
        after.edit("", |unit| unit.members.push(method_text(DEFAULT, "return 2;")));
    })
}

fn interface_extends(mut before: Scaffold) -> (Scaffold, Scaffold) {
    let base = before.beside("Base");
    before.add(UnitKind::Interface, "Base", |_| {});
    before.add(UnitKind::Interface, "", |unit| unit.interfaces.push(base.clone()));
    implement(&mut before);
    before.uses(format!("((Object) this) instanceof {base} ? 1 : 0"), 1);
    edited(before, |after| after.edit("", |unit| unit.interfaces.clear()))
}

/// Two classes, one above the other.
fn add_two_classes(before: &mut Scaffold) {
    let upper = before.beside("Upper");
    before.add(UnitKind::Class, "Upper", |_| {});
    before.add(UnitKind::Class, "Lower", |unit| unit.superclass = Some(upper));
}

fn static_hiding(mut before: Scaffold) -> (Scaffold, Scaffold) {
    add_two_classes(&mut before);
    before.edit("Upper", |unit| unit.members.push(method_text(STATIC, "return 1;")));
    before.uses(format!("{}.feature()", before.beside("Lower")), 1);
    edited(before, |after| {
        after.edit("Lower", |unit| unit.members.push(method_text(STATIC, "return 2;")));
    })
}

fn field_hiding(mut before: Scaffold) -> (Scaffold, Scaffold) {
    add_two_classes(&mut before);
    before.edit("Upper", |unit| unit.fields.push(number_field("feature", 1)));
    before.uses(format!("new {}().feature", before.beside("Lower")), 1);
    edited(before, |after| {
        after.edit("Lower", |unit| unit.fields.push(number_field("feature", 2)));
    })
}

fn lambda(mut before: Scaffold) -> (Scaffold, Scaffold) {
    let text =
        |number: i64| format!("((java.util.function.LongSupplier) () -> {number}L).getAsLong()");
    before.uses(text(1), 1);
    edited(before, |after| after.uses(text(2), 2))
}

fn enum_body(mut before: Scaffold) -> (Scaffold, Scaffold) {
    let kind = |number: i64| {
        let body = |number: i64| format!("{{ public long feature() {{ return {number}; }} }}");
        UnitKind::Enum(format!("A {}, B {}", body(number), body(5)))
    };
    before.add(kind(1), "", |unit| unit.members.push("public abstract long feature();".to_owned()));
    before.uses(format!("{}.valueOf(\"A\").feature()", before.beside("")), 1);
    edited(before, |after| after.edit("", |unit| unit.kind = kind(2)))
}

fn record(mut before: Scaffold) -> (Scaffold, Scaffold) {
    before.add(UnitKind::Record("long left".to_owned()), "", |_| {});
    before.uses(format!("new {}(1).left()", before.beside("")), 1);
    edited(before, |after| {
        let accessor = method_text("public long left()", "return left + 1;");
        after.edit("", |unit| unit.members.push(accessor));
    })
}

fn sealed(mut before: Scaffold) -> (Scaffold, Scaffold) {
    let (feature, round) = (before.beside(""), before.beside("Round"));
    before.add(UnitKind::Interface, "", |unit| {
        "sealed".clone_into(&mut unit.modifiers);
        unit.permits.push(round);
    });
    let permitted = |scaffold: &mut Scaffold, suffix: &str| {
        let feature = feature.clone();
        scaffold.add(UnitKind::Class, suffix, |unit| {
            "final".clone_into(&mut unit.modifiers);
            unit.interfaces.push(feature);
        });
    };
    permitted(&mut before, "Round");
    before.uses(format!("{feature}.class.getPermittedSubclasses().length"), 1);
    edited(before, |after| {
        let square = after.beside("Square");
        after.edit("", |unit| unit.permits.push(square));
        permitted(after, "Square");
    })
}

fn annotation_value(mut before: Scaffold) -> (Scaffold, Scaffold) {
    let (feature, class) = (before.beside(""), before.class());
    before.add(UnitKind::Annotation, "", |unit| {
        let retention =
            "@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)";
        retention.clone_into(&mut unit.modifiers);
        unit.members.push("long value();".to_owned());
    });
    before.edit_class(|unit| unit.modifiers = format!("@{feature}(1)"));
    before.uses(format!("{class}.class.getAnnotation({feature}.class).value()"), 1);
    edited(before, |after| after.edit_class(|unit| unit.modifiers = format!("@{feature}(2)")))
}

fn initialiser_value(mut before: Scaffold) -> (Scaffold, Scaffold) {
    let source = before.beside("Source");
    before.add(UnitKind::Class, "Source", |unit| {
        unit.members.push(method_text(STATIC, "return 1;"));
    });
    before.add(UnitKind::Class, "", |unit| {
        unit.members.push(format!("static long value = {source}.feature();"));
        unit.members.push(method_text(STATIC, "return value;"));
    });
    before.uses(format!("{}.feature()", before.beside("")), 1);
    edited(before, |after| {
        after.edit("Source", |unit| unit.members = vec![method_text(STATIC, "return 2;")]);
    })
}

fn initialiser_added(mut before: Scaffold) -> (Scaffold, Scaffold) {
    before.add(UnitKind::Class, "", |unit| unit.members.push("static long value;".to_owned()));
    before.uses(format!("{}.value", before.beside("")), 0);
    edited(before, |after| {
        after.edit("", |unit| unit.members = vec!["static long value = 2;".to_owned()]);
    })
}

fn initialiser_throws(mut before: Scaffold) -> (Scaffold, Scaffold) {
    before.add(UnitKind::Class, "", |unit| unit.members.push(method_text(STATIC, "return 1;")));
    before.uses(format!("{}.feature()", before.beside("")), 1);
    edited(before, |after| after.edit("", |unit| unit.members.push(THROWING.to_owned())))
}

/// Both errors that a broken class gives, the first time and later, count as one, so that the order of tests does not
/// matter.
fn initialiser_no_longer_throws(mut before: Scaffold) -> (Scaffold, Scaffold) {
    let (throwing, calm) = (before.beside("Throwing"), before.beside("Calm"));
    // Without objects: what a test gets to see of a broken class depends on who was there first.
    let add = |before: &mut Scaffold, suffix: &str, edit: &dyn Fn(&mut Unit)| {
        before.add(UnitKind::Class, suffix, |unit| {
            "abstract".clone_into(&mut unit.modifiers);
            edit(unit);
        });
    };
    add(&mut before, "Throwing", &|unit| unit.members.push(THROWING.to_owned()));
    add(&mut before, "Calm", &|_| {});
    add(&mut before, "", &|unit| {
        unit.superclass = Some(throwing.clone());
        unit.members.push(method_text(STATIC, "return 1;"));
    });
    let attempt = format!(
        "static long try{FEATURE}() {{\n    try {{\n        return {}.feature();\n    }} catch \
         (LinkageError error) {{\n        return -1;\n    }}\n}}",
        before.beside("")
    );
    before.edit_class(|unit| unit.members.push(attempt));
    before.uses(format!("try{FEATURE}()"), -1);
    edited(before, |after| after.edit("", |unit| unit.superclass = Some(calm)))
}

fn resource_edit(mut before: Scaffold) -> (Scaffold, Scaffold) {
    const NAME: &str = "feature.txt";
    let read = format!(
        "static long read{FEATURE}() {{\n    try (java.io.InputStream in = \
         {}.class.getResourceAsStream(\"{NAME}\")) {{\n        return in.read() - '0';\n    }} catch \
         (java.io.IOException error) {{\n        throw new IllegalStateException(error);\n    }}\n}}",
        before.class()
    );
    before.edit_class(|unit| unit.members.push(read));
    before.uses(format!("read{FEATURE}()"), 1);
    before.put_resource(NAME, "1");
    edited(before, |after| after.put_resource(NAME, "2"))
}

/// Two classes of the library, and the class uses one of them through the other: both releases have both.
fn jar_swap(mut before: Scaffold) -> (Scaffold, Scaffold) {
    const TYPES: [&str; 2] = ["Library", "LibraryPart"];
    let part = before.beside("LibraryPart");
    before.add(UnitKind::Class, "LibraryPart", |unit| {
        unit.members.push(method_text(STATIC, "return 1;"));
    });
    before.add(UnitKind::Class, "Library", |unit| {
        unit.members.push(method_text(STATIC, &format!("return {part}.feature();")));
    });
    before.uses(format!("{}.feature()", before.beside("Library")), 1);
    before.put_in_library("library-1.jar", &TYPES);
    edited(before, |after| {
        after.edit("LibraryPart", |unit| unit.members = vec![method_text(STATIC, "return 2;")]);
        after.put_in_library("library-2.jar", &TYPES);
    })
}

/// In the class itself, so that all of its lines move.
fn comment(mut before: Scaffold) -> (Scaffold, Scaffold) {
    before.add(UnitKind::Class, "", |unit| unit.members.push(method_text(STATIC, "return 1;")));
    before.uses(format!("{}.feature()", before.beside("")), 1);
    let comment = "It is the same.";
    edited(before, |after| after.edit_class(|unit| unit.comment = Some(comment.to_owned())))
}
