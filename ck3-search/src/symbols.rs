//! Keys by prefix, from the definitions that a lens knows.

use ck3_lens::{ScanCounts, ScriptKey, SessionSources, near_keys, near_languages};
use index::{FoundKey, KeyFilter, PageKey, PlaysetLens, Scope};
use reply_kit::Text;

use crate::cursor::Cursor;
use crate::data::{SymbolHit, SymbolHits};
use crate::question::SearchQuery;

/// The most bytes of symbols in one answer.
const MAX_BYTES: usize = 256 * 1024;
/// The size of a symbol's field names in JSON.
const FIELDS: usize = 150;
/// How many languages are suggested.
const MAX_NEAREST: usize = 8;

impl SearchQuery {
    /// The scope of the question.
    pub(crate) fn scope(&self) -> Scope {
        Scope::below(self.filter.folder())
    }

    /// The keys with this prefix.
    pub(crate) fn find_symbols(
        &self,
        lens: &PlaysetLens<SessionSources>,
        prefix: &str,
        language: Option<&str>,
    ) -> SymbolHits {
        let filter = self.key_filter(language);
        let found = lens.symbols(prefix, &filter, self.only);
        let after = self.cursor.as_ref().map(|cursor| PageKey::parse(&cursor.path));
        let page = lens.page_after(&found, after.as_ref(), self.limit);
        let (mut bytes, mut symbols, mut last) = (0, Vec::new(), None);
        for found in &page.found {
            let symbol = symbol(lens, found);
            bytes += found.key.len() + found.database.len() + FIELDS;
            if bytes > MAX_BYTES && !symbols.is_empty() {
                break;
            }
            symbols.push(symbol);
            last = Some(found);
        }
        let is_last = page.is_last && symbols.len() == page.found.len();
        let cursor = last.filter(|_| !is_last).map(|last| {
            // The key alone says where to continue: what comes before it is counted again.
            let (path, line) = (last.to_page_key(), Cursor::WHOLE_FILE);
            Cursor { position: 0, path, line, before: 0 }.to_text(self.key)
        });
        // The key itself sorts before every longer one.
        let is_exact = page.found.first().is_some_and(|first| first.key == prefix);
        let near = if page.from > 0 || is_exact { Vec::new() } else { self.near(lens, prefix, language) };
        let looked_at = ScanCounts::new(lens);
        SymbolHits { symbols, total: found.total(), nearest: near, looked_at, cursor }
    }

    /// Suggestions if nothing has this key: other languages, or similar keys.
    pub(crate) fn near(&self, lens: &PlaysetLens<SessionSources>, key: &str, language: Option<&str>) -> Vec<Text> {
        let filter = self.key_filter(language);
        let languages: Vec<Text> = filter.group.as_deref().map_or_else(Vec::new, |language| {
            let known = lens.groups_in(&KeyFilter { folder: Some("localization".to_owned()), group: None });
            near_languages(&known, language).into_iter().flatten().take(MAX_NEAREST).map(Text::echo).collect()
        });
        if languages.is_empty() && !key.is_empty() { near_keys(lens, key, &filter) } else { languages }
    }

    fn key_filter(&self, language: Option<&str>) -> KeyFilter {
        let folder = Some(self.filter.folder().to_owned()).filter(|folder| !folder.is_empty());
        let group = language.map(|language| language.strip_prefix("l_").unwrap_or(language).to_owned());
        KeyFilter { folder, group }
    }
}

fn symbol(lens: &PlaysetLens<SessionSources>, found: &FoundKey) -> SymbolHit {
    let winner = found.winner();
    SymbolHit {
        key: ScriptKey::new(&found.key),
        kind: found.kind.as_str().into(),
        database: Text::echo(&found.database),
        group: found.group.as_deref().map(ScriptKey::new),
        in_force: winner.and_then(|winner| lens.sources().address_of(lens.file(winner.file))),
        line: winner.map(|winner| winner.line),
        definitions: found.definitions.len(),
        certainty: found.verdict.certainty.into(),
    }
}
