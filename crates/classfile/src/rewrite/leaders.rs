//! Basic blocks: the instructions at which one starts.

use crate::attributes::code::Code;
use crate::error::Result;
use crate::instruction::{Instruction, Operand};
use crate::opcode;

/// The offsets of the instructions that start a basic block, in ascending order: the first, every target of a branch,
/// switch or handler, and every one after a branch, switch, return or throw.
///
/// A target that is outside the code or inside an instruction is left out. A block can be left before its end, by an
/// exception; calls do not end a block.
pub fn leaders(code: &Code<'_>) -> Result<Vec<u16>> {
    let mut marks = Marks { leads: vec![false; code.bytes.len()] };
    marks.set(0);
    let mut instructions = code.instructions();
    while let Some(instruction) = instructions.next() {
        let next = instructions.pc();
        marks.visit(&instruction?, next);
    }
    for handler in code.handlers.iter() {
        marks.set(i64::from(handler.handler_pc));
    }
    let mut leaders = Vec::new();
    for instruction in code.instructions() {
        let pc = instruction?.pc;
        if marks.leads.get(pc as usize) == Some(&true) {
            leaders.push(pc as u16);
        }
    }
    Ok(leaders)
}

struct Marks {
    /// For each offset, whether a block starts there.
    leads: Vec<bool>,
}

impl Marks {
    fn set(&mut self, pc: i64) {
        if let Some(mark) = usize::try_from(pc).ok().and_then(|pc| self.leads.get_mut(pc)) {
            *mark = true;
        }
    }

    fn visit(&mut self, instruction: &Instruction<'_>, next: u32) {
        let at = |distance: i32| i64::from(instruction.pc).saturating_add(i64::from(distance));
        match &instruction.operand {
            Operand::Branch(distance) => self.set(at(*distance)),
            Operand::TableSwitch(switch) => {
                self.set(at(switch.default));
                switch.targets.iter().for_each(|target| self.set(at(target)));
            }
            Operand::LookupSwitch(switch) => {
                self.set(at(switch.default));
                switch.cases.iter().for_each(|case| self.set(at(case.target)));
            }
            _ => {}
        }
        if matches!(
            instruction.opcode,
            opcode::IFEQ..=opcode::RETURN | opcode::ATHROW | opcode::IFNULL..=opcode::JSR_W
        ) {
            self.set(i64::from(next));
        }
    }
}
