//! Numbers over many classes, and how they are printed.

use super::Row;

/// How many places of one kind are printed by name.
const SHOWN: usize = 20;

/// A place (file, or jar and entry) and what there is to say about it.
type Remark = (String, String);

/// A class that was not read, or written differently.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) place: String,
    pub(super) error: String,
    /// The class; nothing if its file or entry could not be read.
    pub(super) bytes: Vec<u8>,
}

/// What came of a number of classes.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) classes: usize,
    pub(super) bytes: u64,
    pub(super) identical: usize,
    /// Classes that were not read, or written differently.
    pub(super) failures: Vec<Failure>,
    /// Classes that neither we nor a JVM can read.
    pub(super) malformed: Vec<Remark>,
    /// Entries with the name of a class and other contents.
    pub(super) foreign: Vec<Remark>,
    pub(super) oracle_agrees: usize,
    pub(super) oracle_refuses: Vec<Remark>,
    pub(super) oracle_differs: Vec<Remark>,
}

impl Tally {
    pub(super) fn fail(&mut self, place: String, error: String, bytes: &[u8]) {
        self.failures.push(Failure { place, error, bytes: bytes.to_vec() });
    }

    pub(super) fn merge(mut self, other: Self) -> Self {
        self.classes += other.classes;
        self.bytes += other.bytes;
        self.identical += other.identical;
        self.failures.extend(other.failures);
        self.malformed.extend(other.malformed);
        self.foreign.extend(other.foreign);
        self.oracle_agrees += other.oracle_agrees;
        self.oracle_refuses.extend(other.oracle_refuses);
        self.oracle_differs.extend(other.oracle_differs);
        self
    }

    /// With all remarks in the order of their places.
    pub(super) fn sorted(mut self) -> Self {
        self.failures.sort_by(|left, right| left.place.cmp(&right.place));
        for remarks in [
            &mut self.malformed,
            &mut self.foreign,
            &mut self.oracle_refuses,
            &mut self.oracle_differs,
        ] {
            remarks.sort();
        }
        self
    }
}

/// The table, and below it the places that deserve a word.
pub(super) fn render(rows: &[Row]) -> String {
    let heading =
        ["source", "jars", "classes", "bytes", "identical", "malformed", "failed", "seconds"];
    let mut lines = vec![line(heading.map(str::to_owned))];
    lines.extend(rows.iter().map(|row| line(cells(row))));
    let agrees: usize = rows.iter().map(|row| row.tally.oracle_agrees).sum();
    let refuses = collect(rows, |tally| &tally.oracle_refuses);
    let differs = collect(rows, |tally| &tally.oracle_differs);
    lines.push(format!(
        "oracle: java-bytecode agrees on {}, differs on {}, cannot read and write {} of what we can",
        grouped(agrees as u64),
        grouped(differs.len() as u64),
        grouped(refuses.len() as u64),
    ));
    let failures: Vec<Remark> = rows
        .iter()
        .flat_map(|row| &row.tally.failures)
        .map(|failure| (failure.place.clone(), failure.error.clone()))
        .collect();
    name_places("oracle counts differently", &differs, &mut lines);
    name_places("oracle cannot", &refuses, &mut lines);
    name_places("not a class", &collect(rows, |tally| &tally.foreign), &mut lines);
    name_places("malformed", &collect(rows, |tally| &tally.malformed), &mut lines);
    name_places("failed", &failures.iter().collect::<Vec<_>>(), &mut lines);
    lines.join("\n") + "\n"
}

fn cells(Row { name, jars, tally, seconds }: &Row) -> [String; 8] {
    [
        name.clone(),
        jars.map_or_else(|| "-".to_owned(), |jars| grouped(jars as u64)),
        grouped(tally.classes as u64),
        grouped(tally.bytes),
        grouped(tally.identical as u64),
        grouped(tally.malformed.len() as u64),
        grouped(tally.failures.len() as u64),
        format!("{seconds:.1}"),
    ]
}

fn line(cells: [String; 8]) -> String {
    let [name, jars, classes, bytes, identical, malformed, failed, seconds] = cells;
    format!(
        "{name:8} {jars:>5} {classes:>9} {bytes:>14} {identical:>10} {malformed:>10} {failed:>7} \
         {seconds:>8}"
    )
}

fn collect(rows: &[Row], remarks: fn(&Tally) -> &Vec<Remark>) -> Vec<&Remark> {
    rows.iter().flat_map(|row| remarks(&row.tally)).collect()
}

fn name_places(what: &str, remarks: &[&Remark], lines: &mut Vec<String>) {
    let shown = remarks.iter().take(SHOWN);
    lines.extend(shown.map(|(place, remark)| format!("{what}: {place}: {remark}")));
    if remarks.len() > SHOWN {
        lines.push(format!("{what}: and {} more", remarks.len() - SHOWN));
    }
}

/// The number with a comma before every third digit from the end.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
