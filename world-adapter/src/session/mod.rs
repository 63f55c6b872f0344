//! State that spans calls (L52): mode, mods and playset of each session, by handle.

pub(crate) mod authority;
pub(crate) mod current;
pub(crate) mod mod_name;
pub(crate) mod mode;
pub(crate) mod mods;
pub(crate) mod playset;
pub(crate) mod sessions;
pub(crate) mod shown_name;

pub use authority::SessionAuthority;
pub use current::{Session, SessionReport};
pub use mod_name::{DescriptorValue, ModName};
pub use mode::Mode;
pub use mods::{AliasedMod, MAX_MODS, Mod, Mods};
pub use playset::{Playset, PlaysetError, PlaysetSource, UnusedMod, UnusedReason};
pub use sessions::{SessionId, SessionLabel, TooManySessionsError};
pub use shown_name::playset_name;
