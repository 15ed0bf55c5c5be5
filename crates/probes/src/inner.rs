//! Probes inside methods.

use tamis_classfile::attributes::code::Code;
use tamis_classfile::rewrite::leaders;
use tamis_classfile::{ClassFile, MStr, ReadError};
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
            let implied: Vec<MStr<'_>> = operands
                .iter()
                .filter(|operand| blocks.number(operand.pc) == 0)
                .map(|operand| operand.class)
                .collect();
            let own = [Some(class.name()), class.super_name()];
            let mut last = 0;
            for operand in operands {
                let block = blocks.number(operand.pc);
                let is_new =
                    !own.contains(&Some(operand.class)) && !implied.contains(&operand.class);
                if block != last && is_new {
                    last = block;
                    sites.push(operand.pc);
                }
            }
        }
    }
    Ok(sites)
}

/// The basic blocks of a method, in the order of offsets.
pub(crate) struct Blocks(Vec<u16>);

impl Blocks {
    pub(crate) fn of(class: &ClassFile<'_>, code: &Code<'_>) -> Result<Self, ReadError> {
        Ok(Self(leaders(code).map_err(|error| class.locate(error))?))
    }

    /// The block that an instruction is in; the entry is in block 0.
    pub(crate) fn number(&self, pc: u16) -> usize {
        self.0.partition_point(|start| *start <= pc).saturating_sub(1)
    }
}
