//! What test classes leave behind in static fields.
//!
//! Whenever a scope begins or ends, and code of the program ran since the last time, the static fields of all initialised
//! classes are compared with what they held then; what is different was left by all scopes that were active. A field is
//! compared by all that can be reached from it, not by which objects that are: see `fingerprint`.
//!
//! The first scope that uses a class initialises it, and that leaves nothing behind: what is compared with is what the
//! fields held when the initialiser ended. Of a class without an initialiser that is known without looking. Where the end of
//! an initialiser was not seen, all fields of the class count as left behind.
//!
//! Not looked at: fields of the JDK but for a few, of test frameworks and of libraries for logging, what compilers add,
//! constants; what only a thread holds.

mod classes;
mod fingerprint;
mod shapes;
mod walk;

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use rustc_hash::FxHashMap;
use tamis_journal::{Ending, Observation, Record, StaticField, Trouble};
use tamis_jvmti::{Jni, Jvmti, Layouts, Object};

use self::classes::{Before, Classes, Root};
use self::fingerprint::mix;
use self::walk::{NOTHING, ROOTS, Walk};
use crate::probe_class::ProbeClass;
use crate::{Agent, faults};

/// The first release that walks over objects without a look at all others.
const FIRST_QUICK: u32 = 19;

/// A static field: the number of its class, and its place among those of the class that are compared.
type Place = (i64, usize);

struct Statics {
    /// An environment of our own, as tags belong to one.
    jvmti: Jvmti,
    /// How many objects may be looked into.
    room: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    classes: Classes,
    /// What fields held the last time.
    held: FxHashMap<Place, u64>,
    /// Scopes that are active, and what they have left so far.
    scopes: Vec<(u32, BTreeSet<Place>)>,
    walks: i64,
    kept: i64,
    layouts: Layouts,
    /// Whether there was a look at everything.
    has_looked: bool,
    /// Set when there is too much to compare.
    is_over: bool,
}

static STATICS: OnceLock<Statics> = OnceLock::new();

/// Compares from now on.
pub(crate) fn start(jvmti: Jvmti, room: usize) {
    let _ = STATICS.set(Statics { jvmti, room, state: Mutex::default() });
}

/// Whether static fields are compared.
pub(crate) fn is_on() -> bool {
    STATICS.get().is_some()
}

/// A scope is about to begin or to end: what is different is charged to those that are active.
pub(crate) fn settle(agent: &Agent, jni: &Jni<'_>, probe: ProbeClass) {
    let Some(statics) = STATICS.get() else { return };
    faults::at("statics");
    agent.recorder.settle(jni, probe);
    let has_passed = agent.recorder.take_has_passed();
    let mut state = statics.lock();
    if state.has_looked && !has_passed && !state.is_over {
        return;
    }
    if !state.is_over {
        state.has_looked = true;
        state.compare(statics, agent, jni);
    }
    // Between scopes it would count for all of them, also for those that were compared.
    if state.is_over && !state.scopes.is_empty() {
        agent.recorder.observe_plain(Observation::StaticsUnseen);
    }
}

/// A scope has begun.
pub(crate) fn begun(scope: u32) {
    if let Some(statics) = STATICS.get() {
        statics.lock().scopes.push((scope, BTreeSet::new()));
    }
}

/// A scope is about to end: writes what it has left.
pub(crate) fn ending(agent: &Agent, scope: u32) {
    let Some(statics) = STATICS.get() else { return };
    let mut state = statics.lock();
    let Some(place) = state.scopes.iter().rposition(|(each, _)| *each == scope) else { return };
    let (_, left) = state.scopes.remove(place);
    if left.is_empty() {
        return;
    }
    let mut recorder = agent.recorder.lock();
    let recorder = &mut *recorder;
    let mut name = |text: &[u8]| recorder.names.number(text, &mut recorder.journal);
    let mut fields = Vec::new();
    for (number, place) in left {
        let Some(class) = state.classes.get(number) else { continue };
        let Some(root) = class.roots.get(place) else { continue };
        fields.push(StaticField {
            class: name(&class.name),
            name: name(&root.name),
            descriptor: name(&root.descriptor),
        });
    }
    recorder.journal.add(&Record::Left { scope, fields });
}

/// The static initialiser that called the native method of this moment ends.
pub(crate) fn initialised(agent: &Agent, jni: &Jni<'_>) {
    let Some(statics) = STATICS.get() else { return };
    // Behind the native method.
    let (frames, count) = statics.jvmti.stack::<1>(1);
    let [initialiser] = frames;
    let class = (count == 1).then(|| statics.jvmti.method_class(jni, initialiser.method));
    let Some(class) = class.flatten() else { return };
    let mut state = statics.lock();
    if !state.is_over {
        state.note(statics, agent, jni, class);
    }
    drop(state);
    jni.forget(class);
}

impl Statics {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Looks at everything, and charges what is different.
    fn compare<'t>(&mut self, statics: &Statics, agent: &Agent, jni: &Jni<'t>) {
        let classes = match self.classes.number_all(agent, statics.jvmti, jni) {
            Ok(classes) => classes,
            Err(error) => {
                return self.give_up(agent, &format!("classes cannot be listed: {error}"));
            }
        };
        let is_initialised = |(_, class): &&(i64, Object<'t>)| statics.jvmti.is_initialised(*class);
        let initialised: Vec<_> = classes.iter().filter(is_initialised).copied().collect();
        let looked = self.look(statics, agent, jni, &initialised);
        classes.into_iter().for_each(|(_, class)| jni.forget(class));
        for (place, is) in looked.unwrap_or_default() {
            let was = self.held.insert(place, is);
            let is_different = match (was, self.classes.get(place.0).map(|class| class.before)) {
                (Some(was), _) => was != is,
                (None, Some(Before::Nothing)) => is != NOTHING,
                (None, Some(Before::Started)) => false,
                (None, Some(Before::Unknown) | None) => true,
            };
            if is_different {
                self.scopes.iter_mut().for_each(|(_, left)| {
                    left.insert(place);
                });
            }
        }
    }

    /// Remembers what a class is initialised to.
    fn note(&mut self, statics: &Statics, agent: &Agent, jni: &Jni<'_>, class: Object<'_>) {
        let Ok(number) = self.classes.number(agent, statics.jvmti, jni, class) else { return };
        let Some(known) = self.classes.get(number) else { return };
        if known.roots.is_empty() {
            return;
        }
        // What it refers to can be of classes that have no number yet.
        if known.roots.iter().any(|root| root.letter().is_none()) {
            match self.classes.number_all(agent, statics.jvmti, jni) {
                Ok(classes) => classes.into_iter().for_each(|(_, class)| jni.forget(class)),
                Err(error) => {
                    return self.give_up(agent, &format!("classes cannot be listed: {error}"));
                }
            }
        }
        let looked = self.look(statics, agent, jni, &[(number, class)]);
        self.held.extend(looked.unwrap_or_default());
    }

    /// What the static fields of classes hold; `None` if that cannot be seen.
    fn look(
        &mut self,
        statics: &Statics,
        agent: &Agent,
        jni: &Jni<'_>,
        classes: &[(i64, Object<'_>)],
    ) -> Option<Vec<(Place, u64)>> {
        let (mut looked, mut objects) = (Vec::new(), Vec::new());
        for (number, object) in classes {
            let roots = self.classes.get(*number).map_or(&[][..], |class| &class.roots);
            for (place, root) in roots.iter().enumerate() {
                let place = (*number, place);
                match read(jni, *object, root) {
                    Read::Value(value) => looked.push((place, value)),
                    Read::Object(object) => objects.push((place, object)),
                }
            }
        }
        if objects.is_empty() {
            return Some(looked);
        }
        let roots: Vec<_> = objects.iter().map(|(_, object)| *object).collect();
        let found = self.walk(statics, jni, &roots);
        roots.into_iter().for_each(|object| jni.forget(object));
        match found {
            Ok(found) => {
                looked.extend(objects.iter().map(|(place, _)| *place).zip(found));
                Some(looked)
            }
            Err(why) => {
                self.give_up(agent, &why);
                None
            }
        }
    }

    /// The fingerprints of objects.
    fn walk(
        &mut self,
        statics: &Statics,
        jni: &Jni<'_>,
        roots: &[Object<'_>],
    ) -> Result<Vec<u64>, String> {
        let jvmti = statics.jvmti;
        let array = jni
            .find_class(c"java/lang/Object")
            .and_then(|class| jni.new_array(roots.len(), class))
            .ok_or("there is no memory to look at them")?;
        for (place, root) in roots.iter().enumerate() {
            jni.set_element(array, place, *root);
        }
        let cannot = |error| format!("they cannot be looked at: {error}");
        jvmti.set_tag(array, ROOTS).map_err(cannot)?;
        self.walks += 1;
        let mut walk =
            Walk::new(&self.classes, self.walks, statics.room, &mut self.kept, roots.len());
        let is_whole = if is_read(jvmti) {
            jvmti.read_all(jni, array, &mut self.layouts, &mut walk)
        } else {
            jvmti.walk(array, &mut walk).map_err(cannot)?
        };
        let found = walk.finish();
        jni.forget(array);
        match found {
            Some(found) if is_whole => Ok(found),
            Some(_) => Err("the look at them broke".to_owned()),
            None => Err(format!("more than {} objects are behind them", statics.room)),
        }
    }

    /// Stops comparing, and says so. Scopes that end from now on have left nobody knows what.
    fn give_up(&mut self, agent: &Agent, why: &str) {
        self.is_over = true;
        let message = format!("what tests leave in static fields is not compared any more: {why}");
        agent.recorder.write(&Record::Trouble(Trouble { ending: Ending::Harmless, message }));
    }
}

/// Whether objects are read one by one, as a walk by the machine takes too long.
fn is_read(jvmti: Jvmti) -> bool {
    static IS_READ: OnceLock<bool> = OnceLock::new();
    *IS_READ.get_or_init(|| {
        let version = jvmti.system_property(c"java.vm.specification.version");
        let version = version.and_then(|version| String::from_utf8(version).ok()?.parse().ok());
        version.is_none_or(|version: u32| version < FIRST_QUICK)
    })
}

/// What a static field holds.
enum Read<'t> {
    Value(u64),
    Object(Object<'t>),
}

/// Reads a static field of a class.
#[expect(unsafe_code, reason = "the machine does not check whether a class has a field")]
fn read<'t>(jni: &Jni<'t>, class: Object<'_>, root: &Root) -> Read<'t> {
    // SAFETY: the machine gave the field as one of this class, with this type; a class with a tag is the same one as long as
    // it is there.
    unsafe {
        match root.letter() {
            Some(letter) => Read::Value(match jni.static_value(class, root.id, letter) {
                0 => NOTHING,
                value => mix(2, value),
            }),
            None => {
                let held = jni.static_object(class, root.id);
                let instead = || jni.static_object(class, root.instead?);
                held.or_else(instead).map_or(Read::Value(NOTHING), Read::Object)
            }
        }
    }
}
