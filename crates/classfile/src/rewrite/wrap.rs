//! Wrapping a method: the original gets another name, and a new method with the old name calls a hook, the original and
//! a second hook, the last also when the original throws.
//!
//! - The wrapper keeps flags, descriptor and all attributes but `Code`, so that reflection sees the same of it as before;
//!   `getDeclaredMethods` shows one more, synthetic method, which whoever wraps project classes has to hide. The original
//!   becomes private and synthetic and keeps its code only.
//!   Being private, it does not enter the serial version that `ObjectStreamClass` computes.
//! - The wrapper keeps `synchronized` and the original loses it: the lock is taken once and is held while the hooks run,
//!   and nothing that the body can see (`Thread.holdsLock`, `wait`) changes.
//! - A stack trace shows one frame more: the original under its new name with its lines, then the wrapper under the old
//!   name without a line. Code that asks for its caller's class finds its own class there.
//! - The original is called with `invokespecial` (or `invokestatic`), which is legal for private methods in all versions;
//!   `invokevirtual` is so only since version 55 (JVMS 6.5).

use super::constants::PoolAppender;
use super::plan::{HookArgument, Wrap};
use super::refusal::{Refusal, Result};
use super::splice::Splice;
use crate::attributes::RawAttribute;
use crate::class::Member;
use crate::pool::Constant;
use crate::{ClassFile, MStr, descriptor, flags, opcode};

/// A wrapper that can be made, and the constants for it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wrapper {
    begin: u16,
    end: u16,
    original: u16,
    /// Name of the original from now on.
    pub(super) new_name: u16,
    /// For the stack map; none is needed before version 50.
    frame: Option<WrapperFrame>,
    argument: Load,
}

#[derive(Debug, Clone, Copy)]
struct WrapperFrame {
    table_name: u16,
    throwable: u16,
}

/// What is pushed for the hooks.
#[derive(Debug, Clone, Copy)]
pub(super) enum Load {
    Null,
    Local(u16),
}

/// The instruction that pushes it.
pub(super) fn load_instruction(load: Load) -> Vec<u8> {
    let mut code = Vec::with_capacity(4);
    push(&mut code, load);
    code
}

const HOOK: MStr<'static> = MStr::new(b"(Ljava/lang/Object;)V");

/// Says why the method cannot be wrapped, if so.
pub(super) fn check(class: &ClassFile<'_>, member: &Member<'_>, wrap: &Wrap<'_>) -> Result<()> {
    let name = class.pool().utf8(member.name_index)?;
    let descriptor = class.pool().utf8(member.descriptor_index)?;
    if name.as_bytes().starts_with(b"<") {
        return Err(Refusal::Initialiser);
    }
    let (_, major) = class.version();
    if class.access_flags() & flags::INTERFACE != 0 && major < 52 {
        return Err(Refusal::OldInterface { major });
    }
    if !is_method_name(wrap.new_name) {
        return Err(Refusal::NameTaken);
    }
    for other in class.methods().iter() {
        if class.pool().utf8(other.name_index)? == wrap.new_name
            && class.pool().utf8(other.descriptor_index)? == descriptor
        {
            return Err(Refusal::NameTaken);
        }
    }
    load(member, descriptor, wrap.argument).map(|_| ())
}

/// Adds the constants that the wrapper needs.
pub(super) fn prepare(
    class: &ClassFile<'_>,
    member: &Member<'_>,
    wrap: &Wrap<'_>,
    constants: &mut PoolAppender,
) -> Result<Wrapper> {
    let descriptor = class.pool().utf8(member.descriptor_index)?;
    let argument = load(member, descriptor, wrap.argument)?;
    let new_name = constants.utf8(wrap.new_name)?;
    let name_and_type = constants
        .add(Constant::NameAndType { name: new_name, descriptor: member.descriptor_index })?;
    let own = class.this_class();
    let original = constants.add(if class.access_flags() & flags::INTERFACE == 0 {
        Constant::Method { class: own, name_and_type }
    } else {
        Constant::InterfaceMethod { class: own, name_and_type }
    })?;
    let (_, major) = class.version();
    let frame = if major >= 50 {
        let table_name = constants.utf8(MStr::new(b"StackMapTable"))?;
        let throwable = constants.class(MStr::new(b"java/lang/Throwable"))?;
        Some(WrapperFrame { table_name, throwable })
    } else {
        None
    };
    let begin = constants.method(wrap.owner, wrap.begin, HOOK)?;
    let end = constants.method(wrap.owner, wrap.end, HOOK)?;
    Ok(Wrapper { begin, end, original, new_name, frame, argument })
}

/// Writes the wrapper where the original stood; `code` is the original's, the other attributes are copied.
pub(super) fn write(
    splice: &mut Splice<'_, '_>,
    class: &ClassFile<'_>,
    member: &Member<'_>,
    code: &RawAttribute<'_>,
    wrapper: &Wrapper,
) -> Result<()> {
    let descriptor = class.pool().utf8(member.descriptor_index)?;
    splice.copy_to(code.offset());
    let start = splice.written().saturating_sub(4);
    let body = body(member, descriptor, wrapper)?;
    let Body { max_stack, max_locals, code: bytes, try_start, try_end, handler } = &body;
    let length = bytes.len() as u32;
    splice.write(&max_stack.to_be_bytes());
    splice.write(&max_locals.to_be_bytes());
    splice.write(&length.to_be_bytes());
    splice.write(bytes);
    for value in [1, *try_start, *try_end, *handler, 0] {
        splice.write(&value.to_be_bytes());
    }
    match wrapper.frame {
        None => splice.write(&0_u16.to_be_bytes()),
        Some(WrapperFrame { table_name, throwable }) => {
            // One frame: the parameters as they came, and an exception on the stack (JVMS 4.7.4,
            // same_locals_1_stack_item_frame_extended).
            let ([n1, n2], [d1, d2]) = (table_name.to_be_bytes(), handler.to_be_bytes());
            let [t1, t2] = throwable.to_be_bytes();
            splice.write(&[0, 1, n1, n2, 0, 0, 0, 8, 0, 1, 247, d1, d2, 7, t1, t2]);
        }
    }
    splice.patch_length(start);
    splice.skip_to(code.offset().saturating_add(code.info.len()));
    Ok(())
}

/// The flags of the original under its new name. `strictfp` says how it computes, so it stays.
pub(super) fn original_flags(flags: u16) -> u16 {
    flags & (flags::STATIC | flags::STRICT) | flags::PRIVATE | flags::SYNTHETIC
}

struct Body {
    max_stack: u16,
    max_locals: u16,
    code: Vec<u8>,
    try_start: u16,
    try_end: u16,
    handler: u16,
}

fn body(member: &Member<'_>, descriptor: MStr<'_>, wrapper: &Wrapper) -> Result<Body> {
    let parameters = descriptor::parameters(descriptor).unwrap_or_default();
    let result = descriptor::return_type(descriptor).unwrap_or_default();
    let is_static = member.access_flags & flags::STATIC != 0;
    let mut code = Vec::with_capacity(64);
    hook(&mut code, wrapper.argument, wrapper.begin);
    let try_start = code.len() as u16;
    let mut local = 0;
    if !is_static {
        push_local(&mut code, opcode::ALOAD, local);
        local = 1;
    }
    for parameter in parameters {
        push_local(&mut code, load_opcode(parameter), local);
        local = local.saturating_add(slots(parameter));
    }
    let call = if is_static { opcode::INVOKESTATIC } else { opcode::INVOKESPECIAL };
    instruction(&mut code, call, wrapper.original);
    let try_end = code.len() as u16;
    hook(&mut code, wrapper.argument, wrapper.end);
    code.push(return_opcode(result));
    let handler =
        u16::try_from(code.len()).map_err(|_| Refusal::CodeTooLarge { length: code.len() })?;
    hook(&mut code, wrapper.argument, wrapper.end);
    code.push(opcode::ATHROW);
    // The arguments of the call; the result or the exception, and the hook's argument on top.
    let max_stack = local.max(slots(result).saturating_add(1)).max(2);
    Ok(Body { max_stack, max_locals: local, code, try_start, try_end, handler })
}

/// What to push for the hooks.
pub(super) fn load(
    member: &Member<'_>,
    descriptor: MStr<'_>,
    argument: HookArgument,
) -> Result<Load> {
    let is_static = member.access_flags & flags::STATIC != 0;
    // The format allows at most 255 words of parameters (JVMS 4.3.3); a wrapper for more would be refused by the virtual
    // machine just as the original.
    let parameters = descriptor::parameters(descriptor).ok_or(Refusal::NoCode)?;
    match argument {
        HookArgument::Null => Ok(Load::Null),
        HookArgument::This => Ok(if is_static { Load::Null } else { Load::Local(0) }),
        HookArgument::Argument(index) => {
            let mut local = u16::from(!is_static);
            for (place, parameter) in parameters.into_iter().enumerate() {
                if place == usize::from(index) {
                    return match load_opcode(parameter) {
                        opcode::ALOAD => Ok(Load::Local(local)),
                        _ => Err(Refusal::NoSuchArgument { index }),
                    };
                }
                local = local.saturating_add(slots(parameter));
            }
            Err(Refusal::NoSuchArgument { index })
        }
    }
}

fn hook(code: &mut Vec<u8>, argument: Load, method: u16) {
    push(code, argument);
    instruction(code, opcode::INVOKESTATIC, method);
}

fn push(code: &mut Vec<u8>, argument: Load) {
    match argument {
        Load::Null => code.push(opcode::ACONST_NULL),
        Load::Local(local) => push_local(code, opcode::ALOAD, local),
    }
}

fn instruction(code: &mut Vec<u8>, opcode: u8, index: u16) {
    code.push(opcode);
    code.extend_from_slice(&index.to_be_bytes());
}

fn push_local(code: &mut Vec<u8>, opcode: u8, local: u16) {
    if let Ok(local) = u8::try_from(local) {
        code.extend_from_slice(&[opcode, local]);
    } else {
        code.push(opcode::WIDE);
        instruction(code, opcode, local);
    }
}

fn slots(kind: &[u8]) -> u16 {
    match kind {
        [b'J' | b'D'] => 2,
        [b'V'] => 0,
        _ => 1,
    }
}

fn load_opcode(parameter: &[u8]) -> u8 {
    match parameter.first() {
        Some(b'L' | b'[') => opcode::ALOAD,
        Some(b'J') => opcode::LLOAD,
        Some(b'F') => opcode::FLOAD,
        Some(b'D') => opcode::DLOAD,
        _ => opcode::ILOAD,
    }
}

fn return_opcode(result: &[u8]) -> u8 {
    match result.first() {
        Some(b'V') => opcode::RETURN,
        Some(b'L' | b'[') => opcode::ARETURN,
        Some(b'J') => opcode::LRETURN,
        Some(b'F') => opcode::FRETURN,
        Some(b'D') => opcode::DRETURN,
        _ => opcode::IRETURN,
    }
}

/// Whether a method may have that name (JVMS 4.2.2).
fn is_method_name(name: MStr<'_>) -> bool {
    !name.is_empty() && !name.as_bytes().iter().any(|byte| b".;[/<>".contains(byte))
}
