//! Both forms of one small recording.

use std::path::Path;

use tamis_journal::Outcome;
use tamis_trace::{Common, Execution, FileUse, Incomplete, Observed, TestResult, Whole, Why};
use tamis_vocab::{ClassName, MethodId};

use super::{Recording, json, text};

fn sample() -> Execution {
    let class = ClassName::internal;
    let method =
        |name: &str| MethodId { class: class("p/A"), name: name.into(), descriptor: "()V".into() };
    let result = TestResult {
        class: class("p/ATest$Inner"),
        method: "f".to_owned(),
        outcome: Outcome::Passed,
        message: None,
        nanos: None,
    };
    let mut execution = Execution::unrecorded(class("p/ATest"), vec![result]);
    execution.incomplete = vec![Incomplete::NotEnded];
    let footprint = &mut execution.footprint;
    footprint.methods.extend([method("f"), method("<clinit>")]);
    footprint.classes.insert(class("p/A"), Why::Entered);
    footprint.classes.insert(class("p/B"), Why::Implied { by: method("f") });
    footprint.whole.insert(class("p/W"), Whole::OtherBytes { is_on_class_path: false });
    footprint.observations.insert(Observed::PropertyRead("user.home\n".to_owned()));
    footprint.files.insert(FileUse::Read("/project/data.txt".into()));
    footprint.files.insert(FileUse::Probed("/etc/hosts".into()));
    footprint.after.insert(class("p/BTest"), Common::Kept);
    execution
}

#[test]
fn text_has_a_block_for_each_test() {
    let executions = [sample()];
    let recording =
        Recording { machines: &[], executions: &executions, project: Path::new("/project") };
    let expected = "p.ATest
  incomplete (1)
    it did not end
  results (1)
    passed p.ATest$Inner.f
  methods (1)
    p.A.f()
  static initialisers (1)
    p.A
  classes (2)
    p.A (entered)
    p.B (named in p.A.f())
  classes as a whole (1)
    p.W (not on the class path)
  properties read (1)
    user.home\\n
  files (2)
    data.txt (read)
    /etc/hosts (asked about)
  after (1)
    p.BTest
";
    assert_eq!(text(&recording), expected);
}

#[test]
fn json_holds_the_same() {
    let executions = [sample()];
    let recording =
        Recording { machines: &[], executions: &executions, project: Path::new("/project") };
    let line = json(&recording).unwrap();
    assert_eq!(line.lines().count(), 1);
    let value: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!(value["format"], "tamis-recording");
    assert_eq!(value["version"], 1);
    let test = &value["tests"][0];
    assert_eq!(test["test"], "p.ATest");
    assert_eq!(test["complete"], false);
    assert_eq!(test["files-read"][0], "data.txt");
    assert_eq!(test["classes"][1]["by"], "p.A.f()");
    assert_eq!(test["observations"]["properties-read"][0], "user.home\n");
}
