//! Whether bodies refer to something: the rules of the meta-model, which are fewer than those of Java. Arguments are not
//! looked at, nor is access from another package, so that not every program compiles.

use crate::program::{Access, Body, Field, FieldType, Method, Program, Qualifier};

/// Whether each body refers to something that is there.
pub(crate) fn is_well_formed(program: &Program) -> bool {
    program.methods.iter().all(|method| has_target(program, *method))
}

fn has_target(program: &Program, method: Method) -> bool {
    match method.body {
        Body::Literal => true,
        // A method does not call one of its own name. Two that call each other are allowed.
        Body::Call { method: id, .. } | Body::NewCall { method: id, .. } if id == method.id => {
            false
        }
        Body::Call { method: id, qualifier } => {
            calls_something(program, method.class, id, qualifier)
        }
        Body::NewCall { class_id, method: id } => program
            .methods
            .iter()
            .any(|target| target.id == id && is_named(program, target.class, class_id)),
        Body::Read { field: id, qualifier } => {
            reads_something(program, method.class, id, qualifier)
        }
        Body::NewRead { class_id, field: id } => program
            .fields
            .iter()
            .any(|target| target.id == id && is_named(program, target.class, class_id)),
    }
}

fn is_named(program: &Program, place: u8, class_id: u8) -> bool {
    program.skeleton.class(place).is_some_and(|class| class.id == class_id)
}

fn calls_something(program: &Program, class: u8, id: u8, qualifier: Qualifier) -> bool {
    let is_own = |target: &Method| target.class == class;
    let is_inherited = |target: &Method| {
        target.access != Access::Private && program.skeleton.is_ancestor(target.class, class)
    };
    let mut targets = program.methods.iter().filter(|target| target.id == id);
    match qualifier {
        Qualifier::None | Qualifier::This => targets.any(|each| is_own(each) || is_inherited(each)),
        Qualifier::Super => targets.any(is_inherited),
        Qualifier::QualifiedThis => targets.any(is_own),
    }
}

fn reads_something(program: &Program, class: u8, id: u8, qualifier: Qualifier) -> bool {
    let is_own = |target: &Field| target.class == class;
    let is_inherited = |target: &Field| {
        target.access != Access::Private && program.skeleton.is_ancestor(target.class, class)
    };
    let mut targets = program.fields.iter().filter(|target| target.id == id);
    match qualifier {
        Qualifier::None | Qualifier::This | Qualifier::QualifiedThis => {
            targets.any(|each| is_own(each) || is_inherited(each))
        }
        Qualifier::Super => targets.any(is_inherited),
    }
}

/// Whether each method returns a number, as all are declared to: the meta-model allows one to return what is in a field
/// that holds an object, which no compiler accepts.
pub(crate) fn returns_numbers(program: &Program) -> bool {
    let is_number = |field: &Field| !matches!(field.field_type, FieldType::Class(_));
    program.methods.iter().all(|method| read_field(program, *method).is_none_or(is_number))
}

/// The field that the Java of a method reads, if it reads one.
fn read_field(program: &Program, method: Method) -> Option<&Field> {
    let skeleton = &program.skeleton;
    let declared = |place: u8, id: u8| {
        program.fields.iter().find(move |field| field.class == place && field.id == id)
    };
    match method.body {
        Body::Literal | Body::Call { .. } | Body::NewCall { .. } => None,
        Body::Read { field, qualifier } => {
            let own = (qualifier != Qualifier::Super).then_some(method.class);
            own.into_iter()
                .chain(skeleton.ancestors(method.class))
                .find_map(|place| declared(place, field))
        }
        Body::NewRead { class_id, field } => {
            let package = |place: u8| skeleton.class(place).map(|class| class.package);
            let named = || skeleton.places().filter(|place| is_named(program, *place, class_id));
            let near = named().filter(|place| package(*place) == package(method.class));
            near.chain(named()).find_map(|place| declared(place, field))
        }
    }
}
