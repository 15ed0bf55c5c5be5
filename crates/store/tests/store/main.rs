//! The store on a real disk: what was committed stays, whatever happens.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has to fail")]

mod blocks;
mod collecting;
mod damage;
mod kills;
mod sharing;
