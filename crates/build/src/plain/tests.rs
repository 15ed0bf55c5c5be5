//! Plans and runs with real frameworks, without the agent.

mod libraries;
mod plans;
mod runner;
