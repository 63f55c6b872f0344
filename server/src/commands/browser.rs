//! Opening the user's browser.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use super::whole_file;

/// Whether there is a desktop on which a person would see a browser.
pub(crate) fn has_desktop() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(windows) || cfg!(target_os = "macos") || is_set("WAYLAND_DISPLAY") || is_set("DISPLAY")
}

/// Opens a page that redirects to the address. The address itself is on no command line: every user of the machine could read
/// it there.
pub(crate) fn open(address: &str, state: &Path) -> io::Result<()> {
    if !has_desktop() {
        return Err(io::ErrorKind::NotFound.into());
    }
    let page = state.join("dashboard.html");
    let redirect = format!("<!doctype html><meta http-equiv=\"refresh\" content=\"0; url={address}\">\n");
    whole_file::replace(&page, redirect.as_bytes())?;
    let mut command = if cfg!(windows) {
        Command::new("explorer")
    } else if cfg!(target_os = "macos") {
        Command::new("open")
    } else {
        Command::new("xdg-open")
    };
    command.arg(&page).stdin(Stdio::null()).stderr(Stdio::null());
    // Its output is ignored; it may run as long as the browser does.
    let mut opened = command.spawn()?;
    std::thread::Builder::new().name("browser".to_owned()).spawn(move || opened.wait())?;
    Ok(())
}
