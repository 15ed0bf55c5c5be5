//! Class files that javac does not write: made by hand, entry by entry.
//!
//! Nothing is checked, so that a test can say anything. Method bodies come as bytes (JVMS 6.5).

/// A class file under construction.
#[derive(Debug, Clone)]
pub struct ClassBuilder {
    flags: u16,
    this_class: u16,
    superclass: u16,
    interfaces: Vec<u16>,
    fields: Vec<Vec<u8>>,
    methods: Vec<Vec<u8>>,
    bootstrap_methods: Vec<Vec<u16>>,
    /// Further attributes of the class: name, content.
    attributes: Vec<(u16, Vec<u8>)>,
    pool: Vec<u8>,
    /// One more than there are entries.
    pool_count: u16,
}

const PUBLIC: u16 = 0x0001;
const STATIC: u16 = 0x0008;
const SUPER: u16 = 0x0020;
const INTERFACE: u16 = 0x0200;
const ABSTRACT: u16 = 0x0400;

impl ClassBuilder {
    /// A public class.
    pub fn class(name: &str, superclass: &str) -> Self {
        let mut class = Self {
            flags: PUBLIC | SUPER,
            this_class: 0,
            superclass: 0,
            interfaces: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            bootstrap_methods: Vec::new(),
            attributes: Vec::new(),
            pool: Vec::new(),
            pool_count: 1,
        };
        class.this_class = class.class_constant(name);
        class.superclass = class.class_constant(superclass);
        class
    }

    /// A public interface.
    pub fn interface(name: &str) -> Self {
        Self { flags: PUBLIC | INTERFACE | ABSTRACT, ..Self::class(name, "java/lang/Object") }
    }

    /// With other access flags.
    #[must_use]
    pub fn flags(mut self, flags: u16) -> Self {
        self.flags = flags;
        self
    }

    /// Adds an attribute of the class, made of indices and other words.
    #[must_use]
    pub fn attribute(mut self, name: &str, words: &[u16]) -> Self {
        let name = self.utf8(name);
        self.attributes.push((name, words.iter().flat_map(|word| word.to_be_bytes()).collect()));
        self
    }

    /// Adds an attribute of the class, made of bytes.
    #[must_use]
    pub fn attribute_of_bytes(mut self, name: &str, content: &[u8]) -> Self {
        let name = self.utf8(name);
        self.attributes.push((name, content.to_owned()));
        self
    }

    /// Adds an attribute of the field that was added last.
    #[must_use]
    pub fn field_attribute(mut self, name: &str, content: &[u8]) -> Self {
        let name = self.utf8(name);
        add_attribute(self.fields.last_mut(), name, content);
        self
    }

    /// Adds an attribute of the method that was added last.
    #[must_use]
    pub fn method_attribute(mut self, name: &str, content: &[u8]) -> Self {
        let name = self.utf8(name);
        add_attribute(self.methods.last_mut(), name, content);
        self
    }

    /// Adds a superinterface.
    #[must_use]
    pub fn implements(mut self, name: &str) -> Self {
        let interface = self.class_constant(name);
        self.interfaces.push(interface);
        self
    }

    /// Adds a field.
    #[must_use]
    pub fn field(mut self, flags: u16, name: &str, descriptor: &str) -> Self {
        let field = self.member(flags, name, descriptor, 0);
        self.fields.push(field);
        self
    }

    /// Adds a method without a body.
    #[must_use]
    pub fn bodiless(mut self, flags: u16, name: &str, descriptor: &str) -> Self {
        let method = self.member(flags, name, descriptor, 0);
        self.methods.push(method);
        self
    }

    /// Adds a public static method with this body.
    #[must_use]
    pub fn method(self, name: &str, descriptor: &str, code: &[u8]) -> Self {
        self.method_with_flags(PUBLIC | STATIC, name, descriptor, code)
    }

    /// Adds a method with this body, which needs at most eight words of stack and of locals.
    #[must_use]
    pub fn method_with_flags(
        mut self,
        flags: u16,
        name: &str,
        descriptor: &str,
        code: &[u8],
    ) -> Self {
        let mut method = self.member(flags, name, descriptor, 1);
        put(&mut method, &[self.utf8("Code")]);
        method.extend((code.len() as u32 + 12).to_be_bytes());
        put(&mut method, &[8, 8]);
        method.extend((code.len() as u32).to_be_bytes());
        method.extend(code);
        // No handlers, no attributes.
        put(&mut method, &[0, 0]);
        self.methods.push(method);
        self
    }

    /// Adds an entry of `BootstrapMethods` and gives its position: a method handle, and constants.
    pub fn bootstrap(&mut self, handle: u16, arguments: &[u16]) -> u16 {
        let mut row = vec![handle, arguments.len() as u16];
        row.extend(arguments);
        self.bootstrap_methods.push(row);
        self.bootstrap_methods.len() as u16 - 1
    }

    /// Adds `CONSTANT_Utf8`.
    pub fn utf8(&mut self, text: &str) -> u16 {
        let length = text.len() as u16;
        self.constant(1, &[&length.to_be_bytes(), text.as_bytes()].concat())
    }

    /// Adds `CONSTANT_Class`.
    pub fn class_constant(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.indices(7, &[name])
    }

    /// Adds `CONSTANT_Fieldref`.
    pub fn field_reference(&mut self, class: &str, name: &str, descriptor: &str) -> u16 {
        self.reference(9, class, name, descriptor)
    }

    /// Adds `CONSTANT_Methodref`.
    pub fn method_reference(&mut self, class: &str, name: &str, descriptor: &str) -> u16 {
        self.reference(10, class, name, descriptor)
    }

    /// Adds `CONSTANT_InterfaceMethodref`.
    pub fn interface_method_reference(&mut self, class: &str, name: &str, descriptor: &str) -> u16 {
        self.reference(11, class, name, descriptor)
    }

    /// Adds `CONSTANT_String`.
    pub fn string(&mut self, text: &str) -> u16 {
        let text = self.utf8(text);
        self.indices(8, &[text])
    }

    /// Adds `CONSTANT_MethodType`.
    pub fn method_type(&mut self, descriptor: &str) -> u16 {
        let descriptor = self.utf8(descriptor);
        self.indices(16, &[descriptor])
    }

    /// Adds `CONSTANT_MethodHandle` that calls a static method of a class (JVMS 5.4.3.5).
    pub fn static_handle(&mut self, class: &str, name: &str, descriptor: &str) -> u16 {
        let reference = self.method_reference(class, name, descriptor);
        let reference = reference.to_be_bytes();
        self.constant(15, &[&[6], reference.as_slice()].concat())
    }

    /// Adds `CONSTANT_Dynamic`.
    pub fn dynamic(&mut self, bootstrap: u16, name: &str, descriptor: &str) -> u16 {
        let name_and_type = self.name_and_type(name, descriptor);
        self.indices(17, &[bootstrap, name_and_type])
    }

    /// Adds `CONSTANT_Dynamic` with a `CONSTANT_NameAndType` that is there already, since a pool has little room.
    pub fn dynamic_of(&mut self, bootstrap: u16, name_and_type: u16) -> u16 {
        self.indices(17, &[bootstrap, name_and_type])
    }

    /// Adds `CONSTANT_InvokeDynamic`.
    pub fn invoke_dynamic(&mut self, bootstrap: u16, name: &str, descriptor: &str) -> u16 {
        let name_and_type = self.name_and_type(name, descriptor);
        self.indices(18, &[bootstrap, name_and_type])
    }

    /// Adds `CONSTANT_NameAndType`.
    pub fn name_and_type(&mut self, name: &str, descriptor: &str) -> u16 {
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        self.indices(12, &[name, descriptor])
    }

    /// The class file, for Java 17.
    pub fn bytes(mut self) -> Vec<u8> {
        let attribute = (!self.bootstrap_methods.is_empty()).then(|| self.utf8("BootstrapMethods"));
        let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61];
        put(&mut bytes, &[self.pool_count]);
        bytes.extend(&self.pool);
        put(&mut bytes, &[self.flags, self.this_class, self.superclass]);
        put(&mut bytes, &[self.interfaces.len() as u16]);
        put(&mut bytes, &self.interfaces);
        for members in [&self.fields, &self.methods] {
            put(&mut bytes, &[members.len() as u16]);
            bytes.extend(members.iter().flatten());
        }
        put(&mut bytes, &[u16::from(attribute.is_some()) + self.attributes.len() as u16]);
        for (name, content) in &self.attributes {
            put(&mut bytes, &[*name]);
            bytes.extend((content.len() as u32).to_be_bytes());
            bytes.extend(content);
        }
        if let Some(name) = attribute {
            let words: usize = self.bootstrap_methods.iter().map(Vec::len).sum();
            put(&mut bytes, &[name]);
            bytes.extend((2 * words as u32 + 2).to_be_bytes());
            put(&mut bytes, &[self.bootstrap_methods.len() as u16]);
            self.bootstrap_methods.iter().for_each(|row| put(&mut bytes, row));
        }
        bytes
    }

    fn member(&mut self, flags: u16, name: &str, descriptor: &str, attributes: u16) -> Vec<u8> {
        let words = [flags, self.utf8(name), self.utf8(descriptor), attributes];
        words.iter().flat_map(|word| word.to_be_bytes()).collect()
    }

    fn reference(&mut self, tag: u8, class: &str, name: &str, descriptor: &str) -> u16 {
        let class = self.class_constant(class);
        let name_and_type = self.name_and_type(name, descriptor);
        self.indices(tag, &[class, name_and_type])
    }

    fn indices(&mut self, tag: u8, indices: &[u16]) -> u16 {
        let content: Vec<u8> = indices.iter().flat_map(|index| index.to_be_bytes()).collect();
        self.constant(tag, &content)
    }

    fn constant(&mut self, tag: u8, content: &[u8]) -> u16 {
        self.pool.push(tag);
        self.pool.extend(content);
        self.pool_count += 1;
        self.pool_count - 1
    }
}

/// A member ends with its attributes; how many there are is its fourth word.
fn add_attribute(member: Option<&mut Vec<u8>>, name: u16, content: &[u8]) {
    let member = member.unwrap();
    let count = u16::from_be_bytes([member[6], member[7]]) + 1;
    member[6..8].copy_from_slice(&count.to_be_bytes());
    put(member, &[name]);
    member.extend((content.len() as u32).to_be_bytes());
    member.extend(content);
}

fn put(bytes: &mut Vec<u8>, words: &[u16]) {
    bytes.extend(words.iter().flat_map(|word| word.to_be_bytes()));
}
