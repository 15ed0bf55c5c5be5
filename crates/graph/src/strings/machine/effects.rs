//! The instructions that know nothing of strings: what they take from the stack and put there, in words.

use tamis_classfile::instruction::{Instruction, Operand};
use tamis_classfile::opcode::{
    ACONST_NULL, ALOAD, ALOAD_0, ARRAYLENGTH, ASTORE, ASTORE_0, BASTORE, DLOAD, DLOAD_0, DSTORE,
    FLOAD, FLOAD_0, FSTORE, GOTO, GOTO_W, IALOAD, IASTORE, ICONST_5, ICONST_M1, IFEQ, ILOAD,
    ILOAD_0, ISTORE, LLOAD, LLOAD_0, LSTORE, NOP,
};

use crate::strings::state::{State, Value};

/// Applies an instruction; `None` if the stack does not hold what it takes.
pub(super) fn apply(instruction: &Instruction<'_>, state: &mut State) -> Option<()> {
    let opcode = instruction.opcode;
    match (opcode, instruction.operand) {
        (NOP | GOTO | GOTO_W, _) => {}
        (ACONST_NULL, _) => state.push(Value::Null),
        (ICONST_M1..=ICONST_5, _) => state.push(Value::Int(i32::from(opcode) - 3)),
        (_, Operand::Byte(number)) => state.push(Value::Int(i32::from(number))),
        (_, Operand::Short(number)) => state.push(Value::Int(i32::from(number))),
        (_, Operand::Local { index, .. }) => local(opcode, index, state)?,
        (ILOAD_0..IALOAD, _) => {
            let (family, slot) = ((opcode - ILOAD_0) / 4, (opcode - ILOAD_0) % 4);
            local(ILOAD + family, u16::from(slot), state)?;
        }
        // `istore_0` follows `astore`.
        (59..IASTORE, _) => {
            let (family, slot) = ((opcode - 59) / 4, (opcode - 59) % 4);
            local(ISTORE + family, u16::from(slot), state)?;
        }
        (_, Operand::Increment { index, .. }) => state.store(index, Value::Other),
        (IASTORE..87, _) => store_into_array(opcode, state)?,
        (87..=95, _) => shuffle(opcode, state)?,
        (_, Operand::MultiArray { dimensions, .. }) => take(state, usize::from(dimensions), 1)?,
        _ => {
            let (pops, pushes) = words(opcode)?;
            take(state, pops, pushes)?;
        }
    }
    Some(())
}

fn take(state: &mut State, pops: usize, pushes: usize) -> Option<()> {
    state.pop_words(pops)?;
    state.push_words(pushes);
    Some(())
}

/// Loads and stores of local variables.
fn local(opcode: u8, slot: u16, state: &mut State) -> Option<()> {
    match opcode {
        LLOAD | DLOAD => state.push_words(2),
        ILOAD | FLOAD | ALOAD => {
            let value = state.load(slot);
            state.push(value);
        }
        ISTORE | FSTORE | ASTORE => {
            let value = state.pop()?;
            state.store(slot, value);
        }
        LSTORE | DSTORE => {
            state.pop_words(2)?;
            state.store(slot, Value::Other);
            state.store(slot.checked_add(1)?, Value::Other);
        }
        _ => return None,
    }
    Some(())
}

fn store_into_array(opcode: u8, state: &mut State) -> Option<()> {
    let is_wide = matches!(opcode, 80 | 82);
    let values = state.pop_words(if is_wide { 4 } else { 3 })?;
    values.iter().for_each(|value| state.let_go(value));
    Some(())
}

/// `pop` to `swap`: words change places, whatever they are.
fn shuffle(opcode: u8, state: &mut State) -> Option<()> {
    // How many words are copied, and below how many further ones the copy goes.
    let (copied, below) = match opcode {
        87 => return state.pop_words(1).map(|_| ()),
        88 => return state.pop_words(2).map(|_| ()),
        89..=91 => (1, usize::from(opcode - 89)),
        92..=94 => (2, usize::from(opcode - 92)),
        _ => {
            let (top, next) = (state.pop()?, state.pop()?);
            state.push(top);
            state.push(next);
            return Some(());
        }
    };
    let top = state.pop_words(copied)?;
    let others = state.pop_words(below)?;
    state.stack.extend(top.clone());
    state.stack.extend(others);
    state.stack.extend(top);
    Some(())
}

/// What the other instructions take and give. Longs and doubles are two words; arithmetic, shifts and logic alternate
/// between types of one and of two words.
fn words(opcode: u8) -> Option<(usize, usize)> {
    let is_narrow = opcode.is_multiple_of(2);
    Some(match opcode {
        // Constants.
        9 | 10 | 14 | 15 => (0, 2),
        11..=13 => (0, 1),
        // Loads from arrays, conversions.
        47 | 49 | 138 | 143 => (2, 2),
        46..=53 | 136 | 137 | 142 | 144 | 149 | 150 => (2, 1),
        133 | 135 | 140 | 141 => (1, 2),
        134 | 139 | 145..=147 => (1, 1),
        // Arithmetic, logic.
        96..=115 | 120..=131 if is_narrow => (2, 1),
        96..=115 | 126..=131 => (4, 2),
        116..=119 if is_narrow => (1, 1),
        116..=119 => (2, 2),
        // Shifts of longs: by how much is an int.
        121..=125 => (3, 2),
        // Comparisons.
        148 | 151 | 152 => (4, 1),
        // Branches, switches, returns but for that of an object, `athrow`, monitors.
        IFEQ..=158 | 170..=172 | 174 | 191 | 194 | 195 | 198 | 199 => (1, 0),
        159..=166 | 173 | 175 => (2, 0),
        177 => (0, 0),
        // `newarray`.
        188 | ARRAYLENGTH => (1, 1),
        _ => return None,
    })
}

const _: () = {
    assert!(ALOAD_0 == ILOAD_0 + 16 && LLOAD_0 == ILOAD_0 + 4);
    assert!(FLOAD_0 == ILOAD_0 + 8 && DLOAD_0 == ILOAD_0 + 12);
    assert!(ASTORE_0 == 59 + 16 && BASTORE == IASTORE + 5);
};
