//! An independent judge of the repetition law, for tests. It shares no code with the engine and is
//! written for clarity from the text of the law, so that the two can be held against each other.
// Each test crate takes in the whole module and uses a part of it; `pub` marks that common face.
#![allow(dead_code, unreachable_pub)]

pub mod board;
pub mod judge;
pub mod loops;
pub mod pursuit;
pub mod scatter;
pub mod wander;
