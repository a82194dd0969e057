#!/bin/bash
# xboard.sh ENGINE [GAMES]: whole games of a UCCI engine in XBoard, variant xiangqi, through UCI2WB -x, against an
# engine that plays xiangqi by XBoard's own protocol. XBoard checks every move and the result. No screen is needed.
#
# Needs Debian's packages: procps xboard uci2wb xvfb, and hoichess (hoixiangqi) or fairymax (maxqi).
#   apt-get install procps xboard uci2wb xvfb hoichess fairymax
# ENGINE is one program, with its arguments if any (no quotes inside). GAMES: 2 unless given; colours alternate.
# Settings by environment: RIVAL (hoixiangqi if there, else maxqi), SECONDS_A_GAME (20), PGN (a file for the games;
# else they are only printed), LIMIT (seconds for the whole run, 900 unless set), KEEP (a folder that gets XBoard's
# debug log of all the traffic).
#
# Ends with 0 if every game came to a result that is no forfeit of ENGINE (illegal move, crash, lost on time), with 1
# if not, with 77 if a program is missing. Prints one line a game, then `N passed, M failed`.
set -u
engine=${1:?usage: xboard.sh ENGINE [GAMES]}
games=${2:-2}
PATH=$PATH:/usr/games
rival=${RIVAL:-$(command -v hoixiangqi || command -v maxqi)}
for program in xboard uci2wb Xvfb "${rival:-hoixiangqi}"; do
    command -v "$program" >/dev/null || { echo "xboard.sh: no $program; skipped"; exit 77; }
done
# The engine may be started in another folder: make its path absolute.
read -r program arguments <<<"$engine"
program=$(command -v "$program") || { echo "xboard.sh: no $engine"; exit 1; }
engine="$(realpath "$program")${arguments:+ $arguments}"

work=$(mktemp -d)
xvfb='' xboard=''
finish() {
    [ -n "${KEEP:-}" ] && mkdir -p "$KEEP" && cp "$work"/* "$KEEP" 2>/dev/null
    for pid in $xboard $xvfb; do
        kill "$pid" 2>/dev/null && wait "$pid" 2>/dev/null
    done
    rm -rf "$work"
}
trap finish EXIT
trap 'exit 1' INT TERM

# -displayfd: Xvfb picks a free display by itself and writes its number when it is ready.
Xvfb -displayfd 3 -screen 0 1280x1024x24 -nolisten tcp 3>"$work/display" 2>"$work/xvfb.log" &
xvfb=$!
for _ in $(seq 100); do
    [ -s "$work/display" ] && break
    sleep 0.1
done
[ -s "$work/display" ] || { echo "xboard.sh: Xvfb did not start"; cat "$work/xvfb.log"; exit 1; }

cd "$work" || exit 1
# UCI2WB takes no arguments for its engine (a second word is a folder): give it one word.
printf '#!/bin/sh\nexec %s\n' "$engine" >engine
chmod +x engine
echo "ENGINE $engine against $rival, $games games"
seconds=${SECONDS_A_GAME:-20}
# HOME in the work folder: no settings of the user are read or written. -noGUI makes XBoard end after the match.
HOME="$work" DISPLAY=":$(cat display)" setsid timeout -k 5 "${LIMIT:-900}" xboard \
    -variant xiangqi -noGUI -debug -debugfile "$work/xboard.debug" \
    -fcp "uci2wb -x $work/engine" -fd "$work" -scp "$rival" -sd "$work" \
    -fn ENGINE -sn RIVAL -matchGames "$games" \
    -timeControl "$(printf '%d:%02d' $((seconds / 60)) $((seconds % 60)))" -movesPerSession 0 -timeIncrement 0.2 \
    -soundProgram '' -ponderNextMove false -testLegality true -checkMates true -testClaims true -autoCallFlag true \
    -repeatsToDraw 3 -ruleMoves 60 -adjudicateDrawMoves 200 \
    -saveGameFile "$work/games.pgn" >"$work/xboard.out" 2>&1 &
xboard=$!
session=$xboard
: >>xboard.out
# XBoard stays up with its last message (the final score, or an error) that no one can click away: end it then.
while kill -0 "$xboard" 2>/dev/null; do
    if grep -qE '^xboard: .*(final score|not supported|does not play|exited unexpectedly|exited with|rror|ailed|Unrecognized)' xboard.out; then
        sleep 2
        kill "$xboard" 2>/dev/null
    fi
    sleep 0.5
done
wait "$xboard"
code=$?
xboard=''
[ "$code" = 124 ] && echo "xboard.sh: stopped after ${LIMIT:-900} s"
[ -n "${PGN:-}" ] && [ -f games.pgn ] && cp games.pgn "$PGN"
[ -f games.pgn ] && cat games.pgn
grep '^xboard: ' xboard.out | sort -u

# Everything that XBoard started is in its session; what outlives it by two seconds was left behind.
sleep 2
left=$(ps -o pid=,stat=,args= -s "$session" | awk '$2 !~ /^Z/')
if [ -n "$left" ]; then
    echo "left running:"
    echo "$left"
    for pid in $(echo "$left" | awk '{ print $1 }'); do
        kill -KILL "$pid" 2>/dev/null
    done
fi

[ -f games.pgn ] || : >games.pgn
awk -v games="$games" -v left="${left:+1}" '
    /^\[Result /      { split($0, f, "\""); result = f[2] }
    /^\[White /       { split($0, f, "\""); white = f[2] }
    /^\[Event /       { text = "" }
    !/^\[/            { text = text " " $0 }
    /^$/ && text ~ /(1-0|0-1|1\/2-1\/2|\*) *$/ && result != "" {
        lost = result == "*" || result == (white == "ENGINE" ? "0-1" : "1-0")
        n = split(text, f, "{"); reason = f[n]; sub(/}.*/, "", reason)
        bad = result == "*" || (lost && tolower(reason) ~ /forfeit|invalid|illegal|time|exit|disconnect|false|crash/)
        played++
        failed += bad
        printf "game %d: ENGINE %s, %s (%s)%s\n", played, white == "ENGINE" ? "Red" : "Black", result, reason,
            bad ? " FAILED" : ""
        result = text = ""
    }
    END {
        if (played < games) { printf "%d games of %d are missing\n", games - played, games; failed += games - played }
        if (left) { print "a process was left running"; failed++; played++ }
        if (played < games) played = games
        printf "%d passed, %d failed\n", played - failed, failed
        exit failed > 0
    }' games.pgn
