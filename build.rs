//! Chooses the network that the program carries: the file that `EVALFILE` names, or `nets/phao.nnue`.
//!
//! `EVALFILE` is how the distributed testing farms hand a network to a build.

use std::env;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-env-changed=EVALFILE");
    let chosen = env::var_os("EVALFILE").filter(|name| !name.is_empty()).map(PathBuf::from);
    let root = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default();
    let network = root.join(chosen.as_deref().unwrap_or(Path::new("nets/phao.nnue")));
    println!("cargo::rerun-if-changed={}", network.display());
    if network.is_file() {
        println!("cargo::rustc-env=PHAO_NETWORK={}", network.display());
    } else {
        println!("cargo::error=there is no network {}", network.display());
    }
}
