//! The commands that change the registry or its lock.

use std::path::PathBuf;

use clap::Args;

/// Begin a registry: `registry.toml`, its lock, and the source file that turns it into types
///
/// Layers say who decides and which of S (success), I (invalid), D (denied) and E (error) they may answer; areas say what a
/// decision is about. What is written is a beginning: edit it freely until you publish it with
/// `cargo reply lock`. Nothing that exists is overwritten.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  cargo new hello && cargo reply init hello
  cargo reply init --denier GATE
  cargo reply init --layer 'SHLF=SIE:the shelves' --layer 'RULE=DE:the house rules' --layer 'DESK=SIE:the desk' \\
      --area 'BOOK=A book' --area 'LOAN=Borrowing'")]
pub(crate) struct Init {
    /// The package, a folder with a `Cargo.toml`; this one where none is named
    pub(crate) dir: Option<PathBuf>,
    /// A layer, what it may answer and who it is; without any, APP=SIE for the tools and SRV=SIE for the server. The last one
    /// that may answer I and E speaks for the safety wrapper
    #[arg(long = "layer", value_name = "NAME=TYPES[:OWNER]")]
    pub(crate) layers: Vec<String>,
    /// One more layer, which alone may deny: it answers D and E
    #[arg(long, value_name = "NAME")]
    pub(crate) denier: Option<String>,
    /// An area and what it is about; without any, DATA. CALL is always there, for the call itself
    #[arg(long = "area", value_name = "NAME=MEANING")]
    pub(crate) areas: Vec<String>,
    /// What the leak gate looks for in everything that leaves: `off`, `home_and_drives` or `strict`
    #[arg(long, value_name = "LEVEL", default_value = "home_and_drives")]
    pub(crate) leak_gate: String,
}

/// Add a code: the next free number of its cluster, in its place in the file
///
/// Each placeholder of the message is a parameter, and takes its type from `--param`: a type is a promise to those who read
/// the reply, so none is guessed. Whatever the compiler would refuse is refused before anything is written. In a terminal,
/// what is missing is asked for. The code is published by `cargo reply lock`, later.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  cargo reply new APP DATA I LINE_TOO_LONG --message \"Line {line} of '{file}' is too long.\" \\
      --param line=count --param file=text \\
      --summary \"A line is longer than one answer may be.\" --explain \"Ask for fewer columns.\"")]
pub(crate) struct New {
    /// Who decides: one of the layers of the registry
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
    /// The type of a parameter: text, word, address, count, number, flag, code, id or problem; `[text]` is a list
    #[arg(long = "param", value_name = "NAME=TYPE")]
    pub(crate) params: Vec<String>,
    /// One line for lists
    #[arg(long, value_name = "TEXT")]
    pub(crate) summary: Option<String>,
    /// When it is given, and what to do then
    #[arg(long, value_name = "TEXT")]
    pub(crate) explain: Option<String>,
    /// The version that first has it; the project's own by default
    #[arg(long, value_name = "VERSION")]
    pub(crate) since: Option<String>,
}

/// Turn a code into a tombstone, and say where it is still used
///
/// The entry stays, so that its number is never given to another meaning; nothing can construct it any more.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  cargo reply retire APP-DATA-I-004 --because \"ranges are clamped now\" --instead APP-DATA-I-003")]
pub(crate) struct Retire {
    /// The code or its key
    pub(crate) code: String,
    /// Why it goes
    #[arg(long, value_name = "TEXT")]
    pub(crate) because: String,
    /// The code to use instead
    #[arg(long, value_name = "CODE")]
    pub(crate) instead: Option<String>,
    /// The version that retires it; the project's own by default
    #[arg(long, value_name = "VERSION")]
    pub(crate) since: Option<String>,
}

/// Record a change of layers, areas or leak gate, with its reason
///
/// The lock pins them: clients, documentation and policy are written for these layers. Edit the registry first; this appends
/// a `[[revision]]` to it, pins the new architecture in the lock, brings the `layers { … }` that a call of `registry!` states
/// along, and writes anew what is generated. No code is published by it.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  cargo reply revise --because \"searching is a decision of its own, so it has an area\"

Exit status: 0 recorded, 1 something else is wrong with the registry, 2 there is nothing to record.")]
pub(crate) struct Revise {
    /// Why it changes; the code index shows it
    #[arg(long, value_name = "TEXT")]
    pub(crate) because: String,
    /// The version that first has it; the project's own by default
    #[arg(long, value_name = "VERSION")]
    pub(crate) since: Option<String>,
}

/// Publish every code of the registry in the lock beside it
///
/// From then on a code keeps its key and its parameters for ever. `new` and `retire` do not do this by themselves, so that
/// a code can still change its shape while it is being worked on. The first time it also pins layers, areas and leak gate;
/// a change of those is not published here but recorded, by `cargo reply revise`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  cargo reply lock
  cargo reply lock --check")]
pub(crate) struct Lock {
    /// Write nothing; fail if the lock is not what would be written
    #[arg(long)]
    pub(crate) check: bool,
}
