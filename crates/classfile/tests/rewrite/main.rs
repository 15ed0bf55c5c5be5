//! Rewritten classes under real virtual machines: each program must print what it printed before, on every JDK that is
//! found, with full verification.

#[cfg(test)]
mod builder;
#[cfg(test)]
mod edges;
#[cfg(test)]
mod java;
#[cfg(test)]
mod plans;
#[cfg(test)]
mod tables;

use std::sync::LazyLock;

use java::{Compiled, Jdk, Run};
use plans::{Everywhere, Ids};
use tamis_classfile::rewrite::{Part, Plan, Position, Refusal};

/// The programs of `java/cases`.
const CASES: &[&str] =
    &["Loops", "Switches", "Objects", "Handlers", "Numbers", "Statics", "Methods", "Tables"];

/// The programs of `java/modern`.
const MODERN: &[&str] = &["Records"];

/// Rewrites all classes but the recorder and the driver, runs them on each JDK, and checks that they print the same.
/// Gives what the probes saw, with the JDK.
fn check(compiled: &Compiled, name: &str, rewrite: impl Fn(&str, &[u8]) -> Vec<u8>) -> Vec<Run> {
    let classes = compiled.write_variant(name, rewrite);
    let runs = java::jdks().into_iter().map(|jdk| {
        let before = compiled.baseline(&jdk);
        let after = java::run(&jdk, &classes, compiled.cases());
        assert_eq!(plans::without_wrappers(&after.output), before.output, "{name} on {jdk}");
        after
    });
    runs.collect()
}

fn compiled() -> [Compiled; 2] {
    [java::compile_cases(8, CASES, &[]), java::compile_cases(17, CASES, MODERN)]
}

#[test]
fn entry_and_block_probes_hit_what_runs_and_change_nothing_else() {
    for compiled in compiled() {
        let ids = Ids::starting_at(0);
        let runs = check(&compiled, "entry", |_, bytes| plans::entry(&ids, bytes));
        for run in &runs {
            let hits = ids.names(&run.hits);
            for hit in [
                "cases/Loops.down",
                "cases/Objects$Derived.<init>",
                "cases/Handlers.first",
                "cases/Statics$Constants.<clinit>",
                "cases/Statics$Throwing.<clinit>",
                "cases/Methods$Shape.scale",
                "cases/Methods.locks",
                "cases/Switches.lookup4",
            ] {
                assert!(hits.contains(hit), "{hit} is missing in {hits:?}");
            }
            // Private constructors of the cases are never called.
            assert!(!hits.contains("cases/Loops.<init>"));
        }
        // Numbers past 32767 come from the pool; probes in all basic blocks hit the same methods.
        let large = Ids::starting_at(32_700);
        let large_runs = check(&compiled, "large", |_, bytes| plans::entry(&large, bytes));
        let blocks = Ids::starting_at(0);
        let block_runs = check(&compiled, "blocks", |_, bytes| plans::blocks(&blocks, bytes));
        for ((run, large_run), block_run) in runs.iter().zip(&large_runs).zip(&block_runs) {
            assert_eq!(large.names(&large_run.hits), ids.names(&run.hits));
            assert!(large_run.hits.iter().any(|&id| id > 32_767));
            assert_eq!(blocks.names(&block_run.hits), ids.names(&run.hits));
        }
    }
}

#[test]
fn code_before_every_instruction_changes_nothing() {
    for compiled in compiled() {
        for lengths in [Everywhere::Probes, Everywhere::Nops, Everywhere::Mixed] {
            let ids = Ids::starting_at(0);
            let name = format!("everywhere-{lengths:?}");
            check(&compiled, &name, |_, bytes| plans::everywhere(&ids, bytes, lengths));
        }
    }
}

#[test]
fn snippet_at_the_entry_runs_once_per_call_and_before_offset_0_once_per_round() {
    let compiled = java::compile_cases(8, CASES, &[]);
    // `down(10)` goes round four times, each time to offset 0.
    for (position, count) in [(Position::Entry, 1), (Position::Before(0), 4)] {
        let runs = check(&compiled, &format!("count-{position:?}"), |name, bytes| match name {
            "cases/Loops" => plans::count_calls(bytes, "down", position),
            _ => bytes.to_vec(),
        });
        assert!(runs.iter().all(|run| run.count == count), "{position:?}: {runs:?}");
    }
}

#[test]
fn guard_calls_both_hooks_also_when_the_initialiser_throws() {
    for compiled in compiled() {
        let ids = Ids::starting_at(100);
        let runs = check(&compiled, "guard", |_, bytes| plans::guard(&ids, bytes));
        for run in runs {
            let events = ids.events(&run.events);
            plans::assert_balanced(&events);
            let expected = [
                "begin cases/Statics$Sub",
                "begin cases/Statics$Throwing",
                "end cases/Statics$Throwing",
                "end cases/Statics$Sub",
            ];
            assert!(events.windows(4).any(|window| window == expected), "{events:?}");
            assert!(events.contains(&"begin cases/Statics$Constants".to_owned()));
        }
    }
}

#[test]
fn guard_probe_and_insertions_go_together() {
    for compiled in compiled() {
        for start in [100, 40_000] {
            let ids = Ids::starting_at(start);
            let name = format!("all-{start}");
            let runs = check(&compiled, &name, |_, bytes| plans::guard_and_everywhere(&ids, bytes));
            for run in runs {
                plans::assert_balanced(&ids.events(&run.events));
            }
        }
    }
}

#[test]
fn wrapped_methods_call_both_hooks_and_look_the_same() {
    for compiled in compiled() {
        let ids = Ids::starting_at(0);
        let runs = check(&compiled, "wrap", |_, bytes| plans::wrap_all(&ids, bytes));
        for run in runs {
            let entered = run.events.iter().filter(|event| event.starts_with("enter")).count();
            let left = run.events.iter().filter(|event| event.starts_with("leave")).count();
            assert!(entered > 100, "{entered} events");
            assert_eq!(entered, left);
            // `Methods.thrower(Throwable, Class)`: the second argument is given, and `leave` comes on a throw too.
            for class in ["java.lang.String", "java.lang.Integer"] {
                let events = [format!("enter {class}"), format!("leave {class}")];
                assert!(run.events.windows(2).any(|window| window == events), "{:?}", run.events);
            }
            // Probes are in the originals.
            assert!(ids.names(&run.hits).contains("cases/Methods.locksClass"));
        }
    }
}

#[test]
fn bracketed_methods_call_both_hooks_and_leave_no_trace() {
    for compiled in compiled() {
        let ids = Ids::starting_at(100);
        // Not even stack traces differ: `check` compares the whole output.
        let runs = check(&compiled, "bracket", |_, bytes| plans::bracket_all(&ids, bytes));
        for run in runs {
            let entered = run.events.iter().filter(|event| event.starts_with("enter")).count();
            let left = run.events.iter().filter(|event| event.starts_with("leave")).count();
            assert!(entered > 100, "{entered} events");
            assert_eq!(entered, left);
            assert!(run.events.iter().any(|event| event.starts_with("enter java.lang.String")));
        }
    }
}

#[test]
fn old_class_versions_verify_without_a_stack_map() {
    let compiled = java::compile_cases(8, CASES, &[]);
    for major in [48, 49, 50, 51] {
        let ids = Ids::starting_at(0);
        check(&compiled, &format!("version-{major}"), |name, bytes| {
            let mut bytes = bytes.to_vec();
            if plans::fits_version_48(name) {
                bytes[7] = major;
            }
            plans::guard_and_wrap(&ids, &bytes)
        });
        check(&compiled, &format!("bracket-{major}"), |name, bytes| {
            let mut bytes = bytes.to_vec();
            if plans::fits_version_48(name) {
                bytes[7] = major;
            }
            plans::bracket_all(&ids, &bytes)
        });
    }
}

#[test]
fn longest_possible_code_runs_and_one_byte_more_is_refused() {
    // `nop`s, then `iconst_5; ireturn`.
    let class = |length: usize| {
        let mut code = vec![0; length];
        code[length - 2..].copy_from_slice(&[8, 172]);
        builder::ClassBuilder::new("cases/Long").method("answer", "()I", &code).bytes()
    };
    let (bytes, refused) = plans::entry_with_refusals(&class(65_527));
    assert_eq!(refused, []);
    let large = class(65_528);
    let (unchanged, refused) = plans::entry_with_refusals(&large);
    assert_eq!(unchanged, large);
    let refusal = Refusal::CodeTooLarge { length: 65_536 };
    assert_eq!((refused[0].part, &refused[0].refusal), (Part::Entry, &refusal));

    assert_eq!(run_answer("long", &bytes), "5");
}

/// Runs the method `answer` of class `cases/Long` on each JDK, which must agree.
fn run_answer(name: &str, class: &[u8]) -> String {
    static COMPILED: LazyLock<Compiled> = LazyLock::new(|| {
        let caller = "package cases; public class Caller { public static void run() { \
            System.out.println(Long.answer()); } }";
        let stub = "package cases; public class Long { public static int answer() { return 0; } }";
        java::compile_text("answer", "-g", &[("Caller", caller), ("Long", stub)])
    });
    let directory = COMPILED.write_variant(name, |other, bytes| match other {
        "cases/Long" => class.to_vec(),
        _ => bytes.to_vec(),
    });
    let run = |jdk: &Jdk| java::run(jdk, &directory, COMPILED.cases()).output;
    let mut answers: Vec<_> = java::jdks().iter().map(run).collect();
    answers.dedup();
    assert_eq!(answers.len(), 1, "{answers:?}");
    answers.concat().replace("== Caller\n", "").trim().to_owned()
}

#[test]
fn subroutines_of_old_classes_still_return() {
    // A subroutine that adds one to a local is called twice.
    let code = [
        167, 0, 9, // 0: goto 9
        76, 132, 0, 1, 169, 1, // 3: astore_1; iinc 0 1; ret 1
        6, 59, // 9: iconst_3; istore_0
        168, 255, 248, // 11: jsr 3
        168, 255, 245, // 14: jsr 3
        26, 172, // 17: iload_0; ireturn
    ];
    let bytes = builder::ClassBuilder::new("cases/Long").major(48).method("answer", "()I", &code);
    let ids = Ids::starting_at(0);
    for lengths in [Everywhere::Probes, Everywhere::Nops, Everywhere::Mixed] {
        let rewritten = plans::everywhere(&ids, &bytes.bytes(), lengths);
        assert_eq!(run_answer(&format!("subroutine-{lengths:?}"), &rewritten), "5");
    }
}

#[test]
fn locals_past_255_and_code_without_debug_tables_run() {
    use std::fmt::Write as _;
    let mut body = String::new();
    for local in 0..300 {
        write!(body, "int v{local} = {local}; v{local} += 1000; ").unwrap();
    }
    let text = format!(
        "package cases; public class Wide {{ static long sum(boolean flag) {{ {body} \
         long total = flag ? v299 : v0; for (int v : new int[] {{v298, v297}}) total += v; \
         return total; }} public static void run() {{ System.out.println(sum(true) + sum(false)); }} }}"
    );
    for debug in ["-g", "-g:none"] {
        let compiled = java::compile_text(&format!("wide{debug}"), debug, &[("Wide", &text)]);
        let ids = Ids::starting_at(0);
        let runs =
            check(&compiled, "mixed", |_, bytes| plans::everywhere(&ids, bytes, Everywhere::Mixed));
        assert!(runs.iter().all(|run| run.output == "== Wide\n7489\n"));
    }
}

#[test]
fn broken_rewrites_are_caught_by_the_verifier() {
    // Without this, a test that passes would not say that anything was verified.
    let compiled = java::compile_cases(8, CASES, &[]);
    let jdk: &Jdk = &java::jdks()[0];
    for (name, damage) in [
        ("too-small-stack", plans::damage_stack as fn(&mut [u8])),
        ("frame-not-moved", plans::damage_frame),
    ] {
        let ids = Ids::starting_at(0);
        let classes = compiled.write_variant(name, |class, bytes| {
            let mut bytes = plans::entry(&ids, bytes);
            if class == "cases/Loops" {
                damage(&mut bytes);
            }
            bytes
        });
        let error = java::run_fails(jdk, &classes, &["Loops".to_owned()]);
        assert!(error.contains("java.lang.VerifyError"), "{name}: {error}");
    }
}

#[test]
fn plan_that_does_nothing_gives_the_same_bytes() {
    for bytes in java::compile_cases(17, CASES, MODERN).classes().values() {
        let class = tamis_classfile::ClassFile::parse(bytes).unwrap();
        let rewritten = tamis_classfile::rewrite::rewrite(&class, &Plan::default()).unwrap();
        assert!(!rewritten.is_changed);
        assert_eq!(&rewritten.bytes, bytes);
    }
}
