//! Where the registry is, seen from the source file that names it.

use std::path::{Path, PathBuf};

/// A registry and its lock, and what messages call it.
pub(crate) struct Files {
    pub(crate) registry: PathBuf,
    pub(crate) lock: PathBuf,
    pub(crate) name: String,
}

/// Finds the file beside the invoking source. `CARGO_MANIFEST_DIR` is only the fallback: under trybuild it is a project
/// that does not have the file.
pub(crate) fn locate(path: &syn::LitStr) -> syn::Result<Files> {
    let text = path.value();
    let wanted = Path::new(&text);
    let Some(name) = wanted.file_name().map(|name| name.to_string_lossy().into_owned()) else {
        return Err(syn::Error::new(path.span(), "name the registry file, such as \"../registry.toml\""));
    };
    let candidates = [beside_the_source(path), manifest_dir().map(|dir| dir.join("src")), manifest_dir()];
    let candidates: Vec<PathBuf> = candidates.into_iter().flatten().map(|dir| dir.join(wanted)).collect();
    // A file that is not there is reported by the registry itself, under the first place it should be.
    let found = candidates.iter().find(|file| file.exists()).or(candidates.first());
    let Some(found) = found else {
        return Err(syn::Error::new(path.span(), "cannot tell which source file this is, so the path leads nowhere"));
    };
    let registry = found.canonicalize().unwrap_or_else(|_| found.clone());
    Ok(Files { lock: reply_registry::lock_path(&registry), registry, name })
}

fn beside_the_source(path: &syn::LitStr) -> Option<PathBuf> {
    let source = path.span().unwrap().local_file()?;
    source.parent().map(Path::to_path_buf)
}

fn manifest_dir() -> Option<PathBuf> {
    std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from)
}
