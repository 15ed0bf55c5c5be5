//! What a journal says about the environment of its machine.

use std::fs;
use std::path::Path;

use tamis_testkit::{Job, jdk};
use tamis_trace::{Environment, Recorded};

use crate::run;
use crate::undisturbed::agent_library;

const MAIN: &str =
    "package p; public class Main { public static void main(String[] arguments) {} }";

/// A program that does nothing, in some environment.
struct Machine<'a> {
    release: u16,
    words: &'a [&'a str],
    variables: &'a [(&'a str, &'a str)],
}

impl Machine<'_> {
    fn environment(&self, classes: &Path) -> Environment {
        let folder = tempfile::tempdir().unwrap();
        // Not a letter that every character set has.
        let journals = folder.path().join("of, ä and b=c");
        fs::create_dir(&journals).unwrap();
        let agent = format!("-agentpath:{}=journal={}", agent_library(), journals.display());
        let mut command = jdk(self.release).command("java");
        for name in ["TZ", "LANG", "LC_ALL", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"] {
            command.env_remove(name);
        }
        command.arg(agent).args(self.words).arg("-cp").arg(classes).arg("p.Main");
        let ran = run(command.envs(self.variables.iter().copied()));
        assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
        let journal = fs::read_dir(journals).unwrap().next().unwrap().unwrap().path();
        let recorded = Recorded::read(&fs::read(journal).unwrap()).unwrap();
        recorded.environment().unwrap().clone()
    }
}

fn check(of: impl Fn(&dyn Fn(&[&str], &[(&str, &str)]) -> Environment, u16)) {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("Main.java");
    fs::write(&source, MAIN).unwrap();
    let classes = folder.path().join("classes,of");
    jdk(17).compile(&[Job {
        out: classes.clone(),
        release: 17,
        flags: Vec::new(),
        sources: vec![source],
    }]);
    for release in [17, 25] {
        let start = |words: &[&str], variables: &[(&str, &str)]| {
            let machine = Machine { release, words, variables };
            let environment = machine.environment(&classes);
            assert_eq!(environment.class_path(), std::slice::from_ref(&classes));
            environment
        };
        of(&start, release);
    }
}

#[test]
fn arguments_of_the_machine_are_recorded_from_wherever_they_come() {
    check(|start, release| {
        let plain = start(&[], &[]);
        assert_eq!(plain.arguments(), <[String; 0]>::default());
        assert!(plain.version().starts_with(&release.to_string()), "{}", plain.version());
        assert_ne!(plain.vendor(), "");
        assert_eq!(plain, start(&[], &[]));
        let words = ["-ea", "-Dp.q=r s", "--add-opens=java.base/java.lang=ALL-UNNAMED", "-Xss2m"];
        let variables = [("JAVA_TOOL_OPTIONS", "-Dtool=1"), ("JDK_JAVA_OPTIONS", "-Dlauncher=2")];
        let all = start(&words, &variables);
        let expected = [
            "-Dtool=1",
            "-Dlauncher=2",
            "-ea",
            "-Dp.q=r s",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "-Xss2m",
        ];
        assert_eq!(all.arguments(), expected);
    });
}

#[test]
fn locale_charset_and_time_zone_are_recorded() {
    check(|start, _| {
        let words = ["-Duser.language=de", "-Duser.country=CH"];
        let swiss = start(&words, &[("TZ", "Europe/Zurich")]);
        assert_eq!(swiss.property("user.language"), Some("de"));
        assert_eq!(swiss.property("user.country"), Some("CH"));
        assert_eq!(swiss.zone_variable().unwrap(), "Europe/Zurich");
        let plain = start(&[], &[("LC_ALL", "C")]);
        assert_eq!(plain.property("user.language"), Some("en"));
        assert_eq!(plain.zone_variable(), None);
        assert_eq!(plain.zone_link().is_some(), fs::read_link("/etc/localtime").is_ok());
        let other = start(&[], &[("LC_ALL", "C.UTF-8")]);
        assert_eq!(other.property("native.encoding"), Some("UTF-8"));
        assert_ne!(other, plain);
    });
}
