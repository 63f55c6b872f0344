//! Progress reports of a call.

use std::fmt;
use std::sync::Arc;

use crate::leak::find_leak;

/// Reports the progress of a call, if its caller asked for it; the default reports to nobody. It is not a reply, and reporting never blocks.
///
/// It may outlive the call, and be used by other threads: what is reported after the reply reaches nobody.
///
/// ```
/// # use reply_core::Progress;
/// # fn read(_: &str) {}
/// fn read_all(files: &[&str], progress: &Progress) {
///     let total = files.len() as u64;
///     for (done, file) in (0..).zip(files) {
///         progress.report(done, total, "files read");
///         read(file);
///     }
/// }
/// # read_all(&["a"], &Progress::default());
/// ```
#[derive(Clone, Default)]
pub struct Progress {
    listener: Option<Arc<Listener>>,
}

type Listener = dyn Fn(ProgressStep) + Send + Sync;

/// The progress of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProgressStep {
    /// How much is done.
    pub done: u64,
    /// The total.
    pub total: u64,
    /// The unit, in a few words of the program, which hold no path of the host (L49).
    pub of: &'static str,
}

impl Progress {
    /// Reports to `listener`, which must not block.
    pub fn new(listener: impl Fn(ProgressStep) + Send + Sync + 'static) -> Self {
        Self { listener: Some(Arc::new(listener)) }
    }

    /// Reports progress. Call it as often as you like: the listener drops what is too much.
    ///
    /// Words that hold a path of the host are left out: a `&'static str` need not be a literal of the program.
    pub fn report(&self, done: u64, total: u64, of: &'static str) {
        if let Some(listener) = &self.listener {
            let of = if find_leak(of).is_none() { of } else { "" };
            listener(ProgressStep { done, total, of });
        }
    }
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Progress").field("has_listener", &self.listener.is_some()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    #[test]
    fn l49_progress_names_no_path_of_the_host() {
        let told = Arc::new(Mutex::new(Vec::new()));
        let listener = Arc::clone(&told);
        let progress = Progress::new(move |step| listener.lock().unwrap().push((step.done, step.of)));
        progress.report(1, 2, "files read");
        progress.report(2, 2, String::from("files of /home/nate/mods read").leak());
        assert_eq!(*told.lock().unwrap(), [(1, "files read"), (2, "")]);
    }
}
