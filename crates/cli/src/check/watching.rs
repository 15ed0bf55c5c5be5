//! Our techniques under check: the agent watches the machine of the checker, and what it recorded of one program is cut
//! out of its journal.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

use anyhow::{Context as _, anyhow};
use tamis_build::ClassFiles;
use tamis_checker::{Evidence, Ran, Recorder, Resident, Told, caught};
use tamis_journal::{Charge, HEADER, Loader, Name, NameId, Observation, Record, append, frames};
use tamis_select::{Block, Outcome, Request, Technique, select};
use tamis_trace::{Recorded, connect, executions};
use tamis_vocab::ClassName;
use tamis_world::{ClassPath, Surroundings, World};

use super::seeded::SeededBug;
use crate::agent_library;
use crate::evidence::{Circumstances, gather};
use crate::jdk;
use crate::project::{Answers, java_home, now};

/// Room for the probes of so many programs; they are not given back.
const NUMBERS: u32 = 1 << 24;

/// Our techniques.
pub(super) struct Watching {
    techniques: Vec<Technique>,
    library: PathBuf,
    around: Around,
}

/// What there is besides class files.
#[derive(Clone)]
struct Around {
    release: u16,
    java_home: PathBuf,
    techniques: Vec<Technique>,
    bug: Option<SeededBug>,
}

impl Watching {
    pub(super) fn new(java: &Path, techniques: Vec<Technique>) -> anyhow::Result<Self> {
        let release = jdk::release(java).unwrap_or(tamis_world::NEWEST_RELEASE);
        let java_home = java_home(java);
        let bug = SeededBug::asked_for()?;
        let around = Around { release, java_home, techniques: techniques.clone(), bug };
        Ok(Self { techniques, library: agent_library::unpack()?, around })
    }
}

impl Resident for Watching {
    fn techniques(&self) -> Vec<String> {
        self.techniques.iter().map(ToString::to_string).collect()
    }

    fn recorder(&self, folder: &Path) -> anyhow::Result<Box<dyn Recorder>> {
        let journals = tempfile::tempdir_in(folder).context("cannot make a folder for journals")?;
        Ok(Box::new(Journal {
            library: self.library.clone(),
            around: self.around.clone(),
            journals,
            file: None,
            offset: 0,
            names: BTreeMap::new(),
            about: Vec::new(),
            began: SystemTime::now(),
        }))
    }
}

/// The journal of a machine, as far as it was read.
struct Journal {
    library: PathBuf,
    around: Around,
    journals: tempfile::TempDir,
    file: Option<PathBuf>,
    offset: u64,
    /// All names so far.
    names: BTreeMap<NameId, Name>,
    /// What it says about the machine.
    about: Vec<Record>,
    /// When what comes next began at the earliest.
    began: SystemTime,
}

impl Recorder for Journal {
    fn jvm_arguments(&self) -> Vec<OsString> {
        let mut agent = OsString::from("-agentpath:");
        agent.push(&self.library);
        agent.push("=journal=");
        agent.push(self.journals.path());
        agent.push(format!(",granularity=method,numbers={NUMBERS}"));
        // Room for the probes, beside what the programs need.
        vec![agent]
    }

    fn evidence(&mut self, jar: &Path, machine: Option<&str>) -> anyhow::Result<Box<dyn Evidence>> {
        let block = match machine {
            Some(cause) => Err(cause.to_owned()),
            None => caught(|| self.gather(jar)),
        };
        Ok(Box::new(Known { block, around: self.around.clone() }))
    }

    fn skip(&mut self) -> anyhow::Result<()> {
        self.read()?;
        self.began = SystemTime::now();
        Ok(())
    }
}

impl Journal {
    /// What is known about the tests that ran since it was last asked.
    fn gather(&mut self, jar: &Path) -> anyhow::Result<Vec<Block>> {
        let mut records = self.read()?;
        if let Some(bug) = self.around.bug {
            bug.spoil_records(&mut records);
        }
        let recorded = Recorded::read(&self.cut_out(&records)?).context("cannot read a journal")?;
        let class_path = class_path(jar)?;
        let machines = [recorded];
        let class_files = ClassFiles::new(&class_path, self.around.release);
        let mut executions = executions(&machines, &class_files);
        let folder = jar.parent().unwrap_or(Path::new("/"));
        executions.iter_mut().for_each(|execution| execution.forget_files_below(folder));
        if let Some(bug) = self.around.bug {
            bug.spoil(&mut executions);
        }
        let world = self.around.world(&class_path);
        let surroundings = self.around.surroundings(&class_path, folder);
        let now = now(&world, &surroundings);
        connect(&mut executions, now.world());
        let (before, idle) = (BTreeMap::new(), []);
        let circumstances = Circumstances { began: self.began, revision: None, all_classes: false };
        let gathered = gather(&executions, &machines, &now, &circumstances, &before, &idle);
        self.began = SystemTime::now();
        let block = gathered.block.context("nothing was found out about the tests")?;
        Ok(vec![block])
    }

    /// What was written since it was last read.
    fn read(&mut self) -> anyhow::Result<Vec<Record>> {
        let path = self.path()?;
        let cannot = || format!("cannot read the journal `{}`", path.display());
        let mut file = fs::File::open(&path).with_context(cannot)?;
        file.seek(SeekFrom::Start(self.offset)).with_context(cannot)?;
        // Behind the first part there is no header.
        let mut bytes = if self.offset == 0 { Vec::new() } else { HEADER.to_vec() };
        let before = bytes.len();
        file.read_to_end(&mut bytes).with_context(cannot)?;
        self.offset += (bytes.len() - before) as u64;
        let mut records = Vec::new();
        for record in frames(&bytes).with_context(cannot)? {
            match record.with_context(cannot)? {
                Record::Name(name) => {
                    self.names.insert(name.id, name);
                }
                record @ (Record::Start(_) | Record::Environment(_)) => self.about.push(record),
                record => records.push(record),
            }
        }
        Ok(records)
    }

    fn path(&mut self) -> anyhow::Result<PathBuf> {
        if let Some(path) = &self.file {
            return Ok(path.clone());
        }
        let entries = fs::read_dir(self.journals.path()).context("cannot list journals")?;
        let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        files.sort();
        let [path] = files.as_slice() else {
            return Err(anyhow!("the agent wrote {} journals instead of one", files.len()));
        };
        self.file = Some(path.clone());
        Ok(path.clone())
    }

    /// A journal as a machine of its own would have written it that ran one program only.
    fn cut_out(&self, records: &[Record]) -> anyhow::Result<Vec<u8>> {
        let mut names = BTreeSet::new();
        records.iter().for_each(|record| mention(record, &mut names));
        let names = names.into_iter().filter_map(|id| self.names.get(&id));
        let mut bytes = HEADER.to_vec();
        let mut is_whole = true;
        for record in &self.about {
            is_whole &= append(record, &mut bytes);
        }
        for name in names {
            is_whole &= append(&Record::Name(name.clone()), &mut bytes);
        }
        for record in records {
            is_whole &= append(record, &mut bytes);
        }
        is_whole &= append(&Record::Exit, &mut bytes);
        if is_whole { Ok(bytes) } else { Err(anyhow!("a journal has a record that is too long")) }
    }
}

/// Collects the names that a record mentions.
fn mention(record: &Record, names: &mut BTreeSet<NameId>) {
    match record {
        Record::Class(class) => {
            names.insert(class.name);
            if let Loader::Other(loader) = class.loader {
                names.insert(loader);
            }
        }
        Record::Ambient(charge)
        | Record::Initialised { charge, .. }
        | Record::End { charge, .. } => mention_in(charge, names),
        Record::Begin(begin) => {
            names.insert(begin.test);
        }
        Record::Result(result) => {
            names.insert(result.test);
        }
        Record::Left { fields, .. } => {
            names.extend(fields.iter().flat_map(|each| [each.class, each.name, each.descriptor]));
        }
        Record::Start(_)
        | Record::Environment(_)
        | Record::Name(_)
        | Record::Trouble(_)
        | Record::Exit
        | Record::Halted => {}
    }
}

fn mention_in(charge: &Charge, names: &mut BTreeSet<NameId>) {
    for observation in &charge.observations {
        match observation {
            Observation::ClassLookedUp(name)
            | Observation::Introspected(name)
            | Observation::ResourceLookedUp(name)
            | Observation::ResourcesListed(name)
            | Observation::BundleLookedUp(name)
            | Observation::FileRead(name)
            | Observation::FileProbed(name)
            | Observation::FolderListed(name)
            | Observation::FileWritten(name)
            | Observation::PropertyRead(name)
            | Observation::VariableRead(name)
            | Observation::ProcessStarted(name)
            | Observation::LibraryLoaded(name)
            | Observation::OnStack(name)
            | Observation::Serialised(name)
            | Observation::FolderCreated(name)
            | Observation::NetworkUsed(name)
            | Observation::NativeCalled(name)
            | Observation::DefaultSet(name)
            | Observation::PropertySet(name)
            | Observation::DefaultRead(name)
            | Observation::DefaultLeft(name) => {
                names.insert(*name);
            }
            Observation::AskedFor { caller, through, class } => {
                names.extend([*caller, *through, *class]);
            }
            Observation::PropertiesRead
            | Observation::WordsRead
            | Observation::VariablesRead
            | Observation::HiddenDefined(_)
            | Observation::StackUnseen
            | Observation::InputRead
            | Observation::StaticsUnseen => {}
        }
    }
}

impl Around {
    fn world(&self, class_path: &ClassPath) -> World {
        World::read(class_path, self.release, None, &|_| {}).on(&self.java_home)
    }

    fn surroundings(&self, class_path: &ClassPath, folder: &Path) -> Surroundings {
        Surroundings {
            project: folder.to_owned(),
            home: None,
            java_home: self.java_home.clone(),
            jvm_arguments: Vec::new(),
            variables: env::vars_os().collect(),
            class_path: class_path.written.clone(),
        }
    }
}

fn class_path(jar: &Path) -> anyhow::Result<ClassPath> {
    ClassPath::parse(&jar.display().to_string()).context("cannot use the classes of a program")
}

/// Evidence of one program.
struct Known {
    /// What was gathered, or why nothing was.
    block: Told<Vec<Block>>,
    around: Around,
}

impl Evidence for Known {
    fn seen(&self) -> Vec<Told<Ran>> {
        let count = self.around.techniques.len();
        let block = match &self.block {
            Ok(block) => block,
            Err(cause) => return vec![Err(cause.clone()); count],
        };
        let outcomes = block.iter().flat_map(Block::outcomes);
        let complete = outcomes.filter(|(_, outcome)| match outcome {
            Outcome::Passed | Outcome::Failed | Outcome::Opaque => true,
            Outcome::Incomplete => false,
        });
        let tests = complete.map(|(test, _)| ClassName::internal(test).to_string()).collect();
        vec![Ok(Ran { tests, ..Ran::default() }); count]
    }

    fn select(&self, jar: &Path, tests: &[String]) -> anyhow::Result<Vec<Told<Vec<String>>>> {
        let selections =
            self.block.clone().and_then(|block| caught(|| self.ask(&block, jar, tests)));
        let count = self.around.techniques.len();
        Ok(selections.unwrap_or_else(|cause| vec![Err(cause); count]))
    }

    fn run(&self, jar: &Path, tests: &[String]) -> anyhow::Result<Vec<Told<Ran>>> {
        let began = Instant::now();
        let selections = self.select(jar, tests)?;
        let count = u32::try_from(selections.len().max(1)).unwrap_or(u32::MAX);
        let time = began.elapsed() / count;
        let ran = |tests| Ran { tests, failed: None, time };
        Ok(selections.into_iter().map(|selected| selected.map(ran)).collect())
    }
}

impl Known {
    /// What each technique selects. All share one look at the classes, but not their mistakes.
    fn ask(
        &self,
        block: &[Block],
        jar: &Path,
        tests: &[String],
    ) -> anyhow::Result<Vec<Told<Vec<String>>>> {
        let class_path = class_path(jar)?;
        let world = self.around.world(&class_path);
        let folder = jar.parent().unwrap_or(Path::new("/"));
        let surroundings = self.around.surroundings(&class_path, folder);
        let now = now(&world, &surroundings);
        let tests: Vec<ClassName> =
            tests.iter().map(|test| ClassName::internal(&test.replace('.', "/"))).collect();
        let selected = |technique: &Technique| {
            let (tests, technique) = (tests.clone(), *technique);
            let request =
                Request { tests, technique, is_forced: false, not_before: 0, lost_until: 0 };
            let selection = select(block, &request, &Answers(&now));
            Ok(selection.running().map(ToString::to_string).collect())
        };
        let techniques = self.around.techniques.iter();
        Ok(techniques.map(|technique| caught(|| selected(technique))).collect())
    }
}
