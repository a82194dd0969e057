//! Pháo, a Xiangqi (cờ tướng) engine and referee.
