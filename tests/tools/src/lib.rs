//! The tests of the tools, in `tests/behaviour`: every command with every reply it can give, on real directories.
