//! `trace`: the whole story of a call, from journal and crash file.

use std::process::ExitCode;

use enforcement::quoted;
use reply_kit::{CrashDir, TraceId, visible};
use serde_json::Value;

use super::paint::{BOLD, DIM, styled};
use super::{fail, lines};
use crate::state_paths::StatePaths;

pub(crate) fn run(paths: &StatePaths, trace_id: &str) -> ExitCode {
    let Ok(id) = trace_id.trim().parse::<TraceId>() else {
        return fail(&format!("{} is not a trace id; a reply carries one as meta.trace_id", quoted(trace_id)));
    };
    let id_text = id.to_string();
    let mut story: Vec<Value> = Vec::new();
    let read = lines::each(paths, |line| {
        if ["trace_id", "undone"].iter().any(|field| lines::text(&line, field) == id_text) {
            story.push(line);
        }
    });
    if let Err(error) = read {
        return fail(&format!("the journal cannot be read: {error}"));
    }
    let crash = std::fs::read_to_string(CrashDir::at(paths.crashes()).file(id)).ok();
    if story.is_empty() && crash.is_none() {
        return fail(&format!("nothing is known of {id}: neither journal nor crash file mentions it"));
    }
    outln!("{} {id}\n", styled(BOLD, "call"));
    for line in &story {
        outln!("{}", lines::show(line));
    }
    let ending = story.iter().find(|line| lines::text(line, "event") == "call").map(|line| lines::text(line, "code"));
    if let Some(code) = ending.and_then(ck3_explain::find) {
        let entry = code.entry();
        outln!("\n{} {}: {}\n{}", styled(BOLD, code), entry.key, entry.summary, entry.explain.trim());
    }
    match crash {
        Some(crash) => {
            outln!("\n{}", styled(BOLD, "crash file"));
            crash.lines().for_each(|line| outln!("{}", visible(line)));
        }
        None => outln!("\n{}", styled(DIM, "no crash file: nothing escaped from this call")),
    }
    ExitCode::SUCCESS
}
