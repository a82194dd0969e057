#!/usr/bin/env python3
"""Drives a UCCI engine through the UcciEngine class of PyPI's cchess and has cchess judge every move.

    cchess_ucci.py ENGINE [--go "depth 5"] [--plies 200] [--seed 1]

Needs Python 3 and the package cchess (pip install cchess; tried with 1.25.5). ENGINE is one program without arguments.
Three games from the start position: the engine against itself, and, as Red and as Black, against a random mover.
cchess sends what its users' programs send: CRLF line ends, `setoption name hashsize value 32` in UCI's form, each
position as `position fen FEN` without history. So the engine cannot see repetitions; a game ends with a side that
has no move (it loses), or after --plies plies.

A game passes if every move of the engine is legal by cchess (king safety too), comes within --limit seconds, agrees
with the mover's last `info ... pv`, if the engine gives no `nobestmove` where there is a legal move, and beats the
random mover if the game ends. At last the engine must end by itself after `quit`. Prints one line a game, then
`N passed, M failed`; ends with 1 if one failed, with 77 if cchess is missing.
"""
import argparse
import os
import random
import shutil
import subprocess
import sys
import time

try:
    from cchess import RED, ChessBoard
    from cchess.common import FULL_INIT_FEN, iccs2pos, pos2iccs
    from cchess.engine import UcciEngine
except ImportError as e:
    print(f"cchess_ucci.py: no cchess ({e}); skipped")
    sys.exit(77)


class Failure(Exception):
    pass


def legal_moves(board):
    return [pos2iccs(a, b) for a, b in board.create_moves()
            if board.is_valid_move(a, b) and not board.is_checked_move(a, b)]


def ask(engine, fen, go, limit):
    """The engine's move, None if it says that there is none."""
    engine.go_from(fen, go)
    end, pv = time.monotonic() + limit, None
    while time.monotonic() < end:
        action = engine.get_action()
        if action is None:
            if engine.process.poll() is not None and engine.engine_out_queque.empty():
                raise Failure(f"the engine ended with code {engine.process.returncode}")
            time.sleep(0.001)
            continue
        kind = action["action"]
        if kind == "info_move" and action.get("moves"):
            pv = action["moves"][0]
        elif kind == "dead":
            return None
        elif kind in ("bestmove", "draw"):
            move = action.get("move") or action["raw_msg"].split()[1]
            if pv and pv != move:
                raise Failure(f"bestmove {move} but the last pv starts with {pv}, at {fen}")
            return move
    raise Failure(f"no bestmove in {limit} s at {fen}")


def play(engine, movers, go, plies, limit, rng):
    """Returns (winner or None, plies played); movers: 'engine' or 'random' for Red and Black."""
    board = ChessBoard(FULL_INIT_FEN)
    for ply in range(plies):
        moves, fen = legal_moves(board), board.to_full_fen()
        who = movers[ply % 2]
        move = ask(engine, fen, go, limit) if who == "engine" else (rng.choice(moves) if moves else None)
        if not moves:
            if move is not None:
                raise Failure(f"{move} where there is no legal move, at {fen}")
            return ("Black" if board.move_player == RED else "Red"), ply
        if move is None:
            raise Failure(f"no move where there are {len(moves)}, at {fen}")
        if move not in moves:
            raise Failure(f"illegal move {move} at {fen}")
        if board.move(*iccs2pos(move)) is None:
            raise Failure(f"cchess refuses {move} at {fen}")
        board.next_turn()
    return None, plies


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("engine")
    ap.add_argument("--go", default="depth 5", help='words after `go` (default "depth 5")')
    ap.add_argument("--plies", type=int, default=200)
    ap.add_argument("--limit", type=float, default=30, help="seconds a move may take (30)")
    ap.add_argument("--seed", type=int, default=1)
    args = ap.parse_args()
    path = shutil.which(args.engine)
    if not path:
        sys.exit(f"cchess_ucci.py: no {args.engine}")
    words = args.go.split()
    go = dict(zip(words[::2], words[1::2]))

    passed = failed = 0
    for number, movers in enumerate((("engine", "engine"), ("engine", "random"), ("random", "engine")), 1):
        engine = UcciEngine()
        try:
            # cchess starts the program in its own folder: a relative path would not be found.
            if not engine.load(os.path.realpath(path)) or not engine.wait_for_ready(10):
                raise Failure("no ucciok in 10 s")
            engine.set_option("hashsize", 32)
            winner, plies = play(engine, movers, go, args.plies, args.limit, random.Random(args.seed + number))
            if winner and "random" in movers and movers[winner == "Black"] == "random":
                raise Failure(f"the random mover won in {plies} plies")
            engine.running = False  # else cchess's reader spins on the closed pipe
            engine.quit()
            try:
                code = engine.process.wait(5)
            except subprocess.TimeoutExpired:
                raise Failure("still running 5 s after quit") from None
            if code != 0:
                raise Failure(f"exit code {code} after quit")
            passed += 1
            print(f"game {number}: Red {movers[0]}, Black {movers[1]}: {winner or 'nobody'} wins, {plies} plies "
                  f"({engine.ids.get('name', '?')})", flush=True)
        except Exception as e:  # cchess raises several kinds when an engine ends
            failed += 1
            print(f"game {number}: Red {movers[0]}, Black {movers[1]}: FAILED: {e}", flush=True)
        finally:
            engine.running = False
            process = getattr(engine, "process", None)
            if process and process.poll() is None:
                process.kill()
                process.wait()
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
