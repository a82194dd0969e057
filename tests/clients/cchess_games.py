#!/usr/bin/env python3
"""Compares game files with PyPI's cchess, in both directions.

    cchess_games.py PHAO [--write FOLDER] [--samples FOLDER]

Needs Python 3 and the package cchess (pip install cchess; tried with 1.25.5). PHAO is the program.
1. Every game of tests/data/games.tsv, converted to PGN by `phao convert` in Chinese and in ICCS, must load in cchess
   with the same moves. cchess cannot read back everything that it writes itself (士６进５ with two advisors on the
   file, some 前卒平８); a game that it breaks off at such a move counts if cchess writes the same text for the move.
2. Games with comments and variations are written as XQF (plain and with keys), CBR and CBL by this script; cchess and
   phao must both read the same main line out of them, and phao the comments and variations too.
3. --samples takes a folder of XQF, CBR and CBL files that other programs wrote, such as tests/data in the source of
   cchess 0.6 (pip download cchess==0.6 --no-binary :all:): both must read the same main lines, and every line that phao
   reads must be one of cchess's, or the beginning of one where cchess passes over an illegal move and goes on.
--write keeps the files of the second part; those in tests/data come from there. Prints a line a check; ends with 1 if
one failed, with 77 if cchess is missing.
"""
import argparse
import gzip
import pathlib
import random
import re
import struct
import subprocess
import sys
import tempfile

try:
    from cchess import ChessBoard, Game
except ImportError as e:
    print(f"cchess_games.py: no cchess ({e}); skipped")
    sys.exit(77)

HERE = pathlib.Path(__file__).resolve().parent
START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
# A move: its coordinates, a comment, the lines that could replace it.
SAMPLE = [
    ("h2e2", "中炮", []),
    ("h9g7", "", [[("h7e7", "顺炮", []), ("h0g2", "", [[("b0c2", "", [])]])], [("b9c7", "", [])]]),
    ("h0g2", "", []),
    ("i9h9", "出车", []),
    ("i0h0", "", [[("c3c4", "挺兵", []), ("c6c5", "", [])]]),
]
LEAD, RED, BLACK, TITLE = "开局说明", "胡荣华", "柳大华", "示例"


def square(text):
    return ord(text[0]) - ord("a"), int(text[1])


def depth_first(line):
    """(move, comment, whether the line goes on, whether a sibling follows) in the order of the files."""
    for index, (move, comment, variations) in enumerate(line):
        yield move, comment, index + 1 < len(line), bool(variations)
        pending = (index, variations)
        if variations:
            # The rest of the line comes first, then the siblings, each but the last with one more to come.
            yield from depth_first(line[index + 1:])
            for number, variation in enumerate(variations):
                items = list(depth_first(variation))
                move, comment, goes_on, _ = items[0]
                yield move, comment, goes_on, number + 1 < len(variations)
                yield from items[1:]
            return


def pascal(text, size):
    data = text.encode("gb18030")
    return bytes([len(data)]) + data.ljust(size, b"\0")


def xqf(line, version, rng):
    mix = lambda key, factor: ((((((key * key) * 3 + 9) * 3 + 8) * 2 + 1) * 3 + 8) * factor) & 0xFF
    keyed = version > 10
    raw = [rng.randrange(256) for _ in range(4)] if keyed else [0] * 4
    total, kxy, kf, kt = raw
    mask, ors = (rng.randrange(256), [rng.randrange(256) for _ in range(4)]) if keyed else (0, [0] * 4)
    xy = mix(kxy, kxy) if keyed else 0
    xyf = mix(kf, xy) if keyed else 0
    xyt = mix(kt, xyf) if keyed else 0
    size_key = (total * 256 + kxy) % 32000 + 767 if keyed else 0
    stream = [c & ((raw[i % 4] & mask) | ors[i % 4]) for i, c in enumerate(b"[(C) Copyright Mr. Dong Shiwei.]")]
    order = [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, 0), (1, 2), (7, 2), (0, 3), (2, 3),
             (4, 3), (6, 3), (8, 3)]
    men = [x * 10 + y for x, y in order] + [x * 10 + 9 - y for x, y in order]
    stored = [0] * 32
    for index in range(32):
        source = (xy + index + 1) % 32 if version >= 12 else index
        stored[index] = (men[source] + xy) & 0xFF
    header = bytearray(0x400)
    header[0:3] = b"XQ" + bytes([version])
    header[3] = mask
    header[8:12] = bytes(ors)
    header[12:16] = bytes(raw)
    header[0x10:0x30] = bytes(stored)
    header[0x33] = 1
    header[0x50:0x90] = pascal(TITLE, 63)
    header[0x130:0x140] = pascal(RED, 15)
    header[0x140:0x150] = pascal(BLACK, 15)
    body = bytearray()

    def record(start, end, goes_on, sibling, comment):
        text = comment.encode("gb18030")
        if keyed:
            flags = 0x80 * goes_on | 0x40 * sibling | 0x20 * bool(text)
            data = bytes([start, end, flags, 0])
            if text:
                data += struct.pack("<I", len(text) + size_key) + text
        else:
            data = bytes([start, end, 0xF0 * goes_on | 0x0F * sibling, 0]) + struct.pack("<I", len(text)) + text
        body.extend(data)

    record(0x18, 0x20, True, False, LEAD)
    for move, comment, goes_on, sibling in depth_first(line):
        (x, y), (to_x, to_y) = square(move[:2]), square(move[2:])
        record((x * 10 + y + 0x18 + xyf) & 0xFF, (to_x * 10 + to_y + 0x20 + xyt) & 0xFF, goes_on, sibling, comment)
    return bytes(header) + bytes((b + stream[i % 32]) & 0xFF for i, b in enumerate(body))


def cbr(line):
    wide = lambda text, size: text.encode("utf-16-le").ljust(size, b"\0")
    codes = {"r": 1, "n": 2, "b": 3, "a": 4, "k": 5, "c": 6, "p": 7}
    board = bytearray()
    for letter in START.replace("/", ""):
        if letter.isdigit():
            board.extend(b"\0" * int(letter))
        else:
            board.append((0x10 if letter.isupper() else 0x20) + codes[letter.lower()])
    data = b"CCBridge Record\0" + bytes(164) + wide(TITLE, 128) + bytes(384) + wide("", 64) + bytes(320)
    data += wide(RED, 64) + bytes(160) + wide(BLACK, 64) + bytes(712) + bytes([1]) + bytes(35) + bytes([5]) + bytes(3)
    data += struct.pack("<H", 1) + bytes(2) + bytes(board) + bytes(4)
    text = wide(LEAD, 0) + b"\0\0"
    data += struct.pack("<ii", 1, len(text)) + text
    for move, comment, goes_on, sibling in depth_first(line):
        (x, y), (to_x, to_y) = square(move[:2]), square(move[2:])
        flags = (not goes_on) | 2 * sibling | 4 * bool(comment)
        data += bytes([flags, 0, (9 - y) * 9 + x, (9 - to_y) * 9 + to_x])
        if comment:
            text = wide(comment, 0) + b"\0\0"
            data += struct.pack("<i", len(text)) + text
    return data + bytes(4)


def cbl(games):
    data = struct.pack("<16s44si512s", b"CCBridgeLibrary\0", b"", len(games), "棋库".encode("utf-16-le"))
    data = data.ljust(101952, b"\0")
    for game in games:
        data += game.ljust((len(game) + 4095) // 4096 * 4096, b"\0")
    return data


def main_line(game):
    # Its copies of moves in a tree make dump_iccs_moves print each variation as a line of its own; the first is ours.
    lines = game.dump_iccs_moves()
    return lines[0] if lines else []


def breaks_off_by_itself(moves, read, text):
    """Whether cchess stopped at a move whose text is what cchess itself writes for it."""
    if moves[:len(read)] != read or len(read) == len(moves):
        return False
    board = ChessBoard(START + " w")
    for move in moves[:len(read)]:
        board.move_iccs(move)
        board.next_turn()
    words = [word for line in text.splitlines() if not line.startswith("[") for word in line.split()]
    words = [word for word in words if not word.endswith(".")]
    return board.move_iccs(moves[len(read)]).to_text() == words[len(read)]


def lines_of(pgn):
    """All lines of a game in our ICCS PGN, from its first move to their ends, the main line last."""
    body = "\n".join(line for line in pgn.splitlines() if not line.startswith("["))
    tokens = iter(re.findall(r"[()]|[A-I]\d-[A-I]\d", re.sub(r"\{[^}]*\}", " ", body)))
    lines = []

    def read(line):
        for token in tokens:
            if token == "(":
                # In place of the move just made.
                read(line[:-1])
            elif token == ")":
                break
            else:
                line = line + [token.lower().replace("-", "")]
        lines.append(line)

    read([])
    return lines


def compare(phao, path):
    """Whether both read the same from a file, and in words what they read."""
    library = path.suffix.lower() == ".cbl"
    theirs = Game.read_from_lib(str(path))["games"] if library else [Game.read_from(str(path))]
    _, table, errors = run(phao, path, "--to", "tsv", "--notation", "ucci")
    _, pgn, _ = run(phao, path, "--to", "pgn", "--notation", "iccs")
    bad = re.findall(r"game \d+.*: move (\d+): \w+ is not legal", errors)
    if bad and len(theirs) == 1:
        return len(main_line(theirs[0])) == int(bad[0]) - 1, f"the main line has an illegal move, the {bad[0]}."
    ours = [row.split("\t")[2].split() for row in table.splitlines()[1:]]
    same = ours == [main_line(game) for game in theirs]
    count = cut = 0
    for game, text in zip(theirs, pgn.split("[Game")[1:]):
        known = ["".join(line) for line in game.dump_iccs_moves()] or [""]
        for line in map("".join, lines_of(text)):
            count += 1
            cut += line not in known
            same &= any(other.startswith(line) for other in known)
    return same, f"{len(ours)} games, {count} lines, {cut} of them end before an illegal move"


def run(phao, *arguments):
    done = subprocess.run([phao, "convert", *map(str, arguments)], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("phao")
    parser.add_argument("--write", type=pathlib.Path)
    parser.add_argument("--samples", type=pathlib.Path)
    args = parser.parse_args()
    failures = 0

    def check(name, good, detail=""):
        nonlocal failures
        failures += not good
        print(f"{'ok' if good else 'FAILED'} {name} {detail if not good else ''}".rstrip())

    with tempfile.TemporaryDirectory() as name:
        folder = args.write or pathlib.Path(name)
        folder.mkdir(exist_ok=True)
        table = HERE.parent / "data" / "games.tsv"
        lines = [line for line in table.read_text().splitlines() if not line.startswith("#")]
        rows = [row.split("\t")[2].split() for row in lines[1:]]
        for notation in ["chinese", "iccs"]:
            code, text, _ = run(args.phao, table, "--to", "pgn", "--notation", notation)
            games = ['[Game' + part for part in text.split("[Game")[1:]]
            good = own = 0
            for moves, game in zip(rows, games):
                path = pathlib.Path(name) / "one.pgn"
                path.write_text(game)
                read = main_line(Game.read_from(str(path)))
                good += read == moves
                own += read != moves and breaks_off_by_itself(moves, read, game)
            detail = f"{good} whole, {own} to a move that cchess writes so and cannot read, of {len(rows)}"
            check(f"{notation} PGN in cchess: {detail}", code == 0 and good + own == len(rows) == len(games))
        rng = random.Random(2026)
        files = {f"sample-v{version}.xqf": xqf(SAMPLE, version, rng) for version in [10, 11, 12, 18]}
        record = cbr(SAMPLE)
        files["sample.cbr"] = record
        long = [(move, comment * 900, variations) for move, comment, variations in SAMPLE]
        files["sample.cbl"] = cbl([record, cbr(long), record])
        expected = [move for move, _, _ in SAMPLE]
        for name_of_file, data in files.items():
            path = folder / name_of_file
            path.write_bytes(data)
            library = name_of_file.endswith(".cbl")
            theirs = Game.read_from_lib(str(path))["games"] if library else [Game.read_from(str(path))]
            check(f"{name_of_file} in cchess", all(main_line(game) == expected for game in theirs),
                  [main_line(game) for game in theirs])
            code, text, errors = run(args.phao, path, "--to", "tsv")
            ours = [row.split("\t")[2].split() for row in text.splitlines()[1:]]
            check(f"{name_of_file} in phao", code == 0 and ours == [expected] * len(theirs), f"{ours} {errors}")
            code, text, _ = run(args.phao, path, "--to", "pgn", "--notation", "iccs")
            words = ["中炮", "顺炮", "出车", "挺兵", LEAD, RED, BLACK, TITLE, "(", "H7-E7", "B0-C2", "B9-C7", "C6-C5"]
            check(f"{name_of_file} with everything", code == 0 and all(word in text for word in words), text)
        if args.samples:
            found = [path for path in args.samples.iterdir() if path.suffix.lower() in [".xqf", ".cbr", ".cbl"]]
            check("there are samples", bool(found))
            for path in sorted(found):
                good, words = compare(args.phao, path)
                check(f"{path.name}: {words}", good)
        if args.write:
            (folder / "sample.cbl").unlink()
            with gzip.GzipFile(folder / "sample.cbl.gz", "wb", 9, mtime=0) as file:
                file.write(files["sample.cbl"])
    print(f"{failures} failed")
    return min(failures, 1)


if __name__ == "__main__":
    sys.exit(main())
