//! The ways in which a class is rewritten to be verified, and what that came to.

use std::sync::atomic::{AtomicU32, Ordering};

use tamis_classfile::attributes::code::Code;
use tamis_classfile::rewrite::{
    Guard, HookArgument, Insertion, Part, Plan, Position, Rewriter, Snippet, Wrap,
};
use tamis_classfile::{Attribute, ClassFile, Location, MStr, opcode};

use super::outcome::Key;

/// Probe numbers are taken modulo this, which is less than what the holder has room for.
const NUMBERS: u32 = 1_000_000;

/// How classes are rewritten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pass {
    /// A probe in each method.
    Entry,
    /// Also one before each `new`, `getstatic`, `putstatic` and `invokestatic`, with some `nop`s, and a guard for each
    /// static initialiser.
    Sites,
    /// A wrapper around each method. Not for `java.base`: the virtual machine itself looks for some of its methods, and
    /// some look for their caller.
    Wraps,
}

impl Pass {
    pub(super) const ALL: [Self; 3] = [Self::Entry, Self::Sites, Self::Wraps];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Entry => "entry",
            Self::Sites => "sites",
            Self::Wraps => "wraps",
        }
    }
}

/// What was rewritten.
#[derive(Debug, Clone, Default)]
pub(super) struct Counts {
    pub(super) classes: usize,
    pub(super) methods: usize,
    pub(super) insertions: usize,
    pub(super) guards: usize,
    pub(super) wraps: usize,
    pub(super) refused: usize,
    /// Classes that could not be rewritten at all, with the reason.
    pub(super) unread: Vec<(Key, String)>,
}

impl Counts {
    pub(super) fn plus(mut self, other: Self) -> Self {
        self.classes += other.classes;
        self.methods += other.methods;
        self.insertions += other.insertions;
        self.guards += other.guards;
        self.wraps += other.wraps;
        self.refused += other.refused;
        self.unread.extend(other.unread);
        self
    }
}

/// Rewrites one class; `place` is its module or jar.
pub(super) fn rewrite(bytes: &[u8], pass: Pass, place: &str) -> anyhow::Result<(Vec<u8>, Counts)> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let class = ClassFile::parse(bytes)?;
    let codes = codes(&class)?;
    let first = NEXT.fetch_add(codes.len() as u32, Ordering::Relaxed) % NUMBERS;
    let entry = |method: u16| Some((first + u32::from(method)) % NUMBERS);
    let insertions = if pass == Pass::Sites { sites(&codes)? } else { Vec::new() };
    let hook = |name| MStr::new(name);
    let owner = Plan::default().holder.class;
    let guard = Guard { owner, begin: hook(b"begin"), end: hook(b"end"), id: first };
    let new_names = if pass == Pass::Wraps && place != "java.base" {
        new_names(&class, &codes)
    } else {
        Vec::new()
    };
    let wraps: Vec<_> = new_names
        .iter()
        .map(|(method, name)| Wrap {
            method: *method,
            new_name: MStr::new(name),
            owner,
            begin: hook(b"enter"),
            end: hook(b"leave"),
            argument: HookArgument::This,
        })
        .collect();
    let plan = Plan {
        entry: Some(&entry),
        insertions: &insertions,
        guard: (pass == Pass::Sites).then_some(guard),
        wraps: &wraps,
        ..Plan::default()
    };
    let mut rewriter = Rewriter::default();
    let rewritten = rewriter.rewrite(&class, &plan)?;
    let refused = |part| rewritten.refused.iter().filter(|each| each.part == part).count();
    let has_guard = pass == Pass::Sites && codes.iter().any(|code| code.name == "<clinit>");
    let counts = Counts {
        classes: usize::from(rewritten.is_changed),
        methods: codes.len() - refused(Part::Entry),
        insertions: insertions.len(),
        // An initialiser without code is refused, and was none to begin with.
        guards: usize::from(has_guard && refused(Part::Guard) == 0),
        wraps: wraps.len() - refused(Part::Wrap),
        refused: rewritten.refused.len(),
        unread: Vec::new(),
    };
    Ok((rewritten.bytes.clone(), counts))
}

/// A method with code.
pub(super) struct MethodCode<'a> {
    pub(super) method: u16,
    pub(super) name: MStr<'a>,
    pub(super) code: Code<'a>,
}

pub(super) fn codes<'a>(class: &ClassFile<'a>) -> anyhow::Result<Vec<MethodCode<'a>>> {
    let mut codes = Vec::new();
    for (method, member) in (0..=u16::MAX).zip(class.methods().iter()) {
        let code = class.find(member.attributes, Location::Method, "Code")?;
        if let Some(Attribute::Code(code)) = code {
            codes.push(MethodCode { method, name: member.name(class)?, code });
        }
    }
    Ok(codes)
}

/// A probe before each instruction that can initialise a class.
fn sites(codes: &[MethodCode<'_>]) -> anyhow::Result<Vec<Insertion<'static>>> {
    const NOPS: &[u8] = &[opcode::NOP; 5];
    let mut insertions = Vec::new();
    for MethodCode { method, code, .. } in codes {
        for instruction in code.instructions() {
            let instruction = instruction?;
            if matches!(
                instruction.opcode,
                opcode::NEW | opcode::GETSTATIC | opcode::PUTSTATIC | opcode::INVOKESTATIC
            ) {
                let (method, position) = (*method, Position::Before(instruction.pc as u16));
                // Odd lengths give switches another padding.
                let nops = NOPS.get(..=insertions.len() % NOPS.len()).unwrap_or_default();
                let snippet = Snippet::Code { bytes: nops, stack: 0 };
                insertions.push(Insertion { method, position, snippet });
                // Some of these numbers need a constant, others do not.
                let snippet = Snippet::Probe(32_000 + insertions.len() as u32 % 2_000);
                insertions.push(Insertion { method, position, snippet });
            }
        }
    }
    Ok(insertions)
}

/// Names for the originals of all methods that can be wrapped.
fn new_names(class: &ClassFile<'_>, codes: &[MethodCode<'_>]) -> Vec<(u16, Vec<u8>)> {
    let (_, major) = class.version();
    if class.access_flags() & tamis_classfile::flags::INTERFACE != 0 && major < 52 {
        return Vec::new();
    }
    let wrapped = codes.iter().filter(|code| !code.name.as_bytes().starts_with(b"<"));
    wrapped.map(|code| (code.method, [code.name.as_bytes(), b"$tamis"].concat())).collect()
}
