//! The images of the JDKs at hand: their classes, their graph, their border methods.

use std::fs;

use tamis_classfile::ClassFile;
use tamis_graph::call_graph::Count;
use tamis_graph::image::{Image, Platform};
use tamis_graph::{BorderMethods, BorderSearch, ClassSource, Graph, Methods};

#[test]
fn the_images_of_both_jdks_hold_their_classes() {
    for (release, least) in [(17, 25_000), (25, 26_000)] {
        let home = tamis_testkit::jdk(release).home;
        let bytes = fs::read(home.join("lib/modules")).unwrap();
        let platform = Platform::of(&Image::parse(&bytes).unwrap()).unwrap();
        assert!(platform.len() > least, "{}", platform.len());
        let entries = platform.entries();
        let string = entries.iter().position(|entry| entry.name == "java/lang/String").unwrap();
        let mut buffer = Vec::new();
        let class = ClassFile::parse(platform.read(string, &mut buffer).unwrap()).unwrap();
        assert_eq!(class.name(), "java/lang/String");
    }
}

#[test]
fn the_border_methods_of_jdk_25_hold_what_loads_classes_and_not_what_counts() {
    let bytes = fs::read(tamis_testkit::jdk(25).home.join("lib/modules")).unwrap();
    let platform = Platform::of(&Image::parse(&bytes).unwrap()).unwrap();
    let entries = platform.entries();
    let graph = Graph::build(&entries, &platform);
    assert_eq!(graph.damages().count(), 0);
    let found = BorderSearch::run(&graph, &entries, &platform, Methods::Four, "25");
    let has = |class: &str, method: &str| found.methods.contains(class, method);
    assert!(has("java/lang/Class", "forName(Ljava/lang/String;)Ljava/lang/Class;"));
    assert!(has("java/util/ServiceLoader", "iterator()Ljava/util/Iterator;"));
    assert!(has("java/io/ObjectInputStream", "readObject()Ljava/lang/Object;"));
    assert!(has("java/lang/Enum", "valueOf(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Enum;"));
    assert!(!has("java/lang/Math", "abs(I)I"));
    assert!(!has("java/lang/String", "length()I"));
    let Count { border, all } = found.public;
    assert!(border > 10_000 && border < all && all > 100_000, "{border} of {all}");
    // Every line of the list made by hand is about a method that exists.
    for (class, method) in BorderMethods::minimal().unwrap().iter() {
        let position = entries.binary_search_by(|entry| entry.name.cmp(class));
        let position = position.unwrap_or_else(|_| panic!("there is no class {class}"));
        let mut buffer = Vec::new();
        let bytes = platform.read(position, &mut buffer).unwrap();
        let file = ClassFile::parse(bytes).unwrap();
        let declares = file.methods().iter().any(|own| own.name(&file).unwrap() == method);
        assert!(declares, "{class}.{method}");
    }
}
