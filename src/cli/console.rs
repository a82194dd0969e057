//! What people are told on stderr.

use std::fmt::{Display, Write as _};
use std::io::{self, Write};

/// Tells people something. Whoever does not listen any more misses it; nothing fails by that.
pub(super) fn tell(text: impl Display) {
    drop(writeln!(io::stderr(), "{}", harmless(&text.to_string())));
}

/// A text that a terminal only shows: control characters, which files and engines may have put in, are spelled
/// out; lines stay lines.
pub(super) fn harmless(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_control() && !matches!(letter, '\n' | '\t') {
            // Writing to a string cannot fail.
            let _ = write!(shown, "{}", letter.escape_default());
        } else {
            shown.push(letter);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_spelled_out() {
        assert_eq!(harmless("a\u{1b}[2J\u{9b}1m\r\n象\t!"), "a\\u{1b}[2J\\u{9b}1m\\r\n象\t!");
    }
}
