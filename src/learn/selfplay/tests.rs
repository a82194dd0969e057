use super::*;
use crate::learn::records::Reason;
use std::convert::Infallible;

/// An error that a test never sees.
#[derive(Debug)]
struct Never;

impl From<OutOfMemory> for Never {
    fn from(_: OutOfMemory) -> Self {
        Self
    }
}

impl From<Infallible> for Never {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

fn games(count: u32, threads: usize) -> Vec<Game> {
    let settings = Settings { nodes: 50, hash_mib: 1, max_plies: 120, ..Settings::default() };
    let mut games = Vec::new();
    play::<Never>(&settings, None, 3, count, threads, &AtomicBool::new(false), |game| {
        games.push(game);
        Ok(())
    })
    .unwrap();
    games.sort_by_key(|game| game.number);
    games
}

#[test]
fn games_are_legal_and_depend_on_the_seed_alone() {
    let alone = games(3, 1);
    assert_eq!(alone.iter().map(|game| game.number).collect::<Vec<_>>(), [3, 4, 5]);
    for game in &alone {
        let mut plies = 0;
        game.replay(|_, _| plies += 1).unwrap();
        assert_eq!(plies, game.plies.len());
        assert!(plies > 0 && (game.reason != Reason::Length || plies == 120));
        assert!((8..=12).contains(&game.start.unpack().unwrap().game_ply()));
    }
    assert_ne!(alone[0].start, alone[1].start);
    assert_eq!(alone, games(3, 2));
}

#[test]
fn a_run_stops_when_told_to() {
    let stop = AtomicBool::new(true);
    let mut seen = 0;
    play::<Never>(&Settings::default(), None, 0, 5, 1, &stop, |_| {
        seen += 1;
        Ok(())
    })
    .unwrap();
    assert_eq!(seen, 0);
}
