//! Where the registry is expanded: the calls of `registry!`, with the module that each stands in.

use std::ops::Range;
use std::path::{Path, PathBuf};

use super::lexer::{RustToken, RustTokenKind, string, tokens};

/// A call of `registry!` with the path of the current registry.
#[derive(Clone, Debug)]
pub(crate) struct MacroCall {
    /// The source file.
    pub(crate) file: PathBuf,
    /// The modules around the call within its package, outermost first.
    pub(crate) modules: Vec<String>,
    /// Where it states the layers, `layers { … }`, if it does.
    pub(crate) layers: Option<Range<usize>>,
}

/// The call in a file, if it has one for this registry.
pub(super) fn find(file: &Path, registry: &Path) -> Option<MacroCall> {
    let text = std::fs::read_to_string(file).ok()?;
    if !text.contains("registry!") {
        return None;
    }
    let tokens = tokens(&text);
    let folder = file.parent().unwrap_or(Path::new("."));
    let is_this = |path: &str| std::fs::canonicalize(folder.join(path)).is_ok_and(|found| found == registry);
    let at = (0..tokens.len()).find(|at| match tokens.get(*at..at + 4) {
        Some([name, bang, open, path]) if name.is_word("registry") && bang.is('!') && is_open(open) => {
            matches!(path.kind, RustTokenKind::Literal(path) if string(path).is_some_and(is_this))
        }
        _ => false,
    })?;
    let mut modules = modules_of(file);
    modules.extend(enclosing(&tokens[..at]));
    Some(MacroCall { file: file.to_owned(), modules, layers: stated(&tokens[at + 4..], byte_order_mark(&text)) })
}

fn is_open(token: &RustToken<'_>) -> bool {
    token.is('(') || token.is('{') || token.is('[')
}

/// `, layers { … }` after the path.
fn stated(rest: &[RustToken<'_>], offset: usize) -> Option<Range<usize>> {
    let [comma, word, open, ..] = rest else { return None };
    if !(comma.is(',') && word.is_word("layers") && open.is('{')) {
        return None;
    }
    let close = rest.iter().find(|token| token.is('}'))?;
    Some(word.span.byte_range().start + offset..close.span.byte_range().end + offset)
}

/// Positions count from after the byte order mark that some editors write.
fn byte_order_mark(text: &str) -> usize {
    if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
}

/// The module that a file is, by where it lies below `src`.
fn modules_of(file: &Path) -> Vec<String> {
    let parts: Vec<String> = file.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    let Some(src) = parts.iter().rposition(|part| part == "src") else { return Vec::new() };
    let mut modules = parts[src + 1..].to_vec();
    let last = modules.pop().unwrap_or_default();
    let is_root = modules.is_empty() && (last == "lib.rs" || last == "main.rs");
    if !is_root && last != "mod.rs" {
        modules.push(last.trim_end_matches(".rs").to_owned());
    }
    modules
}

/// The `mod name {` that are still open at the end of these tokens.
fn enclosing(before: &[RustToken<'_>]) -> Vec<String> {
    let mut open: Vec<Option<&str>> = Vec::new();
    for (at, token) in before.iter().enumerate() {
        match token.kind {
            RustTokenKind::Mark('{') => open.push(match before[..at] {
                [.., keyword, RustToken { kind: RustTokenKind::Word(name), .. }] if keyword.is_word("mod") => {
                    Some(name)
                }
                _ => None,
            }),
            RustTokenKind::Mark('}') => _ = open.pop(),
            _ => {}
        }
    }
    open.into_iter().flatten().map(str::to_owned).collect()
}
