//! How much memory a table may take.

use std::fs;

/// The wanted size in MiB, or half of the memory that is free if that is less.
///
/// Front ends pass on whatever a person typed; a table larger than the machine would be granted by the
/// system at first and then end the program.
pub fn affordable_mib(wanted: usize) -> usize {
    match available_mib() {
        Some(available) => wanted.min((available / 2).max(1)),
        None => wanted,
    }
}

/// The memory that is free, in MiB, where the system tells it.
fn available_mib() -> Option<usize> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("MemAvailable:"))?;
    let kib: usize = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib / 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modest_wishes_are_granted_and_absurd_ones_cut() {
        assert_eq!(affordable_mib(1), 1);
        if available_mib().is_some() {
            assert!(affordable_mib(usize::MAX) < usize::MAX);
        }
    }
}
