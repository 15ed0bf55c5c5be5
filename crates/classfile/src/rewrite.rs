//! Splices probes, hooks and wrappers into a class (JVMS chapter 4).
//!
//! A [`Plan`] says what is to be done; a [`Rewriter`] does it in one pass. What need not change is copied byte for byte:
//! constants keep their indices (new ones are appended), methods keep their places (wrapped originals move to the end).
//!
//! - **Entry probe**: `getstatic holder; sipush n | ldc_w n; iconst_1; bastore`, eight bytes before the first
//!   instruction. Instructions are not looked at: eight is a multiple of four, so switches keep their padding, and all
//!   branches are relative. A branch to offset 0 goes behind the probe, which so runs once per call.
//! - **Insertions** before any instruction, see [`Insertion`]; [`leaders`] names the starts of basic blocks.
//! - **Guard**: hooks at the start and at every end of the static initialiser, see [`Guard`].
//! - **Bracket**: the same around the code of any other method, see [`Bracket`].
//! - **Wrap**: hooks around a method, see [`Wrap`]. Probes and insertions go into the original.
//!
//! The order at the entry is: the guard's first hook, the entry probe, insertions at [`Position::Entry`], insertions
//! before offset 0, the code.
//!
//! What cannot be done to one method is [`Refused`] for that method, and everything else is done. If insertions are
//! refused, the entry probe and the guard are tried without them, then the probe alone. What cannot be done to the class
//! is an error.
//!
//! ```no_run
//! use tamis_classfile::ClassFile;
//! use tamis_classfile::rewrite::{Plan, Rewriter};
//!
//! # fn example(bytes: &[u8], first_number: u32) -> Result<(), Box<dyn std::error::Error>> {
//! let class = ClassFile::parse(bytes)?;
//! let entry = |method: u16| Some(first_number + u32::from(method));
//! let plan = Plan { entry: Some(&entry), ..Plan::default() };
//! let mut rewriter = Rewriter::default(); // one per thread
//! let rewritten = rewriter.rewrite(&class, &plan)?;
//! if rewritten.is_changed {
//!     // Hand `rewritten.bytes` to the virtual machine.
//! }
//! # Ok(()) }
//! ```
//!
//! Stack traces of the program do not change: probes cannot throw, and each instruction keeps its line. Nothing here
//! checks that the plan's classes, fields and hooks exist.

mod code;
mod constants;
mod edit;
mod frames;
mod job;
mod leaders;
mod names;
mod plan;
mod refusal;
mod relocation;
mod splice;
mod tables;
mod type_annotations;
mod wrap;

pub use constants::PoolAppender;
pub use leaders::leaders;
pub use plan::{Bracket, Guard, Holder, HookArgument, Insertion, Plan, Position, Snippet, Wrap};
pub use refusal::{Part, Refusal, Refused};

use edit::Edit;
use job::Job;
use names::Names;

use crate::ClassFile;

/// Rewrites one class. For many, keep a [`Rewriter`].
pub fn rewrite(class: &ClassFile<'_>, plan: &Plan<'_>) -> Result<Rewritten, Refusal> {
    let mut rewriter = Rewriter::default();
    rewriter.rewrite(class, plan)?;
    Ok(rewriter.rewritten)
}

/// A rewritten class.
#[derive(Debug, Default)]
pub struct Rewritten {
    /// The class file.
    pub bytes: Vec<u8>,
    /// Whether anything was done; if not, `bytes` are those of the original.
    pub is_changed: bool,
    /// What of the plan was not done.
    pub refused: Vec<Refused>,
}

/// Rewrites classes one after the other in the same memory.
#[derive(Debug, Default)]
pub struct Rewriter {
    rewritten: Rewritten,
    constants: PoolAppender,
    scratch: Scratch,
}

/// Memory of a [`Job`] that is worth keeping.
#[derive(Debug, Default)]
struct Scratch {
    names: Names,
    edit: Edit,
}

impl Rewriter {
    /// Rewrites a class; the result stands until the next call.
    pub fn rewrite(
        &mut self,
        class: &ClassFile<'_>,
        plan: &Plan<'_>,
    ) -> Result<&Rewritten, Refusal> {
        self.constants.reset(class);
        self.run(class, plan)
    }

    /// As [`Self::rewrite`], with constants that the plan's snippets use. They must be those of this class.
    pub fn rewrite_with(
        &mut self,
        class: &ClassFile<'_>,
        constants: PoolAppender,
        plan: &Plan<'_>,
    ) -> Result<&Rewritten, Refusal> {
        self.constants = constants;
        self.run(class, plan)
    }

    fn run(&mut self, class: &ClassFile<'_>, plan: &Plan<'_>) -> Result<&Rewritten, Refusal> {
        let Self { rewritten, constants, scratch } = self;
        Job::new(class, plan, rewritten, constants, scratch)?.run()?;
        Ok(rewritten)
    }
}
