//! Opening the user's browser.

use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use world_adapter::open_private;

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
    write_private(&page, &format!("<!doctype html><meta http-equiv=\"refresh\" content=\"0; url={address}\">\n"))?;
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

/// A file that no other user can read, from the moment it is created.
fn write_private(path: &Path, text: &str) -> io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    open_private(path, OpenOptions::new().create_new(true))?.write_all(text.as_bytes())
}
