//! What the leak gate costs (L80). `cargo bench -p tests-bench --bench leak_gate`
//!
//! Addresses are skipped by type, so the gate's cost for them is what writing them takes beyond writing the same strings
//! unlooked at. Free text is checked when it is made, so its cost is that check, against serialising the same text.
#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used, reason = "a benchmark reports on its terminal")]

use std::hint::black_box;

use replies::wa::success::DirectoryListed;
use reply_core::{Address, CrashDir, Program, find_host_path};
use serde::Serialize;
use tests_bench::{compare, row};

fn main() {
    println!("| what | ours | baseline | ratio | limit | |\n|---|---|---|---|---|---|");
    addresses();
    addresses_if_they_were_scanned();
    free_text("prose", PROSE, 0.3);
    // The worst case, for information: nine slashes in every hundred bytes, each of them looked at.
    free_text("nothing but addresses and links", SLASHES, f64::INFINITY);
}

const PROSE: &str =
    "The file could not be parsed: expected a closing brace before line 42, and/or a key such as 'level'. ";
const SLASHES: &str = "See mod:My Mod/common/traits and root:game/common, and/or https://example.org/ck3, 1/2 of it. ";

fn texts() -> Vec<String> {
    (0..1000).map(|index| format!("root:game/common/traits/{index:04}_traits.txt")).collect()
}

#[derive(reply_macros::ReplyData)]
struct Listing {
    entries: Vec<Address>,
}

#[derive(Serialize)]
struct PlainListing<'a> {
    entries: &'a [String],
}

/// A whole reply with 1,000 addresses, gate and envelope included, against serde writing the bare list.
fn addresses() {
    let Program { wrapper, voices, .. } = Program::start(&replies::REGISTRY, CrashDir::at("unused")).unwrap();
    let texts = texts();
    let listing = Listing { entries: texts.iter().map(|text| text.parse().unwrap()).collect() };
    let times = compare(
        || {
            let envelope = wrapper.call("ck3_dir", |rb| Ok(rb.success(&voices.wa, DirectoryListed, &listing)));
            black_box(envelope.into_json());
        },
        || {
            black_box(serde_json::to_string(&PlainListing { entries: black_box(&texts) }).unwrap());
        },
    );
    row("a reply with 1,000 addresses, gated", times, "ns", "serde, the list alone, not gated", 1.05);
}

/// What the type saves: scanning the same addresses as text, against serialising them.
fn addresses_if_they_were_scanned() {
    let texts = texts();
    let times = compare(
        || {
            for text in &texts {
                black_box(find_host_path(black_box(text)));
            }
        },
        || {
            black_box(serde_json::to_string(&PlainListing { entries: black_box(&texts) }).unwrap());
        },
    );
    row("scanning 1,000 addresses, which no reply does", times, "ns", "serde, the list alone", f64::INFINITY);
}

/// The check of a text of 5 kB when it is made, against serialising it.
fn free_text(name: &str, sentence: &str, limit: f64) {
    let text = sentence.repeat(50);
    let times = compare(
        || {
            black_box(find_host_path(black_box(&text)));
        },
        || {
            black_box(serde_json::to_string(black_box(&text)).unwrap());
        },
    );
    row(&format!("checking 5 kB of {name}"), times, "ns", "serde, the same text", limit);
}
