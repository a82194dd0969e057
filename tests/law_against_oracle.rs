//! The referee against an independent judge that shares no code with it, on random loops.

mod oracle;

use oracle::judge::Verdict as Expected;
use oracle::loops::random_loop;
use oracle::scatter::Dice;
use phao::board::Position;
use phao::law::{Rules, Verdict, game_result};
use std::sync::atomic::{AtomicUsize, Ordering};

const THREADS: usize = 4;

/// Loops to compare, over all threads: `PHAO_LOOPS`, or as many as a test may take time for.
fn loops() -> usize {
    std::env::var("PHAO_LOOPS").ok().and_then(|text| text.parse().ok()).unwrap_or(12_000)
}

/// The referee's verdict on a game, in the oracle's words.
fn referee(fen: &str, moves: &[String]) -> Expected {
    let mut position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    for mv in moves {
        let mv = mv.parse().unwrap();
        assert!(position.is_legal(mv), "{mv} in {}", position.fen());
        position.make(mv);
    }
    match game_result(&position, &Rules::default()).map(|result| result.verdict()) {
        None => Expected::None,
        Some(Verdict::Draw) => Expected::Draw,
        Some(Verdict::Loss(phao::core::Color::Red)) => Expected::RedLoses,
        Some(Verdict::Loss(phao::core::Color::Black)) => Expected::BlackLoses,
    }
}

#[test]
fn both_judges_agree_on_random_loops() {
    let lost = AtomicUsize::new(0);
    let loops = loops();
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let lost = &lost;
            scope.spawn(move || {
                let mut dice = Dice::new(0x6c61_7700 + thread as u64);
                let mut compared = 0;
                while compared < loops / THREADS {
                    let Some((fen, moves)) = random_loop(&mut dice) else { continue };
                    if fen.parse::<Position>().is_err() {
                        // The oracle's boards may hold what no game can reach; those are not judged.
                        continue;
                    }
                    let steps: Vec<&str> = moves.iter().map(String::as_str).collect();
                    let expected = oracle::judge::judge(&fen, &steps);
                    assert_eq!(referee(&fen, &moves), expected, "{fen} moves {}", moves.join(" "));
                    compared += 1;
                    let is_loss = matches!(expected, Expected::RedLoses | Expected::BlackLoses);
                    lost.fetch_add(usize::from(is_loss), Ordering::Relaxed);
                }
            });
        }
    });
    let lost = lost.into_inner();
    assert!(lost > loops / 10, "only {lost} of {loops} loops are lost: they test too little");
}
