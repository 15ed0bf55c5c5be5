//! Small sets of classes that can be edited: hierarchies, nests, anonymous classes, references of all kinds.

use proptest::prelude::*;
use tamis_facts::dispatch::instance_methods;
use tamis_testkit::ClassBuilder;
use tamis_vocab::{ClassName, Entity, MethodId};

use crate::world::World;

/// All classes that there can be. Those with a number are anonymous, one is a member.
pub(crate) const NAMES: [&str; 11] =
    ["p/I", "q/J", "p/A", "p/B", "q/C", "p/A$1", "p/A$2", "p/A$3", "p/A$In", "q/D", "p/K"];
/// Those of them that are interfaces to begin with.
const INTERFACES: [usize; 3] = [0, 1, 10];
/// Those that can be in the nest of `p/A`; javac would put none of another family there, others may.
const NEST: [usize; 5] = [3, 5, 6, 7, 8];
/// Names that nothing defines, or only the JDK.
const OUTSIDE: [&str; 3] = ["java/lang/Object", "x/Lib", "java/lang/Runnable"];
const METHODS: [&str; 4] = ["f", "g", "toString", "run"];

const DESCRIPTORS: [&str; 3] = ["()V", "(Lp/B;)Lq/C;", "()Ljava/lang/String;"];

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Method {
    name: u8,
    flags: u16,
    body: u8,
    /// Opcode, class, method or field.
    references: Vec<(u8, u8, u8)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Class {
    is_there: bool,
    is_interface: bool,
    flags: u16,
    superclass: u8,
    interfaces: Vec<u8>,
    has_initialiser: bool,
    /// Whether it says that it belongs to the nest of its family, and the host says so too.
    nest: (bool, bool),
    /// The method around it, if it is anonymous.
    enclosing: u8,
    field: Option<u16>,
    methods: Vec<Method>,
}

pub(crate) type Model = Vec<Class>;

/// What can be done to one class.
#[derive(Debug, Clone)]
pub(crate) enum Edit {
    Replace(Box<Class>),
    Vanish,
    Appear,
    Superclass(u8),
    Interfaces(Vec<u8>),
    Kind,
    Flags(u16),
    Nest(bool, bool),
    Enclosing(u8),
    Initialiser,
    Field(Option<u16>),
    Body(u8, u8),
    MethodFlags(u8, u16),
    AddMethod(Method),
    RemoveMethod(u8),
    Reference(u8, u8, u8, u8),
    /// As if something had been inserted in front.
    TradePlaces,
}

const METHOD_FLAGS: [u16; 7] = [0x0001, 0x0000, 0x0002, 0x0004, 0x0401, 0x0009, 0x0011];
/// `getstatic`, `invokevirtual`, `invokespecial`, `invokestatic`, `new`, `checkcast`.
const OPCODES: [u8; 6] = [0xb2, 0xb6, 0xb7, 0xb8, 0xbb, 0xc0];

fn method() -> impl Strategy<Value = Method> {
    let reference =
        (prop::sample::select(OPCODES.to_vec()), 0..NAMES.len() as u8 + 3, 0..METHODS.len() as u8);
    let flags = prop::sample::select(METHOD_FLAGS.to_vec());
    let references = prop::collection::vec(reference, 0..3);
    (0..METHODS.len() as u8, flags, 0_u8..4, references)
        .prop_map(|(name, flags, body, references)| Method { name, flags, body, references })
}

fn class(number: usize) -> impl Strategy<Value = Class> {
    let is_interface = INTERFACES.contains(&number);
    (
        (prop::bool::weighted(0.8), prop::sample::select(vec![0x21_u16, 0x20, 0x0421])),
        (0..number as u8 + 3, prop::collection::vec(0..number as u8 + 3, 0..3)),
        (any::<bool>(), any::<(bool, bool)>(), 0..METHODS.len() as u8),
        prop::option::of(prop::sample::select(vec![0x0001_u16, 0x0008, 0x000a])),
        prop::collection::vec(method(), 0..4),
    )
        .prop_map(move |(there, above, (has_initialiser, nest, enclosing), field, methods)| {
            Class {
                is_there: there.0,
                is_interface,
                flags: there.1,
                superclass: above.0,
                interfaces: above.1,
                has_initialiser,
                nest,
                enclosing,
                field,
                methods,
            }
        })
}

pub(crate) fn model() -> impl Strategy<Value = Model> {
    (0..NAMES.len()).map(class).collect::<Vec<_>>()
}

fn edit(number: usize) -> impl Strategy<Value = (usize, Edit)> {
    let upper = 0..number as u8 + 3;
    let flags = prop::sample::select(METHOD_FLAGS.to_vec());
    let edit = prop_oneof![
        class(number).prop_map(|class| Edit::Replace(Box::new(class))),
        Just(Edit::Vanish),
        Just(Edit::Appear),
        upper.clone().prop_map(Edit::Superclass),
        prop::collection::vec(upper, 0..3).prop_map(Edit::Interfaces),
        Just(Edit::Kind),
        prop::sample::select(vec![0x21_u16, 0x20, 0x0421, 0x31]).prop_map(Edit::Flags),
        any::<(bool, bool)>().prop_map(|(member, host)| Edit::Nest(member, host)),
        (0..METHODS.len() as u8).prop_map(Edit::Enclosing),
        Just(Edit::Initialiser),
        prop::option::of(prop::sample::select(vec![0x0001_u16, 0x0008, 0x000a]))
            .prop_map(Edit::Field),
        any::<(u8, u8)>().prop_map(|(method, body)| Edit::Body(method, body % 4)),
        (any::<u8>(), flags).prop_map(|(method, flags)| Edit::MethodFlags(method, flags)),
        method().prop_map(Edit::AddMethod),
        any::<u8>().prop_map(Edit::RemoveMethod),
        any::<(u8, u8, u8, u8)>()
            .prop_map(|(method, opcode, class, name)| Edit::Reference(method, opcode, class, name)),
        Just(Edit::TradePlaces),
    ];
    edit.prop_map(move |edit| (number, edit))
}

pub(crate) fn edits() -> impl Strategy<Value = Vec<(usize, Edit)>> {
    prop::collection::vec((0..NAMES.len()).prop_flat_map(edit), 1..4)
}

pub(crate) fn apply(model: &Model, edits: &[(usize, Edit)]) -> Model {
    let mut model = model.clone();
    for (number, edit) in edits {
        if let Edit::TradePlaces = edit {
            // Anonymous classes, whatever was named.
            model.swap(5, 6 + number % 2);
            continue;
        }
        change(&mut model[*number], edit);
    }
    model
}

fn change(class: &mut Class, edit: &Edit) {
    let count = class.methods.len().max(1);
    let chosen = |number: &u8| usize::from(*number) % count;
    match edit {
        Edit::Replace(other) => *class = (**other).clone(),
        Edit::Vanish => class.is_there = false,
        Edit::Appear => class.is_there = true,
        Edit::Superclass(superclass) => class.superclass = *superclass,
        Edit::Interfaces(interfaces) => class.interfaces.clone_from(interfaces),
        Edit::Kind => class.is_interface = !class.is_interface,
        Edit::Flags(flags) => class.flags = *flags,
        Edit::Nest(member, host) => class.nest = (*member, *host),
        Edit::Enclosing(method) => class.enclosing = *method,
        Edit::Initialiser => class.has_initialiser = !class.has_initialiser,
        Edit::Field(flags) => class.field = *flags,
        Edit::Body(method, body) => {
            class.methods.get_mut(chosen(method)).into_iter().for_each(|each| each.body = *body);
        }
        Edit::MethodFlags(method, flags) => {
            class.methods.get_mut(chosen(method)).into_iter().for_each(|each| each.flags = *flags);
        }
        Edit::AddMethod(method) => class.methods.push(method.clone()),
        Edit::RemoveMethod(method) => {
            if !class.methods.is_empty() {
                class.methods.remove(chosen(method));
            }
        }
        Edit::Reference(method, opcode, owner, name) => {
            if let Some(each) = class.methods.get_mut(chosen(method)) {
                let opcode = OPCODES[usize::from(*opcode) % OPCODES.len()];
                let owner = owner % (NAMES.len() + OUTSIDE.len()) as u8;
                each.references.push((opcode, owner, name % METHODS.len() as u8));
            }
        }
        Edit::TradePlaces => {}
    }
}

fn name(number: u8) -> &'static str {
    let number = usize::from(number);
    NAMES.get(number).or_else(|| OUTSIDE.get(number - NAMES.len())).unwrap()
}

/// Supertypes are before a class, or outside; so there are no circles.
fn supertype(number: u8, of: usize) -> &'static str {
    let number = usize::from(number);
    if number < of { NAMES[number] } else { OUTSIDE[(number - of) % OUTSIDE.len()] }
}

fn descriptor(method: u8) -> &'static str {
    DESCRIPTORS[usize::from(method) % DESCRIPTORS.len()]
}

pub(crate) fn world(model: &Model) -> World {
    let mut files = Vec::new();
    for (number, class) in model.iter().enumerate().filter(|(_, class)| class.is_there) {
        files.push((NAMES[number].to_owned(), class_file(model, number, class)));
    }
    World::of(&files)
}

fn class_file(model: &Model, number: usize, class: &Class) -> Vec<u8> {
    let this = NAMES[number];
    let superclass =
        if class.is_interface { "java/lang/Object" } else { supertype(class.superclass, number) };
    let mut builder = ClassBuilder::class(this, superclass);
    let interface = if class.is_interface { 0x0600 } else { 0 };
    builder =
        builder.flags((class.flags & if class.is_interface { !0x20 } else { !0 }) | interface);
    let mut interfaces = class.interfaces.clone();
    interfaces.dedup();
    for interface in interfaces {
        builder = builder.implements(supertype(interface, number));
    }
    if let Some(flags) = class.field {
        builder = builder.field(flags, "f", "I");
    }
    let mut seen = Vec::new();
    for method in &class.methods {
        if seen.contains(&method.name) {
            continue;
        }
        seen.push(method.name);
        let name = METHODS[usize::from(method.name)];
        if method.flags & 0x0400 != 0 {
            builder = builder.bodiless(method.flags, name, descriptor(method.name));
        } else {
            let code = code(&mut builder, method);
            let descriptor = descriptor(method.name);
            builder = builder.method_with_flags(method.flags, name, descriptor, &code);
        }
    }
    if class.has_initialiser {
        builder = builder.method("<clinit>", "()V", &[0xb1]);
    }
    attributes(builder, model, number, class).bytes()
}

/// A constant, the references, and the end.
fn code(builder: &mut ClassBuilder, method: &Method) -> Vec<u8> {
    let mut code = vec![0x10, method.body, 0x57];
    for (opcode, owner, member) in &method.references {
        let owner = name(*owner);
        let index = match opcode {
            0xb2 => builder.field_reference(owner, "f", "I"),
            0xbb | 0xc0 => builder.class_constant(owner),
            _ => {
                builder.method_reference(owner, METHODS[usize::from(*member)], descriptor(*member))
            }
        };
        code.push(*opcode);
        code.extend(index.to_be_bytes());
    }
    code.push(0xb1);
    code
}

/// What makes a class anonymous, a member, or part of a nest.
fn attributes(
    mut builder: ClassBuilder,
    model: &Model,
    number: usize,
    class: &Class,
) -> ClassBuilder {
    let this = builder.class_constant(NAMES[number]);
    let outer = builder.class_constant("p/A");
    if NAMES[number] == "p/A" {
        let members = NEST.into_iter().filter(|member| model[*member].nest.1);
        let members: Vec<u16> =
            members.map(|member| builder.class_constant(NAMES[member])).collect();
        let words = [vec![members.len() as u16], members].concat();
        builder = builder.attribute("NestMembers", &words);
    }
    if NEST.contains(&number) && class.nest.0 {
        builder = builder.attribute("NestHost", &[outer]);
    }
    if (5..9).contains(&number) {
        if number == 8 {
            let simple = builder.utf8("In");
            return builder.attribute("InnerClasses", &[1, this, outer, simple, class.flags & 1]);
        }
        let around = METHODS[usize::from(class.enclosing)];
        let around = builder.name_and_type(around, descriptor(class.enclosing));
        builder = builder.attribute("EnclosingMethod", &[outer, around]);
        builder = builder.attribute("InnerClasses", &[1, this, 0, 0, 0]);
    }
    builder
}

/// Everything that a test could rest on in a world, and classes that are not there.
pub(crate) fn entities(world: &World) -> Vec<Entity> {
    let mut entities: Vec<Entity> =
        NAMES.iter().map(|name| Entity::Presence(ClassName::internal(name))).collect();
    entities.push(Entity::Presence(ClassName::internal("x/Lib")));
    for class in world.classes() {
        let name = ClassName::internal(class.canonical_name());
        entities.extend([
            Entity::Header(name.clone()),
            Entity::Initialisation(name.clone()),
            Entity::Members(name.clone()),
            Entity::Whole(name.clone()),
            Entity::Touched(name.clone()),
            Entity::Overrides(name.clone()),
            Entity::Copies(name.clone()),
        ]);
        let method = |name_of: &str, descriptor: &str| MethodId {
            class: name.clone(),
            name: name_of.into(),
            descriptor: descriptor.into(),
        };
        for member in class.methods() {
            let (name, descriptor) = (member.canonical, member.canonical_descriptor);
            let method = method(class.text(name), class.text(descriptor));
            entities.extend([Entity::Body(method.clone()), Entity::Links(method)]);
        }
        for (name, descriptor) in instance_methods(world, class).unwrap() {
            entities.push(Entity::Dispatch(method(name, descriptor)));
        }
    }
    entities
}
