//! The numbers of the search, in one table. Margins are centipawns, depths plies.
//!
//! [`Params`] holds what is tuned by games (`phao tune`); the constants below it say how deep a technique
//! reaches at most, which games hardly tell apart.

use std::sync::LazyLock;

/// A number of the search: its name, the value it has, and the values it may be tuned within.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Param {
    /// Its name in [`Params`].
    pub name: &'static str,
    /// The value that is played with.
    pub default: i32,
    /// The least value.
    pub min: i32,
    /// The greatest value.
    pub max: i32,
}

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $default:literal in $min:literal..=$max:literal;)*) => {
        /// The tuned numbers of a search.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Params {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for Params {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl Params {
            /// Every number, in the order of the table.
            pub const TABLE: &[Param] = &[
                $(Param { name: stringify!($name), default: $default, min: $min, max: $max },)*
            ];

            /// The number of that name.
            pub fn get_mut(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

params! {
    /// Half of the first aspiration window.
    aspiration_window = 18 in 6..=60;
    /// Razoring: how far below alpha, a ply.
    razor_margin = 260 in 100..=500;
    /// Reverse futility: how far above beta, a ply.
    reverse_futility_margin = 62 in 30..=160;
    /// Null move: how far the static evaluation may lie below beta at depth 0.
    null_margin = -115 in -200..=150;
    /// Null move: how much further it may, a ply.
    null_depth_margin = 15 in 0..=40;
    /// Null move: one more ply saved for so many centipawns above beta.
    null_eval_divisor = 200 in 80..=400;
    /// Probcut: how far above beta.
    probcut_margin = 172 in 80..=400;
    /// Probcut by the table: how far above beta.
    table_probcut_margin = 340 in 100..=800;
    /// Futility of quiet moves: how far below alpha at depth 0.
    futility_base = 100 in 30..=250;
    /// Futility of quiet moves: how much more, a ply.
    futility_margin = 60 in 30..=200;
    /// History pruning: a quiet move whose histories are below this, a ply, is skipped.
    history_prune_margin = -5500 in -9000..=-1000;
    /// Exchange pruning of quiet moves: what may be lost, a squared ply.
    exchange_quiet_margin = -28 in -80..=-5;
    /// Exchange pruning of captures: what may be lost, a ply.
    exchange_capture_margin = -215 in -300..=-30;
    /// Singular extension: how far below the table's score, a ply, in sixteenths.
    singular_margin = 16 in 4..=48;
    /// Singular extension: this much further below extends by two.
    double_margin = 18 in 0..=60;
    /// Late move reductions: the constant part, in 1/1024 plies, as all that follow.
    reduction_base = 620 in 0..=1500;
    /// Late move reductions: a unit of the product of the logarithms.
    reduction_factor = 476 in 250..=800;
    /// Late move reductions: off for positions that lay on a principal variation.
    reduction_pv = 1080 in 0..=2500;
    /// Late move reductions: on where a cutoff is expected.
    reduction_cut = 1024 in 0..=2500;
    /// Late move reductions: on while the side to move stands no better than at its last turn.
    reduction_worsening = 1400 in 0..=2500;
    /// Late move reductions: on for quiet moves beside a table move that captures.
    reduction_hash_capture = 700 in 0..=2500;
    /// Late move reductions: off for checks.
    reduction_check = 1000 in 0..=2500;
    /// Late move reductions: off for killers.
    reduction_killer = 1024 in 0..=2500;
    /// Late move reductions: off for captures.
    reduction_capture = 650 in 0..=2500;
    /// Late move reductions: off for a full history.
    reduction_history = 1864 in 500..=4000;
    /// Late move reductions: how much better than the best a result must be to be searched a ply deeper.
    deeper_margin = 72 in 10..=120;
    /// History bonus: a ply.
    bonus_factor = 215 in 60..=400;
    /// History bonus: what is taken off.
    bonus_base = 80 in 0..=300;
    /// History bonus: at most.
    bonus_max = 1550 in 800..=4000;
    /// History punishment: a ply.
    malus_factor = 240 in 60..=500;
    /// History punishment: what is taken off.
    malus_base = 80 in 0..=300;
    /// History punishment: at most.
    malus_max = 1800 in 500..=4000;
    /// Quiescence: captures that leave the score this far below alpha are not tried.
    delta_margin = 135 in 60..=400;
}

/// The window is first narrowed at this depth.
pub const ASPIRATION_DEPTH: i32 = 4;
/// Razoring: at most this deep.
pub const RAZOR_DEPTH: i32 = 4;
/// Reverse futility: at most this deep.
pub const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// Null move: at least this deep.
pub const NULL_DEPTH: i32 = 3;
/// Null move: plies saved at any depth.
pub const NULL_REDUCTION: i32 = 4;
/// Null move: one more ply saved for so many plies of depth.
pub const NULL_DEPTH_DIVISOR: i32 = 4;
/// Null move: from this depth on a cutoff is verified by a real search.
pub const NULL_VERIFY_DEPTH: i32 = 14;
/// Internal reduction: without a table move, at least this deep.
pub const INTERNAL_REDUCTION_DEPTH: i32 = 4;
/// Probcut: at least this deep.
pub const PROBCUT_DEPTH: i32 = 5;
/// Futility of quiet moves: at most this deep after reduction.
pub const FUTILITY_DEPTH: i32 = 8;
/// History pruning: at most this deep after reduction.
pub const HISTORY_PRUNE_DEPTH: i32 = 4;
/// Exchange pruning: at most this deep.
pub const EXCHANGE_PRUNE_DEPTH: i32 = 9;
/// Singular extension: at least this deep.
pub const SINGULAR_DEPTH: i32 = 7;
/// Singular extension: how many double extensions one line may have.
pub const DOUBLE_LIMIT: u32 = 12;
/// Check extension: off the principal variation, at most this deep.
pub const CHECK_EXTENSION_DEPTH: i32 = 4;
/// Check extension: among how many first moves.
pub const CHECK_EXTENSION_MOVES: usize = 6;
/// Quiescence: so many plies from its beginning, quiet moves that give check are looked at as well.
pub const QUIESCENCE_CHECKS: i32 = 3;
/// Late move reductions: at least this deep.
pub const REDUCTION_DEPTH: i32 = 2;

/// How much less deep late moves are searched, by depth and move number.
#[derive(Debug)]
pub struct Reductions([i32; 64]);

impl Reductions {
    /// The only table there is: short searches have no time to compute it again.
    pub fn shared() -> &'static Self {
        static TABLE: LazyLock<Reductions> = LazyLock::new(Reductions::new);
        &TABLE
    }

    /// Logarithms in 1/1024.
    fn new() -> Self {
        Self(std::array::from_fn(|index| ((index.max(1) as f64).ln() * 1024.0) as i32))
    }

    /// The reduction in 1/1024 plies, before what is known of the node and the move.
    #[inline]
    pub fn get(&self, params: &Params, depth: i32, number: usize) -> i32 {
        let product = self.0[depth.clamp(0, 63) as usize] * self.0[number.min(63)] / 1024;
        params.reduction_base + product * params.reduction_factor / 1024
    }
}
