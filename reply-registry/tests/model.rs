//! What a registry is once it is read, and what is saved of a broken one; `registries.rs` tells what findings say.
#![expect(clippy::unwrap_used, reason = "a test that cannot read its own registry should stop there")]

use reply_registry::{
    Code, CodeErrorKind, GateLevel, ParamType, Pins, Registry, RegistryLock, ReplyType, Role, Rule, Scalar, Source,
    Status, breaking_changes, check,
};

const LAYERS: &str = "[layers]\nWA = { owner = \"the world\", types = [\"S\", \"I\", \"E\"], verbatim = true }\n\
                      MCP = { owner = \"the server\", types = [\"S\", \"I\", \"E\"] }\n";
const REST: &str = "[areas]\nSYS = \"The system\"\nVAL = \"Validation\"\n[forbidden_areas]\nFILE = \"a tool\"\n\
    [roles]\ncrash = \"MCP-SYS-E-001\"\nleak = \"MCP-SYS-E-002\"\noverload = \"MCP-SYS-E-003\"\nbad_arguments = \"MCP-VAL-I-001\"\n";

fn reply(code: &str, key: &str, rest: &str) -> String {
    format!(
        "[[reply]]\ncode = \"{code}\"\nkey = \"{key}\"\nsummary = \"In short.\"\nexplain = \"At length.\"\nsince = \"0.1.0\"\n{rest}\n"
    )
}

fn parts() -> String {
    let problems = "message = \"The arguments do not fit: {problems}.\"\nparams = { problems = [\"problem\"] }";
    [
        reply("MCP-SYS-E-001", "CRASH", "message = \"It crashed.\""),
        reply("MCP-SYS-E-002", "LEAK", "message = \"It leaked.\""),
        reply("MCP-SYS-E-003", "OVERLOAD", "message = \"It was too much.\""),
        reply("MCP-VAL-I-001", "BAD_ARGUMENTS", problems),
    ]
    .concat()
}

fn text(more: &str) -> String {
    format!("{LAYERS}{REST}{}{more}", parts())
}

fn valid(text: &str) -> Registry {
    check(&Source::new("r.toml", text), None)
        .into_result()
        .unwrap_or_else(|findings| panic!("{}", findings.iter().map(ToString::to_string).collect::<String>()))
}

fn code(text: &str) -> Code {
    text.parse().unwrap()
}

#[test]
fn a_registry_is_what_its_file_says() {
    let more = [
        reply(
            "WA-SYS-I-001",
            "LOST",
            "message = \"Lost '{at}' of {count}.\"\nparams = { at = \"text\", count = \"count\" }",
        ),
        reply(
            "WA-SYS-S-001",
            "OLD",
            "retired = { since = \"0.2.0\", because = \"Unused.\", instead = \"WA-SYS-S-002\" }",
        ),
        reply("WA-SYS-S-002", "NEW_1", "reserved = \"For later.\""),
    ]
    .concat();
    let forms = "[addresses]\nschemes = [\"lib\"]\nroots = [\"SHELF\"]\nnamed = [\"book\"]\nfolders = [\"pages\"]\n";
    let revision = "[[revision]]\nsince = \"0.2.0\"\nbecause = \" The world moved. \"\n";
    let registry = valid(&format!("{forms}{}{revision}", text(&more)));
    let revisions: Vec<_> = registry.revisions.iter().map(|it| (it.since.as_str(), it.because.as_str())).collect();
    assert_eq!(revisions, [("0.2.0", "The world moved.")]);
    let words = |word: &str| vec![word.to_owned()];
    assert_eq!(registry.addresses.lists(), [&words("lib"), &words("SHELF"), &words("book"), &words("pages")]);
    let (lock, _) = RegistryLock::parse(&Source::new("r.lock", RegistryLock::of(&registry).to_string()));
    assert_eq!(lock.to_string(), RegistryLock::of(&registry).to_string(), "it is read as it was written");
    let layers: Vec<_> = registry.layers.iter().map(|it| (it.name.as_str(), it.letters(), it.verbatim)).collect();
    assert_eq!(layers, [("WA", "SIE".to_owned(), true), ("MCP", "SIE".to_owned(), false)]);
    assert_eq!(registry.layer("MCP").unwrap().owner, "the server");
    let areas = |of: &[reply_registry::Area]| {
        of.iter().map(|area| format!("{}={}", area.name, area.meaning)).collect::<Vec<_>>()
    };
    assert_eq!(areas(&registry.areas), ["SYS=The system", "VAL=Validation"]);
    assert_eq!(areas(&registry.forbidden_areas), ["FILE=a tool"]);
    let roles: Vec<_> = registry.roles.iter().map(|(role, code)| (*role, code.to_string())).collect();
    assert_eq!(
        roles,
        [
            (Role::Crash, "MCP-SYS-E-001".to_owned()),
            (Role::Leak, "MCP-SYS-E-002".to_owned()),
            (Role::Overload, "MCP-SYS-E-003".to_owned()),
            (Role::BadArguments, "MCP-VAL-I-001".to_owned()),
        ]
    );
    let lost = registry.entry(&code("WA-SYS-I-001")).unwrap();
    let params: Vec<_> = lost.params.iter().map(|param| (param.name.as_str(), param.ty)).collect();
    assert_eq!(params, [("at", ParamType::One(Scalar::Text)), ("count", ParamType::One(Scalar::Count))]);
    assert_eq!((lost.key.as_str(), lost.summary.as_str(), lost.since.as_str()), ("LOST", "In short.", "0.1.0"));
    assert!(matches!(&registry.entry(&code("WA-SYS-S-001")).unwrap().status, Status::Retired(grave)
        if grave.instead == Some(code("WA-SYS-S-002")) && grave.because == "Unused." && grave.since == "0.2.0"));
    assert!(
        matches!(&registry.entry(&code("WA-SYS-S-002")).unwrap().status, Status::Reserved { because } if because == "For later.")
    );
    assert_eq!(registry.entry(&code("WA-SYS-S-003")).map(|entry| entry.key.clone()), None);
}

#[test]
fn a_lock_is_read_as_it_was_written() {
    let registry =
        valid(&text(&reply("WA-SYS-I-001", "LOST", "message = \"Lost '{at}'.\"\nparams = { at = \"text\" }")));
    let written = RegistryLock::of(&registry).to_string();
    for line in ["revisions 0", "leak_gate strict", "layer     WA SIE verbatim", "layer     MCP SIE", "area      VAL"] {
        assert!(written.lines().any(|found| found == line), "{line} is not in\n{written}");
    }
    assert!(written.contains("WA-SYS-I-001"), "{written}");
    let (read, findings) = RegistryLock::parse(&Source::new("r.lock", written.clone()));
    assert!(findings.is_empty());
    assert_eq!(read.to_string(), written);
    assert!(
        check(
            &Source::new("r.toml", text("")),
            Some(&Source::new("r.lock", RegistryLock::of(&valid(&text(""))).to_string()))
        )
        .findings()
        .is_empty()
    );
}

#[test]
fn a_line_of_the_lock_that_pins_nothing_says_what_was_expected() {
    for (line, expected) in [
        ("layer", "expected: layer NAME TYPES"),
        ("area", "expected: layer NAME TYPES"),
        ("leak_gate", "expected: layer NAME TYPES"),
        ("leak_gate sometimes", "expected: layer NAME TYPES"),
        ("revisions", "expected: layer NAME TYPES"),
        ("revisions many", "expected: layer NAME TYPES"),
        ("layer WA", "expected: layer NAME TYPES"),
        ("layer WA SIX", "expected: layer NAME TYPES"),
        ("layer WA SI plain", "expected: layer NAME TYPES"),
        ("WA-SYS-I-001 lively LOST", "expected: CODE STATUS KEY"),
        ("WA-SYS-I-001 active LOST at", "expected: CODE STATUS KEY"),
    ] {
        let (_, findings) = RegistryLock::parse(&Source::new("r.lock", format!("{line}\n")));
        assert_eq!(findings.len(), 1, "{line}");
        assert!(findings[0].to_string().contains(expected), "{line}: {}", findings[0]);
    }
}

#[test]
fn what_a_change_of_the_architecture_comes_to_is_listed_line_by_line() {
    let before = Pins::of(&valid(&text("")));
    let changed = text("")
        .replace(
            "MCP = { owner = \"the server\", types = [\"S\", \"I\", \"E\"] }",
            "MCP = { owner = \"the server\", types = [\"S\", \"I\", \"E\"], verbatim = true }",
        )
        .replace(
            "WA = { owner = \"the world\", types = [\"S\", \"I\", \"E\"], verbatim = true }",
            "CT = { owner = \"contracts\", types = [\"S\", \"I\"] }",
        )
        .replace("[areas]\nSYS", "[addresses]\nnamed = [\"book\", \"page\"]\n[areas]\nGATE = \"Gates\"\nSYS");
    let changed = format!(
        "leak_gate = \"{}\"\n{changed}",
        GateLevel::ALL.into_iter().find(|level| *level != GateLevel::default()).unwrap()
    );
    let after = Pins::of(&valid(&changed));
    let other = after.gate.unwrap();
    assert_eq!(
        before.changes_to(&after),
        [
            "layer CT is new and answers S, I".to_owned(),
            "layer MCP answers S, I, E and verbatim content, was S, I, E".to_owned(),
            "layer WA is gone".to_owned(),
            "area GATE is new".to_owned(),
            format!("the leak gate is `{other}`, was `{}`", GateLevel::default()),
            "`addresses.named` is `book`, `page`, was empty".to_owned(),
        ]
    );
    assert_eq!(after.changes_to(&before).iter().filter(|line| line.as_str() == "area GATE is gone").count(), 1);
    assert!(before.changes_to(&before).is_empty());
    assert!(before.changes_to(&before).is_empty() && !before.changes_to(&after).is_empty());
}

#[test]
fn of_a_broken_registry_everything_is_saved_that_can_be() {
    let more = [
        reply("WA-SYS-I-001", "LOST", "message = \"Lost '{type}'.\"\nparams = { type = \"text\", Bad = \"text\" }"),
        reply("WA-SYS-D-001", "DENIED", "message = \"Denied.\""),
        reply("ZZ-SYS-S-001", "NOBODY", ""),
        reply("WA-SYS-S-001", "lower", ""),
        reply("WA-SYS-S-002", "9TH", ""),
        reply("WA-SYS-S-003", "IN-BETWEEN", ""),
        reply("WA-SYS-I-001", "SAME_CODE", "message = \"Lost.\""),
        reply("WA-SYS-I-002", "LOST", "message = \"The same key.\""),
    ]
    .concat();
    let loaded = check(&Source::new("r.toml", text(&more)), None);
    let saved = loaded.salvaged();
    let codes: Vec<_> = saved.entries.iter().map(|entry| entry.code.to_string()).collect();
    assert_eq!(codes, ["MCP-SYS-E-001", "MCP-SYS-E-002", "MCP-SYS-E-003", "MCP-VAL-I-001", "WA-SYS-I-001"]);
    assert!(saved.entry(&code("WA-SYS-I-001")).unwrap().params.is_empty(), "neither is a name of a field");
    assert!(
        saved.layer("WA").unwrap().may_answer(ReplyType::I) && !saved.layer("WA").unwrap().may_answer(ReplyType::D)
    );
    // A part that nothing plays is left out; the others stay.
    let broken = text("").replace("leak = \"MCP-SYS-E-002\"", "leak = \"MCP-SYS-E-009\"");
    let loaded = check(&Source::new("r.toml", broken), None);
    assert_eq!(loaded.salvaged().roles.len(), 3);
}

#[test]
fn published_layers_and_codes_stand_in_for_what_a_broken_registry_does_not_show() {
    let published = text(&reply("WA-SYS-I-001", "LOST", "message = \"Lost '{at}'.\"\nparams = { at = \"text\" }"));
    let lock = Source::new("r.lock", RegistryLock::of(&valid(&published)).to_string());
    let gone = text("").replace("WA = { owner = \"the world\", types = [\"S\", \"I\", \"E\"], verbatim = true }\n", "");
    let loaded = check(&Source::new("r.toml", gone), Some(&lock));
    assert!(!loaded.findings().is_empty());
    let layer = loaded.salvaged().layer("WA").expect("the lock knows it");
    assert_eq!((layer.letters().as_str(), layer.verbatim), ("SIE", true));
    let entry = loaded.salvaged().entry(&code("WA-SYS-I-001")).expect("the lock knows it");
    assert_eq!((entry.key.as_str(), entry.params.len()), ("LOST", 1));
    // A layer that is written otherwise is what it says now.
    let narrowed = published.replace("types = [\"S\", \"I\", \"E\"], verbatim", "types = [\"S\", \"I\"], verbatim");
    let loaded = check(&Source::new("r.toml", narrowed), Some(&lock));
    assert_eq!(loaded.findings().iter().map(|finding| finding.rule).collect::<Vec<_>>(), [Rule::LayersPinned]);
    assert_eq!(loaded.salvaged().layer("WA").unwrap().letters(), "SI");
    // A layer whose types cannot be read has those that were published.
    let unreadable = published.replace("types = [\"S\", \"I\", \"E\"], verbatim", "types = [], verbatim");
    let loaded = check(&Source::new("r.toml", unreadable), Some(&lock));
    assert_eq!(loaded.salvaged().layer("WA").unwrap().letters(), "SIE");
}

#[test]
fn a_breaking_change_is_reported_where_it_was_published_unless_a_revision_was_recorded() {
    let old = Source::new("old", text(&reply("WA-SYS-S-001", "FOUND", "")));
    let new = Source::new("new", text(""));
    let findings = breaking_changes(&old, &new);
    assert_eq!(findings.iter().map(|finding| finding.rule).collect::<Vec<_>>(), [Rule::CodeNoDelete]);
    let place = findings[0].place.as_ref().unwrap();
    let line = old.text().lines().position(|line| line == "code = \"WA-SYS-S-001\"").unwrap() + 1;
    assert_eq!((place.file.as_str(), place.start.line, place.start.column), ("old", line, 9));
    assert_eq!(findings[0].to_string().matches('^').count(), "WA-SYS-S-001".len(), "{}", findings[0]);
    let layer_gone =
        text("").replace("WA = { owner = \"the world\", types = [\"S\", \"I\", \"E\"], verbatim = true }\n", "");
    let rules = |new: String| breaking_changes(&Source::new("old", text("")), &Source::new("new", new));
    assert_eq!(rules(layer_gone.clone()).len(), 1);
    let recorded = format!("{layer_gone}[[revision]]\nsince = \"0.2.0\"\nbecause = \"It moved.\"\n");
    assert!(rules(recorded).is_empty(), "a revision accounts for it");
}

#[test]
fn a_marker_of_a_conflict_counts_at_the_start_of_a_line() {
    let rules = |text: &str| check(&Source::new("r.toml", text), None).findings().len();
    assert_eq!(rules("<<<<<<< mine\n"), 1);
    assert_eq!(rules(&format!("{}<<<<<<< mine\n=======\n>>>>>>> theirs\n", text(""))), 1);
    assert_eq!(rules(&text("").replace("the world", "the <<<<<<< world")), 0);
}

#[test]
fn versions_are_three_numbers() {
    for (version, is_one) in [
        ("0.1.0", true),
        ("10.20.30", true),
        ("1.0", false),
        ("1.0.0.0", false),
        ("1..0", false),
        ("1.x.0", false),
        ("1.0.", false),
    ] {
        let written = text("").replacen("0.1.0", version, 1);
        let findings = check(&Source::new("r.toml", written), None).findings().len();
        assert_eq!(findings == 0, is_one, "{version}");
    }
}

#[test]
fn messages_are_one_line_without_control_characters() {
    let findings = |message: &str| {
        let written = text("").replace("\"It crashed.\"", message);
        let loaded = check(&Source::new("r.toml", written), None);
        loaded.findings().iter().map(|finding| finding.rule).collect::<Vec<_>>()
    };
    assert_eq!(findings("\"It crashed ~ there.\""), [], "the first and the last character that can be seen");
    for escape in ["\\n", "\\r", "\\u0001", "\\u001f", "\\u007f", "\\t"] {
        assert_eq!(findings(&format!("\"It{escape} crashed.\"")), [Rule::MessageOneLine], "{escape}");
    }
    for (message, rule) in [
        ("\" It crashed.\"", Rule::MessageSentence),
        ("\"it crashed.\"", Rule::MessageSentence),
        ("\"It crashed\"", Rule::MessageSentence),
        ("\"  \"", Rule::MessageOneLine),
    ] {
        assert_eq!(findings(message), [rule], "{message}");
    }
}

/// The rules that a registry breaks, each once.
fn broken(text: &str) -> Vec<Rule> {
    let mut rules: Vec<_> =
        check(&Source::new("r.toml", text), None).findings().iter().map(|finding| finding.rule).collect();
    rules.dedup();
    rules
}

#[test]
fn each_mistake_in_an_entry_breaks_its_own_rule() {
    let entry = |key: &str, rest: &str| text(&reply("WA-SYS-S-001", key, rest));
    for key in ["FOUND", "FOUND_2", "F"] {
        assert_eq!(broken(&entry(key, "")), [], "{key}");
    }
    for key in ["lower", "9TH", "_FOUND", "FOUND_", "FOUND__IT", "IN-BETWEEN", "SELF"] {
        assert_eq!(broken(&entry(key, "")), [Rule::KeyFormat], "{key}");
    }
    for (rest, rules) in [
        ("params = { at = \"text\" }", &[Rule::SuccessHasNoParams][..]),
        ("message = \"Found '{at}'.\"", &[Rule::SuccessHasNoParams]),
        ("extra = \"x\"\nparams = { at = \"text\" }", &[Rule::FieldKnown, Rule::SuccessHasNoParams]),
    ] {
        let found = broken(&entry("FOUND", rest));
        assert!(rules.iter().all(|rule| found.contains(rule)), "{rest}: {found:?}");
    }
    let lost = |ty: &str| {
        let rest = format!("message = \"Lost '{{at}}'.\"\nparams = {{ at = {ty} }}");
        broken(&text(&reply("WA-SYS-I-001", "LOST", &rest)))
    };
    for (ty, is_one) in [
        ("\"text\"", true),
        ("[\"text\"]", true),
        ("[]", false),
        ("[\"text\", \"count\"]", false),
        ("[7]", false),
        ("\"texts\"", false),
    ] {
        assert_eq!(lost(ty).contains(&Rule::ParamTypeKnown), !is_one, "{ty}");
    }
}

#[test]
fn a_role_is_played_by_a_code_that_can_be_constructed() {
    let crash = "message = \"It crashed.\"";
    for status in ["reserved = \"For later.\"", "retired = { since = \"0.2.0\", because = \"Unused.\" }"] {
        let rules = broken(&text("").replace(crash, &format!("{crash}\n{status}")));
        assert!(rules.contains(&Rule::RoleNamesCode), "{status}: {rules:?}");
    }
}

#[test]
fn l80_the_words_of_an_address_are_such_as_no_path_begins_with() {
    let (longest, too_long) = ("a".repeat(64), "a".repeat(65));
    let (longest, too_long) = (longest.as_str(), too_long.as_str());
    for (list, good, bad) in [
        ("schemes", &["lib", "s3", longest][..], &["l", "", "Lib", "my-lib", "file", too_long][..]),
        ("roots", &["SHELF", "ROOT_2"], &["S", "", "Shelf", "MY-SHELF"]),
        ("named", &["book", "my_book", longest], &["b", "", "Book", "book2", "file", too_long]),
        ("folders", &["pages", "descriptor.mod", "a-b_2"], &["", "..", "Pages", "a b", "home", too_long]),
    ] {
        let rules = |word: &str| broken(&format!("[addresses]\n{list} = [\"{word}\"]\n{}", text("")));
        for word in good {
            assert_eq!(rules(word), [], "{list} {word}");
        }
        for word in bad {
            assert_eq!(rules(word), [Rule::AddressFormPlain], "{list} {word}");
        }
    }
}

#[test]
fn a_registry_has_as_many_entries_as_its_codes_have_places() {
    let rules = |count: usize| broken(&"[[reply]]\n".repeat(count));
    assert!(!rules(65_000).contains(&Rule::RegistrySize));
    assert!(rules(65_001).contains(&Rule::RegistrySize));
}

#[test]
fn every_rule_is_found_by_its_name() {
    for rule in Rule::ALL {
        assert_eq!(Rule::parse(rule.name()), Some(*rule), "{rule}");
    }
    assert_eq!(Rule::parse("CODE"), None);
}

#[test]
fn a_code_has_a_layer_an_area_a_type_and_a_number() {
    let found = code("WA-READ-I-042");
    assert_eq!((found.layer(), found.area(), found.reply_type(), found.number()), ("WA", "READ", ReplyType::I, 42));
    assert_eq!(found.with_number(7), Some(code("WA-READ-I-007")));
    assert_eq!((found.with_number(0), found.with_number(1_000)), (None, None));
    for (other, is_same) in
        [("WA-READ-I-001", true), ("MCP-READ-I-042", false), ("WA-RES-I-042", false), ("WA-READ-E-042", false)]
    {
        assert_eq!(found.is_in_cluster_of(&code(other)), is_same, "{other}");
    }
}

#[test]
fn what_is_wrong_with_a_code_is_said_and_where() {
    for (text, kind, wrong, said) in [
        ("WA-SYS", CodeErrorKind::Shape, "WA-SYS", "LAYER-AREA-TYPE-NNN"),
        ("wa-SYS-S-001", CodeErrorKind::Layer, "wa", "a layer is"),
        ("WA-X-S-001", CodeErrorKind::Area, "X", "an area is"),
        ("WA-SYS-WARN-001", CodeErrorKind::Type, "WARN", "one of S, I, D, E"),
        ("WA-SYS-S-000", CodeErrorKind::Number, "000", "001 to 999"),
        ("WA-SYS-S-1", CodeErrorKind::Number, "1", "001 to 999"),
    ] {
        let error = text.parse::<Code>().unwrap_err();
        assert_eq!((error.kind, &text[error.at.clone()]), (kind, wrong), "{text}");
        assert!(error.to_string().contains(said), "{error}");
    }
    let every: Vec<_> = Code::problems("wa-x-w-1").into_iter().map(|problem| problem.kind).collect();
    assert_eq!(every, [CodeErrorKind::Layer, CodeErrorKind::Area, CodeErrorKind::Type, CodeErrorKind::Number]);
}
