//! The tables behind a `switch` over an enum, as javac makes them.
//!
//! A class that switches over an enum gets a hidden companion with an array `$SwitchMap$p$Colour`: it gives each constant
//! that occurs in a `case` a number, in the order in which the compiler meets them, and the `switch` goes by these
//! numbers. So a method that moves, or one more `case` elsewhere, renumbers the rest. What counts is which constant
//! leads where, and this is how to tell.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use tamis_classfile::attributes::Attribute;
use tamis_classfile::instruction::Operand;
use tamis_classfile::{ClassFile, Location, MStr, ReadError, flags, opcode};

use crate::fingerprint::Digest;

/// What a table says: which constant has which number.
#[derive(Debug)]
pub(crate) struct SwitchMap<'a> {
    /// Internal name of the enum.
    pub(crate) of: MStr<'a>,
    by_number: BTreeMap<i32, MStr<'a>>,
}

impl<'a> SwitchMap<'a> {
    /// The constant that has this number.
    pub(crate) fn constant(&self, number: i32) -> Option<MStr<'a>> {
        self.by_number.get(&number).copied()
    }

    /// Adds everything, for code that does something else with the numbers than to switch.
    pub(crate) fn add_numbers(&self, digest: &mut Digest) {
        digest.bytes(self.of.as_bytes());
        for (number, constant) in &self.by_number {
            digest.u32(number.cast_unsigned());
            digest.bytes(constant.as_bytes());
        }
    }
}

/// The tables of a family, by class and field.
#[derive(Debug, Default)]
pub(crate) struct SwitchMaps<'a> {
    maps: FxHashMap<(&'a [u8], &'a [u8]), SwitchMap<'a>>,
}

impl<'a> SwitchMaps<'a> {
    pub(crate) fn of(classes: &[ClassFile<'a>]) -> Result<Self, ReadError> {
        let mut maps = FxHashMap::default();
        for class in classes {
            if class.access_flags() & flags::SYNTHETIC != 0 {
                for (field, map) in read(class)?.unwrap_or_default() {
                    maps.insert((class.name().as_bytes(), field.as_bytes()), map);
                }
            }
        }
        Ok(Self { maps })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.maps.is_empty()
    }

    pub(crate) fn find(&self, class: MStr<'a>, field: MStr<'a>) -> Option<&SwitchMap<'a>> {
        self.maps.get(&(class.as_bytes(), field.as_bytes()))
    }

    /// What the initialiser of a class does that holds nothing but such tables, without the numbers: those who use them
    /// say what they mean. `false` if it is no such class.
    pub(crate) fn add_initialiser(&self, class: MStr<'_>, digest: &mut Digest) -> bool {
        let mut tables: Vec<_> =
            self.maps.iter().filter(|((owner, _), _)| *owner == class.as_bytes()).collect();
        tables.sort_by_key(|((_, field), _)| *field);
        for ((_, field), map) in &tables {
            digest.bytes(field);
            digest.bytes(map.of.as_bytes());
            let mut constants: Vec<_> = map.by_number.values().collect();
            constants.sort();
            digest.u32(constants.len() as u32);
            constants.iter().for_each(|constant| digest.bytes(constant.as_bytes()));
        }
        !tables.is_empty()
    }
}

/// The tables that the static initialiser of a class fills, if it does that and nothing else.
fn read<'a>(class: &ClassFile<'a>) -> Result<Option<Vec<(MStr<'a>, SwitchMap<'a>)>>, ReadError> {
    let only_tables = class.fields().iter().all(|field| {
        field.name(class).is_ok_and(|name| name.as_bytes().starts_with(b"$SwitchMap$"))
    });
    let mut methods = class.methods().iter();
    let (Some(initialiser), None) = (methods.next(), methods.next()) else { return Ok(None) };
    if !only_tables || initialiser.name(class)? != "<clinit>" {
        return Ok(None);
    }
    let found = class.find(initialiser.attributes, Location::Method, "Code")?;
    let Some(Attribute::Code(code)) = found else { return Ok(None) };
    let mut reader = Reader::default();
    for instruction in code.instructions() {
        let instruction = instruction.map_err(|error| class.locate(error))?;
        if reader.step(class, instruction.opcode, instruction.operand).is_none() {
            return Ok(None);
        }
    }
    Ok(Some(reader.finish()))
}

#[derive(Default)]
struct Reader<'a> {
    maps: Vec<(MStr<'a>, SwitchMap<'a>)>,
    field: Option<MStr<'a>>,
    constant: Option<(MStr<'a>, MStr<'a>)>,
    number: Option<i32>,
}

impl<'a> Reader<'a> {
    /// `None` if the instruction has no place in such an initialiser.
    fn step(&mut self, class: &ClassFile<'a>, opcode: u8, operand: Operand<'a>) -> Option<()> {
        match (opcode, operand) {
            (opcode::GETSTATIC, Operand::Constant(index)) => {
                let member = class.pool().member(index).ok()?;
                if member.class == class.name() {
                    self.field = Some(member.name);
                } else {
                    self.constant = Some((member.class, member.name));
                }
            }
            (opcode::ICONST_M1..=opcode::ICONST_5, _) => {
                self.number = Some(i32::from(opcode) - i32::from(opcode::ICONST_0));
            }
            (opcode::BIPUSH, Operand::Byte(number)) => self.number = Some(i32::from(number)),
            (opcode::SIPUSH, Operand::Short(number)) => self.number = Some(i32::from(number)),
            (opcode::IASTORE, _) => {
                let (of, constant) = self.constant.take()?;
                let (field, number) = (self.field.take()?, self.number.take()?);
                let position =
                    if let Some(position) = self.maps.iter().position(|(name, _)| *name == field) {
                        position
                    } else {
                        self.maps.push((field, SwitchMap { of, by_number: BTreeMap::new() }));
                        self.maps.len() - 1
                    };
                let (_, map) = self.maps.get_mut(position)?;
                if map.of != of || map.by_number.insert(number, constant).is_some() {
                    return None;
                }
            }
            // Making the array, the constant's ordinal, and passing over a constant that no longer exists.
            (
                opcode::INVOKESTATIC
                | opcode::ARRAYLENGTH
                | opcode::NEWARRAY
                | opcode::PUTSTATIC
                | opcode::INVOKEVIRTUAL
                | opcode::GOTO
                | opcode::ASTORE
                | opcode::ASTORE_0..=opcode::ASTORE_3
                | opcode::RETURN,
                _,
            ) => {}
            _ => return None,
        }
        Some(())
    }

    fn finish(self) -> Vec<(MStr<'a>, SwitchMap<'a>)> {
        self.maps
    }
}
