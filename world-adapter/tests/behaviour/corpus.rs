//! The hostile corpus: every input answers exactly as its line says.

use replies::Code;
use world_adapter::{Existence, Mode, SessionConfig};

use crate::support::{World, code, problem};

/// The inputs of the corpus, each with its line number and what is expected of it.
pub(crate) fn cases() -> Vec<(usize, String, String)> {
    let lines = include_str!("../data/hostile.txt").lines().enumerate();
    let cases = lines.filter(|(_, line)| line.contains(" => ") && !line.starts_with('#'));
    cases
        .map(|(index, line)| {
            let (input, expected) = line.rsplit_once(" => ").unwrap();
            (index + 1, unescape(input), unescape(expected))
        })
        .collect()
}

/// Undoes the escapes, then the repetitions.
fn unescape(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        plain.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let letter = rest.chars().next().unwrap();
        rest = &rest[letter.len_utf8()..];
        match letter {
            'n' => plain.push('\n'),
            't' => plain.push('\t'),
            'r' => plain.push('\r'),
            'u' => {
                let (hex, after) = rest.strip_prefix('{').unwrap().split_once('}').unwrap();
                plain.push(char::from_u32(u32::from_str_radix(hex, 16).unwrap()).unwrap());
                rest = after;
            }
            _ => plain.push(letter),
        }
    }
    plain.push_str(rest);
    let Some((before, rest)) = plain.split_once('<') else { return plain };
    let Some((repeated, after)) = rest.split_once('>') else { return plain };
    let Some((unit, count)) = repeated.rsplit_once('*') else { return plain };
    [before, &unit.repeat(count.parse().unwrap()), after].concat()
}

fn world() -> World {
    let world = World::new();
    let mods = ["My Mod", "Name:", "A", "AB", "C", "root", "Ünïcode", "a.b"];
    let session =
        mods.into_iter().enumerate().fold(SessionConfig::new().mode(Mode::Ck3ravenDev), |session, (n, name)| {
            let folder = world.path(&format!("user_docs/mod/{n}"));
            std::fs::create_dir_all(&folder).unwrap();
            session.with_mod(name, folder)
        });
    world.use_session(session);
    world
}

#[test]
fn the_corpus_is_as_large_as_promised() {
    assert!(cases().len() >= 120, "{}", cases().len());
}

#[test]
fn l34_every_hostile_input_has_its_expected_reply() {
    let world = world();
    for (line, input, expected) in cases() {
        let answer = world.resolve_as(&input, Existence::Optional);
        match expected.strip_prefix('=') {
            Some(canonical) => {
                assert_eq!(code(&answer), Code::AddressResolved, "line {line}: {input:?}: {answer}");
                assert_eq!(answer["data"]["resolved"], canonical, "line {line}: {input:?}");
            }
            None => assert_eq!(problem(&answer), expected, "line {line}: {input:?}: {answer}"),
        }
    }
}

#[test]
fn l33_what_is_emitted_is_never_a_compatibility_spelling_and_resolves_to_itself() {
    let world = world();
    for (line, _, expected) in cases() {
        if let Some(canonical) = expected.strip_prefix('=') {
            let answer = world.resolve_as(canonical, Existence::Optional);
            assert_eq!(answer["data"]["resolved"], canonical, "line {line}");
        }
    }
}

#[test]
fn l49_an_input_that_is_a_host_path_is_not_repeated() {
    let world = world();
    for (line, input, _) in cases() {
        let answer = world.resolve_as(&input, Existence::Optional);
        if answer["status"] == "invalid" && reply_kit::find_host_path(&input).is_some() {
            assert_eq!(answer["data"]["input"], "(a path of the host)", "line {line}");
        }
        let text = answer.to_string();
        assert!(
            input.len() < 5 || reply_kit::find_host_path(&input).is_none() || !text.contains(&input),
            "line {line}"
        );
    }
}

#[test]
fn the_tables_of_the_architecture_page_are_true() {
    let world = world();
    let page = include_str!("../../../docs/arch/world.md");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.strip_suffix("` |")?.split_once("` | `"));
    let mut count = 0;
    for (input, expected) in rows {
        let existence = if expected == "not_found" { Existence::Required } else { Existence::Optional };
        let answer = world.resolve_as(input, existence);
        match answer["data"]["resolved"].as_str() {
            Some(canonical) => assert_eq!(canonical, expected, "{input}"),
            None => assert_eq!(problem(&answer), expected, "{input}"),
        }
        count += 1;
    }
    assert_eq!(count, 29);
}
