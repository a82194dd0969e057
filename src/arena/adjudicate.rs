//! Ending games: by the law, and by rules on scores and length that a match may set.

use super::reason::Reason;
use crate::board::Position;
use crate::core::{Color, Score};
use crate::law::{self, Article, RuleSet, Rules};
use serde::{Deserialize, Serialize};

/// Who wins, if anybody, and why.
pub(super) type Ending = (Option<Color>, Reason);

/// A side whose own score has been so bad for so many of its moves has lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResignRule {
    /// How many of its moves in a row.
    pub move_count: u32,
    /// How many centipawns behind.
    pub score: i32,
    /// Whether the opponent must have agreed in each of its own moves between.
    pub two_sided: bool,
}

/// A game in which both sides' scores have been so near to 0 for so many moves is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawRule {
    /// From which move of the game on, both sides' moves counted as one.
    pub move_number: u32,
    /// How many moves of each side in a row.
    pub move_count: u32,
    /// How many centipawns from 0.
    pub score: i32,
}

/// How games end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct GameRules {
    /// By which rules of the law.
    #[serde(with = "rules_text")]
    pub law: Rules,
    /// A game of so many moves of each side is drawn.
    pub max_moves: Option<u32>,
    /// When a side is taken to have lost.
    pub resign: Option<ResignRule>,
    /// When a game is taken to be drawn.
    pub draw: Option<DrawRule>,
}

/// The result by the law (articles 7.1 and 7.2), if the game is over on the board.
pub(super) fn law_result(position: &Position, rules: &Rules) -> Option<Ending> {
    law::game_result(position, rules).map(|result| (result.winner, reason_of(result.article)))
}

const fn reason_of(article: Article) -> Reason {
    match article {
        Article::Checkmate => Reason::Checkmate,
        Article::NoLegalMove => Reason::NoLegalMove,
        Article::PerpetualCheck => Reason::PerpetualCheck,
        Article::Breach => Reason::Breach,
        Article::NoAttackers => Reason::NoAttackers,
        Article::Repetition => Reason::Repetition,
        Article::MutualBreach => Reason::MutualBreach,
        Article::NoCapture => Reason::NoCapture,
    }
}

/// The law's rules as a record has them: `chapter5/60`, `alwaysdraw/none`.
mod rules_text {
    use super::{RuleSet, Rules};
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(rules: &Rules, serializer: S) -> Result<S::Ok, S::Error> {
        let limit = rules.no_capture_moves.map_or_else(|| "none".to_owned(), |moves| moves.to_string());
        serializer.collect_str(&format_args!("{}/{limit}", rules.set))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Rules, D::Error> {
        let text = String::deserialize(deserializer)?;
        let (set, limit) = text.split_once('/').unwrap_or((&text, "none"));
        let set: RuleSet = set.parse().map_err(D::Error::custom)?;
        let no_capture_moves =
            if limit == "none" { None } else { Some(limit.parse().map_err(D::Error::custom)?) };
        Ok(Rules { set, no_capture_moves })
    }
}

/// Watches the scores of a game.
#[derive(Clone, Debug)]
pub(super) struct ScoreWatch {
    rules: GameRules,
    /// How many of a side's moves in a row saw itself lost, and how many saw itself won.
    lost: [u32; Color::COUNT],
    won: [u32; Color::COUNT],
    /// How many moves of both sides in a row saw an even game.
    even: u32,
}

impl ScoreWatch {
    pub(super) const fn new(rules: GameRules) -> Self {
        Self { rules, lost: [0; 2], won: [0; 2], even: 0 }
    }

    /// Takes the score of a move, from its mover's view, and the number of plies played with it.
    pub(super) fn see(&mut self, mover: Color, score: Option<Score>, plies: usize) -> Option<Ending> {
        let is = |bound: &dyn Fn(i32) -> bool| score.is_some_and(|score| bound(score.0));
        let count = |counter: &mut u32, holds: bool| *counter = if holds { *counter + 1 } else { 0 };
        let own = mover.index();
        if let Some(rule) = self.rules.resign {
            count(&mut self.lost[own], is(&|score| score <= -rule.score));
            count(&mut self.won[own], is(&|score| score >= rule.score));
            for loser in Color::ALL {
                let agreed = !rule.two_sided || self.won[(!loser).index()] >= rule.move_count;
                if self.lost[loser.index()] >= rule.move_count && agreed {
                    return Some((Some(!loser), Reason::ScoreWin));
                }
            }
        }
        if let Some(rule) = self.rules.draw {
            count(&mut self.even, is(&|score| score.abs() <= rule.score));
            if self.even >= 2 * rule.move_count && plies >= 2 * rule.move_number as usize {
                return Some((None, Reason::ScoreDraw));
            }
        }
        self.rules.max_moves.filter(|&moves| plies >= 2 * moves as usize).map(|_| (None, Reason::Length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(fen: &str, moves: &str) -> Option<Ending> {
        let mut position: Position = fen.parse().unwrap();
        for mv in moves.split_whitespace() {
            let mv = mv.parse().unwrap();
            assert!(position.is_legal(mv), "{mv}");
            position.make(mv);
        }
        law_result(&position, &Rules::default())
    }

    #[test]
    fn the_law_ends_games() {
        let red = Some(Color::Red);
        assert_eq!(after("R2k5/7R1/9/9/9/9/9/9/9/4K4 b", ""), Some((red, Reason::Checkmate)));
        assert_eq!(after("3k5/4P4/9/9/9/9/9/9/9/4K4 b", ""), Some((red, Reason::NoLegalMove)));
        assert_eq!(after("3k5/9/9/9/9/9/9/9/9/4K4 w", ""), Some((None, Reason::NoAttackers)));
        assert_eq!(after("3k5/9/9/9/9/9/9/9/R8/4K4 w - - 119 90", "a1a2"), Some((None, Reason::NoCapture)));
        assert_eq!(after("3k5/9/9/9/9/9/9/9/R8/4K4 w - - 118 90", "a1a2"), None);
        let shuffle = "h0g2 h9g7 g2h0 g7h9 ".repeat(2);
        assert_eq!(after(crate::board::START_FEN, &shuffle), Some((None, Reason::Repetition)));
        let check = "i0i1 e1e0 i1i0 e0e1 ".repeat(2);
        let fen = "9/9/3k5/9/9/9/4R4/3A5/4K4/8r b";
        assert_eq!(after(fen, &check), Some((red, Reason::PerpetualCheck)));
        assert_eq!(after(fen, &check[..check.len() - 5]), None);
    }

    #[test]
    fn rules_survive_their_record() {
        for law in [Rules::default(), Rules { set: RuleSet::CheckBan, no_capture_moves: None }] {
            let rules = GameRules { law, ..GameRules::default() };
            let json = serde_json::to_string(&rules).unwrap();
            assert_eq!(serde_json::from_str::<GameRules>(&json).unwrap(), rules);
        }
    }

    #[test]
    fn hopeless_scores_lose() {
        let resign = Some(ResignRule { move_count: 2, score: 500, two_sided: false });
        let mut watch = ScoreWatch::new(GameRules { resign, ..GameRules::default() });
        let moves = [
            (Color::Red, -600),
            (Color::Black, 100),
            (Color::Red, -400),
            (Color::Black, 100),
            (Color::Red, -500),
        ];
        for (plies, (mover, score)) in moves.into_iter().enumerate() {
            assert_eq!(watch.see(mover, Some(Score(score)), plies + 1), None);
        }
        assert_eq!(watch.clone().see(Color::Red, None, 7), None);
        assert_eq!(watch.see(Color::Red, Some(Score(-500)), 7), Some((Some(Color::Black), Reason::ScoreWin)));
    }

    #[test]
    fn both_may_have_to_agree() {
        let resign = Some(ResignRule { move_count: 1, score: 500, two_sided: true });
        let mut watch = ScoreWatch::new(GameRules { resign, ..GameRules::default() });
        assert_eq!(watch.see(Color::Red, Some(Score(-600)), 1), None);
        assert_eq!(
            watch.see(Color::Black, Some(Score(600)), 2),
            Some((Some(Color::Black), Reason::ScoreWin))
        );
    }

    #[test]
    fn even_scores_draw_and_games_have_an_end() {
        let draw = Some(DrawRule { move_number: 3, move_count: 2, score: 10 });
        let mut watch = ScoreWatch::new(GameRules { draw, max_moves: Some(5), ..GameRules::default() });
        let mut side = Color::Red;
        for plies in 1..6 {
            assert_eq!(watch.see(side, Some(Score(-10)), plies), None);
            side = !side;
        }
        assert_eq!(watch.clone().see(side, Some(Score(10)), 6), Some((None, Reason::ScoreDraw)));
        assert_eq!(watch.see(side, Some(Score(11)), 10), Some((None, Reason::Length)));
    }
}
