//! The commands that learn, from games to a network, against the real program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A directory of its own for a test, removed in the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("phao-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn run(&self, line: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_phao"));
        command.current_dir(&self.0).args(line.split(' ')).output().unwrap()
    }

    /// What a command that must succeed prints.
    fn out(&self, line: &str) -> String {
        let output = self.run(line);
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// What a command that must fail complains of.
    fn complaint(&self, line: &str) -> String {
        let output = self.run(line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        String::from_utf8(output.stderr).unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn games_become_a_network() {
    let scratch = Scratch::new("learn");
    scratch.out("selfplay --out a.bin --games 30 --nodes 30 --threads 2 --hash 1");
    assert!(scratch.out("net data count a.bin").starts_with("30 games, "));
    // A run goes on where it stopped, and two runs make one set.
    assert!(scratch.out("selfplay --out a.bin --games 32 --nodes 30 --hash 1").starts_with("2 games, "));
    scratch.out("selfplay --out b.bin --games 10 --nodes 30 --seed 2 --hash 1");
    assert!(scratch.complaint("selfplay --out a.bin --seed 3").contains("was made with seed 1"));
    let merged = scratch.out("net data merge --out all.bin a.bin b.bin a.bin");
    assert!(merged.starts_with("74 games read, 74 written"), "{merged}");
    let dedup = scratch.out("net data dedup --out all.bin all.bin");
    assert!(dedup.starts_with("74 games read, 42 written"), "{dedup}");
    scratch.out("net data shuffle --out all.bin --seed 5 all.bin");
    assert!(scratch.out("net data sample --out few.bin --games 5 all.bin").contains("5 written"));
    assert!(scratch.out("net data print --games 2 few.bin").starts_with("# game "));
    scratch.out("net data histogram --out few.svg few.bin");

    scratch.out("train all.bin --out net.nnue --hidden 64 --buckets 2 --epochs 2 --batch 256");
    assert!(scratch.out("net show net.nnue").starts_with("(1260 -> 64) x 2 -> 2, "));
    // What is trained further keeps its shape or grows.
    scratch.out("train all.bin --out next.nnue --from net.nnue --epochs 1 --rate 0.0005");
    assert!(scratch.out("net show next.nnue").starts_with("(1260 -> 64) x 2 -> 2, "));
    assert!(
        scratch.complaint("train all.bin --out ./net.nnue --from net.nnue").contains("would be overwritten")
    );
    scratch.out("train all.bin --out wide.nnue --from net.nnue --hidden 128 --epochs 1");
    assert!(scratch.out("net show wide.nnue").starts_with("(1260 -> 128) x 2 -> 2, "));
    scratch.out("train all.bin --out kings.nnue --from net.nnue --king-buckets 6 --epochs 1");
    assert!(scratch.out("net show kings.nnue").starts_with("(6 x 1260 -> 64) x 2 -> 2, "));
    let spared = fs::read(scratch.0.join("all.bin")).unwrap();
    assert!(scratch.complaint("train all.bin --out ./all.bin").contains("would be overwritten"));
    assert!(spared == fs::read(scratch.0.join("all.bin")).unwrap());
    let refused = scratch.complaint("train all.bin --out next.nnue --from net.nnue --buckets 3");
    assert!(refused.contains("64 hidden units, 2 buckets"), "{refused}");
    assert!(scratch.complaint("train all.bin --out next.nnue --from all.bin").contains("not a network"));
    for made in ["net.losses.txt", "net.svg", "few.svg"] {
        assert!(scratch.0.join(made).exists(), "{made}");
    }
    assert!(!scratch.0.join("net.checkpoint").exists());
}

#[test]
fn games_are_scored_again_and_stay_the_same_games() {
    let scratch = Scratch::new("rescore");
    scratch.out("selfplay --out a.bin --games 8 --nodes 30 --hash 1");
    let told = scratch.out("net data rescore a.bin --out b.bin --nodes 60 --threads 2 --hash 1");
    assert!(told.starts_with("8 games, ") && told.ends_with("b.bin holds 8 games\n"), "{told}");
    let moves = |file: &str| {
        let text = scratch.out(&format!("net data print --games 8 {file}"));
        let fields = |line: &str| line.split(';').step_by(2).collect::<Vec<_>>().join(";");
        text.lines().map(fields).collect::<Vec<_>>()
    };
    assert_eq!(moves("a.bin"), moves("b.bin"));
    // A run that was killed goes on after the last whole game and comes to the same.
    let (old, whole) =
        (fs::read(scratch.0.join("a.bin")).unwrap(), fs::read(scratch.0.join("b.bin")).unwrap());
    assert!(old.len() == whole.len() && old[32..] != whole[32..]);
    fs::write(scratch.0.join("b.bin"), &whole[..whole.len() / 2]).unwrap();
    scratch.out("net data rescore a.bin --out b.bin --nodes 60 --hash 1");
    assert!(fs::read(scratch.0.join("b.bin")).unwrap() == whole);

    let refused = |line: &str, reason: &str| {
        let complaint = scratch.complaint(&format!("net data rescore {line}"));
        assert!(complaint.contains(reason), "{complaint}");
    };
    refused("a.bin --out b.bin --nodes 61", "was made with seed 1 and 60 nodes");
    refused("a.bin --out a.bin --nodes 60", "different files");
    refused("a.bin --out c.bin --nodes 60 --net missing", "missing");
    scratch.out("selfplay --out c.bin --games 8 --nodes 40 --hash 1");
    refused("c.bin --out b.bin --nodes 60", "holds other games");
}

#[test]
fn other_files_are_refused_with_a_reason() {
    let scratch = Scratch::new("refuse");
    let write = |name: &str, bytes: &[u8]| fs::write(Path::new(&scratch.0).join(name), bytes).unwrap();
    write("foreign", b"something else altogether");
    write("bad.txt", b"not a position\n");
    assert!(scratch.complaint("net show foreign").contains("not a network"));
    assert!(scratch.complaint("net data count foreign").contains("no file of games"));
    assert!(scratch.complaint("net data count missing").contains("missing"));
    assert!(scratch.complaint("train foreign --out n.nnue").contains("no file of games"));
    assert!(scratch.complaint("train bad.txt --out n.nnue").contains("bad.txt:1"));
    assert!(scratch.complaint("train foreign --out n.nnue --hidden 100").contains("not possible"));
    write("empty.txt", b"");
    assert!(scratch.complaint("train empty.txt --out n.nnue").contains("0 positions to train on"));
}
