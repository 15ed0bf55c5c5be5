//! The classes of a JDK as a part of a class path.

use tamis_image::{Image, ImageError, Place};
use tamis_vocab::Fingerprint;
use xxhash_rust::xxh3::Xxh3;

use crate::entry::{ClassEntry, ClassSource, Part, content_of};

/// The classes of a JDK; their bytes stay in its image.
#[derive(Debug)]
pub struct Platform {
    image: Image,
    classes: Vec<PlatformClass>,
}

#[derive(Debug)]
struct PlatformClass {
    name: String,
    place: Place,
    content: Fingerprint,
}

impl Platform {
    /// All classes of an image, in its order, without declarations of modules, of which each has the same name.
    pub fn of(image: Image) -> Result<Self, ImageError> {
        let mut listed = image.classes()?;
        listed.retain(|class| !class.is_module());
        let mut classes = Vec::with_capacity(listed.len());
        image.read_all(&listed, |class, bytes| {
            let (name, place) = (class.name(), class.place);
            classes.push(PlatformClass { name, place, content: content_of(bytes) });
        })?;
        drop(listed);
        Ok(Self { image, classes })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.classes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// What identifies all of them, with their names.
    pub fn content(&self) -> Fingerprint {
        let mut digest = Xxh3::new();
        for class in &self.classes {
            digest.update(class.name.as_bytes());
            digest.update(b"\0");
            digest.update(&class.content.to_bytes());
        }
        Fingerprint::from_u128(digest.digest128())
    }

    /// As the input of a graph; [`Self`] is the source for it.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = ClassEntry<'_>> {
        self.classes.iter().map(|class| ClassEntry {
            name: &class.name,
            part: Part::Platform,
            content: class.content,
        })
    }
}

impl ClassSource for Platform {
    fn read<'b>(&'b self, position: usize, buffer: &'b mut Vec<u8>) -> Result<&'b [u8], String> {
        let class =
            self.classes.get(position).ok_or_else(|| format!("there is no file {position}"));
        self.image.read(class?.place, buffer).map_err(|error| error.to_string())?;
        Ok(buffer)
    }
}
