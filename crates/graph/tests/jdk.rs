//! The images of the JDKs at hand: their classes, their graph, their border methods.

use tamis_classfile::ClassFile;
use tamis_graph::call_graph::Count;
use tamis_graph::{BorderMethods, BorderSearch, ClassEntry, ClassSource, Graph, Methods, Platform};
use tamis_image::{Image, PATH};

fn platform(release: u16) -> Platform {
    let image = Image::open(&tamis_testkit::jdk(release).home.join(PATH));
    Platform::of(image.expect("a JDK has an image")).expect("it can be read")
}

#[test]
fn the_images_of_both_jdks_hold_their_classes() {
    for (release, least) in [(17, 25_000), (25, 26_000)] {
        let platform = platform(release);
        assert!(platform.len() > least, "{}", platform.len());
        let string = platform.entries().position(|entry| entry.name == "java/lang/String").unwrap();
        let mut buffer = Vec::new();
        let class = ClassFile::parse(platform.read(string, &mut buffer).unwrap()).unwrap();
        assert_eq!(class.name(), "java/lang/String");
    }
}

#[test]
fn the_border_methods_of_jdk_25_hold_what_loads_classes_and_not_what_counts() {
    let platform = platform(25);
    let entries: Vec<ClassEntry<'_>> = platform.entries().collect();
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
        let position = entries.iter().position(|entry| entry.name == class);
        let position = position.unwrap_or_else(|| panic!("there is no class {class}"));
        let mut buffer = Vec::new();
        let bytes = platform.read(position, &mut buffer).unwrap();
        let file = ClassFile::parse(bytes).unwrap();
        let declares = file.methods().iter().any(|own| own.name(&file).unwrap() == method);
        assert!(declares, "{class}.{method}");
    }
}
