//! Where the registry is, seen from the source file that names it.

use std::path::{Path, PathBuf};

/// A registry and its lock, and what messages call it.
pub(crate) struct Files {
    pub(crate) registry: PathBuf,
    pub(crate) lock: PathBuf,
    pub(crate) name: String,
    /// Where there is no such file: one of that name close by, which is probably meant.
    pub(crate) meant: Option<Meant>,
}

/// A file, and the path to write for it.
pub(crate) struct Meant {
    pub(crate) registry: PathBuf,
    pub(crate) path: String,
}

/// How many folders above the source are searched for what is meant: `src`, its package, and a workspace around it.
const MAX_FOLDERS_UP: usize = 3;

/// Finds the file beside the invoking source. `CARGO_MANIFEST_DIR` counts only where the compiler does not tell which source
/// that is: a path that is wrong from the source must not be found elsewhere.
pub(crate) fn locate(path: &syn::LitStr) -> syn::Result<Files> {
    let text = path.value();
    let wanted = Path::new(&text);
    let Some(name) = wanted.file_name().map(|name| name.to_string_lossy().into_owned()) else {
        return Err(syn::Error::new(path.span(), "name the registry file, such as \"../registry.toml\""));
    };
    let folder = beside_the_source(path).or_else(|| manifest_dir().map(|dir| dir.join("src")));
    // A file that is not there is reported by the registry itself.
    let Some(folder) = folder else {
        return Err(syn::Error::new(path.span(), "cannot tell which source file this is, so the path leads nowhere"));
    };
    let found = folder.join(wanted);
    let registry = found.canonicalize().unwrap_or_else(|_| found.clone());
    let meant = if registry.exists() { None } else { meant(&folder, &name) };
    Ok(Files { lock: reply_registry::lock_path(&registry), registry, name, meant })
}

fn meant(folder: &Path, name: &str) -> Option<Meant> {
    (0..=MAX_FOLDERS_UP).find_map(|up| {
        let path = format!("{}{name}", "../".repeat(up));
        let registry = folder.join(&path);
        registry.is_file().then_some(Meant { registry, path })
    })
}

fn beside_the_source(path: &syn::LitStr) -> Option<PathBuf> {
    let source = path.span().unwrap().local_file()?;
    source.parent().map(Path::to_path_buf)
}

fn manifest_dir() -> Option<PathBuf> {
    std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from)
}
