//! Rewriting (stub for the moment).
