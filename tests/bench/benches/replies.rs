//! What a reply costs at run time. `cargo bench -p tests-bench --bench replies`
//!
//! An envelope is made once as a JSON value and written once as text, because the protocol carries both. The baseline is serde
//! making the same two forms of the same fields.
#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark reports on its terminal")]

use std::hint::black_box;
use std::process::ExitCode;

use replies::wa::invalid::FileTooLarge;
use replies::wa::success::DirectoryListed;
use reply_kit::{Address, AnyCode, ReplyData, Text};
use serde::Serialize;
use tests_bench::{Report, compare};

mod phf_map {
    #![allow(clippy::unreadable_literal, reason = "written by phf_codegen")]
    include!(concat!(env!("OUT_DIR"), "/phf.rs"));
}
use phf_map::PHF;

fn main() -> ExitCode {
    let mut report = Report::new();
    code_to_text(&mut report);
    text_to_code(&mut report);
    whole_reply(&mut report);
    serialise_success(&mut report);
    render_alone(&mut report);
    text_is_checked(&mut report);
    report.finish()
}

fn code_to_text(report: &mut Report) {
    let codes: Vec<_> = replies::REGISTRY.codes().collect();
    let texts: Vec<&'static str> = codes.iter().map(|code| code.as_str()).collect();
    let indices: Vec<usize> = (0..texts.len()).collect();
    let times = compare(
        || {
            for code in &codes {
                black_box(code.as_str());
            }
        },
        || {
            for index in &indices {
                black_box(texts[black_box(*index)]);
            }
        },
    );
    report.row("code → text, all codes", times, "ns", "indexing a slice of `&str`", 2.0);
}

fn text_to_code(report: &mut Report) {
    let texts: Vec<String> = replies::REGISTRY.codes().map(|code| code.to_string()).collect();
    let times = compare(
        || {
            for text in &texts {
                black_box(replies::REGISTRY.find(black_box(text)));
            }
        },
        || {
            for text in &texts {
                black_box(PHF.get(black_box(text.as_str())));
            }
        },
    );
    report.row("text → code, all codes", times, "ns", "phf", 1.0);
}

/// What an envelope holds when it is done: the value, and the value as text.
fn both_forms(envelope: &impl Serialize) -> (serde_json::Value, String) {
    let value = serde_json::to_value(envelope).unwrap();
    let text = value.to_string();
    (value, text)
}

/// The whole way of a terminal reply: builder, parameters, message, leak gate and envelope; the baseline is what is asked of
/// it alone: `format!` of the message, and the same envelope from a serde struct, as value and text.
fn whole_reply(report: &mut Report) {
    let program = tests_started::program();
    let target: Address = "root:game/common/traits/00_traits.txt".parse().unwrap();
    let times = compare(
        || {
            let target = target.clone();
            let envelope = program.wrapper.call::<AnyCode, _>("ck3_file", |rb| {
                Err(rb.invalid(&program.wa, FileTooLarge { target, size: 9_000_000, limit: 1_000_000 }))
            });
            black_box(envelope.into_parts());
        },
        || {
            let (target, trace_id) = (target.clone(), uuid());
            let message = format!("'{target}' has {} bytes; at most {} are read at once.", 9_000_000, 1_000_000);
            let params = PlainParams { target: target.as_str(), size: 9_000_000, limit: 1_000_000 };
            let error = PlainError { message_key: "FILE_TOO_LARGE", message: &message, action: "correct_and_retry" };
            let envelope = Plain {
                status: "invalid",
                reply_type: "I",
                code: "WA-READ-I-003",
                data: &params,
                meta: PlainMeta { trace_id: &trace_id, duration_ms: 0 },
                error: Some(error),
            };
            black_box(both_forms(&envelope));
        },
    );
    report.row(
        "a whole I reply, built, rendered, gated, serialised",
        times,
        "ns",
        "format! + serde struct + uuid, both forms",
        1.2,
    );
}

fn uuid() -> String {
    reply_kit::Id::fresh().to_string()
}

#[derive(Serialize)]
struct Plain<'a, D> {
    status: &'a str,
    reply_type: &'a str,
    code: &'a str,
    data: D,
    meta: PlainMeta<'a>,
    error: Option<PlainError<'a>>,
}

#[derive(Serialize)]
struct PlainMeta<'a> {
    trace_id: &'a str,
    duration_ms: u64,
}

#[derive(Serialize)]
struct PlainError<'a> {
    message_key: &'a str,
    message: &'a str,
    action: &'a str,
}

#[derive(Serialize)]
struct PlainParams<'a> {
    target: &'a str,
    size: u64,
    limit: u64,
}

#[derive(Clone, Serialize)]
struct PlainEntry {
    address: String,
    kind: &'static str,
    size: u64,
}

#[derive(Serialize)]
struct PlainListing<'a> {
    target: &'a str,
    entries: &'a [PlainEntry],
    truncated: bool,
}

#[derive(ReplyData)]
struct Listing {
    target: Address,
    entries: Vec<Entry>,
    truncated: bool,
}

#[derive(ReplyData)]
struct Entry {
    address: Address,
    kind: Kind,
    size: u64,
}

#[derive(ReplyData)]
enum Kind {
    File,
}

fn serialise_success(report: &mut Report) {
    let program = tests_started::program();
    let names: Vec<String> = (0..1000).map(|index| format!("root:game/common/traits/{index:04}_traits.txt")).collect();
    let entries =
        names.iter().map(|name| Entry { address: name.parse().unwrap(), kind: Kind::File, size: 1234 }).collect();
    let listing = Listing { target: "root:game/common/traits".parse().unwrap(), entries, truncated: false };
    let plain: Vec<PlainEntry> =
        names.iter().map(|name| PlainEntry { address: name.clone(), kind: "file", size: 1234 }).collect();
    let times = compare(
        || {
            let envelope = program
                .wrapper
                .call::<AnyCode, _>("ck3_dir", |rb| Ok(rb.success(&program.wa, DirectoryListed, &listing)));
            black_box(envelope.into_parts());
        },
        || {
            let trace_id = uuid();
            let envelope = Plain {
                status: "success",
                reply_type: "S",
                code: "WA-READ-S-001",
                data: PlainListing { target: "root:game/common/traits", entries: &plain, truncated: false },
                meta: PlainMeta { trace_id: &trace_id, duration_ms: 0 },
                error: None,
            };
            black_box(both_forms(&envelope));
        },
    );
    report.row("an S reply with 1,000 addresses", times, "ns", "plain serde struct, both forms", 1.2);
}

/// Building a reply and rendering its message, without the call around it. Needs `RUSTFLAGS="--cfg reply_bench"`, because no
/// program can get at a rendered message.
#[cfg(reply_bench)]
fn render_alone(report: &mut Report) {
    let target: Address = "root:game/common/traits/00_traits.txt".parse().unwrap();
    let times = compare(
        || {
            let code = FileTooLarge { target: target.clone(), size: black_box(9_000_000), limit: black_box(1_000_000) };
            black_box(reply_kit::bench::build_and_render::<replies::Wa>(code));
        },
        || {
            let (target, size, limit) = (target.clone(), black_box(9_000_000_u64), black_box(1_000_000_u64));
            black_box(Vec::<u64>::with_capacity(black_box(8)));
            black_box(format!("'{target}' has {size} bytes; at most {limit} are read at once."));
        },
    );
    report.row("a reply with three parameters, built and rendered", times, "ns", "`format!` and one allocation", 1.0);
}

#[cfg(not(reply_bench))]
fn render_alone(_report: &mut Report) {}

/// The leak gate: what checking text costs against serialising it (L80).
fn text_is_checked(report: &mut Report) {
    #[derive(ReplyData)]
    struct Note {
        text: Text,
    }
    #[derive(Serialize)]
    struct PlainNote {
        text: String,
    }
    let prose = "The file could not be parsed: expected a closing brace before line 42, and/or a key such as 'level'. "
        .repeat(5);
    let program = tests_started::program();
    let times = compare(
        || {
            let note = Note { text: Text::new(prose.clone()) };
            let envelope =
                program.wrapper.call::<AnyCode, _>("x", |rb| Ok(rb.success(&program.wa, DirectoryListed, &note)));
            black_box(envelope.into_parts());
        },
        || {
            let (note, trace_id) = (PlainNote { text: prose.clone() }, uuid());
            let envelope = Plain {
                status: "success",
                reply_type: "S",
                code: "WA-READ-S-001",
                data: note,
                meta: PlainMeta { trace_id: &trace_id, duration_ms: 0 },
                error: None,
            };
            black_box(both_forms(&envelope));
        },
    );
    report.row(
        "an S reply with 500 bytes of checked text",
        times,
        "ns",
        "plain serde struct, both forms, unchecked",
        1.3,
    );
}
