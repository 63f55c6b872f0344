//! `completions` and `man`: generated from the definition of the command line.

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::CommandFactory as _;
use clap_complete::Shell;

use super::{Cli, CommandResult};

/// Prints a script that completes commands and options.
pub(crate) fn completions(shell: Shell) -> ExitCode {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "ck3raven", &mut script);
    write(&script)
}

/// Prints the manual page, with a section for each command.
pub(crate) fn man() -> CommandResult {
    let mut page = Vec::new();
    let command = Cli::command();
    let rendered = clap_mangen::Man::new(command.clone()).render(&mut page).and_then(|()| {
        let commands = command.get_subcommands().filter(|command| !command.is_hide_set());
        commands.cloned().try_for_each(|command| {
            let name = command.get_name().to_ascii_uppercase();
            writeln!(page, ".SH \"COMMAND {name}\"")?;
            let man = clap_mangen::Man::new(command);
            man.render_description_section(&mut page)?;
            man.render_synopsis_section(&mut page)?;
            man.render_options_section(&mut page)
        })
    });
    rendered?;
    Ok(write(&page))
}

fn write(bytes: &[u8]) -> ExitCode {
    match io::stdout().write_all(bytes).and_then(|()| io::stdout().flush()) {
        // `| head -1` has read enough.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            reply_mcp::log_stderr!("error: what was to be shown could not be written: {error}");
            ExitCode::from(74)
        }
        _ => ExitCode::SUCCESS,
    }
}
