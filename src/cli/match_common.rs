//! What `phao match` and `phao tournament` have in common: options, and how they set up.

use super::console;
use super::match_files;
use super::match_words::{self as words, EngineWords, WordError};
use clap::Args;
use phao::arena::ledger::Files;
use phao::arena::pgn_file::PgnTarget;
use phao::arena::report::count_of_games;
use phao::arena::{EngineSpec, GameRules, Hall, NoProgram};
use phao::law::{Edition, Rules};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The options of both commands.
#[derive(Args)]
pub(super) struct Common {
    #[command(flatten)]
    engines: EngineWords,
    /// What holds for all engines, such as tc=10+0.1
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    each: Vec<String>,
    /// How many games at a time
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// Where games begin: file=FILE order=random|sequential seed=N start=N; a table with a column `fen`, FEN or
    /// EPD lines, or PGN games in any encoding and notation; openings of its own if there is no file
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    openings: Vec<String>,
    /// A side loses whose score was so bad for so long: movecount=3 score=1000 twosided=true|false
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    resign: Vec<String>,
    /// A game is drawn whose scores were near 0 for so long: movenumber=40 movecount=8 score=10
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    draw: Vec<String>,
    /// A game of so many moves of each side is drawn
    #[arg(long, default_value_t = 300, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    maxmoves: u32,
    /// The edition of the law, 1999 or 2004
    #[arg(long, default_value = "1999", value_name = "YEAR")]
    edition: Edition,
    /// Append the games to a PGN file; min=true leaves scores and times out
    #[arg(long, num_args = 1.., value_name = "FILE")]
    pgnout: Vec<String>,
    /// Write the result as JSON
    #[arg(long, value_name = "FILE")]
    pub(super) json: Option<PathBuf>,
    /// The journal of the games; its usual name is made from what is played
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Go on with what was interrupted
    #[arg(long)]
    resume: bool,
    /// Show every game
    #[arg(long)]
    pub(super) verbose: bool,
}

impl Common {
    /// The engines.
    pub(super) fn engines(&self) -> Result<Vec<EngineSpec>, WordError> {
        self.engines.specs(&self.each)
    }

    /// How games end.
    pub(super) fn rules(&self) -> Result<GameRules, WordError> {
        Ok(GameRules {
            law: Rules::of_edition(self.edition),
            max_moves: Some(self.maxmoves),
            resign: words::resign(&self.resign)?,
            draw: words::draw(&self.draw)?,
        })
    }

    /// Where games begin.
    pub(super) fn openings(&self) -> Result<words::Openings, WordError> {
        words::openings(&self.openings)
    }

    /// The PGN file, if one is wanted.
    pub(super) fn pgn(&self, event: &str) -> Result<Option<PgnTarget>, WordError> {
        let target = |(path, comments)| PgnTarget { path, comments, event: event.to_owned() };
        Ok(words::pgn(&self.pgnout)?.map(target))
    }

    /// The files for the games; `usual` is the name of the journal if none is given.
    pub(super) fn files(&self, usual: PathBuf, event: &str) -> Result<Files, WordError> {
        let journal = self.journal.clone().unwrap_or(usual);
        Ok(Files { journal, resume: self.resume, pgn: self.pgn(event)? })
    }

    /// Makes sure that all files but the journal can be written.
    pub(super) fn check_outputs(
        &self,
        files: &Files,
        others: &[&Option<PathBuf>],
    ) -> Result<(), match_files::FileError> {
        let pgn = files.pgn.as_ref().map(|target| &target.path);
        match_files::check([&self.json].into_iter().chain(others.iter().copied()).flatten().chain(pgn))
    }

    /// Starts every engine once, and the guard over them.
    pub(super) fn hall(&self, engines: &[EngineSpec], rules: GameRules) -> Result<Hall, NoProgram> {
        let mut hall = Hall {
            engines: engines.iter().cloned().map(Arc::new).collect(),
            rules,
            concurrency: self.concurrency.into(),
            guard: words::start_guard(),
        };
        for doubt in hall.introduce()? {
            console::tell(format_args!("phao: warning: {doubt}"));
        }
        Ok(hall)
    }
}

/// The engines' names.
pub(super) fn names(hall: &Hall) -> Vec<String> {
    hall.engines.iter().map(|engine| engine.name.clone()).collect()
}

/// A flag that Ctrl-C sets; pressed again it ends the program at once, and the guard ends the engines.
pub(super) fn stop_on_interrupt() -> &'static AtomicBool {
    static STOP: AtomicBool = AtomicBool::new(false);
    let handler = || {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        console::tell("Playing the games under way to their ends; press Ctrl-C again to leave at once.");
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        log::warn!("Ctrl-C cannot be caught: {error}");
    }
    &STOP
}

/// `1 game was played`, `2 games were played`.
pub(super) fn played(games: usize) -> String {
    let verb = if games == 1 { "was" } else { "were" };
    format!("{} {verb} played", count_of_games(games as u64))
}

/// What to say when not everything was played.
pub(super) fn interrupted(played: usize, planned: usize, journal: &Path) -> String {
    format!(
        "Interrupted after {played} of {planned} games, which are in {}; the same command with --resume goes on.",
        journal.display()
    )
}
