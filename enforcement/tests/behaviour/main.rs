//! What enforcement does, seen from outside: on real directories, through the real wrapper.
#![allow(clippy::unwrap_used, reason = "what a test relies on may fail loudly")]

mod adversarial;
mod contracts;
mod journal;
mod model;
mod policy;
mod support;
mod tokens;
