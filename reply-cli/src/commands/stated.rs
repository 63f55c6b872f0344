//! The layers that calls of `registry!` state: `registry!("…", layers { APP: SIE })`.

use std::path::PathBuf;

use reply_registry::Registry;

use crate::failure::CliError;
use crate::project::Project;
use crate::source::Packages;

/// The layers of a registry, as a call of `registry!` states them.
pub(super) fn layers_statement(registry: &Registry) -> String {
    let layers = registry.layers.iter().map(|layer| format!("{}: {}", layer.name, layer.letters()));
    format!("layers {{ {} }}", layers.collect::<Vec<_>>().join(", "))
}

/// The source files whose call of `registry!` states other layers, with those of the registry.
pub(super) fn state_layers(project: &Project, registry: &Registry) -> Result<Vec<(PathBuf, String)>, CliError> {
    let statement = layers_statement(registry);
    let mut files = Vec::new();
    for call in Packages::of(project).calls {
        let Some(range) = call.layers else { continue };
        let text = std::fs::read_to_string(&call.file)
            .map_err(|error| CliError::unreadable(project.show(&call.file), &error))?;
        let same = text.get(range.clone()).is_some_and(|stated| words(stated) == words(&statement));
        if !same {
            let mut text = text;
            text.replace_range(range, &statement);
            files.push((call.file, text));
        }
    }
    Ok(files)
}

/// The text without its spaces and last comma: how a call is laid out is its author's.
fn words(text: &str) -> String {
    let text: String = text.split_whitespace().collect();
    text.replace(",}", "}")
}
