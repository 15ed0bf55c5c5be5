//! The file of a program: a line for each of its records, and a last one that says how many these are. Without the last
//! one the file is not whole, whatever has become of the rest.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use serde::{Deserialize, Serialize};

use crate::record::{FORMAT, Record, VERSION};
use crate::whole_file::write_whole;

/// The folder of the files of records.
pub(super) const PROGRAMS: &str = "programs";

/// What to do about a file that cannot be read.
const ANEW: &str = "hint: delete this file, and go on with `tamis check auto --resume`";

/// The first version that has last lines.
const FIRST_WITH_END: u32 = 2;

/// The last line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct End {
    end: usize,
}

/// Writes a file.
pub(super) fn write(file: &Path, records: &[Record]) -> anyhow::Result<()> {
    let mut text = String::new();
    for record in records {
        text.push_str(&serde_json::to_string(record)?);
        text.push('\n');
    }
    text.push_str(&serde_json::to_string(&End { end: records.len() })?);
    text.push('\n');
    write_whole(file, text.as_bytes())
}

/// What has become of the file of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum State {
    /// It is not there, or not all of it, or of the first version, which cannot tell.
    Undone,
    /// All of it is there.
    Whole {
        /// What its records are of.
        tools: BTreeSet<String>,
    },
    /// It was damaged, or is none of ours; why, in words.
    Unusable(String),
}

/// Looks at a file as whoever goes on does: what cannot be read later has to be done anew.
pub(super) fn state(file: &Path) -> State {
    let read = match fs::read(file) {
        Ok(bytes) => text(file, bytes).and_then(|text| Ok((records(file, &text)?, text))),
        Err(error) if error.kind() == ErrorKind::NotFound => return State::Undone,
        Err(error) => Err(error).with_context(|| format!("cannot read `{}`", file.display())),
    };
    match read {
        Ok((Some(records), text)) if without_end(&text).is_some() => {
            let tools = records.iter().flat_map(|record| record.tools.keys().cloned());
            State::Whole { tools: tools.collect() }
        }
        Ok((Some(_) | None, _)) => State::Undone,
        Err(error) => State::Unusable(format!("{error:#}")),
    }
}

/// Puts a file aside, where nobody takes it for records any more: it may be of a later version.
pub(super) fn put_aside(file: &Path) -> anyhow::Result<()> {
    let aside = file.with_extension("jsonl.unusable");
    fs::rename(file, aside).with_context(|| format!("cannot put `{}` aside", file.display()))
}

/// Whether there are files of records in a folder.
pub(super) fn has_files(out: &Path) -> anyhow::Result<bool> {
    Ok(out.join(PROGRAMS).exists() && !listed(out)?.is_empty())
}

/// The lines before the last one, if that is there and has the right number.
fn without_end(text: &str) -> Option<Vec<&str>> {
    let mut lines: Vec<&str> = text.strip_suffix('\n')?.lines().collect();
    let End { end } = serde_json::from_str(lines.pop()?).ok()?;
    (lines.len() == end).then_some(lines)
}

/// Visits all records of a campaign, by program, and says how many files are not whole: nothing of them counts. What is no
/// record is an error that names the file and the line.
pub fn each_record(out: &Path, mut visit: impl FnMut(Record)) -> anyhow::Result<Files> {
    let mut files = Files::default();
    for file in listed(out)? {
        let bytes = fs::read(&file).with_context(|| format!("cannot read `{}`", file.display()))?;
        let read = text(&file, bytes).and_then(|text| records(&file, &text));
        let Some(records) = read.context(ANEW)? else {
            files.torn += 1;
            continue;
        };
        files.whole += 1;
        records.into_iter().for_each(&mut visit);
    }
    Ok(files)
}

/// How many files of records there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Files {
    /// Those that are whole.
    pub whole: usize,
    /// Those of which something is missing.
    pub torn: usize,
}

fn text(file: &Path, bytes: Vec<u8>) -> anyhow::Result<String> {
    String::from_utf8(bytes).with_context(|| format!("`{}` is no text", file.display()))
}

fn listed(out: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(out.join(PROGRAMS))
        .with_context(|| format!("`{}` has no records of a campaign", out.display()))
        .context("hint: name the folder of a campaign with --out")?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The records of a file; `None` if it is not whole. In files of the first version nothing says so.
fn records(file: &Path, text: &str) -> anyhow::Result<Option<Vec<Record>>> {
    let (lines, has_end) = match without_end(text) {
        Some(lines) => (lines, true),
        None if text.is_empty() || !text.ends_with('\n') => return Ok(None),
        None => (text.lines().collect(), false),
    };
    let program = file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let is_of_it = |id: &str| {
        program.as_ref().is_none_or(|program| {
            id.strip_prefix(&**program).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        })
    };
    let mut records = Vec::new();
    for (number, line) in lines.into_iter().enumerate() {
        if !has_end && serde_json::from_str::<End>(line).is_ok() {
            return Ok(None);
        }
        let place = || format!("line {} of `{}` is no record", number + 1, file.display());
        let record: Record = serde_json::from_str(line).with_context(place)?;
        if record.format != FORMAT || record.version > VERSION {
            let found = format!("{} {}", record.format, record.version);
            return Err(anyhow!("it is of format {found}, not {FORMAT} {VERSION}"))
                .with_context(place);
        }
        if !has_end && record.version >= FIRST_WITH_END {
            return Ok(None);
        }
        if !is_of_it(&record.id) {
            return Err(anyhow!("it is of `{}`, another program", record.id)).with_context(place);
        }
        records.push(record);
    }
    Ok(Some(records))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(version: u32) -> String {
        format!(
            "{{\"format\":\"tamis-check\",\"version\":{version},\"id\":\"JD1-00000-E1-0\",\"constraint\":\"\",\
             \"operator\":\"\",\"site\":\"\",\"tests\":[],\"revisions\":[],\"tools\":{{}}}}\n"
        )
    }

    #[test]
    fn a_file_without_its_last_line_is_not_whole_and_nothing_of_it_counts() {
        let (old, new, end) = (line(1), line(2), |number| format!("{{\"end\":{number}}}\n"));
        for (text, is_done, read) in [
            (format!("{new}{}", end(1)), true, Some(1)),
            (end(0), true, Some(0)),
            (String::new(), false, None),
            (new.clone(), false, None),
            (format!("{new}{}", &new[..40]), false, None),
            (format!("{new}{}", end(2)), false, None),
            (format!("{new}{}", end(1).trim_end()), false, None),
            // Files of the first version are read, and done anew by whoever goes on.
            (format!("{old}{old}"), false, Some(2)),
            (old[..40].to_owned(), false, None),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("programs/JD1-00000.jsonl");
            fs::create_dir(folder.path().join("programs")).unwrap();
            fs::write(&file, &text).unwrap();
            let mut count = 0;
            let files = each_record(folder.path(), |_| count += 1).unwrap();
            assert_eq!(state(&file) != State::Undone, is_done, "{text}");
            assert_eq!((files.whole == 1).then_some(count), read, "{text}");
            assert_eq!(files.whole + files.torn, 1, "{text}");
        }
    }
    #[test]
    fn a_damaged_file_is_done_anew_and_named_to_whoever_reads() {
        let (new, later, end) = (line(2), line(3), |number| format!("{{\"end\":{number}}}\n"));
        for (bytes, cause) in [
            (format!("{}\n{new}{}", &new[..40], end(2)).into_bytes(), "line 1 of"),
            (format!("{later}{}", end(1)).into_bytes(), "it is of format tamis-check 3"),
            ([b"\xff\xfe\n", end(1).as_bytes()].concat(), "is no text"),
            (
                format!("{}{}", new.replace("JD1-00000", "JD1-00001"), end(1)).into_bytes(),
                "another program",
            ),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("programs/JD1-00000.jsonl");
            fs::create_dir(folder.path().join("programs")).unwrap();
            fs::write(&file, &bytes).unwrap();
            let State::Unusable(said) = state(&file) else { panic!("{:?}", state(&file)) };
            assert!(said.contains(cause) && said.contains("JD1-00000.jsonl"), "{said}");
            let error = format!("{:#}", each_record(folder.path(), drop).unwrap_err());
            assert!(error.starts_with("hint: delete this file"), "{error}");
            assert!(error.contains(cause), "{error}");
            // Nothing is lost that a later version has written.
            put_aside(&file).unwrap();
            assert_eq!(state(&file), State::Undone);
            assert_eq!(each_record(folder.path(), drop).unwrap(), Files::default());
            assert_eq!(fs::read(file.with_extension("jsonl.unusable")).unwrap(), bytes);
        }
    }

    #[test]
    fn a_whole_file_says_what_it_is_of() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("JD1-00000.jsonl");
        let of = line(2).replace("\"tools\":{}", "\"tools\":{\"class\":[]}");
        fs::write(&file, format!("{}{of}{{\"end\":2}}\n", line(2))).unwrap();
        assert_eq!(state(&file), State::Whole { tools: BTreeSet::from(["class".to_owned()]) });
    }
}
