//! Evaluations by name, as options and commands give them.

use super::{MAX_FILE, Network, NetworkError, embedded};
use crate::files::read_plain;
use std::io;
use std::path::Path;
use std::sync::Arc;
use thiserror::Error;

/// Why a network's file is not used.
#[derive(Debug, Error)]
pub enum NetworkFileError {
    /// It cannot be read.
    #[error("the network {file} cannot be read: {error}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system says.
        error: io::Error,
    },
    /// It is no network for this program.
    #[error("the network {file} cannot be used: {error}")]
    Unusable {
        /// The file.
        file: String,
        /// What is wrong with it.
        error: NetworkError,
    },
}

/// The network `inside` the program, `material`, which counts pieces, or a file; `None` for `classical`, the
/// hand-written evaluation.
///
/// # Errors
/// When the file cannot be read or is no network for this program.
pub fn by_name(name: &str) -> Result<Option<Arc<Network>>, NetworkFileError> {
    Ok(match name {
        "classical" => None,
        "inside" => Some(embedded()),
        "material" => Some(Arc::new(Network::material())),
        file => Some(Arc::new(read(file)?)),
    })
}

fn read(file: &str) -> Result<Network, NetworkFileError> {
    let name = || file.to_owned();
    let bytes = read_plain(Path::new(file), MAX_FILE)
        .map_err(|error| NetworkFileError::Unreadable { file: name(), error })?;
    Network::from_bytes(&bytes).map_err(|error| NetworkFileError::Unusable { file: name(), error })
}
