//! Small class files, made without a compiler.

use std::collections::BTreeMap;
use std::sync::Arc;

use tamis_vocab::ClassName;

use crate::ClassSource;

/// A class to be.
#[derive(Clone)]
pub(super) struct Source {
    name: &'static str,
    above: Vec<&'static str>,
    /// Name, and the classes that a `new` in it names. All are static and `()V`.
    methods: Vec<(&'static str, Vec<&'static str>)>,
    /// Name and descriptor.
    fields: Vec<(&'static str, &'static str)>,
    /// Types of annotations; all are visible and have one value, if there is one: a class.
    annotations: Vec<(&'static str, Option<&'static str>)>,
}

impl Source {
    pub(super) fn new(name: &'static str) -> Self {
        let above = vec!["java/lang/Object"];
        Self { name, above, methods: Vec::new(), fields: Vec::new(), annotations: Vec::new() }
    }

    /// The superclass, then interfaces.
    pub(super) fn above(mut self, above: &[&'static str]) -> Self {
        self.above = above.to_vec();
        self
    }

    pub(super) fn method(mut self, name: &'static str, names: &[&'static str]) -> Self {
        self.methods.push((name, names.to_vec()));
        self
    }

    pub(super) fn field(mut self, name: &'static str, descriptor: &'static str) -> Self {
        self.fields.push((name, descriptor));
        self
    }

    /// An annotation, and a class as its value; both are descriptors.
    pub(super) fn annotated(mut self, kind: &'static str, value: Option<&'static str>) -> Self {
        self.annotations.push((kind, value));
        self
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut pool = Pool::default();
        let this = pool.class(self.name);
        let above: Vec<u16> = self.above.iter().map(|name| pool.class(name)).collect();
        let (descriptor, code_name) = (pool.utf8("()V"), pool.utf8("Code"));
        let mut methods = Vec::new();
        for (name, names) in &self.methods {
            let mut code = Vec::new();
            for class in names {
                let index = pool.class(class);
                code.extend([0xbb, (index >> 8) as u8, index as u8, 0x57]);
            }
            code.push(0xb1);
            for number in [0x0008, pool.utf8(name), descriptor, 1, code_name] {
                methods.extend(number.to_be_bytes());
            }
            methods.extend((code.len() as u32 + 12).to_be_bytes());
            methods.extend([0, 1, 0, 0]);
            methods.extend((code.len() as u32).to_be_bytes());
            methods.extend(code);
            methods.extend([0, 0, 0, 0]);
        }
        let fields: Vec<[u16; 4]> = self
            .fields
            .iter()
            .map(|(name, descriptor)| [0, pool.utf8(name), pool.utf8(descriptor), 0])
            .collect();
        let attributes = self.attributes(&mut pool);
        let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52];
        bytes.extend((pool.count + 1).to_be_bytes());
        bytes.extend(&pool.bytes);
        for number in [0x0021, this, above[0], above.len() as u16 - 1] {
            bytes.extend(number.to_be_bytes());
        }
        above[1..].iter().for_each(|index| bytes.extend(index.to_be_bytes()));
        bytes.extend((fields.len() as u16).to_be_bytes());
        fields.iter().flatten().for_each(|number| bytes.extend(number.to_be_bytes()));
        bytes.extend((self.methods.len() as u16).to_be_bytes());
        bytes.extend(methods);
        bytes.extend(attributes);
        bytes
    }

    /// The table of the class's attributes.
    fn attributes(&self, pool: &mut Pool) -> Vec<u8> {
        if self.annotations.is_empty() {
            return vec![0, 0];
        }
        let mut list = (self.annotations.len() as u16).to_be_bytes().to_vec();
        for (kind, value) in &self.annotations {
            list.extend(pool.utf8(kind).to_be_bytes());
            list.extend(u16::from(value.is_some()).to_be_bytes());
            if let Some(value) = value {
                list.extend(pool.utf8("value").to_be_bytes());
                list.push(b'c');
                list.extend(pool.utf8(value).to_be_bytes());
            }
        }
        let mut table = vec![0, 1];
        table.extend(pool.utf8("RuntimeVisibleAnnotations").to_be_bytes());
        table.extend((list.len() as u32).to_be_bytes());
        table.extend(list);
        table
    }
}

#[derive(Default)]
struct Pool {
    bytes: Vec<u8>,
    count: u16,
}

impl Pool {
    fn utf8(&mut self, text: &str) -> u16 {
        self.bytes.push(1);
        self.bytes.extend((text.len() as u16).to_be_bytes());
        self.bytes.extend(text.as_bytes());
        self.count += 1;
        self.count
    }

    fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.bytes.push(7);
        self.bytes.extend(name.to_be_bytes());
        self.count += 1;
        self.count
    }
}

/// A class path in memory.
#[derive(Default)]
pub(super) struct Memory {
    pub(super) files: BTreeMap<String, Vec<Arc<[u8]>>>,
}

impl Memory {
    pub(super) fn of(sources: &[Source]) -> Self {
        let mut memory = Self::default();
        for source in sources {
            memory.files.entry(source.name.to_owned()).or_default().push(source.bytes().into());
        }
        memory
    }
}

impl ClassSource for Memory {
    fn copies(&self, class: &ClassName) -> Result<Vec<Arc<[u8]>>, String> {
        Ok(self.files.get(class.as_str()).cloned().unwrap_or_default())
    }
}
