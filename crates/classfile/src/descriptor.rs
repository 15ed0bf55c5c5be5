//! Descriptors (JVMS 4.3): the argument slots of a method, and the class names inside; those also of generic signatures
//! (JVMS 4.7.9.1).

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

/// The internal names of the classes that a descriptor or signature mentions, in order. Of a member of a parameterised
/// class (`La/B<TT;>.C;`) only the outer class is named. What is no signature gives names that mean nothing.
pub fn class_names(signature: MStr<'_>) -> impl Iterator<Item = &[u8]> {
    let mut names = ClassNames { rest: signature.as_bytes(), depth: 0, declares: false };
    if let Some(parameters) = names.rest.strip_prefix(b"<") {
        names.declares = true;
        names.rest = parameters;
        names.skip_past(b':');
    }
    names
}

/// Finds the names in a signature.
struct ClassNames<'a> {
    rest: &'a [u8],
    /// How many lists of type arguments are open.
    depth: u16,
    /// Whether this is the declaration of type parameters that a signature can begin with.
    declares: bool,
}

impl<'a> Iterator for ClassNames<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        loop {
            let (first, tail) = self.rest.split_first()?;
            self.rest = tail;
            match first {
                b'L' => return Some(self.take_name()),
                b'T' => {
                    self.skip_past(b';');
                    self.end_type();
                }
                b';' => self.end_type(),
                b'.' => {
                    self.take_name();
                }
                b'<' => self.depth = self.depth.saturating_add(1),
                b'>' if self.depth == 0 => self.declares = false,
                b'>' => self.depth = self.depth.saturating_sub(1),
                // Primitive types, dimensions, wildcards and the punctuation of methods and bounds.
                _ => {}
            }
        }
    }
}

impl<'a> ClassNames<'a> {
    /// The bytes before the end of the name, its type arguments or its member class.
    fn take_name(&mut self) -> &'a [u8] {
        let is_end = |byte: &u8| matches!(byte, b';' | b'<' | b'.');
        let end = self.rest.iter().position(is_end).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at_checked(end).unwrap_or_default();
        self.rest = rest;
        name
    }

    /// After the bound of a type parameter comes another bound, the name of the next one, or the end.
    fn end_type(&mut self) {
        if self.declares && self.depth == 0 && !matches!(self.rest.first(), Some(b':' | b'>')) {
            self.skip_past(b':');
        }
    }

    fn skip_past(&mut self, end: u8) {
        let found = self.rest.iter().position(|&byte| byte == end);
        let tail = found.and_then(|found| self.rest.get(found.checked_add(1)?..));
        self.rest = tail.unwrap_or_default();
    }
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

    #[test]
    fn names_the_classes_inside_signatures() {
        let check = |text: &str, names: &[&str]| {
            let found: Vec<_> = class_names(MStr::new(text.as_bytes()))
                .map(|name| std::str::from_utf8(name).unwrap())
                .collect();
            assert_eq!(found, names, "{text}");
        };
        check("I", &[]);
        check("TLabel;", &[]);
        check("La/B<Lc/D;>;", &["a/B", "c/D"]);
        check("La/B<*+[Lc/D;-TT;>.Inner<Le/F;>.Last;", &["a/B", "c/D", "e/F"]);
        check("<Label:Lx/Y;>(TLabel;I)V^Lz/E;^TLabel;", &["x/Y", "z/E"]);
        check("<T::La/B<TT;>;L:TT;:Lc/D;>Le/F;Lg/H<TL;>;", &["a/B", "c/D", "e/F", "g/H"]);
        check("L", &[""]);
        check("<T", &[]);
    }
}
