use std::collections::HashMap;

use reply_registry::{ParamType, Registry, RegistryParam, Scalar, Template};

/// A parameter of a message: its type where that is known, and else the one to suggest.
#[derive(Debug)]
pub(crate) struct Placeholder {
    pub(crate) name: String,
    /// The type that was given.
    pub(crate) stated: Option<ParamType>,
    /// The type that every other code of the registry gives to this name, if it suits the quotes around it.
    pub(crate) usual: Option<ParamType>,
    /// What the quotes suggest: text in quotes, a count without.
    quoted: bool,
}

impl Placeholder {
    /// What to propose to a person, who decides.
    pub(crate) fn suggestion(&self) -> ParamType {
        let by_quotes = ParamType::One(if self.quoted { Scalar::Text } else { Scalar::Count });
        self.stated.or(self.usual).unwrap_or(by_quotes)
    }

    /// The parameter with its type.
    pub(crate) fn with(&self, ty: ParamType) -> RegistryParam {
        RegistryParam { name: self.name.clone(), ty }
    }
}

/// The type that a name has throughout the registry; `None` if it has two.
#[derive(Debug)]
pub(crate) struct KnownParamTypes<'r> {
    types: HashMap<&'r str, Option<ParamType>>,
}

impl<'r> KnownParamTypes<'r> {
    pub(crate) fn of(registry: &'r Registry) -> Self {
        let mut types: HashMap<&str, Option<ParamType>> = HashMap::new();
        for param in registry.entries.iter().flat_map(|entry| &entry.params) {
            let known = types.entry(&param.name).or_insert(Some(param.ty));
            *known = known.filter(|ty| *ty == param.ty);
        }
        Self { types }
    }
}

/// The placeholders of a message, each once, in the order in which they are shown.
pub(crate) fn placeholders(
    message: &str,
    stated: &HashMap<String, ParamType>,
    customs: &KnownParamTypes<'_>,
) -> Vec<Placeholder> {
    // A message that does not parse is reported by the registry's own rules.
    let Ok(template) = Template::parse(message) else { return Vec::new() };
    let mut found: Vec<Placeholder> = Vec::new();
    for name in template.placeholders() {
        if found.iter().any(|known| known.name == name) {
            continue;
        }
        let quoted = message.contains(&format!("'{{{name}}}'"));
        let usual = customs.types.get(name).copied().flatten().filter(|ty| ty.is_quoted() == quoted);
        found.push(Placeholder { name: name.to_owned(), stated: stated.get(name).copied(), usual, quoted });
    }
    found
}
