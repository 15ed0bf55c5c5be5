//! The text form of sets of border methods.

use super::{BorderMethods, ParseBorderError};

#[test]
fn a_set_comes_back_from_its_text() {
    let mut set = BorderMethods::new("JDK 25.0.3+9");
    set.add("p/L", "m(Ljava/lang/String;)V");
    set.add("p/L", "n");
    set.add("p/K", "<init>()V");
    let text = set.to_string();
    assert_eq!(
        text,
        "tamis-border-methods 1 JDK 25.0.3+9\np/K\n <init>()V\np/L\n m(Ljava/lang/String;)V\n n\n"
    );
    assert_eq!(text.parse(), Ok(set));
    assert_eq!(BorderMethods::default().to_string().parse(), Ok(BorderMethods::default()));
}

#[test]
fn other_text_is_refused_with_its_line() {
    let check = |text: &str, error: ParseBorderError| {
        assert_eq!(text.parse::<BorderMethods>(), Err(error), "{text}");
    };
    check("", ParseBorderError::Heading { found: String::new() });
    let found = "tamis-border-methods 12".to_owned();
    check("tamis-border-methods 12", ParseBorderError::Heading { found });
    let found = "m()V".to_owned();
    check("tamis-border-methods 1\n# c\n m()V", ParseBorderError::NoClass { line: 3, found });
    let found = "p/L m".to_owned();
    check("tamis-border-methods 1\np/L m", ParseBorderError::Name { line: 2, found });
}

#[test]
fn the_list_made_by_hand_can_be_read_and_holds_the_four() {
    let minimal = BorderMethods::minimal().unwrap();
    for (class, method) in BorderMethods::four().iter() {
        assert!(minimal.contains(class, method), "{class} {method}");
    }
    assert!(minimal.contains("java/util/ServiceLoader", "load"));
    assert!(!minimal.contains("java/lang/Enum", "valueOf"));
}
