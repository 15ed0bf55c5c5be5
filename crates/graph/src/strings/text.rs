//! What a value of type `String` can be, as far as one method says: alternatives of parts.

use std::rc::Rc;

/// More alternatives than this are not told apart.
const MOST_ALTERNATIVES: usize = 16;

/// More parts than this are not kept.
const MOST_PARTS: usize = 16;

/// A part of a string.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Symbol {
    Literal(Rc<str>),
    /// Anything.
    Unknown,
    /// The argument for a parameter of the method, counted from 0 without the receiver.
    Parameter(u16),
    /// What a call gives back.
    Returned(Rc<Invocation>),
    /// The value of a static field.
    Field(Rc<FieldName>),
}

/// A field as code names it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FieldName {
    pub(crate) class: Rc<[u8]>,
    pub(crate) name: Rc<[u8]>,
}

/// How a method is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Binding {
    /// The method that the reference resolves to.
    Exact,
    /// That of the receiver's class.
    Virtual,
}

/// A call of a method, with what is known of its arguments.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Invocation {
    pub(crate) class: Rc<[u8]>,
    pub(crate) name: Rc<[u8]>,
    pub(crate) descriptor: Rc<[u8]>,
    pub(crate) binding: Binding,
    /// Of each parameter.
    pub(crate) arguments: Vec<Texts>,
}

/// The strings that a value can be; none if it is never made.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Texts(Rc<Vec<Vec<Symbol>>>);

impl Texts {
    pub(crate) fn of(symbol: Symbol) -> Self {
        Self(Rc::new(vec![vec![symbol]]))
    }

    pub(crate) fn unknown() -> Self {
        Self::of(Symbol::Unknown)
    }

    pub(crate) fn literal(text: &str) -> Self {
        if text.is_empty() {
            return Self(Rc::new(vec![Vec::new()]));
        }
        Self::of(Symbol::Literal(text.into()))
    }

    pub(crate) fn alternatives(&self) -> &[Vec<Symbol>] {
        &self.0
    }

    /// The text, if it can only be one and all of it is known.
    pub(crate) fn as_literal(&self) -> Option<String> {
        let [parts] = self.0.as_slice() else { return None };
        let literal = |symbol: &Symbol| match symbol {
            Symbol::Literal(text) => Some(text.to_string()),
            Symbol::Unknown | Symbol::Parameter(_) | Symbol::Returned(_) | Symbol::Field(_) => None,
        };
        parts.iter().map(literal).collect()
    }

    /// One or the other.
    pub(crate) fn or(&self, other: &Self) -> Self {
        if self == other {
            return self.clone();
        }
        let mut all: Vec<Vec<Symbol>> = self.0.iter().chain(other.0.iter()).cloned().collect();
        all.sort_unstable();
        all.dedup();
        let nothing = [Symbol::Unknown];
        if all.len() > MOST_ALTERNATIVES || all.iter().any(|parts| *parts == nothing) {
            return Self::unknown();
        }
        Self(Rc::new(all))
    }

    /// One after the other.
    pub(crate) fn then(&self, other: &Self) -> Self {
        let mut all = Vec::new();
        for front in self.0.iter() {
            for back in other.0.iter() {
                let mut parts = front.clone();
                for symbol in back {
                    match (parts.last_mut(), symbol) {
                        (Some(Symbol::Literal(last)), Symbol::Literal(more)) => {
                            *last = format!("{last}{more}").into();
                        }
                        (Some(Symbol::Unknown), Symbol::Unknown) => {}
                        _ => parts.push(symbol.clone()),
                    }
                }
                if parts.len() > MOST_PARTS || all.len() >= MOST_ALTERNATIVES {
                    return Self::unknown();
                }
                all.push(parts);
            }
        }
        all.sort_unstable();
        all.dedup();
        Self(Rc::new(all))
    }
}

#[cfg(test)]
mod tests {
    use super::{Symbol, Texts};

    #[test]
    fn strings_are_put_together_and_told_apart_up_to_a_limit() {
        let [a, b] = ["a", "b"].map(Texts::literal);
        let either = a.or(&b);
        let all: Vec<String> =
            either.then(&either).alternatives().iter().map(|parts| format!("{parts:?}")).collect();
        assert_eq!(all.len(), 4);
        assert_eq!(a.then(&b).as_literal().as_deref(), Some("ab"));
        assert_eq!(either.as_literal(), None);
        assert_eq!(Texts::default().or(&a), a);
        assert_eq!(a.or(&Texts::unknown()), Texts::unknown());
        let many = (0..17).fold(Texts::default(), |all, n| all.or(&Texts::literal(&n.to_string())));
        assert_eq!(many, Texts::unknown());
        let parameter = Texts::of(Symbol::Parameter(0));
        let long = (0..17).fold(Texts::literal(""), |all, _| all.then(&parameter));
        assert_eq!(long, Texts::unknown());
    }
}
