//! One call: its builder, its one reply, its commit point, and the wrapper around it.

pub(crate) mod builder;
pub(crate) mod call_state;
pub(crate) mod cancellation;
pub(crate) mod context;
pub(crate) mod crash;
pub(crate) mod progress;
pub(crate) mod reply;
pub(crate) mod stopwatch;
pub(crate) mod trace;
pub(crate) mod watch;
pub(crate) mod watched_call;
pub(crate) mod without_codes;
pub(crate) mod wrapper;

pub use builder::ReplyBuilder;
pub use cancellation::Cancellation;
pub use context::{CallContext, ClientDecision, ClientName, Elicit, Question, SessionSource};
pub use crash::CrashDir;
pub use progress::{Progress, ProgressStep};
pub use reply::{Reply, Terminal, UseRbRequire};
pub use trace::TraceId;
pub use watch::Watch;
pub use watched_call::{Call, Outcome, Suspended};
pub use wrapper::Wrapper;
