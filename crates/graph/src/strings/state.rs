//! What an operand stack and local variables hold, as far as strings go.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::text::{Symbol, Texts};

/// A word of the stack or of the locals. Longs and doubles are two [`Value::Other`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    /// Something that is no string, or nothing is known of it.
    Other,
    Null,
    /// A number from the code.
    Int(i32),
    Text(Texts),
    /// The string builder that the instruction at that offset made.
    Builder(u32),
    /// A class literal, by internal name.
    Class(Rc<[u8]>),
}

impl Value {
    /// It as a string.
    pub(crate) fn to_texts(&self) -> Texts {
        match self {
            Self::Text(texts) => texts.clone(),
            Self::Null => Texts::literal("null"),
            Self::Other | Self::Int(_) | Self::Builder(_) | Self::Class(_) => Texts::unknown(),
        }
    }
}

/// What is true before an instruction.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct State {
    pub(crate) stack: Vec<Value>,
    pub(crate) locals: Vec<Value>,
    /// What each string builder holds.
    pub(crate) builders: BTreeMap<u32, Texts>,
}

impl State {
    pub(crate) fn push(&mut self, value: Value) {
        self.stack.push(value);
    }

    pub(crate) fn push_words(&mut self, count: usize) {
        self.stack.resize(self.stack.len() + count, Value::Other);
    }

    /// `None` if the stack is empty: such code is refused by the JVM.
    pub(crate) fn pop(&mut self) -> Option<Value> {
        self.stack.pop()
    }

    pub(crate) fn pop_words(&mut self, count: usize) -> Option<Vec<Value>> {
        let at = self.stack.len().checked_sub(count)?;
        Some(self.stack.split_off(at))
    }

    pub(crate) fn load(&self, slot: u16) -> Value {
        self.locals.get(usize::from(slot)).cloned().unwrap_or(Value::Other)
    }

    pub(crate) fn store(&mut self, slot: u16, value: Value) {
        let slot = usize::from(slot);
        if self.locals.len() <= slot {
            self.locals.resize(slot + 1, Value::Other);
        }
        if let Some(local) = self.locals.get_mut(slot) {
            *local = value;
        }
    }

    /// A value goes where it is not followed: what a builder holds is unknown from now on.
    pub(crate) fn let_go(&mut self, value: &Value) {
        if let Value::Builder(site) = value {
            self.builders.insert(*site, Texts::unknown());
        }
    }

    /// A string out of a value, whatever it is.
    pub(crate) fn text_of(&self, value: &Value) -> Texts {
        match value {
            Value::Builder(site) => self.builders.get(site).cloned().unwrap_or(Texts::unknown()),
            Value::Int(number) => Texts::literal(&number.to_string()),
            Value::Other | Value::Null | Value::Text(_) | Value::Class(_) => value.to_texts(),
        }
    }

    /// What is true if this or the other state is; whether that is less than what this one says.
    pub(crate) fn join(&mut self, other: &Self) -> bool {
        let before = self.clone();
        for (site, texts) in &other.builders {
            let joined = self.builders.get(site).map_or_else(|| texts.clone(), |own| own.or(texts));
            self.builders.insert(*site, joined);
        }
        let mut gone = Vec::new();
        join_words(&mut self.stack, &other.stack, &mut gone);
        join_words(&mut self.locals, &other.locals, &mut gone);
        gone.iter().for_each(|value| self.let_go(value));
        *self != before
    }
}

fn join_words(words: &mut Vec<Value>, others: &[Value], gone: &mut Vec<Value>) {
    words.resize(words.len().max(others.len()), Value::Other);
    for (at, word) in words.iter_mut().enumerate() {
        let other = others.get(at).unwrap_or(&Value::Other);
        if word == other {
            continue;
        }
        let joined = match (&*word, other) {
            (Value::Null, known @ (Value::Text(_) | Value::Builder(_) | Value::Class(_)))
            | (known @ (Value::Text(_) | Value::Builder(_) | Value::Class(_)), Value::Null) => {
                known.clone()
            }
            (Value::Text(own), Value::Text(more)) => Value::Text(own.or(more)),
            _ => {
                // Two builders behind one name cannot be told apart when one of them is written to.
                gone.extend([word.clone(), other.clone()]);
                Value::Other
            }
        };
        *word = joined;
    }
}

/// The locals with which a method starts.
pub(crate) fn initial(parameters: &[&[u8]], is_static: bool) -> State {
    let mut state = State::default();
    if !is_static {
        state.locals.push(Value::Other);
    }
    for (number, parameter) in (0..).zip(parameters) {
        let value = match *parameter {
            b"Ljava/lang/String;" | b"Ljava/lang/Object;" | b"Ljava/lang/CharSequence;" => {
                Value::Text(Texts::of(Symbol::Parameter(number)))
            }
            _ => Value::Other,
        };
        state.locals.push(value);
        if matches!(*parameter, b"J" | b"D") {
            state.locals.push(Value::Other);
        }
    }
    state
}
