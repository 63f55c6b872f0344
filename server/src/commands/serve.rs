//! `serve`: one client on stdin and stdout, or many over HTTP.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::process::ExitCode;

use reply_mcp::{HttpOptions, log_stderr};
use world_adapter::RootState;

use super::CommandResult;
use crate::app::App;
use crate::config::parse_host;
use crate::http_secret::{self, SecretError};
use crate::state_paths::StatePaths;

/// How to serve.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct ServeArgs {
    /// Serve over HTTP at this address, such as 127.0.0.1:7077; clients send the secret as a bearer token.
    #[arg(long, value_name = "ADDR")]
    http: Option<SocketAddr>,
    /// A host name that clients use, besides its address and the loopback names; may be repeated.
    #[arg(long = "host", value_name = "NAME", requires = "http", value_parser = parse_host)]
    hosts: Vec<String>,
    /// Require no secret: every user of this machine can act with your rights. On loopback only.
    #[arg(long, requires = "http")]
    no_secret: bool,
    /// If there is no configuration, find the game and write one first.
    #[arg(long)]
    pub(crate) init: bool,
    /// With --init: where the game is.
    #[arg(long, value_name = "DIR", requires = "init")]
    pub(crate) game: Option<OsString>,
}

/// Why the server cannot serve over HTTP.
#[derive(Debug, thiserror::Error)]
enum ServeError {
    #[error(transparent)]
    Secret(#[from] SecretError),
    #[error("--no-secret asks for none, but {} holds one: choose", http_secret::VARIABLE)]
    SecretConflict,
    #[error("{0} can be reached by others: --no-secret is for loopback alone")]
    NotLoopback(SocketAddr),
    #[error(
        "{address} can be reached by others: name the hosts that they use with --host, or set {} to a secret of your own",
        http_secret::VARIABLE
    )]
    Unnamed { address: SocketAddr },
}

pub(crate) fn run(app: App, paths: &StatePaths, args: ServeArgs) -> CommandResult {
    match &app.report.config {
        Some(path) => log_stderr!("ck3raven: serving what {} describes", path.display()),
        None => log_stderr!("ck3raven: serving the built-in sample world; `ck3raven doctor` says how to use your own"),
    }
    for root in
        app.report.roots.roots.iter().filter(|root| !matches!(root.state, RootState::Ready | RootState::NotConfigured))
    {
        log_stderr!(
            "ck3raven: root:{} cannot be served ({:?}); the others are; `ck3raven doctor` says more",
            root.key,
            root.state
        );
    }
    match args.http {
        None => app.serve_stdio()?,
        Some(address) => {
            let options = options(&app, paths, address, args)?;
            app.serve_http(options)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn options(app: &App, paths: &StatePaths, address: SocketAddr, args: ServeArgs) -> Result<HttpOptions, ServeError> {
    let own = http_secret::from_environment()?;
    let hosts: Vec<String> = app.settings.hosts.iter().cloned().chain(args.hosts).collect();
    let is_reachable = !address.ip().is_loopback();
    let options = match own {
        Some(_) if args.no_secret => return Err(ServeError::SecretConflict),
        Some(own) => HttpOptions::new(address, own),
        None if args.no_secret => {
            let options = HttpOptions::without_secret(address).map_err(|_| ServeError::NotLoopback(address))?;
            log_stderr!("ck3raven: without a secret: every user of this machine can act with your rights");
            options
        }
        // Serving other machines must be a decision, not a mistyped address.
        None if is_reachable && hosts.is_empty() => return Err(ServeError::Unnamed { address }),
        None => {
            let path = paths.http_secret();
            let secret = http_secret::load_or_create(&path)?;
            let shown = path.display();
            log_stderr!("ck3raven: clients send the secret in {shown} as a bearer token");
            // PowerShell's syntax on Windows; both insert a command's output between the parentheses.
            let reading = if cfg!(windows) { "Get-Content" } else { "cat" };
            log_stderr!("ck3raven: a client's header: \"Authorization: Bearer $({reading} '{shown}')\"");
            HttpOptions::new(address, secret)
        }
    };
    if address.ip().is_unspecified() && hosts.is_empty() {
        log_stderr!("ck3raven: only requests to localhost or to {} are served; --host names others", address.ip());
    }
    Ok(hosts.into_iter().fold(options, HttpOptions::with_host))
}
