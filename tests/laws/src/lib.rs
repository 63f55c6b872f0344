//! The table of laws is complete, and names tests that exist. See `tests/`.
