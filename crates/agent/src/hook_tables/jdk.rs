//! Which methods of the JDK are watched.
//!
//! They are named as they are in the releases 8, 11, 17, 21 and 25. A class that a release does not have is never seen. A
//! method that it has to have, and has not, makes the agent give up: what it was for would not be recorded.

use super::{CLASS, Note, OBJECT, STRING, Watched, What, watch};

const CLASSES: &str = "[Ljava/lang/Class;";
const ADDRESS: &str = "Ljava/net/InetAddress;";
const DESCRIPTOR: &str = "Ljava/io/FileDescriptor;";

/// The first release with modules, and with what came along with them.
const MODULES: u16 = 9;
/// The first release that is known to have records, sealed and hidden classes. They came one by one since 11.
const RECORDS: u16 = 17;
/// The last release with sockets that are not those of channels.
const PLAIN_SOCKETS: u16 = 17;
/// The last release whose channels for packets bind themselves.
const OLD_CHANNELS: u16 = 13;
/// The last release that can keep what a path leads to.
const KEPT_PATHS: u16 = 20;

/// Watched methods of a class of the JDK of that release. All overloads of a name that have what the note needs are watched.
pub(crate) fn jdk(class: &[u8], release: u16) -> Option<&'static [Watched]> {
    Some(match class {
        b"java/lang/Class" => CLASS_METHODS,
        b"java/lang/ClassLoader" => LOADER_METHODS,
        b"java/lang/System" => SYSTEM_METHODS,
        b"java/lang/Runtime" => {
            const {
                &[
                    watch("load0", What::Two(CLASS, STRING), Note::LibraryLoaded),
                    watch("loadLibrary0", What::Two(CLASS, STRING), Note::LibraryLoaded),
                    watch("exit", What::Nothing, Note::Halted),
                    watch("halt", What::Nothing, Note::Halted),
                ]
            }
        }
        b"java/lang/Package" => PACKAGE_METHODS,
        b"sun/management/RuntimeImpl" => BEAN_METHODS,
        b"java/lang/ProcessHandleImpl$Info" => PROCESS_METHODS,
        b"java/net/JarURLConnection" => JAR_CONNECTION_METHODS,
        b"java/util/Locale" => LOCALE_METHODS,
        b"java/util/Properties" if release >= MODULES => PROPERTIES_METHODS,
        // Before, these are methods of the class above; who is told of them looks whether it is about properties.
        b"java/util/Hashtable" if release < MODULES => PROPERTIES_METHODS,
        b"java/util/TimeZone" => ZONE_METHODS,
        b"jdk/internal/foreign/abi/AbstractLinker" => LINKER_METHODS,
        b"java/lang/foreign/SymbolLookup" => {
            const { &[watch("libraryLookup", What::Nothing, Note::NativeCalled)] }
        }
        b"java/io/File" if release <= KEPT_PATHS => FILE_METHODS,
        b"jdk/internal/loader/BuiltinClassLoader" => BUILTIN_LOADER_METHODS,
        b"java/lang/invoke/MethodHandles$Lookup" => LOOKUP_METHODS,
        b"java/lang/reflect/Executable" | b"java/lang/reflect/Field" => {
            const { &[watch("declaredAnnotations", What::By("getDeclaringClass"), Note::Introspected)] }
        }
        b"java/lang/reflect/RecordComponent" => {
            const { &[watch("declaredAnnotations", What::By("getDeclaringRecord"), Note::Introspected)] }
        }
        b"java/lang/reflect/Proxy" => PROXY_METHODS,
        b"sun/misc/Unsafe" if (MODULES..RECORDS).contains(&release) => UNSAFE_METHODS,
        b"java/net/URLClassLoader" => URL_LOADER_METHODS,
        b"java/util/ResourceBundle" => {
            const { &[watch("getBundleImpl", What::First(STRING), Note::BundleLookedUp)] }
        }
        b"java/io/ObjectStreamClass" => SERIALISED_METHODS,
        b"java/beans/Introspector" => {
            const { &[watch("getBeanInfo", What::First(CLASS), Note::Introspected)] }
        }
        // Both keep archives open and hand them out again, in which case no file is opened.
        b"java/util/zip/ZipFile" => {
            const { &[watch("<init>", What::First("Ljava/io/File;"), Note::ArchiveOpened)] }
        }
        b"java/lang/ProcessBuilder" => {
            const { &[watch("environment", What::This, Note::VariablesRead)] }
        }
        b"sun/net/www/protocol/jar/JarURLConnection" => {
            const {
                &[
                    watch("<init>", What::First("Ljava/net/URL;"), Note::AddressOpened),
                    watch("getJarFile", What::This, Note::JarRead),
                ]
            }
        }
        b"java/lang/VirtualThread" => VIRTUAL_THREAD_METHODS,
        b"java/lang/ProcessImpl" => {
            const { &[watch("start", What::First("[Ljava/lang/String;"), Note::ProcessStarted)] }
        }
        _ => return network(class, release),
    })
}

/// Those through which a program talks to somebody, or asks about the network.
fn network(class: &[u8], release: u16) -> Option<&'static [Watched]> {
    Some(match class {
        b"java/net/InetAddress" => ADDRESS_METHODS,
        b"java/net/NetworkInterface" => INTERFACE_METHODS,
        b"sun/nio/ch/Net" => SOCKET_METHODS,
        b"java/net/AbstractPlainSocketImpl" if release <= PLAIN_SOCKETS => PLAIN_SOCKET_METHODS,
        b"sun/nio/ch/NioSocketImpl" => NEW_SOCKET_METHODS,
        b"sun/nio/ch/ServerSocketChannelImpl"
        | b"sun/nio/ch/AsynchronousServerSocketChannelImpl" => {
            const { &[watch("accept", What::Nothing, Note::Talked)] }
        }
        b"java/net/AbstractPlainDatagramSocketImpl" if release <= PLAIN_SOCKETS => {
            PLAIN_PACKET_METHODS
        }
        b"sun/nio/ch/DatagramChannelImpl" if release <= OLD_CHANNELS => OLD_CHANNEL_METHODS,
        b"sun/nio/ch/DatagramChannelImpl" | b"java/net/DatagramSocket" => PACKET_METHODS,
        b"sun/nio/ch/SocketDispatcher" | b"sun/nio/ch/DatagramDispatcher" => DISPATCHER_METHODS,
        b"java/net/SocketInputStream" => {
            const { &[watch("socketRead", What::First(DESCRIPTOR), Note::Talked)] }
        }
        b"java/net/SocketOutputStream" => {
            const { &[watch("socketWrite", What::Nothing, Note::Talked)] }
        }
        b"sun/nio/ch/UnixDomainSockets" => UNIX_SOCKET_METHODS,
        _ => return None,
    })
}

/// What hands out members, annotations or structure of a class goes through one of these, also when the answer is cached.
/// What is reached from there (types of fields, annotation types) is worked out by `trace`.
const CLASS_METHODS: &[Watched] = &[
    watch("privateGetDeclaredFields", What::This, Note::Introspected),
    watch("privateGetPublicFields", What::This, Note::Introspected),
    watch("privateGetDeclaredConstructors", What::This, Note::Introspected),
    watch("privateGetDeclaredMethods", What::This, Note::Introspected),
    watch("privateGetPublicMethods", What::This, Note::Introspected),
    watch("getMethodsRecursive", What::This, Note::Introspected).since(MODULES),
    watch("privateGetMethodRecursive", What::This, Note::Introspected).until(8),
    watch("annotationData", What::This, Note::Introspected),
    watch("getGenericInfo", What::This, Note::Introspected),
    watch("getEnumConstantsShared", What::This, Note::Introspected),
    watch("enumConstantDirectory", What::This, Note::Introspected),
    watch("getDeclaredClasses", What::This, Note::Introspected),
    watch("getRecordComponents", What::This, Note::Introspected).since(RECORDS),
    watch("getPermittedSubclasses", What::This, Note::Introspected).since(RECORDS),
    watch("getNestMembers", What::This, Note::Introspected).since(11),
    watch("getEnclosingMethod", What::This, Note::Introspected),
    watch("getEnclosingConstructor", What::This, Note::Introspected),
    watch("getEnclosingClass", What::This, Note::Introspected),
    watch("getDeclaringClass", What::This, Note::Introspected),
    watch("getNestHost", What::This, Note::Introspected).since(11),
    watch("isRecord", What::This, Note::Introspected).since(RECORDS),
    watch("isSealed", What::This, Note::Introspected).since(RECORDS),
    watch("getAnnotatedSuperclass", What::This, Note::Introspected),
    watch("getAnnotatedInterfaces", What::This, Note::Introspected),
    watch("forName", What::First(STRING), Note::ClassLookedUp),
];

const LOADER_METHODS: &[Watched] = &[
    watch("loadClass", What::First(STRING), Note::ClassLookedUp),
    watch("findSystemClass", What::First(STRING), Note::ClassLookedUp),
    watch("defineClass", What::First(STRING), Note::ClassDefined),
    watch("getResource", What::First(STRING), Note::ResourceLookedUp),
    watch("getResourceAsStream", What::First(STRING), Note::ResourceLookedUp),
    watch("getResources", What::First(STRING), Note::ResourcesListed),
    watch("resources", What::First(STRING), Note::ResourcesListed).since(MODULES),
];

const BUILTIN_LOADER_METHODS: &[Watched] = &[
    watch("findResource", What::Last(STRING), Note::ResourceLookedUp),
    watch("findResourceAsStream", What::Last(STRING), Note::ResourceLookedUp),
    watch("findResources", What::Last(STRING), Note::ResourcesListed),
];

const URL_LOADER_METHODS: &[Watched] = &[
    watch("getResourceAsStream", What::First(STRING), Note::ResourceLookedUp),
    watch("findResource", What::First(STRING), Note::ResourceLookedUp),
    watch("findResources", What::First(STRING), Note::ResourcesListed),
];

const SYSTEM_METHODS: &[Watched] = &[
    watch("getProperty", What::First(STRING), Note::PropertyRead),
    watch("setProperty", What::First(STRING), Note::PropertySet),
    watch("clearProperty", What::First(STRING), Note::PropertySet),
    watch("setProperties", What::Nothing, Note::PropertiesSet),
    watch("getProperties", What::Nothing, Note::PropertiesRead),
    // The overload with a name is told apart by what it has.
    watch("getenv", What::First(STRING), Note::VariableRead),
    watch("getenv", What::Nothing, Note::VariablesRead),
];

/// What changes an object that may be the one of the system's properties. All that is loaded is put.
const PROPERTIES_METHODS: &[Watched] = &[
    watch("put", What::With(OBJECT), Note::PropertiesChanged),
    watch("putIfAbsent", What::With(OBJECT), Note::PropertiesChanged),
    watch("remove", What::With(OBJECT), Note::PropertiesChanged),
    watch("replace", What::With(OBJECT), Note::PropertiesChanged),
    watch("compute", What::With(OBJECT), Note::PropertiesChanged),
    watch("computeIfAbsent", What::With(OBJECT), Note::PropertiesChanged),
    watch("computeIfPresent", What::With(OBJECT), Note::PropertiesChanged),
    watch("merge", What::With(OBJECT), Note::PropertiesChanged),
    watch("putAll", What::This, Note::PropertiesChanged),
    watch("replaceAll", What::This, Note::PropertiesChanged),
    watch("clear", What::This, Note::PropertiesChanged),
];

// The words that the machine was started with: properties are among them.
const BEAN_METHODS: &[Watched] = &[
    watch("getInputArguments", What::Nothing, Note::WordsRead),
    watch("getSystemProperties", What::Nothing, Note::PropertiesRead),
];

const PROCESS_METHODS: &[Watched] = &[
    watch("arguments", What::Nothing, Note::WordsRead),
    watch("commandLine", What::Nothing, Note::WordsRead),
];

const LOCALE_METHODS: &[Watched] = &[
    watch("setDefault", What::Nothing, Note::LocaleSet),
    watch("getDefault", What::Nothing, Note::LocaleRead),
];

const ZONE_METHODS: &[Watched] = &[
    watch("setDefault", What::Nothing, Note::ZoneSet),
    watch("getDefault", What::Nothing, Note::ZoneRead),
    // How the JDK asks itself.
    watch("getDefaultRef", What::Nothing, Note::ZoneRead),
];

/// What a package says of itself comes from the manifest of the jar that its first class came from.
const PACKAGE_METHODS: &[Watched] = &[
    watch("getPackageInfo", What::This, Note::PackageInfo),
    watch("getSpecificationTitle", What::Nothing, Note::ManifestRead),
    watch("getSpecificationVersion", What::Nothing, Note::ManifestRead),
    watch("getSpecificationVendor", What::Nothing, Note::ManifestRead),
    watch("getImplementationTitle", What::Nothing, Note::ManifestRead),
    watch("getImplementationVersion", What::Nothing, Note::ManifestRead),
    watch("getImplementationVendor", What::Nothing, Note::ManifestRead),
    watch("isSealed", What::Nothing, Note::ManifestRead),
    watch("isCompatibleWith", What::Nothing, Note::ManifestRead),
];

const JAR_CONNECTION_METHODS: &[Watched] = &[
    watch("getManifest", What::This, Note::JarRead),
    watch("getMainAttributes", What::This, Note::JarRead),
    watch("getAttributes", What::This, Note::JarRead),
    watch("getCertificates", What::This, Note::JarRead),
];

const LINKER_METHODS: &[Watched] = &[
    watch("downcallHandle", What::Nothing, Note::NativeCalled),
    watch("upcallStub", What::Nothing, Note::NativeCalled),
];

const ADDRESS_METHODS: &[Watched] = &[
    // Behind the check whether it is an address already.
    watch("getAllByName0", What::First(STRING), Note::NetworkUsed),
    watch("getHostFromNameService", What::First(ADDRESS), Note::NetworkUsed),
    watch("isReachable", What::This, Note::NetworkUsed),
    watch("getLocalHost", What::Nothing, Note::NetworkUsed),
];

const INTERFACE_METHODS: &[Watched] = &[
    watch("getByName", What::Nothing, Note::NetworkUsed),
    watch("getByIndex", What::Nothing, Note::NetworkUsed),
    watch("getByInetAddress", What::Nothing, Note::NetworkUsed),
    watch("getNetworkInterfaces", What::Nothing, Note::NetworkUsed),
    watch("networkInterfaces", What::Nothing, Note::NetworkUsed).since(MODULES),
];

const SERIALISED_METHODS: &[Watched] = &[
    watch("lookup", What::First(CLASS), Note::Serialised),
    watch("lookupAny", What::First(CLASS), Note::Serialised),
];

/// They bind their socket themselves, in native code, when they send.
const OLD_CHANNEL_METHODS: &[Watched] = &[
    watch("send", What::Nothing, Note::NetworkUsed),
    watch("receive", What::Nothing, Note::Talked),
];

/// Packets, by whoever opened what they come through.
const PACKET_METHODS: &[Watched] =
    &[watch("send", What::Nothing, Note::Talked), watch("receive", What::Nothing, Note::Talked)];

/// Where what is read from connections and written to them comes by, but for streams of [`PLAIN_SOCKETS`] and files that are
/// sent as they are. Who opened them may have been another test.
const DISPATCHER_METHODS: &[Watched] = &[
    watch("read", What::First(DESCRIPTOR), Note::Talked),
    watch("readv", What::First(DESCRIPTOR), Note::Talked),
    watch("write", What::First(DESCRIPTOR), Note::Talked),
    watch("writev", What::First(DESCRIPTOR), Note::Talked),
];

/// What tells of a connection, or waits for one, and reads nothing.
const NEW_SOCKET_METHODS: &[Watched] = &[
    watch("accept", What::Nothing, Note::Talked),
    watch("available", What::Nothing, Note::Talked),
];

/// The answer may be kept, in which case nobody looks.
const FILE_METHODS: &[Watched] = &[watch("getCanonicalPath", What::This, Note::Canonicalised)];

/// Channels, and the sockets of newer releases. To send a packet takes a socket that is bound, but see above.
const SOCKET_METHODS: &[Watched] = &[
    watch("connect", What::Two(ADDRESS, DESCRIPTOR), Note::NetworkUsed),
    watch("bind", What::First(ADDRESS), Note::NetworkUsed),
];

const PLAIN_PACKET_METHODS: &[Watched] = &[
    watch("connect", What::First(ADDRESS), Note::NetworkUsed),
    watch("bind", What::First(ADDRESS), Note::NetworkUsed),
];

/// Sockets before release 13, and with `jdk.net.usePlainSocketImpl`. All ways to connect end in one.
const PLAIN_SOCKET_METHODS: &[Watched] = &[
    watch("doConnect", What::First(ADDRESS), Note::NetworkUsed),
    watch("bind", What::First(ADDRESS), Note::NetworkUsed),
    watch("accept", What::Nothing, Note::Talked),
    watch("available", What::Nothing, Note::Talked),
];

const UNIX_SOCKET_METHODS: &[Watched] = &[
    watch("connect", What::First("Ljava/nio/file/Path;"), Note::NetworkUsed),
    watch("bind", What::First("Ljava/nio/file/Path;"), Note::NetworkUsed),
];

const VIRTUAL_THREAD_METHODS: &[Watched] = &[
    watch("start", What::This, Note::VirtualStarted),
    // Called before anybody who waits for its end is told. Some releases between those that are known call it otherwise.
    watch("afterTerminate", What::This, Note::VirtualEnded).until(0),
    watch("afterDone", What::This, Note::VirtualEnded),
];

const PROXY_METHODS: &[Watched] = &[
    watch("getProxyConstructor", What::First(CLASSES), Note::IntrospectedAll).since(MODULES),
    watch("getProxyClass0", What::First(CLASSES), Note::IntrospectedAll).until(8),
];

/// What hidden classes were before there were any. The hook for classes sees those of release 8, where this is native, and
/// does not see them later.
const UNSAFE_METHODS: &[Watched] =
    &[watch("defineAnonymousClass", What::First("[B"), Note::HiddenDefined).until(14)];

const LOOKUP_METHODS: &[Watched] = &[
    watch("findStatic", What::First(CLASS), Note::Introspected),
    watch("findVirtual", What::First(CLASS), Note::Introspected),
    watch("findConstructor", What::First(CLASS), Note::Introspected),
    watch("findSpecial", What::First(CLASS), Note::Introspected),
    watch("findGetter", What::First(CLASS), Note::Introspected),
    watch("findSetter", What::First(CLASS), Note::Introspected),
    watch("findVarHandle", What::First(CLASS), Note::Introspected).since(MODULES),
    watch("findStaticGetter", What::First(CLASS), Note::Introspected),
    watch("findStaticSetter", What::First(CLASS), Note::Introspected),
    watch("findStaticVarHandle", What::First(CLASS), Note::Introspected).since(MODULES),
    watch("bind", What::First(OBJECT), Note::IntrospectedObject),
    watch("findClass", What::First(STRING), Note::ClassLookedUp).since(MODULES),
    watch("defineHiddenClass", What::First("[B"), Note::HiddenDefined).since(RECORDS),
    watch("defineHiddenClassWithClassData", What::First("[B"), Note::HiddenDefined).since(RECORDS),
];
