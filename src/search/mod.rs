//! The search: principal variation search with a transposition table.

mod limits;
mod report;

pub use limits::{Clock, Control, Limits};
pub use report::{Bound, Line, Outcome, Reporter, Silent};
