//! The operator's directories: configured, opened once, and nothing reached outside them.

pub(crate) mod config;
pub(crate) mod contained;
pub(crate) mod host_path;
pub(crate) mod in_use;
pub(crate) mod mounts;
pub(crate) mod named_folder;
pub(crate) mod open_roots;
pub(crate) mod private_file;
pub(crate) mod root_handle;
pub(crate) mod spelling;

pub use config::{Config, ModSource, SessionConfig};
pub use contained::FileStat;
pub use host_path::{open_regular, read_regular};
pub use open_roots::{RootReport, RootState, StartReport};
pub use private_file::{create_private_folder, open_private, sync_names};
