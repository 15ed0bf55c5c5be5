//! Instructions that name something: constants, fields, and calls, among them those that put strings together.

use std::rc::Rc;

use tamis_classfile::instruction::Instruction;
use tamis_classfile::opcode::{
    ANEWARRAY, CHECKCAST, GETFIELD, GETSTATIC, INSTANCEOF, INVOKEINTERFACE, INVOKEVIRTUAL, LDC,
    LDC_W, LDC2_W, NEW, PUTFIELD, PUTSTATIC,
};
use tamis_classfile::pool::MemberRef;
use tamis_classfile::{Constant, MStr, descriptor};

use super::Run;
use crate::strings::state::{State, Value};
use crate::strings::text::{Binding, FieldName, Invocation, Symbol, Texts};

impl Run<'_, '_, '_> {
    /// An instruction with a constant.
    pub(super) fn constant(
        &mut self,
        instruction: &Instruction<'_>,
        index: u16,
        state: &mut State,
    ) -> Option<()> {
        match instruction.opcode {
            LDC | LDC_W => {
                let value = self.loaded(index)?;
                state.push(value);
            }
            LDC2_W => state.push_words(2),
            GETSTATIC | PUTSTATIC | GETFIELD | PUTFIELD => {
                self.field(instruction.opcode, index, state)?;
            }
            NEW => {
                let name = self.context.class.pool().class_name(index).ok()?;
                if is_builder(name.as_bytes()) {
                    state.builders.insert(instruction.pc, Texts::literal(""));
                    state.push(Value::Builder(instruction.pc));
                } else {
                    state.push(Value::Other);
                }
            }
            // What is cast is what it was.
            CHECKCAST => {}
            ANEWARRAY | INSTANCEOF => {
                state.pop()?;
                state.push(Value::Other);
            }
            _ => self.invoke(instruction, index, state)?,
        }
        Some(())
    }

    fn loaded(&self, index: u16) -> Option<Value> {
        let pool = self.context.class.pool();
        Some(match self.constant_at(index)? {
            Constant::String { text } => {
                Value::Text(Texts::literal(&pool.utf8(text).ok()?.to_text()))
            }
            Constant::Class { name } => Value::Class(pool.utf8(name).ok()?.as_bytes().into()),
            Constant::Integer(number) => Value::Int(number),
            _ => Value::Other,
        })
    }

    fn field(&mut self, opcode: u8, index: u16, state: &mut State) -> Option<()> {
        let field = self.context.class.pool().member(index).ok()?;
        let name = || FieldName {
            class: field.class.as_bytes().into(),
            name: field.name.as_bytes().into(),
        };
        let words = width(field.descriptor.as_bytes());
        let is_string = field.descriptor == "Ljava/lang/String;";
        match opcode {
            GETSTATIC if is_string => {
                state.push(Value::Text(Texts::of(Symbol::Field(Rc::new(name())))));
            }
            GETSTATIC => state.push_words(words),
            PUTSTATIC => {
                let values = state.pop_words(words)?;
                if let (true, [value]) = (is_string, values.as_slice()) {
                    let texts = state.text_of(value);
                    self.summary.stores.push((name(), texts));
                }
                values.iter().for_each(|value| state.let_go(value));
            }
            GETFIELD => {
                state.pop()?;
                state.push_words(words);
            }
            _ => {
                let values = state.pop_words(words + 1)?;
                values.iter().for_each(|value| state.let_go(value));
            }
        }
        Some(())
    }

    /// `invokevirtual`, `invokespecial`, `invokestatic`, `invokeinterface`.
    pub(super) fn invoke(
        &mut self,
        instruction: &Instruction<'_>,
        index: u16,
        state: &mut State,
    ) -> Option<()> {
        let method = self.context.class.pool().member(index).ok()?;
        let arguments = pop_arguments(method.descriptor, state)?;
        let has_receiver = instruction.opcode != tamis_classfile::opcode::INVOKESTATIC;
        let receiver = if has_receiver { Some(state.pop()?) } else { None };
        let result = match result_of_known(method, receiver.as_ref(), &arguments, state) {
            Some(value) => value,
            None => {
                receiver.iter().chain(&arguments).for_each(|value| state.let_go(value));
                let binding = match instruction.opcode {
                    INVOKEVIRTUAL | INVOKEINTERFACE => Binding::Virtual,
                    _ => Binding::Exact,
                };
                self.unknown_call(instruction.pc, method, binding, &arguments)
            }
        };
        match width(descriptor::return_type(method.descriptor)?) {
            0 => {}
            1 => state.push(result),
            words => state.push_words(words),
        }
        Some(())
    }

    fn unknown_call(
        &mut self,
        pc: u32,
        method: MemberRef<'_>,
        binding: Binding,
        arguments: &[Value],
    ) -> Value {
        let invocation = Rc::new(Invocation {
            class: method.class.as_bytes().into(),
            name: method.name.as_bytes().into(),
            descriptor: method.descriptor.as_bytes().into(),
            binding,
            arguments: arguments.iter().map(Value::to_texts).collect(),
        });
        // The last time is the one with the most general arguments.
        self.summary.invocations.insert(pc, Rc::clone(&invocation));
        match descriptor::return_type(method.descriptor) {
            Some(b"Ljava/lang/String;") => Value::Text(Texts::of(Symbol::Returned(invocation))),
            _ => Value::Other,
        }
    }

    /// String concatenation, or something that is not followed.
    pub(super) fn invoke_dynamic(&mut self, index: u16, state: &mut State) -> Option<()> {
        let pool = self.context.class.pool();
        let Constant::InvokeDynamic { bootstrap, name_and_type } = self.constant_at(index)? else {
            return None;
        };
        let (_, descriptor) = pool.name_and_type(name_and_type).ok()?;
        let arguments = pop_arguments(descriptor, state)?;
        let concatenated = self.concatenated(bootstrap, descriptor, &arguments, state);
        if concatenated.is_none() {
            arguments.iter().for_each(|value| state.let_go(value));
        }
        match width(descriptor::return_type(descriptor)?) {
            0 => {}
            1 => state.push(concatenated.map_or(Value::Other, Value::Text)),
            words => state.push_words(words),
        }
        Some(())
    }

    /// What `StringConcatFactory` makes of the arguments; `None` if it is another bootstrap method.
    fn concatenated(
        &self,
        bootstrap: u16,
        descriptor: MStr<'_>,
        arguments: &[Value],
        state: &State,
    ) -> Option<Texts> {
        let pool = self.context.class.pool();
        let bootstrap = self.context.bootstraps.get(usize::from(bootstrap))?;
        let Constant::MethodHandle { reference, .. } = pool.get(bootstrap.method).ok()? else {
            return None;
        };
        let method = pool.member(reference).ok()?;
        if method.class != "java/lang/invoke/StringConcatFactory" {
            return None;
        }
        let types = descriptor::parameters(descriptor)?;
        let texts: Vec<Texts> =
            types.iter().zip(arguments).map(|(kind, value)| printed(kind, value, state)).collect();
        if method.name != "makeConcatWithConstants" {
            return Some(texts.iter().fold(Texts::literal(""), |all, text| all.then(text)));
        }
        let mut constants = bootstrap.arguments.iter();
        let recipe = pool.string(constants.next()?).ok()?.to_text();
        let (mut texts, mut all) = (texts.into_iter(), Texts::literal(""));
        for character in recipe.chars() {
            let part = match character {
                '\u{1}' => texts.next()?,
                '\u{2}' => match pool.string(constants.next()?) {
                    Ok(text) => Texts::literal(&text.to_text()),
                    Err(_) => Texts::unknown(),
                },
                other => Texts::literal(other.encode_utf8(&mut [0; 4])),
            };
            all = all.then(&part);
        }
        Some(all)
    }
}

/// The arguments of a call from the stack, one value for each parameter.
fn pop_arguments(descriptor: MStr<'_>, state: &mut State) -> Option<Vec<Value>> {
    let mut arguments = Vec::new();
    for parameter in descriptor::parameters(descriptor)?.iter().rev() {
        arguments.push(state.pop_words(width(parameter))?.into_iter().next()?);
    }
    arguments.reverse();
    Some(arguments)
}

fn width(descriptor: &[u8]) -> usize {
    match descriptor {
        b"V" => 0,
        b"J" | b"D" => 2,
        _ => 1,
    }
}

fn is_builder(class: &[u8]) -> bool {
    matches!(class, b"java/lang/StringBuilder" | b"java/lang/StringBuffer")
}

/// A value of that type as text, the way concatenation prints it.
fn printed(kind: &[u8], value: &Value, state: &State) -> Texts {
    match (kind, value) {
        (b"C", Value::Int(unit)) => match u32::try_from(*unit).ok().and_then(char::from_u32) {
            Some(character) => Texts::literal(character.encode_utf8(&mut [0; 4])),
            None => Texts::unknown(),
        },
        (b"Z", Value::Int(bit)) => Texts::literal(if *bit == 0 { "false" } else { "true" }),
        (b"Ljava/lang/String;" | b"Ljava/lang/Object;" | b"Ljava/lang/CharSequence;", _)
        | (b"I" | b"S" | b"B", Value::Int(_)) => state.text_of(value),
        _ => Texts::unknown(),
    }
}

/// The result of a method that the machine understands; `None` if it does not.
fn result_of_known(
    method: MemberRef<'_>,
    receiver: Option<&Value>,
    arguments: &[Value],
    state: &mut State,
) -> Option<Value> {
    if is_builder(method.class.as_bytes()) {
        return builder_call(method, receiver?, arguments, state);
    }
    let texts = |value: &Value| Some(Value::Text(value.to_texts()));
    match (method.class.as_bytes(), method.name.as_bytes(), receiver, arguments) {
        (b"java/lang/String", b"toString" | b"intern" | b"trim" | b"strip", Some(own), []) => {
            texts(own)
        }
        (b"java/lang/String", b"concat", Some(own), [more]) => {
            Some(Value::Text(own.to_texts().then(&more.to_texts())))
        }
        (b"java/lang/String", b"valueOf", None, [value]) => {
            let kinds = descriptor::parameters(method.descriptor)?;
            Some(Value::Text(printed(kinds.first()?, value, state)))
        }
        (b"java/lang/String", b"replace", Some(own), [Value::Int(from), Value::Int(to)]) => {
            let character = |unit: i32| u32::try_from(unit).ok().and_then(char::from_u32);
            let [from, to] = [character(*from)?, character(*to)?];
            let replaced = own.to_texts().as_literal()?.replace(from, &to.to_string());
            Some(Value::Text(Texts::literal(&replaced)))
        }
        (
            b"java/lang/Object" | b"java/lang/CharSequence",
            b"toString",
            Some(own @ Value::Text(_)),
            [],
        ) => texts(own),
        (b"java/lang/Class", b"getName", Some(Value::Class(name)), []) => {
            let name = MStr::new(name).to_text().replace('/', ".");
            Some(Value::Text(Texts::literal(&name)))
        }
        (b"java/util/Objects", b"requireNonNull", None, [value, ..]) => Some(value.clone()),
        _ => None,
    }
}

/// A method of `StringBuilder` or `StringBuffer`.
fn builder_call(
    method: MemberRef<'_>,
    receiver: &Value,
    arguments: &[Value],
    state: &mut State,
) -> Option<Value> {
    let Value::Builder(site) = receiver else { return None };
    let kinds = descriptor::parameters(method.descriptor)?;
    let own = state.builders.get(site).cloned().unwrap_or(Texts::unknown());
    let (texts, result) = match (method.name.as_bytes(), kinds.as_slice(), arguments) {
        (b"<init>", [] | [b"I"], _) => (Texts::literal(""), Value::Other),
        (b"<init>", [kind], [value]) => (printed(kind, value, state), Value::Other),
        (b"append", [kind], [value]) => (own.then(&printed(kind, value, state)), receiver.clone()),
        (b"toString", [], _) => (own.clone(), Value::Text(own)),
        (b"length" | b"charAt" | b"capacity" | b"indexOf" | b"ensureCapacity", _, _) => {
            (own, Value::Other)
        }
        _ => (Texts::unknown(), Value::Other),
    };
    state.builders.insert(*site, texts);
    Some(result)
}
