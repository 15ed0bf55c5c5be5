//! The classes of a JDK, from its image. They are part of the environment, not of the world; but which methods they declare
//! says what of them a class can override.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;
use tamis_image::{Image, PATH};

/// Types above each other; more are not believed.
const MOST_TYPES: usize = 4096;

/// Names and descriptors of methods.
pub(crate) type Methods = Arc<BTreeSet<(String, String)>>;

/// A JDK.
#[derive(Debug)]
pub(crate) struct Platform {
    image: Image,
    known: Mutex<FxHashMap<String, Option<Methods>>>,
}

impl Platform {
    /// The JDK in that folder; `None` if it has no image that can be read.
    pub(crate) fn open(java_home: &Path) -> Option<Self> {
        let image = Image::open(&java_home.join(PATH)).ok()?;
        Some(Self { image, known: Mutex::default() })
    }

    /// The methods that a class below that type can override, of the type itself and of all above it; `None` if that is not
    /// known.
    pub(crate) fn overridable(&self, class: &str) -> Option<Methods> {
        let all_known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all_known().get(class) {
            return known.clone();
        }
        let found = self.collect(class).map(Arc::new);
        all_known().insert(class.to_owned(), found.clone());
        found
    }

    fn collect(&self, class: &str) -> Option<BTreeSet<(String, String)>> {
        const PRIVATE_OR_STATIC: u16 = 0x0002 | 0x0008;
        let mut methods = BTreeSet::new();
        let mut seen = BTreeSet::from([class.to_owned()]);
        let mut waiting = vec![class.to_owned()];
        while let Some(name) = waiting.pop() {
            let bytes = self.image.class(&name)?;
            let facts = tamis_facts::extract(&[&bytes]).into_iter().next()?.ok()?;
            for method in facts.methods() {
                let name = facts.text(method.name);
                if method.flags & PRIVATE_OR_STATIC == 0 && !name.starts_with('<') {
                    methods.insert((name.to_owned(), facts.text(method.descriptor).to_owned()));
                }
            }
            for above in facts.superclass().into_iter().chain(facts.interfaces()) {
                if seen.insert(above.to_owned()) {
                    waiting.push(above.to_owned());
                }
            }
            if seen.len() > MOST_TYPES {
                return None;
            }
        }
        Some(methods)
    }
}

#[cfg(test)]
mod tests {
    use super::Platform;

    #[test]
    fn a_jdk_says_what_can_be_overridden() {
        for release in [17, 25] {
            let platform = Platform::open(&tamis_testkit::jdk(release).home).unwrap();
            let has = |class: &str, name: &str, descriptor: &str| {
                let methods = platform.overridable(class).unwrap();
                methods.contains(&(name.to_owned(), descriptor.to_owned()))
            };
            assert!(has("java/lang/Runnable", "run", "()V"));
            assert!(has("java/util/ArrayList", "size", "()I"));
            assert!(has("java/util/ArrayList", "stream", "()Ljava/util/stream/Stream;"));
            assert!(has("java/sql/Driver", "acceptsURL", "(Ljava/lang/String;)Z"));
            assert!(has("java/io/Serializable", "toString", "()Ljava/lang/String;"));
            assert!(!has("java/lang/Runnable", "walk", "()V"));
            assert!(platform.overridable("p/None").is_none());
            assert!(platform.overridable("java/util/None").is_none());
        }
    }
}
