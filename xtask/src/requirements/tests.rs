//! Looks for JDKs in folders made for the test, and reads the list of what is missing.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::jdk::parse_release;
use super::*;

/// A folder that looks like a JDK from the outside.
fn make_jdk(home: &Path, version: &str) {
    let bin = home.join("bin");
    fs::create_dir_all(&bin).unwrap();
    for tool in ["java", "javac"] {
        fs::write(bin.join(format!("{tool}{}", env::consts::EXE_SUFFIX)), "").unwrap();
    }
    fs::write(home.join("release"), format!("JAVA_VERSION=\"{version}\"\n")).unwrap();
}

fn places(variables: &[(&str, &Path)], collections: &[&Path]) -> Places {
    Places {
        variables: variables.iter().map(|(name, path)| (name.into(), path.into())).collect(),
        collections: collections.iter().map(PathBuf::from).collect(),
    }
}

#[test]
fn release_number_is_read_from_every_form_of_version() {
    let rows = [
        ("IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"17.0.15\"\nOS_ARCH=\"x86_64\"\n", Some(17)),
        ("JAVA_VERSION=\"25\"\n", Some(25)),
        ("JAVA_VERSION=\"26-ea\"\r\n", Some(26)),
        ("JAVA_VERSION=\"1.8.0_402\"\n", Some(8)),
        ("JAVA_VERSION_DATE=\"2025-04-15\"\n", None),
        ("JAVA_VERSION=\"\"\n", None),
        ("", None),
    ];
    for (text, expected) in rows {
        assert_eq!(parse_release(text), expected, "{text:?}");
    }
}

#[test]
fn jdk_is_found_in_a_collection_by_release_and_in_order_of_name() {
    let dir = tempfile::tempdir().unwrap();
    for (name, version) in [("a-17", "17.0.1"), ("b-17", "17.0.2"), ("c-25", "25.0.3")] {
        make_jdk(&dir.path().join(name), version);
    }
    let places = places(&[], &[&dir.path().join("nowhere"), dir.path()]);
    assert_eq!(places.find(17), Ok(dir.path().join("a-17")));
    assert_eq!(places.find(25), Ok(dir.path().join("c-25")));
    assert_eq!(places.find(21), Err("not found".to_owned()));
}

#[test]
fn jdk_is_found_inside_a_bundle() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path().join("temurin.jdk/Contents/Home");
    make_jdk(&home, "25.0.3");
    assert_eq!(places(&[], &[dir.path()]).find(25), Ok(home));
}

#[test]
fn jdk_of_java_home_and_path_come_before_the_collections() {
    let dir = tempfile::tempdir().unwrap();
    // Canonical, because the folder of a `javac` on the PATH is reported so.
    let root = fs::canonicalize(dir.path()).unwrap();
    for name in ["home", "path", "all/one"] {
        make_jdk(&root.join(name), "17.0.1");
    }
    let (home, path, all) = (root.join("home"), root.join("path"), root.join("all"));
    let bin = path.join("bin");
    assert_eq!(places(&[("PATH", &bin)], &[&all]).find(17), Ok(path));
    assert_eq!(places(&[("PATH", &bin), ("JAVA_HOME", &home)], &[&all]).find(17), Ok(home));
}

#[test]
fn folder_without_java_javac_or_release_is_no_jdk() {
    let suffix = env::consts::EXE_SUFFIX;
    for part in [format!("bin/java{suffix}"), format!("bin/javac{suffix}"), "release".to_owned()] {
        let dir = tempfile::tempdir().unwrap();
        make_jdk(&dir.path().join("jdk"), "17.0.1");
        fs::remove_file(dir.path().join("jdk").join(&part)).unwrap();
        let found = places(&[], &[dir.path()]).find(17);
        assert_eq!(found, Err("not found".to_owned()), "without {part}");
    }
}

#[test]
fn variable_that_names_something_else_is_an_error_even_if_there_is_a_jdk() {
    let dir = tempfile::tempdir().unwrap();
    let (old, new) = (dir.path().join("17"), dir.path().join("25"));
    make_jdk(&old, "17.0.1");
    make_jdk(&new, "25.0.3");
    let all = [dir.path()];
    assert_eq!(places(&[("TAMIS_JDK_17", &old)], &all).find(17), Ok(old));
    let wrong = places(&[("TAMIS_JDK_17", &new)], &all).find(17);
    assert_eq!(wrong, Err("TAMIS_JDK_17 names a JDK 25".to_owned()));
    let nothing = places(&[("TAMIS_JDK_17", dir.path())], &all).find(17).unwrap_err();
    assert!(nothing.starts_with("TAMIS_JDK_17 is `") && nothing.ends_with("no JDK"), "{nothing}");
}

#[test]
fn default_java_is_that_of_java_home_or_else_of_the_path() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path().join("jdk");
    make_jdk(&home, "17.0.1");
    let bin = home.join("bin");
    assert!(places(&[("JAVA_HOME", &home)], &[]).default_java().is_ok());
    assert!(places(&[("PATH", &bin)], &[]).default_java().is_ok());

    let error = places(&[("PATH", dir.path())], &[]).default_java().unwrap_err();
    assert_eq!(error, "JAVA_HOME is not set and `javac` is not on the PATH");
    // A wrong JAVA_HOME is not papered over by the PATH, since build tools would take it.
    let error = places(&[("JAVA_HOME", dir.path()), ("PATH", &bin)], &[]).default_java();
    assert!(error.unwrap_err().ends_with("has no java and javac"));
}

#[test]
fn missing_things_are_listed_with_their_use_and_a_hint() {
    let requirements = Requirements {
        items: vec![
            requirement("git", "lists files", Ok("git version 2".to_owned())),
            jdk_requirement(25, Err("not found".to_owned())),
        ],
        jdks: Vec::new(),
    };
    assert!(!requirements.are_met());
    let expected = "found    git     git version 2\n\
                    missing  JDK 25  not found; it is one of the JDKs that the tests run on\n\
                    hint: install JDK 25, or set TAMIS_JDK_25 to the folder of one\n";
    assert_eq!(requirements.render(), expected);
}

#[test]
fn found_jdks_are_handed_on_as_variables() {
    let home = PathBuf::from("jdks/17");
    let requirements = Requirements {
        items: vec![jdk_requirement(17, Ok(home.clone()))],
        jdks: vec![(17, home.clone())],
    };
    assert!(requirements.are_met());
    let variables: BTreeMap<_, _> = requirements.variables().into_iter().collect();
    assert_eq!(variables.get("TAMIS_JDK_17"), Some(&home.into_os_string()));
}
