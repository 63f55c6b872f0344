//! The kind of a directory entry, from the directory itself: nothing is opened.

use reply_kit::ReplyData;

/// What is at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ReplyData)]
pub enum Kind {
    /// A directory.
    Directory,
    /// A regular file.
    File,
    /// A link; it is listed as a link and never followed.
    Link,
    /// A named pipe.
    Pipe,
    /// A socket.
    Socket,
    /// A block or character device.
    Device,
    /// Something else.
    Unknown,
}

impl Kind {
    pub(crate) fn of(file_type: cap_std::fs::FileType) -> Self {
        if file_type.is_dir() {
            Self::Directory
        } else if file_type.is_file() {
            Self::File
        } else if file_type.is_symlink() {
            Self::Link
        } else {
            Self::special(file_type)
        }
    }

    #[cfg(unix)]
    fn special(file_type: cap_std::fs::FileType) -> Self {
        use cap_std::fs::FileTypeExt as _;
        if file_type.is_fifo() {
            Self::Pipe
        } else if file_type.is_socket() {
            Self::Socket
        } else if file_type.is_block_device() || file_type.is_char_device() {
            Self::Device
        } else {
            Self::Unknown
        }
    }

    #[cfg(not(unix))]
    fn special(_: cap_std::fs::FileType) -> Self {
        Self::Unknown
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_a_file_is_reported_as_what_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(folder.path().join("socket")).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(folder.path().join("pipe")).status().unwrap().success());
        std::os::unix::fs::symlink("pipe", folder.path().join("link")).unwrap();
        let kind = |folder: &std::path::Path, name: &str| {
            let dir = cap_std::fs::Dir::open_ambient_dir(folder, cap_std::ambient_authority()).unwrap();
            Kind::of(dir.symlink_metadata(name).unwrap().file_type())
        };
        for (name, expected) in [("pipe", Kind::Pipe), ("socket", Kind::Socket), ("link", Kind::Link)] {
            assert_eq!(kind(folder.path(), name), expected, "{name}");
        }
        assert_eq!(kind("/dev".as_ref(), "null"), Kind::Device);
    }
}
