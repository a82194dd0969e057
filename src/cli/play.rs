//! `phao`: the protocol loop.

use super::CommandResult;
use phao::protocol::session;
use std::io::{self, IsTerminal};
use std::process::ExitCode;

/// Talks with the front end at the other end of stdin and stdout until it leaves.
pub(super) fn run() -> CommandResult {
    if io::stdin().is_terminal() {
        eprintln!(
            "Pháo {} awaits `ucci` or `uci`; `quit` leaves, `phao help` shows the commands.",
            env!("CARGO_PKG_VERSION")
        );
    }
    session::run(io::stdin(), io::stdout())?;
    Ok(ExitCode::SUCCESS)
}
