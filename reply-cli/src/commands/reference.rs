//! The command reference, as Markdown: `docs/cli.md` is what this prints.

use std::fmt::Write;

use clap::{Command, CommandFactory};

use crate::{CommandOutcome, cli, output};

const OPENING: &str = "\
# `cargo reply`

The workbench of a reply registry. Printed by `cargo reply reference`; do not edit.

It works from any folder of the workspace, on the nearest `registry.toml` upwards, or on another project's with
`--registry FILE`. Nothing is ever half-written: a file is written beside and then renamed, and on any error nothing has
changed. Adding a code does not publish it; `cargo reply lock` does, as a step of its own, so that a code can still change
its shape while it is being worked on, and a review sees the day it became a promise.

| exit status | means |
|---|---|
| 0 | all is well |
| 1 | there are findings, and they have been printed |
| 2 | the call is wrong, or a file or a revision cannot be used; nothing was changed |

| file | is | written by |
|---|---|---|
| `registry.toml` | layers, areas, every code | `init`, people, `new`, `retire`, `revise` |
| `registry.lock` | the architecture, and every code ever published | `lock`; `revise` for the architecture |
| `registry.exempt.toml` | codes that no tool declares, or that are not constructed or tested yet, each with a reason | people; `check --fix` drops what is not needed |
| `registry.schema.json` | what an editor completes and checks by | `schema` |
| `docs/codes.md`, `docs/codes.html` | the code index | `docs` |
| `bindings/` | the codes for clients in TypeScript and Python | `bindings` |

An exemption is `[[exempt]]` with `code`, `checks` (of `declared`, `constructed`, `tested`) and `because`, and for `declared` the
`law` that needs the code: a law, a requirement, a page.

| check | holds where | does not count |
|---|---|---|
| `declared` | the `codes!` list of a tool has the code's type, outside tests | a `code_set!`, which says what a component asks of its callers |
| `constructed` | its type is a value in a package that builds on the registry, outside tests, benchmarks and examples | a list of codes, a variant of an enum of codes |
| `tested` | `PathNotFound::CODE` or a variant such as `Code::PathNotFound` stands in a test that asserts something, or in a helper or table that such a test names | a value of the type, `let _ = Code::PathNotFound`, a function that no test names, a string that spells the code |

A test is a function under `#[test]`, `#[tokio::test]` and the like, or `main` of a test without a harness. It asserts where it,
or what it names, has an `assert…!`, a `panic!` or an `unreachable!`. Names are followed from file to file without looking at
scopes. The codes that play a role of the wrapper need none of the three: the wrapper gives them and its own tests assert them.

## Install

The program is not published yet. In a clone of this repository `cargo install --locked --path reply-cli` puts `cargo-reply` on the
path, and with it `cargo reply` into every project; from elsewhere, `cargo install --locked --git REPOSITORY reply-cli`. Inside this workspace nothing is to be installed: `.cargo/config.toml` has an alias.
";

pub(super) fn run() -> CommandOutcome {
    let mut out = OPENING.to_owned();
    let mut root = cli::Cli::command().term_width(100);
    root.build();
    for command in root.get_subcommands_mut().filter(|command| !command.is_hide_set()) {
        section(&mut out, command);
    }
    output::print(&out);
    CommandOutcome::Done
}

fn section(out: &mut String, command: &mut Command) {
    let name = command.get_bin_name().unwrap_or(command.get_name()).to_owned();
    let help = command.render_long_help().to_string();
    let help: Vec<&str> = help.lines().map(str::trim_end).collect();
    _ = writeln!(out, "\n## {name}\n\n```text\n{}\n```", help.join("\n").trim_end());
    for nested in command.get_subcommands_mut().filter(|nested| nested.get_name() != "help") {
        section(out, nested);
    }
}
