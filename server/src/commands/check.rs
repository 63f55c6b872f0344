//! `check`: whether the game can read files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ck3_script::{Folder, Severity, check};
use clap::Args;
use reply_kit::visible;
use reply_mcp::log_stderr;
use serde_json::{Value, json};
use world_adapter::read_regular;

use super::show::{self, Format};

/// The top folders of the game and of mods: a path is counted from the last of them.
const TOP_FOLDERS: [&str; 12] = [
    "common",
    "events",
    "history",
    "localization",
    "localisation",
    "gui",
    "gfx",
    "music",
    "sound",
    "fonts",
    "map_data",
    "data_binding",
];
/// How many problems of a file are shown.
const MAX_SHOWN: usize = 50;
/// The maximum depth.
const MAX_DEPTH: usize = 64;
/// The largest file that is checked, in bytes: far more than the game has.
const MAX_FILE: u64 = 256 << 20;

/// Which files, and how to show the result.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Files and folders of a mod or of the game.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub(crate) fn run(args: &CheckArgs, format: Format) -> ExitCode {
    let as_json = format == Format::Json;
    let mut totals = Totals::default();
    for file in &args.files {
        visit(file, as_json, &mut totals);
    }
    if !as_json {
        let Totals { files, errors, warnings, unreadable } = totals;
        outln!("{files} files checked: {errors} errors, {warnings} warnings, {unreadable} could not be read");
    }
    if totals.errors + totals.unreadable > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

#[derive(Default)]
struct Totals {
    files: usize,
    errors: usize,
    warnings: usize,
    unreadable: usize,
}

/// Checks a file, or every regular file below a folder, sorted; links in the folder are not followed.
fn visit(start: &Path, as_json: bool, totals: &mut Totals) {
    let mut waiting = vec![(start.to_owned(), 0)];
    while let Some((path, depth)) = waiting.pop() {
        // A link that the person names is theirs to name.
        let found = if depth == 0 { fs::metadata(&path) } else { fs::symlink_metadata(&path) };
        match found {
            Ok(found) if found.is_dir() => {
                if depth == MAX_DEPTH {
                    unreadable(&path, &io::Error::other("it lies too deep"), totals);
                    continue;
                }
                let mut entries: Vec<PathBuf> = match fs::read_dir(&path) {
                    Ok(entries) => entries.flatten().map(|entry| entry.path()).collect(),
                    Err(error) => {
                        unreadable(&path, &error, totals);
                        continue;
                    }
                };
                entries.sort_unstable_by(|one, other| other.cmp(one));
                waiting.extend(entries.into_iter().map(|entry| (entry, depth + 1)));
            }
            Ok(found) if found.is_symlink() => {}
            Ok(_) => one(&path, as_json, totals),
            Err(error) => unreadable(&path, &error, totals),
        }
    }
}

fn one(path: &Path, as_json: bool, totals: &mut Totals) {
    let relative = relative(path);
    if Folder::of(&relative) == Folder::Other {
        return;
    }
    let content = match read_regular(path, MAX_FILE) {
        Ok(content) => content,
        Err(error) => return unreadable(path, &error, totals),
    };
    totals.files += 1;
    let checked = check(&relative, &content);
    for problem in checked.problems.kept() {
        match problem.rule.severity() {
            Severity::Error => totals.errors += 1,
            Severity::Warning => totals.warnings += 1,
        }
    }
    if checked.problems.is_empty() {
        return;
    }
    if as_json {
        let problems: Vec<Value> = checked.located().iter().map(located).collect();
        let (file, total) = (path.display().to_string(), checked.problems.total());
        show::json(&json!({ "file": file, "problems": problems, "total": total }));
    } else {
        outln!("{}", checked.render(&visible(&path.display().to_string()), MAX_SHOWN));
    }
}

fn located(found: &ck3_script::LocatedProblem<'_>) -> Value {
    let problem = found.problem;
    json!({
        "rule": problem.rule.name(),
        "severity": if problem.rule.severity() == Severity::Error { "error" } else { "warning" },
        "line": found.start.line,
        "column": found.start.column,
        "message": problem.message,
        "help": problem.help,
        "related_line": found.related.map(|at| at.line),
    })
}

fn unreadable(path: &Path, error: &io::Error, totals: &mut Totals) {
    totals.unreadable += 1;
    log_stderr!("error: {}: {error}", visible(&path.display().to_string()));
}

/// The path from the last top folder of the game, with slashes; the file name alone if there is none.
fn relative(path: &Path) -> String {
    let names: Vec<String> = path.components().map(|name| name.as_os_str().to_string_lossy().into_owned()).collect();
    let is_top = |name: &String| TOP_FOLDERS.iter().any(|top| top.eq_ignore_ascii_case(name));
    let start = names.iter().rposition(is_top).unwrap_or(names.len().saturating_sub(1));
    names[start..].join("/")
}

#[cfg(test)]
mod tests {
    use super::relative;
    use std::path::Path;

    #[test]
    fn a_path_is_counted_from_the_folder_that_the_game_knows() {
        for (path, expected) in [
            ("mod/A/common/traits/a.txt", "common/traits/a.txt"),
            ("events/a.txt", "events/a.txt"),
            ("mod/A/descriptor.mod", "descriptor.mod"),
            ("mod/common/localization/english/a_l_english.yml", "localization/english/a_l_english.yml"),
        ] {
            assert_eq!(relative(Path::new(path)), expected);
        }
    }
}
