//! A recording as JSON, format `tamis-recording` version 1: see `docs/formats/recording.md`.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use tamis_journal::{Granularity, Probing, Unprobed};
use tamis_trace::{Execution, FileUse, Incomplete, Recorded, TestResult, Whole, Why};
use tamis_vocab::MethodId;

use super::{Recording, heading, outcome_word};
use crate::run::{LeaningJson, leaning_json};

#[derive(Serialize)]
struct Document<'r> {
    format: &'static str,
    version: u32,
    /// Whether the agent was on.
    recorded: bool,
    machines: Vec<MachineJson<'r>>,
    tests: Vec<TestJson<'r>>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct MachineJson<'r> {
    agent: Option<&'r str>,
    vm: Option<&'r str>,
    granularity: &'static str,
    ended: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    broken: Option<String>,
    classes: Vec<ClassJson>,
}

#[derive(Serialize)]
struct ClassJson {
    name: String,
    bytes: String,
    probing: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct TestJson<'r> {
    test: String,
    machine: usize,
    /// Null if nobody looked.
    complete: Option<bool>,
    incomplete: Vec<String>,
    opaque: Option<bool>,
    results: Vec<ResultJson<'r>>,
    methods: Vec<MethodJson<'r>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    assumed_methods: Vec<MethodJson<'r>>,
    classes: Vec<TouchedJson>,
    classes_as_a_whole: Vec<WholeJson>,
    classes_loaded: u32,
    observations: BTreeMap<String, Vec<String>>,
    files_read: Vec<String>,
    files_probed: Vec<String>,
    folders_listed: Vec<String>,
    files_written: Vec<String>,
    after: Vec<String>,
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    left_changed: BTreeSet<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    leans_on: Vec<LeaningJson>,
}

#[derive(Serialize)]
struct ResultJson<'r> {
    class: String,
    method: &'r str,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nanos: Option<u64>,
}

#[derive(Serialize)]
struct MethodJson<'r> {
    class: String,
    name: &'r str,
    descriptor: &'r str,
}

#[derive(Serialize)]
struct TouchedJson {
    name: String,
    why: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
}

#[derive(Serialize)]
struct WholeJson {
    name: String,
    why: &'static str,
}

/// The recording as one line of JSON, so that it can be told from what the tests print.
pub fn json(recording: &Recording<'_>) -> Result<String, serde_json::Error> {
    let mut executions: Vec<&Execution> = recording.executions.iter().collect();
    executions.sort_by(|a, b| (&a.test, a.machine).cmp(&(&b.test, b.machine)));
    let document = Document {
        format: "tamis-recording",
        version: 1,
        recorded: !recording.machines.is_empty(),
        machines: recording.machines.iter().map(machine).collect(),
        tests: executions.into_iter().map(|execution| test(recording, execution)).collect(),
    };
    serde_json::to_string(&document).map(|text| text + "\n")
}

fn machine(recorded: &Recorded) -> MachineJson<'_> {
    let start = recorded.start();
    let classes = recorded.classes().into_iter().map(|class| ClassJson {
        name: recorded
            .name(class.name)
            .map_or_else(String::new, |name| String::from_utf8_lossy(name).replace('/', ".")),
        bytes: format!("{:032x}", class.bytes),
        probing: match &class.probing {
            Probing::Probed { .. } => "probed",
            Probing::Unprobed(reason) => unprobed(*reason),
        },
    });
    MachineJson {
        agent: start.map(|start| start.agent.as_str()),
        vm: start.map(|start| start.vm.as_str()),
        granularity: match recorded.granularity() {
            Granularity::Method => "method",
            Granularity::Block => "block",
            Granularity::Site => "site",
        },
        ended: recorded.is_ended(),
        broken: recorded.broken().map(ToString::to_string),
        classes: classes.collect(),
    }
}

fn test<'r>(recording: &Recording<'_>, execution: &'r Execution) -> TestJson<'r> {
    let footprint = &execution.footprint;
    let mut observations: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, item) in footprint.observations.iter().map(heading) {
        observations.entry(name.replace(' ', "-")).or_default().push(item);
    }
    let [mut files_read, mut files_probed, mut folders_listed] = [const { Vec::new() }; 3];
    for used in &footprint.files {
        let list = match used {
            FileUse::Read(_) => &mut files_read,
            FileUse::Probed(_) => &mut files_probed,
            FileUse::Listed(_) => &mut folders_listed,
        };
        list.push(recording.file(used.path()));
    }
    let whole = footprint.whole.iter().map(|(name, why)| WholeJson {
        name: name.to_string(),
        why: match why {
            Whole::OtherBytes { is_on_class_path: true } => "changed-when-loaded",
            Whole::OtherBytes { is_on_class_path: false } => "not-on-class-path",
            Whole::Unprobed(reason) => unprobed(*reason),
        },
    });
    let touched = footprint.classes.iter().map(|(name, why)| {
        let (why, by) = reason(why);
        TouchedJson { name: name.to_string(), why, by }
    });
    let is_recorded = !execution.incomplete.contains(&Incomplete::Unrecorded);
    // That it was not recorded is said of the whole document.
    let reasons = execution.incomplete.iter().filter(|reason| **reason != Incomplete::Unrecorded);
    let incomplete: Vec<String> = reasons.map(ToString::to_string).collect();
    TestJson {
        test: execution.test.to_string(),
        machine: execution.machine,
        complete: (is_recorded || !incomplete.is_empty()).then(|| execution.is_complete()),
        incomplete,
        opaque: is_recorded.then(|| footprint.is_opaque()),
        results: execution.results.iter().map(result).collect(),
        methods: footprint.methods.iter().map(method).collect(),
        assumed_methods: footprint.assumed.iter().map(method).collect(),
        classes: touched.collect(),
        classes_as_a_whole: whole.collect(),
        classes_loaded: footprint.loaded,
        observations,
        files_read,
        files_probed,
        folders_listed,
        files_written: footprint.written.iter().map(|path| recording.file(path)).collect(),
        after: footprint.after.keys().map(ToString::to_string).collect(),
        left_changed: execution.left.iter().map(|left| left.what.to_string()).collect(),
        leans_on: leaning_json(&execution.leans_on),
    }
}

fn result(result: &TestResult) -> ResultJson<'_> {
    ResultJson {
        class: result.class.to_string(),
        method: &result.method,
        outcome: outcome_word(result.outcome),
        message: result.message.as_deref(),
        nanos: result.nanos,
    }
}

fn method(method: &MethodId) -> MethodJson<'_> {
    MethodJson {
        class: method.class.to_string(),
        name: &method.name,
        descriptor: &method.descriptor,
    }
}

fn reason(why: &Why) -> (&'static str, Option<String>) {
    match why {
        Why::Entered => ("entered", None),
        Why::Implied { by } => ("implied", Some(by.to_string())),
        Why::Reflected => ("reflected", None),
        Why::Unprobed => ("unprobed", None),
        Why::Supertype { of } => ("supertype", Some(of.to_string())),
        Why::Through { initialiser } => ("initialised-through", Some(initialiser.to_string())),
    }
}

fn unprobed(reason: Unprobed) -> &'static str {
    match reason {
        Unprobed::Framework => "framework",
        Unprobed::Unreadable => "unreadable",
        Unprobed::NumbersExhausted => "numbers-exhausted",
        Unprobed::Hidden => "hidden",
        Unprobed::Early => "early",
    }
}
