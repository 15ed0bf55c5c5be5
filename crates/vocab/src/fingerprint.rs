//! 128 bits that stand for content. Making one is the business of `facts::fingerprint`; this is only the value.

use std::fmt;
use std::str::FromStr;

/// The identity of some content: equal content has equal fingerprints, on every machine and in every run of the same
/// format version.
///
/// There is no default and no way to make one from an error: what could not be read has no fingerprint.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(u128);

impl Fingerprint {
    /// From the number a hash function gave.
    pub const fn from_u128(value: u128) -> Self {
        Self(value)
    }

    /// The number.
    pub const fn as_u128(self) -> u128 {
        self.0
    }

    /// Little-endian bytes, as stored.
    pub const fn to_bytes(self) -> [u8; 16] {
        self.0.to_le_bytes()
    }

    /// From [`Self::to_bytes`].
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(u128::from_le_bytes(bytes))
    }

    /// The first eight hexadecimal digits: enough for people to tell two apart.
    pub fn short(self) -> String {
        format!("{:08x}", self.0 >> 96)
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fingerprint({self})")
    }
}

/// Text that is not 32 hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseFingerprintError(String);

impl fmt::Display for ParseFingerprintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a fingerprint (32 hexadecimal digits)", self.0)
    }
}

impl std::error::Error for ParseFingerprintError {}

impl FromStr for Fingerprint {
    type Err = ParseFingerprintError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digits = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        match u128::from_str_radix(text, 16) {
            Ok(value) if digits => Ok(Self(value)),
            _ => Err(ParseFingerprintError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Fingerprint;

    #[test]
    fn text_and_bytes_come_back() {
        let fingerprint = Fingerprint::from_u128(0x0102_0304_0506_0708_090a_0b0c_0d0e_0f10);
        assert_eq!(fingerprint.to_string(), "0102030405060708090a0b0c0d0e0f10");
        assert_eq!(fingerprint.short(), "01020304");
        assert_eq!(fingerprint.to_string().parse(), Ok(fingerprint));
        assert_eq!(Fingerprint::from_bytes(fingerprint.to_bytes()), fingerprint);
    }

    #[test]
    fn other_text_is_no_fingerprint() {
        for text in
            ["", "0", "-0102030405060708090a0b0c0d0e0f1", "+102030405060708090a0b0c0d0e0f10"]
        {
            assert!(text.parse::<Fingerprint>().is_err(), "{text}");
        }
    }
}
