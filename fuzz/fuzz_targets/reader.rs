//! Reads arbitrary bytes as a class file: no panic, and writing what was read is stable.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tamis_classfile::rewrite::leaders;
use tamis_classfile::{Attribute, ClassFile, Location, write};

fuzz_target!(|data: &[u8]| {
    let Ok(class) = ClassFile::parse(data) else { return };
    look_at_everything(&class);
    let Ok(once) = write::reencode(&class) else { return };
    let again = ClassFile::parse(&once).expect("what was written can be read");
    let twice = write::reencode(&again).expect("what was written once can be written again");
    assert_eq!(once, twice);
});

/// Calls what decodes on demand; errors are fine.
fn look_at_everything(class: &ClassFile<'_>) {
    let _ = class.name().to_text();
    let _ = class.super_name();
    for name in class.interface_names() {
        let _ = name;
    }
    for index in class.pool().indices() {
        let _ = class.pool().get(index);
        let _ = class.pool().member(index);
        let _ = class.pool().name_and_type(index);
        if let Ok(text) = class.pool().utf8(index) {
            let _ = (text.to_text(), text.is_well_formed());
            let _ = tamis_classfile::descriptor::parameters(text);
            let _ = tamis_classfile::descriptor::class_names(text).count();
        }
    }
    for (members, location) in [(class.fields(), Location::Field), (class.methods(), Location::Method)] {
        for member in members.iter() {
            for raw in member.attributes.iter() {
                if let Ok(Attribute::Code(code)) = class.decode(&raw, location) {
                    let _ = leaders(&code);
                    for raw in code.attributes.iter() {
                        let _ = class.decode(&raw, Location::Code);
                    }
                }
            }
        }
    }
    for raw in class.attributes().iter() {
        let _ = class.decode(&raw, Location::Class);
    }
}
