//! Pháo, a Xiangqi (cờ tướng) engine and referee.
//!
//! The rooms of the library stand on one another; each imports only from those before it:
//! [`core`] (squares, moves, sets, scores), [`attacks`] (where pieces attack), [`board`] (positions),
//! [`movegen`] (legal moves), [`perft`] (counting them), [`law`] (the referee), [`search`] (finding the best
//! move).

pub mod attacks;
pub mod board;
pub mod core;
pub mod law;
pub mod movegen;
pub mod perft;
pub mod search;
