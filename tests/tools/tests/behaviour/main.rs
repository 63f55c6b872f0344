//! The tools as an agent meets them: JSON arguments in, one envelope out, a real directory behind them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod after_commit;
mod answer;
mod arguments;
mod check;
mod child;
mod codes;
mod concurrent;
mod deep;
mod documentation;
mod editing;
mod failures;
mod file_cases;
mod flow;
mod folder_races;
mod folder_removal;
mod folders;
mod held;
mod killed;
mod lens;
mod links;
mod log;
mod new_mods;
mod order;
mod people;
mod search;
mod sessions;
mod undo;
mod undo_at_once;
mod undo_killed;
mod undo_previews;
mod world;
mod writing;
