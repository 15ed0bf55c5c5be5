//! Class files with exactly the code and the attributes that a test needs.

use tamis_classfile::pool::Constant;
use tamis_classfile::{MStr, write};

/// A class under construction. All methods are public and static.
pub(crate) struct ClassBuilder {
    constants: Vec<u8>,
    count: u16,
    this_class: u16,
    super_class: u16,
    major: u16,
    methods: Vec<Vec<u8>>,
}

/// The parts of a method.
#[derive(Default)]
pub(crate) struct Method<'m> {
    pub(crate) name: &'m str,
    pub(crate) descriptor: &'m str,
    pub(crate) max_stack: u16,
    pub(crate) max_locals: u16,
    pub(crate) code: &'m [u8],
    /// Rows of the exception table.
    pub(crate) handlers: &'m [[u16; 4]],
    /// Names and contents.
    pub(crate) attributes: &'m [(&'m str, Vec<u8>)],
}

impl ClassBuilder {
    pub(crate) fn new(name: &str) -> Self {
        let mut class = Self {
            constants: Vec::new(),
            count: 1,
            this_class: 0,
            super_class: 0,
            major: 52,
            methods: Vec::new(),
        };
        class.this_class = class.class(name);
        class.super_class = class.class("java/lang/Object");
        class
    }

    pub(crate) fn major(mut self, major: u16) -> Self {
        self.major = major;
        self
    }

    /// A method that needs no more than two words of stack and locals.
    pub(crate) fn method(self, name: &str, descriptor: &str, code: &[u8]) -> Self {
        self.full_method(&Method {
            name,
            descriptor,
            max_stack: 2,
            max_locals: 2,
            code,
            ..Method::default()
        })
    }

    pub(crate) fn full_method(mut self, method: &Method<'_>) -> Self {
        let mut body = [method.max_stack.to_be_bytes(), method.max_locals.to_be_bytes()].concat();
        body.extend((method.code.len() as u32).to_be_bytes());
        body.extend(method.code);
        body.extend((method.handlers.len() as u16).to_be_bytes());
        body.extend(method.handlers.iter().flatten().flat_map(|value| value.to_be_bytes()));
        body.extend((method.attributes.len() as u16).to_be_bytes());
        for (name, info) in method.attributes {
            body.extend(self.utf8(name).to_be_bytes());
            body.extend((info.len() as u32).to_be_bytes());
            body.extend(info);
        }
        let header = [0x0009, self.utf8(method.name), self.utf8(method.descriptor), 1];
        let mut bytes: Vec<u8> = header.iter().flat_map(|value| value.to_be_bytes()).collect();
        bytes.extend(self.utf8("Code").to_be_bytes());
        bytes.extend((body.len() as u32).to_be_bytes());
        bytes.extend(body);
        self.methods.push(bytes);
        self
    }

    /// Adds strings until the pool has so many entries.
    pub(crate) fn fill_pool(mut self, count: u16) -> Self {
        while self.count < count {
            self.utf8("");
        }
        self
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0];
        let mut u2 = |value: u16| bytes.extend(value.to_be_bytes());
        u2(self.major);
        u2(self.count);
        bytes.extend(&self.constants);
        let counts = [0x0021, self.this_class, self.super_class, 0, 0, self.methods.len() as u16];
        bytes.extend(counts.iter().flat_map(|value| value.to_be_bytes()));
        bytes.extend(self.methods.iter().flatten());
        bytes.extend([0, 0]);
        bytes
    }

    pub(crate) fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.constant(Constant::Class { name })
    }

    fn utf8(&mut self, text: &str) -> u16 {
        self.constant(Constant::Utf8(MStr::new(text.as_bytes())))
    }

    fn constant(&mut self, constant: Constant<'_>) -> u16 {
        write::constant(&mut self.constants, constant);
        self.count += 1;
        self.count - 1
    }
}
