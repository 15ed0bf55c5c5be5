//! Small images, whole and damaged, and those of the JDKs at hand.

use std::io::Write as _;

use super::{Image, ImageError, PATH};

/// The smallest image: one location, and what it says.
fn image(location: &[u8], strings: &[u8], file: &[u8]) -> Vec<u8> {
    let numbers =
        [super::MAGIC, 1 << 16, 0, 1, 1, location.len() as u32, strings.len() as u32, 0, 0];
    let mut bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    bytes.extend([location, strings, file].concat());
    bytes
}

fn open(bytes: &[u8]) -> Result<Image, ImageError> {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(bytes).unwrap();
    Image::open(file.path())
}

/// `/m/p/A.class`, four bytes at the start of the files.
const LOCATION: [u8; 13] = [1 << 3, 1, 2 << 3, 3, 3 << 3, 5, 4 << 3, 7, 5 << 3, 0, 7 << 3, 4, 0];
const STRINGS: &[u8] = b"\0m\0p\0A\0class\0";

#[test]
fn one_class_is_found_by_its_location() {
    let image = open(&image(&LOCATION, STRINGS, b"file")).unwrap();
    let classes = image.classes().unwrap();
    let mut told = Vec::new();
    let tell = |class: &super::ImageClass<'_>, bytes: &[u8]| {
        told.push((class.module.to_owned(), class.name(), bytes.to_vec()));
    };
    image.read_all(&classes, tell).unwrap();
    assert_eq!(told, [("m".to_owned(), "p/A".to_owned(), b"file".to_vec())]);
}

#[test]
fn damage_is_told_with_its_place() {
    let check = |bytes: &[u8], expected: &str| {
        let error = open(bytes).and_then(|image| image.classes().map(|_| ())).unwrap_err();
        assert_eq!(error.to_string(), expected);
    };
    check(b"", "at byte 0x0: expected the magic, found the end after 0 bytes");
    check(b"abcdefgh", "at byte 0: expected the magic 0xcafedada of a JDK image, found 0x64636261");
    let good = image(&LOCATION, STRINGS, b"file");
    check(&good[..20], "at byte 0x14: expected a header of 28 bytes, found the end after 20 bytes");
    check(&good[..40], "at byte 0x3e: expected its index, found the end after 40 bytes");
    let last = good.len() - 1;
    check(&good[..last], "at byte 0x3e: expected a class file, found the end after 65 bytes");
    let compressed = [&LOCATION[..12], &[6 << 3, 9, 0]].concat();
    let compressed = image(&compressed, STRINGS, b"file");
    let text =
        "`/m/p/A.class` is compressed: only images that store classes as they are can be read";
    check(&compressed, text);
    let unknown = image(&[31 << 3, 0, 0], STRINGS, b"");
    check(&unknown, "at byte 0x24: expected the kind of an attribute (0–7), found 31");
    let endless = image(&LOCATION, b"\0m\0p\0A\0class", b"file");
    let text =
        "at byte 0x38: expected a string that ends with a zero byte, found the end after 65 bytes";
    check(&endless, text);
}

#[test]
fn no_flipped_byte_makes_it_panic() {
    let good = image(&LOCATION, STRINGS, b"file");
    for place in 0..good.len() {
        for flip in [0x01, 0x80, 0xff] {
            let mut bytes = good.clone();
            bytes[place] ^= flip;
            if let Ok(image) = open(&bytes) {
                let _ = image.classes().map(|classes| image.read_all(&classes, |_, _| {}));
                let _ = image.class("p/A");
            }
        }
    }
}

#[test]
fn an_image_that_is_not_there_is_told_with_its_path() {
    let error = Image::open(std::path::Path::new("none/lib/modules")).unwrap_err().to_string();
    assert!(error.starts_with("cannot read `none/lib/modules`: "), "{error}");
}

#[test]
fn in_both_jdks_a_class_is_the_same_in_the_listing_and_by_name() {
    for (release, least) in [(17, 25_000), (25, 26_000)] {
        let image = Image::open(&tamis_testkit::jdk(release).home.join(PATH)).unwrap();
        let classes = image.classes().unwrap();
        assert!(classes.iter().filter(|class| !class.is_module()).count() > least);
        let (mut count, mut buffer) = (0, Vec::new());
        let check = |class: &super::ImageClass<'_>, bytes: &[u8]| {
            count += 1;
            // Each of them would take its time.
            if count % 97 == 0 && !class.is_module() {
                assert_eq!(image.class(&class.name()).as_deref(), Some(bytes), "{}", class.name());
                image.read(class.place, &mut buffer).unwrap();
                assert_eq!(buffer, bytes);
            }
        };
        image.read_all(&classes, check).unwrap();
        assert_eq!(count, classes.len());
        assert_eq!(image.class("java/util/None"), None);
        assert_eq!(image.class("None"), None);
    }
}
