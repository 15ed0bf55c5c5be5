//! Who uses the network: whoever connects, and whoever reads from a connection or writes to it, since an earlier test may have
//! opened it.
//!
//! What starts machines with tests may talk to them over a connection: Gradle does, and Surefire if it is told to. Then code that
//! says nothing of Gradle or Surefire is on the stack of who reads. So these connections are known by who opened them.

use std::fs::File;
use std::mem::ManuallyDrop;
use std::os::fd::FromRawFd as _;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};
use std::sync::{Mutex, PoisonError};

use tamis_journal::Observation;
use tamis_jvmti::{Jni, Object};

use crate::Agent;
use crate::jdk_notes::is_running_tests;

/// The sockets of connections that were opened for test frameworks and what starts them, by their numbers in the kernel, which
/// counts on.
static OF_FRAMEWORKS: Mutex<Vec<u64>> = Mutex::new(Vec::new());

/// How many are kept at most. With more, they count as those of tests.
const MOST: usize = 64;

/// The network was used: with an address, a name or a path, or to find out about this machine.
pub(crate) fn network(
    agent: &Agent,
    jni: &Jni<'_>,
    address: Option<Object<'_>>,
    descriptor: Option<Object<'_>>,
) {
    if is_running_tests(agent, jni) {
        if let Some(Behind::Socket(number)) = descriptor.and_then(|given| behind(jni, given)) {
            let mut known = OF_FRAMEWORKS.lock().unwrap_or_else(PoisonError::into_inner);
            if known.len() < MOST && !known.contains(&number) {
                known.push(number);
            }
        }
        return;
    }
    let text = address
        .and_then(|address| jni.call_object(address, c"toString", c"()Ljava/lang/String;", &[]));
    let text = text.map_or_else(|| b"this machine".to_vec(), |text| jni.string(text));
    agent.recorder.observe(&text, Observation::NetworkUsed);
}

/// Something goes over a connection, whoever opened it. Once between two boundaries is enough.
pub(crate) fn talked(agent: &Agent, jni: &Jni<'_>, descriptor: Option<Object<'_>>) {
    const CONNECTION: &[u8] = b"a connection";
    if agent.recorder.is_pending(CONNECTION, Observation::NetworkUsed) {
        return;
    }
    let is_of_tests = match descriptor.and_then(|descriptor| behind(jni, descriptor)) {
        // Pipes within this machine go the same way since release 21.
        Some(Behind::Other) => false,
        Some(Behind::Socket(number)) => {
            !OF_FRAMEWORKS.lock().unwrap_or_else(PoisonError::into_inner).contains(&number)
        }
        // It is not known: it may be any.
        None => true,
    };
    if is_of_tests && !is_running_tests(agent, jni) {
        agent.recorder.observe(CONNECTION, Observation::NetworkUsed);
    }
}

/// What a descriptor stands for.
enum Behind {
    Socket(u64),
    /// Something else.
    Other,
}

/// What an object of the JDK for a descriptor stands for; `None` if that is not known, as when it is closed.
#[expect(unsafe_code, reason = "the descriptor is borrowed from the JDK, which has it as a number")]
fn behind(jni: &Jni<'_>, descriptor: Object<'_>) -> Option<Behind> {
    let number = jni.int_field(descriptor, c"fd").filter(|number| *number >= 0)?;
    // SAFETY: it is only asked about, and not closed. If the JDK closes it meanwhile, the question fails, or is about another one.
    let file = ManuallyDrop::new(unsafe { File::from_raw_fd(number) });
    let metadata = file.metadata().ok()?;
    if !metadata.file_type().is_socket() {
        return Some(Behind::Other);
    }
    // Not all systems number them.
    Some(metadata.ino()).filter(|number| *number != 0).map(Behind::Socket)
}
