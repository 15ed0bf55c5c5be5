//! One program of each class of programs that differ in names only.

use crate::program::{Body, Field, FieldType, Method, Program};
use crate::skeleton::{Symmetry, permutations};

/// The ways to rename members without moving a class out of its skeleton.
#[derive(Debug)]
pub(crate) struct Renamings {
    symmetries: Vec<Symmetry>,
    /// How many names of methods stay.
    fixed_methods: usize,
}

/// A way to rename.
struct Renaming<'r> {
    symmetry: &'r Symmetry,
    methods: &'r [u8],
    fields: &'r [u8],
}

impl Renamings {
    pub(crate) fn new(symmetries: Vec<Symmetry>, fixed_methods: usize) -> Self {
        Self { symmetries, fixed_methods }
    }

    /// Whether no renaming comes before it. Members are ascending.
    pub(crate) fn is_canonical(&self, program: &Program) -> bool {
        let mut is_canonical = true;
        self.each(program, |fields, methods| {
            let image = (fields.as_slice(), methods.as_slice());
            is_canonical = image >= (program.fields.as_slice(), program.methods.as_slice());
            is_canonical
        });
        is_canonical
    }

    /// The first of all renamings.
    pub(crate) fn canonical(&self, program: &Program) -> Program {
        let mut least = (program.fields.clone(), program.methods.clone());
        self.each(program, |fields, methods| {
            if (&fields, &methods) < (&least.0, &least.1) {
                least = (fields, methods);
            }
            true
        });
        let (fields, methods) = least;
        Program { skeleton: program.skeleton.clone(), fields, methods }
    }

    /// Whether no renaming of the fields alone comes before them; then no program with these fields is canonical.
    pub(crate) fn has_canonical_fields(&self, program: &Program) -> bool {
        let fields_only = Program { methods: Vec::new(), ..program.clone() };
        self.is_canonical(&fields_only)
    }

    /// Visits the members under each renaming, until `visit` has seen enough.
    fn each(&self, program: &Program, mut visit: impl FnMut(Vec<Field>, Vec<Method>) -> bool) {
        let method_orders = permutations(program.method_ids(), self.fixed_methods);
        let field_orders = permutations(program.field_ids(), 0);
        for symmetry in &self.symmetries {
            for methods in &method_orders {
                for fields in &field_orders {
                    let renaming = Renaming { symmetry, methods, fields };
                    let (fields, methods) = renaming.apply(program);
                    if !visit(fields, methods) {
                        return;
                    }
                }
            }
        }
    }
}

impl Renaming<'_> {
    fn apply(&self, program: &Program) -> (Vec<Field>, Vec<Method>) {
        let mut fields: Vec<Field> = program.fields.iter().map(|each| self.field(*each)).collect();
        let mut methods: Vec<Method> =
            program.methods.iter().map(|each| self.method(*each)).collect();
        fields.sort_unstable();
        methods.sort_unstable();
        (fields, methods)
    }

    fn field(&self, field: Field) -> Field {
        let field_type = match field.field_type {
            FieldType::Class(place) => FieldType::Class(renamed(&self.symmetry.places, place)),
            FieldType::Int | FieldType::Long => field.field_type,
        };
        Field {
            class: renamed(&self.symmetry.places, field.class),
            id: renamed(self.fields, field.id),
            field_type,
            access: field.access,
        }
    }

    fn method(&self, method: Method) -> Method {
        let body = match method.body {
            Body::Literal => Body::Literal,
            Body::Call { method: id, qualifier } => {
                Body::Call { method: renamed(self.methods, id), qualifier }
            }
            Body::NewCall { class_id, method: id } => Body::NewCall {
                class_id: renamed(&self.symmetry.class_ids, class_id),
                method: renamed(self.methods, id),
            },
            Body::Read { field: id, qualifier } => {
                Body::Read { field: renamed(self.fields, id), qualifier }
            }
            Body::NewRead { class_id, field: id } => Body::NewRead {
                class_id: renamed(&self.symmetry.class_ids, class_id),
                field: renamed(self.fields, id),
            },
        };
        Method {
            class: renamed(&self.symmetry.places, method.class),
            id: renamed(self.methods, method.id),
            body,
            ..method
        }
    }
}

/// The new number; one that is in no table refers to nothing, and stays.
fn renamed(table: &[u8], number: u8) -> u8 {
    table.get(usize::from(number)).copied().unwrap_or(number)
}
