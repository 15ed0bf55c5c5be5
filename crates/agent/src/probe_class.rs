//! `java.lang.TamisProbe`, as the agent holds it.
#![expect(unsafe_code, reason = "sets a field of the class, whose type nobody checks")]

use tamis_jvmti::{Global, Jni, Object, StaticField};

/// What of the class that instrumented code calls is taken at boundaries.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ProbeClass {
    /// A byte for each probe.
    pub(crate) hits: Global,
    /// Classes that `look` has told of, and the class of those.
    looked: StaticField,
    class: Global,
}

/// How many classes `look` remembers; a power of two.
const PLACES: usize = 256;

impl ProbeClass {
    pub(crate) fn of(jni: &Jni<'_>, class: Object<'_>) -> Option<Self> {
        let hits = jni.static_field(class, c"hits", c"[B").and_then(|hits| jni.global(hits))?;
        let looked = jni.find_static_field(class, c"looked", c"[Ljava/lang/Class;")?;
        let class = jni.find_class(c"java/lang/Class").and_then(|class| jni.global(class))?;
        Some(Self { hits, looked, class })
    }

    /// Has `look` tell of classes again that it has told of. If there is no memory, it tells always.
    pub(crate) fn look_again(&self, jni: &Jni<'_>) {
        let empty = jni.new_array(PLACES, self.class.get());
        // SAFETY: the field holds an array of classes.
        unsafe { jni.set_static_field(self.looked, empty) };
        if let Some(empty) = empty {
            jni.forget(empty);
        }
    }
}
