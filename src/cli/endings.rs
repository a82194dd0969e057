//! `phao net endings`: solves endings and writes the tables that the evaluation carries.

use super::CommandResult;
use phao::eval::endings::layout::Layout;
use phao::files::write_whole;
use phao::learn::endings::{TABLED, file, retrograde::Tables, solve};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Solve endings and show for each how many positions Red, then Black to move wins, draws and loses.
///
/// The tables inside the program were made by `phao net endings --out nets/endings.bin`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Balances of material by FEN letters, as `NP|ab`; without any, those of the tables inside the program.
    endings: Vec<String>,
    /// The file of tables to write.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Runs the command.
pub(super) fn run(args: &Args) -> CommandResult {
    let named: Vec<&str> = args.endings.iter().map(String::as_str).collect();
    let names = if named.is_empty() { TABLED } else { &named };
    let mut layouts = Vec::new();
    for &name in names {
        layouts.push(Layout::parse(name).ok_or_else(|| {
            format!(
                "`{name}` is no ending: FEN letters of up to five pieces besides the kings, at most two alike"
            )
        })?);
    }
    let mut tables = Tables::new();
    for layout in &layouts {
        let mut written = Ok(());
        solve(layout, &mut tables, &mut |table| {
            let [red, black] = table.totals().map(|[wins, draws, losses]| format!("{wins}/{draws}/{losses}"));
            let line = writeln!(io::stdout(), "{}\t{red}\t{black}", table.layout());
            written = std::mem::replace(&mut written, Ok(())).and(line);
        });
        written?;
    }
    if let Some(path) = &args.out {
        let bytes = file(&layouts, &tables)?;
        write_whole(path, &bytes)?;
        writeln!(io::stdout(), "{} bytes written to {}", bytes.len(), path.display())?;
    }
    Ok(ExitCode::SUCCESS)
}
