//! The part of JVMTI and JNI that the agent needs, as safe as it can be made; no dependency, no JDK at build time.
//!
//! Both interfaces are tables of pointers. JVMTI's function number *n* (the comments in `jvmti.h`) is slot *n* - 1; JNI's
//! slots are in the JNI specification. Version 1.2 of JVMTI is asked for, which all JDKs since 6 have.
//!
//! References to objects live as long as the native call they came with ([`Object`]), unless they are made global
//! ([`Global`]). Nothing here throws into Java: what a call up into Java throws is cleared, and the answer is `None`.

mod environment;
mod events;
mod jni;
mod raw;
mod static_field;

pub use environment::{Field, Frame, Jvmti, JvmtiError, Layouts, Place, Reference, Step, Visitor};
pub use events::{Callbacks, Capability, ClassFileLoadHook, Event, NativeMethodBind};
pub use jni::{Argument, FieldId, Global, Jni, Object, Weak};
pub use raw::{JNI_OK, JavaVm, MethodId, RawJni, RawJvmti};
pub use static_field::StaticField;
