//! What a person in charge wants to know and to do, as data: the terminal prints it, and the dashboard serves it as JSON.
//!
//! **Invariant:** nothing here prints, and nothing here decides for a person. Text that an agent or a file chose is in it as it
//! is; the command or page that shows it makes it visible (L103).

pub(crate) mod changes;
pub(crate) mod clients;
pub(crate) mod crashes;
pub(crate) mod ids;
pub(crate) mod journal_view;
pub(crate) mod requests;
pub(crate) mod sessions;
pub(crate) mod statistics;
pub(crate) mod story;
