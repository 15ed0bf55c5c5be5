//! Dynamic constants (JVMS 4.4.10) that use each other, and bootstrap methods that the compiler numbers.

use tamis_facts::extract;
use tamis_testkit::ClassBuilder;

use crate::classes::facts;

const PRIVATE_STATIC_SYNTHETIC: u16 = 0x100a;
/// Of a bootstrap method.
const DESCRIPTOR: &str = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;[Ljava/lang/Object;)Ljava/lang/Object;";
/// `aconst_null`, `areturn`.
const NULL: [u8; 2] = [0x01, 0xb0];

/// A class with dynamic constants that each take the one before `times` times, and a method that loads those that
/// `is_loaded` names. It has a numbered method, so that constants are searched for handles of such methods.
fn nested(count: u16, times: usize, is_loaded: impl Fn(u16) -> bool) -> ClassBuilder {
    let mut class = ClassBuilder::class("A", "java/lang/Object");
    let handle = class.static_handle("A", "make", DESCRIPTOR);
    let name_and_type = class.name_and_type("c", "Ljava/lang/Object;");
    let mut arguments = Vec::new();
    let mut code = Vec::new();
    for number in 0..count {
        let bootstrap = class.bootstrap(handle, &arguments);
        let constant = class.dynamic_of(bootstrap, name_and_type);
        arguments = vec![constant; times];
        if is_loaded(number) {
            let [high, low] = constant.to_be_bytes();
            // ldc_w, pop.
            code.extend([0x13, high, low, 0x57]);
        }
    }
    code.push(0xb1);
    class.method("use", "()V", &code).method_with_flags(
        PRIVATE_STATIC_SYNTHETIC,
        "lambda$use$0",
        "()V",
        &[0xb1],
    )
}

/// There are 2^31 ways through these constants, in a class file of less than 1000 bytes.
#[test]
fn constants_that_use_another_twice_are_visited_once() {
    let bytes = nested(32, 2, |number| number == 31).bytes();
    assert!(bytes.len() < 1000, "{}", bytes.len());
    assert!(extract(&[&bytes]).remove(0).is_ok());
    // And if each is used eight times, there are 2^93.
    facts(nested(32, 8, |number| number == 31));
}

#[test]
fn constants_that_nest_deeper_than_32_are_refused_by_offset() {
    let error = extract(&[&nested(40, 1, |number| number == 39).bytes()]).remove(0).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("class `A`: at byte 0x"), "{text}");
    assert!(text.contains("dynamic constants that use each other at most 32 deep"), "{text}");
    assert!(error.offset() > 0);
}

/// Loaded from the innermost one on, none of the constants is far from one that is known already, and still the last one
/// is 30,000 deep: more than a stack has room for.
#[test]
fn constants_that_nest_deeply_in_small_steps_are_refused_too() {
    let bytes = nested(30_000, 1, |number| number % 30 == 0).bytes();
    let text = extract(&[&bytes]).remove(0).unwrap_err().to_string();
    assert!(text.contains("dynamic constants that use each other at most 32 deep"), "{text}");
}

/// 16,000 loads of a constant with 60,000 arguments: a billion parts, in a class file of 200 kB.
#[test]
fn constants_with_many_arguments_that_are_loaded_often_are_refused() {
    let mut class = ClassBuilder::class("A", "java/lang/Object");
    let handle = class.static_handle("A", "make", DESCRIPTOR);
    let argument = class.class_constant("B");
    let bootstrap = class.bootstrap(handle, &vec![argument; 60_000]);
    let [high, low] = class.dynamic(bootstrap, "c", "Ljava/lang/Object;").to_be_bytes();
    // ldc_w, pop; at the end, return.
    let mut code = [0x13, high, low, 0x57].repeat(16_000);
    code.push(0xb1);
    let text = extract(&[&class.method("use", "()V", &code).bytes()]).remove(0).unwrap_err();
    let text = text.to_string();
    assert!(text.contains("class `A`: at byte 0x"), "{text}");
    assert!(text.contains("dynamic constants with at most 4194304 parts"), "{text}");
}

/// A class with two numbered methods, one of which is the bootstrap method of the site in `use`.
fn bootstrapped(bodies: [&[u8]; 2], used: usize) -> ClassBuilder {
    let names = ["lambda$use$0", "lambda$use$1"];
    let mut class = ClassBuilder::class("A", "java/lang/Object");
    let handle = class.static_handle("A", names[used], DESCRIPTOR);
    let bootstrap = class.bootstrap(handle, &[]);
    let [high, low] = class.invoke_dynamic(bootstrap, "run", "()V").to_be_bytes();
    // invokedynamic, return.
    let mut class = class.method("use", "()V", &[0xba, high, low, 0, 0, 0xb1]);
    for (name, body) in names.into_iter().zip(bodies) {
        class = class.method_with_flags(PRIVATE_STATIC_SYNTHETIC, name, DESCRIPTOR, body);
    }
    class
}

#[test]
fn numbered_bootstrap_methods_count_by_what_they_do() {
    // aload_1, areturn.
    let (one, other): (&[u8], &[u8]) = (&NULL, &[0x2b, 0xb0]);
    let first = facts(bootstrapped([one, other], 0));
    // The same methods with the numbers exchanged: nothing but numbers is different.
    let renumbered = facts(bootstrapped([other, one], 1));
    assert_eq!(first.all, renumbered.all);
    // The same methods with the same numbers, but the site uses the other one.
    let exchanged = facts(bootstrapped([one, other], 1));
    assert_ne!(first.all, exchanged.all);
    // The same numbers and sites, but what is used does something else.
    let edited = facts(bootstrapped([other, other], 0));
    assert_ne!(first.all, edited.all);
}
