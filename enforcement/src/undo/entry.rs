//! One kept change.

use serde::{Deserialize, Serialize};
use world_adapter::{Attributes, FolderSummary};

/// One change that can be undone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UndoEntry {
    /// The call that made it.
    pub trace_id: String,
    /// What it did.
    pub operation: String,
    /// To what.
    pub target: String,
    /// For a rename, the new name.
    pub renamed_to: Option<String>,
    /// The target by the root that owns it, where one does. A mod may have left the playset by the time its change is undone.
    #[serde(default)]
    pub root_target: Option<String>,
    /// The same of the new name.
    #[serde(default)]
    pub root_renamed_to: Option<String>,
    /// Whether the file was there before; what it held is beside this.
    pub existed: bool,
    /// For a write, the digest of what it left there: if the file holds something else now, undoing would lose that.
    #[serde(default)]
    pub digest: Option<String>,
    /// The digest of what the file held before.
    #[serde(default)]
    pub held: Option<String>,
    /// The number by which the file system knew the file: a rename keeps it, so a later file of that name has another.
    #[serde(default)]
    pub file_number: Option<u64>,
    /// When the file was made, in seconds and nanoseconds since 1970, where the file system keeps that: a later file that
    /// was given the same number is younger.
    #[serde(default)]
    pub created: Option<(u64, u32)>,
    /// How many parent directories the change created.
    #[serde(default)]
    pub made_directories: usize,
    /// What the file had besides its content.
    #[serde(default)]
    pub attributes: Option<Attributes>,
    /// What the folder held, where it was one; all of it is beside this if it was deleted.
    #[serde(default)]
    pub folder: Option<FolderSummary>,
    /// Where on that machine the target lay, as a digest: in another world the same address leads elsewhere.
    #[serde(default, alias = "place")]
    pub location: Option<String>,
    /// The same of the new name.
    #[serde(default, alias = "renamed_to_place")]
    pub renamed_to_location: Option<String>,
    /// When, in seconds since 1970.
    pub at: u64,
    /// The rest of that second, in nanoseconds: changes of one second keep their order.
    #[serde(default)]
    pub nanoseconds: u32,
    /// Whether it has been undone.
    pub undone: bool,
}

impl UndoEntry {
    /// Whether it made a file that was not there: undoing it takes the file away again.
    pub fn is_creation(&self) -> bool {
        !self.existed && self.renamed_to.is_none()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A change as an earlier version wrote it down: with what it cannot do without.
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
