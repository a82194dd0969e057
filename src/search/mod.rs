//! The search: principal variation search with a transposition table.

mod limits;
mod report;
mod stand_in;

pub use limits::{Clock, Control, Limits};
pub use report::{Bound, Line, Outcome, Reporter, Silent};
pub use stand_in::{BenchResult, Searcher, TtProbe, bench};
