//! The classes that a generic signature mentions (JVMS 4.7.9.1), member classes of parameterised ones too.
//!
//! `descriptor::class_names` gives slices of the text, so it cannot name `a/B$C` when the text says `La/B<TT;>.C;`.

use tamis_classfile::{MStr, descriptor};

/// Tells each class that a descriptor mentions (JVMS 4.3): no type parameters, so `L` begins a class and nothing else. What
/// is none gives names that mean nothing.
#[inline]
pub(crate) fn for_each_class_of_descriptor(text: &[u8], mut tell: impl FnMut(&[u8])) {
    let mut rest = text;
    while let Some(start) = rest.iter().position(|byte| *byte == b'L') {
        rest = rest.get(start + 1..).unwrap_or_default();
        let end = rest.iter().position(|byte| *byte == b';').unwrap_or(rest.len());
        let (name, tail) = rest.split_at_checked(end).unwrap_or_default();
        tell(name);
        rest = tail;
    }
}

/// Tells each class that a signature mentions. What is none gives names that mean nothing.
pub(crate) fn for_each_class(text: &[u8], mut tell: impl FnMut(&[u8])) {
    descriptor::class_names(MStr::new(text)).for_each(&mut tell);
    if text.contains(&b'.') {
        member_classes(text, &mut tell);
    }
}

/// The names that are put together from an outer class and its members.
fn member_classes(text: &[u8], tell: &mut impl FnMut(&[u8])) {
    // The class types that are open, outermost first: type arguments can hold further ones.
    let mut open: Vec<Vec<u8>> = Vec::new();
    let mut in_type = false;
    let mut rest = text;
    // A signature can begin with type parameters, whose names look like types.
    let mut declares = false;
    if let Some(parameters) = text.strip_prefix(b"<") {
        declares = true;
        rest = skip_parameter_name(parameters);
    }
    while let Some((first, tail)) = rest.split_first() {
        rest = tail;
        match (first, in_type) {
            (b'L', false) => {
                let (name, tail) = split_name(rest);
                open.push(name.to_vec());
                rest = tail;
                in_type = true;
            }
            (b'T', false) => (_, rest) = split_name(rest),
            (b'.', true) => {
                let (name, tail) = split_name(rest);
                rest = tail;
                if let Some(outer) = open.last_mut() {
                    outer.push(b'$');
                    outer.extend_from_slice(name);
                    tell(outer);
                }
            }
            (b'<', _) => in_type = false,
            (b'>', _) if open.is_empty() => declares = false,
            // Back in the type whose arguments these were.
            (b'>', _) => in_type = true,
            (b';', _) => {
                if in_type {
                    open.pop();
                    in_type = false;
                }
                if declares && open.is_empty() {
                    rest = skip_parameter_name(rest);
                }
            }
            // Primitive types, dimensions, wildcards, punctuation.
            _ => {}
        }
    }
}

/// After a bound comes another bound, the name of the next type parameter, or the end of them.
fn skip_parameter_name(text: &[u8]) -> &[u8] {
    if matches!(text.first(), Some(b':' | b'>')) {
        return text;
    }
    let colon = text.iter().position(|byte| *byte == b':');
    colon.and_then(|colon| text.get(colon..)).unwrap_or_default()
}

fn split_name(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(|byte| matches!(byte, b';' | b'<' | b'.'));
    text.split_at_checked(end.unwrap_or(text.len())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{for_each_class, for_each_class_of_descriptor};

    #[test]
    fn classes_of_a_descriptor_are_between_letter_and_semicolon() {
        let check = |text: &str, expected: &[&str]| {
            let mut names = Vec::new();
            for_each_class_of_descriptor(text.as_bytes(), |name| {
                names.push(String::from_utf8(name.to_vec()).unwrap());
            });
            assert_eq!(names, expected, "{text}");
        };
        check("I", &[]);
        check("[[Lp/L;", &["p/L"]);
        check("(ILp/LA;JLq/B;)Lq/C;", &["p/LA", "q/B", "q/C"]);
        check("(Lp/A", &["p/A"]);
        check("L;", &[""]);
    }

    #[test]
    fn member_classes_are_named_with_their_outer_class() {
        let check = |text: &str, expected: &[&str]| {
            let mut names = Vec::new();
            for_each_class(text.as_bytes(), |name| {
                names.push(String::from_utf8(name.to_vec()).unwrap());
            });
            assert_eq!(names, expected, "{text}");
        };
        check("Lp/A;", &["p/A"]);
        check("Lp/A<TT;>.B;", &["p/A", "p/A$B"]);
        check("Lp/A<TT;>.B<Lq/C<*>.D;>.E;", &["p/A", "q/C", "p/A$B", "q/C$D", "p/A$B$E"]);
        check("<T:Lp/A<TT;>.B;>(TT;)Lq/C;", &["p/A", "q/C", "p/A$B"]);
        check("<L:TT;Label::Lp/A<TT;>.B;>(TLabel;)V^Lq/C;", &["p/A", "q/C", "p/A$B"]);
        check("Lp/A<.", &["p/A"]);
        check("<L.", &[]);
    }
}
