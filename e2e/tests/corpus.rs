//! `tamis check corpus`: tools that misbehave, and going on. The tools here are scripts that write what Surefire writes.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::{Ran, run, tamis};

/// Writes a report for each test in `$tests`. `p.CTest` fails if C returns 2.
const REPORT: &str = r#"
mkdir -p target/surefire-reports
for test in $tests; do
  said=""
  if [ $test = CTest ] && grep -q 'return 2' src/main/java/p/C.java; then
    said='<failure message="expected 1">at p.CTest</failure>'
  fi
  echo "<testsuite><testcase name=\"t\">$said</testcase></testsuite>" > target/surefire-reports/TEST-p.$test.xml
done
"#;

/// A corpus with two bugs, and tools that are scripts.
struct Scene {
    folder: TempDir,
}

impl Scene {
    fn new() -> Self {
        let scene = Self { folder: tempfile::tempdir().unwrap() };
        for bug in ["Bug-1", "Bug-2"] {
            for (revision, number) in [("rev0", 1), ("rev1", 2)] {
                scene.write(
                    &format!("corpus/{bug}/{revision}/src/main/java/p/C.java"),
                    &format!("class C {{ int f() {{ return {number}; }} }}"),
                );
            }
            scene.write(
                &format!("corpus/{bug}/expect.json"),
                &format!(
                    "{{\"format\":\"tamis-corpus\",\"version\":1,\"bug\":\"{bug}\",\"title\":\"a body\",\
                     \"rule\":\"R1p\",\"tools\":[\"forgetful\",\"steady\"],\"affected\":[\"p.CTest\"],\
                     \"reported\":\"long ago\",\"notes\":{{\"steady\":\"it was mended\"}}}}"
                ),
            );
        }
        scene.tool("all", &format!("tests='CTest OtherTest'\n{REPORT}"));
        scene.tool("steady", &format!("tests='CTest OtherTest'\n{REPORT}"));
        scene
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// A tool that is a script. It also notes in `runs.txt` that it ran.
    fn tool(&self, name: &str, script: &str) {
        let runs = self.path("runs.txt");
        let script = format!("echo {name} >> {}\n{script}", runs.display());
        self.write(
            &format!("{name}.toml"),
            &format!(
                "name = '{name}'\ntitle = '{name}'\njdk = 17\nrelease = 8\nnewest = 8\n\
                 command = ['sh', '-c', '''\n{script}''']\n"
            ),
        );
    }

    /// The tools that ran since this was last asked, each as often as it did.
    fn runs(&self) -> Vec<String> {
        let file = self.path("runs.txt");
        let text = fs::read_to_string(&file).unwrap_or_default();
        let _ = fs::remove_file(file);
        text.lines().map(str::to_owned).collect()
    }

    fn check(&self, tools: &[&str]) -> Command {
        let tools: Vec<String> = tools
            .iter()
            .map(|tool| self.path(&format!("{tool}.toml")).display().to_string())
            .collect();
        let mut command = tamis();
        command
            .args(["check", "corpus", "--tools", &tools.join(",")])
            .arg("--against")
            .arg(self.path("all.toml"))
            .arg("--corpus")
            .arg(self.path("corpus"))
            .current_dir(self.folder.path());
        command
    }
}

/// The cell of a tool in the line of a bug.
fn cell(ran: &Ran, bug: &str, tool: &str) -> String {
    let words = |line: &str| {
        line.split("  ")
            .map(str::trim)
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let head = ran.stdout.lines().next().unwrap();
    // The rule stands right behind the bug.
    let names: Vec<String> = head.split_whitespace().skip(2).map(str::to_owned).collect();
    let place = names.iter().position(|name| name == tool).unwrap();
    let line = ran.stdout.lines().find(|line| line.starts_with(bug)).unwrap();
    words(&line[17..])[place].clone()
}

/// Waits until a file is there that something under a process makes. What is too late is ended.
pub(crate) fn wait_for(file: &Path, process: &mut Child) {
    let since = Instant::now();
    while !file.exists() && since.elapsed() < Duration::from_mins(1) {
        std::thread::sleep(Duration::from_millis(10));
    }
    if !file.exists() {
        process.kill().unwrap();
        process.wait().unwrap();
    }
    assert!(file.exists(), "nobody has made `{}`", file.display());
}

#[test]
fn tools_that_hang_crash_or_leave_half_a_state_stop_nobody() {
    let scene = Scene::new();
    let child = scene.path("child.txt");
    let free = scene.path("free.txt");
    // The second one has a session of its own, which is another group.
    let hanging = "sleep 1000 & echo $! > {child}\nmkdir -p in\ncd in\nsetsid sleep 1000 & echo $! > {free}\nwait"
        .replace("{child}", &child.display().to_string())
        .replace("{free}", &free.display().to_string());
    scene.tool("hanging", &hanging);
    let hanging = scene.path("hanging.toml");
    let text = fs::read_to_string(&hanging).unwrap();
    fs::write(hanging, format!("deadline = 1\n{text}")).unwrap();
    scene.tool("crashing", "echo '[ERROR] it broke down'; exit 3");
    let half = "if [ -e state ]; then mkdir -p target/surefire-reports; \
                echo '<testsuite><testcase' > target/surefire-reports/TEST-p.CTest.xml; exit 0; fi\ntouch state";
    scene.tool("half", &format!("{half}\ntests='CTest OtherTest'\n{REPORT}"));
    scene.tool(
        "forgetful",
        &format!(
            "if [ -e state ]; then exit 0; fi\ntouch state\ntests='CTest OtherTest'\n{REPORT}"
        ),
    );
    let tools = ["hanging", "crashing", "half", "forgetful", "steady"];
    let ran = run(scene.check(&tools).args(["--bugs", "Bug-1"]));
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    for (tool, expected) in [
        ("hanging", "R8"),
        ("crashing", "R8"),
        ("half", "R8"),
        ("forgetful", "R1p*"),
        ("steady", "fine*"),
    ] {
        assert_eq!(cell(&ran, "Bug-1", tool), expected, "{tool}:\n{}", ran.stdout);
    }
    for said in [
        "Bug-1 with hanging: it did not end within 1 s",
        "Bug-1 with crashing: it broke down",
        "Bug-1 with half: it left half a report, `TEST-p.CTest.xml`",
        "Bug-1 with steady: not seen; it was mended",
        "forgetful     judged on 1 of 1 cases; 1 of 1 reported bugs seen",
    ] {
        assert!(ran.stdout.contains(said), "{said}:\n{}", ran.stdout);
    }
    // What a tool started is gone with it.
    for child in [child, free] {
        let child = fs::read_to_string(child).unwrap();
        let process = format!("/proc/{}/cmdline", child.trim());
        let command = fs::read_to_string(process).unwrap_or_default();
        assert!(!command.contains("sleep"), "{command}");
    }
}

#[test]
fn what_cannot_be_run_is_told_before_anything_runs() {
    let scene = Scene::new();
    scene.write(
        "missing.toml",
        "name='missing'\ntitle='m'\njdk=17\nrelease=8\ncommand=['no-such-program']\n",
    );
    scene.write("file", "");
    let as_steady = fs::read_to_string(scene.path("steady.toml")).unwrap();
    fs::write(scene.path("twin.toml"), as_steady).unwrap();
    for (tools, expected) in [
        (&["missing"][..], "the program of `missing` is not on the PATH: `no-such-program`\nhint"),
        (&["steady", "twin"], "two tools are called `steady`\nhint: name it once"),
    ] {
        let ran = run(&mut scene.check(tools));
        assert!(ran.stderr.contains(expected), "{}", ran.stderr);
        assert_eq!(ran.code, 2);
    }
    let ran = run(scene.check(&["steady"]).args(["--out", "file"]));
    assert!(ran.stderr.contains("cannot make the folder"), "{}", ran.stderr);
    assert!(ran.stderr.contains("\nhint: name another folder with --out"), "{}", ran.stderr);
    assert_eq!((ran.code, scene.runs().len()), (2, 0));
}

#[test]
fn a_corpus_without_the_fixtures_of_the_matrix_runs_without_them() {
    let scene = Scene::new();
    let matrix = "{\"format\":\"tamis-corpus-matrix\",\"version\":1,\"folder\":\"../matrix\",\
                  \"reported\":\"\",\"rows\":[{\"fixture\":\"01-a\",\"tools\":[]}]}";
    scene.write("corpus/matrix.json", matrix);
    let ran = run(scene.check(&["steady"]).args(["--bugs", "Bug-1"]));
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains("warning: 1 case of `matrix.json`"), "{}", ran.stderr);
    // Both bugs name a tool that nobody asked for.
    let told = "warning: Bug-1 was reported for `forgetful`, and there is no such tool\nhint: ";
    assert!(ran.stderr.contains(told), "{}", ran.stderr);
}

#[test]
fn what_cannot_be_built_without_a_tool_judges_nobody() {
    let scene = Scene::new();
    scene.tool("all", "echo '[ERROR] no compiler'; exit 1");
    let ran = run(&mut scene.check(&["steady"]));
    assert_eq!((ran.code, cell(&ran, "Bug-1", "steady").as_str()), (2, "not judged*"));
    assert!(ran.stdout.contains("Bug-1: cannot be built without a tool: no compiler"));
    assert!(ran.stderr.contains("no tool was judged"), "{}", ran.stderr);
}

#[test]
fn a_tool_that_cannot_be_fetched_is_not_judged_and_tried_again() {
    let scene = Scene::new();
    scene.tool("steady", "echo '[ERROR] Could not transfer artifact a:b:1'; exit 1");
    let words = ["--bugs", "Bug-1", "--out", "out"];
    let ran = run(scene.check(&["steady"]).args(words));
    assert_eq!((ran.code, cell(&ran, "Bug-1", "steady").as_str()), (2, "not judged*"));
    assert!(ran.stderr.contains("error: `steady` was judged on no case\nhint: "), "{}", ran.stderr);
    scene.runs();
    run(scene.check(&["steady"]).args(words).arg("--resume"));
    assert_eq!(scene.runs(), ["steady"; 2]);
}

#[test]
fn a_tool_that_breaks_down_is_judged_whatever_tests_print_about_artifacts() {
    let scene = Scene::new();
    let said = "echo 'Could not find artifact a:b:1'; echo '[ERROR] it broke down'; exit 1";
    scene.tool("steady", said);
    let ran = run(scene.check(&["steady"]).args(["--bugs", "Bug-1"]));
    assert_eq!((ran.code, cell(&ran, "Bug-1", "steady").as_str()), (0, "R8*"), "{}", ran.stdout);
}

#[test]
fn a_case_for_newer_class_files_says_so() {
    let scene = Scene::new();
    let file = scene.path("corpus/Bug-1/expect.json");
    let text = fs::read_to_string(&file)
        .unwrap()
        .replace("\"title\"", "\"settings\":{\"release\":17},\"title\"");
    fs::write(&file, text).unwrap();
    let ran = run(&mut scene.check(&["steady"]));
    assert_eq!(cell(&ran, "Bug-1", "steady"), "needs Java 17*", "{}", ran.stdout);
    assert_eq!(cell(&ran, "Bug-2", "steady"), "fine*", "{}", ran.stdout);
}

#[test]
fn a_corpus_run_that_was_killed_goes_on() {
    let scene = Scene::new();
    // Stays until it is killed, but only in the second project.
    let gate = scene.path("gate");
    fs::write(&gate, "").unwrap();
    let script = format!(
        "case $PWD in *bug-2) if [ -e {} ]; then exec sleep 1000; fi;; esac",
        gate.display()
    );
    scene.tool("steady", &format!("{script}\ntests='CTest OtherTest'\n{REPORT}"));
    let words = ["--out", "out"];
    let mut child = scene.check(&["steady"]).args(words).stderr(Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let is_there =
        |line: &std::io::Result<String>| line.as_ref().unwrap().contains("Bug-2 with steady");
    assert!(lines.into_iter().any(|line| is_there(&line)));
    child.kill().unwrap();
    child.wait().unwrap();
    fs::remove_file(gate).unwrap();
    scene.runs();

    let refused = run(scene.check(&["steady"]).args(words));
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("has runs already"), "{}", refused.stderr);

    let resumed = run(scene.check(&["steady"]).args(words).arg("--resume"));
    assert_eq!(scene.runs(), ["steady"; 2], "only what was missing runs: {}", resumed.stderr);
    let left = fs::read_dir(scene.path("")).unwrap().map(|entry| entry.unwrap().file_name());
    let left: Vec<_> = left.filter(|name| name.to_string_lossy().starts_with(".tamis")).collect();
    assert!(left.is_empty(), "what was killed left {left:?}");
    let whole = run(&mut scene.check(&["steady"]));
    assert_eq!(resumed.stdout, whole.stdout);

    // An edit of a case counts, and so does one of an adapter.
    scene.runs();
    scene.write("corpus/Bug-2/rev0/src/main/java/p/D.java", "class D {}");
    run(scene.check(&["steady"]).args(words).arg("--resume"));
    assert_eq!(scene.runs().len(), 4);
    // A file that was damaged is no answer.
    fs::write(scene.path("out/runs/bug-1.steady.json"), "{").unwrap();
    run(scene.check(&["steady"]).args(words).arg("--resume"));
    assert_eq!(scene.runs(), ["steady"; 2]);
}

#[test]
fn the_table_is_also_for_programs_and_browsers() {
    let scene = Scene::new();
    let json = run(scene.check(&["steady"]).args(["--format", "json", "--jobs", "2"]));
    let table: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!((&table["format"], &table["version"]), (&"tamis-corpus-table".into(), &1.into()));
    assert_eq!(table["rows"][0]["bug"], "Bug-1");
    assert_eq!(table["rows"][1]["cells"][0]["seen"], false);
    let html = run(scene.check(&["steady"]).args(["--format", "html"]));
    assert!(
        html.stdout.contains("<td class=\"fine\" title=\"it was mended\">fine*</td>"),
        "{}",
        html.stdout
    );
    assert_eq!((json.code, html.code), (0, 0));
}

#[test]
fn a_tool_that_sees_nothing_where_projects_are_is_refused() {
    let scene = Scene::new();
    scene.tool("blind", "exit 0");
    let place = fs::canonicalize(scene.folder.path()).unwrap();
    let adapter = fs::read_to_string(scene.path("blind.toml")).unwrap();
    let blind = format!("blind_below = [{:?}]\n{adapter}", place.display().to_string());
    fs::write(scene.path("blind.toml"), blind).unwrap();
    for keep in [None, Some("kept")] {
        let mut command = scene.check(&["blind"]);
        if let Some(keep) = keep {
            command.args(["--keep", keep]);
        }
        let ran = run(&mut command);
        assert_eq!(ran.code, 2, "{}", ran.stderr);
        assert!(ran.stderr.contains("`blind` takes no notice of classes below"), "{}", ran.stderr);
        assert!(ran.stderr.contains("hint: call it in another folder"), "{}", ran.stderr);
        assert!(!scene.path("kept").exists());
    }
    let elsewhere = tempfile::tempdir().unwrap();
    let ran = run(scene.check(&["blind"]).arg("--keep").arg(elsewhere.path().join("kept")));
    assert!(!ran.stderr.contains("takes no notice"), "{}", ran.stderr);
}

#[test]
#[cfg(target_os = "linux")]
fn who_looks_at_a_project_while_it_is_built_stays() {
    let scene = Scene::new();
    let [began, looked] = ["began", "looked"].map(|name| scene.path(name));
    let waits = "echo > {began}; until [ -e {looked} ]; do sleep 0.1; done"
        .replace("{began}", &began.display().to_string())
        .replace("{looked}", &looked.display().to_string());
    scene.tool("steady", &format!("{waits}\ntests='CTest OtherTest'\n{REPORT}"));
    // It was there before; what it starts is younger than the build.
    let looking = "until [ -e began ]; do sleep 0.1; done\ncd kept/steady/bug-1\n\
                   tail -f build.log & echo $! > ../../../looked\nwait";
    let mut shell = Command::new("sh");
    shell.args(["-c", looking]).current_dir(scene.path("")).stdout(Stdio::null());
    let mut shell = shell.process_group(0).spawn().unwrap();
    let ran = run(scene.check(&["steady"]).args(["--bugs", "Bug-1", "--keep", "kept"]));
    let looks = fs::read_to_string(looked).unwrap_or_default();
    let command = fs::read_to_string(format!("/proc/{}/cmdline", looks.trim()));
    let group = format!("-{}", shell.id());
    Command::new("kill").args(["-KILL", "--", &group]).status().unwrap();
    shell.wait().unwrap();
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let command = command.unwrap_or_default();
    assert!(command.starts_with("tail"), "it was ended: {command}");
}

#[test]
fn a_folder_for_projects_has_to_be_new() {
    let scene = Scene::new();
    let ran = run(scene.check(&["steady"]).arg("--keep").arg(Path::new("corpus")));
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("hint: name a folder with --keep"), "{}", ran.stderr);
    let kept = run(scene.check(&["steady"]).args(["--keep", "kept"]));
    assert_eq!(kept.code, 0, "{}", kept.stderr);
    assert!(scene.path("kept/steady/bug-1/src/main/java/p/C.java").is_file());
}

#[test]
#[cfg(target_os = "linux")]
fn a_corpus_run_whose_terminal_is_closed_ends_unless_it_was_started_to_go_on() {
    for (before, expected) in [("", 129), ("trap '' HUP;", 0)] {
        let scene = Scene::new();
        let [began, sent] = ["began", "sent"].map(|name| scene.path(name));
        let waits = "echo > {began}; until [ -e {sent} ]; do sleep 0.1; done"
            .replace("{began}", &began.display().to_string())
            .replace("{sent}", &sent.display().to_string());
        scene.tool("all", &format!("{waits}\ntests='CTest OtherTest'\n{REPORT}"));
        let ours = scene.check(&["steady"]);
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{before} exec \"$@\""), "sh"]).arg(ours.get_program());
        command.args(ours.get_args()).args(["--bugs", "Bug-1"]).current_dir(scene.path(""));
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait_for(&began, &mut child);
        // The shell of a terminal sends it, and then the system does.
        for _ in 0..2 {
            let id = child.id().to_string();
            assert!(Command::new("kill").args(["-HUP", &id]).status().unwrap().success());
        }
        fs::write(sent, "").unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(expected), "{before}");
        let left = fs::read_dir(scene.path("")).unwrap().map(|entry| entry.unwrap().file_name());
        let left: Vec<_> =
            left.filter(|name| name.to_string_lossy().starts_with(".tamis")).collect();
        assert!(left.is_empty(), "{left:?}");
    }
}
