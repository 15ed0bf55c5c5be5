//! `java.lang.TamisProbe`, as the agent holds it.

use tamis_jvmti::{Global, Jni, Object, StaticField};

/// What of the class that instrumented code calls is taken at boundaries.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ProbeClass {
    /// A byte for each probe.
    pub(crate) hits: Global,
    /// Classes that `look` has told of.
    looked: StaticField,
}

impl ProbeClass {
    pub(crate) fn of(jni: &Jni<'_>, class: Object<'_>) -> Option<Self> {
        let hits = jni.static_field(class, c"hits", c"[B").and_then(|hits| jni.global(hits))?;
        let looked = jni.find_static_field(class, c"looked", c"[Ljava/lang/Class;")?;
        Some(Self { hits, looked })
    }

    /// Has `look` tell of classes again that it has told of.
    pub(crate) fn look_again(&self, jni: &Jni<'_>) {
        jni.clear_static_field(self.looked);
    }
}
