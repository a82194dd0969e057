//! `phao judge`: the referee's verdict on a position and the moves that led to it.

use super::{CommandResult, setup};
use phao::board::Position;
use phao::core::Color;
use phao::law::{self, Breach, Edition, GameResult, Loop, MoveReport, Rules, Ruling};
use serde::Serialize;
use std::io::{self, Write};
use std::process::ExitCode;

/// Judge a position by the Vietnamese law, with the moves that led to it.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The position before the moves, with or without quotes around it; the start of a game if it is left
    /// out.
    #[arg(value_name = "FEN")]
    fen: Vec<String>,
    /// The moves, like "h2e2 h9g7".
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// The edition of the law: 1999 (draw after 60 moves without a capture) or 2004 (after 50).
    #[arg(long, default_value = "1999", value_name = "YEAR")]
    edition: Edition,
    /// Print one JSON object and nothing else.
    #[arg(long)]
    json: bool,
}

/// What there is to say about a position.
struct Judgement {
    position: Position,
    rules: Rules,
    result: Option<GameResult>,
    /// The loop: judged, or pending while the position stands for the second time.
    ruling: Option<Ruling>,
    /// If the game has not ended here: the first ply after which it had.
    earlier: Option<(usize, GameResult)>,
}

/// Runs the command.
pub(super) fn run(args: &Args) -> CommandResult {
    let position = setup::position(Some(&args.fen.join(" ")), args.moves.as_deref())?;
    let judgement = Judgement::of(position, Rules::of_edition(args.edition));
    let mut out = io::stdout().lock();
    if args.json {
        serde_json::to_writer(&mut out, &judgement.json())?;
        writeln!(out)?;
    } else {
        judgement.write(&mut out)?;
    }
    Ok(ExitCode::SUCCESS)
}

impl Judgement {
    fn of(position: Position, rules: Rules) -> Self {
        let result = law::game_result(&position, &rules);
        let is_ruling = result.is_none_or(|result| result.article.is_of_repetition());
        let ruling =
            Loop::find(&position).filter(|_| is_ruling).map(|found| law::rule_on(&position, found, &rules));
        let earlier = if result.is_none() { earlier_end(&position, &rules) } else { None };
        Self { position, rules, result, ruling, earlier }
    }

    fn verdict(&self) -> String {
        self.result.map_or_else(|| "none".to_owned(), |result| result.verdict().to_string())
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}\n{}\n", self.position.diagram(), self.position.fen())?;
        if let Some(ruling) = &self.ruling {
            write_loop(out, ruling)?;
        }
        self.write_count(out)?;
        match (&self.result, &self.ruling) {
            (Some(result), ruling) => {
                let article = result.article;
                writeln!(out, "{article}: {} ({})", article.english(), article.vietnamese())?;
                if let Some(case) = ruling.as_ref().and_then(|ruling| ruling.case) {
                    writeln!(out, "{case}: {} ({})", case.english(), case.vietnamese())?;
                }
            }
            (None, Some(ruling)) => {
                writeln!(out, "If it comes about a third time in this way: {}.", ruling.verdict)?;
            }
            (None, None) => writeln!(out, "The game goes on.")?,
        }
        if let Some((ply, result)) = self.earlier {
            writeln!(out, "It had already ended after ply {ply}: {}, {}.", result.verdict(), result.article)?;
        }
        writeln!(out, "\nverdict: {}", self.verdict())
    }

    fn write_count(&self, out: &mut impl Write) -> io::Result<()> {
        let (plies, counted) = (self.position.no_capture_plies(), law::counted_plies(&self.position));
        let limit = self.rules.no_capture_moves.map_or(0, |moves| 2 * moves);
        write!(out, "Plies without a capture: {plies}")?;
        if counted < plies {
            write!(out, ", of which {counted} count")?;
        }
        writeln!(out, " (draw at {limit}, Điều 12).")
    }

    fn json(&self) -> Report {
        let repeated = self.ruling.as_ref();
        Report {
            fen: self.position.fen(),
            verdict: self.verdict(),
            winner: self.result.and_then(|result| result.winner).map(|winner| winner.to_string()),
            article: self.result.map(|GameResult { article, .. }| Rule {
                number: article.number().to_owned(),
                axf: None,
                english: article.english(),
                vietnamese: article.vietnamese(),
            }),
            case: repeated.filter(|_| self.result.is_some()).and_then(|ruling| ruling.case).map(|case| {
                Rule {
                    number: case.number(),
                    axf: Some(case.asian_rule()),
                    english: case.english(),
                    vietnamese: case.vietnamese(),
                }
            }),
            occurrences: repeated.map_or(1, |ruling| ruling.found.occurrences),
            breaches: repeated.map(|ruling| ruling.breaches.map(breach_name)),
            pending: repeated.filter(|_| self.result.is_none()).map(|ruling| ruling.verdict.to_string()),
            ended_after_ply: self.earlier.map(|(ply, _)| ply),
            no_capture_plies: self.position.no_capture_plies(),
            counted_plies: law::counted_plies(&self.position),
            moves: repeated.map(|ruling| ruling.moves.iter().map(MoveJson::of).collect()).unwrap_or_default(),
        }
    }
}

/// The first ply before the last after which the game had ended.
fn earlier_end(position: &Position, rules: &Rules) -> Option<(usize, GameResult)> {
    let mut position = position.clone();
    let mut earlier = None;
    while !position.history().is_empty() {
        position.unmake();
        if let Some(result) = law::game_result(&position, rules) {
            earlier = Some((position.history().len(), result));
        }
    }
    earlier
}

/// The loop as a table, and what each side broke.
fn write_loop(out: &mut impl Write, ruling: &Ruling) -> io::Result<()> {
    let (first, last) = (ruling.moves.first(), ruling.moves.last());
    let plies = first.zip(last).map_or((0, 0), |(first, last)| (first.ply, last.ply));
    let times = times(ruling.found.occurrences);
    writeln!(out, "The position stands for {times}; the loop is plies {} to {}.\n", plies.0, plies.1)?;
    let rows: Vec<[String; 5]> = ruling.moves.iter().map(row).collect();
    let header = ["ply", "side", "move", "what it was", "details"].map(str::to_owned);
    let width = |column: usize| {
        rows.iter().chain([&header]).map(|row| row[column].chars().count()).max().unwrap_or_default()
    };
    let widths: Vec<_> = (0..header.len()).map(width).collect();
    for row in [&header].into_iter().chain(&rows) {
        let cells: Vec<_> =
            row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}", width = *width)).collect();
        writeln!(out, "  {}", cells.join("  ").trim_end())?;
    }
    writeln!(out)?;
    for (color, breach) in Color::ALL.into_iter().zip(ruling.breaches) {
        let name = if color == Color::Red { "Red" } else { "Black" };
        writeln!(out, "{name} {}.", breach_text(breach))?;
    }
    writeln!(out)
}

fn times(count: usize) -> String {
    match count {
        2 => "the second time".to_owned(),
        3 => "the third time".to_owned(),
        _ => format!("the {count}th time"),
    }
}

fn row(report: &MoveReport) -> [String; 5] {
    let actions: Vec<_> = report
        .actions
        .iter()
        .map(|action| format!("{} ({})", action.english(), action.vietnamese()))
        .collect();
    let mut details: Vec<_> = report.attacks.iter().map(ToString::to_string).collect();
    details.extend(report.checkers.iter().map(|checker| format!("check by {checker}")));
    [
        report.ply.to_string(),
        report.side().to_string(),
        format!("{} {}", report.mover.piece.kind().letter(), report.mv),
        actions.join(", "),
        details.join("; "),
    ]
}

fn breach_text(breach: Breach) -> &'static str {
    match breach {
        Breach::None => "breaks no prohibition",
        Breach::Chase => "chases the same piece with every move (Điều 23.3, đuổi bắt mãi)",
        Breach::Check => "gives check with every move (Điều 23.1, chiếu mãi)",
    }
}

const fn breach_name(breach: Breach) -> &'static str {
    match breach {
        Breach::None => "none",
        Breach::Chase => "chase",
        Breach::Check => "check",
    }
}

/// The whole answer as JSON.
#[derive(Serialize)]
struct Report {
    fen: String,
    /// `red loses`, `black loses`, `draw` or `none`.
    verdict: String,
    winner: Option<String>,
    article: Option<Rule>,
    case: Option<Rule>,
    occurrences: usize,
    /// What each side broke, Red first.
    breaches: Option<[&'static str; 2]>,
    /// The verdict if the position came about a third time in this way.
    pending: Option<String>,
    ended_after_ply: Option<usize>,
    no_capture_plies: u32,
    counted_plies: u32,
    /// The moves of the loop.
    moves: Vec<MoveJson>,
}

#[derive(Serialize)]
struct Rule {
    number: String,
    /// The number of the Asian rule, for the cases of article 24.
    axf: Option<usize>,
    english: &'static str,
    vietnamese: &'static str,
}

#[derive(Serialize)]
struct MoveJson {
    ply: usize,
    side: String,
    #[serde(rename = "move")]
    mv: String,
    piece: String,
    /// Gravest first.
    actions: Vec<&'static str>,
    checkers: Vec<String>,
    attacks: Vec<AttackJson>,
}

#[derive(Serialize)]
struct AttackJson {
    attacker: String,
    victim: String,
    is_chase: bool,
    text: String,
}

impl MoveJson {
    fn of(report: &MoveReport) -> Self {
        Self {
            ply: report.ply,
            side: report.side().to_string(),
            mv: report.mv.to_string(),
            piece: report.mover.piece.kind().to_string(),
            actions: report.actions.iter().map(|action| action.english()).collect(),
            checkers: report.checkers.iter().map(|checker| checker.square.to_string()).collect(),
            attacks: report
                .attacks
                .iter()
                .map(|attack| AttackJson {
                    attacker: attack.attacker.square.to_string(),
                    victim: attack.victim.square.to_string(),
                    is_chase: attack.kind == law::AttackKind::Chase,
                    text: attack.to_string(),
                })
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judgement(fen: &str, moves: &str) -> Judgement {
        let position = setup::position(Some(fen), Some(moves)).expect(fen);
        Judgement::of(position, Rules::default())
    }

    fn text(judgement: &Judgement) -> String {
        let mut out = Vec::new();
        judgement.write(&mut out).expect("writing to memory");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn the_last_line_is_the_verdict_and_json_says_the_same() {
        for line in include_str!("../../tests/data/law_figures.tsv").lines().skip(1) {
            let fields: Vec<_> = line.split('\t').collect();
            let judgement = judgement(fields[3], fields[4]);
            let text = text(&judgement);
            assert_eq!(text.lines().last(), Some(format!("verdict: {}", fields[5]).as_str()), "{line}");
            let json = serde_json::to_value(judgement.json()).expect("json");
            assert_eq!(json["verdict"], fields[5], "{line}");
            let moves = json["moves"].as_array().expect("moves");
            assert!(moves.len() >= 8, "{line}");
            // The loop ends with the last move played.
            let last = fields[4].split(' ').count();
            let plies: Vec<_> = moves.iter().filter_map(|entry| entry["ply"].as_u64()).collect();
            assert_eq!(plies, (last - moves.len() + 1..=last).map(|ply| ply as u64).collect::<Vec<_>>());
            assert!(text.contains(&format!("the loop is plies {} to {last}", plies[0])), "{text}");
        }
    }

    #[test]
    fn what_is_not_over_has_no_verdict() {
        let chase = "h6i6 i0h0 i6h6 h0i0";
        let fen = "4kab2/4a4/4b4/3rC2R1/9/9/4n4/4B4/4A4/4KAB1c w";
        let second = text(&judgement(fen, chase));
        assert!(second.contains("If it comes about a third time in this way: red loses."), "{second}");
        assert!(second.ends_with("verdict: none\n"), "{second}");
        let left = text(&judgement(fen, &format!("{chase} {chase} h6h5")));
        assert!(left.contains("It had already ended after ply 8: red loses, Điều 7.1.h."), "{left}");
        assert!(text(&judgement("", "h2e2")).contains("The game goes on."));
    }

    #[test]
    fn ends_without_a_loop_have_their_articles() {
        let rows = [
            ("R2k5/7R1/9/9/9/9/9/9/9/4K4 b", "Điều 7.1.a: checkmate (chiếu hết)", "black loses"),
            ("3k5/4P4/9/9/9/9/9/9/9/4K4 b", "Điều 7.1.b: no legal move", "black loses"),
            ("3k5/9/9/9/9/9/9/9/9/4K4 w", "Điều 7.2.a: neither side", "draw"),
            ("3k5/9/9/9/9/9/9/9/R8/4K4 w - - 120 90", "Điều 7.2.e: no capture", "draw"),
        ];
        for (fen, article, verdict) in rows {
            let text = text(&judgement(fen, ""));
            assert!(text.contains(article), "{text}");
            assert!(text.ends_with(&format!("verdict: {verdict}\n")), "{text}");
        }
    }
}
