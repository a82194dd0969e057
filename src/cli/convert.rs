//! `phao convert`: moves and games between notations and files.

use super::console::tell;
use super::target::Target;
use super::{CommandResult, setup};
use clap::ValueEnum;
use flate2::Compression;
use flate2::write::GzEncoder;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use phao::arena::report::count_of_games;
use phao::games::{
    self, Fault, Format, Game, GameError, Place, ReadOptions, Reader, TextEncoding, WriteOptions, Writer,
    notation_of_words, parse_move, without_number,
};
use phao::notation::{Chinese, Notation};
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The exit status of a program that Ctrl-C ends.
const INTERRUPTED: i32 = 130;

const ABOUT: &str = "\
Convert moves and games between notations and files.

Reads PGN (in UTF-8, GBK or Big5; moves in Chinese, WXF, ICCS or Vietnamese), tables of games, DhtmlXQ texts, XQStudio's
XQF and CCBridge's CBR and CBL, also packed by gzip; writes PGN, tables and DhtmlXQ.";

const EXAMPLES: &str = "\
Examples:
  Moves, from whatever notation they look like:
    phao convert --moves \"炮二平五 马８进７\" --notation vietnamese
    phao convert --moves \"1.P2-5 M8.7\" --notation wxf
    phao convert --fen \"3k5/9/9/2R6/9/2R6/9/9/9/4K4 w\" --moves c6b6 --notation chinese
  Games, one after the other, however many there are:
    phao convert games.tsv.gz --out games.pgn
    phao convert old-gbk.pgn --notation wxf --out new.pgn
    phao convert *.xqf *.cbl --to pgn --encoding gb18030 --out all.pgn
    phao convert games.pgn --to tsv --out games.tsv.gz
    cat games.pgn | phao convert --to dhtmlxq > forum.txt

A game that cannot be read or written is named on stderr and left out; the others are converted. The output cannot
be one of the files that are read.
A table has room for results, ECCO codes and moves only.
Exit status: 0 all games are good, 1 some are not, 2 the command cannot be followed.";

/// Convert moves and games between notations and files.
#[derive(clap::Args)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
pub(super) struct Args {
    /// Files of games; standard input if there is none, or for `-`.
    #[arg(value_name = "FILE", conflicts_with_all = ["moves", "fen"])]
    files: Vec<PathBuf>,
    /// Moves to convert instead of files, with blanks between them; numbers like `1.` are passed over.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    /// The position before the moves; the start of a game if it is left out.
    #[arg(long, value_name = "FEN", requires = "moves")]
    fen: Option<String>,
    /// How moves are written: iccs, ucci, wxf, asian, xqbase, fairy, vietnamese, chinese, traditional or cchess.
    /// By default chinese in PGN (traditional in Big5), and ucci in tables and for single moves.
    #[arg(long, value_name = "NOTATION")]
    notation: Option<Notation>,
    /// How moves are read that are neither coordinates nor Chinese; by default what the file says, vietnamese if
    /// its letters are seen (M, X, T, S), else wxf.
    #[arg(long, value_name = "NOTATION")]
    read_notation: Option<Notation>,
    /// The format of what is read: pgn, tsv, dhtmlxq, xqf, cbr or cbl; found out by default.
    #[arg(long, value_name = "FORMAT", conflicts_with = "moves")]
    from: Option<Format>,
    /// The format of what is written: pgn, tsv or dhtmlxq; by default what the name of the output says, or pgn.
    #[arg(long, value_name = "FORMAT", conflicts_with = "moves")]
    to: Option<Format>,
    /// The encoding of what is written.
    #[arg(long, value_enum, default_value_t, conflicts_with = "moves")]
    encoding: EncodingName,
    /// The encoding of what is read; found out by default.
    #[arg(long, value_enum, value_name = "ENCODING", conflicts_with = "moves")]
    read_encoding: Option<EncodingName>,
    /// The file to write, packed if its name ends in .gz; standard output if it is left out, or `-`.
    #[arg(long, short, value_name = "FILE", conflicts_with = "moves")]
    out: Option<PathBuf>,
}

/// Encodings by name.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum EncodingName {
    /// For everything of today.
    #[default]
    Utf8,
    /// The mainland's older one; GBK is a part of it.
    #[value(alias = "gbk")]
    Gb18030,
    /// Taiwan's and Hong Kong's older one.
    Big5,
}

impl EncodingName {
    const fn encoding(self) -> TextEncoding {
        match self {
            Self::Utf8 => TextEncoding::Utf8,
            Self::Gb18030 => TextEncoding::Gb18030,
            Self::Big5 => TextEncoding::Big5,
        }
    }
}

/// Runs the command.
pub(super) fn run(args: &Args) -> CommandResult {
    match &args.moves {
        Some(moves) => convert_moves(args, moves),
        None => convert_games(args),
    }
}

/// Single moves, on one line.
fn convert_moves(args: &Args, moves: &str) -> CommandResult {
    let start = setup::position(args.fen.as_deref(), None)?;
    let (mut position, mut played) = (start.clone(), Vec::new());
    let words = moves.split(|letter: char| letter.is_whitespace() || letter == ',');
    let words: Vec<_> = words.map(without_number).filter(|word| !word.is_empty()).collect();
    let announced = args.read_notation.or_else(|| notation_of_words(words.iter().copied()));
    for word in words {
        let number = played.len() + 1;
        let mv = parse_move(&position, word, announced).map_err(|error| format!("move {number}: {error}"))?;
        position.make(mv);
        played.push(mv);
    }
    let notation = args.notation.unwrap_or(Notation::Ucci);
    writeln!(io::stdout().lock(), "{}", notation.write_line(&start, &played).join(" "))?;
    Ok(ExitCode::SUCCESS)
}

fn convert_games(args: &Args) -> CommandResult {
    let options = write_options(args);
    let standard_input = [PathBuf::from("-")];
    let files = if args.files.is_empty() { &standard_input[..] } else { &args.files[..] };
    let output = Output::new(args.out.as_deref(), files)?;
    let writer = Writer::new(output, options)?;
    let stop = Arc::new(AtomicBool::new(false));
    if args.out.is_some() && !args.files.is_empty() {
        // The file is then finished with the games so far; who waits for standard input just wants to leave.
        let stopper = Arc::clone(&stop);
        ctrlc::set_handler(move || {
            if stopper.swap(true, Ordering::Relaxed) {
                std::process::exit(INTERRUPTED);
            }
        })?;
    }
    let mut conversion = Conversion { writer, read: 0, bad: 0, bar: bar()?, stop };
    let start = Instant::now();
    for file in files {
        conversion.add_file(file, args)?;
    }
    let was_stopped = conversion.stop.load(Ordering::Relaxed);
    conversion.bar.finish_and_clear();
    let (read, bad, written) = (conversion.read, conversion.bad, conversion.writer.count());
    conversion.writer.finish()?.close()?;
    let seconds = start.elapsed().as_secs_f64();
    let rate = read as f64 / seconds.max(1e-3) * 60.0;
    let end = if was_stopped { "; interrupted" } else { "" };
    tell(format_args!(
        "phao: {} read, {written} written, {bad} bad, {seconds:.1} s, {rate:.0} a minute{end}",
        count_of_games(read)
    ));
    Ok(ExitCode::from(u8::from(bad > 0 || was_stopped)))
}

fn write_options(args: &Args) -> WriteOptions {
    let encoding = args.encoding.encoding();
    let format = args.to.or_else(|| format_of_name(args.out.as_deref()?)).unwrap_or(Format::Pgn);
    let notation = args.notation.unwrap_or(match (format, encoding) {
        (Format::Tsv, _) => Notation::Ucci,
        (_, TextEncoding::Big5) => Notation::Chinese(Chinese::TRADITIONAL),
        _ => Notation::Chinese(Chinese::SIMPLIFIED),
    });
    WriteOptions { format, notation, encoding }
}

/// The format that a file's name tells, `.gz` left out.
fn format_of_name(path: &Path) -> Option<Format> {
    let is_packed = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gz"));
    let path = if is_packed { Path::new(path.file_stem()?) } else { path };
    path.extension()?.to_str()?.parse().ok()
}

/// A bar that only a terminal shows.
fn bar() -> Result<ProgressBar, Box<dyn std::error::Error>> {
    let style = ProgressStyle::with_template("{bar:30} {bytes}/{total_bytes}, {msg}, {eta} left")?;
    let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr()).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    Ok(bar)
}

/// Games on their way from files to the output.
struct Conversion {
    writer: Writer<Output>,
    read: u64,
    bad: u64,
    bar: ProgressBar,
    stop: Arc<AtomicBool>,
}

impl Conversion {
    /// Converts the games of a file. Only a fault of the output is an error.
    fn add_file(&mut self, path: &Path, args: &Args) -> Result<(), GameError> {
        let options = ReadOptions {
            format: args.from,
            encoding: args.read_encoding.map(EncodingName::encoding),
            notation: args.read_notation,
        };
        let is_standard = path.as_os_str() == "-";
        let reader =
            if is_standard { games::read(io::stdin(), &options) } else { games::open_with(path, &options) };
        let name = if is_standard { "standard input".to_owned() } else { path.display().to_string() };
        let reader = match reader {
            Ok(reader) => reader,
            Err(error) => {
                self.tell(&name, &error);
                return Ok(());
            }
        };
        let size = fs::metadata(path).map_or(0, |data| data.len());
        self.bar.set_length(size);
        self.add_games(reader, &name, args.from)
    }

    fn add_games(&mut self, mut reader: Reader, name: &str, forced: Option<Format>) -> Result<(), GameError> {
        let consumed = reader.consumed();
        let mut number = 0;
        while !self.stop.load(Ordering::Relaxed) {
            let Some(game) = reader.next() else { break };
            number += 1;
            // A fault of the file is no game.
            self.read += u64::from(!game.as_ref().is_err_and(|error| error.game == 0));
            match game {
                Ok(game) => self.add_game(&game, number, name)?,
                Err(error) => self.tell(name, &error),
            }
            if self.read.is_multiple_of(256) {
                self.bar.set_position(consumed.load(Ordering::Relaxed));
                self.bar.set_message(format!("{} games, {} bad", self.read, self.bad));
            }
        }
        if number == 0 && !self.stop.load(Ordering::Relaxed) {
            let is_empty = consumed.load(Ordering::Relaxed) == 0;
            let fault = forced.filter(|_| !is_empty).map_or(Fault::NoGame, Fault::NotThis);
            self.tell(name, &GameError { game: 0, place: Place::Nowhere, fault });
        }
        Ok(())
    }

    fn add_game(&mut self, game: &Game, number: u64, name: &str) -> Result<(), GameError> {
        match self.writer.write(game) {
            Err(error) if matches!(error.fault, Fault::Io(_)) => Err(error),
            Err(error) => {
                self.tell(name, &GameError { game: number, ..error });
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    }

    /// Names what was wrong with a game.
    fn tell(&mut self, name: &str, error: &GameError) {
        self.bad += 1;
        self.bar.suspend(|| tell(format_args!("phao: {name}: {error}")));
    }
}

/// Where games go, packed if the name of the file says so.
struct Output {
    sink: Sink,
    target: Target,
}

enum Sink {
    Plain(BufWriter<Box<dyn Write>>),
    Packed(GzEncoder<BufWriter<Box<dyn Write>>>),
}

impl Output {
    fn new(path: Option<&Path>, inputs: &[PathBuf]) -> Result<Self, String> {
        let path = path.unwrap_or(Path::new("-"));
        let target = Target::of(path);
        // Games that could not be read would be gone.
        target.spares(inputs)?;
        let out = target.open().map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
        let out = BufWriter::new(out);
        let is_packed = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gz"));
        let sink = if is_packed {
            Sink::Packed(GzEncoder::new(out, Compression::default()))
        } else {
            Sink::Plain(out)
        };
        Ok(Self { sink, target })
    }

    fn close(self) -> io::Result<()> {
        let mut out = match self.sink {
            Sink::Plain(out) => out,
            Sink::Packed(packer) => packer.finish()?,
        };
        out.flush()?;
        self.target.finish()
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.sink {
            Sink::Plain(out) => out.write(bytes),
            Sink::Packed(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Plain(out) => out.flush(),
            Sink::Packed(out) => out.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_formats() {
        let format = |name: &str| format_of_name(Path::new(name));
        assert_eq!(format("a/b.pgn"), Some(Format::Pgn));
        assert_eq!(format("b.TSV.gz"), Some(Format::Tsv));
        assert_eq!(format("b.txt"), None);
        assert_eq!(format("pgn"), None);
    }
}
