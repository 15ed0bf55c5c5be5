//! Opcodes (JVMS chapter 6): the numbers that this project names, every mnemonic, and the shape of the operands.

/// What follows an opcode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of [`crate::instruction::Operand`]")]
pub enum Shape {
    None,
    Byte,
    Short,
    ShortConstant,
    Constant,
    Local,
    Increment,
    Branch,
    WideBranch,
    TableSwitch,
    LookupSwitch,
    Interface,
    Dynamic,
    ArrayType,
    MultiArray,
    Wide,
    /// Not an instruction of the class file format.
    Illegal,
}

/// The numbers, named as in the JVMS.
#[expect(missing_docs, reason = "named as in the JVMS")]
mod number {
    pub const NOP: u8 = 0;
    pub const ACONST_NULL: u8 = 1;
    pub const ICONST_M1: u8 = 2;
    pub const ICONST_0: u8 = 3;
    pub const ICONST_1: u8 = 4;
    pub const ICONST_5: u8 = 8;
    pub const BIPUSH: u8 = 16;
    pub const SIPUSH: u8 = 17;
    pub const LDC: u8 = 18;
    pub const LDC_W: u8 = 19;
    pub const LDC2_W: u8 = 20;
    pub const ILOAD: u8 = 21;
    pub const LLOAD: u8 = 22;
    pub const FLOAD: u8 = 23;
    pub const DLOAD: u8 = 24;
    pub const ALOAD: u8 = 25;
    pub const ILOAD_0: u8 = 26;
    pub const LLOAD_0: u8 = 30;
    pub const FLOAD_0: u8 = 34;
    pub const DLOAD_0: u8 = 38;
    pub const ALOAD_0: u8 = 42;
    pub const IALOAD: u8 = 46;
    pub const ISTORE: u8 = 54;
    pub const LSTORE: u8 = 55;
    pub const FSTORE: u8 = 56;
    pub const DSTORE: u8 = 57;
    pub const ASTORE: u8 = 58;
    pub const ASTORE_0: u8 = 75;
    pub const ASTORE_3: u8 = 78;
    pub const IASTORE: u8 = 79;
    pub const BASTORE: u8 = 84;
    pub const IINC: u8 = 132;
    pub const IFEQ: u8 = 153;
    pub const IF_ACMPNE: u8 = 166;
    pub const GOTO: u8 = 167;
    pub const JSR: u8 = 168;
    pub const RET: u8 = 169;
    pub const TABLESWITCH: u8 = 170;
    pub const LOOKUPSWITCH: u8 = 171;
    pub const IRETURN: u8 = 172;
    pub const LRETURN: u8 = 173;
    pub const FRETURN: u8 = 174;
    pub const DRETURN: u8 = 175;
    pub const ARETURN: u8 = 176;
    pub const RETURN: u8 = 177;
    pub const GETSTATIC: u8 = 178;
    pub const PUTSTATIC: u8 = 179;
    pub const GETFIELD: u8 = 180;
    pub const PUTFIELD: u8 = 181;
    pub const INVOKEVIRTUAL: u8 = 182;
    pub const INVOKESPECIAL: u8 = 183;
    pub const INVOKESTATIC: u8 = 184;
    pub const INVOKEINTERFACE: u8 = 185;
    pub const INVOKEDYNAMIC: u8 = 186;
    pub const NEW: u8 = 187;
    pub const NEWARRAY: u8 = 188;
    pub const ANEWARRAY: u8 = 189;
    pub const ARRAYLENGTH: u8 = 190;
    pub const ATHROW: u8 = 191;
    pub const CHECKCAST: u8 = 192;
    pub const INSTANCEOF: u8 = 193;
    pub const WIDE: u8 = 196;
    pub const MULTIANEWARRAY: u8 = 197;
    pub const IFNULL: u8 = 198;
    pub const IFNONNULL: u8 = 199;
    pub const GOTO_W: u8 = 200;
    pub const JSR_W: u8 = 201;
}
pub use number::*;

/// The shape of the operands of `opcode`.
#[inline]
#[expect(clippy::indexing_slicing, reason = "256 entries, and a byte as the index")]
pub const fn shape(opcode: u8) -> Shape {
    SHAPES.0[opcode as usize]
}

/// The length of an instruction that says the same wherever it stands: its operands are numbers and local variables. 0 for
/// all others, whose operands are offsets or point into the constant pool.
#[inline]
#[expect(clippy::indexing_slicing, reason = "256 entries, and a byte as the index")]
pub const fn self_contained_length(opcode: u8) -> usize {
    SELF_CONTAINED[opcode as usize] as usize
}

#[expect(clippy::indexing_slicing, reason = "256 entries, and a counter below that")]
const SELF_CONTAINED: [u8; 256] = {
    let mut table = [0; 256];
    let mut opcode = 0;
    while opcode < 202 {
        table[opcode] = match shape_of(opcode as u8) {
            Shape::None => 1,
            Shape::Byte | Shape::Local | Shape::ArrayType => 2,
            Shape::Short | Shape::Increment => 3,
            Shape::ShortConstant
            | Shape::Constant
            | Shape::Branch
            | Shape::WideBranch
            | Shape::TableSwitch
            | Shape::LookupSwitch
            | Shape::Interface
            | Shape::Dynamic
            | Shape::MultiArray
            | Shape::Wide
            | Shape::Illegal => 0,
        };
        opcode += 1;
    }
    table
};

/// A table, since this is the innermost step of every walk over code.
struct Shapes([Shape; 256]);

#[expect(clippy::indexing_slicing, reason = "256 entries, and a byte as the index")]
const SHAPES: Shapes = {
    let mut table = [Shape::Illegal; 256];
    let mut opcode = 0;
    while opcode < 202 {
        table[opcode] = shape_of(opcode as u8);
        opcode += 1;
    }
    Shapes(table)
};

const fn shape_of(opcode: u8) -> Shape {
    match opcode {
        16 => Shape::Byte,
        17 => Shape::Short,
        18 => Shape::ShortConstant,
        19..=20 | 178..=184 | 187 | 189 | 192..=193 => Shape::Constant,
        21..=25 | 54..=58 | 169 => Shape::Local,
        132 => Shape::Increment,
        153..=168 | 198..=199 => Shape::Branch,
        200..=201 => Shape::WideBranch,
        170 => Shape::TableSwitch,
        171 => Shape::LookupSwitch,
        185 => Shape::Interface,
        186 => Shape::Dynamic,
        188 => Shape::ArrayType,
        197 => Shape::MultiArray,
        196 => Shape::Wide,
        0..=201 => Shape::None,
        _ => Shape::Illegal,
    }
}

/// The mnemonic of an opcode, for messages and tests.
pub fn mnemonic(opcode: u8) -> &'static str {
    MNEMONICS.get(usize::from(opcode)).copied().unwrap_or("illegal")
}

#[rustfmt::skip]
const MNEMONICS: [&str; 202] = [
    "nop", "aconst_null", "iconst_m1", "iconst_0", "iconst_1", "iconst_2", "iconst_3", "iconst_4",
    "iconst_5", "lconst_0", "lconst_1", "fconst_0", "fconst_1", "fconst_2", "dconst_0",
    "dconst_1", "bipush", "sipush", "ldc", "ldc_w", "ldc2_w", "iload", "lload", "fload", "dload",
    "aload", "iload_0", "iload_1", "iload_2", "iload_3", "lload_0", "lload_1", "lload_2",
    "lload_3", "fload_0", "fload_1", "fload_2", "fload_3", "dload_0", "dload_1", "dload_2",
    "dload_3", "aload_0", "aload_1", "aload_2", "aload_3", "iaload", "laload", "faload", "daload",
    "aaload", "baload", "caload", "saload", "istore", "lstore", "fstore", "dstore", "astore",
    "istore_0", "istore_1", "istore_2", "istore_3", "lstore_0", "lstore_1", "lstore_2",
    "lstore_3", "fstore_0", "fstore_1", "fstore_2", "fstore_3", "dstore_0", "dstore_1",
    "dstore_2", "dstore_3", "astore_0", "astore_1", "astore_2", "astore_3", "iastore", "lastore",
    "fastore", "dastore", "aastore", "bastore", "castore", "sastore", "pop", "pop2", "dup",
    "dup_x1", "dup_x2", "dup2", "dup2_x1", "dup2_x2", "swap", "iadd", "ladd", "fadd", "dadd",
    "isub", "lsub", "fsub", "dsub", "imul", "lmul", "fmul", "dmul", "idiv", "ldiv", "fdiv",
    "ddiv", "irem", "lrem", "frem", "drem", "ineg", "lneg", "fneg", "dneg", "ishl", "lshl",
    "ishr", "lshr", "iushr", "lushr", "iand", "land", "ior", "lor", "ixor", "lxor", "iinc", "i2l",
    "i2f", "i2d", "l2i", "l2f", "l2d", "f2i", "f2l", "f2d", "d2i", "d2l", "d2f", "i2b", "i2c",
    "i2s", "lcmp", "fcmpl", "fcmpg", "dcmpl", "dcmpg", "ifeq", "ifne", "iflt", "ifge", "ifgt",
    "ifle", "if_icmpeq", "if_icmpne", "if_icmplt", "if_icmpge", "if_icmpgt", "if_icmple",
    "if_acmpeq", "if_acmpne", "goto", "jsr", "ret", "tableswitch", "lookupswitch", "ireturn",
    "lreturn", "freturn", "dreturn", "areturn", "return", "getstatic", "putstatic", "getfield",
    "putfield", "invokevirtual", "invokespecial", "invokestatic", "invokeinterface",
    "invokedynamic", "new", "newarray", "anewarray", "arraylength", "athrow", "checkcast",
    "instanceof", "monitorenter", "monitorexit", "wide", "multianewarray", "ifnull", "ifnonnull",
    "goto_w", "jsr_w",
];
