//! Replies for MCP servers: every answer is a registered code, and a wrong answer does not compile.
//!
//! You list the answers of your server in a registry, a TOML file: who decides (a layer), about what (an area), what it means
//! (success, invalid, denied, error), and the message with its typed parameters. [`registry!`] turns that file into types, one
//! for each code, with an enum over them to match on; a registry that breaks a rule does not build, and the error shows its
//! line. A [`Tool`] is a type as well: its name, its arguments, the codes it can give and an async `run`, from which its JSON
//! schemas, its argument checks and its dispatch follow. `run` ends in exactly one reply, because every ending consumes the
//! builder of the call, and takes the [`Voice`] of the layer that decided, which the program hands out once. Around the call
//! stands a wrapper: a panic, a flood, arguments that do not fit and text that holds a host path are answered with
//! codes of your registry too.
//!
//! # A complete program
//!
//! The registry, `dice.toml` (`cargo reply init` writes the skeleton, `cargo reply new` each further code):
//!
//! ```toml
#![doc = include_str!("../examples/dice.toml")]
//! ```
//!
//! The program:
//!
//! ```
//! use reply_kit::SessionSource;
//! use reply_kit::prelude::*;
//! use serde_json::json;
//!
//! mod registry {
//!     reply_kit::registry!("../examples/dice.toml");
//! }
//! use registry::Dice;
//! use registry::dice::invalid::TooManySides;
//! use registry::dice::success::Rolled;
//!
//! #[derive(Arguments)]
//! struct Die {
//!     /// How many sides it has.
//!     #[arg(min = 2)]
//!     sides: u32,
//! }
//!
//! #[derive(ReplyData)]
//! struct Shown {
//!     /// The number on top.
//!     top: u32,
//! }
//!
//! struct RollDie {
//!     dice: Voice<Dice>,
//! }
//!
//! // Answering with another code, or succeeding with other data, does not compile.
//! codes!(RollDie { Rolled => Shown; TooManySides });
//!
//! impl Tool for RollDie {
//!     const NAME: &'static str = "roll_die";
//!     const TITLE: &'static str = "Roll a die";
//!     const DESCRIPTION: &'static str = "Rolls one die.";
//!     const EFFECT: Effect = Effect::READ_ONLY;
//!     type Arguments = Die;
//!
//!     async fn run<'c>(&self, rb: ReplyBuilder<'c, Self>, die: Die, _: &CallContext) -> ReplyResult<'c> {
//!         if die.sides > 20 {
//!             return Err(rb.invalid(&self.dice, TooManySides { sides: die.sides.into(), largest: 20 }));
//!         }
//!         Ok(rb.success(&self.dice, Rolled, &Shown { top: die.sides }))
//!     }
//! }
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let program = registry::start(CrashDir::at("crashes"))?;
//!     let tools = Toolset::new(program.wrapper).with(RollDie { dice: program.voices.dice });
//!
//!     // `reply_kit::mcp::Server` serves `tools` to clients. Tests, and programs without a client, call them:
//!     let call = |arguments| tools.call("roll_die", &arguments, &CallContext::new(SessionSource::Implied));
//!     let rolled = call(json!({ "sides": 6 })).ok_or("no such tool")?;
//!     assert_eq!(rolled.code(), Rolled::CODE);
//!     assert_eq!(rolled.as_value()["data"], json!({ "top": 6 }));
//!
//!     let refused = call(json!({ "sides": 1000 })).ok_or("no such tool")?;
//!     assert_eq!(refused.code(), TooManySides::CODE);
//!     assert_eq!(
//!         refused.as_value()["error"]["message"],
//!         "There is no die of 1000 sides; the largest has 20."
//!     );
//!
//!     let wrong = call(json!({ "side": 6 })).ok_or("no such tool")?;
//!     assert_eq!(wrong.code(), registry::Code::BadArguments);
//!     Ok(())
//! }
//! ```
//!
//! # Features
//!
//! - `serde` (on by default): codes implement `Serialize` and `Deserialize`, so that nobody turns one into a string by hand.
//! - `mcp`: `reply_kit::mcp` serves a [`Toolset`] on stdio and over HTTP. It brings rmcp and tokio; a library of tools, and a
//!   program that calls its tools itself, do without.
//!
//! There is no feature for schemars: the schemas of arguments and data come from [`Arguments`] and [`ReplyData`], the same
//! definitions that read and write them, so that a schema cannot say something else than the program does.
//!
//! # Where to go next
//!
//! - The tutorial goes from `cargo new` to a server with layers of its own that a real client talks to: `docs/tutorial.md` in
//!   the repository, with its program in `examples/library`.
//! - [`registry!`] says what is generated; [`Tool`], [`ReplyBuilder`] and [`ReplyData`] are what a tool deals with.
//! - `mcp::Server` (feature `mcp`) serves a [`Toolset`] on stdio and over HTTP.
//! - `cargo reply` (package `reply-cli`) is the workbench of a registry: it adds, explains, retires and publishes codes, and
//!   generates their documentation.
//!
//! This crate is the one to depend on. `reply-core`, `reply-macros`, `reply-mcp`, `reply-registry` and `reply-vocabulary` are its
//! parts, in versions that belong together; generated code refers to this crate, under whatever name your `Cargo.toml` gives it.
//!
//! **Invariant:** nothing is implemented here but the [`prelude`]; everything else is a part's.
#![forbid(unsafe_code)]

pub mod prelude;

pub use reply_core::*;
pub use reply_macros::{Argument, Arguments, ReplyData, registry};

#[doc(hidden)]
pub use reply_core::__private;

#[cfg(feature = "mcp")]
#[doc(inline)]
pub use reply_mcp as mcp;

/// How a step of a call ends: with the builder and a value to go on with, or with the reply that ends the call.
///
/// ```
/// use reply_kit::prelude::*;
///
/// async fn look_up<'c, T>(rb: ReplyBuilder<'c, T>, name: &str) -> Step<'c, T, usize> {
///     Ok((rb, name.len()))
/// }
/// ```
pub type Step<'c, T, V> = Result<(ReplyBuilder<'c, T>, V), Terminal<'c>>;
