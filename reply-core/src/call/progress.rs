//! How far a call is, for whoever waits for it.

use std::fmt;
use std::sync::Arc;

/// Tells whoever waits for a call how far it is, if anybody wants to know. It is not a reply, and telling never waits.
///
/// It may be kept longer than the call, and by other threads: what is told after the reply reaches nobody.
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
/// # read_all(&["a"], &Progress::unheard());
/// ```
#[derive(Clone, Default)]
pub struct Progress {
    listener: Option<Arc<Listener>>,
}

type Listener = dyn Fn(ProgressStep) + Send + Sync;

/// How far a call is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProgressStep {
    /// How much is done.
    pub done: u64,
    /// Of how much.
    pub total: u64,
    /// Of what, in a few words: written in the program, so that it cannot name anything of the host (L49).
    pub of: &'static str,
}

impl Progress {
    /// That of a call nobody wants to know more of than its reply.
    pub fn unheard() -> Self {
        Self::default()
    }

    /// Tells `listener`, which must not wait for anything.
    pub fn heard_by(listener: impl Fn(ProgressStep) + Send + Sync + 'static) -> Self {
        Self { listener: Some(Arc::new(listener)) }
    }

    /// Says how far the call is. Say it as often as you like: whoever listens drops what is too much.
    pub fn report(&self, done: u64, total: u64, of: &'static str) {
        if let Some(listener) = &self.listener {
            listener(ProgressStep { done, total, of });
        }
    }
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Progress").field("is_heard", &self.listener.is_some()).finish()
    }
}
