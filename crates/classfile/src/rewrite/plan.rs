//! What is to be done to a class: values only, made by the caller for each class.

use crate::MStr;

/// All that is to be done to one class. Methods are named by their place in the class, from 0.
///
/// The default plan does nothing.
#[derive(Clone, Copy, Default)]
pub struct Plan<'p> {
    /// Where probes store.
    pub holder: Holder<'p>,
    /// The probe number of each method that gets an entry probe. Called once per method of the class, in order; a
    /// number for a method without code is not an error.
    pub entry: Option<&'p dyn Fn(u16) -> Option<u32>>,
    /// Code to insert, in the order of (method, position); at one position, the snippets run in the order given.
    pub insertions: &'p [Insertion<'p>],
    /// Hooks around the static initialiser, if the class has one.
    pub guard: Option<Guard<'p>>,
    /// Methods to bracket, at most one entry per method.
    pub brackets: &'p [Bracket<'p>],
    /// Methods to wrap, at most one entry per method.
    pub wraps: &'p [Wrap<'p>],
}

/// A static field of type `byte[]`.
#[derive(Debug, Clone, Copy)]
pub struct Holder<'p> {
    /// Internal name of the class.
    pub class: MStr<'p>,
    /// Name of the field.
    pub field: MStr<'p>,
}

impl Default for Holder<'_> {
    fn default() -> Self {
        Self { class: MStr::new(b"java/lang/TamisProbe"), field: MStr::new(b"hits") }
    }
}

/// Code to insert into a method.
#[derive(Debug, Clone, Copy)]
pub struct Insertion<'p> {
    /// The method.
    pub method: u16,
    /// Where.
    pub position: Position,
    /// What.
    pub snippet: Snippet<'p>,
}

/// Where code is inserted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Position {
    /// Before the first instruction, once per call: branches to offset 0 go behind it.
    Entry,
    /// Before the instruction at this offset, each time it is reached: branches to it go to the snippet, and a handler
    /// or stack map frame that starts at the instruction starts at the snippet.
    Before(u16),
}

/// Code that is inserted. It leaves the stack as it finds it and touches no local variable.
#[derive(Debug, Clone, Copy)]
pub enum Snippet<'p> {
    /// A store into the plan's holder, as at the entry.
    Probe(u32),
    /// Instructions without branches, switches, returns and throws; constants come from a
    /// [`PoolAppender`](super::PoolAppender).
    Code {
        /// The instructions.
        bytes: &'p [u8],
        /// Words it needs on top of the stack it finds.
        stack: u16,
    },
}

/// Hooks around the static initialiser: `begin` before its first instruction (also before its entry probe), `end`
/// before each return and when it throws. What is thrown goes on unchanged.
#[derive(Debug, Clone, Copy)]
pub struct Guard<'p> {
    /// Internal name of the class of both hooks.
    pub owner: MStr<'p>,
    /// Name of a static method `(I)V`.
    pub begin: MStr<'p>,
    /// Name of a static method `(I)V`. It must not throw: what it throws would replace the initialiser's exception.
    pub end: MStr<'p>,
    /// What both are given.
    pub id: u32,
}

/// Hooks inside a method, around its code: `begin` before its first instruction (also before its entry probe), `end`
/// before each return and when it throws. Unlike with a [`Wrap`], there is no further method and no further frame. Not
/// for initialisers.
#[derive(Debug, Clone, Copy)]
pub struct Bracket<'p> {
    /// The method.
    pub method: u16,
    /// Internal name of the class of both hooks.
    pub owner: MStr<'p>,
    /// Name of a static method `(Ljava/lang/Object;I)V`.
    pub begin: MStr<'p>,
    /// Name of a static method `(I)V`. It must not throw: what it throws would replace the method's exception.
    pub end: MStr<'p>,
    /// What the first is given.
    pub argument: HookArgument,
    /// What both are given.
    pub id: u32,
}

/// Hooks around a method: `begin` before the call, `end` after it, also when it throws.
#[derive(Debug, Clone, Copy)]
pub struct Wrap<'p> {
    /// The method.
    pub method: u16,
    /// The name the original gets.
    pub new_name: MStr<'p>,
    /// Internal name of the class of both hooks.
    pub owner: MStr<'p>,
    /// Name of a static method `(Ljava/lang/Object;)V`.
    pub begin: MStr<'p>,
    /// Name of a static method `(Ljava/lang/Object;)V`.
    pub end: MStr<'p>,
    /// What both are given.
    pub argument: HookArgument,
}

/// What the hooks of a wrapped method are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HookArgument {
    /// The receiver; `null` for static methods.
    This,
    /// A parameter by its place in the descriptor, from 0; it must be a reference.
    Argument(u8),
    /// `null`.
    Null,
}
