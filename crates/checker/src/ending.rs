//! How a process ended, in words.

use std::os::unix::process::ExitStatusExt as _;
use std::process::ExitStatus;

/// How it ended, with its exit code or the signal.
pub(crate) fn told(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("it ended with exit code {code}"),
        (None, Some(signal)) => format!("it ended by signal {signal}"),
        (None, None) => "it ended".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exit_code_is_no_signal() {
        for (raw, expected) in
            [(3 << 8, "it ended with exit code 3"), (11, "it ended by signal 11")]
        {
            assert_eq!(told(ExitStatus::from_raw(raw)), expected);
        }
    }
}
