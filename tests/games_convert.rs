//! `phao convert`, as people and scripts call it.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games.tsv");

fn convert(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_phao"))
        .arg("convert")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("input is taken");
    child.wait_with_output().expect("the program ends")
}

fn stdout(args: &[&str], input: &str) -> String {
    let output = convert(args, input);
    assert!(output.status.success(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// A folder that is gone after the test.
struct TempFolder(PathBuf);

impl TempFolder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("phao-convert-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a temporary folder");
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a path in UTF-8").to_owned()
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn single_moves() {
    let rows: &[(&[&str], &str)] = &[
        (&["--moves", "炮二平五 马８进７", "--notation", "vietnamese"], "P2-5 M8.7"),
        (&["--moves", "1.P2-5 M8.7 2. M2.3", "--read-notation", "vietnamese"], "h2e2 h9g7 h0g2"),
        (&["--moves", "h2e2,H9-G7", "--notation", "chinese"], "炮二平五 马８进７"),
        (&["--moves", "h2e2", "--notation", "traditional"], "炮二平五"),
        (&["--moves", "C2.5", "--notation", "iccs"], "H2-E2"),
        (&["--fen", "3k5/9/9/2R6/9/2R6/9/9/9/4K4 w", "--moves", "c6b6", "--notation", "wxf"], "+R.8"),
    ];
    for (args, expected) in rows {
        assert_eq!(stdout(args, "").trim_end(), *expected, "{args:?}");
    }
    let output = convert(&["--moves", "h2e2 h2e2"], "");
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.starts_with("phao: move 2: `h2e2` is not legal in `rnba"), "{message}");
}

#[test]
fn collections_go_through_files_and_back() {
    let folder = TempFolder::new("files");
    let (pgn, table) = (folder.path("a.pgn"), folder.path("b.tsv.gz"));
    stdout(&[GAMES, "--out", &pgn, "--encoding", "gbk"], "");
    assert!(String::from_utf8(fs::read(&pgn).expect("a file")).is_err());
    stdout(&[&pgn, "--out", &table], "");
    assert!(fs::read(&table).expect("a file").starts_with(&[0x1F, 0x8B]));
    let text = stdout(&[&table, "--to", "tsv"], "");
    let games = fs::read_to_string(GAMES).expect("a file");
    assert!(text.lines().skip(1).map(str::trim_end).eq(games.lines().skip(2)));
    assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 2, "no temporary file is left");
}

#[cfg(unix)]
#[test]
fn only_plain_files_are_replaced() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let folder = TempFolder::new("targets");
    let (link, file) = (folder.path("link.tsv"), folder.path("file.tsv"));
    symlink("file.tsv", &link).expect("a link");
    stdout(&[GAMES, "--out", &link], "");
    assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
    assert_eq!(fs::read_to_string(&file).expect("a file"), stdout(&[GAMES, "--to", "tsv", "-o", "-"], ""));
    let pipe = folder.path("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs");
    assert!(made.success());
    let reader = Command::new("cat").arg(&pipe).stdout(Stdio::piped()).spawn().expect("cat runs");
    stdout(&[GAMES, "--to", "tsv", "--out", &pipe], "");
    let read = reader.wait_with_output().expect("cat ends").stdout;
    assert_eq!(read, fs::read(&file).expect("a file"));
    assert!(fs::metadata(&pipe).expect("a pipe").file_type().is_fifo());
    stdout(&[GAMES, "--out", "/dev/null"], "");
    assert!(fs::metadata("/dev/null").expect("a device").file_type().is_char_device());
}

#[test]
fn what_is_read_is_not_overwritten() {
    let folder = TempFolder::new("same");
    let text = "[Event \"a\"]\n1. h2e2 *\n\n[Event \"b\"]\n1. h2e9 *\n";
    let (games, unfinished) = (folder.path("a.pgn"), folder.path("a.pgn.tmp"));
    for file in [&games, &unfinished] {
        fs::write(file, text).expect("a file");
    }
    let spelt = folder.path("./a.pgn");
    let mut pairs = vec![(&games, &games), (&games, &spelt), (&spelt, &games), (&unfinished, &games)];
    let link = folder.path("link.pgn");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("a.pgn", &link).expect("a link");
        pairs.extend([(&games, &link), (&link, &games)]);
    }
    for (input, output) in pairs {
        let output = convert(&[GAMES, input, "--out", output], "");
        assert_eq!(output.status.code(), Some(2), "{input}: {output:?}");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(message.contains("is read and would be overwritten; write to another file"), "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
        assert!(
            [&games, &unfinished].iter().all(|file| fs::read(file).is_ok_and(|now| now == text.as_bytes()))
        );
    }
    assert_eq!(convert(&[&games, "--out", &folder.path("b.pgn")], "").status.code(), Some(1));
}

#[test]
fn nobody_has_to_listen() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_phao"));
    command.args(["convert", "no-such-file", "-"]).stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    drop(child.stderr.take());
    drop(child.stdin.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
}

#[test]
fn bad_games_do_not_stop_the_others() {
    let text = "[Event \"a\"]\n1. h2e2 *\n\n[Event \"b\"]\n1. h2e9 *\n\n[Event \"c\"]\n1. h2e2 *\n";
    let output = convert(&["-", "missing.pgn", "--to", "tsv"], text);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "result\tecco\tmoves\tfen\n*\t\th2e2\t\n*\t\th2e2\t\n"
    );
    let report = String::from_utf8_lossy(&output.stderr).into_owned();
    let lines: Vec<_> = report.lines().collect();
    assert!(
        lines[0].starts_with("phao: standard input: game 2, line 5: move 1: `h2e9` is not legal"),
        "{report}"
    );
    assert!(lines[1].starts_with("phao: missing.pgn: "), "{report}");
    assert!(lines[2].starts_with("phao: 3 games read, 2 written, 2 bad, "), "{report}");
}

#[test]
fn positions_survive_a_table() {
    let fen = "3k5/9/9/2R6/9/2R6/9/9/9/4K4 w - - 0 1";
    let text = format!("[Event \"a\"]\n[FEN \"{fen}\"]\n1. c6b6 *\n");
    let table = stdout(&["--to", "tsv"], &text);
    assert_eq!(table, format!("result\tecco\tmoves\tfen\n*\t\tc6b6\t{fen}\n"));
    assert_eq!(stdout(&["--to", "tsv"], &table), table);
}

#[test]
fn what_is_no_file_of_games_is_named() {
    let binary = "\u{7f}ELF\u{2}\u{1}\u{1}\0\0\0";
    for (args, input, expected) in [
        (&["--from", "cbl"][..], "text", "this is not a file in the format cbl"),
        (&["--from", "dhtmlxq"], "text", "this is not a file in the format dhtmlxq"),
        (&["--from", "pgn"], binary, "this is not a file in the format pgn"),
        (&["--from", "pgn"], "result\tecco\tmoves\n*\t\th2e2\n", "this is not a file in the format pgn"),
        (&["--from", "tsv"], "[Event \"a\"]\n1. h2e2 *\n", "this is not a file in the format tsv"),
        (&["--from", "tsv"], "", "there is no game in it"),
        (&[], "", "there is no game in it"),
        (&[], "result\tecco\tmoves\n", "there is no game in it"),
        (&[], binary, "this is neither text nor"),
        (
            &[],
            "[Event \"a name that is longer than the part of a file that tells text\"]\n1. \u{1b}[31m *",
            "`?[31m`",
        ),
    ] {
        let output = convert(args, input);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{args:?} {input:?}: {message}");
        assert!(message.contains(expected) && !message.contains('\u{1b}'), "{args:?} {input:?}: {message}");
        assert!(message.contains(" 1 bad, "), "{message}");
    }
}

#[test]
fn vietnamese_is_seen_from_its_letters() {
    assert_eq!(stdout(&["--moves", "1.P2-5 M8.7 2. M2.3"], "").trim_end(), "h2e2 h9g7 h0g2");
    let table = stdout(&["--to", "tsv"], "1. P2-5 M8.7 2. M2.3 *\n");
    assert!(table.ends_with("*\t\th2e2 h9g7 h0g2\t\n"), "{table}");
    // WXF as it was: a point is a traverse.
    assert_eq!(stdout(&["--moves", "C2.5 H8+7"], "").trim_end(), "h2e2 h9g7");
}

#[test]
fn what_cannot_be_asked_for() {
    for args in [
        &["--notation", "klingon"][..],
        &["--to", "xqf"],
        &["a", "--moves", "h2e2"],
        &["--out", "/no/such/folder/a.pgn"],
    ] {
        let output = convert(args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
        assert!(!output.stderr.is_empty());
    }
    let help = stdout(&["--help"], "");
    assert!(help.contains("phao convert old-gbk.pgn --notation wxf --out new.pgn"), "{help}");
}
