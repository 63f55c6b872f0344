//! Checking the syntax of script and localization: one file, a folder, a whole mod, or content that is not yet written.

use std::ops::ControlFlow;

use ck3_script::{Checked, Folder, LineIndex, Severity, check};
use replies::wa::invalid::{PathNotFound, ScriptInvalid};
use reply_kit::{Address, ArgumentProblem, Declares, ReplyBuilder, ReplyData, Step, Text};

use crate::change::write::syntax::{as_data, errors};
use crate::codes::{ListCodes, ReadCodes};
use crate::read::bulk::walk::{FileVisitor, FoundFile, WalkEnd, WalkOptions, WalkStart, walk};
use crate::read::kind::Kind;
use crate::read::list::OpenedDir;
use crate::read::page::Page;
use crate::resolve::reference::{TargetOf, Visible};
use crate::resolve::resolved::Resolved;
use crate::roots::contained::join;
use crate::world::WorldAdapter;

/// The most definitions of one file that are listed.
const MAX_DEFINITIONS: usize = 200;
/// The most problems of one file that are listed.
const MAX_PROBLEMS: usize = 20;
/// The most files that one call reads; the rest is left to the next call.
const MAX_FILES: usize = 50_000;
/// The most bytes that one call reads.
const MAX_BYTES: u64 = 1024 * 1024 * 1024;

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct CheckData {
    /// The file or directory.
    pub(crate) target: Address,
    /// How many files of script and localization were parsed.
    pub(crate) files: usize,
    /// How many could not be read.
    pub(crate) unreadable: usize,
    /// How many definitions they have.
    pub(crate) definitions_total: usize,
    /// For a single file, its definitions.
    pub(crate) definitions: Vec<DefinitionData>,
    /// How many errors and warnings there are in all.
    pub(crate) problems_total: usize,
    /// The files that have problems.
    pub(crate) problems: Vec<FileProblems>,
    /// Whether files with problems were left out.
    pub(crate) truncated: bool,
    /// Where to continue, if files were left out.
    pub(crate) after: Option<Address>,
}

/// A definition of a file.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct DefinitionData {
    /// Its key.
    pub(crate) key: Text,
    /// What it defines.
    pub(crate) kind: Text,
    /// The line it begins in.
    pub(crate) line: usize,
}

/// The problems of one file.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct FileProblems {
    /// The file.
    pub(crate) target: Address,
    /// Each with its line and column, the rule, and what to do.
    pub(crate) problems: Vec<ArgumentProblem>,
    /// How many more it has.
    pub(crate) more: usize,
}

impl WorldAdapter {
    /// Parses one file, or everything below a directory. One file with errors is I; a directory is S with the problems of each
    /// file.
    pub fn check<'c, T: ReadCodes + ListCodes + Declares<ScriptInvalid>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        resolved: &Resolved,
        page: &Page,
    ) -> Step<'c, T, CheckData> {
        let (rb, TargetOf(target)) = resolved.target(self, rb)?;
        if target.kind().is_ok_and(|kind| kind == Kind::Directory) {
            return self.check_directory(rb, resolved, page);
        }
        let (rb, content) = self.load(rb, &target, resolved.reference().address())?;
        self.check_content(rb, resolved, &content)
    }

    /// Parses content as if it stood at an address, which need not exist.
    pub fn check_content<'c, T: Declares<ScriptInvalid>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        resolved: &Resolved,
        content: &[u8],
    ) -> Step<'c, T, CheckData> {
        let target = resolved.reference().address().clone();
        let checked = check(resolved.script_path(), content);
        let found = errors(&checked, &checked.problems);
        if !found.0.is_empty() {
            return Err(self.script_invalid(rb, target, found));
        }
        let is_parsed = checked.folder != Folder::Other;
        let mut data = CheckData::of(target.clone());
        data.files = usize::from(is_parsed);
        data.definitions_total = checked.definitions.len();
        data.definitions = definitions(&checked);
        data.add(target, &checked);
        Ok((rb, data))
    }

    fn check_directory<'c, T: ReadCodes + ListCodes + Declares<PathNotFound>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        resolved: &Resolved,
        page: &Page,
    ) -> Step<'c, T, CheckData> {
        let (rb, OpenedDir { target, dir, after }) = self.open_visible_dir(rb, resolved, page)?;
        let address = resolved.reference().address().clone();
        let data = CheckData::of(address.clone());
        let (prefix, limit) = (resolved.script_path(), page.limit);
        let mut check = DirectoryCheck { prefix, limit, data, bytes: 0, last: None };
        let after = after.join("/");
        let options = WalkOptions { cancellation: rb.cancellation(), after: Some(&after) };
        let report = walk(WalkStart { dir, address, path: "", target: &target }, &options, &mut check);
        let DirectoryCheck { mut data, last, .. } = check;
        data.unreadable += report.unreadable + report.too_deep;
        data.truncated = report.end != WalkEnd::Complete;
        data.after = last.filter(|_| data.truncated);
        Ok((rb, data))
    }
}

/// The check of a directory: each directory's entries sorted by bytes, files and directories together, and links not followed. Files up
/// to the page's `after` were in an earlier answer (L94).
struct DirectoryCheck<'c> {
    /// The path of the directory, as the game counts it.
    prefix: &'c str,
    limit: usize,
    data: CheckData,
    bytes: u64,
    /// The last file that was visited.
    last: Option<Address>,
}

impl FileVisitor for DirectoryCheck<'_> {
    fn wants_file(&mut self, folder: &str, name: &str) -> bool {
        Folder::of(&join(self.prefix, &join(folder, name))) != Folder::Other
    }

    fn visit(&mut self, file: &FoundFile<'_>) -> ControlFlow<()> {
        if is_all_of_a_call(self.data.files, self.bytes) {
            return ControlFlow::Break(());
        }
        let Ok(content) = file.read() else {
            self.data.unreadable += 1;
            return ControlFlow::Continue(());
        };
        self.bytes += content.len() as u64;
        self.data.files += 1;
        let checked = check(&join(self.prefix, file.path()), &content);
        self.data.definitions_total += checked.definitions.len();
        // The answer is full: this file belongs to the next one.
        if !checked.problems.is_empty() && self.data.problems.len() == self.limit {
            return ControlFlow::Break(());
        }
        self.data.add(file.address().clone(), &checked);
        self.last = Some(file.address().clone());
        ControlFlow::Continue(())
    }
}

/// Whether a call has read as many files, or as many bytes, as one reads.
fn is_all_of_a_call(files: usize, bytes: u64) -> bool {
    files >= MAX_FILES || bytes > MAX_BYTES
}

impl CheckData {
    fn of(target: Address) -> Self {
        Self {
            target,
            files: 0,
            unreadable: 0,
            definitions_total: 0,
            definitions: Vec::new(),
            problems_total: 0,
            problems: Vec::new(),
            truncated: false,
            after: None,
        }
    }

    fn add(&mut self, target: Address, checked: &Checked<'_>) {
        if checked.problems.is_empty() {
            return;
        }
        self.problems_total += checked.problems.total();
        let problems = as_data(checked, checked.problems.kept().iter().take(MAX_PROBLEMS), |problem| {
            if problem.rule.severity() == Severity::Error { "error " } else { "warning " }
        });
        let more = checked.problems.total() - problems.len();
        self.problems.push(FileProblems { target, problems, more });
    }
}

fn definitions(checked: &Checked<'_>) -> Vec<DefinitionData> {
    let lines = LineIndex::new(&checked.text);
    let told = checked.definitions.iter().take(MAX_DEFINITIONS).map(|definition| DefinitionData {
        key: Text::echo(&definition.key(&checked.text)),
        kind: definition.kind.as_str().into(),
        line: lines.position(&checked.text, definition.name.start).line as usize,
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l100_a_call_reads_so_many_files_and_so_many_bytes() {
        assert!(!is_all_of_a_call(MAX_FILES - 1, MAX_BYTES));
        assert!(is_all_of_a_call(MAX_FILES, 0) && is_all_of_a_call(0, MAX_BYTES + 1));
    }
}
