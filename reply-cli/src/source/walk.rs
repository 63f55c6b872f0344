use std::path::{Path, PathBuf};

/// Every file of a tree in a stable order, without what is hidden, built or installed. Links are not followed.
pub(super) fn files(root: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            let Ok(kind) = entry.file_type() else { continue };
            if name.to_string_lossy().starts_with('.') {
                continue;
            }
            if kind.is_file() {
                files.push(path);
            } else if kind.is_dir() && !is_output(&path) {
                folders.push(path);
            }
        }
    }
    files.sort();
    files
}

fn is_output(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default();
    name == "node_modules" || name == "__pycache__" || name == "target" || folder.join("CACHEDIR.TAG").is_file()
}
