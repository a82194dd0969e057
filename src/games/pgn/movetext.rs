//! From the words of PGN to moves, comments and variations.

use super::token::{Token, without_number};
use crate::board::Position;
use crate::games::error::Fault;
use crate::games::game::{Game, GameMove, Outcome};
use crate::games::tree::{MAX_DEPTH, MAX_PLIES};
use crate::games::words;
use crate::notation::Notation;

/// A line that is being read: the main line, or a variation.
struct Line {
    /// Behind its last move.
    position: Position,
    /// What is said before its first move.
    lead: String,
    moves: Vec<GameMove>,
    /// The words since the bracket, kept in case that one of them cannot be read.
    words: String,
    /// Whether one could not; the whole variation then becomes a comment.
    is_prose: bool,
}

/// Reads the moves of a game into it. An error comes with its line.
pub(super) fn read(
    game: &mut Game,
    tokens: Vec<(u64, Token)>,
    notation: Option<Notation>,
) -> Result<(), (u64, Fault)> {
    let words = tokens.iter().filter_map(|(_, token)| match token {
        Token::Word(word) => Some(without_number(word)),
        _ => None,
    });
    let notation = notation.or_else(|| words::notation_of_words(words));
    let mut lines = vec![Line::new(game.start.clone())];
    let mut last = 0;
    for (number, token) in tokens {
        last = number;
        if let Some(outcome) = read_token(&mut lines, token, notation).map_err(|fault| (number, fault))? {
            game.outcome = outcome;
            break;
        }
    }
    let Some(main) = lines.pop().filter(|_| lines.is_empty()) else {
        return Err((last, Fault::Cut("a variation")));
    };
    (game.comment, game.moves) = (main.lead, main.moves);
    Ok(())
}

/// Takes one token in; a result ends the game.
fn read_token(
    lines: &mut Vec<Line>,
    token: Token,
    notation: Option<Notation>,
) -> Result<Option<Outcome>, Fault> {
    let depth = lines.len();
    let Some(line) = lines.last_mut() else { return Ok(None) };
    match token {
        Token::Comment(text) => line.comment(&text),
        Token::Open if depth > MAX_DEPTH => return Err(Fault::TooLong("the nest of variations")),
        Token::Open => {
            let variation = line.branch()?;
            lines.push(variation);
        }
        Token::Close => {
            let variation = lines.pop().filter(|_| depth > 1);
            let (Some(variation), Some(parent)) = (variation, lines.last_mut()) else {
                return Err(Fault::Malformed("`)` closes no variation".to_owned()));
            };
            parent.take_in(variation);
        }
        Token::Word(word) => {
            let bare = without_number(&word);
            if depth == 1
                && let Some(outcome) = outcome_of(bare)
            {
                return Ok(Some(outcome));
            }
            line.words.push_str(&word);
            line.words.push(' ');
            if let Err(fault) = line.word(bare, notation) {
                if depth == 1 {
                    return Err(fault);
                }
                line.is_prose = true;
            }
        }
    }
    Ok(None)
}

fn outcome_of(word: &str) -> Option<Outcome> {
    matches!(word, "*" | "1-0" | "0-1" | "1/2-1/2" | "1/2" | "½-½").then(|| word.parse().ok()).flatten()
}

impl Line {
    const fn new(position: Position) -> Self {
        Self { position, lead: String::new(), moves: Vec::new(), words: String::new(), is_prose: false }
    }

    fn comment(&mut self, text: &str) {
        self.words.push('{');
        self.words.push_str(text);
        self.words.push_str("} ");
        append(self.moves.last_mut().map_or(&mut self.lead, |last| &mut last.comment), text);
    }

    /// A line that replaces the last move.
    fn branch(&mut self) -> Result<Self, Fault> {
        if self.moves.is_empty() && !self.is_prose {
            return Err(Fault::Malformed("a variation comes before any move".to_owned()));
        }
        // Without the history, which would make many variations of a long game expensive.
        self.position.unmake();
        let position = self.position.bare();
        if let Some(last) = self.moves.last() {
            self.position.make(last.mv);
        }
        let mut line = Self::new(position);
        // What is in a variation that cannot be read cannot be either.
        line.is_prose = self.is_prose;
        Ok(line)
    }

    /// Takes in a variation of the last move.
    fn take_in(&mut self, mut variation: Self) {
        if variation.is_prose || variation.moves.is_empty() {
            self.comment(&format!("({})", variation.words.trim()));
            return;
        }
        if !variation.lead.is_empty()
            && let Some(first) = variation.moves.first_mut()
        {
            let after = std::mem::replace(&mut first.comment, variation.lead);
            append(&mut first.comment, &after);
        }
        self.words.extend(["(", variation.words.trim(), ") "]);
        if let Some(last) = self.moves.last_mut() {
            last.variations.push(variation.moves);
        }
    }

    fn word(&mut self, word: &str, notation: Option<Notation>) -> Result<(), Fault> {
        let word = word.trim_end_matches(['!', '?', '#', '！', '？']);
        if word.is_empty() || word.starts_with('$') || self.is_prose {
            return Ok(());
        }
        if self.moves.len() >= MAX_PLIES {
            return Err(Fault::TooLong("a line of moves"));
        }
        let mv = words::parse_move(&self.position, word, notation)
            .map_err(|error| Fault::Move { ply: self.position.history().len() + 1, error })?;
        self.position.make(mv);
        self.moves.push(GameMove::new(mv));
        Ok(())
    }
}

fn append(comment: &mut String, text: &str) {
    if !comment.is_empty() && !text.is_empty() {
        comment.push(' ');
    }
    comment.push_str(text);
}
