//! `file` and `order`: which files the game reads, and in which order.

use std::cmp::Ordering;

use index::FileId;
use lens::{Certainty, FileStanding, RuleId, compare_paths};
use replies::wa::success::FilesJudged;
use reply_kit::{Reply, ReplyBuilder, ReplyResult, Text};
use world_adapter::PlaysetPart;

use crate::LensTool;
use crate::arguments::ListPart;
use crate::cursor::to_cursor;
use crate::data::{FilesData, RuleData};
use crate::folders::near_files;
use crate::view::View;

impl View<'_> {
    /// Which sources have a path.
    pub(crate) fn provider<'c>(&self, rb: ReplyBuilder<'c, LensTool>, path: &str) -> ReplyResult<'c> {
        let mut files = self.lens.order();
        files.retain(|file| self.lens.file(*file).game_path() == path);
        // That nothing has it can be said only of what was read.
        if files.is_empty() && self.lens.unlisted_below(path) == 0 {
            let near = near_files(self.sources().as_world_sources(), path);
            return Err(self.world.not_in_playset(rb, PlaysetPart::File, path, &near));
        }
        let in_force = files.iter().find(|file| self.lens.file(**file).standing().is_in_force());
        let data = FilesData {
            in_force: in_force.and_then(|file| self.address(*file)),
            certainty: self.certainty(&files).and(self.certainty_of_scan(path)).into(),
            rules: vec![RuleData::new(RuleId::R1), RuleData::new(RuleId::R2)],
            files: files.iter().filter_map(|file| self.file(*file)).collect(),
            total: files.len(),
            truncated: false,
            after: None,
            remark: self.unread_remark(path),
            looked_at: self.looked_at(),
        };
        Ok(self.answer(rb, FilesJudged, &data))
    }

    /// The files below a folder as the game loads them.
    pub(crate) fn order<'c>(&self, rb: ReplyBuilder<'c, LensTool>, folder: &str, part: &ListPart) -> Reply<'c> {
        let files = self.lens.order();
        let path = |file: &FileId| self.lens.file(*file).game_path();
        let is_before = |file: &&FileId| {
            part.after.as_deref().is_some_and(|after| compare_paths(path(file), after) != Ordering::Greater)
        };
        let rest = &files[files.iter().take_while(is_before).count()..];
        // Files of one path stay together: an answer continues after a path.
        let mut end = rest.len().min(part.limit);
        while end > 0 && end < rest.len() && path(&rest[end]) == path(&rest[end - 1]) {
            end += 1;
        }
        let has_subfolders = files.iter().any(|file| path(file).rsplit_once('/').is_some_and(|(of, _)| of != folder));
        let order = if has_subfolders { lens::rule(RuleId::R3).certainty } else { Certainty::Certain };
        let data = FilesData {
            in_force: None,
            certainty: self.certainty(&files).and(order).and(self.certainty_of_scan(folder)).into(),
            rules: [RuleId::R3, RuleId::R1, RuleId::R2].map(RuleData::new).to_vec(),
            files: rest[..end].iter().filter_map(|file| self.file(*file)).collect(),
            total: files.len(),
            truncated: end < rest.len(),
            after: (end < rest.len()).then(|| to_cursor(path(&rest[end - 1]))),
            remark: self.unread_remark(folder).or_else(|| {
                files.is_empty().then(|| Text::from("No source has files of script or localization there."))
            }),
            looked_at: self.looked_at(),
        };
        self.answer(rb, FilesJudged, &data)
    }

    /// What was not read may hold files of this path too (L91).
    fn certainty_of_scan(&self, path: &str) -> Certainty {
        if self.lens.unlisted_below(path) > 0 { Certainty::Uncertain } else { Certainty::Certain }
    }

    fn unread_remark(&self, path: &str) -> Option<Text> {
        let unlisted = self.lens.unlisted_below(path);
        let told =
            || format!("{unlisted} folders or descriptors could not be read: which file is in force is not certain.");
        (unlisted > 0).then(|| Text::new(told()))
    }

    /// The certainty of which of these files the game reads.
    fn certainty(&self, files: &[FileId]) -> Certainty {
        let of = |file: &FileId| match self.lens.file(*file).standing() {
            FileStanding::Hidden { certainty, .. } => certainty,
            FileStanding::InForce | FileStanding::Replaced { .. } => Certainty::Certain,
        };
        files.iter().map(of).max().unwrap_or(Certainty::Certain)
    }
}
