//! Where the registry is, seen from the source file that names it.

use std::path::{Component, Path, PathBuf};

/// A registry and its lock, and what messages call it.
pub(crate) struct RegistryFiles {
    pub(crate) registry: PathBuf,
    pub(crate) lock: PathBuf,
    pub(crate) name: String,
    /// Where there is no such file: one of that name, or nearly so, close by, which probably was meant.
    pub(crate) nearby: Option<NearbyFile>,
}

/// A file, and the path to write for it.
pub(crate) struct NearbyFile {
    pub(crate) registry: PathBuf,
    pub(crate) path: String,
}

/// How many folders above the source are searched for what is meant: `src`, its package, and a workspace around it.
const MAX_FOLDERS_UP: usize = 3;

/// How many files of a folder are compared with the missing name.
const MAX_ENTRIES: usize = 1_000;

/// Finds the file beside the invoking source. `CARGO_MANIFEST_DIR` counts only where the compiler does not tell which source
/// that is: a path that is wrong from the source must not be found elsewhere.
pub(crate) fn locate(path: &syn::LitStr) -> syn::Result<RegistryFiles> {
    let text = path.value();
    let wanted = Path::new(&text);
    let Some(name) = wanted.file_name().map(|name| name.to_string_lossy().into_owned()) else {
        return Err(syn::Error::new(path.span(), "name the registry file, such as \"../registry.toml\""));
    };
    let folder = source_dir(path).or_else(|| manifest_dir().map(|dir| dir.join("src")));
    // A file that is not there is reported by the registry itself.
    let Some(folder) = folder else {
        return Err(syn::Error::new(path.span(), "cannot tell which source file this is, so the path leads nowhere"));
    };
    let found =
        manifest_dir().and_then(|package| packed(&package, wanted, &name)).unwrap_or_else(|| folder.join(wanted));
    let registry = found.canonicalize().unwrap_or_else(|_| found.clone());
    let lock = reply_registry::lock_path(&registry);
    // A lock without its registry says that the path is right, and the registry gone.
    let nearby = if registry.exists() || lock.exists() { None } else { nearby(&folder, wanted, &name) };
    Ok(RegistryFiles { registry, lock, name, nearby })
}

/// The registry of a packed crate whose sources name it outside the package: a workspace's. What cargo packs it puts at the
/// package's root, so it is there by its name; around a packed crate lies what is not the author's.
fn packed(package: &Path, wanted: &Path, name: &str) -> Option<PathBuf> {
    let leads_up = |part: &Component<'_>| *part == Component::ParentDir;
    // From `src` the second step up leaves the package; cargo keeps the manifest that the author wrote under this name.
    let is_outside = wanted.components().filter(leads_up).count() > 1;
    let registry = package.join(name);
    (is_outside && package.join("Cargo.toml.orig").is_file() && registry.is_file()).then_some(registry)
}

fn nearby(folder: &Path, wanted: &Path, name: &str) -> Option<NearbyFile> {
    let found = |path: String| {
        let registry = folder.join(&path);
        registry.is_file().then_some(NearbyFile { registry, path })
    };
    let above = || (0..=MAX_FOLDERS_UP).map(|up| "../".repeat(up));
    // The folder may be wrong, or else the name.
    let named = above().find_map(|up| found(format!("{up}{name}")));
    named.or_else(|| {
        let written = wanted.parent().filter(|parent| !parent.as_os_str().is_empty());
        let written = written.map(|parent| format!("{}/", parent.display()));
        written.into_iter().chain(above()).find_map(|path| {
            let nearest = nearest_registry(&folder.join(&path), name)?;
            found(format!("{path}{nearest}"))
        })
    })
}

/// The file of a folder whose name is nearest, of those that end like a registry.
fn nearest_registry(folder: &Path, name: &str) -> Option<String> {
    let entries = std::fs::read_dir(folder).ok()?.flatten().take(MAX_ENTRIES);
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let is_registry = |name: &String| Path::new(name).extension() == Some("toml".as_ref()) && name != "Cargo.toml";
    let registries: Vec<String> = names.filter(is_registry).collect();
    reply_registry::nearest(name, registries.iter().map(String::as_str)).map(str::to_owned)
}

fn source_dir(path: &syn::LitStr) -> Option<PathBuf> {
    let source = path.span().unwrap().local_file()?;
    source.parent().map(Path::to_path_buf)
}

/// Whether the author's manifest has this dependency in a line of its own, and renames none.
pub(crate) fn names_plainly(dependency: &str) -> bool {
    let manifest = manifest_dir().and_then(|dir| std::fs::read_to_string(dir.join("Cargo.toml")).ok());
    manifest.is_some_and(|manifest| is_named_plainly(dependency, &manifest))
}

fn is_named_plainly(dependency: &str, manifest: &str) -> bool {
    let is_named = |line: &str| {
        line.strip_prefix(dependency).is_some_and(|rest| rest.trim_start().starts_with('=') || rest.starts_with('.'))
    };
    !manifest.contains("package =") && !manifest.contains("package=") && manifest.lines().any(is_named)
}

fn manifest_dir() -> Option<PathBuf> {
    std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_crate_has_the_registry_of_its_workspace_at_its_root() {
        let package = tempfile::tempdir().unwrap();
        let find = |wanted: &str| packed(package.path(), Path::new(wanted), "registry.toml");
        let registry = package.path().join("registry.toml");
        std::fs::write(&registry, "").unwrap();
        assert_eq!(find("../../registry.toml"), None, "in a workspace the path alone counts");
        std::fs::write(package.path().join("Cargo.toml.orig"), "").unwrap();
        assert_eq!(find("../../registry.toml"), Some(registry.clone()));
        assert_eq!(find("../registry.toml"), None, "the path leads to it by itself");
        std::fs::remove_file(registry).unwrap();
        assert_eq!(find("../../registry.toml"), None, "the path's own finding is told");
    }

    #[test]
    fn a_dependency_that_may_have_another_name_is_not_named_plainly() {
        for (manifest, expected) in [
            ("[dependencies]\nreply-kit = \"1\"\n", true),
            ("[dependencies]\nreply-kit= { path = \"../kit\" }\n", true),
            ("[dependencies]\nreply-kit.workspace = true\n", true),
            ("[dependencies]\nanswers = { package = \"reply-kit\" }\n", false),
            ("[dependencies]\nreply-kit = { package=\"other\" }\n", false),
            ("[dependencies]\nreply-kit-extras = \"1\"\nreply-core = \"1\"\n", false),
            ("[package]\nname = \"reply-kit\"\n", false),
        ] {
            assert_eq!(is_named_plainly("reply-kit", manifest), expected, "{manifest}");
        }
    }
}
