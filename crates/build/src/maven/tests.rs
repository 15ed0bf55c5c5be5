//! Descriptions of modules, and words.

use std::fs;

use super::{Module, ModuleError, root, words};

const WHOLE: &str = "mojo\torg.apache.maven.plugin.surefire.SurefirePlugin\ngroup\tcom.acme\nartifact\tshop core\n\
    folder\t/p/core\noutput\t/p/core/target\nforks\ttrue\narguments\t-Xmx1g -Da=1\npath\t/p/core/target/classes\n\
    property\tbasedir=/p/core\nproperty\ta=x=\\\\y\\nz\nsetting\tgetGroups=fast\nclass\tcom.acme.ATest\nend\t\n";

#[test]
fn a_module_is_read() {
    let module = Module::parse(WHOLE).unwrap();
    assert_eq!(module.key(), "com.acme+shop%20core");
    assert!(module.forks);
    let property = ("a".to_owned(), "x=\\y\nz".to_owned());
    assert!(module.properties.contains(&property));
    let words = module.jvm_words();
    let words: Vec<_> = words.iter().map(|word| word.to_str().unwrap()).collect();
    assert_eq!(
        words,
        [
            "-Xmx1g",
            "-Da=1",
            "-Da=x=\\y\nz",
            "-Dbasedir=/p/core",
            "surefire folder=/p/core",
            "surefire getGroups=fast"
        ]
    );
    assert_eq!(module.tests().first().unwrap().to_string(), "com.acme.ATest");
}

#[test]
fn no_two_modules_share_a_folder() {
    let key = |group: &str, artifact: &str| {
        Module { group: group.into(), artifact: artifact.into(), ..Module::default() }.key()
    };
    let different = [
        key("a.b", "c"),
        key("a", "b.c"),
        key("a", "b_c"),
        key("a", "b c"),
        key("a", "b:c"),
        key("a", "b%3ac"),
        key("a", "b+c"),
        key("a+b", "c"),
        key("", "a"),
        key("a", ""),
    ];
    for (place, one) in different.iter().enumerate() {
        assert!(!different[..place].contains(one), "{one}");
    }
}

#[test]
fn where_tests_begin_is_told_if_it_is_not_the_folder_of_the_module() {
    let words_with = |detail: &str| {
        let text = WHOLE.replace("end\t", &format!("detail\t{detail}\nend\t"));
        let words = Module::parse(&text).unwrap().jvm_words();
        words.last().unwrap().to_str().unwrap().to_owned()
    };
    assert_eq!(words_with("getWorkingDirectory=/p/core"), "surefire getGroups=fast");
    let elsewhere = "getWorkingDirectory=/p/core/src";
    assert_eq!(words_with(elsewhere), format!("surefire {elsewhere}"));
    assert_eq!(words_with("isUseSystemClassLoader=true"), "surefire getGroups=fast");
    let other = "isUseSystemClassLoader=false";
    assert_eq!(words_with(other), format!("surefire {other}"));
}

#[test]
fn the_file_of_coverage_is_that_of_the_agent() {
    let mut module = Module::parse(WHOLE).unwrap();
    assert_eq!(module.coverage_file(), None);
    module.arguments =
        "-Xmx1g \"-javaagent:/m/org.jacoco.agent.jar=excludes=a,destfile=/p/t/j.exec\"".into();
    assert_eq!(module.coverage_file(), Some("/p/t/j.exec".into()));
    module.arguments = "-javaagent:/m/jacoco.jar=excludes=a".into();
    assert_eq!(module.coverage_file(), Some("/p/core/jacoco.exec".into()));
}

#[test]
fn half_a_module_is_none() {
    let cut = WHOLE.strip_suffix("end\t\n").unwrap();
    assert_eq!(Module::parse(cut), Err(ModuleError::Missing("end")));
    assert_eq!(Module::parse("what\tis this\n"), Err(ModuleError::Line(1)));
    assert_eq!(Module::parse("mojo\n"), Err(ModuleError::Line(1)));
    let without = WHOLE.replace("path\t/p/core/target/classes\n", "");
    assert_eq!(Module::parse(&without), Err(ModuleError::Missing("path")));
}

#[test]
fn words_are_split_as_a_shell_does() {
    assert_eq!(
        words(" -Xmx1g  \"-Da=b c\" -De='f \"g' ''"),
        ["-Xmx1g", "-Da=b c", "-De=f \"g", ""]
    );
    assert!(words("  ").is_empty());
}

#[test]
fn the_root_of_a_build_is_above_its_modules() {
    let folder = tempfile::tempdir().unwrap();
    let top = fs::canonicalize(folder.path()).unwrap();
    let module = top.join("parent/module");
    fs::create_dir_all(&module).unwrap();
    assert_eq!(root(&module, &[]), None);
    for folder in [module.clone(), top.join("parent")] {
        fs::write(folder.join("pom.xml"), "").unwrap();
    }
    assert_eq!(root(&module, &["test".into()]), Some(top.join("parent")));
    let pom = "parent/module/pom.xml";
    for file in [
        vec!["-f".to_owned(), pom.to_owned()],
        vec!["--file".to_owned(), pom.to_owned()],
        vec![format!("-f{pom}")],
        vec![format!("-f={pom}")],
        vec![format!("--file={pom}")],
        vec!["-file".to_owned(), pom.to_owned()],
        vec![format!("-file={pom}")],
        vec!["-f".to_owned(), pom.to_owned(), "-f".to_owned(), "nowhere".to_owned()],
    ] {
        let words: Vec<_> = file.iter().map(Into::into).chain(["test".into()]).collect();
        assert_eq!(root(&top, &words), Some(top.join("parent")), "{words:?}");
    }
    for other in ["-fae", "-ff", "-fn"] {
        assert_eq!(root(&module, &[other.into()]), Some(top.join("parent")), "{other}");
    }
    // A checkout inside another one: a worktree has a file, no folder.
    fs::write(module.join(".git"), "gitdir: elsewhere").unwrap();
    assert_eq!(root(&module, &[]), Some(module.clone()));
    fs::remove_file(module.join(".git")).unwrap();
    fs::create_dir(top.join("parent/.git")).unwrap();
    assert_eq!(root(&module, &[]), Some(top.join("parent")));
}
