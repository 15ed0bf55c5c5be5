//! The file of a program: a line for each of its records, and a last one that says how many these are. Without the last
//! one the file is not whole, whatever has become of the rest.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use serde::{Deserialize, Serialize};

use crate::record::{FORMAT, Record, VERSION};
use crate::whole_file::write_whole;

/// The folder of the files of records.
pub(super) const PROGRAMS: &str = "programs";

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

/// Whether a file has all that was written.
pub(super) fn is_whole(file: &Path) -> bool {
    fs::read_to_string(file).is_ok_and(|text| without_end(&text).is_some())
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
        let text = fs::read_to_string(&file)
            .with_context(|| format!("cannot read `{}`", file.display()))?;
        let Some(records) = records(&file, &text)? else {
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

fn listed(out: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(out.join(PROGRAMS))
        .with_context(|| format!("`{}` has no records of a campaign", out.display()))?;
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
        records.push(record);
    }
    Ok(Some(records))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(version: u32) -> String {
        format!(
            "{{\"format\":\"tamis-check\",\"version\":{version},\"id\":\"a\",\"constraint\":\"\",\
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
            assert_eq!(is_whole(&file), is_done, "{text}");
            assert_eq!((files.whole == 1).then_some(count), read, "{text}");
            assert_eq!(files.whole + files.torn, 1, "{text}");
        }
    }
}
