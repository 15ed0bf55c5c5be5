//! The shop that the demo works on: written, compiled, edited. All in the current folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, bail};
use indicatif::ProgressBar;

use super::command;

/// The sources, as bundled by the build script.
mod bundled {
    include!(concat!(env!("OUT_DIR"), "/bundled_example.rs"));
}

const RESOURCES: &str = "src/main/resources/";
/// The edit: a file, what is in it, and what is put there. Tests pass before and after.
const EDITED: &str = "src/main/java/shop/price/LoyaltyDiscount.java";
const OLD: &str = "pieces > 1";
const NEW: &str = "pieces >= 2";

/// The example, and what compiles it.
pub(super) struct Example {
    pub(super) javac: PathBuf,
    pub(super) jars: Vec<PathBuf>,
}

impl Example {
    /// Writes the sources to `src`, and the jars to `lib`.
    pub(super) fn write(&self) -> anyhow::Result<()> {
        for (path, content) in bundled::SHOP {
            write(Path::new(path), content)?;
        }
        for jar in &self.jars {
            let content =
                fs::read(jar).with_context(|| format!("cannot read `{}`", jar.display()))?;
            write(&Path::new("lib").join(jar.file_name().unwrap_or_default()), &content)?;
        }
        Ok(())
    }

    pub(super) fn compile_main(&self) -> anyhow::Result<()> {
        command("javac -d classes $(find src/main -name '*.java')");
        self.compile("src/main/", &["-d", "classes"])?;
        command("cp -r src/main/resources/. classes");
        for (path, content) in bundled::SHOP {
            if let Some(resource) = path.strip_prefix(RESOURCES) {
                write(&Path::new("classes").join(resource), content)?;
            }
        }
        Ok(())
    }

    pub(super) fn compile_tests(&self) -> anyhow::Result<()> {
        command("javac -cp 'classes:lib/*' -d test-classes $(find src/test -name '*.java')");
        self.compile("src/test/", &["-cp", "classes:lib/*", "-d", "test-classes"])
    }

    /// Keeps the classes in `before`, and edits a method.
    pub(super) fn edit() -> anyhow::Result<()> {
        command("mv classes before");
        fs::rename("classes", "before").context("cannot rename `classes`")?;
        command(&format!("sed -i 's/{OLD}/{NEW}/' {EDITED}"));
        let text = fs::read_to_string(EDITED).with_context(|| format!("cannot read `{EDITED}`"))?;
        if text.matches(OLD).count() != 1 {
            bail!("internal error: `{OLD}` is not once in `{EDITED}`");
        }
        write(Path::new(EDITED), text.replace(OLD, NEW).as_bytes())
    }

    fn compile(&self, below: &str, words: &[&str]) -> anyhow::Result<()> {
        let sources = bundled::SHOP.iter().map(|(path, _)| path);
        let sources =
            sources.filter(|path| path.starts_with(below) && !path.starts_with(RESOURCES));
        let waiting = ProgressBar::new_spinner().with_message("Compiling");
        waiting.enable_steady_tick(Duration::from_millis(200));
        let output = Command::new(&self.javac)
            .args(["-nowarn", "-proc:none", "-encoding", "UTF-8"])
            .args(words)
            .args(sources)
            .output()
            .with_context(|| format!("cannot start `{}`", self.javac.display()))?;
        waiting.finish_and_clear();
        if !output.status.success() {
            bail!(
                "javac could not compile the example ({}):\n{}",
                output.status,
                String::from_utf8_lossy(&output.stderr)
            );
        }
        Ok(())
    }
}

fn write(file: &Path, content: &[u8]) -> anyhow::Result<()> {
    file.parent()
        .map_or(Ok(()), fs::create_dir_all)
        .and_then(|()| fs::write(file, content))
        .with_context(|| format!("cannot write `{}`", file.display()))
}
