//! `cargo reply init`: the registry of a new program, and what turns it into types.

mod skeleton;

use std::path::{Path, PathBuf};

use reply_registry::{Source, check};

use crate::failure::CliError;
use crate::output::{GOOD, styled};
use crate::{CommandOutcome, cli, output, project, write};
use skeleton::Skeleton;

/// The lock of a registry that no program relies on yet: everything may still change.
const NOTHING_PUBLISHED: &str =
    "# Nothing is published yet. `cargo reply lock` lists every code here and pins layers, areas and leak gate.\n";

pub(super) fn run(args: &cli::Init) -> Result<CommandOutcome, CliError> {
    let folder = args.dir.clone().unwrap_or_else(|| PathBuf::from("."));
    let manifest = folder.join("Cargo.toml");
    if !manifest.is_file() {
        let message = format!("there is no package in `{}`", folder.display());
        return Err(CliError::new(message, "make one first: `cargo new hello && cargo reply init hello`"));
    }
    let files = ["registry.toml", "registry.lock", "src/replies.rs"];
    if let Some(taken) = files.iter().find(|file| folder.join(file).exists()) {
        let message = format!("`{}` exists, and nothing is overwritten", folder.join(taken).display());
        return Err(CliError::new(message, "`cargo reply new` adds a code to a registry that is there"));
    }
    let skeleton = Skeleton::new(args, project::version_in(&manifest).unwrap_or_else(|| "0.1.0".to_owned()))?;
    let text = skeleton.registry();
    let checked = check(&Source::new("registry.toml as it would be", &*text), None).into_result();
    let registry = checked.map_err(|findings| CliError::Findings { findings, consequence: "nothing was written" })?;
    let texts = [text, NOTHING_PUBLISHED.to_owned(), skeleton::source(&registry)];
    let paths = files.iter().map(|file| folder.join(file));
    write::replace_all(&paths.zip(texts).collect::<Vec<_>>())?;

    output::note(&format!("{} {}", styled(GOOD, "wrote"), files.join(", ")));
    output::note("next: in Cargo.toml, below `[dependencies]`:");
    // Not published yet: the version alone would find nothing.
    let repository = env!("CARGO_PKG_REPOSITORY");
    output::line(&format!("reply-kit = {{ git = \"{repository}\", features = [\"mcp\"] }}"));
    output::note(&format!("in {}:", root_of(&folder)));
    output::line("mod replies;");
    output::note("then a code of your own:");
    output::line(&skeleton.first_code(&registry));
    output::note("edit layers, areas and codes freely until you publish them: `cargo reply lock`");
    Ok(CommandOutcome::Done)
}

/// The file that the modules of the package hang on.
fn root_of(folder: &Path) -> &'static str {
    if folder.join("src/lib.rs").is_file() { "src/lib.rs" } else { "src/main.rs" }
}
