//! The mistakes a new author makes, each made in the tutorial's program: one error, whose first line says what is wrong.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;

use tests_tutorial::project::{Copy, first_lines};

const MAIN: &str = "src/main.rs";
const REGISTRY: &str = "registry.toml";

/// What the author does: file, from, to.
type Edit = (&'static str, &'static str, &'static str);

/// What the author does, and the first line of the one error.
const MISTAKES: &[(&str, &[Edit], &str)] = &[
    (
        "a misspelled code",
        &[(MAIN, "rb.error(shelf, NoCatalogue)", "rb.error(shelf, NoCatalog)")],
        "error[E0425]: cannot find value `NoCatalog` in this scope",
    ),
    (
        "a misspelled code in the list of a tool",
        &[(MAIN, "=> Book; BookUnknown, NoCatalogue }", "=> Book; BookUnknown, NoCatalog }")],
        "error[E0425]: cannot find type `NoCatalog` in this scope",
    ),
    (
        "a parameter forgotten",
        &[(MAIN, "BookAway { title }", "BookAway {}")],
        "error[E0063]: missing field `title` in initializer of `shlf::invalid::BookAway`",
    ),
    (
        "a `String` in data",
        &[
            (MAIN, "    days: Option<u32>,", "    days: Option<u32>,\n    title: String,"),
            (MAIN, "days: days.parse().ok() }", "days: days.parse().ok(), title: title.to_owned() }"),
        ],
        "error[E0277]: `std::string::String` is not reply data: use `Text`, `Address`, `BTreeMap<Text, _>`, or a type that derives `ReplyData`",
    ),
    (
        "a `HashMap` in data",
        &[
            (
                MAIN,
                "    days: Option<u32>,",
                "    days: Option<u32>,\n    more: std::collections::HashMap<String, u32>,",
            ),
            (MAIN, "days: days.parse().ok() }", "days: days.parse().ok(), more: Default::default() }"),
        ],
        "error[E0277]: `HashMap<std::string::String, u32>` is not reply data: use `Text`, `Address`, `BTreeMap<Text, _>`, or a type that derives `ReplyData`",
    ),
    (
        "the wrong voice",
        &[(MAIN, "rb.denied(rules, ", "rb.denied(shelf, ")],
        "error[E0277]: layer `Shlf` may not answer `denied::StaysHere`: a denial is RULE's alone, given with `Voice<Rule>`",
    ),
    (
        "the wrong ending",
        &[(MAIN, "rb.invalid(shelf, BookAway { title })", "rb.error(shelf, BookAway { title })")],
        "error[E0277]: `shlf::invalid::BookAway` is an invalid reply: end the call with `Err(rb.invalid(…))`",
    ),
    (
        "a terminal code as a success",
        &[(MAIN, "Ok(rb.success(&self.0, BookFound, &book))", "Ok(rb.success(&self.0, NoCatalogue, &book))")],
        "error[E0277]: `shlf::error::NoCatalogue` is an error: end the call with `Err(rb.error(…))`",
    ),
    (
        "a type that the layer may not give",
        &[(MAIN, " rule::denied::*, ", " rule::denied::*, rule::invalid::*, ")],
        "error[E0432]: unresolved import `replies::rule::invalid`",
    ),
    (
        "going on after a terminal reply",
        &[(
            MAIN,
            "return Err(rb.invalid(shelf, BookAway { title }));",
            "let _over = rb.invalid(shelf, BookAway { title });",
        )],
        "error[E0382]: use of moved value: `rb`",
    ),
    (
        "`?` on a foreign error",
        &[(
            MAIN,
            "rb.require(tokio::fs::read_to_string(\"books.txt\").await, |rb, _| rb.error(shelf, NoCatalogue))?",
            "(rb, tokio::fs::read_to_string(\"books.txt\").await?)",
        )],
        "error[E0277]: `?` couldn't convert the error: `std::io::Error: UseRbRequire<'_>` is not satisfied",
    ),
    (
        "`map_err` with the builder",
        &[(
            MAIN,
            "(rb, books) = rb.require(tokio::fs::read_to_string(\"books.txt\").await, |rb, _| rb.error(shelf, NoCatalogue))",
            "books = tokio::fs::read_to_string(\"books.txt\").await.map_err(|_| rb.error(shelf, NoCatalogue))",
        )],
        "error[E0382]: use of moved value: `rb`",
    ),
    (
        "a success without data",
        &[(MAIN, "BookFound, &book)", "BookFound)")],
        "error[E0061]: this method takes 3 arguments but 2 arguments were supplied",
    ),
    (
        "raw data returned",
        &[(MAIN, "Ok(rb.success(&self.0, BookFound, &book))", "Ok(book)")],
        "error[E0308]: mismatched types",
    ),
    (
        "a `String` for text",
        &[(MAIN, "BookAway { title }", "BookAway { title: wanted.title }")],
        "error[E0308]: mismatched types",
    ),
    (
        "a code that the tool does not declare",
        &[(MAIN, "NoCatalogue, BookAway, StaysHere", "NoCatalogue, StaysHere")],
        "error[E0277]: `Lend` does not declare `shlf::invalid::BookAway`: add it to the `codes!` list of `Lend`",
    ),
    (
        "an argument that cannot be read",
        &[(MAIN, "    title: String,", "    title: String,\n    at: std::path::PathBuf,")],
        "error[E0277]: `PathBuf` is not the type of an argument",
    ),
    (
        "an enum variant with data",
        &[(
            MAIN,
            "#[derive(ReplyData)]",
            "#[derive(ReplyData)]\nenum State {\n    Lent(u32),\n    Here,\n}\n\n#[derive(ReplyData)]",
        )],
        "error: a variant of reply data is a plain word; put what it holds into a field of the struct around it",
    ),
    (
        "an enum variant with data, in a field",
        &[
            (
                MAIN,
                "#[derive(ReplyData)]",
                "#[derive(ReplyData)]\nenum State {\n    Lent(u32),\n}\n\n#[derive(ReplyData)]",
            ),
            (MAIN, "    days: Option<u32>,", "    days: Option<u32>,\n    state: State,"),
            (MAIN, "days: days.parse().ok() }", "days: days.parse().ok(), state: State::Lent(7) }"),
        ],
        "error: a variant of reply data is a plain word; put what it holds into a field of the struct around it",
    ),
    (
        "a registry in the wrong folder",
        &[("src/replies.rs", "\"../registry.toml\"", "\"registry.toml\"")],
        "error: there is no file `registry.toml`: write `\"../registry.toml\"`",
    ),
    (
        "a misspelled registry",
        &[("src/replies.rs", "\"../registry.toml\"", "\"../registery.toml\"")],
        "error: there is no file `../registery.toml`: write `\"../registry.toml\"`",
    ),
    (
        "a placeholder that is not declared",
        &[(REGISTRY, "\"'{title}' is lent already.\"", "\"'{title}' is lent until '{due}'.\"")],
        "error: SHLF-LOAN-I-001: placeholder `{due}` is not a declared parameter: declare it, `params = { due = \"text\" }`",
    ),
    (
        "a code twice",
        &[(
            REGISTRY,
            "[[reply]]\ncode    = \"RULE-LOAN-D-001\"",
            "[[reply]]\ncode    = \"SHLF-LOAN-I-001\"\nkey     = \"BOOK_LOST\"\nmessage = \"The book is lost.\"\n\
             summary = \"In short.\"\nexplain = \"At length.\"\nsince   = \"0.1.0\"\n\n[[reply]]\ncode    = \"RULE-LOAN-D-001\"",
        )],
        "error: SHLF-LOAN-I-001 is taken by line 95: SHLF-LOAN-I-002 is free",
    ),
    (
        "a published parameter removed",
        &[
            (
                REGISTRY,
                "message = \"'{title}' is lent already.\"\nparams  = { title = \"text\" }",
                "message = \"It is lent already.\"",
            ),
            (MAIN, "BookAway { title }", "BookAway"),
        ],
        "error: SHLF-LOAN-I-001: put `title = \"text\"` back into `params`: it was published",
    ),
    (
        "a mistake in the TOML",
        &[(REGISTRY, "key     = \"BOOK_AWAY\"", "key     = BOOK_AWAY\"")],
        "error: not valid TOML: missing opening quote, expected `\"`",
    ),
    (
        "a misspelled field",
        &[(REGISTRY, "summary = \"The book is lent already.\"", "sumary  = \"The book is lent already.\"")],
        "error: unknown field `sumary` in a reply: did you mean `summary`?",
    ),
    (
        "a retired code",
        &[(
            REGISTRY,
            "key     = \"BOOK_AWAY\"",
            "key     = \"BOOK_AWAY\"\nretired = { since = \"0.2.0\", because = \"books are reserved now\" }",
        )],
        "error[E0277]: SHLF-LOAN-I-001 is retired since 0.2.0: books are reserved now; nothing replaces it",
    ),
    (
        "a denial of a layer that may not deny",
        &[(
            REGISTRY,
            "[[reply]]\ncode    = \"RULE-LOAN-D-001\"",
            "[[reply]]\ncode    = \"SHLF-LOAN-D-001\"\nkey     = \"BOOK_LOST\"\nmessage = \"The book is lost.\"\n\
             summary = \"In short.\"\nexplain = \"At length.\"\nsince   = \"0.1.0\"\n\n[[reply]]\ncode    = \"RULE-LOAN-D-001\"",
        )],
        "error: SHLF-LOAN-D-001: layer SHLF may not deny",
    ),
];

#[test]
fn each_mistake_gets_one_error() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("outside");
    let mut wrong = Vec::new();
    for (name, edits, first_line) in MISTAKES {
        let copy = Copy::new();
        for (file, from, to) in *edits {
            copy.edit(file, from, to);
        }
        let complaint = copy.complaint(&target);
        if first_lines(&complaint) != [*first_line] {
            wrong.push(format!("== {name}: expected `{first_line}` alone\n{complaint}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_missing_lock_is_reported_once() {
    let copy = Copy::new();
    std::fs::remove_file(copy.path().join("registry.lock")).unwrap();
    let complaint = copy.complaint(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("outside"));
    assert_eq!(first_lines(&complaint), ["error: there is no `registry.lock`: run `cargo reply lock`"]);
}
