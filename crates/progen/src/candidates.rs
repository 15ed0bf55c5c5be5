//! All members that a program over a skeleton can have, each by itself.

use crate::condition::MethodShape;
use crate::constraint::{Constraint, Metamodel};
use crate::program::{Access, Body, Field, FieldType, Method, Parameter, Qualifier};
use crate::skeleton::Skeleton;

/// The fields, ascending.
pub(crate) fn fields(constraint: &Constraint, skeleton: &Skeleton) -> Vec<Field> {
    if constraint.metamodel == Metamodel::WithoutFields {
        return Vec::new();
    }
    let mut fields = Vec::new();
    for class in skeleton.places() {
        for id in 0..constraint.scope.fields as u8 {
            for field_type in field_types(skeleton) {
                let all = Access::ALL.into_iter();
                fields.extend(all.map(|access| Field { class, id, field_type, access }));
            }
        }
    }
    fields.sort_unstable();
    fields
}

fn field_types(skeleton: &Skeleton) -> impl Iterator<Item = FieldType> + use<> {
    let classes = skeleton.places().map(FieldType::Class);
    [FieldType::Int, FieldType::Long].into_iter().chain(classes)
}

/// The methods of a shape, ascending; `field_ids` are the names that fields have.
pub(crate) fn methods(
    constraint: &Constraint,
    skeleton: &Skeleton,
    field_ids: usize,
    shape: &MethodShape,
) -> Vec<Method> {
    let ids = constraint.scope.method_ids.most.min(constraint.scope.methods);
    let bodies = bodies(constraint, skeleton, ids, field_ids);
    let mut methods = Vec::new();
    for class in skeleton.places() {
        for id in 0..ids as u8 {
            for parameter in Parameter::ALL {
                for access in Access::ALL {
                    let all = bodies.iter().map(|body| Method {
                        class,
                        id,
                        parameter,
                        access,
                        body: *body,
                    });
                    methods.extend(all.filter(|method| shape.fits(*method)));
                }
            }
        }
    }
    methods.sort_unstable();
    methods
}

fn bodies(
    constraint: &Constraint,
    skeleton: &Skeleton,
    method_ids: usize,
    field_ids: usize,
) -> Vec<Body> {
    let mut bodies = vec![Body::Literal];
    let class_ids = skeleton.class_ids() as u8;
    for method in 0..method_ids as u8 {
        bodies.extend(Qualifier::ALL.map(|qualifier| Body::Call { method, qualifier }));
        bodies.extend((0..class_ids).map(|class_id| Body::NewCall { class_id, method }));
    }
    if constraint.metamodel == Metamodel::Full {
        for field in 0..field_ids as u8 {
            bodies.extend(Qualifier::ALL.map(|qualifier| Body::Read { field, qualifier }));
            bodies.extend((0..class_ids).map(|class_id| Body::NewRead { class_id, field }));
        }
    }
    bodies
}
