//! Which calls are those of reflection methods.

use tamis_testkit::ClassBuilder;

use super::{LOOKUP, Methods, ReflectionMethod, ReflectionSites};
use crate::{Calls, ClassEntry, Graph, Part, content_of};

/// What a class that calls this method calls, beside a class loader `Own` that inherits everything and a `Plain` class.
fn found(methods: Methods, class: &str, name: &str, descriptor: &str) -> Vec<ReflectionMethod> {
    let mut caller = ClassBuilder::class("Caller", "java/lang/Object");
    caller.method_reference(class, name, descriptor);
    let own = ClassBuilder::class("Own", "Between");
    let between = ClassBuilder::class("Between", "java/lang/ClassLoader");
    let plain = ClassBuilder::class("Plain", "java/lang/Object");
    let files = [caller.bytes(), own.bytes(), between.bytes(), plain.bytes()];
    let entries: Vec<ClassEntry<'_>> = ["Caller", "Own", "Between", "Plain"]
        .into_iter()
        .zip(&files)
        .map(|(name, bytes)| ClassEntry { name, part: Part::Project, content: content_of(bytes) })
        .collect();
    let graph = Graph::build(&entries, files.as_slice());
    let calls = Calls::read(&graph, &entries, files.as_slice());
    let sites = ReflectionSites::find(&graph, &calls, methods);
    sites.of(graph.node("Caller").unwrap()).collect()
}

#[test]
fn all_overloads_of_the_four_are_found_also_on_loaders_of_ones_own() {
    let check = |class: &str, name: &str, descriptor: &str, expected: &[ReflectionMethod]| {
        assert_eq!(found(Methods::Four, class, name, descriptor), expected, "{class}.{name}");
    };
    let class = "java/lang/Class";
    let one = "(Ljava/lang/String;)Ljava/lang/Class;";
    check(class, "forName", one, &[ReflectionMethod::ForName]);
    let three = "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;";
    check(class, "forName", three, &[ReflectionMethod::ForName]);
    let module = "(Ljava/lang/Module;Ljava/lang/String;)Ljava/lang/Class;";
    check(class, "forName", module, &[ReflectionMethod::ForName]);
    for loader in ["java/lang/ClassLoader", "Between", "Own"] {
        check(loader, "loadClass", one, &[ReflectionMethod::LoadClass]);
        check(loader, "findSystemClass", one, &[ReflectionMethod::FindSystemClass]);
        let bytes = "(Ljava/lang/String;[BII)Ljava/lang/Class;";
        check(loader, "defineClass", bytes, &[ReflectionMethod::DefineClass]);
        check(loader, "findClass", one, &[]);
    }
    check("Plain", "loadClass", one, &[]);
    // It may be a class loader: nobody knows.
    check("Absent", "loadClass", one, &[ReflectionMethod::LoadClass]);
    check("Absent", "forName", one, &[]);
    check(class, "forName", "(Ljava/lang/String;)V", &[]);
    check(class, "getName", "()Ljava/lang/String;", &[]);
}

#[test]
fn lookups_count_only_where_they_are_asked_for() {
    let check = |name: &str, descriptor: &str, expected: ReflectionMethod| {
        assert_eq!(found(Methods::Four, LOOKUP, name, descriptor), [], "{name}");
        assert_eq!(found(Methods::FourAndLookup, LOOKUP, name, descriptor), [expected], "{name}");
    };
    let by_name = "(Ljava/lang/String;)Ljava/lang/Class;";
    check("findClass", by_name, ReflectionMethod::LookupFindClass);
    check("defineClass", "([B)Ljava/lang/Class;", ReflectionMethod::LookupDefineClass);
    let hidden = "([BZ[Ljava/lang/invoke/MethodHandles$Lookup$ClassOption;)\
                  Ljava/lang/invoke/MethodHandles$Lookup;";
    check("defineHiddenClass", hidden, ReflectionMethod::LookupDefineClass);
}
