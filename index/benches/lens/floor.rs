//! The least that looking at files can cost: each directory opened and read once, each file asked for its stamp, nothing kept.

use std::mem::MaybeUninit;
use std::path::{Path, PathBuf};

use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, RawDir, openat, statat};

fn open(dir: impl AsFd, path: impl rustix::path::Arg) -> Option<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    openat(dir, path, flags, Mode::empty()).ok()
}

/// The sources, open, as a server holds them.
pub(crate) fn roots(folders: &[PathBuf]) -> Vec<OwnedFd> {
    folders.iter().map(|folder| open(CWD, folder.as_path()).unwrap()).collect()
}

/// Asks every file below a folder of each source, and each source's descriptor; how many files there are.
pub(crate) fn look(roots: &[OwnedFd], folder: &Path) -> usize {
    let mut buffer = vec![MaybeUninit::uninit(); 32 * 1024];
    let mut files = 0;
    for root in roots {
        let _ = statat(root, "descriptor.mod", AtFlags::SYMLINK_NOFOLLOW);
        let Some(dir) = open(root, folder) else { continue };
        below(dir.as_fd(), &mut buffer, &mut files);
    }
    files
}

fn below(dir: BorrowedFd<'_>, buffer: &mut [MaybeUninit<u8>], files: &mut usize) {
    let mut folders = Vec::new();
    let mut entries = RawDir::new(dir, buffer);
    while let Some(entry) = entries.next() {
        let entry = entry.unwrap();
        let name = entry.file_name();
        match entry.file_type() {
            FileType::Directory if !matches!(name.to_bytes(), b"." | b"..") => folders.push(name.to_owned()),
            FileType::RegularFile => {
                *files += usize::from(statat(dir, name, AtFlags::SYMLINK_NOFOLLOW).is_ok());
            }
            _ => {}
        }
    }
    for folder in folders {
        if let Some(dir) = open(dir, folder.as_c_str()) {
            below(dir.as_fd(), buffer, files);
        }
    }
}
