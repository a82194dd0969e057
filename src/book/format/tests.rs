//! The format in both directions, and what hostile bytes do.

use super::*;
use crate::book::fold::Side;
use crate::book::{Book, Builder, Entry, Recipe, encode};
use crate::movegen::legal_moves;
use proptest::prelude::*;

/// A position some random plies from the start.
fn wander(choices: &[u8]) -> Position {
    let mut position = Position::start();
    for &choice in choices {
        let moves = legal_moves(&position);
        if moves.is_empty() {
            break;
        }
        position.make(moves[usize::from(choice) % moves.len()]);
    }
    position
}

/// An entry for a position: its first moves with numbers of all sizes.
fn entry(position: &Position, numbers: &[u32]) -> Entry {
    let folded = Folded::of(position);
    let known = |(&mv, numbers): (&Move, &[u32])| BookMove {
        mv: folded.turn(mv),
        weight: numbers[0],
        tally: Tally { wins: numbers[1], draws: numbers[2], losses: numbers[3] },
    };
    let legal = legal_moves(position);
    Entry { key: folded.key, moves: legal.iter().zip(numbers.chunks_exact(4)).map(known).collect() }
}

fn sample() -> Vec<u8> {
    let mut builder = Builder::new(Recipe { min_count: 1, ..Recipe::default() });
    for game in ["h2e2 h9g7 h0g2 i9h9", "h2e2 h7e7 h0g2 h9g7", "c3c4 h9g7", "g0e2 h7d7"] {
        let moves: Vec<Move> = game.split(' ').map(|mv| mv.parse().expect("a move")).collect();
        builder.add(&Position::start(), &moves, None, None).expect("legal moves");
    }
    encode(builder.finish().entries(), "Made for a test.")
}

/// Sets the checksum right again, so that what lies behind it is reached.
fn resealed(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.len() >= HEADER {
        let sum = checksum(&bytes).to_le_bytes();
        bytes[CHECKSUM_AT..HEADER].copy_from_slice(&sum);
    }
    bytes
}

/// Whatever the bytes, reading and asking them ends well.
fn survive(bytes: Vec<u8>) {
    if let Ok(book) = Book::from_bytes(bytes) {
        let mut position = Position::start();
        for _ in 0..4 {
            let Some(first) = book.probe(&position).first().copied() else { break };
            assert!(position.is_legal(first.mv));
            position.make(first.mv);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_written_is_read_also_in_the_mirror(
        walks in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..12), 1..8),
        numbers in prop::collection::vec(any::<u32>(), 4..24),
        note in ".{0,40}",
    ) {
        let positions: Vec<_> = walks.iter().map(|walk| wander(walk)).collect();
        let entries: Vec<_> = positions.iter().map(|position| entry(position, &numbers)).collect();
        let bytes = encode(entries.clone(), &note);
        let mut backwards = entries.clone();
        backwards.sort_by_key(|entry| std::cmp::Reverse(entry.key));
        backwards.dedup_by_key(|entry| entry.key);
        if backwards.len() == entries.len() {
            prop_assert_eq!(&encode(backwards, &note), &bytes);
        }
        let book = FoldedBook::from_bytes(bytes).expect("a book");
        prop_assert_eq!(book.note(), note);
        for position in &positions {
            let mirror = position.mirror();
            let mut found = book.probe(position);
            prop_assert!(found.is_sorted_by_key(|known| std::cmp::Reverse(known.weight)));
            prop_assert!(found.iter().all(|known| position.is_legal(known.mv)));
            prop_assert_eq!(found.len(), (numbers.len() / 4).min(legal_moves(position).len()));
            let reflected = book.probe(&mirror);
            if Folded::of(position).side != Side::Symmetric {
                for known in &mut found {
                    known.mv = known.mv.mirror();
                }
            }
            prop_assert_eq!(found, reflected);
        }
    }

    #[test]
    fn mutated_books_never_panic(at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<prop::sample::Index>()) {
        let mut bytes = sample();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        survive(bytes.clone());
        survive(resealed(bytes.clone()));
        bytes.truncate(cut.index(bytes.len()));
        survive(bytes.clone());
        survive(resealed(bytes));
    }

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400), with_magic: bool) {
        let mut all = if with_magic { MAGIC.to_vec() } else { Vec::new() };
        all.extend(&bytes);
        survive(resealed(all));
        // As records of BOOK.DAT: whole, with squares of the board, and sorted.
        let mut records: Vec<[u8; 8]> = bytes.as_chunks().0.to_vec();
        for byte in records.iter_mut().flat_map(|record| &mut record[4..6]) {
            *byte = (*byte % 90 / 9 + 3) * 16 + *byte % 9 + 3;
        }
        records.sort_by_key(|record| u32::from_le_bytes([record[0], record[1], record[2], record[3]]));
        survive(records.concat());
    }
}

fn fault(bytes: Vec<u8>) -> BookFault {
    FoldedBook::from_bytes(bytes).expect_err("a fault")
}

#[test]
fn faults_have_their_names() {
    let good = sample();
    assert_eq!(fault(Vec::new()), BookFault::Empty);
    assert_eq!(fault(good[..10].to_vec()), BookFault::Length { wanted: 40, got: 10 });
    let wanted = good.len() as u64;
    assert_eq!(fault(good[..good.len() - 1].to_vec()), BookFault::Length { wanted, got: wanted - 1 });
    let with = |at: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[at] = byte;
        bytes
    };
    assert_eq!(fault(with(0, b'X')), BookFault::Unknown);
    assert_eq!(fault(with(8, 9)), BookFault::Version(9));
    assert_eq!(fault(with(good.len() - 1, 0x7f)), BookFault::Checksum);
    assert_eq!(fault(resealed(with(24, good[24] ^ 1))), BookFault::ForeignKeys);
    assert_eq!(fault(resealed(with(HEADER, 0xff))), BookFault::Note);
    let index = HEADER + "Made for a test.".len();
    assert_eq!(fault(resealed(with(index + 8, 1))), BookFault::Entry(0));
    assert_eq!(fault(resealed(with(index + 7, 0xff))), BookFault::Entry(1));
    // The last byte is the last number of the last move; with its high bit set the number goes on.
    assert!(matches!(fault(resealed(with(good.len() - 1, 0x80))), BookFault::Entry(_)));
}

#[test]
fn the_kinds_of_files_are_told_apart() {
    assert!(matches!(Book::from_bytes(sample()), Ok(Book::Folded(_))));
    // b2e2 under the key 0.
    assert!(matches!(Book::from_bytes(vec![0, 0, 0, 0, 0xA4, 0xA7, 1, 0]), Ok(Book::Elephant(_))));
    assert_eq!(Book::from_bytes(vec![0; 16]).expect_err("a fault"), BookFault::Unknown);
    assert_eq!(Book::from_bytes(b"SQLite format 3\0...".to_vec()).expect_err("a fault"), BookFault::Sqlite);
    assert_eq!(Book::from_bytes(b"hello".to_vec()).expect_err("a fault"), BookFault::Unknown);
    assert_eq!(Book::from_bytes(Vec::new()).expect_err("a fault"), BookFault::Empty);
}

#[test]
fn a_book_without_positions_is_a_book() {
    let book = FoldedBook::from_bytes(encode(Vec::new(), "")).expect("a book");
    assert!(book.is_empty() && book.probe(&Position::start()).is_empty());
    let mut stray = encode(Vec::new(), "");
    stray.push(0);
    stray[16] = 1;
    assert_eq!(fault(resealed(stray)), BookFault::Entry(0));
}

#[test]
fn long_notes_are_cut_between_characters() {
    let note = "炮".repeat(MAX_NOTE);
    let book = FoldedBook::from_bytes(encode(Vec::new(), &note)).expect("a book");
    assert!(book.note().len() <= MAX_NOTE && book.note().len() > MAX_NOTE - 3);
}

#[test]
fn a_book_is_opened_from_a_file() {
    let folder = std::env::temp_dir().join(format!("phao-book-format-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("a.book");
    std::fs::write(&path, sample()).expect("written");
    assert!(matches!(Book::open(&path), Ok(Book::Folded(_))));
    assert!(Book::open(&folder).is_err() && Book::open(folder.join("none")).is_err());
    std::fs::remove_dir_all(folder).expect("removed");
}
