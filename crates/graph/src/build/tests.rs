//! Each kind of edge, on class files made by hand; reading only what changed; damage.

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};

use tamis_testkit::ClassBuilder;

use crate::{
    Cause, ClassEntry, ClassSource, EdgeKind, ExtraEdges, Graph, Node, Part, Parts, Reachability,
    Reached, View, content_of,
};

const OBJECT: &str = "java/lang/Object";

/// A graph of project classes.
pub(crate) fn graph_of(classes: &[(&str, Vec<u8>)]) -> Graph {
    let entries: Vec<_> = classes.iter().map(|(name, bytes)| entry(name, bytes)).collect();
    let files: Vec<&[u8]> = classes.iter().map(|(_, bytes)| bytes.as_slice()).collect();
    Graph::build(&entries, files.as_slice())
}

fn entry<'a>(name: &'a str, bytes: &[u8]) -> ClassEntry<'a> {
    ClassEntry { name, part: Part::Project, content: content_of(bytes) }
}

/// The targets of `p/A`, without `Object` and the package, `+` in front of those it inherits from.
fn edges(class: ClassBuilder) -> Vec<String> {
    let graph = graph_of(&[("p/A", class.bytes())]);
    assert_eq!(graph.damages().collect::<Vec<_>>(), Vec::<&crate::Damage>::new());
    let mut edges: Vec<String> = graph
        .edges(graph.node("p/A").unwrap())
        .map(|edge| {
            let sign = if edge.kind == EdgeKind::Inheritance { "+" } else { "" };
            format!("{sign}{}", graph.name(edge.target))
        })
        .filter(|name| name != "+java/lang/Object" && name != "p/package-info")
        .collect();
    edges.sort();
    edges
}

fn class() -> ClassBuilder {
    ClassBuilder::class("p/A", OBJECT)
}

fn words(words: &[u16]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_be_bytes()).collect()
}

#[test]
fn superclass_and_interfaces_are_inheritance() {
    let class = ClassBuilder::class("p/A", "q/B").implements("q/I").implements("q/J");
    assert_eq!(edges(class), ["+q/B", "+q/I", "+q/J"]);
}

#[test]
fn a_class_constant_is_a_use_also_of_the_elements_of_an_array() {
    let mut class = class();
    class.class_constant("q/B");
    class.class_constant("[[Lq/C;");
    class.class_constant("[I");
    assert_eq!(edges(class), ["q/B", "q/C"]);
}

#[test]
fn what_is_inherited_and_used_is_inheritance() {
    let mut class = ClassBuilder::class("p/A", "q/B");
    class.class_constant("q/B");
    assert_eq!(edges(class), ["+q/B"]);
}

#[test]
fn descriptors_of_fields_and_methods_are_uses() {
    let class = class().field(1, "f", "[Lq/B;").bodiless(0x401, "m", "(ILq/C;)Lq/D;");
    assert_eq!(edges(class), ["q/B", "q/C", "q/D"]);
}

#[test]
fn references_are_uses_of_their_class_and_of_their_descriptor() {
    let mut class = class();
    class.method_reference("q/B", "m", "(Lq/C;)Lq/D;");
    class.field_reference("q/E", "f", "Lq/F;");
    class.interface_method_reference("q/G", "m", "()V");
    assert_eq!(edges(class), ["q/B", "q/C", "q/D", "q/E", "q/F", "q/G"]);
}

#[test]
fn a_name_and_type_and_a_method_type_are_uses_by_themselves() {
    let mut class = class();
    class.name_and_type("n", "(Lq/B;)V");
    class.method_type("()Lq/C;");
    assert_eq!(edges(class), ["q/B", "q/C"]);
}

#[test]
fn bootstrap_handles_and_their_arguments_are_uses() {
    let mut class = class();
    let handle = class.static_handle("q/Boot", "make", "(Lq/B;)Lq/C;");
    let kind = class.method_type("()Lq/D;");
    let constant = class.class_constant("q/E");
    let target = class.static_handle("q/F", "lambda", "()V");
    let bootstrap = class.bootstrap(handle, &[kind, constant, target]);
    class.invoke_dynamic(bootstrap, "run", "(Lq/G;)Lq/H;");
    let expected = ["q/B", "q/Boot", "q/C", "q/D", "q/E", "q/F", "q/G", "q/H"];
    assert_eq!(edges(class), expected);
}

#[test]
fn signatures_of_class_field_and_method_are_uses() {
    let mut class = class();
    let of_class = class.utf8("<T:Lq/B;>Ljava/lang/Object;");
    let of_field = class.utf8("Lq/C<TT;>.Inner;");
    let of_method = class.utf8("<X:Lq/D;>()V^Lq/E;");
    let class = class
        .attribute("Signature", &[of_class])
        .field(1, "f", "I")
        .field_attribute("Signature", &of_field.to_be_bytes())
        .bodiless(0x401, "m", "()V")
        .method_attribute("Signature", &of_method.to_be_bytes());
    assert_eq!(edges(class), ["q/B", "q/C", "q/C$Inner", "q/D", "q/E"]);
}

/// One annotation `@Lq/Mark;(name = value)`, as the content of an attribute.
fn annotation(class: &mut ClassBuilder, value: &[u8]) -> Vec<u8> {
    let (mark, name) = (class.utf8("Lq/Mark;"), class.utf8("value"));
    [words(&[1, mark, 1, name]), value.to_vec()].concat()
}

#[test]
fn an_annotation_is_a_use_of_its_type_and_of_class_and_enum_values() {
    let mut class = class();
    let (kind, constant) = (class.utf8("Lq/Kind;"), class.utf8("ONE"));
    let [literal, nested] = ["[Lq/Value;", "Lq/Nested;"].map(|text| class.utf8(text));
    let word = |word: u16| word.to_be_bytes();
    let class_value = [b"c".as_slice(), &word(literal)].concat();
    let enum_value = [b"e".as_slice(), &word(kind), &word(constant)].concat();
    let nested_value = [b"@".as_slice(), &word(nested), &word(0)].concat();
    let values = [b"[".as_slice(), &word(3), &class_value, &enum_value, &nested_value].concat();
    let expected = ["q/Kind", "q/Mark", "q/Nested", "q/Value"];
    for name in ["RuntimeVisibleAnnotations", "RuntimeInvisibleAnnotations"] {
        let mut class = class.clone();
        let content = annotation(&mut class, &values);
        assert_eq!(edges(class.clone().attribute_of_bytes(name, &content)), expected);
        let field = class.clone().field(1, "f", "I").field_attribute(name, &content);
        assert_eq!(edges(field), expected);
        let method = class.bodiless(0x401, "m", "()V").method_attribute(name, &content);
        assert_eq!(edges(method), expected);
    }
}

#[test]
fn annotations_of_parameters_types_and_defaults_are_uses() {
    let mut class = class();
    let literal = class.utf8("Lq/Value;");
    let value = [b"c".as_slice(), &literal.to_be_bytes()].concat();
    let content = annotation(&mut class, &value);
    // One parameter; and one annotation that stands on the result type, with an empty path.
    let of_parameter = [&[1], content.as_slice()].concat();
    let of_type = [&[0, 1, 0x14, 0], content.get(2..).unwrap()].concat();
    let method = class.clone().bodiless(0x401, "m", "(I)V");
    let check = |class: ClassBuilder, expected: &[&str]| assert_eq!(edges(class), expected);
    let parameters = "RuntimeVisibleParameterAnnotations";
    check(method.clone().method_attribute(parameters, &of_parameter), &["q/Mark", "q/Value"]);
    let types = "RuntimeInvisibleTypeAnnotations";
    check(method.clone().method_attribute(types, &of_type), &["q/Mark", "q/Value"]);
    check(method.method_attribute("AnnotationDefault", &value), &["q/Value"]);
}

#[test]
fn type_annotations_inside_code_are_uses() {
    let mut class = class();
    let mark = class.utf8("Lq/Mark;");
    let name = class.utf8("RuntimeVisibleTypeAnnotations");
    // On a `new` at offset 0, with an empty path and no elements.
    let of_type = [&[0, 1, 0x44, 0, 0, 0], words(&[mark, 0]).as_slice()].concat();
    let code = [
        words(&[1, 1]).as_slice(),
        &[0, 0, 0, 1, 0xb1],
        &words(&[0, 1, name]),
        &(of_type.len() as u32).to_be_bytes(),
        &of_type,
    ]
    .concat();
    let class = class.bodiless(9, "m", "()V").method_attribute("Code", &code);
    assert_eq!(edges(class), ["q/Mark"]);
}

#[test]
fn nests_inner_classes_and_permitted_subclasses_are_uses() {
    for name in ["NestMembers", "PermittedSubclasses"] {
        let mut class = class();
        let other = class.class_constant("q/B");
        assert_eq!(edges(class.attribute(name, &[1, other])), ["q/B"], "{name}");
    }
    let mut host = class();
    let other = host.class_constant("q/B");
    assert_eq!(edges(host.attribute("NestHost", &[other])), ["q/B"]);
    let mut inner = class();
    let (member, outer) = (inner.class_constant("q/B$C"), inner.class_constant("q/B"));
    let rows = [1, member, outer, 0, 1];
    assert_eq!(edges(inner.attribute("InnerClasses", &rows)), ["q/B", "q/B$C"]);
    let mut local = class();
    let around = local.class_constant("q/B");
    let method = local.name_and_type("m", "(Lq/C;)V");
    assert_eq!(edges(local.attribute("EnclosingMethod", &[around, method])), ["q/B", "q/C"]);
}

#[test]
fn components_of_a_record_are_uses_with_their_signatures_and_annotations() {
    let mut class = class();
    let [name, descriptor, attribute, signature] =
        ["c", "Lq/B;", "Signature", "Lq/B<Lq/C;>;"].map(|text| class.utf8(text));
    let record = words(&[1, name, descriptor, 1, attribute, 0, 2, signature]);
    assert_eq!(edges(class.attribute_of_bytes("Record", &record)), ["q/B", "q/C"]);
}

#[test]
fn thrown_and_caught_exceptions_are_uses() {
    let mut class = class();
    let thrown = class.class_constant("q/Thrown");
    let caught = class.class_constant("q/Caught");
    let code = [
        words(&[1, 1]).as_slice(),
        &[0, 0, 0, 2, 0, 0xb1],
        &words(&[1, 0, 1, 1, caught]),
        &words(&[0]),
    ]
    .concat();
    let class = class
        .bodiless(9, "m", "()V")
        .method_attribute("Code", &code)
        .method_attribute("Exceptions", &words(&[1, thrown]));
    assert_eq!(edges(class), ["q/Caught", "q/Thrown"]);
}

#[test]
fn a_class_leads_to_its_package_info_and_that_to_its_annotations() {
    let mut package = ClassBuilder::class("p/package-info", OBJECT).flags(0x1600);
    let content = {
        let literal = package.utf8("Lq/Value;");
        annotation(&mut package, &[b"c".as_slice(), &literal.to_be_bytes()].concat())
    };
    let package = package.attribute_of_bytes("RuntimeVisibleAnnotations", &content);
    let graph = graph_of(&[("p/A", class().bytes()), ("p/package-info", package.bytes())]);
    let view = View::new(&graph, ExtraEdges::default(), Parts::NONE);
    let node = |name| graph.node(name).unwrap();
    let path = view.path(node("p/A"), &[node("q/Value")]).unwrap();
    assert_eq!(path, [node("p/A"), node("p/package-info"), node("q/Value")]);
}

/// Counts how often class files are asked for.
struct Counting<'a>(Vec<&'a [u8]>, AtomicUsize);

impl ClassSource for Counting<'_> {
    fn read<'b>(&'b self, position: usize, _: &'b mut Vec<u8>) -> Result<&'b [u8], String> {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.get(position).copied().ok_or_else(|| "gone".to_owned())
    }
}

fn using(name: &str, other: &str) -> Vec<u8> {
    let mut class = ClassBuilder::class(name, OBJECT);
    class.class_constant(other);
    class.bytes()
}

#[test]
fn only_changed_classes_are_read_again() {
    let old = [using("A", "B"), using("B", "C"), using("C", "D")];
    let new = [using("A", "B"), using("B", "D"), using("C", "D")];
    let names = ["A", "B", "C"];
    let entries = |files: &[Vec<u8>; 3]| -> Vec<ClassEntry<'static>> {
        names.iter().zip(files).map(|(name, bytes)| entry(name, bytes)).collect()
    };
    let graph = Graph::build(&entries(&old), old.as_slice());
    let source = Counting(new.iter().map(Vec::as_slice).collect(), AtomicUsize::new(0));
    let updated = graph.update(&entries(&new), &source);
    assert_eq!(source.1.load(Ordering::Relaxed), 1);
    let scratch = Graph::build(&entries(&new), new.as_slice());
    assert_eq!(listing(&updated), listing(&scratch));
    // A class that goes leaves no edges behind.
    let rest = updated.update(entries(&new).get(..2).unwrap(), &source);
    assert_eq!(source.1.load(Ordering::Relaxed), 1);
    assert_eq!(
        listing(&rest),
        ["A -> B", "A -> java/lang/Object", "B -> D", "B -> java/lang/Object"]
    );
}

fn listing(graph: &Graph) -> Vec<String> {
    let mut lines = Vec::new();
    for node in graph.nodes() {
        let line = |target| format!("{} -> {}", graph.name(node), graph.name(target));
        lines.extend(graph.edges(node).map(|edge| line(edge.target)));
    }
    lines.sort();
    lines
}

#[test]
fn of_two_classes_with_one_name_the_first_counts() {
    let graph = graph_of(&[("A", using("A", "B")), ("A", using("A", "C"))]);
    assert_eq!(listing(&graph), ["A -> B", "A -> java/lang/Object"]);
}

#[test]
fn a_damaged_class_reaches_everything_and_says_where_it_is_damaged() {
    let whole = using("D", "Other");
    let cut = whole.get(..whole.len() - 3).unwrap().to_vec();
    let graph = graph_of(&[("T", using("T", "D")), ("U", using("U", "V")), ("D", cut)]);
    let node = |name| graph.node(name).unwrap();
    let damage = graph.damage(node("D")).unwrap();
    assert!(matches!(damage.cause, Cause::Malformed(_)));
    assert!(damage.to_string().starts_with("cannot tell what class `D` uses: class `D`: at byte"));
    let view = View::new(&graph, ExtraEdges::default(), Parts::NONE);
    let tests = [node("T"), node("U")];
    assert_eq!(view.affected(&tests, &[node("V")]), tests);
    assert_eq!(view.affected(&tests, &[node("T")]), [node("T")]);
    assert_eq!(view.affected(&tests, &[]), []);
    assert_eq!(view.reached(node("T")), Reached::Anything);
    let path = view.path(node("T"), &[node("V")]).unwrap();
    assert_eq!(path, [node("T"), node("D"), Node::ANYTHING, node("V")]);
}

#[test]
fn any_cut_and_any_flipped_byte_is_damage_or_another_class_and_never_a_panic() {
    let mut class = ClassBuilder::class("p/A", "q/B");
    let signature = class.utf8("<T:Lq/B;>Lq/C<TT;>.D;");
    let literal = class.utf8("Lq/Value;");
    let value = [b"c".as_slice(), &literal.to_be_bytes()].concat();
    let content = annotation(&mut class, &value);
    let handle = class.static_handle("q/Boot", "make", "()V");
    class.bootstrap(handle, &[literal]);
    let bytes = class
        .attribute("Signature", &[signature])
        .attribute_of_bytes("RuntimeVisibleAnnotations", &content)
        .method("m", "()V", &[0xb1])
        .bytes();
    for end in 0..bytes.len() {
        let graph = graph_of(&[("p/A", bytes.get(..end).unwrap().to_vec())]);
        assert_eq!(graph.damages().count(), 1, "cut at {end}");
    }
    for place in 0..bytes.len() {
        for flip in [0x01, 0x80, 0xff] {
            let mut bytes = bytes.clone();
            bytes[place] ^= flip;
            graph_of(&[("p/A", bytes)]);
        }
    }
}

#[test]
fn a_class_file_of_another_name_is_damage() {
    let graph = graph_of(&[("p/A", using("p/B", "C"))]);
    let damage = graph.damage(graph.node("p/A").unwrap()).unwrap();
    assert_eq!(damage.cause, Cause::Misplaced("p.B".into()));
}

#[test]
fn what_could_not_be_read_is_asked_for_again() {
    let bytes = using("A", "B");
    let entries = [entry("A", &bytes)];
    let gone = Counting(Vec::new(), AtomicUsize::new(0));
    let graph = Graph::build(&entries, &gone);
    assert!(matches!(graph.damages().next().unwrap().cause, Cause::Unreadable(_)));
    let graph = graph.update(&entries, [bytes.as_slice()].as_slice());
    assert_eq!(graph.damages().count(), 0);
    assert_eq!(listing(&graph), ["A -> B", "A -> java/lang/Object"]);
}

#[test]
fn all_ways_to_ask_agree_on_a_graph_of_circles_and_chains() {
    let seed = Cell::new(12345_u64);
    let random = |below: u64| {
        seed.set(seed.get().wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
        (seed.get() >> 33) % below
    };
    for _ in 0..20 {
        let classes: Vec<(String, Vec<u8>)> = (0..60)
            .map(|class| {
                let name = format!("C{class}");
                let mut builder = ClassBuilder::class(&name, OBJECT);
                for _ in 0..random(3) {
                    builder.class_constant(&format!("C{}", random(70)));
                }
                (name, builder.bytes())
            })
            .collect();
        let classes: Vec<(&str, Vec<u8>)> =
            classes.iter().map(|(name, bytes)| (name.as_str(), bytes.clone())).collect();
        let graph = graph_of(&classes);
        let some = |names: [u64; 2]| names.map(|name| graph.node(&format!("C{name}")).unwrap());
        let pairs = [some([random(60), random(60)]), some([random(60), random(60)])];
        let star = (graph.node("C7").unwrap(), Node::ANYTHING);
        let extra = pairs.into_iter().map(|[from, to]| (from, to)).chain([star]);
        let view = View::new(&graph, ExtraEdges::new(&graph, extra), Parts::NONE);
        let tests: Vec<Node> = graph.classes().collect();
        let reachability = Reachability::of(&view);
        let closure = reachability.closure(&tests);
        let counts = closure.counts();
        for (position, test) in tests.iter().enumerate() {
            let reached = view.reached(*test);
            assert_eq!(closure.reached(position), reached);
            let count = match &reached {
                Reached::Nodes(nodes) => Some(nodes.len()),
                Reached::Anything => None,
            };
            assert_eq!(counts[position], count);
        }
        for changed in graph.classes() {
            let affected = view.affected(&tests, &[changed]);
            for (position, test) in tests.iter().enumerate() {
                let is_affected = affected.contains(test);
                assert_eq!(view.reached(*test).contains(changed), is_affected);
                assert_eq!(closure.reaches(position, changed), is_affected);
                assert_eq!(view.path(*test, &[changed]).is_some(), is_affected);
            }
        }
    }
}

#[test]
fn parts_that_are_left_out_are_on_no_path() {
    let classes = [using("T", "L"), using("L", "P"), using("P", "Q"), using("U", "T")];
    let names = ["T", "L", "P", "U"];
    let parts = [Part::Project, Part::Library, Part::Project, Part::Platform];
    let entries: Vec<ClassEntry<'_>> = names
        .iter()
        .zip(parts)
        .zip(&classes)
        .map(|((name, part), bytes)| ClassEntry { name, part, content: content_of(bytes) })
        .collect();
    let graph = Graph::build(&entries, classes.as_slice());
    let node = |name| graph.node(name).unwrap();
    let tests = names.map(node);
    for (left_out, expected) in [
        (Parts::NONE, vec!["T", "L", "P", "U"]),
        (Parts::PLATFORM, vec!["T", "L", "P"]),
        (Parts::PLATFORM_AND_LIBRARIES, vec!["P"]),
    ] {
        let view = View::new(&graph, ExtraEdges::default(), left_out);
        let expected: Vec<Node> = expected.into_iter().map(node).collect();
        assert_eq!(view.affected(&tests, &[node("Q")]), expected, "{left_out:?}");
        let reachability = Reachability::of(&view);
        let closure = reachability.closure(&tests);
        for (position, test) in tests.into_iter().enumerate() {
            let is_affected = expected.contains(&test);
            assert_eq!(closure.reaches(position, node("Q")), is_affected, "{left_out:?}");
            assert_eq!(view.reached(test).contains(node("Q")), is_affected, "{left_out:?}");
            let is_out = left_out.contains(Part::Library);
            assert_eq!(view.reached(node("T")).contains(node("L")), !is_out, "{left_out:?}");
        }
    }
}
