//! The tools as an agent meets them: JSON arguments in, one envelope out, a real directory behind them.

mod arguments;
mod child;
mod codes;
mod dir;
mod documentation;
mod editing;
mod failures;
mod file_cases;
mod flow;
mod killed;
mod paging;
mod undo;
mod world;
mod writing;
