//! What class files say about probes and supertypes, read once for each class.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use tamis_classfile::{ClassFile, MStr, ReadError};
use tamis_journal::{Class, Granularity, Loader};
use tamis_probes::{Implications, methods_print};
use tamis_vocab::{ClassName, MethodId};
use xxhash_rust::xxh3::xxh3_128;

use crate::mirror::Mirror;
use crate::names::{self, Named};
use crate::recorded::Recorded;

/// Where the bytes of class files come from: the class path of the run.
pub trait ClassSource {
    /// All class files of that name, in the order of the class path; none for a class of the JDK or of nobody. The
    /// error says why a file cannot be read.
    fn copies(&self, class: &ClassName) -> Result<Vec<Arc<[u8]>>, String>;
}

/// One class file, as far as expansion needs it.
#[derive(Debug)]
pub(crate) struct Copy {
    hash: u128,
    /// Which methods there are.
    methods_print: Option<u64>,
    pub(crate) supertypes: Vec<ClassName>,
    pub(crate) methods: Vec<MethodId>,
    /// Place of the static initialiser among the methods.
    pub(crate) initialiser: Option<u32>,
    /// For each probe, the method it is in and the classes it implies.
    probes: Vec<(u32, Vec<ClassName>)>,
    /// For each method, the classes that all of it implies.
    whole: Vec<Vec<ClassName>>,
    /// For each method, the classes that it names and cannot initialise.
    named: Vec<Vec<ClassName>>,
}

/// A method that was entered.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entered<'c> {
    pub(crate) method: &'c MethodId,
    /// Classes that its code can initialise or hand out.
    pub(crate) implied: &'c [ClassName],
    /// Classes that it only names.
    pub(crate) named: &'c [ClassName],
}

impl Copy {
    /// What passing a probe means.
    pub(crate) fn probe(&self, number: u32, is_whole: bool) -> Option<Entered<'_>> {
        let (place, implied) = self.probes.get(number as usize)?;
        let entered = self.entered(*place)?;
        Some(if is_whole { entered } else { Entered { implied, ..entered } })
    }

    /// What entering a method means if nothing is known of the way that it took.
    pub(crate) fn entered(&self, method: u32) -> Option<Entered<'_>> {
        let named = self.named.get(method as usize).map(Vec::as_slice).unwrap_or_default();
        let id = self.methods.get(method as usize)?;
        Some(Entered { method: id, implied: self.whole(method), named })
    }

    /// The classes that the code of a method implies.
    pub(crate) fn whole(&self, method: u32) -> &[ClassName] {
        self.whole.get(method as usize).map(Vec::as_slice).unwrap_or_default()
    }

    fn of(bytes: &[u8], granularity: Granularity) -> Result<Self, ReadError> {
        let file = ClassFile::parse(bytes)?;
        let class = name(file.name());
        let mut supertypes: Vec<ClassName> = file.super_name().map(name).into_iter().collect();
        for interface in file.interface_names() {
            supertypes.push(name(interface?));
        }
        let mut methods = Vec::with_capacity(file.methods().len());
        for member in file.methods().iter() {
            methods.push(MethodId {
                class: class.clone(),
                name: member.name(&file)?.to_unique_text().into(),
                descriptor: member.descriptor(&file)?.to_unique_text().into(),
            });
        }
        let initialiser = methods.iter().position(|method| &*method.name == "<clinit>");
        let implications = Implications::of(&file, granularity)?;
        let probes = implications.probes();
        let classes = |number, is_whole| {
            let mut classes: Vec<ClassName> =
                implications.classes(number, is_whole).map(name).collect();
            classes.sort();
            classes.dedup();
            classes
        };
        let named = |method: u32| {
            let mut named: Vec<ClassName> =
                implications.named(method).iter().map(|class| name(*class)).collect();
            named.sort();
            named.dedup();
            named
        };
        let entries = (0..probes.methods()).map(|method| (method, classes(method, false)));
        let inner = (probes.methods()..).zip(probes.inner());
        let inner = inner.map(|(number, inner)| (u32::from(inner.method), classes(number, false)));
        Ok(Self {
            hash: xxh3_128(bytes),
            methods_print: methods_print(&file),
            supertypes,
            initialiser: initialiser.map(|place| place as u32),
            probes: entries.chain(inner).collect(),
            whole: (0..probes.methods()).map(|method| classes(method, true)).collect(),
            named: (0..probes.methods()).map(named).collect(),
            methods,
        })
    }
}

fn name(text: MStr<'_>) -> ClassName {
    ClassName::internal(&text.to_unique_text())
}

/// What the class path has of a name.
#[derive(Debug)]
pub(crate) enum Copies {
    /// Nothing: a class of the JDK, one from elsewhere (generated, or from another loader), or none.
    Outside,
    /// These, the one that wins first.
    Known(Vec<Copy>),
    /// A file that cannot be read.
    Unreadable(String),
}

/// The classes of one machine and of its class path.
pub(crate) struct Classes<'s> {
    source: &'s dyn ClassSource,
    granularity: Granularity,
    known: RefCell<FxHashMap<ClassName, Rc<Copies>>>,
    mirrors: RefCell<FxHashMap<ClassName, Result<Rc<Mirror>, String>>>,
    /// Hashes that the machine was given, by name, with the numbers of the classes.
    given: FxHashMap<ClassName, Vec<(u128, u32)>>,
    /// Names by class number.
    names: FxHashMap<u32, ClassName>,
}

impl<'s> Classes<'s> {
    pub(crate) fn new(source: &'s dyn ClassSource, recorded: &Recorded) -> Self {
        let mut given: FxHashMap<ClassName, Vec<(u128, u32)>> = FxHashMap::default();
        let mut names = FxHashMap::default();
        for class in recorded.classes() {
            if let Some(Named::Class(name)) = names::class(recorded, class.name) {
                given.entry(name.clone()).or_default().push((class.bytes, class.id));
                names.insert(class.id, name);
            }
        }
        let granularity = recorded.granularity();
        let (known, mirrors) = (RefCell::default(), RefCell::default());
        Self { source, granularity, known, mirrors, given, names }
    }

    /// What the probes of this machine are about.
    pub(crate) fn granularity(&self) -> Granularity {
        self.granularity
    }

    /// The name of a class number.
    pub(crate) fn name(&self, number: u32) -> Option<&ClassName> {
        self.names.get(&number)
    }

    /// The names of all classes that the machine was given.
    pub(crate) fn names(&self) -> BTreeSet<&ClassName> {
        self.names.values().collect()
    }

    /// What the class path has of a name.
    pub(crate) fn copies(&self, class: &ClassName) -> Rc<Copies> {
        if let Some(known) = self.known.borrow().get(class) {
            return Rc::clone(known);
        }
        let copies = Rc::new(self.read(class));
        self.known.borrow_mut().insert(class.clone(), Rc::clone(&copies));
        copies
    }

    fn read(&self, class: &ClassName) -> Copies {
        match self.source.copies(class) {
            Err(message) => Copies::Unreadable(message),
            Ok(files) if files.is_empty() => Copies::Outside,
            Ok(files) => {
                let read: Result<Vec<Copy>, ReadError> =
                    files.iter().map(|bytes| Copy::of(bytes, self.granularity)).collect();
                read.map_or_else(|error| Copies::Unreadable(error.to_string()), Copies::Known)
            }
        }
    }

    /// What reflection hands out about a class, from all copies that the class path has. The error says why one cannot be
    /// read.
    pub(crate) fn mirror(&self, class: &ClassName) -> Result<Rc<Mirror>, String> {
        if let Some(known) = self.mirrors.borrow().get(class) {
            return known.clone();
        }
        let mirror = self.read_mirror(class).map(Rc::new);
        self.mirrors.borrow_mut().insert(class.clone(), mirror.clone());
        mirror
    }

    fn read_mirror(&self, class: &ClassName) -> Result<Mirror, String> {
        let mut mirror = Mirror::default();
        for bytes in self.source.copies(class)? {
            mirror.add(&bytes).map_err(|error| error.to_string())?;
        }
        Ok(mirror)
    }

    /// Whether the class path has a class of that name, or the machine was given one.
    pub(crate) fn has(&self, class: &ClassName) -> bool {
        self.given.contains_key(class) || !matches!(&*self.copies(class), Copies::Outside)
    }

    /// The copies that a name stands for in this machine: those it was given, all if it was given another, the one that
    /// wins if it was given none.
    pub(crate) fn relevant<'c>(&self, class: &ClassName, copies: &'c [Copy]) -> Vec<&'c Copy> {
        let Some(given) = self.given.get(class) else { return copies.iter().take(1).collect() };
        let is_given = |copy: &&Copy| given.iter().any(|(hash, _)| *hash == copy.hash);
        let is_known = |(hash, _): &(u128, u32)| copies.iter().any(|copy| copy.hash == *hash);
        if given.iter().all(is_known) {
            copies.iter().filter(is_given).collect()
        } else {
            copies.iter().collect()
        }
    }

    /// The numbers of the classes of that name.
    pub(crate) fn given(&self, class: &ClassName) -> impl Iterator<Item = u32> + '_ {
        self.given.get(class).into_iter().flatten().map(|(_, number)| *number)
    }

    /// The direct supertypes; those that cannot be read have none here, which whoever touches them notices.
    pub(crate) fn supertypes(&self, class: &ClassName) -> BTreeSet<ClassName> {
        match &*self.copies(class) {
            Copies::Outside | Copies::Unreadable(_) => BTreeSet::new(),
            Copies::Known(copies) => {
                let relevant = self.relevant(class, copies);
                relevant.iter().flat_map(|copy| copy.supertypes.iter().cloned()).collect()
            }
        }
    }
}

/// The copy from which the machine's class was made. If JaCoCo has changed it, that is the one that wins, provided that it
/// has the same methods; probes inside them are not where they are in the copy.
pub(crate) fn made_from<'c>(
    copies: &'c [Copy],
    class: &Class,
    granularity: Granularity,
) -> Option<&'c Copy> {
    let covered = || {
        let is_plain = class.loader == Loader::Application && granularity == Granularity::Method;
        copies.first().filter(|copy| {
            is_plain && class.covered.is_some() && copy.methods_print == class.covered
        })
    };
    copies.iter().find(|copy| copy.hash == class.bytes).or_else(covered)
}
