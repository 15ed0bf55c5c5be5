//! Copies the short strings of a class file, of which there are many.

/// Strings up to this length are copied by a fixed size.
const SHORT: usize = 64;

/// The same for runs of instructions.
const SHORT_RUN: usize = 32;

/// Appends `text`, which is a part of `file`.
///
/// Names are short and of all lengths. Copying a fixed size and cutting off what is too much spares the processor from
/// guessing the length of each: of 215 mispredicted branches in copies per class of a JDK 71 were left, as callgrind
/// simulates them.
#[inline]
pub(crate) fn append(out: &mut Vec<u8>, text: &[u8], file: &[u8]) {
    match tail_from(file, text).and_then(<[u8]>::first_chunk::<SHORT>) {
        Some(chunk) if text.len() <= SHORT => {
            let end = out.len() + text.len();
            // A copy of its own: else the compiler loses sight of the size, on the way from `text` to `file` and back.
            let chunk = *chunk;
            out.extend_from_slice(&chunk);
            out.truncate(end);
        }
        _ => append_long(out, text),
    }
}

/// What is left of `file` from `part` on; `None` if that is no part of it.
#[inline]
pub(crate) fn tail_from<'a>(file: &'a [u8], part: &[u8]) -> Option<&'a [u8]> {
    let start = part.as_ptr().addr().wrapping_sub(file.as_ptr().addr());
    file.get(start..)
}

/// Apart from the copy of fixed size: together they would become one copy of unknown size.
#[inline(never)]
fn append_long(out: &mut Vec<u8>, text: &[u8]) {
    out.extend_from_slice(text);
}

/// Appends the first `length` of `bytes`, in the same way: there had better be more of them.
#[inline]
pub(crate) fn append_run(out: &mut Vec<u8>, bytes: &[u8], length: usize) {
    match bytes.first_chunk::<SHORT_RUN>() {
        Some(chunk) if length <= SHORT_RUN => {
            let end = out.len() + length;
            out.extend_from_slice(chunk);
            out.truncate(end);
        }
        _ => append_long(out, bytes.get(..length).unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::{append, append_run};

    #[test]
    fn what_is_copied_is_the_text_wherever_it_stands() {
        let file: Vec<u8> = (0..200).collect();
        let elsewhere = b"elsewhere".to_vec();
        let texts = [
            &file[0..0],
            &file[0..5],
            &file[3..67],
            &file[3..68],
            &file[190..200],
            &file[200..200],
            &elsewhere,
        ];
        for text in texts {
            let mut out = b"before".to_vec();
            append(&mut out, text, &file);
            append_run(&mut out, text, text.len().min(4));
            assert_eq!(out, [b"before", text, &text[..text.len().min(4)]].concat());
        }
    }
}
