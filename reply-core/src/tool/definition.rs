//! A tool is a type: its name, its description, its arguments, its codes, and its behaviour.

use crate::call::builder::ReplyBuilder;
use crate::call::context::CallContext;
use crate::call::reply::{Reply, Terminal};
use crate::codes::declares::DeclaredCodes;
use crate::tool::arguments::Arguments;

/// How a tool's call ends: `?` returns a terminal reply at once.
pub type ReplyResult<'c> = Result<Reply<'c>, Terminal<'c>>;

/// A tool of the program.
///
/// Listing, describing, validating and dispatching follow from this definition; [`crate::Toolset`] holds the tools of a
/// program. State its codes with [`codes!`](crate::codes): a reply with another code does not compile.
///
/// ```text
/// impl Tool for Convert {
///     const NAME: &'static str = "convert";
///     const TITLE: &'static str = "Convert";
///     const DESCRIPTION: &'static str = "Converts an amount from one unit to another.";
///     const EFFECT: Effect = Effect::READ_ONLY;
///     type Arguments = ConvertArguments;
///
///     async fn run<'c>(&self, rb: ReplyBuilder<'c, Self>, args: ConvertArguments, _: &CallContext) -> ReplyResult<'c> {
///         let (rb, rate) = self.rates.find(rb, &args.from)?;
///         Ok(rb.success(&self.voice, Converted, &Conversion { value: args.amount * rate }))
///     }
/// }
/// ```
pub trait Tool: DeclaredCodes + Sized + Send + Sync + 'static {
    /// The name agents call it by.
    const NAME: &'static str;
    /// The name people see.
    const TITLE: &'static str;
    /// What it is for, as an agent reads it.
    const DESCRIPTION: &'static str;
    /// Its effect on the world: the hints that clients act on.
    const EFFECT: Effect;
    /// Whether it blocks its thread, as reading files does; then it runs on a thread of the call pool.
    const BLOCKING: bool = false;
    /// Its arguments.
    type Arguments: Arguments + Send;

    /// Answers one call.
    fn run<'c>(
        &self,
        rb: ReplyBuilder<'c, Self>,
        arguments: Self::Arguments,
        context: &CallContext,
    ) -> impl ReplyFuture<'c> + Send;
}

/// The return type of [`Tool::run`]: write it as an `async fn`, even if nothing is awaited. What it holds across an await must
/// be `Send`; that is a separate bound, so that the compiler names the value that is not.
#[diagnostic::on_unimplemented(
    message = "`run` of a tool is an `async fn` that ends in a `ReplyResult`",
    label = "not what an `async fn` returns",
    note = "write `async fn run<'c>(…) -> ReplyResult<'c>`, also where nothing is awaited"
)]
pub trait ReplyFuture<'c>: Future<Output = ReplyResult<'c>> {}

#[diagnostic::do_not_recommend]
impl<'c, F: Future<Output = ReplyResult<'c>>> ReplyFuture<'c> for F {}

/// The effect of a tool on the world, as hints for the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(clippy::struct_excessive_bools, reason = "the protocol has four independent hints")]
pub struct Effect {
    /// It changes nothing.
    pub is_read_only: bool,
    /// It may change or delete what exists.
    pub is_destructive: bool,
    /// Repeating it has no further effect.
    pub is_idempotent: bool,
    /// It reaches beyond what the program itself holds.
    pub is_open_world: bool,
}

impl Effect {
    /// Reads, and changes nothing.
    pub const READ_ONLY: Self =
        Self { is_read_only: true, is_destructive: false, is_idempotent: true, is_open_world: false };
    /// Changes state, and destroys nothing.
    pub const ADDITIVE: Self =
        Self { is_read_only: false, is_destructive: false, is_idempotent: false, is_open_world: false };
    /// May change or delete what exists.
    pub const DESTRUCTIVE: Self =
        Self { is_read_only: false, is_destructive: true, is_idempotent: false, is_open_world: false };

    /// The same, and repeating it has no further effect.
    #[must_use]
    pub const fn idempotent(mut self) -> Self {
        self.is_idempotent = true;
        self
    }

    /// The same, and it reaches beyond what the program itself holds.
    #[must_use]
    pub const fn open_world(mut self) -> Self {
        self.is_open_world = true;
        self
    }
}
