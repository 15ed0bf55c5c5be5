//! What became of classes before and after they were rewritten.

use std::collections::BTreeMap;
use std::time::Instant;

use super::rewriting::{Counts, Pass};

const VERIFY_ERROR: &str = "java.lang.VerifyError";

/// How many classes are listed of each kind.
const LISTED: usize = 20;

/// A class: its module or the group of its jar, and its name with dots.
pub(super) type Key = (String, String);

/// Why a class does not link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Failure {
    /// The name of the class of the error.
    pub(super) kind: String,
    /// The first line of its message.
    pub(super) message: String,
}

impl Failure {
    pub(super) fn is_verify_error(&self) -> bool {
        self.kind == VERIFY_ERROR
    }
}

/// What a virtual machine says of many classes.
#[derive(Debug, Default)]
pub(super) struct Links {
    pub(super) tried: usize,
    pub(super) failures: BTreeMap<Key, Failure>,
    /// How often a class of that name was handed to the old verifier after the one with frames had refused it.
    pub(super) fail_overs: BTreeMap<String, usize>,
}

impl Links {
    pub(super) fn add(&mut self, other: Self) {
        self.tried += other.tried;
        self.failures.extend(other.failures);
        for (name, count) in other.fail_overs {
            *self.fail_overs.entry(name).or_default() += count;
        }
    }

    /// The classes that prove nothing, by kind of error, as text.
    pub(super) fn by_kind(&self) -> String {
        let mut kinds = BTreeMap::<&str, usize>::new();
        for failure in self.failures.values() {
            let kind = failure.kind.rsplit('.').next().unwrap_or_default();
            *kinds.entry(kind).or_default() += 1;
        }
        kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect::<Vec<_>>().join(", ")
    }

    /// All failures, a line for each.
    pub(super) fn listing(&self) -> String {
        let line = |((place, name), Failure { kind, message }): (&Key, &Failure)| {
            format!("{kind}\t{place}\t{name}\t{message}\n")
        };
        self.failures.iter().map(line).collect()
    }
}

/// Lets each machine know of the verify errors that others find in the originals. A class that misses another one may
/// have such an error as well, and which of them comes first depends on the order of its methods, which rewriting changes.
pub(super) fn share_verify_errors(befores: &mut [Links]) {
    let found: BTreeMap<Key, Failure> = befores
        .iter()
        .flat_map(|links| &links.failures)
        .filter(|(_, failure)| failure.is_verify_error())
        .map(|(key, failure)| (key.clone(), failure.clone()))
        .collect();
    for (key, failure) in befores.iter_mut().flat_map(|links| &mut links.failures) {
        if let Some(found) = found.get(key) {
            failure.clone_from(found);
        }
    }
}

/// What is worse after rewriting than it was before.
#[derive(Debug, PartialEq, Eq)]
struct Worse<'a> {
    failures: Vec<(&'a Key, &'a Failure)>,
    fail_overs: Vec<&'a str>,
}

fn compare<'a>(before: &Links, after: &'a Links) -> Worse<'a> {
    // A class that failed may fail for another reason: which of several missing classes is missed first depends on the
    // order in which HotSpot verifies methods, and that on addresses.
    let is_new = |key: &Key, failure: &Failure| match before.failures.get(key) {
        None => true,
        Some(old) => failure.is_verify_error() && !old.is_verify_error(),
    };
    let failures = after.failures.iter().filter(|(key, failure)| is_new(key, failure)).collect();
    let is_more = |name: &str, count: usize| count > *before.fail_overs.get(name).unwrap_or(&0);
    let fail_overs = after
        .fail_overs
        .iter()
        .filter(|(name, count)| is_more(name, **count))
        .map(|(name, _)| name.as_str())
        .collect();
    Worse { failures, fail_overs }
}

/// Prints one line for a pass, and what is wrong. Says whether nothing has become worse, and whether each class that our
/// reader does not understand is one that the virtual machine does not understand either.
pub(super) fn report(
    name: &str,
    pass: Pass,
    counts: &Counts,
    [before, after]: [&Links; 2],
    start: Instant,
) -> bool {
    let Counts { classes, methods, insertions, guards, wraps, refused, unread } = counts;
    let Worse { failures, fail_overs } = compare(before, after);
    let verify = failures.iter().filter(|(_, failure)| failure.is_verify_error()).count();
    println!(
        "{name}  {:5}  {classes} classes rewritten: {methods} probes, {insertions} insertions, {guards} guards, {wraps} \
         wraps, {refused} refused; {} of {} link: {verify} verify errors, {} other new errors, {} new fail-overs, {} \
         failed before and after; {:.0} s",
        pass.name(),
        after.tried - after.failures.len(),
        after.tried,
        failures.len() - verify,
        fail_overs.len(),
        after.failures.len() - failures.len(),
        start.elapsed().as_secs_f64(),
    );
    for ((place, name), Failure { kind, message }) in failures.iter().take(LISTED) {
        println!("    {kind} in {place}: {name}: {message}");
    }
    for name in fail_overs.iter().take(LISTED) {
        println!("    only the old verifier takes {name}");
    }
    let mut is_fine = failures.is_empty() && fail_overs.is_empty() && after.tried == before.tried;
    for (key, reason) in unread {
        let is_excused = before.failures.contains_key(key);
        is_fine &= is_excused;
        let note = if is_excused { "broken before" } else { "not readable" };
        println!("    {note} in {}: {}: {reason}", key.0, key.1);
    }
    is_fine
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(failures: &[(&str, &str)], fail_overs: &[(&str, usize)]) -> Links {
        let failure = |(name, kind): &(&str, &str)| {
            let failure = Failure { kind: format!("java.lang.{kind}"), message: String::new() };
            (("a.jar".to_owned(), (*name).to_owned()), failure)
        };
        Links {
            tried: 9,
            failures: failures.iter().map(failure).collect(),
            fail_overs: fail_overs
                .iter()
                .map(|(name, count)| ((*name).to_owned(), *count))
                .collect(),
        }
    }

    #[test]
    fn an_error_is_new_unless_the_class_failed_before() {
        let before = links(&[("A", "NoClassDefFoundError"), ("B", "VerifyError")], &[("P", 1)]);
        let same = links(&[("A", "IllegalAccessError"), ("B", "VerifyError")], &[("P", 1)]);
        assert_eq!(compare(&before, &same), Worse { failures: vec![], fail_overs: vec![] });
        let worse = links(
            &[("A", "VerifyError"), ("B", "VerifyError"), ("C", "NoClassDefFoundError")],
            &[("P", 2), ("Q", 1)],
        );
        let Worse { failures, fail_overs } = compare(&before, &worse);
        let names: Vec<&str> = failures.iter().map(|(key, _)| key.1.as_str()).collect();
        assert_eq!(names, ["A", "C"]);
        assert_eq!(fail_overs, ["P", "Q"]);
    }

    #[test]
    fn a_verify_error_that_another_machine_found_before_is_not_new() {
        let mut befores = [
            links(&[("A", "UnsupportedClassVersionError"), ("B", "NoClassDefFoundError")], &[]),
            links(&[("A", "VerifyError"), ("C", "VerifyError")], &[]),
        ];
        share_verify_errors(&mut befores);
        let after = links(&[("A", "VerifyError"), ("B", "VerifyError"), ("C", "VerifyError")], &[]);
        let names: Vec<&str> =
            compare(&befores[0], &after).failures.iter().map(|(key, _)| key.1.as_str()).collect();
        // What links on this machine has to link on it afterwards.
        assert_eq!(names, ["B", "C"]);
    }

    #[test]
    fn failures_are_counted_by_kind() {
        let links = links(&[("A", "VerifyError"), ("B", "E"), ("C", "VerifyError")], &[]);
        assert_eq!(links.by_kind(), "1 E, 2 VerifyError");
    }
}
