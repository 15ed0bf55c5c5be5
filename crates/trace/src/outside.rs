//! Methods of the JDK through which code looks at what is outside of it.

/// Parts of the JDK all of which may read files or ask the machine; the rest of it does not, but for [`METHODS`].
const PREFIXES: [&str; 20] = [
    "java/awt/",
    "java/beans/",
    "java/io/File",
    "java/io/ObjectStreamClass",
    "java/io/RandomAccessFile",
    "java/lang/Module",
    "java/lang/Package",
    "java/lang/ProcessBuilder",
    "java/lang/foreign/",
    "java/lang/invoke/MethodHandles$Lookup",
    "java/lang/reflect/",
    "java/net/",
    "java/nio/channels/",
    "java/nio/file/",
    "java/sql/",
    "java/util/jar/",
    "java/util/prefs/",
    "javax/",
    "jdk/",
    "sun/",
];

/// What of them only computes.
const COMPUTING: [&str; 5] = [
    "java/lang/reflect/Array",
    "java/net/URI",
    "java/net/URLDecoder",
    "java/net/URLEncoder",
    "java/sql/Timestamp",
];

/// Classes of which some methods do, by how the names of these begin. Those that read from a stream count as well: somebody
/// else may have opened it.
const METHODS: [(&str, &[&str]); 23] = [
    ("java/io/BufferedReader", &["lines", "read"]),
    ("java/io/DataInput", &["read"]),
    ("java/io/InputStream", &["read", "transferTo"]),
    ("java/io/ObjectInput", &["read"]),
    ("java/io/ObjectInputStream", &["read"]),
    ("java/io/PrintStream", &["<init>"]),
    ("java/io/PrintWriter", &["<init>"]),
    ("java/io/Reader", &["read", "transferTo"]),
    ("java/lang/Boolean", &["getBoolean"]),
    ("java/lang/ClassLoader", &["find", "getResource", "getSystemResource", "load", "resources"]),
    ("java/lang/Integer", &["getInteger"]),
    ("java/lang/Long", &["getLong"]),
    ("java/lang/Runtime", &["exec", "load"]),
    ("java/lang/System", &["getProp", "getenv", "load"]),
    ("java/security/KeyStore", &["load"]),
    ("java/util/Locale", &["getDefault"]),
    ("java/util/Properties", &["load"]),
    ("java/util/ResourceBundle", &["getBundle"]),
    ("java/util/Scanner", &["<init>", "has", "next"]),
    ("java/util/ServiceLoader", &["load", "iterator", "stream", "find"]),
    ("java/util/logging/LogManager", &["read"]),
    ("java/util/zip/ZipFile", &["<init>"]),
    ("org/xml/sax/XMLReader", &["parse"]),
];

/// What of `Class` tells nothing but what it is called and whether it is the class of something.
const PLAIN: [&str; 12] = [
    "cast",
    "desiredAssertionStatus",
    "equals",
    "getClassLoader",
    "getComponentType",
    "getName",
    "getSimpleName",
    "getTypeName",
    "hashCode",
    "isArray",
    "isInstance",
    "toString",
];

/// Whether a method, of a class by its internal name, looks outside.
pub(crate) fn leads_outside(owner: &str, name: &str) -> bool {
    if owner == "java/lang/Class" {
        return !PLAIN.contains(&name);
    }
    let begins = |(class, names): &(&str, &[&str])| {
        *class == owner && names.iter().any(|each| name.starts_with(each))
    };
    let is_part = PREFIXES.iter().any(|prefix| owner.starts_with(prefix));
    (is_part && !COMPUTING.contains(&owner)) || METHODS.iter().any(begins)
}

/// Whether what such a method finds can be nothing that a fact stands for: what processes, native code or the network say.
pub(crate) fn leads_anywhere(owner: &str, name: &str) -> bool {
    let is_native = matches!(owner, "java/lang/Runtime" | "java/lang/System");
    let is_place = [
        "java/lang/ProcessBuilder",
        "java/lang/foreign/",
        "java/net/",
        "java/nio/channels/",
        "javax/",
    ];
    leads_outside(owner, name)
        && ((is_native && (name == "exec" || name.starts_with("load")))
            || is_place.iter().any(|prefix| owner.starts_with(prefix)))
}

/// Whether such a method calls others that its caller does not name: methods, constructors, those of deserialised objects.
pub(crate) fn calls_by_reflection(owner: &str, name: &str) -> bool {
    match owner {
        "java/lang/Class" => matches!(name, "forName" | "newInstance" | "getEnumConstants"),
        "java/lang/ClassLoader" => name == "loadClass",
        "java/lang/reflect/Method" => name == "invoke",
        "java/lang/reflect/Constructor" => name == "newInstance",
        "java/lang/invoke/MethodHandle" => name.starts_with("invoke"),
        "java/lang/invoke/MethodHandles$Lookup" => name.starts_with("find"),
        "java/util/ServiceLoader" => true,
        "java/io/ObjectInput" | "java/io/ObjectInputStream" => name.starts_with("read"),
        "java/io/ObjectOutput" | "java/io/ObjectOutputStream" => name.starts_with("write"),
        _ => owner.starts_with("java/beans/") || owner.starts_with("javax/"),
    }
}

#[cfg(test)]
mod tests {
    use super::{calls_by_reflection, leads_outside};

    #[test]
    fn what_is_called_by_reflection_is_not_what_is_looked_at() {
        for (owner, name) in [
            ("java/lang/reflect/Method", "invoke"),
            ("java/util/ServiceLoader", "load"),
            ("java/io/ObjectInputStream", "readObject"),
            ("java/lang/Class", "forName"),
        ] {
            assert!(calls_by_reflection(owner, name), "{owner}.{name}");
        }
        for (owner, name) in [
            ("java/lang/reflect/Method", "getName"),
            ("java/lang/Class", "getResource"),
            ("java/nio/file/Files", "readString"),
        ] {
            assert!(!calls_by_reflection(owner, name), "{owner}.{name}");
        }
    }

    #[test]
    fn opening_asking_and_looking_up_lead_outside_and_computing_does_not() {
        for (owner, name) in [
            ("java/nio/file/Files", "readString"),
            ("java/io/FileInputStream", "<init>"),
            ("java/lang/Class", "getResourceAsStream"),
            ("java/lang/ClassLoader", "getResources"),
            ("java/lang/System", "getProperty"),
            ("java/lang/Integer", "getInteger"),
            ("java/util/ServiceLoader", "load"),
            ("javax/xml/parsers/DocumentBuilder", "parse"),
        ] {
            assert!(leads_outside(owner, name), "{owner}.{name}");
        }
        for (owner, name) in [
            ("java/lang/System", "nanoTime"),
            ("java/lang/Class", "getName"),
            ("java/lang/Integer", "parseInt"),
            ("java/io/PrintStream", "println"),
            ("java/io/ByteArrayInputStream", "<init>"),
            ("java/util/HashMap", "get"),
            ("p/Files", "readString"),
        ] {
            assert!(!leads_outside(owner, name), "{owner}.{name}");
        }
    }
}
