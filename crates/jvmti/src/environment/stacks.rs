//! Threads and their stacks.
#![expect(unsafe_code, reason = "calls through the table of JVMTI")]

use std::ffi::c_void;
use std::ptr::null_mut;

use super::{Jvmti, JvmtiError, check, int};
use crate::jni::{Jni, Object};
use crate::raw::{self, MethodId, Table, slot};

/// A frame of a stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Frame {
    /// What runs.
    pub method: MethodId,
    /// Where in it.
    pub location: i64,
}

const NOTHING: Frame = Frame { method: MethodId(null_mut()), location: 0 };

/// `JVMTI_ERROR_THREAD_NOT_ALIVE`.
const THREAD_NOT_ALIVE: JvmtiError = JvmtiError(15);

/// Frames that there is room for at first.
const USUAL_DEPTH: usize = 128;

impl Jvmti {
    /// All live platform threads.
    pub fn threads<'t>(self, _jni: &Jni<'t>) -> Option<Vec<Object<'t>>> {
        let mut threads: *mut *mut c_void = null_mut();
        let mut count = 0;
        // SAFETY: the slot of GetAllThreads, which allocates the list.
        let result = unsafe {
            let function: unsafe extern "system" fn(
                *mut Table,
                *mut i32,
                *mut *mut *mut c_void,
            ) -> i32 = slot(self.0, raw::jvmti::GET_ALL_THREADS);
            function(self.0, &raw mut count, &raw mut threads)
        };
        check(result).ok()?;
        let count = usize::try_from(count).ok()?;
        // SAFETY: JVMTI promises `count` local references of this thread.
        let list = (0..count).filter_map(|index| unsafe { Object::from_raw(*threads.add(index)) });
        let list = list.collect();
        self.deallocate(threads.cast());
        Some(list)
    }

    /// The innermost frames of the current thread, behind the first `skip`; at most `N`.
    pub fn stack<const N: usize>(self, skip: i32) -> ([Frame; N], usize) {
        let mut frames = [NOTHING; N];
        let count = self.fill(None, skip, &mut frames);
        (frames, count.unwrap_or(0))
    }

    /// All frames of a thread, innermost first; `None` if it has ended.
    pub fn whole_stack(self, thread: Object<'_>) -> Result<Option<Vec<Frame>>, JvmtiError> {
        match self.ask_for_stack(thread) {
            Ok(frames) => Ok(Some(frames)),
            Err(THREAD_NOT_ALIVE) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn ask_for_stack(self, thread: Object<'_>) -> Result<Vec<Frame>, JvmtiError> {
        let mut room = USUAL_DEPTH;
        loop {
            let mut frames = vec![NOTHING; room];
            let count = self.fill(Some(thread), 0, &mut frames)?;
            if count < room {
                frames.truncate(count);
                return Ok(frames);
            }
            // The thread goes on meanwhile.
            room = self.frame_count(thread)? + 1024;
        }
    }

    /// Asks for as many frames as there is room for; how many there are.
    fn fill(
        self,
        thread: Option<Object<'_>>,
        skip: i32,
        frames: &mut [Frame],
    ) -> Result<usize, JvmtiError> {
        let mut count = 0;
        // SAFETY: the slot of GetStackTrace; no thread is the current one, and there is room for as many frames as are
        // asked for.
        let result = unsafe {
            let function: unsafe extern "system" fn(
                *mut Table,
                Option<Object<'_>>,
                i32,
                i32,
                *mut Frame,
                *mut i32,
            ) -> i32 = slot(self.0, raw::jvmti::GET_STACK_TRACE);
            function(self.0, thread, skip, int(frames.len()), frames.as_mut_ptr(), &raw mut count)
        };
        check(result)?;
        Ok(usize::try_from(count).unwrap_or(0).min(frames.len()))
    }

    fn frame_count(self, thread: Object<'_>) -> Result<usize, JvmtiError> {
        let mut count = 0;
        // SAFETY: the slot of GetFrameCount.
        let result = unsafe {
            let function: unsafe extern "system" fn(*mut Table, Object<'_>, *mut i32) -> i32 =
                slot(self.0, raw::jvmti::GET_FRAME_COUNT);
            function(self.0, thread, &raw mut count)
        };
        check(result)?;
        Ok(usize::try_from(count).unwrap_or(0))
    }
}
