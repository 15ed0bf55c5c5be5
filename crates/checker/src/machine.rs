//! A JVM that stays: it compiles programs in memory and runs their tests, one program after the other.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Read as _, Write as _};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use rustix::process::{Pid, Signal, kill_process_group};
use tamis_progen::java::{ClassName, Sources, Unit, UnitKind};

use crate::ending::told;
use crate::test_files::TestFiles;

/// The program in the JVM, compiled from `crates/checker/java`.
const CLASSES: [(&str, &[u8]); 11] = [
    ("MemoryCompiler$Kept", include_bytes!("../classes/tamis/run/MemoryCompiler$Kept.class")),
    ("MemoryCompiler$Library", include_bytes!("../classes/tamis/run/MemoryCompiler$Library.class")),
    ("MemoryCompiler$Output", include_bytes!("../classes/tamis/run/MemoryCompiler$Output.class")),
    ("MemoryCompiler$Outputs", include_bytes!("../classes/tamis/run/MemoryCompiler$Outputs.class")),
    ("MemoryCompiler$Recent", include_bytes!("../classes/tamis/run/MemoryCompiler$Recent.class")),
    ("MemoryCompiler$Source", include_bytes!("../classes/tamis/run/MemoryCompiler$Source.class")),
    (
        "MemoryCompiler$TestSource",
        include_bytes!("../classes/tamis/run/MemoryCompiler$TestSource.class"),
    ),
    ("MemoryCompiler", include_bytes!("../classes/tamis/run/MemoryCompiler.class")),
    ("Resident", include_bytes!("../classes/tamis/run/Resident.class")),
    ("Signature", include_bytes!("../classes/tamis/run/Signature.class")),
    ("Snapshot", include_bytes!("../classes/tamis/run/Snapshot.class")),
];

/// A request that takes longer than this is not answered any more.
const LONGEST: Duration = Duration::from_mins(2);

/// How often it is looked whether that is so.
const PAUSE: Duration = Duration::from_millis(250);

/// No answer is larger.
const LARGEST: usize = 1 << 26;

/// For so long it is waited for the exit code of a machine that says no more.
const LAST: Duration = Duration::from_secs(1);

/// What the machine says where there is no compiler.
const NO_COMPILER: &str = "this is no JDK: it has no compiler";

/// What it says where not even the classes are there by which it asks for one.
const NO_COMPILER_API: &str = "NoClassDefFoundError: javax/tools/";

const COMPILE: u8 = 1;
const RUN: u8 = 2;

/// How machines are started.
#[derive(Clone)]
pub struct Launch {
    /// The `java` of a JDK.
    pub java: PathBuf,
    /// The jars of JUnit 4.
    pub junit: Vec<PathBuf>,
    /// Makes a command that does not outlive us.
    pub bind: fn(Command) -> Command,
    /// Whether somebody wants us to end: a machine that is waited for ends then, too.
    pub is_stopped: Arc<dyn Fn() -> bool + Send + Sync>,
    /// Whether machines have little to do: then they go without the second compiler, whose code is used too late for them and
    /// which takes half of their time.
    pub is_brief: bool,
}

/// How a test ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ended {
    /// What it failed with.
    pub(crate) failure: Option<String>,
    /// The state that it left, if that was asked for.
    pub(crate) state: String,
}

/// A machine that runs.
pub(crate) struct Machine {
    requests: BufWriter<ChildStdin>,
    /// A socket and no pipe, since reading from it can be ended from this side: what the machine has started may live on
    /// with the other end in its hands.
    answers: BufReader<UnixStream>,
    watched: Arc<Mutex<Watched>>,
    java: PathBuf,
    class_path: String,
    /// What the machine complains about.
    log: PathBuf,
}

struct Watched {
    child: Child,
    answers: UnixStream,
    /// When the request under way has to be answered.
    deadline: Option<Instant>,
    /// Why it was killed, if we did that.
    killed: Option<&'static str>,
    is_gone: bool,
    is_over: bool,
}

impl Watched {
    /// Ends the machine, all of its group and all that is still said by them. Done once: the number of a process that has been
    /// waited for can be another one's.
    fn end(&mut self) {
        if self.is_gone {
            return;
        }
        self.is_gone = true;
        // If it is gone already, the more so.
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        let _ = self.child.wait();
        let _ = self.answers.shutdown(Shutdown::Both);
    }

    /// How it ended, if it did by itself; it has until then.
    fn ending(&mut self, until: Instant) -> String {
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return told(status);
            }
            if Instant::now() >= until {
                return "it says no more, and does not end".to_owned();
            }
            thread::sleep(PAUSE / 10);
        }
    }
}

impl Machine {
    /// Starts one, with its files in a folder. `arguments` are words for the JVM.
    pub(crate) fn start(
        launch: &Launch,
        folder: &Path,
        arguments: &[OsString],
    ) -> anyhow::Result<Self> {
        let classes = folder.join("resident/tamis/run");
        fs::create_dir_all(&classes)
            .with_context(|| format!("cannot make the folder `{}`", classes.display()))?;
        for (name, bytes) in CLASSES {
            let path = classes.join(format!("{name}.class"));
            fs::write(&path, bytes)
                .with_context(|| format!("cannot write `{}`", path.display()))?;
        }
        let junit: Vec<String> = launch.junit.iter().map(|jar| jar.display().to_string()).collect();
        let junit = junit.join(":");
        let log = folder.join("machine.log");
        let said =
            File::create(&log).with_context(|| format!("cannot write `{}`", log.display()))?;
        let mut command = Command::new(&launch.java);
        command
            .args(["-Xmx512m", "-Xss512k", "-XX:+UseSerialGC"])
            .args(launch.is_brief.then_some("-XX:TieredStopAtLevel=1"))
            .args(arguments)
            .arg("-classpath")
            .arg(format!("{}:{junit}", folder.join("resident").display()))
            .args(["tamis.run.Resident", "/dev/stdin"])
            .current_dir(folder);
        let (answers, theirs) = UnixStream::pair().context("cannot make a socket")?;
        let mut child = (launch.bind)(command)
            .stdin(Stdio::piped())
            .stdout(OwnedFd::from(theirs))
            .stderr(said)
            // Ctrl-C is for us: a machine that dies of it would look like one that a tool has killed.
            .process_group(0)
            .spawn()
            .with_context(|| format!("cannot start `{}`", launch.java.display()))?;
        let stdin = child.stdin.take().context("internal error: a process without pipes")?;
        let watched = Watched {
            child,
            answers: answers.try_clone().context("cannot share a socket")?,
            deadline: None,
            killed: None,
            is_gone: false,
            is_over: false,
        };
        let mut machine = Self {
            requests: BufWriter::new(stdin),
            answers: BufReader::new(answers),
            watched: Arc::new(Mutex::new(watched)),
            java: launch.java.clone(),
            class_path: junit,
            log,
        };
        machine.watch(Arc::clone(&launch.is_stopped));
        machine.timed("start", |machine| Ok(machine.answers.read_exact(&mut [0])?))?;
        Ok(machine)
    }

    /// Sees that machines can be started and can compile, before anything hangs on it.
    pub(crate) fn try_out(launch: &Launch, folder: &Path) -> anyhow::Result<()> {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder `{}`", folder.display()))?;
        let mut machine = Self::start(launch, folder, &[])?;
        let jar = folder.join("classes.jar");
        let unit = Unit::empty(UnitKind::Class, ClassName::new("first", "First"));
        let program = Sources { units: vec![unit], ..Sources::default() };
        match machine.compile(&program, &TestFiles::default(), &jar)? {
            None => Ok(()),
            Some(said) => {
                Err(anyhow!("`{}` cannot compile a class: {said}", launch.java.display()))
            }
        }
    }

    /// Compiles a program with tests into a jar; what the compiler says, if it cannot.
    pub(crate) fn compile(
        &mut self,
        program: &Sources,
        tests: &TestFiles,
        jar: &Path,
    ) -> anyhow::Result<Option<String>> {
        self.timed("compile a program", |machine| {
            machine.requests.write_all(&[COMPILE])?;
            machine.send(&jar.display().to_string())?;
            machine.send(&machine.class_path.clone())?;
            let sources = program.files();
            machine.send_count(sources.len())?;
            for file in &sources {
                machine.send(&file.path)?;
                machine.send(&file.text)?;
            }
            let seen = tests.seen(program);
            machine.send_count(seen.len())?;
            for text in &seen {
                machine.send(text)?;
            }
            machine.send_count(tests.files.len())?;
            for test in &tests.files {
                machine.send(&test.file.path)?;
                machine.send(&test.file.text)?;
                machine.send_count(test.names)?;
            }
            machine.send_count(program.resources.len())?;
            for resource in &program.resources {
                machine.send(&resource.path)?;
                machine.send(&resource.text)?;
            }
            machine.send_library(program)?;
            machine.requests.flush()?;
            let said = machine.receive()?;
            Ok((!said.is_empty()).then_some(said))
        })
    }

    /// Runs tests of a jar, in the order of their names, as a build would: what a test leaves in the machine is there for
    /// those behind it. What came of them is in the order in which they were handed over.
    pub(crate) fn run(
        &mut self,
        jar: &Path,
        tests: &[String],
        wants_states: bool,
    ) -> anyhow::Result<Vec<Ended>> {
        let mut sorted: Vec<(usize, &String)> = tests.iter().enumerate().collect();
        sorted.sort_by_key(|(_, name)| *name);
        let mut ended = self.timed("run the tests of a program", |machine| {
            machine.requests.write_all(&[RUN])?;
            machine.send(&jar.display().to_string())?;
            machine.requests.write_all(&[u8::from(wants_states)])?;
            machine.send_count(tests.len())?;
            for (_, test) in &sorted {
                machine.send(test)?;
            }
            machine.requests.flush()?;
            let mut ended = Vec::with_capacity(tests.len());
            for (place, _) in &sorted {
                let failure = machine.receive()?;
                let failure = (!failure.is_empty()).then_some(failure);
                ended.push((*place, Ended { failure, state: machine.receive()? }));
            }
            Ok(ended)
        })?;
        ended.sort_by_key(|(place, _)| *place);
        Ok(ended.into_iter().map(|(_, each)| each).collect())
    }

    /// Does something that has to be done in time; what went wrong is told together with the machine's own last words.
    fn timed<T>(
        &mut self,
        what: &str,
        work: impl FnOnce(&mut Self) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        lock(&self.watched).deadline = Some(Instant::now() + LONGEST);
        let done = work(self);
        lock(&self.watched).deadline = None;
        done.map_err(|error| self.failure(what, error))
    }

    /// What went wrong, in words.
    fn failure(&self, what: &str, error: anyhow::Error) -> anyhow::Error {
        let mut watched = lock(&self.watched);
        let why = match watched.killed {
            Some(why) => why.to_owned(),
            None => watched.ending(Instant::now() + LAST),
        };
        drop(watched);
        let log = fs::read_to_string(&self.log).unwrap_or_default();
        if log.contains(NO_COMPILER) || log.contains(NO_COMPILER_API) {
            let java = self.java.display();
            return anyhow!("the Java at `{java}` has no compiler; a JDK is needed")
                .context("hint: install a JDK (17 or newer) and set JAVA_HOME to its folder");
        }
        // Frames of a stack, and what is left out of one, are indented.
        let is_said = |line: &&str| !line.trim().is_empty() && !line.starts_with('\t');
        let last = log.lines().rfind(is_said).unwrap_or("nothing");
        let said = format!("a JVM did not {what}: {why}, and its last words are: {last}");
        // That nothing more can be read or written follows from that.
        if error.is::<std::io::Error>() { anyhow!(said) } else { error.context(said) }
    }

    /// Ends the machine if it does not answer in time, or if somebody wants us to end; and sees whether it has ended, since
    /// what it has started may still have the other end of what we read.
    fn watch(&self, is_stopped: Arc<dyn Fn() -> bool + Send + Sync>) {
        let watched = Arc::clone(&self.watched);
        thread::spawn(move || {
            loop {
                thread::sleep(PAUSE);
                let mut watched = lock(&watched);
                if watched.is_over {
                    return;
                }
                let Some(deadline) = watched.deadline else { continue };
                if is_stopped() {
                    watched.killed.get_or_insert("it was stopped");
                    watched.end();
                } else if deadline < Instant::now() {
                    watched.killed.get_or_insert("it took too long");
                    watched.end();
                } else if matches!(watched.child.try_wait(), Ok(Some(_)) | Err(_)) {
                    watched.end();
                }
            }
        });
    }

    /// The file and the classes of the library; nothing if there is none.
    fn send_library(&mut self, program: &Sources) -> anyhow::Result<()> {
        let (file, types) = match &program.library {
            Some(library) => (library.file.as_str(), library.types.as_slice()),
            None => ("", [].as_slice()),
        };
        self.send(file)?;
        self.send_count(types.len())?;
        for name in types {
            self.send(&name.to_string())?;
        }
        Ok(())
    }

    fn send(&mut self, text: &str) -> anyhow::Result<()> {
        self.send_count(text.len())?;
        Ok(self.requests.write_all(text.as_bytes())?)
    }

    fn send_count(&mut self, count: usize) -> anyhow::Result<()> {
        let count = i32::try_from(count).context("a request is too large")?;
        Ok(self.requests.write_all(&count.to_be_bytes())?)
    }

    fn receive(&mut self) -> anyhow::Result<String> {
        let mut length = [0; 4];
        self.answers.read_exact(&mut length)?;
        let length = usize::try_from(i32::from_be_bytes(length)).ok();
        let length =
            length.filter(|length| *length < LARGEST).context("an answer makes no sense")?;
        let mut bytes = vec![0; length];
        self.answers.read_exact(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        let mut watched = lock(&self.watched);
        watched.is_over = true;
        watched.end();
    }
}

/// What is behind it is whole also if somebody panicked.
fn lock(watched: &Mutex<Watched>) -> MutexGuard<'_, Watched> {
    watched.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
