//! Changes as JSON, format `tamis-diff` version 1: see `docs/formats/diff.md`.

use serde::Serialize;
use tamis_facts::changes::{Change, LinkOutcome, Subject, What};
use tamis_facts::{FactKind, PartKind};
use tamis_vocab::class_name;

use super::text::{line, subject};
use super::{Diff, Totals};

#[derive(Serialize)]
struct Document<'d> {
    format: &'static str,
    version: u32,
    old: &'d str,
    new: &'d str,
    same: bool,
    totals: TotalsJson,
    changes: Vec<ChangeJson>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct TotalsJson {
    classes: usize,
    resources: usize,
    classes_changed: usize,
    classes_added: usize,
    classes_removed: usize,
    resources_different: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct ChangeJson {
    /// Kind of fact.
    fact: &'static str,
    /// What happened: `added`, `removed`, `body`, …
    kind: &'static str,
    /// What the change is about.
    entity: String,
    /// `class`, `field`, `method`, `lambda` or `resource`.
    entity_kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    descriptor: Option<String>,
    /// Of a lambda: which one of its method, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    was: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    is: Option<String>,
    /// Receivers, callers or initialised classes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    concerns: Vec<String>,
    /// The line that the text form prints.
    text: String,
}

/// The whole answer.
pub fn json(diff: &Diff<'_>) -> Result<String, serde_json::Error> {
    let totals = Totals::of(diff.changes);
    let document = Document {
        format: "tamis-diff",
        version: 1,
        old: diff.old,
        new: diff.new,
        same: diff.changes.is_empty(),
        totals: TotalsJson {
            classes: diff.counts.0,
            resources: diff.counts.1,
            classes_changed: totals.classes_changed,
            classes_added: totals.classes_added,
            classes_removed: totals.classes_removed,
            resources_different: totals.resources,
        },
        changes: diff.changes.iter().map(change_json).collect(),
    };
    serde_json::to_string_pretty(&document).map(|text| text + "\n")
}

fn change_json(change: &Change) -> ChangeJson {
    let (entity_kind, class, name, descriptor) = match &change.subject {
        Subject::Class { class } => ("class", Some(class), None, None),
        Subject::Field { class, name, descriptor } => {
            ("field", Some(class), Some(name), Some(descriptor))
        }
        Subject::Method { class, name, descriptor } => {
            ("method", Some(class), Some(name), Some(descriptor))
        }
        Subject::Lambda { class, name, descriptor, .. } => {
            ("lambda", Some(class), Some(name), Some(descriptor))
        }
        Subject::Resource { path: _ } => ("resource", None, None, None),
    };
    let mut json = ChangeJson {
        fact: fact_name(change),
        kind: "",
        entity: subject(&change.subject),
        entity_kind,
        class: class.map(|class| class_name(class)),
        name: name.cloned(),
        descriptor: descriptor.cloned(),
        number: match change.subject {
            Subject::Lambda { number, .. } => Some(number),
            _ => None,
        },
        part: None,
        label: None,
        was: None,
        is: None,
        concerns: Vec::new(),
        text: line(change),
    };
    fill(&mut json, &change.what);
    json
}

fn fill(json: &mut ChangeJson, what: &What) {
    match what {
        What::Added => json.kind = "added",
        What::Removed => json.kind = "removed",
        What::Body { was, is } => {
            json.kind = if json.entity_kind == "resource" { "content" } else { "body" };
            json.was = Some(was.to_string());
            json.is = Some(is.to_string());
        }
        What::Flags { was, is } => {
            json.kind = "flags";
            json.was = Some(format!("{was:#06x}"));
            json.is = Some(format!("{is:#06x}"));
        }
        What::Version { was, is } => {
            json.kind = "version";
            json.was = Some(was.to_string());
            json.is = Some(is.to_string());
        }
        What::Superclass { was, is } => {
            json.kind = "superclass";
            json.was = was.as_deref().map(class_name);
            json.is = is.as_deref().map(class_name);
        }
        What::Part { kind, label, was, is } => {
            json.kind = "part";
            json.part = Some(part_name(*kind));
            json.label = (!label.is_empty()).then(|| class_name(label));
            json.was = was.map(|was| was.to_string());
            json.is = is.map(|is| is.to_string());
        }
        What::PartOrder { kind } => {
            json.kind = "part-order";
            json.part = Some(part_name(*kind));
        }
        What::Dispatch { receivers, was, is } => {
            json.kind = "dispatch";
            json.concerns = receivers.iter().map(|class| class_name(class)).collect();
            let classes = |list: &[String]| {
                list.iter().map(|class| class_name(class)).collect::<Vec<_>>().join(", ")
            };
            json.was = Some(classes(was));
            json.is = Some(classes(is));
        }
        What::Link { callers, was, is } => {
            json.kind = "link";
            json.concerns = callers.iter().map(subject).collect();
            json.was = Some(outcome(was));
            json.is = Some(outcome(is));
        }
        What::Initialisation { classes, now } => {
            json.kind = if *now { "initialised" } else { "no-longer-initialised" };
            json.concerns = classes.iter().map(|class| class_name(class)).collect();
        }
        What::Copies { was, is } => {
            json.kind = "copies";
            json.was = Some(was.to_string());
            json.is = Some(is.to_string());
        }
        What::CompilerMade => json.kind = "compiler-made",
        What::Order => json.kind = "order",
    }
}

fn outcome(outcome: &LinkOutcome) -> String {
    match outcome {
        LinkOutcome::DeclaredIn(class) => class_name(class),
        LinkOutcome::Outside(class) => format!("outside {}", class_name(class)),
        LinkOutcome::Missing => "missing".to_owned(),
        LinkOutcome::WrongKind(class) => format!("wrong kind {}", class_name(class)),
        LinkOutcome::Inaccessible(class) => format!("inaccessible {}", class_name(class)),
    }
}

fn fact_name(change: &Change) -> &'static str {
    if matches!(change.subject, Subject::Resource { .. }) {
        return match change.what {
            What::Added | What::Removed => "absent",
            _ => "file",
        };
    }
    match change.what.fact(&change.subject) {
        FactKind::Method => "method",
        FactKind::Link => "link",
        FactKind::Dispatch => "dispatch",
        FactKind::Header => "header",
        FactKind::Members => "members",
        FactKind::Order => "order",
        FactKind::Initialisation => "initialisation",
        FactKind::Class => "class",
        FactKind::Absent => "absent",
    }
}

fn part_name(kind: PartKind) -> &'static str {
    match kind {
        PartKind::Version => "version",
        PartKind::Flags => "flags",
        PartKind::Superclass => "superclass",
        PartKind::Interface => "interface",
        PartKind::NestHost => "nest-host",
        PartKind::NestMember => "nest-member",
        PartKind::NestNumbered => "nest-numbered",
        PartKind::PermittedSubclass => "permitted-subclass",
        PartKind::RecordComponent => "record-component",
        PartKind::Enclosing => "enclosing",
        PartKind::InnerSelf => "inner-self",
        PartKind::MemberClass => "member-class",
        PartKind::Module => "module",
        PartKind::Signature => "signature",
        PartKind::ConstantValue => "constant-value",
        PartKind::Exceptions => "exceptions",
        PartKind::MethodParameters => "method-parameters",
        PartKind::AnnotationDefault => "annotation-default",
        PartKind::Annotation => "annotation",
        PartKind::ParameterAnnotations => "parameter-annotations",
        PartKind::TypeAnnotation => "type-annotation",
        PartKind::InvisibleAnnotation => "invisible-annotation",
        PartKind::InvisibleParameterAnnotations => "invisible-parameter-annotations",
        PartKind::InvisibleTypeAnnotation => "invisible-type-annotation",
        PartKind::Deprecated => "deprecated",
        PartKind::Synthetic => "synthetic",
        PartKind::Unknown => "unknown",
    }
}
