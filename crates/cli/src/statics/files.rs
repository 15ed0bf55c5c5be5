//! The class files that a graph is made of: those of the class path, and those of the JDK.

use std::fs;
use std::path::Path;

use tamis_graph::image::{Image, Platform};
use tamis_graph::{ClassEntry, ClassSource, Part, content_of};
use tamis_vocab::Fingerprint;
use tamis_world::World;

/// The classes of a class path, with their bytes.
pub(super) struct Files {
    classes: Vec<OwnClass>,
}

struct OwnClass {
    name: String,
    part: Part,
    /// `None` if it cannot be read: then it has no facts either.
    content: Option<Fingerprint>,
    bytes: Option<Vec<u8>>,
}

impl Files {
    pub(super) fn read(world: &World) -> Self {
        let mut classes = Vec::new();
        for root in world.by_root() {
            let part = if root.is_jar { Part::Library } else { Part::Project };
            let bytes = world.bytes_of(&root);
            for (class, bytes) in root.classes.iter().zip(bytes) {
                // What has no facts may be anything: the graph has to find that it cannot be read.
                let bytes = class.all.and(bytes);
                let name = class.name.to_owned();
                classes.push(OwnClass { name, part, content: class.all, bytes });
            }
        }
        Self { classes }
    }

    /// The classes of the class path, and behind them those of the JDK.
    pub(super) fn entries<'f>(&'f self, platform: Option<&'f Platform<'_>>) -> Vec<ClassEntry<'f>> {
        let unreadable = content_of(b"");
        let own = self.classes.iter().map(|class| ClassEntry {
            name: &class.name,
            part: class.part,
            content: class.content.unwrap_or(unreadable),
        });
        let platform = platform.into_iter().flat_map(Platform::entries);
        own.chain(platform).collect()
    }

    /// Where their bytes come from.
    pub(super) fn source<'f>(&'f self, platform: &'f Platform<'f>) -> Source<'f> {
        Source { own: &self.classes, platform }
    }
}

pub(super) struct Source<'f> {
    own: &'f [OwnClass],
    platform: &'f Platform<'f>,
}

impl ClassSource for Source<'_> {
    fn read<'b>(&'b self, position: usize, buffer: &'b mut Vec<u8>) -> Result<&'b [u8], String> {
        match self.own.get(position) {
            Some(class) => class.bytes.as_deref().ok_or_else(|| "it cannot be read".to_owned()),
            None => self.platform.read(position.saturating_sub(self.own.len()), buffer),
        }
    }
}

/// The image of a JDK.
pub(super) struct Jdk {
    /// What identifies it: the build, and the content of its image.
    pub(super) origin: String,
    image: Vec<u8>,
}

impl Jdk {
    pub(super) fn read(home: &Path) -> Result<Self, String> {
        let path = home.join("lib/modules");
        let cannot = |error: &dyn std::fmt::Display| {
            format!("the classes of the JDK: cannot read `{}`: {error}", path.display())
        };
        let image = fs::read(&path).map_err(|error| cannot(&error))?;
        let release = fs::read_to_string(home.join("release")).unwrap_or_default();
        let build = release.lines().find_map(|line| line.strip_prefix("JAVA_RUNTIME_VERSION="));
        let build = build.unwrap_or("unnamed").trim_matches('"');
        Ok(Self { origin: format!("{build} {}", content_of(&image)), image })
    }

    pub(super) fn platform(&self) -> Result<Platform<'_>, String> {
        let platform = Image::parse(&self.image).and_then(|image| Platform::of(&image));
        platform.map_err(|error| format!("the classes of the JDK: {error}"))
    }
}
