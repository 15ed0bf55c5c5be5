//! What is known of a run while it is under way. For eyes only: what counts is worked out from the whole at the end.

use std::collections::{BTreeMap, BTreeSet};

use tamis_build::plain::{Line, lines};
use tamis_journal::{HEADER, Outcome, Phase, Record, frames};
use tamis_trace::TestResult;
use tamis_vocab::ClassName;

/// What a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// Records of the agent.
    Journal,
    /// Lines of the runner.
    Lines,
}

/// Counts so far.
#[derive(Debug, Default)]
pub(super) struct Live {
    /// Names and scopes of each journal.
    names: BTreeMap<(usize, u32), ClassName>,
    scopes: BTreeMap<(usize, u32), ClassName>,
    ended: BTreeSet<ClassName>,
    open: Vec<ClassName>,
    passed: usize,
    failed: usize,
    failures: Vec<TestResult>,
}

impl Live {
    /// Takes what is whole from the front of the bytes of a file.
    pub(super) fn feed(&mut self, file: usize, source: Source, bytes: &mut Vec<u8>) {
        match source {
            Source::Lines => {
                let (lines, length) = lines(bytes);
                bytes.drain(..length);
                lines.into_iter().for_each(|line| self.line(line));
            }
            Source::Journal => {
                // Each part but the first gets a header of its own, so that it reads as a journal.
                if !bytes.starts_with(&HEADER) {
                    bytes.splice(..0, HEADER);
                }
                let Ok(mut frames) = frames(bytes) else { return };
                let mut records = Vec::new();
                let mut end = frames.offset();
                while let Some(Ok(record)) = frames.next() {
                    records.push(record);
                    end = frames.offset();
                }
                bytes.drain(..end);
                records.into_iter().for_each(|record| self.record(file, record));
            }
        }
    }

    fn line(&mut self, line: Line) {
        match line {
            Line::Started => {}
            Line::Begin(class) => self.open.push(class),
            Line::End(class) => self.end(class),
            Line::Result(result) => self.result(result),
        }
    }

    fn record(&mut self, file: usize, record: Record) {
        match record {
            Record::Name(name) => {
                let text = String::from_utf8_lossy(&name.text).into_owned();
                if let Some(class) = ClassName::of_get_name(&text) {
                    self.names.insert((file, name.id), class);
                }
            }
            Record::Begin(begin) => {
                if begin.inside.is_none()
                    && begin.phase == Phase::Run
                    && let Some(class) = self.names.get(&(file, begin.test))
                {
                    self.scopes.insert((file, begin.scope), class.clone());
                    self.open.push(class.clone());
                }
            }
            Record::End { scope, .. } => {
                if let Some(class) = self.scopes.remove(&(file, scope)) {
                    self.end(class);
                }
            }
            Record::Result(result) => {
                if let Some(class) = self.names.get(&(file, result.test)).cloned() {
                    let (method, outcome) = (result.method, result.outcome);
                    let (message, nanos) = (result.message, result.nanos);
                    self.result(TestResult { class, method, outcome, message, nanos });
                }
            }
            Record::Start(_)
            | Record::Environment(_)
            | Record::Class(_)
            | Record::Ambient(_)
            | Record::Initialised { .. }
            | Record::Left { .. }
            | Record::Trouble(_)
            | Record::Exit
            | Record::Halted => {}
        }
    }

    fn end(&mut self, class: ClassName) {
        self.open.retain(|open| *open != class);
        self.ended.insert(class);
    }

    fn result(&mut self, result: TestResult) {
        match result.outcome {
            Outcome::Passed => self.passed += 1,
            Outcome::Failed => {
                self.failed += 1;
                self.failures.push(result);
            }
            Outcome::Aborted | Outcome::Skipped => {}
        }
    }

    /// Failures that were not asked for yet.
    pub(super) fn take_failures(&mut self) -> Vec<TestResult> {
        std::mem::take(&mut self.failures)
    }

    /// How many test classes ended.
    pub(super) fn ended(&self) -> usize {
        self.ended.len()
    }

    /// How many methods passed.
    pub(super) fn passed(&self) -> usize {
        self.passed
    }

    /// How many methods failed.
    pub(super) fn failed(&self) -> usize {
        self.failed
    }

    /// A test class that is under way.
    pub(super) fn current(&self) -> Option<&ClassName> {
        self.open.last()
    }
}

#[cfg(test)]
mod tests {
    use tamis_journal::{Begin, Charge, Name, Result as Ended, append};

    use super::*;

    #[test]
    fn a_journal_is_followed_while_it_grows() {
        let name = Name { id: 0, text: b"p.ATest".to_vec() };
        let begin = Begin { scope: 0, test: 0, phase: Phase::Run, inside: None, nanos: 0 };
        let result = |outcome| {
            Record::Result(Ended {
                test: 0,
                method: "a".to_owned(),
                outcome,
                message: None,
                nanos: None,
            })
        };
        let records = [
            Record::Name(name),
            Record::Begin(begin),
            result(Outcome::Passed),
            result(Outcome::Failed),
            Record::End { scope: 0, charge: Charge::default() },
        ];
        let mut journal = HEADER.to_vec();
        records.iter().for_each(|record| assert!(append(record, &mut journal)));
        let mut live = Live::default();
        let mut rest = Vec::new();
        for byte in journal {
            rest.push(byte);
            if rest.len() >= HEADER.len() {
                live.feed(0, Source::Journal, &mut rest);
            }
        }
        assert_eq!((live.passed(), live.failed(), live.ended()), (1, 1, 1));
        assert_eq!(live.take_failures().len(), 1);
        assert!(live.current().is_none());
    }
}
