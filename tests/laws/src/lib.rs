//! The table of laws is complete, and names tests that exist; laws about everything that a type offers. See `tests/`.
