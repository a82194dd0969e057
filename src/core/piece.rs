//! Kinds of pieces, and coloured pieces.

use super::Color;
use std::fmt;

/// A kind of piece, without its colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// The king (*tướng*): one step inside the palace, and it may not face the other king.
    King,
    /// The advisor (*sĩ*): one diagonal step inside the palace.
    Advisor,
    /// The elephant (*tượng*): two diagonal steps on its own half; its eye must be free.
    Elephant,
    /// The horse (*mã*): one straight and one diagonal step; its leg must be free.
    Horse,
    /// The rook (*xe*): any distance along a line.
    Rook,
    /// The cannon (*pháo*): moves like the rook, captures over exactly one screen.
    Cannon,
    /// The pawn (*tốt*): one step forward, after the river also sideways.
    Pawn,
}

impl Kind {
    /// How many kinds there are, for arrays indexed by [`Kind::index`].
    pub const COUNT: usize = 7;
    /// All kinds in the order of their indices.
    pub const ALL: [Self; Self::COUNT] =
        [Self::King, Self::Advisor, Self::Elephant, Self::Horse, Self::Rook, Self::Cannon, Self::Pawn];

    /// The kind's place in [`Kind::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter for people, as in WXF: `K A E H R C P`.
    pub const fn letter(self) -> char {
        ['K', 'A', 'E', 'H', 'R', 'C', 'P'][self.index()]
    }

    /// How many of this kind one side has at the start of a game.
    pub const fn initial_count(self) -> usize {
        [1, 2, 2, 2, 2, 2, 5][self.index()]
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(["king", "advisor", "elephant", "horse", "rook", "cannon", "pawn"][self.index()])
    }
}

/// A piece of one side.
///
/// An enum of fourteen values, so that `Option<Piece>` is one byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each name says colour and kind")]
pub enum Piece {
    RedKing,
    RedAdvisor,
    RedElephant,
    RedHorse,
    RedRook,
    RedCannon,
    RedPawn,
    BlackKing,
    BlackAdvisor,
    BlackElephant,
    BlackHorse,
    BlackRook,
    BlackCannon,
    BlackPawn,
}

impl Piece {
    /// How many pieces there are, for arrays indexed by [`Piece::index`].
    pub const COUNT: usize = 14;
    /// All pieces in the order of their indices: Red's kinds, then Black's.
    pub const ALL: [Self; Self::COUNT] = [
        Self::RedKing,
        Self::RedAdvisor,
        Self::RedElephant,
        Self::RedHorse,
        Self::RedRook,
        Self::RedCannon,
        Self::RedPawn,
        Self::BlackKing,
        Self::BlackAdvisor,
        Self::BlackElephant,
        Self::BlackHorse,
        Self::BlackRook,
        Self::BlackCannon,
        Self::BlackPawn,
    ];

    /// The piece of a kind and a colour.
    #[inline]
    pub const fn new(color: Color, kind: Kind) -> Self {
        Self::ALL[color.index() * Kind::COUNT + kind.index()]
    }

    /// The piece's place in [`Piece::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whose piece it is.
    #[inline]
    pub const fn color(self) -> Color {
        if self.index() < Kind::COUNT { Color::Red } else { Color::Black }
    }

    /// What kind of piece it is.
    #[inline]
    pub const fn kind(self) -> Kind {
        match self {
            Self::RedKing | Self::BlackKing => Kind::King,
            Self::RedAdvisor | Self::BlackAdvisor => Kind::Advisor,
            Self::RedElephant | Self::BlackElephant => Kind::Elephant,
            Self::RedHorse | Self::BlackHorse => Kind::Horse,
            Self::RedRook | Self::BlackRook => Kind::Rook,
            Self::RedCannon | Self::BlackCannon => Kind::Cannon,
            Self::RedPawn | Self::BlackPawn => Kind::Pawn,
        }
    }

    /// The FEN letter: `K A B N R C P`, lower case for Black.
    pub const fn fen_letter(self) -> char {
        ['K', 'A', 'B', 'N', 'R', 'C', 'P', 'k', 'a', 'b', 'n', 'r', 'c', 'p'][self.index()]
    }

    /// Reads a FEN letter, leniently: E, G and H, M mean elephant, advisor, horse, elephant as older
    /// programs write them.
    pub const fn from_fen_letter(letter: char) -> Option<Self> {
        let kind = match letter.to_ascii_lowercase() {
            'k' => Kind::King,
            'a' | 'g' => Kind::Advisor,
            'b' | 'e' | 'm' => Kind::Elephant,
            'n' | 'h' => Kind::Horse,
            'r' => Kind::Rook,
            'c' => Kind::Cannon,
            'p' => Kind::Pawn,
            _ => return None,
        };
        Some(Self::new(if letter.is_ascii_uppercase() { Color::Red } else { Color::Black }, kind))
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.fen_letter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_split_into_colour_and_kind_and_back() {
        for (index, piece) in Piece::ALL.into_iter().enumerate() {
            assert_eq!(piece.index(), index);
            assert_eq!(Piece::new(piece.color(), piece.kind()), piece);
            assert_eq!(Piece::from_fen_letter(piece.fen_letter()), Some(piece));
        }
        assert_eq!(size_of::<Option<Piece>>(), 1);
    }

    #[test]
    fn other_programs_letters_are_read() {
        assert_eq!(Piece::from_fen_letter('H'), Some(Piece::RedHorse));
        assert_eq!(Piece::from_fen_letter('e'), Some(Piece::BlackElephant));
        assert_eq!(Piece::from_fen_letter('x'), None);
    }
}
