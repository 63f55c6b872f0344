//! The operator's functions, as data: the terminal prints the results, and the dashboard serves them as JSON.
//!
//! **Invariant:** nothing here prints, and nothing here decides for a person. Text that an agent or a file chose is passed on
//! unchanged; the command or page that shows it makes it visible (L103).

pub(crate) mod changes;
pub(crate) mod clients;
pub(crate) mod codes;
pub(crate) mod crashes;
pub(crate) mod ids;
pub(crate) mod journal_view;
pub(crate) mod requests;
pub(crate) mod sessions;
pub(crate) mod statistics;
pub(crate) mod story;
