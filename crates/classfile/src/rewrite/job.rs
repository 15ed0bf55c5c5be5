//! One plan applied to one class.

use super::code::{self, FrameConstants, PROBE, PROBE_STACK};
use super::constants::PoolAppender;
use super::edit::{self, GuardCode, HookCall};
use super::names::Kind;
use super::plan::{HookArgument, Insertion, Plan, Position, Snippet, Wrap};
use super::refusal::{Part, Refusal, Refused, Result};
use super::splice::{Mark, Splice};
use super::wrap::{self, Wrapper};
use super::{Rewritten, Scratch};
use crate::attributes::RawAttribute;
use crate::class::Member;
use crate::{ClassFile, MStr, opcode};

/// What follows `max_stack` and `max_locals` in a method that only returns: the length of the code and the code.
const EMPTY: [u8; 5] = [0, 0, 0, 1, opcode::RETURN];

/// The state of a rewrite. `'a` is the class, `'p` the plan, `'o` the memory for the result.
pub(super) struct Job<'a, 'c, 'p, 'o> {
    class: &'c ClassFile<'a>,
    plan: &'c Plan<'p>,
    splice: Splice<'a, 'o>,
    refused: &'o mut Vec<Refused>,
    is_changed: &'o mut bool,
    constants: &'o mut PoolAppender,
    scratch: &'o mut Scratch,
    /// Pool index of the holder's field, once a probe has needed it.
    holder: Option<u16>,
    /// How many bytes of the constants have been written; none before the first change.
    constants_written: Option<usize>,
    /// The plan's insertions for this method and later ones.
    insertions: &'p [Insertion<'p>],
    wrapped: Vec<Wrapped<'a, 'p>>,
}

/// What is to be done to the code of one method.
#[derive(Clone, Copy)]
struct Work<'p> {
    method: u16,
    probe: Option<u32>,
    insertions: &'p [Insertion<'p>],
    guard: Option<Around<'p>>,
}

/// A guard or a bracket.
#[derive(Clone, Copy)]
struct Around<'p> {
    part: Part,
    owner: MStr<'p>,
    begin: MStr<'p>,
    end: MStr<'p>,
    /// What the first hook is given before the number, if anything, as a local variable.
    object: Option<wrap::Load>,
    id: u32,
}

/// An original that is written after all other methods.
struct Wrapped<'a, 'p> {
    member: Member<'a>,
    code: RawAttribute<'a>,
    wrap: &'p Wrap<'p>,
    wrapper: Wrapper,
    work: Work<'p>,
}

impl Work<'_> {
    fn is_empty(&self) -> bool {
        self.probe.is_none() && self.insertions.is_empty() && self.guard.is_none()
    }

    /// The next thing to try when this was refused, and what it leaves out.
    fn reduced(self) -> Option<(Self, Part)> {
        if !self.insertions.is_empty() {
            Some((Self { insertions: &[], ..self }, Part::Insertions))
        } else if let Some(guard) = self.guard {
            Some((Self { guard: None, ..self }, guard.part))
        } else {
            self.probe.map(|_| (Self { probe: None, ..self }, Part::Entry))
        }
    }
}

impl<'a, 'c, 'p, 'o> Job<'a, 'c, 'p, 'o> {
    pub(super) fn new(
        class: &'c ClassFile<'a>,
        plan: &'c Plan<'p>,
        rewritten: &'o mut Rewritten,
        constants: &'o mut PoolAppender,
        scratch: &'o mut Scratch,
    ) -> Result<Self> {
        if let (minor @ 0..=2, 45) = class.version() {
            return Err(Refusal::BeforeFirstRelease { minor });
        }
        check_order(plan.insertions)?;
        let Rewritten { bytes, refused, is_changed } = rewritten;
        refused.clear();
        *is_changed = false;
        scratch.names.clear();
        let splice = Splice::new(class.bytes(), bytes);
        Ok(Self {
            class,
            plan,
            splice,
            refused,
            is_changed,
            constants,
            scratch,
            holder: None,
            constants_written: None,
            insertions: plan.insertions,
            wrapped: Vec::new(),
        })
    }

    pub(super) fn run(mut self) -> Result<()> {
        for (method, member) in (0..=u16::MAX).zip(self.class.methods().iter()) {
            self.method(method, &member)?;
        }
        self.refuse_the_rest();
        let wrapped = self.wrapped.len();
        self.write_wrapped()?;
        self.finish(wrapped)
    }

    fn method(&mut self, method: u16, member: &Member<'a>) -> Result<()> {
        let work = self.work(method, member)?;
        let wrap = self.plan.wraps.iter().find(|wrap| wrap.method == method);
        if work.is_empty() && wrap.is_none() {
            return Ok(());
        }
        let Some(code) = self.find_code(member)? else {
            // A number for a method without code is not an error: the caller need not look.
            let work = Work { probe: None, ..work };
            self.refuse_all(&work, wrap.is_some(), &Refusal::NoCode);
            return Ok(());
        };
        if code.info.get(4..9) == Some(&EMPTY) && self.is_named(member, "finalize")? {
            self.refuse_all(&work, wrap.is_some(), &Refusal::EmptyFinalizer);
            return Ok(());
        }
        if let Some(wrap) = wrap
            && self.wrap(member, code, wrap, work)?
        {
            return Ok(());
        }
        self.write_code(&code, work)
    }

    fn work(&mut self, method: u16, member: &Member<'a>) -> Result<Work<'p>> {
        let probe = self.plan.entry.and_then(|number| number(method));
        let count = self.insertions.iter().take_while(|each| each.method == method).count();
        let (insertions, later) = self.insertions.split_at_checked(count).unwrap_or_default();
        self.insertions = later;
        let guard = match self.plan.guard {
            Some(guard) if self.is_named(member, "<clinit>")? => Some(Around {
                part: Part::Guard,
                owner: guard.owner,
                begin: guard.begin,
                end: guard.end,
                object: None,
                id: guard.id,
            }),
            _ => self.bracket(method, member)?,
        };
        Ok(Work { method, probe, insertions, guard })
    }

    /// The bracket of a method, if the plan has one that can be had.
    fn bracket(&mut self, method: u16, member: &Member<'a>) -> Result<Option<Around<'p>>> {
        let Some(bracket) = self.plan.brackets.iter().find(|each| each.method == method) else {
            return Ok(None);
        };
        if member.name(self.class)?.as_bytes().starts_with(b"<") {
            self.refuse(method, Part::Bracket, Refusal::Initialiser);
            return Ok(None);
        }
        let object = match bracket.argument {
            HookArgument::Null => Ok(wrap::Load::Null),
            argument => wrap::load(member, member.descriptor(self.class)?, argument),
        };
        match object {
            Ok(object) => Ok(Some(Around {
                part: Part::Bracket,
                owner: bracket.owner,
                begin: bracket.begin,
                end: bracket.end,
                object: Some(object),
                id: bracket.id,
            })),
            Err(refusal) => {
                self.refuse(method, Part::Bracket, refusal);
                Ok(None)
            }
        }
    }

    /// Whether the method has that name, no parameter and no result.
    fn is_named(&self, member: &Member<'a>, name: &str) -> Result<bool> {
        Ok(member.name(self.class)? == name && member.descriptor(self.class)? == "()V")
    }

    #[inline]
    fn find_code(&mut self, member: &Member<'a>) -> Result<Option<RawAttribute<'a>>> {
        for raw in member.attributes.iter() {
            if self.scratch.names.kind(self.class, raw.name_index)? == Kind::Code {
                return Ok(Some(raw));
            }
        }
        Ok(None)
    }

    /// Writes the wrapper and keeps the original for later; says whether it did.
    fn wrap(
        &mut self,
        member: &Member<'a>,
        code: RawAttribute<'a>,
        wrap: &'p Wrap<'p>,
        work: Work<'p>,
    ) -> Result<bool> {
        match self.try_wrap(member, &code, wrap) {
            Ok(wrapper) => {
                *self.is_changed = true;
                self.wrapped.push(Wrapped { member: *member, code, wrap, wrapper, work });
                Ok(true)
            }
            Err(refusal) if refusal.concerns_class() => Err(refusal),
            Err(refusal) => {
                self.refuse(work.method, Part::Wrap, refusal);
                Ok(false)
            }
        }
    }

    fn try_wrap(
        &mut self,
        member: &Member<'a>,
        code: &RawAttribute<'a>,
        wrap: &Wrap<'p>,
    ) -> Result<Wrapper> {
        wrap::check(self.class, member, wrap)?;
        let descriptor = member.descriptor(self.class)?;
        // An earlier wrap of this plan can have given the name to an overload.
        for other in &self.wrapped {
            let other_descriptor = other.member.descriptor(self.class)?;
            if other.wrap.new_name == wrap.new_name && other_descriptor == descriptor {
                return Err(Refusal::NameTaken);
            }
        }
        let wrapper = wrap::prepare(self.class, member, wrap, self.constants)?;
        let mark = self.start();
        let written = wrap::write(&mut self.splice, self.class, member, code, &wrapper);
        self.keep_or_undo(mark, written)?;
        Ok(wrapper)
    }

    /// Writes the code of a method with as much of the work as can be done, or leaves it to be copied.
    #[inline]
    fn write_code(&mut self, code: &RawAttribute<'a>, mut work: Work<'p>) -> Result<()> {
        while !work.is_empty() {
            match self.attempt(code, &work) {
                Ok(()) => {
                    *self.is_changed = true;
                    return Ok(());
                }
                Err(refusal) if refusal.concerns_class() => return Err(refusal),
                Err(refusal) => {
                    let Some((less, part)) = work.reduced() else { break };
                    self.refuse(work.method, part, refusal);
                    work = less;
                }
            }
        }
        Ok(())
    }

    /// Tries all of the work.
    #[inline]
    fn attempt(&mut self, code: &RawAttribute<'a>, work: &Work<'p>) -> Result<()> {
        let probe = work.probe.map(|number| self.probe(number)).transpose()?;
        if let (Some(probe), [], None) = (probe, work.insertions, work.guard) {
            let mark = self.start();
            let names = &mut self.scratch.names;
            let written = code::shifted(&mut self.splice, self.class, names, code, probe);
            return self.keep_or_undo(mark, written);
        }
        let frame = self.fill_edit(code, work, probe)?;
        let mark = self.start();
        let Scratch { names, edit } = &mut *self.scratch;
        let written = code::edited(&mut self.splice, self.class, names, code, edit, frame);
        self.keep_or_undo(mark, written)
    }

    /// Collects everything that is to be inserted into the method, in the order of execution at the entry.
    fn fill_edit(
        &mut self,
        code: &RawAttribute<'a>,
        work: &Work<'p>,
        probe: Option<[u8; PROBE]>,
    ) -> Result<Option<FrameConstants>> {
        self.scratch.edit.clear();
        let mut frame = None;
        if let Some(guard) = work.guard {
            let (begin, end) = (self.begin_call(guard)?, self.end_call(guard)?);
            self.scratch.edit.guard(GuardCode { begin, end });
            frame = self.frame_constants(code)?;
        }
        if let Some(probe) = probe {
            self.scratch.edit.at_entry(&probe, PROBE_STACK);
        }
        for insertion in work.insertions {
            let inner_probe;
            let (bytes, stack): (&[u8], u16) = match insertion.snippet {
                Snippet::Probe(number) => {
                    inner_probe = self.probe(number)?;
                    (&inner_probe, PROBE_STACK)
                }
                Snippet::Code { bytes, stack } if edit::is_straight(bytes) => (bytes, stack),
                Snippet::Code { .. } => {
                    let pc = if let Position::Before(pc) = insertion.position { pc } else { 0 };
                    return Err(Refusal::NotStraight { pc });
                }
            };
            match insertion.position {
                Position::Entry => self.scratch.edit.at_entry(bytes, stack),
                Position::Before(pc) => self.scratch.edit.before(pc, bytes, stack),
            }
        }
        Ok(frame)
    }

    /// The constants for the stack map of a guarded initialiser; none before version 50.
    fn frame_constants(&mut self, raw: &RawAttribute<'a>) -> Result<Option<FrameConstants>> {
        let (_, major) = self.class.version();
        if major < 50 {
            return Ok(None);
        }
        let mut has_table = false;
        for attribute in code::read(raw)?.attributes.iter() {
            let kind = self.scratch.names.kind(self.class, attribute.name_index)?;
            has_table |= kind == Kind::StackMapTable;
        }
        let throwable = self.constants.class(MStr::new(b"java/lang/Throwable"))?;
        let table_name =
            if has_table { None } else { Some(self.constants.utf8(MStr::new(b"StackMapTable"))?) };
        Ok(Some(FrameConstants { throwable, table_name }))
    }

    /// The eight bytes of a probe.
    #[inline]
    fn probe(&mut self, number: u32) -> Result<[u8; PROBE]> {
        let holder = if let Some(holder) = self.holder {
            holder
        } else {
            let holder = self.plan.holder;
            let index = self.constants.field(holder.class, holder.field, MStr::new(b"[B"))?;
            *self.holder.insert(index)
        };
        let [h1, h2] = holder.to_be_bytes();
        let [push, n1, n2] = self.push(number)?;
        Ok([opcode::GETSTATIC, h1, h2, push, n1, n2, opcode::ICONST_1, opcode::BASTORE])
    }

    /// Pushes a number with three bytes.
    #[inline]
    fn push(&mut self, number: u32) -> Result<[u8; 3]> {
        if let Ok(short) = i16::try_from(number) {
            let [n1, n2] = short.to_be_bytes();
            return Ok([opcode::SIPUSH, n1, n2]);
        }
        let value = i32::try_from(number).map_err(|_| Refusal::NumberTooLarge { id: number })?;
        let [n1, n2] = self.constants.new_integer(value)?.to_be_bytes();
        Ok([opcode::LDC_W, n1, n2])
    }

    fn begin_call(&mut self, around: Around<'p>) -> Result<HookCall> {
        let mut call = HookCall::default();
        let mut descriptor: &[u8] = b"(I)V";
        if let Some(object) = around.object {
            descriptor = b"(Ljava/lang/Object;I)V";
            call.push(&wrap::load_instruction(object));
        }
        call.push(&self.hook_call(around, around.begin, MStr::new(descriptor))?);
        Ok(call)
    }

    fn end_call(&mut self, around: Around<'p>) -> Result<[u8; 6]> {
        self.hook_call(around, around.end, MStr::new(b"(I)V"))
    }

    fn hook_call(
        &mut self,
        around: Around<'p>,
        name: MStr<'p>,
        descriptor: MStr<'_>,
    ) -> Result<[u8; 6]> {
        let hook = self.constants.method(around.owner, name, descriptor)?;
        let [h1, h2] = hook.to_be_bytes();
        let [push, n1, n2] = self.push(around.id)?;
        Ok([push, n1, n2, opcode::INVOKESTATIC, h1, h2])
    }

    fn refuse(&mut self, method: u16, part: Part, refusal: Refusal) {
        let refusal = match refusal {
            Refusal::Malformed(error) => Refusal::Malformed(self.class.locate(error)),
            other => other,
        };
        self.refused.push(Refused { method, part, refusal });
    }

    fn refuse_all(&mut self, work: &Work<'p>, is_wrapped: bool, refusal: &Refusal) {
        let parts = [
            (Part::Entry, work.probe.is_some()),
            (Part::Insertions, !work.insertions.is_empty()),
            (work.guard.map_or(Part::Guard, |guard| guard.part), work.guard.is_some()),
            (Part::Wrap, is_wrapped),
        ];
        for (part, _) in parts.into_iter().filter(|(_, is_planned)| *is_planned) {
            self.refuse(work.method, part, refusal.clone());
        }
    }

    /// What the plan says of methods that the class does not have.
    fn refuse_the_rest(&mut self) {
        let count = self.class.methods().len();
        let mut last = None;
        for insertion in self.insertions {
            if last != Some(insertion.method) {
                last = Some(insertion.method);
                self.refuse(insertion.method, Part::Insertions, Refusal::NoCode);
            }
        }
        for bracket in self.plan.brackets.iter().filter(|each| usize::from(each.method) >= count) {
            self.refuse(bracket.method, Part::Bracket, Refusal::NoCode);
        }
        for wrap in self.plan.wraps.iter().filter(|wrap| usize::from(wrap.method) >= count) {
            self.refuse(wrap.method, Part::Wrap, Refusal::NoCode);
        }
    }

    /// Writes the pool, before the first change behind it; constants that come later are put in at the end. Gives the
    /// state to go back to if the change is refused.
    #[inline]
    fn start(&mut self) -> Mark {
        if self.constants_written.is_none() {
            self.splice.reserve(self.class.bytes().len(), self.class.methods().len());
            self.splice.copy_to(self.class.pool().end());
            self.splice.write(self.constants.bytes());
            self.constants_written = Some(self.constants.bytes().len());
        }
        self.splice.mark()
    }

    #[inline]
    fn keep_or_undo(&mut self, mark: Mark, written: Result<()>) -> Result<()> {
        if written.is_err() {
            self.splice.reset(mark);
        }
        written
    }

    /// Writes the originals of wrapped methods behind all others.
    fn write_wrapped(&mut self) -> Result<()> {
        if self.wrapped.is_empty() {
            return Ok(());
        }
        let end = self.class.methods().end();
        self.splice.copy_to(end);
        for Wrapped { member, code, wrapper, work, .. } in std::mem::take(&mut self.wrapped) {
            let flags = wrap::original_flags(member.access_flags);
            for value in [flags, wrapper.new_name, member.descriptor_index, 1] {
                self.splice.write(&value.to_be_bytes());
            }
            // An attribute starts with the index of its name and its length.
            self.splice.seek(code.offset().saturating_sub(6));
            self.write_code(&code, work)?;
            self.splice.copy_to(code.offset().saturating_add(code.info.len()));
            self.splice.seek(end);
        }
        Ok(())
    }

    /// Copies the rest, and writes the counts that have changed.
    fn finish(mut self, wrapped: usize) -> Result<()> {
        let Some(written) = self.constants_written.filter(|_| *self.is_changed) else {
            self.splice.restart();
            self.splice.copy_to(self.class.bytes().len());
            return Ok(());
        };
        self.splice.copy_to(self.class.bytes().len());
        let pool_end = self.class.pool().end();
        let late = self.constants.bytes().get(written..).unwrap_or_default();
        if !late.is_empty() {
            self.splice.insert(pool_end.saturating_add(written), late);
        }
        // The count follows the magic and the two parts of the version.
        self.splice.patch(8, self.constants.count().to_be_bytes());
        if wrapped > 0 {
            let count = self.class.methods().len().saturating_add(wrapped);
            let count = u16::try_from(count).map_err(|_| Refusal::TooManyMethods)?;
            let position = self.class.methods().start().saturating_sub(2);
            let position = position.saturating_add(self.constants.bytes().len());
            self.splice.patch(position, count.to_be_bytes());
        }
        Ok(())
    }
}

/// Whether each insertion comes after the one before it; equal positions are fine.
fn check_order(insertions: &[Insertion<'_>]) -> Result<()> {
    let keys = insertions.iter().map(|each| (each.method, each.position));
    match keys.clone().zip(keys.skip(1)).position(|(before, after)| before > after) {
        Some(index) => Err(Refusal::Unordered { index: index.saturating_add(1) }),
        None => Ok(()),
    }
}
