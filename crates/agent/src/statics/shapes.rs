//! How objects of a class are looked at. Values only.

use tamis_probes::is_for_logging;

/// How an object is looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Shape {
    /// All that is in it counts.
    Whole,
    /// Only which object it is counts.
    Identity,
    /// All but these fields, by number.
    Without(Vec<i32>),
}

/// Whether objects of a class, or of one below it, are not looked into: they lead to everything, change by being used, or
/// belong to the machine. What loggers keep is nobody's outcome, and each new logger would change all others.
pub(crate) fn is_not_looked_into(class: &[u8]) -> bool {
    const CLASSES: [&[u8]; 20] = [
        b"java/io/FileDescriptor",
        b"java/io/PrintStream",
        b"java/lang/Class",
        b"java/lang/ClassLoader",
        b"java/lang/Module",
        b"java/lang/ModuleLayer",
        b"java/lang/Thread",
        b"java/lang/ThreadGroup",
        b"java/lang/Throwable",
        b"java/lang/invoke/CallSite",
        b"java/lang/invoke/MethodHandle",
        b"java/lang/invoke/MethodHandles$Lookup",
        b"java/lang/invoke/MethodType",
        b"java/lang/invoke/VarHandle",
        b"java/lang/ref/ReferenceQueue",
        b"java/lang/reflect/AccessibleObject",
        b"java/util/concurrent/ForkJoinPool",
        b"java/util/logging/LogManager",
        b"java/util/logging/Logger",
        b"java/util/regex/Pattern",
    ];
    CLASSES.contains(&class) || is_for_logging(class)
}

/// Fields of the JDK that change without anybody noticing: what is computed once and kept, views of a collection, counts of
/// its changes.
pub(crate) fn unnoticed(class: &[u8]) -> &'static [&'static str] {
    match class {
        b"java/lang/String" => &["hash", "hashIsZero"],
        b"java/lang/Enum" => &["hash"],
        b"java/lang/ref/Reference" => &["next", "discovered"],
        b"java/lang/ref/SoftReference" => &["timestamp"],
        b"java/math/BigDecimal" => &["precision", "stringCache"],
        b"java/math/BigInteger" => &[
            "bitCountPlusOne",
            "bitLengthPlusOne",
            "lowestSetBitPlusTwo",
            "firstNonzeroIntNumPlusTwo",
        ],
        // Of one without a path, the part behind the scheme is all there is.
        b"java/net/URI" => &["hash", "string", "decodedSchemeSpecificPart"],
        b"java/net/URL" => &["hashCode", "hostAddress", "handler"],
        b"java/util/AbstractList"
        | b"java/util/ArrayList$SubList"
        | b"java/util/IdentityHashMap"
        | b"java/util/PriorityQueue" => &["modCount"],
        b"java/util/AbstractMap" => &["keySet", "values"],
        b"java/util/Collections$SynchronizedMap" | b"java/util/Collections$UnmodifiableMap" => {
            &["keySet", "entrySet", "values"]
        }
        b"java/util/HashMap" | b"java/util/WeakHashMap" => &["modCount", "entrySet"],
        b"java/util/Hashtable" => &["modCount", "keySet", "entrySet", "values"],
        b"java/util/Locale" => &["hashCodeValue", "languageTag"],
        b"java/util/TimeZone" => &["zoneId"],
        b"java/util/TreeMap" => &["modCount", "entrySet", "navigableKeySet", "descendingMap"],
        b"java/util/concurrent/ConcurrentHashMap" => &["keySet", "values", "entrySet"],
        b"java/util/concurrent/ConcurrentSkipListMap" => {
            &["keySet", "values", "entrySet", "descendingMap"]
        }
        b"sun/util/calendar/ZoneInfo" => &["lastRule"],
        _ => &[],
    }
}

/// Whether the array in an object of a class is longer than what is in it, by as much as nobody notices.
pub(crate) fn has_spare_room(class: &[u8]) -> bool {
    [&b"java/util/ArrayList"[..], b"java/util/Vector", b"java/util/Stack"].contains(&class)
}

/// Static fields of the JDK that tests change and programs rest on, by their types.
pub(crate) fn of_jdk(class: &[u8]) -> Option<&'static [&'static str]> {
    match class {
        b"java/util/Locale" => Some(&["Ljava/util/Locale;"]),
        b"java/util/TimeZone" => Some(&["Ljava/util/TimeZone;"]),
        b"java/lang/System" => Some(&["Ljava/io/PrintStream;", "Ljava/io/InputStream;"]),
        _ => None,
    }
}
