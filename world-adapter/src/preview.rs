//! What a write would do to a file, before anything is written.

use reply_core::Verbatim;
use similar::TextDiff;

use crate::encoding::{BOM, Encoding};
use crate::read;
use crate::resolved::Resolved;
use crate::world::WorldAdapter;
use crate::write::Content;

/// The longest difference that is shown; a longer one is cut at a line.
const LONGEST: usize = 64 * 1024;

impl WorldAdapter {
    /// The difference between what a file holds now and what it would hold, in unified form. It is file content.
    pub fn diff(&self, target: &Resolved, content: &Content) -> Verbatim {
        let now = read::load(&target.target).unwrap_or_default();
        let text = match (Encoding::decode(&now), Encoding::decode(content.as_bytes())) {
            ((_, Some(before)), (_, Some(after))) => {
                let name = target.address().to_string();
                TextDiff::from_lines(&before, &after).unified_diff().context_radius(3).header(&name, &name).to_string()
            }
            _ => format!("binary content: {} bytes before, {} after\n", now.len(), content.as_bytes().len()),
        };
        Verbatim::read_from_file(&self.voice, cut(text))
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
