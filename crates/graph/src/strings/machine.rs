//! Runs the code of a method on what is known of strings instead of on values (JVMS chapter 6).
//!
//! States are kept where paths meet, and joined there, until nothing changes. Code that cannot be followed gives no
//! summary, and then nothing is known of its strings.

mod effects;
mod known_methods;

use std::collections::BTreeMap;
use std::rc::Rc;

use tamis_classfile::attributes::BootstrapMethod;
use tamis_classfile::attributes::code::Code;
use tamis_classfile::instruction::{Instruction, Operand};
use tamis_classfile::opcode::{ARETURN, ATHROW, GOTO, GOTO_W, IRETURN, JSR, JSR_W, RET, RETURN};
use tamis_classfile::{
    Attribute, ClassFile, Constant, Location, Member, ReadError, descriptor, flags,
};

use super::state::{State, initial};
use super::text::{FieldName, Invocation, Texts};

/// Steps after which a method is given up; real ones settle long before.
const MOST_STEPS: usize = 200_000;

/// What one method does with strings.
#[derive(Debug, Default)]
pub(crate) struct Summary {
    /// The calls in it, by offset.
    pub(crate) invocations: BTreeMap<u32, Rc<Invocation>>,
    /// What it gives back.
    pub(crate) returns: Texts,
    /// What it writes into static fields.
    pub(crate) stores: Vec<(FieldName, Texts)>,
}

/// Why there is no summary.
#[derive(Debug)]
pub(crate) enum Opaque {
    /// It has no code.
    NoCode,
    /// Its code cannot be followed.
    Unfollowed,
    /// It cannot be read.
    Unreadable,
}

impl From<ReadError> for Opaque {
    fn from(_: ReadError) -> Self {
        Self::Unreadable
    }
}

/// The class that is looked at.
pub(crate) struct Context<'c, 'a> {
    pub(crate) class: &'c ClassFile<'a>,
    bootstraps: Vec<BootstrapMethod<'a>>,
}

impl<'c, 'a> Context<'c, 'a> {
    pub(crate) fn of(class: &'c ClassFile<'a>) -> Result<Self, ReadError> {
        let attribute = class.find(class.attributes(), Location::Class, "BootstrapMethods")?;
        let bootstraps = match attribute {
            Some(Attribute::BootstrapMethods(methods)) => methods,
            _ => Vec::new(),
        };
        Ok(Self { class, bootstraps })
    }

    /// What a method does with strings.
    pub(crate) fn summarise(&self, method: &Member<'a>) -> Result<Summary, Opaque> {
        let code = method.code(self.class)?.ok_or(Opaque::NoCode)?;
        let descriptor = method.descriptor(self.class)?;
        let parameters = descriptor::parameters(descriptor).ok_or(Opaque::Unfollowed)?;
        let is_static = method.access_flags & flags::STATIC != 0;
        let mut run = Run {
            context: self,
            leaders: leaders(&code)?,
            code,
            waiting: vec![0],
            summary: Summary::default(),
            steps: 0,
        };
        run.leaders.insert(0, Some(initial(&parameters, is_static)));
        run.all()?;
        Ok(run.summary)
    }
}

/// Where paths meet: targets of branches and handlers; before they are reached, nothing is known there.
type Leaders = BTreeMap<u32, Option<State>>;

fn leaders(code: &Code<'_>) -> Result<Leaders, Opaque> {
    let mut leaders = Leaders::new();
    for instruction in code.instructions() {
        let instruction = instruction?;
        if matches!(instruction.opcode, JSR | JSR_W | RET) {
            return Err(Opaque::Unfollowed);
        }
        targets(&instruction, |target| {
            leaders.insert(target, None);
        });
    }
    for handler in code.handlers.iter() {
        leaders.insert(u32::from(handler.handler_pc), None);
    }
    Ok(leaders)
}

/// Tells where an instruction can jump to.
fn targets(instruction: &Instruction<'_>, mut tell: impl FnMut(u32)) {
    let mut at = |distance: i32| {
        if let Some(target) = instruction.pc.checked_add_signed(distance) {
            tell(target);
        }
    };
    match instruction.operand {
        Operand::Branch(distance) => at(distance),
        Operand::TableSwitch(switch) => {
            at(switch.default);
            switch.targets.iter().for_each(at);
        }
        Operand::LookupSwitch(switch) => {
            at(switch.default);
            switch.cases.iter().for_each(|case| at(case.target));
        }
        Operand::None
        | Operand::Byte(_)
        | Operand::Short(_)
        | Operand::Constant(_)
        | Operand::Local { .. }
        | Operand::Increment { .. }
        | Operand::Interface { .. }
        | Operand::Dynamic(_)
        | Operand::ArrayType(_)
        | Operand::MultiArray { .. } => {}
    }
}

struct Run<'r, 'c, 'a> {
    context: &'r Context<'c, 'a>,
    code: Code<'a>,
    leaders: Leaders,
    /// Leaders whose state has changed.
    waiting: Vec<u32>,
    summary: Summary,
    steps: usize,
}

impl Run<'_, '_, '_> {
    fn all(&mut self) -> Result<(), Opaque> {
        while let Some(start) = self.waiting.pop() {
            let state = self.leaders.get(&start).cloned().flatten();
            self.path(start, state.ok_or(Opaque::Unfollowed)?)?;
        }
        Ok(())
    }

    /// From a leader to where the path ends or meets another one.
    fn path(&mut self, start: u32, mut state: State) -> Result<(), Opaque> {
        for instruction in self.code.instructions_at(start as usize) {
            let instruction = instruction?;
            if instruction.pc != start && self.leaders.contains_key(&instruction.pc) {
                return self.arrive(instruction.pc, &state);
            }
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return Err(Opaque::Unfollowed);
            }
            self.throw(instruction.pc, &state)?;
            self.step(&instruction, &mut state).ok_or(Opaque::Unfollowed)?;
            // What a call leaves in a builder is there in the handler, too.
            self.throw(instruction.pc, &state)?;
            let mut goals = Vec::new();
            targets(&instruction, |target| goals.push(target));
            goals.iter().try_for_each(|goal| self.arrive(*goal, &state))?;
            let is_switch =
                matches!(instruction.operand, Operand::TableSwitch(_) | Operand::LookupSwitch(_));
            if is_switch || matches!(instruction.opcode, GOTO | GOTO_W | ATHROW | IRETURN..=RETURN)
            {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Paths meet with stacks of one height, or the JVM refuses the code (JVMS 4.10).
    fn arrive(&mut self, at: u32, state: &State) -> Result<(), Opaque> {
        match self.leaders.get_mut(&at) {
            Some(Some(known)) if known.stack.len() != state.stack.len() => {
                return Err(Opaque::Unfollowed);
            }
            Some(Some(known)) => {
                if !known.join(state) {
                    return Ok(());
                }
            }
            Some(unknown) => *unknown = Some(state.clone()),
            None => return Ok(()),
        }
        if !self.waiting.contains(&at) {
            self.waiting.push(at);
        }
        Ok(())
    }

    /// Any instruction can throw: what its locals hold is what the handler finds.
    fn throw(&mut self, pc: u32, state: &State) -> Result<(), Opaque> {
        let handlers = self.code.handlers;
        for handler in handlers.iter() {
            if (u32::from(handler.start_pc)..u32::from(handler.end_pc)).contains(&pc) {
                let mut caught = State { stack: Vec::new(), ..state.clone() };
                caught.push_words(1);
                self.arrive(u32::from(handler.handler_pc), &caught)?;
            }
        }
        Ok(())
    }

    /// `None` if the code makes no sense.
    fn step(&mut self, instruction: &Instruction<'_>, state: &mut State) -> Option<()> {
        match instruction.operand {
            Operand::Constant(index) => self.constant(instruction, index, state),
            Operand::Interface { index, .. } => self.invoke(instruction, index, state),
            Operand::Dynamic(index) => self.invoke_dynamic(index, state),
            Operand::None if instruction.opcode == ARETURN => {
                let value = state.pop()?;
                self.summary.returns = self.summary.returns.or(&state.text_of(&value));
                Some(())
            }
            _ => effects::apply(instruction, state),
        }
    }

    fn constant_at(&self, index: u16) -> Option<Constant<'_>> {
        self.context.class.pool().get(index).ok()
    }
}
