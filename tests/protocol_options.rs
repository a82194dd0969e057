//! What is said of option values that are not taken as they are, against the real program.

mod harness;

use harness::Front;

/// All that is said when an option is set, up to `readyok`.
fn set(front: &mut Front, option: &str) -> Vec<String> {
    front.send(&format!("setoption {option}"));
    front.ready()
}

#[test]
fn numbers_that_options_do_not_take_are_told_in_ucci() {
    let mut front = Front::ucci();
    for (option, told) in [
        ("hashsize -4", "option hashsize takes numbers from 0 to 65536; -4 becomes 0"),
        ("multipv 0", "option multipv takes numbers from 1 to 128; 0 becomes 1"),
        ("name threads value 9999", "option threads takes numbers from 0 to 256; 9999 becomes 256"),
        (
            "bookseed 99999999999",
            "option bookseed takes numbers from 0 to 2147483647; 99999999999 becomes 2147483647",
        ),
        ("moveoverhead 5001", "option moveoverhead takes numbers from 0 to 5000; 5001 becomes 5000"),
        ("drawmoves 9999", "option D-raw Moves takes numbers from 0 to 1000; 9999 becomes 1000"),
        ("hashsize many", "option hashsize needs a number from 0 to 65536"),
        ("name threads value", "option threads needs a number from 0 to 256"),
    ] {
        assert_eq!(set(&mut front, option).first(), Some(&format!("info message {told}")), "{option}");
    }
    for option in ["hashsize 16", "threads 0", "threads 1", "multipv 1", "moveoverhead 30", "drawmoves 60"] {
        assert_eq!(set(&mut front, option), ["readyok"], "{option}");
    }
    let said = set(&mut front, "threads 256");
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let told = format!("info message the machine has no more cores: {cores} threads search, not 256");
    assert_eq!(said.first() == Some(&told), cores < 256, "{cores} cores");
    front.quit();
}

#[test]
fn numbers_that_options_do_not_take_are_told_in_uci() {
    let mut front = Front::uci();
    for (option, told) in [
        ("MultiPV value 500", "option multipv takes numbers from 1 to 128; 500 becomes 128"),
        ("Threads value 9999", "option threads takes numbers from 0 to 256; 9999 becomes 256"),
        ("Move Overhead value -1", "option moveoverhead takes numbers from 0 to 5000; -1 becomes 0"),
        ("Threads value two", "option threads needs a number from 0 to 256"),
    ] {
        let said = set(&mut front, &format!("name {option}"));
        assert_eq!(said.first(), Some(&format!("info string {told}")), "{option}");
    }
    front.quit();
}
