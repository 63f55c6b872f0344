//! What the leak gate costs (L80). `cargo bench -p tests-bench --bench leak_gate`
//!
//! Addresses are skipped by type, so the gate's cost for them is what writing them takes beyond writing the same strings
//! unlooked at. Free text is checked when it is made, so its cost is that check, against serialising the same text.
#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used, reason = "a benchmark reports on its terminal")]

use std::hint::black_box;
use std::process::ExitCode;

use replies::wa::success::DirectoryListed;
use reply_kit::{Address, AnyCode, ReplyData, find_host_path};
use serde::Serialize;
use tests_bench::{Report, compare, once};

fn main() -> ExitCode {
    let mut report = Report::new();
    addresses(&mut report);
    addresses_if_they_were_scanned(&mut report);
    free_text(&mut report, "prose", PROSE, 0.3);
    // The worst case, for information: nine slashes in every hundred bytes, each of them looked at.
    free_text(&mut report, "nothing but addresses and links", SLASHES, f64::INFINITY);
    println!("\n| nanoseconds per byte of | 1 kB | 10 kB | 100 kB | 1 MB |\n|---|---|---|---|---|");
    for (name, piece) in FAMILIES {
        cost_per_byte(name, piece);
    }
    report.finish()
}

/// What is repeated to make a text as costly as can be.
const FAMILIES: [(&str, &str); 15] = [
    ("prose", PROSE),
    ("addresses and links", SLASHES),
    ("`:/ `", ":/ "),
    ("`a:`", "a:"),
    ("`mod:`", "mod:"),
    ("`mod:a!/common `", "mod:a!/common "),
    ("`a~a/`", "a~a/"),
    ("slashes", "/"),
    ("backslashes", "\\"),
    ("`%25`, one in the other", "%25"),
    ("`&amp;`", "&amp;"),
    ("zero-width spaces", "\u{200b}"),
    ("`é/`", "é/"),
    ("`a./b `", "a./b "),
    ("`a/(b)/`", "a/(b)/"),
];

/// The check of texts that hold no path, so that all of each is looked at: linear, so the columns are alike.
fn cost_per_byte(name: &str, piece: &str) {
    print!("| {name} |");
    for size in [1_000, 10_000, 100_000, 1_000_000] {
        let text = piece.repeat(size / piece.len());
        assert!(find_host_path(&text).is_none(), "{name} is to be searched to its end");
        let time = once(|| {
            black_box(find_host_path(black_box(&text)));
        });
        #[expect(clippy::cast_precision_loss, reason = "at most a million bytes")]
        let bytes = text.len() as f64;
        print!(" {:.2} |", time / bytes);
    }
    println!();
}

const PROSE: &str =
    "The file could not be parsed: expected a closing brace before line 42, and/or a key such as 'level'. ";
const SLASHES: &str = "See mod:My Mod/common/traits and root:game/common, and/or https://example.org/ck3, 1/2 of it. ";

fn texts() -> Vec<String> {
    (0..1000).map(|index| format!("root:game/common/traits/{index:04}_traits.txt")).collect()
}

#[derive(ReplyData)]
struct Listing {
    entries: Vec<Address>,
}

#[derive(Serialize)]
struct PlainListing<'a> {
    entries: &'a [String],
}

/// A whole reply with 1,000 addresses, gate and envelope included, against serde making the bare list in the same two forms:
/// a value, and its text.
fn addresses(report: &mut Report) {
    let program = tests_started::program();
    let texts = texts();
    let listing = Listing { entries: texts.iter().map(|text| text.parse().unwrap()).collect() };
    let times = compare(
        || {
            let envelope = program
                .wrapper
                .call::<AnyCode, _>("ck3_dir", |rb| Ok(rb.success(&program.wa, DirectoryListed, &listing)));
            black_box(envelope.into_parts());
        },
        || {
            let value = serde_json::to_value(PlainListing { entries: black_box(&texts) }).unwrap();
            let text = value.to_string();
            black_box((value, text));
        },
    );
    report.row(
        "a reply with 1,000 addresses, gated",
        times,
        "ns",
        "serde, the list alone as value and text, not gated",
        1.05,
    );
}

/// What the type saves: scanning the same addresses as text, against serialising them.
fn addresses_if_they_were_scanned(report: &mut Report) {
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
    report.row("scanning 1,000 addresses, which no reply does", times, "ns", "serde, the list alone", f64::INFINITY);
}

/// The check of a text of 5 kB when it is made, against serialising it.
fn free_text(report: &mut Report, name: &str, sentence: &str, limit: f64) {
    let text = sentence.repeat(50);
    let times = compare(
        || {
            black_box(find_host_path(black_box(&text)));
        },
        || {
            black_box(serde_json::to_string(black_box(&text)).unwrap());
        },
    );
    report.row(&format!("checking 5 kB of {name}"), times, "ns", "serde, the same text", limit);
}
