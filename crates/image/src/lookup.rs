//! One class by its name, without a look at the others.

use crate::{HEADER, Image, Location, Place};

const HASH_SEED: i32 = 0x0100_0193;

/// A larger class file is not read.
const LARGEST: usize = 16 << 20;

impl Image {
    /// The class file of an internal name, whichever module it is in; `None` if there is none that can be had.
    pub fn class(&self, name: &str) -> Option<Vec<u8>> {
        let package = name.rsplit_once('/')?.0.replace('/', ".");
        // Pairs of whether the package is empty there, and the name of the module.
        let modules = self.content(&format!("/packages/{package}"))?;
        modules.chunks_exact(8).find_map(|pair| {
            let name_of_module = self.number_of(*pair.last_chunk()?);
            let module = self.string(u64::from(name_of_module)).ok()?;
            self.content(&format!("/{module}/{name}.class"))
        })
    }

    fn content(&self, path: &str) -> Option<Vec<u8>> {
        let place = self.find(path)?;
        self.bytes(place.start, Some(place.length).filter(|length| *length <= LARGEST)?).ok()
    }

    fn find(&self, path: &str) -> Option<Place> {
        let place = |hash: i32| (hash.unsigned_abs() as usize).checked_rem(self.table_length);
        let first = place(hash(path, HASH_SEED))?;
        let redirect = self.number(HEADER + first * 4, "a redirection").ok()?.cast_signed();
        let place = match redirect {
            0 => return None,
            seed @ 1.. => place(hash(path, seed))?,
            direct => usize::try_from(-1_i64 - i64::from(direct)).ok()?,
        };
        let location = self.location_at(place).ok()?;
        let is_it = location.compressed == 0 && self.path(&location)? == path;
        if is_it { self.place(&location).ok() } else { None }
    }

    /// The path that a location stands for.
    fn path(&self, location: &Location) -> Option<String> {
        let text = |offset| self.string(offset).ok();
        let mut path = String::new();
        let module = text(location.module)?;
        if !module.is_empty() {
            path.push('/');
            path.push_str(module);
            path.push('/');
        }
        let parent = text(location.parent)?;
        if !parent.is_empty() {
            path.push_str(parent);
            path.push('/');
        }
        path.push_str(text(location.base)?);
        let extension = text(location.extension)?;
        if !extension.is_empty() {
            path.push('.');
            path.push_str(extension);
        }
        Some(path)
    }
}

fn hash(path: &str, seed: i32) -> i32 {
    let step = |hash: i32, byte: u8| hash.wrapping_mul(HASH_SEED) ^ i32::from(byte);
    path.bytes().fold(seed, step) & i32::MAX
}
