//! Changes in the words of a Java developer, one line each.

use std::fmt::Write as _;

use tamis_classfile::flags;
use tamis_facts::PartKind;
use tamis_facts::changes::{Change, LinkOutcome, Subject, What};
use tamis_vocab::{class_name, method_signature};

use super::{Diff, Totals};
use crate::words::{plural, printable, quoted_list};

/// Receivers and callers that a line names before it counts the rest.
const MOST_NAMES: usize = 3;

/// All changes, one line each, and a line of totals.
pub fn text(diff: &Diff<'_>) -> String {
    let mut out = String::new();
    for change in diff.changes {
        out.push_str(&line(change));
        out.push('\n');
    }
    out.push_str(&summary(diff));
    out.push('\n');
    out
}

/// The number of changes in each class and resource, and a line of totals.
pub fn stat(diff: &Diff<'_>) -> String {
    let mut rows: Vec<(String, usize)> = Vec::new();
    for change in diff.changes {
        let name = match &change.subject {
            Subject::Resource { path } => printable(path),
            other => other.class().map(class_name).unwrap_or_default(),
        };
        match rows.last_mut() {
            Some((last, count)) if *last == name => *count += 1,
            _ => rows.push((name, 1)),
        }
    }
    rows.sort();
    let mut merged: Vec<(String, usize)> = Vec::new();
    for (name, count) in rows {
        match merged.last_mut() {
            Some((last, total)) if *last == name => *total += count,
            _ => merged.push((name, count)),
        }
    }
    let width = merged.iter().map(|(name, _)| name.chars().count()).max().unwrap_or_default();
    let mut out = String::new();
    for (name, count) in merged {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{name:width$} | {count}");
    }
    out.push_str(&summary(diff));
    out.push('\n');
    out
}

fn summary(diff: &Diff<'_>) -> String {
    let (classes, resources) = diff.counts;
    if diff.changes.is_empty() {
        return format!(
            "No changes in {} and {}",
            plural(classes, "class", "classes"),
            plural(resources, "resource", "resources")
        );
    }
    let totals = Totals::of(diff.changes);
    let mut parts = Vec::new();
    let mut part = |count: usize, one: &str, many: &str, verb: &str| {
        if count > 0 {
            parts.push(format!("{} {verb}", plural(count, one, many)));
        }
    };
    part(totals.classes_changed, "class", "classes", "changed");
    part(totals.classes_added, "class", "classes", "added");
    part(totals.classes_removed, "class", "classes", "removed");
    part(totals.resources, "resource", "resources", "different");
    let changes = plural(diff.changes.len(), "change", "changes");
    let of = format!(
        "of {} and {}",
        plural(classes, "class", "classes"),
        plural(resources, "resource", "resources")
    );
    if parts.is_empty() {
        format!("{changes} {of}")
    } else {
        format!("{changes}: {} {of}", parts.join(", "))
    }
}

/// One change, on one line whatever is in its names.
pub fn line(change: &Change) -> String {
    printable(&words(change))
}

fn words(change: &Change) -> String {
    let name = quoted(&change.subject);
    match &change.what {
        What::Added => format!("{name}: {}added", noun(&change.subject)),
        What::Removed => format!("{name}: {}removed", noun(&change.subject)),
        What::Body { .. } => match &change.subject {
            Subject::Lambda { number, .. } => format!("{name}: body of lambda {number}"),
            Subject::Resource { .. } => format!("{name}: content"),
            _ => format!("{name}: body"),
        },
        What::Flags { was, is } => {
            format!("{name}: {}", flag_words(&change.subject, *was, *is))
        }
        What::Version { was, is } => {
            format!("{name}: class file version {was} → {is}")
        }
        What::Superclass { was, is } => {
            let word = |side: &Option<String>| {
                side.as_deref()
                    .map_or("none".to_owned(), |class| format!("`{}`", class_name(class)))
            };
            format!("{name}: superclass {} → {}", word(was), word(is))
        }
        What::Part { kind, label, was, is } => {
            part_line(&name, *kind, label, was.is_some(), is.is_some())
        }
        What::PartOrder { kind } => format!("{name}: order of {}", part_noun(*kind)),
        What::Dispatch { receivers, was, is } => dispatch_line(&change.subject, receivers, was, is),
        What::Link { callers, was, is } => link_line(&name, callers, was, is),
        What::Initialisation { classes, now } => {
            let classes: Vec<String> = classes.iter().map(|class| class_name(class)).collect();
            let verb = if *now { "is now initialised" } else { "is no longer initialised" };
            format!("{name} {verb} with {}", quoted_list(&classes, MOST_NAMES))
        }
        What::Copies { was, is } if was < is => {
            format!("{name}: now shadows another copy on the class path ({was} → {is})")
        }
        What::Copies { was, is } => {
            format!("{name}: no longer shadows another copy on the class path ({was} → {is})")
        }
        What::CompilerMade => format!("{name}: methods made by the compiler"),
        What::Order => format!("{name}: order of members"),
    }
}

/// The subject in backticks.
fn quoted(of: &Subject) -> String {
    match of {
        Subject::Method { class, name, .. } if name == "<clinit>" => {
            format!("`{}` static initialiser", class_name(class))
        }
        other => format!("`{}`", subject(other)),
    }
}

/// The subject as a developer names it.
pub(super) fn subject(subject: &Subject) -> String {
    match subject {
        Subject::Method { class, name, descriptor }
        | Subject::Lambda { class, name, descriptor, .. }
            if name == "<init>" =>
        {
            let signature = method_signature("", descriptor);
            format!("{}{signature}", class_name(class))
        }
        Subject::Method { class, name, .. } | Subject::Lambda { class, name, .. }
            if name == "<clinit>" =>
        {
            format!("{}.<clinit>", class_name(class))
        }
        Subject::Class { class } => class_name(class),
        Subject::Field { class, name, .. } => format!("{}.{name}", class_name(class)),
        Subject::Method { class, name, descriptor }
        | Subject::Lambda { class, name, descriptor, .. } => {
            format!("{}.{}", class_name(class), method_signature(name, descriptor))
        }
        Subject::Resource { path } => path.clone(),
    }
}

/// What was added or removed, and a space; nothing where the subject's name says it.
fn noun(subject: &Subject) -> &'static str {
    match subject {
        Subject::Class { .. } => "class ",
        Subject::Field { .. } => "field ",
        Subject::Method { name, .. } => match name.as_str() {
            "<init>" => "constructor ",
            "<clinit>" => "",
            _ => "method ",
        },
        Subject::Lambda { .. } => "lambda ",
        Subject::Resource { .. } => "resource ",
    }
}

fn part_line(name: &str, kind: PartKind, label: &str, was: bool, is: bool) -> String {
    let label = class_name(label);
    let verb = match (was, is) {
        (true, true) => "changed",
        (false, _) => "added",
        (true, false) => "removed",
    };
    match kind {
        PartKind::Annotation => format!("annotation `@{label}` on {name}: {verb}"),
        PartKind::InvisibleAnnotation => {
            format!("annotation `@{label}` (not kept at run time) on {name}: {verb}")
        }
        PartKind::TypeAnnotation => format!("type annotation `@{label}` in {name}: {verb}"),
        PartKind::InvisibleTypeAnnotation => {
            format!("type annotation `@{label}` (not kept at run time) in {name}: {verb}")
        }
        PartKind::ParameterAnnotations | PartKind::InvisibleParameterAnnotations => {
            let list: Vec<String> = label.split(' ').map(|one| format!("`@{one}`")).collect();
            format!("annotations of parameters of {name}: {verb} ({})", list.join(", "))
        }
        PartKind::Interface if was => format!("{name}: no longer has the superinterface `{label}`"),
        PartKind::Interface => format!("{name}: now has the superinterface `{label}`"),
        PartKind::PermittedSubclass => format!("{name}: permitted subclass `{label}` {verb}"),
        PartKind::RecordComponent => format!("{name}: record component `{label}` {verb}"),
        PartKind::NestHost => format!("{name}: nest host `{label}` {verb}"),
        PartKind::NestMember => format!("{name}: nest member `{label}` {verb}"),
        PartKind::MemberClass => format!("{name}: member class `{label}` {verb}"),
        PartKind::Unknown => format!("{name}: attribute `{label}` {verb}"),
        PartKind::Module => format!("{name}: module declaration ({label}) {verb}"),
        PartKind::Version
        | PartKind::Flags
        | PartKind::Superclass
        | PartKind::NestNumbered
        | PartKind::Enclosing
        | PartKind::InnerSelf
        | PartKind::Signature
        | PartKind::ConstantValue
        | PartKind::Exceptions
        | PartKind::MethodParameters
        | PartKind::AnnotationDefault
        | PartKind::Deprecated
        | PartKind::Synthetic => format!("{name}: {} {verb}", part_noun(kind)),
    }
}

fn part_noun(kind: PartKind) -> &'static str {
    match kind {
        PartKind::Version => "class file version",
        PartKind::Flags => "modifiers",
        PartKind::Superclass => "superclass",
        PartKind::Interface => "superinterfaces",
        PartKind::NestHost => "nest host",
        PartKind::NestMember | PartKind::NestNumbered => "nest members",
        PartKind::PermittedSubclass => "permitted subclasses",
        PartKind::RecordComponent => "record components",
        PartKind::Enclosing => "enclosing method",
        PartKind::InnerSelf => "declaration as an inner class",
        PartKind::MemberClass => "member classes",
        PartKind::Module => "module declaration",
        PartKind::Signature => "generic signature",
        PartKind::ConstantValue => "constant value",
        PartKind::Exceptions => "declared exceptions",
        PartKind::MethodParameters => "parameter names",
        PartKind::AnnotationDefault => "default value",
        PartKind::Annotation | PartKind::InvisibleAnnotation => "annotations",
        PartKind::ParameterAnnotations | PartKind::InvisibleParameterAnnotations => {
            "annotations of parameters"
        }
        PartKind::TypeAnnotation | PartKind::InvisibleTypeAnnotation => "type annotations",
        PartKind::Deprecated => "deprecation mark",
        PartKind::Synthetic => "synthetic mark",
        PartKind::Unknown => "unknown attributes",
    }
}

fn dispatch_line(subject: &Subject, receivers: &[String], was: &[String], is: &[String]) -> String {
    let Subject::Method { name, descriptor, .. } = subject else { return String::new() };
    let method = method_signature(name, descriptor);
    let target = |class: &String| match class.as_str() {
        "(abstract)" => "no implementation".to_owned(),
        "(conflict)" => "several implementations that conflict".to_owned(),
        outside if outside.starts_with("(outside: ") => {
            let class = outside.trim_start_matches("(outside: ").trim_end_matches(')');
            format!("whatever `{}` has", class_name(class))
        }
        class => format!("`{}.{method}`", class_name(class)),
    };
    let targets = |list: &[String]| list.iter().map(target).collect::<Vec<_>>().join(" or ");
    let receivers: Vec<String> = receivers.iter().map(|class| class_name(class)).collect();
    format!(
        "{} now selected for {} (was {})",
        targets(is),
        quoted_list(&receivers, MOST_NAMES),
        targets(was)
    )
}

fn link_line(name: &str, callers: &[Subject], was: &LinkOutcome, is: &LinkOutcome) -> String {
    let callers: Vec<String> = callers.iter().map(subject).collect();
    format!(
        "{name} in {} now resolves to {} (was {})",
        quoted_list(&callers, MOST_NAMES),
        outcome(is),
        outcome(was)
    )
}

fn outcome(outcome: &LinkOutcome) -> String {
    match outcome {
        LinkOutcome::DeclaredIn(class) => format!("the one in `{}`", class_name(class)),
        LinkOutcome::Outside(class) => format!("whatever `{}` has", class_name(class)),
        LinkOutcome::Missing => "nothing".to_owned(),
        LinkOutcome::WrongKind(class) => {
            format!("an error: `{}` is of the wrong kind", class_name(class))
        }
        LinkOutcome::Inaccessible(class) => {
            format!("one in `{}` that is out of reach", class_name(class))
        }
    }
}

/// Flags that came and went, in source words.
fn flag_words(subject: &Subject, was: u16, is: u16) -> String {
    let names = flag_names(subject);
    let list = |bits: u16| -> Vec<String> {
        (0..16)
            .map(|bit| 1_u16 << bit)
            .filter(|bit| bits & bit != 0)
            .map(|bit| {
                let known = names.iter().find(|(flag, _)| *flag == bit);
                known.map_or_else(|| format!("flag {bit:#06x}"), |(_, name)| (*name).to_owned())
            })
            .collect()
    };
    let (new, gone) = (list(is & !was), list(was & !is));
    match (new.is_empty(), gone.is_empty()) {
        (false, true) => format!("now {}", new.join(" ")),
        (true, false) => format!("no longer {}", gone.join(" ")),
        _ => format!("now {}, no longer {}", new.join(" "), gone.join(" ")),
    }
}

fn flag_names(subject: &Subject) -> &'static [(u16, &'static str)] {
    const CLASS: &[(u16, &str)] = &[
        (flags::PUBLIC, "public"),
        (flags::FINAL, "final"),
        (flags::SUPER, "super"),
        (flags::INTERFACE, "an interface"),
        (flags::ABSTRACT, "abstract"),
        (flags::SYNTHETIC, "synthetic"),
        (flags::ANNOTATION, "an annotation"),
        (flags::ENUM, "an enum"),
        (flags::MODULE, "a module"),
    ];
    const FIELD: &[(u16, &str)] = &[
        (flags::PUBLIC, "public"),
        (flags::PRIVATE, "private"),
        (flags::PROTECTED, "protected"),
        (flags::STATIC, "static"),
        (flags::FINAL, "final"),
        (flags::VOLATILE, "volatile"),
        (flags::TRANSIENT, "transient"),
        (flags::SYNTHETIC, "synthetic"),
        (flags::ENUM, "an enum constant"),
    ];
    const METHOD: &[(u16, &str)] = &[
        (flags::PUBLIC, "public"),
        (flags::PRIVATE, "private"),
        (flags::PROTECTED, "protected"),
        (flags::STATIC, "static"),
        (flags::FINAL, "final"),
        (flags::SYNCHRONIZED, "synchronized"),
        (flags::BRIDGE, "a bridge"),
        (flags::VARARGS, "varargs"),
        (flags::NATIVE, "native"),
        (flags::ABSTRACT, "abstract"),
        (flags::STRICT, "strictfp"),
        (flags::SYNTHETIC, "synthetic"),
    ];
    match subject {
        Subject::Class { .. } | Subject::Resource { .. } => CLASS,
        Subject::Field { .. } => FIELD,
        Subject::Method { .. } | Subject::Lambda { .. } => METHOD,
    }
}
