//! vocab
