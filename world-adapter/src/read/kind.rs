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
