//! Pháo, a Xiangqi (cờ tướng) engine and referee.
//!
//! The rooms of the library stand on one another; each imports only from those before it:
//! [`core`] (squares, moves, sets, scores), [`search`] (finding the best move).

pub mod core;
pub mod search;
