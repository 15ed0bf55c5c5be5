//! The format `tamis-select`, see `docs/formats/select.md`.

use serde::Serialize;
use serde_json::{Value, json as value};
use tamis_select::{ClassEvent, Reason, Selection, Skip, Technique, Verdict};
use tamis_vocab::{Entity, Fingerprint};

#[derive(Serialize)]
struct Document {
    format: &'static str,
    version: u32,
    technique: String,
    tests: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    test: String,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasons: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<Value>,
}

/// One document, on one line.
pub fn json(selection: &Selection, technique: Technique) -> serde_json::Result<String> {
    let tests = super::sorted(selection).into_iter().map(|(test, verdict)| {
        let test = test.to_string();
        match verdict {
            Verdict::Run(reasons) => {
                let reasons = Some(reasons_json(reasons));
                Row { test, verdict: "run", reasons, evidence: None }
            }
            Verdict::Skip(skip) => {
                let evidence = Some(skip_json(skip));
                Row { test, verdict: "skip", reasons: None, evidence }
            }
        }
    });
    let document = Document {
        format: "tamis-select",
        version: 1,
        technique: technique.to_string(),
        tests: tests.collect(),
    };
    Ok(serde_json::to_string(&document)? + "\n")
}

/// The evidence for a skip.
pub fn skip_json(skip: &Skip) -> Value {
    let Skip { passed, revision, facts, nanos } = skip;
    value!({"passed": passed, "revision": revision, "facts": facts, "nanos": nanos})
}

/// Reasons as an array.
pub fn reasons_json(reasons: &[Reason]) -> Value {
    Value::Array(reasons.iter().map(reason).collect())
}

fn reason(reason: &Reason) -> Value {
    match reason {
        Reason::New => value!({"kind": "new-test"}),
        Reason::Failed { message } => value!({"kind": "failed", "message": message}),
        Reason::Incomplete { message } => value!({"kind": "incomplete", "message": message}),
        Reason::FactChanged { entity, was, is } => changed("fact-changed", entity, *was, *is),
        Reason::EnvironmentChanged { entity, was, is } => {
            changed("environment-changed", entity, *was, *is)
        }
        Reason::ClassChanged(change) => value!({
            "kind": "class-changed",
            "class": change.class.to_string(),
            "change": event(change.event),
        }),
        Reason::Opaque { message } => value!({"kind": "opaque", "message": message}),
        Reason::TooOld { passed } => value!({"kind": "too-old", "passed": passed}),
        Reason::Together { with, what } => value!({
            "kind": "together",
            "with": with.to_string(),
            "what": (!what.is_empty()).then_some(what),
        }),
        Reason::Forced => value!({"kind": "forced"}),
        Reason::Unknown { about } => value!({"kind": "unknown", "about": about}),
    }
}

fn event(event: ClassEvent) -> &'static str {
    match event {
        ClassEvent::Changed => "changed",
        ClassEvent::Appeared => "new",
        ClassEvent::Gone => "gone",
        ClassEvent::Unreadable => "unreadable",
        ClassEvent::OfOtherLibrary => "other-library",
        ClassEvent::PerhapsGone => "perhaps-gone",
    }
}

fn changed(kind: &str, entity: &Entity, was: Fingerprint, is: Fingerprint) -> Value {
    let name = match entity.class() {
        Some(class) if entity.detail().is_empty() => class.to_string(),
        Some(class) => format!("{class}.{}", entity.detail()),
        None => entity.detail(),
    };
    value!({
        "kind": kind,
        "fact": entity.kind().word(),
        "entity": name,
        "was": was.to_string(),
        "is": is.to_string(),
    })
}
