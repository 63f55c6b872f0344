//! The registry at run time: every code, both ways.

use replies::REGISTRY;
use reply_core::{EntryStatus, ReplyType};
use reply_registry::Layer;

#[test]
fn the_list_of_all_codes() {
    let lines: Vec<String> = REGISTRY
        .codes()
        .map(|code| {
            let entry = code.entry();
            let status = match entry.status {
                EntryStatus::Active => "",
                EntryStatus::Reserved(_) => " (reserved)",
                EntryStatus::Retired { .. } => " (retired)",
            };
            format!("{code} {}{status}: {}", entry.key, entry.summary)
        })
        .collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn a_code_is_found_by_its_text_and_by_its_key() {
    for code in REGISTRY.codes() {
        assert_eq!(REGISTRY.find(code.as_str()), Some(code));
        assert_eq!(REGISTRY.find_key(code.entry().key), Some(code));
    }
}

#[test]
fn what_is_not_registered_is_not_found() {
    for text in ["", "WA", "WA-RES-I-999", "wa-res-i-001", "WA-RES-I-001 ", "XX-RES-I-001", &"A".repeat(10_000)] {
        assert_eq!(REGISTRY.find(text), None, "{text}");
    }
}

#[test]
fn l01_the_parts_of_a_code_are_what_its_text_says() {
    for code in REGISTRY.codes() {
        let parts: Vec<&str> = code.as_str().split('-').collect();
        assert_eq!(parts[..3], [code.layer().as_str(), code.area(), code.reply_type().as_str()]);
    }
}

/// L04, written out once more: change a rule in the law and this table fails.
const LAW: [(&str, &str); 4] = [("WA", "SIE"), ("EN", "SDE"), ("CT", "SIE"), ("MCP", "SIE")];

#[test]
fn l04_the_compiled_law_is_the_table() {
    for (layer, (name, types)) in Layer::ALL.into_iter().zip(LAW) {
        assert_eq!(layer.as_str(), name);
        for reply_type in reply_registry::ReplyType::ALL {
            assert_eq!(layer.may_answer(reply_type), types.contains(reply_type.as_str()), "{layer}-…-{reply_type}-…");
        }
    }
}

#[test]
fn l03_both_crates_mean_the_same_by_a_type() {
    for (ours, theirs) in ReplyType::ALL.into_iter().zip(reply_registry::ReplyType::ALL) {
        assert_eq!((ours.as_str(), ours.status()), (theirs.as_str(), theirs.word()));
    }
}

#[test]
fn a_template_keeps_its_names() {
    let code = REGISTRY.find("WA-READ-I-001").unwrap();
    assert_eq!(code.entry().template.as_deref(), Some("'{target}' is a '{kind}', not a directory."));
    assert_eq!(code.entry().params, [("target", "address"), ("kind", "word")]);
}

#[test]
fn l22_the_legacy_wrap_code_is_a_tombstone() {
    let entry = REGISTRY.find("MCP-SYS-S-900").unwrap().entry();
    assert!(matches!(entry.status, EntryStatus::Retired { since: "0.1.0", .. }));
}
