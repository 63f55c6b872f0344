//! What a write would do to a file, before anything is written.

use std::time::Duration;

use reply_core::{ReplyBuilder, Terminal, Verbatim};
use similar::TextDiff;

use crate::authority::Write;
use crate::encoding::{BOM, Encoding};
use crate::failure::Unfinished;
use crate::prepared::Previous;
use crate::read;
use crate::resolved::Resolved;
use crate::world::WorldAdapter;
use crate::write::Content;

/// The longest difference that is shown; a longer one is cut at a line.
const LONGEST: usize = 64 * 1024;
/// How long the shortest difference is looked for; after that, any.
const PATIENCE: Duration = Duration::from_millis(500);

impl WorldAdapter {
    /// The difference between what a file holds now and what a write would leave there, in unified form. It is file content.
    ///
    /// What the write itself would refuse, this refuses with the same answer.
    pub fn diff<'c>(
        &self,
        rb: ReplyBuilder<'c>,
        target: &Resolved,
        write: &Write,
    ) -> Result<(ReplyBuilder<'c>, Verbatim), Terminal<'c>> {
        let address: reply_core::Address = target.address().into();
        let answered = |unfinished| match unfinished {
            Unfinished::Answered(terminal) => terminal,
            // Nothing was to be changed, so it is a read that failed.
            Unfinished::Failed(rb, failure) => self.failed(rb, &address, failure.cause()),
        };
        let (rb, previous) = self.check_write(rb, &target.target, &address, write).map_err(answered)?;
        let (rb, _) = self.missing_parents(rb, &target.target, &address).map_err(answered)?;
        let (now, content) = (previous.as_ref().map_or(&[][..], Previous::content), write.content().as_bytes());
        let text = match (Encoding::decode(now), Encoding::decode(content)) {
            ((_, Some(before)), (_, Some(after))) => unified(address.as_str(), &before, &after),
            _ => format!("binary content: {} bytes before, {} after\n", now.len(), content.len()),
        };
        Ok((rb, Verbatim::read_from_file(&self.voice, cut(text))))
    }

    /// The content with the byte order mark that the file has now, or that a new localisation file needs: the game does
    /// not read localisation without one.
    pub fn keep_bom(&self, target: &Resolved, content: Content) -> Content {
        let has_bom = match read::load(&target.target) {
            Ok(now) => now.starts_with(BOM),
            Err(_) => is_localisation(target),
        };
        if has_bom { content.with_bom() } else { content }
    }
}

fn unified(name: &str, before: &str, after: &str) -> String {
    let difference = TextDiff::configure().timeout(PATIENCE).diff_lines(before, after);
    difference.unified_diff().context_radius(3).header(name, name).to_string()
}

fn is_localisation(target: &Resolved) -> bool {
    let address = target.address();
    let in_folder = address.segments().any(|name| matches!(name, "localization" | "localisation"));
    in_folder && address.relative_path().to_ascii_lowercase().ends_with(".yml")
}

fn cut(mut text: String) -> String {
    if text.len() > LONGEST {
        let end = text[..text.floor_char_boundary(LONGEST)].rfind('\n').unwrap_or(0);
        text.truncate(end);
        text.push_str("\n… the difference goes on\n");
    }
    text
}
