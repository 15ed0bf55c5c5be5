//! What is known of a class name: literal parts with gaps between them.

use std::fmt;

/// A name with gaps. Names are those of `Class.getName`, with dots.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Pattern {
    pieces: Vec<Piece>,
}

/// Part of a [`Pattern`].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Piece {
    /// This text.
    Literal(String),
    /// Any text, also none.
    Gap,
}

impl Pattern {
    /// Nothing is known.
    pub fn anything() -> Self {
        Self { pieces: vec![Piece::Gap] }
    }

    /// Exactly this text.
    pub fn literal(text: &str) -> Self {
        let mut pattern = Self::default();
        pattern.push_literal(text);
        pattern
    }

    /// Adds text at the end. A slash counts as a dot: some look classes up by the names of files.
    pub fn push_literal(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let text = text.replace('/', ".");
        match self.pieces.last_mut() {
            Some(Piece::Literal(last)) => last.push_str(&text),
            _ => self.pieces.push(Piece::Literal(text)),
        }
    }

    /// Adds a gap at the end.
    pub fn push_gap(&mut self) {
        if self.pieces.last() != Some(&Piece::Gap) {
            self.pieces.push(Piece::Gap);
        }
    }

    /// Adds another pattern at the end.
    pub fn push(&mut self, other: &Self) {
        for piece in &other.pieces {
            match piece {
                Piece::Literal(text) => self.push_literal(text),
                Piece::Gap => self.push_gap(),
            }
        }
    }

    /// Its parts.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Whether it says nothing about a name.
    pub fn is_anything(&self) -> bool {
        self.pieces == [Piece::Gap]
    }

    /// The text, if there are no gaps.
    pub fn as_literal(&self) -> Option<&str> {
        match self.pieces.as_slice() {
            [] => Some(""),
            [Piece::Literal(text)] => Some(text),
            _ => None,
        }
    }

    /// Whether a name with dots has this form.
    pub fn matches(&self, name: &str) -> bool {
        let Some((last, front)) = self.pieces.split_last() else { return name.is_empty() };
        let mut rest = name;
        let mut after_gap = false;
        for piece in front {
            match piece {
                Piece::Gap => after_gap = true,
                Piece::Literal(text) => {
                    let found = if after_gap {
                        // The first place is as good as any: what follows only needs room.
                        rest.find(text.as_str())
                    } else {
                        rest.starts_with(text.as_str()).then_some(0)
                    };
                    let tail = found.and_then(|at| rest.get(at + text.len()..));
                    let Some(tail) = tail else { return false };
                    rest = tail;
                    after_gap = false;
                }
            }
        }
        match (last, after_gap) {
            (Piece::Gap, _) => true,
            (Piece::Literal(text), true) => rest.ends_with(text.as_str()),
            (Piece::Literal(text), false) => rest == text,
        }
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for piece in &self.pieces {
            match piece {
                Piece::Literal(text) => f.write_str(text)?,
                Piece::Gap => f.write_str("*")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Pattern;

    fn pattern(text: &str) -> Pattern {
        let mut pattern = Pattern::default();
        for (number, part) in text.split('*').enumerate() {
            if number > 0 {
                pattern.push_gap();
            }
            pattern.push_literal(part);
        }
        pattern
    }

    #[test]
    fn gaps_match_any_text_and_literals_only_themselves() {
        let check = |text: &str, name: &str, expected: bool| {
            assert_eq!(pattern(text).matches(name), expected, "{text} {name}");
        };
        check("p.A", "p.A", true);
        check("p.A", "p.AB", false);
        check("p.A*", "p.AB", true);
        check("p.A*", "q.AB", false);
        check("*.B", "p.q.B", true);
        check("*.B", "p.q.BB", false);
        check("p.*.B*C", "p.x.y.BxC", true);
        check("p.*.B*C", "p.B.C", false);
        check("a*a", "a", false);
        check("a*b*b", "axbb", true);
        check("a*b*b", "axb", false);
        check("*", "", true);
        check("", "", true);
        check("", "p", false);
        check("p/A", "p.A", true);
    }
}
