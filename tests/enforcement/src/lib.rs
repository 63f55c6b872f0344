//! What cannot be changed without enforcement. See `tests/` and `ui/`.
