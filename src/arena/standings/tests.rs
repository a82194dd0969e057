//! Worked examples, computed by hand, for every criterion, in a round robin and in a Swiss tournament.

use super::*;

const fn met(round: usize, a: usize, b: usize, half_a: u32, half_b: u32) -> Encounter {
    Encounter { round, players: [a, b], half_points: [half_a, half_b], black_wins: [0; 2] }
}

fn order(table: &[Standing]) -> Vec<usize> {
    table.iter().map(|row| row.player).collect()
}

#[test]
fn match_points_count_before_game_points() {
    // Matches of two games. 0 wins twice by a hair, 1 wins once by two games.
    let table = standings(3, &[met(1, 0, 1, 3, 1), met(2, 0, 2, 3, 1), met(3, 1, 2, 4, 0)], &[], 0, 1);
    assert_eq!(order(&table), [0, 1, 2]);
    let row = |player: usize| *table.iter().find(|row| row.player == player).unwrap();
    assert_eq!((row(0).match_points, row(0).half_points), (4, 6));
    assert_eq!((row(1).match_points, row(1).half_points), (2, 5));
    assert_eq!((row(2).match_points, row(2).half_points), (0, 1));
    // The coefficient of 0: it beat players of 2 and 0 points.
    assert_eq!((row(0).coefficient_halves, row(1).coefficient_halves), (4, 0));
}

#[test]
fn game_points_count_before_the_direct_encounter() {
    // 0 and 1 have 4 match points each; 0 won their match, 1 made more game points.
    let games = [
        met(1, 0, 1, 3, 1),
        met(1, 2, 3, 2, 2),
        met(2, 0, 2, 3, 1),
        met(2, 1, 3, 4, 0),
        met(3, 0, 3, 1, 3),
        met(3, 1, 2, 4, 0),
    ];
    let table = standings(4, &games, &[], 0, 1);
    assert_eq!((table[0].match_points, table[1].match_points), (4, 4));
    assert_eq!(order(&table)[..2], [1, 0]);
    assert_eq!((table[0].half_points, table[1].half_points), (9, 7));
}

#[test]
fn the_direct_encounter_counts_before_the_coefficient() {
    // Single games, four players. 0: beat 1, lost to 2, beat 3. 2: beat 0, lost to 1, beat 3.
    // 1: lost to 0, beat 2, lost to 3. 3: beat 1.
    let games = [
        met(1, 0, 1, 2, 0),
        met(1, 2, 3, 2, 0),
        met(2, 2, 0, 2, 0),
        met(2, 3, 1, 2, 0),
        met(3, 0, 3, 2, 0),
        met(3, 1, 2, 2, 0),
    ];
    let table = standings(4, &games, &[], 0, 1);
    // 0 and 2 have 4 points, and 2 won their game. 1 and 3 have 2, and 3 won theirs.
    assert_eq!(order(&table), [2, 0, 3, 1]);
    assert_eq!((table[0].direct, table[1].direct, table[2].direct, table[3].direct), (2, 0, 2, 0));
    // Coefficients in halves: 0 beat 1 and 3 (2 + 2), 2 beat 0 and 3 (4 + 2).
    assert_eq!((table[1].coefficient_halves, table[0].coefficient_halves), (8, 12));
}

#[test]
fn the_coefficient_decides_among_those_who_drew() {
    // 0 and 1 drew; 0 beat 2 and drew with 3, 1 drew with 2 and beat 3. 2 beat 3.
    let games = [
        met(1, 0, 1, 1, 1),
        met(2, 0, 2, 2, 0),
        met(3, 0, 3, 1, 1),
        met(3, 1, 2, 1, 1),
        met(2, 1, 3, 2, 0),
        met(1, 2, 3, 2, 0),
    ];
    let table = standings(4, &games, &[], 0, 1);
    // Points 4, 4, 3, 1. 0: 3 + (4 + 1)/2 = 5½; 1: 1 + (4 + 3)/2 = 4½.
    assert_eq!(order(&table), [0, 1, 2, 3]);
    assert_eq!((table[0].coefficient_halves, table[1].coefficient_halves), (11, 9));
    assert_eq!((table[0].direct, table[1].direct), (1, 1));
}

#[test]
fn wins_with_black_and_then_the_lot() {
    let mut games = [met(1, 0, 1, 2, 2), met(2, 0, 2, 4, 0), met(3, 1, 2, 4, 0)];
    games[2].black_wins = [2, 0];
    games[1].black_wins = [1, 0];
    assert_eq!(order(&standings(3, &games, &[], 0, 1)), [1, 0, 2]);
    games[1].black_wins = [2, 0];
    let firsts: Vec<_> = (0..20).map(|seed| standings(3, &games, &[], 0, seed)[0].player).collect();
    assert!(firsts.contains(&0) && firsts.contains(&1) && !firsts.contains(&2));
    assert_eq!(standings(3, &games, &[], 0, 5), standings(3, &games, &[], 0, 5));
}

#[test]
fn the_direct_encounter_needs_all_to_have_met() {
    // A Swiss of two rounds: 0 beat 1 and 1 is level with 0 and 2, but 1 and 2 have not met.
    let games = [met(1, 0, 1, 2, 0), met(1, 2, 3, 2, 0), met(2, 3, 0, 2, 0), met(2, 1, 4, 2, 0)];
    let table = standings(5, &games, &[], 0, 1);
    assert!(table.iter().all(|row| row.direct == 0));
}

#[test]
fn a_round_without_an_opponent_counts_as_won() {
    let table = standings(3, &[met(1, 0, 1, 1, 3)], &[2], 4, 1);
    assert_eq!(order(&table), [2, 1, 0]);
    assert_eq!((table[0].match_points, table[0].half_points, table[0].coefficient_halves), (2, 4, 0));
}

#[test]
fn three_who_beat_each_other_in_turn_go_by_the_coefficient() {
    // A round robin of four, single games: 0 beat 1, 1 beat 2, 2 beat 0; 0 and 1 drew with 3, 2 drew too.
    // Points: 0, 1 and 2 have 3 each (one win, one draw), 3 has 3 (three draws): all level, all have met.
    let games = [
        met(1, 0, 1, 2, 0),
        met(1, 2, 3, 1, 1),
        met(2, 1, 2, 2, 0),
        met(2, 0, 3, 1, 1),
        met(3, 0, 2, 0, 2),
        met(3, 1, 3, 1, 1),
    ];
    let table = standings(4, &games, &[], 0, 1);
    assert!(table.iter().all(|row| (row.match_points, row.direct) == (3, 3)));
    // 0, 1 and 2: 3 of the one beaten and 1½ of 3. 3: three times 1½. All 4½: only wins with Black are left.
    assert!(table.iter().all(|row| row.coefficient_halves == 9));
    let mut games = games;
    games[2].black_wins = [1, 0];
    assert_eq!(standings(4, &games, &[], 0, 1)[0].player, 1);
}

#[test]
fn a_draw_counts_half_and_a_loss_nothing_for_the_coefficient() {
    // 0 beat 1, drew with 2, lost to 3. 1 beat 2 and 3; 2 drew with 3.
    let games = [
        met(1, 0, 1, 2, 0),
        met(1, 2, 3, 1, 1),
        met(2, 0, 2, 1, 1),
        met(2, 1, 3, 2, 0),
        met(3, 0, 3, 0, 2),
        met(3, 1, 2, 2, 0),
    ];
    let table = standings(4, &games, &[], 0, 1);
    let row = |player: usize| *table.iter().find(|row| row.player == player).unwrap();
    // Points: 0 has 3, 1 has 4, 2 has 2, 3 has 3.
    assert_eq!([0, 1, 2, 3].map(|player| row(player).match_points), [3, 4, 2, 3]);
    // 0: 4 + 2/2 = 5; 1: 2 + 3 = 5; 2: 3/2 + 3/2 = 3; 3: 2/2 + 3 = 4.
    assert_eq!([0, 1, 2, 3].map(|player| row(player).coefficient_halves), [10, 10, 6, 8]);
    // 0 and 3 are level, and 3 won their game, although the coefficient of 0 is better.
    assert_eq!(order(&table), [1, 3, 0, 2]);
}

/// Six players, three rounds of single games, everybody paired as a Swiss tournament would.
fn swiss(last_round: [Encounter; 3]) -> Vec<Standing> {
    let mut games = vec![
        met(1, 0, 3, 2, 0),
        met(1, 1, 4, 2, 0),
        met(1, 2, 5, 2, 0),
        met(2, 0, 1, 0, 2),
        met(2, 2, 3, 1, 1),
        met(2, 4, 5, 2, 0),
    ];
    games.extend(last_round);
    // After two rounds: 1 has 4 points, 2 has 3, 0 and 4 have 2, 3 has 1, 5 has 0.
    standings(6, &games, &[], 0, 1)
}

#[test]
fn swiss_players_who_have_not_met_go_by_the_coefficient() {
    let table = swiss([met(3, 1, 2, 1, 1), met(3, 0, 4, 2, 0), met(3, 3, 5, 2, 0)]);
    // 1 has 5, 0 and 2 have 4, 3 has 3, 4 has 2, 5 has 0. 0 and 2 never met.
    // 0 beat 3 and 4: 3 + 2 = 5. 2 beat 5, drew with 3 and 1: 0 + 1½ + 2½ = 4.
    assert_eq!(order(&table), [1, 0, 2, 3, 4, 5]);
    assert_eq!((table[1].coefficient_halves, table[2].coefficient_halves), (10, 8));
    assert!(table.iter().all(|row| row.direct == 0));
}

#[test]
fn swiss_players_who_have_met_go_by_their_game() {
    let table = swiss([met(3, 1, 4, 0, 2), met(3, 0, 2, 1, 1), met(3, 3, 5, 2, 0)]);
    // 1 and 4 have 4 and met twice (as happens when nobody else is left): a win each. 2 has 4 as well, but
    // has met neither: no direct encounter. 0 and 3 have 3, and 0 won their game.
    let zero = table.iter().position(|row| row.player == 0).unwrap();
    assert_eq!((zero, table[4].player), (3, 3));
    assert_eq!((table[3].direct, table[4].direct), (2, 0));
    // 1: 0 (3) and 4 (4) beaten: 7. 4: 5 (0) and 1 (4) beaten: 4. 2: 5 beaten, 3 and 0 drawn: 3.
    assert_eq!(order(&table)[..3], [1, 4, 2]);
    assert_eq!([0, 1, 2].map(|rank| table[rank].coefficient_halves), [14, 8, 6]);
}

#[test]
fn swiss_wins_with_black_decide_when_all_else_is_level() {
    // One round: 0 won with Red, 1 with Black; the losers have nothing, so that the coefficients are 0.
    let mut games = [met(1, 0, 2, 2, 0), met(1, 1, 3, 2, 0)];
    games[1].black_wins = [1, 0];
    for seed in 0..10 {
        assert_eq!(order(&standings(4, &games, &[], 0, seed))[..2], [1, 0]);
    }
}

#[test]
fn a_swiss_opponents_free_round_counts_for_the_coefficient() {
    // Three players, two rounds: 0 beat 1; then 1 was without an opponent and 2 beat 0; first 2 had been.
    let games = [met(1, 0, 1, 2, 0), met(2, 0, 2, 0, 2)];
    let table = standings(3, &games, &[2, 1], 2, 1);
    // 2 has 4; 0 beat 1, who has the 2 points of its free round, and comes before 1 by their game.
    assert_eq!(order(&table), [2, 0, 1]);
    assert_eq!(table.iter().map(|row| row.match_points).collect::<Vec<_>>(), [4, 2, 2]);
    assert_eq!(table.iter().map(|row| row.coefficient_halves).collect::<Vec<_>>(), [4, 4, 0]);
}

#[test]
fn those_who_leave_early_are_struck_out() {
    let planned = [(1, [0, 1]), (1, [2, 3]), (2, [0, 2]), (2, [1, 3]), (3, [0, 3]), (3, [1, 2])];
    let played = [met(1, 0, 1, 4, 0), met(1, 2, 3, 1, 3), met(2, 0, 2, 4, 0), met(2, 1, 3, 0, 4)];
    // 1 leaves after two of its three encounters: 2 wins without a game.
    let stands = with_withdrawals(&played, &[], &planned, &[1], 2);
    assert_eq!(stands.len(), 5);
    assert_eq!(stands[4], met(3, 1, 2, 0, 4));
    // After one of three it is struck out, and 0 loses the points that it made against it.
    let struck = with_withdrawals(&played[..3], &[], &planned, &[1], 2);
    assert_eq!(struck, [played[1], played[2]]);
    let table = standings(4, &struck, &[], 0, 1);
    assert_eq!(table.iter().find(|row| row.player == 0).unwrap().match_points, 2);
}

#[test]
fn exactly_half_is_enough_to_stand() {
    // 0 meets 1 to 4. It has met two of them and leaves.
    let planned = [(1, [0, 1]), (2, [0, 2]), (3, [0, 3]), (4, [0, 4])];
    let played = [met(1, 0, 1, 4, 0), met(2, 0, 2, 2, 2)];
    let stands = with_withdrawals(&played, &[], &planned, &[0], 2);
    assert_eq!(stands, [played[0], played[1], met(3, 0, 3, 0, 4), met(4, 0, 4, 0, 4)]);
    assert!(with_withdrawals(&played[..1], &[], &planned, &[0], 2).is_empty());
}

#[test]
fn a_game_of_an_encounter_left_in_the_middle_stands() {
    let planned = [(1, [0, 1]), (2, [0, 2])];
    let (played, begun) = ([met(1, 0, 1, 1, 3)], [met(2, 0, 2, 2, 0)]);
    // 0 won the first of two games against 2, and lost the other by leaving.
    assert_eq!(with_withdrawals(&played, &begun, &planned, &[0], 2)[1], met(2, 0, 2, 2, 2));
    // An encounter that both left does not count; one that goes on does not count yet.
    assert_eq!(with_withdrawals(&played, &begun, &planned, &[0, 2], 2), played);
    assert_eq!(with_withdrawals(&played, &begun, &planned, &[], 2), played);
}
