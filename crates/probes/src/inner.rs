//! Probes inside methods.

use tamis_classfile::attributes::code::Code;
use tamis_classfile::instruction::Instruction;
use tamis_classfile::rewrite::leaders;
use tamis_classfile::{ClassFile, MStr, ReadError, opcode};
use tamis_journal::Granularity;

use crate::operands::{Operand, Operands};

/// A probe before an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Inner {
    /// Place of the method in the class.
    pub method: u16,
    /// Offset of the instruction.
    pub pc: u16,
}

/// The probes of one class.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Probes {
    methods: u32,
    inner: Vec<Inner>,
}

impl Probes {
    /// Numbers the probes of a class.
    pub fn of(class: &ClassFile<'_>, granularity: Granularity) -> Result<Self, ReadError> {
        let methods = class.methods().len() as u32;
        let mut inner = Vec::new();
        if granularity != Granularity::Method {
            let operands = Operands::of(class)?;
            for (method, member) in (0..=u16::MAX).zip(class.methods().iter()) {
                if let Some(code) = member.code(class)? {
                    let sites = sites(class, &code, &operands.of_code(&code)?, granularity)?;
                    inner.extend(sites.into_iter().map(|pc| Inner { method, pc }));
                }
            }
        }
        Ok(Self { methods, inner })
    }

    /// How many numbers the class takes.
    pub fn count(&self) -> u32 {
        self.methods.saturating_add(self.inner.len() as u32)
    }

    /// How many of them are entries.
    pub fn methods(&self) -> u32 {
        self.methods
    }

    /// The probes inside methods; the first has the number [`Self::methods`].
    pub fn inner(&self) -> &[Inner] {
        &self.inner
    }
}

/// Where probes go inside one method, in the order of offsets.
fn sites(
    class: &ClassFile<'_>,
    code: &Code<'_>,
    operands: &[Operand<'_>],
    granularity: Granularity,
) -> Result<Vec<u16>, ReadError> {
    let mut sites: Vec<u16> = Vec::new();
    match granularity {
        Granularity::Method => {}
        Granularity::Site => {
            sites.extend(operands.iter().map(|operand| operand.pc));
            sites.dedup();
        }
        Granularity::Block => {
            let blocks = Blocks::of(class, code)?;
            let at_entry = |operand: &&Operand<'_>| blocks.is_at_entry(operand.pc);
            let implied: Vec<MStr<'_>> =
                operands.iter().filter(at_entry).map(|operand| operand.class).collect();
            let own = [Some(class.name()), class.super_name()];
            // Classes that are certain when control comes to an operand: those before it in its block.
            let (mut block, mut certain) = (0, Vec::new());
            for operand in operands {
                let number = blocks.number(operand.pc);
                if number != block {
                    block = number;
                    certain.clear();
                }
                let is_new = !own.contains(&Some(operand.class))
                    && !implied.contains(&operand.class)
                    && !certain.contains(&operand.class);
                if is_new {
                    certain.push(operand.class);
                    sites.push(operand.pc);
                }
            }
            sites.dedup();
        }
    }
    Ok(sites)
}

/// The basic blocks of a method, in the order of offsets.
pub(crate) struct Blocks {
    starts: Vec<u16>,
    /// The first instruction that can throw. What comes behind it need not be reached.
    entry_end: u16,
}

impl Blocks {
    pub(crate) fn of(class: &ClassFile<'_>, code: &Code<'_>) -> Result<Self, ReadError> {
        let starts = leaders(code).map_err(|error| class.locate(error))?;
        let mut entry_end = u16::MAX;
        for instruction in code.instructions() {
            let instruction = instruction.map_err(|error| class.locate(error))?;
            if can_throw(&instruction) {
                entry_end = instruction.pc as u16;
                break;
            }
        }
        Ok(Self { starts, entry_end })
    }

    /// The block that an instruction is in; the entry is in block 0.
    pub(crate) fn number(&self, pc: u16) -> usize {
        self.starts.partition_point(|start| *start <= pc).saturating_sub(1)
    }

    /// Whether whoever enters the method comes to this instruction.
    pub(crate) fn is_at_entry(&self, pc: u16) -> bool {
        self.number(pc) == 0 && pc <= self.entry_end
    }
}

/// Whether an instruction can end in an exception (JVMS 6.5), apart from those that can come at any time. When in doubt
/// it can: that costs a probe.
fn can_throw(instruction: &Instruction<'_>) -> bool {
    !matches!(
        instruction.opcode,
        opcode::NOP..=opcode::SIPUSH
            | opcode::ILOAD..opcode::IALOAD
            | opcode::ISTORE..=opcode::ASTORE_3
            | opcode::IINC..=opcode::RETURN
    )
}
