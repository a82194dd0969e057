//! What a person sees while games are played: a live line on a terminal, else plain lines.

use super::console::harmless;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use phao::arena::report::{Summary, game_line};
use phao::arena::{GameRecord, Reason};
use std::io::{self, IsTerminal, Write};

/// The screen.
pub(super) struct Screen {
    bar: Option<ProgressBar>,
    interval: u64,
    verbose: bool,
    seen: u64,
}

impl Screen {
    /// A screen for so many games, of which some are done.
    pub(super) fn new(length: usize, done: usize, interval: u32, verbose: bool) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {per_sec} {eta} left  {msg}");
            let bar = ProgressBar::with_draw_target(Some(length as u64), ProgressDrawTarget::stderr());
            bar.set_position(done as u64);
            bar.reset_eta();
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Self { bar, interval: interval.into(), verbose, seen: 0 }
    }

    /// Prints a line.
    pub(super) fn say(&self, text: &str) {
        let text = harmless(text);
        match &self.bar {
            Some(bar) => bar.println(text),
            None => drop(writeln!(io::stdout(), "{text}")),
        }
    }

    /// Shows how a match stands.
    pub(super) fn score(&self, summary: &Summary<'_>) {
        let line = summary.line();
        if let Some(bar) = &self.bar {
            bar.set_message(line);
        } else if self.seen.is_multiple_of(self.interval) {
            self.say(&line);
        }
    }

    /// Shows a game if it is worth it: all of them, or those that an engine lost by a fault.
    pub(super) fn game(&mut self, game: &GameRecord, names: &[&str]) {
        self.seen += 1;
        if let Some(bar) = &self.bar {
            bar.inc(1);
        }
        if self.verbose || game.reason.is_fault() && game.reason != Reason::Resignation {
            self.say(&game_line(game, names));
        }
    }

    /// Leaves the terminal as it was.
    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
