//! Every source of the workspace.

use std::path::Path;

use crate::source::{Source, Unreadable};

/// Parses every Rust file beneath a root, sorted by path: packages, tests, compile-fail cases and examples.
///
/// Left out are what cargo builds (`target`), hidden folders, and this lint's own `fixtures`, which break the rules for a
/// living.
pub fn sources(root: &Path) -> Result<Vec<Source>, Unreadable> {
    let mut sources = Vec::new();
    collect(root, "", &mut sources)?;
    sources.sort_by(|a: &Source, b| a.path().cmp(b.path()));
    mark_test_modules(&mut sources);
    Ok(sources)
}

fn collect(folder: &Path, name: &str, sources: &mut Vec<Source>) -> Result<(), Unreadable> {
    let unreadable = |error: std::io::Error| Unreadable { file: name.to_owned(), why: error.to_string() };
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let own = entry.file_name().to_string_lossy().into_owned();
        let path = if name.is_empty() { own.clone() } else { format!("{name}/{own}") };
        let is_left_out = own == "target" || own.starts_with('.') || path == "tests/arch-lint/fixtures";
        if entry.file_type().map_err(unreadable)?.is_dir() {
            if !is_left_out {
                collect(&entry.path(), &path, sources)?;
            }
        } else if entry.path().extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(entry.path()).map_err(unreadable)?;
            sources.push(Source::parse(&path, &text)?);
        }
    }
    Ok(())
}

/// `#[cfg(test)] mod tests;` makes test code of another file.
fn mark_test_modules(sources: &mut [Source]) {
    let mut files = Vec::new();
    for source in sources.iter() {
        let stem = source.path().trim_end_matches(".rs");
        let (folder, name) = stem.rsplit_once('/').unwrap_or(("", stem));
        let inside = if matches!(name, "lib" | "main" | "mod") { folder } else { stem };
        for module in source.test_modules() {
            files.push((format!("{inside}/{module}.rs"), format!("{inside}/{module}/")));
        }
    }
    for source in sources {
        let is_named = |(file, folder): &(String, String)| source.path() == file || source.path().starts_with(folder);
        if files.iter().any(is_named) {
            source.mark_as_test();
        }
    }
}
