//! The `phao` command.

fn main() {}
