//! The agent in the machine of a build tool: there it records nothing, and has the test mojos of Maven ask which tests run.
//!
//! Both mojos, Surefire's and Failsafe's, extend one class. When it has found the test classes of a module, it hands them to
//! `java.lang.TamisBuild`, and runs those that it gets back. What is in that class is Java, since all of it is calls of
//! methods of Maven.
#![expect(unsafe_code, reason = "functions that the JVM calls with pointers")]

use std::ffi::{CString, OsStr, c_char, c_uchar};
use std::os::unix::ffi::OsStrExt as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use tamis_classfile::rewrite::{
    Bracket, HookArgument, Insertion, Plan, PoolAppender, Position, Rewriter, Snippet,
};
use tamis_classfile::{ClassFile, MStr, Member, flags, opcode};
use tamis_jvmti::{
    Argument, Callbacks, Capability, Event, JavaVm, Jni, Jvmti, Object, RawJni, RawJvmti,
};

use crate::entry::{answer, class_bytes, text};

/// `java.lang.TamisBuild`, compiled from `java/`; a test compares the two.
static BUILD_CLASS: &[u8] = include_bytes!("../classes/TamisBuild.class");

/// `java.lang.TamisRecipe`, which it uses.
static RECIPE_CLASS: &[u8] = include_bytes!("../classes/TamisRecipe.class");

/// The file, in the folder of a build, with the path of the executable that selects.
const HOST: &str = "host";

/// Files there: the words that were put behind those of [`VARIABLE`]; one that is there if the variable was set before.
const ADDED: &str = "maven-words";
const WAS_SET: &str = "maven-opts-set";

/// The words for the JVM of Maven, by which this library came to be here.
const VARIABLE: &str = "MAVEN_OPTS";

/// The class that all test mojos extend.
const MOJO: &[u8] = b"org/apache/maven/plugin/surefire/AbstractSurefireMojo";

/// The class that runs all mojos.
const MANAGER: &[u8] = b"org/apache/maven/plugin/DefaultBuildPluginManager";

/// The class that compilers are made by.
const COMPILER: &[u8] = b"com/sun/tools/javac/api/JavacTool";

const OWNER: MStr<'static> = MStr::new(b"java/lang/TamisBuild");
const RECIPE: MStr<'static> = MStr::new(b"java/lang/TamisRecipe");
const TWO_OBJECTS: MStr<'static> = MStr::new(b"(Ljava/lang/Object;Ljava/lang/Object;)V");

// Opcodes that only this needs (JVMS 6.5).
const ALOAD: u8 = 25;
const ALOAD_0: u8 = 42;
const DUP: u8 = 89;
const SWAP: u8 = 95;
const CHECKCAST: u8 = 192;

struct Building {
    jvmti: Jvmti,
    folder: PathBuf,
}

static BUILDING: OnceLock<Building> = OnceLock::new();

/// Begins to watch. What goes wrong is left to whoever started the build: nobody has asked for tests then.
///
/// # Safety
///
/// `vm` is what the JVM handed to `Agent_OnLoad`.
pub(crate) unsafe fn load(vm: JavaVm, folder: &Path) {
    // SAFETY: the caller promises the JVM.
    let Ok(jvmti) = (unsafe { Jvmti::new(vm) }) else { return };
    // SAFETY: as the function asks for, as far as we can know: the machine is loading its agents.
    unsafe { restore_variable(folder) };
    let _ = BUILDING.set(Building { jvmti, folder: folder.to_owned() });
    let callbacks = Callbacks {
        vm_init: Some(vm_init),
        class_file_load_hook: Some(class_file_load_hook),
        ..Callbacks::default()
    };
    let listen = || {
        jvmti.add_capabilities(&[Capability::AllClassHookEvents])?;
        jvmti.set_callbacks(callbacks)?;
        jvmti.enable(Event::VmInit)
    };
    let _ = listen();
}

/// Takes our words out of `MAVEN_OPTS`, as scripts that start Maven put others before them or behind. Tests, and builds that tests
/// or plugins start, are to find what they find without us, and not this library.
///
/// # Safety
///
/// No other thread of the process may look at variables. It is called while the JVM loads its agents: no Java runs yet, and the JVM
/// has read its own. Of other agents in the same machine, only threads that they start while they are loaded could.
unsafe fn restore_variable(folder: &Path) {
    let (Some(words), Ok(added)) = (std::env::var_os(VARIABLE), std::fs::read(folder.join(ADDED)))
    else {
        return;
    };
    let before = without(words.as_bytes(), &added);
    // If it was not set, what the script of Maven puts into it is not handed on.
    if folder.join(WAS_SET).exists() {
        // SAFETY: the caller promises that nobody else looks.
        unsafe { std::env::set_var(VARIABLE, OsStr::from_bytes(&before)) };
    } else {
        // SAFETY: as above.
        unsafe { std::env::remove_var(VARIABLE) };
    }
}

/// The words without those that were added: behind them, or among them, if a script of the user has put others behind.
fn without(words: &[u8], added: &[u8]) -> Vec<u8> {
    if let Some(before) = words.strip_suffix(added) {
        return before.to_vec();
    }
    let mut added: Vec<&[u8]> = split(added).collect();
    let is_other = |word: &&[u8]| match added.iter().position(|each| each == word) {
        Some(place) => {
            added.remove(place);
            false
        }
        None => true,
    };
    split(words).filter(is_other).collect::<Vec<_>>().join(&b' ')
}

fn split(words: &[u8]) -> impl Iterator<Item = &[u8]> {
    words.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

/// A panic ends here.
fn guarded(work: impl FnOnce(&'static Building)) {
    let Some(building) = BUILDING.get() else { return };
    if let Err(cause) = catch_unwind(AssertUnwindSafe(|| work(building))) {
        // Dropping the payload could panic again.
        std::mem::forget(cause);
    }
}

unsafe extern "system" fn vm_init(_: RawJvmti, raw: RawJni, _: Option<Object<'_>>) {
    guarded(|building| {
        // SAFETY: the environment of this event.
        let jni = unsafe { Jni::of(raw) };
        // Without it no class is changed, and whoever started the build finds that nobody has asked.
        let is_enabled = || building.jvmti.enable(Event::ClassFileLoadHook).is_ok();
        if start(building, &jni).is_some() && is_enabled() {
            let _ = std::fs::write(building.folder.join("ready"), "");
        }
    });
}

/// Defines the class that the mojos call, and tells it who is asked.
fn start(building: &Building, jni: &Jni<'_>) -> Option<()> {
    let host = std::fs::read(building.folder.join(HOST)).ok()?;
    let folder = CString::new(building.folder.as_os_str().as_bytes()).ok()?;
    jni.define_boot_class(c"java/lang/TamisRecipe", RECIPE_CLASS)?;
    let class = jni.define_boot_class(c"java/lang/TamisBuild", BUILD_CLASS)?;
    let folder = jni.new_string(&folder)?;
    let host = jni.new_string(&CString::new(host).ok()?)?;
    let descriptor = c"(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/Object;";
    let arguments = [Argument { object: Some(folder) }, Argument { object: Some(host) }];
    jni.call_static_object(class, c"start", descriptor, &arguments).map(|_| ())
}

unsafe extern "system" fn class_file_load_hook(
    _: RawJvmti,
    _: RawJni,
    _redefined: Option<Object<'_>>,
    _loader: Option<Object<'_>>,
    name: *const c_char,
    _protection_domain: Option<Object<'_>>,
    length: i32,
    bytes: *const c_uchar,
    new_length: *mut i32,
    new_bytes: *mut *mut c_uchar,
) {
    guarded(|building| {
        // SAFETY: the JVM promises a C string or null, and `length` bytes.
        let (name, bytes) = unsafe { (text(name), class_bytes(bytes, length)) };
        let telling = match name {
            Some(MOJO) => None,
            Some(MANAGER) => Some(Telling {
                method: "executeMojo",
                parameters: 2,
                given: [1, 2],
                begins: "mojo",
                returns: Some("done"),
            }),
            // Writer, files, listener, options, classes, units.
            Some(COMPILER) => Some(Telling {
                method: "getTask",
                parameters: 6,
                given: [4, 6],
                begins: "compiles",
                returns: None,
            }),
            _ => return,
        };
        if let Some(telling) = telling {
            // If it is not as expected, nothing is known of what it would have said, and Maven is needed next time.
            let rewritten = telling.rewrite(bytes);
            // SAFETY: the JVM promises places for the answer.
            unsafe { answer(building.jvmti, rewritten, new_length, new_bytes) };
            return;
        }
        // What a changed mojo writes into the folder is missing if it could not be changed, and that is told in the end.
        let rewritten = asking(bytes);
        if rewritten.is_none() {
            let _ = std::fs::write(building.folder.join("unknown"), "");
        }
        // SAFETY: the JVM promises places for the answer.
        unsafe { answer(building.jvmti, rewritten, new_length, new_bytes) };
    });
}

/// The mojo, asking which tests run; `None` if it is not one that is known.
fn asking(bytes: &[u8]) -> Option<Vec<u8>> {
    let class = ClassFile::parse(bytes).ok()?;
    let mut constants = PoolAppender::new(&class);
    let by_name = |wanted: &str| {
        (0..=u16::MAX).zip(class.methods().iter()).find(|(_, member)| {
            member.name(&class).is_ok_and(|name| name == wanted)
                && member.access_flags & (flags::ABSTRACT | flags::NATIVE | flags::STATIC) == 0
                && member.descriptor(&class).is_ok_and(|text| text.as_bytes().starts_with(b"()"))
        })
    };
    let (execute, _) = by_name("execute")?;
    // The first calls the second; before version 2.15 there is only that.
    let (method, member) = by_name("scanForTestClasses").or_else(|| by_name("scanDirectories"))?;
    let handing = handing_over(&class, &member, &mut constants)?;
    // Without it, tests can be selected all the same.
    let startup = (0..=u16::MAX).zip(class.methods().iter()).find(|(_, member)| {
        let is_named = member.name(&class).is_ok_and(|name| name == "createStartupConfiguration");
        is_named && member.access_flags & (flags::ABSTRACT | flags::STATIC) == 0
    });
    let telling = startup.map(|(number, member)| {
        (number, returning(&class, &member, &mut constants).unwrap_or_default())
    });
    let mut snippets: Vec<(u16, u16, Vec<u8>)> =
        handing.into_iter().map(|(pc, bytes)| (method, pc, bytes)).collect();
    if let Some((number, places)) = telling {
        snippets.extend(places.into_iter().map(|(pc, bytes)| (number, pc, bytes)));
    }
    snippets.sort();
    let insertions: Vec<Insertion<'_>> = snippets
        .iter()
        .map(|(method, pc, bytes)| Insertion {
            method: *method,
            position: Position::Before(*pc),
            snippet: Snippet::Code { bytes, stack: 2 },
        })
        .collect();
    let bracket = Bracket {
        method: execute,
        owner: OWNER,
        begin: MStr::new(b"begin"),
        end: MStr::new(b"end"),
        argument: HookArgument::This,
        id: 0,
    };
    let plan = Plan { insertions: &insertions, brackets: &[bracket], ..Plan::default() };
    let mut rewriter = Rewriter::default();
    let rewritten = rewriter.rewrite_with(&class, constants, &plan).ok()?;
    rewritten.refused.is_empty().then(|| rewritten.bytes.clone())
}

/// A method of Maven's that says what it does.
struct Telling {
    method: &'static str,
    /// How many parameters it has.
    parameters: usize,
    /// The local variables with the two of them that are told.
    given: [u8; 2],
    /// What is told when it begins, and before it returns.
    begins: &'static str,
    returns: Option<&'static str>,
}

impl Telling {
    /// Its class, with calls of ours.
    fn rewrite(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let class = ClassFile::parse(bytes).ok()?;
        let mut constants = PoolAppender::new(&class);
        let mut methods = (0..=u16::MAX).zip(class.methods().iter());
        let (method, member) =
            methods.find(|(_, member)| self.is_it(&class, member) == Some(true))?;
        let begins = self.call(self.begins, &mut constants)?;
        let mut places = vec![(Position::Entry, begins)];
        if let Some(hook) = self.returns {
            let call = self.call(hook, &mut constants)?;
            let found = before_returns(&class, &member, opcode::RETURN, &call)?;
            places.extend(found.into_iter().map(|(pc, bytes)| (Position::Before(pc), bytes)));
        }
        let insertions: Vec<Insertion<'_>> = places
            .iter()
            .map(|(position, bytes)| Insertion {
                method,
                position: *position,
                snippet: Snippet::Code { bytes, stack: 2 },
            })
            .collect();
        let plan = Plan { insertions: &insertions, ..Plan::default() };
        let mut rewriter = Rewriter::default();
        let rewritten = rewriter.rewrite_with(&class, constants, &plan).ok()?;
        rewritten.refused.is_empty().then(|| rewritten.bytes.clone())
    }

    fn is_it(&self, class: &ClassFile<'_>, member: &Member<'_>) -> Option<bool> {
        let descriptor = member.descriptor(class).ok()?;
        // References only, and one more for the result if it is no `void`; there is a part behind the last one.
        let count = descriptor.as_bytes().split(|byte| *byte == b';').skip(1).count();
        let result = usize::from(!descriptor.as_bytes().ends_with(b")V"));
        let hidden = flags::ABSTRACT | flags::NATIVE | flags::STATIC;
        let is_plain = member.access_flags & (hidden | flags::SYNTHETIC) == 0;
        let is_named = member.name(class).ok()? == self.method;
        Some(is_named && is_plain && count == self.parameters + result)
    }

    /// The code that calls a method of ours with what is given.
    fn call(&self, hook: &str, constants: &mut PoolAppender) -> Option<Vec<u8>> {
        let hook = constants.method(RECIPE, MStr::new(hook.as_bytes()), TWO_OBJECTS).ok()?;
        let [first, second] = self.given;
        let mut bytes = vec![ALOAD, first, ALOAD, second, opcode::INVOKESTATIC];
        bytes.extend(hook.to_be_bytes());
        Some(bytes)
    }
}

/// Before each return: `TamisRecipe.starts(this, result)`. The places, with the code.
fn returning(
    class: &ClassFile<'_>,
    member: &Member<'_>,
    constants: &mut PoolAppender,
) -> Option<Vec<(u16, Vec<u8>)>> {
    let hook = constants.method(RECIPE, MStr::new(b"starts"), TWO_OBJECTS).ok()?;
    let mut bytes = vec![DUP, ALOAD_0, SWAP, opcode::INVOKESTATIC];
    bytes.extend(hook.to_be_bytes());
    before_returns(class, member, opcode::ARETURN, &bytes)
}

/// Before each return: `return (R) TamisBuild.found(this, result)`. The places, with the code.
fn handing_over(
    class: &ClassFile<'_>,
    member: &Member<'_>,
    constants: &mut PoolAppender,
) -> Option<Vec<(u16, Vec<u8>)>> {
    let descriptor = member.descriptor(class).ok()?;
    let result = descriptor.as_bytes().strip_prefix(b"()L")?.strip_suffix(b";")?;
    let found = constants
        .method(
            OWNER,
            MStr::new(b"found"),
            MStr::new(b"(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"),
        )
        .ok()?;
    let result = constants.class(MStr::new(result)).ok()?;
    let mut bytes = vec![ALOAD_0, SWAP, opcode::INVOKESTATIC];
    bytes.extend(found.to_be_bytes());
    bytes.push(CHECKCAST);
    bytes.extend(result.to_be_bytes());
    before_returns(class, member, opcode::ARETURN, &bytes)
}

/// All places where the method returns by that instruction, each with that code.
fn before_returns(
    class: &ClassFile<'_>,
    member: &Member<'_>,
    returning: u8,
    code: &[u8],
) -> Option<Vec<(u16, Vec<u8>)>> {
    let mut places = Vec::new();
    for instruction in member.code(class).ok()??.instructions() {
        let instruction = instruction.ok()?;
        if instruction.opcode == returning {
            places.push((u16::try_from(instruction.pc).ok()?, code.to_vec()));
        }
    }
    (!places.is_empty()).then_some(places)
}

#[cfg(test)]
mod tests {
    use super::without;

    #[test]
    fn what_was_added_is_taken_out_wherever_scripts_have_put_it() {
        let added = b" -XX:TieredStopAtLevel=1 -agentpath:/lib/a.so=build=/tmp/b";
        for (words, expected) in
            [(&b""[..], &b""[..]), (b"-Xmx1g", b"-Xmx1g"), (b"  -Da=b", b"  -Da=b")]
        {
            assert_eq!(without(&[words, added].concat(), added), expected);
        }
        let behind = [b"-Xmx1g", &added[..], b" -Xss2m"].concat();
        assert_eq!(without(&behind, added), b"-Xmx1g -Xss2m");
        // The user's own stays.
        let twice = [b"-XX:TieredStopAtLevel=1", &added[..], b" -Xss2m"].concat();
        assert_eq!(without(&twice, added), b"-XX:TieredStopAtLevel=1 -Xss2m");
    }
}
