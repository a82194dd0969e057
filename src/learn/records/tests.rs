use super::*;
use crate::movegen::legal_moves;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::fs;
use std::path::PathBuf;

fn random_game(seed: u64) -> Game {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = Position::start();
    let start = PackedPosition::pack(&position);
    let mut plies = Vec::new();
    for _ in 0..random.random_range(0..200) {
        let moves = legal_moves(&position);
        if moves.is_empty() {
            break;
        }
        let mv = moves[random.random_range(0..moves.len())];
        plies.push(Ply { mv, score: random.random_range(-30_000..=30_000) });
        position.make(mv);
    }
    Game { number: seed as u32, start, plies, outcome: Outcome::Draw, reason: Reason::Length }
}

fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("phao-records-{}-{name}", std::process::id()))
}

#[test]
fn positions_survive_packing() {
    for seed in 0..20 {
        random_game(seed)
            .replay(|position, _| {
                let unpacked = PackedPosition::pack(position).unpack().unwrap();
                assert_eq!(unpacked.fen(), position.fen());
                assert_eq!(unpacked.key(), position.key());
            })
            .unwrap();
    }
}

#[test]
fn bytes_that_are_no_position_are_refused() {
    let mut bytes = PackedPosition::pack(&Position::start()).bytes();
    bytes[12] = 0xff;
    assert_eq!(PackedPosition::from_bytes(bytes).unpack(), Err(UnpackError::Pieces));
    assert_eq!(PackedPosition::from_bytes([0xff; 32]).unpack(), Err(UnpackError::Pieces));
    assert!(PackedPosition::from_bytes([0; 32]).unpack().is_err());
}

#[test]
fn games_survive_bytes_and_files() {
    let games: Vec<_> = (0..30).map(random_game).collect();
    let path = temporary("round-trip");
    let header = Header { seed: 7, nodes: 1500 };
    let mut writer = Writer::create(&path, header).unwrap();
    for game in &games[..20] {
        writer.append(game).unwrap();
    }
    drop(writer);
    let mut writer = Writer::resume(&path, header).unwrap();
    assert_eq!((writer.games(), writer.next_number()), (20, 20));
    for game in &games[20..] {
        writer.append(game).unwrap();
    }
    let mut reader = Reader::open(&path).unwrap();
    assert_eq!(reader.header(), header);
    for game in &games {
        assert_eq!(reader.next_game().unwrap().as_ref(), Some(game));
    }
    assert_eq!(reader.next_game().unwrap(), None);
    assert_eq!(reader.tail(), Tail::Whole);
    let other = Writer::resume(&path, Header { seed: 8, nodes: 1500 });
    assert!(matches!(other, Err(RecordError::OtherRun { .. })));
    fs::remove_file(path).unwrap();
}

#[test]
fn a_tail_that_was_cut_off_is_left_out_and_written_over() {
    let path = temporary("tail");
    let header = Header::default();
    let mut writer = Writer::create(&path, header).unwrap();
    (1..4).for_each(|seed| writer.append(&random_game(seed)).unwrap());
    let whole = fs::read(&path).unwrap();
    for lost in [1, 5, 40] {
        fs::write(&path, &whole[..whole.len() - lost]).unwrap();
        let mut reader = Reader::open(&path).unwrap();
        while reader.next_game().unwrap().is_some() {}
        assert!(matches!(reader.tail(), Tail::CutOff { .. }), "{lost} bytes lost");
        let mut writer = Writer::resume(&path, header).unwrap();
        assert_eq!(writer.games(), 2);
        writer.append(&random_game(3)).unwrap();
        assert_eq!(fs::read(&path).unwrap(), whole);
    }
    let mut damaged = whole.clone();
    *damaged.last_mut().unwrap() ^= 1;
    fs::write(&path, damaged).unwrap();
    let mut reader = Reader::open(&path).unwrap();
    while reader.next_game().unwrap().is_some() {}
    assert!(matches!(reader.tail(), Tail::Damaged { .. }));
    fs::remove_file(path).unwrap();
}

#[test]
fn other_files_are_refused() {
    let path = temporary("foreign");
    for bytes in [b"".as_slice(), b"PHAOGAME", &[7; 64]] {
        fs::write(&path, bytes).unwrap();
        assert!(matches!(Reader::open(&path), Err(RecordError::Foreign(_))));
        assert!(matches!(Writer::resume(&path, Header::default()), Err(RecordError::Foreign(_))));
    }
    fs::write(&path, [MAGIC_OF_VERSION_9.as_slice(), &[0; 22]].concat()).unwrap();
    assert!(matches!(Reader::open(&path), Err(RecordError::Version { version: 9, .. })));
    fs::remove_file(path).unwrap();
}

const MAGIC_OF_VERSION_9: [u8; 10] = *b"PHAOGAME\x09\0";
