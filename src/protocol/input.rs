//! Reading lines from whatever the front end sends.

use std::io::{BufRead, BufReader, Read};

/// Calls `take` with every line, without its end, until the input ends, fails, or `take` says no more.
///
/// A line may be of any length and of any bytes; what is not UTF-8 (paths in GBK, say) is replaced, so that
/// it cannot stop the reading.
pub(super) fn read_lines(input: impl Read, mut take: impl FnMut(String) -> bool) {
    let mut input = BufReader::new(input);
    let mut bytes = Vec::new();
    let mut first = true;
    loop {
        bytes.clear();
        match input.read_until(b'\n', &mut bytes) {
            Ok(0) => return,
            Ok(_) => {}
            Err(error) => {
                log::warn!("the input cannot be read: {error}");
                return;
            }
        }
        let line = String::from_utf8_lossy(&bytes);
        let mut line = line.trim_end_matches(['\n', '\r']);
        if std::mem::take(&mut first) {
            // Windows programs put a mark at the start of a file.
            line = line.trim_start_matches('\u{feff}');
        }
        if !take(line.to_owned()) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        read_lines(bytes, |line| {
            lines.push(line);
            true
        });
        lines
    }

    #[test]
    fn lines_of_every_kind() {
        assert_eq!(lines(b"ucci\r\nisready\n\nquit"), ["ucci", "isready", "", "quit"]);
        assert_eq!(lines(b"\xef\xbb\xbfuci\n"), ["uci"]);
        assert_eq!(lines(b"a \xcf\xf3 b\nc\n")[1], "c");
        assert_eq!(lines(&vec![b'x'; 1_000_000])[0].len(), 1_000_000);
        assert!(lines(b"").is_empty());
    }

    #[test]
    fn reading_stops_when_nobody_listens() {
        let mut count = 0;
        read_lines(&b"a\nb\nc\n"[..], |_| {
            count += 1;
            count < 2
        });
        assert_eq!(count, 2);
    }
}
