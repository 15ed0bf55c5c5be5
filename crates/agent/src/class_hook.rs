//! What is done to a class before the JVM parses it.

use std::cell::RefCell;

use tamis_classfile::rewrite::{
    Bracket, Guard, HookArgument, Insertion, Part, Plan, PoolAppender, Position, Refusal, Refused,
    Rewriter, Snippet,
};
use tamis_classfile::{ClassFile, MStr, Member, descriptor, flags, opcode};
use tamis_journal::{Class, Loader, Probing, Unprobed};
use tamis_jvmti::{Jni, Object};
use tamis_probes::{Probes, covered_methods, is_framework};
use xxhash_rust::xxh3::xxh3_128;

use crate::hook_tables::{self, Bracketed, Note, Watched, What};
use crate::recorder::{Numbered, Visibility};
use crate::{Agent, faults, jdk_notes, statics};

/// The class that instrumented code calls.
const PROBE: MStr<'static> = MStr::new(b"java/lang/TamisProbe");

// Opcodes that only a note needs (JVMS 6.5).
const ALOAD_1: u8 = 43;
const DUP: u8 = 89;
const SWAP: u8 = 95;

thread_local! {
    static REWRITER: RefCell<Rewriter> = RefCell::default();
}

/// Notes for a class of the JDK; the new bytes, if there are any. A class that should have notes and cannot is told.
pub(crate) fn jdk_class(agent: &Agent, name: &[u8], bytes: &[u8]) -> Option<Vec<u8>> {
    let watched = hook_tables::jdk(name, agent.release)?.iter().copied();
    let is_wanted = |each: &Watched| {
        (statics::is_on() || !each.note.is_about_state())
            && (agent.options.callers || !each.note.is_about_callers())
    };
    let watched: Vec<Watched> = watched.filter(is_wanted).collect();
    let rewritten = ClassFile::parse(bytes).ok().and_then(|class| {
        if let Some(missing) = missing(&class, &watched, agent.release) {
            let (release, name) = (agent.release, String::from_utf8_lossy(name));
            let what = format!("JDK {release} is not understood: `{name}` has no `{missing}`");
            agent.fail(what);
            return None;
        }
        with_notes(&class, &watched)
    });
    if rewritten.is_none() {
        let name = String::from_utf8_lossy(name).into_owned();
        agent.fail(format!("`{name}` of the JDK cannot be watched"));
    }
    rewritten
}

/// A method that a class of the JDK has to have, and has not.
fn missing(class: &ClassFile<'_>, watched: &[Watched], release: u16) -> Option<&'static str> {
    let is_there = |watched: &Watched| {
        class.methods().iter().any(|member| {
            has_code(&member)
                && member.name(class).is_ok_and(|name| name == watched.method)
                && locals(class, &member, watched.what).is_some()
        })
    };
    let missing = |each: &&Watched| (each.first..=each.last).contains(&release) && !is_there(each);
    watched.iter().find(missing).map(|watched| watched.method)
}

fn has_code(member: &Member<'_>) -> bool {
    member.access_flags & (flags::ABSTRACT | flags::NATIVE) == 0
}

fn with_notes(class: &ClassFile<'_>, watched: &[Watched]) -> Option<Vec<u8>> {
    let mut constants = PoolAppender::new(class);
    let notes = notes(class, watched, &mut constants).ok()?;
    let insertions: Vec<_> = notes.iter().map(NoteCode::insertion).collect();
    let plan = Plan { insertions: &insertions, ..Plan::default() };
    rewrite(class, constants, &plan).map(|(bytes, _)| bytes)
}

/// Whether a class was made for a lambda. Release 8 shows those to the hook, without a name.
pub(crate) fn is_for_lambda(bytes: &[u8]) -> bool {
    ClassFile::parse(bytes).is_ok_and(|class| jdk_notes::is_lambda(class.name().as_bytes()))
}

/// Probes for any other class; records it. The new bytes, if there are any.
pub(crate) fn application_class(
    agent: &Agent,
    jni: &Jni<'_>,
    loader: Option<Object<'_>>,
    name: Option<&[u8]>,
    bytes: &[u8],
) -> Option<Vec<u8>> {
    let hash = xxh3_128(bytes);
    let Ok(class) = &ClassFile::parse(bytes) else {
        let name = name.unwrap_or(b"?");
        record(agent, jni, loader, name, hash, Err(Unprobed::Unreadable));
        return None;
    };
    let name = class.name();
    if is_framework(name.as_bytes()) {
        record(agent, jni, loader, name.as_bytes(), hash, Err(Unprobed::Framework));
        return framework_class(class);
    }
    let Ok(probes) = Probes::of(class, agent.options.granularity) else {
        record(agent, jni, loader, name.as_bytes(), hash, Err(Unprobed::Unreadable));
        return None;
    };
    let numbered = number(agent, name.as_bytes(), hash, probes.count(), Visibility::Plain);
    let seen = Seen { bytes: hash, covered: covered_methods(class) };
    let (id, first) = match numbered {
        (_, Numbered::New { class, first } | Numbered::Again { class, first }) => (class, first),
        (_, Numbered::Exhausted { .. } | Numbered::StillExhausted { .. }) => {
            describe(agent, jni, loader, numbered, seen, Err(Unprobed::NumbersExhausted));
            return framework_class(class);
        }
    };
    match probe(class, &probes, id, first) {
        Some((bytes, refused)) => {
            describe(agent, jni, loader, numbered, seen, Ok(refused));
            Some(bytes)
        }
        None => {
            describe(agent, jni, loader, numbered, seen, Err(Unprobed::Unreadable));
            None
        }
    }
}

/// Records a class without probes.
pub(crate) fn record(
    agent: &Agent,
    jni: &Jni<'_>,
    loader: Option<Object<'_>>,
    name: &[u8],
    hash: u128,
    probing: Result<Vec<Refused>, Unprobed>,
) -> u32 {
    let is_hidden = matches!(probing, Err(Unprobed::Hidden));
    let visibility = if is_hidden { Visibility::Hidden } else { Visibility::Plain };
    let numbered = number(agent, name, hash, 0, visibility);
    describe(agent, jni, loader, numbered, Seen { bytes: hash, covered: None }, probing);
    match numbered.1 {
        Numbered::New { class, .. }
        | Numbered::Again { class, .. }
        | Numbered::Exhausted { class }
        | Numbered::StillExhausted { class } => class,
    }
}

fn number(
    agent: &Agent,
    name: &[u8],
    hash: u128,
    count: u32,
    visibility: Visibility,
) -> (u32, Numbered) {
    agent.recorder.lock().number(name, hash, count, visibility)
}

/// The bytes of a class as the hook sees it, and whether JaCoCo was there before.
#[derive(Debug, Clone, Copy)]
struct Seen {
    bytes: u128,
    covered: Option<u64>,
}

/// Writes the record of a class that was not seen before.
fn describe(
    agent: &Agent,
    jni: &Jni<'_>,
    loader: Option<Object<'_>>,
    (name, numbered): (u32, Numbered),
    Seen { bytes, covered }: Seen,
    probing: Result<Vec<Refused>, Unprobed>,
) {
    let id = match numbered {
        Numbered::New { class, .. } | Numbered::Exhausted { class } => class,
        Numbered::Again { .. } | Numbered::StillExhausted { .. } => return,
    };
    let loader_class = other_loader(agent, jni, loader);
    let probing = match probing {
        Ok(refused) => probed(&refused),
        Err(reason) => Probing::Unprobed(reason),
    };
    let mut state = agent.recorder.lock();
    let state = &mut *state;
    let loader = match (loader, loader_class) {
        (None, _) => Loader::Boot,
        (Some(_), None) => Loader::Application,
        (Some(_), Some(name)) => Loader::Other(state.names.number(&name, &mut state.journal)),
    };
    state.add_class(Class { id, name, bytes, covered, loader, probing });
}

fn probed(refused: &[Refused]) -> Probing {
    let of = |part: Part| {
        refused.iter().filter(move |each| each.part == part).map(|each| each.method).collect()
    };
    Probing::Probed {
        refused: of(Part::Entry),
        is_guarded: !refused.iter().any(|each| each.part == Part::Guard),
        without_inner: of(Part::Insertions),
    }
}

/// The class of a loader that is not the application's.
fn other_loader(agent: &Agent, jni: &Jni<'_>, loader: Option<Object<'_>>) -> Option<Vec<u8>> {
    let loader = loader?;
    let application = agent.loaders.get().and_then(|loaders| loaders.application);
    if application.is_some_and(|application| jni.is_same(application.get(), loader)) {
        return None;
    }
    let class = jni.class_of(loader)?;
    let signature = agent.jvmti.class_signature(class);
    jni.forget(class);
    let signature = signature?;
    let inner = signature.strip_prefix(b"L").and_then(|rest| rest.strip_suffix(b";"));
    Some(inner.unwrap_or(&signature).to_vec())
}

/// All that is done to a class of the program under test.
fn probe(
    class: &ClassFile<'_>,
    probes: &Probes,
    id: u32,
    first: u32,
) -> Option<(Vec<u8>, Vec<Refused>)> {
    let entry = |method: u16| Some(first + u32::from(method));
    let inner: Vec<_> = probes
        .inner()
        .iter()
        .zip(first + probes.methods()..)
        .map(|(inner, number)| Insertion {
            method: inner.method,
            position: Position::Before(inner.pc),
            snippet: Snippet::Probe(number),
        })
        .collect();
    let brackets = brackets(class);
    let plan = Plan {
        entry: Some(&entry),
        insertions: &inner,
        guard: Some(Guard {
            owner: PROBE,
            begin: MStr::new(b"initBegin"),
            end: MStr::new(b"initEnd"),
            id,
        }),
        brackets: &brackets,
        ..Plan::default()
    };
    let rewritten = rewrite(class, PoolAppender::new(class), &plan);
    if rewritten.is_some() {
        return rewritten;
    }
    // A class without code, such as an interface, is as good as probed.
    let has_code = class.methods().iter().any(|member| has_code(&member));
    if has_code { None } else { Some((class.bytes().to_vec(), Vec::new())) }
}

/// Brackets and notes for a class of a test framework.
fn framework_class(class: &ClassFile<'_>) -> Option<Vec<u8>> {
    let brackets = brackets(class);
    let watched = hook_tables::framework(class.name().as_bytes());
    if brackets.is_empty()
        && watched.is_empty()
        && class.name() != "org/junit/runners/model/RunnerBuilder"
    {
        return None;
    }
    let mut constants = PoolAppender::new(class);
    let mut notes = notes(class, watched, &mut constants).ok()?;
    built_runners(class, &mut constants, &mut notes).ok()?;
    notes.sort_by_key(|note| (note.method, note.position));
    let insertions: Vec<_> = notes.iter().map(NoteCode::insertion).collect();
    let plan = Plan { insertions: &insertions, brackets: &brackets, ..Plan::default() };
    rewrite(class, constants, &plan).map(|(bytes, _)| bytes)
}

fn rewrite(
    class: &ClassFile<'_>,
    constants: PoolAppender,
    plan: &Plan<'_>,
) -> Option<(Vec<u8>, Vec<Refused>)> {
    REWRITER.with_borrow_mut(|rewriter| {
        faults::at("rewrite");
        let rewritten = rewriter.rewrite_with(class, constants, plan).ok()?;
        rewritten.is_changed.then(|| (rewritten.bytes.clone(), rewritten.refused.clone()))
    })
}

fn brackets(class: &ClassFile<'_>) -> Vec<Bracket<'static>> {
    let mut brackets = Vec::new();
    for (method, member) in (0..=u16::MAX).zip(class.methods().iter()) {
        let (Ok(name), Ok(descriptor)) = (member.name(class), member.descriptor(class)) else {
            continue;
        };
        let own = class.name();
        let found = hook_tables::bracket(own.as_bytes(), name.as_bytes(), descriptor.as_bytes());
        let Some((bracketed, what)) = found else { continue };
        if !has_code(&member) {
            continue;
        }
        let argument = match what {
            What::Nothing | What::By(_) | What::Two(..) | What::With(_) => Some(HookArgument::Null),
            What::This => Some(HookArgument::This),
            What::First(wanted) | What::Last(wanted) => place(descriptor, wanted)
                .and_then(|place| u8::try_from(place).ok())
                .map(HookArgument::Argument),
        };
        if let Some(argument) = argument {
            brackets.push(Bracket {
                method,
                owner: PROBE,
                begin: MStr::new(b"enter"),
                end: MStr::new(b"leave"),
                argument,
                id: bracketed as u32,
            });
        }
    }
    brackets
}

/// The place of the first parameter of a type.
fn place(descriptor: MStr<'_>, wanted: &str) -> Option<usize> {
    let parameters = descriptor::parameters(descriptor)?;
    parameters.iter().position(|parameter| *parameter == wanted.as_bytes())
}

/// Code that calls `TamisProbe.note`.
struct NoteCode {
    method: u16,
    position: Position,
    bytes: Vec<u8>,
    stack: u16,
}

impl NoteCode {
    fn insertion(&self) -> Insertion<'_> {
        Insertion {
            method: self.method,
            position: self.position,
            snippet: Snippet::Code { bytes: &self.bytes, stack: self.stack },
        }
    }
}

/// Notes at the entries of watched methods.
fn notes(
    class: &ClassFile<'_>,
    watched: &[Watched],
    constants: &mut PoolAppender,
) -> Result<Vec<NoteCode>, Refusal> {
    let mut notes = Vec::new();
    for (method, member) in (0..=u16::MAX).zip(class.methods().iter()) {
        if !has_code(&member) {
            continue;
        }
        let name = member.name(class)?;
        let mut watched = watched.iter().filter(|watched| name == watched.method);
        // The first row that fits: an overload without the parameter is left to the next.
        let Some((watched, locals)) =
            watched.find_map(|each| Some((each, locals(class, &member, each.what)?)))
        else {
            continue;
        };
        let bytes = match watched.note {
            Note::Introspected => look(class.name(), &locals, watched.what, constants)?,
            note if note.is_told_once() => happened(note, constants)?,
            Note::PropertiesChanged => changed(&locals, constants)?,
            note => call(&locals, note, constants)?,
        };
        notes.push(NoteCode { method, position: Position::Entry, bytes, stack: 3 });
    }
    Ok(notes)
}

/// What `RunnerBuilder.safeRunnerForClass` returns, together with the class it was asked for.
fn built_runners(
    class: &ClassFile<'_>,
    constants: &mut PoolAppender,
    notes: &mut Vec<NoteCode>,
) -> Result<(), Refusal> {
    if class.name() != "org/junit/runners/model/RunnerBuilder" {
        return Ok(());
    }
    for (method, member) in (0..=u16::MAX).zip(class.methods().iter()) {
        if member.name(class)? != "safeRunnerForClass" {
            continue;
        }
        let Some(code) = member.code(class)? else { continue };
        let target = constants.method(
            PROBE,
            MStr::new(b"note"),
            MStr::new(b"(Ljava/lang/Object;Ljava/lang/Object;I)V"),
        )?;
        let [t1, t2] = target.to_be_bytes();
        for instruction in code.instructions() {
            let instruction = instruction?;
            if instruction.opcode == opcode::ARETURN {
                // The runner is on the stack, and the class in local 1.
                let bytes = vec![
                    DUP,
                    ALOAD_1,
                    SWAP,
                    opcode::BIPUSH,
                    Note::Junit4Built as u8,
                    opcode::INVOKESTATIC,
                    t1,
                    t2,
                ];
                let position = Position::Before(instruction.pc as u16);
                notes.push(NoteCode { method, position, bytes, stack: 3 });
            }
        }
    }
    Ok(())
}

/// The local variables that a note hands over; `None` if the method does not have them.
fn locals(class: &ClassFile<'_>, member: &Member<'_>, what: What) -> Option<Vec<Option<u16>>> {
    let is_static = member.access_flags & flags::STATIC != 0;
    let descriptor = member.descriptor(class).ok()?;
    let parameters = descriptor::parameters(descriptor)?;
    let find = |wanted: &str, is_last: bool| -> Option<u16> {
        let mut local = u16::from(!is_static);
        let mut found = None;
        for parameter in &parameters {
            if *parameter == wanted.as_bytes() && (is_last || found.is_none()) {
                found = Some(local);
            }
            local += if matches!(*parameter, b"J" | b"D") { 2 } else { 1 };
        }
        found
    };
    match what {
        What::Nothing => Some(vec![None]),
        What::This | What::By(_) | What::With(_) if is_static => None,
        What::This | What::By(_) => Some(vec![Some(0)]),
        What::First(wanted) => Some(vec![Some(find(wanted, false)?)]),
        What::Last(wanted) => Some(vec![Some(find(wanted, true)?)]),
        What::With(wanted) => Some(vec![Some(0), Some(find(wanted, false)?)]),
        What::Two(first, second) => {
            Some(vec![Some(find(first, false)?), Some(find(second, false)?)])
        }
    }
}

/// Code that calls `TamisProbe.look`.
fn look(
    own: MStr<'_>,
    locals: &[Option<u16>],
    what: What,
    constants: &mut PoolAppender,
) -> Result<Vec<u8>, Refusal> {
    let mut bytes = loads(locals);
    if let What::By(method) = what {
        let descriptor = MStr::new(b"()Ljava/lang/Class;");
        let method = constants.method(own, MStr::new(method.as_bytes()), descriptor)?;
        bytes.push(opcode::INVOKEVIRTUAL);
        bytes.extend(method.to_be_bytes());
    }
    let descriptor = MStr::new(b"(Ljava/lang/Class;)V");
    let target = constants.method(PROBE, MStr::new(b"look"), descriptor)?;
    bytes.push(opcode::INVOKESTATIC);
    bytes.extend(target.to_be_bytes());
    Ok(bytes)
}

/// Code that calls `TamisProbe.happened`.
fn happened(note: Note, constants: &mut PoolAppender) -> Result<Vec<u8>, Refusal> {
    let target = constants.method(PROBE, MStr::new(b"happened"), MStr::new(b"(I)V"))?;
    let [t1, t2] = target.to_be_bytes();
    Ok(vec![opcode::BIPUSH, note as u8, opcode::INVOKESTATIC, t1, t2])
}

/// Code that calls `TamisProbe.changed`.
fn changed(locals: &[Option<u16>], constants: &mut PoolAppender) -> Result<Vec<u8>, Refusal> {
    let descriptor = MStr::new(b"(Ljava/lang/Object;Ljava/lang/Object;I)V");
    let target = constants.method(PROBE, MStr::new(b"changed"), descriptor)?;
    let mut bytes = match *locals {
        [object] => loads(&[object, None]),
        _ => loads(locals),
    };
    let [t1, t2] = target.to_be_bytes();
    let note = Note::PropertiesChanged as u8;
    bytes.extend([opcode::BIPUSH, note, opcode::INVOKESTATIC, t1, t2]);
    Ok(bytes)
}

/// Code that puts what a note hands over on the stack.
fn loads(locals: &[Option<u16>]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(12);
    for local in locals {
        match local.map(u8::try_from) {
            Some(Ok(local)) => bytes.extend([opcode::ALOAD, local]),
            // No watched method has as many parameters as would not fit.
            None | Some(Err(_)) => bytes.push(opcode::ACONST_NULL),
        }
    }
    bytes
}

/// Code that calls `TamisProbe.note`.
fn call(
    locals: &[Option<u16>],
    note: Note,
    constants: &mut PoolAppender,
) -> Result<Vec<u8>, Refusal> {
    let descriptor: &[u8] = match locals {
        [_, _] => b"(Ljava/lang/Object;Ljava/lang/Object;I)V",
        _ => b"(Ljava/lang/Object;I)V",
    };
    let target = constants.method(PROBE, MStr::new(b"note"), MStr::new(descriptor))?;
    let mut bytes = loads(locals);
    let [t1, t2] = target.to_be_bytes();
    bytes.extend([opcode::BIPUSH, note as u8, opcode::INVOKESTATIC, t1, t2]);
    Ok(bytes)
}

/// The bracket of a number.
pub(crate) fn bracketed(number: i32) -> Option<Bracketed> {
    Bracketed::ALL.into_iter().find(|each| *each as i32 == number)
}

/// The note of a number.
pub(crate) fn noted(number: i32) -> Option<Note> {
    Note::ALL.into_iter().find(|each| *each as i32 == number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_that_a_release_has_to_have_is_missed_if_it_is_not_there() {
        let class = ClassFile::parse(include_bytes!("../classes/TamisProbe.class")).unwrap();
        let row = |method, first, last| Watched {
            method,
            what: What::First("Ljava/lang/Class;"),
            note: Note::Introspected,
            first,
            last,
        };
        assert_eq!(missing(&class, &[row("look", 0, 99)], 17), None);
        assert_eq!(missing(&class, &[row("look", 0, 99), row("none", 11, 99)], 8), None);
        assert_eq!(missing(&class, &[row("look", 0, 99), row("none", 11, 99)], 17), Some("none"));
        assert_eq!(missing(&class, &[row("none", 0, 8)], 11), None);
        // It is there, but has not what the note needs, or has no code.
        assert_eq!(missing(&class, &[row("happened", 0, 99)], 17), Some("happened"));
        assert_eq!(missing(&class, &[row("tell", 0, 99)], 17), Some("tell"));
    }

    #[test]
    fn tables_differ_by_release() {
        let is_watched =
            |class: &str, release| hook_tables::jdk(class.as_bytes(), release).is_some();
        assert!(is_watched("java/util/Hashtable", 8) && !is_watched("java/util/Hashtable", 11));
        assert!(!is_watched("java/util/Properties", 8) && is_watched("java/util/Properties", 11));
        assert!(is_watched("sun/misc/Unsafe", 11) && !is_watched("sun/misc/Unsafe", 17));
        assert!(is_watched("java/net/AbstractPlainSocketImpl", 8));
    }
}
