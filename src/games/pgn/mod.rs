//! PGN by the Xiangqi specification (中国象棋电脑应用规范四), and much that only resembles it.

mod movetext;
mod read;
mod token;
mod write;

pub(super) use read::PgnReader;
pub use token::without_number;
pub(super) use write::text;
