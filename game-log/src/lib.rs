//! Reads the logs that Crusader Kings III writes: `error.log`, `game.log`, `debug.log`, `database_conflicts.log`.
//!
//! ```text
//! [08:41:13][E][jomini_script_system.cpp:304]: Script system error!
//!   Error: stress_impact effect [ Cannot find scholar in trait database ]
//!   Script location: file: events/travel.txt line: 4129 (travel.7039:option)
//! ```
//!
//! An entry begins with a header (time, level, source of the engine) and goes on until the next one. [`Entries`] reads them one
//! at a time from anything that can be read, whatever its size: it keeps one entry of bounded length, and time is linear in the
//! bytes. [`locations`] finds the files that a message names, [`Override`] what `database_conflicts.log` says, [`mounted`] what
//! `debug.log` says was mounted.
//!
//! **Invariant:** bytes go in, entries come out. It knows no file system, no reply and no mod.
//!
//! Start reading at [`Entries`].
//!
//! ```
//! use ck3_game_log::{Entries, Level};
//!
//! let log = "[08:41:13][E][jomini_script_system.cpp:304]: Script system error!\n  Error: no such scholar\n";
//! let mut entries = Entries::new(log.as_bytes());
//! let entry = entries.next_entry().unwrap().unwrap();
//! assert_eq!((entry.level, entry.source), (Level::Error, "jomini_script_system.cpp:304"));
//! ```
#![forbid(unsafe_code)]

mod entries;
mod facts;
mod header;
mod locations;

pub use entries::{Entries, Entry, MAX_ENTRY};
pub use facts::{Override, mounted};
pub use header::{Header, Level};
pub use locations::{MAX_LOCATIONS, MessageLocation, locations};
