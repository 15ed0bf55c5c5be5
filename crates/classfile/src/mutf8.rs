//! Modified UTF-8, the encoding of strings in class files (JVMS 4.4.7): zero is two bytes, characters past the basic
//! plane are two surrogates of three bytes each, and single surrogates are allowed.

use std::borrow::Cow;
use std::fmt;

/// A string constant as it stands in the file. Compares by bytes, which for modified UTF-8 is the same as by
/// characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MStr<'a>(&'a [u8]);

impl<'a> MStr<'a> {
    /// Wraps the bytes of a `CONSTANT_Utf8`; they are not checked, see [`MStr::is_well_formed`].
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// The bytes as they stand in the file.
    #[inline]
    pub const fn as_bytes(self) -> &'a [u8] {
        self.0
    }

    /// Whether the string is empty.
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The text. Unpaired surrogates and bytes that are not modified UTF-8 become U+FFFD, so two different constants
    /// can print alike: compare [`MStr`]s, not their texts.
    pub fn to_text(self) -> Cow<'a, str> {
        match std::str::from_utf8(self.0) {
            // Plain UTF-8 up to three bytes is the same in both encodings, except for a zero byte and for four-byte
            // sequences, neither of which modified UTF-8 has.
            Ok(text) if !self.0.iter().any(|&byte| byte == 0 || byte >= 0xf0) => {
                Cow::Borrowed(text)
            }
            _ => Cow::Owned(
                char::decode_utf16(Units { bytes: self.0 })
                    .map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER))
                    .collect(),
            ),
        }
    }

    /// The text, different for different strings: a backslash is doubled, a single surrogate becomes `\uXXXX`, a byte that
    /// is no modified UTF-8 becomes `\xXX`.
    pub fn to_unique_text(self) -> String {
        let mut text = String::with_capacity(self.0.len());
        let mut rest = self.0;
        while let Some((&first, after_first)) = rest.split_first() {
            let Some((unit, after_unit)) = split_unit(rest) else {
                text.push_str(&format!("\\x{first:02x}"));
                rest = after_first;
                continue;
            };
            rest = after_unit;
            let pair = split_unit(rest).map(|(low, after)| ([unit, low], after));
            match (char::from_u32(u32::from(unit)), pair) {
                (Some('\\'), _) => text.push_str("\\\\"),
                (Some(character), _) => text.push(character),
                (None, Some((units, after)))
                    if let Some(Ok(character)) = char::decode_utf16(units).next() =>
                {
                    text.push(character);
                    rest = after;
                }
                (None, _) => text.push_str(&format!("\\u{unit:04x}")),
            }
        }
        text
    }

    /// Whether the bytes are modified UTF-8.
    pub fn is_well_formed(self) -> bool {
        let mut rest = self.0;
        while let Some((_, tail)) = split_unit(rest) {
            rest = tail;
        }
        rest.is_empty()
    }
}

impl fmt::Display for MStr<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}

impl fmt::Debug for MStr<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_text(), f)
    }
}

impl PartialEq<str> for MStr<'_> {
    fn eq(&self, other: &str) -> bool {
        self.0 == other.as_bytes()
    }
}

impl PartialEq<&str> for MStr<'_> {
    fn eq(&self, other: &&str) -> bool {
        self.0 == other.as_bytes()
    }
}

/// One UTF-16 unit from the front, or `None` at the end or at a malformed sequence.
fn split_unit(bytes: &[u8]) -> Option<(u16, &[u8])> {
    let continuation = |byte: u8| (byte & 0xc0 == 0x80).then_some(u16::from(byte & 0x3f));
    match bytes {
        [a @ 0x01..=0x7f, rest @ ..] => Some((u16::from(*a), rest)),
        [a @ 0xc0..=0xdf, b, rest @ ..] => {
            Some((u16::from(*a & 0x1f) << 6 | continuation(*b)?, rest))
        }
        [a @ 0xe0..=0xef, b, c, rest @ ..] => {
            Some((u16::from(*a & 0x0f) << 12 | continuation(*b)? << 6 | continuation(*c)?, rest))
        }
        _ => None,
    }
}

/// Decodes to UTF-16 units; a malformed byte becomes a lone surrogate, hence U+FFFD.
struct Units<'a> {
    bytes: &'a [u8],
}

impl Iterator for Units<'_> {
    type Item = u16;

    fn next(&mut self) -> Option<u16> {
        if let Some((unit, rest)) = split_unit(self.bytes) {
            self.bytes = rest;
            return Some(unit);
        }
        let (_, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(0xdfff)
    }
}

#[cfg(test)]
mod tests {
    use super::MStr;

    fn check(bytes: &[u8], text: &str, well_formed: bool) {
        let string = MStr::new(bytes);
        assert_eq!(string.to_text(), text, "{bytes:x?}");
        assert_eq!(string.is_well_formed(), well_formed, "{bytes:x?}");
    }

    #[test]
    fn decodes_modified_utf8_and_marks_what_is_not() {
        check(b"", "", true);
        check(b"java/lang/Object", "java/lang/Object", true);
        check(&[0xc0, 0x80], "\0", true);
        check("é€".as_bytes(), "é€", true);
        check(&[0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80], "😀", true);
        check(&[0xed, 0xa0, 0xbd], "\u{fffd}", true);
        check(&[b'a', 0x00], "a\u{fffd}", false);
        check("😀".as_bytes(), "\u{fffd}\u{fffd}\u{fffd}\u{fffd}", false);
        check(&[0xe2, 0x82], "\u{fffd}\u{fffd}", false);
    }

    #[test]
    fn unique_text_keeps_different_strings_apart() {
        let unique = |bytes: &[u8]| MStr::new(bytes).to_unique_text();
        assert_eq!(unique("p/Été".as_bytes()), "p/Été");
        assert_eq!(unique(&[0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]), "😀");
        assert_eq!(unique(&[0xed, 0xa0, 0xbd]), "\\ud83d");
        assert_eq!(unique(b"\\ud83d"), "\\\\ud83d");
        assert_eq!(unique(&[0xff, b'a']), "\\xffa");
    }
}
