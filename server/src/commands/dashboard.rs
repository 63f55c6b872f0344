//! `dashboard`: starts the dashboard and opens it in a browser.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use super::{CommandResult, browser, show};
use crate::app::App;
use crate::dashboard;
use crate::state_paths::StatePaths;

#[derive(Debug, Default, Args)]
pub(crate) struct DashboardArgs {
    /// Print the address on this terminal instead of opening a browser.
    #[arg(long)]
    no_open: bool,
    /// The port; any free one by default.
    #[arg(long, default_value_t = 0)]
    port: u16,
}

/// Serves the page until a shutdown signal.
pub(crate) fn run(app: App, paths: StatePaths, config: Option<PathBuf>, args: &DashboardArgs) -> CommandResult {
    // As with approving: without a terminal and a desktop no person sees it, and an agent with a shell must not get in.
    if !show::is_person() && !browser::has_desktop() {
        return Err("the dashboard is for a person: start it in a terminal or on a desktop".into());
    }
    if args.no_open && !show::is_person() {
        return Err("--no-open shows the address in a terminal, and there is none".into());
    }
    let state = paths.state.clone();
    let announce = |address: &str| show_address(address, &state, args);
    dashboard::serve(app, paths, config, args.port, announce)?;
    Ok(ExitCode::SUCCESS)
}

/// Opens the browser, or prints the address on the terminal; never on stderr, which clients log.
fn show_address(address: &str, state: &Path, args: &DashboardArgs) -> io::Result<()> {
    let is_opened = !args.no_open && browser::open(address, state).is_ok();
    match (is_opened, show::is_person()) {
        (true, true) => outln!("the dashboard is open in your browser; Ctrl+C ends it\nif it is not: {address}"),
        (true, false) => {}
        (false, true) => outln!("open this in your browser; Ctrl+C ends it:\n{address}"),
        (false, false) => return Err(io::Error::other("no browser could be opened; start it in a terminal")),
    }
    Ok(())
}
