//! Compile-fail cases for the world adapter live in `ui`; this package has only the dependencies that they may see.
