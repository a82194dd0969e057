//! Results that follow from the board and its history (articles 7.1 and 7.2).

use super::articles::Article;
use super::draws::{has_no_attackers, is_no_capture_draw};
use super::repetition::{Breach, Loop, breaches};
use super::rules::Rules;
use super::{Verdict, verdict_of};
use crate::board::Position;
use crate::core::Color;
use crate::movegen::has_legal_move;

/// How a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameResult {
    /// Who has won; nobody if the game is drawn.
    pub winner: Option<Color>,
    /// The article by which it ended.
    pub article: Article,
}

impl GameResult {
    /// The result as a verdict on the players.
    pub fn verdict(&self) -> Verdict {
        self.winner.map_or(Verdict::Draw, |winner| Verdict::Loss(!winner))
    }
}

/// The result of the game at this position, if it has ended here.
///
/// A mate or the want of a legal move ends it first, whatever the counts say; then a third repetition, so
/// that nobody escapes its verdict into a draw; then the draws of the board.
pub fn game_result(position: &Position, rules: &Rules) -> Option<GameResult> {
    if !has_legal_move(position) {
        let article = if position.in_check() { Article::Checkmate } else { Article::NoLegalMove };
        return Some(GameResult { winner: Some(!position.side()), article });
    }
    if let Some(found) = Loop::find(position).filter(|found| found.occurrences >= 3) {
        let breaches = breaches(position, found.plies, rules.set);
        let winner = match verdict_of(breaches) {
            Verdict::Loss(loser) => Some(!loser),
            Verdict::Draw => None,
        };
        return Some(GameResult { winner, article: article_of(breaches) });
    }
    let draw = |article| Some(GameResult { winner: None, article });
    if has_no_attackers(position) {
        return draw(Article::NoAttackers);
    }
    if is_no_capture_draw(position, rules) {
        return draw(Article::NoCapture);
    }
    None
}

/// The article for what each side broke in a loop.
pub(super) fn article_of(breaches: [Breach; Color::COUNT]) -> Article {
    match breaches {
        [Breach::None, Breach::None] => Article::Repetition,
        [red, black] if red == black => Article::MutualBreach,
        breaches if breaches.contains(&Breach::Check) => Article::PerpetualCheck,
        _ => Article::Breach,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(fen: &str, moves: &str) -> Option<(Option<Color>, Article)> {
        let mut position: Position = fen.parse().unwrap();
        for mv in moves.split_whitespace() {
            let mv = mv.parse().unwrap();
            assert!(position.is_legal(mv), "{mv} in {}", position.fen());
            position.make(mv);
        }
        game_result(&position, &Rules::default()).map(|result| (result.winner, result.article))
    }

    #[test]
    fn ends_on_the_board() {
        let red = Some(Color::Red);
        assert_eq!(result("3k5/9/9/9/9/9/9/9/9/4K4 w", ""), Some((None, Article::NoAttackers)));
        assert_eq!(result("R2k5/7R1/9/9/9/9/9/9/9/4K4 b", ""), Some((red, Article::Checkmate)));
        assert_eq!(result("3k5/4P4/9/9/9/9/9/9/9/4K4 b", ""), Some((red, Article::NoLegalMove)));
        assert_eq!(result("3k5/9/9/9/9/9/9/9/R8/4K4 w - - 119 90", "a1a2"), Some((None, Article::NoCapture)));
        assert_eq!(result("3k5/9/9/9/9/9/9/9/R8/4K4 w - - 118 90", "a1a2"), None);
        // A mate with the last move that counts is a mate.
        assert_eq!(
            result("3k5/7R1/9/9/9/9/9/9/R8/4K4 w - - 119 90", "a1a9"),
            Some((red, Article::Checkmate))
        );
    }

    #[test]
    fn the_start_position_counts_as_the_first_of_three() {
        let shuffle = "h0g2 h9g7 g2h0 g7h9";
        let start = crate::board::START_FEN;
        assert_eq!(result(start, shuffle), None);
        assert_eq!(result(start, &format!("{shuffle} {shuffle}")), Some((None, Article::Repetition)));
    }

    #[test]
    fn a_repetition_is_judged_before_the_count() {
        let check = "i0i1 e1e0 i1i0 e0e1 ";
        let fen = "9/9/3k5/9/9/9/4R4/3A5/4K4/8r b - - 112 80";
        assert_eq!(result(fen, &check.repeat(2)), Some((Some(Color::Red), Article::PerpetualCheck)));
    }
}
