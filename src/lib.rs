//! Pháo, a Xiangqi (cờ tướng) engine and referee.
//!
//! The rooms of the library stand on one another; each imports only from those before it:
//! [`core`] (squares, moves, sets, scores), [`files`] (writing files whole), [`attacks`] (where pieces attack),
//! [`board`] (positions), [`movegen`] (legal moves), [`eval`] (what a position is worth), [`perft`](mod@perft)
//! (counting moves), [`law`] (the referee), [`notation`] (how moves are written), [`games`] (files of games),
//! [`search`] (finding the best move), [`book`] (opening books), [`arena`] (matches between engines),
//! [`engine`] (one playing session), [`protocol`] (talking to front ends).

pub mod arena;
pub mod attacks;
pub mod board;
pub mod book;
pub mod core;
pub mod engine;
pub mod eval;
pub mod files;
pub mod games;
pub mod law;
pub mod learn;
pub mod movegen;
pub mod notation;
pub mod perft;
pub mod protocol;
pub mod search;
