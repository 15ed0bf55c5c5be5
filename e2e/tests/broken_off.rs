//! Builds that do not come to their end: Ctrl-C, a Maven or a test JVM that is killed, tests that end the JVM, a full disk.
//! What did not finish runs the next time, and nothing else is lost.

use std::fs;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::maven::{ALL, Build, ran_of};
use crate::{Ran, run, tamis};

const PRICE_TEST: &str = "core/src/test/java/core/PriceTest.java";
/// `core.DiscountTest` comes first, and `core.PriceTest` after it.
const ORDERED: [&str; 2] = ["test", "-Dsurefire.runOrder=alphabetical"];

/// While there is a file `hang` in the folder of the module, one test says so and waits.
const HANGS: &str = "if (new java.io.File(\"hang\").exists()) { try { \
    new java.io.FileOutputStream(\"hanging\").close(); Thread.sleep(120_000); } \
    catch (Exception e) { throw new Error(e); } }\n        assertEquals(6,";

impl Build {
    /// A build in which one test waits.
    fn that_hangs() -> Self {
        let build = Self::new("3.2.5", 17);
        build.edit(PRICE_TEST, "assertEquals(6,", HANGS);
        fs::write(build.root.join("core/hang"), "").unwrap();
        build
    }

    /// Starts `tamis mvn` in a group of its own, as a shell does, and waits until the test hangs.
    fn start(&self) -> Child {
        let mut command = tamis();
        command.args(["mvn", "--"]);
        let mut command = self.command(command, &ORDERED);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
        let mut child = command.spawn().unwrap();
        let began = Instant::now();
        while !self.root.join("core/hanging").exists() {
            std::thread::sleep(Duration::from_millis(20));
            let is_waited_for = began.elapsed() < Duration::from_mins(5);
            assert!(is_waited_for && child.try_wait().unwrap().is_none(), "no test hangs");
        }
        child
    }

    /// What runs when nothing hangs any more.
    fn afterwards(&self) -> Ran {
        let core = self.root.join("core");
        fs::remove_file(core.join("hang")).unwrap();
        fs::remove_file(core.join("hanging")).unwrap();
        self.tamis(&ORDERED)
    }
}

fn signal(which: &str, process: &str) {
    let ran = run(Command::new("kill").args([which, "--", process]));
    assert_eq!(ran.code, 0, "{}", ran.stderr);
}

/// The processes that a process started, and those that they started.
fn below(process: u32) -> Vec<u32> {
    // Each thread has those that it started.
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let children =
        threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let children: String = children.collect();
    let mut all: Vec<u32> = children.split_whitespace().filter_map(|id| id.parse().ok()).collect();
    for child in all.clone() {
        all.extend(below(child));
    }
    all
}

/// A JVM below that process: that of the tests, or that of Maven.
fn machine(process: u32, is_of_tests: bool) -> u32 {
    let is_wanted = |id: &u32| {
        let program = fs::read_link(format!("/proc/{id}/exe")).unwrap_or_default();
        let words = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        let words = String::from_utf8_lossy(&words);
        program.ends_with("bin/java") && words.contains("plexus.classworlds") != is_of_tests
    };
    below(process).into_iter().find(is_wanted).unwrap()
}

fn is_gone(process: u32) -> bool {
    let began = Instant::now();
    while Path::new(&format!("/proc/{process}")).exists() {
        if began.elapsed() > Duration::from_secs(100) {
            return false;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    true
}

/// What did not end and what did not begin.
const DUE: [&str; 3] = ["app.CartTest", "app.IdleTest", "core.PriceTest"];

#[test]
fn after_ctrl_c_what_did_not_finish_runs() {
    let build = Build::that_hangs();
    let child = build.start();
    let machine = machine(child.id(), true);
    // A terminal sends it to all of them.
    signal("-INT", &format!("-{}", child.id()));
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(is_gone(machine), "the JVM of the tests lives on");
    let again = build.afterwards();
    assert_eq!((again.code, ran_of(&again)), (0, DUE.map(str::to_owned).to_vec()), "{stderr}");
}

#[test]
fn after_maven_was_killed_what_did_not_finish_runs() {
    let build = Build::that_hangs();
    let child = build.start();
    let tests = machine(child.id(), true);
    signal("-KILL", &machine(child.id(), false).to_string());
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(137), "{stderr}");
    // Maven cannot end it any more; it may take a while until it notices, and it may write on. Or it has noticed already.
    let _ = run(Command::new("kill").args(["-KILL", &tests.to_string()]));
    assert!(is_gone(tests));
    let again = build.afterwards();
    assert_eq!((again.code, ran_of(&again)), (0, DUE.map(str::to_owned).to_vec()), "{stderr}");
}

#[test]
fn after_the_tests_were_killed_what_did_not_finish_runs() {
    let build = Build::that_hangs();
    let child = build.start();
    signal("-KILL", &machine(child.id(), true).to_string());
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("not all of that is recorded, see above"), "{stderr}");
    let again = build.afterwards();
    assert_eq!((again.code, ran_of(&again)), (0, DUE.map(str::to_owned).to_vec()), "{stderr}");
}

/// Ours may be killed, too: Maven goes on, and what it does is lost; what was known before is not.
#[test]
fn after_tamis_was_killed_what_was_known_before_is_known() {
    let build = Build::that_hangs();
    fs::remove_file(build.root.join("core/hang")).unwrap();
    assert_eq!(build.tamis(&ORDERED).code, 0);
    fs::write(build.root.join("core/hang"), "").unwrap();
    let mut child = build.start();
    let all = below(child.id());
    child.kill().unwrap();
    child.wait().unwrap();
    for process in all {
        let _ = run(Command::new("kill").args(["-KILL", &process.to_string()]));
        assert!(is_gone(process));
    }
    let again = build.afterwards();
    // That the file is gone is as it was when the test last passed.
    assert_eq!((again.code, ran_of(&again)), (0, vec![]), "{}", again.stderr);
}

#[test]
fn a_test_that_ends_the_jvm_runs_again_and_others_do_not() {
    let build = Build::new("3.2.5", 17);
    let ends = "System.exit(0); assertEquals(6,";
    build.edit(PRICE_TEST, "assertEquals(6,", ends);
    for _ in 0..2 {
        // Maven says by its exit code that the JVM crashed, and does not come to the next module.
        let ended = build.tamis(&ORDERED);
        assert_ne!(ended.code, 0, "{}", ended.stdout);
        assert!(ran_of(&ended).contains(&"core.PriceTest".to_owned()), "{}", ended.stdout);
    }
    build.edit(PRICE_TEST, ends, "assertEquals(6,");
    let again = build.tamis(&ORDERED);
    assert_eq!((again.code, ran_of(&again)), (0, DUE.map(str::to_owned).to_vec()));
}

/// A limit on the size of files stands for a full disk: writes fail in the middle.
#[test]
fn on_a_full_disk_the_build_is_as_without_and_everything_is_due() {
    let build = Build::new("3.2.5", 17);
    let limited = |blocks: u32| {
        let mut command = Command::new("sh");
        let limit = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
        command.args(["-c", &limit, "sh"]).arg(tamis().get_program()).args(["mvn", "--"]);
        run(&mut build.command(command, &["test", "-DdisableXmlReport=true"]))
    };
    // 24 KiB: class files fit in, journals and evidence do not.
    let full = limited(48);
    assert_eq!((full.code, ran_of(&full)), (0, ALL.map(str::to_owned).to_vec()), "{}", full.stderr);
    assert!(full.stderr.contains("warning: "), "{}", full.stderr);
    let again = build.tamis(&["test"]);
    assert_eq!((again.code, ran_of(&again)), (0, ALL.map(str::to_owned).to_vec()));
    // What is known now stays known.
    let full = limited(48);
    assert_eq!((full.code, ran_of(&full)), (0, vec![]), "{}", full.stderr);
}
