//! What is generated: the same bytes every time, stale when the registry moves on, and valid.

use insta::assert_snapshot;

use crate::project::{Project, REGISTRY};

const COMMANDS: [(&[&str], &[&str]); 3] = [
    (&["docs"], &["docs/codes.md", "docs/codes.html"]),
    (&["schema"], &["registry.schema.json"]),
    (
        &["bindings"],
        &[
            "bindings/typescript/replies.ts",
            "bindings/python/replies/__init__.py",
            "bindings/python/replies/codes.py",
            "bindings/python/replies/envelope.py",
        ],
    ),
];

#[test]
fn each_command_is_idempotent_and_its_check_knows_fresh_missing_and_stale() {
    for (command, files) in COMMANDS {
        let project = Project::new();
        let check = [command, &["--check"]].concat();
        assert_eq!(project.run(&check).status.code(), Some(1), "missing: {command:?}");
        assert!(project.run(command).status.success());
        let first: Vec<String> = files.iter().map(|file| project.read(file)).collect();
        assert!(project.run(&check).status.success(), "fresh: {command:?}");
        assert!(project.screen(command).contains("up to date"));
        std::fs::remove_file(project.path(files[0])).unwrap();
        assert!(project.run(command).status.success());
        let second: Vec<String> = files.iter().map(|file| project.read(file)).collect();
        assert_eq!(first, second, "{command:?}");

        project.run(&["new", "WA", "READ", "I", "ANOTHER"]);
        if command != ["schema"] {
            let screen = project.screen(&check);
            assert!(screen.contains("is not what the registry says now"), "stale: {command:?} {screen}");
            assert!(screen.contains(&format!("run `cargo reply {}", command[0])), "{screen}");
        }
    }
}

#[test]
fn one_language_at_a_time() {
    let project = Project::new();
    assert!(project.run(&["bindings", "--lang", "python"]).status.success());
    assert!(!project.path("bindings/typescript").exists());
    assert!(project.run(&["bindings", "--lang", "typescript"]).status.success());
    assert!(project.path("bindings/typescript/replies.ts").exists());
}

#[test]
fn the_markdown_index() {
    let project = Project::new();
    project.run(&["docs"]);
    assert_snapshot!(project.read("docs/codes.md"));
}

#[test]
fn the_html_page_stands_alone_and_takes_text_for_text() {
    let project = Project::new();
    project.edit(
        "registry.toml",
        "explain = \"Use it.\"",
        "explain = \"</script><script>alert(1)</script> {{script}}\"",
    );
    project.run(&["docs"]);
    let page = project.read("docs/codes.html");
    assert!(page.contains("&lt;/script&gt;&lt;script&gt;alert(1)"));
    assert_eq!(page.matches("<script").count(), 1);
    for outside in ["http://", "https://", "src=", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    for code in ["WA-RES-S-001", "WA-RES-I-002", "MCP-VAL-I-001"] {
        assert!(page.contains(&format!("id=\"{code}\"")), "{code}");
    }
}

#[test]
fn the_bindings_name_active_codes_only() {
    let project = Project::new();
    project.run(&["bindings"]);
    let python = project.read("bindings/python/replies/codes.py");
    let typescript = project.read("bindings/typescript/replies.ts");
    for text in [&python, &typescript] {
        assert!(text.contains("WA-RES-I-001") && !text.contains("WA-RES-I-002") && !text.contains("WA-READ-I-001"));
    }
    let of_codes = typescript.split_once("export interface Replies").unwrap().1;
    assert_snapshot!("typescript_codes", of_codes);
    assert_snapshot!("python_codes", python);
}

fn validator(project: &Project) -> jsonschema::Validator {
    project.run(&["schema"]);
    let schema = serde_json::from_str(&project.read("registry.schema.json")).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

fn as_json(registry: &str) -> serde_json::Value {
    let document: toml_edit::DocumentMut = registry.parse().unwrap();
    to_json(document.as_item())
}

fn to_json(item: &toml_edit::Item) -> serde_json::Value {
    let of_table = |table: &dyn toml_edit::TableLike| {
        table.iter().map(|(name, item)| (name.to_owned(), to_json(item))).collect::<serde_json::Map<_, _>>().into()
    };
    match item {
        toml_edit::Item::ArrayOfTables(tables) => tables.iter().map(|table| of_table(table)).collect(),
        item if item.as_table_like().is_some() => of_table(item.as_table_like().unwrap()),
        item => match item.as_value().unwrap() {
            toml_edit::Value::Array(values) => {
                values.iter().map(|value| to_json(&toml_edit::Item::Value(value.clone()))).collect()
            }
            toml_edit::Value::Boolean(flag) => (*flag.value()).into(),
            value => value.as_str().unwrap().into(),
        },
    }
}

#[test]
fn the_schema_admits_what_is_valid_and_marks_what_is_not() {
    let project = Project::new();
    let schema = validator(&project);
    assert!(schema.is_valid(&as_json(REGISTRY)));
    let more = "leak_gate = \"off\"\n\n[[revision]]\nsince = \"0.1.0\"\nbecause = \"so\"\n\n[layers]\nXX = { owner = \"x\", types = [\"S\"], verbatim = true }\n";
    assert!(schema.is_valid(&as_json(&REGISTRY.replacen("[layers]\n", more, 1))));
    for (from, to) in [
        ("\"WA-RES-S-001\"", "\"WA-RES-D-001\""),
        ("\"WA-RES-S-001\"", "\"WA-RSE-S-001\""),
        ("\"WA-RES-S-001\"", "\"WA-RES-S-000\""),
        ("\"RESOLVED\"", "\"resolved\""),
        ("tried = \"count\"", "tried = \"counts\""),
        ("since   = \"0.1.0\"\n", ""),
        ("Gone.", "gone"),
        ("summary =", "sumary ="),
        ("message = \"Too many calls.\"\n", ""),
        (
            "explain = \"Wait.\"",
            "explain = \"Wait.\"\nreserved = \"a\"\nretired = { since = \"0.1.0\", because = \"b\" }",
        ),
        ("because = \"nothing goes away\", ", ""),
        ("crash         = \"MCP-SYS-E-001\"", "crash = \"WA-RES-I-001\""),
        ("types = [\"S\", \"D\", \"E\"]", "types = [\"S\", \"D\", \"I\"]"),
        ("types = [\"S\", \"D\", \"E\"]", "types = [\"W\"]"),
        ("types = [\"S\", \"D\", \"E\"]", "types = []"),
        ("[layers]", "leak_gate = \"some\"\n\n[layers]"),
        ("[roles]", "[[revision]]\nsince = \"0.1.0\"\n\n[roles]"),
    ] {
        assert!(REGISTRY.contains(from), "{from}");
        assert!(!schema.is_valid(&as_json(&REGISTRY.replacen(from, to, 1))), "{to}");
    }
}

#[test]
fn nothing_is_generated_from_a_registry_with_findings() {
    let project = Project::new();
    project.edit("registry.toml", "\"WA-RES-S-001\"", "\"WA-RES-D-001\"");
    for (command, files) in COMMANDS {
        assert_eq!(project.run(command).status.code(), Some(1));
        assert!(!project.path(files[0]).exists());
    }
}
