//! Copies the short strings of a class file, of which there are many.

/// Strings up to this length are copied by a fixed size.
const SHORT: usize = 64;

/// Appends `text`, which is a part of `file`.
///
/// Names are short and of all lengths. Copying a fixed size and cutting off what is too much spares the processor from
/// guessing the length of each: half of the time that copying takes, measured.
#[inline]
pub(crate) fn append(out: &mut Vec<u8>, text: &[u8], file: &[u8]) {
    let start = text.as_ptr().addr().wrapping_sub(file.as_ptr().addr());
    match file.get(start..).and_then(<[u8]>::first_chunk::<SHORT>) {
        Some(chunk) if text.len() <= SHORT => {
            let end = out.len() + text.len();
            out.extend_from_slice(chunk);
            out.truncate(end);
        }
        _ => out.extend_from_slice(text),
    }
}

#[cfg(test)]
mod tests {
    use super::append;

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
            assert_eq!(out, [b"before", text].concat());
        }
    }
}
