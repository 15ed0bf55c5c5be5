//! Instructions that can initialise a class, or hand out a class or member by name; and those that only name one.

use rustc_hash::FxHashSet;
use tamis_classfile::attributes::BootstrapMethod;
use tamis_classfile::attributes::code::Code;
use tamis_classfile::descriptor::class_names;
use tamis_classfile::instruction::{self, Instruction};
use tamis_classfile::{Attribute, ClassFile, Constant, Location, MStr, ReadError, opcode};

/// A class that an instruction names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operand<'a> {
    /// Offset of the instruction.
    pub pc: u16,
    /// Internal name; never an array, and never of a package that only the JDK can define.
    pub class: MStr<'a>,
}

/// Finds the operands of the methods of one class.
#[derive(Debug)]
pub struct Operands<'c, 'a> {
    class: &'c ClassFile<'a>,
    bootstrap: Vec<BootstrapMethod<'a>>,
}

impl<'c, 'a> Operands<'c, 'a> {
    /// Reads what is common to all methods.
    pub fn of(class: &'c ClassFile<'a>) -> Result<Self, ReadError> {
        let found = class.find(class.attributes(), Location::Class, "BootstrapMethods")?;
        let bootstrap = match found {
            Some(Attribute::BootstrapMethods(methods)) => methods,
            _ => Vec::new(),
        };
        Ok(Self { class, bootstrap })
    }

    /// The operands of one method, in the order of its instructions; a class can come more than once.
    pub fn of_code(&self, code: &Code<'a>) -> Result<Vec<Operand<'a>>, ReadError> {
        let mut operands = Vec::new();
        for instruction in code.instructions() {
            let instruction = instruction.map_err(|error| self.class.locate(error))?;
            self.visit(&instruction, &mut operands)?;
        }
        Ok(operands)
    }

    /// The classes that a method names without being able to initialise them: those it casts to, catches, or calls on an
    /// object that it has, and those in the types of its lambdas. A machine that does not find one fails there. A class
    /// can come more than once, and be among the operands, too.
    pub fn named(&self, code: &Code<'a>) -> Result<Vec<MStr<'a>>, ReadError> {
        let mut names = Vec::new();
        for instruction in code.instructions() {
            let instruction = instruction.map_err(|error| self.class.locate(error))?;
            if let Some(index) = resolved_constant(&instruction) {
                self.constant(index, &mut names, &mut FxHashSet::default())
                    .map_err(|error| self.class.locate(error))?;
            } else if let Some(index) = named_constant(&instruction) {
                self.types(index, &mut names).map_err(|error| self.class.locate(error))?;
            }
        }
        let caught = code.handlers.iter().filter(|handler| handler.catch_type != 0);
        for handler in caught {
            let name = self.class.pool().class_name(handler.catch_type);
            names.extend(element_class(name.map_err(|error| self.class.locate(error))?));
        }
        Ok(names)
    }

    /// The classes in the types that a constant is resolved with (JVMS 5.4.3.5, 5.4.3.6): of methods as values, and of
    /// what is computed when it is first needed.
    fn types(&self, index: u16, names: &mut Vec<MStr<'a>>) -> Result<(), ReadError> {
        let pool = self.class.pool();
        let (mut pending, mut seen) = (vec![index], FxHashSet::default());
        while let Some(index) = pending.pop() {
            if !seen.insert(index) {
                continue;
            }
            let descriptor = match pool.get(index)? {
                Constant::MethodType { descriptor } => pool.utf8(descriptor)?,
                Constant::MethodHandle { reference, .. } => match pool.get(reference)? {
                    Constant::Field { name_and_type, .. }
                    | Constant::Method { name_and_type, .. }
                    | Constant::InterfaceMethod { name_and_type, .. } => {
                        pool.name_and_type(name_and_type)?.1
                    }
                    _ => continue,
                },
                Constant::Dynamic { bootstrap, name_and_type }
                | Constant::InvokeDynamic { bootstrap, name_and_type } => {
                    if let Some(method) = self.bootstrap.get(usize::from(bootstrap)) {
                        pending.push(method.method);
                        pending.extend(method.arguments.iter());
                    }
                    pool.name_and_type(name_and_type)?.1
                }
                _ => continue,
            };
            let classes = class_names(descriptor).map(MStr::new);
            names.extend(classes.filter_map(element_class));
        }
        Ok(())
    }

    fn visit(
        &self,
        instruction: &Instruction<'a>,
        operands: &mut Vec<Operand<'a>>,
    ) -> Result<(), ReadError> {
        let Some(index) = named_constant(instruction) else { return Ok(()) };
        let pc = instruction.pc as u16;
        let mut names = Vec::new();
        self.constant(index, &mut names, &mut FxHashSet::default())
            .map_err(|error| self.class.locate(error))?;
        operands.extend(names.into_iter().map(|class| Operand { pc, class }));
        Ok(())
    }

    /// The classes that a constant stands for: its own, and those of the constants it is made from.
    fn constant(
        &self,
        index: u16,
        names: &mut Vec<MStr<'a>>,
        seen: &mut FxHashSet<u16>,
    ) -> Result<(), ReadError> {
        let pool = self.class.pool();
        // Constants can share others many times over; each is looked at once.
        let mut pending = vec![index];
        while let Some(index) = pending.pop() {
            if !seen.insert(index) {
                continue;
            }
            match pool.get(index)? {
                Constant::Class { name } => names.extend(element_class(pool.utf8(name)?)),
                Constant::Field { class, .. }
                | Constant::Method { class, .. }
                | Constant::InterfaceMethod { class, .. } => pending.push(class),
                Constant::MethodHandle { reference, .. } => pending.push(reference),
                Constant::Dynamic { bootstrap, .. } | Constant::InvokeDynamic { bootstrap, .. } => {
                    if let Some(method) = self.bootstrap.get(usize::from(bootstrap)) {
                        pending.push(method.method);
                        pending.extend(method.arguments.iter());
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// The constant of an instruction that can initialise a class or hand out a class or a member.
fn named_constant(instruction: &Instruction<'_>) -> Option<u16> {
    match (instruction.opcode, instruction.operand) {
        (
            opcode::NEW
            | opcode::GETSTATIC
            | opcode::PUTSTATIC
            | opcode::INVOKESTATIC
            | opcode::LDC
            | opcode::LDC_W
            | opcode::LDC2_W,
            instruction::Operand::Constant(index),
        )
        | (opcode::INVOKEINTERFACE, instruction::Operand::Interface { index, .. })
        | (opcode::INVOKEDYNAMIC, instruction::Operand::Dynamic(index)) => Some(index),
        _ => None,
    }
}

/// The constant of an instruction that needs a class and does not initialise it.
fn resolved_constant(instruction: &Instruction<'_>) -> Option<u16> {
    match (instruction.opcode, instruction.operand) {
        (
            opcode::CHECKCAST
            | opcode::INSTANCEOF
            | opcode::ANEWARRAY
            | opcode::GETFIELD
            | opcode::PUTFIELD
            | opcode::INVOKEVIRTUAL
            | opcode::INVOKESPECIAL,
            instruction::Operand::Constant(index),
        )
        | (opcode::MULTIANEWARRAY, instruction::Operand::MultiArray { index, .. }) => Some(index),
        _ => None,
    }
}

/// The class of an array's elements, if it is one, or the class itself. None for what begins with `java/`: no loader but
/// the JDK's own can define it (`ClassLoader.preDefineClass`), and the JDK is no part of a project.
fn element_class(name: MStr<'_>) -> Option<MStr<'_>> {
    let class = without_dimensions(name)?;
    (!class.as_bytes().starts_with(b"java/")).then_some(class)
}

fn without_dimensions(name: MStr<'_>) -> Option<MStr<'_>> {
    let bytes = name.as_bytes();
    match bytes {
        [b'[', ..] => {
            let dimensions = bytes.iter().take_while(|byte| **byte == b'[').count();
            match bytes.get(dimensions..) {
                Some([b'L', inner @ .., b';']) => Some(MStr::new(inner)),
                _ => None,
            }
        }
        _ => Some(name),
    }
}
