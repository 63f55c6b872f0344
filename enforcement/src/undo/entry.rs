//! One recorded change.

use serde::{Deserialize, Serialize};
use world_adapter::{Attributes, FolderSummary, OperationName};

/// One change that can be undone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UndoEntry {
    /// The call that made it.
    pub trace_id: String,
    /// The operation.
    pub operation: String,
    /// The target.
    pub target: String,
    /// For a rename, the new name.
    pub renamed_to: Option<String>,
    /// The target by the root that owns it, where one does. A mod may have left the playset by the time its change is undone.
    pub root_target: Option<String>,
    /// The same of the new name.
    pub root_renamed_to: Option<String>,
    /// Whether the file was there before; what it held is beside this.
    pub existed: bool,
    /// For a write, the digest of what it left: if the file holds something else now, undoing would lose that.
    pub digest: Option<String>,
    /// The digest of the previous content.
    pub held: Option<String>,
    /// The inode number of the file: a rename keeps it, so a later file of that name has another.
    pub file_number: Option<u64>,
    /// When the file was created, in seconds and nanoseconds since 1970, where the file system records it: a later file that
    /// got the same inode number is younger.
    pub created: Option<(u64, u32)>,
    /// How many parent directories the change created.
    #[serde(default)]
    pub made_directories: usize,
    /// The attributes of the file.
    pub attributes: Option<Attributes>,
    /// The summary of the folder, if it was one; if it was deleted, its contents are stored beside this record.
    pub folder: Option<FolderSummary>,
    /// The location of the target on that machine, as a digest: in another world the same address leads elsewhere.
    #[serde(alias = "place")]
    pub location: Option<String>,
    /// The same of the new name.
    #[serde(alias = "renamed_to_place")]
    pub renamed_to_location: Option<String>,
    /// When, in seconds since 1970.
    pub at: u64,
    /// The nanoseconds of that second, so that changes of one second keep their order.
    #[serde(default)]
    pub nanoseconds: u32,
    /// Whether it has been undone.
    pub undone: bool,
    /// For an undo that replaced later work, the change that it undid: undoing it makes that change undoable again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undoes: Option<String>,
    /// Its process was killed while it was made, and what was there later is neither what it left nor what it replaced: it may
    /// have been made or not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_uncertain: bool,
}

impl UndoEntry {
    /// Whether it created the file: undoing it removes the file again.
    pub fn is_creation(&self) -> bool {
        !self.existed && self.renamed_to.is_none()
    }

    /// Whether it created a mod: a folder with its descriptor, and the launcher's file.
    pub fn creates_mod(&self) -> bool {
        self.operation == OperationName::CreateMod.word().as_str()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A change as an earlier version recorded it: with the fields that are required.
    pub(crate) fn entry(existed: bool, renamed_to: Option<&str>) -> UndoEntry {
        let record = serde_json::json!({
            "trace_id": "x", "operation": "write", "target": "root:a", "renamed_to": renamed_to, "existed": existed,
            "at": 0, "undone": false,
        });
        serde_json::from_value(record).unwrap()
    }

    #[test]
    fn a_file_was_made_by_what_found_none_and_moved_none() {
        for (existed, renamed_to, is_creation) in
            [(false, None, true), (true, None, false), (false, Some("root:b"), false), (true, Some("root:b"), false)]
        {
            assert_eq!(entry(existed, renamed_to).is_creation(), is_creation, "{existed} {renamed_to:?}");
        }
    }
}
