//! Whether test classes leave the default locale or time zone as they found it.
//!
//! Who asks for a default is not recorded, unless static fields are compared: the JDK asks all the time, and that would
//! cost. So a test that leaves another default behind is taken to be one that all later tests of the machine rest on. Few
//! tests do that; what a default was is only looked at when somebody sets it.

use std::sync::{Mutex, PoisonError};

use tamis_journal::Observation;
use tamis_jvmti::Jni;

use crate::{Agent, statics};

/// A default of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Default {
    Locale,
    Zone,
}

impl Default {
    const fn name(self) -> &'static [u8] {
        match self {
            Self::Locale => b"locale",
            Self::Zone => b"time-zone",
        }
    }

    /// What it is now, as text. The fields are read, as the methods work out what is not known yet.
    fn text(self, jni: &Jni<'_>) -> Vec<u8> {
        let (class, fields, descriptor) = match self {
            Self::Locale => (
                c"java/util/Locale",
                &[c"defaultLocale", c"defaultDisplayLocale", c"defaultFormatLocale"][..],
                c"Ljava/util/Locale;",
            ),
            Self::Zone => {
                (c"java/util/TimeZone", &[c"defaultTimeZone"][..], c"Ljava/util/TimeZone;")
            }
        };
        let mut all = Vec::new();
        let Some(class) = jni.find_class(class) else { return all };
        let mut main = Vec::new();
        for field in fields {
            let held = jni.static_field(class, field, descriptor);
            let text = held.and_then(|held| {
                let text = jni.call_object(held, c"toString", c"()Ljava/lang/String;", &[]);
                jni.forget(held);
                text
            });
            let text = text.map(|text| {
                let bytes = jni.string(text);
                jni.forget(text);
                bytes
            });
            // As long as nobody has set them, the locales for texts and numbers are the one for all.
            let text = text.unwrap_or_else(|| main.clone());
            if main.is_empty() {
                main.clone_from(&text);
            }
            all.extend(text);
            all.push(b'\n');
        }
        jni.forget(class);
        all
    }
}

/// What defaults were before the first time that they were set, since the last boundary between tests.
static BEFORE: Mutex<[Option<Vec<u8>>; 2]> = Mutex::new([None, None]);

fn before() -> std::sync::MutexGuard<'static, [Option<Vec<u8>>; 2]> {
    BEFORE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A default is about to be set.
pub(crate) fn setting(jni: &Jni<'_>, which: Default) {
    if statics::is_on() || before().get(which as usize).is_some_and(Option::is_some) {
        return;
    }
    // Not while the lock is held: a zone of the program has a text of its own.
    let text = which.text(jni);
    if let Some(slot) = before().get_mut(which as usize)
        && slot.is_none()
    {
        *slot = Some(text);
    }
}

/// Whether a default that was set is as it was before. A text of empty lines says that there was nothing to be seen, and
/// then nobody knows.
fn is_same(was: &[u8], is: &[u8]) -> bool {
    was == is && is.iter().any(|byte| *byte != b'\n')
}

/// A scope is about to begin or to end: what is not as it was is charged to those that are active.
pub(crate) fn settle(agent: &Agent, jni: &Jni<'_>) {
    for which in [Default::Locale, Default::Zone] {
        let was = before().get_mut(which as usize).and_then(Option::take);
        if let Some(was) = was
            && agent.recorder.has_scope()
            && !is_same(&was, &which.text(jni))
        {
            agent.recorder.observe(which.name(), Observation::DefaultLeft);
        }
    }
}
