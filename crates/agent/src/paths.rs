//! Files as observations.

use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::Path;
use std::sync::OnceLock;

use tamis_journal::{NameId, Observation};
use tamis_jvmti::{Jni, MethodId, Object};

use crate::{Agent, faults};

/// What was done to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    Read,
    Probed,
    Listed,
    Written,
    /// A folder was made.
    Made,
}

/// Folders whose files are the machine's own.
#[derive(Debug)]
struct Own {
    working_folder: Vec<u8>,
    java_home: Option<Vec<u8>>,
    class_path: Vec<Vec<u8>>,
    /// The folder for temporary files.
    temporary: Option<Vec<u8>>,
}

static OWN: OnceLock<Own> = OnceLock::new();

/// The folder against which relative paths are resolved; a JVM never changes it.
pub(crate) fn working_folder() -> Vec<u8> {
    std::env::current_dir().map(|path| path.into_os_string().into_vec()).unwrap_or_default()
}

/// Learns what belongs to the machine.
pub(crate) fn learn(agent: &Agent) {
    let property = |name| agent.jvmti.system_property(name);
    let working_folder = working_folder();
    let class_path = property(c"java.class.path").unwrap_or_default();
    let more = agent.options.roots.as_ref().and_then(|file| std::fs::read(file).ok());
    let more = more.unwrap_or_default();
    let class_path = class_path
        .split(|byte| *byte == b':')
        .chain(more.split(|byte| *byte == b'\n'))
        .filter(|root| !root.is_empty())
        .map(|root| absolute(&working_folder, root))
        .collect();
    let java_home = property(c"java.home");
    let temporary = property(c"java.io.tmpdir").map(|folder| absolute(&working_folder, &folder));
    let _ = OWN.set(Own { working_folder, java_home, class_path, temporary });
}

/// Whether a path is among temporary files, and not in the project.
pub(crate) fn is_temporary(path: &[u8]) -> bool {
    let Some(own) = OWN.get() else { return false };
    let path = absolute(&own.working_folder, path);
    let is_in = |folder: &[u8]| {
        path.strip_prefix(folder.strip_suffix(b"/").unwrap_or(folder))
            .is_some_and(|rest| rest.starts_with(b"/"))
    };
    own.temporary.as_deref().is_some_and(is_in) && !is_in(&own.working_folder)
}

/// Notes what was done to a file, unless the JVM did it to load a class.
pub(crate) fn observe(agent: &Agent, jni: &Jni<'_>, path: &[u8], access: Access) {
    faults::at("file");
    let Some(own) = OWN.get() else { return };
    let path = through_process(own, absolute(&own.working_folder, path));
    match path.strip_prefix(b"/proc/self/") {
        // What it was started with: words of its own, properties among them, and variables.
        Some(b"cmdline") => agent.recorder.observe_plain(Observation::WordsRead),
        Some(b"environ") => agent.recorder.observe_plain(Observation::VariablesRead),
        _ => {}
    }
    if is_system(own, &path) {
        return;
    }
    // What is on the class path is recorded by the names of classes and resources; that a folder was searched or a jar
    // opened for them says nothing more. A loader of the program's own may read from anywhere.
    if is_on_class_path(own, &path) && who(agent, jni) != Who::Program {
        return;
    }
    let observation: fn(NameId) -> Observation = match access {
        Access::Read => Observation::FileRead,
        Access::Probed => Observation::FileProbed,
        Access::Listed => Observation::FolderListed,
        Access::Written => Observation::FileWritten,
        Access::Made => Observation::FolderCreated,
    };
    agent.recorder.observe(&path, observation);
}

/// A path by way of what the system shows of this process, without that way.
fn through_process(own: &Own, path: Vec<u8>) -> Vec<u8> {
    let Some(rest) = path.strip_prefix(b"/proc/") else { return path };
    let number = std::process::id().to_string();
    let own_rest = [&b"self/"[..], b"thread-self/", &[number.as_bytes(), b"/"].concat()]
        .into_iter()
        .find_map(|process| rest.strip_prefix(process));
    let Some(rest) = own_rest else { return path };
    if let Some(rest) = rest.strip_prefix(b"cwd/") {
        return [&own.working_folder, &b"/"[..], rest].concat();
    }
    if let Some(rest) = rest.strip_prefix(b"root/") {
        return [b"/", rest].concat();
    }
    [&b"/proc/self/"[..], rest].concat()
}

/// A part of a jar was asked for by its address, `file:/a.jar!/entry`; the jar may be open already.
pub(crate) fn observe_address(agent: &Agent, jni: &Jni<'_>, address: Object<'_>) {
    let Some(own) = OWN.get() else { return };
    let text = jni.call_object(address, c"getPath", c"()Ljava/lang/String;", &[]);
    let text = text.map(|text| jni.string(text)).unwrap_or_default();
    let Some(rest) = text.strip_prefix(b"file:") else { return };
    let split = rest.windows(2).position(|pair| pair == b"!/");
    let (jar, entry) = match split {
        Some(place) => (rest.get(..place), rest.get(place + 2..).unwrap_or_default()),
        None => (Some(rest), &b""[..]),
    };
    let jar = percent_decoded(jar.unwrap_or_default());
    let jar = jar.strip_prefix(b"//").map(<[u8]>::to_vec).unwrap_or(jar);
    if is_on_class_path(own, &absolute(&own.working_folder, &jar)) {
        // Without an entry, it is the jar as a whole: see `observe_jar`.
        if !entry.is_empty() {
            agent.recorder.observe(&percent_decoded(entry), Observation::ResourceLookedUp);
        }
    } else {
        observe(agent, jni, &jar, Access::Read);
    }
}

/// A connection to a jar hands out what the jar says of itself.
pub(crate) fn observe_jar(agent: &Agent, jni: &Jni<'_>, connection: Object<'_>) {
    let Some(own) = OWN.get() else { return };
    let path = jni
        .call_object(connection, c"getJarFileURL", c"()Ljava/net/URL;", &[])
        .and_then(|url| jni.call_object(url, c"getPath", c"()Ljava/lang/String;", &[]));
    if let Some(path) = path {
        let path = absolute(&own.working_folder, &percent_decoded(&jni.string(path)));
        agent.recorder.observe(&path, Observation::FileRead);
    }
}

fn percent_decoded(text: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((first, tail)) = rest.split_first() {
        rest = tail;
        let byte = match (first, tail) {
            (b'%', [high, low, ..]) => std::str::from_utf8(&[*high, *low])
                .ok()
                .and_then(|hex| u8::from_str_radix(hex, 16).ok()),
            _ => None,
        };
        match byte {
            Some(byte) => {
                decoded.push(byte);
                rest = tail.get(2..).unwrap_or_default();
            }
            None => decoded.push(*first),
        }
    }
    decoded
}

fn absolute(folder: &[u8], path: &[u8]) -> Vec<u8> {
    if path.starts_with(b"/") {
        return path.to_vec();
    }
    let joined =
        Path::new(std::ffi::OsStr::from_bytes(folder)).join(std::ffi::OsStr::from_bytes(path));
    joined.into_os_string().into_vec()
}

fn is_on_class_path(own: &Own, path: &[u8]) -> bool {
    own.class_path.iter().any(|root| {
        let root = root.strip_suffix(b"/").unwrap_or(root);
        path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with(b"/"))
    })
}

/// Whether a file belongs to the JDK or is none.
fn is_system(own: &Own, path: &[u8]) -> bool {
    const FOLDERS: [&[u8]; 3] = [b"/dev/", b"/proc/", b"/sys/"];
    // Files like all others, in memory.
    const MEMORY: [&[u8]; 3] = [b"/dev/shm/", b"/dev/mqueue/", b"/dev/hugepages/"];
    let is_in = |folder: &[u8]| {
        path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with(b"/"))
    };
    let is_none = FOLDERS.iter().any(|folder| path.starts_with(folder))
        && !MEMORY.iter().any(|folder| path.starts_with(folder));
    is_none || own.java_home.as_deref().is_some_and(is_in)
}

/// On whose behalf a file is touched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Who {
    /// A class loader of the JDK, looking for a class or a resource.
    Loader,
    /// The handler of `jar:` addresses.
    JarUrl,
    /// Anybody else.
    Program,
}

/// Classes of the JDK that look for classes and resources on a class path; the last ones before release 9.
const LOADERS: [&[u8]; 4] = [
    b"Ljdk/internal/loader/URLClassPath",
    b"Ljdk/internal/loader/BuiltinClassLoader",
    b"Lsun/misc/URLClassPath",
    b"Lsun/misc/Launcher",
];

/// Looks up the stack; what each method stands for is remembered.
fn who(agent: &Agent, jni: &Jni<'_>) -> Who {
    let (frames, count) = agent.jvmti.stack::<40>(0);
    let frames = frames.get(..count).unwrap_or_default();
    for frame in frames {
        match kind(agent, jni, frame.method) {
            Who::Program => {}
            found => return found,
        }
    }
    Who::Program
}

fn kind(agent: &Agent, jni: &Jni<'_>, method: MethodId) -> Who {
    use rustc_hash::FxHashMap;
    use std::sync::{Mutex, PoisonError};
    static KNOWN: OnceLock<Mutex<FxHashMap<MethodId, Who>>> = OnceLock::new();
    let known = KNOWN.get_or_init(Mutex::default);
    let lock = || known.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(who) = lock().get(&method) {
        return *who;
    }
    let who = match agent.jvmti.method_class(jni, method) {
        Some(class) => {
            let signature = agent.jvmti.class_signature(class).unwrap_or_default();
            jni.forget(class);
            if LOADERS.iter().any(|each| signature.starts_with(each)) {
                Who::Loader
            } else if signature.starts_with(b"Lsun/net/www/protocol/jar/") {
                Who::JarUrl
            } else {
                Who::Program
            }
        }
        None => Who::Program,
    };
    lock().insert(method, who);
    who
}
