//! Stands before the native methods of the JDK through which files are touched. The routes of the JDK, old and new, end in
//! these, so little has to be known about the routes, and no Java code changes. Space on a disk, owners and permissions
//! are not recorded.
//!
//! When the JVM binds a native method, it is given the function here instead, which notes the path and goes on to the
//! original. All of them take at most four parameters, none of them a floating-point number, so one shape of function
//! fits all: what is in the registers is handed on as it came.
#![expect(
    unsafe_code,
    reason = "functions that the JVM calls in place of the JDK's, and calls to those"
)]

use std::ffi::{CStr, CString, c_char, c_void};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use tamis_jvmti::{FieldId, Global, Jni, MethodId, Object, RawJni};

use crate::entry::guarded;
use crate::paths::{self, Access};
use crate::{Agent, jdk_notes};

/// A native method with up to four parameters.
type Native = unsafe extern "system" fn(RawJni, *mut c_void, u64, u64, u64, u64) -> u64;

/// How a method says which file it is about.
#[derive(Debug, Clone, Copy)]
enum Path {
    /// Parameter *n* is the address of a C string.
    Address(usize),
    /// Parameter *n* is a C string, relative to the folder that is open as parameter *m*.
    At(usize, usize),
    /// Parameter *n* is a `String`.
    Text(usize),
    /// Parameter *n* is a `java.io.File`.
    File(usize),
    /// Parameter *n* is a descriptor.
    Descriptor(usize),
    /// The receiver is a stream that was opened before; only the standard input is of interest.
    Input,
}

/// What the method does to it.
#[derive(Debug, Clone, Copy)]
enum Does {
    Read,
    Probe,
    List,
    Write,
    /// Creates or deletes, and tells whether that was possible.
    Replace,
    /// Opens for writing; parameter *n* says whether behind what is there.
    Append(usize),
    /// Makes a folder.
    Make,
    /// Parameter *n* holds the flags of `open(2)`.
    Open(usize),
    /// Parameter *n* holds the mode of a `RandomAccessFile`: 1 is for reading only.
    Mode(usize),
    /// The first path is read and goes, the second is written.
    Rename(Path),
    /// The first path is read, the second is written.
    Link(Path),
}

// Flags of `open(2)`.
const O_CREAT: i32 = if cfg!(target_os = "macos") { 0x200 } else { 0x40 };
const O_TRUNC: i32 = if cfg!(target_os = "macos") { 0x400 } else { 0x200 };
const O_EXCL: i32 = if cfg!(target_os = "macos") { 0x800 } else { 0x80 };

/// The working folder, where a descriptor is expected.
const AT_FDCWD: i32 = if cfg!(target_os = "macos") { -2 } else { -100 };

struct Spec {
    class: &'static [u8],
    method: &'static [u8],
    path: Path,
    does: Does,
}

const fn spec(class: &'static [u8], method: &'static [u8], path: Path, does: Does) -> Spec {
    Spec { class, method, path, does }
}

const NIO: &[u8] = b"Lsun/nio/fs/UnixNativeDispatcher;";
const IO: &[u8] = b"Ljava/io/UnixFileSystem;";

/// Methods with and without a final 0 are those of different releases.
static SPECS: [Spec; 49] = [
    spec(NIO, b"open0", Path::Address(0), Does::Open(1)),
    spec(NIO, b"openat0", Path::At(0, 1), Does::Open(2)),
    spec(NIO, b"stat0", Path::Address(0), Does::Probe),
    spec(NIO, b"stat1", Path::Address(0), Does::Probe),
    spec(NIO, b"lstat0", Path::Address(0), Does::Probe),
    spec(NIO, b"fstatat0", Path::At(0, 1), Does::Probe),
    spec(NIO, b"access0", Path::Address(0), Does::Probe),
    spec(NIO, b"exists0", Path::Address(0), Does::Probe),
    spec(NIO, b"readlink0", Path::Address(0), Does::Probe),
    spec(NIO, b"realpath0", Path::Address(0), Does::Probe),
    spec(NIO, b"opendir0", Path::Address(0), Does::List),
    spec(NIO, b"fdopendir", Path::Descriptor(0), Does::List),
    spec(NIO, b"link0", Path::Address(0), Does::Link(Path::Address(1))),
    spec(NIO, b"symlink0", Path::Address(1), Does::Write),
    spec(NIO, b"unlink0", Path::Address(0), Does::Replace),
    spec(NIO, b"unlinkat0", Path::At(0, 1), Does::Replace),
    spec(NIO, b"mknod0", Path::Address(0), Does::Replace),
    spec(NIO, b"mkdir0", Path::Address(0), Does::Make),
    spec(NIO, b"rmdir0", Path::Address(0), Does::Replace),
    spec(NIO, b"rename0", Path::Address(0), Does::Rename(Path::Address(1))),
    spec(NIO, b"renameat0", Path::At(0, 1), Does::Rename(Path::At(2, 3))),
    spec(IO, b"canonicalize0", Path::Text(0), Does::Probe),
    spec(b"Lsun/nio/fs/LinuxWatchService;", b"inotifyAddWatch", Path::Address(1), Does::List),
    spec(IO, b"getBooleanAttributes0", Path::File(0), Does::Probe),
    spec(IO, b"checkAccess", Path::File(0), Does::Probe),
    spec(IO, b"checkAccess0", Path::File(0), Does::Probe),
    spec(IO, b"getLastModifiedTime", Path::File(0), Does::Probe),
    spec(IO, b"getLastModifiedTime0", Path::File(0), Does::Probe),
    spec(IO, b"getLength", Path::File(0), Does::Probe),
    spec(IO, b"getLength0", Path::File(0), Does::Probe),
    spec(IO, b"list", Path::File(0), Does::List),
    spec(IO, b"list0", Path::File(0), Does::List),
    spec(IO, b"createFileExclusively", Path::Text(0), Does::Replace),
    spec(IO, b"createFileExclusively0", Path::Text(0), Does::Replace),
    spec(IO, b"delete0", Path::File(0), Does::Replace),
    spec(IO, b"createDirectory", Path::File(0), Does::Make),
    spec(IO, b"createDirectory0", Path::File(0), Does::Make),
    spec(IO, b"rename0", Path::File(0), Does::Rename(Path::File(1))),
    spec(b"Ljava/io/FileInputStream;", b"open0", Path::Text(0), Does::Read),
    spec(b"Ljava/io/FileOutputStream;", b"open0", Path::Text(0), Does::Append(1)),
    spec(b"Ljava/io/RandomAccessFile;", b"open0", Path::Text(0), Does::Mode(1)),
    spec(b"Ljava/io/UnixFileSystem;", b"getBooleanAttributes", Path::File(0), Does::Probe),
    spec(b"Ljava/io/FileInputStream;", b"read0", Path::Input, Does::Read),
    spec(b"Ljava/io/FileInputStream;", b"readBytes", Path::Input, Does::Read),
    spec(b"Ljava/io/FileInputStream;", b"skip0", Path::Input, Does::Read),
    spec(b"Ljava/io/FileInputStream;", b"available0", Path::Input, Does::Read),
    // What kind of file it is, by libraries of the system; up to release 8.
    spec(b"Lsun/nio/fs/MagicFileTypeDetector;", b"probe0", Path::Address(0), Does::Read),
    spec(b"Lsun/nio/fs/GnomeFileTypeDetector;", b"probeUsingGio", Path::Address(0), Does::Read),
    spec(
        b"Lsun/nio/fs/GnomeFileTypeDetector;",
        b"probeUsingGnomeVfs",
        Path::Address(0),
        Does::Read,
    ),
];

/// Where the originals are; null until a method is bound.
static ORIGINALS: [AtomicPtr<c_void>; SPECS.len()] =
    [const { AtomicPtr::new(std::ptr::null_mut()) }; SPECS.len()];

/// The function to bind instead of `original`, if the method is one of ours.
pub(crate) fn replace(
    agent: &Agent,
    jni: &Jni<'_>,
    method: MethodId,
    original: *mut c_void,
) -> Option<*mut c_void> {
    let class = agent.jvmti.method_class(jni, method)?;
    let signature = agent.jvmti.class_signature(class);
    jni.forget(class);
    let signature = signature?;
    if !is_watched(&signature) {
        return None;
    }
    let (name, _) = agent.jvmti.method_name(method)?;
    let place = SPECS.iter().position(|spec| spec.class == signature && spec.method == name)?;
    install(place, original)
}

/// The function for a row, with what it goes on to.
fn install(place: usize, original: *mut c_void) -> Option<*mut c_void> {
    let (slot, function) = (ORIGINALS.get(place)?, *FUNCTIONS.get(place)? as *mut c_void);
    if original != function {
        slot.store(original, Ordering::Release);
    }
    Some(function)
}

/// Whether a class, by its signature, has methods to stand before.
pub(crate) fn is_watched(signature: &[u8]) -> bool {
    SPECS.iter().any(|spec| spec.class == signature)
}

/// Puts the functions before methods that may have been bound before the agent heard of it. Must be called by a native
/// method of a class of the boot loader: the JVM warns, on the program's output, when others do this.
pub(crate) fn rebind(agent: &Agent, jni: &Jni<'_>, classes: &[(Object<'_>, Vec<u8>)]) {
    let folders = agent.jvmti.system_property(c"sun.boot.library.path").unwrap_or_default();
    let folders = folders.split(|byte| *byte == b':').filter(|folder| !folder.is_empty());
    let libraries = folders.flat_map(|folder| {
        [&b"libjava.so"[..], b"libnio.so"].map(|name| Library::loaded(folder, name))
    });
    let libraries: Vec<_> = libraries.flatten().collect();
    for (class, signature) in classes {
        for method in agent.jvmti.native_methods(*class) {
            let is_done = rebind_method(agent, jni, *class, signature, method, &libraries);
            if is_done == Some(false) {
                agent.fail("a native method of the JDK cannot be watched".to_owned());
            }
        }
    }
}

/// Binds one method anew, if it is one of ours; says whether it could.
fn rebind_method(
    agent: &Agent,
    jni: &Jni<'_>,
    class: Object<'_>,
    signature: &[u8],
    method: MethodId,
    libraries: &[Library],
) -> Option<bool> {
    let (name, descriptor) = agent.jvmti.method_name(method)?;
    let place = SPECS.iter().position(|spec| spec.class == signature && spec.method == name)?;
    // As JNI derives them; no name here has a character that needs more.
    let class_name = signature.strip_prefix(b"L")?.strip_suffix(b";")?;
    let mut symbol = b"Java_".to_vec();
    symbol.extend(class_name.iter().map(|byte| if *byte == b'/' { b'_' } else { *byte }));
    symbol.push(b'_');
    symbol.extend(&name);
    let symbol = CString::new(symbol).ok()?;
    let found = libraries.iter().find_map(|library| library.symbol(&symbol));
    let Some(original) = found else { return Some(false) };
    let function = install(place, original)?;
    let (name, descriptor) = (CString::new(name).ok()?, CString::new(descriptor).ok()?);
    // SAFETY: the function hands on to the original, which JNI would have found under this name.
    Some(unsafe { jni.register_native(class, &name, &descriptor, function) })
}

/// A library of the JDK that is in memory.
struct Library(*mut c_void);

unsafe extern "C" {
    fn dlopen(name: *const c_char, flags: i32) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

impl Library {
    /// Finds a library without loading it.
    fn loaded(folder: &[u8], name: &[u8]) -> Option<Self> {
        const LAZY: i32 = 1;
        const NO_LOAD: i32 = if cfg!(target_os = "macos") { 0x10 } else { 4 };
        let path = CString::new([folder, b"/", name].concat()).ok()?;
        // SAFETY: a C string; the library is not loaded by this, so nothing of it runs.
        let library = unsafe { dlopen(path.as_ptr(), LAZY | NO_LOAD) };
        (!library.is_null()).then_some(Self(library))
    }

    fn symbol(&self, name: &CStr) -> Option<*mut c_void> {
        // SAFETY: an open library and a C string.
        let symbol = unsafe { dlsym(self.0, name.as_ptr()) };
        (!symbol.is_null()).then_some(symbol)
    }
}

/// Function *N*: stands before the method of row *N*.
unsafe extern "system" fn before<const N: usize>(
    raw: RawJni,
    receiver: *mut c_void,
    a: u64,
    b: u64,
    c: u64,
    d: u64,
) -> u64 {
    let mut paths = (None, None);
    guarded(|agent| {
        // SAFETY: the JVM calls this as a native method, with the environment of the thread.
        let jni = unsafe { Jni::of(raw) };
        if let Some(spec) = SPECS.get(N) {
            if matches!(spec.path, Path::Input) {
                note_input(agent, &jni, receiver);
                return;
            }
            let parameters = [a, b, c, d];
            paths = (text(&jni, spec.path, parameters), spec.second(&jni, parameters));
            if let (Some(path), _) = &paths {
                note_before(agent, &jni, spec, path, parameters);
                note_folder(agent, &jni, spec, (path, paths.1.as_deref()), parameters);
            }
        }
    });
    let original =
        ORIGINALS.get(N).map_or(std::ptr::null_mut(), |slot| slot.load(Ordering::Acquire));
    // SAFETY: a null pointer is none, which has the same representation.
    let original = unsafe { std::mem::transmute::<*mut c_void, Option<Native>>(original) };
    // The JVM binds this function only after the original was stored.
    let Some(original) = original else { return 0 };
    // SAFETY: the original is a native method with at most four parameters in registers, which are handed on as they came.
    // What it returns is in the register that a 64-bit result uses, or it returns nothing and nobody looks.
    let result = unsafe { original(raw, receiver, a, b, c, d) };
    guarded(|agent| {
        // SAFETY: as above.
        let jni = unsafe { Jni::of(raw) };
        if let (Some(spec), (Some(path), second)) = (SPECS.get(N), &paths) {
            let is_done = !jni.is_exception_pending() && (spec.class != IO || result as u8 != 0);
            if is_done {
                note_after(agent, &jni, spec, (path, second.as_deref()), [a, b, c, d]);
            } else if is_made_up(spec, path, [a, b, c, d]) {
                paths::observe(agent, &jni, path, Access::Probed);
            }
        }
    });
    result
}

/// The descriptor of the standard input, and the field of a stream that holds its own.
static INPUT: OnceLock<Option<(Global, FieldId)>> = OnceLock::new();

/// A stream is read.
fn note_input(agent: &Agent, jni: &Jni<'_>, stream: *mut c_void) {
    let input = INPUT.get_or_init(|| {
        let descriptor = c"Ljava/io/FileDescriptor;";
        let descriptors = jni.find_class(c"java/io/FileDescriptor")?;
        let input = jni.static_field(descriptors, c"in", descriptor)?;
        let streams = jni.find_class(c"java/io/FileInputStream")?;
        Some((jni.global(input)?, jni.field_id(streams, c"fd", descriptor)?))
    });
    let (Some((input, field)), Some(stream)) = (input, object(stream as u64)) else { return };
    // SAFETY: the receiver of a native method of `FileInputStream`, to which the field belongs.
    let Some(own) = (unsafe { jni.field_by_id(stream, *field) }) else { return };
    if jni.is_same(input.get(), own) {
        jdk_notes::input(agent, jni);
    }
    jni.forget(own);
}

impl Spec {
    /// The second path that the method is about, if there is one.
    fn second(&self, jni: &Jni<'_>, parameters: [u64; 4]) -> Option<Vec<u8>> {
        match self.does {
            Does::Rename(path) | Does::Link(path) => text(jni, path, parameters),
            Does::Read
            | Does::Probe
            | Does::List
            | Does::Write
            | Does::Replace
            | Does::Append(_)
            | Does::Make
            | Does::Open(_)
            | Does::Mode(_) => None,
        }
    }
}

fn number(parameters: [u64; 4], place: usize) -> i32 {
    parameters.get(place).map_or(0, |value| *value as i32)
}

/// What the method finds out: noted whether or not it succeeds, since that is what it finds out.
fn note_before(agent: &Agent, jni: &Jni<'_>, spec: &Spec, path: &[u8], parameters: [u64; 4]) {
    let access = match spec.does {
        Does::Read | Does::Rename(_) | Does::Link(_) | Does::Mode(_) => Some(Access::Read),
        Does::Probe | Does::Replace | Does::Make => Some(Access::Probed),
        Does::List => Some(Access::Listed),
        // What was there stays in front of what is written.
        Does::Append(is_behind) if number(parameters, is_behind) & 1 != 0 => Some(Access::Read),
        Does::Open(flags) => {
            let flags = number(parameters, flags);
            // Unless it is emptied or new, what was there stays where it is not overwritten.
            let is_replaced = flags & 3 == 1 && flags & (O_TRUNC | O_EXCL) != 0;
            // If it has to be there, or must not be, that is found out.
            let is_whatever = is_replaced && flags & O_CREAT != 0 && flags & O_EXCL == 0;
            let found_out = if is_replaced { Access::Probed } else { Access::Read };
            (!is_whatever && !is_made_up(spec, path, parameters)).then_some(found_out)
        }
        Does::Write | Does::Append(_) => None,
    };
    if let Some(access) = access {
        paths::observe(agent, jni, path, access);
    }
}

/// Whether a file is created among temporary ones, under a name that is tried until there is none like it: only that there
/// is one is found out, see [`before`].
fn is_made_up(spec: &Spec, path: &[u8], parameters: [u64; 4]) -> bool {
    let Does::Open(flags) = spec.does else { return false };
    number(parameters, flags) & O_EXCL != 0 && paths::is_temporary(path)
}

/// A method that writes finds out whether there is a folder to write in, also when it fails.
fn note_folder(
    agent: &Agent,
    jni: &Jni<'_>,
    spec: &Spec,
    (path, second): (&[u8], Option<&[u8]>),
    parameters: [u64; 4],
) {
    let written = match spec.does {
        Does::Write | Does::Replace | Does::Append(_) | Does::Make => Some(path),
        Does::Open(flags) if number(parameters, flags) & 3 != 0 => Some(path),
        Does::Mode(mode) if number(parameters, mode) & 1 == 0 => Some(path),
        Does::Rename(_) | Does::Link(_) => second,
        Does::Read | Does::Probe | Does::List | Does::Open(_) | Does::Mode(_) => None,
    };
    let Some(written) = written else { return };
    let end = written.iter().rposition(|byte| *byte == b'/');
    // What is not in a folder by its name is in the one that the machine works in.
    let folder = end.map_or(&b"."[..], |end| written.get(..end).unwrap_or_default());
    if !folder.is_empty() {
        paths::observe(agent, jni, folder, Access::Probed);
    }
}

/// What the method has done, once it has.
fn note_after(
    agent: &Agent,
    jni: &Jni<'_>,
    spec: &Spec,
    (path, second): (&[u8], Option<&[u8]>),
    parameters: [u64; 4],
) {
    let (first, other) = match spec.does {
        Does::Write | Does::Replace | Does::Append(_) => (Some(Access::Written), None),
        Does::Make => (Some(Access::Made), None),
        Does::Open(flags) if number(parameters, flags) & 3 != 0 => (Some(Access::Written), None),
        Does::Mode(mode) if number(parameters, mode) & 1 == 0 => (Some(Access::Written), None),
        Does::Rename(_) => (Some(Access::Written), Some(Access::Written)),
        Does::Link(_) => (None, Some(Access::Written)),
        Does::Read | Does::Probe | Does::List | Does::Open(_) | Does::Mode(_) => (None, None),
    };
    if let Some(access) = first {
        paths::observe(agent, jni, path, access);
    }
    if let (Some(access), Some(second)) = (other, second) {
        paths::observe(agent, jni, second, access);
    }
}

fn text(jni: &Jni<'_>, path: Path, parameters: [u64; 4]) -> Option<Vec<u8>> {
    let parameter = |place: usize| parameters.get(place).copied();
    match path {
        Path::Address(place) => string(parameter(place)?),
        Path::At(folder, place) => {
            let path = string(parameter(place)?)?;
            if path.starts_with(b"/") {
                return Some(path);
            }
            let folder = parameter(folder)? as i32;
            if folder == AT_FDCWD {
                return Some(path);
            }
            let mut whole = open_folder(folder)?;
            whole.push(b'/');
            whole.extend(path);
            Some(whole)
        }
        Path::Descriptor(place) => open_folder(parameter(place)? as i32),
        Path::Input => None,
        Path::Text(place) => Some(plain(jni.string(object(parameter(place)?)?))),
        Path::File(place) => {
            let file = object(parameter(place)?)?;
            let path = jni.field(file, c"path", c"Ljava/lang/String;")?;
            let text = jni.string(path);
            jni.forget(path);
            Some(plain(text))
        }
    }
}

/// Modified UTF-8 as UTF-8, which is what the file system is given on the machines we know.
pub(crate) fn plain(text: Vec<u8>) -> Vec<u8> {
    if text.is_ascii() {
        return text;
    }
    tamis_classfile::MStr::new(&text).to_text().into_owned().into_bytes()
}

fn string(address: u64) -> Option<Vec<u8>> {
    let pointer = address as *const c_char;
    if pointer.is_null() {
        return None;
    }
    // SAFETY: the JDK hands the address of a C string that lives as long as the call.
    Some(unsafe { CStr::from_ptr(pointer) }.to_bytes().to_vec())
}

fn object<'t>(raw: u64) -> Option<Object<'t>> {
    // SAFETY: the parameter is a reference of this call, by the method's descriptor; null becomes none, which has the
    // same representation.
    unsafe { std::mem::transmute::<*mut c_void, Option<Object<'t>>>(raw as *mut c_void) }
}

/// The path of an open folder.
fn open_folder(descriptor: i32) -> Option<Vec<u8>> {
    use std::os::unix::ffi::OsStringExt as _;
    let link = std::fs::read_link(format!("/proc/self/fd/{descriptor}")).ok()?;
    Some(link.into_os_string().into_vec())
}

macro_rules! functions {
    ($($number:literal)*) => { [$(before::<$number>),*] };
}

/// One function for each row.
static FUNCTIONS: [Native; SPECS.len()] = functions!(
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44
    45 46 47 48
);
