//! Inserting code at any instruction of a method: instructions move, so branches, switches and every table that names
//! an offset have to follow (JVMS 4.9.1, chapter 6).
//!
//! Branches are never widened: a method in which a 16-bit distance no longer suffices is refused.

use super::refusal::{Refusal, Result};
use super::relocation::{Place, Places, Relocation as _};
use crate::attributes::code::Code;
use crate::attributes::tables::ExceptionHandler;
use crate::instruction::{Instruction, Instructions, Operand};
use crate::opcode::{self, Shape};

/// What is inserted into one method, and the memory to do it; used again for the next method.
#[derive(Debug, Default)]
pub(super) struct Edit {
    /// Runs once per call, before everything else.
    prefix: Vec<u8>,
    /// Words that the prefix needs; the stack is empty there.
    prefix_stack: u16,
    /// Snippets in the order of their offsets.
    snippets: Vec<Snippet>,
    /// The bytes of all snippets.
    snippet_bytes: Vec<u8>,
    /// Words that some snippet needs on top of what is there.
    inner_stack: u16,
    guard: Option<GuardCode>,
    code: Vec<u8>,
    places: Vec<Place>,
    jumps: Vec<Jump>,
    handlers: Vec<ExceptionHandler>,
}

#[derive(Debug, Clone, Copy)]
struct Snippet {
    pc: u16,
    start: usize,
    end: usize,
}

/// The hooks around the code of a method.
#[derive(Debug, Clone, Copy)]
pub(super) struct GuardCode {
    /// Pushes what the first hook is given and calls it.
    pub(super) begin: HookCall,
    /// Pushes the number and calls the last hook.
    pub(super) end: [u8; 6],
}

/// A few instructions that end in a call.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct HookCall {
    bytes: [u8; 10],
    length: usize,
}

impl HookCall {
    /// Adds instructions; more than fit are a mistake of ours and left out, which no verifier would accept.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        let end = self.length.saturating_add(bytes.len());
        if let Some(place) = self.bytes.get_mut(self.length..end) {
            place.copy_from_slice(bytes);
            self.length = end;
        }
    }

    fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }
}

/// A distance that has to be computed anew.
#[derive(Debug, Clone, Copy)]
struct Jump {
    /// Offset of the instruction in the original code.
    from: u32,
    distance: i32,
    /// Position of the distance in the new code.
    position: usize,
    is_wide: bool,
}

/// The result.
pub(super) struct Edited<'e> {
    pub(super) max_stack: u16,
    pub(super) code: &'e [u8],
    pub(super) places: &'e [Place],
    /// Rows for the end of the exception table.
    pub(super) handlers: &'e [ExceptionHandler],
    /// Where the guard's handler is, if there is one.
    pub(super) handler_pc: Option<u16>,
}

impl Edit {
    /// Forgets everything but the memory.
    pub(super) fn clear(&mut self) {
        self.prefix.clear();
        self.prefix_stack = 0;
        self.snippets.clear();
        self.snippet_bytes.clear();
        self.inner_stack = 0;
        self.guard = None;
    }

    /// Adds code that runs once per call.
    pub(super) fn at_entry(&mut self, bytes: &[u8], stack: u16) {
        self.prefix.extend_from_slice(bytes);
        self.prefix_stack = self.prefix_stack.max(stack);
    }

    /// Adds code before an instruction; offsets must not fall from call to call.
    pub(super) fn before(&mut self, pc: u16, bytes: &[u8], stack: u16) {
        let start = self.snippet_bytes.len();
        self.snippet_bytes.extend_from_slice(bytes);
        self.snippets.push(Snippet { pc, start, end: self.snippet_bytes.len() });
        self.inner_stack = self.inner_stack.max(stack);
    }

    /// Adds the hooks; must be called before anything else is added.
    pub(super) fn guard(&mut self, guard: GuardCode) {
        self.at_entry(guard.begin.as_bytes(), 1);
        // The number lies on whatever the stack holds at a return, and on the exception in the handler.
        self.inner_stack = self.inner_stack.max(1);
        self.prefix_stack = self.prefix_stack.max(2);
        self.guard = Some(guard);
    }

    /// Inserts everything into `code`.
    pub(super) fn apply(&mut self, code: &Code<'_>) -> Result<Edited<'_>> {
        let max_stack = code.max_stack.checked_add(self.inner_stack);
        let max_stack = max_stack.ok_or(Refusal::StackTooDeep)?.max(self.prefix_stack);
        self.code.clear();
        self.jumps.clear();
        self.handlers.clear();
        self.places.clear();
        self.code.extend_from_slice(&self.prefix);
        self.layout(code)?;
        let handler_pc = self.append_handler()?;
        if self.code.len() > usize::from(u16::MAX) {
            return Err(Refusal::CodeTooLarge { length: self.code.len() });
        }
        self.aim_jumps()?;
        let Self { code, places, handlers, .. } = self;
        Ok(Edited { max_stack, code, places, handlers, handler_pc })
    }

    /// Copies the instructions, with snippets before them, and notes where everything went.
    fn layout(&mut self, code: &Code<'_>) -> Result<()> {
        let mut instructions = code.instructions();
        // The original is copied in runs, up to a snippet or switch.
        let mut copied = 0;
        let mut next_snippet = 0;
        let mut guarded_from = self.guard.map_or(0, |guard| guard.begin.length);
        while let Some(instruction) = instructions.next() {
            let instruction = instruction?;
            let (pc, end) = (instruction.pc as usize, instructions.pc() as usize);
            let is_snippet_next =
                self.snippets.get(next_snippet).is_some_and(|snippet| snippet.pc as usize <= pc);
            let is_guarded_return = self.guard.is_some()
                && matches!(instruction.opcode, opcode::IRETURN..=opcode::RETURN);
            let is_switch =
                matches!(instruction.operand, Operand::TableSwitch(_) | Operand::LookupSwitch(_));
            if is_snippet_next || is_guarded_return || is_switch {
                self.copy_run(code, copied, pc);
                copied = pc;
            }
            let pending = pc.saturating_sub(copied);
            let target = self.code.len().saturating_add(pending);
            if is_snippet_next {
                self.write_snippets(&mut next_snippet, pc)?;
            }
            if is_guarded_return {
                self.guard_return(&mut guarded_from);
            }
            let new_pc = self.code.len().saturating_add(pending);
            let length = if is_switch {
                copied = end;
                self.write_switch(&instruction, code, end)
            } else {
                end.saturating_sub(pc)
            };
            if let Operand::Branch(distance) = instruction.operand {
                let is_wide = opcode::shape(instruction.opcode) == Shape::WideBranch;
                let position = new_pc.saturating_add(1);
                self.jumps.push(Jump { from: instruction.pc, distance, position, is_wide });
            }
            self.note_places(target, new_pc, end.saturating_sub(pc), length)?;
        }
        if let Some(snippet) = self.snippets.get(next_snippet) {
            return Err(Refusal::NotAnInstruction { pc: u32::from(snippet.pc) });
        }
        self.copy_run(code, copied, code.bytes.len());
        self.protect(guarded_from, self.code.len());
        let end = self.code.len();
        self.note_places(end, end, 1, 0)?;
        Ok(())
    }

    fn copy_run(&mut self, code: &Code<'_>, start: usize, end: usize) {
        self.code.extend_from_slice(code.bytes.get(start..end).unwrap_or_default());
    }

    /// Writes all snippets for the instruction at `pc`; `next` is the first that is not written yet.
    fn write_snippets(&mut self, next: &mut usize, pc: usize) -> Result<()> {
        while let Some(snippet) = self.snippets.get(*next) {
            match usize::from(snippet.pc).cmp(&pc) {
                std::cmp::Ordering::Less => {
                    return Err(Refusal::NotAnInstruction { pc: u32::from(snippet.pc) });
                }
                std::cmp::Ordering::Equal => {}
                std::cmp::Ordering::Greater => break,
            }
            let bytes = self.snippet_bytes.get(snippet.start..snippet.end).unwrap_or_default();
            self.code.extend_from_slice(bytes);
            *next = next.saturating_add(1);
        }
        Ok(())
    }

    /// Writes the last hook before a return. Neither is covered by the handler, which would call the hook again.
    fn guard_return(&mut self, guarded_from: &mut usize) {
        let Some(guard) = self.guard else { return };
        self.protect(*guarded_from, self.code.len());
        self.code.extend_from_slice(&guard.end);
        *guarded_from = self.code.len().saturating_add(1);
    }

    /// Notes that a range of new code is covered by the handler, whose offset is not known yet.
    fn protect(&mut self, start: usize, end: usize) {
        if self.guard.is_some() && start < end {
            // Offsets past two bytes end in a refusal, before any of these is written.
            let (start_pc, end_pc) = (start as u16, end as u16);
            self.handlers.push(ExceptionHandler { start_pc, end_pc, handler_pc: 0, catch_type: 0 });
        }
    }

    /// Writes the handler behind the body: it calls the last hook and throws again what came.
    fn append_handler(&mut self) -> Result<Option<u16>> {
        let Some(guard) = self.guard.filter(|_| !self.handlers.is_empty()) else {
            return Ok(None);
        };
        let length = self.code.len();
        let handler_pc = u16::try_from(length).map_err(|_| Refusal::CodeTooLarge { length })?;
        self.code.extend_from_slice(&guard.end);
        self.code.push(opcode::ATHROW);
        self.handlers.iter_mut().for_each(|handler| handler.handler_pc = handler_pc);
        Ok(Some(handler_pc))
    }

    /// Writes a switch with the padding that its new offset needs, and gives its length.
    fn write_switch(
        &mut self,
        instruction: &Instruction<'_>,
        code: &Code<'_>,
        end: usize,
    ) -> usize {
        let start = self.code.len();
        let from = instruction.pc;
        self.code.push(instruction.opcode);
        let padding = self.code.len().wrapping_neg() & 3;
        self.code.extend([0, 0, 0].iter().take(padding));
        let mut position = self.code.len();
        let mut jump = |position, distance| {
            self.jumps.push(Jump { from, distance, position, is_wide: true });
        };
        let old_padding = match &instruction.operand {
            Operand::TableSwitch(switch) => {
                jump(position, switch.default);
                position = position.saturating_add(12);
                for target in switch.targets.iter() {
                    jump(position, target);
                    position = position.saturating_add(4);
                }
                switch.padding.len()
            }
            Operand::LookupSwitch(switch) => {
                jump(position, switch.default);
                position = position.saturating_add(12);
                for case in switch.cases.iter() {
                    jump(position, case.target);
                    position = position.saturating_add(8);
                }
                switch.padding.len()
            }
            _ => 0,
        };
        let operands = (from as usize).saturating_add(1).saturating_add(old_padding);
        self.copy_run(code, operands, end);
        self.code.len().saturating_sub(start)
    }

    /// Notes the place of each byte of an instruction that was `old` bytes long and now is `new`.
    fn note_places(&mut self, target: usize, new_pc: usize, old: usize, new: usize) -> Result<()> {
        // Offsets past two bytes would be cut; that the code has become too long is told at once.
        if new_pc.saturating_add(new) > usize::from(u16::MAX) {
            return Err(Refusal::CodeTooLarge { length: new_pc.saturating_add(new) });
        }
        let (target, instruction) = (target as u16, new_pc as u16);
        self.places.push(Place { target, instruction, is_instruction: new > 0 });
        for inside in 1..old {
            let moved = instruction.saturating_add(inside.min(new) as u16);
            self.places.push(Place { target: moved, instruction: moved, is_instruction: false });
        }
        Ok(())
    }

    /// Writes the new distance of each branch and switch.
    fn aim_jumps(&mut self) -> Result<()> {
        let places = Places(&self.places);
        for jump in &self.jumps {
            let old_target = i64::from(jump.from).saturating_add(i64::from(jump.distance));
            let pc = u32::try_from(old_target)
                .map_err(|_| Refusal::NotAnInstruction { pc: jump.from })?;
            let target = i32::from(places.instruction(pc)?.target);
            let from = i32::from(places.place(jump.from)?.instruction);
            let distance = target.saturating_sub(from);
            let operand = self.code.get_mut(jump.position..).unwrap_or_default();
            if jump.is_wide {
                if let Some(operand) = operand.first_chunk_mut() {
                    *operand = distance.to_be_bytes();
                }
            } else {
                let short = i16::try_from(distance)
                    .map_err(|_| Refusal::BranchTooFar { pc: jump.from as u16 })?;
                if let Some(operand) = operand.first_chunk_mut() {
                    *operand = short.to_be_bytes();
                }
            }
        }
        Ok(())
    }
}

/// Whether `bytes` are whole instructions that run one after the other.
pub(super) fn is_straight(bytes: &[u8]) -> bool {
    Instructions::of(bytes).all(|instruction| match instruction {
        Ok(instruction) => !matches!(
            instruction.opcode,
            opcode::IFEQ..=opcode::RETURN
                | opcode::ATHROW
                | opcode::IFNULL..=opcode::JSR_W
        ),
        Err(_) => false,
    })
}
