//! The house's order: a room imports only from rooms below it.

use std::fs;
use std::path::Path;

/// The rooms by floor, lowest first. A room may use itself and every room of a lower floor.
const FLOORS: &[&[&str]] = &[
    &["core", "files"],
    &["attacks"],
    &["board"],
    &["movegen", "eval"],
    &["law", "notation", "perft"],
    &["search", "arena", "book", "games"],
    &["learn"],
    &["engine"],
    &["protocol"],
    &["cli", "main", "lib"],
];

/// Rooms that may use a neighbour of their own floor: what uses what.
const NEIGHBOURS: &[(&str, &str)] = &[
    // A book that is being built is checked by search.
    ("book", "search"),
    // Openings of matches may be games.
    ("arena", "games"),
];

fn floor(room: &str) -> usize {
    FLOORS.iter().position(|rooms| rooms.contains(&room)).unwrap_or_else(|| panic!("`{room}` has no floor"))
}

fn may_use(room: &str, used: &str) -> bool {
    room == used || floor(used) < floor(room) || NEIGHBOURS.contains(&(room, used))
}

/// The rooms that a source file names after `crate::` or `phao::`, its test modules left out.
fn imports(source: &str) -> Vec<&str> {
    let code = source.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines
        .flat_map(|line| {
            ["crate::", "phao::"].into_iter().flat_map(move |prefix| {
                line.match_indices(prefix).map(move |(at, _)| {
                    let rest = &line[at + prefix.len()..];
                    let end =
                        rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
                    &rest[..end]
                })
            })
        })
        .filter(|name| FLOORS.iter().any(|rooms| rooms.contains(name)))
        .collect()
}

fn check(path: &Path, room: &str, faults: &mut Vec<String>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            check(&entry.unwrap().path(), room, faults);
        }
        return;
    }
    if path.ends_with("tests.rs") {
        // A room's test module in a file of its own.
        return;
    }
    let source = fs::read_to_string(path).unwrap();
    let upward = imports(&source).into_iter().filter(|used| !may_use(room, used));
    faults.extend(upward.map(|used| format!("{} uses `{used}`", path.display())));
}

#[test]
fn no_room_uses_a_room_above_it() {
    let mut faults = Vec::new();
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap() {
        let path = entry.unwrap().path();
        let room = path.file_stem().unwrap().to_str().unwrap().to_owned();
        check(&path, &room, &mut faults);
    }
    assert!(faults.is_empty(), "{faults:#?}");
}
