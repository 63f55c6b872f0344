//! The immediate children of a directory, sorted and bounded (L73, L74, L76).

use std::sync::Arc;

use cap_std::fs::Dir;
use replies::wa::invalid::{NotADirectory, PathNotFound};
use reply_kit::ReplyData;
use reply_kit::{Address, Declares, ReplyBuilder, Step, Terminal};

use crate::address::{AddressProblem, MAX_ADDRESS_LENGTH, ParseWorldAddressError, name};
use crate::change::attributes::since_1970;
use crate::codes::ListCodes;
use crate::read::kind::Kind;
use crate::read::page::{MAX_BYTES, Page};
use crate::resolve::reference::{TargetOf, VisibilityRef, Visible};
use crate::resolve::reference_table::Target;
use crate::roots::contained::{self, LookupError, Scratch};
use crate::world::WorldAdapter;

/// The children of a directory. Every entry is a canonical address in the requested namespace.
///
/// What the adapter found is answered as it is: its data has no public field and no public constructor (L05).
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct Listing {
    /// The directory.
    pub(crate) target: Address,
    /// The directories in it.
    pub(crate) directories: Vec<Address>,
    /// The regular files in it.
    pub(crate) files: Vec<Address>,
    /// If requested, size and time of each file in `files`, in the same order.
    pub(crate) details: Vec<FileDetails>,
    /// Links, which are never followed, and pipes, sockets and devices, which are never opened.
    pub(crate) others: Vec<OtherEntry>,
    /// How many entries the directory has in all, including those not in this answer.
    pub(crate) total: usize,
    /// How many more entries have names without a canonical spelling.
    pub(crate) unlisted: usize,
    /// Whether entries were cut.
    pub(crate) truncated: bool,
    /// Where to continue, if entries were cut.
    pub(crate) after: Option<Address>,
}

impl Listing {
    /// The regular files in it.
    pub fn files(&self) -> &[Address] {
        &self.files
    }
}

/// The metadata of a file.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct FileDetails {
    /// Its size in bytes; null if it no longer exists.
    pub(crate) size: Option<u64>,
    /// When it was last written, in seconds since 1970.
    pub(crate) modified: Option<u64>,
}

/// An entry that is neither a directory nor a regular file.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct OtherEntry {
    /// Its address.
    pub(crate) address: Address,
    /// What it is.
    pub(crate) kind: Kind,
}

impl WorldAdapter {
    /// Lists a directory. Kinds come from the directory itself; no entry is opened, so nothing can block.
    pub fn list<'c, T: ListCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        visible: &impl Visible<T>,
        page: &Page,
    ) -> Step<'c, T, Listing> {
        let (rb, OpenedDir { target, dir, after }) = self.open_visible_dir(rb, visible, page)?;
        let address = visible.reference().address().clone();
        let after = after.first().copied();
        let mut names = NameBuffer::new(&address, page.limit, after);
        let read = contained::each_entry(&dir, &mut Scratch::default(), |name, kind| {
            if !std::str::from_utf8(name).is_ok_and(|name| target.hides(name)) {
                names.add(name, kind);
            }
        });
        let (rb, ()) = rb.require(read, |rb, error| self.failed(rb, &address, &error))?;
        let mut listing = names.into_listing();
        if page.has_details {
            listing.details = listing.files.iter().map(|file| details(&dir, file)).collect();
        }
        Ok((rb, listing))
    }

    /// Opens the directory that a reference names, to be listed from where the page begins.
    pub(crate) fn open_visible_dir<'c, 'p, T: ListCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        visible: &impl Visible<T>,
        page: &'p Page,
    ) -> Step<'c, T, OpenedDir<'p>> {
        let reference = visible.reference();
        let (rb, TargetOf(target)) = visible.target(self, rb)?;
        let (rb, after) = self.below(rb, reference, page)?;
        let (rb, dir) = rb.require(target.open_dir(), |rb, error| self.no_directory(rb, reference, &target, &error))?;
        Ok((rb, OpenedDir { target, dir, after }))
    }

    /// Why a directory could not be opened: it is something else, or it no longer exists.
    fn no_directory<'c, T: ListCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        reference: &VisibilityRef,
        target: &Target,
        error: &LookupError,
    ) -> Terminal<'c> {
        // The directory was visible when it was resolved, so the agent may learn that the system refuses to read it.
        if let LookupError::Failed(error) | LookupError::Closed(error) = error {
            return self.failed(rb, reference.address(), error);
        }
        match target.kind() {
            Ok(kind) if !matches!(kind, Kind::Directory | Kind::Link) => {
                rb.invalid(&self.voice, NotADirectory { target: reference.address().clone(), kind: kind.into() })
            }
            _ => self.not_found(rb, reference.as_str()),
        }
    }

    /// The names, below the target, of the address to continue from.
    fn below<'c, 'p, T: Declares<PathNotFound>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        reference: &VisibilityRef,
        page: &'p Page,
    ) -> Step<'c, T, Vec<&'p str>> {
        let Some(after) = page.after.as_deref() else { return Ok((rb, Vec::new())) };
        let below = after.strip_prefix(reference.as_str()).and_then(|rest| rest.strip_prefix('/'));
        let names: Vec<&str> = below.map(|below| below.split('/').collect()).unwrap_or_default();
        // Only the `after` of an earlier answer is accepted here, and that is canonical.
        if !names.is_empty() && names.iter().all(|name| name::is_canonical(name)) {
            return Ok((rb, names));
        }
        let refusal = ParseWorldAddressError { problem: AddressProblem::NotBelowTarget, at: 0..after.len() };
        Err(self.invalid_input(rb, after, &refusal, (refusal.problem.expected(), Vec::new())))
    }
}

/// Whether an entry has an address. Between plain letters a slash divides two names without a doubt, so that few are looked at.
fn has_child(target: &Address, name: &str) -> bool {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric();
    let stands_apart = matches!(target.as_str().as_bytes(), [.., one, other] if is_plain(one) && is_plain(other));
    let joins = stands_apart && name.bytes().all(|byte| is_plain(&byte) || matches!(byte, b'_' | b'.' | b'-'));
    joins && target.as_str().len() + name.len() < MAX_ADDRESS_LENGTH || target.child(name).is_ok()
}

/// An open directory.
pub(crate) struct OpenedDir<'p> {
    pub(crate) target: Arc<Target>,
    pub(crate) dir: Dir,
    /// The names, below the directory, of the entry to continue after.
    pub(crate) after: Vec<&'p str>,
}

/// Size and time of a file in the open directory; links are not followed.
fn details(dir: &Dir, file: &Address) -> FileDetails {
    let name = file.as_str().rsplit('/').next().unwrap_or_default();
    let found = dir.symlink_metadata(name).ok();
    FileDetails {
        size: found.as_ref().map(cap_std::fs::Metadata::len),
        modified: found.and_then(|found| since_1970(found.modified())).map(|(seconds, _)| seconds),
    }
}

/// The names found so far, in one buffer, never many more than the answer will hold.
struct NameBuffer<'a> {
    target: &'a Address,
    after: Option<&'a str>,
    limit: usize,
    text: String,
    found: Vec<(u32, u32, Kind)>,
    /// Names that sort after this cannot be in the answer any more.
    cut_off: Option<String>,
    total: usize,
    unlisted: usize,
    is_cut: bool,
}

impl<'a> NameBuffer<'a> {
    fn new(target: &'a Address, limit: usize, after: Option<&'a str>) -> Self {
        let (text, found) = (String::with_capacity(4096), Vec::with_capacity(128));
        Self { target, after, limit, text, found, cut_off: None, total: 0, unlisted: 0, is_cut: false }
    }

    fn add(&mut self, name: &[u8], kind: Kind) {
        // Names that have a canonical spelling can still make an address that reads as a host path.
        let Some(name) = name::canonical(name).filter(|name| has_child(self.target, name)) else {
            self.unlisted += 1;
            return;
        };
        self.total += 1;
        if self.after.is_some_and(|after| name <= after) {
            return;
        }
        if self.cut_off.as_deref().is_some_and(|cut_off| name > cut_off) {
            return;
        }
        let start = self.text.len();
        self.text.push_str(name);
        let (Ok(start), Ok(end)) = (u32::try_from(start), u32::try_from(self.text.len())) else { return };
        self.found.push((start, end, kind));
        if self.found.len() > self.limit.saturating_mul(4).max(8192) {
            self.shrink();
        }
    }

    /// Keeps the names that can still be in the answer, so that a huge directory costs time but not memory.
    fn shrink(&mut self) {
        self.sort_and_cut();
        let mut text = String::with_capacity(self.text.len());
        for (start, end, _) in &mut self.found {
            let name = &self.text[*start as usize..*end as usize];
            // Shorter than what was measured before, so it fits.
            *start = u32::try_from(text.len()).unwrap_or(u32::MAX);
            text.push_str(name);
            *end = u32::try_from(text.len()).unwrap_or(u32::MAX);
        }
        self.text = text;
        self.cut_off = self.found.last().map(|(start, end, _)| self.text[*start as usize..*end as usize].to_owned());
    }

    fn sort_and_cut(&mut self) {
        let text = self.text.as_str();
        // By bytes: the same order on every system.
        self.found.sort_unstable_by_key(|(start, end, _)| &text.as_bytes()[*start as usize..*end as usize]);
        self.is_cut |= self.found.len() > self.limit;
        self.found.truncate(self.limit);
    }

    fn into_listing(mut self) -> Listing {
        self.sort_and_cut();
        let mut listing = Listing {
            directories: Vec::new(),
            files: Vec::with_capacity(self.found.len()),
            details: Vec::new(),
            others: Vec::new(),
            total: self.total,
            unlisted: self.unlisted,
            truncated: self.is_cut,
            after: None,
            target: self.target.clone(),
        };
        let mut budget = MAX_BYTES;
        let mut last: Option<&str> = None;
        for (start, end, kind) in &self.found {
            let name = &self.text[*start as usize..*end as usize];
            let cost = listing.target.as_str().len() + name.len() + 4;
            if cost > budget && last.is_some() {
                listing.truncated = true;
                break;
            }
            budget = budget.saturating_sub(cost);
            let Ok(address) = listing.target.child(name) else { continue };
            last = Some(name);
            match kind {
                Kind::Directory => listing.directories.push(address),
                Kind::File => listing.files.push(address),
                kind => listing.others.push(OtherEntry { address, kind: *kind }),
            }
        }
        if listing.truncated {
            listing.after = last.and_then(|name| listing.target.child(name).ok());
        }
        listing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l100_of_a_huge_directory_the_first_names_are_kept_and_all_are_counted() {
        let target: Address = "root:game".parse().unwrap();
        let names: Vec<String> = (0..50_000).map(|n| format!("{:05}", (n * 7_919) % 50_000)).collect();
        for (after, first) in [(None, 0), (Some("00099"), 100)] {
            let mut buffer = NameBuffer::new(&target, 100, after);
            for name in &names {
                buffer.add(name.as_bytes(), Kind::File);
            }
            assert!(buffer.found.len() <= 8_192 && buffer.text.len() <= 5 * 8_193, "{}", buffer.text.len());
            buffer.add(b"not\\canonical", Kind::File);
            let listing = buffer.into_listing();
            let expected: Vec<String> = (first..first + 100).map(|n| format!("root:game/{n:05}")).collect();
            assert_eq!(listing.files.iter().map(Address::as_str).collect::<Vec<_>>(), expected);
            assert_eq!((listing.total, listing.unlisted, listing.truncated), (50_000, 1, true));
            assert_eq!(listing.after.unwrap().as_str(), expected[99]);
        }
        let mut few = NameBuffer::new(&target, 2, None);
        for name in ["b", "a"] {
            few.add(name.as_bytes(), Kind::Directory);
        }
        let listing = few.into_listing();
        assert_eq!((listing.directories.len(), listing.truncated, listing.after), (2, false, None));
    }

    #[test]
    fn l76_a_list_holds_so_many_bytes_of_addresses_to_the_last_one() {
        let letter = |number: usize| char::from(b"0123456789abcdefghijklmnopqrstuvwxyz"[number % 36]);
        let target: Address = "root:game".parse().unwrap();
        let mut buffer = NameBuffer::new(&target, 50_000, None);
        for number in 0..40_000 {
            let name = String::from_iter([letter(number / 1_296), letter(number / 36), letter(number)]);
            buffer.add(name.as_bytes(), Kind::File);
        }
        let listing = buffer.into_listing();
        let cost = "root:game".len() + 3 + 4;
        assert_eq!((MAX_BYTES % cost, listing.files.len(), listing.truncated), (0, MAX_BYTES / cost, true));
    }
}
