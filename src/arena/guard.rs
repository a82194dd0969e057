//! Ends the engines when the runner ends, however it ends.
//!
//! A killed process cannot clean up after itself. So the runner starts a second process that does nothing but
//! read from a pipe which of the engines are running; when the pipe closes, because the runner is gone, it
//! kills those that are left. A well-behaved engine ends by itself when its input closes; the guard is for
//! the others.

use std::collections::HashSet;
use std::io::{self, BufRead, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

/// The runner's end of the pipe; clones speak to the same guard.
#[derive(Clone, Default, Debug)]
pub struct Guard(Option<Arc<Mutex<ChildStdin>>>);

impl Guard {
    /// Starts a guard: a program that calls [`stand`] with its standard input.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(mut command: Command) -> io::Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        own_group(&mut command);
        let input = command.spawn()?.stdin.take();
        Ok(Self(input.map(|input| Arc::new(Mutex::new(input)))))
    }

    /// No guard: engines that ignore the end of their input outlive a killed runner.
    pub const fn none() -> Self {
        Self(None)
    }

    /// Tells the guard of an engine that runs.
    pub(super) fn watch(&self, process: u32) {
        self.tell('+', process);
    }

    /// Tells the guard of an engine that has ended.
    pub(super) fn release(&self, process: u32) {
        self.tell('-', process);
    }

    fn tell(&self, sign: char, process: u32) {
        if let Some(pipe) = &self.0 {
            let mut pipe = pipe.lock().unwrap_or_else(PoisonError::into_inner);
            // A guard that is gone guards nothing; the match goes on without it.
            let _ = pipe.write_all(format!("{sign}{process}\n").as_bytes());
        }
    }
}

/// Stands guard until the input ends, then kills what is left. Returns how many that were.
pub fn stand(input: impl BufRead) -> usize {
    let mut running = HashSet::new();
    for line in input.lines().map_while(Result::ok) {
        if let Some(process) = line.strip_prefix('+').and_then(|number| number.parse::<u32>().ok()) {
            running.insert(process);
        } else if let Some(process) = line.strip_prefix('-').and_then(|number| number.parse::<u32>().ok()) {
            running.remove(&process);
        }
    }
    for &process in &running {
        kill_group(process);
    }
    running.len()
}

/// Gives the child a process group of its own: it can be killed together with its children, and Ctrl-C at
/// the terminal does not reach it.
pub(super) fn own_group(command: &mut Command) {
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        command.process_group(0);
    }
    #[cfg(not(unix))]
    let _ = command;
}

/// Kills a process group by its leader.
pub(super) fn kill_group(process: u32) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(process).ok().filter(|&group| group > 1) {
        // That there is no such group any more is what was wanted.
        let _ =
            nix::sys::signal::killpg(nix::unistd::Pid::from_raw(group), nix::sys::signal::Signal::SIGKILL);
    }
    #[cfg(not(unix))]
    let _ = process;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_still_runs_is_left() {
        // Numbers that no process has.
        let lines = "+2000000001\n+2000000002\nnonsense\n-2000000001\n+x\n";
        assert_eq!(stand(lines.as_bytes()), 1);
        assert_eq!(stand(&b""[..]), 0);
    }
}
