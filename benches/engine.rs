//! How fast the parts of the engine are: look-ups, moves, counting, evaluation, search.
//!
//! Only ratios between rows of one run mean anything; machines differ and are noisy.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use phao::attacks;
use phao::board::Position;
use phao::book::embedded;
use phao::core::{Bitboard, Square};
use phao::eval::evaluate;
use phao::law::Rules;
use phao::movegen::{count_legal, legal_moves};
use phao::perft::{parse_suite, perft};
use phao::search::{Control, Limits, Searcher, Silent, bench};
use std::hint::black_box;

/// Positions of all phases.
fn positions() -> Vec<Position> {
    let suite = parse_suite(include_str!("../perft/published.suite")).expect("the suite reads");
    suite.into_iter().map(|entry| entry.position).collect()
}

/// A rook's squares by walking, as the measure of the tables.
fn walk(square: Square, occupied: Bitboard) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    for (file, rank) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        let mut at = (square.file().index() as i32, square.rank().index() as i32);
        while let Some(next) = Square::from_indices(at.0 + file, at.1 + rank) {
            set = set.with(next);
            if occupied.contains(next) {
                break;
            }
            at = (at.0 + file, at.1 + rank);
        }
    }
    set
}

fn sliders(c: &mut Criterion) {
    let boards: Vec<_> = positions().iter().map(Position::occupied).collect();
    let mut group = c.benchmark_group("sliders");
    group.throughput(Throughput::Elements((boards.len() * Square::COUNT) as u64));
    let every = |look: &dyn Fn(Square, Bitboard) -> Bitboard| {
        let of =
            |&occupied: &Bitboard| Square::all().fold(Bitboard::EMPTY, |sum, at| sum ^ look(at, occupied));
        boards.iter().map(of).fold(Bitboard::EMPTY, |sum, set| sum ^ set)
    };
    group.bench_function("rook by table", |b| b.iter(|| every(&attacks::rook)));
    group.bench_function("cannon by table", |b| b.iter(|| every(&attacks::cannon)));
    group.bench_function("rook by walking", |b| b.iter(|| every(&walk)));
    group.finish();
}

fn moves(c: &mut Criterion) {
    let mut positions = positions();
    let total: usize = positions.iter().map(count_legal).sum();
    let mut group = c.benchmark_group("moves");
    group.throughput(Throughput::Elements(total as u64));
    group.bench_function("generate", |b| {
        b.iter(|| positions.iter().map(|p| legal_moves(p).len()).sum::<usize>());
    });
    group.bench_function("count", |b| b.iter(|| positions.iter().map(count_legal).sum::<usize>()));
    group.bench_function("make and unmake", |b| {
        b.iter(|| {
            for position in &mut positions {
                for mv in legal_moves(position) {
                    position.make(mv);
                    black_box(position.key());
                    position.unmake();
                }
            }
        });
    });
    group.finish();
}

fn counting(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    group.sample_size(20).throughput(Throughput::Elements(3_290_240));
    group.bench_function("start 4", |b| {
        b.iter_batched_ref(Position::start, |position| perft(position, 4), BatchSize::SmallInput);
    });
    group.finish();
}

fn evaluation(c: &mut Criterion) {
    let positions = positions();
    let mut group = c.benchmark_group("evaluation");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("static", |b| b.iter(|| positions.iter().map(|p| evaluate(p).0).sum::<i32>()));
    group.finish();
}

fn searching(c: &mut Criterion) {
    let mut group = c.benchmark_group("search");
    group.sample_size(10).throughput(Throughput::Elements(bench(8, Rules::default()).nodes));
    group.bench_function("bench 8", |b| b.iter(|| bench(8, Rules::default()).nodes));
    let limits = Limits { depth: Some(10), ..Limits::default() };
    group.bench_function("start, depth 10", |b| {
        b.iter_batched_ref(
            || Searcher::new(16, 1).expect("memory for a table"),
            |searcher| searcher.search(&Position::start(), &limits, &Control::new(false), &mut Silent).nodes,
            BatchSize::LargeInput,
        );
    });
    group.finish();
}

/// Positions that the book inside the program knows, and as many that it does not.
fn book(c: &mut Criterion) {
    let book = embedded().expect("a book");
    let mut known = vec![Position::start()];
    while let Some(best) = known.last().and_then(|position| book.probe(position).first().copied()) {
        let mut after = known[known.len() - 1].clone();
        after.make(best.mv);
        known.push(after);
    }
    let mut group = c.benchmark_group("book");
    group.throughput(Throughput::Elements(known.len() as u64));
    let probe = |positions: &[Position]| positions.iter().map(|p| book.probe(p).len()).sum::<usize>();
    group.bench_function("probe, known", |b| b.iter(|| probe(&known)));
    let unknown = positions();
    group.throughput(Throughput::Elements(unknown.len() as u64));
    group.bench_function("probe, unknown", |b| b.iter(|| probe(&unknown)));
    group.finish();
}

criterion_group!(benches, sliders, moves, counting, evaluation, searching, book);
criterion_main!(benches);
