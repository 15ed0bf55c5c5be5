//! `campaign.json`: what a campaign is about, who runs it, and what is missing of it.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context as _, anyhow};
use serde::{Deserialize, Serialize};

use super::Campaign;
use super::record_file::{Files, has_files};
use crate::plan::{Base, Plan};
use crate::record::{FORMAT, VERSION};
use crate::whole_file::{write_new, write_whole};

/// The file.
const CAMPAIGN: &str = "campaign.json";

/// Who runs a campaign. Records of two modes, builds or JDKs are no one campaign.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Checked {
    /// How techniques are run, in a word.
    #[serde(default)]
    pub mode: String,
    /// The version of this program, and what tells builds of it apart.
    #[serde(default)]
    pub build: String,
    /// The JDK.
    #[serde(default)]
    pub jdk: String,
}

impl Checked {
    /// What first tells two apart, and what either says of it.
    pub fn difference<'c>(&'c self, other: &'c Self) -> Option<(&'static str, &'c str, &'c str)> {
        let parts = [
            ("mode", &self.mode, &other.mode),
            ("build of tamis", &self.build, &other.build),
            ("JDK", &self.jdk, &other.jdk),
        ];
        let other_part = parts.into_iter().find(|(_, own, others)| own != others);
        other_part.map(|(what, own, others)| (what, own.as_str(), others.as_str()))
    }
}

/// What to do about a folder that cannot be used.
const ELSEWHERE: &str = "hint: name another folder with --out";

/// What to do about a folder in which nothing is.
const NAMED: &str = "hint: name the folder of a campaign with --out";

/// What the file says.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Description {
    format: String,
    version: u32,
    pub(crate) plan: Plan,
    techniques: Vec<String>,
    /// How many programs the plan has.
    #[serde(default)]
    programs: Option<usize>,
    #[serde(flatten)]
    pub(crate) checked: Checked,
}

/// What is missing of a campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Gaps {
    files: Files,
    /// How many programs the plan has, where that is known.
    programs: Option<usize>,
    is_default_mode: bool,
    /// Whether nothing says what the campaign is about.
    is_undescribed: bool,
}

impl Gaps {
    /// What is missing beside the files that there are.
    pub(crate) fn of(out: &Path, files: Files) -> anyhow::Result<Self> {
        let known = Description::read(out)?;
        let is_undescribed = known.is_none();
        if is_undescribed && files == Files::default() {
            return Err(anyhow!("`{}` has no records of a campaign", out.display()).context(NAMED));
        }
        let programs = known.as_ref().and_then(|known| known.programs);
        let is_default_mode = known.is_some_and(|known| !known.plan.paper_compat);
        Ok(Self { files, programs, is_default_mode, is_undescribed })
    }

    /// In a sentence, if something is.
    pub(crate) fn sentence(&self) -> Option<String> {
        let Files { whole, torn } = self.files;
        match self.programs.map(|programs| (programs, programs.saturating_sub(whole))) {
            Some((_, 0)) | None if torn == 0 => self.is_undescribed.then(|| {
                format!(
                    "there is no `{CAMPAIGN}`: nothing says how many programs should have records"
                )
            }),
            Some((programs, missing)) => Some(format!(
                "{missing} of the {programs} programs of the plan have no records: they were passed over, or not reached"
            )),
            None => Some(format!("{torn} files of records are not whole, and do not count")),
        }
    }

    /// Whether it is known that programs are not written as published.
    pub(crate) fn is_default_mode(&self) -> bool {
        self.is_default_mode
    }
}

/// What tells whether the rest can be read.
#[derive(Debug, Deserialize)]
struct Head {
    format: String,
    version: u32,
}

fn campaign_format() -> String {
    format!("{FORMAT}-campaign")
}

impl Description {
    /// What is said in a folder, if something is.
    pub(crate) fn read(out: &Path) -> anyhow::Result<Option<Self>> {
        let path = out.join(CAMPAIGN);
        let cannot = || format!("cannot read `{}`", path.display());
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).with_context(cannot),
        };
        let damaged = || {
            format!(
                "hint: put back `{}` as it was, or begin anew in another folder with --out",
                path.display()
            )
        };
        let head: Head =
            serde_json::from_slice(&bytes).with_context(cannot).with_context(damaged)?;
        let format = campaign_format();
        if head.format != format || !(1..=VERSION).contains(&head.version) {
            let Head { format: theirs, version } = head;
            let error =
                anyhow!("it is of format {theirs} {version}, and {format} {VERSION} is known here");
            let newer = "hint: take the tamis that wrote it, or name another folder with --out";
            return Err(error).with_context(cannot).context(newer);
        }
        serde_json::from_slice(&bytes).map(Some).with_context(cannot).with_context(damaged)
    }

    fn of(campaign: &Campaign<'_>, bases: &[Vec<Base>]) -> Self {
        Self {
            format: campaign_format(),
            version: VERSION,
            plan: campaign.plan.clone(),
            techniques: campaign.tool.techniques(),
            programs: Some(bases.iter().map(Vec::len).sum()),
            checked: campaign.checked.clone(),
        }
    }

    fn bytes(&self) -> anyhow::Result<Vec<u8>> {
        Ok(format!("{}\n", serde_json::to_string_pretty(self)?).into_bytes())
    }
}

/// Who ran the campaign in a folder.
pub fn checked(out: &Path) -> anyhow::Result<Checked> {
    let known = Description::read(out)?;
    let missing = || anyhow!("there is no `{CAMPAIGN}` in `{}`", out.display()).context(NAMED);
    Ok(known.ok_or_else(missing)?.checked)
}

/// What is missing of the campaign in a folder, in a sentence.
pub fn gaps(out: &Path, files: Files) -> anyhow::Result<Option<String>> {
    Ok(Gaps::of(out, files)?.sentence())
}

/// What is known of a campaign that was begun before. One that was not is begun by writing down what it is about.
fn begun(out: &Path, own: &Description) -> anyhow::Result<Option<Description>> {
    if let Some(known) = Description::read(out)? {
        return Ok(Some(known));
    }
    let folder = out.display();
    // They may be of any plan, and of any build.
    if has_files(out)? {
        let error = anyhow!("`{folder}` has records, and no `{CAMPAIGN}` that says of what");
        return Err(error.context(ELSEWHERE));
    }
    if write_new(&out.join(CAMPAIGN), &own.bytes()?)? {
        return Ok(None);
    }
    // Another shard has begun in the same moment.
    let unreadable = || anyhow!("cannot read the `{CAMPAIGN}` of `{folder}`").context(ELSEWHERE);
    Description::read(out)?.map(Some).ok_or_else(unreadable)
}

/// Writes down what the campaign is about, or sees that it is what is written there.
pub(super) fn describe(campaign: &Campaign<'_>, bases: &[Vec<Base>]) -> anyhow::Result<()> {
    let (out, own) = (&campaign.out, Description::of(campaign, bases));
    let Some(known) = begun(out, &own)? else { return Ok(()) };
    let folder = out.display();
    if (&known.plan, &known.techniques) != (&own.plan, &own.techniques) {
        return Err(anyhow!("`{folder}` has records of another campaign").context(ELSEWHERE));
    }
    if let Some((what, theirs, ours)) = known.checked.difference(&own.checked) {
        let jdk = own.checked.jdk.clone();
        let is_jdk_all = Checked { jdk, ..known.checked.clone() } == own.checked;
        // One that could not compile may have been named, which is why there are no records. Another shard may be about to
        // write some.
        if is_jdk_all && campaign.shard.of == 1 && !has_files(out)? {
            return write_whole(&out.join(CAMPAIGN), &own.bytes()?);
        }
        let message = format!("`{folder}` has records of another {what}: `{theirs}`, not `{ours}`");
        return Err(anyhow!(message).context(ELSEWHERE));
    }
    if !campaign.is_resumed && campaign.shard.of == 1 {
        let hint = "hint: go on with --resume, or name another folder with --out";
        return Err(anyhow!("`{folder}` has records of this campaign already").context(hint));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::sync::Arc;

    use super::*;
    use crate::machine::Launch;
    use crate::plan::Shard;
    use crate::tool::{Recorder, Resident};

    struct Nobody;

    impl Resident for Nobody {
        fn techniques(&self) -> Vec<String> {
            vec!["class".to_owned()]
        }

        fn recorder(&self, _folder: &Path) -> anyhow::Result<Box<dyn Recorder>> {
            Err(anyhow!("nobody watches"))
        }
    }

    /// Begins the first of some shards of a campaign.
    fn begin(out: &Path, jdk: &str, of: usize) -> Result<(), String> {
        let is_stopped = Arc::new(|| false);
        let (java, junit) = (PathBuf::new(), Vec::new());
        let campaign = Campaign {
            plan: Plan::default(),
            shard: Shard { number: 1, of },
            out: out.to_owned(),
            is_resumed: false,
            workers: 1,
            checked: Checked { jdk: jdk.to_owned(), ..Checked::default() },
            tool: &Nobody,
            launch: Launch { java, junit, bind: |command| command, is_stopped, is_brief: true },
            warn: &|_| {},
        };
        describe(&campaign, &[]).map_err(|error| format!("{error:#}"))
    }

    #[test]
    fn another_jdk_is_taken_before_there_are_records_unless_a_shard_may_write_some() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path();
        fs::create_dir(out.join(super::super::PROGRAMS)).unwrap();
        for (jdk, of, known) in
            [("17", 1, "17"), ("21", 1, "21"), ("25", 2, "21"), ("21", 2, "21"), ("17", 1, "17")]
        {
            let begun = begin(out, jdk, of);
            assert_eq!(checked(out).unwrap().jdk, known);
            let refused = "has records of another JDK: `21`, not `25`";
            let is_refused = begun.is_err_and(|error| error.contains(refused));
            assert_eq!(is_refused, jdk != known);
        }
        fs::write(out.join(super::super::PROGRAMS).join("JD2-00000.jsonl"), "").unwrap();
        assert!(begin(out, "21", 1).unwrap_err().contains("another JDK: `17`, not `21`"));
    }

    #[test]
    fn shards_that_begin_at_the_same_time_are_of_one_jdk() {
        for _ in 0..20 {
            let folder = tempfile::tempdir().unwrap();
            let out = folder.path();
            fs::create_dir(out.join(super::super::PROGRAMS)).unwrap();
            let begun: Vec<_> = std::thread::scope(|scope| {
                let shards = ["17", "21", "25"].map(|jdk| scope.spawn(move || begin(out, jdk, 3)));
                shards.map(|shard| shard.join().unwrap()).into()
            });
            assert_eq!(begun.iter().filter(|each| each.is_ok()).count(), 1, "{begun:?}");
        }
    }

    #[test]
    fn what_a_campaign_is_about_is_not_guessed() {
        let plan = serde_json::to_string(&Plan::default()).unwrap();
        let written = |format: &str, version: u32| {
            format!(
                r#"{{"format":"{format}","version":{version},"plan":{plan},"techniques":["class"]}}"#
            )
        };
        let ours = "tamis-check-campaign";
        for (text, expected) in [
            (written(ours, VERSION), None),
            (written(ours, 1), None),
            (written(ours, VERSION + 1), Some("it is of format tamis-check-campaign 3, and")),
            (written(ours, 0), Some("it is of format tamis-check-campaign 0, and")),
            (written("tamis-check", 2), Some("it is of format tamis-check 2, and")),
            // What else a later version says need not be known.
            (format!(r#"{{"format":"{ours}","version":9}}"#), Some("tamis-check-campaign 9, and")),
            (written(ours, VERSION)[..90].to_owned(), Some("hint: put back `")),
        ] {
            let folder = tempfile::tempdir().unwrap();
            fs::write(folder.path().join(CAMPAIGN), &text).unwrap();
            let error = Description::read(folder.path()).err().map(|error| format!("{error:#}"));
            let is_told = |part| error.as_deref().is_some_and(|error| error.contains(part));
            assert!(expected.map_or(error.is_none(), is_told), "{text}: {error:?}");
            assert!(error.is_none_or(|error| error.starts_with("hint: ")), "{text}");
        }
    }
}
