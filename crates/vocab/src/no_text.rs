//! Files in a project that are not of the project.
//!
//! Some builds want a licence at the top of each text file below the project, and take for a text what looks like one in its
//! first bytes. What we keep there begins with bytes that no text has.

/// What kept files begin with: more than half of what such tools look at, whatever encoding they think of.
pub const NO_TEXT: [u8; 128] = [0; 128];

/// The bytes of a file with that content.
pub fn as_no_text(content: &[u8]) -> Vec<u8> {
    [&NO_TEXT, content].concat()
}

/// The content of such a file. Files without that beginning are their own content: earlier releases wrote such.
pub fn content_of_no_text(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(&NO_TEXT).unwrap_or(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How Apache RAT up to 0.16 tells that it needs no licence, where each byte is a character.
    fn is_binary(file: &[u8]) -> bool {
        let taste = file.get(..200).unwrap_or(file);
        taste.iter().filter(|byte| **byte <= 8).count() * 100 > taste.len() * 30
    }

    #[test]
    fn what_is_kept_looks_like_no_text_and_comes_back() {
        for content in ["", "a", &"tamis-recipe\t2\n".repeat(100)] {
            let file = as_no_text(content.as_bytes());
            assert!(is_binary(&file), "{content}");
            assert_eq!(content_of_no_text(&file), content.as_bytes());
            assert!(!is_binary(content.as_bytes()));
            assert_eq!(content_of_no_text(content.as_bytes()), content.as_bytes());
        }
    }
}
