//! The numbers of the search, in one table. Margins are centipawns, depths plies.

/// Half of the first aspiration window.
pub const ASPIRATION_WINDOW: i32 = 18;
/// The window is first narrowed at this depth.
pub const ASPIRATION_DEPTH: i32 = 4;

/// Razoring: at most this deep.
pub const RAZOR_DEPTH: i32 = 4;
/// Razoring: how far below alpha, a ply.
pub const RAZOR_MARGIN: i32 = 260;

/// Reverse futility: at most this deep.
pub const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// Reverse futility: how far above beta, a ply.
pub const REVERSE_FUTILITY_MARGIN: i32 = 85;

/// Null move: at least this deep.
pub const NULL_DEPTH: i32 = 3;
/// Null move: plies saved at any depth.
pub const NULL_REDUCTION: i32 = 4;
/// Null move: one more ply saved for so many plies of depth.
pub const NULL_DEPTH_DIVISOR: i32 = 4;
/// Null move: one more ply saved for so many centipawns above beta.
pub const NULL_EVAL_DIVISOR: i32 = 200;
/// Null move: from this depth on a cutoff is verified by a real search.
pub const NULL_VERIFY_DEPTH: i32 = 14;

/// Internal reduction: without a table move, at least this deep.
pub const INTERNAL_REDUCTION_DEPTH: i32 = 4;

/// Probcut: at least this deep.
pub const PROBCUT_DEPTH: i32 = 5;
/// Probcut: how far above beta.
pub const PROBCUT_MARGIN: i32 = 220;

/// Futility of quiet moves: at most this deep after reduction.
pub const FUTILITY_DEPTH: i32 = 8;
/// Futility of quiet moves: how far below alpha at depth 0.
pub const FUTILITY_BASE: i32 = 120;
/// Futility of quiet moves: how much more, a ply.
pub const FUTILITY_MARGIN: i32 = 95;
/// History pruning: a quiet move whose histories are below this, a ply, is skipped.
pub const HISTORY_PRUNE_MARGIN: i32 = -3_500;
/// History pruning: at most this deep after reduction.
pub const HISTORY_PRUNE_DEPTH: i32 = 4;
/// Exchange pruning of quiet moves: what may be lost, a squared ply.
pub const EXCHANGE_QUIET_MARGIN: i32 = -28;
/// Exchange pruning of quiet checks: what may be lost, a ply.
pub const EXCHANGE_CHECK_MARGIN: i32 = -200;
/// Exchange pruning of captures: what may be lost, a ply.
pub const EXCHANGE_CAPTURE_MARGIN: i32 = -110;
/// Exchange pruning: at most this deep.
pub const EXCHANGE_PRUNE_DEPTH: i32 = 9;

/// Singular extension: at least this deep.
pub const SINGULAR_DEPTH: i32 = 7;
/// Singular extension: how far below the table's score, a ply (in halves).
pub const SINGULAR_MARGIN: i32 = 2;
/// Singular extension: this much further below extends by two.
pub const DOUBLE_MARGIN: i32 = 18;
/// Singular extension: how many double extensions one line may have.
pub const DOUBLE_LIMIT: u32 = 12;

/// Check extension: off the principal variation, at most this deep.
pub const CHECK_EXTENSION_DEPTH: i32 = 4;
/// Check extension: among how many first moves.
pub const CHECK_EXTENSION_MOVES: usize = 6;

/// Late move reductions: at least this deep.
pub const REDUCTION_DEPTH: i32 = 2;
/// Late move reductions: the constant part, in plies.
pub const REDUCTION_BASE: f64 = 0.55;
/// Late move reductions: what the product of the logarithms is divided by.
pub const REDUCTION_DIVISOR: f64 = 2.15;
/// Late move reductions: one ply less for so much history.
pub const REDUCTION_HISTORY: i32 = 9_000;

/// History bonus: a ply.
pub const BONUS_FACTOR: i32 = 170;
/// History bonus: what is taken off.
pub const BONUS_BASE: i32 = 80;
/// History bonus: at most.
pub const BONUS_MAX: i32 = 1_700;

/// Quiescence: captures that leave the score this far below alpha are not tried.
pub const DELTA_MARGIN: i32 = 180;
