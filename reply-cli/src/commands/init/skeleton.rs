use std::fmt::Write;

use reply_registry::{Registry, ReplyType, Role};

use crate::cli;
use crate::commands::stated::layers_statement;
use crate::edit::{NewEntry, string};
use crate::failure::CliError;

/// The area of what goes wrong with a call itself, whatever it is about.
const CALL: &str = "CALL";

/// What a new registry holds.
pub(super) struct Skeleton {
    layers: Vec<LayerOption>,
    areas: Vec<(String, String)>,
    gate: String,
    /// The layer of the safety wrapper's codes.
    wrapper: String,
    version: String,
}

struct LayerOption {
    name: String,
    types: Vec<ReplyType>,
    owner: String,
}

impl LayerOption {
    fn new(name: &str, types: Vec<ReplyType>, owner: &str) -> Self {
        Self { name: name.to_owned(), types, owner: owner.to_owned() }
    }

    /// `NAME=TYPES` or `NAME=TYPES:OWNER`.
    fn parse(text: &str) -> Result<Self, CliError> {
        let wrong = || {
            CliError::new(
                format!("`{text}` is not a layer"),
                "write `--layer NAME=TYPES:OWNER`, such as `--layer 'APP=SIE:the tools'`",
            )
        };
        let (name, rest) = text.split_once('=').ok_or_else(wrong)?;
        let (letters, owner) = rest.split_once(':').unwrap_or((rest, ""));
        let types: Option<Vec<ReplyType>> = letters
            .chars()
            .map(|letter| ReplyType::parse(letter.to_ascii_uppercase().encode_utf8(&mut [0; 4])))
            .collect();
        let types = types.filter(|types| !types.is_empty()).ok_or_else(wrong)?;
        let name = name.trim().to_uppercase();
        let owner = if owner.trim().is_empty() { format!("who decides as {name}") } else { owner.trim().to_owned() };
        Ok(Self { name, types, owner })
    }
}

impl Skeleton {
    pub(super) fn new(args: &cli::Init, version: String) -> Result<Self, CliError> {
        use ReplyType::{D, E, I, S};
        let mut layers: Vec<LayerOption> =
            args.layers.iter().map(|text| LayerOption::parse(text)).collect::<Result<_, _>>()?;
        if layers.is_empty() {
            layers.push(LayerOption::new(
                "APP",
                vec![S, I, E],
                "the tools: what they do, and what is wrong with a request",
            ));
            layers.push(LayerOption::new("SRV", vec![S, I, E], "the server: arguments, failures, load"));
        }
        let speaks = |layer: &&LayerOption| layer.types.contains(&I) && layer.types.contains(&E);
        let wrapper = layers.iter().rfind(speaks).map(|layer| layer.name.clone()).ok_or_else(|| {
            CliError::new(
                "no layer may answer both I and E, as the safety wrapper does",
                "add one for the server: `--layer 'SRV=SIE:the server'`",
            )
        })?;
        if let Some(name) = &args.denier {
            layers.push(LayerOption::new(&name.to_uppercase(), vec![D, E], "policy: what is permitted"));
        }
        let mut areas: Vec<(String, String)> = args.areas.iter().map(|text| area(text)).collect::<Result<_, _>>()?;
        if areas.is_empty() {
            areas.push(("DATA".to_owned(), "What the tools work on".to_owned()));
        }
        if areas.iter().all(|(name, _)| name != CALL) {
            areas.push((CALL.to_owned(), "The call itself: arguments, failures, load".to_owned()));
        }
        Ok(Self { layers, areas, gate: args.leak_gate.clone(), wrapper, version })
    }

    /// `registry.toml`.
    pub(super) fn registry(&self) -> String {
        let mut out = format!(
            "# Every answer this program may give: types, documentation, schema and bindings follow from this file.\n\
             #\n\
             # A code is LAYER-AREA-TYPE-NNN: who decided, about what, what it means, which one. The types are S (success), I (the\n\
             # caller can fix it), D (policy refuses) and E (the system failed). `cargo reply new` adds a code. A published code is\n\
             # never reused and never changes meaning; its wording may change.\n\n\
             # What is looked for in everything that leaves: \"off\", \"home_and_drives\", or \"strict\" for every absolute path.\n\
             leak_gate = {}\n\n\
             # Who decides, and what they may answer. `cargo reply lock` pins it; from then on, `cargo reply revise --because \"…\"`\n\
             # records a change.\n[layers]\n",
            string(&self.gate)
        );
        let width = self.layers.iter().map(|layer| layer.name.len()).max().unwrap_or_default();
        for LayerOption { name, types, owner } in &self.layers {
            let types: Vec<String> = types.iter().map(|kind| format!("\"{kind}\"")).collect();
            _ = writeln!(out, "{name:<width$} = {{ owner = {}, types = [{}] }}", string(owner), types.join(", "));
        }
        out.push_str("\n# What a decision is about: a subject, never a tool.\n[areas]\n");
        let width = self.areas.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
        for (name, meaning) in &self.areas {
            _ = writeln!(out, "{name:<width$} = {}", string(meaning));
        }
        out.push_str("\n# The parts the safety wrapper plays itself.\n[roles]\n");
        for (role, entry) in self.roles() {
            _ = writeln!(out, "{:<13} = \"{}\"", role.as_str(), entry.code);
        }
        for (_, entry) in self.roles() {
            _ = write!(out, "\n{}", entry.toml());
        }
        out
    }

    /// The codes that the wrapper gives.
    fn roles(&self) -> Vec<(Role, NewEntry)> {
        let mut numbers = [0_u16; 4];
        let mut entries = Vec::new();
        for role in Role::ALL {
            let (key, message, summary, explain) = words(role);
            let number = &mut numbers[role.reply_type() as usize];
            *number += 1;
            let text = format!("{}-{CALL}-{}-{number:03}", self.wrapper, role.reply_type());
            // A layer whose name is not one is reported when the whole is checked; it has no codes until then.
            let Ok(code) = text.parse() else { continue };
            let params = role
                .params()
                .iter()
                .map(|(name, ty)| reply_registry::RegistryParam { name: (*name).to_owned(), ty: *ty });
            entries.push((
                role,
                NewEntry {
                    code,
                    key: key.to_owned(),
                    message: Some(message.to_owned()),
                    params: params.collect(),
                    summary: summary.to_owned(),
                    explain: explain.to_owned(),
                    since: self.version.clone(),
                },
            ));
        }
        entries
    }

    /// The command that adds a first code.
    pub(super) fn first_code(&self, registry: &Registry) -> String {
        let layer = registry.layers.iter().find(|layer| layer.may_answer(ReplyType::I));
        let (layer, area) = (layer.map_or("APP", |layer| layer.name.as_str()), &self.areas[0].0);
        format!("cargo reply new {layer} {area} I NOT_FOUND --message \"There is no '{{name}}'.\" --param name=text")
    }
}

/// `src/replies.rs`.
pub(super) fn source(registry: &Registry) -> String {
    format!(
        "//! Every reply of this program, as types: the one place where `registry.toml` becomes Rust.\n\n\
         reply_kit::registry!(\"../registry.toml\", {});\n",
        layers_statement(registry)
    )
}

fn area(text: &str) -> Result<(String, String), CliError> {
    let (name, meaning) = text.split_once('=').ok_or_else(|| {
        CliError::new(format!("`{text}` is not an area"), "write `--area NAME=MEANING`, such as `--area 'BOOK=A book'`")
    })?;
    Ok((name.trim().to_uppercase(), meaning.trim().to_owned()))
}

/// Key, message, summary and explanation of a role's code.
const fn words(role: Role) -> (&'static str, &'static str, &'static str, &'static str) {
    match role {
        Role::Crash => (
            "CRASH",
            "The call failed inside the server.",
            "A bug, a panic or a timeout.",
            "Do not retry. Report the trace id: the crash file of the same name says what happened.",
        ),
        Role::Leak => (
            "ANSWER_WITHHELD",
            "The answer contained a host path and was withheld.",
            "An answer that would have told a host path.",
            "Do not retry. Report the trace id; the answer must name things in another way.",
        ),
        Role::Overload => (
            "OVERLOADED",
            "The server has too many calls in flight.",
            "More calls than the server takes on at once.",
            "Stop sending calls, and report it if it stays so.",
        ),
        Role::BadArguments => (
            "BAD_ARGUMENTS",
            "The arguments do not fit: {problems}.",
            "The arguments do not fit the tool.",
            "`problems` lists every field that is wrong, with what was expected. Correct them and call again.",
        ),
    }
}
