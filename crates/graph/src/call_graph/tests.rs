//! Methods that lead to reflection, on small classes.

use tamis_testkit::ClassBuilder;

use super::{BorderSearch, Count};
use crate::{ClassEntry, Graph, Methods, Part, content_of};

const OBJECT: &str = "java/lang/Object";
const FOR_NAME: (&str, &str, &str) =
    ("java/lang/Class", "forName", "(Ljava/lang/String;)Ljava/lang/Class;");

const STATIC: u8 = 0xb8;
const VIRTUAL: u8 = 0xb6;
const SPECIAL: u8 = 0xb7;
const RETURN: u8 = 0xb1;
const PUBLIC: u16 = 1;

/// The code that calls a method: nobody looks at what is on the stack.
fn call(
    class: &mut ClassBuilder,
    opcode: u8,
    (owner, name, descriptor): (&str, &str, &str),
) -> Vec<u8> {
    let reference = class.method_reference(owner, name, descriptor);
    [&[opcode], reference.to_be_bytes().as_slice(), &[RETURN]].concat()
}

/// A class with one method that calls another one.
fn calling(name: &str, superclass: &str, opcode: u8, target: (&str, &str, &str)) -> ClassBuilder {
    let mut class = ClassBuilder::class(name, superclass);
    let code = call(&mut class, opcode, target);
    class.method_with_flags(PUBLIC, "m", "()V", &code)
}

/// `Class` and `ClassLoader`, and some classes.
fn search(classes: Vec<(&str, ClassBuilder)>) -> BorderSearch {
    let mut files = vec![
        (
            "java/lang/Class",
            ClassBuilder::class("java/lang/Class", OBJECT).method(
                FOR_NAME.1,
                FOR_NAME.2,
                &[RETURN],
            ),
        ),
        (OBJECT, ClassBuilder::class(OBJECT, "none")),
    ];
    files.extend(classes);
    let files: Vec<(&str, Vec<u8>)> =
        files.into_iter().map(|(name, class)| (name, class.bytes())).collect();
    let entries: Vec<ClassEntry<'_>> = files
        .iter()
        .map(|(name, bytes)| ClassEntry { name, part: Part::Platform, content: content_of(bytes) })
        .collect();
    let bytes: Vec<&[u8]> = files.iter().map(|(_, bytes)| bytes.as_slice()).collect();
    let graph = Graph::build(&entries, bytes.as_slice());
    BorderSearch::run(&graph, &entries, bytes.as_slice(), Methods::Four, "small")
}

/// The border methods but for `forName`.
fn border(classes: Vec<(&str, ClassBuilder)>) -> Vec<String> {
    let search = search(classes);
    let methods = search.methods.iter().map(|(class, method)| format!("{class}.{method}"));
    methods.filter(|method| !method.starts_with("java/lang/Class.")).collect()
}

#[test]
fn callers_and_their_callers_are_border_methods_and_others_are_not() {
    let found = border(vec![
        ("A", calling("A", OBJECT, STATIC, FOR_NAME)),
        ("B", calling("B", OBJECT, SPECIAL, ("A", "m", "()V"))),
        ("C", calling("C", OBJECT, SPECIAL, ("A", "n", "()V"))),
    ]);
    assert_eq!(found, ["A.m()V", "B.m()V"]);
}

#[test]
fn a_virtual_call_may_run_every_override_and_what_a_subclass_inherits() {
    let interface = ClassBuilder::interface("I").bodiless(0x401, "m", "()V");
    let found = border(vec![
        ("I", interface),
        ("A", calling("A", OBJECT, STATIC, FOR_NAME)),
        // Has `m` from `A`, which knows nothing of `I`.
        ("B", ClassBuilder::class("B", "A").implements("I")),
        ("Caller", {
            let mut class = ClassBuilder::class("Caller", OBJECT);
            let reference = class.interface_method_reference("I", "m", "()V");
            let code = [&[0xb9], reference.to_be_bytes().as_slice(), &[1, 0, RETURN]].concat();
            class.method("call", "()V", &code)
        }),
    ]);
    assert_eq!(found, ["A.m()V", "Caller.call()V"]);
}

#[test]
fn a_call_of_the_resolved_method_alone_runs_no_override() {
    let quiet = ClassBuilder::class("A", OBJECT).method_with_flags(PUBLIC, "m", "()V", &[RETURN]);
    let caller = |opcode| calling("C", OBJECT, opcode, ("A", "m", "()V"));
    let classes = |opcode| {
        vec![
            ("A", quiet.clone()),
            ("B", calling("B", "A", STATIC, FOR_NAME)),
            ("C", caller(opcode)),
        ]
    };
    assert_eq!(border(classes(SPECIAL)), ["B.m()V"]);
    // `C.m` is no override of `A.m`, though it has its name.
    assert_eq!(border(classes(VIRTUAL)), ["B.m()V", "C.m()V"]);
}

#[test]
fn an_override_hides_what_is_above_it() {
    let quiet = ClassBuilder::class("B", "A").method_with_flags(PUBLIC, "m", "()V", &[RETURN]);
    let found = border(vec![
        ("A", calling("A", OBJECT, STATIC, FOR_NAME)),
        ("B", quiet),
        ("D", ClassBuilder::class("D", "B")),
        ("C", {
            let mut class = ClassBuilder::class("C", OBJECT);
            let code = call(&mut class, VIRTUAL, ("D", "m", "()V"));
            class.method("call", "()V", &code)
        }),
    ]);
    assert_eq!(found, ["A.m()V"]);
}

#[test]
fn who_makes_a_lambda_may_run_its_body() {
    let mut class = ClassBuilder::class("A", OBJECT);
    let boot = class.static_handle("Boot", "make", "()V");
    let body = class.static_handle("A", "body", "()V");
    let bootstrap = class.bootstrap(boot, &[body]);
    let site = class.invoke_dynamic(bootstrap, "run", "()LI;");
    let make = [&[0xba], site.to_be_bytes().as_slice(), &[0, 0, RETURN]].concat();
    let code = call(&mut class, STATIC, FOR_NAME);
    let class = class.method("make", "()V", &make).method_with_flags(0x100a, "body", "()V", &code);
    assert_eq!(border(vec![("A", class)]), ["A.make()V"]);
}

#[test]
fn who_initialises_a_class_runs_its_initialiser_and_those_above() {
    let mut above = ClassBuilder::class("Above", OBJECT);
    let code = call(&mut above, STATIC, FOR_NAME);
    let above = above.method_with_flags(8, "<clinit>", "()V", &code);
    let below =
        ClassBuilder::class("Below", "Above").method_with_flags(8, "<clinit>", "()V", &[RETURN]);
    let maker = |class: &str| {
        let mut maker = ClassBuilder::class("Maker", OBJECT);
        let made = maker.class_constant(class);
        let code = [&[0xbb], made.to_be_bytes().as_slice(), &[RETURN]].concat();
        maker.method("make", "()V", &code)
    };
    for class in ["Above", "Below"] {
        let classes =
            vec![("Above", above.clone()), ("Below", below.clone()), ("Maker", maker(class))];
        assert_eq!(border(classes), ["Maker.make()V"]);
    }
    let classes = vec![("Above", above), ("Below", below), ("Maker", maker("Other"))];
    assert_eq!(border(classes), Vec::<String>::new());
}

#[test]
fn methods_are_counted_and_those_that_nobody_can_name_are_left_out() {
    let found = search(vec![
        ("A", calling("A", OBJECT, STATIC, FOR_NAME)),
        ("Hidden", calling("Hidden", OBJECT, STATIC, FOR_NAME).flags(0x20)),
        ("Base", calling("Base", OBJECT, STATIC, FOR_NAME).flags(0x20)),
        ("Open", ClassBuilder::class("Open", "Base").method("quiet", "()V", &[RETURN])),
    ]);
    assert!(found.methods.contains("A", "m()V"));
    assert!(!found.methods.contains("Hidden", "m()V"));
    // `Open` inherits it.
    assert!(found.methods.contains("Base", "m()V"));
    assert_eq!(found.public, Count { border: 4, all: 5 });
    assert_eq!(found.public_of_public_types, Count { border: 2, all: 3 });
    assert_eq!(found.methods.origin(), "small");
}
