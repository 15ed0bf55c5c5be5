//! What is asked of one class: that reading and writing give back its bytes.

use tamis_classfile::{ClassFile, write};

use super::oracle::{self, Opinion};
use super::tally::Tally;

/// What a class file begins with.
const MAGIC: [u8; 4] = [0xca, 0xfe, 0xba, 0xbe];

/// Reads the class, writes it and enters the result.
pub(super) fn check(bytes: &[u8], place: impl Fn() -> String, tally: &mut Tally) {
    if !bytes.starts_with(&MAGIC) {
        let start = bytes.get(..MAGIC.len()).unwrap_or(bytes);
        let reason = format!("{} bytes that begin with {start:02x?}", bytes.len());
        tally.foreign.push((place(), reason));
        return;
    }
    tally.classes += 1;
    tally.bytes += bytes.len() as u64;
    match round_trip(bytes) {
        Ok(class) => {
            tally.identical += 1;
            match oracle::ask(bytes, &class) {
                Opinion::Agrees => tally.oracle_agrees += 1,
                Opinion::Refuses(error) => tally.oracle_refuses.push((place(), error)),
                Opinion::Differs(how) => tally.oracle_differs.push((place(), how)),
            }
        }
        Err(error) => tally.fail(place(), error, bytes),
    }
}

/// The class, if writing it gives the same bytes, or else what is wrong.
fn round_trip(bytes: &[u8]) -> Result<ClassFile<'_>, String> {
    let class = ClassFile::parse(bytes).map_err(|error| error.to_string())?;
    let written = write::reencode(&class).map_err(|error| error.to_string())?;
    if written == bytes {
        return Ok(class);
    }
    let offset = written.iter().zip(bytes).take_while(|(left, right)| left == right).count();
    Err(format!(
        "class `{}`: written differently from byte {offset:#x} on ({} bytes, read {})",
        class.name(),
        written.len(),
        bytes.len()
    ))
}
