//! The command line: without a command the protocol loop, else one file a command.

mod analyse;
mod bench;
mod book;
mod console;
mod convert;
mod endings;
mod judge;
mod match_;
mod match_common;
mod match_files;
mod match_merge;
mod match_screen;
mod match_words;
mod net;
mod perft;
mod play;
mod rescore;
mod selfplay;
mod setup;
mod target;
mod tournament;
mod train;
mod tune;

use clap::{Parser, Subcommand};
use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a command comes to: its exit status, or the sentence that says what was wrong.
type CommandResult = Result<ExitCode, Box<dyn Error>>;

/// The exit status when a command could not do what it was asked to.
const FAILURE: u8 = 2;

/// Pháo, a Xiangqi (cờ tướng) engine.
///
/// Without a command it talks UCCI or UCI with a front end, whichever comes first.
#[derive(Parser)]
#[command(name = "phao", version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Perft(perft::Args),
    Bench(bench::Args),
    Analyse(analyse::Args),
    Judge(judge::Args),
    Convert(Box<convert::Args>),
    Match(Box<match_::Args>),
    Tournament(Box<tournament::Args>),
    #[command(name = match_words::GUARD_COMMAND, hide = true)]
    ArenaGuard,
    Selfplay(selfplay::Args),
    Train(train::Args),
    #[command(subcommand)]
    Book(book::Command),
    #[command(subcommand)]
    Net(net::Command),
    #[command(subcommand)]
    Tune(tune::Command),
}

/// Does what the command line says.
pub(crate) fn run() -> ExitCode {
    start_log();
    let result = match Cli::parse().command {
        None => play::run(),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Analyse(args)) => analyse::run(&args),
        Some(Command::Judge(args)) => judge::run(&args),
        Some(Command::Convert(args)) => convert::run(&args),
        Some(Command::Match(args)) => match_::run(&args),
        Some(Command::Tournament(args)) => tournament::run(&args),
        Some(Command::ArenaGuard) => {
            phao::arena::stand_guard(std::io::stdin().lock());
            Ok(ExitCode::SUCCESS)
        }
        Some(Command::Selfplay(args)) => selfplay::run(&args),
        Some(Command::Train(args)) => train::run(&args),
        Some(Command::Book(command)) => book::run(&command),
        Some(Command::Net(command)) => net::run(&command),
        Some(Command::Tune(command)) => tune::run(&command),
    };
    result.unwrap_or_else(|error| {
        if is_broken_pipe(error.as_ref()) {
            // Whoever read the output has seen enough.
            return ExitCode::SUCCESS;
        }
        console::tell(format_args!("phao: {error}"));
        ExitCode::from(FAILURE)
    })
}

/// A flag that an interrupt (Ctrl+C) raises, for work that ends in good order.
fn stop_on_interrupt() -> Result<Arc<AtomicBool>, ctrlc::Error> {
    let stop = Arc::new(AtomicBool::new(false));
    let stopper = Arc::clone(&stop);
    ctrlc::set_handler(move || stopper.store(true, Ordering::Relaxed))?;
    Ok(stop)
}

/// Logs to stderr, but only if asked to: some front ends never read stderr, others mix it with stdout.
fn start_log() {
    for variable in ["PHAO_LOG", "RUST_LOG"] {
        if let Ok(filters) = std::env::var(variable) {
            env_logger::Builder::new().parse_filters(&filters).init();
            return;
        }
    }
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    let of_games = error.downcast_ref::<phao::games::GameError>().and_then(|error| match &error.fault {
        phao::games::Fault::Io(error) => Some(error),
        _ => None,
    });
    let error = error.downcast_ref::<std::io::Error>().or(of_games);
    error.is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    /// The command lines among the examples of a command's help; quotes hold blanks together.
    fn examples(name: &str) -> Vec<Vec<String>> {
        let mut cli = Cli::command();
        let help = cli.find_subcommand_mut(name).expect("a command").render_long_help().to_string();
        let text = help.replace("\\\n", " ");
        let lines = text.lines().map(str::trim).filter(|line| line.starts_with("phao "));
        lines
            .map(|line| {
                let parts = line.split('\'').enumerate();
                let words = parts.flat_map(|(index, part)| match index % 2 {
                    0 => part.split_whitespace().map(str::to_owned).collect(),
                    _ => vec![part.to_owned()],
                });
                words.collect()
            })
            .collect()
    }

    #[test]
    fn the_examples_of_the_help_are_understood() {
        for (name, least) in [("match", 9), ("tournament", 5)] {
            let examples = examples(name);
            assert!(examples.len() >= least, "{name}: {examples:?}");
            for line in examples {
                assert!(Cli::try_parse_from(&line).is_ok(), "{line:?}");
            }
        }
    }

    #[test]
    fn the_contract_is_understood() {
        for line in [
            "phao",
            "phao perft 5",
            "phao perft --fen x --moves h2e2 --divide --threads 2 --hash 16 5",
            "phao perft --suite perft/published.suite --max-nodes 1000",
            "phao bench --depth 5",
            "phao judge x --moves h2e2 --edition 2004 --json",
            "phao analyse",
            "phao match --engine cmd=a name=b --engine cmd=c --each tc=1+0.1 --games 4 --concurrency 2 --repeat",
            "phao match --engine cmd=a --engine cmd=c --sprt elo0=0 elo1=5 --openings file=x order=random --resume",
            "phao match --merge a b --pgnout c",
            "phao tournament --engine cmd=a --engine cmd=b --each st=1 --format swiss --rounds 3 --svg x --withdraw a",
            "phao selfplay --out games.bin --games 10 --nodes 500 --threads 2 --seed 3",
            "phao train a.bin b.bin --out net.nnue --hidden 256 --buckets 4 --epochs 20 --result-share 0.1",
            "phao book build --out a.book --plies 20 --min-count 2 --points 2,1,0 --half-life 10 --check nodes=500 --check-ends depth=9 --check-often nodes=900 --max-loss 30 --within 60 --scores a.scores --threads 2 --note x a.pgn b.tsv.gz",
            "phao book show x --moves h2e2 --book a.book --no-board",
            "phao book probe x --moves h2e2 --book BOOK.DAT --json",
            "phao book sound a.book --openings 20 --movetime 200 --within 80 --share 98 --randomness huge --seed 3",
            "phao net show net.nnue",
            "phao net duel net.nnue classical --pairs 100 --nodes 1000 --threads 2 --seed 3",
            "phao net duel net.nnue --movetime 50",
            "phao net endings --out endings.bin R|aabb N|ab",
            "phao net data count a.bin b.bin",
            "phao net data merge --out c.bin a.bin b.bin",
            "phao net data shuffle --out c.bin --seed 3 a.bin",
            "phao net data dedup --out c.bin a.bin b.bin",
            "phao net data sample --out c.bin --games 100 a.bin",
            "phao net data print --skip 3 --games 2 a.bin",
            "phao net data histogram --out a.svg a.bin",
            "phao convert --fen x --moves h2e2 --notation vietnamese",
            "phao convert a.pgn b.xqf --from pgn --to tsv --notation wxf --encoding gbk --read-encoding big5 --out c",
            "phao analyse --notation chinese",
            "phao analyse x --moves h2e2 --movetime 5 --multipv 3 --threads 2 --hash 64 --notation iccs --json",
        ] {
            assert!(Cli::try_parse_from(line.split(' ')).is_ok(), "{line}");
        }
        for line in [
            "phao perft",
            "phao perft x",
            "phao perft --suite f 3",
            "phao analyse --depth 0",
            "phao foo",
            "phao convert --notation x",
            "phao convert a --moves h2e2",
        ] {
            assert!(Cli::try_parse_from(line.split(' ')).is_err(), "{line}");
        }
    }
}
