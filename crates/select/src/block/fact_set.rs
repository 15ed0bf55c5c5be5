//! The facts of one test: a set of numbers, in the bytes of a block.
//!
//! If nothing changed, which is the common case, nobody asks which facts they are: all of the block hold. Decoding them
//! would then be most of the work.

use roaring::RoaringBitmap;

/// How a set begins that has no container of runs; see the portable format of Roaring bitmaps.
const WITHOUT_RUNS: u32 = 12346;
/// How one begins that has some. In its upper half is the number of containers, less one.
const WITH_RUNS: u16 = 12347;
/// A set with runs has no table of places if it has fewer containers.
const FEW: usize = 4;
/// The most numbers that a container lists one by one.
const LISTED: usize = 4096;
/// Bytes of a container with a bit for each number.
const BITS: usize = 8192;

/// A set that is not decoded.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FactSet<'b> {
    bytes: &'b [u8],
    /// How many facts there are in the block.
    limit: u32,
}

impl<'b> FactSet<'b> {
    pub(crate) fn new(bytes: &'b [u8], limit: u32) -> Self {
        Self { bytes, limit }
    }

    /// The numbers; `None` if the bytes are no set, or have numbers beyond the block's facts.
    pub(crate) fn decode(&self) -> Option<RoaringBitmap> {
        let facts = RoaringBitmap::deserialize_from(self.bytes).ok()?;
        facts.max().is_none_or(|last| last < self.limit).then_some(facts)
    }

    /// How many there are; `None` if the bytes cannot be a set of facts of the block. Which ones is not looked at.
    pub(crate) fn count(&self) -> Option<u64> {
        let mut rest = self.bytes;
        let (containers, runs) = start(&mut rest)?;
        let keys = take(&mut rest, containers.checked_mul(4)?)?;
        if runs.is_empty() || containers >= FEW {
            // Where each container is, which follows from their sizes.
            take(&mut rest, containers.checked_mul(4)?)?;
        }
        let (mut count, mut next) = (0, 0);
        for (number, key) in keys.as_chunks::<4>().0.iter().enumerate() {
            let [key_low, key_high, size_low, size_high] = *key;
            let size = usize::from(u16::from_le_bytes([size_low, size_high])) + 1;
            let has_runs = runs.get(number / 8).is_some_and(|byte| byte & 1 << (number % 8) != 0);
            let last = if has_runs {
                let runs = u16::from_le_bytes(take(&mut rest, 2)?.try_into().ok()?);
                last_of_runs(take(&mut rest, 4 * usize::from(runs))?)?
            } else if size <= LISTED {
                let listed = take(&mut rest, 2 * size)?;
                listed.last_chunk().map(|last| u32::from(u16::from_le_bytes(*last)))?
            } else {
                last_of_bits(take(&mut rest, BITS)?)?
            };
            let start = u32::from(u16::from_le_bytes([key_low, key_high])) << 16;
            let last = start.checked_add(last)?;
            if start < next || last >= self.limit {
                return None;
            }
            next = last;
            count += size as u64;
        }
        rest.is_empty().then_some(count)
    }
}

/// The number of containers, and a bit for each that says whether it has runs.
fn start<'b>(rest: &mut &'b [u8]) -> Option<(usize, &'b [u8])> {
    let cookie = u32::from_le_bytes(take(rest, 4)?.try_into().ok()?);
    if cookie == WITHOUT_RUNS {
        let containers = u32::from_le_bytes(take(rest, 4)?.try_into().ok()?);
        return Some((containers as usize, &[]));
    }
    let containers = (cookie >> 16) as usize + 1;
    let is_known = cookie as u16 == WITH_RUNS;
    is_known.then_some((containers, take(rest, containers.div_ceil(8))?))
}

fn take<'b>(rest: &mut &'b [u8], length: usize) -> Option<&'b [u8]> {
    let (taken, behind) = rest.split_at_checked(length)?;
    *rest = behind;
    Some(taken)
}

/// The largest number in pairs of a first number and how many follow it.
fn last_of_runs(runs: &[u8]) -> Option<u32> {
    let [first_low, first_high, more_low, more_high] = *runs.last_chunk()?;
    let first = u16::from_le_bytes([first_low, first_high]);
    let more = u16::from_le_bytes([more_low, more_high]);
    first.checked_add(more).map(u32::from)
}

/// The place of the last bit.
fn last_of_bits(bits: &[u8]) -> Option<u32> {
    let place = bits.iter().rposition(|byte| *byte != 0)?;
    let byte = bits.get(place)?;
    Some(place as u32 * 8 + byte.ilog2())
}

#[cfg(test)]
mod tests {
    use super::FactSet;
    use proptest::prelude::*;
    use roaring::RoaringBitmap;

    fn bytes(facts: &RoaringBitmap) -> Vec<u8> {
        let mut bytes = Vec::new();
        facts.serialize_into(&mut bytes).unwrap();
        bytes
    }

    proptest! {
        #[test]
        fn what_is_counted_is_what_is_decoded(
            few in prop::collection::btree_set(0_u32..300_000, 0..200),
            many in prop::option::of((0_u32..200_000, 1_u32..9000, 1_u32..4)),
            with_runs in any::<bool>(),
            beyond in 0_u32..3,
        ) {
            let mut facts: RoaringBitmap = few.into_iter().collect();
            if let Some((start, count, step)) = many {
                facts.extend((0..count).map(|number| start + number * step));
            }
            if with_runs {
                facts.optimize();
            }
            let bytes = bytes(&facts);
            let limit = facts.max().map_or(0, |last| last + beyond);
            let set = FactSet::new(&bytes, limit);
            prop_assert_eq!(set.count(), set.decode().map(|facts| facts.len()));
            if beyond > 0 || facts.is_empty() {
                prop_assert_eq!(set.count(), Some(facts.len()));
            } else {
                prop_assert_eq!(set.count(), None);
            }
        }

        #[test]
        fn no_bytes_do_harm(bytes in prop::collection::vec(any::<u8>(), 0..64), runs in any::<bool>()) {
            let mut all = (if runs { 12347_u32 } else { 12346 }).to_le_bytes().to_vec();
            all.extend_from_slice(&bytes);
            for bytes in [&bytes, &all] {
                let set = FactSet::new(bytes, 1000);
                let _ = (set.count(), set.decode());
            }
        }
    }
}
