//! A session: mode, mods, local mods folder, playset (L52).

use std::sync::Arc;

use reply_kit::ReplyData;

use crate::resolve::identity::Identity;
use crate::roots::config::SessionConfig;
use crate::roots::mounts::{Mount, MountTable};
use crate::roots::root_handle::RootHandle;
use crate::roots::spelling::LetterCase;
use crate::session::mode::Mode;
use crate::session::mods::{AliasedMod, MAX_MODS, Mods};
use crate::session::playset::{PlaysetSource, PlaysetSummary, UnusedMod};

/// The adapter's part of a session. It never changes; it is replaced as a whole, so that the next call sees either the old one
/// or the new one.
#[derive(Clone, Debug, Default)]
pub struct Session {
    mode: Option<Mode>,
    mods: Arc<Mods>,
    local_folder: Option<Arc<LocalFolder>>,
    playset: Arc<PlaysetSummary>,
    /// The name by which an agent selected the playset; nothing where it is the operator's choice.
    selection: Option<String>,
}

/// The local mods folder, opened: new mods are created in it.
pub(crate) struct LocalFolder {
    pub(crate) opened: Arc<RootHandle>,
    pub(crate) mount: Mount,
    pub(crate) identity: Identity,
}

short_debug!(LocalFolder, _it => "LocalFolder");

/// What a person should know about a session that was loaded.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct SessionReport {
    /// Mods that are addressed by an alias.
    pub aliased: Vec<AliasedMod>,
    /// How many mods were left out, because there are more than a session can have.
    pub left_out: usize,
}

impl Session {
    /// Opens the mods that a configuration names.
    pub(crate) fn load(
        config: SessionConfig,
        mut mounts: MountTable,
        letter_case: Option<LetterCase>,
    ) -> (Self, SessionReport) {
        let opened = config.local_mods_folder.and_then(|folder| folder.open(letter_case).ok());
        let local = opened.as_ref().map(RootHandle::canonical);
        if let Some(local) = local {
            mounts.add_unless_held(local);
        }
        let left_out = config.mods.len().saturating_sub(MAX_MODS) + config.playset.left_out;
        let mods = Mods::open(config.mods, &mut mounts, local, letter_case);
        let local_folder = opened.map(|opened| {
            let mount = mounts.mount(opened.canonical());
            Arc::new(LocalFolder { identity: mount.identity(""), opened: Arc::new(opened), mount })
        });
        let report = SessionReport { aliased: mods.aliased(), left_out };
        let SessionConfig { mode, playset, selection, .. } = config;
        (Self { mode, mods: Arc::new(mods), local_folder, playset: Arc::new(playset), selection }, report)
    }

    /// The same session in another mode.
    #[must_use]
    pub fn with_mode(&self, mode: Option<Mode>) -> Self {
        Self { mode, ..self.clone() }
    }

    /// The mode, if one was chosen.
    pub fn mode(&self) -> Option<Mode> {
        self.mode
    }

    /// The mods, in load order: the only list.
    pub fn mods(&self) -> &Mods {
        &self.mods
    }

    /// The playset's name.
    pub fn playset(&self) -> Option<&str> {
        self.playset.name.as_deref()
    }

    /// The source of the playset.
    pub fn playset_source(&self) -> PlaysetSource {
        self.playset.source
    }

    /// The mods that the playset names and that are not used.
    pub fn unused(&self) -> &[UnusedMod] {
        &self.playset.unused
    }

    /// The name under which an agent selected the playset; `None` if it is the operator's choice.
    pub fn selection(&self) -> Option<&str> {
        self.selection.as_deref()
    }

    /// The local mods folder.
    pub(crate) fn local_folder(&self) -> Option<&LocalFolder> {
        self.local_folder.as_deref()
    }
}
