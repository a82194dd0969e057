//! The articles that verdicts are given by: results (article 7) and the cases of article 24.

use std::fmt;

/// The article that ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Article {
    /// 7.1.a: checkmate.
    Checkmate,
    /// 7.1.b: no legal move, although not in check.
    NoLegalMove,
    /// 7.1.g: perpetual check.
    PerpetualCheck,
    /// 7.1.h: one side breaks a prohibition, the other does not.
    Breach,
    /// 7.2.a: neither side has a piece that can cross the river.
    NoAttackers,
    /// 7.2.b: the position repeats, and nobody breaks a prohibition.
    Repetition,
    /// 7.2.c: both sides break the same prohibition.
    MutualBreach,
    /// 7.2.e and 12: too many moves without a capture.
    NoCapture,
}

impl Article {
    /// Every article.
    pub const ALL: [Self; 8] = [
        Self::Checkmate,
        Self::NoLegalMove,
        Self::PerpetualCheck,
        Self::Breach,
        Self::NoAttackers,
        Self::Repetition,
        Self::MutualBreach,
        Self::NoCapture,
    ];

    /// Whether it judges a position that stands for the third time.
    pub const fn is_of_repetition(self) -> bool {
        matches!(self, Self::PerpetualCheck | Self::Breach | Self::Repetition | Self::MutualBreach)
    }

    /// The number in the Vietnamese law.
    pub const fn number(self) -> &'static str {
        match self {
            Self::Checkmate => "7.1.a",
            Self::NoLegalMove => "7.1.b",
            Self::PerpetualCheck => "7.1.g",
            Self::Breach => "7.1.h",
            Self::NoAttackers => "7.2.a",
            Self::Repetition => "7.2.b",
            Self::MutualBreach => "7.2.c",
            Self::NoCapture => "7.2.e",
        }
    }

    /// What it says, in English.
    pub const fn english(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::NoLegalMove => "no legal move",
            Self::PerpetualCheck => "perpetual check",
            Self::Breach => "one side breaks a prohibition",
            Self::NoAttackers => "neither side has a piece that can cross the river",
            Self::Repetition => "the position repeats and nobody breaks a prohibition",
            Self::MutualBreach => "both sides break the same prohibition",
            Self::NoCapture => "no capture for too many moves",
        }
    }

    /// The Vietnamese term.
    pub const fn vietnamese(self) -> &'static str {
        match self {
            Self::Checkmate => "chiếu hết",
            Self::NoLegalMove => "hết nước đi",
            Self::PerpetualCheck => "chiếu mãi",
            Self::Breach => "một bên phạm luật cấm",
            Self::NoAttackers => "hai bên không còn quân qua sông",
            Self::Repetition => "lặp lại nước đi, hòa",
            Self::MutualBreach => "hai bên cùng phạm luật cấm",
            Self::NoCapture => "quá số nước không ăn quân, hòa",
        }
    }
}

impl fmt::Display for Article {
    /// Writes `Điều 7.1.g`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Điều {}", self.number())
    }
}

/// A case of article 24, by which a repetition is judged.
///
/// The order is that of the law: its numbers follow from the place. Where the numbers of the Vietnamese
/// text could not be read, 24.k is the rule k + 4 of the Asian (AXF) rules that it translates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Case {
    /// 24.1: position repeats and nobody breaks a prohibition.
    NoBreach,
    /// 24.2: perpetual check.
    PerpetualCheck,
    /// 24.3: check answered by check on every move.
    MutualCheck,
    /// 24.4: two checks against one counter-check.
    TwoChecksOneCounterCheck,
    /// 24.5: perpetual mate threat.
    MateThreat,
    /// 24.6: both sides threaten mate.
    MutualMateThreat,
    /// 24.7: one check, one mate threat.
    CheckAndMateThreat,
    /// 24.8: checks and chases in turn.
    CheckAndChase,
    /// 24.9: one check, one idle move or threat to check and capture.
    CheckAndIdle,
    /// 24.10: one chase, one idle move or threat to check and capture.
    ChaseAndThreat,
    /// 24.11: cannon perpetually chasing one rook.
    CannonChasesRook,
    /// 24.12: cannons chasing two rooks in turn.
    CannonsChaseTwoRooks,
    /// 24.13: rook chasing a rooted cannon.
    RookAgainstRootedCannon,
    /// 24.14: rook perpetually chasing a rootless cannon.
    RookChasesCannon,
    /// 24.15: chasing a piece that cannot move.
    ImmobileVictim,
    /// 24.16: cannon and horse taking turns to chase one piece.
    CannonAndHorse,
    /// 24.17: horse perpetually chasing a rook.
    HorseChasesRook,
    /// 24.18: both sides chase on every move.
    MutualChase,
    /// 24.19: rook perpetually chasing a rootless horse.
    RookChasesHorse,
    /// 24.20: a piece against one of its own kind.
    SameKind,
    /// 24.21: cannon chasing by the moves of its screen.
    CannonThroughScreen,
    /// 24.22: cannon chasing a rook by the moves of its screen.
    CannonThroughScreenRook,
    /// 24.23: a rook confined to its line by a cannon.
    ConfinedRook,
    /// 24.24: the king chasing, alone or with one piece.
    KingChases,
    /// 24.25: pawns chasing, alone or with one piece.
    PawnChases,
    /// 24.26: moves of king or pawn that let two other pieces chase in turn.
    KingOrPawnLetsOthers,
    /// 24.27: rook perpetually chasing a crossed pawn.
    RookChasesPawn,
    /// 24.28: chasing two or more pieces in turn.
    SeveralVictims,
    /// 24.29: two or more pieces taking turns to chase one.
    SeveralChasers,
    /// 24.30: chasing a piece whose root is false.
    FalseRoot,
    /// 24.31: several pieces against a really rooted piece.
    JointAttack,
    /// 24.32: a chase that also offers an exchange.
    ChaseWithOffer,
    /// 24.33: chasing the rook that holds a rook before its king.
    HoldingRook,
    /// 24.34: perpetual threat to check and capture.
    CheckAndCaptureThreat,
    /// 24.35: perpetual block.
    Block,
    /// 24.36: perpetual offer of exchange or sacrifice.
    Offer,
}

/// The Asian rules before the first that is a case of article 24.
const FIRST_ASIAN_RULE: usize = 5;

/// What each case says, in English and in Vietnamese, in the order of [`Case`].
const TEXTS: [(Case, &str, &str); 36] = [
    (
        Case::NoBreach,
        "position repeats and nobody breaks a prohibition",
        "lặp lại nước đi, không bên nào phạm luật",
    ),
    (Case::PerpetualCheck, "perpetual check", "chiếu mãi"),
    (Case::MutualCheck, "check answered by check on every move", "chiếu và chiếu lại"),
    (Case::TwoChecksOneCounterCheck, "two checks against one counter-check", "hai chiếu, một chiếu lại"),
    (Case::MateThreat, "perpetual mate threat", "dọa hết mãi"),
    (Case::MutualMateThreat, "both sides threaten mate", "hai bên cùng dọa hết"),
    (Case::CheckAndMateThreat, "one check, one mate threat", "một chiếu, một dọa hết"),
    (Case::CheckAndChase, "checks and chases in turn", "vừa chiếu vừa đuổi bắt"),
    (
        Case::CheckAndIdle,
        "one check, one idle move or threat to check and capture",
        "một chiếu, một nước chờ",
    ),
    (
        Case::ChaseAndThreat,
        "one chase, one idle move or threat to check and capture",
        "một đuổi bắt, một nước chờ",
    ),
    (Case::CannonChasesRook, "cannon perpetually chasing one rook", "pháo đuổi bắt xe"),
    (Case::CannonsChaseTwoRooks, "cannons chasing two rooks in turn", "pháo lần lượt đuổi bắt hai xe"),
    (Case::RookAgainstRootedCannon, "rook chasing a rooted cannon", "xe đuổi pháo có căn"),
    (Case::RookChasesCannon, "rook perpetually chasing a rootless cannon", "xe đuổi bắt pháo không căn"),
    (Case::ImmobileVictim, "chasing a piece that cannot move", "đuổi bắt quân không di chuyển được"),
    (
        Case::CannonAndHorse,
        "cannon and horse taking turns to chase one piece",
        "pháo và mã thay nhau đuổi bắt một quân",
    ),
    (Case::HorseChasesRook, "horse perpetually chasing a rook", "mã đuổi bắt xe"),
    (Case::MutualChase, "both sides chase on every move", "hai bên cùng đuổi bắt nhau"),
    (Case::RookChasesHorse, "rook perpetually chasing a rootless horse", "xe đuổi bắt mã không căn"),
    (Case::SameKind, "a piece against one of its own kind", "hai quân cùng loại đuổi nhau"),
    (
        Case::CannonThroughScreen,
        "cannon chasing by the moves of its screen",
        "pháo đuổi bắt bằng cách di chuyển ngòi",
    ),
    (
        Case::CannonThroughScreenRook,
        "cannon chasing a rook by the moves of its screen",
        "pháo đuổi bắt xe bằng cách di chuyển ngòi",
    ),
    (Case::ConfinedRook, "a rook confined to its line by a cannon", "xe bị pháo ghim trên một đường"),
    (Case::KingChases, "the king chasing, alone or with one piece", "tướng đuổi quân"),
    (Case::PawnChases, "pawns chasing, alone or with one piece", "tốt đuổi quân"),
    (
        Case::KingOrPawnLetsOthers,
        "moves of king or pawn that let two other pieces chase in turn",
        "tướng, tốt mở đường cho hai quân thay nhau đuổi bắt",
    ),
    (Case::RookChasesPawn, "rook perpetually chasing a crossed pawn", "xe đuổi bắt tốt đã qua sông"),
    (Case::SeveralVictims, "chasing two or more pieces in turn", "đuổi hai quân trở lên"),
    (
        Case::SeveralChasers,
        "two or more pieces taking turns to chase one",
        "nhiều quân thay nhau đuổi bắt một quân",
    ),
    (Case::FalseRoot, "chasing a piece whose root is false", "đuổi bắt quân có căn giả"),
    (
        Case::JointAttack,
        "several pieces against a really rooted piece",
        "nhiều quân cùng đuổi một quân có căn thật",
    ),
    (Case::ChaseWithOffer, "a chase that also offers an exchange", "đuổi bắt kèm mời đổi quân"),
    (
        Case::HoldingRook,
        "chasing the rook that holds a rook before its king",
        "đuổi bắt xe đang ghim xe và tướng",
    ),
    (Case::CheckAndCaptureThreat, "perpetual threat to check and capture", "dọa chiếu bắt quân mãi"),
    (Case::Block, "perpetual block", "chặn mãi"),
    (Case::Offer, "perpetual offer of exchange or sacrifice", "mời đổi, thí quân mãi"),
];

impl Case {
    /// All cases, in the order of the law.
    pub fn all() -> impl Iterator<Item = Self> {
        TEXTS.iter().map(|&(case, ..)| case)
    }

    /// The number in the Vietnamese law, like `24.15`.
    pub fn number(self) -> String {
        format!("24.{}", self as usize + 1)
    }

    /// The number of the Asian (AXF) rule that the case translates.
    pub const fn asian_rule(self) -> usize {
        self as usize + FIRST_ASIAN_RULE
    }

    /// What the case is, in English.
    pub const fn english(self) -> &'static str {
        TEXTS[self as usize].1
    }

    /// What the case is, in Vietnamese.
    pub const fn vietnamese(self) -> &'static str {
        TEXTS[self as usize].2
    }
}

impl fmt::Display for Case {
    /// Writes `Điều 24.15 (AXF 19)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Điều {} (AXF {})", self.number(), self.asian_rule())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_numbered_as_in_the_law() {
        for (place, case) in Case::all().enumerate() {
            assert_eq!(case as usize, place, "{case}");
        }
        assert_eq!(Case::ImmobileVictim.to_string(), "Điều 24.15 (AXF 19)");
        assert_eq!(Case::CannonAndHorse.to_string(), "Điều 24.16 (AXF 20)");
        assert_eq!(Case::Offer.asian_rule(), 40);
        assert_eq!(Article::PerpetualCheck.to_string(), "Điều 7.1.g");
    }
}
