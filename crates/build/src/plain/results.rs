//! The lines that the runner writes about tests.

use tamis_journal::Outcome;
use tamis_trace::TestResult;
use tamis_vocab::ClassName;

/// One line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// The machine runs, and the runner in it.
    Started,
    /// A test class begins.
    Begin(ClassName),
    /// It ends.
    End(ClassName),
    /// A test method ended.
    Result(TestResult),
}

/// The lines of a file, and how many bytes they take: the last one may not be all there yet. What is no line of ours is
/// passed over; a test that it was about then counts as not run.
pub fn lines(bytes: &[u8]) -> (Vec<Line>, usize) {
    let length = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let text = String::from_utf8_lossy(bytes.get(..length).unwrap_or_default()).into_owned();
    (text.lines().filter_map(line).collect(), length)
}

fn line(text: &str) -> Option<Line> {
    let fields: Vec<String> = text.split('\t').map(unescape).collect();
    let class = |name: &str| ClassName::of_get_name(name);
    match fields.iter().map(String::as_str).collect::<Vec<&str>>().as_slice() {
        ["started"] => Some(Line::Started),
        ["begin", name] => class(name).map(Line::Begin),
        ["end", name] => class(name).map(Line::End),
        ["result", name, method, outcome, nanos, message] => {
            let outcome = match *outcome {
                "passed" => Outcome::Passed,
                "failed" => Outcome::Failed,
                "aborted" => Outcome::Aborted,
                "skipped" => Outcome::Skipped,
                _ => return None,
            };
            Some(Line::Result(TestResult {
                class: class(name)?,
                method: (*method).to_owned(),
                outcome,
                message: (!message.is_empty()).then(|| (*message).to_owned()),
                nanos: nanos.parse().ok(),
            }))
        }
        _ => None,
    }
}

fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        plain.push(match (character, character == '\\') {
            (_, true) => match characters.next() {
                Some('t') => '\t',
                Some('n') => '\n',
                Some('r') => '\r',
                Some(other) => other,
                None => '\\',
            },
            (other, false) => other,
        });
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_far_as_they_are_there() {
        let text = "started\nbegin\tp.ATest\nresult\tp.ATest\ta\\tb\tfailed\t12\tjava.lang.Error: no\\\\\n\
                    odd\nresult\tp.ATest\tc\tpassed\t\t\nend\tp.AT";
        let (found, length) = lines(text.as_bytes());
        let class = ClassName::internal("p/ATest");
        let result = |method: &str, outcome, message: Option<&str>, nanos| {
            Line::Result(TestResult {
                class: class.clone(),
                method: method.to_owned(),
                outcome,
                message: message.map(str::to_owned),
                nanos,
            })
        };
        let expected = [
            Line::Started,
            Line::Begin(class.clone()),
            result("a\tb", Outcome::Failed, Some("java.lang.Error: no\\"), Some(12)),
            result("c", Outcome::Passed, None, None),
        ];
        assert_eq!(found, expected);
        assert_eq!(&text[length..], "end\tp.AT");
    }
}
