//! What passing a probe says about classes.

use tamis_classfile::attributes::code::Code;
use tamis_classfile::{ClassFile, MStr, ReadError};
use tamis_journal::Granularity;

use crate::inner::{Blocks, Probes};
use crate::operands::Operands;

/// For each probe of a class, the classes that the code behind it can initialise or name.
#[derive(Debug)]
pub struct Implications<'a> {
    probes: Probes,
    granularity: Granularity,
    /// Operands of each method.
    methods: Vec<Vec<Implied<'a>>>,
    /// Classes that each method only names.
    named: Vec<Vec<MStr<'a>>>,
}

#[derive(Debug, Clone, Copy)]
struct Implied<'a> {
    pc: u16,
    /// Whether the probe at the entry stands for it.
    is_at_entry: bool,
    class: MStr<'a>,
}

impl<'a> Implications<'a> {
    /// Reads all methods of a class.
    pub fn of(class: &ClassFile<'a>, granularity: Granularity) -> Result<Self, ReadError> {
        let operands = Operands::of(class)?;
        let mut methods = Vec::with_capacity(class.methods().len());
        let mut named = Vec::with_capacity(class.methods().len());
        for member in class.methods().iter() {
            let code = member.code(class)?;
            methods.push(match &code {
                Some(code) => of_code(class, code, &operands, granularity)?,
                None => Vec::new(),
            });
            named.push(match &code {
                Some(code) => operands.named(code)?,
                None => Vec::new(),
            });
        }
        Ok(Self { probes: Probes::of(class, granularity)?, granularity, methods, named })
    }

    /// The probes of the class.
    pub fn probes(&self) -> &Probes {
        &self.probes
    }

    /// The classes that a method names and cannot initialise, some perhaps more than once. They matter if they are not
    /// there: the code of a class that is there is told by its own probes.
    pub fn named(&self, method: u32) -> &[MStr<'a>] {
        self.named.get(method as usize).map(Vec::as_slice).unwrap_or_default()
    }

    /// The classes that passing a probe implies, some perhaps more than once. `is_whole` says that the method has no
    /// probes but the one at its entry, which then stands for all of it.
    pub fn classes(&self, number: u32, is_whole: bool) -> impl Iterator<Item = MStr<'a>> + '_ {
        let place = number.checked_sub(self.probes.methods());
        let inner = place.and_then(|place| self.probes.inner().get(place as usize)).copied();
        let method = inner.map_or(number as usize, |inner| usize::from(inner.method));
        let implied = self.methods.get(method).map(Vec::as_slice).unwrap_or_default();
        let granularity = self.granularity;
        let is_in = move |each: &&Implied<'a>| match (granularity, inner) {
            (Granularity::Method, _) => true,
            (_, None) if is_whole => true,
            (Granularity::Block, None) => each.is_at_entry,
            (Granularity::Site, None) => false,
            (Granularity::Block | Granularity::Site, Some(inner)) => each.pc == inner.pc,
        };
        implied.iter().filter(is_in).map(|each| each.class)
    }
}

fn of_code<'a>(
    class: &ClassFile<'a>,
    code: &Code<'a>,
    operands: &Operands<'_, 'a>,
    granularity: Granularity,
) -> Result<Vec<Implied<'a>>, ReadError> {
    let blocks = match granularity {
        Granularity::Block => Some(Blocks::of(class, code)?),
        Granularity::Method | Granularity::Site => None,
    };
    let is_at_entry = |pc| blocks.as_ref().is_some_and(|blocks| blocks.is_at_entry(pc));
    let found = operands.of_code(code)?;
    let implied = found.into_iter().map(|operand| Implied {
        pc: operand.pc,
        is_at_entry: is_at_entry(operand.pc),
        class: operand.class,
    });
    Ok(implied.collect())
}
