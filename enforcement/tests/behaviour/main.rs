//! What enforcement does, seen from outside: on real directories, through the real wrapper.

mod adversarial;
mod contracts;
mod documentation;
mod journal;
mod model;
mod policy;
mod support;
mod tokens;
