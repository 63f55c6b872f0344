//! Everything that can be said about a file by its path and its bytes alone.

mod encoding;
mod file_name;
mod new_problems;
mod operators;

pub use new_problems::new_problems;

use std::borrow::Cow;

use crate::definition::Definition;
use crate::definitions::definitions;
use crate::folder::Folder;
use crate::line_index::{LineColumn, LineIndex};
use crate::localization::Localization;
use crate::parsed_file::ParsedFile;
use crate::problem::{Problems, SyntaxProblem};
use crate::render;
use crate::script::Script;

/// What was found in a file.
#[derive(Clone, Debug)]
pub struct Checked<'b> {
    /// What the file holds, by its path.
    pub folder: Folder,
    /// The text that all spans are about: the file's bytes, or UTF-8 converted from UTF-16.
    pub text: Cow<'b, [u8]>,
    /// What is wrong with it.
    pub problems: Problems,
    /// What it defines.
    pub definitions: Vec<Definition>,
}

/// A problem with its lines and columns.
#[derive(Clone, Copy, Debug)]
pub struct LocatedProblem<'c> {
    /// The problem.
    pub problem: &'c SyntaxProblem,
    /// Where it starts.
    pub start: LineColumn,
    /// Where it ends.
    pub end: LineColumn,
    /// Where the related place starts.
    pub related: Option<LineColumn>,
}

/// Parses and checks a file. `path` is relative to the game's or the mod's folder, with `/`; it tells what the file holds.
///
/// A file that holds neither script nor localization has no problems.
///
/// ```
/// use ck3_script::check;
/// let file = "l_english:\n brave:0 \"Brave\n".as_bytes();
/// let checked = check("localization/english/traits_l_german.yml", file);
/// let rules: Vec<_> = checked.problems.rules().iter().map(|rule| rule.name()).collect();
/// assert_eq!(rules, ["LOCALIZATION_BOM", "LOCALIZATION_LANGUAGE", "UNTERMINATED_STRING"]);
/// ```
pub fn check<'b>(path: &str, bytes: &'b [u8]) -> Checked<'b> {
    let folder = Folder::of(path);
    match folder {
        Folder::Other => {
            Checked { folder, text: Cow::Borrowed(bytes), problems: Problems::default(), definitions: Vec::new() }
        }
        Folder::Localization => check_localization(path, bytes),
        _ => check_script(folder, bytes),
    }
}

fn check_script(folder: Folder, bytes: &[u8]) -> Checked<'_> {
    let script = Script::parse(bytes);
    let definitions = definitions(&script, folder);
    let mut found = Problems::default();
    encoding::check(folder, bytes, script.text(), &mut found);
    operators::check(&script, folder, &mut found);
    Checked::new(folder, script.into_file(), found, definitions)
}

fn check_localization<'b>(path: &str, bytes: &'b [u8]) -> Checked<'b> {
    let folder = Folder::Localization;
    let localization = Localization::parse(bytes);
    let definitions = localization.definitions();
    let mut found = Problems::default();
    encoding::check(folder, bytes, localization.text(), &mut found);
    file_name::check(path, &localization, &mut found);
    Checked::new(folder, localization.into_file(), found, definitions)
}

impl<'b> Checked<'b> {
    /// A parsed file, with the problems that were found besides those of its syntax.
    fn new(folder: Folder, file: ParsedFile<'b>, found: Problems, definitions: Vec<Definition>) -> Self {
        let (text, mut problems) = file.into_parts();
        problems.merge(found);
        Self { folder, text, problems, definitions }
    }

    /// The problems that were kept, with lines and columns.
    pub fn located(&self) -> Vec<LocatedProblem<'_>> {
        let lines = LineIndex::new(&self.text);
        let position = |byte| lines.position(&self.text, byte);
        let locate = |problem| locate(position, problem);
        self.problems.kept().iter().map(locate).collect()
    }

    /// The problems as people read them, at most `limit` of them; `name` is what the file is called. See [`render`](crate::render()).
    pub fn render(&self, name: &str, limit: usize) -> String {
        render::render(name, &self.text, &self.problems, limit)
    }
}

fn locate(position: impl Fn(u32) -> LineColumn, problem: &SyntaxProblem) -> LocatedProblem<'_> {
    let related = problem.related.as_ref().map(|related| position(related.span.start));
    LocatedProblem { problem, start: position(problem.span.start), end: position(problem.span.end), related }
}
