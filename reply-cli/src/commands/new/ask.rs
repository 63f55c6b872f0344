//! The dialogue of `new`: what was not given is asked for, one question at a time.

use std::collections::HashMap;
use std::io::BufRead;

use reply_registry::{ParamType, Registry, ReplyType, type_name};

use crate::cli;
use crate::edit::Placeholder;
use crate::failure::CliError;
use crate::output::{DIM, HEAD, NAME, styled};

/// The two ends of a dialogue.
pub(super) struct Dialogue<'d> {
    pub(super) input: &'d mut dyn BufRead,
    pub(super) say: fn(&str),
}

/// Asks for everything that is missing.
pub(super) fn ask_missing(args: &mut cli::New, registry: &Registry, io: &mut Dialogue<'_>) -> Result<(), CliError> {
    if args.layer.is_none() {
        let layers: Vec<_> = registry.layers.iter().map(|layer| (layer.name.as_str(), layer.owner.as_str())).collect();
        args.layer = Some(choice("Who decides?", &layers, io)?);
    }
    if args.area.is_none() {
        let areas: Vec<_> = registry.areas.iter().map(|area| (area.name.as_str(), area.meaning.as_str())).collect();
        args.area = Some(choice("What is it about?", &areas, io)?);
    }
    if args.reply_type.is_none() {
        let layer = args.layer.as_deref().and_then(|layer| registry.layer(&layer.to_uppercase()));
        let legal = layer.map_or(&ReplyType::ALL[..], |layer| &layer.types);
        let types: Vec<_> = legal.iter().map(|kind| (kind.as_str(), kind.meaning())).collect();
        args.reply_type = Some(choice("What does it mean?", &types, io)?);
    }
    if args.key.is_none() {
        args.key = Some(key(registry, io)?);
    }
    let is_success = args.reply_type.as_deref().is_some_and(|letter| letter.eq_ignore_ascii_case("S"));
    if args.message.is_none() && !is_success {
        args.message = optional("What does a person read? `{name}` for a parameter, text in '{quotes}'", io)?;
    }
    if args.summary.is_none() {
        args.summary = optional("In one line, for lists?", io)?;
    }
    if args.explain.is_none() {
        args.explain = optional("When is it given, and what should be done then?", io)?;
    }
    Ok(())
}

/// Asks for the type of each parameter; an empty answer takes the one proposed.
pub(super) fn for_types(
    unstated: &[&Placeholder],
    io: &mut Dialogue<'_>,
) -> Result<HashMap<String, ParamType>, CliError> {
    let mut types = HashMap::new();
    for one in unstated {
        let proposed = one.suggestion();
        let question = format!("What is `{{{}}}`? A type: {}", one.name, super::types());
        (io.say)(&format!("{} {}\n", styled(HEAD, question), styled(DIM, format!("(empty: {proposed})"))));
        let ty = loop {
            let answer = line("> ", io)?;
            let ty = if answer.is_empty() { Some(proposed) } else { ParamType::parse(&answer) };
            match ty {
                Some(ty) => break ty,
                None => (io.say)("one of these, please\n"),
            }
        };
        types.insert(one.name.clone(), ty);
    }
    Ok(types)
}

fn choice(question: &str, choices: &[(&str, &str)], io: &mut Dialogue<'_>) -> Result<String, CliError> {
    (io.say)(&format!("{}\n", styled(HEAD, question)));
    for (name, meaning) in choices {
        (io.say)(&format!("  {}  {}\n", styled(NAME, format!("{name:<6}")), styled(DIM, meaning)));
    }
    loop {
        let answer = line("> ", io)?.to_uppercase();
        if choices.iter().any(|(name, _)| *name == answer) {
            return Ok(answer);
        }
        (io.say)("one of these, please\n");
    }
}

fn key(registry: &Registry, io: &mut Dialogue<'_>) -> Result<String, CliError> {
    (io.say)(&format!("{}\n", styled(HEAD, "What happened? A key such as PATH_NOT_FOUND")));
    loop {
        let answer = line("> ", io)?.to_uppercase().replace([' ', '-'], "_");
        let taken = registry.entries.iter().find(|entry| entry.type_name() == type_name(&answer));
        match taken {
            Some(entry) => (io.say)(&format!("{answer} is taken by {}\n", entry.code)),
            None if answer.is_empty() => (io.say)("a key, please\n"),
            None => return Ok(answer),
        }
    }
}

fn optional(question: &str, io: &mut Dialogue<'_>) -> Result<Option<String>, CliError> {
    (io.say)(&format!("{} {}\n", styled(HEAD, question), styled(DIM, "(empty: later, in the file)")));
    let answer = line("> ", io)?;
    Ok((!answer.is_empty()).then_some(answer))
}

fn line(prompt: &str, io: &mut Dialogue<'_>) -> Result<String, CliError> {
    (io.say)(prompt);
    let mut answer = String::new();
    match io.input.read_line(&mut answer) {
        Ok(0) | Err(_) => Err(CliError::new("no answer; nothing was written", "give the rest as arguments")),
        Ok(_) => Ok(answer.trim().to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REGISTRY: &str = include_str!("../../../tests/cli/sample/registry.toml");

    fn answers(text: &str) -> Result<cli::New, CliError> {
        let source = reply_registry::Source::new("registry.toml", REGISTRY);
        let loaded = reply_registry::check(&source, None);
        let mut args = cli::New {
            layer: None,
            area: None,
            reply_type: None,
            key: None,
            message: None,
            params: Vec::new(),
            summary: None,
            explain: None,
            since: None,
        };
        let mut io = Dialogue { input: &mut text.as_bytes(), say: |_| {} };
        ask_missing(&mut args, loaded.salvaged(), &mut io).map(|()| args)
    }

    #[test]
    fn what_is_not_a_choice_is_asked_again() {
        let args =
            answers("nobody\nwa\nread\nD\ni\npath not found\nline too long\nToo long.\n\nAsk for less.\n").unwrap();
        assert_eq!(args.layer.as_deref(), Some("WA"));
        assert_eq!(args.reply_type.as_deref(), Some("I"));
        assert_eq!(args.key.as_deref(), Some("LINE_TOO_LONG"));
        assert_eq!(args.message.as_deref(), Some("Too long."));
        assert_eq!(args.summary, None);
        assert_eq!(args.explain.as_deref(), Some("Ask for less."));
    }

    #[test]
    fn a_type_is_asked_for_until_it_is_one() {
        let source = reply_registry::Source::new("registry.toml", REGISTRY);
        let loaded = reply_registry::check(&source, None);
        let customs = crate::edit::KnownParamTypes::of(loaded.salvaged());
        let shown = crate::edit::placeholders("'{target}' has {names} {size}.", &HashMap::new(), &customs);
        let unstated: Vec<&Placeholder> = shown.iter().collect();
        let mut io = Dialogue { input: &mut "\nstrange\n[text]\ncount\n".as_bytes(), say: |_| {} };
        let types = for_types(&unstated, &mut io).unwrap();
        assert_eq!(["target", "names", "size"].map(|name| types[name].to_string()), ["address", "[text]", "count"]);
    }

    #[test]
    fn an_end_of_input_writes_nothing() {
        assert!(answers("wa\n").is_err());
    }
}
