//! `trace`: the whole story of a call, from journal and crash file.

use std::process::ExitCode;

use reply_kit::{CrashDir, TraceId};
use serde_json::Value;

use super::paint::{BOLD, DIM, styled};
use super::{fail, lines};
use crate::places::Places;

pub(crate) fn run(places: &Places, trace_id: &str) -> ExitCode {
    let Ok(id) = trace_id.trim().parse::<TraceId>() else {
        return fail(&format!("`{trace_id}` is not a trace id; a reply carries one as meta.trace_id"));
    };
    let id_text = id.to_string();
    let mut story: Vec<Value> = Vec::new();
    let read = lines::each(places, |line| {
        if ["trace_id", "undone"].iter().any(|field| lines::text(&line, field) == id_text) {
            story.push(line);
        }
    });
    if let Err(error) = read {
        return fail(&format!("the journal cannot be read: {error}"));
    }
    let crash = std::fs::read_to_string(CrashDir::at(places.crashes()).file(id)).ok();
    if story.is_empty() && crash.is_none() {
        return fail(&format!("nothing is known of {id}: neither journal nor crash file mentions it"));
    }
    say!("{} {id}\n", styled(BOLD, "call"));
    for line in &story {
        say!("{}", lines::show(line));
    }
    let ending = story.iter().find(|line| lines::text(line, "event") == "call").map(|line| lines::text(line, "code"));
    if let Some(code) = ending.and_then(ck3_explain::find) {
        let entry = code.entry();
        say!("\n{} {}: {}\n{}", styled(BOLD, code), entry.key, entry.summary, entry.explain.trim());
    }
    match crash {
        Some(crash) => say!("\n{}\n{crash}", styled(BOLD, "crash file")),
        None => say!("\n{}", styled(DIM, "no crash file: nothing escaped from this call")),
    }
    ExitCode::SUCCESS
}
