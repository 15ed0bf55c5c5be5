//! Records of the attributes that are plain tables (JVMS 4.7.3, 4.7.6, 4.7.7, 4.7.12–14, 4.7.24).

use crate::record::record;

record! {
    /// A range of code and the handler for what it throws.
    ExceptionHandler {
        /// First offset covered.
        start_pc,
        /// First offset not covered.
        end_pc,
        /// Offset of the handler.
        handler_pc,
        /// Pool index of the class caught, 0 for everything.
        catch_type,
    }
}

record! {
    /// What a class file says of a class that is not a member of a package.
    InnerClass {
        /// Pool index of the class.
        inner_class,
        /// Pool index of the class it is a member of, 0 if it is local or anonymous.
        outer_class,
        /// Pool index of its simple name, 0 if it is anonymous.
        inner_name,
        /// Flags as in the source, including `private`, `protected` and `static`.
        access_flags,
    }
}

record! {
    /// Where a local or anonymous class stands in the source.
    EnclosingMethod {
        /// Pool index of the innermost class around it.
        class,
        /// Pool index of the name and type of the method around it, 0 if it is in an initialiser.
        method,
    }
}

record! {
    /// The source line of an instruction.
    LineNumber {
        /// Offset of the instruction.
        start_pc,
        /// Line in the source file.
        line,
    }
}

record! {
    /// The name and descriptor of a local variable over a range of code.
    LocalVariable {
        /// First offset.
        start_pc,
        /// Length of the range.
        length,
        /// Pool index of the name.
        name,
        /// Pool index of the descriptor.
        descriptor,
        /// Slot.
        index,
    }
}

record! {
    /// The generic signature of a local variable over a range of code.
    LocalVariableType {
        /// First offset.
        start_pc,
        /// Length of the range.
        length,
        /// Pool index of the name.
        name,
        /// Pool index of the signature.
        signature,
        /// Slot.
        index,
    }
}

record! {
    /// The name and flags of a formal parameter.
    MethodParameter {
        /// Pool index of the name, 0 for none.
        name,
        /// `final`, `synthetic`, `mandated`.
        access_flags,
    }
}

record! {
    /// A range of code in which a local variable lives, in a type annotation (JVMS 4.7.20.1).
    LocalVariableTarget {
        /// First offset.
        start_pc,
        /// Length of the range.
        length,
        /// Slot.
        index,
    }
}
