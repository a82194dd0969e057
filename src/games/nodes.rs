//! Trees of moves as `XQStudio` and `CCBridge` store them: depth first, each move with two flags, whether the line
//! goes on after it, and whether another move in its place follows once its line is over.

use super::error::Fault;
use super::game::GameMove;
use super::tree::Tree;
use crate::board::Position;
use crate::core::Square;

/// A file has no more moves than this, in all its lines.
const MAX_NODES: usize = 200_000;

/// A move as it is stored.
pub(super) struct Node {
    pub(super) from: Option<Square>,
    pub(super) to: Option<Square>,
    pub(super) has_next: bool,
    pub(super) has_sibling: bool,
    pub(super) comment: String,
}

/// Builds the tree of nodes that come until the last line is over.
///
/// # Errors
/// What `next` fails with, an illegal move of the main line, or far too many nodes.
pub(super) fn build(
    start: Position,
    mut next: impl FnMut() -> Result<Option<Node>, Fault>,
) -> Result<Vec<GameMove>, Fault> {
    let mut tree = Tree::new(start);
    // Where the siblings that are still to come begin: a line and a ply, or nothing in a line that is left out.
    let mut waiting: Vec<Option<(usize, usize)>> = Vec::new();
    for _ in 0..MAX_NODES {
        let Some(node) = next()? else { return Ok(tree.into_moves()) };
        let (line, ply) = tree.place();
        let is_known = match (node.from, node.to) {
            (Some(from), Some(to)) => {
                tree.add(from, to, node.comment)?;
                tree.place() != (line, ply)
            }
            _ => return Err(Fault::Malformed("a move leads off the board".to_owned())),
        };
        if node.has_sibling {
            waiting.push(is_known.then_some((line, ply)));
        }
        if !node.has_next {
            match waiting.pop() {
                Some(Some((line, index))) => {
                    let ply = tree.ply(line, index);
                    tree.branch(line, ply);
                }
                Some(None) => tree.dead_branch(),
                None => return Ok(tree.into_moves()),
            }
        }
    }
    Err(Fault::TooLong("the tree of moves"))
}
