//! Loaders that have to be told apart, and which classes are the JDK's.

use std::ffi::{CStr, CString};
use std::os::unix::ffi::OsStrExt as _;

use tamis_jvmti::{Global, Jni, Object};

use crate::{Agent, hook_tables};

/// The first release with modules, which say what is the JDK's.
const MODULES: u16 = 9;

/// Packages of the JDK before that, by how they begin. What is on the boot class path and not in one of them is the
/// program's.
const PACKAGES: [&[u8]; 13] = [
    b"java/",
    b"javax/",
    b"jdk/",
    b"sun/",
    b"sunw/",
    b"com/sun/",
    b"com/oracle/",
    b"oracle/",
    b"org/ietf/jgss/",
    b"org/jcp/xml/",
    b"org/omg/",
    b"org/w3c/dom/",
    b"org/xml/sax/",
];

/// What the JDK calls proxies of interfaces that everybody may see.
const PROXY: &[u8] = b"com/sun/proxy/$Proxy";

pub(crate) struct Loaders {
    pub(crate) application: Option<Global>,
    /// None if it may have classes of others.
    pub(crate) platform: Option<Global>,
}

pub(crate) fn of(agent: &Agent, jni: &Jni<'_>) -> Loaders {
    let of_class = |method: &CStr| {
        let class = jni.find_class(c"java/lang/ClassLoader")?;
        jni.call_static_object(class, method, c"()Ljava/lang/ClassLoader;", &[])
    };
    let platform = if agent.release < MODULES {
        extensions(agent, jni)
    } else {
        of_class(c"getPlatformClassLoader")
    };
    let global = |loader: Option<Object<'_>>| loader.and_then(|loader| jni.global(loader));
    Loaders { application: global(of_class(c"getSystemClassLoader")), platform: global(platform) }
}

/// The loader of extensions, if these are the JDK's.
fn extensions<'t>(agent: &Agent, jni: &Jni<'t>) -> Option<Object<'t>> {
    let home = agent.jvmti.system_property(c"java.home")?;
    let folders = agent.jvmti.system_property(c"java.ext.dirs")?;
    let own = [&home, &b"/lib/ext"[..]].concat();
    let is_own = |folder: &[u8]| {
        let files = std::fs::read_dir(std::ffi::OsStr::from_bytes(folder));
        // One that is not there, or empty, has nothing of others.
        folder == own
            || match files {
                Ok(mut files) => files.next().is_none(),
                Err(error) => error.kind() == std::io::ErrorKind::NotFound,
            }
    };
    if !folders.split(|byte| *byte == b':').all(is_own) {
        return None;
    }
    let class = jni.find_class(c"sun/misc/Launcher")?;
    let launcher = jni.call_static_object(class, c"getLauncher", c"()Lsun/misc/Launcher;", &[])?;
    let descriptor = c"()Ljava/lang/ClassLoader;";
    let application = jni.call_object(launcher, c"getClassLoader", descriptor, &[])?;
    jni.call_object(application, c"getParent", descriptor, &[])
}

/// Whether a class belongs to the JDK: by its loader and, where that does not tell, by whether its package is in a named
/// module. Before the machine is ready there are no others.
pub(crate) fn is_jdk_class(
    agent: &Agent,
    jni: &Jni<'_>,
    loader: Option<Object<'_>>,
    name: Option<&[u8]>,
) -> bool {
    let Some(loaders) = agent.loaders.get() else { return true };
    let is =
        |known: Option<Global>, loader| known.is_some_and(|known| jni.is_same(known.get(), loader));
    let in_named_module = || {
        let name = name?;
        if agent.release < MODULES {
            return Some(loader.is_none() && is_in_package(name));
        }
        // The JDK has no class without a package.
        let Some(end) = name.iter().rposition(|byte| *byte == b'/') else { return Some(false) };
        let package = CString::new(name.get(..end)?).ok()?;
        agent.jvmti.is_in_named_module(jni, loader, &package)
    };
    match loader {
        // A jar that was appended to the boot class path is the program's.
        None => name.is_some_and(hook_tables::is_java) || in_named_module().unwrap_or(true),
        Some(loader) if is(loaders.platform, loader) => true,
        Some(loader) if is(loaders.application, loader) => {
            // Proxies, which have a module since release 16; and tools of the JDK. The program's own modules have other names.
            name.is_some_and(|name| name.starts_with(PROXY))
                || name.is_some_and(hook_tables::may_be_jdk) && in_named_module().unwrap_or(false)
        }
        Some(_) => name.is_some_and(hook_tables::is_generated_by_jdk),
    }
}

/// Whether a class is in a package of the JDK, as far as the name of the package tells.
fn is_in_package(class: &[u8]) -> bool {
    PACKAGES.iter().any(|package| class.starts_with(package))
}
