//! Creating a mod: its folder, its descriptor and the launcher's file, all or nothing (L104); and removing one again, for an
//! undo.

pub(crate) mod made_mod;

use std::fmt::Write as _;
use std::io;

use cap_std::fs::Dir;
use replies::wa::invalid::TargetExists;
use reply_kit::{Address, ReplyBuilder};

use crate::change::authority::{Authorisation, Authorized, CreateMod, OperationName, RemoveMod};
use crate::change::failure::Preparing;
use crate::change::lock::LockExtent;
use crate::change::prepared::{ChangeStep, Existing, Prepared};
use crate::codes::ChangeCodes;
use crate::read::digest::Digest;
use crate::read::file;
use crate::resolve::reference_table::Target;
use crate::resolve::resolved::Resolved;
use crate::roots::contained::{self, LookupError, Scratch};
use crate::roots::spelling::is_alike;
use crate::session::mod_name::{DescriptorValue, ModName};
use crate::session::mods::Mod;
use crate::world::WorldAdapter;

/// The name of the descriptor in a mod's folder.
pub(crate) const DESCRIPTOR: &str = "descriptor.mod";

/// What the descriptor of a new mod says. It does not say where the mod lies: creation sets that itself.
#[derive(Clone, Debug)]
pub struct NewMod {
    /// Its name.
    pub name: ModName,
    /// Its own version; 1.0 by default.
    pub version: Option<DescriptorValue>,
    /// The version of the game that it is for, such as 1.12.*.
    pub supported_version: Option<DescriptorValue>,
    /// What the launcher files it under.
    pub tags: Vec<DescriptorValue>,
}

/// The two files of a new mod.
pub(crate) struct ModFiles {
    pub(crate) descriptor: String,
    pub(crate) launcher_file: String,
}

impl NewMod {
    /// UTF-8 without a mark and with line feeds, as the launcher writes them.
    fn files(&self, place_line: &str) -> ModFiles {
        let mut descriptor = format!("version=\"{}\"\n", self.version.as_ref().map_or("1.0", DescriptorValue::as_str));
        if !self.tags.is_empty() {
            descriptor.push_str("tags={\n");
            for tag in &self.tags {
                _ = writeln!(descriptor, "\t\"{}\"", tag.as_str());
            }
            descriptor.push_str("}\n");
        }
        _ = writeln!(descriptor, "name=\"{}\"", self.name);
        if let Some(version) = &self.supported_version {
            _ = writeln!(descriptor, "supported_version=\"{}\"", version.as_str());
        }
        let launcher_file = format!("{descriptor}{place_line}");
        ModFiles { descriptor, launcher_file }
    }
}

impl ModFiles {
    pub(crate) fn digest(&self) -> Digest {
        digest_of(self.descriptor.as_bytes(), self.launcher_file.as_bytes())
    }

    pub(crate) fn size(&self) -> u64 {
        (self.descriptor.len() + self.launcher_file.len()) as u64
    }
}

/// How much of a mod that holds nothing but its descriptor exists.
pub(crate) enum ExistingMod {
    Nothing,
    /// Only the folder with this descriptor: a process was killed between the two steps.
    FolderOnly(Vec<u8>),
    /// Both files.
    Whole(Digest),
    /// Anything else.
    Other,
}

impl WorldAdapter {
    /// Prepares the creation of a mod; nothing has changed yet.
    pub fn prepare_create_mod<'w, 'c, T: ChangeCodes>(
        &'w self,
        rb: ReplyBuilder<'c, T>,
        authorized: impl Authorisation<CreateMod>,
    ) -> Preparing<'c, T, Prepared<'w>> {
        let Authorized { target, operation: CreateMod(new) } = authorized.take();
        let taken = |rb: ReplyBuilder<'c, T>, target| Err(rb.invalid(&self.voice, TargetExists { target }).into());
        if target.session.mods().iter().any(|found| [found.key(), found.name()].contains(&new.name.as_str())) {
            return taken(rb, target.named());
        }
        let (rb, lock) = self.lock(rb, OperationName::CreateMod, LockExtent::File, &target, None)?;
        let files = new.files(&place_line(&target.target));
        let failed = |rb, error| self.unfinished(rb, target.named(), OperationName::CreateMod, error);
        let (rb, found) = rb.require(found_mod(&target), failed)?;
        let (rb, is_respelled) = rb.require(is_respelled(&target), failed)?;
        let has_folder = match found {
            ExistingMod::Nothing if !is_respelled => false,
            ExistingMod::FolderOnly(descriptor) if !is_respelled && descriptor == files.descriptor.as_bytes() => true,
            _ => return taken(rb, mod_in_place_of(&target).unwrap_or_else(|| target.named())),
        };
        let step = ChangeStep::CreateMod { files, has_folder };
        Ok((rb, Prepared::new(self, lock, target, Existing::Nothing, step)))
    }

    /// Prepares the removal of a mod that creation made. The digest is that of its current state, which differs from what
    /// creation left if anything in the mod was changed since.
    pub fn prepare_remove_mod<'w, 'c, T: ChangeCodes>(
        &'w self,
        rb: ReplyBuilder<'c, T>,
        authorized: impl Authorisation<RemoveMod>,
    ) -> Preparing<'c, T, Prepared<'w>> {
        let Authorized { target, operation: RemoveMod } = authorized.take();
        let (rb, lock) = self.lock(rb, OperationName::Delete, LockExtent::Folder, &target, None)?;
        let address = target.named();
        let digest = match found_mod(&target) {
            Ok(ExistingMod::Nothing) => return Err(self.not_found(rb, address.as_str()).into()),
            Ok(ExistingMod::Whole(digest)) => digest,
            // A removal was killed between its two steps; the launcher's file follows from the descriptor.
            Ok(ExistingMod::FolderOnly(descriptor)) => {
                digest_of(&descriptor, &[&descriptor, place_line(&target.target).as_bytes()].concat())
            }
            Ok(ExistingMod::Other) => Digest::of(b"something else"),
            Err(error) => return Err(self.unfinished(rb, address, OperationName::Delete, error)),
        };
        Ok((rb, Prepared::new(self, lock, target, Existing::Mod(digest), ChangeStep::RemoveMod { found: digest })))
    }
}

/// Whether the folder of a new mod, or the launcher's file, is there in other letters: the disk of another player may take the two
/// for one.
fn is_respelled(target: &Resolved) -> io::Result<bool> {
    let holder = target.target.open_holder()?;
    let folder = target.target.path();
    let names = [folder.to_owned(), format!("{folder}.mod")];
    let mut is_respelled = false;
    contained::each_entry(&holder, &mut Scratch::default(), |entry, _| {
        let is_other =
            |name: &String| entry != name.as_bytes() && str::from_utf8(entry).is_ok_and(|it| is_alike(it, name));
        is_respelled |= names.iter().any(is_other);
    })?;
    Ok(is_respelled)
}

/// The mod of the session whose folder a new mod would have.
fn mod_in_place_of(target: &Resolved) -> Option<Address> {
    let has_folder = |found: &&Mod| found.folder.as_ref().is_some_and(|folder| is_alike(folder, target.target.path()));
    let found = target.session.mods().iter().filter(|found| found.is_named_locally).find(has_folder)?;
    format!("mod:{}", found.key()).parse().ok()
}

/// Looks at the folder of a mod and at the launcher's file beside it.
pub(crate) fn found_mod(target: &Resolved) -> io::Result<ExistingMod> {
    let holder = target.target.open_holder()?;
    let folder = target.target.path();
    let launcher_file = read(&holder, &format!("{folder}.mod"));
    let has_launcher_file = holder.symlink_metadata(format!("{folder}.mod")).is_ok();
    let dir = match contained::open_child(&holder, folder) {
        Ok(dir) => dir,
        Err(LookupError::Absent) if !has_launcher_file && holder.symlink_metadata(folder).is_err() => {
            return Ok(ExistingMod::Nothing);
        }
        Err(_) => return Ok(ExistingMod::Other),
    };
    let mut names = 0;
    contained::each_entry(&dir, &mut Scratch::default(), |_, _| names += 1)?;
    Ok(match (names, read(&dir, DESCRIPTOR), launcher_file) {
        (1, Some(descriptor), Some(launcher_file)) => ExistingMod::Whole(digest_of(&descriptor, &launcher_file)),
        (1, Some(descriptor), None) if !has_launcher_file => ExistingMod::FolderOnly(descriptor),
        _ => ExistingMod::Other,
    })
}

/// The line of the launcher's file that says where the mod lies; all else in it is the descriptor's.
pub(crate) fn place_line(target: &Target) -> String {
    let local = target.opened.canonical().last_name().unwrap_or("mod");
    format!("path=\"{local}/{}\"\n", target.path())
}

pub(crate) fn digest_of(descriptor: &[u8], launcher_file: &[u8]) -> Digest {
    Digest::of(&[Digest::of(descriptor).as_bytes().as_slice(), Digest::of(launcher_file).as_bytes()].concat())
}

pub(crate) fn read(dir: &Dir, name: &str) -> Option<Vec<u8>> {
    let file = contained::open_file(dir, name).ok()?;
    let metadata = file::regular_metadata(&file).ok()?;
    file::read_whole(&file, &metadata).ok()
}
