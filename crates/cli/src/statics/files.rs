//! The class files that a graph is made of: those of the class path, and those of the JDK.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use tamis_facts::family_name;
use tamis_graph::{ClassEntry, ClassSource, Part, Platform, content_of};
use tamis_image::{Image, PATH};
use tamis_vocab::Fingerprint;
use tamis_world::{ClassBytes, World};

/// The classes of a class path, and where their bytes are.
pub(super) struct Files<'w> {
    classes: Vec<OwnClass<'w>>,
    roots: Vec<ClassBytes<'w>>,
}

struct OwnClass<'w> {
    name: &'w str,
    part: Part,
    /// What its family is, see [`contents`]; `None` if it cannot be read: then it has no facts either.
    content: Option<Fingerprint>,
    /// Root, and position in it.
    place: (usize, usize),
}

impl<'w> Files<'w> {
    pub(super) fn of(world: &'w World) -> Self {
        let (mut classes, mut roots) = (Vec::new(), Vec::new());
        for (number, root) in world.by_root().iter().enumerate() {
            let part = if root.is_jar { Part::Library } else { Part::Project };
            let own = root.classes.iter().enumerate().map(|(position, class)| OwnClass {
                name: class.name,
                part,
                content: class.all,
                place: (number, position),
            });
            classes.extend(own);
            roots.push(world.bytes_of(root));
        }
        let families = contents(&classes);
        for class in &mut classes {
            let family = families.get(family_name(class.name)).copied();
            class.content = class.content.and(family);
        }
        Self { classes, roots }
    }

    /// The classes of the class path, and behind them those of the JDK.
    pub(super) fn entries<'f>(&'f self, platform: Option<&'f Platform>) -> Vec<ClassEntry<'f>> {
        let unreadable = content_of(b"");
        let own = self.classes.iter().map(|class| ClassEntry {
            name: class.name,
            part: class.part,
            content: class.content.unwrap_or(unreadable),
        });
        let platform = platform.into_iter().flat_map(Platform::entries);
        own.chain(platform).collect()
    }

    /// Where their bytes come from.
    pub(super) fn source<'f>(&'f self, platform: &'f Platform) -> Source<'f, 'w> {
        Source { own: self, platform }
    }
}

/// One fingerprint for all classes of a family. That of a class alone would not do: compilers number classes, its fingerprint
/// is the same whatever number another class of the family has, and a graph that is kept needs the names as they are.
fn contents<'w>(classes: &[OwnClass<'w>]) -> BTreeMap<&'w str, Fingerprint> {
    let mut families: BTreeMap<&str, Vec<u8>> = BTreeMap::new();
    // In the order of the class path, and in it of names.
    for class in classes {
        let bytes = families.entry(family_name(class.name)).or_default();
        bytes.extend(class.name.as_bytes());
        bytes.push(0);
        bytes.extend(class.content.map_or([0; 16], Fingerprint::to_bytes));
    }
    families.into_iter().map(|(family, bytes)| (family, content_of(&bytes))).collect()
}

pub(super) struct Source<'f, 'w> {
    own: &'f Files<'w>,
    platform: &'f Platform,
}

impl ClassSource for Source<'_, '_> {
    fn read<'b>(&'b self, position: usize, buffer: &'b mut Vec<u8>) -> Result<&'b [u8], String> {
        let Some(class) = self.own.classes.get(position) else {
            let position = position.saturating_sub(self.own.classes.len());
            return self.platform.read(position, buffer);
        };
        let (root, position) = class.place;
        let bytes = || self.own.roots.get(root)?.read(position);
        // What has no facts may be anything, and the graph has to know that it cannot be read.
        *buffer = class.content.and_then(|_| bytes()).ok_or("it cannot be read")?;
        Ok(buffer)
    }
}

/// A JDK.
pub(crate) struct Jdk {
    /// What identifies it: the build, and the content of its classes.
    pub(crate) origin: String,
    pub(crate) platform: Platform,
}

impl Jdk {
    pub(crate) fn read(home: &Path) -> Result<Self, String> {
        let cannot = |error: tamis_image::ImageError| format!("the classes of the JDK: {error}");
        let image = Image::open(&home.join(PATH)).map_err(cannot)?;
        let platform = Platform::of(image).map_err(cannot)?;
        let release = fs::read_to_string(home.join("release")).unwrap_or_default();
        let build = release.lines().find_map(|line| line.strip_prefix("JAVA_RUNTIME_VERSION="));
        let build = build.unwrap_or("unnamed").trim_matches('"');
        Ok(Self { origin: format!("{build} {}", platform.content()), platform })
    }
}
