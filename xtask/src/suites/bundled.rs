//! A small project that is generated: test classes that say when they begin, and do a little work.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, ensure};

use super::catalog::FRAMEWORKS;
use super::prepare::Ground;
use super::runs::reset;
use crate::workspace::Workspace;

/// How many test classes there are.
pub(super) const CLASSES: usize = 40;

/// How many test methods each has.
pub(super) const METHODS: usize = 5;

/// The project, compiled.
pub(super) struct Bundled {
    /// Where its tests run.
    pub(super) folder: PathBuf,
    pub(super) class_path: String,
}

/// Generates and compiles it.
pub(super) fn make(workspace: &Workspace, ground: &Ground) -> anyhow::Result<Bundled> {
    let jars = ground.fetch(workspace, &FRAMEWORKS)?;
    let mut class_path: Vec<String> = jars.iter().map(|jar| jar.display().to_string()).collect();
    let folder = ground.folder.join("bundled");
    let classes = folder.join("classes");
    let sources = folder.join("sources");
    reset(&folder)?;
    fs::create_dir_all(&sources).context("cannot make a folder")?;
    let mut javac = ground.tool("javac");
    javac.arg("-d").arg(&classes).args(["-cp", &class_path.join(":")]);
    for (name, text) in texts() {
        let file = sources.join(format!("{name}.java"));
        fs::write(&file, text).with_context(|| format!("cannot write `{}`", file.display()))?;
        javac.arg(file);
    }
    let output = javac.output().context("cannot start `javac`")?;
    let talk = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "the generated project does not compile: {}", talk.trim());
    class_path.insert(0, classes.display().to_string());
    Ok(Bundled { folder, class_path: class_path.join(":") })
}

/// The name of a test class.
pub(super) fn test_name(number: usize) -> String {
    format!("kills.T{number:02}Test")
}

fn texts() -> Vec<(String, String)> {
    let mut texts = Vec::new();
    for number in 0..CLASSES {
        let mut methods = String::new();
        for method in 0..METHODS {
            let _ = writeln!(
                methods,
                "    @Test void m{method}() {{ assertTrue(new W{number:02}().work({method}) != 1); }}"
            );
        }
        texts.push((
            format!("T{number:02}Test"),
            format!(
                "package kills;\n\
                 import org.junit.jupiter.api.*;\n\
                 import static org.junit.jupiter.api.Assertions.assertTrue;\n\
                 class T{number:02}Test {{\n\
                 \x20   @BeforeAll static void begin() {{\n\
                 \x20       System.out.println(\"begin {}\");\n\
                 \x20       System.out.flush();\n\
                 \x20   }}\n{methods}}}\n",
                test_name(number)
            ),
        ));
        texts.push((
            format!("W{number:02}"),
            format!(
                "package kills;\n\
                 class W{number:02} {{\n\
                 \x20   static final int[] TABLE = table();\n\
                 \x20   static int[] table() {{ return new int[] {{ {number}, 2, 3 }}; }}\n\
                 \x20   long work(int seed) {{\n\
                 \x20       long sum = seed;\n\
                 \x20       for (int i = 0; i < 200_000; i++) {{ sum = sum * 31 + TABLE[i % 3] | 2; }}\n\
                 \x20       return sum;\n\
                 \x20   }}\n}}\n"
            ),
        ));
    }
    texts
}
