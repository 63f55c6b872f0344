//! The registry at run time: every code, both ways.

use replies::{Code, REGISTRY};
use reply_kit::Status;

#[test]
fn the_list_of_all_codes() {
    let lines: Vec<String> = REGISTRY
        .codes()
        .map(|code| {
            let entry = code.entry();
            let status = match entry.status {
                Status::Active => "",
                Status::Reserved { .. } => " (reserved)",
                Status::Retired { .. } => " (retired)",
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
        assert_eq!(parts[..3], [code.layer(), code.area(), code.reply_type().as_str()]);
    }
}

/// L07: those of the law, in its order.
#[test]
fn l07_the_areas_are_closed() {
    let areas: Vec<&str> = REGISTRY.areas().iter().map(|area| area.name).collect();
    assert_eq!(areas.join(" "), "SYS RES VIS IO READ WRITE EXEC DB PARSE VAL GATE LOG CFG");
    assert!(REGISTRY.areas().iter().all(|area| !area.meaning.is_empty()));
}

/// L04, written out once more: a change of the registry's table fails here too.
#[test]
fn l04_the_layers_and_what_each_may_answer() {
    let table: Vec<(&str, String)> = REGISTRY
        .layers()
        .iter()
        .map(|layer| (layer.name, layer.types.iter().map(|kind| kind.as_str()).collect()))
        .collect();
    let law = [("WA", "SIE"), ("EN", "SDE"), ("CT", "SIE"), ("MCP", "SIE")];
    assert_eq!(table, law.map(|(name, types)| (name, types.to_owned())));
    for code in REGISTRY.codes() {
        let (_, types) = table.iter().find(|(name, _)| *name == code.layer()).unwrap();
        assert!(types.contains(code.reply_type().as_str()), "{code}");
    }
}

#[test]
fn l80_the_leak_gate_is_strict() {
    assert_eq!(REGISTRY.gate(), reply_kit::GateLevel::Strict);
}

#[test]
fn the_enum_over_all_codes_is_the_registry() {
    let codes: Vec<reply_kit::CodeRef> = Code::ALL.iter().copied().map(Into::into).collect();
    assert_eq!(codes, REGISTRY.codes().collect::<Vec<_>>());
    for code in Code::ALL {
        assert_eq!(code.as_str().parse::<Code>(), Ok(*code));
        assert_eq!(serde_json::to_value(code).unwrap(), code.as_str());
    }
}

#[test]
fn an_enum_of_one_type_takes_no_other_code() {
    use replies::en::{Denied, Success};
    for code in Denied::ALL {
        assert!(code.as_str().starts_with("EN-") && code.as_str().contains("-D-"));
        assert!(code.as_str().parse::<Success>().is_err());
        assert_eq!(Code::from(*code).as_str(), code.as_str());
    }
}

#[test]
fn a_template_keeps_its_names() {
    let code = REGISTRY.find("WA-READ-I-001").unwrap();
    assert_eq!(code.entry().template, Some("'{target}' is a '{kind}', not a directory."));
    let params: Vec<_> = code.entry().params.iter().map(|param| (param.name, param.ty.to_string())).collect();
    assert_eq!(params, [("target", "address".to_owned()), ("kind", "word".to_owned())]);
}

#[test]
fn l22_the_legacy_wrap_code_is_a_tombstone() {
    let entry = REGISTRY.find("MCP-SYS-S-900").unwrap().entry();
    assert!(matches!(entry.status, Status::Retired(stone) if stone.since == "0.1.0"));
}
