//! Descriptors (JVMS 4.3): the argument slots of a method and the class names inside.

use crate::MStr;

/// Words on the operand stack that the arguments of a method descriptor take, without the receiver; `None` if it is
/// not a method descriptor.
pub fn argument_slots(descriptor: MStr<'_>) -> Option<u16> {
    let mut slots: u16 = 0;
    for parameter in parameters(descriptor)? {
        slots = slots.checked_add(if matches!(parameter, [b'J' | b'D']) { 2 } else { 1 })?;
    }
    Some(slots)
}

/// The descriptor of each parameter of a method descriptor, in order; `None` if it is not one.
pub fn parameters(descriptor: MStr<'_>) -> Option<Vec<&[u8]>> {
    let mut rest = descriptor.as_bytes().strip_prefix(b"(")?;
    let mut parameters = Vec::new();
    while !rest.starts_with(b")") {
        let (parameter, tail) = split_type(rest)?;
        parameters.push(parameter);
        rest = tail;
    }
    return_type(descriptor).map(|_| parameters)
}

/// The part after the parenthesis: a type or `V`; `None` if it is not a method descriptor.
pub fn return_type(descriptor: MStr<'_>) -> Option<&[u8]> {
    let bytes = descriptor.as_bytes();
    let close = bytes.iter().position(|&byte| byte == b')')?;
    let result = bytes.get(close.checked_add(1)?..)?;
    if result == b"V" {
        return Some(result);
    }
    split_type(result).and_then(|(first, rest)| rest.is_empty().then_some(first))
}

/// The internal names of the classes that a descriptor or signature mentions, in order.
pub fn class_names(descriptor: MStr<'_>) -> impl Iterator<Item = &[u8]> {
    let mut rest = descriptor.as_bytes();
    std::iter::from_fn(move || {
        let start = rest.iter().position(|&byte| byte == b'L')?;
        let tail = rest.get(start.checked_add(1)?..)?;
        let end = tail.iter().position(|&byte| byte == b';')?;
        let name = tail.get(..end)?;
        rest = tail.get(end..)?;
        Some(name)
    })
}

/// One field descriptor from the front.
fn split_type(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let dimensions = bytes.iter().take_while(|&&byte| byte == b'[').count();
    let element = bytes.get(dimensions..)?;
    let length = match element.first()? {
        b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' => 1,
        b'L' => element.iter().position(|&byte| byte == b';')?.checked_add(1)?,
        _ => return None,
    };
    bytes.split_at_checked(dimensions.checked_add(length)?)
}

#[cfg(test)]
mod tests {
    use super::{argument_slots, class_names, parameters};
    use crate::MStr;

    #[test]
    fn counts_slots_and_rejects_what_is_no_method_descriptor() {
        let check = |text: &str, slots| {
            assert_eq!(argument_slots(MStr::new(text.as_bytes())), slots, "{text}");
        };
        check("()V", Some(0));
        check("(IJ[[DLjava/lang/String;D)[I", Some(7));
        check("(I", None);
        check("(I)", None);
        check("(V)V", None);
        check("(L)V", None);
        check("()II", None);
        check("I", None);
    }

    #[test]
    fn names_the_classes_inside() {
        let descriptor = MStr::new(b"(La/B;[[Lc/D;I)Le/F;");
        let names: Vec<_> = class_names(descriptor).collect();
        assert_eq!(names, [b"a/B" as &[u8], b"c/D", b"e/F"]);
        assert_eq!(parameters(descriptor).unwrap(), [b"La/B;" as &[u8], b"[[Lc/D;", b"I"]);
    }
}
