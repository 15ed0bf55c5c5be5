//! Our techniques twice: in a machine that stays, and as anybody runs them. Each way is a tool of its own in the records, and
//! a rule says where the two select otherwise.

use std::ffi::OsString;
use std::path::Path;

use tamis_checker::{Evidence, IN_PROCESSES, Ran, Recorder, Resident, Told};

use super::processes::Processes;
use super::watching::Watching;

/// Both ways.
pub(super) struct Both {
    pub(super) resident: Watching,
    pub(super) processes: Processes,
}

impl Resident for Both {
    fn techniques(&self) -> Vec<String> {
        let mut techniques = self.resident.techniques();
        let started = self.processes.techniques();
        techniques.extend(started.into_iter().map(|name| format!("{name}{IN_PROCESSES}")));
        techniques
    }

    fn recorder(&self, folder: &Path) -> anyhow::Result<Box<dyn Recorder>> {
        let (resident, processes) =
            (self.resident.recorder(folder)?, self.processes.recorder(folder)?);
        Ok(Box::new(BothRecorders { resident, processes }))
    }
}

struct BothRecorders {
    resident: Box<dyn Recorder>,
    processes: Box<dyn Recorder>,
}

impl Recorder for BothRecorders {
    fn jvm_arguments(&self) -> Vec<OsString> {
        self.resident.jvm_arguments()
    }

    fn evidence(&mut self, jar: &Path, machine: Option<&str>) -> anyhow::Result<Box<dyn Evidence>> {
        let resident = self.resident.evidence(jar, machine)?;
        let processes = self.processes.evidence(jar, machine)?;
        Ok(Box::new(BothEvidences { resident, processes }))
    }

    fn skip(&mut self) -> anyhow::Result<()> {
        self.resident.skip()?;
        self.processes.skip()
    }
}

struct BothEvidences {
    resident: Box<dyn Evidence>,
    processes: Box<dyn Evidence>,
}

impl Evidence for BothEvidences {
    fn seen(&self) -> Vec<Told<Ran>> {
        let mut seen = self.resident.seen();
        seen.extend(self.processes.seen());
        seen
    }

    fn select(&self, jar: &Path, tests: &[String]) -> anyhow::Result<Vec<Told<Vec<String>>>> {
        let mut selections = self.resident.select(jar, tests)?;
        selections.extend(self.processes.select(jar, tests)?);
        Ok(selections)
    }

    fn run(&self, jar: &Path, tests: &[String]) -> anyhow::Result<Vec<Told<Ran>>> {
        let mut ran = self.resident.run(jar, tests)?;
        ran.extend(self.processes.run(jar, tests)?);
        Ok(ran)
    }
}
