//! The commands that change the registry or its lock.

use clap::Args;

/// Add a code: the next free number of its cluster, in its place in the file
///
/// Parameters are derived from the placeholders of the message: a name that other codes use gets the type it has there;
/// otherwise a quoted placeholder is text and a bare one is a count. Whatever the compiler would refuse is refused before
/// anything is written. In a terminal, what is missing is asked for. The code is published by `cargo reply lock`, later.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  cargo reply new WA READ I LINE_TOO_LONG --message \"Line {line} of '{target}' is too long.\" \\
      --summary \"A line is longer than one answer may be.\" --explain \"Ask for fewer columns.\"")]
pub(crate) struct New {
    /// Who decides: WA, EN, CT or MCP
    pub(crate) layer: Option<String>,
    /// What it is about: one of the areas of the registry
    pub(crate) area: Option<String>,
    /// What it means: S, I, D or E
    #[arg(value_name = "TYPE")]
    pub(crate) reply_type: Option<String>,
    /// What happened, in `SCREAMING_SNAKE_CASE`
    pub(crate) key: Option<String>,
    /// What a person reads, with `{name}` for each parameter
    #[arg(long, value_name = "TEXT")]
    pub(crate) message: Option<String>,
    /// The type of a parameter, where the derived one is not meant; `[text]` is a list
    #[arg(long = "param", value_name = "NAME=TYPE")]
    pub(crate) params: Vec<String>,
    /// One line for lists
    #[arg(long, value_name = "TEXT")]
    pub(crate) summary: Option<String>,
    /// When it is given, and what to do then
    #[arg(long, value_name = "TEXT")]
    pub(crate) explain: Option<String>,
    /// The version that first has it; the project's own unless told otherwise
    #[arg(long, value_name = "VERSION")]
    pub(crate) since: Option<String>,
}

/// Turn a code into a tombstone, and say where it is still used
///
/// The entry stays, so that its number is never given to another meaning; nothing can construct it any more.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  cargo reply retire WA-READ-I-004 --because \"ranges are clamped now\" --instead WA-READ-I-003")]
pub(crate) struct Retire {
    /// The code or its key
    pub(crate) code: String,
    /// Why it goes
    #[arg(long, value_name = "TEXT")]
    pub(crate) because: String,
    /// The code to use instead
    #[arg(long, value_name = "CODE")]
    pub(crate) instead: Option<String>,
    /// The version that retires it; the project's own unless told otherwise
    #[arg(long, value_name = "VERSION")]
    pub(crate) since: Option<String>,
}

/// Publish every code of the registry in the lock beside it
///
/// From then on a code keeps its key and its parameters for ever. `new` and `retire` do not do this by themselves, so that
/// a code can still change its shape while it is being worked on.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  cargo reply lock
  cargo reply lock --check")]
pub(crate) struct Lock {
    /// Write nothing; fail if the lock is not what would be written
    #[arg(long)]
    pub(crate) check: bool,
}
