//! `doctor`: what was found, what is wrong, what to do.

use std::process::ExitCode;

use world_adapter::RootState;

use crate::app::App;
use crate::places::Places;

pub(crate) fn run(app: &App, places: &Places) -> ExitCode {
    match &app.report.config {
        Some(path) => say!("configuration  {}", path.display()),
        None => say!("configuration  none: the built-in sample world in {}", places.sample.display()),
    }
    say!("own files      {}\n", places.state.display());
    let mut is_well = true;
    say!("roots");
    for root in &app.report.roots.roots {
        let (mark, advice) = advice(root.state);
        is_well &= matches!(root.state, RootState::Ready | RootState::NotConfigured);
        say!("  {mark} {:<14} {}", root.key.as_str(), advice);
    }
    let session = app.world.session(app.world.default_session());
    say!("\nmods, in load order");
    for found in session.mods() {
        let (mark, advice) = advice(found.state());
        is_well &= found.state() == RootState::Ready;
        say!("  {mark} {:<30} {advice}", found.key());
    }
    for aliased in &app.report.session.aliased {
        say!("  note: `{}` is addressed as mod:{}", aliased.name, aliased.alias);
    }
    let modes: Vec<&str> = app.modes.iter().map(|mode| mode.as_str()).collect();
    say!("\nmode           {}", session.mode().map_or("none yet: an agent chooses one", |mode| mode.as_str()));
    say!("may choose     {}", modes.join(", "));
    say!("changes        {}", if app.read_only { "none: read-only" } else { "governed" });
    if app.report.config.is_none() {
        say!("\nto serve your own game, run `ck3raven init`; it writes {}", places.config.display());
    }
    if is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn advice(state: RootState) -> (&'static str, &'static str) {
    match state {
        RootState::Ready => ("✓", "ready"),
        RootState::NotConfigured => ("·", "not configured"),
        RootState::Missing => ("✗", "nothing is there: correct the path"),
        RootState::NotADirectory => ("✗", "not a directory: correct the path"),
        RootState::Unreadable => ("✗", "cannot be read: check its permissions"),
        RootState::NetworkPath => ("✗", "a network share: map it to a drive or mount it"),
        RootState::RelativePath => ("✗", "not an absolute path"),
        RootState::Replaced => ("✗", "replaced while serving: restart"),
    }
}
