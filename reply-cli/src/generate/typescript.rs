//! The registry for clients in TypeScript: one module, no dependencies.

use std::fmt::Write;

use reply_registry::{ParamType, Registry, RegistryEntry, RegistryParam, ReplyType, Scalar};

use super::active;

const ENVELOPE: &str = include_str!("typescript/envelope.ts");

/// The whole module.
pub(super) fn module(registry: &Registry) -> String {
    let entries = active(registry);
    let mut out =
        String::from("// Generated from the registry by `cargo reply bindings --lang typescript`; do not edit.\n\n");
    out.push_str(ENVELOPE);
    codes(&mut out, &entries);
    table(&mut out, &entries);
    out
}

/// L04: the codes of each type, and what each carries.
fn codes(out: &mut String, entries: &[&RegistryEntry]) {
    out.push_str(
        "\n/** What each known code carries. A success carries the tool's own data. */\nexport interface Replies {\n",
    );
    for entry in entries {
        _ = writeln!(out, "  /** {} */", comment(&entry.summary));
        let params = match entry.code.reply_type() {
            ReplyType::S => "Data".to_owned(),
            _ => shape(&entry.params),
        };
        let (code, kind) = (&entry.code, entry.code.reply_type());
        _ = writeln!(out, "  \"{code}\": {{ type: \"{kind}\"; key: \"{}\"; params: {params} }};", entry.key);
    }
    out.push_str("}\n");
}

fn table(out: &mut String, entries: &[&RegistryEntry]) {
    out.push_str("\n/** Every known code with its key. */\nexport const KEYS: { readonly [C in KnownCode]: Replies[C][\"key\"] } = {\n");
    for entry in entries {
        _ = writeln!(out, "  \"{}\": \"{}\",", entry.code, entry.key);
    }
    out.push_str("};\n");
}

fn shape(params: &[RegistryParam]) -> String {
    if params.is_empty() {
        return "Record<string, never>".to_owned();
    }
    let fields: Vec<String> = params.iter().map(|param| format!("{}: {}", param.name, type_of(param.ty))).collect();
    format!("{{ {} }}", fields.join("; "))
}

fn type_of(ty: ParamType) -> String {
    let one = match ty.scalar() {
        Scalar::Count | Scalar::Number => "number",
        Scalar::Flag => "boolean",
        Scalar::Problem => "Problem",
        // A code is one too: it may come from a newer server.
        _ => "string",
    };
    match ty {
        ParamType::One(_) => one.to_owned(),
        ParamType::List(_) => format!("{one}[]"),
    }
}

fn comment(text: &str) -> String {
    text.replace("*/", "* /")
}
