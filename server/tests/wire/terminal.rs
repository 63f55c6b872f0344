//! A person at a terminal: the program on a pty, and what is typed there.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::server::Home;

const TIMEOUT: Duration = Duration::from_mins(1);

/// A program that runs on a terminal.
pub(crate) struct Terminal {
    child: Child,
    keyboard: File,
    screen: Receiver<Vec<u8>>,
    shown: String,
}

impl Terminal {
    /// Starts the program on a terminal of so many columns.
    pub(crate) fn start(home: &Home, arguments: &[&str], columns: u16) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let terminal = rustix::fs::open(name, OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC, Mode::empty()).unwrap();
        tcsetwinsize(&terminal, Winsize { ws_row: 40, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
        let end = || Stdio::from(terminal.try_clone().unwrap());
        let child = home.program(arguments).stdin(end()).stdout(end()).stderr(end()).spawn().unwrap();
        drop(terminal);
        let mut reader = File::from(master.try_clone().unwrap());
        let (tell, screen) = channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            // A terminal that is hung up answers with an error.
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                let _ = tell.send(buffer[..count].to_vec());
            }
        });
        Self { child, keyboard: File::from(master), screen, shown: String::new() }
    }

    /// Waits until the screen shows something.
    pub(crate) fn wait_for(&mut self, text: &str) {
        let end = Instant::now() + TIMEOUT;
        while !self.shown.contains(text) {
            let left = end.saturating_duration_since(Instant::now());
            let more = self.screen.recv_timeout(left);
            let more = more.unwrap_or_else(|_| panic!("`{text}` was never shown:\n{}", self.shown));
            self.shown.push_str(&String::from_utf8_lossy(&more));
        }
    }

    /// What was shown so far.
    pub(crate) fn shown(&self) -> String {
        self.shown.replace("\r\n", "\n")
    }

    pub(crate) fn type_line(&mut self, line: &str) {
        self.keyboard.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// Everything that was shown until the program ended, and whether it succeeded.
    pub(crate) fn end(mut self) -> (String, bool) {
        let status = self.child.wait().unwrap();
        // Once nobody has the terminal open any more, the reader ends.
        while let Ok(more) = self.screen.recv_timeout(TIMEOUT) {
            self.shown.push_str(&String::from_utf8_lossy(&more));
        }
        (self.shown.replace("\r\n", "\n"), status.success())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Home {
    /// A person looks at a request at a terminal, and approves it.
    pub(crate) fn approve(&self, request: &str) -> String {
        let mut terminal = Terminal::start(self, &["approve", request], 100);
        terminal.wait_for("Approve it, this once? [y/N]");
        terminal.type_line("y");
        let (shown, is_done) = terminal.end();
        assert!(is_done, "{shown}");
        shown
    }
}
