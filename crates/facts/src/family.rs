//! A family: a top-level class and the classes whose names start with its name and a dollar sign.
//!
//! Compilers number anonymous classes, lambdas and accessors within a family, so that is the unit in which such names
//! can be given a meaning that survives the insertion of another one. No class outside the family has a say, which
//! keeps facts cacheable file by file (or rather, handful by handful).

use tamis_classfile::ClassFile;

use crate::numbered::{AccessConstructors, ClassNames, SyntheticMethods};
use crate::switch_maps::SwitchMaps;

/// The name of the family that a class belongs to, from its internal name: up to the first dollar sign of its simple
/// name, if that is not its first character.
pub fn family_name(internal: &str) -> &str {
    let simple = internal.rfind('/').map_or(0, |slash| slash + 1);
    let dollar = internal.bytes().skip(simple + 1).position(|byte| byte == b'$');
    match dollar {
        Some(distance) => internal.get(..simple + 1 + distance).unwrap_or(internal),
        None => internal,
    }
}

/// The parsed classes of a family, and what their compiler-made names stand for.
pub(crate) struct Family<'f, 'a> {
    pub(crate) classes: &'f [ClassFile<'a>],
    pub(crate) names: ClassNames<'a>,
    pub(crate) synthetics: SyntheticMethods<'a>,
    pub(crate) access_constructors: AccessConstructors<'a>,
    pub(crate) switch_maps: SwitchMaps<'a>,
}

impl<'f, 'a> Family<'f, 'a> {
    pub(crate) fn new(classes: &'f [ClassFile<'a>]) -> Result<Self, tamis_classfile::ReadError> {
        let names = ClassNames::of(classes)?;
        let synthetics = SyntheticMethods::of(classes)?;
        let access_constructors = AccessConstructors::of(classes, &names)?;
        let switch_maps = SwitchMaps::of(classes)?;
        Ok(Self { classes, names, synthetics, access_constructors, switch_maps })
    }

    /// Classes that are taken by themselves: every name counts as it stands.
    pub(crate) fn unrelated(classes: &'f [ClassFile<'a>]) -> Self {
        Self {
            classes,
            names: ClassNames::default(),
            synthetics: SyntheticMethods::default(),
            access_constructors: AccessConstructors::default(),
            switch_maps: SwitchMaps::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::family_name;

    #[test]
    fn a_family_is_named_after_its_top_level_class() {
        for (class, family) in [
            ("p/q/Outer$1", "p/q/Outer"),
            ("p/q/Outer$Inner$1Local", "p/q/Outer"),
            ("p$q/Outer", "p$q/Outer"),
            ("Outer", "Outer"),
            ("$Proxy1", "$Proxy1"),
            ("p/$Gen$1", "p/$Gen"),
            ("p/package-info", "p/package-info"),
        ] {
            assert_eq!(family_name(class), family);
        }
    }
}
