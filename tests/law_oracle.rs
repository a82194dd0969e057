//! x
mod oracle;
use oracle::judge::*;
#[test]
fn figures() {
    let mut bad = 0;
    for row in include_str!("data/law_figures.tsv").lines().skip(1) {
        let f: Vec<&str> = row.split('\t').collect();
        let moves: Vec<&str> = f[4].split_whitespace().collect();
        let v = judge(f[3], &moves);
        let want = match f[5] { "red loses" => Verdict::RedLoses, "black loses" => Verdict::BlackLoses, "draw" => Verdict::Draw, _ => panic!() };
        if v != want { bad += 1; println!("{} {} {:?} want {:?}: {}\n  {}", f[0], f[1], v, want, f[6], row);
          if let Some(w) = window(f[3], &moves) { for p in w { println!("   {:?} {} {:?}", p.side, p.check, p.chases.iter().map(|t| format!("{}{}x{}{}", t.attacker.letter,t.attacker.id,t.victim.letter,t.victim.id)).collect::<Vec<_>>()); } } }
    }
    println!("bad {bad}");
}
