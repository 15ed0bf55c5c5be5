//! Names and descriptors the way Java developers write them. Text that is not a descriptor is given back as it is, so
//! printing never fails.

/// A class name with dots: `com.acme.Cart$Line`.
pub fn class_name(internal: &str) -> String {
    internal.replace('/', ".")
}

/// The class name without its package: `Cart$Line`.
pub fn simple_class_name(internal: &str) -> &str {
    internal.rsplit('/').next().unwrap_or(internal)
}

/// A type: `int`, `String[]`, `com.acme.Cart`; classes of `java.lang` without their package.
pub fn field_type(descriptor: &str) -> String {
    match split_type(descriptor) {
        Some((text, "")) => text,
        _ => descriptor.to_owned(),
    }
}

/// A method as its declaration reads, without the result: `total(int, String[])`. Constructors and initialisers get
/// the names Java developers know them by.
pub fn method_signature(name: &str, descriptor: &str) -> String {
    let name = match name {
        "<init>" => "new",
        "<clinit>" => return "static initialiser".to_owned(),
        name => name,
    };
    match parameters(descriptor) {
        Some(parameters) => format!("{name}({})", parameters.join(", ")),
        None => format!("{name}{descriptor}"),
    }
}

fn parameters(descriptor: &str) -> Option<Vec<String>> {
    let mut rest = descriptor.strip_prefix('(')?;
    let mut parameters = Vec::new();
    while !rest.starts_with(')') {
        let (text, tail) = split_type(rest)?;
        parameters.push(text);
        rest = tail;
    }
    Some(parameters)
}

/// One type from the front of a descriptor, and the rest.
fn split_type(descriptor: &str) -> Option<(String, &str)> {
    let element = descriptor.trim_start_matches('[');
    let dimensions = descriptor.len() - element.len();
    let mut characters = element.chars();
    let (text, rest) = match characters.next()? {
        'B' => ("byte".to_owned(), characters.as_str()),
        'C' => ("char".to_owned(), characters.as_str()),
        'D' => ("double".to_owned(), characters.as_str()),
        'F' => ("float".to_owned(), characters.as_str()),
        'I' => ("int".to_owned(), characters.as_str()),
        'J' => ("long".to_owned(), characters.as_str()),
        'S' => ("short".to_owned(), characters.as_str()),
        'Z' => ("boolean".to_owned(), characters.as_str()),
        'V' => ("void".to_owned(), characters.as_str()),
        'L' => {
            let (name, rest) = characters.as_str().split_once(';')?;
            (short_class_name(name), rest)
        }
        _ => return None,
    };
    Some((text + &"[]".repeat(dimensions), rest))
}

fn short_class_name(internal: &str) -> String {
    match internal.strip_prefix("java/lang/") {
        Some(simple) if !simple.contains('/') => simple.to_owned(),
        _ => class_name(internal),
    }
}

#[cfg(test)]
mod tests {
    use super::{class_name, field_type, method_signature};

    #[test]
    fn reads_like_java() {
        assert_eq!(class_name("p/A$B"), "p.A$B");
        assert_eq!(field_type("[[I"), "int[][]");
        assert_eq!(field_type("Ljava/lang/String;"), "String");
        assert_eq!(field_type("Ljava/lang/ref/Cleaner;"), "java.lang.ref.Cleaner");
        assert_eq!(method_signature("f", "(I[Lp/A;J)V"), "f(int, p.A[], long)");
        assert_eq!(method_signature("<init>", "()V"), "new()");
        assert_eq!(method_signature("<clinit>", "()V"), "static initialiser");
    }

    #[test]
    fn what_is_no_descriptor_is_left_as_it_is() {
        assert_eq!(field_type("Lp/A"), "Lp/A");
        assert_eq!(field_type("II"), "II");
        assert_eq!(method_signature("f", "(I"), "f(I");
    }
}
