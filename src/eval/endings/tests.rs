use super::*;

fn worth(fen: &str, eval: i32) -> i32 {
    adjust(&fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")), Score(eval)).0
}

#[test]
fn drawn_endings_are_near_even_and_keep_their_order() {
    for fen in ["4kab2/4a4/4b4/9/9/9/9/9/9/R3K4 w", "3k5/4a4/5a3/9/9/4N4/9/9/9/4K4 w"] {
        assert!(worth(fen, 600).abs() <= DRAWN_MOST && worth(fen, -600).abs() <= DRAWN_MOST);
        assert!(worth(fen, 300) > worth(fen, 200), "{fen}");
    }
}

#[test]
fn won_endings_are_worth_something_and_keep_their_order() {
    let fen = "4k4/9/3a5/9/9/4N4/9/9/9/4K4 w";
    assert!(worth(fen, -50) >= WON - 50 && worth(fen, 20) > worth(fen, -50));
    assert_eq!(worth(fen, 900), 900);
    let swapped = "4k4/9/9/9/4n4/9/9/3A5/9/4K4 w";
    assert!(worth(swapped, 50) <= 50 - WON);
}

#[test]
fn a_side_without_attackers_is_not_better() {
    assert_eq!(worth("3ak4/9/4b4/9/9/4p4/9/4B4/4A4/2BAK4 w", 80), 0);
    assert_eq!(worth(crate::board::START_FEN, 80), 80);
}
