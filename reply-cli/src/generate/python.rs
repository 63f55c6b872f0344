//! The registry for clients in Python: a typed package, no dependencies.

use std::fmt::Write;

use reply_registry::{ParamType, Registry, RegistryEntry, RegistryParam, ReplyType, Scalar};

use super::active;

const ENVELOPE: &str = include_str!("python/envelope.py");
const NOTICE: &str = "# Generated from the registry by `cargo reply bindings --lang python`; do not edit.\n";

/// `envelope.py`: what every reply has.
pub(super) fn envelope() -> String {
    format!("{NOTICE}{ENVELOPE}")
}

/// `codes.py`: one class a code.
pub(super) fn codes(registry: &Registry) -> String {
    let entries = active(registry);
    let mut out = format!(
        "{NOTICE}\"\"\"One class for each known code.\"\"\"\n\nfrom __future__ import annotations\n\n\
         import dataclasses as _dataclasses\nimport typing as _t\n\nfrom . import envelope as _e\n"
    );
    for entry in &entries {
        class(&mut out, entry);
    }
    union(&mut out, &entries);
    by_code(&mut out, &entries);
    handlers(&mut out, &entries);
    out
}

/// `__init__.py`: the entry point.
pub(super) fn package(registry: &Registry) -> String {
    let first = active(registry).into_iter().find(|entry| entry.code.reply_type() == ReplyType::I).map(class_name);
    let example = first.map_or_else(String::new, |name| {
        format!("        case codes.{name}(data=data):\n            print(\"correct and retry\", data)\n")
    });
    format!(
        "{NOTICE}\"\"\"Typed replies.\n\n    import replies\n    from replies import codes\n\n    reply = replies.parse(answer)\n    \
         match reply:\n        case replies.Success(data=data):\n            print(data)\n{example}        \
         case replies.Invalid() | replies.Denied() | replies.Failed():\n            print(reply.error.action, reply.meta.trace_id)\n\"\"\"\n\n{}",
        include_str!("python/package.py")
    )
}

fn class(out: &mut String, entry: &RegistryEntry) {
    let name = class_name(entry);
    let kind = entry.code.reply_type();
    let data = if kind == ReplyType::S || entry.params.is_empty() {
        "_e.Data".to_owned()
    } else {
        _ = writeln!(out, "\n{name}Data = _t.TypedDict(\"{name}Data\", {{{}}})", fields(&entry.params));
        format!("{name}Data")
    };
    let base = base(kind);
    let summary = entry.summary.replace('\\', "\\\\").replace("\"\"\"", "\"\"'");
    _ = writeln!(
        out,
        "\n\n@_dataclasses.dataclass(frozen=True)\nclass {name}(_e.{base}[_t.Literal[\"{}\"], {data}]):\n    \
         \"\"\"{}: {}\"\"\"",
        entry.code,
        entry.code,
        if summary.ends_with('"') { format!("{summary} ") } else { summary },
    );
}

/// A functional `TypedDict` takes any name, a keyword of Python too.
fn fields(params: &[RegistryParam]) -> String {
    let fields: Vec<String> = params.iter().map(|param| format!("\"{}\": {}", param.name, type_of(param.ty))).collect();
    fields.join(", ")
}

fn union(out: &mut String, entries: &[&RegistryEntry]) {
    let literals = entries.iter().map(|entry| format!("    \"{}\",\n", entry.code));
    _ = write!(out, "\n\nKnownCode = _t.Literal[\n{}]\n", literals.collect::<String>());
    let names: Vec<String> = entries.iter().map(|entry| format!("    {}", class_name(entry))).collect();
    _ = write!(
        out,
        "\"\"\"The codes of the registry that this file was generated from.\"\"\"\n\nKnown = _t.Union[\n{},\n]\n",
        names.join(",\n")
    );
}

fn by_code(out: &mut String, entries: &[&RegistryEntry]) {
    out.push_str("\"\"\"A reply with a known code.\"\"\"\n\nBY_CODE: _t.Final[_t.Mapping[str, type[Known]]] = {\n");
    for entry in entries {
        _ = writeln!(out, "    \"{}\": {},", entry.code, class_name(entry));
    }
    out.push_str("}\n\n_R = _t.TypeVar(\"_R\")\n");
}

fn handlers(out: &mut String, entries: &[&RegistryEntry]) {
    out.push_str(
        "\n\nclass Handlers(_t.TypedDict, _t.Generic[_R], total=False):\n    \"\"\"Handlers by key; one that does not exist \
         does not type-check.\"\"\"\n\n",
    );
    for entry in entries {
        _ = writeln!(out, "    {}: _t.Callable[[{}], _R]", entry.key, class_name(entry));
    }
    out.push_str("\n\nKEYS: _t.Final[_t.Mapping[str, str]] = {\n");
    for entry in entries {
        _ = writeln!(out, "    \"{}\": \"{}\",", entry.code, entry.key);
    }
    out.push_str("}\n");
}

/// The class of a code: the name that Rust has too, unless Python keeps it for itself.
fn class_name(entry: &RegistryEntry) -> String {
    let name = entry.type_name();
    let is_taken = ["None", "True", "False", "Handlers", "Known", "KnownCode"].contains(&name.as_str());
    if is_taken { format!("{name}_") } else { name }
}

const fn base(kind: ReplyType) -> &'static str {
    match kind {
        ReplyType::S => "Success",
        ReplyType::I => "Invalid",
        ReplyType::D => "Denied",
        ReplyType::E => "Failed",
    }
}

fn type_of(ty: ParamType) -> String {
    let one = match ty.scalar() {
        // A code may come from a newer server.
        Scalar::Count | Scalar::Number => "int",
        Scalar::Flag => "bool",
        Scalar::Problem => "_e.Problem",
        _ => "str",
    };
    match ty {
        ParamType::One(_) => one.to_owned(),
        ParamType::List(_) => format!("list[{one}]"),
    }
}
