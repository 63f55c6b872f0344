//! The agent's map of the world: what an address names, whether it is visible, and contained access to what is there.
//!
//! An agent writes `root:game/common/traits` or `mod:My Mod/events`. [`WorldAdapter::resolve`] turns that into a
//! [`Resolved`] target with a [`VisibilityRef`], or into one reply that lets the agent correct itself. Lists, trees and
//! reads go through a reference; changes go through an [`Authorized`] operation, which only the one [`Authority`] makes.
//!
//! **Invariant:** this crate says what is where, never whether something is permitted (L46). It knows no policy, no
//! contract, no current directory, and no way to tell a host path to anyone.
//!
//! Start reading at [`WorldAdapter::resolve`], then [`Address`] for the grammar and `contained` for what keeps every
//! access beneath its root. Authority enters through two doors: [`WorldAdapter::open`] (the operator's configuration opens
//! directories) and [`Authority`] (enforcement authorises a change).
#![forbid(unsafe_code)]

mod address;
mod answer;
mod attributes;
mod authority;
mod codes;
mod compose;
mod config;
mod contained;
mod delete;
mod digest;
mod domain;
mod edit;
mod encoding;
mod failure;
mod host_path;
mod identify;
mod identity;
mod kind;
mod list;
mod lock;
mod mode;
mod mods;
mod nearest;
mod opened;
mod page;
mod place;
mod playset;
mod prepared;
mod preview;
mod random_key;
mod read;
mod reference;
mod registry;
mod rename;
mod resolve;
mod resolved;
mod roots;
mod session;
mod sessions;
mod tree;
mod visibility;
mod world;
mod write;

pub use address::{Address, MAX_ADDRESS_LENGTH, Place, Problem, Refusal, RootKey};
pub use answer::Answerable;
pub use attributes::Attributes;
pub use authority::{Authorisation, Authority, Authorized, Delete, Operation, OperationName, Rename, Write};
pub use codes::{ChangeCodes, ListCodes, ReadCodes, ReferenceCodes, ResolveCodes};
pub use config::{Config, ModSource, SessionConfig};
pub use digest::{Digest, ParseDigestError};
pub use domain::Domain;
pub use edit::Replacement;
pub use encoding::Encoding;
pub use failure::{Failure, Unfinished};
pub use identify::Unidentified;
pub use identity::Identity;
pub use kind::Kind;
pub use list::{Listing, OtherEntry};
pub use mode::Mode;
pub use mods::{Aliased, Mod, Mods};
pub use page::{Depth, Page};
pub use place::PlaceDigest;
pub use playset::{PlaysetError, PlaysetFile};
pub use prepared::{Changed, Prepared};
pub use preview::Preview;
pub use read::{FileText, MAX_FILE, Part, ReadLimit};
pub use reference::{VisibilityRef, Visible};
pub use registry::TOKEN_CAPACITY;
pub use resolve::Existence;
pub use resolved::{Resolved, ResolvedData};
pub use roots::{RootReport, RootState, StartReport};
pub use session::{Session, SessionReport, UnusableMod};
pub use sessions::{SessionId, TooManySessions};
pub use tree::Tree;
pub use world::WorldAdapter;
pub use write::{Content, Replaces};
