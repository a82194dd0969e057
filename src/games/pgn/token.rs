//! The words of PGN's moves.

/// A part of the moves' text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// What stands in braces, or behind a semicolon.
    Comment(String),
    /// A variation begins.
    Open,
    /// A variation ends.
    Close,
    /// A move, a number, a result or a mark.
    Word(String),
}

/// The tokens of lines, each with its line's number; an error is the line of a brace that is never closed.
pub(super) fn tokens(lines: &[(u64, String)]) -> Result<Vec<(u64, Token)>, u64> {
    let mut tokens = Vec::new();
    let mut comment: Option<(u64, String)> = None;
    for (number, line) in lines {
        let mut rest = line.as_str();
        while !rest.is_empty() {
            if let Some((begun, mut text)) = comment.take() {
                let end = rest.find('}');
                text.push_str(&rest[..end.unwrap_or(rest.len())]);
                rest = end.map_or("", |end| &rest[end + 1..]);
                if end.is_some() {
                    tokens.push((begun, Token::Comment(text.trim().to_owned())));
                } else {
                    comment = Some((begun, text));
                }
                continue;
            }
            let end = rest.find(|letter: char| letter.is_whitespace() || "{}();".contains(letter));
            if let Some(word) = rest.get(..end.unwrap_or(rest.len())).filter(|word| !word.is_empty()) {
                tokens.push((*number, Token::Word(word.to_owned())));
                rest = &rest[word.len()..];
                continue;
            }
            let mut letters = rest.chars();
            match letters.next() {
                Some('{') => comment = Some((*number, String::new())),
                Some('(') => tokens.push((*number, Token::Open)),
                Some(')') => tokens.push((*number, Token::Close)),
                Some(';') => {
                    tokens.push((*number, Token::Comment(letters.as_str().trim().to_owned())));
                    letters = "".chars();
                }
                _ => {}
            }
            rest = letters.as_str();
        }
        if let Some((_, text)) = &mut comment {
            text.push('\n');
        }
    }
    comment.map_or(Ok(tokens), |(begun, _)| Err(begun))
}

/// A word without the move's number before it: `1.C2.5` and `1...炮８平５` are read as `C2.5` and `炮８平５`, but
/// `62.5` is a move. A number alone leaves nothing.
pub fn without_number(word: &str) -> &str {
    let is_point = |letter: char| matches!(letter, '.' | '．' | '。' | '、' | '…');
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let move_text = rest.trim_start_matches(is_point);
    let (has_number, has_point) = (rest.len() < word.len(), move_text.len() < rest.len());
    match (has_number, has_point) {
        (true, true) if move_text.chars().count() != 1 => move_text,
        (true, false) if rest.is_empty() => "",
        (false, true)
            if move_text.is_empty()
                || !move_text.starts_with(|first: char| first.is_ascii_alphanumeric()) =>
        {
            move_text
        }
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_taken_off() {
        let rows = [
            ("1.P2-5", "P2-5"),
            ("12...炮８平５", "炮８平５"),
            ("3.", ""),
            ("3", ""),
            ("...", ""),
            ("…", ""),
            ("1.62.5", "62.5"),
            ("62.5", "62.5"),
            ("17+1", "17+1"),
            ("17.8", "17.8"),
            ("1.17=8", "17=8"),
            (".P.8", ".P.8"),
            ("...炮８平５", "炮８平５"),
            ("C2.5", "C2.5"),
            ("1．炮二平五", "炮二平五"),
        ];
        for (word, expected) in rows {
            assert_eq!(without_number(word), expected, "{word}");
        }
    }

    #[test]
    fn comments_words_and_brackets() {
        let lines = ["1. a{b", "c} (d;e )", "g)"].map(str::to_owned);
        let lines: Vec<_> = (1..).zip(lines).collect();
        let word = |text: &str| Token::Word(text.to_owned());
        let comment = |text: &str| Token::Comment(text.to_owned());
        let expected = [
            (1, word("1.")),
            (1, word("a")),
            (1, comment("b\nc")),
            (2, Token::Open),
            (2, word("d")),
            (2, comment("e )")),
            (3, word("g")),
            (3, Token::Close),
        ];
        assert_eq!(tokens(&lines).as_deref(), Ok(&expected[..]));
        assert_eq!(tokens(&[(7, "a {b".to_owned())]), Err(7));
    }
}
